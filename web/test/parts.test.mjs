// The parts of a pinball table between snapshots, and after balls were removed.
import assert from "node:assert/strict";
import { test } from "node:test";

const core = await import(new URL("../../crates/wasm/pkg/carom.js", import.meta.url));
core.initSync();
const { World } = core;
const dt = 1 / 240;

/** A table with each kind of part, and how it is stepped. */
function table() {
  const world = new World({ gravity: [0, -1.11] });
  const body = world.addBody({ shapes: [{ type: "box", min: [0, 0], max: [0.5, 1] }] });
  const parts = {
    flipper: new core.Flipper(world, { side: "left", pivot: [0.1, 0.1] }),
    plunger: new core.Plunger(world, { tip: [0.45, 0.1], direction: [0, 1] }),
    bumper: new core.Bumper(world, body, { center: [0.2, 0.7] }),
    slingshot: new core.Slingshot(world, body, { a: [0.05, 0.4], b: [0.1, 0.3] }),
    gate: new core.Gate(world, { pivot: [0.3, 0.9], end: [0.34, 0.9] }),
    spinner: new core.Spinner(world, { pivot: [0.35, 0.5] }),
    drop: new core.DropTarget(world, body, { a: [0.15, 0.5], b: [0.18, 0.5] }),
    standup: new core.StandupTarget(world, body, { a: [0.22, 0.5], b: [0.25, 0.5] }),
    rollover: new core.Rollover(world, body, { a: [0.2, 0.6], b: [0.25, 0.6] }),
    kicker: new core.Kicker(world, body, { center: [0.3, 0.3], eject: [0.5, 1] }),
    seesaw: new core.Seesaw(world, { pivot: [0.25, 0.15], halfLength: 0.03 }),
    ramp: new core.Ramp(world, body, { mouths: [{ a: [0.4, 0.6], b: [0.45, 0.6] }], on: { category: 2, mask: 3 }, off: { category: 1, mask: 3 } }),
  };
  for (let n = 0; n < 6; n++) {
    world.addBall({ position: [0.08 + 0.06 * n, 0.85], velocity: [0.3 - 0.1 * n, 0], radius: 0.0135, mass: 0.08, sphere: true, filter: { category: 1, mask: 3 } });
  }
  return { world, parts };
}

function step(world, parts, n) {
  parts.flipper.update(world, n % 90 < 30, dt);
  if (n % 300 < 200) parts.plunger.update(world, 0.8, dt);
  else parts.plunger.fire(world, 0.8, dt);
  parts.drop.update(world, n % 400 === 399);
  parts.kicker.update(world, n % 240 === 239, dt);
  parts.ramp.update(world);
  world.step(dt);
  const { bumper, slingshot, ...rest } = parts;
  return [bumper.read(world, dt), slingshot.read(world, dt), ...Object.values(rest).map((part) => part.read(world))];
}

test("a snapshot and clones of the parts go on bit for bit", () => {
  const { world, parts } = table();
  let ago = 0;
  for (; ago < 450; ago++) step(world, parts, ago);
  const snapshot = world.snapshot();
  const kept = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.clone()]));
  const run = (own) => {
    const reports = [];
    for (let n = ago; n < ago + 900; n++) reports.push(JSON.stringify(step(world, own, n)));
    return [world.stateHash(), reports];
  };
  const first = run(parts);
  world.restore(snapshot);
  assert.notDeepEqual(run(parts)[1], first[1], "what the parts know has changed meanwhile");
  world.restore(snapshot);
  const [hash, reports] = run(Object.fromEntries(Object.entries(kept).map(([name, part]) => [name, part.clone()])));
  assert.deepEqual(reports, first[1]);
  assert.equal(hash, first[0]);
  world.restore(snapshot);
  assert.equal(run(kept)[0], hash, "a clone of a clone is the same");
});

test("a table that is built again goes on from the bytes of world and parts", () => {
  const { world, parts } = table();
  let ago = 0;
  for (; ago < 450; ago++) step(world, parts, ago);
  const saved = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.snapshot()]));
  const bytes = world.snapshot();
  const run = (world, own) => {
    const reports = [];
    for (let n = ago; n < ago + 300; n++) reports.push(JSON.stringify(step(world, own, n)));
    return [world.stateHash(), reports];
  };
  const rebuilt = table();
  rebuilt.world.restore(bytes);
  for (const [name, part] of Object.entries(rebuilt.parts)) part.restore(saved[name]);
  assert.deepEqual(run(rebuilt.world, rebuilt.parts), run(world, parts));
  assert.throws(() => rebuilt.parts.flipper.restore(saved.kicker), /kind/);
  assert.throws(() => rebuilt.parts.flipper.restore(), /bytes is undefined/);
});

test("a ball that is removed from a kicker leaves no ghost", () => {
  for (const steps of [0, 50]) {
    const world = new World({ gravity: [0, -1] });
    const kicker = new core.Kicker(world, world.addBody(), { center: [0, 0], eject: [0, -1] });
    const drop = () => world.addBall({ position: [0, 0.1], radius: 0.0135, mass: 0.08 });
    const fall = () => {
      for (let n = 0; n < 300; n++) {
        kicker.update(world, false, dt);
        world.step(dt);
        const state = kicker.read(world);
        if (state.caught) return state.ball;
      }
    };
    const first = drop();
    assert.equal(fall(), first);
    for (let n = 0; n < steps; n++) {
      kicker.update(world, false, dt);
      world.step(dt);
      kicker.read(world);
    }
    world.removeBody(first);
    kicker.update(world, steps > 0, dt);
    world.step(dt);
    assert.deepEqual(kicker.read(world), { ball: undefined, caught: false, ejected: false });
    const second = drop();
    assert.equal(fall(), second);
  }
});
