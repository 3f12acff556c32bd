// What both loaders share: the engine starts once, and says what is missing before, what was freed, and what is of another
// entry. Part of the npm package.

/** Lets the objects of a glue say that they were freed. To free one again does nothing. */
function tellFreed(glue) {
  for (const Class of Object.values(glue)) {
    const free = Class.prototype?.free;
    if (!free) continue;
    const freed = new WeakSet();
    const once = function () {
      if (freed.has(this)) return;
      free.call(this);
      freed.add(this);
      // Every call of the glue reads this field first.
      Object.defineProperty(this, "__wbg_ptr", {
        get() {
          throw new Error(`this ${Class.name} was freed`);
        },
      });
    };
    Class.prototype.free = once;
    if (Symbol.dispose) Class.prototype[Symbol.dispose] = once;
  }
}

/** What a part throws that was given something else than a `Class` of its own entry. `build.mjs` puts it into the glue. */
export function wrongClass(given, Class) {
  const { name } = Class;
  const path = name.toLowerCase();
  if (given?.constructor?.name === name && "__wbg_ptr" in given) {
    return new Error(`${path} is a ${name} of another entry of the package, but must be of the same one (carom, carom/scene or carom/full): each has a memory of its own`);
  }
  const shown = typeof given === "object" && given ? "an object" : typeof given === "function" ? "a function" : String(given);
  return new Error(`${path} is ${shown}, but must be a ${name}`);
}

/** `init` and `initSync` for a glue; `hint` names the calls that start it. */
export function starter(glue, imports, hint) {
  tellFreed(glue);
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
