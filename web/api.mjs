// Writes docs/web-api.md from the types of the built package: npm run api. `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const to = (path) => fileURLToPath(new URL(path, import.meta.url));
const text = readFileSync(to("../crates/wasm/pkg/full.d.ts"), "utf8");
const page = to("../docs/web-api.md");

/** The words of the comment that ends before a line; errors on a line of their own. */
function words(lines, n) {
  if (!/\*\/\s*$/.test(lines[n - 1] ?? "")) return "";
  let first = n - 1;
  while (!lines[first].includes("/**")) first--;
  const inside = lines.slice(first, n).map((line) => line.replace(/^\s*\/?\*+\/?|\*\/\s*$/g, "").trim()).join(" ");
  return inside.replace(/ +/g, " ").replace("# Errors", "Errors:").trim();
}
const cell = (word) => word.replaceAll("|", "\\|");
const out = ["# All calls in JavaScript", "", "Written from the types of `carom/full` by `npm run api` in `web`. `carom` has all but `Stage` and `svg`; `carom/scene` all but", "`fromRon` and `svg`. [Recipes](web-cookbook.md) show how calls go together.", ""];
const lines = text.split("\n");
let [inside, inner] = [undefined, 0];
for (const [n, line] of lines.entries()) {
  const alias = /^export type (\w+)/.exec(line);
  if (alias) {
    // Its comments tell of its fields, so that the page shows the lines as they are, up to the semicolon of the type itself.
    const end = lines.findIndex((last, k) => k >= n && /;$/.test(last) && (k === n || /^( {2}\S|\})/.test(last)));
    const said = words(lines, n);
    out.push(`## ${alias[1]}`, "", ...(said ? [said, ""] : []), "```ts", ...lines.slice(n, end + 1), "```", "");
    continue;
  }
  const opened = /^export (class|(?:declare )?interface) (\w+)/.exec(line) ?? /^(interface) (\w+)/.exec(line);
  if (opened) {
    inside = opened[1] === "class" ? "class" : "interface";
    out.push(`## ${opened[2]}`, "");
    const said = words(lines, n);
    if (said) out.push(said, "");
    if (/\{.*\}\s*$/.test(line)) inside = undefined;
    else out.push(inside === "class" ? "| call | does |" : "| field | is |", "|---|---|");
  } else if (/^\}/.test(line) && inside) {
    out.push("");
    inside = undefined;
  } else if (inside) {
    const member = /^ {2,4}((?:static |readonly )*[\w]+\??(?:\(.*\))?(?:: .+?)?)[;{]*\s*$/.exec(line);
    if (!member || /^\s*(private|\[)/.test(line) || /^ {2,4}(free|\w*Symbol)/.test(line)) continue;
    const said = n < inner ? "" : words(lines, n);
    // A field that is an object of its own stands in one row.
    if (/\{\s*$/.test(line) && n >= inner) {
      inner = lines.findIndex((last, k) => k > n && /^ {2}\}/.test(last));
      const fields = lines.slice(n, inner).flatMap((field) => /^ {4}(\w+\??: .+);$/.exec(field)?.[1] ?? []);
      const list = lines[inner].trim().replace(/;$/, "");
      member[1] += ` ${fields.join("; ")} ${list}`;
    }
    if (said) out.push(`| \`${cell(member[1].trim())}\` | ${cell(said)} |`);
  }
}
const made = `${out.join("\n").trim()}\n`;
if (process.argv.includes("--check")) {
  if (readFileSync(page, "utf8") !== made) {
    console.error("docs/web-api.md is not that of the package: npm run api");
    process.exit(1);
  }
} else writeFileSync(page, made);
