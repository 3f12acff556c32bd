/** A scene that runs, with the game on top of it. All of it can be saved, and goes on bit for bit. */
import { Stage } from "carom/full";
import type { Spot } from "carom/view";
import type { Game, Held, State } from "./games/game";
import { includes, type Kind } from "./scenes";

/** A number or a name that an act was given. */
export type Given = number | string | boolean;
export interface Saved { scene: string; state: string }

export const build = (text: string, kind: Kind): Stage =>
  kind === "hbs" ? Stage.fromHaxball(text) : kind === "json" ? Stage.fromJson(text, includes) : Stage.fromRon(text, includes);

/** The bounds of a scene's report: a box, or that of a polygon. */
function bounds(stage: Stage): { min: Spot; max: Spot } | undefined {
  const area = JSON.parse(stage.save()).report?.bounds;
  const corners: [number, number][] = area?.Polygon?.points ?? (area?.Box ? [area.Box.min, area.Box.max] : []);
  if (corners.length < 2) return undefined;
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { min: { x: Math.min(...xs), y: Math.min(...ys) }, max: { x: Math.max(...xs), y: Math.max(...ys) } };
}

export class Run {
  readonly world: Stage["world"];
  private constructor(readonly stage: Stage, readonly game: Game | undefined, readonly state: State) {
    this.world = stage.world;
  }

  /** A scene as it is: what plays itself goes on playing itself. */
  static show(text: string, kind: Kind): Run {
    return new Run(build(text, kind), undefined, { bonus: 0, lives: 0, over: false, said: "", held: {}, own: {} });
  }

  /** A scene in the hands of a player. */
  static play(text: string, kind: Kind, game: Game): Run {
    const first = build(text, kind);
    const scene = JSON.parse(first.save());
    first.free();
    delete scene.state;
    scene.players = [];
    game.prepare?.(scene);
    const run = new Run(Stage.fromJson(scene), game, { bonus: 0, lives: game.lives ?? 0, over: false, said: "", held: {}, own: {} });
    run.state.own = game.begin?.(run) ?? {};
    return run;
  }

  static resume(saved: Saved, game: Game | undefined): Run {
    const run = new Run(Stage.fromJson(saved.scene), game, JSON.parse(saved.state));
    for (const [input, down] of Object.entries(run.state.held)) if (down) run.stage.press(input, true);
    return run;
  }

  save(): Saved {
    return { scene: this.stage.save(), state: JSON.stringify(this.state) };
  }

  free(): void {
    this.world.free();
    this.stage.free();
  }

  /** What a picture shows, if the scene says so. */
  get bounds(): { min: Spot; max: Spot } | undefined {
    return bounds(this.stage);
  }

  get score(): number {
    return this.stage.score + this.state.bonus;
  }

  isHeld(input: keyof Held): boolean {
    return Boolean(this.state.held[input]);
  }

  /** What a hand does. The same acts at the same steps give the same bits. */
  act(name: string, given: readonly Given[]): void {
    const numbers = given as number[];
    if (name === "press") {
      const [input, down] = given as [string, boolean];
      this.state.held[input] = down;
      this.stage.press(input, down);
    } else if (name === "nudge") this.world.nudge({ x: numbers[0], y: numbers[1] }, 0.1);
    else if (name === "velocity") {
      if (this.world.position(numbers[0])) this.world.setVelocity(numbers[0], { x: numbers[1], y: numbers[2] });
    } else this.game?.acts?.[name]?.(this, ...numbers);
  }

  step(): void {
    if (!this.state.over) this.game?.before?.(this);
    this.stage.step();
    if (!this.state.over) this.game?.after?.(this);
  }
}
