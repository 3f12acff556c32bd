/** Time, forth and back: snapshots of a stage, and what hands did to it since. Bits are equal, so a jump is exact. */
import { Stage } from "carom/full";

interface Frame { step: number; text: string; held: string[] }

export class Timeline {
  private frames: Frame[] = [];
  private acts: { step: number; change: (stage: Stage) => void }[] = [];
  private held = new Set<string>();
  /** The last step that was reached. */
  end = 0;

  /** Seconds between snapshots, and how many are kept: the start, and the last four minutes. */
  constructor(private readonly every = 1, private readonly most = 240) {}

  get start(): number {
    return (this.frames.length < this.most ? this.frames[0] : this.frames[1])?.step ?? 0;
  }

  /** To be called after each step. */
  record(stage: Stage): void {
    this.end = stage.steps;
    const apart = Math.round(this.every / stage.dt);
    const last = this.frames.at(-1);
    if (!last || this.end - last.step >= apart) {
      this.frames.push({ step: this.end, text: stage.save(), held: [...this.held] });
      if (this.frames.length > this.most) this.frames.splice(1, 1);
    }
  }

  press(stage: Stage, input: string, down: boolean): void {
    if (!stage.press(input, down)) return;
    this.acts.push({ step: stage.steps, change: (again) => again.press(input, down) });
    if (down) this.held.add(input);
    else this.held.delete(input);
  }

  /** Changes a stage, and does so again whenever this time is gone through. */
  act(stage: Stage, change: (stage: Stage) => void): void {
    change(stage);
    this.acts.push({ step: stage.steps, change });
  }

  /** The stage as it was after a step. */
  at(step: number): Stage {
    // The snapshot of the start is kept for good.
    const frame = this.frames.findLast((one) => one.step <= step) ?? this.frames[0];
    const stage = Stage.fromJson(frame.text);
    for (const input of frame.held) stage.press(input, true);
    let next = this.acts.findIndex((act) => act.step >= frame.step);
    if (next < 0) next = this.acts.length;
    while (stage.steps < step) {
      for (; this.acts[next]?.step === stage.steps; next++) this.acts[next].change(stage);
      stage.step();
    }
    return stage;
  }

  /** From this step on all is new. */
  cut(step: number): void {
    this.frames = this.frames.filter((frame) => frame.step <= step);
    this.acts = this.acts.filter((act) => act.step < step);
    this.end = step;
  }
}
