// Starts the wasm module from a file of its own. Part of the npm package: `build.mjs` puts the glue beside it.
import * as glue from "GLUE";
import { starter } from "START";

const imports = { "./carom_bg.js": glue };
const start = starter(glue, imports, "`await init()` or `initSync(bytes)`");

async function load(source) {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
    return (await WebAssembly.instantiate(source, imports)).instance;
  }
  if (!(source instanceof Response)) {
    const url = new URL(source, import.meta.url);
    if (url.protocol === "file:") {
      const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ ["node", "fs/promises"].join(":"));
      return (await WebAssembly.instantiate(await readFile(url), imports)).instance;
    }
    source = await fetch(url);
  }
  if (!source.ok) throw new Error(`carom: ${source.url} answers ${source.status}`);
  const streams = source.headers.get("content-type")?.startsWith("application/wasm");
  const made = streams
    ? await WebAssembly.instantiateStreaming(source, imports)
    : await WebAssembly.instantiate(await source.arrayBuffer(), imports);
  return made.instance;
}

/** Starts the engine; `source` is the wasm file if it is not beside this one. Later calls return at once. */
export function init(source) {
  return start.init(() => load(source ?? new URL("WASM", import.meta.url)));
}

/** Starts the engine at once, from bytes or a compiled module. */
export function initSync(source) {
  start.initSync(() => (source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source)));
}
