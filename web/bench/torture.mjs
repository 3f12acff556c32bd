// The torture test under Node: npm run torture. Counts of each case, engine and setting, as the page shows them.
import { bundled } from "./bundle.mjs";

const throws = process.argv.includes("--quick") ? 3 : 20;
const { CASES, count } = await bundled("../src/cases.ts");
const { engines } = await bundled("../src/engines.js");
const makers = await engines();
console.log(`| case | ${makers.map(({ engine, version, setting }) => `${engine} ${version}, ${setting}`).join(" | ")} |\n|${"---|".repeat(makers.length + 1)}`);
for (const which of CASES) {
  const row = makers.map(({ make }) => count(which, make, throws));
  console.log(`| ${which.label} | ${row.map(({ lost, thrown }) => `${lost} of ${thrown}`).join(" | ")} |`);
}
process.exit(0);
