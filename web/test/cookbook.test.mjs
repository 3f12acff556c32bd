// The recipes of docs/web-cookbook.md and the programs of docs/coming-from.md run as they stand, those of peers among them.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

/** The address of a module of a program. */
const place = (name) => {
  const [, entry] = /^carom(?:\/(\w+))?$/.exec(name) ?? [, false];
  return entry === false ? import.meta.resolve(name) : new URL(`../../crates/wasm/pkg/${entry ?? "carom"}.js`, import.meta.url).href;
};

for (const page of ["web-cookbook", "coming-from"]) {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), "utf8");
  const programs = text.split(/^## /m).flatMap((part) => {
    const [title] = part.split("\n");
    return [...part.matchAll(/```js\n([^]*?)```/g)].map(([, code], n) => [n ? `${title}, ${n + 1}` : title, code]);
  });
  assert.ok(programs.length >= 3, `${page} has ${programs.length} programs`);
  for (const [title, code] of programs) {
    test(`${page}: ${title}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "carom-recipe-"));
      const said = [];
      const { log } = console;
      console.log = (...words) => said.push(words);
      try {
        const file = join(folder, "recipe.mjs");
        writeFileSync(file, code.replace(/from "([^"]+)"/g, (_, name) => `from ${JSON.stringify(place(name))}`));
        await import(pathToFileURL(file));
      } finally {
        console.log = log;
        rmSync(folder, { recursive: true });
      }
      assert.ok(said.length, "it says something");
    });
  }
}
