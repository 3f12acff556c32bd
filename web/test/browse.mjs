// A server for the built page, and a headless Chromium. CHROMIUM names the browser.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm" };

export async function browse() {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const file = path === "/" ? "/index.html" : path;
    try {
      const body = readFileSync(join(dist, file));
      // What is named by its contents may be kept.
      const kept = file.startsWith("/assets/") ? "max-age=31536000, immutable" : "no-cache";
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "cache-control": kept }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, address: `http://127.0.0.1:${server.address().port}/`, close };
}
