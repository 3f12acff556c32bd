/** The torture tab: the same throws in four engines, each with its defaults and with all that it has. */
import { dark, light, type Palette } from "carom/view";
import { CASES, type Case, count, DT, Trial } from "./cases";
import { engines, type Maker } from "./engines.js";

/** Throws that the table counts, and milliseconds of a frame in which it does. */
const [THROWS, BUDGET] = [10, 8];
const element = <K extends keyof HTMLElementTagNameMap>(name: K, text = "", id = ""): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  made.textContent = text;
  if (id) made.id = id;
  return made;
};

class Pane {
  readonly figure = element("figure");
  private readonly canvas = element("canvas");
  private readonly out = element("output");
  private trial: Trial;

  constructor(readonly maker: Maker, which: Case) {
    const title = element("figcaption", `${maker.engine} ${maker.version}, ${maker.setting}`);
    this.figure.append(title, this.canvas, this.out);
    this.figure.dataset.engine = `${maker.engine}, ${maker.setting}`;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `The throw in ${maker.engine}, ${maker.setting}`);
    this.trial = new Trial(which, maker.make);
  }

  show(which: Case): void {
    this.trial.free();
    this.trial = new Trial(which, this.maker.make);
  }

  begin(phase: number): void {
    this.trial.begin(phase);
  }

  get done(): boolean {
    return this.trial.done;
  }

  step(): void {
    this.trial.step();
  }

  draw(palette: Palette): void {
    const pen = this.canvas.getContext("2d");
    const side = Math.round(this.canvas.clientWidth * Math.min(devicePixelRatio || 1, 2));
    if (!pen || !side) return;
    if (this.canvas.width !== side || this.canvas.height !== side) this.canvas.width = this.canvas.height = side;
    const { trial } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = palette.ground;
    pen.fillRect(0, 0, side, side);
    pen.setTransform(side / 2.2, 0, 0, -side / 2.2, side / 2, side / 2);
    pen.lineCap = "round";
    const line = (ax: number, ay: number, bx: number, by: number, width: number, color: string) => {
      [pen.lineWidth, pen.strokeStyle] = [width, color];
      pen.beginPath();
      pen.moveTo(ax, ay);
      pen.lineTo(bx, by);
      pen.stroke();
    };
    for (const [ax, ay, bx, by] of trial.which.lines) line(ax, ay, bx, by, 0.014, palette.surfaces[0].edge);
    const { bar } = trial.which;
    if (bar) {
      const [x, y, angle] = trial.pose;
      line(x, y, x + bar.length * Math.cos(angle), y + bar.length * Math.sin(angle), 2 * bar.r, palette.surfaces[1].edge);
    }
    const places = trial.places();
    for (const [n, ball] of trial.balls.entries()) {
      pen.fillStyle = ball.lost ? palette.surfaces[1].edge : palette.balls[ball.partner === undefined || ball.partner > n ? 0 : 2].fill;
      pen.beginPath();
      pen.arc(places[n].x, places[n].y, ball.r, 0, 2 * Math.PI);
      pen.fill();
    }
    this.out.textContent = trial.lost ? `${trial.lost} of ${trial.thrown} went through` : `0 of ${trial.thrown}`;
    this.out.classList.toggle("lost", trial.lost > 0);
  }
}

class Torture {
  private which = CASES[0];
  private phase = 0;
  private owed = 0;
  private paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  private slow = false;
  private readonly panes: Pane[];
  private readonly say = element("p", "", "counted");
  private readonly cells: HTMLTableCellElement[][] = [];

  constructor(private readonly box: HTMLElement, makers: Maker[], private readonly theme: () => "dark" | "light") {
    this.panes = makers.map((maker) => new Pane(maker, this.which));
    const cases = element("div", "", "cases");
    cases.className = "row";
    for (const one of CASES) {
      const button = element("button", one.label);
      button.addEventListener("click", () => this.show(one));
      cases.append(button);
    }
    const panes = element("div", "", "engines");
    panes.append(...this.panes.map(({ figure }) => figure));
    box.append(this.table(makers), cases, this.controls(), this.say, panes);
    this.show(this.which);
    let last = performance.now();
    const frame = (now: number) => {
      requestAnimationFrame(frame);
      const passed = Math.min(0.1, (now - last) / 1000);
      last = now;
      if (!box.hidden) this.advance(passed);
    };
    requestAnimationFrame(frame);
    void this.tally(makers);
  }

  private controls(): HTMLElement {
    const row = element("div");
    row.className = "row";
    const [pause, step, slow] = [element("button", this.paused ? "Go on" : "Pause"), element("button", "Step"), element("button", "Slow")];
    pause.addEventListener("click", () => {
      this.paused = !this.paused;
      pause.textContent = this.paused ? "Go on" : "Pause";
    });
    step.addEventListener("click", () => {
      this.paused = true;
      pause.textContent = "Go on";
      this.step();
      this.draw();
    });
    slow.setAttribute("aria-pressed", "false");
    slow.addEventListener("click", () => {
      this.slow = !this.slow;
      slow.setAttribute("aria-pressed", String(this.slow));
    });
    row.append(pause, step, slow);
    return row;
  }

  private show(which: Case): void {
    this.which = which;
    for (const button of this.box.querySelectorAll("#cases button")) button.setAttribute("aria-pressed", String(button.textContent === which.label));
    this.say.textContent = `Counted: ${which.counts}. Steps of 1/60 s.`;
    for (const pane of this.panes) pane.show(which);
    this.begin();
  }

  private begin(): void {
    // Each throw begins a little elsewhere: what matters is where balls are when a step ends.
    this.phase = (this.phase + 0.381966) % 1;
    for (const pane of this.panes) pane.begin(this.phase);
    this.draw();
  }

  private advance(seconds: number): void {
    if (!this.paused) this.owed += seconds * (this.slow ? 0.1 : 1);
    const start = performance.now();
    for (; this.owed >= DT; this.owed -= DT) {
      if (performance.now() - start > BUDGET) {
        this.owed = 0;
        break;
      }
      this.step();
    }
    this.draw();
  }

  private step(): void {
    for (const pane of this.panes) pane.step();
    if (this.panes[0].done) this.begin();
  }

  private draw(): void {
    const palette = this.theme() === "light" ? light : dark;
    for (const pane of this.panes) pane.draw(palette);
  }

  private table(makers: Maker[]): HTMLElement {
    const box = element("div", "", "summary");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", "All cases");
    const table = element("table");
    const caption = element("caption", `All cases, ${THROWS} throws of each, counted in this browser now: balls that went through, of those that were thrown`);
    const head = element("tr");
    head.append(element("th", "case"));
    for (const { engine, version, setting } of makers) {
      const cell = element("th", `${engine} ${version}`);
      cell.scope = "col";
      cell.append(element("small", ` ${setting}`));
      head.append(cell);
    }
    const top = element("thead");
    top.append(head);
    const body = element("tbody");
    for (const which of CASES) {
      const row = element("tr");
      const name = element("th", which.label);
      name.scope = "row";
      row.append(name);
      const cells = makers.map(() => element("td", "…"));
      row.append(...cells);
      this.cells.push(cells);
      body.append(row);
    }
    table.append(caption, top, body);
    box.append(table);
    return box;
  }

  /** Fills the table, a cell in a rest of the page. */
  private async tally(makers: Maker[]): Promise<void> {
    for (const [n, which] of CASES.entries()) {
      for (const [k, { make }] of makers.entries()) {
        await new Promise((next) => setTimeout(next, 30));
        const { lost, thrown } = count(which, make, THROWS);
        this.cells[n][k].textContent = lost ? `${lost} of ${thrown}` : "0";
        this.cells[n][k].classList.toggle("lost", lost > 0);
      }
    }
    this.box.dataset.counted = "yes";
  }
}

let started = false;
export async function torture(box: HTMLElement, theme: () => "dark" | "light"): Promise<void> {
  if (started) return;
  started = true;
  box.append(
    element("h2", "The same throws in four engines"),
    element("p", "Every engine steps the same balls by 1/60 s. Each peer runs twice: with its defaults, by which rapier2d and planck sweep fast balls against fixed walls, and with all the continuous detection that it has. matter-js has none: its second row takes eight updates a step."),
  );
  const wait = element("p", "Loading four engines …");
  wait.setAttribute("role", "status");
  box.append(wait);
  const there: string[] = [];
  try {
    const makers = await engines({ loaded: (name) => (wait.textContent = `Loading four engines: ${there.push(name)} of 4 …`) });
    wait.remove();
    new Torture(box, makers, theme);
  } catch (error) {
    started = false;
    wait.textContent = `The engines could not be loaded: ${(error as Error).message}.`;
  }
}
