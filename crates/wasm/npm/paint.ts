/** Draws a world on a canvas by the palette and the rules of carom-draw. */
import type { Paint, Palette } from "./palette.js";

export interface Spot { x: number; y: number }
/** The tools of a painter: pen, palette, and the length of one pixel of the screen in the world. */
export interface Brush {
  pen: CanvasRenderingContext2D;
  palette: Palette;
  /** Length units to a pixel of the canvas. */
  pixel: number;
  /** Middle of the picture, and half of its diagonal: how far an endless edge is drawn. */
  middle: Spot;
  reach: number;
}

/** Curves of shapes, nine numbers each, as `world.outlines()` has them. */
type Curves = ArrayLike<number>;
const [CIRCLE, SEGMENT, ARC] = [0, 1, 2];
const [LEFT, RIGHT, SOLID] = [1, 2, 3];
/** Largest angle between two corners of an arc that is filled, radians. */
const TURN = 0.25;

/** Points along a curve from its start to its end; none for a circle or a half-plane. */
function points(curves: Curves, at: number): Spot[] {
  const [kind, a, b, c, d, sweep] = [curves[at], curves[at + 3], curves[at + 4], curves[at + 5], curves[at + 6], curves[at + 7]];
  if (kind === SEGMENT) return [{ x: a, y: b }, { x: c, y: d }];
  if (kind !== ARC) return [];
  const parts = Math.min(100, Math.max(1, Math.ceil(Math.abs(sweep) / TURN)));
  return Array.from({ length: parts + 1 }, (_, n) => {
    const angle = d + (sweep * n) / parts;
    return { x: a + c * Math.cos(angle), y: b + c * Math.sin(angle) };
  });
}

/** The corners of what the curves of one shape enclose, end to end in any order and direction. */
function corners(parts: Spot[][]): Spot[] {
  const left = [...parts];
  const out = left.shift() ?? [];
  const gap = (p: Spot) => Math.hypot(p.x - out[out.length - 1].x, p.y - out[out.length - 1].y);
  while (left.length) {
    const away = (curve: Spot[]) => Math.min(gap(curve[0]), gap(curve[curve.length - 1]));
    let next = 0;
    for (let n = 1; n < left.length && away(left[next]) > 0; n++) if (away(left[n]) < away(left[next])) next = n;
    const [curve] = left.splice(next, 1);
    if (gap(curve[0]) > gap(curve[curve.length - 1])) curve.reverse();
    out.push(...curve.slice(1));
  }
  return out;
}

function fillPolygon(pen: CanvasRenderingContext2D, outline: Spot[], fill: string): void {
  if (outline.length < 3) return;
  pen.fillStyle = fill;
  pen.beginPath();
  for (const { x, y } of outline) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
}

/** A line or an area in a colour of its own, as `stage.paint()` has them: x and y of one point after the other. */
export interface Marking { points: ArrayLike<number>; color: string; fill: boolean; width?: number }

const spots = (points: ArrayLike<number>): Spot[] =>
  Array.from({ length: points.length / 2 }, (_, n) => ({ x: points[2 * n], y: points[2 * n + 1] }));

/** Areas with colours of their own lie under everything else. */
export function paintAreas({ pen }: Brush, markings: readonly Marking[]): void {
  for (const { points, color, fill } of markings) if (fill) fillPolygon(pen, spots(points), color);
}

/** Lines with colours of their own lie over walls and under balls. */
export function paintLines({ pen, pixel }: Brush, markings: readonly Marking[]): void {
  pen.lineCap = pen.lineJoin = "round";
  for (const { points, color, fill, width = 0 } of markings) {
    if (fill) continue;
    pen.lineWidth = Math.max(2 * pixel, width);
    pen.strokeStyle = color;
    pen.beginPath();
    for (const { x, y } of spots(points)) pen.lineTo(x, y);
    pen.stroke();
  }
}

/** Goals lie on the ground; x and y of their corners one after the other. */
export function paintGoals({ pen, palette }: Brush, goals: readonly ArrayLike<number>[]): void {
  for (const goal of goals) fillPolygon(pen, spots(goal), palette.goal);
}

/** The curve at `at` as a path of the pen. */
function trace({ pen, middle, reach }: Brush, curves: Curves, at: number): void {
  const [kind, a, b, c, d, sweep, thick] = [curves[at], ...[3, 4, 5, 6, 7, 8].map((n) => curves[at + n])];
  pen.beginPath();
  if (kind === CIRCLE) pen.arc(a, b, thick, 0, 2 * Math.PI);
  else if (kind === SEGMENT) {
    pen.moveTo(a, b);
    pen.lineTo(c, d);
  } else if (kind === ARC) pen.arc(a, b, c, d, d + sweep, sweep < 0);
  else {
    const along = (middle.x - a * c) * -b + (middle.y - b * c) * a;
    const [x, y] = [a * c - b * along, b * c + a * along];
    pen.moveTo(x - b * reach, y + a * reach);
    pen.lineTo(x + b * reach, y - a * reach);
  }
}

/** Bristles on the side of a segment or an arc that stops balls. */
function bristles({ pen, pixel, palette }: Brush, curves: Curves, at: number): void {
  const [kind, side] = [curves[at], curves[at + 1]];
  if ((side !== LEFT && side !== RIGHT) || (kind !== SEGMENT && kind !== ARC)) return;
  const [a, b, c, d, sweep] = [3, 4, 5, 6, 7].map((n) => curves[at + n]);
  const length = kind === SEGMENT ? Math.hypot(c - a, d - b) : Math.abs(c * sweep);
  const count = Math.max(1, Math.min(500, Math.floor(length / (13 * pixel))));
  pen.lineWidth = 1.2 * pixel;
  pen.strokeStyle = palette.surfaces[curves[at + 2]].edge;
  pen.beginPath();
  for (let n = 0; n < count; n++) {
    const part = (n + 0.5) / count;
    let [x, y, nx, ny] = [a + part * (c - a), b + part * (d - b), (b - d) / length, (c - a) / length];
    if (kind === ARC) {
      const angle = d + sweep * part;
      const inward = -Math.sign(sweep);
      [x, y, nx, ny] = [a + c * Math.cos(angle), b + c * Math.sin(angle), inward * Math.cos(angle), inward * Math.sin(angle)];
    }
    const tip = (side === LEFT ? 4.5 : -4.5) * pixel;
    pen.moveTo(x, y);
    pen.lineTo(x + nx * tip, y + ny * tip);
  }
  pen.stroke();
}

/** Behind the edge of a half-plane. */
function beyond({ pen, palette, middle, reach }: Brush, curves: Curves, at: number): void {
  const [a, b, c] = [curves[at + 3], curves[at + 4], curves[at + 5]];
  const along = (middle.x - a * c) * -b + (middle.y - b * c) * a;
  const [x, y] = [a * c - b * along, b * c + a * along];
  const far = 2 * reach;
  const edge = [{ x: x - b * far, y: y + a * far }, { x: x + b * far, y: y - a * far }];
  fillPolygon(pen, [...edge, ...edge.reverse().map((p) => ({ x: p.x - a * far, y: p.y - b * far }))], palette.surfaces[curves[at + 2]].beyond);
}

/**
 * Shapes: what is solid is filled, what has a side has bristles. `glow` tells how brightly the shape of a curve shines,
 * 0 to 1, and in which colour; `tints` has places in the palette of balls for shapes with colours of their own.
 */
export function paintShapes(
  brush: Brush, curves: Curves, shapes: ArrayLike<number>,
  glow: (shape: number) => { color: string; part: number } | undefined, tints?: ReadonlyMap<number, number>,
): void {
  const { pen, palette, pixel } = brush;
  const surfaceOf = (n: number): { edge: string; inside: string } => {
    const tint = tints?.get(shapes[n]);
    if (tint === undefined) return palette.surfaces[curves[9 * n + 2]];
    const { edge, fill } = palette.balls[tint % palette.balls.length];
    return { edge, inside: fill };
  };
  pen.lineCap = "round";
  const count = curves.length / 9;
  for (let n = 0; n < count; n++) if (curves[9 * n] === 3) beyond(brush, curves, 9 * n);
  for (let n = 0; n < count; ) {
    const first = n++;
    if (curves[9 * first + 1] !== SOLID || curves[9 * first] === CIRCLE) continue;
    const parts = [points(curves, 9 * first)];
    for (; n < count && shapes[n] === shapes[first]; n++) parts.push(points(curves, 9 * n));
    fillPolygon(pen, corners(parts), surfaceOf(first).inside);
  }
  for (let n = 0; n < count; n++) {
    const at = 9 * n;
    const surface = surfaceOf(n);
    const thick = curves[at + 8];
    pen.lineWidth = Math.max(2 * thick, 2 * pixel);
    trace(brush, curves, at);
    if (curves[at] === CIRCLE) {
      pen.fillStyle = surface.inside;
      pen.fill();
      pen.lineWidth = Math.min(2 * pixel, thick);
    }
    pen.strokeStyle = surface.edge;
    pen.stroke();
    bristles(brush, curves, at);
    // A long wall of many pieces does not light up where one of them is hit.
    const wall = curves[at + 1] !== SOLID && (shapes[n] === shapes[n - 1] || shapes[n] === shapes[n + 1]);
    const lit = wall || curves[at] > ARC ? undefined : glow(shapes[n]);
    if (!lit || lit.part <= 0) continue;
    pen.globalAlpha = Math.min(1, lit.part);
    trace(brush, curves, at);
    pen.strokeStyle = pen.fillStyle = lit.color;
    if (curves[at] === CIRCLE) pen.fill();
    pen.lineWidth = Math.max(2 * thick, 2 * pixel) + (curves[at] === CIRCLE ? 4 * pixel : 0);
    pen.stroke();
    pen.globalAlpha = 0.35 * Math.min(1, lit.part);
    pen.lineWidth += 10 * pixel;
    pen.stroke();
    pen.globalAlpha = 1;
  }
}

/** Links: four numbers each, a line. */
export function paintLinks({ pen, palette, pixel }: Brush, ends: ArrayLike<number>): void {
  pen.strokeStyle = palette.link;
  pen.lineWidth = 1.6 * pixel;
  pen.beginPath();
  for (let n = 0; n < ends.length; n += 4) {
    pen.moveTo(ends[n], ends[n + 1]);
    pen.lineTo(ends[n + 2], ends[n + 3]);
  }
  pen.stroke();
}

/** A trail, brightest at its head: x and y of one point after the other. */
export function paintTrail({ pen, pixel }: Brush, trail: number[], paint: Paint, radius: number): void {
  const segments = trail.length / 2 - 1;
  const fades = paint.trail.length;
  const width = Math.min(4 * pixel, Math.max(1.4 * pixel, 0.5 * radius));
  pen.lineCap = pen.lineJoin = "round";
  for (let n = 0; n < fades; n++) {
    const [first, last] = [Math.floor((segments * n) / fades), Math.floor((segments * (n + 1)) / fades)];
    if (first >= last) continue;
    pen.strokeStyle = paint.trail[n];
    pen.lineWidth = width * (0.4 + (0.6 * (n + 1)) / fades);
    pen.beginPath();
    for (let k = first; k <= last; k++) pen.lineTo(trail[2 * k], trail[2 * k + 1]);
    pen.stroke();
  }
}

/** More balls than this are stamped: a path for each would take longer than a frame has. */
const STAMPED = 250;
/** Pictures of balls by colour and radius in pixels, for one palette. */
const stamps = new Map<string, HTMLCanvasElement>();
let stampedFor: Palette | undefined;

/** A ball of `radius` pixels, painted once. */
function stamp(palette: Palette, place: number, radius: number): HTMLCanvasElement | undefined {
  if (stampedFor !== palette) stamps.clear();
  stampedFor = palette;
  const key = `${place},${radius}`;
  const known = stamps.get(key);
  if (known) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2 * Math.ceil(radius) + 2;
  const pen = canvas.getContext("2d");
  if (!pen || stamps.size > 500) return undefined;
  pen.translate(canvas.width / 2, canvas.width / 2);
  ball(pen, palette.balls[place], 0, 0, radius, 1);
  stamps.set(key, canvas);
  return canvas;
}

function ball(pen: CanvasRenderingContext2D, { fill, edge }: Paint, x: number, y: number, r: number, pixel: number): void {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.fill();
  if (r < 4 * pixel) return;
  pen.strokeStyle = edge;
  pen.lineWidth = 1.3 * pixel;
  pen.beginPath();
  pen.arc(x, y, r - 0.65 * pixel, 0, 2 * Math.PI);
  pen.stroke();
}

/** Many balls: each a copy of a picture, placed to half a pixel. */
function stampBalls({ pen, palette }: Brush, balls: Float32Array, color: (n: number) => number): void {
  const { a: scale, e: x0, f: y0 } = pen.getTransform();
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  for (let n = 0; 4 * n < balls.length; n++) {
    const radius = Math.max(1, Math.round(2 * balls[4 * n + 3] * scale) / 2);
    const picture = stamp(palette, color(n) % palette.balls.length, radius);
    const [x, y] = [x0 + balls[4 * n] * scale, y0 - balls[4 * n + 1] * scale];
    if (picture) pen.drawImage(picture, x - picture.width / 2, y - picture.width / 2);
    else ball(pen, palette.balls[color(n) % palette.balls.length], x, y, radius, 1);
  }
  pen.restore();
}

/** Balls: x, y, angle and radius each; `color` gives the place of each in the palette. */
export function paintBalls(brush: Brush, balls: Float32Array, color: (n: number) => number): void {
  const { pen, palette, pixel } = brush;
  if (balls.length > 4 * STAMPED) return stampBalls(brush, balls, color);
  const turning = balls.some((angle, n) => n % 4 === 2 && angle !== 0);
  for (let n = 0; 4 * n < balls.length; n++) {
    const [x, y, angle, r] = balls.subarray(4 * n, 4 * n + 4);
    const paint = palette.balls[color(n) % palette.balls.length];
    ball(pen, paint, x, y, Math.max(r, 1.5 * pixel), pixel);
    if (!turning || r < 4 * pixel) continue;
    pen.strokeStyle = paint.mark;
    pen.lineWidth = Math.max(0.2 * r, 1.2 * pixel);
    pen.lineCap = "butt";
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + 0.78 * r * Math.cos(angle), y + 0.78 * r * Math.sin(angle));
    pen.stroke();
  }
}
