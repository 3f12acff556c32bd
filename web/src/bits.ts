/** The bits of a scene: a worker runs it to its end, so that the page goes on meanwhile. */
import type { Kind } from "./scenes";

export interface Answer { hash?: string; steps?: number; fault?: string }

export function bits(text: string, kind: Kind, progress: (part: number) => void): Promise<Answer> {
  const worker = new Worker(new URL("./bits.worker.ts", import.meta.url), { type: "module" });
  return new Promise((done) => {
    const end = (answer: Answer) => {
      worker.terminate();
      done(answer);
    };
    worker.onmessage = ({ data }) => (data.part === undefined ? end(data) : progress(data.part));
    worker.postMessage({ text, kind });
    worker.onerror = (event) => end({ fault: event.message || "the worker could not start" });
  });
}
