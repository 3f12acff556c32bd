// The recipes of docs/web-cookbook.md run as they stand.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const text = readFileSync(new URL("../../docs/web-cookbook.md", import.meta.url), "utf8");
const pkg = pathToFileURL(fileURLToPath(new URL("../../crates/wasm/pkg/carom.js", import.meta.url)));
for (const [, title, code] of text.matchAll(/^## (.+)\n(?:(?!^## )[^])*?```js\n([^]*?)```/gm)) {
  test(title, async () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-recipe-"));
    const said = [];
    const { log } = console;
    console.log = (...words) => said.push(words);
    try {
      const file = join(folder, "recipe.mjs");
      writeFileSync(file, code.replace('from "carom"', `from ${JSON.stringify(pkg.href)}`));
      await import(pathToFileURL(file));
    } finally {
      console.log = log;
      rmSync(folder, { recursive: true });
    }
    assert.ok(said.length, "it says something");
  });
}
