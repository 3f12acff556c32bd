/** Pachinko: a knob that decides how hard the balls are shot. */
import { chance, type Game, over, say, write } from "./game";

const [BALLS, EVERY] = [100, 0.25];
/** Slowest and fastest shot, metres per second, and by how much chance changes it. */
const [SLOW, FAST, UNEVEN] = [2.2, 3.6, 0.06];
interface Own { knob: number; left: number; next: number; chance?: number }

export const pachinko: Game = {
  how: "Hold to shoot. The knob decides how hard: find the strength that reaches the pockets. A hundred balls.",
  hand: "own",
  mouse: "up and down turns the knob; hold to shoot",
  controls: [
    { input: "softer", label: "Softer", keys: ["ArrowDown", "s"], does: "shoot softer" },
    { input: "shoot", label: "Shoot", keys: [" "], does: "hold: shoot" },
    { input: "harder", label: "Harder", keys: ["ArrowUp", "w"], does: "shoot harder" },
  ],
  prepare(scene) {
    scene.spawners = [];
  },
  begin: (run): Own => (say(run, "Hold Shoot."), { knob: 0.6, left: BALLS, next: 0, chance: 3 }),
  acts: {
    knob: (run, part) => void (run.state.own.knob = Math.min(1, Math.max(0, part))),
    hold: (run, on) => void (run.state.held.hand = on === 1),
  },
  pointer(_run, { type, at }) {
    if (type === "move") return ["knob", Math.round((at.y / 0.47) * 100) / 100];
    return ["hold", type === "down" ? 1 : 0];
  },
  before(run) {
    const own: Own = run.state.own;
    own.knob += (Number(run.isHeld("harder")) - Number(run.isHeld("softer"))) * 0.6 * run.stage.dt;
    own.knob = Math.min(1, Math.max(0, own.knob));
    if (!(run.isHeld("shoot") || run.isHeld("hand")) || own.left === 0 || run.stage.time < own.next) return;
    const speed = SLOW + own.knob * (FAST - SLOW) + (chance(run) - 0.5) * UNEVEN;
    run.stage.addBall({ like: "ball", position: [-0.21, 0.1], velocity: [0, speed] });
    own.left--;
    own.next = run.stage.time + EVERY;
    say(run, "");
  },
  after(run) {
    const own: Own = run.state.own;
    if (own.left === 0 && run.world.ballCount === 0) over(run, "All balls are gone");
  },
  paint(brush, run) {
    const own: Own = run.state.own;
    const { pen, pixel, palette } = brush;
    const [x, y, r] = [0.17, 0.418, 0.026];
    pen.lineWidth = 6 * pixel;
    pen.lineCap = "round";
    for (const [part, color] of [[1, palette.faint], [own.knob, palette.balls[1].fill]] as const) {
      pen.strokeStyle = color;
      pen.beginPath();
      pen.arc(x, y, r, Math.PI * 1.25, Math.PI * (1.25 - 1.5 * Math.max(0.01, part)), true);
      pen.stroke();
    }
    write(brush, String(own.left), { x, y: y - 0.005 }, 14);
  },
};
