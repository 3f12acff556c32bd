/** Air hockey: the left mallet follows the hand, the right one defends itself. Seven goals win. */
import { type Game, over, say } from "./game";

const HOME = { west: { x: 0.3, y: 0.5 }, east: { x: 1.7, y: 0.5 } };
/** Fastest that a hand moves its mallet, and that the other one does, length units per second. */
const [HAND, OTHER] = [6, 1.6];
const WINS = 7;
const clamp = (x: number, low: number, high: number) => Math.min(high, Math.max(low, x));

interface Own { want: { x: number; y: number }; mine: number; theirs: number }

export const hockey: Game = {
  how: `Your mallet is the left one. Push the puck into the right goal; ${WINS} goals win.`,
  hand: "own",
  mouse: "moves the left mallet",
  counts: "goals",
  controls: [
    { input: "up", label: "Up", keys: ["ArrowUp", "w"], does: "mallet up" },
    { input: "down", label: "Down", keys: ["ArrowDown", "s"], does: "mallet down" },
    { input: "back", label: "Back", keys: ["ArrowLeft", "a"], does: "mallet back" },
    { input: "ahead", label: "Ahead", keys: ["ArrowRight", "d"], does: "mallet ahead" },
  ],
  prepare(scene) {
    // Both stand where a hand puts them.
    for (const body of scene.prefabs.half.bodies) if (body.name === "mallet") body.motion = { Steady: {} };
  },
  begin: (run): Own => (say(run, "Move the left mallet."), { want: HOME.west, mine: 0, theirs: 0 }),
  acts: {
    mallet: (run, x, y) => void (run.state.own.want = { x: clamp(x, 0.06, 0.92), y: clamp(y, 0.06, 0.94) }),
  },
  pointer: (_run, { at }) => ["mallet", Math.round(at.x * 1000) / 1000, Math.round(at.y * 1000) / 1000],
  before(run) {
    const own: Own = run.state.own;
    const { world, stage } = run;
    const go = (name: string, want: { x: number; y: number }, most: number) => {
      const body = stage.find(name);
      const at = body === undefined ? undefined : world.position(body);
      if (body === undefined || !at) return;
      const way = { x: want.x - at.x, y: want.y - at.y };
      const share = Math.min(1, (most * stage.dt) / (Math.hypot(way.x, way.y) || 1));
      world.moveKinematic(body, { x: at.x + way.x * share, y: at.y + way.y * share });
    };
    const held = (input: string) => Number(run.isHeld(input));
    const [dx, dy] = [held("ahead") - held("back"), held("up") - held("down")];
    const push = 2.2 * stage.dt;
    if (dx || dy) own.want = { x: clamp(own.want.x + dx * push, 0.06, 0.92), y: clamp(own.want.y + dy * push, 0.06, 0.94) };
    go("west.mallet", own.want, HAND);
    const puck = stage.find("puck");
    const at = puck === undefined ? undefined : world.position(puck);
    // It waits before its goal, and strikes what comes near and is slow.
    const near = at && at.x > 1.15 && at.x < 1.85;
    go("east.mallet", near ? { x: at.x - 0.01, y: at.y } : { x: HOME.east.x, y: clamp(at?.y ?? 0.5, 0.32, 0.68) }, OTHER);
  },
  after(run) {
    const own: Own = run.state.own;
    for (const { goal } of run.stage.entered()) {
      if (goal === "east.goal") own.mine++;
      else own.theirs++;
      say(run, `${own.mine} : ${own.theirs}`);
    }
    // The scene counts both goals; the player's own are what counts.
    run.state.bonus = own.mine - run.stage.score;
    if (own.mine === WINS) over(run, `You win, ${own.mine} : ${own.theirs}`);
    else if (own.theirs === WINS) over(run, `Lost, ${own.mine} : ${own.theirs}`);
  },
};
