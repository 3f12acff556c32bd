/** The lab: editor, sliders, what is drawn, energy, and the bits. */
import sizes from "carom/sizes";
import type { DrawOptions } from "carom/view";
import { bits } from "./bits";
import { at, flash } from "./dom";
import type { Source } from "./scenes";
import { shareScene } from "./share";
import type { Table } from "./table";

const OPTIONS: [keyof DrawOptions, string][] = [
  ["trails", "trails"], ["lights", "lights"], ["impacts", "bounces"], ["contacts", "contacts"], ["velocities", "velocities"],
  ["prediction", "prediction"], ["sleeping", "sleeping balls"], ["heat", "where balls were"], ["flown", "ways from bounce to bounce"],
];
/** Numbers of a scene that shape its game; the first of them come first. */
const FIELDS = ["kick", "restitution", "max_force", "stiffness", "friction", "gravity", "radius", "mass", "rolling_resistance", "surface_speed"];
const [SLIDERS, SAMPLES] = [8, 300];

/** A number of the text that a slider changes. */
interface Tunable { label: string; from: number; to: number; value: number }

/** What the numbers of a scene are called: by their field, and by the name of what they belong to. */
export function tunables(text: string): Tunable[] {
  const found: (Tunable & { rank: number })[] = [];
  let name = "";
  let at = 0;
  for (const line of text.split("\n")) {
    const named = /"?name"?: *"([^"]+)"/.exec(line) ?? /^\s*"([^"]+)": *[({]/.exec(line);
    if (named) name = named[1];
    const code = line.replace(/\/\/.*/, "");
    for (const hit of code.matchAll(/\b"?(\w+)"?: *(?:\(-?[\d.]+, *)?(-?\d+(?:\.\d+)?(?:e-?\d+)?)/g)) {
      const rank = FIELDS.indexOf(hit[1]);
      if (rank < 0) continue;
      const to = at + hit.index + hit[0].length;
      const label = `${hit[1] === "gravity" || !name ? "" : `${name}: `}${hit[1].replaceAll("_", " ")}`;
      found.push({ label, from: to - hit[2].length, to, value: Number(hit[2]), rank });
    }
    at += line.length + 1;
  }
  const chosen = [...found].sort((a, b) => a.rank - b.rank || a.from - b.from).slice(0, SLIDERS);
  return chosen.map(({ rank: _, ...tunable }) => tunable);
}

export class Lab {
  private readonly samples: { kinetic: number; total: number; momentum: number }[] = [];
  private readonly text = at<HTMLTextAreaElement>("text");
  private typing = 0;

  constructor(private readonly table: Table) {
    this.text.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.fault();
      this.typing = window.setTimeout(() => {
        this.apply();
        this.sliders();
      }, 250);
    });
    this.text.addEventListener("scroll", () => (at("numbers").scrollTop = this.text.scrollTop));
    this.draws();
    at("restart").addEventListener("click", () => this.restart());
    const speed = at<HTMLInputElement>("speed");
    speed.addEventListener("input", () => {
      table.view.speed = 10 ** Number(speed.value);
      this.speeds();
    });
    at("share").addEventListener("click", async () => {
      history.replaceState(null, "", await shareScene(table.kind, this.text.value));
      await navigator.clipboard?.writeText(location.href).catch(() => undefined);
      flash(at("share"), "Address copied");
    });
    at("check").addEventListener("click", () => this.check());
    const kb = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
    const entries = Object.entries(sizes as Record<string, { wasm: { gzip: number }; js: { gzip: number } }>);
    at("sizes").textContent = `Gzipped: ${entries.map(([name, { wasm, js }]) => `${name === "carom" ? "carom" : `carom/${name}`} ${kb(js.gzip)} as a script, ${kb(wasm.gzip)} as a wasm file`).join("; ")}.`;
  }

  /** Shows the text of a scene. */
  open(source: Source): void {
    this.text.value = source.text;
    this.text.scrollTo(0, 0);
    this.fault();
    this.sliders();
    this.about();
    const badge = at("badge");
    delete badge.dataset.state;
    badge.textContent = "Every machine computes the same bits. “Check the bits” runs the scene as it is shown to its end, and compares it with the run in Rust.";
  }

  about(): void {
    const { stage } = this.table.run;
    at("about").textContent = [stage.about, ...stage.warnings.map((note) => `Not carried over: ${note}.`)].filter(Boolean).join(" ");
  }

  /** Plays the text as it is; a faulty one shows its fault, and what runs goes on. */
  apply(): boolean {
    const { table } = this;
    try {
      table.open(table.source, this.text.value, table.kind);
    } catch (error) {
      this.fault(error as { message: string; line?: number });
      return false;
    }
    this.samples.length = 0;
    this.fault();
    this.about();
    delete at("badge").dataset.state;
    return true;
  }

  restart(): void {
    if (this.table.mode === "demo") this.apply();
    else this.table.play();
  }

  /** Shows a fault of the text, with its line marked. */
  fault(fault?: { message: string; line?: number }): void {
    const { text } = this;
    at("fault").textContent = fault?.message ?? "";
    text.setAttribute("aria-invalid", String(Boolean(fault)));
    const count = text.value.split("\n").length;
    const gutter = at("numbers");
    gutter.textContent = "";
    for (let n = 1; n <= count; n++) {
      const mark = document.createElement(fault?.line === n ? "b" : "span");
      mark.textContent = `${n}\n`;
      gutter.append(mark);
    }
    // The line of the fault comes into sight, unless somebody is writing there.
    if (fault?.line && document.activeElement !== text) text.scrollTop = Math.max(0, ((fault.line - 6) * text.scrollHeight) / count);
    gutter.scrollTop = text.scrollTop;
  }

  private draws(): void {
    for (const [name, label] of OPTIONS) {
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = name === "impacts" || name === "trails" || name === "lights";
      box.addEventListener("change", () => (this.table.view.draw[name] = box.checked));
      const tag = document.createElement("label");
      tag.append(box, ` ${label}`);
      at("draw").append(tag);
    }
  }

  private sliders(): void {
    const box = at("sliders");
    box.querySelectorAll("label").forEach((old) => old.remove());
    const found = this.table.kind === "hbs" ? [] : tunables(this.text.value);
    box.hidden = !found.length;
    for (const tunable of found) {
      const slider = document.createElement("input");
      const most = tunable.value * 3 || 1;
      [slider.type, slider.min, slider.max, slider.step] = ["range", String(Math.min(0, most)), String(Math.max(0, most)), String(Math.abs(most) / 150)];
      slider.value = String(tunable.value);
      const out = document.createElement("output");
      out.textContent = String(tunable.value);
      const tag = document.createElement("label");
      tag.append(tunable.label, slider, out);
      slider.addEventListener("input", () => (out.textContent = slider.value));
      // The scene begins again once, when the hand is still.
      slider.addEventListener("change", () => {
        this.replace(tunable.from, tunable.to, slider.value);
        this.apply();
        this.sliders();
      });
      box.append(tag);
    }
  }

  /** Changes a part of the text so that the editor can undo it. */
  private replace(from: number, to: number, by: string): void {
    const { text } = this;
    const active = document.activeElement as HTMLElement | null;
    text.focus({ preventScroll: true });
    text.setSelectionRange(from, to);
    // The only way to change a text that leaves its undo in place; it has no successor.
    if (!document.execCommand("insertText", false, by)) text.setRangeText(by);
    clearTimeout(this.typing);
    active?.focus({ preventScroll: true });
  }

  /** Runs what is in the editor to its end in a worker, and compares it with the native run if it is the same text. */
  async check(): Promise<string | undefined> {
    const badge = at("badge");
    const { table } = this;
    const [text, kind, source] = [this.text.value, table.kind, table.source];
    badge.textContent = "Running …";
    delete badge.dataset.state;
    const answer = await bits(text, kind, (part) => (badge.textContent = `Running … ${Math.floor(100 * part)} %`));
    if (answer.fault !== undefined) {
      badge.dataset.state = "differs";
      badge.textContent = `The text has a fault: ${answer.fault}`;
    } else if (text !== source.text || source.golden === undefined) {
      const why = source.golden === undefined ? "no native run is recorded for this scene" : "the text was edited, so there is no native run to compare it with";
      badge.textContent = `${answer.hash} after ${answer.steps} steps; ${why}. The same text gives this number on every machine.`;
    } else {
      const equal = answer.hash === source.golden;
      badge.dataset.state = equal ? "equal" : "differs";
      badge.textContent = equal ? `The same bits as in Rust after ${answer.steps} steps: ${answer.hash}` : `Other bits: ${answer.hash}, in Rust ${source.golden}`;
    }
    return answer.hash;
  }

  speeds(): void {
    at("speed-out").textContent = String(Number(this.table.view.speed.toPrecision(2)));
  }

  /** After some frames: energy, momentum, and what the step did. */
  frame(): void {
    const { run, view } = this.table;
    const [kinetic, potential] = run.stage.energy();
    const [speeds, masses] = [run.world.velocities().slice(), run.world.masses().slice()];
    let [px, py] = [0, 0];
    for (let n = 0; 2 * n < masses.length; n++) {
      px += masses[2 * n] * speeds[3 * n];
      py += masses[2 * n] * speeds[3 * n + 1];
    }
    if (!view.paused) this.samples.push({ kinetic, total: kinetic + potential, momentum: Math.hypot(px, py) });
    if (this.samples.length > SAMPLES) this.samples.shift();
    this.curves();
    const { substeps, contacts, impacts, activePairs, sleeping } = run.world.profile();
    at("profile").textContent = `${run.world.ballCount} balls; a frame takes ${view.frameWork.toFixed(1)} ms. The last step: ${substeps} substeps, ${activePairs} pairs, ${contacts} contacts, ${impacts} bounces, ${sleeping} asleep.`;
  }

  private curves(): void {
    const plot = at<HTMLCanvasElement>("plot");
    const pen = plot.getContext("2d");
    if (!pen || !plot.clientWidth) return;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [plot.clientWidth, plot.clientHeight];
    [plot.width, plot.height] = [width * ratio, height * ratio];
    pen.scale(ratio, ratio);
    pen.font = "12px system-ui, sans-serif";
    const { balls } = this.table.view.palette;
    const draws = [["kinetic", 0, "kinetic energy"], ["total", 2, "energy"], ["momentum", 1, "momentum"]] as const;
    for (const [n, [name, color, label]] of draws.entries()) {
      const values = this.samples.map((sample) => sample[name]);
      const [low, high] = [Math.min(...values, 0), Math.max(...values, 1e-9)];
      pen.strokeStyle = pen.fillStyle = balls[color].fill;
      pen.fillText(`${label} ${values.at(-1)?.toPrecision(3) ?? ""}`, 6 + (n * width) / 3, 12, width / 3 - 12);
      pen.beginPath();
      values.forEach((value, x) => pen.lineTo((x * width) / SAMPLES, height - 4 - ((height - 24) * (value - low)) / (high - low || 1)));
      pen.stroke();
    }
  }
}
