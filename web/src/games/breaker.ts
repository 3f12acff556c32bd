/** Brick breaker: the paddle follows the hand. */
import { type Game, over, say } from "./game";

/** How far the paddle goes to either side of the middle, and how fast keys move it, pixels of the scene. */
const [MIDDLE, REACH, KEYS, FASTEST] = [192, 150, 420, 2600];
interface Own { want: number; left: number }

export const breaker: Game = {
  how: "Break all 45 bricks. Where the ball meets the round paddle decides where it goes.",
  hand: "own",
  mouse: "moves the paddle",
  lives: 3,
  controls: [
    { input: "left", label: "◀ Left", keys: ["ArrowLeft", "a"], does: "paddle left" },
    { input: "right", label: "Right ▶", keys: ["ArrowRight", "d"], does: "paddle right" },
  ],
  prepare(scene) {
    for (const body of scene.bodies) if (body.name === "paddle") body.motion = { Steady: {} };
  },
  begin: (run): Own => (say(run, "Move the paddle."), { want: MIDDLE, left: 45 }),
  // A colour for each row of bricks.
  tints(run) {
    const [curves, shapes] = [run.world.outlines().slice(), run.world.outlineShapes().slice()];
    const low = new Map<number, number>();
    // The edges of what is solid have side 3.
    shapes.forEach((shape, n) => {
      if (curves[9 * n + 1] === 3) low.set(shape, Math.min(low.get(shape) ?? Infinity, curves[9 * n + 4], curves[9 * n + 6]));
    });
    return new Map([...low].map(([shape, y]) => [shape, Math.round(y / 20)]));
  },
  acts: { paddle: (run, x) => void (run.state.own.want = x) },
  pointer: (_run, { at }) => ["paddle", Math.round(at.x)],
  before(run) {
    const own: Own = run.state.own;
    const body = run.stage.find("paddle");
    const at = body === undefined ? undefined : run.world.position(body);
    if (body === undefined || !at) return;
    own.want += (Number(run.isHeld("right")) - Number(run.isHeld("left"))) * KEYS * run.stage.dt;
    own.want = Math.min(MIDDLE + REACH, Math.max(MIDDLE - REACH, own.want));
    const most = FASTEST * run.stage.dt;
    run.world.moveKinematic(body, { x: at.x + Math.min(most, Math.max(-most, own.want - at.x)), y: at.y });
  },
  after(run) {
    if (run.stage.time > 2 && run.state.said === "Move the paddle.") say(run, "");
    for (const { goal } of run.stage.entered()) {
      if (goal !== "lost") continue;
      if (--run.state.lives > 0) say(run, "Lost a ball");
      else over(run, "Game over");
    }
    // 36 bricks of ten points, and nine that take three hits of twenty.
    if (run.stage.score >= 36 * 10 + 9 * 3 * 20) over(run, "All bricks broken");
  },
};
