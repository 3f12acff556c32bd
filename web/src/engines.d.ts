export interface Engine {
  name: string;
  ball(ball: { x: number; y: number; r: number; vx?: number; vy?: number; e?: number; f?: number }): unknown;
  wall(ax: number, ay: number, bx: number, by: number, e?: number, f?: number): unknown;
  pin(x: number, y: number, r: number, e?: number, f?: number): unknown;
  bar(x: number, y: number, length: number, r: number, angle: number): unknown;
  turn(bar: unknown, rate: number): void;
  remove(ball: unknown): void;
  step(dt: number): void;
  state(ball: unknown, out: { x: number; y: number; vx: number; vy: number }): void;
  free(): void;
}
export function engines(): Promise<Record<string, (gravity: number) => Engine>>;
