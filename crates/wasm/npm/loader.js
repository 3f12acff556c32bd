// Starts the wasm module that stands in the script itself, packed. Part of the npm package: `build.mjs` puts glue and
// bytes beside it.
import * as glue from "GLUE";
import { unpack } from "LZMA";
import { starter } from "START";
import SOURCE from "WASM";

function bytes() {
  const text = atob(SOURCE);
  const packed = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) packed[n] = text.charCodeAt(n);
  return unpack(packed);
}

const imports = { "./carom_bg.js": glue };
const start = starter(glue, imports, "`await init()` or `initSync()`");

/** Starts the engine; later calls return at once. */
export function init() {
  return start.init(async () => (await WebAssembly.instantiate(bytes(), imports)).instance);
}

/** Starts the engine at once. Some browsers refuse this on the main thread: `await init()` works everywhere. */
export function initSync() {
  start.initSync(() => new WebAssembly.Module(bytes()));
}
