// Builds the npm package into crates/wasm/pkg: node build.mjs [core|scene|full ...]
//
// It needs Rust with the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`; without it, what
// .ci/targets.sh finds), and `npm ci` in web/. CAROM_RAW_WASM names a folder of raw-core.wasm, raw-scene.wasm and
// raw-full.wasm that were built before. CAROM_WASM_OPT holds other flags for wasm-opt; `none` leaves its passes out.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { unpack } from "./lzma.js";
import { trap } from "./slim.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const pkg = resolve(here, "../pkg");
const web = createRequire(join(root, "web/package.json"));
const { build } = web("esbuild");
const { compress } = await import(pathToFileURL(join(root, "web/node_modules/lzma1/lib/index.js")));
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");

// Node quotes the line of an error that nobody catches. It must not be the whole script.
const LINE = 800;
// Name of the entry, and its cargo features.
const BUILDS = { core: ["carom", ""], scene: ["scene", "scene"], full: ["full", "full"] };
const wanted = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(BUILDS);
const run = (command, args, options = {}) => execFileSync(command, args, { stdio: "inherit", cwd: root, ...options });

function compile(name, features) {
  const given = process.env.CAROM_RAW_WASM;
  if (given) return join(given, `raw-${name}.wasm`);
  const script = `. .ci/targets.sh; target_cargo wasm32-unknown-unknown build --quiet --profile web -p carom-wasm --features "$1"`;
  // Vectors, which every browser since 2023 has. LLVM inlines and unrolls for servers by default: these bounds take a
  // tenth off the file, and the vectors give back more time than that costs.
  const flags = "-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=40 -Cllvm-args=-unroll-threshold=40 -Cllvm-args=-unroll-runtime=false";
  run("bash", ["-c", script, "bash", features], { env: { ...process.env, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags } });
  const raw = join(target, `raw-${name}.wasm`);
  cpSync(join(target, "wasm32-unknown-unknown/web/carom_wasm.wasm"), raw);
  return raw;
}

function sizes(file) {
  const bytes = readFileSync(file);
  return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

// CAROM_BINDGEN names a carom-bindgen that was built before.
const glueTarget = join(target, "bindgen");
const bindgen = process.env.CAROM_BINDGEN ?? join(glueTarget, "release/carom-bindgen");
if (!process.env.CAROM_BINDGEN) {
  run("cargo", ["build", "--quiet", "--release", "--manifest-path", join(here, "../bindgen/Cargo.toml"), "--target-dir", glueTarget]);
}
mkdirSync(pkg, { recursive: true });
const types = readFileSync(join(here, "types.d.ts"), "utf8");
const report = existsSync(join(pkg, "sizes.json")) ? JSON.parse(readFileSync(join(pkg, "sizes.json"), "utf8")) : {};
// A first build takes minutes: each stage is said, with the seconds since the start.
const begun = performance.now();
const stage = (name, doing) => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${name}: ${doing}`);
for (const [n, name] of wanted.entries()) {
  const [entry, features] = BUILDS[name];
  stage(name, `${n + 1} of ${wanted.length}, compiling the engine`);
  const work = join(target, `npm-${name}`);
  rmSync(work, { recursive: true, force: true });
  run(bindgen, [compile(name, features), work]);
  // wasm-bindgen says `expected instance of World` of a world that is one, but of another entry.
  const glue = join(work, "carom_bg.js");
  const patched = readFileSync(glue, "utf8").replace("throw new Error(`expected instance of ${klass.name}`)", "throw wrongClass(instance, klass)");
  if (!patched.includes("wrongClass")) throw new Error("the glue checks classes in another way");
  writeFileSync(glue, `import { wrongClass } from ${JSON.stringify(join(here, "start.js"))};\n${patched}`);
  const wasm = join(pkg, `${entry}.wasm`);
  // The instructions are those that rustc takes for granted, and vectors.
  const has = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue", "bulk-memory-opt", "simd"];
  // Functions with one caller stay apart: merged into it they make a smaller file, but a larger one when it is gzipped.
  const flags = process.env.CAROM_WASM_OPT ?? "-Oz --one-caller-inline-max-function-size=1";
  const glued = join(work, "carom_bg.wasm");
  // Optimising takes minutes: not again for the same bytes.
  const key = createHash("sha256").update(readFileSync(glued)).update(readFileSync(join(here, "slim.mjs"))).update(flags).digest("hex");
  const kept = join(target, `npm-kept-${key}.wasm`);
  if (!existsSync(kept)) {
    stage(name, "making it small, which takes a minute or two");
    const small = join(work, "small.wasm");
    writeFileSync(small, await trap(readFileSync(glued), web));
    run(process.execPath, [
      join(dirname(web.resolve("binaryen/package.json")), "bin/wasm-opt"), small, "-o", small,
      ...(flags === "none" ? [] : flags.split(" ")), "--strip-debug", "--strip-producers", "--strip-target-features",
      ...has.map((feature) => `--enable-${feature}`),
    ]);
    cpSync(small, kept);
  }
  cpSync(kept, wasm);
  const declared = readFileSync(join(work, "carom.d.ts"), "utf8");
  const classes = [...declared.matchAll(/^export class (\w+)/gm)].map((found) => found[1]);
  const names = `export { ${classes.join(", ")} } from "GLUE";\n`;
  const snippets = existsSync(join(work, "snippets")) ? readdirSync(join(work, "snippets"), { recursive: true }) : [];
  const files = snippets.filter((file) => file.endsWith(".js")).map((file) => `./snippets/${file.replaceAll("\\", "/")}`);
  const taken = files.map((file, n) => `import * as snippet${n} from "${file}";\n`).join("");
  const passed = files.map((file, n) => `, "${file}": snippet${n}`).join("");
  const put = (text) => taken + text.replaceAll('"GLUE"', '"./carom_bg.js"').replace('"START"', JSON.stringify(join(here, "start.js"))).replace('"LZMA"', JSON.stringify(join(here, "lzma.js"))).replace(': glue }', `: glue${passed} }`);
  // Base64 hides from gzip what it could still save, so that the bytes are packed before.
  stage(name, "packing");
  const packed = Uint8Array.from(compress(readFileSync(wasm), 9), (byte) => byte & 255);
  if (Buffer.compare(Buffer.from(unpack(packed)), readFileSync(wasm)) !== 0) throw new Error("the packed wasm does not come back");
  writeFileSync(join(work, "inline.wasm"), packed);
  const source = join(work, "entry.js");
  writeFileSync(source, put(readFileSync(join(here, "loader.js"), "utf8") + names).replace('"WASM"', '"./inline.wasm"'));
  const apart = join(work, "entry-wasm.js");
  writeFileSync(apart, put(readFileSync(join(here, "loader-wasm.js"), "utf8") + names).replace('"WASM"', `"./${entry}.wasm"`));
  const common = { bundle: true, nodePaths: [join(root, "web/node_modules")], target: "es2022", loader: { ".wasm": "base64" }, legalComments: "none", minify: true, keepNames: true, lineLimit: LINE };
  await build({ ...common, entryPoints: [source], outfile: join(pkg, `${entry}.js`), format: "esm" });
  await build({ ...common, entryPoints: [source], outfile: join(pkg, `${entry}.cjs`), format: "cjs" });
  await build({ ...common, entryPoints: [apart], outfile: join(pkg, `${entry}-wasm.js`), format: "esm" });
  const own = declared.replace(/^\/\* tslint.*\*\/\n\/\* eslint.*\*\/\n/, "");
  // `Symbol.dispose` is in no library of TypeScript that a project of es2022 takes.
  writeFileSync(join(pkg, `${entry}.d.ts`), `/// <reference lib="esnext.disposable" />
${own}
/** Starts the engine; later calls return at once. */
export function init(): Promise<void>;
/** Starts the engine at once. Some browsers refuse this on the main thread: \`await init()\` works everywhere. */
export function initSync(): void;

${types}`);
  writeFileSync(join(pkg, `${entry}-wasm.d.ts`), `export * from "./${entry}.js";
/** Starts the engine; \`source\` is the wasm file if it is not beside this one. */
export function init(source?: string | URL | Response | BufferSource | WebAssembly.Module): Promise<void>;
/** Starts the engine at once, from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void;
`);
  report[entry] = { wasm: sizes(wasm), js: sizes(join(pkg, `${entry}.js`)) };
}
for (const [outfile, format] of [["view.js", "esm"], ["view.cjs", "cjs"]]) {
  await build({ entryPoints: [join(here, "view.ts")], outfile: join(pkg, outfile), format, target: "es2022", bundle: true });
}
run(process.execPath, [
  join(dirname(web.resolve("typescript/package.json")), "bin/tsc"), join(here, "view.ts"), "--declaration", "--emitDeclarationOnly",
  "--outDir", pkg, "--target", "es2022", "--module", "esnext", "--strict", "--skipLibCheck", "--ignoreConfig",
]);
for (const file of ["package.json", "README.md"]) cpSync(join(here, file), join(pkg, file));
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, file), join(pkg, file));
writeFileSync(join(pkg, "sizes.json"), `${JSON.stringify(report, null, 2)}\n`);
for (const [entry, { wasm, js }] of Object.entries(report)) {
  const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
  console.log(`${entry.padEnd(6)} wasm ${kb(wasm.bytes)}, gzipped ${kb(wasm.gzip)}; inlined ${kb(js.bytes)}, gzipped ${kb(js.gzip)}`);
}
