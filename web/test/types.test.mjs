// The types of the package, as a strict project sees them: no `skipLibCheck`, and the library of 2022.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const pkg = fileURLToPath(new URL("../../crates/wasm/pkg", import.meta.url));
const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

/** What the compiler says of a program. */
function compile(program) {
  const root = mkdtempSync(join(tmpdir(), "carom-types-"));
  mkdirSync(join(root, "node_modules/carom"), { recursive: true });
  cpSync(pkg, join(root, "node_modules/carom"), { recursive: true, filter: (file) => !/\.(wasm|c?js)$/.test(file) });
  writeFileSync(join(root, "main.ts"), program);
  const compilerOptions = { target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], strict: true, noEmit: true, types: [] };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  try {
    return execFileSync(process.execPath, [tsc, "-p", root], { encoding: "utf8" });
  } catch (error) {
    return error.stdout;
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("every entry compiles in a strict project", () => {
  const said = compile(`
    import { World, Stepper, Kicker, type BodyId, type ShapeId } from "carom";
    import * as scene from "carom/scene";
    import * as full from "carom/full";
    import { init } from "carom/wasm";
    import { View } from "carom/view";
    const world = new World({ gravity: new Float32Array(2) });
    const table = world.addBody({ shapes: [{ type: "segment", a: [0, 0], b: [1, 0], thickness: 0.1, side: "left", filter: { mask: ~4 } }] });
    const shape: ShapeId = world.shapesOf(table)[0]!;
    const owner: BodyId | undefined = world.shapeBody(shape);
    const kicker: Kicker = new Kicker(world, table, { center: [0, 0], eject: [0, 1] }).clone();
    world.addShape(table, { type: "box", min: [0, 0], max: [1, 1], solid: true });
    world.moveKinematic(table, [0, 1]);
    world.removeBody(5);
    const steps: number = new Stepper(1 / 60).advance(0.016, () => world.step(1 / 60));
    full.Stage.fromJson({ carom: 1 }, { "a.json": { carom: 1 } });
    export { steps, owner, kicker, scene, init, View };
  `);
  assert.equal(said, "");
});

test("ids of different things are kept apart, and so are options without effect", () => {
  const said = compile(`
    import { World } from "carom";
    const world = new World();
    const table = world.addBody();
    const shape = world.addShape(table, { type: "circle", radius: 1 });
    world.removeBody(shape);
    world.addShape(table, { type: "circle", radius: 1, thickness: 2 });
    world.setCollisionException(table, table);
    world.addShape(table, { type: "segment", a: [0, 0], b: [1, 0], solid: true });
  `);
  assert.equal(said.match(/error TS\d+/g)?.length, 4, said);
  for (const place of ["(6,", "(7,", "(8,", "(9,"]) assert.ok(said.includes(`main.ts${place}`), said);
});
