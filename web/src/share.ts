/** Scenes and moments in the address: text, compressed, behind its #. */
import type { Saved } from "./run";
import type { Kind } from "./scenes";
import type { Act } from "./timeline";

/** A moment: the game, where it was before, what hands did since, and the step that is shown. */
export interface Moment { scene: string; playing: boolean; saved: Saved; acts: Act[]; step: number }
export type Shared = { is: "scene"; kind: Kind; text: string } | { is: "moment"; moment: Moment } | { is: "name"; name: string };

async function through(bytes: BufferSource, by: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(by as ReadableWritablePair)).arrayBuffer();
}
async function pack(text: string): Promise<string> {
  const packed = new Uint8Array(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
async function unpack(code: string): Promise<string> {
  const packed = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
}

export const shareScene = async (kind: Kind, text: string): Promise<string> => `#${kind}=${await pack(text)}`;
export const shareMoment = async (moment: Moment): Promise<string> => `#at=${await pack(JSON.stringify(moment))}`;

/** The scene or moment in an address; `undefined` if there is none. Throws if the address is damaged. */
export async function shared(hash: string): Promise<Shared | undefined> {
  const found = /^#(\w+)=(.*)$/.exec(hash);
  if (!found) return undefined;
  const [, what, code] = found;
  if (what === "table") return { is: "name", name: code };
  if (what !== "ron" && what !== "json" && what !== "hbs" && what !== "at") throw new Error(`it begins with “${what}”, which is nothing that this page shares`);
  let text: string;
  try {
    text = await unpack(code);
  } catch {
    throw new Error("it is damaged, or a part of it is missing");
  }
  return what === "at" ? { is: "moment", moment: JSON.parse(text) } : { is: "scene", kind: what, text };
}
