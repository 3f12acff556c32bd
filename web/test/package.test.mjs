// What surrounds the engine in the package: errors that nobody catches, objects that were freed, and the viewer.
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

/** A canvas without a page, of 200 by 200 pixels; what its pen colours goes to `log`. */
function canvasOf(log) {
  const write = (style) => () => void log.push(style());
  const pen = {
    setTransform() {}, save() {}, restore() {}, beginPath() {}, closePath() {}, moveTo() {}, lineTo() {}, arc() {}, fillRect() {},
    fill: write(() => pen.fillStyle), stroke: write(() => pen.strokeStyle),
  };
  return {
    width: 200, height: 200, clientWidth: 200, clientHeight: 200, getContext: () => pen, addEventListener() {},
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }),
  };
}

test("the viewer draws what a scene's author painted, in the order of carom-draw", async () => {
  Object.assign(globalThis, { ResizeObserver: class { observe() {} disconnect() {} }, cancelAnimationFrame() {} });
  const { View, dark } = await import(new URL("view.js", pkg));
  const stage = full.Stage.fromJson({
    carom: 1,
    paint: [
      { points: [[-1, 0], [1, 0]], color: "#00ff01" },
      { points: [[-1, -1], [1, -1], [1, 1], [-1, 1]], color: "#010203", fill: true },
    ],
    goals: [{ name: "pocket", region: { Circle: { center: [0.5, 0.5], radius: 0.2 } } }],
    bodies: [{ shapes: [{ Segment: { a: [-1, -1], b: [1, -1] } }] }],
    balls: [{ radius: 0.2, position: [0, 0] }],
  });
  const log = [];
  const options = { goals: stage.goalOutlines().map(({ points }) => points), markings: stage.paint() };
  const view = new View(canvasOf(log), stage.world, { bounds: { min: { x: -1, y: -1 }, max: { x: 1, y: 1 } }, ...options });
  log.length = 0;
  view.render();
  const places = ["#010203", dark.goal, dark.surfaces[0].edge, "#00ff01", dark.balls[0].fill].map((color) => log.indexOf(color));
  assert.ok(places.every((place, n) => place > (places[n - 1] ?? -1)), `${places}: ${log}`);
  view.free();
  stage.free();
});

test("a ball that the viewer's hand drags comes to the pointer, and stays there", async () => {
  const { View } = await import(new URL("view.js", pkg));
  const pen = new Proxy({}, { get: () => () => {}, set: () => true });
  const hands = {};
  // A canvas of 200 by 200 pixels, which shows 2 by 2 metres.
  const canvas = {
    width: 200, height: 200, clientWidth: 200, clientHeight: 200,
    getContext: () => pen,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }),
    addEventListener: (name, does) => (hands[name] = does),
    setPointerCapture() {},
  };
  Object.assign(globalThis, { ResizeObserver: class { observe() {} disconnect() {} }, getComputedStyle: () => ({ getPropertyValue: () => "" }), cancelAnimationFrame() {} });
  for (const dt of [1 / 240, 1 / 60, 0.5]) {
    const world = new World({ gravity: [0, 0] });
    // Its own way leads past the pointer.
    const ball = world.addBall({ radius: 0.1, position: [0.5, 0], velocity: [0, 3] });
    const view = new View(canvas, world, { dt, bounds: { min: { x: -1, y: -1 }, max: { x: 1, y: 1 } } });
    const { scale } = view.camera;
    const pointer = (x, y) => ({ clientX: 100 + x * scale, clientY: 100 - y * scale, pointerId: 1 });
    hands.pointerdown(pointer(0.5, 0));
    hands.pointermove(pointer(-0.5, 0.25));
    for (let time = 0; time < 1; time += dt) view.step();
    for (let time = 0; time < 1; time += dt) {
      const { x, y } = world.position(ball);
      assert.ok(Math.hypot(x + 0.5, y - 0.25) < 1e-3, `${dt}: ${x} ${y}`);
      view.step();
    }
    hands.pointermove(pointer(0, 0));
    view.step();
    hands.pointerup();
    const { x, y } = world.velocity(ball);
    for (let n = 0; n < 4; n++) view.step();
    assert.deepEqual(world.velocity(ball), { x, y }, "the hand has let go");
    hands.pointerdown(pointer(world.position(ball).x, world.position(ball).y));
    world.removeBody(ball);
    view.step();
    view.free();
  }
});
