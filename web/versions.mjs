// Versions of the engines that are compared, as they are installed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const of = (name, at = `./node_modules/${name}/package.json`) => JSON.parse(readFileSync(fileURLToPath(new URL(at, import.meta.url)), "utf8")).version;
export const VERSIONS = {
  carom: of("carom", "../crates/wasm/npm/package.json"),
  rapier2d: of("@dimforge/rapier2d-compat"),
  "rapier2d-simd": of("@dimforge/rapier2d-simd-compat"),
  planck: of("planck"),
  "matter-js": of("matter-js"),
};
/** For `define` of Vite and esbuild. */
export const defined = { __VERSIONS__: JSON.stringify(VERSIONS) };
