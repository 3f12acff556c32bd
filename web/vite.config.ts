import { resolve } from "node:path";
import { defineConfig } from "vite";

const pkg = resolve(import.meta.dirname, "../crates/wasm/pkg");
export default defineConfig({
  // Any folder of a static host will do.
  base: "./",
  resolve: {
    alias: [
      { find: /^carom$/, replacement: `${pkg}/carom.js` },
      { find: /^carom\/full$/, replacement: `${pkg}/full.js` },
      { find: /^carom\/view$/, replacement: `${pkg}/view.js` },
      { find: /^carom\/sizes$/, replacement: `${pkg}/sizes.json` },
    ],
  },
  // Scenes and golden hashes are those of the repository.
  server: { fs: { allow: [".."] } },
  build: { target: "es2022", chunkSizeWarningLimit: 4000 },
});
