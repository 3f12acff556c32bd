/** The pinball table: lamps, a multiball and a jackpot on top of the scene's own points. */
import type { Run } from "../run";
import { dot, type Game, over, say } from "./game";

/** The lanes below the arch: the middle of each, and between which heights a ball is in one. */
const LANES = [0.202, 0.247, 0.292].map((x) => ({ x, y: 0.882 }));
const [LOW, HIGH, HALF] = [0.862, 0.905, 0.02];
const [JACKPOT, LANE_BONUS] = [1000, 250];
const SERVE = { position: [0.2, 0.975], velocity: [0.35, 0] };

interface Own { targets: number[]; lit: number[]; lanes: boolean[]; multi: boolean; jackpots: number }

const flippers = {
  controls: [
    { input: "left", label: "◀ Left", keys: ["ArrowLeft", "z"], does: "left flipper" },
    { input: "plunger", label: "Shoot", keys: [" "], does: "hold and let go: shoot the ball" },
    { input: "right", label: "Right ▶", keys: ["ArrowRight", "/"], does: "right flipper" },
  ],
  halves: ["left", "right"] as [string, string],
  hand: "none" as const,
  lives: 3,
};

function lampHits(run: Run, own: Own): void {
  for (const { shapeA } of run.world.impacts()) {
    if (shapeA === undefined || !own.targets.includes(shapeA)) continue;
    if (own.multi) {
      run.state.bonus += JACKPOT;
      own.jackpots++;
      say(run, `Jackpot! ${JACKPOT} points`);
    } else if (!own.lit.includes(shapeA)) own.lit.push(shapeA);
  }
}

function laneHits(run: Run, own: Own): void {
  const balls = run.world.transforms();
  for (let n = 0; n < balls.length; n += 4) {
    const [x, y] = [balls[n], balls[n + 1]];
    const lane = y > LOW && y < HIGH ? LANES.findIndex((one) => Math.abs(one.x - x) < HALF) : -1;
    if (lane >= 0) own.lanes[lane] = true;
  }
  if (!own.lanes.every(Boolean)) return;
  own.lanes = own.lanes.map(() => false);
  run.state.bonus += LANE_BONUS;
  say(run, `All three lanes: ${LANE_BONUS} points`);
}

/** A ball that drained: one of several goes, the last one costs a life. */
function drains(run: Run, own: Own, drain: string): void {
  for (const { goal, ball } of run.stage.entered()) {
    if (goal !== drain) continue;
    if (run.world.ballCount > 1) {
      run.world.removeBody(ball);
      if (run.world.ballCount === 1) {
        own.multi = false;
        own.lit = [];
        say(run, own.jackpots ? `${own.jackpots} jackpots` : "");
      }
    } else if (--run.state.lives > 0) say(run, "Lost. Hold Shoot and let go.");
    else over(run, "Game over");
  }
}

export const pinball: Game = {
  ...flippers,
  how: "Keep the ball out of the drain. Six targets at the sides start a multiball; then each target is a jackpot.",
  begin(run): Own {
    const targets = ["left.targets", "right.targets"].flatMap((name) => {
      const body = run.stage.find(name);
      return body === undefined ? [] : Array.from(run.world.shapesOf(body));
    });
    say(run, "Hold Shoot and let go.");
    return { targets, lit: [], lanes: [false, false, false], multi: false, jackpots: 0 };
  },
  after(run) {
    const own: Own = run.state.own;
    lampHits(run, own);
    laneHits(run, own);
    if (!own.multi && own.targets.length && own.lit.length === own.targets.length) {
      own.multi = true;
      own.jackpots = 0;
      run.stage.addBall({ like: "ball", ...SERVE });
      run.stage.addBall({ like: "ball", ...SERVE, position: [0.314, 0.975], velocity: [-0.35, 0] });
      say(run, "Multiball! Targets are jackpots");
    }
    drains(run, own, "drain");
    // The first shot ends the advice.
    if (/Shoot/.test(run.state.said) && run.isHeld("plunger")) say(run, "");
  },
  lamps(run, { on, hot }) {
    const own: Own = run.state.own;
    const blink = Math.floor(run.stage.time * 4) % 2 === 0;
    if (own.multi) return new Map(blink ? own.targets.map((shape) => [shape, hot]) : []);
    return new Map(own.lit.map((shape) => [shape, on]));
  },
  paint(brush, run) {
    const own: Own = run.state.own;
    LANES.forEach((lane, n) => dot(brush, lane, 0.007, own.lanes[n] ? brush.palette.balls[1].fill : brush.palette.faint));
  },
};

export const parts: Game = {
  ...flippers,
  controls: flippers.controls.map((control) => (control.input === "plunger" ? { ...control, input: "pull" } : control)),
  how: "One of each part of the library: bumpers, drop targets, a spinner, a ramp, a hole that holds the ball, a seesaw.",
  begin: (run) => (say(run, "Hold Shoot and let go."), { targets: [], lit: [], lanes: [], multi: false, jackpots: 0 }),
  after(run) {
    drains(run, run.state.own, "drain");
    if (/Shoot/.test(run.state.said) && run.isHeld("pull")) say(run, "");
  },
};
