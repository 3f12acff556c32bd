/** Runs a scene to its end away from the page, and says its hash. */
import { init } from "carom/full";
import { build } from "./run";
import type { Kind } from "./scenes";

addEventListener("message", async ({ data }: MessageEvent<{ text: string; kind: Kind }>) => {
  try {
    await init();
    const run = build(data.text, data.kind);
    const steps = run.stepsToRun;
    let told = performance.now();
    while (run.steps < steps) {
      run.step();
      if (performance.now() - told < 200) continue;
      told = performance.now();
      postMessage({ part: run.steps / steps });
    }
    postMessage({ hash: run.world.stateHash().toString(16).padStart(16, "0"), steps });
  } catch (error) {
    postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
});
