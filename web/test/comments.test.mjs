// Every field of the package's types says what it is; and documents name the versions of peers that are installed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { VERSIONS } from "../versions.mjs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

test("each field of the types has a comment", () => {
  const lines = read("../../crates/wasm/npm/types.d.ts").split("\n");
  const fields = lines.flatMap((line, n) => (/^ {2,}\w+\??: /.test(line) ? [n] : []));
  const bare = fields.filter((n) => !/\*\/\s*$/.test(lines[n - 1])).map((n) => `${n + 1}: ${lines[n].trim()}`);
  assert.deepEqual(bare, []);
  assert.ok(fields.length > 250, `${fields.length} fields were found`);
});

test("docs/web.md names the versions that are installed", () => {
  const text = read("../../docs/web.md");
  for (const [name, version] of Object.entries(VERSIONS)) {
    const named = [...text.matchAll(new RegExp(`\\b${name.replace("-", "[- ]?")} (\\d+\\.\\d+\\.\\d+)`, "g"))].map((hit) => hit[1]);
    for (const found of named) assert.equal(found, version, name);
    if (name !== "carom") assert.ok(named.length, `${name} is named with its version`);
  }
});
