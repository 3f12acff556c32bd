// The npm package under Node, against closed forms and the golden hashes of the native engine.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { compress } from "lzma1";
import { unpack } from "../../crates/wasm/npm/lzma.js";

const pkg = new URL("../../crates/wasm/pkg/", import.meta.url);
const scenes = new URL("../../examples/scenes/", import.meta.url);
const core = await import(new URL("carom.js", pkg));
const full = await import(new URL("full.js", pkg));
const { World, Flipper, Kicker } = core;

test("a call before the start says what is missing", () => {
  assert.throws(() => new World(), /await init\(\)/);
});

test("it starts at once, and a second start does nothing", async () => {
  core.initSync();
  core.initSync();
  await core.init();
  await full.init();
  assert.equal(new World().ballCount, 0);
});

test("what another program packed by LZMA is unpacked, and damage does no harm", () => {
  let dice = 1;
  const next = () => (dice = (dice * 1103515245 + 12345) % 2147483648);
  const cases = [[0], Array(70_000).fill(7), Array.from({ length: 30_000 }, () => next() >> 16 & 255), Array.from({ length: 50_000 }, (_, n) => n % 257 & 255)];
  // Words that come back near and far, some of them changed.
  const words = Array.from({ length: 40 }, () => Array.from({ length: 3 + next() % 60 }, () => next() >> 16 & 255));
  cases.push(Array.from({ length: 4_000 }, () => words[next() % 40].map((byte) => (next() % 50 ? byte : 0))).flat());
  for (const bytes of cases) {
    const packed = Uint8Array.from(compress(Uint8Array.from(bytes), 9), (byte) => byte & 255);
    assert.deepEqual(unpack(packed), Uint8Array.from(bytes));
    for (let n = 0; n < 20; n++) {
      const broken = packed.slice(0, 18 + next() % packed.length);
      broken[18 + next() % packed.length] ^= 1 + next() % 255;
      try {
        assert.equal(unpack(broken).length, bytes.length);
      } catch (error) {
        assert.match(error.message, /damaged|Offset/);
      }
    }
  }
});

test("a free fall is that of the closed form", () => {
  const world = new World({ gravity: [0, -10] });
  const ball = world.addBall({ position: { x: 0, y: 5 }, radius: 0.1 });
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  assert.ok(Math.abs(world.position(ball).y - 0) < 1e-4, `${world.position(ball).y}`);
  assert.ok(Math.abs(world.velocity(ball).y + 10) < 1e-4);
});

test("a ball at 10 000 m/s stays before a wall without thickness", () => {
  const world = new World({ gravity: [0, 0] });
  const wall = world.addBody({ shapes: [{ type: "segment", a: [1, -1], b: [1, 1] }] });
  const ball = world.addBall({ radius: 0.01, velocity: [10000, 0] });
  world.step(1 / 60);
  const [impact] = world.impacts();
  assert.equal(impact.bodyA, wall);
  assert.equal(impact.bodyB, ball);
  assert.ok(Math.abs(impact.time - 0.99 / 10000) < 1e-9);
  assert.ok(Math.abs(impact.approachSpeed - 10000) < 1e-2);
  assert.ok(world.position(ball).x < 1);
});

test("an outline is a room, and a block if it is solid", () => {
  const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const round = { type: "path", start: [-1, 0], legs: [{ arc: [1, 0], through: [0, -1] }, { arc: [-1, 0], through: [0, 1] }] };
  for (const outline of [
    { type: "box", min: [-1, -1], max: [1, 1] },
    { type: "polyline", points: square, closed: true },
    { type: "polyline", points: square.toReversed?.() ?? [...square].reverse(), closed: true },
    { type: "path", start: square[0], legs: square.slice(1).map((line) => ({ line })), closed: true },
    round,
    { type: "arc", radius: 1, start: 0, sweep: 2 * Math.PI },
    { type: "arc", radius: 1, start: 0, sweep: -2 * Math.PI },
  ]) {
    /** Where a ball comes to that starts at `x` and flies to the right. */
    const flown = (solid, x) => {
      const world = new World({ gravity: [0, 0] });
      world.addBody({ shapes: [{ ...outline, solid }] });
      const ball = world.addBall({ position: [x, 0], radius: 0.1, velocity: [5, 0] });
      for (let n = 0; n < 120; n++) world.step(1 / 120);
      return world.position(ball).x;
    };
    const name = JSON.stringify(outline);
    assert.ok(Math.abs(flown(false, 0)) < 1, `${name} keeps a ball in`);
    assert.ok(Math.abs(flown(undefined, 0)) < 1, `${name} keeps a ball in`);
    assert.ok(flown(true, 0.2) > 1, `${name} pushes a ball out if it is solid`);
    assert.ok(flown(true, -2) < -1, `${name} stops balls from outside`);
  }
});

test("a stepper makes steps of one length of any frames", () => {
  const { Stepper } = core;
  const stepper = new Stepper(1 / 60);
  assert.equal(stepper.dt, Math.fround(1 / 60));
  const within = [];
  // What a step calls may ask the stepper itself.
  assert.equal(stepper.advance(0.04, () => within.push(stepper.alpha)), 2);
  assert.equal(within.length, 2);
  assert.ok(Math.abs(stepper.alpha - 0.4) < 1e-3, `${stepper.alpha}`);
  assert.equal(stepper.stepsDue(0.02), 1);
  assert.equal(stepper.stepsDue(3), 6, "a long frame is cut");
  assert.equal(new Stepper(1 / 64, 1).stepsDue(3), 64);
  for (const none of [0, -1, Number.NaN]) assert.equal(new Stepper(1 / 60).stepsDue(none), 0);
  let calls = 0;
  const own = new Error("mine");
  assert.throws(() => new Stepper(0.01).advance(0.05, () => { calls++; throw own; }), (error) => error === own);
  assert.equal(calls, 1);
  const says = (call, message) => assert.throws(call, (error) => error.message.startsWith(message) || assert.fail(error.message));
  says(() => new Stepper(), "dt is undefined, but must be a number");
  says(() => new Stepper(0), "dt is 0, but must be between 1e-6 and 1 second");
  says(() => new Stepper(0.01, -1), "maxFrameTime is -1, but must be between 1e-6 and 1e6 seconds");
  says(() => new Stepper(0.01, null), "maxFrameTime is null, but must be a number");
  says(() => stepper.advance(), "frame is undefined, but must be a number");
  says(() => stepper.advance(1), "step is undefined, but must be a function");
  says(() => stepper.stepsDue("1"), 'frame is "1", but must be a number');
});

for (const file of ["crates/wasm/npm/README.md", "docs/web.md"]) {
  test(`the loop in ${file} runs at one pace on every screen`, async () => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    const [, code] = /```js\n((?:(?!```)[\s\S])*new Stepper[\s\S]*?)```/.exec(text);
    for (const rate of [30, 60, 144, 240]) {
      let next;
      let drawn = 0;
      Object.assign(globalThis, { requestAnimationFrame: (frame) => (next = frame), sound() {}, draw: (balls) => (drawn = balls[1]) });
      const own = code.replace('from "carom"', `from "${new URL("carom.js", pkg)}"`)
        .replace("// ... balls and bodies ...", "const ball = globalThis.ball = world.addBall({ radius: 1 }); globalThis.world = world;");
      const start = performance.now();
      await import(`data:text/javascript,${encodeURIComponent(`${own}// ${rate}`)}`);
      // The program took its start a little later than this test.
      for (let n = 1; n <= rate; n++) next(start + (1000 * n) / rate);
      const fallen = globalThis.world.velocity(globalThis.ball).y;
      assert.ok(Math.abs(fallen + 9.81) < 0.4, `${rate} Hz: ${fallen} m/s after a second`);
      assert.ok(Math.abs(drawn + 9.81 / 2) < 0.6, `${rate} Hz: drawn at ${drawn}`);
    }
  });
}

test("what is wrong is thrown with field, value and range", () => {
  const world = new World();
  const says = (call, pattern) => assert.throws(call, (error) => error instanceof Error && (pattern.test(error.message) || assert.fail(error.message)));
  says(() => world.addBall({ radius: -1 }), /ball\.radius is -1, but must be/);
  says(() => world.addBall({ radius: 1, inertiaFactor: 3 }), /ball\.inertiaFactor is 3, but must be between 0\.01 and 1/);
  says(() => world.addBall({}), /ball\.radius is missing/);
  says(() => world.addBall({ radius: 1, colour: "red" }), /ball\.colour is not known; known are .*position/);
  says(() => world.addBall({ radius: "big" }), /ball\.radius is "big", but must be a number/);
  says(() => world.addBall({ radius: 1, position: [1, 2, 3] }), /ball\.position is an array, but must be a point/);
  says(() => world.addBall({ radius: 1, material: { restitution: 9 } }), /restitution is 9/);
  says(() => world.addBall(null), /ball is null, but must be an object/);
  says(() => world.addBody({ shapes: [{ type: "blob" }] }), /body\.shapes\[0\]\.type is "blob"/);
  says(() => world.addBody({ type: "hinge" }), /body\.inertia is missing/);
  says(() => world.step(-1), /dt is -1/);
  says(() => world.step(Number.NaN), /dt is NaN/);
  says(() => world.setVelocity(12345, [0, 0]), /./);
  says(() => world.restore(new Uint8Array([1, 2, 3])), /these bytes are no snapshot/);
  const other = world.snapshot();
  other[5] = 9;
  says(() => world.restore(other), /layout version 9, but this version of the engine reads 1/);
  says(() => new Flipper(world, { side: "up", pivot: [0, 0] }), /flipper\.side is "up"/);
  says(() => new Kicker(world, 1, {}), /kicker\.center is missing/);
  assert.equal(world.ballCount, 0);
  assert.equal(world.position(Number.NaN), undefined);
});

test("views hold all balls, in one array", () => {
  const world = new World({ gravity: [0, 0] });
  const ids = [1, 2, 3].map((x) => world.addBall({ position: [x, -x], radius: x / 10, mass: 2, velocity: [x, 0] }));
  assert.deepEqual([...world.ids()], ids);
  const places = world.transforms();
  assert.ok(places instanceof Float32Array);
  assert.deepEqual([...places.slice(4, 8)], [2, -2, 0, Math.fround(0.2)]);
  assert.deepEqual([...world.velocities().slice(6, 9)], [3, 0, 0]);
  assert.equal(world.masses()[0], 2);
  world.addBody({ shapes: [{ type: "box", min: [0, 0], max: [1, 1] }, { type: "circle", radius: 1, sensor: true }] });
  assert.equal(world.outlines().length, 9 * 5);
});

test("snapshot, restore and hash go together", () => {
  const world = new World();
  world.addBody({ shapes: [{ type: "halfPlane", normal: [0, 1] }] });
  for (let n = 0; n < 30; n++) world.addBall({ position: [0.3 * (n % 5), 1 + n / 4], radius: 0.1 });
  const start = world.snapshot();
  const run = () => {
    for (let n = 0; n < 120; n++) world.step(1 / 60);
    return world.stateHash();
  };
  const first = run();
  assert.equal(typeof first, "bigint");
  world.restore(start);
  assert.equal(run(), first);
  const other = World.fromSnapshot(start);
  assert.notEqual(other.stateHash(), first);
});

test("sensors, links, joints, fields, queries and predictions", () => {
  const world = new World({ gravity: [0, 0] });
  const body = world.addBody();
  const gate = world.addShape(body, { type: "segment", a: [1, -1], b: [1, 1], sensor: true });
  const ball = world.addBall({ radius: 0.1, velocity: [60, 0] });
  world.step(1 / 30);
  assert.deepEqual(world.sensorEntered().map(({ ball: who, shape }) => [who, shape]), [[ball, gate]]);
  const rope = world.addLink({ type: "rope", a: [2, 0], b: ball, length: 1 });
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  const { x, y } = world.position(ball);
  assert.ok(Math.hypot(x - 2, y) < 1.01);
  world.removeLink(rope);
  world.addField({ attractor: { center: [0, 0], strength: 1, softening: 0.1 } });
  const bat = world.addBody({ type: "hinge", position: [5, 5], inertia: 1, limits: [0, 1], shapes: [{ type: "capsule", a: [0, 0], b: [1, 0], radius: 0.1 }] });
  world.setMotor(bat, { velocity: 1, maxForce: 100 });
  for (let n = 0; n < 120; n++) world.step(1 / 60);
  assert.equal(world.jointPosition(bat), 1);
  assert.equal(world.kind(bat), "hinge");
  const hit = world.castRay([5.2, 0], [0, 10]);
  assert.equal(hit.body, bat);
  assert.ok(world.closestPoint([5, 4], 5).distance < 1);
  const path = world.predict({ ball: { radius: 0.1, position: [-5, -5], velocity: [1, 0] }, seconds: 1 });
  assert.ok(path.points.length >= 6 && path.points.length % 3 === 0);
  world.free();
});

test("a class is given back at the end of its block", () => {
  const world = new World();
  world[Symbol.dispose]?.();
  assert.throws(() => world.step(1 / 60));
});

test("CommonJS and the file apart do the same", async () => {
  const common = createRequire(import.meta.url)(new URL("carom.cjs", pkg).pathname);
  common.initSync();
  const apart = await import(new URL("carom-wasm.js", pkg));
  await apart.init();
  const hash = (World) => {
    const world = new World();
    world.addBall({ radius: 0.1 });
    world.step(1 / 60);
    return world.stateHash();
  };
  assert.equal(hash(common.World), hash(World));
  assert.equal(hash(apart.World), hash(World));
});

test("faults of scenes have line and column", () => {
  const { Stage } = full;
  assert.throws(() => Stage.fromRon("(\n    carom: 1,\n    balls: [(radius: -1)],\n)"), (error) => {
    assert.equal(error.name, "SceneError");
    assert.equal(error.line, 3);
    assert.ok(error.column > 0);
    assert.match(error.message, /radius/);
    return true;
  });
  assert.throws(() => Stage.fromJson('{"carom": 1,\n "bals": []}'), (error) => error.line === 2 && /balls/.test(error.help));
  assert.throws(() => Stage.fromHaxball("{"), Error);
});

const includes = {};
for (const name of readdirSync(new URL("include/", scenes))) includes[`include/${name}`] = readFileSync(new URL(`include/${name}`, scenes), "utf8");
const named = process.env.CAROM_SCENES?.split(",");
for (const file of readdirSync(new URL("golden/", scenes)).filter((file) => file.endsWith(".json"))) {
  const name = file.slice(0, -5);
  test(`${name} comes to the golden hash`, { skip: named && !named.includes(name) }, () => {
    const golden = JSON.parse(readFileSync(new URL(`golden/${file}`, scenes), "utf8"));
    const stage = full.Stage.fromRon(readFileSync(new URL(`${name}.ron`, scenes), "utf8"), includes);
    while (stage.steps < golden.steps) stage.step();
    assert.equal(stage.world.stateHash().toString(16).padStart(16, "0"), golden.hash);
  });
}

test("a stage that was saved goes on bit for bit", () => {
  const stage = full.Stage.fromRon(readFileSync(new URL("pinball.ron", scenes), "utf8"));
  for (let n = 0; n < 2000; n++) stage.step();
  const other = full.Stage.fromJson(stage.save());
  for (let n = 0; n < 2000; n++) {
    stage.step();
    other.step();
  }
  assert.equal(other.steps, stage.steps);
  assert.equal(other.world.stateHash(), stage.world.stateHash());
  assert.match(stage.world.svg(), /^<svg/);
});

test("a Haxball stadium is played", () => {
  const stage = full.Stage.fromHaxball(readFileSync(new URL("disc_football.hbs", scenes), "utf8"));
  for (let n = 0; n < 60; n++) stage.step();
  assert.ok(stage.world.ballCount > 0);
});
