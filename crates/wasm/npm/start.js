// What both loaders share: the engine starts once, and says what is missing before. Part of the npm package.

/** `init` and `initSync` for a glue; `hint` names the calls that start it. */
export function starter(glue, imports, hint) {
  glue.__wbg_set_wasm(new Proxy({}, {
    get() {
      throw new Error(`carom is not started: call ${hint} first`);
    },
  }));
  let started;
  let ready = false;
  const finish = (instance) => {
    if (ready) return;
    glue.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start?.();
    ready = true;
  };
  return {
    /** `load` promises an instance. After a failure the next call tries again. */
    init(load) {
      if (ready) return Promise.resolve();
      started ??= load().then(finish).catch((error) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    /** `compile` returns a module. */
    initSync(compile) {
      if (!ready) finish(new WebAssembly.Instance(compile(), imports));
    },
  };
}
