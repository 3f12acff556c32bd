// The built page in headless Chromium: played, edited, scrubbed, dropped on, and its hashes compared with the golden ones.
// Screenshots go to web/shots. CHROMIUM names the browser; CAROM_SCENES a list of scenes, for a quick run.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const web = fileURLToPath(new URL("..", import.meta.url));
const scenes = fileURLToPath(new URL("../../examples/scenes/", import.meta.url));
const shots = join(web, "shots");
mkdirSync(shots, { recursive: true });
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  try {
    const body = readFileSync(join(web, "dist", path === "/" ? "index.html" : path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/html" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const errors = [];
async function open(options, path = "") {
  const page = await browser.newPage(options);
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(address + path);
  await page.waitForFunction(() => globalThis.caromPage);
  return page;
}
const steps = (page) => page.evaluate(() => caromPage.stage.steps);
const hash = (page) => page.evaluate(() => caromPage.world.stateHash().toString(16));

let failed = 0;
async function check(name, body) {
  try {
    const said = await body();
    console.log(`ok      ${name}${said ? `: ${said}` : ""}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack ?? error}`);
  }
}

const page = await open({ viewport: { width: 1280, height: 860 } });
await check("a ball moves within a second of opening", async () => {
  await page.waitForFunction(() => caromPage.stage.steps > 0);
  const ms = await page.evaluate(() => performance.getEntriesByName("carom-first-scene")[0].startTime);
  assert.ok(ms < 1000 || process.env.CAROM_SLOW, `${ms} ms`);
  return `${ms.toFixed(0)} ms to the first scene`;
});
await check("the table plays itself", async () => {
  await page.waitForFunction(() => caromPage.stage.time > 4, null, { timeout: 60000 });
  await page.screenshot({ path: join(shots, "play.png") });
  assert.ok(await page.evaluate(() => Math.hypot(...caromPage.world.velocities()) > 0));
});
await check("a hand takes over by the keyboard", async () => {
  await page.locator("#canvas").focus();
  await page.keyboard.down("ArrowLeft");
  await page.waitForFunction(() => caromPage.stage.isPressed("left"));
  await page.keyboard.up("ArrowLeft");
  await page.waitForFunction(() => !caromPage.stage.isPressed("left"));
  const players = await page.evaluate(() => JSON.parse(caromPage.stage.save()).players?.length ?? 0);
  assert.equal(players, 0);
  await page.keyboard.press("ArrowUp");
});
await check("time goes back and forth, bit for bit", async () => {
  await page.click("#restart");
  // What a hand does to the table is gone through again as well.
  await page.waitForFunction(() => caromPage.stage.time > 1, null, { timeout: 60000 });
  await page.locator("#canvas").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.down(" ");
  await page.waitForFunction(() => caromPage.stage.time > 1.5, null, { timeout: 60000 });
  await page.keyboard.up(" ");
  const box = await page.locator("#canvas").boundingBox();
  const ball = await page.evaluate(() => {
    const { camera, canvas } = caromPage.view;
    const [x, y] = caromPage.world.transforms();
    const ratio = canvas.clientWidth / canvas.width;
    return { x: ((x - camera.x) * camera.scale + canvas.width / 2) * ratio, y: (canvas.height / 2 - (y - camera.y) * camera.scale) * ratio };
  });
  await page.mouse.move(box.x + ball.x, box.y + ball.y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => caromPage.stage.time > 2.5, null, { timeout: 60000 });
  await page.click("#pause");
  const [step, was] = [await steps(page), await hash(page)];
  const scrub = (to) => page.locator("#scrub").evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }, String(to));
  await scrub(100);
  assert.equal(await steps(page), 100);
  assert.notEqual(await hash(page), was);
  await page.screenshot({ path: join(shots, "scrub.png") });
  await scrub(step);
  assert.equal(await steps(page), step);
  assert.equal(await hash(page), was);
  await page.click("#single");
  assert.equal(await steps(page), step + 1);
  await page.click("#pause");
});
await check("a fault is shown at its line, and goes away", async () => {
  const text = await page.inputValue("#text");
  await page.fill("#text", text.replace("rate: 240", "rate: -240"));
  await page.waitForFunction(() => /line \d+, column \d+.*rate/.test(document.getElementById("fault").textContent));
  await page.screenshot({ path: join(shots, "fault.png") });
  assert.equal(await page.locator("#numbers b").count(), 1);
  await page.fill("#text", text);
  await page.waitForFunction(() => document.getElementById("fault").textContent === "");
});
await check("draw options", async () => {
  for (const box of await page.locator("#draw input").all()) await box.check();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(shots, "draw.png") });
});
await check("in slow motion a ball is drawn on its way within the step", async () => {
  await page.fill("#text", `(carom: 1, world: (gravity: (0, 0)), run: (rate: 10), materials: {"m": (restitution: 1, friction: 0)},
    bodies: [(material: "m", shapes: [Segment(a: (1, -1), b: (1, 1)), Segment(a: (-1, -1), b: (-1, 1))])],
    balls: [(position: (0, 0), radius: 0.1, velocity: (30, 0), material: "m")])`);
  await page.waitForFunction(() => caromPage.world.ballCount === 1 && caromPage.stage.dt > 0.09);
  await page.locator("#speed").evaluate((input) => {
    input.value = "-1";
    input.dispatchEvent(new Event("input"));
  });
  // Three units a step: at one tenth of the speed each step is seen for a second, with its turn at 0.9 or -0.9.
  const seen = await page.evaluate(async () => {
    const places = [];
    const from = caromPage.stage.steps;
    while (caromPage.stage.steps < from + 3) {
      await new Promise(requestAnimationFrame);
      if (caromPage.stage.steps > from) places.push(caromPage.view.places()[0]);
    }
    return places;
  });
  const distinct = new Set(seen.map((x) => x.toFixed(3)));
  assert.ok(distinct.size > 3, `${[...distinct]}`);
  for (const x of seen) assert.ok(Math.abs(x) <= 0.901, `${x}`);
  await page.locator("#speed").evaluate((input) => {
    input.value = "0";
    input.dispatchEvent(new Event("input"));
  });
  return `${distinct.size} places in two steps`;
});
await check("a stadium is dropped on the page", async () => {
  const text = readFileSync(join(scenes, "disc_football.hbs"), "utf8");
  await page.evaluate((source) => {
    const data = new DataTransfer();
    data.items.add(new File([source], "garden.hbs"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
  }, text);
  await page.waitForFunction(() => document.getElementById("text").value.length > 0 && caromPage.stage.warnings.length >= 0 && document.getElementById("sliders").childElementCount === 0);
  await page.waitForTimeout(500);
  assert.ok((await steps(page)) > 0);
  assert.equal(await page.locator("#scene option:checked").textContent(), "garden");
  await page.screenshot({ path: join(shots, "stadium.png") });
});
await check("the address holds the scene", async () => {
  await page.selectOption("#scene", "cradle");
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#ron="));
  const other = await open({}, await page.evaluate(() => location.hash));
  assert.match(await other.textContent("#title"), /cradle/i);
  await other.close();
});
await check("the gallery shows all scenes", async () => {
  await page.click("[data-tab=gallery]");
  const cards = await page.locator(".card").count();
  assert.equal(cards, readdirSync(scenes).filter((file) => /\.(ron|hbs)$/.test(file)).length);
  await page.locator(".card").nth(3).hover();
  await page.waitForTimeout(2500);
  await page.screenshot({ path: join(shots, "gallery.png") });
  return `${cards} cards`;
});
await check("torture", async () => {
  await page.click("[data-tab=torture]");
  const said = [];
  await page.waitForSelector("#engines figure", { timeout: 60000 });
  for (const button of await page.locator("#cases button").all()) {
    await button.click();
    await page.waitForTimeout(4000);
    const rows = await page.locator("#engines figure").evaluateAll((all) => all.map((one) => [one.dataset.engine, one.querySelector("output").textContent]));
    said.push(`${await button.textContent()}: ${rows.map(([name, text]) => `${name} ${text.replace(" balls went through", "")}`).join(", ")}`);
    assert.match(rows[0][1], /^0 of/);
    await page.screenshot({ path: join(shots, `torture${said.length}.png`) });
  }
  return `\n        ${said.join("\n        ")}`;
});
await check("frames with 1000 balls", async () => {
  await page.click("[data-tab=play]");
  for (const box of await page.locator("#draw input").all()) await box.uncheck();
  const text = `(carom: 1, world: (gravity: (0, 0)), run: (rate: 60),
    materials: {"m": (restitution: 1, friction: 0)},
    bodies: [(material: "m", shapes: [Chain(closed: true, points: [(0, 0), (20, 0), (20, 20), (0, 20)])])],
    balls: [${Array.from({ length: 1000 }, (_, n) => `(position: (${0.5 + 0.6 * (n % 32)}, ${0.5 + 0.6 * Math.floor(n / 32)}), radius: 0.1, velocity: (${Math.sin(n)}, ${Math.cos(n)}), material: "m")`).join(",")}])`;
  await page.fill("#text", text);
  await page.waitForFunction(() => caromPage.world.ballCount === 1000, null, { timeout: 5000 }).catch(async () => {
    throw new Error(await page.textContent("#fault"));
  });
  const [work, apart] = await page.evaluate(async () => {
    const [works, stamps] = [[], []];
    for (let n = 0; n < 121; n++) {
      stamps.push(await new Promise(requestAnimationFrame));
      works.push(caromPage.view.frameWork);
    }
    const median = (list) => list.sort((a, b) => a - b)[60];
    return [median(works), median(stamps.slice(1).map((stamp, n) => stamp - stamps[n]))];
  });
  const said = `median frame work ${work.toFixed(2)} ms, ${(1000 / apart).toFixed(0)} frames a second`;
  assert.ok((work <= 8 && apart < 17.5) || process.env.CAROM_SLOW, said);
  return said;
});
await check("golden hashes in the browser", async () => {
  const named = process.env.CAROM_SCENES?.split(",");
  const rows = await page.evaluate(async (only) => {
    const out = [];
    for (const source of caromPage.sources) {
      if (!source.golden || (only && !only.includes(source.name))) continue;
      out.push([source.name, await caromPage.compare(source), source.golden]);
    }
    return out;
  }, named);
  const differ = rows.filter(([, own, golden]) => own !== golden);
  assert.deepEqual(differ, []);
  return `${rows.length} equal`;
});
await check("a narrow screen, by touch", async () => {
  const phone = await open({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
  await phone.waitForFunction(() => caromPage.stage.time > 1, null, { timeout: 60000 });
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 400, `${wide} px wide`);
  await phone.locator("#buttons button").first().dispatchEvent("pointerdown");
  await phone.waitForFunction(() => caromPage.stage.isPressed("left"));
  await phone.screenshot({ path: join(shots, "narrow.png") });
  await phone.close();
});
await check("no error in the console", async () => assert.deepEqual(errors, []));
await browser.close();
server.close();
process.exit(failed ? 1 : 0);
