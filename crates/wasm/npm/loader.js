// Starts the wasm module that `SOURCE` names. Part of the npm package: `build.mjs` puts glue and bytes beside it.
import * as glue from "GLUE";
import SOURCE from "WASM";

const early = new Proxy({}, {
  get() {
    throw new Error("carom is not started: call `await init()` or `initSync()` first");
  },
});
let started;
let ready = false;
glue.__wbg_set_wasm(early);

function finish(instance) {
  if (!ready) {
    glue.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start?.();
    ready = true;
  }
}

function bytes() {
  const text = atob(SOURCE);
  const out = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) out[n] = text.charCodeAt(n);
  return out;
}

const imports = { "./carom_bg.js": glue };

/** Starts the engine; later calls return at once. */
export function init() {
  started ??= ready ? Promise.resolve() : WebAssembly.instantiate(bytes(), imports).then(({ instance }) => finish(instance));
  return started;
}

/** Starts the engine at once. Some browsers refuse this on the main thread: `await init()` works everywhere. */
export function initSync() {
  if (!ready) finish(new WebAssembly.Instance(new WebAssembly.Module(bytes()), imports));
}
