/** The scenes of the repository, and the hashes that they come to natively. */
const files = import.meta.glob<string>("../../examples/scenes/*.{ron,hbs}", { query: "?raw", import: "default", eager: true });
const parts = import.meta.glob<string>("../../examples/scenes/include/*.ron", { query: "?raw", import: "default", eager: true });
const goldens = import.meta.glob<{ hash: string; steps: number }>("../../examples/scenes/golden/*.json", { import: "default", eager: true });

export type Kind = "ron" | "json" | "hbs";
export interface Source { name: string; kind: Kind; text: string; golden?: string }

const stem = (path: string) => path.replace(/.*\//, "").replace(/\.\w+$/, "");
/** What scenes include, by the names that they use. */
export const includes = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path.replace(/.*scenes\//, ""), text]));
const golden = new Map(Object.entries(goldens).map(([path, { hash }]) => [stem(path), hash]));
export const sources: Source[] = Object.entries(files).map(([path, text]) => ({
  name: stem(path),
  kind: path.endsWith(".hbs") ? "hbs" : "ron",
  text,
  golden: golden.get(stem(path)),
}));

/** What a scene is called on the page. */
export const titleOf = ({ name }: { name: string }): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
