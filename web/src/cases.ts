/** The cases of the torture test. Steps of 1/60 s in all engines; what is counted is plain to see. */
import type { Engine } from "./engines.js";

type Ball = Parameters<Engine["ball"]>[0];
interface Thrown { id: unknown; r: number; lost: boolean; partner?: number }
export interface Case {
  label: string;
  /** What is counted. */
  counts: string;
  gravity: number;
  /** Seconds of a throw. */
  seconds: number;
  lines: number[][];
  bar?: { x: number; y: number; length: number; r: number; angle: number };
  /** How the bar moves at a time: x, y and turn a second. */
  sweep?(time: number, pose: [number, number, number]): [number, number, number];
  /** Balls of a throw, `phase` from 0 to 1; `partner` is the place of the ball that it is to meet. */
  balls(phase: number): (Ball & { partner?: number })[];
  /** Whether a ball went through something. */
  through(ball: Seen, pose: [number, number, number], partner: Spot | undefined, time: number): boolean;
}
interface Spot { x: number; y: number }
/** A ball; `left` of the two that are to meet. */
interface Seen extends Spot { r: number; left: boolean }

export const DT = 1 / 60;
const BOX: number[][] = [[-1, -1, 1, -1], [1, -1, 1, 1], [1, 1, -1, 1], [-1, 1, -1, -1]];
const row = <T>(count: number, each: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => each(n));
const outside = ({ x, y, r }: Seen) => !(Math.abs(x) < 1 + r && Math.abs(y) < 1 + r);

const paddle = (speed: number): Case => ({
  label: `a paddle overtakes balls at ${speed} m/s`,
  counts: "balls that the paddle passed through",
  gravity: 0,
  seconds: 1,
  lines: BOX,
  bar: { x: -0.9, y: -0.93, length: 1.86, r: 0.02, angle: Math.PI / 2 },
  // It waits, sweeps to the right, and stays. The gaps at its ends are smaller than a ball.
  sweep: (time, [x]) => (time > 0.19 && x < 0.4 ? [Math.min(speed, (0.4 - x) / DT), 0, 0] : [0, 0, 0]),
  balls: (phase) => row(8, (n) => ({ x: -0.6 + 0.4 * ((phase + n / 8) % 1), y: -0.84 + 0.24 * n, r: 0.05, e: 0.5, f: 0 })),
  through: (ball, [x], _, time) => outside(ball) || (time > 0.2 && ball.x < x),
});
const meet = (speed: number): Case => ({
  label: `balls head-on at ${speed} m/s each`,
  counts: "balls that passed through each other",
  gravity: 0,
  seconds: 1,
  lines: BOX,
  balls: (phase) => row(16, (n) => {
    const [lane, right] = [n >> 1, n % 2];
    const start = 0.9 - 0.4 * ((phase + lane / 8) % 1);
    return { x: right ? start : -0.9, y: -0.84 + 0.24 * lane, r: 0.05, vx: right ? -speed : speed, e: 1, f: 0, partner: right ? n - 1 : n + 1 };
  }),
  // The left one is to the right of its partner, and no wall can have turned either yet.
  through: (ball, _, partner, time) => outside(ball) || (partner !== undefined && ball.left && ball.x > partner.x && speed * time < 1.7),
});
const flipper: Case = {
  label: "a flipper sweeps 20 degrees within a step",
  counts: "balls that fell through the flipper",
  gravity: -9.81,
  seconds: 2,
  lines: BOX,
  bar: { x: -0.95, y: -0.3, length: 1.9, r: 0.02, angle: 0 },
  // It waits until the balls lie on it, sweeps by 20 degrees, and stays.
  sweep: (time, [, , angle]) => [0, 0, time > 0.7 && angle < Math.PI / 9 ? Math.min(60, (Math.PI / 9 - angle) / DT) : 0],
  // Far from its tip, so that none can come round that while it sweeps.
  balls: (phase) => row(6, (n) => ({ x: -0.7 + 0.15 * n + 0.05 * phase, y: 0.12, r: 0.05, e: 0.5 })),
  through(ball, [, , angle], _, time) {
    // Below the bar while it sweeps, seen from its pivot and along it: later a ball may have come round its tip.
    const [dx, dy] = [ball.x + 0.95, ball.y + 0.3];
    const [along, above] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
    return outside(ball) || (along > 0 && along < 1.45 && above < -ball.r && time > 0.7 && time < 0.74);
  },
};
const chain: Case = {
  label: "a chain of ten balls, struck at 100 m/s",
  counts: "balls that left the box",
  gravity: 0,
  seconds: 2,
  lines: BOX,
  balls: (phase) => [
    ...row(10, (n) => ({ x: -0.2 + 0.081 * n, y: 0, r: 0.04, e: 1, f: 0 })),
    { x: -0.9 + 0.3 * phase, y: 0, r: 0.04, vx: 100, e: 1, f: 0 },
  ],
  through: outside,
};
const walls: Case = {
  label: "balls of 40 to 400 m/s at thin walls",
  counts: "balls that left the box",
  gravity: 0,
  seconds: 2,
  lines: BOX,
  balls: (phase) => row(10, (n) => ({ x: -0.9 + 0.2 * phase, y: -0.8 + 0.17 * n, r: 0.03, vx: 40 * (n + 1), vy: 3 * (n - 5), e: 0.9, f: 0.1 })),
  through: outside,
};
/** First those in which most peers lose balls in both settings. */
export const CASES: Case[] = [paddle(50), meet(50), flipper, paddle(5), meet(20), chain, walls];

/** A case that runs in an engine, throw by throw. */
export class Trial {
  balls: Thrown[] = [];
  pose: [number, number, number] = [0, 0, 0];
  time = 0;
  lost = 0;
  thrown = 0;
  private bar?: unknown;
  private engine?: Engine;
  private readonly at = { x: 0, y: 0, vx: 0, vy: 0 };

  constructor(readonly which: Case, private readonly make: (gravity: number) => Engine) {}

  /** A new throw. */
  begin(phase: number): void {
    this.engine?.free();
    const engine = (this.engine = this.make(this.which.gravity));
    for (const [ax, ay, bx, by] of this.which.lines) engine.wall(ax, ay, bx, by, 0.9, 0.1);
    const { bar } = this.which;
    this.bar = bar && engine.bar(bar.x, bar.y, bar.length, bar.r, bar.angle);
    this.balls = this.which.balls(phase).map((ball) => ({ id: engine.ball(ball), r: ball.r, lost: false, partner: ball.partner }));
    this.time = 0;
    this.thrown += this.balls.length;
    this.look();
  }

  get done(): boolean {
    return this.time > this.which.seconds;
  }

  step(): void {
    const { engine, which } = this;
    if (!engine) return;
    if (this.bar !== undefined && which.sweep) engine.move(this.bar, ...which.sweep(this.time, this.pose));
    engine.step(DT);
    this.time += DT;
    this.look();
    const places = this.places();
    for (const [n, ball] of this.balls.entries()) {
      const partner = ball.partner === undefined ? undefined : places[ball.partner];
      const left = ball.partner !== undefined && ball.partner > n;
      if (ball.lost || !which.through({ ...places[n], r: ball.r, left }, this.pose, partner, this.time)) continue;
      ball.lost = true;
      this.lost++;
    }
  }

  places(): Spot[] {
    return this.balls.map(({ id }) => {
      this.engine?.state(id, this.at);
      return { x: this.at.x, y: this.at.y };
    });
  }

  private look(): void {
    if (this.bar !== undefined && this.engine) this.pose = this.engine.pose(this.bar);
  }

  free(): void {
    this.engine?.free();
    this.engine = undefined;
  }
}

/** How many of how many went through, over throws of different phases. */
export function count(which: Case, make: (gravity: number) => Engine, throws: number): { lost: number; thrown: number } {
  const trial = new Trial(which, make);
  for (let n = 0; n < throws; n++) {
    trial.begin(n / throws);
    while (!trial.done) trial.step();
  }
  trial.free();
  return { lost: trial.lost, thrown: trial.thrown };
}
