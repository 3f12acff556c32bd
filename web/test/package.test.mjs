// What surrounds the engine in the package: errors that nobody catches, and objects that were freed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const pkg = new URL("../../crates/wasm/pkg/", import.meta.url);
const core = await import(new URL("carom.js", pkg));
const full = await import(new URL("full.js", pkg));
core.initSync();
full.initSync();
const { World, Flipper } = core;
const says = (call, message) => assert.throws(call, { name: "Error", message });

test("an error that nobody catches shows its message, not the whole script", () => {
  for (const [file, input] of [["carom.js", "module"], ["carom.cjs", "commonjs"]]) {
    const url = new URL(file, pkg);
    const from = input === "module" ? `import { initSync, World } from ${JSON.stringify(url.href)};` : `const { initSync, World } = require(${JSON.stringify(url.pathname)});`;
    const { stderr } = spawnSync(process.execPath, [`--input-type=${input}`, "-e", `${from} initSync(); new World().addBall({ radius: -1 });`], { encoding: "utf8" });
    assert.match(stderr, /ball\.radius is -1, but must be/);
    assert.ok(stderr.length < 3000, `${stderr.length} characters`);
  }
});

test("what was freed says so", () => {
  const world = new World();
  const flipper = new Flipper(world, { side: "left", pivot: [0, 0] });
  world.free();
  world.free();
  world[Symbol.dispose]?.();
  says(() => world.step(1 / 60), "this World was freed");
  says(() => world.ballCount, "this World was freed");
  says(() => flipper.update(world, true, 1 / 60), "this World was freed");
  flipper.free();
  flipper.free();
  says(() => flipper.body, "this Flipper was freed");
  const stage = full.Stage.fromJson({ carom: 1 });
  const { world: inside } = stage;
  stage.free();
  stage.free();
  says(() => stage.step(), "this Stage was freed");
  inside.step(1 / 60);
});
