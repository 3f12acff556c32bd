/** Scenes without a score, for hands: pull, drop, heat, throw again. */
import type { Spot } from "carom/view";
import type { Run } from "../run";
import { type Game, say, write } from "./game";

const drag = (how: string): Game => ({ how, hand: "drag", mouse: "drags a ball", controls: [] });

/** The mean of half the square of all speeds, per ball: the temperature of discs of equal mass. */
function heat(run: Run): number {
  const speeds = run.world.velocities();
  let sum = 0;
  for (let n = 0; n < speeds.length; n += 3) sum += 0.5 * (speeds[n] ** 2 + speeds[n + 1] ** 2);
  return sum / Math.max(1, run.world.ballCount);
}

export const gas: Game = {
  ...drag("Heat the gas and cool it. Take a disc and drag it through the crowd."),
  controls: [
    { input: "cool", label: "Cool", keys: ["ArrowDown", "s"], does: "hold: cool the gas" },
    { input: "warm", label: "Heat", keys: ["ArrowUp", "w"], does: "hold: heat the gas" },
  ],
  before(run) {
    const way = Number(run.isHeld("warm")) - Number(run.isHeld("cool"));
    if (!way || (way > 0 && heat(run) > 4000)) return;
    const factor = 1 + 1.2 * way * run.stage.dt;
    const [ids, speeds] = [run.world.ids().slice(), run.world.velocities().slice()];
    ids.forEach((id, n) => run.world.setVelocity(id, { x: speeds[3 * n] * factor, y: speeds[3 * n + 1] * factor }));
  },
  after(run) {
    if (run.stage.steps % 15 === 0) say(run, `Temperature ${heat(run).toFixed(1)}`);
  },
};

export const cradle = drag("As many balls leave as come. Take one and throw it at the row.");
export const wrecking = drag("Take the heavy ball, or a brick, and throw it. Ropes, rods and springs hold.");

/** Balls that fall from where the player points. */
function dropping(how: string, like: string, height: number, side: number, label: string): Game {
  const place = (x: number) => Math.min(side, Math.max(-side, x));
  return {
    how,
    hand: "own",
    mouse: "a click drops one",
    controls: [{ input: "pour", label, keys: [" "], does: `hold: ${label.toLowerCase()}` }],
    begin: () => ({ x: 0, next: 0 }),
    acts: {
      at: (run, x) => void (run.state.own.x = place(x)),
      drop: (run, x) => void add(run, place(x)),
    },
    pointer: (_run, { type, at }) => (type === "up" ? undefined : [type === "down" ? "drop" : "at", Math.round(at.x * 1000) / 1000]),
    before(run) {
      const { own } = run.state;
      if (!run.isHeld("pour") || run.stage.time < own.next) return;
      own.next = run.stage.time + 0.15;
      add(run, own.x);
    },
  };
  function add(run: Run, x: number): void {
    if (run.world.ballCount >= 400) return;
    const radius = run.stage.kinds.includes(like) ? run.world.transforms()[3] || 0.01 : 0.01;
    if (run.world.overlapBall({ x, y: height }, radius).length) return;
    run.stage.addBall({ like, position: [x, height] });
  }
}
export const galton = dropping("Pour balls, or drop them where you like: from the middle they make a bell.", "ball", 2.992, 0.5, "Pour");

export const marbles: Game = {
  ...dropping("Drop marbles anywhere above the ramps. They go round and round.", "marble", 60, 0, "Drop"),
  controls: [{ input: "pour", label: "Drop", keys: [" "], does: "hold: drop marbles at the top" }],
  begin: () => ({ x: 3, next: 0 }),
  acts: { drop: (run, x, y) => marble(run, { x, y }) },
  pointer: (_run, { type, at }) => (type === "down" ? ["drop", at.x, at.y] : undefined),
  before(run) {
    const { own } = run.state;
    if (!run.isHeld("pour") || run.stage.time < own.next) return;
    own.next = run.stage.time + 0.3;
    marble(run, { x: 3, y: 56 });
  },
};
function marble(run: Run, at: Spot): void {
  const inside = at.x > 1 && at.x < 59 && at.y > 2 && at.y < 61;
  if (inside && run.world.ballCount < 60 && !run.world.overlapBall(at, 0.85).length) run.stage.addBall({ like: "marble", position: [at.x, at.y] });
}

interface Pi { mass: number; count: number }
export const pi: Game = {
  how: "Two balls and a wall. Each factor of 100 in the mass adds a digit of pi to the count of bounces.",
  hand: "none",
  controls: [
    { input: "1", label: "1 kg", keys: ["1"], does: "the heavy ball has 1 kg" },
    { input: "2", label: "100 kg", keys: ["2"], does: "100 kg" },
    { input: "3", label: "10 t", keys: ["3"], does: "10 000 kg" },
    { input: "4", label: "1000 t", keys: ["4"], does: "1 000 000 kg" },
  ],
  begin: (): Pi => ({ mass: 10000, count: 0 }),
  before(run) {
    const own: Pi = run.state.own;
    for (const [n, input] of ["1", "2", "3", "4"].entries()) {
      if (!run.isHeld(input)) continue;
      run.state.held[input] = false;
      Object.assign(own, { mass: 100 ** n, count: 0 });
      const [light, heavy] = [run.stage.find("light"), run.stage.find("heavy")];
      if (light === undefined || heavy === undefined) return;
      run.world.setMass(heavy, own.mass);
      for (const [ball, x, v] of [[light, 1, 0], [heavy, 2, -1]] as const) {
        run.world.teleport(ball, { x, y: 0 });
        run.world.setVelocity(ball, { x: v, y: 0 });
      }
    }
  },
  after(run) {
    const own: Pi = run.state.own;
    own.count += run.world.impacts().length;
    say(run, `${own.count} bounces`);
  },
  paint(brush, run) {
    const heavy = run.stage.find("heavy");
    const at = heavy === undefined ? undefined : run.world.position(heavy);
    if (at) write(brush, `${run.state.own.mass} kg`, { x: at.x, y: at.y + 0.2 }, 13);
  },
};
