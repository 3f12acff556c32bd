/** The page: one table to play, the gallery, the torture test and the lab. */
import { init } from "carom/full";
import { at, flash, holds } from "./dom";
import type { Size } from "./film";
import { Gallery } from "./gallery";
import { best, keepBest, keepSound, keepTheme, soundWanted, themeWanted } from "./keep";
import { Lab } from "./lab";
import { type Kind, type Source, sources, titleOf } from "./scenes";
import { shared, shareMoment } from "./share";
import { CARGO, NPM, NPM_FIRST } from "./site";
import { Table } from "./table";

declare function caromNotice(text: string): void;
type Tab = "play" | "gallery" | "torture" | "lab";
const TABS: Tab[] = ["play", "gallery", "torture", "lab"];
/** Largest file that the page reads, bytes. */
const LARGEST = 4e6;

class Page {
  readonly table = new Table(at<HTMLCanvasElement>("canvas"));
  readonly lab = new Lab(this.table);
  private readonly gallery = new Gallery(at("gallery"), (source) => {
    this.tab("play");
    this.open(source);
  });
  private readonly select = at<HTMLSelectElement>("scene");
  private brought?: Source;
  private frames = 0;
  private shown: Tab = "play";
  private controls = "";

  constructor() {
    at("cargo").textContent = CARGO;
    at("npm").textContent = NPM;
    if (NPM_FIRST) at("npm").after(` ${NPM_FIRST}`);
    for (const source of sources) this.select.append(new Option(titleOf(source), source.name));
    this.table.onMode = () => this.mode();
    this.table.onFrame = () => this.frame();
    this.theme(themeWanted());
    this.tabs();
    this.buttons();
    this.keys();
    this.drops();
  }

  /** Opens what the address asks for, or the pinball table. */
  async begin(): Promise<void> {
    if (!(await this.address())) this.open(sources.find(({ name }) => name === "pinball") ?? sources[0]);
    addEventListener("hashchange", () => void this.address());
  }

  /** Opens what the address asks for; returns whether that was anything. */
  private async address(): Promise<boolean> {
    try {
      const wanted = await shared(location.hash);
      if (!wanted) return false;
      if (wanted.is === "scene") this.open({ name: "shared", kind: wanted.kind, text: wanted.text });
      else if (wanted.is === "moment") {
        const source = sources.find(({ name }) => name === wanted.moment.scene) ?? { name: wanted.moment.scene, kind: "json" as Kind, text: wanted.moment.saved.scene };
        this.table.take(source, wanted.moment);
        this.after(source);
      } else {
        const source = sources.find(({ name }) => name === wanted.name);
        if (!source) throw new Error(`there is no table called “${wanted.name}”`);
        this.open(source);
      }
      this.notice("");
      return true;
    } catch (error) {
      this.notice(`This address cannot be opened: ${(error as Error).message}.`);
      return false;
    }
  }

  notice(text: string): void {
    at("notice").textContent = text;
    at("notice").hidden = !text;
  }

  /** Shows a scene; what is wrong with it is shown where it is. */
  open(source: Source): boolean {
    try {
      this.table.open(source);
    } catch (error) {
      // A text with a fault is a case for the editor.
      this.tab("lab");
      if (!this.table.run) this.table.open(sources.find(({ name }) => name === "pinball") ?? sources[0]);
      this.table.source = { ...source, golden: undefined };
      this.table.kind = source.kind;
      this.list(source);
      this.lab.open(source);
      this.lab.fault(error as { message: string; line?: number });
      return false;
    }
    this.after(source);
    return true;
  }

  private after(source: Source): void {
    this.list(source);
    this.lab.open(source);
    at("title").textContent = this.table.run.stage.name || titleOf(source);
    this.mode();
  }

  /** A scene that was brought is the last in the list. */
  private list(source: Source): void {
    if (!sources.some(({ name }) => name === source.name)) {
      if (this.brought) this.select.lastChild?.remove();
      this.brought = source;
      this.select.append(new Option(source.name, "brought"));
    }
    this.select.value = sources.some(({ name }) => name === source.name) ? source.name : "brought";
  }

  /** What changes when a game begins or ends, and when time stands. */
  private mode(): void {
    const { table } = this;
    if (!table.run) return;
    const { game } = table;
    const { state } = table.run;
    at("how").textContent = game.how;
    this.showControls();
    at("pause").textContent = table.view.paused ? "Go on" : "Pause";
    const go = at<HTMLButtonElement>("go");
    go.hidden = table.mode === "play";
    go.textContent = table.mode === "over" ? "Play again" : "Play";
    at("again").textContent = table.mode === "demo" ? "Play" : "New game";
    document.body.dataset.mode = table.mode;
    if (table.mode === "over") {
      const score = table.run.score;
      const first = keepBest(table.source.name, score);
      this.say(`${state.said}. ${score} ${game.counts ?? "points"}${first ? ", your best" : ""}.`);
    } else this.say(table.mode === "demo" ? "" : state.said);
    this.figures();
  }

  private say(text: string): void {
    if (at("say").textContent !== text) at("say").textContent = text;
  }

  private showControls(): void {
    const { game, source } = this.table;
    // A button that is held must not be made anew.
    if (this.controls === source.name) return;
    this.controls = source.name;
    const [row, list] = [at("buttons"), at("keys")];
    row.textContent = list.textContent = "";
    const names: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };
    const entry = (key: string, does: string) => {
      const [term, what] = [document.createElement("dt"), document.createElement("dd")];
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap);
      what.textContent = does;
      list.append(term, what);
    };
    for (const { input, label, keys, does } of game.controls) {
      const button = document.createElement("button");
      button.dataset.input = input;
      const key = names[keys[0]] ?? keys[0].toUpperCase();
      button.textContent = label;
      const cap = document.createElement("kbd");
      cap.textContent = key;
      button.append(" ", cap);
      button.title = does;
      holds(button, (down) => this.table.press(input, down));
      row.append(button);
      entry(key, does);
    }
    if (game.mouse) entry("Mouse", game.mouse);
    if (game.halves) {
      entry("↑", "nudge the table");
      const button = document.createElement("button");
      button.textContent = "Nudge";
      button.addEventListener("click", () => this.table.nudge());
      row.append(button);
    }
    const said = game.controls.map(({ keys, does }) => `${names[keys[0]] ?? keys[0]}: ${does}`).join("; ");
    at("canvas").setAttribute("aria-label", `The table. ${said}${game.mouse ? `${said ? "; " : ""}mouse: ${game.mouse}` : ""}.`);
  }

  private figures(): void {
    const { table } = this;
    const { run, game } = table;
    const put = (id: string, text: string) => {
      if (at(id).textContent !== text) at(id).textContent = text;
    };
    const score = run.score;
    put("score", table.mode !== "demo" || score ? score.toLocaleString("en") : "");
    const lives = run.state.lives;
    put("lives", table.mode === "demo" ? "" : game.lives ? `${"●".repeat(lives)}${"○".repeat(Math.max(0, game.lives - lives))}` : "");
    at("lives").title = `${lives} balls left`;
    const top = best(table.source.name);
    put("best", top ? `best ${top.toLocaleString("en")}` : table.mode === "demo" ? "plays itself" : "");
  }

  /** After each frame. */
  private frame(): void {
    const { table } = this;
    if (table.mode === "play") this.say(table.run.state.said);
    if (++this.frames % 6) return;
    this.figures();
    const { stage } = table.run;
    const end = Math.max(table.line.end, stage.steps);
    const scrub = at<HTMLInputElement>("scrub");
    [scrub.min, scrub.max, scrub.value] = [String(table.line.start), String(end), String(stage.steps)];
    at("clock").textContent = `${stage.time.toFixed(stage.dt < 0.01 ? 2 : 1)} s`;
    if (this.shown === "lab") this.lab.frame();
  }

  private theme(theme: "dark" | "light"): void {
    document.documentElement.dataset.theme = theme;
    at("theme").setAttribute("aria-pressed", String(theme === "light"));
    this.table.paintAs(theme);
    this.gallery.theme(theme);
  }

  private buttons(): void {
    const { table } = this;
    at("theme").addEventListener("click", () => {
      const next = table.theme === "light" ? "dark" : "light";
      keepTheme(next);
      this.theme(next);
    });
    const play = () => {
      table.play();
      at("canvas").focus({ preventScroll: true });
    };
    at("go").addEventListener("click", play);
    at("again").addEventListener("click", play);
    at("pause").addEventListener("click", () => {
      if (table.view.paused) table.cut();
      table.view.paused = !table.view.paused;
      this.mode();
    });
    at("single").addEventListener("click", () => {
      table.view.paused = true;
      table.cut();
      table.view.step();
      table.view.render();
      this.mode();
    });
    at("slow").addEventListener("click", () => {
      table.view.speed = table.view.speed < 1 ? 1 : 0.1;
      at("slow").setAttribute("aria-pressed", String(table.view.speed < 1));
      at<HTMLInputElement>("speed").value = String(Math.log10(table.view.speed));
      this.lab.speeds();
    });
    at<HTMLInputElement>("scrub").addEventListener("input", (event) => table.jump(Number((event.target as HTMLInputElement).value)));
    this.sounds();
    at("moment").addEventListener("click", async () => {
      history.replaceState(null, "", await shareMoment(table.moment()));
      await navigator.clipboard?.writeText(location.href).catch(() => undefined);
      flash(at("moment"), "Address copied");
    });
    at("film").addEventListener("click", () => void this.film());
    this.select.addEventListener("change", () => this.open(sources.find(({ name }) => name === this.select.value) ?? this.brought ?? sources[0]));
  }

  private sounds(): void {
    const button = at("sound");
    const show = () => button.setAttribute("aria-pressed", String(this.table.sound.on));
    button.addEventListener("click", () => {
      this.table.sound.set(!this.table.sound.on);
      keepSound(this.table.sound.on);
      show();
    });
    // Sound begins with the first game, unless it was switched off.
    const first = () => {
      if (this.table.mode !== "play") return;
      removeEventListener("pointerup", first);
      removeEventListener("keyup", first);
      if (soundWanted()) this.table.sound.set(true);
      show();
    };
    addEventListener("pointerup", first);
    addEventListener("keyup", first);
  }

  /** A film of the last seconds, ten if nothing else is said. */
  async filmed(size: Partial<Size>, progress: (part: number) => void): Promise<Blob> {
    const { table } = this;
    const { film, USUAL } = await import("./film");
    const aspect = table.canvas.width / table.canvas.height;
    return film({ line: table.line, run: table.run, aspect, options: (run) => table.options(run) }, { ...USUAL, ...size }, progress);
  }

  private async film(): Promise<void> {
    const { table } = this;
    const button = at<HTMLButtonElement>("film");
    if (button.disabled) return;
    button.disabled = true;
    const was = table.view.paused;
    table.view.paused = true;
    try {
      const blob = await this.filmed({}, (part) => (button.textContent = `${Math.floor(100 * part)} %`));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `carom-${table.source.name}.gif`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    } finally {
      button.textContent = "Film";
      button.disabled = false;
      table.view.paused = was;
    }
  }

  private tabs(): void {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>("[role=tab]")];
    for (const [n, button] of buttons.entries()) {
      button.addEventListener("click", () => this.tab(button.dataset.to as Tab));
      button.addEventListener("keydown", (event) => {
        const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!way) return;
        event.preventDefault();
        event.stopPropagation();
        const next = buttons[(n + way + buttons.length) % buttons.length];
        next.focus();
        next.click();
      });
    }
  }

  tab(name: Tab): void {
    this.shown = name;
    const onTable = name === "play" || name === "lab";
    document.body.dataset.tab = name;
    at("stage").hidden = !onTable;
    at("stage").setAttribute("aria-labelledby", `tab-${name === "lab" ? "lab" : "play"}`);
    at("lab").hidden = name !== "lab";
    for (const id of ["gallery", "torture"] as const) at(id).hidden = id !== name;
    for (const one of TABS) {
      at(`tab-${one}`).setAttribute("aria-selected", String(one === name));
      at(`tab-${one}`).tabIndex = one === name ? 0 : -1;
    }
    if (onTable) this.table.start();
    else this.table.view.stop();
    if (name === "gallery") this.gallery.show(this.table.theme);
    if (name === "torture") void import("./torture").then(({ torture }) => torture(at("torture"), () => this.table.theme));
  }

  private keys(): void {
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
    // A slider or a box that a pointer used gives the keys back to the game.
    addEventListener("pointerup", ({ target }) => {
      if (target instanceof HTMLInputElement) setTimeout(() => target.blur());
    });
    this.select.addEventListener("change", () => this.select.blur());
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (this.shown === "gallery" || this.shown === "torture" || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    // Space and Enter press the button that has the focus.
    if (target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
    const control = this.table.controls.find(({ keys }) => keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (control) {
      event.preventDefault();
      if (!event.repeat) this.table.press(control.input, down);
      return;
    }
    if (!down) return;
    const { halves } = this.table.game;
    const does: Record<string, () => void> = {
      p: () => at("pause").click(),
      ".": () => at("single").click(),
      s: () => at("slow").click(),
      r: () => this.lab.restart(),
      Enter: () => this.table.mode !== "play" && this.table.play(),
      ...(halves ? { ArrowUp: () => this.table.nudge() } : {}),
    };
    if (!does[event.key]) return;
    event.preventDefault();
    does[event.key]();
  }

  private drops(): void {
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
      if (end !== "ron" && end !== "json" && end !== "hbs") return this.notice(`${file.name}: the name must end in .ron, .json or .hbs.`);
      if (file.size > LARGEST) return this.notice(`${file.name} has ${file.size} bytes; the page reads at most ${LARGEST}.`);
      this.notice("");
      const text = await file.text();
      if (this.shown !== "lab") this.tab("play");
      this.open({ name: file.name.replace(/\.\w+$/, ""), kind: end, text });
    });
  }
}

async function boot(): Promise<void> {
  if (typeof WebAssembly !== "object") return;
  try {
    await init();
  } catch (error) {
    caromNotice(`The table could not start: ${(error as Error).message}. It needs Chrome 91, Firefox 89, Safari 16.4 or later.`);
    return;
  }
  const page = new Page();
  await page.begin();
  performance.mark("carom-first-scene");
  // For tests, and for whoever opens the console.
  Object.assign(globalThis, { caromPage: page });
}
void boot();
