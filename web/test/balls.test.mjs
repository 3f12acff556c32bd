// What a game changes and asks between steps, against closed forms.
import assert from "node:assert/strict";
import { test } from "node:test";

const core = await import(new URL("../../crates/wasm/pkg/carom.js", import.meta.url));
core.initSync();
const { World } = core;
const near = (value, expected, by = 1e-5) => assert.ok(Math.abs(value - expected) < by, `${value} is not ${expected}`);
const weightless = () => new World({ gravity: [0, 0] });

test("gravity changes alone", () => {
  const world = new World({ gravity: [0, -10], maxSpeed: 3 });
  const ball = world.addBall({ radius: 0.1 });
  world.setGravity({ x: 10, y: 0 });
  for (let n = 0; n < 15; n++) world.step(1 / 60);
  near(world.velocity(ball).x, 2.5);
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  near(world.velocity(ball).x, 3);
});

test("a ball grows, gains weight and floats", () => {
  const world = new World({ gravity: [0, -10] });
  const ball = world.addBall({ radius: 0.1, mass: 1, userData: 7 });
  world.setRadius(ball, 0.2);
  assert.equal(world.radius(ball), Math.fround(0.2));
  assert.equal(world.masses()[0], 1);
  world.setMass(ball, 4);
  assert.deepEqual([...world.masses()], [4, Math.fround(0.5 * 4 * Math.fround(0.2) ** 2)]);
  world.setGravityScale(ball, 0);
  world.step(1 / 60);
  assert.deepEqual(world.velocity(ball), { x: 0, y: 0 });
  assert.equal(world.userData(ball), 7);
  world.setUserData(ball, 2 ** 53 - 1);
  assert.equal(world.userData(ball), 2 ** 53 - 1);
  for (const [call, field] of [["setRadius", "radius"], ["setMass", "mass"], ["setGravityScale", "scale"], ["setUserData", "userData"]]) {
    assert.throws(() => world[call](ball, Number.NaN), new RegExp(`^Error: ${field} is NaN, but must be`));
    assert.throws(() => world[call](ball), new RegExp(`^Error: ${field} is undefined, but must be`));
  }
});

test("one ball is dragged, another has a top speed, the third flies on", () => {
  const world = weightless();
  const [dragged, capped, free] = [{ drag: 2 }, { maxSpeed: 3 }, {}].map((own, n) => world.addBall({ position: [0, n], radius: 0.1, velocity: [4, 0], ...own }));
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  near(world.velocity(dragged).x, 4 * Math.exp(-2));
  near(world.position(dragged).x, 2 * (1 - Math.exp(-2)));
  assert.deepEqual([world.velocity(capped).x, world.velocity(free).x], [3, 4]);
  world.setDrag(dragged, 0);
  world.setMaxSpeed(capped, Infinity);
  world.setVelocity(capped, [9, 0]);
  const { x } = world.velocity(dragged);
  world.step(1 / 60);
  assert.deepEqual([world.velocity(dragged).x, world.velocity(capped).x], [x, 9]);
  assert.throws(() => world.setDrag(capped, -1), /^Error: drag is -1, but must be between 0 and 1e6/);
  assert.throws(() => world.setMaxSpeed(capped, 0), /^Error: speed is 0, but must be at least 1e-6/);
  assert.throws(() => world.addBall({ radius: 1, maxSpeed: Number.NaN }), /^Error: ball\.maxSpeed is NaN/);
});

test("forces and impulses move a ball by its mass", () => {
  const world = weightless();
  const ball = world.addBall({ radius: 0.5, mass: 2 });
  for (let n = 0; n < 60; n++) {
    world.applyForce(ball, [4, 0]);
    world.step(1 / 60);
  }
  near(world.velocity(ball).x, 2);
  // A disc of 2 kg and radius 0.5 m: moment of inertia 0.25 kg m^2.
  world.applyAngularImpulse(ball, 0.5);
  near(world.angularVelocity(ball), 2);
  assert.throws(() => world.applyForce(ball, [1e30, 0]), /force is 1e30/);
  assert.throws(() => world.applyAngularImpulse(ball, "1"), /impulse is "1"/);
});

test("a scale weighs what lies on it", () => {
  const world = new World({ gravity: [0, -10] });
  const scale = world.addBody({ shapes: [{ type: "segment", a: [-1, 0], b: [1, 0] }] });
  const ball = world.addBall({ position: [0.5, 0.1], radius: 0.1, mass: 2 });
  for (let n = 0; n < 120; n++) world.step(1 / 60);
  const { force, torque } = world.loadOn(scale);
  assert.ok(Math.abs(force.x) < 1e-2 && Math.abs(force.y + 20) < 1e-2 && Math.abs(torque + 10) < 1e-2, `${force.x} ${force.y} ${torque}`);
  world.removeBody(ball);
  assert.equal(world.loadOn(ball), undefined);
});

test("a gate that is out of play lets a ball fall, a ball out of play waits", () => {
  const world = new World({ gravity: [0, -10] });
  const gate = world.addBody({ shapes: [{ type: "halfPlane", normal: [0, 1] }, { type: "circle", center: [0, 5], radius: 0.1 }] });
  const ball = world.addBall({ position: [0, 0.5], radius: 0.1 });
  world.setEnabled(ball, false);
  world.step(1 / 60);
  assert.deepEqual([world.isEnabled(ball), world.position(ball).y], [false, 0.5]);
  world.setEnabled(ball, true);
  world.setEnabled(gate, false);
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  near(world.position(ball).y, -4.5, 1e-4);
  world.setEnabled(gate, true);
  const [, pin] = world.shapesOf(gate);
  world.setShapeEnabled(pin, false);
  assert.deepEqual([world.isShapeEnabled(pin), world.isEnabled(gate)], [false, true]);
  assert.deepEqual(world.overlapBall([0, 5], 0.05), []);
  world.setShapeEnabled(pin, true);
  assert.equal(world.overlapBall([0, 5], 0.05)[0].shape, pin);
  assert.deepEqual([world.isEnabled(99), world.isShapeEnabled(99)], [false, false]);
  assert.throws(() => world.setEnabled(gate), /^Error: enabled is undefined, but must be true or false/);
  assert.throws(() => world.setShapeEnabled(99, true), /^Error: shape 99 is not in this world/);
});

test("a shape grows under its own id", () => {
  const world = weightless();
  const body = world.addBody();
  const balloon = world.addShape(body, { type: "circle", radius: 0.1, userData: 4 });
  world.setShape(balloon, { type: "circle", radius: 0.3 });
  assert.equal(world.castRay([1, 0], [-1, 0]).shape, balloon);
  near(world.castRay([1, 0], [-1, 0]).point.x, 0.3);
  assert.equal(world.shapeUserData(balloon), 0);
  world.setShapeUserData(balloon, 9);
  assert.equal(world.shapeUserData(balloon), 9);
  assert.throws(() => world.setShape(balloon, { type: "circle", radius: -1 }), /^Error: to\.radius is -1, but must be/);
  assert.throws(() => world.setShape(balloon, { type: "ball", radius: 1 }), /^Error: to\.type is "ball"/);
  assert.throws(() => world.setShapeUserData(99, 1), /^Error: shape 99 is not in this world/);
});

test("a world is cleared for the next level, and no id comes twice", () => {
  const world = weightless();
  const table = world.addBody({ shapes: [{ type: "circle", radius: 1 }] });
  const ball = world.addBall({ radius: 0.1, position: [3, 0] });
  assert.deepEqual([world.contains(table), world.contains(ball), world.contains(99)], [true, true, false]);
  world.clear();
  assert.deepEqual([world.contains(table), world.contains(ball), world.ballCount], [false, false, 0]);
  const next = world.addBall({ radius: 0.1 });
  assert.ok(next !== ball && next !== table && world.contains(next));
});

test("a ball knows what it rests on", () => {
  const world = new World({ gravity: [0, -10] });
  const floor = world.addBody({ shapes: [{ type: "halfPlane", normal: [0, 1] }] });
  const ball = world.addBall({ position: [0, 0.1], radius: 0.1 });
  const far = world.addBall({ position: [5, 9], radius: 0.1 });
  for (let n = 0; n < 10; n++) world.step(1 / 60);
  const [contact] = world.contactsOf(ball);
  assert.deepEqual([contact.bodyA, contact.bodyB], [floor, ball]);
  near(contact.normal.y, 1);
  assert.deepEqual(world.contactsOf(far), []);
  assert.deepEqual(world.contactsOf(floor), world.contacts());
});

test("balls in a rectangle that a player drags are found", () => {
  const world = weightless();
  const [inside] = [[5, 5], [9, 5]].map((position) => world.addBall({ position, radius: 0.1 }));
  const marked = { type: "box", min: [-1, -0.5], max: [1, 0.5] };
  assert.deepEqual(world.overlapShape(marked, [5.9, 5]), [inside]);
  assert.deepEqual(world.overlapShape(marked, [5.9, 5], Math.PI / 2), []);
  assert.deepEqual(world.overlapShape(marked, [5.9, 5], 0, { mask: 2 }), []);
  assert.throws(() => world.overlapShape(marked, [Number.NaN, 0]), /^Error: position is NaN/);
  assert.throws(() => world.overlapShape({ type: "box", min: [0, 0] }, [0, 0]), /^Error: shape\.max is missing/);
});

test("a prediction of all tells where the struck ball goes, to the last bit", () => {
  const world = weightless();
  const material = { restitution: 1, friction: 0 };
  const cue = world.addBall({ radius: 0.1, material });
  const object = world.addBall({ position: [1, 0.1], radius: 0.1, material });
  const { shot, paths, impacts } = world.predictAll({ ball: cue, velocity: [3, 0], seconds: 0.5, dt: 1 / 64 });
  assert.equal(shot, cue);
  assert.deepEqual(paths.map(({ ball }) => ball), [cue, object]);
  assert.equal(impacts.length, 1);
  world.setVelocity(cue, [3, 0]);
  for (let n = 0; n < 32; n++) world.step(1 / 64);
  for (const { ball, points } of paths) {
    const [x, y, time] = points.slice(-3);
    assert.deepEqual([{ x, y }, time], [world.position(ball), 0.5]);
  }
  const described = world.predictAll({ ball: { radius: 0.1, position: [0, 3], velocity: [1, 0] }, seconds: 0.1 });
  assert.equal(world.contains(described.shot), false);
  assert.equal(described.paths.find(({ ball }) => ball === described.shot).points.length % 3, 0);
  assert.throws(() => world.predictAll({ ball: cue, seconds: -1 }), /^Error: query\.seconds is -1/);
});

test("a billiard ball is given back spin", () => {
  const world = weightless();
  world.setFloor({});
  const cue = world.addBall({ radius: 0.03, sphere: true, velocity: [2, 0] });
  world.setRollingVelocity(cue, [-2, 0]);
  assert.deepEqual(world.rollingVelocity(cue), { x: -2, y: 0 });
  for (let n = 0; n < 30; n++) world.step(1 / 60);
  assert.ok(world.rollingVelocity(cue).x > -2 && world.velocity(cue).x < 2, "friction makes the two alike");
  assert.equal(world.rollingVelocity(99), undefined);
  assert.throws(() => world.setRollingVelocity(cue, [Number.NaN, 0]), /^Error: velocity is NaN, but must be finite/);
});

test("a ball at rest sleeps, and wakes", () => {
  const world = new World();
  world.addBody({ shapes: [{ type: "halfPlane", normal: [0, 1] }] });
  const ball = world.addBall({ position: [0, 0.1], radius: 0.1 });
  for (let n = 0; n < 120; n++) world.step(1 / 60);
  assert.equal(world.isAsleep(ball), true);
  world.wake(ball);
  assert.equal(world.isAsleep(ball), false);
  assert.equal(world.isAsleep(99), false);
  assert.throws(() => world.wake(99), /body 99 is not in this world/);
});

test("shapes are found by their body, and bodies by their shape", () => {
  const world = new World();
  const body = world.addBody({ shapes: [{ type: "circle", radius: 1, userData: 3 }, { type: "circle", radius: 2, sensor: true }] });
  const third = world.addShape(body, { type: "circle", radius: 3 });
  const shapes = world.shapesOf(body);
  assert.equal(shapes.length, 3);
  assert.equal(shapes[1], third);
  assert.deepEqual(shapes.map((shape) => world.shapeBody(shape)), [body, body, body]);
  assert.deepEqual(shapes.map((shape) => world.shapeUserData(shape)), [3, 0, 0]);
  assert.deepEqual(shapes.map((shape) => world.isSensor(shape)), [false, false, true]);
  assert.deepEqual(world.shapesOf(world.addBall({ radius: 1 })), []);
  world.removeShape(third);
  assert.deepEqual([world.shapeBody(third), world.shapeUserData(third), world.isSensor(third)], [undefined, undefined, false]);
});

test("a pair that came to touch is named once, by bounce or at rest", () => {
  const world = new World();
  const floor = world.addBody({ shapes: [{ type: "halfPlane", normal: [0, 1], material: { restitution: 0 } }] });
  const bounces = world.addBall({ position: [0, 0.11], radius: 0.1, velocity: [0, -3] });
  const laid = world.addBall({ position: [1, 0.1], radius: 0.1 });
  const touched = [];
  for (let n = 0; n < 5; n++) {
    world.step(1 / 60);
    touched.push(...world.touched());
  }
  const [shape] = world.shapesOf(floor);
  for (const ball of [bounces, laid]) {
    assert.ok(touched.some(({ bodyA, shapeA, bodyB }) => bodyA === floor && shapeA === shape && bodyB === ball));
  }
  world.step(1 / 60);
  const met = (list) => list.map(({ bodyA, bodyB }) => `${bodyA} ${bodyB}`);
  assert.equal(new Set(met(world.touched())).size, world.touched().length);
});

test("a kinematic body goes over several steps, and keeps its angle if none is given", () => {
  const world = weightless();
  const paddle = world.addBody({ type: "kinematic", angle: 1, shapes: [{ type: "circle", radius: 0.1 }] });
  world.moveKinematicOver(paddle, [0.8, 0], 4 / 240);
  for (let n = 1; n <= 4; n++) {
    world.step(1 / 240);
    near(world.position(paddle).x, 0.2 * n);
  }
  near(world.angle(paddle), 1);
  world.moveKinematic(paddle, [0, 0]);
  world.step(1 / 240);
  near(world.position(paddle).x, 0);
  near(world.angle(paddle), 1);
  world.moveKinematicOver(paddle, [0, 0], 2 / 240, 2);
  world.step(1 / 240);
  near(world.angle(paddle), 1.5);
  world.step(1 / 240);
  // From 2 to -3 radians is 1.28 the short way round; a turn with a sign says otherwise.
  world.moveKinematic(paddle, [0, 0], -3);
  world.step(1 / 240);
  near(world.angle(paddle), 2 * Math.PI - 3);
  world.moveKinematicTurning(paddle, [0, 0], -4 * Math.PI);
  world.step(1 / 240);
  near(world.angle(paddle), -2 * Math.PI - 3);
  assert.throws(() => world.moveKinematicTurning(paddle, [0, 0], 1e9), /turn is 1e9, but must be finite, between -1e6 and 1e6/);
  assert.throws(() => world.moveKinematicOver(paddle, [0, 0]), /seconds is undefined, but must be a number/);
  assert.throws(() => world.moveKinematicOver(paddle, [0, 0], -1), /seconds is -1, but must be between 0 and 1e6/);
});

test("what ends by a removal is in the events of the next step", () => {
  const world = weightless();
  const shapes = [{ type: "circle", radius: 1, sensor: true }];
  world.addBody({ type: "fixed", shapes });
  const ball = world.addBall({ position: [0, 0], radius: 0.1 });
  world.step(1 / 60);
  assert.equal(world.sensorEntered().length, 1);
  world.removeBody(ball);
  world.step(1 / 60);
  assert.deepEqual(world.sensorExited().map((stay) => stay.ball), [ball]);
});
