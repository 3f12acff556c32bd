// Takes the texts of panics out of a wasm file, and what formats them. Nobody could read them: a panic in wasm is a trap
// without text.
//
// `panic=immediate-abort` would do the same in the compiler, but stable Rust does not have it.
import { pathToFileURL } from "node:url";

// Functions of the standard library that never return, because they end in a panic or an abort.
const LIBRARY = /(^|<)(core|alloc|std|__rustc)(\[\w+\])?::/;
const ENDS = /panicking::|panic_|_fail(ed|_rt)?\b|_failed\b|handle_error|capacity_overflow|handle_alloc_error|alloc_error_handler|rust_begin_unwind|rust_panic|rust_abort|rust_oom/;

/** `bytes` of a wasm file with names: each function that panics becomes a bare trap. `require` finds binaryen. */
export async function trap(bytes, require) {
  const { default: binaryen } = await import(pathToFileURL(require.resolve("binaryen")));
  const module = binaryen.readBinary(bytes);
  const all = Array.from({ length: module.getNumFunctions() }, (_, n) => binaryen.getFunctionInfo(module.getFunctionByIndex(n)));
  const never = ({ body }) => body && binaryen.getExpressionType(body) === binaryen.unreachable;
  const found = all.filter((one) => LIBRARY.test(one.name) && ENDS.test(one.name) && never(one));
  if (!found.some(({ name }) => name.endsWith("panicking::panic_fmt"))) throw new Error("slim: the file has no names, or no panics");
  for (const { name, params, results } of found) {
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.unreachable());
  }
  binaryen.setDebugInfo(true);
  const slim = module.emitBinary();
  module.dispose();
  return slim;
}
