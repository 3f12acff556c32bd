// `npm pack`, and the package in empty projects: Vite, webpack, Node (ESM and CommonJS), and Deno where it is had.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pkg = fileURLToPath(new URL("../../crates/wasm/pkg", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "carom-install-"));
const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const readme = readFileSync(join(pkg, "README.md"), "utf8");
const lines = /```js\n([\s\S]*?)```/.exec(readme)[1];
const file = run(root, "npm", "pack", pkg, "--silent").trim();
let failed = 0;

function attempt(name, body) {
  try {
    const said = body(name);
    if (!/bounced at .*\n[\s\S]*\d+n/.test(said)) throw new Error(`it said: ${said.slice(0, 300)}`);
    console.log(`ok           ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED       ${name}: ${error.stderr || error.message}`);
  }
}
function project(name, type, ...tools) {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type }));
  run(folder, "npm", "install", "--no-audit", "--no-fund", "--silent", join(root, file), ...tools);
  return folder;
}
attempt("node", (name) => {
  const folder = project(name, "module");
  writeFileSync(join(folder, "main.js"), lines);
  return run(folder, "node", "main.js");
});
attempt("node-commonjs", (name) => {
  const folder = project(name, "commonjs");
  const body = lines.replace(/import .*\n/, "").replace("await init();", "initSync();");
  writeFileSync(join(folder, "main.js"), `const { initSync, World } = require("carom");\n${body}`);
  return run(folder, "node", "main.js");
});
attempt("vite", (name) => {
  const folder = project(name, "module", "vite@8");
  writeFileSync(join(folder, "main.js"), lines);
  writeFileSync(join(folder, "index.html"), '<script type="module" src="/main.js"></script>');
  run(folder, "npx", "vite", "build", "--outDir", "out");
  const script = /assets\/[^"]+\.js/.exec(readFileSync(join(folder, "out/index.html"), "utf8"))[0];
  // What the page would load, run under Node: it touches no document but for the preload helper.
  writeFileSync(join(folder, "run.mjs"), `globalThis.document ??= { createElement: () => ({ relList: { supports: () => true } }) };\nawait import("./out/${script}");`);
  return run(folder, "node", "run.mjs");
});
attempt("webpack", (name) => {
  const folder = project(name, "module", "webpack@5", "webpack-cli@6");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/index.js"), lines);
  run(folder, "npx", "webpack", "--mode", "production", "--target", "web");
  return run(folder, "node", "dist/main.js");
});
// Deno comes as a package of npm's where it is not on the machine.
let deno = "deno";
try {
  run(root, deno, "--version");
} catch {
  try {
    mkdirSync(join(root, "tools"));
    writeFileSync(join(root, "tools/package.json"), '{ "private": true }');
    run(join(root, "tools"), "npm", "install", "--no-audit", "--no-fund", "--silent", "deno@2");
    deno = join(root, "tools/node_modules/.bin/deno");
    run(root, deno, "--version");
  } catch {
    deno = undefined;
  }
}
if (deno) {
  attempt("deno", (name) => {
    const folder = project(name, "module");
    writeFileSync(join(folder, "main.js"), lines);
    return run(folder, deno, "run", "--node-modules-dir=manual", "main.js");
  });
} else console.log("NOT CHECKED: deno, which is not on this machine and could not be had from npm");
rmSync(root, { recursive: true });
process.exit(failed ? 1 : 0);
