/** A viewer on a canvas for worlds and stages of Carom: it draws, and lets a hand pause, step, drag and zoom. */
import { Flown, type Way } from "./flown.js";
import { type Brush, type Marking, paintAreas, paintBalls, paintGoals, paintLines, paintLinks, paintShapes, paintTrail, type Spot } from "./paint.js";
import { dark, light, type Palette } from "./palette.js";

export { dark, light };
export type { Brush, Palette, Spot, Way };

/** The calls of a world that a viewer needs. A world of any entry of the package has them. */
export interface ViewWorld {
  step(dt: number): void;
  transforms(): Float32Array;
  velocities(): Float32Array;
  ids(): Float64Array;
  outlines(): Float32Array;
  outlineShapes(): Float64Array;
  linkEnds(): Float32Array;
  impacts(): { point: Spot; normal: Spot; bodyA: number; bodyB: number; shapeA?: number; normalImpulse: number; time: number }[];
  contacts(): { point: Spot }[];
  tableOffset(): Spot;
  predict(query: { ball: number; seconds?: number; bounces?: number }): { points: Float32Array };
  position(ball: number): Spot | undefined;
  setVelocity(ball: number, velocity: Spot): void;
}
/** The marks that are drawn beside balls and shapes. */
export interface DrawOptions {
  /** Dots where balls rest on something. Default false. */
  contacts: boolean;
  /** Rings where balls bounced. Default true. */
  impacts: boolean;
  /** Arrows to where each ball would be in a tenth of a second. Default false. */
  velocities: boolean;
  /** Where the first eight balls will go within a second. Default false. */
  prediction: boolean;
  /** Marks balls that sleep. Default false. */
  sleeping: boolean;
  /** Where balls have been, warmer for longer. Default false. */
  heat: boolean;
  /** The ways of the last steps from bounce to bounce. Default false. */
  flown: boolean;
  /** Where each ball came from, up to 60 balls. Default true. */
  trails: boolean;
  /** Shapes light up when a ball hits them. Default true. */
  lights: boolean;
}
export interface ViewOptions {
  /** Length of a step, seconds. Default 1/240. */
  dt?: number;
  /** Called in place of `world.step(dt)`: a step with the game's own work before and after it. */
  step?: () => void;
  /** Called in place of `change(world)` when a hand changes the world before a step: for a game that records its input. */
  act?: (change: (world: ViewWorld) => void) => void;
  /** The part of the world in the picture, length units. Default: all of it but half-planes. */
  bounds?: { min: Spot; max: Spot };
  /** Whether a hand can drag a ball, and with which pointers. Default true. */
  drag?: boolean | ((event: PointerEvent) => boolean);
  /** Colours. Default `dark`; `light` is there as well. */
  palette?: Palette;
  /** Goals: x and y of their corners one after the other. */
  goals?: readonly ArrayLike<number>[];
  /** Lines and areas of a scene in colours of their own: `stage.paint()`. */
  markings?: readonly Marking[];
  /** Places of all balls in the palette, by kind, say; by default each ball keeps its own. */
  colors?: () => ArrayLike<number>;
  /** Shapes with colours of their own: places in the palette of balls. */
  tints?: ReadonlyMap<number, number>;
  /** Shapes that shine now, each with a colour: lamps of a game. */
  lamps?: () => ReadonlyMap<number, string>;
  /** Draws more, in the units of the world, over everything else. */
  paint?: (brush: Brush) => void;
  /** Most milliseconds of a frame that steps may take; then the world slows, not the page. Default 7. */
  budget?: number;
  draw?: Partial<DrawOptions>;
}
interface Flash { x: number; y: number; size: number; age: number }
interface Trail { points: number[]; speed: number }

/** Seconds of the past that a trail shows, seconds that a light shines, and most balls with trails. */
const [TRAIL, SHINE, CROWD] = [0.35, 0.4, 60];
/** Places in the engine's table that an id has room for. */
const PLACES = 2 ** 24;

export class View {
  /** Simulated seconds per second of the clock. */
  speed = 1;
  paused = false;
  readonly draw: DrawOptions;
  /** Milliseconds that the last frame took to step and to draw. */
  frameWork = 0;
  /** Called after each step. */
  onStep?: () => void;
  /** Centre of the picture in the world, and pixels per length unit. */
  camera = { x: 0, y: 0, scale: 1 };
  /** Colours. */
  palette: Palette;
  private readonly pen: CanvasRenderingContext2D;
  private due = 0;
  private last = 0;
  private request = 0;
  private stepMs = 0;
  private flashes: Flash[] = [];
  private lights = new Map<number, number>();
  private trails = new Map<number, Trail>();
  private heat = new Map<string, number>();
  private held?: { ball: number; at: Spot };
  private home = true;
  private readonly watch: ResizeObserver;
  private readonly stopListening = new AbortController();
  private ways: Way[] = [];
  private readonly lastStep = new Flown();
  private curvesBefore?: Float32Array;

  constructor(readonly canvas: HTMLCanvasElement, public world: ViewWorld, readonly options: ViewOptions = {}) {
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("carom/view: the canvas has no 2d context");
    this.pen = pen;
    this.palette = options.palette ?? dark;
    this.draw = {
      contacts: false, impacts: true, velocities: false, prediction: false, sleeping: false, heat: false, flown: false,
      trails: true, lights: true,
      ...options.draw,
    };
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(canvas);
    this.listen();
    this.resize();
  }

  /** Frames from now on. */
  start(): this {
    this.last = performance.now();
    const frame = (now: number) => {
      this.request = requestAnimationFrame(frame);
      this.advance((now - this.last) / 1000);
      this.last = now;
    };
    cancelAnimationFrame(this.request);
    this.request = requestAnimationFrame(frame);
    return this;
  }

  stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  /** Stops, and takes its hands off the canvas. */
  free(): void {
    this.stop();
    this.watch.disconnect();
    this.stopListening.abort();
  }

  /**
   * Steps as many times as `seconds` of the clock ask for, and draws. A frame steps for no longer than its budget, but
   * once if a step is due: a world that is slower than life slows down, and the page does not.
   */
  advance(seconds: number): void {
    const start = performance.now();
    if (!this.paused) {
      const dt = this.options.dt ?? 1 / 240;
      const budget = this.options.budget ?? 7;
      this.due += Math.min(seconds, 0.25) * this.speed;
      for (let n = 0; this.due >= dt; n++) {
        const before = performance.now();
        if (n && before - start + this.stepMs > budget) {
          // Time that was not stepped is dropped.
          this.due = 0;
          break;
        }
        this.step();
        this.due -= dt;
        this.stepMs += 0.2 * (performance.now() - before - this.stepMs);
      }
      for (const flash of this.flashes) flash.age += seconds;
      for (const [shape, left] of this.lights) {
        if (left > seconds) this.lights.set(shape, left - seconds);
        else this.lights.delete(shape);
      }
    }
    this.render();
    this.frameWork = performance.now() - start;
  }

  /** One step. */
  step(): void {
    const { world, draw } = this;
    const dt = this.options.dt ?? 1 / 240;
    this.pull(dt);
    this.lastStep.start(world.ids(), world.transforms().slice());
    // Within a short step a wall moves too little to be seen.
    this.curvesBefore = dt > 1 / 200 || this.speed < 0.5 ? world.outlines().slice() : undefined;
    if (this.options.step) this.options.step();
    else world.step(dt);
    const impacts = world.impacts();
    const ids = world.ids().slice();
    this.lastStep.end(ids, world.transforms().slice(), impacts, dt);
    if (draw.flown) this.ways = [...this.ways, ...this.lastStep.ways.values()].slice(-200);
    if (draw.impacts) {
      for (const { point, normalImpulse } of impacts.slice(0, 100)) this.flashes.push({ ...point, size: normalImpulse, age: 0 });
      // In a crowd rings hide more than they show.
      this.flashes = this.flashes.filter((flash) => flash.age < 0.5).slice(ids.length > CROWD ? -30 : -120);
    }
    if (draw.lights) for (const { shapeA } of impacts) if (shapeA !== undefined) this.lights.set(shapeA, SHINE);
    if (draw.trails) this.trail(ids);
    if (draw.heat) this.warm();
    this.onStep?.();
  }

  /** Trails bend where balls bounced, not where steps ended. */
  private trail(ids: Float64Array): void {
    if (ids.length > CROWD) return this.trails.clear();
    const dt = this.options.dt ?? 1 / 240;
    const [balls, speeds] = [this.world.transforms().slice(), this.world.velocities().slice()];
    const seen = new Set(ids);
    for (const id of this.trails.keys()) if (!seen.has(id)) this.trails.delete(id);
    ids.forEach((id, n) => {
      const [x, y, , r] = balls.subarray(4 * n, 4 * n + 4);
      const speed = Math.hypot(speeds[3 * n], speeds[3 * n + 1]);
      const way = this.lastStep.ways.get(id);
      let trail = this.trails.get(id);
      const [fromX, fromY] = trail?.points.slice(-2) ?? [x, y];
      // A ball that was put somewhere else begins a new one.
      if (!trail || (!way && Math.hypot(x - fromX, y - fromY) > 2 * dt * Math.max(speed, trail.speed) + r)) {
        this.trails.set(id, (trail = { points: [x, y], speed }));
      }
      if (way) for (let k = 3; k + 3 < way.length; k += 3) trail.points.push(way[k], way[k + 1]);
      trail.points.push(x, y);
      trail.speed = speed;
      const most = 2 * Math.ceil(TRAIL / dt);
      if (trail.points.length > most) trail.points.splice(0, trail.points.length - most);
    });
  }

  /** Shows another world, with the whole of it in the picture. */
  show(world: ViewWorld): void {
    this.world = world;
    this.held = undefined;
    this.forget();
    this.home = true;
    this.fit();
  }

  /** Forgets flashes, lights, trails, heat and flown ways: for a jump in time. */
  forget(): void {
    this.flashes = [];
    this.lights.clear();
    this.trails.clear();
    this.ways = [];
    this.lastStep.forget();
    this.curvesBefore = undefined;
    this.heat.clear();
    this.due = 0;
  }

  /** Lets a shape shine for a moment, as if it were hit. */
  light(shape: number): void {
    this.lights.set(shape, SHINE);
  }

  /** Puts all that has an end into the picture. */
  fit(): void {
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
    const take = (x: number, y: number, r: number) => {
      [left, bottom, right, top] = [Math.min(left, x - r), Math.min(bottom, y - r), Math.max(right, x + r), Math.max(top, y + r)];
    };
    const { bounds } = this.options;
    if (bounds) {
      take(bounds.min.x, bounds.min.y, 0);
      take(bounds.max.x, bounds.max.y, 0);
    } else {
      const shapes = this.world.outlines();
      for (let n = 0; n + 9 <= shapes.length; n += 9) {
        const [kind, , , a, b, c, d, sweep, thick] = shapes.subarray(n, n + 9);
        if (kind === 0) take(a, b, thick);
        else if (kind === 1) {
          take(a, b, thick);
          take(c, d, thick);
        } else if (kind === 2) {
          for (let s = 0; s <= 16; s++) {
            const angle = d + (sweep * s) / 16;
            take(a + c * Math.cos(angle), b + c * Math.sin(angle), thick);
          }
        }
      }
      const balls = this.world.transforms();
      for (let n = 0; n < balls.length; n += 4) take(balls[n], balls[n + 1], balls[n + 3]);
    }
    if (!(right > left && top > bottom)) [left, bottom, right, top] = [-1, -1, 1, 1];
    const { width, height } = this.canvas;
    this.camera = {
      x: (left + right) / 2,
      y: (bottom + top) / 2,
      scale: 0.96 * Math.min(width / (right - left), height / (top - bottom)),
    };
  }

  private resize(): void {
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    // A canvas that is not in the page keeps its size.
    const width = Math.round(this.canvas.clientWidth * ratio) || this.canvas.width;
    const height = Math.round(this.canvas.clientHeight * ratio) || this.canvas.height;
    if (width !== this.canvas.width || height !== this.canvas.height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    if (this.home) this.fit();
    this.render();
  }

  /** A place on the screen as a place in the world. */
  toWorld(event: { clientX: number; clientY: number }): Spot {
    const box = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) * this.canvas.width) / box.width - this.canvas.width / 2;
    const y = ((event.clientY - box.top) * this.canvas.height) / box.height - this.canvas.height / 2;
    return { x: this.camera.x + x / this.camera.scale, y: this.camera.y - y / this.camera.scale };
  }

  /** Before a step: the hand gives its ball the speed that takes it to the pointer in a fifteenth of a second. */
  private pull(dt: number): void {
    if (!this.held) return;
    const { ball, at } = this.held;
    const place = this.world.position(ball);
    if (!place) {
      // It was removed while it was held.
      this.held = undefined;
      return;
    }
    // A spring would not do: its damping acts along the spring alone, and the ball would circle the pointer. Within a long
    // step, a ball must not come beyond the pointer.
    const rate = Math.min(15, 1 / dt);
    const velocity = { x: rate * (at.x - place.x), y: rate * (at.y - place.y) };
    try {
      this.act((world) => world.setVelocity(ball, velocity));
    } catch {
      // A pointer that is too far away for any speed.
      this.held = undefined;
    }
  }

  private act(change: (world: ViewWorld) => void): void {
    if (this.options.act) this.options.act(change);
    else change(this.world);
  }

  private listen(): void {
    const { canvas } = this;
    const options = { signal: this.stopListening.signal };
    let pan: { x: number; y: number } | undefined;
    canvas.addEventListener("pointerdown", (event) => {
      const { drag } = this.options;
      if (drag === false || (typeof drag === "function" && !drag(event))) return;
      const at = this.toWorld(event);
      const balls = this.world.transforms().slice();
      const ids = this.world.ids();
      for (let n = 0; n < ids.length; n++) {
        const reach = Math.max(balls[4 * n + 3], 14 / this.camera.scale);
        if (Math.hypot(balls[4 * n] - at.x, balls[4 * n + 1] - at.y) <= reach) {
          this.held = { ball: ids[n], at };
          break;
        }
      }
      if (!this.held && event.shiftKey) pan = { x: event.clientX, y: event.clientY };
      if (this.held || pan) canvas.setPointerCapture(event.pointerId);
    }, options);
    canvas.addEventListener("pointermove", (event) => {
      if (this.held) this.held.at = this.toWorld(event);
      else if (pan) {
        const ratio = this.canvas.width / this.canvas.clientWidth / this.camera.scale;
        this.camera.x -= (event.clientX - pan.x) * ratio;
        this.camera.y += (event.clientY - pan.y) * ratio;
        pan = { x: event.clientX, y: event.clientY };
        this.home = false;
      }
    }, options);
    const drop = () => {
      this.held = undefined;
      pan = undefined;
    };
    canvas.addEventListener("pointerup", drop, options);
    canvas.addEventListener("pointercancel", drop, options);
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), this.toWorld(event));
    }, { ...options, passive: false });
    canvas.addEventListener("dblclick", () => {
      this.home = true;
      this.fit();
    }, options);
  }

  /** Zooms about a place of the world. */
  zoom(by: number, about: Spot = this.camera): void {
    const { camera } = this;
    this.home = false;
    camera.x = about.x + (camera.x - about.x) / by;
    camera.y = about.y + (camera.y - about.y) / by;
    camera.scale *= by;
  }

  private warm(): void {
    const balls = this.world.transforms();
    const cell = 6 / this.camera.scale;
    for (let n = 0; n < balls.length; n += 4) {
      const key = `${Math.floor(balls[n] / cell)},${Math.floor(balls[n + 1] / cell)}`;
      if (this.heat.size < 40000 || this.heat.has(key)) this.heat.set(key, (this.heat.get(key) ?? 0) + 1);
    }
  }

  /** Draws the world as it is; between two steps, where it was. */
  render(): void {
    const { pen, canvas, camera, world, draw, palette } = this;
    const offset = world.tableOffset();
    const { scale } = camera;
    // Of a canvas outside of the page one pixel is one.
    const pixel = (canvas.clientWidth ? canvas.width / canvas.clientWidth : 1) / scale;
    const middle = { x: camera.x - offset.x, y: camera.y - offset.y };
    const brush: Brush = { pen, palette, pixel, middle, reach: Math.hypot(canvas.width, canvas.height) / scale };
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = palette.ground;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(scale, 0, 0, -scale, canvas.width / 2 - middle.x * scale, canvas.height / 2 + middle.y * scale);
    const { goals = [], markings = [] } = this.options;
    paintAreas(brush, markings);
    paintGoals(brush, goals);
    if (draw.heat) this.paintHeat();
    const shapes = world.outlineShapes().slice();
    const lamps = this.options.lamps?.();
    paintShapes(brush, this.curves(), shapes, (shape) => this.glow(shape, lamps?.get(shape)), this.options.tints);
    paintLinks(brush, world.linkEnds());
    paintLines(brush, markings);
    this.balls(brush);
    if (draw.flown) this.paintWays(brush);
    if (draw.impacts) this.paintFlashes(brush);
    if (draw.contacts) {
      pen.fillStyle = palette.contact;
      for (const { point } of world.contacts()) pen.fillRect(point.x - 2 * pixel, point.y - 2 * pixel, 4 * pixel, 4 * pixel);
    }
    if (draw.prediction) this.predictions(brush);
    this.options.paint?.(brush);
  }

  /** Colour and brightness of a shape that shines. */
  private glow(shape: number, lamp: string | undefined): { color: string; part: number } | undefined {
    const left = this.lights.get(shape);
    if (left === undefined) return lamp ? { color: lamp, part: 0.9 } : undefined;
    return { color: lamp ?? this.palette.lit, part: Math.max(lamp ? 0.9 : 0, left / SHINE) };
  }

  /** Curves between the last two steps. */
  private curves(): Float32Array {
    const now = this.world.outlines().slice();
    const [before, part] = [this.curvesBefore, this.part()];
    if (!before || before.length !== now.length || part >= 1) return now;
    for (let n = 0; n < now.length; n++) {
      // A thing that has turned further than this is seen where it is.
      if (n % 9 > 2 && Math.abs(now[n] - before[n]) < 3) now[n] = before[n] + part * (now[n] - before[n]);
    }
    return now;
  }

  /** Share of the last step that is over on the screen. */
  private part(): number {
    const dt = this.options.dt ?? 1 / 240;
    return this.paused ? 1 : Math.min(1, this.due / dt);
  }

  /** x, y, angle and radius of each ball as it is drawn: where it was on its way within the last step. */
  places(): Float32Array {
    const shown = this.world.transforms();
    const dt = this.options.dt ?? 1 / 240;
    const part = this.part();
    return part >= 1 ? shown.slice() : this.lastStep.at(part * dt, dt, shown.slice());
  }

  private balls(brush: Brush): void {
    const { pen, pixel, palette } = brush;
    const { world, draw } = this;
    const balls = this.places();
    const ids = world.ids().slice();
    const kinds = this.options.colors?.();
    const color = (n: number) => kinds?.[n] ?? (ids[n] - 1) % PLACES - 1;
    const place = (n: number) => Math.max(0, color(n));
    if (draw.trails && this.trails.size) {
      ids.forEach((id, n) => {
        const trail = this.trails.get(id);
        if (trail) paintTrail(brush, [...trail.points.slice(0, -2), balls[4 * n], balls[4 * n + 1]], palette.balls[place(n) % palette.balls.length], balls[4 * n + 3]);
      });
    }
    paintBalls(brush, balls, place);
    if (!draw.velocities && !draw.sleeping) return;
    const speeds = world.velocities().slice();
    for (let n = 0, k = 0; n < balls.length; n += 4, k += 3) {
      const [vx, vy, w] = [speeds[k], speeds[k + 1], speeds[k + 2]];
      if (draw.sleeping && vx === 0 && vy === 0 && w === 0) {
        pen.fillStyle = palette.faint;
        pen.beginPath();
        pen.arc(balls[n], balls[n + 1], 0.6 * Math.max(balls[n + 3], pixel), 0, 2 * Math.PI);
        pen.fill();
      }
      if (draw.velocities) {
        pen.strokeStyle = palette.ink;
        pen.lineWidth = 1.5 * pixel;
        pen.beginPath();
        pen.moveTo(balls[n], balls[n + 1]);
        pen.lineTo(balls[n] + 0.1 * vx, balls[n + 1] + 0.1 * vy);
        pen.stroke();
      }
    }
  }

  private paintHeat(): void {
    const cell = 6 / this.camera.scale;
    const most = Math.log(1 + Math.max(1, ...this.heat.values()));
    for (const [key, count] of this.heat) {
      const [x, y] = key.split(",").map(Number);
      this.pen.fillStyle = `rgba(255, 120, 40, ${(0.75 * Math.log(1 + count)) / most})`;
      this.pen.fillRect(x * cell, y * cell, cell, cell);
    }
  }

  private paintWays({ pen, palette, pixel }: Brush): void {
    pen.strokeStyle = palette.balls[2].fill;
    pen.lineWidth = 1.5 * pixel;
    for (const way of this.ways) {
      pen.beginPath();
      for (let n = 0; n < way.length; n += 3) pen.lineTo(way[n], way[n + 1]);
      pen.stroke();
    }
  }

  /** Rings where balls bounced, larger ones for harder bounces. */
  private paintFlashes({ pen, palette, pixel }: Brush): void {
    const most = Math.max(1e-12, ...this.flashes.map((flash) => flash.size));
    pen.strokeStyle = palette.contact;
    pen.lineWidth = 1.6 * pixel;
    for (const { x, y, size, age } of this.flashes) {
      pen.globalAlpha = Math.max(0, 1 - age / 0.5) * Math.min(1, 0.15 + Math.sqrt(size / most));
      pen.beginPath();
      pen.arc(x, y, (2 + (8 + 20 * Math.sqrt(size / most)) * age) * pixel, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  private predictions({ pen, palette, pixel }: Brush): void {
    pen.strokeStyle = palette.balls[1].fill;
    pen.lineWidth = 1.5 * pixel;
    pen.setLineDash([4 * pixel, 4 * pixel]);
    for (const ball of this.world.ids().slice(0, 8)) {
      const { points } = this.world.predict({ ball, seconds: 1, bounces: 4 });
      pen.beginPath();
      for (let n = 0; n < points.length; n += 3) pen.lineTo(points[n], points[n + 1]);
      pen.stroke();
    }
    pen.setLineDash([]);
  }
}
