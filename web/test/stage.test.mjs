// Scenes that JavaScript gives as texts or objects.
import assert from "node:assert/strict";
import { test } from "node:test";

const full = await import(new URL("../../crates/wasm/pkg/full.js", import.meta.url));
full.initSync();
const says = (call, message) => assert.throws(call, (error) => {
  assert.ok(error instanceof Error);
  if (message instanceof RegExp) assert.match(error.message, message);
  else assert.equal(error.message, message);
  return true;
});

test("a scene that is no text says what it is", () => {
  const { Stage } = full;
  says(() => Stage.fromJson(undefined), "scene is undefined, but must be a text or an object");
  says(() => Stage.fromJson(Number.NaN), "scene is NaN, but must be a text or an object");
  says(() => Stage.fromJson({ toJSON: () => undefined }), "scene is an object, but must be a text or an object");
  const ring = {};
  ring.self = ring;
  says(() => Stage.fromJson(ring), /circular/i);
  says(() => Stage.fromJson({ carom: 1n }), /BigInt/);
  says(() => Stage.fromRon(5), "scene is 5, but must be a text");
  says(() => Stage.fromHaxball(undefined), "stadium is undefined, but must be a text");
  says(() => Stage.fromJson({ carom: 1 }, "file"), 'includes is "file", but must be an object');
  says(() => Stage.fromJson({ carom: 1 }, { "a.json": 5 }), "includes.a.json is 5, but must be a text or an object");
  says(() => Stage.fromJson({ carom: 1 }).setMaxSubsteps(65), "substeps is 65, but must be between 1 and 64");
});

test("an included file may be an object, as the scene may", () => {
  const scene = { carom: 1, include: ["steel.json"], balls: [{ radius: 1, material: "steel" }] };
  const steel = { carom: 1, materials: { steel: { restitution: 0.25 } } };
  const hash = (...args) => full.Stage.fromJson(...args).world.stateHash();
  assert.equal(hash(scene, { "steel.json": steel }), hash(JSON.stringify(scene), { "steel.json": JSON.stringify(steel) }));
});
