// What surrounds the engine in the package: errors that nobody catches.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const pkg = new URL("../../crates/wasm/pkg/", import.meta.url);

test("an error that nobody catches shows its message, not the whole script", () => {
  for (const [file, input] of [["carom.js", "module"], ["carom.cjs", "commonjs"]]) {
    const url = new URL(file, pkg);
    const from = input === "module" ? `import { initSync, World } from ${JSON.stringify(url.href)};` : `const { initSync, World } = require(${JSON.stringify(url.pathname)});`;
    const { stderr } = spawnSync(process.execPath, [`--input-type=${input}`, "-e", `${from} initSync(); new World().addBall({ radius: -1 });`], { encoding: "utf8" });
    assert.match(stderr, /ball\.radius is -1, but must be/);
    assert.ok(stderr.length < 3000, `${stderr.length} characters`);
  }
});
