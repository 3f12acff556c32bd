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
