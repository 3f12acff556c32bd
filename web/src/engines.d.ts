/** A world of one engine, the same calls for all. Metres and seconds. */
export interface Engine {
  ball(ball: { x: number; y: number; r: number; vx?: number; vy?: number; e?: number; f?: number }): unknown;
  wall(ax: number, ay: number, bx: number, by: number, e?: number, f?: number): unknown;
  pin(x: number, y: number, r: number, e?: number, f?: number): unknown;
  /** A kinematic bar whose own origin is at one end. */
  bar(x: number, y: number, length: number, r: number, angle: number): unknown;
  /** Speeds of a bar from now on: x, y, and about its origin. */
  move(bar: unknown, vx: number, vy: number, rate: number): void;
  /** Where the bar is: x, y and angle. */
  pose(bar: unknown): [number, number, number];
  remove(ball: unknown): void;
  step(dt: number): void;
  state(ball: unknown, out: { x: number; y: number; vx: number; vy: number }): void;
  free(): void;
}
/** An engine with one of its settings. */
export interface Maker {
  engine: string;
  version: string;
  setting: string;
  make(gravity: number): Engine;
}
/** Loads the engines, and says which one is there. `simd` is the older build of rapier2d with vectors, if it is to run as well. */
export function engines(options?: { simd?: Promise<unknown>; loaded?: (name: string) => void }): Promise<Maker[]>;
