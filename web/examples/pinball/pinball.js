// A pinball table with two flippers, in plain JavaScript. Metres, kilograms, seconds; y is up the table.
import { init, World, Flipper, Plunger, Bumper, Slingshot } from "carom";

export const dt = 1 / 240;

export async function play() {
  await init();
  // The table slopes by 6.5 degrees: 9.81 sin 6.5.
  const world = new World({ gravity: [0, -1.11] });
  const steel = { restitution: 0.4, friction: 0.1 };
  const table = world.addBody({
    shapes: [
      // Left wall, arch, right wall; open at the bottom between the flippers.
      {
        type: "path", start: [0, 0], material: steel,
        legs: [{ line: [0, 0.8] }, { arc: [0.5, 0.8], through: [0.25, 1.05] }, { line: [0.5, 0] }],
      },
      // The lane of the plunger, and a gate that lets balls out of it and none back in.
      { type: "capsule", a: [0.462, 0], b: [0.462, 0.8], radius: 0.003, material: steel },
      { type: "segment", a: [0.462, 0.8], b: [0.485, 0.87], side: "left", material: steel },
      // Guides to the flippers.
      { type: "capsule", a: [0, 0.26], b: [0.14, 0.17], radius: 0.004, material: steel },
      { type: "capsule", a: [0.462, 0.26], b: [0.322, 0.17], radius: 0.004, material: steel },
    ],
  });
  const left = new Flipper(world, { side: "left", pivot: [0.15, 0.155] });
  const right = new Flipper(world, { side: "right", pivot: [0.312, 0.155] });
  const plunger = new Plunger(world, { tip: [0.481, 0.08], direction: [0, 1] });
  const bumpers = [[0.15, 0.75], [0.3, 0.78], [0.23, 0.64]].map((center) => new Bumper(world, table, { center, radius: 0.03 }));
  const slings = [
    new Slingshot(world, table, { a: [0.07, 0.42], b: [0.12, 0.28] }),
    new Slingshot(world, table, { a: [0.342, 0.28], b: [0.392, 0.42] }),
  ];
  const start = { position: [0.481, 0.095], radius: 0.0135, mass: 0.08, sphere: true, material: { restitution: 0.8, friction: 0.2 } };
  const game = { score: 0, balls: 1, ball: world.addBall(start) };
  const held = { left: false, right: false, plunger: false };

  function step() {
    left.update(world, held.left, dt);
    right.update(world, held.right, dt);
    plunger.update(world, held.plunger ? 1 : undefined, dt);
    world.step(dt);
    for (const bumper of bumpers) if (bumper.read(world, dt).hit) game.score += 100;
    for (const sling of slings) if (sling.read(world, dt).hit) game.score += 10;
    if (world.position(game.ball).y < -0.05) {
      world.removeBody(game.ball);
      game.ball = world.addBall(start);
      game.balls += 1;
    }
  }
  return { world, game, dt, step, press: (button, down) => button && (held[button] = down) };
}
