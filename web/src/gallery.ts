/** Cards of all scenes: a moment from the middle of each run, live while it is in sight. */
import { dark, light, View } from "carom/view";
import { games } from "./games";
import { Run } from "./run";
import { type Source, sources, titleOf } from "./scenes";

/** Seconds into a run at which a scene shows most. */
const MOMENTS: Record<string, number> = { break_shot: 1.1, billiards: 1.6, pi: 0.8, wrecking_ball: 3.2, suika: 22, galton: 22, marble_run: 9, pinball: 7, cradle: 1.5 };
const MOMENT = 4;
/** Milliseconds of a rest of the page in which a card runs ahead, and of a frame in which it steps. */
const [AHEAD, BUDGET] = [6, 2];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Gallery {
  private readonly views: View[] = [];
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly box: HTMLElement, private readonly choose: (source: Source) => void) {}

  show(theme: "dark" | "light"): void {
    if (this.box.childElementCount) return;
    const title = document.createElement("h2");
    title.textContent = "Each of these can be played, or poked";
    this.box.append(title);
    for (const source of sources) this.card(source, theme);
  }

  theme(theme: "dark" | "light"): void {
    for (const view of this.views) {
      view.palette = theme === "light" ? light : dark;
      view.render();
    }
  }

  private card(source: Source, theme: "dark" | "light"): void {
    const card = document.createElement("button");
    card.className = "card";
    card.dataset.scene = source.name;
    const picture = document.createElement("canvas");
    picture.setAttribute("aria-hidden", "true");
    const name = document.createElement("strong");
    name.textContent = titleOf(source);
    const how = document.createElement("span");
    how.textContent = games[source.name]?.how ?? "";
    card.append(picture, name, how);
    this.box.append(card);
    card.addEventListener("click", () => this.choose(source));
    let view: Promise<View> | undefined;
    let seen = false;
    new IntersectionObserver(([entry]) => {
      seen = entry.isIntersecting;
      if (seen) view ??= this.live(source, picture, theme);
      void view?.then((one) => (seen && !STILL.matches ? one.start() : one.stop()));
    }, { threshold: 0.5 }).observe(card);
  }

  /** A scene that has run to its moment, one after the other, in the rests of the page. */
  private live(source: Source, picture: HTMLCanvasElement, theme: "dark" | "light"): Promise<View> {
    const made = this.queue.then(async () => {
      const run = Run.show(source.text, source.kind);
      const { stage } = run;
      const until = Math.round((MOMENTS[source.name] ?? MOMENT) / stage.dt);
      while (stage.steps < until) {
        const end = performance.now() + AHEAD;
        while (stage.steps < until && performance.now() < end) stage.step();
        await new Promise((next) => setTimeout(next, 2));
      }
      const view = new View(picture, run.world, {
        dt: stage.dt, step: () => run.step(), drag: false, budget: BUDGET, bounds: run.bounds,
        palette: theme === "light" ? light : dark,
        goals: stage.goalOutlines().map(({ points }) => points),
        markings: stage.paint(),
        tints: games[source.name]?.tints?.(run),
        colors: stage.kinds.length > 1 ? () => stage.ballKinds() : undefined,
      });
      view.render();
      this.views.push(view);
      return view;
    });
    this.queue = made.then(() => undefined);
    return made;
  }
}
