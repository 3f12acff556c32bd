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

/** Clears the places in the source that panics would name: `core::panic::Location` and their paths. */
export function forgetPlaces(bytes) {
  const file = Uint8Array.from(bytes);
  const view = new DataView(file.buffer);
  let at = 8;
  const number = () => {
    let [value, shift, byte] = [0, 0, 128];
    for (; byte & 128; shift += 7) value |= ((byte = file[at++]) & 127) << shift;
    return value >>> 0;
  };
  const segments = [];
  while (at < file.length) {
    const section = file[at++];
    const end = number() + at;
    if (section === 11) {
      for (let left = number(); left > 0; left--) {
        // An active segment of memory 0: `i32.const`, the address, `end`.
        if (number() !== 0 || file[at++] !== 0x41) throw new Error("slim: a data segment of another kind");
        const address = number();
        at++;
        const length = number();
        segments.push({ address, length, start: at });
        at += length;
      }
    }
    at = end;
  }
  const offset = (address, length) => {
    const found = segments.find((one) => address >= one.address && address + length <= one.address + one.length);
    return found && address - found.address + found.start;
  };
  const paths = new Set();
  for (const { address, length, start } of segments) {
    // Pointer and length of the path, line, column.
    for (let skip = -address & 3; skip + 16 <= length; skip += 4) {
      const [pointer, size, line, column] = [0, 4, 8, 12].map((n) => view.getUint32(start + skip + n, true));
      if (size < 4 || size > 300 || line === 0 || line > 99_999 || column === 0 || column > 999) continue;
      const path = offset(pointer, size);
      if (path === undefined || !/^[\w./@+-]+\.rs$/.test(String.fromCharCode(...file.subarray(path, path + size)))) continue;
      paths.add(`${path} ${size}`);
      file.fill(0, start + skip, start + skip + 16);
    }
  }
  for (const one of paths) {
    const [path, size] = one.split(" ").map(Number);
    file.fill(0, path, path + size);
  }
  return file;
}
