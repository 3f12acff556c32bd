/** A film of the last seconds: the time is gone through again, and painted on a canvas that nobody sees. */
import { View, type ViewOptions } from "carom/view";
import { Gif } from "./gif";
import type { Run } from "./run";
import type { Timeline } from "./timeline";

/** Seconds of the past, pictures a second, and pixels of the longer side. */
export interface Size { seconds: number; rate: number; side: number }
export const USUAL: Size = { seconds: 10, rate: 20, side: 480 };

export interface Shot { line: Timeline; run: Run; aspect: number; options(run: () => Run): ViewOptions }

/** `progress` is called with the share that is done. */
export async function film({ line, run, aspect, options }: Shot, { seconds, rate, side }: Size, progress: (part: number) => void): Promise<Blob> {
  const { dt, steps } = run.stage;
  const { from } = line.since(steps, Math.round(seconds / dt));
  const first = Math.max(from.step, steps - Math.round(seconds / dt));
  const now = line.at(first, run.game);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(side * Math.min(1, aspect));
  canvas.height = Math.round(side / Math.max(1, aspect));
  const given = options(() => now);
  const next = () => line.play(now, now.stage.steps, now.stage.steps + 1);
  const view = new View(canvas, now.world, { ...given, step: next, drag: false, budget: Number.POSITIVE_INFINITY });
  const gif = new Gif(canvas.width, canvas.height, Math.round(100 / rate));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const frames = Math.floor((steps - first) * dt * rate);
  try {
    for (let frame = 0; frame <= frames; frame++) {
      if (now.stage.steps < steps) view.advance(1 / rate);
      const data = pen?.getImageData(0, 0, canvas.width, canvas.height).data;
      if (data) gif.add(data);
      progress(frame / frames);
      await new Promise((next) => setTimeout(next));
    }
  } finally {
    view.free();
    now.free();
  }
  return new Blob([gif.end()], { type: "image/gif" });
}
