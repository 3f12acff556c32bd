// The pictures of the page in docs/pictures, the film among them, and web/public/preview.png: npm run pictures.
// It wants the built page, and the pictures want to be looked at before they are committed.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { browse } from "./browse.mjs";

const to = (path) => fileURLToPath(new URL(path, import.meta.url));
const { browser, address, close } = await browse();
async function open(options) {
  const page = await browser.newPage({ colorScheme: "dark", ...options });
  await page.goto(address);
  await page.waitForFunction(() => globalThis.caromPage?.table.run);
  return page;
}
const at = (page, seconds) => page.waitForFunction((time) => caromPage.table.run.stage.time > time, seconds, { timeout: 120000 });
const shoot = (page, name) => page.screenshot({ path: to(`../../docs/pictures/${name}.png`) });

const desk = await open({ viewport: { width: 1024, height: 680 } });
await at(desk, 7);
await shoot(desk, "web_desk");
await at(desk, 20);
// The film is made of the steps, so that a slow machine makes the same one.
const film = await desk.evaluate(async () => {
  // The film is of the time up to here.
  caromPage.table.view.paused = true;
  const blob = await caromPage.filmed({ seconds: 20, rate: 12, side: 360 }, () => {});
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return Array.from(bytes);
});
writeFileSync(to("../../docs/pictures/web_film.gif"), Uint8Array.from(film));
await desk.click("#tab-lab");
await desk.click("#pause");
await desk.locator("#draw label", { hasText: "prediction" }).locator("input").check();
await desk.evaluate(() => scrollTo(0, 0));
await at(desk, 23);
await shoot(desk, "web_lab");
await desk.close();

const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
await at(phone, 7);
await shoot(phone, "web_phone");
await phone.close();

const torture = await open({ viewport: { width: 1100, height: 1300 } });
await torture.click("#tab-torture");
await torture.waitForSelector("#torture[data-counted]", { timeout: 600000 });
await shoot(torture, "web_torture");
await torture.close();

// What a message shows beside the address: the table alone.
const preview = await open({ viewport: { width: 1200, height: 630 } });
await preview.addStyleTag({ content: `
  #side, #get, #buttons, #go, [role=tablist], #theme, #sound, #best { display: none !important }
  #stage { height: 570px } #tagline { font-size: 2rem } h1 { font-size: 1.6rem }` });
await at(preview, 7);
await preview.screenshot({ path: to("../public/preview.png") });
await close();
