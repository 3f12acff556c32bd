/** Time, forth and back: snapshots of a run, and what hands did to it since. Bits are equal, so a jump is exact. */
import { type Given, Run, type Saved } from "./run";

export interface Act { step: number; name: string; given: readonly Given[] }
interface Frame { step: number; saved: Saved }

export class Timeline {
  private frames: Frame[] = [];
  private acts: Act[] = [];
  private apart: number;
  /** The last step that was reached. */
  end = 0;

  /** Seconds between snapshots, and how many are kept: the start, and the last ones. */
  constructor(run: Run, every = 1, private readonly most = 120) {
    this.apart = Math.max(1, Math.round(every / run.stage.dt));
    this.record(run);
  }

  /** The first step that can be gone back to, behind the start. */
  get start(): number {
    return (this.frames.length < this.most ? this.frames[0] : this.frames[1])?.step ?? 0;
  }

  /** After each step. */
  record(run: Run): void {
    this.end = run.stage.steps;
    const last = this.frames.at(-1);
    if (last && this.end - last.step < this.apart) return;
    const before = performance.now();
    this.frames.push({ step: this.end, saved: run.save() });
    if (this.frames.length > this.most) this.frames.splice(1, 1);
    // A large world takes long to write: then less often.
    if (performance.now() - before > 4) this.apart *= 2;
  }

  /** Does something to a run, and again whenever this time is gone through. */
  act(run: Run, name: string, given: readonly Given[]): void {
    run.act(name, given);
    this.acts.push({ step: run.stage.steps, name, given });
  }

  /** The run as it was after a step. */
  at(step: number, game: Run["game"]): Run {
    // The snapshot of the start is kept for good.
    const frame = this.frames.findLast((one) => one.step <= step) ?? this.frames[0];
    const run = Run.resume(frame.saved, game);
    this.play(run, frame.step, step);
    return run;
  }

  /** Takes a run from a snapshot's step to another, with all acts between. `each` is called after each step. */
  play(run: Run, from: number, to: number, each?: (run: Run) => void): void {
    let next = this.acts.findIndex((act) => act.step >= from);
    if (next < 0) next = this.acts.length;
    for (;;) {
      for (; this.acts[next]?.step === run.stage.steps && run.stage.steps < to; next++) run.act(this.acts[next].name, this.acts[next].given);
      if (run.stage.steps >= to) return;
      run.step();
      each?.(run);
    }
  }

  /** What was done in the last `steps` steps before `step`, with the run as it was before. */
  since(step: number, steps: number): { from: Frame; acts: Act[] } {
    const from = this.frames.findLast((one) => one.step <= step - steps) ?? this.frames[0];
    return { from, acts: this.acts.filter((act) => act.step >= from.step && act.step < step) };
  }

  /** Takes up acts that somebody sent. */
  take(acts: readonly Act[]): void {
    this.acts = [...acts];
  }

  /** From this step on all is new. */
  cut(step: number): void {
    this.frames = this.frames.filter((frame) => frame.step <= step);
    this.acts = this.acts.filter((act) => act.step < step);
    this.end = step;
  }
}
