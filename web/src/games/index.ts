/** Which scene is which game. */
import { billiards, football, tables } from "./aim";
import { breaker } from "./breaker";
import type { Game } from "./game";
import { hockey } from "./hockey";
import { pachinko } from "./pachinko";
import { parts, pinball } from "./pinball";
import { cradle, galton, gas, marbles, pi, wrecking } from "./pokes";
import { suika } from "./suika";

export const games: Record<string, Game> = {
  pinball, pinball_parts: parts, air_hockey: hockey, brick_breaker: breaker, suika, break_shot: billiards,
  billiards: tables, pachinko, marble_run: marbles, cradle, gas, galton, pi, wrecking_ball: wrecking, disc_football: football,
};

/** A scene that nobody wrote a game for: its own buttons, and balls that a hand drags. */
export function anyGame(inputs: readonly string[]): Game {
  const keys: Record<string, string[]> = { left: ["ArrowLeft", "z"], right: ["ArrowRight", "/"], plunger: [" "], pull: [" "] };
  return {
    how: "Take a ball and drag it.",
    hand: "drag",
    mouse: "drags a ball",
    controls: inputs.map((input, n) => ({ input, label: input, keys: keys[input] ?? [String(n + 1)], does: input })),
  };
}
