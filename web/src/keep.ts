/** What the page remembers on this device. A browser that refuses to is no fault. */
const read = (name: string): string | null => {
  try {
    return localStorage.getItem(`carom.${name}`);
  } catch {
    return null;
  }
};
const write = (name: string, value: string): void => {
  try {
    localStorage.setItem(`carom.${name}`, value);
  } catch {
    // Private windows have no room.
  }
};

export const best = (scene: string): number => Number(read(`best.${scene}`) ?? 0);
/** Keeps a score if it is the best; returns whether it was. */
export function keepBest(scene: string, score: number): boolean {
  if (score <= best(scene)) return false;
  write(`best.${scene}`, String(score));
  return true;
}
export const soundWanted = (): boolean => read("sound") !== "off";
export const keepSound = (on: boolean): void => write("sound", on ? "on" : "off");
export const themeWanted = (): "dark" | "light" => {
  const kept = read("theme");
  if (kept === "dark" || kept === "light") return kept;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
};
export const keepTheme = (theme: string): void => write("theme", theme);
