/** A viewer on a canvas for worlds and stages of Carom: it draws, and lets a hand pause, step, drag and zoom. */

interface Numbers { readonly length: number; readonly [n: number]: number }
interface Spot { x: number; y: number }
/** What it needs of a world; that of any entry of the package will do. */
export interface ViewWorld {
  step(dt: number): void;
  transforms(): Float32Array;
  velocities(): Float32Array;
  ids(): Float64Array;
  outlines(): Float32Array;
  linkEnds(): Float32Array;
  impacts(): { point: Spot; normal: Spot; bodyA: number; bodyB: number; normalImpulse: number; time: number }[];
  contacts(): { point: Spot }[];
  tableOffset(): Spot;
  predict(query: { ball: number; seconds?: number; bounces?: number }): { points: Float32Array };
  position(ball: number): Spot | undefined;
  setVelocity(ball: number, velocity: Spot): void;
}
/** What is drawn beside balls and shapes. */
export interface DrawOptions {
  contacts: boolean;
  impacts: boolean;
  velocities: boolean;
  prediction: boolean;
  sleeping: boolean;
  heat: boolean;
  flown: boolean;
}
export interface ViewOptions {
  /** Length of a step, seconds. Default 1/240. */
  dt?: number;
  /** Called in place of `world.step(dt)`: what a game does before and after a step. */
  step?: () => void;
  /** Carries out what a hand does to the world before a step, in place of `change(world)`: for a game that records its input. */
  act?: (change: (world: ViewWorld) => void) => void;
  /** What the picture shows; by default all that has an end. */
  bounds?: { min: Spot; max: Spot };
  /** Whether a ball can be dragged. Default true. */
  drag?: boolean;
  draw?: Partial<DrawOptions>;
}
interface Flash { x: number; y: number; size: number; age: number }

/** How a ball came through a step: x, y and time at its start, at each bounce, and at its end. */
type Way = number[];

/** The ways of all balls through a step, by id. Balls that came or went in it have none. */
function flownWays(before: Map<number, Spot>, ids: Numbers, after: Numbers, impacts: ReturnType<ViewWorld["impacts"]>, dt: number) {
  const ways = new Map<number, Way>();
  const radius = new Map<number, number>();
  for (let n = 0; n < ids.length; n++) {
    const from = before.get(ids[n]);
    if (!from) continue;
    ways.set(ids[n], [from.x, from.y, 0]);
    radius.set(ids[n], after[4 * n + 3]);
  }
  for (const { bodyA, bodyB, point, normal, time } of impacts) {
    for (const [body, sign] of [[bodyB, 1], [bodyA, -1]] as const) {
      const reach = sign * (radius.get(body) ?? 0);
      ways.get(body)?.push(point.x + reach * normal.x, point.y + reach * normal.y, time);
    }
  }
  for (let n = 0; n < ids.length; n++) ways.get(ids[n])?.push(after[4 * n], after[4 * n + 1], dt);
  return ways;
}

/** Where a ball was on its way, `time` after the start of the step. */
function along(way: Way, time: number): Spot {
  let n = 3;
  while (n + 3 < way.length && way[n + 2] < time) n += 3;
  const span = way[n + 2] - way[n - 1];
  const part = span > 0 ? Math.min(1, Math.max(0, (time - way[n - 1]) / span)) : 1;
  return { x: way[n - 3] + part * (way[n] - way[n - 3]), y: way[n - 2] + part * (way[n + 1] - way[n - 2]) };
}

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
  private readonly pen: CanvasRenderingContext2D;
  private due = 0;
  private last = 0;
  private request = 0;
  private flashes: Flash[] = [];
  private heat = new Map<string, number>();
  private held?: { ball: number; at: Spot };
  private home = true;
  private readonly watch: ResizeObserver;
  private readonly stopListening = new AbortController();
  private ways: Way[] = [];
  /** The last step, as it was flown. */
  private lastWays = new Map<number, Way>();

  constructor(readonly canvas: HTMLCanvasElement, public world: ViewWorld, readonly options: ViewOptions = {}) {
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("carom/view: the canvas has no 2d context");
    this.pen = pen;
    this.draw = {
      contacts: false, impacts: true, velocities: false, prediction: false, sleeping: false, heat: false, flown: false,
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

  /** Steps as many times as `seconds` of the clock ask for, no more than a quarter of a second, and draws. */
  advance(seconds: number): void {
    const start = performance.now();
    if (!this.paused) {
      const dt = this.options.dt ?? 1 / 240;
      this.due += Math.min(seconds, 0.25) * this.speed;
      // A world that is slower than life must not pile up a debt.
      for (let n = 0; this.due >= dt; this.due -= dt) {
        if (++n > 5000 || performance.now() - start > 100) {
          this.due = 0;
          break;
        }
        this.step();
      }
      for (const flash of this.flashes) flash.age += seconds;
    }
    this.render();
    this.frameWork = performance.now() - start;
  }

  /** One step. */
  step(): void {
    const dt = this.options.dt ?? 1 / 240;
    const before = new Map<number, Spot>();
    if (this.draw.flown) {
      const [ids, balls] = [this.world.ids().slice(), this.world.transforms()];
      ids.forEach((id, n) => before.set(id, { x: balls[4 * n], y: balls[4 * n + 1] }));
    }
    this.pull(dt);
    if (this.options.step) this.options.step();
    else this.world.step(dt);
    if (this.draw.impacts || this.draw.flown) {
      const impacts = this.world.impacts();
      if (this.draw.flown) {
        this.lastWays = flownWays(before, this.world.ids().slice(), this.world.transforms().slice(), impacts, dt);
        // Those without a bounce are straight: nothing to see.
        this.ways.push(...[...this.lastWays.values()].filter((way) => way.length > 6));
        this.ways = this.ways.slice(-200);
      }
      for (const { point, normalImpulse } of impacts.slice(0, 100)) {
        this.flashes.push({ ...point, size: normalImpulse, age: 0 });
      }
      this.flashes = this.flashes.filter((flash) => flash.age < 0.5).slice(-300);
    }
    if (this.draw.heat) this.warm();
    this.onStep?.();
  }

  /** Shows another world, with the whole of it in the picture. */
  show(world: ViewWorld): void {
    this.world = world;
    this.held = undefined;
    this.forget();
    this.home = true;
    this.fit();
  }

  /** Forgets flashes, heat and flown ways: for a jump in time. */
  forget(): void {
    this.flashes = [];
    this.ways = [];
    this.lastWays.clear();
    this.heat.clear();
    this.due = 0;
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
    const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
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
      if (this.options.drag === false) return;
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

  /** Draws the world as it is. */
  render(): void {
    const { pen, canvas, camera, world, draw } = this;
    const offset = world.tableOffset();
    const style = getComputedStyle(canvas);
    const color = (name: string, other: string) => style.getPropertyValue(name).trim() || other;
    const wall = color("--carom-wall", "#8aa0b8");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = color("--carom-ground", "#10161f");
    pen.fillRect(0, 0, canvas.width, canvas.height);
    const { scale } = camera;
    pen.setTransform(scale, 0, 0, -scale, canvas.width / 2 - (camera.x - offset.x) * scale, canvas.height / 2 + (camera.y - offset.y) * scale);
    const pixel = 1 / scale;
    if (draw.heat) {
      const cell = 6 / scale;
      const most = Math.log(1 + Math.max(1, ...this.heat.values()));
      for (const [key, count] of this.heat) {
        const [x, y] = key.split(",").map(Number);
        pen.fillStyle = `rgba(255, 120, 40, ${(0.75 * Math.log(1 + count)) / most})`;
        pen.fillRect(x * cell, y * cell, cell, cell);
      }
    }
    this.shapes(world.outlines(), wall, color("--carom-sensor", "#c58af9"), pixel);
    const ends = world.linkEnds();
    pen.strokeStyle = color("--carom-link", "#d9b44a");
    pen.lineWidth = 1.5 * pixel;
    pen.beginPath();
    for (let n = 0; n < ends.length; n += 4) {
      pen.moveTo(ends[n], ends[n + 1]);
      pen.lineTo(ends[n + 2], ends[n + 3]);
    }
    pen.stroke();
    this.balls(color("--carom-ball", "#f2f4f8"), pixel);
    if (draw.flown) {
      pen.strokeStyle = "#4ade80";
      pen.lineWidth = 1.5 * pixel;
      for (const way of this.ways) {
        pen.beginPath();
        for (let n = 0; n < way.length; n += 3) pen.lineTo(way[n], way[n + 1]);
        pen.stroke();
      }
    }
    if (draw.impacts) {
      for (const flash of this.flashes) {
        pen.strokeStyle = `rgba(255, 209, 102, ${1 - flash.age / 0.5})`;
        pen.lineWidth = 2 * pixel;
        pen.beginPath();
        pen.arc(flash.x, flash.y, (3 + 24 * flash.age) * pixel, 0, 2 * Math.PI);
        pen.stroke();
      }
    }
    if (draw.contacts) {
      pen.fillStyle = "#ff5d5d";
      for (const { point } of world.contacts()) pen.fillRect(point.x - 2 * pixel, point.y - 2 * pixel, 4 * pixel, 4 * pixel);
    }
    if (draw.prediction) this.predictions(pixel);
  }

  private shapes(shapes: Float32Array, wall: string, sensor: string, pixel: number): void {
    const { pen } = this;
    pen.lineCap = "round";
    for (let n = 0; n + 9 <= shapes.length; n += 9) {
      const kind = shapes[n];
      const [a, b, c, d, sweep, thick] = shapes.subarray(n + 3, n + 9);
      pen.strokeStyle = pen.fillStyle = shapes[n + 2] ? sensor : wall;
      pen.lineWidth = Math.max(2 * thick, 1.5 * pixel);
      pen.beginPath();
      if (kind === 0) {
        pen.arc(a, b, Math.max(thick, pixel), 0, 2 * Math.PI);
        pen.fill();
        continue;
      }
      if (kind === 1) {
        pen.moveTo(a, b);
        pen.lineTo(c, d);
      } else if (kind === 2) pen.arc(a, b, c, d, d + sweep);
      else {
        const far = 2 * Math.max(this.canvas.width, this.canvas.height) * pixel;
        const [x, y] = [a * c, b * c];
        const along = (this.camera.x - x) * -b + (this.camera.y - y) * a;
        const [px, py] = [x - b * along, y + a * along];
        pen.moveTo(px + b * far, py - a * far);
        pen.lineTo(px - b * far, py + a * far);
      }
      pen.stroke();
    }
  }

  /** x, y, angle and radius of each ball as it is drawn: in slow motion, where it was within the last step. */
  places(): Float32Array {
    const shown = this.world.transforms().slice();
    const dt = this.options.dt ?? 1 / 240;
    if (!this.draw.flown || this.paused || this.speed >= 1) return shown;
    const ids = this.world.ids();
    for (let n = 0; n < ids.length; n++) {
      const way = this.lastWays.get(ids[n]);
      if (way) ({ x: shown[4 * n], y: shown[4 * n + 1] } = along(way, Math.min(this.due, dt)));
    }
    return shown;
  }

  private balls(fill: string, pixel: number): void {
    const { pen, world, draw } = this;
    const balls = this.places();
    pen.fillStyle = fill;
    pen.beginPath();
    for (let n = 0; n < balls.length; n += 4) {
      const r = Math.max(balls[n + 3], pixel);
      pen.moveTo(balls[n] + r, balls[n + 1]);
      pen.arc(balls[n], balls[n + 1], r, 0, 2 * Math.PI);
    }
    pen.fill();
    pen.strokeStyle = "#3b4a5f";
    pen.lineWidth = pixel;
    pen.beginPath();
    for (let n = 0; n < balls.length; n += 4) {
      const [x, y, angle, r] = balls.subarray(n, n + 4);
      if (r < 4 * pixel) continue;
      pen.moveTo(x, y);
      pen.lineTo(x + r * Math.cos(angle), y + r * Math.sin(angle));
    }
    pen.stroke();
    if (!draw.velocities && !draw.sleeping) return;
    const speeds = world.velocities();
    for (let n = 0, k = 0; n < balls.length; n += 4, k += 3) {
      const [vx, vy, w] = [speeds[k], speeds[k + 1], speeds[k + 2]];
      if (draw.sleeping && vx === 0 && vy === 0 && w === 0) {
        pen.fillStyle = "#6b7f99";
        pen.beginPath();
        pen.arc(balls[n], balls[n + 1], Math.max(balls[n + 3], pixel), 0, 2 * Math.PI);
        pen.fill();
      }
      if (draw.velocities) {
        pen.strokeStyle = "#5cc8ff";
        pen.lineWidth = 1.5 * pixel;
        pen.beginPath();
        pen.moveTo(balls[n], balls[n + 1]);
        pen.lineTo(balls[n] + 0.1 * vx, balls[n + 1] + 0.1 * vy);
        pen.stroke();
      }
    }
  }

  private predictions(pixel: number): void {
    const { pen, world } = this;
    pen.strokeStyle = "#ff9f68";
    pen.lineWidth = 1.5 * pixel;
    pen.setLineDash([4 * pixel, 4 * pixel]);
    for (const ball of world.ids().slice(0, 8)) {
      const { points } = world.predict({ ball, seconds: 1, bounces: 4 });
      pen.beginPath();
      for (let n = 0; n < points.length; n += 3) pen.lineTo(points[n], points[n + 1]);
      pen.stroke();
    }
    pen.setLineDash([]);
  }
}
