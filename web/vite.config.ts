import { resolve } from "node:path";
import { defineConfig } from "vite";
import { defined } from "./versions.mjs";

const pkg = resolve(import.meta.dirname, "../crates/wasm/pkg");
// Where the page will stand, for previews in messages, which want a whole address: CAROM_SITE=https://example.org/carom/
const site = process.env.CAROM_SITE ?? "./";
export default defineConfig({
  plugins: [{ name: "site", transformIndexHtml: (html) => html.replaceAll("%SITE%", site) }],
  worker: { format: "es" },
  define: defined,
  // Any folder of a static host will do.
  base: "./",
  resolve: {
    alias: [
      { find: /^carom$/, replacement: `${pkg}/carom.js` },
      { find: /^carom\/full$/, replacement: `${pkg}/full-wasm.js` },
      { find: /^carom\/view$/, replacement: `${pkg}/view.js` },
      { find: /^carom\/sizes$/, replacement: `${pkg}/sizes.json` },
    ],
  },
  // Scenes and golden hashes are those of the repository.
  server: { fs: { allow: [".."] } },
  build: { target: "es2022", chunkSizeWarningLimit: 4000 },
});
