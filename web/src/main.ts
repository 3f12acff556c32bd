import { init, Stage } from "carom/full";
import { type DrawOptions, View } from "carom/view";
import sizes from "carom/sizes";
import { includes, type Kind, type Source, sources } from "./scenes";
import { Sound } from "./sound";
import { Timeline } from "./timeline";

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const [text, scrub, badge, canvas] = [at<HTMLTextAreaElement>("text"), at<HTMLInputElement>("scrub"), at("badge"), at<HTMLCanvasElement>("canvas")];
const [plot, speed, select] = [at<HTMLCanvasElement>("plot"), at<HTMLInputElement>("speed"), at<HTMLSelectElement>("scene")];
await init();

const build = (source: string, kind: Kind) =>
  kind === "hbs" ? Stage.fromHaxball(source) : kind === "json" ? Stage.fromJson(source, includes) : Stage.fromRon(source, includes);

let kind: Kind = "ron";
let shown: Source | undefined;
let stage: Stage;
let world: Stage["world"];
let line = new Timeline();
let view: View;
let taken = false;
const sound = new Sound();
const samples: { kinetic: number; total: number; momentum: number }[] = [];
let frames = 0;

function take(next: Stage): void {
  const old = stage;
  const oldWorld = world;
  stage = next;
  world = stage.world;
  if (view) view.world = world;
  oldWorld?.free();
  old?.free();
}

/** Shows a fault of the text, with its line marked. */
function showFault(fault?: { message: string; line?: number }): void {
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
  if (fault?.line && document.activeElement !== text) text.scrollTop = ((fault.line - 6) * text.scrollHeight) / count;
  gutter.scrollTop = text.scrollTop;
}

/** Plays a text; a faulty one shows its fault, and what runs goes on. */
function play(source: string, as: Kind, fresh: boolean): boolean {
  let next: Stage;
  try {
    next = build(source, as);
  } catch (error) {
    showFault(error as { message: string; line?: number });
    return false;
  }
  kind = as;
  take(next);
  taken = false;
  line = new Timeline();
  line.record(stage);
  samples.length = 0;
  // The rate may have been edited.
  if (fresh || view?.options.dt !== stage.dt) start();
  else view.forget();
  const notes = next.warnings;
  showFault();
  at("title").textContent = stage.name || shown?.name || "scene";
  at("about").textContent = [stage.about, ...notes.map((note) => `Not carried over: ${note}`)].filter(Boolean).join(" ");
  inputs();
  return true;
}

function start(): void {
  const old = view?.draw;
  const oldSpeed = view?.speed ?? 1;
  view?.free();
  view = new View(canvas, world, {
    dt: stage.dt, step, draw: old,
    act: (change) => line.act(stage, ({ world: table }) => change(table)),
  });
  view.speed = oldSpeed;
  const frame = view.render.bind(view);
  view.render = () => {
    frame();
    each();
  };
  view.start();
}

function step(): void {
  stage.step();
  line.record(stage);
  if (sound.on) {
    const impacts = world.impacts();
    loudest = Math.max(loudest * 0.9999, ...impacts.map((impact) => impact.normalImpulse));
    sound.play(impacts.map((impact) => impact.normalImpulse), loudest);
  }
}
let loudest = 0;

/** After each frame: figures, plots, and where the time stands. */
function each(): void {
  frames++;
  if (!stage || frames % 4) return;
  at("clock").textContent = `${stage.time.toFixed(2)} s`;
  at("score").textContent = stage.score ? `${stage.score} points` : "";
  const [dt, end] = [stage.dt, Math.max(line.end, stage.steps)];
  [scrub.min, scrub.max, scrub.value] = [String(line.start), String(end), String(stage.steps)];
  at("scrub-out").textContent = `${(stage.steps * dt).toFixed(1)} of ${(end * dt).toFixed(1)} s`;
  const [kinetic, potential] = stage.energy();
  const [speeds, masses] = [world.velocities().slice(), world.masses()];
  let [px, py] = [0, 0];
  for (let n = 0; 2 * n < masses.length; n++) {
    px += masses[2 * n] * speeds[3 * n];
    py += masses[2 * n] * speeds[3 * n + 1];
  }
  samples.push({ kinetic, total: kinetic + potential, momentum: Math.hypot(px, py) });
  if (samples.length > 300) samples.shift();
  curves();
  const { substeps, contacts, impacts, activePairs, sleeping } = world.profile();
  const work = view.frameWork;
  at("profile").textContent = `${world.ballCount} balls; frame work ${work.toFixed(1)} ms ${"▮".repeat(Math.min(16, Math.ceil(work)))} ; last step: ${substeps} substeps, ${activePairs} pairs, ${contacts} contacts, ${impacts} impacts, ${sleeping} asleep`;
}

function curves(): void {
  const pen = plot.getContext("2d");
  if (!pen) return;
  plot.width = plot.clientWidth;
  pen.clearRect(0, 0, plot.width, plot.height);
  pen.font = "12px system-ui";
  const draws = [["kinetic", "#5cc8ff", "kinetic energy"], ["total", "#4ade80", "energy"], ["momentum", "#ffd166", "momentum"]] as const;
  for (const [n, [name, color, label]] of draws.entries()) {
    const values = samples.map((sample) => sample[name]);
    const [low, high] = [Math.min(...values, 0), Math.max(...values, 1e-9)];
    pen.strokeStyle = pen.fillStyle = color;
    pen.fillText(`${label} ${values.at(-1)?.toPrecision(3) ?? ""}`, 6 + n * 170, 12);
    pen.beginPath();
    values.forEach((value, x) => pen.lineTo((x * plot.width) / 300, 86 - (68 * (value - low)) / (high - low || 1)));
    pen.stroke();
  }
}

/** A hand takes over: a scene that plays itself restarts, without its players. */
function takeOver(): void {
  if (taken) return;
  taken = true;
  const first = line.at(0);
  const scene = JSON.parse(first.save());
  first.free();
  if (!scene.players?.length) return;
  scene.players = [];
  delete scene.state;
  take(Stage.fromJson(scene));
  line = new Timeline();
  line.record(stage);
  view.forget();
}

function press(input: string, down: boolean): void {
  if (!stage.inputs.includes(input)) return;
  if (down) takeOver();
  line.press(stage, input, down);
}

/** A hundredth of the picture up and back. */
function nudge(): void {
  const way = { x: 0, y: (0.01 * canvas.height) / view.camera.scale };
  takeOver();
  line.act(stage, ({ world: table }) => table.nudge(way, 0.1));
}

function inputs(): void {
  const row = at("buttons");
  row.textContent = "";
  const order = ["left", "plunger", "right"];
  const names = [...stage.inputs].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  for (const name of names) {
    const button = document.createElement("button");
    button.textContent = name;
    const set = (down: boolean) => (event: Event) => {
      event.preventDefault();
      press(name, down);
    };
    button.addEventListener("pointerdown", set(true));
    for (const up of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(up, set(false));
    row.append(button);
  }
  const button = document.createElement("button");
  button.textContent = "nudge";
  button.addEventListener("click", nudge);
  row.append(button);
}

const KEYS: Record<string, string> = { ArrowLeft: "left", z: "left", ArrowRight: "right", "/": "right", " ": "plunger" };
function key(event: KeyboardEvent, down: boolean): void {
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const input = KEYS[event.key];
  if (input && !(event.key === " " && event.target instanceof HTMLButtonElement)) {
    if (!event.repeat) press(input, down);
    event.preventDefault();
  } else if (down && event.key === "ArrowUp") {
    nudge();
    event.preventDefault();
  } else if (down && event.key === "p") at("pause").click();
  else if (down && event.key === ".") at("single").click();
  else if (down && event.key === "r") at("restart").click();
}
addEventListener("keydown", (event) => key(event, true));
addEventListener("keyup", (event) => key(event, false));

// A touch on the left or right half of a table is a flipper, unless it meets a ball to drag.
for (const [type, down] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]] as const) {
  canvas.addEventListener(type, (event) => {
    if (event.pointerType !== "touch") return;
    const box = canvas.getBoundingClientRect();
    press(event.clientX - box.left < box.width / 2 ? "left" : "right", down);
  });
}

at("pause").addEventListener("click", () => {
  view.paused = !view.paused;
  if (!view.paused) cutHere();
  at("pause").textContent = view.paused ? "Go on" : "Pause";
});
at("single").addEventListener("click", () => {
  if (!view.paused) at("pause").click();
  cutHere();
  view.step();
  view.render();
});
at("restart").addEventListener("click", () => play(text.value, kind, false));
at("sound").addEventListener("click", ({ currentTarget }) => {
  const on = sound.toggle();
  (currentTarget as HTMLElement).textContent = `Sound: ${on ? "on" : "off"}`;
  (currentTarget as HTMLElement).setAttribute("aria-pressed", String(on));
});
speed.addEventListener("input", () => {
  view.speed = 10 ** Number(speed.value);
  at("speed-out").textContent = String(Number(view.speed.toPrecision(2)));
});
function cutHere(): void {
  if (stage.steps < line.end) line.cut(stage.steps);
}
scrub.addEventListener("input", () => {
  if (!view.paused) at("pause").click();
  take(line.at(Number(scrub.value)));
  view.forget();
  view.render();
});

const OPTIONS: [keyof DrawOptions, string][] = [
  ["impacts", "impacts"], ["contacts", "contacts"], ["velocities", "velocities"], ["prediction", "prediction"],
  ["sleeping", "sleeping balls"], ["heat", "heat map"], ["flown", "ways as flown"],
];
for (const [name, label] of OPTIONS) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = name === "impacts";
  box.addEventListener("change", () => (view.draw[name] = box.checked));
  const tag = document.createElement("label");
  tag.append(box, ` ${label}`);
  at("draw").append(tag);
}

// The editor: what is typed is played after a short rest.
let typing = 0;
text.addEventListener("input", () => {
  clearTimeout(typing);
  showFault();
  typing = window.setTimeout(() => {
    play(text.value, kind, false);
    sliders();
  }, 250);
});
text.addEventListener("scroll", () => (at("numbers").scrollTop = text.scrollTop));

/** Sliders for the first numbers of the file that shape the game. */
function sliders(): void {
  const box = at("sliders");
  box.textContent = "";
  if (kind === "hbs") return;
  const field = /\b"?(restitution|friction|kick|radius|mass|rate|rolling_resistance|stiffness)"?:\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)/g;
  for (const found of [...text.value.matchAll(field)].slice(0, 6)) {
    const value = Number(found[2]);
    const slider = document.createElement("input");
    [slider.type, slider.min, slider.max, slider.step] = ["range", "0", String(value * 3 || 1), String((value || 1) / 50)];
    slider.value = found[2];
    const tag = document.createElement("label");
    const row = text.value.slice(0, found.index).split("\n").length;
    const out = document.createElement("output");
    out.textContent = found[2];
    tag.append(`${found[1]} (line ${row})`, slider, out);
    const before = text.value.slice(0, found.index + found[0].length - found[2].length);
    const after = text.value.slice(found.index + found[0].length);
    slider.addEventListener("input", () => {
      out.textContent = slider.value;
      text.value = before + slider.value + after;
      play(text.value, kind, false);
    });
    slider.addEventListener("change", sliders);
    box.append(tag);
  }
}

/** A scene that was dropped or shared: the last in the list. */
let brought: Source | undefined;

function open(source: Source): void {
  shown = source;
  text.value = source.text;
  text.scrollTo(0, 0);
  if (!sources.includes(source)) {
    if (brought) select.lastChild?.remove();
    brought = source;
    select.append(new Option(source.name, "brought"));
  }
  select.value = source === brought ? "brought" : source.name;
  badge.dataset.state = "";
  badge.textContent = "same bits: not checked yet";
  play(source.text, source.kind, true);
  sliders();
  if (source.golden) setTimeout(() => shown === source && compare(source), 1500);
}

/** Runs a scene to its end in the rests of frames, and compares its hash with the native one. */
async function compare(source: Source): Promise<string> {
  const run = build(source.text, source.kind);
  const steps = run.stepsToRun;
  while (run.steps < steps) {
    const until = performance.now() + 5;
    while (run.steps < steps && performance.now() < until) run.step();
    if (shown === source) badge.textContent = `same bits: ${Math.floor((100 * run.steps) / steps)} %`;
    await new Promise((next) => setTimeout(next, 4));
  }
  const own = run.world;
  const hash = own.stateHash().toString(16).padStart(16, "0");
  own.free();
  run.free();
  if (shown === source) {
    const equal = hash === source.golden;
    badge.dataset.state = equal ? "equal" : "differs";
    badge.textContent = equal ? `same bits as natively: ${hash}` : `other bits: ${hash}, natively ${source.golden ?? "unknown"}`;
  }
  return hash;
}
at("check").addEventListener("click", () => shown && compare(shown));

// Tabs.
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-tab]")) {
  button.addEventListener("click", () => tab(button.dataset.tab ?? "play"));
}
function tab(name: string): void {
  for (const id of ["play", "gallery", "torture"]) at(id).hidden = id !== name;
  for (const one of document.querySelectorAll<HTMLElement>("[data-tab]")) one.setAttribute("aria-pressed", String(one.dataset.tab === name));
  if (name === "play") view.start();
  else view.stop();
  if (name === "gallery") gallery();
  if (name === "torture") import("./torture").then(({ torture }) => torture(at("cases"), at("engines")));
}

/** Cards of all scenes, each live while it is hovered or has the focus. */
function gallery(): void {
  const box = at("gallery");
  if (box.childElementCount) return;
  for (const source of sources) {
    const card = document.createElement("button");
    card.className = "card";
    const picture = document.createElement("canvas");
    const name = document.createElement("strong");
    name.textContent = source.name.replaceAll("_", " ");
    card.append(picture, name);
    box.append(card);
    let own: View | undefined;
    const live = () => {
      if (own) return own;
      const run = build(source.text, source.kind);
      return (own = new View(picture, run.world, { dt: run.dt, step: () => run.step(), drag: false }));
    };
    new IntersectionObserver((seen, watch) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      setTimeout(live);
    }).observe(card);
    for (const on of ["pointerenter", "focus"]) card.addEventListener(on, () => live().start());
    for (const off of ["pointerleave", "blur"]) card.addEventListener(off, () => own?.stop());
    card.addEventListener("click", () => {
      own?.stop();
      tab("play");
      open(source);
    });
  }
}
for (const { name } of sources) select.append(new Option(name.replaceAll("_", " "), name));
select.addEventListener("change", () => open(sources.find(({ name }) => name === select.value) ?? brought ?? sources[0]));

// Files that are dropped on the page.
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  const end = file.name.split(".").at(-1)?.toLowerCase();
  if (end !== "ron" && end !== "json" && end !== "hbs") return showFault({ message: `${file.name}: the name must end in .ron, .json or .hbs` });
  if (file.size > 4e6) return showFault({ message: `${file.name}: has ${file.size} bytes, but must have at most 4000000` });
  tab("play");
  open({ name: file.name.replace(/\.\w+$/, ""), kind: end, text: await file.text() });
});

// Sharing: the scene text, compressed, behind the # of the address.
async function through(bytes: BufferSource, by: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(by as ReadableWritablePair)).arrayBuffer();
}
at("share").addEventListener("click", async () => {
  const packed = new Uint8Array(await through(new TextEncoder().encode(text.value), new CompressionStream("deflate-raw")));
  const code = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  history.replaceState(null, "", `#${kind}=${code}`);
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  at("share").textContent = "Address copied";
  setTimeout(() => (at("share").textContent = "Share"), 1500);
});
async function shared(): Promise<Source | undefined> {
  const found = /^#(ron|json|hbs)=([\w-]+)$/.exec(location.hash);
  if (!found) return undefined;
  try {
    const packed = Uint8Array.from(atob(found[2].replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const source = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
    return { name: "shared", kind: found[1] as Kind, text: source };
  } catch {
    return undefined;
  }
}

const kb = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
at("sizes").textContent = Object.entries(sizes)
  .map(([name, { wasm, js }]) => `${name === "carom" ? "carom" : `carom/${name}`}: ${kb(js.gzip)} as a script, ${kb(wasm.gzip)} as a wasm file, gzipped`)
  .join("; ");
open((await shared()) ?? sources.find(({ name }) => name === "pinball") ?? sources[0]);
performance.mark("carom-first-scene");
// For tests, and for whoever opens the console.
Object.assign(globalThis, { caromPage: { get stage() { return stage; }, get world() { return world; }, get view() { return view; }, sources, build, compare } });
