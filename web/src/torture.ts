/** The torture tab: the same throw in four engines side by side, with counters of what went through. */
import { type Engine, engines } from "./engines.js";

interface Case {
  label: string;
  /** Builds it; returns the bar that is swept, if there is one. */
  build(engine: Engine, add: (ball: Parameters<Engine["ball"]>[0]) => void): { bar?: unknown; lines: number[][] };
  sweep?: number;
}
const BOX: number[][] = [[-1, -1, 1, -1], [1, -1, 1, 1], [1, 1, -1, 1], [-1, 1, -1, -1]];
const walls = (engine: Engine) => {
  for (const [ax, ay, bx, by] of BOX) engine.wall(ax, ay, bx, by, 0.9, 0.1);
  return BOX;
};
const CASES: Case[] = [
  {
    label: "fast balls: 40 to 400 m/s at thin walls",
    build(engine, add) {
      for (let n = 0; n < 10; n++) add({ x: -0.9, y: -0.8 + 0.17 * n, r: 0.03, vx: 40 * (n + 1), vy: 3 * (n - 5), e: 0.9, f: 0.1 });
      return { lines: walls(engine) };
    },
  },
  {
    label: "a flipper that sweeps 20 degrees within a step",
    sweep: 60,
    build(engine, add) {
      // Far from its tip, so that none can come round that while it sweeps.
      for (let n = 0; n < 6; n++) add({ x: -0.7 + 0.15 * n, y: 0.12, r: 0.05, e: 0.5 });
      const bar = engine.bar(-0.95, -0.3, 1.9, 0.02, 0);
      return { bar, lines: walls(engine) };
    },
  },
  {
    label: "a chain of ten balls, struck at 100 m/s",
    build(engine, add) {
      for (let n = 0; n < 10; n++) add({ x: -0.2 + 0.081 * n, y: 0, r: 0.04, e: 1, f: 0 });
      add({ x: -0.9, y: 0, r: 0.04, vx: 100, e: 1, f: 0 });
      return { lines: walls(engine) };
    },
  },
];
const SECONDS = 2;

class Pane {
  readonly canvas = document.createElement("canvas");
  readonly out = document.createElement("output");
  private engine?: Engine;
  private balls: { id: unknown; r: number; lost: boolean }[] = [];
  private bar?: unknown;
  private angle = 0;
  private lines: number[][] = [];
  lost = 0;
  thrown = 0;
  private at = { x: 0, y: 0, vx: 0, vy: 0 };

  constructor(readonly name: string, private readonly make: (gravity: number) => Engine) {
    this.canvas.width = this.canvas.height = 300;
  }

  reset(which: Case): void {
    this.engine?.free();
    const engine = (this.engine = this.make(which.sweep ? -9.81 : 0));
    this.balls = [];
    const built = which.build(engine, (ball) => this.balls.push({ id: engine.ball(ball), r: ball.r, lost: false }));
    this.bar = built.bar;
    this.lines = built.lines;
    this.angle = 0;
    this.thrown += this.balls.length;
  }

  step(which: Case, time: number): void {
    const { engine } = this;
    if (!engine) return;
    if (this.bar && which.sweep) {
      // It waits until the balls lie on it, sweeps by 20 degrees, and stays.
      const rate = time > 0.7 && this.angle < Math.PI / 9 ? which.sweep : 0;
      const step = Math.min(rate / 60, Math.PI / 9 - this.angle);
      engine.turn(this.bar, step * 60);
      this.angle += step;
    }
    engine.step(1 / 60);
    for (const ball of this.balls) {
      if (ball.lost) continue;
      engine.state(ball.id, this.at);
      const { x, y } = this.at;
      const outside = !(Math.abs(x) < 1 + ball.r && Math.abs(y) < 1 + ball.r);
      // Below the bar while it sweeps, seen from its pivot and along it: later a ball may have come round its tip.
      const [dx, dy] = [x + 0.95, y + 0.3];
      const [along, above] = [dx * Math.cos(this.angle) + dy * Math.sin(this.angle), dy * Math.cos(this.angle) - dx * Math.sin(this.angle)];
      const under = Boolean(this.bar) && along > 0 && along < 1.45 && above < -ball.r && time > 0.7 && time < 0.74;
      if (outside || under) {
        ball.lost = true;
        this.lost++;
      }
    }
  }

  draw(): void {
    const pen = this.canvas.getContext("2d");
    if (!pen || !this.engine) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = "#0c1118";
    pen.fillRect(0, 0, 300, 300);
    pen.setTransform(125, 0, 0, -125, 150, 150);
    pen.lineWidth = 0.01;
    pen.strokeStyle = "#8aa0b8";
    for (const [ax, ay, bx, by] of this.lines) {
      pen.beginPath();
      pen.moveTo(ax, ay);
      pen.lineTo(bx, by);
      pen.stroke();
    }
    if (this.bar) {
      pen.lineWidth = 0.04;
      pen.beginPath();
      pen.moveTo(-0.95, -0.3);
      pen.lineTo(-0.95 + 1.9 * Math.cos(this.angle), -0.3 + 1.9 * Math.sin(this.angle));
      pen.stroke();
    }
    for (const ball of this.balls) {
      this.engine.state(ball.id, this.at);
      pen.fillStyle = ball.lost ? "#ff5d5d" : "#f2f4f8";
      pen.beginPath();
      pen.arc(this.at.x, this.at.y, ball.r, 0, 2 * Math.PI);
      pen.fill();
    }
    this.out.textContent = `${this.lost} of ${this.thrown} balls went through`;
    this.out.classList.toggle("lost", this.lost > 0);
  }
}

let started = false;
export async function torture(cases: HTMLElement, box: HTMLElement): Promise<void> {
  if (started) return;
  started = true;
  const panes = Object.entries(await engines()).map(([name, make]) => new Pane(name, make));
  let which = CASES[0];
  let step = 0;
  const begin = (next: Case) => {
    if (next !== which) for (const pane of panes) pane.lost = pane.thrown = 0;
    which = next;
    step = 0;
    for (const pane of panes) pane.reset(which);
    for (const button of cases.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.textContent === which.label));
  };
  for (const one of CASES) {
    const button = document.createElement("button");
    button.textContent = one.label;
    button.addEventListener("click", () => begin(one));
    cases.append(button);
  }
  for (const pane of panes) {
    const figure = document.createElement("figure");
    figure.style.margin = "0";
    const title = document.createElement("figcaption");
    title.textContent = pane.name;
    figure.append(title, pane.canvas, pane.out);
    figure.dataset.engine = pane.name;
    box.append(figure);
  }
  begin(which);
  const frame = () => {
    requestAnimationFrame(frame);
    if (box.closest("section")?.hidden) return;
    for (const pane of panes) {
      pane.step(which, step / 60);
      pane.draw();
    }
    if (++step > SECONDS * 60) begin(which);
  };
  requestAnimationFrame(frame);
}
