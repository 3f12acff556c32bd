// Journeys of players through the built page in headless Chromium, at a desk and on a phone; axe-core; and figures.
// Screenshots go to web/shots. CHROMIUM names the browser; CAROM_ONLY a part of the names of the journeys to run;
// CAROM_SLOW=1 prints times without judging them.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browse } from "./browse.mjs";

const require = createRequire(import.meta.url);
const web = fileURLToPath(new URL("..", import.meta.url));
const scenes = fileURLToPath(new URL("../../examples/scenes/", import.meta.url));
const shots = join(web, "shots");
mkdirSync(shots, { recursive: true });
const { browser, address, close } = await browse();
const errors = [];
const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: "dark" };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: "dark" };

async function open(options = DESK, path = "", before = async () => {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && errors.push(`${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
  await before(page);
  await page.goto(address + path);
  await page.waitForFunction(() => globalThis.caromPage?.table.run);
  return page;
}
const steps = (page) => page.evaluate(() => caromPage.table.run.stage.steps);
const hash = (page) => page.evaluate(() => caromPage.table.run.world.stateHash().toString(16));
const mode = (page) => page.evaluate(() => caromPage.table.mode);
const held = (page, input) => page.evaluate((name) => caromPage.table.run.isHeld(name), input);
const choose = (page, scene) => page.selectOption("#scene", scene);
/** A place of the world on the screen. */
const onScreen = (page, x, y) => page.evaluate(([wx, wy]) => {
  const { camera, canvas } = caromPage.table.view;
  const [box, ratio] = [canvas.getBoundingClientRect(), canvas.clientWidth / canvas.width];
  return { x: box.left + ((wx - camera.x) * camera.scale + canvas.width / 2) * ratio, y: box.top + (canvas.height / 2 - (wy - camera.y) * camera.scale) * ratio };
}, [x, y]);
const scrub = (page, to) => page.locator("#scrub").evaluate((input, value) => {
  input.value = value;
  input.dispatchEvent(new Event("input"));
}, String(to));
const drop = (page, name, text) => page.evaluate(([file, source]) => {
  const data = new DataTransfer();
  data.items.add(new File([source], file));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
}, [name, text]);

let failed = 0;
async function journey(name, body) {
  if (process.env.CAROM_ONLY && !name.includes(process.env.CAROM_ONLY)) return;
  try {
    const said = await body();
    console.log(`ok      ${name}${said ? `: ${said}` : ""}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack ?? error}`);
  } finally {
    for (const context of browser.contexts()) await context.close();
  }
}

await journey("a stranger opens the page: a table in colour plays itself, and says what it is", async () => {
  const page = await open();
  await page.waitForFunction(() => caromPage.table.run.stage.time > 4, null, { timeout: 60000 });
  await page.screenshot({ path: join(shots, "desk.png") });
  assert.match(await page.textContent("#tagline"), /No ball tunnels; every bounce happens at its exact time/);
  assert.match(await page.textContent("#cargo"), /^cargo add carom/);
  assert.match(await page.textContent("#npm"), /^npm i /);
  assert.match(await page.textContent("#keys"), /←.*left flipper.*Space.*shoot/);
  assert.ok((await page.locator("#get a").count()) >= 3);
  assert.ok(await page.locator("#lab").isHidden());
  for (const name of ["og:title", "og:description", "og:image"]) assert.ok(await page.getAttribute(`meta[property="${name}"]`, "content"));
  const icon = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=icon]").href)).ok);
  assert.ok(icon, "the icon is there");
  const hues = await page.evaluate(() => {
    const { canvas } = caromPage.table.view;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let n = 0; n < data.length; n += 4) {
      const [r, g, b] = data.slice(n, n + 3);
      if (Math.max(r, g, b) - Math.min(r, g, b) > 60) seen.add([r, g, b].map((c) => c > Math.max(r, g, b) / 2).join());
    }
    return seen.size;
  });
  assert.ok(hues >= 3, `${hues} hues`);
  const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(tall <= 0, `one screen, but ${tall} px more`);
  return `${hues} groups of hues`;
});

await journey("a player at a desk: keys shoot and flip, also after a click on a slider, a box or the list", async () => {
  const page = await open();
  await page.keyboard.down(" ");
  assert.equal(await mode(page), "play", "the first key begins a game");
  await page.waitForTimeout(600);
  await page.keyboard.up(" ");
  await page.waitForFunction(() => Math.hypot(...caromPage.table.run.world.velocities()) > 0.5, null, { timeout: 20000 });
  await page.keyboard.down("ArrowLeft");
  assert.ok(await held(page, "left"));
  await page.keyboard.up("ArrowLeft");
  assert.ok(!(await held(page, "left")));
  await page.click("#tab-lab");
  await page.locator("#draw input").first().click();
  await page.locator("#speed").click();
  await page.waitForTimeout(100);
  await page.keyboard.down("ArrowRight");
  assert.ok(await held(page, "right"), "after a slider and a box");
  await page.keyboard.up("ArrowRight");
  await choose(page, "pinball");
  await page.keyboard.down("ArrowLeft");
  assert.ok(await held(page, "left"), "after the list");
  assert.equal(await page.inputValue("#scene"), "pinball");
  await page.keyboard.up("ArrowLeft");
  await page.click("#tab-torture");
  await page.keyboard.press("p");
  assert.equal(await page.evaluate(() => caromPage.table.view.paused), false, "p does not reach the hidden table");
});

await journey("three balls, game over, a best score that is kept, and again", async () => {
  const page = await open();
  await page.click("#go");
  assert.equal(await page.textContent("#lives"), "●●●");
  await page.evaluate(() => (caromPage.table.run.state.bonus = 4321));
  for (let ball = 0; ball < 3; ball++) {
    await page.evaluate(() => {
      const { world } = caromPage.table.run;
      world.teleport(world.ids()[0], { x: 0.23, y: 0.12 });
    });
    await page.waitForFunction((left) => caromPage.table.run.state.lives === left, 2 - ball, { timeout: 20000 });
    await page.waitForTimeout(150);
  }
  assert.equal(await mode(page), "over");
  assert.match(await page.textContent("#say"), /Game over\. 4\d\d\d points, your best/);
  await page.screenshot({ path: join(shots, "over.png") });
  await page.click("#go");
  assert.equal(await mode(page), "play");
  await page.reload();
  await page.waitForFunction(() => globalThis.caromPage?.table.run);
  await page.waitForFunction(() => /best 4,\d\d\d/.test(document.getElementById("best").textContent), null, { timeout: 5000 });
});

await journey("a phone: fingers flip, a finger that slides over the middle lets go, and one screen holds the game", async () => {
  const page = await open(PHONE);
  await page.waitForFunction(() => caromPage.table.run.stage.time > 1, null, { timeout: 60000 });
  await page.screenshot({ path: join(shots, "phone.png") });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} px wide`);
  for (const id of ["tagline", "canvas", "buttons", "get"]) {
    const { y, height } = await page.locator(`#${id}`).boundingBox();
    assert.ok(y + height <= 844, `#${id} ends at ${y + height}`);
  }
  const box = await page.locator("#canvas").boundingBox();
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [left, right] = [{ x: box.x + 60, y: box.y + 300, id: 1 }, { x: box.x + box.width - 60, y: box.y + 300, id: 2 }];
  await page.tap("#go");
  await touch("touchStart", [left]);
  assert.ok(await held(page, "left"));
  await touch("touchMove", [{ ...left, x: right.x }]);
  await touch("touchEnd", []);
  assert.ok(!(await held(page, "left")) && !(await held(page, "right")), "nothing stays pressed");
  await touch("touchStart", [left, right]);
  assert.ok((await held(page, "left")) && (await held(page, "right")), "two fingers, two flippers");
  await touch("touchEnd", []);
  const ball = await page.evaluate(() => [...caromPage.table.run.world.transforms()]);
  const spot = await onScreen(page, ball[0], ball[1]);
  await touch("touchStart", [{ ...spot, id: 3 }]);
  assert.equal(await page.evaluate(() => caromPage.table.view.held), undefined, "a finger on the ball does not take it");
  await touch("touchEnd", []);
  await page.locator("#buttons button[data-input=plunger]").dispatchEvent("pointerdown", { pointerId: 9 });
  assert.ok(await held(page, "plunger"));
  await page.locator("#buttons button[data-input=plunger]").dispatchEvent("pointerup", { pointerId: 9 });
  assert.ok(!(await held(page, "plunger")));
  await page.close();
  const side = await open({ ...PHONE, viewport: { width: 844, height: 390 } });
  for (const id of ["canvas", "buttons"]) {
    const { y, height } = await side.locator(`#${id}`).boundingBox();
    assert.ok(y + height <= 390, `on its side #${id} ends at ${y + height}`);
  }
  await side.waitForTimeout(1500);
  await side.screenshot({ path: join(shots, "phone_side.png") });
});

await journey("only a keyboard: Enter and Space hold the buttons, tabs go by arrows, targets are large enough", async () => {
  const page = await open();
  await page.locator("#buttons button[data-input=left]").focus();
  for (const key of ["Enter", " "]) {
    await page.keyboard.down(key);
    assert.ok(await held(page, "left"), key);
    await page.keyboard.up(key);
    assert.ok(!(await held(page, "left")), key);
  }
  await page.locator("#tab-play").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.locator("#gallery").isVisible());
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.locator("#lab").isVisible());
  const small = await page.evaluate(() => [...document.querySelectorAll("button, select, input[type=range], label:has(input[type=checkbox]), .links a")]
    .filter((one) => one.offsetParent && (one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44))
    .map((one) => `${one.id || one.textContent.trim()} ${Math.round(one.getBoundingClientRect().width)}x${Math.round(one.getBoundingClientRect().height)}`));
  assert.deepEqual(small, []);
});

await journey("time goes back and forth, bit for bit, with all that hands did", async () => {
  const page = await open();
  await page.keyboard.down(" ");
  await page.waitForTimeout(700);
  await page.keyboard.up(" ");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => caromPage.table.run.stage.time > 2.5, null, { timeout: 60000 });
  await page.click("#pause");
  const [step, was] = [await steps(page), await hash(page)];
  await scrub(page, 100);
  assert.equal(await steps(page), 100);
  assert.notEqual(await hash(page), was);
  await scrub(page, step);
  assert.equal(await hash(page), was);
  await page.click("#single");
  assert.equal(await steps(page), step + 1);
  await page.click("#slow");
  await page.click("#pause");
  const from = await steps(page);
  await page.waitForTimeout(1000);
  const slow = (await steps(page)) - from;
  assert.ok(slow > 5 && slow < 80, `${slow} steps of 1/240 s in a second at a tenth of the speed`);
  return `${step} steps`;
});

await journey("in slow motion a ball is drawn on its way within the step", async () => {
  const page = await open();
  await page.click("#tab-lab");
  await page.fill("#text", `(carom: 1, world: (gravity: (0, 0)), run: (rate: 10), materials: {"m": (restitution: 1, friction: 0)},
    bodies: [(material: "m", shapes: [Segment(a: (1, -1), b: (1, 1)), Segment(a: (-1, -1), b: (-1, 1))])],
    balls: [(position: (0, 0), radius: 0.1, velocity: (30, 0), material: "m")])`);
  await page.waitForFunction(() => caromPage.table.run.world.ballCount === 1 && caromPage.table.run.stage.dt > 0.09);
  await page.click("#slow");
  // Three units a step: at one tenth of the speed each step is seen for a second, with its turn at 0.9 or -0.9.
  const seen = await page.evaluate(async () => {
    const { table } = caromPage;
    const places = [];
    const from = table.run.stage.steps;
    while (table.run.stage.steps < from + 3) {
      await new Promise(requestAnimationFrame);
      if (table.run.stage.steps > from) places.push(table.view.places()[0]);
    }
    return places;
  });
  const distinct = new Set(seen.map((x) => x.toFixed(3)));
  assert.ok(distinct.size > 3, `${[...distinct]}`);
  for (const x of seen) assert.ok(Math.abs(x) <= 0.901, `${x}`);
  return `${distinct.size} places in two steps`;
});

await journey("a moment and a scene are sent by address; a broken address says so", async () => {
  const page = await open();
  await page.keyboard.down(" ");
  await page.waitForTimeout(600);
  await page.keyboard.up(" ");
  await page.waitForFunction(() => caromPage.table.run.stage.time > 2, null, { timeout: 60000 });
  await page.click("#pause");
  const was = await hash(page);
  await page.click("#moment");
  await page.waitForFunction(() => location.hash.startsWith("#at="));
  const moment = await page.evaluate(() => location.hash);
  const other = await open(DESK, moment);
  assert.equal(await hash(other), was, "the same bits in another tab");
  assert.equal(await mode(other), "play");
  await choose(page, "cradle");
  await page.click("#tab-lab");
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#ron="));
  const scene = await page.evaluate(() => location.hash);
  await other.evaluate((to) => (location.hash = to), scene);
  await other.waitForFunction(() => /cradle/i.test(document.getElementById("title").textContent), null, { timeout: 5000 });
  for (const [bad, says] of [["#ron=abc", /damaged/], ["#at=%%", /damaged/], ["#table=chess", /no table called/], ["#foo=1", /nothing that this page shares/]]) {
    await other.evaluate((to) => (location.hash = to), bad);
    await other.waitForFunction(() => !document.getElementById("notice").hidden, null, { timeout: 5000 });
    assert.match(await other.textContent("#notice"), says);
    await other.evaluate((to) => (location.hash = to), "#table=gas");
    await other.waitForFunction(() => document.getElementById("notice").hidden);
  }
  return `a moment takes ${moment.length} letters`;
});

await journey("a film of the last ten seconds", async () => {
  const page = await open();
  await page.waitForFunction(() => caromPage.table.run.stage.time > 3, null, { timeout: 60000 });
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 120000 }), page.click("#film")]);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(0, 6).toString("latin1"), "GIF89a");
  let pictures = 0;
  for (let n = 0; n + 7 < bytes.length; n++) if (bytes[n] === 0x21 && bytes[n + 1] === 0xf9 && bytes[n + 2] === 4 && bytes[n + 7] === 0) pictures++;
  assert.ok(pictures >= 60, `${pictures} pictures`);
  return `${pictures} pictures, ${Math.round(bytes.length / 1000)} kB`;
});

await journey("the editor: a fault at its line, sliders with names that can be undone, the bits of what is shown", async () => {
  const page = await open();
  await page.click("#tab-lab");
  const text = await page.inputValue("#text");
  await page.fill("#text", text.replace("rate: 240", "rate: -240"));
  await page.waitForFunction(() => /line \d+, column \d+.*rate/.test(document.getElementById("fault").textContent));
  assert.equal(await page.locator("#numbers b").count(), 1);
  await page.locator("#numbers b").scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(shots, "fault.png") });
  await page.fill("#text", text);
  await page.waitForFunction(() => document.getElementById("fault").textContent === "");
  const names = await page.locator("#sliders label").allTextContents();
  assert.ok(names.some((name) => /bumper: kick/.test(name)), `${names}`);
  await page.locator("#sliders input").first().evaluate((slider) => {
    slider.value = "2";
    slider.dispatchEvent(new Event("input"));
    slider.dispatchEvent(new Event("change"));
  });
  assert.notEqual(await page.inputValue("#text"), text);
  await page.locator("#text").focus();
  await page.keyboard.press("Control+z");
  assert.equal(await page.inputValue("#text"), text, "the text is back");
  const small = `(carom: 1, run: (rate: 60, seconds: 1), balls: [(position: (0, 0), radius: 0.1)])`;
  await page.fill("#text", small);
  await page.click("#check");
  await page.waitForFunction(() => /edited/.test(document.getElementById("badge").textContent), null, { timeout: 20000 });
  await page.fill("#text", "(carom: 1, oops)");
  await page.click("#check");
  await page.waitForFunction(() => /fault/.test(document.getElementById("badge").textContent), null, { timeout: 20000 });
  await choose(page, "cradle");
  await page.screenshot({ path: join(shots, "lab.png") });
});

await journey("files are dropped: a stadium, a faulty one, and one that is none, on any part of the page", async () => {
  const page = await open();
  await drop(page, "garden.hbs", readFileSync(join(scenes, "disc_football.hbs"), "utf8"));
  await page.waitForFunction(() => document.getElementById("scene").selectedOptions[0].textContent === "garden");
  await page.waitForTimeout(500);
  assert.ok((await steps(page)) > 0);
  await page.click("#tab-gallery");
  await drop(page, "photo.png", "x");
  assert.match(await page.textContent("#notice"), /photo\.png: the name must end in/);
  assert.ok(await page.locator("#notice").isVisible());
  await drop(page, "bad.ron", "(carom: 1, balls: [(radius: -1)])");
  await page.waitForFunction(() => /radius/.test(document.getElementById("fault").textContent));
  assert.ok(await page.locator("#fault").isVisible(), "the fault is on the part that is shown");
});

await journey("every scene can be played or poked", async () => {
  const page = await open();
  const all = await page.evaluate(() => [...document.querySelectorAll("#scene option")].map((option) => option.value));
  for (const scene of all) {
    await choose(page, scene);
    await page.waitForTimeout(250);
    await page.click("#go");
    assert.equal(await mode(page), "play", scene);
    for (const control of await page.locator("#buttons button[data-input]").all()) {
      await control.dispatchEvent("pointerdown", { pointerId: 5 });
      await page.waitForTimeout(120);
      await control.dispatchEvent("pointerup", { pointerId: 5 });
    }
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.6);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(250);
    assert.ok((await steps(page)) > 5, scene);
    await page.screenshot({ path: join(shots, `game_${scene}.png`) });
  }
  return `${all.length} scenes`;
});

await journey("the games do what they say", async () => {
  const page = await open();
  const start = async (scene) => {
    await choose(page, scene);
    await page.click("#go");
  };
  const body = (name) => page.evaluate((wanted) => {
    const { world, stage } = caromPage.table.run;
    return world.position(stage.find(wanted));
  }, name);
  await start("air_hockey");
  let spot = await onScreen(page, 0.6, 0.8);
  await page.mouse.move(spot.x, spot.y);
  await page.waitForTimeout(500);
  let at = await body("west.mallet");
  assert.ok(Math.hypot(at.x - 0.6, at.y - 0.8) < 0.03, `the mallet is at ${at.x}, ${at.y}`);
  await start("brick_breaker");
  spot = await onScreen(page, 100, 100);
  await page.mouse.move(spot.x, spot.y);
  await page.waitForTimeout(500);
  at = await body("paddle");
  assert.ok(Math.abs(at.x - 100) < 3, `the paddle is at ${at.x}`);
  await start("suika");
  spot = await onScreen(page, 4, 30);
  await page.mouse.move(spot.x, spot.y);
  for (let n = 0; n < 10; n++) {
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForTimeout(600);
  }
  assert.ok((await page.evaluate(() => caromPage.table.run.score)) > 0, "fruit has merged");
  await page.screenshot({ path: join(shots, "suika.png") });
  await start("break_shot");
  const cue = await body("cue");
  spot = await onScreen(page, cue.x, cue.y);
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  const back = await onScreen(page, cue.x - 0.6, cue.y + 0.01);
  await page.mouse.move(back.x, back.y, { steps: 3 });
  await page.waitForTimeout(100);
  await page.screenshot({ path: join(shots, "aim.png") });
  await page.mouse.up();
  await page.waitForTimeout(700);
  assert.ok((await body("cue"))?.x !== cue.x, "the cue ball was shot");
  await start("pachinko");
  await page.keyboard.down(" ");
  await page.waitForTimeout(1500);
  await page.keyboard.up(" ");
  assert.ok((await page.evaluate(() => caromPage.table.run.state.own.left)) < 100, "balls were shot");
  await start("gas");
  const heat = () => page.evaluate(() => [...caromPage.table.run.world.velocities()].reduce((sum, v) => sum + v * v, 0));
  const cold = await heat();
  await page.keyboard.down("ArrowUp");
  await page.waitForTimeout(800);
  await page.keyboard.up("ArrowUp");
  assert.ok((await heat()) > 1.3 * cold, "it is hotter");
  await start("pinball");
  await page.evaluate(() => {
    const { run } = caromPage.table;
    run.state.own.lit = [...run.state.own.targets];
  });
  await page.waitForFunction(() => caromPage.table.run.world.ballCount === 3, null, { timeout: 5000 });
  assert.match(await page.textContent("#say"), /Multiball/);
});

await journey("the gallery: a picture from the middle of each run, and a card opens its table", async () => {
  const page = await open({ ...DESK, viewport: { width: 1280, height: 1600 } });
  await page.click("#tab-gallery");
  const cards = await page.locator(".card").count();
  assert.equal(cards, readdirSync(scenes).filter((file) => /\.(ron|hbs)$/.test(file)).length);
  await page.waitForFunction((count) => caromPage.gallery.views.length === count, cards, { timeout: 120000 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(shots, "gallery.png") });
  await page.click(".card[data-scene=suika]");
  assert.match(await page.textContent("#title"), /Suika/);
  return `${cards} cards`;
});

await journey("torture: Carom loses nothing, and no peer passes every case in either setting", async () => {
  const page = await open();
  await page.click("#tab-torture");
  await page.waitForSelector("#torture[data-counted]", { timeout: 240000 });
  await page.setViewportSize({ width: 1280, height: 1500 });
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(shots, "torture.png") });
  const rows = await page.locator("#summary tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const heads = await page.locator("#summary thead th").allTextContents();
  for (const [name, own] of rows) assert.equal(own, "0", name);
  for (let n = 2; n < heads.length; n++) assert.ok(rows.some((row) => row[n] !== "0"), `${heads[n]} passes all cases: say so on the page`);
  return `\n        ${[heads, ...rows].map((row) => row.join(" | ")).join("\n        ")}`;
});

await journey("bits: every scene comes to its golden hash", async () => {
  const page = await open();
  await page.click("#tab-lab");
  const rows = [];
  for (const option of await page.locator("#scene option").all()) {
    const scene = await option.getAttribute("value");
    await choose(page, scene);
    const [own, golden] = await page.evaluate(async () => [await caromPage.lab.check(), caromPage.table.source.golden]);
    if (golden) rows.push([scene, own, golden]);
  }
  assert.deepEqual(rows.filter(([, own, golden]) => own !== golden), []);
  return `${rows.length} equal`;
});

await journey("without WebAssembly, without scripts, and for those who want no motion", async () => {
  const bare = await browser.newPage();
  await bare.addInitScript(() => delete globalThis.WebAssembly);
  await bare.goto(address);
  assert.match(await bare.textContent("#notice"), /needs WebAssembly/);
  assert.ok(!(await bare.locator("#buttons").isVisible()), "no dead controls");
  const silent = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await silent.goto(address);
  assert.match(await silent.textContent("noscript p"), /It needs JavaScript/);
  assert.ok((await silent.locator("noscript p").boundingBox()).height > 20, "it is shown");
  assert.equal(await silent.locator("#side").boundingBox(), null, "no dead controls");
  const still = await open({ ...DESK, reducedMotion: "reduce" });
  const from = await steps(still);
  assert.ok(from > 0, "it shows a moment of the game");
  await still.waitForTimeout(600);
  assert.equal(await steps(still), from, "nothing moves");
  await still.click("#go");
  await still.waitForTimeout(300);
  assert.ok((await steps(still)) > 0, "but it plays when it is asked to");
});

await journey("1000 balls under gravity: the world may slow, the page does not", async () => {
  const page = await open();
  const text = `(carom: 1, run: (rate: 240), materials: {"m": (restitution: 0.3, friction: 0.3)},
    bodies: [(material: "m", shapes: [Chain(points: [(0, 40), (0, 0), (20, 0), (20, 40)])])],
    balls: [${Array.from({ length: 1000 }, (_, n) => `(position: (${0.5 + 0.6 * (n % 32) + 0.01 * (n % 3)}, ${0.5 + 0.6 * Math.floor(n / 32)}), radius: 0.25, material: "m")`).join(",")}])`;
  await page.click("#tab-lab");
  await page.fill("#text", text);
  await page.waitForFunction(() => caromPage.table.run.world.ballCount === 1000, null, { timeout: 20000 });
  await page.click("#tab-play");
  const said = [];
  for (let second = 0; second < 4; second++) {
    const [rate, work, share] = await page.evaluate(async () => {
      const { table } = caromPage;
      const works = [];
      const [start, from] = [performance.now(), table.run.stage.time];
      while (performance.now() - start < 1000) {
        await new Promise(requestAnimationFrame);
        works.push(table.view.frameWork);
      }
      return [works.length, works.sort((a, b) => a - b)[works.length >> 1], table.run.stage.time - from];
    });
    said.push(`${rate} fps, ${work.toFixed(1)} ms, ${share.toFixed(2)} s`);
    assert.ok(rate >= 55 || process.env.CAROM_SLOW, said.join("; "));
  }
  await page.screenshot({ path: join(shots, "thousand.png") });
  return said.join("; ");
});

await journey("figures: the first ball, a slow machine, and long frames", async () => {
  const context = await browser.newContext(DESK);
  const page = await context.newPage();
  const first = async () => {
    await page.goto(address);
    await page.waitForFunction(() => globalThis.caromPage?.table.run.stage.steps > 0);
    return page.evaluate(() => performance.getEntriesByName("carom-first-scene")[0].startTime);
  };
  await first();
  const warm = await first();
  const long = await page.evaluate(async () => {
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask", buffered: true });
    const [stamps, start] = [[], performance.now()];
    while (performance.now() - start < 10000) stamps.push(await new Promise(requestAnimationFrame));
    const apart = stamps.slice(1).map((stamp, n) => stamp - stamps[n]);
    return { over: apart.filter((ms) => ms > 50).length, worst: Math.max(...apart), tasks: tasks.length };
  });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const slow = await first();
  const said = `${warm.toFixed(0)} ms to the first ball from the cache, ${slow.toFixed(0)} ms with CPU x4; worst frame of 10 s ${long.worst.toFixed(0)} ms, ${long.over} over 50 ms, ${long.tasks} long tasks since the start`;
  assert.ok((warm <= 1000 && slow <= 3000 && long.over === 0) || process.env.CAROM_SLOW, said);
  return said;
});

await journey("axe-core finds nothing serious, at a desk and on a phone, dark and light", async () => {
  const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const found = [];
  let passes = 0;
  for (const options of [DESK, { ...PHONE, colorScheme: "light" }]) {
    const page = await open(options);
    await page.evaluate(source);
    for (const tab of ["play", "gallery", "torture", "lab"]) {
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(tab === "torture" ? 2500 : 600);
      const result = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      passes += result.passes.length;
      for (const { id, impact, nodes } of result.violations) found.push(`${tab}: ${impact} ${id}: ${nodes[0].html.slice(0, 120)}`);
    }
  }
  const serious = found.filter((one) => /: (serious|critical) /.test(one));
  assert.deepEqual(serious, []);
  return `${passes} rules pass${found.length ? `; lesser findings: ${found.join("; ")}` : ""}`;
});

await journey("no error in the console", async () => assert.deepEqual(errors, []));
await close();
process.exit(failed ? 1 : 0);
