/** The table on the page: it plays itself until somebody takes over, keeps its time, and tells the page what happens. */
import { dark, light, type Spot, View, type ViewOptions } from "carom/view";
import { capture } from "./dom";
import { anyGame, games } from "./games";
import type { Control, Game } from "./games/game";
import { type Given, Run } from "./run";
import type { Kind, Source } from "./scenes";
import type { Moment } from "./share";
import { type Hit, Sound } from "./sound";
import { Timeline } from "./timeline";

export type Mode = "demo" | "play" | "over";
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Table {
  run!: Run;
  line!: Timeline;
  view!: View;
  source!: Source;
  /** The text that is played; the editor may have changed it. */
  text = "";
  kind: Kind = "ron";
  mode: Mode = "demo";
  theme: "dark" | "light" = "dark";
  readonly sound = new Sound();
  /** Called after each frame, and when the mode changes. */
  onFrame = (): void => {};
  onMode = (): void => {};
  private loudest = 0;
  private kinds = 0;
  /** Hands on the table: a finger, and what it presses. */
  private readonly fingers = new Map<number, string>();
  private pending?: [string, ...Given[]];

  constructor(readonly canvas: HTMLCanvasElement) {
    this.listen();
  }

  get game(): Game {
    return games[this.source.name] ?? anyGame(this.run.stage.inputs);
  }

  get controls(): Control[] {
    return this.game.controls;
  }

  /** Shows a scene that plays itself. Throws what is wrong with its text. */
  open(source: Source, text = source.text, kind = source.kind): void {
    const next = Run.show(text, kind);
    // An edit of a table that stands leaves it standing.
    const stands = this.source?.name === source.name && this.view.paused;
    [this.source, this.text, this.kind] = [source, text, kind];
    this.begin(next, "demo");
    this.view.paused = stands;
    // Somebody who wants no motion sees a game that waits, at a moment that shows something.
    if (!STILL.matches) return;
    for (let n = 0; n < 2 / next.stage.dt && n < 2000; n++) next.step();
    this.view.paused = true;
    this.view.render();
  }

  /** Begins a game. */
  play(): void {
    this.begin(Run.play(this.text, this.kind, this.game), "play");
    this.view.paused = false;
  }

  /** Takes up a moment that somebody shared; the time stands. */
  take(source: Source, moment: Moment): void {
    [this.source, this.text, this.kind] = [source, source.text, source.kind];
    const game = moment.playing ? games[source.name] ?? anyGame([]) : undefined;
    const first = Run.resume(moment.saved, game);
    const line = new Timeline(first);
    line.take(moment.acts);
    line.play(first, first.stage.steps, moment.step, (run) => line.record(run));
    this.begin(first, moment.playing ? "play" : "demo", line);
    this.view.paused = true;
  }

  moment(): Moment {
    const { steps, dt } = this.run.stage;
    const { from, acts } = this.line.since(steps, Math.round(2 / dt));
    return { scene: this.source.name, playing: this.run.game !== undefined, saved: from.saved, acts, step: steps };
  }

  private begin(run: Run, mode: Mode, line = new Timeline(run)): void {
    const old = this.view;
    this.free();
    [this.run, this.line, this.mode, this.loudest] = [run, line, mode, 0];
    this.fingers.clear();
    this.pending = undefined;
    this.kinds = run.stage.kinds.length;
    this.view = new View(this.canvas, run.world, { ...this.options(() => this.run), step: () => this.step(), draw: old?.draw });
    if (old) this.view.speed = old.speed;
    const render = this.view.render.bind(this.view);
    this.view.render = () => {
      render();
      this.onFrame();
    };
    this.start();
    this.onMode();
  }

  private free(): void {
    this.view?.free();
    this.run?.free();
  }

  /** How a run of this table is drawn. */
  options(run: () => Run): ViewOptions {
    const palette = this.theme === "light" ? light : dark;
    const lamp = { on: palette.balls[1].fill, hot: palette.surfaces[1].edge };
    return {
      dt: run().stage.dt,
      palette,
      bounds: run().bounds,
      goals: run().stage.goalOutlines().map(({ points }) => points),
      markings: run().stage.paint(),
      colors: this.kinds > 1 ? () => run().stage.ballKinds() : undefined,
      tints: this.game.tints?.(run()),
      lamps: () => run().game?.lamps?.(run(), lamp) ?? new Map(),
      paint: (brush) => run().game?.paint?.(brush, run()),
      drag: () => this.run.game === undefined || this.run.game.hand === "drag",
      act: (change) => change({ setVelocity: (ball: number, { x, y }: Spot) => this.act("velocity", ball, x, y) } as never),
    };
  }

  /** Draws with other colours. */
  paintAs(theme: "dark" | "light"): void {
    this.theme = theme;
    if (!this.view) return;
    this.view.palette = theme === "light" ? light : dark;
    Object.assign(this.view.options, this.options(() => this.run), { step: this.view.options.step });
    this.view.render();
  }

  start(): void {
    this.view.start();
  }

  act(name: string, ...given: Given[]): void {
    this.line.act(this.run, name, given);
  }

  press(input: string, down: boolean): void {
    if (this.mode === "demo" && down) this.play();
    if (this.mode !== "play" || this.run.isHeld(input) === down) return;
    this.goOn();
    this.act("press", input, down);
  }

  /** A hundredth of the picture up and back. */
  nudge(): void {
    if (this.mode === "play") this.act("nudge", 0, (0.01 * this.canvas.height) / this.view.camera.scale);
  }

  /** A hand on the table ends a pause. */
  private goOn(): void {
    if (!this.view.paused) return;
    this.cut();
    this.view.paused = false;
    this.onMode();
  }

  cut(): void {
    if (this.run.stage.steps < this.line.end) this.line.cut(this.run.stage.steps);
  }

  private step(): void {
    if (this.pending) this.act(...this.pending);
    this.pending = undefined;
    this.run.step();
    this.line.record(this.run);
    if (this.sound.on) this.listenTo();
    if (this.run.state.over && this.mode === "play") {
      this.mode = "over";
      this.onMode();
    }
  }

  private listenTo(): void {
    const { world, stage } = this.run;
    const middle = this.view.camera.x;
    const half = this.canvas.width / this.view.camera.scale / 2;
    const hits: { hit: Hit; impulse: number; side: number }[] = world.impacts().slice(0, 40).map(({ shapeA, normalImpulse, point }) => {
      const hit: Hit = shapeA === undefined ? "ball" : this.kicking(shapeA) ? "kick" : "wall";
      return { hit, impulse: normalImpulse, side: (point.x - middle) / half };
    });
    this.loudest = Math.max(this.loudest * 0.9999, ...hits.map(({ impulse }) => impulse));
    for (const _ of stage.entered()) hits.push({ hit: "goal", impulse: this.loudest, side: 0 });
    this.sound.play(hits, this.loudest);
  }

  private kicking(shape: number): boolean {
    const [curves, shapes] = [this.run.world.outlines().slice(), this.run.world.outlineShapes().slice()];
    return curves[9 * shapes.indexOf(shape) + 2] === 3;
  }

  /** Goes to a step of the past, and stands there. */
  jump(step: number): void {
    this.view.paused = true;
    const old = this.run;
    this.run = this.line.at(step, old.game);
    this.view.world = this.run.world;
    old.free();
    this.mode = this.run.game === undefined ? "demo" : this.run.state.over ? "over" : "play";
    this.view.forget();
    this.view.render();
    this.onMode();
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.point("move", event));
    for (const type of ["pointerup", "pointercancel"] as const) canvas.addEventListener(type, (event) => this.up(event));
  }

  private down(event: PointerEvent): void {
    if (event.button > 0 || this.mode === "over") return;
    const { halves, hand } = this.game;
    if (this.mode === "demo" && hand !== "drag") {
      // The first touch begins the game, and does nothing else.
      this.play();
      if (!halves) return;
    }
    capture(this.canvas, event.pointerId);
    if (halves) {
      // A touch on a half presses its control; a mouse has keys beside it.
      if (event.pointerType === "mouse") return;
      const box = this.canvas.getBoundingClientRect();
      const input = halves[event.clientX - box.left < box.width / 2 ? 0 : 1];
      this.fingers.set(event.pointerId, input);
      this.press(input, true);
      return;
    }
    this.point("down", event);
  }

  private up(event: PointerEvent): void {
    const input = this.fingers.get(event.pointerId);
    this.fingers.delete(event.pointerId);
    // What this finger pressed is let go wherever it ends, unless another one holds it as well.
    if (input !== undefined && ![...this.fingers.values()].includes(input)) this.press(input, false);
    if (input === undefined) this.point("up", event);
  }

  private point(type: "down" | "move" | "up", event: PointerEvent): void {
    const { game } = this.run;
    if (this.mode !== "play" || !game?.pointer) return;
    const doing = game.pointer(this.run, { type, at: this.view.toWorld(event), touch: event.pointerType === "touch" });
    if (!doing) return;
    if (type !== "move") {
      // The place where it goes down comes before what it does there.
      this.goOn();
      if (this.pending) this.act(...this.pending);
      this.pending = undefined;
      if (type === "down") {
        const there = game.pointer(this.run, { type: "move", at: this.view.toWorld(event), touch: event.pointerType === "touch" });
        if (there) this.act(...there);
      }
      this.act(...doing);
    } else if (this.view.paused) this.act(...doing);
    // Of many moves within a step only the last one counts.
    else this.pending = doing;
  }
}
