// What is thrown, and in which words: fields as JavaScript wrote them at the place where they stand, ids as numbers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const pkg = new URL("../../crates/wasm/pkg/", import.meta.url);
const core = await import(new URL("carom.js", pkg));
const full = await import(new URL("full.js", pkg));
core.initSync();
full.initSync();
const { World, Flipper, Bumper, Plunger, Ramp, Rollover } = core;

const says = (call, text) => assert.throws(call, (error) => {
  assert.ok(error instanceof Error);
  if (text instanceof RegExp) assert.match(error.message, text);
  else assert.ok(error.message.startsWith(text), `${error.message}\nis not\n${text}`);
  return true;
});
const shapes = (...list) => new World().addBody({ shapes: list });
const line = { type: "segment", a: [0, 0], b: [1, 0] };

test("ids are the numbers that the game has", () => {
  const world = new World();
  const table = world.addBody();
  const ball = world.addBall({ radius: 1 });
  says(() => world.applyImpulse(table, [0, 1]), `body ${table} is not a ball`);
  says(() => world.addShape(ball, line), `body ${ball} is not a body that carries shapes`);
  world.removeBody(ball);
  says(() => world.removeBody(ball), `body ${ball} is not in this world (removed?)`);
  says(() => world.removeShape(77), "shape 77 is not in this world");
  says(() => world.removeLink(77), "link 77 is not in this world");
  says(() => world.removeField(77), "field 77 is not in this world");
  says(() => world.predict({ ball: 77 }), "body 77 is not in this world");
});

test("a refusal names other calls and objects as JavaScript writes them", () => {
  const world = new World();
  const door = world.addBody({ type: "hinge", inertia: 1 });
  const ball = world.addBall({ radius: 1 });
  says(() => world.setVelocity(door, [1, 0]), `body ${door} is not a ball or a kinematic body (setJointPosition and setMotor move hinges`);
  says(() => world.addLink({ type: "rope", a: door, b: ball, length: 1 }), `body ${door} is not a ball (for the end of a link on a body: { body, point })`);
  says(() => world.addBody({ type: "hinge", inertia: 1, limits: [0.1, 0.3] }), "body.angle is 0, but must be between the limits (default 0)");
});

test("the error says what was given in place of an id", () => {
  const world = new World();
  says(() => world.removeBody(undefined), "body is undefined, but must be the id of a ball or a body");
  says(() => world.removeBody("1"), 'body is "1", but must be the id');
  says(() => world.setVelocity(0.5, [0, 0]), "body is 0.5, but must be the id");
  says(() => world.removeShape(null), "shape is null, but must be the id of a shape");
  says(() => world.addLink({ type: "rod", a: -1, b: [0, 0], length: 1 }), "link.a is -1, but must be the id");
  says(() => world.addLink({ type: "rod", a: { body: "x" }, b: [0, 0], length: 1 }), 'link.a.body is "x", but must be the id');
  says(() => new Bumper(world, { center: [0, 0] }), "body is an object, but must be the id of a ball or a body");
});

test("a shape of many is named by its place", () => {
  const list = Array.from({ length: 20 }, (_, n) => ({ type: "segment", a: [n, 0], b: [n, n === 13 ? 0 : 1] }));
  says(() => shapes(...list), "body.shapes[13]: length of segment is 0, but must be");
  says(() => shapes(line, { ...line, thickness: -1 }), "body.shapes[1].thickness is -1, but must be between 0 and 1e6");
  says(() => shapes(line, { ...line, material: { friction: 101 } }), "body.shapes[1].material.friction is 101");
  says(() => shapes({ type: "circle", radius: -2 }), "body.shapes[0].radius is -2");
  says(() => shapes({ type: "halfPlane", normal: [0, 0] }), "body.shapes[0].normal is 0");
  says(() => shapes({ type: "box", min: [0, 0], max: [0, 1] }), "body.shapes[0]: max - min is 0");
  says(() => shapes({ type: "box", min: [0, 0], max: [Number.NaN, 1] }), "body.shapes[0].max is NaN");
});

test("a point of a path is named by its place", () => {
  const zigzag = Array.from({ length: 1000 }, (_, n) => [n, n % 2]);
  for (const n of [1, 2, 500, 999]) {
    const points = zigzag.with?.(n, zigzag[n - 1]) ?? zigzag.map((point, m) => (m === n ? zigzag[n - 1] : point));
    says(() => shapes({ type: "polyline", points }), `body.shapes[0].points[${n}]: length of segment is 0`);
  }
  const polyline = (...points) => shapes({ type: "polyline", points });
  says(() => polyline(), "body.shapes[0].points has 0 entries, but must have at least two");
  says(() => polyline([0, 0]), "body.shapes[0].points has 1 entry, but must have at least two");
  says(() => polyline([Infinity, 0], [1, 0]), "body.shapes[0].points[0] is Infinity, but");
  says(() => polyline([0, 0], [1, 0], [Number.NaN, 0]), "body.shapes[0].points[2] is NaN");
  const path = (...legs) => shapes({ type: "path", start: [0, 0], legs });
  says(() => path(), "body.shapes[0].legs has 0 entries");
  says(() => path({ line: [1, 0] }, { line: [1, 0] }), "body.shapes[0].legs[1]: length of segment is 0");
  says(() => path({ line: [1, 0] }, { arc: [3, 0], through: [2, 0] }), "body.shapes[0].legs[1]: bend of arc is 0");
  says(() => path({ line: [1, 0] }, { arc: [3, 0], angle: 9 }), "body.shapes[0].legs[1].angle is 9");
  says(() => path({ tangent: [1, 0] }), "body.shapes[0].legs[0]: the path before a tangent has 0 entries");
  says(() => path({ line: [Number.NaN, 0] }), "body.shapes[0].legs[0].line is NaN");
  says(() => shapes({ type: "path", start: [0, Number.NaN], legs: [{ line: [1, 0] }] }), "body.shapes[0].start is NaN");
});

test("fields have the names that the game wrote", () => {
  const world = new World();
  const ball = world.addBall({ radius: 1 });
  says(() => world.addBall({ radius: 1, material: { restitution: 3 } }), "ball.material.restitution is 3");
  says(() => world.addBall({ radius: 1, material: { restitutionHalfAt: 0 } }), "ball.material.restitutionHalfAt is 0");
  says(() => world.addBall({ radius: 1, material: { restitutionCurve: [[0, 1], [1, 9]] } }), "ball.material.restitutionCurve[1]: restitution is 9");
  says(() => world.setBallMaterial(ball, { friction: -1 }), "material.friction is -1");
  says(() => world.predict({ ball: { radius: -1 } }), "query.ball.radius is -1");
  says(() => world.predict({ ball, seconds: -1 }), "query.seconds is -1");
  says(() => world.addBody({ type: "hinge", inertia: 1, limits: [1, 0] }), "body.limits[0] is 1 and body.limits[1] is 0, but body.limits[0] must not be above body.limits[1]");
  says(() => world.addBody({ type: "hinge", inertia: 1, limits: [0, 1], angle: 2 }), "body.angle is 2");
  says(() => world.addBody({ type: "hinge", inertia: 1, limits: [0, 1], jointPosition: 2 }), "body.jointPosition is 2");
  says(() => world.addBody({ type: "hinge", inertia: 1, motor: { velocity: 1, maxForce: -1 } }), "body.motor.maxForce is -1");
  says(() => world.addBody({ type: "hinge", inertia: 1, motor: { velocity: 1e9, maxForce: 1 } }), "body.motor.velocity is 1e9");
  const hinge = world.addBody({ type: "hinge", inertia: 1, limits: [0, 1] });
  says(() => world.setMotor(hinge, { velocity: 1e9, maxForce: 1 }), "motor.velocity is 1e9");
  says(() => world.setJointPosition(hinge, 2, 0), "position is 2");
  says(() => world.setJointPosition(hinge, 0, Infinity), "velocity is Infinity, but");
  says(() => world.addLink({ type: "rope", a: ball, b: [0, 0], length: -1 }), "link.length is -1");
  says(() => world.addLink({ type: "spring", a: ball, b: [0, 0], length: 1, stiffness: 1, limits: [3, 2] }), "link.limits[0] is 3 and link.limits[1] is 2");
  says(() => world.addField({ drag: 1, region: {} }), "field.region is an object, but must be { center, radius }");
  says(() => world.addField({ drag: 1, region: { radius: 0 } }), "field.region.radius is 0");
  says(() => world.addField({ drag: 1, region: { min: [0, 0], max: [0, 2] } }), "field.region: half of max.x - min.x is 0");
  says(() => world.addField({ attractor: { center: [0, 0], strength: 1, softening: -1 } }), "field.attractor.softening is -1");
  says(() => world.setFloor({ slidingFriction: -1 }), "floor.slidingFriction is -1");
  says(() => world.addFloorZone({ region: { half: [1, 0] } }), "zone.region.half.y is 0");
  says(() => world.closestPoint([0, 0], -1), "reach is -1");
  says(() => world.castRay([Number.NaN, 0], [1, 0]), "origin is NaN");
  says(() => world.overlapBall([0, 0], -1), "radius is -1");
  says(() => world.nudge([0, 0.01], 0), "seconds is 0");
  says(() => world.setGravity([0, 1e9]), "gravity is 1e9");
  says(() => new Flipper(world, { side: "left", pivot: [0, 0], material: { friction: -1 } }), "flipper.material.friction is -1");
  says(() => new Flipper(world, { side: "left", pivot: [0, 0], baseRadius: -1 }), "flipper.baseRadius is -1");
  says(() => new Ramp(world, world.addBody(), { mouths: [{ a: [0, 0], b: [0, 0] }], on: {}, off: {} }), "ramp.mouths: b - a is 0");
});

test("a number, a flag or an object that is left out is missed", () => {
  const world = new World();
  const ball = world.addBall({ radius: 1 });
  const other = world.addBall({ radius: 1, position: [5, 0] });
  const before = world.stateHash();
  says(() => world.step("0.016"), 'dt is "0.016", but must be a number');
  says(() => world.step(), "dt is undefined, but must be a number");
  says(() => world.setAngularVelocity(ball, undefined), "angularVelocity is undefined, but must be a number");
  says(() => world.setCollisionException(ball, other), "apart is undefined, but must be true or false");
  says(() => world.setMaterialPair(1, 2), "material is undefined, but must be an object or null");
  says(() => world.setMaterialPair(1, "2", null), 'b is "2", but must be a whole number');
  says(() => world.setMaterialPair(1, 0, null), "b is 0, but must be from 1 on");
  says(() => world.setBallMaterial(ball), "material is undefined, but must be an object");
  says(() => world.setBallFilter(ball), "filter is undefined, but must be an object");
  says(() => world.setConfig(), "config is undefined, but must be an object");
  says(() => world.setFloor(), "floor is undefined, but must be an object or null");
  says(() => world.setMotor(ball), "motor is undefined, but must be an object or null");
  says(() => world.nudge(), "way is undefined");
  says(() => world.castBall([0, 0], undefined, [1, 0]), "radius is undefined");
  const plunger = new Plunger(new World(), { tip: [0, 0], direction: [0, 1] });
  says(() => plunger.update(world, false, 1 / 60), "pull is false, but must be a number");
  says(() => new Rollover(world, world.addBody(), { a: [0, 0], b: [1, 0] }).light(), "lit is undefined, but must be true or false");
  assert.notEqual(world.stateHash(), before, "the body of the rollover is new");
});

test("an id, bytes or a text that is left out is missed", () => {
  const world = new World();
  const ball = world.addBall({ radius: 1 });
  const shape = world.addShape(world.addBody(), line);
  const ofBody = ["kind", "position", "velocity", "angle", "angularVelocity", "userData", "jointPosition", "jointVelocity", "shapesOf", "loadOn"];
  const ofBall = ["radius", "isHeld", "isAsleep"];
  const ofShape = ["shapeBody", "shapeUserData", "isSensor"];
  for (const [calls, name, allowed] of [[ofBody, "body", "a ball or a body"], [ofBall, "ball", "a ball or a body"], [ofShape, "shape", "a shape"], [["ballsInSensor"], "sensor", "a shape"]]) {
    for (const call of calls) {
      says(() => world[call](), `${name} is undefined, but must be the id of ${allowed}`);
      says(() => world[call](null), `${name} is null, but must be the id of ${allowed}`);
      says(() => world[call](String(ball)), `${name} is "${ball}", but must be the id of ${allowed}`);
      // A number that is no id finds nothing.
      for (const odd of [0, -1, 0.5, Number.NaN, 77]) {
        const found = world[call](odd);
        assert.ok(!found || found.length === 0, `${call} ${odd}: ${found}`);
      }
    }
  }
  assert.deepEqual(world.position(ball), { x: 0, y: 0 });
  assert.equal(world.kind(world.shapeBody(shape)), "fixed");

  const bytes = world.snapshot();
  const before = world.stateHash();
  for (const call of [(given) => world.restore(given), (given) => World.fromSnapshot(given)]) {
    says(() => call(), "bytes is undefined, but must be a Uint8Array");
    says(() => call(null), "bytes is null, but must be a Uint8Array");
    says(() => call([1, 2, 3]), "bytes is an array, but must be a Uint8Array");
    says(() => call(bytes.buffer), "bytes is an object, but must be a Uint8Array");
    says(() => call(new Float32Array(4)), "bytes is an array, but must be a Uint8Array");
    says(() => call({ length: 2 ** 40, [Symbol.toStringTag]: "Uint8Array" }), "bytes is an object, but must be a Uint8Array");
  }
  world.restore(Buffer.from(bytes));
  // A class of the same name in another realm, such as a frame of the page.
  world.restore(runInNewContext("Uint8Array.from(bytes)", { bytes: [...bytes] }));
  assert.equal(world.stateHash(), before);

  const stage = full.Stage.fromJson({ carom: 1 });
  for (const [call, name] of [["press", "input"], ["isPressed", "input"], ["find", "name"], ["findShape", "name"]]) {
    says(() => stage[call](), `${name} is undefined, but must be a text`);
    says(() => stage[call](1), `${name} is 1, but must be a text`);
    assert.ok(!stage[call]("none"));
  }
  says(() => stage.nameOf(), "body is undefined, but must be the id of a ball or a body");
});

test("a name that is not known comes before what is missing, with the one that was meant", () => {
  const world = new World();
  const ball = world.addBall({ radius: 1 });
  const table = world.addBody();
  says(() => world.addBall({ raduis: 1 }), "ball.raduis is not known; did you mean `radius`?");
  says(() => world.addBall({ Radius: 1 }), "ball.Radius is not known; did you mean `radius`?");
  says(() => world.addBall({ colour: "red" }), "ball.colour is not known; known are position, radius, velocity");
  says(() => world.addBall({ radius: 1, material: { frction: 1 } }), "ball.material.frction is not known; did you mean `friction`?");
  says(() => new World({ gravitiy: [0, 0] }), "config.gravitiy is not known; did you mean `gravity`?");
  says(() => new World({ bounds: { mni: [0, 0], max: [1, 1] } }), "config.bounds.mni is not known; did you mean `min`?");
  says(() => world.addBody({ shapes: [{ tpye: "circle", radius: 1 }] }), "body.shapes[0].tpye is not known; did you mean `type`?");
  says(() => shapes({ type: "circle", raduis: 1 }), "body.shapes[0].raduis is not known; did you mean `radius`?");
  says(() => shapes({ type: "segment", from: [0, 0], to: [1, 0] }), "body.shapes[0].from is not known; known are type");
  says(() => shapes({ type: "path", start: [0, 0], legs: [{ lien: [1, 0] }] }), "body.shapes[0].legs[0].lien is not known; did you mean `line`?");
  says(() => world.addBody({ type: "hinge", inertai: 1 }), "body.inertai is not known; did you mean `inertia`?");
  says(() => world.addBody({ type: "slider", axes: [0, 1], mass: 1, limits: [0, 1] }), "body.axes is not known; did you mean `axis`?");
  says(() => world.addLink({ type: "rod", a: ball, b: [0, 0], lenght: 1 }), "link.lenght is not known; did you mean `length`?");
  says(() => world.addLink({ type: "rod", a: ball, b: [0, 0], length: 1, stiffness: 1 }), "link.stiffness is not known; known are type");
  says(() => world.addField({ region: { raduis: 1 } }), "field.region.raduis is not known; did you mean `radius`?");
  says(() => world.addField({ attractor: { centre: [0, 0], strength: 1, softening: 1 } }), "field.attractor.centre is not known; did you mean `center`?");
  says(() => world.addFloorZone({ regoin: { radius: 1 } }), "zone.regoin is not known; did you mean `region`?");
  says(() => world.predict({ bal: ball }), "query.bal is not known; did you mean `ball`?");
  says(() => new Flipper(world, { side: "left", pivto: [0, 0] }), "flipper.pivto is not known; did you mean `pivot`?");
  says(() => new Bumper(world, table, { centre: [0, 0] }), "bumper.centre is not known; did you mean `center`?");
  says(() => new Rollover(world, table, { a: [0, 0], c: [1, 0] }), "rollover.c is not known; did you mean `a`?");
  says(() => new core.Kicker(world, table, { center: [0, 0], ejcet: [0, 1] }), "kicker.ejcet is not known; did you mean `eject`?");
  says(() => new Ramp(world, table, { mouth: [] }), "ramp.mouth is not known; did you mean `mouths`?");
  says(() => world.addBall({ ["radius".repeat(100_000)]: 1 }), `ball.${"radius".repeat(7).slice(0, 40)} is not known; known are`);
});

test("all fields of the types are known", () => {
  const types = readFileSync(new URL("../../crates/wasm/npm/types.d.ts", import.meta.url), "utf8").replace(/\/\*.*?\*\//gs, "");
  const fields = (text) => [...text.replace(/\{[^{}]*\}/g, "").matchAll(/(\w+)\??: /g)].map(([, name]) => name);
  /** The fields of an interface, with those of the ones that it extends. */
  const inside = (name) => {
    const [, base, own] = types.match(new RegExp(`interface ${name} (?:extends ([\\w, ]+) )?\\{(.*?)\\n?\\}(?:\\n|$)`, "s"));
    return [...(base?.split(", ") ?? []).flatMap(inside), ...fields(own)];
  };
  const world = new World();
  const table = world.addBody();
  const parts = ["Flipper", "Plunger", "Bumper", "Gate", "Spinner", "Kicker", "Seesaw"];
  const calls = [
    ...parts.map((name) => [inside(`${name}Options`), (given) => (["Bumper", "Kicker"].includes(name) ? new core[name](world, table, given) : new core[name](world, given))]),
    [inside("BandOptions"), (given) => new core.Slingshot(world, table, given)],
    [inside("TargetOptions"), (given) => new core.DropTarget(world, table, given)],
    [inside("TargetOptions"), (given) => new core.StandupTarget(world, table, given)],
    [inside("BallOptions"), (given) => world.addBall(given)],
    [inside("Config"), (given) => world.setConfig(given)],
    [inside("PredictOptions"), (given) => world.predict(given)],
    [inside("FloorZoneOptions"), (given) => world.addFloorZone(given)],
    [inside("FloorOptions"), (given) => world.setFloor(given)],
    [inside("FieldOptions"), (given) => world.addField(given)],
    [inside("Material"), (given) => world.setBallMaterial(1, given)],
  ];
  for (const [kind, name] of [["hinge", "HingeBody"], ["slider", "SliderBody"]]) {
    calls.push([[...inside("BodyCommon"), ...inside(name)], (given) => world.addBody({ ...given, type: kind })]);
  }
  for (const [, name, kind] of types.matchAll(/interface (\w+Shape) [^{]*\{\s*type: "(\w+)"/g)) {
    calls.push([[...inside(name), ...inside("ShapeCommon")], (given) => world.addShape(table, { ...given, type: kind })]);
  }
  assert.equal(calls.length, parts.length + 10 + 2 + 8);
  for (const [names, call] of calls) {
    assert.ok(names.length > 1);
    for (const name of names.filter((field) => field !== "type")) {
      // `NaN` is wrong for any field, so that it is the field that is refused, or another one that is missing.
      assert.throws(() => call({ [name]: Number.NaN }), (error) => !/not known/.test(error.message) || assert.fail(error.message));
    }
  }
});

test("a whole number has the range of its field", () => {
  says(() => new World({ maxSubsteps: 2.5 }), "config.maxSubsteps is 2.5, but must be a whole number from 1 to 64");
  says(() => new World({ maxSubsteps: 65 }), "config.maxSubsteps is 65, but must be between 1 and 64");
  says(() => new World({ maxWork: -1 }), "config.maxWork is -1, but must be a whole number from 16 to 1e9");
  says(() => new World({ maxEvents: "9" }), 'config.maxEvents is "9", but must be a whole number from 1000 to 1e9');
  says(() => new World({ seed: 0.5 }), "config.seed is 0.5, but must be a whole number from 0 to 2^32 - 1");
  says(() => new World().setMaterialPair(1, 1.5, null), "b is 1.5, but must be a whole number from 1 to 2^32 - 1");
  says(() => full.Stage.fromJson({ carom: 1 }).setMaxSubsteps(0.5), "substeps is 0.5, but must be a whole number from 1 to 64");
});

test("a world of another entry is said to be one", () => {
  const other = new full.World();
  const place = { side: "left", pivot: [0, 0] };
  says(() => new Flipper(other, place), "world is a World of another entry of the package, but must be of the same one (carom, carom/scene or carom/full)");
  says(() => new Flipper(new World(), place).update(other, true, 0.01), "world is a World of another entry");
  says(() => new Flipper(undefined, place), "world is undefined, but must be a World");
  says(() => new Flipper({}, place), "world is an object, but must be a World");
});

test("a thickness or a side without effect is refused", () => {
  says(() => shapes({ type: "circle", radius: 1, thickness: 0.5 }), "body.shapes[0].thickness is 0.5, but must be left out: a circle has its radius");
  says(() => shapes({ type: "capsule", a: [0, 0], b: [1, 0], radius: 1, thickness: 0.5 }), "body.shapes[0].thickness is 0.5, but must be left out");
  says(() => shapes({ type: "circle", radius: 1, side: "left" }), 'body.shapes[0].side is "left", but must be left out: a circle has no sides');
  says(() => shapes({ type: "halfPlane", normal: [0, 1], side: "left" }), 'body.shapes[0].side is "left", but must be left out');
  shapes({ type: "capsule", a: [0, 0], b: [1, 0], radius: 1, side: "left" }, { ...line, thickness: 0.5, side: "right" });
});

test("solid without effect is refused, and so is a solid that is open", () => {
  const square = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const open = "body.shapes[0].solid is true, but must be false: only an outline that is closed";
  says(() => shapes({ type: "polyline", points: square, solid: true }), open);
  says(() => shapes({ type: "polyline", points: [[0, 0], [1, 0], [2, 0]], closed: true, solid: true }), open);
  says(() => shapes({ type: "path", start: [0, 0], legs: [{ arc: [2, 0], through: [1, 1] }], solid: true }), open);
  says(() => shapes({ type: "arc", radius: 1, start: 0, sweep: 3, solid: true }), open);
  says(() => shapes({ type: "box", min: [0, 0], max: [1, 1], solid: 1 }), "body.shapes[0].solid is 1, but must be true or false");
  says(() => shapes({ type: "box", min: [0, 0], max: [1, 1], solid: true, side: "left" }), 'body.shapes[0].side is "left", but must be left out: what is solid');
  says(() => shapes({ ...line, solid: true }), "body.shapes[0].solid is true, but must be left out: a segment encloses nothing");
  says(() => shapes({ type: "circle", radius: 1, solid: true }), "body.shapes[0].solid is true, but must be left out: a circle is solid as it is");
  says(() => shapes({ type: "halfPlane", normal: [0, 1], solid: false }), "body.shapes[0].solid is false, but must be left out");
});

test("categories and masks are 32 bits, whatever sign JavaScript gives them", () => {
  const BALLS = 4;
  const meets = (ball, wall) => {
    const world = new World({ gravity: [0, 0] });
    world.addBody({ shapes: [{ type: "segment", a: [1, -1], b: [1, 1], filter: wall }] });
    world.addBall({ radius: 0.1, velocity: [10, 0], filter: ball });
    for (let n = 0; n < 30; n++) world.step(1 / 60);
    return world.position(world.ids()[0]).x < 1;
  };
  assert.equal(meets({ category: BALLS }, { mask: ~BALLS }), false);
  assert.equal(meets({ category: 8 }, { mask: ~BALLS }), true);
  assert.equal(meets({ category: 1 << 31 }, { mask: 2 ** 31 }), true);
  assert.equal(meets({ category: 2 ** 31 - 1 }, { mask: 1 << 31 }), false);
  says(() => meets({ category: 2 ** 32 }), "ball.filter.category is 4294967296, but must be 32 bits");
  says(() => meets({ mask: -(2 ** 31) - 1 }), "ball.filter.mask is -2147483649");
  says(() => meets({ mask: 0.5 }), "ball.filter.mask is 0.5");
  new World().addField({ drag: 1, mask: ~BALLS });
});

test("typed arrays of two numbers are points", () => {
  const world = new World({ gravity: new Float64Array([0, 0]) });
  const ball = world.addBall({ radius: 1, position: new Float32Array([3, 4]) });
  assert.deepEqual(world.position(ball), { x: 3, y: 4 });
  world.addBody({ shapes: [{ type: "polyline", points: [new Float32Array(2), new Float32Array([1, 0])] }] });
  says(() => world.teleport(ball, new Float32Array(3)), "position is an array, but must be a point");
  says(() => world.teleport(ball, new DataView(new ArrayBuffer(2))), "position is an array, but must be a point");
});

test("an option may ask the world while it is read", () => {
  const world = new World();
  const ball = world.addBall({ radius: 1, position: [0, 5] });
  world.setConfig({ get maxSubsteps() { return world.position(ball).y; } });
  world.setFloor({ get gravity() { return world.position(ball).y; } });
  world.step(1 / 60);
});

test("what a getter of the game throws comes out as it is", () => {
  const own = new Error("mine");
  const throwing = (name) => Object.defineProperty({}, name, { enumerable: true, get() { throw own; } });
  const world = new World();
  for (const ball of [throwing("radius"), { radius: 1, position: throwing("x") }, { radius: 1, material: throwing("friction") }]) {
    assert.throws(() => world.addBall(ball), (error) => error === own);
  }
  assert.equal(world.ballCount, 0);
});

test("a picture beyond its range is refused", () => {
  const world = new full.World();
  says(() => world.svg({ width: 1e9 }), "picture.width is 1000000000, but must be a whole number of pixels from 16 to 16384");
  says(() => world.svg({ height: 15 }), "picture.height is 15");
  assert.match(world.svg({ width: 16, height: 16_384 }), /^<svg/);
});
