// Bundles a file of the page for Node, with the package and the versions of the peers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { defined } from "../versions.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

export async function bundled(path) {
  const folder = mkdtempSync(join(tmpdir(), "carom-bench-"));
  const outfile = join(folder, "bundle.mjs");
  await build({
    entryPoints: [join(here, path)], bundle: true, format: "esm", platform: "node", outfile, logLevel: "error", define: defined,
    alias: { carom: join(here, "../../crates/wasm/pkg/carom.js") },
  });
  const module = await import(outfile);
  rmSync(folder, { recursive: true });
  return module;
}
