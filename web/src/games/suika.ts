/** Suika: the player drops fruit; two of a kind become one of the next. */
import { chance, dot, type Game, over, say, write } from "./game";

const FRUIT = ["cherry", "strawberry", "grape", "orange"];
const RADIUS: Record<string, number> = { cherry: 0.8, strawberry: 1.1, grape: 1.5, orange: 1.9 };
/** Half of the box's inside; where fruit is held, and the line that it must not stay above, centimetres. */
const [SIDE, HELD, LINE] = [11.7, 48, 43];
/** Seconds between two drops, and for which fruit may be above the line. */
const [REST, PATIENCE] = [0.5, 2];
interface Own { x: number; fruit: string; next: string; ready: number; above: number; chance?: number }

const pick = (run: Parameters<typeof chance>[0]) => FRUIT[Math.floor(chance(run) * FRUIT.length)];

export const suika: Game = {
  how: "Drop fruit. Two of a kind become one of the next, up to the watermelon. The box must not overflow.",
  hand: "own",
  mouse: "aims; a click drops the fruit",
  controls: [
    { input: "left", label: "◀ Left", keys: ["ArrowLeft", "a"], does: "aim left" },
    { input: "drop", label: "Drop", keys: [" "], does: "drop the fruit" },
    { input: "right", label: "Right ▶", keys: ["ArrowRight", "d"], does: "aim right" },
  ],
  prepare(scene) {
    scene.spawners = [];
    scene.report.bounds = { Box: { min: [-12, 0], max: [12, 51] } };
  },
  begin(run): Own {
    say(run, "Aim, and drop.");
    run.state.own = { chance: 7 };
    return { x: 0, fruit: pick(run), next: pick(run), ready: 0, above: 0, chance: run.state.own.chance };
  },
  acts: {
    aim: (run, x) => void (run.state.own.x = Math.min(SIDE, Math.max(-SIDE, x))),
    let(run) {
      const own: Own = run.state.own;
      if (run.stage.time < own.ready) return;
      const room = SIDE - RADIUS[own.fruit];
      run.stage.addBall({ like: own.fruit, position: [Math.min(room, Math.max(-room, own.x)), HELD] });
      own.fruit = own.next;
      own.next = pick(run);
      own.ready = run.stage.time + REST;
      say(run, "");
    },
  },
  // A finger aims while it is down and drops when it is lifted; a mouse aims all the time.
  pointer(_run, { type, at, touch }) {
    if (type === (touch ? "up" : "down")) return ["let"];
    return ["aim", Math.round(at.x * 20) / 20];
  },
  before(run) {
    const own: Own = run.state.own;
    own.x += (Number(run.isHeld("right")) - Number(run.isHeld("left"))) * 16 * run.stage.dt;
    own.x = Math.min(SIDE, Math.max(-SIDE, own.x));
    if (run.isHeld("drop")) this.acts?.let(run);
  },
  after(run) {
    const own: Own = run.state.own;
    const [balls, speeds] = [run.world.transforms().slice(), run.world.velocities().slice()];
    let high = false;
    for (let n = 0; 4 * n < balls.length; n++) high ||= balls[4 * n + 1] > LINE && Math.abs(speeds[3 * n + 1]) < 20;
    own.above = high ? own.above + run.stage.dt : 0;
    if (own.above > PATIENCE) over(run, "The box is full");
  },
  paint(brush, run) {
    const own: Own = run.state.own;
    const { pen, pixel, palette } = brush;
    const color = (fruit: string) => palette.balls[run.stage.kinds.indexOf(fruit) % palette.balls.length].fill;
    pen.strokeStyle = palette.faint;
    pen.lineWidth = 1.5 * pixel;
    pen.setLineDash([6 * pixel, 6 * pixel]);
    pen.beginPath();
    pen.moveTo(-12, LINE);
    pen.lineTo(12, LINE);
    pen.moveTo(own.x, HELD - RADIUS[own.fruit]);
    pen.lineTo(own.x, 0);
    pen.stroke();
    pen.setLineDash([]);
    dot(brush, { x: own.x, y: HELD }, RADIUS[own.fruit], color(own.fruit));
    dot(brush, { x: 10, y: 50 }, 0.6 * RADIUS[own.next], color(own.next));
    write(brush, "next", { x: 7, y: 49.6 }, 12);
  },
};
