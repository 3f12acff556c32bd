/** Where balls were within the last step: on their ways from bounce to bounce, not on the line from step to step. */

interface Spot { x: number; y: number }
/** How a ball came through a step: x, y and time at its start, at each bounce, and at its end. */
export type Way = number[];
interface Bounce { point: Spot; normal: Spot; bodyA: number; bodyB: number; time: number }

export class Flown {
  private ids = new Float64Array(0);
  private before = new Float32Array(0);
  private after = new Float32Array(0);
  /** The ways of those that bounced. */
  readonly ways = new Map<number, Way>();
  private known = false;

  /** Before a step. */
  start(ids: ArrayLike<number>, balls: ArrayLike<number>): void {
    this.ids = Float64Array.from(ids);
    this.before = Float32Array.from(balls);
    this.known = false;
  }

  /** After a step of `dt`. A world in which balls came or went has no ways for this step. */
  end(ids: ArrayLike<number>, balls: ArrayLike<number>, bounces: Bounce[], dt: number): void {
    this.ways.clear();
    this.known = ids.length === this.ids.length && this.ids.every((id, n) => id === ids[n]);
    if (!this.known) return;
    this.after = Float32Array.from(balls);
    if (!bounces.length) return;
    const place = new Map<number, number>();
    this.ids.forEach((id, n) => place.set(id, n));
    for (const { bodyA, bodyB, point, normal, time } of bounces) {
      for (const [body, sign] of [[bodyB, 1], [bodyA, -1]] as const) {
        const n = place.get(body);
        if (n === undefined) continue;
        const reach = sign * this.before[4 * n + 3];
        let way = this.ways.get(body);
        if (!way) this.ways.set(body, (way = [this.before[4 * n], this.before[4 * n + 1], 0]));
        way.push(point.x + reach * normal.x, point.y + reach * normal.y, time);
      }
    }
    for (const [id, way] of this.ways) {
      const n = place.get(id) as number;
      way.push(this.after[4 * n], this.after[4 * n + 1], dt);
    }
  }

  forget(): void {
    this.known = false;
    this.ways.clear();
  }

  /** x, y, angle and radius of each ball, `time` after the start of a step of `dt`; `now` if that is not known. */
  at(time: number, dt: number, now: ArrayLike<number>): Float32Array {
    const out = Float32Array.from(now);
    // A game may have moved balls since.
    if (!this.known || now.length !== this.after.length || !this.after.every((number, n) => number === now[n])) return out;
    const part = Math.min(1, Math.max(0, time / dt));
    for (let n = 0; n < out.length; n++) {
      const way = this.after[n] - this.before[n];
      // An angle may have begun a new turn.
      if (n % 4 !== 2 || Math.abs(way) < 3) out[n] = this.before[n] + part * way;
    }
    this.ids.forEach((id, n) => {
      const way = this.ways.get(id);
      if (way) [out[4 * n], out[4 * n + 1]] = along(way, time);
    });
    return out;
  }
}

function along(way: Way, time: number): [number, number] {
  let n = 3;
  while (n + 3 < way.length && way[n + 2] < time) n += 3;
  const span = way[n + 2] - way[n - 1];
  const part = span > 0 ? Math.min(1, Math.max(0, (time - way[n - 1]) / span)) : 1;
  return [way[n - 3] + part * (way[n] - way[n - 3]), way[n - 2] + part * (way[n + 1] - way[n - 2])];
}
