/** Games in which a ball is shot: aim with a line that shows where it will go, draw back, let go. */
import type { Spot } from "carom/view";
import type { Run } from "../run";
import { dot, type Doing, type Game, over, say } from "./game";

interface Own { ball?: number; aim?: Spot; shots: number }
interface Rules {
  how: string;
  /** Whether this ball may be shot. */
  mine(run: Run, ball: number): boolean;
  /** Largest speed, and the speed for a way of one length unit. */
  most: number;
  gain: number;
  prepare?: Game["prepare"];
  after?: Game["after"];
}

const velocity = (run: Run, rules: Pick<Rules, "most" | "gain">) => {
  const own: Own = run.state.own;
  const at = own.ball === undefined ? undefined : run.world.position(own.ball);
  if (!own.aim || !at) return undefined;
  // Away from the pointer, as with a cue or a sling.
  const way = { x: at.x - own.aim.x, y: at.y - own.aim.y };
  const long = Math.hypot(way.x, way.y);
  const speed = Math.min(rules.most, long * rules.gain);
  return long < 1e-9 ? undefined : { at, x: (way.x / long) * speed, y: (way.y / long) * speed, share: speed / rules.most };
};

export function shooting(rules: Rules): Game {
  return {
    how: rules.how,
    hand: "own",
    mouse: "take a ball, draw back, let go",
    controls: [],
    prepare: rules.prepare,
    begin: (run): Own => (say(run, "Take a ball, draw back, let go."), { shots: 0 }),
    acts: {
      take(run, x, y) {
        const [balls, ids] = [run.world.transforms().slice(), run.world.ids().slice()];
        let [best, near] = [undefined as number | undefined, Infinity];
        ids.forEach((id, n) => {
          const away = Math.hypot(balls[4 * n] - x, balls[4 * n + 1] - y) / balls[4 * n + 3];
          if (away < near && rules.mine(run, id)) [best, near] = [id, away];
        });
        run.state.own.ball = best;
        run.state.own.aim = { x, y };
      },
      aim: (run, x, y) => void (run.state.own.aim &&= { x, y }),
      shoot(run) {
        const own: Own = run.state.own;
        const shot = velocity(run, rules);
        // A ball that was only touched stays.
        if (shot && own.ball !== undefined && shot.share > 0.03) {
          run.world.wake(own.ball);
          run.world.setVelocity(own.ball, shot);
          own.shots++;
          say(run, "");
        }
        own.aim = undefined;
      },
    },
    pointer(run, { type, at }): Doing | undefined {
      if (type === "down") return ["take", at.x, at.y];
      if (!run.state.own.aim) return undefined;
      return type === "up" ? ["shoot"] : ["aim", at.x, at.y];
    },
    after: rules.after,
    paint(brush, run) {
      const own: Own = run.state.own;
      const shot = velocity(run, rules);
      if (!shot || own.ball === undefined || !own.aim) return;
      const { pen, pixel, palette } = brush;
      pen.lineWidth = 2.5 * pixel;
      pen.strokeStyle = palette.faint;
      pen.beginPath();
      pen.moveTo(own.aim.x, own.aim.y);
      pen.lineTo(shot.at.x, shot.at.y);
      pen.stroke();
      const { points, impacts, end } = run.world.predict({ ball: own.ball, velocity: shot, seconds: 2, bounces: 3 });
      pen.strokeStyle = palette.balls[1].fill;
      pen.setLineDash([7 * pixel, 5 * pixel]);
      pen.beginPath();
      for (let n = 0; n < points.length; n += 3) pen.lineTo(points[n], points[n + 1]);
      pen.stroke();
      pen.setLineDash([]);
      const last = impacts.at(-1);
      if (end !== "ball" || !last) return;
      // Where the struck ball will go: along the normal.
      const [struck, sign] = last.bodyA === own.ball ? [last.bodyB, 1] : [last.bodyA, -1];
      const from = run.world.position(struck);
      if (!from) return;
      const long = 0.16 * Math.hypot(brush.reach, 0) * 0.5;
      pen.strokeStyle = palette.contact;
      pen.beginPath();
      pen.moveTo(from.x, from.y);
      pen.lineTo(from.x + sign * last.normal.x * long, from.y + sign * last.normal.y * long);
      pen.stroke();
      dot(brush, last.point, 3 * pixel, palette.contact);
    },
  };
}

export const billiards = shooting({
  how: "Pot the fifteen balls. Take the cue ball, draw back, let go; the line shows where it will go.",
  most: 9,
  gain: 7,
  mine: (run, ball) => run.stage.nameOf(ball) === "cue",
  prepare(scene) {
    // It waits for the player.
    for (const ball of scene.balls) if (ball.name === "cue") delete ball.velocity;
  },
  after(run) {
    if (run.stage.score === 15) over(run, `All potted with ${run.state.own.shots} shots`);
  },
});

export const tables = shooting({
  how: "Four tables, one shot each. Take any cue ball, draw back, let go.",
  most: 9,
  gain: 7,
  mine: (run, ball) => /cue/.test(run.stage.nameOf(ball) ?? ""),
});

export const football = shooting({
  how: "Shoot the ball into either goal: take it, draw back, let go.",
  most: 900,
  gain: 5,
  mine: () => true,
});
