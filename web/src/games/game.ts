/** How a scene is played: what the player does, and the rules beyond those of the scene file. */
import type { Brush, Spot } from "carom/view";
import type { Given, Run } from "../run";

/** Names of what is held: buttons of the scene, and those of the game. */
export type Held = Record<string, boolean>;
/** What a game remembers beside the world; saved with it as JSON. */
export interface State {
  /** Points beside those of the scene. */
  bonus: number;
  /** Balls that are left; 0 for games that do not count them. */
  lives: number;
  over: boolean;
  /** What the game says now. */
  said: string;
  held: Held;
  /** What this one game remembers; each game knows its own. */
  own: any;
}

export interface Control {
  /** What is held while it is pressed. */
  input: string;
  /** On its button. */
  label: string;
  /** Keys that press it, as `KeyboardEvent.key` has them; the first is shown. */
  keys: string[];
  /** What the key does, for the list of keys. */
  does: string;
}
/** An act for the run: its name, and what it is given. */
export type Doing = [name: string, ...given: Given[]];
export type Scene = Record<string, any>;

export interface Game {
  /** What the player does, in one sentence or two. */
  how: string;
  controls: Control[];
  /** Halves of the table that press a control each when they are touched. */
  halves?: [left: string, right: string];
  /** What a pointer on the table does: drags balls, or what `pointer` says. */
  hand: "none" | "drag" | "own";
  /** What the mouse or a finger does, for the list of keys. */
  mouse?: string;
  lives?: number;
  /** What is counted in place of points. */
  counts?: string;
  /** Changes the scene for a player. */
  prepare?(scene: Scene): void;
  /** What the game remembers at the start. */
  begin?(run: Run): State["own"];
  before?(run: Run): void;
  after?(run: Run): void;
  /** What the player can do beyond pressing, by name. */
  acts?: Record<string, (run: Run, ...numbers: number[]) => void>;
  /** What a pointer asks for. It must not change the run. */
  pointer?(run: Run, event: { type: "down" | "move" | "up"; at: Spot; touch: boolean }): Doing | undefined;
  /** Draws over the table. */
  paint?(brush: Brush, run: Run): void;
  /** Shapes with colours of their own: places in the palette of balls, by shape. */
  tints?(run: Run): Map<number, number>;
  /** Lamps that shine now, by shape. */
  lamps?(run: Run, brush: { on: string; hot: string }): Map<number, string>;
}

/** Says something. It stays until the game says something else. */
export const say = (run: Run, text: string): void => void (run.state.said = text);
export const over = (run: Run, text: string): void => {
  run.state.over = true;
  run.state.said = text;
};

/** A number from 0 to 1 that looks like chance, and is the same for the same run. */
export function chance(run: Run): number {
  const { own } = run.state;
  own.chance = (Math.imul(own.chance ?? 1, 1664525) + 1013904223) >>> 0;
  return own.chance / 2 ** 32;
}

/** A flat text in the units of the world. */
export function write({ pen, pixel, palette }: Brush, text: string, at: Spot, size: number, color = palette.ink): void {
  pen.save();
  pen.translate(at.x, at.y);
  pen.scale(pixel, -pixel);
  pen.font = `600 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.fillStyle = color;
  pen.fillText(text, 0, 0);
  pen.restore();
}

export function dot({ pen }: Brush, at: Spot, radius: number, color: string): void {
  pen.fillStyle = color;
  pen.beginPath();
  pen.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  pen.fill();
}
