// The program of web/examples/pinball, played without a window.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const pkg = new URL("../../crates/wasm/pkg/", import.meta.url);
const file = new URL("../examples/pinball/pinball.js", import.meta.url);

test("a pinball in under 60 lines is played", async () => {
  const source = readFileSync(file, "utf8");
  assert.ok(source.split("\n").length < 60);
  // What a page finds by its package name lies beside the sources here.
  const own = source.replace('from "carom"', `from "${new URL("carom.js", pkg)}"`);
  const { play } = await import(`data:text/javascript,${encodeURIComponent(own)}`);
  const { world, game, dt, step, press } = await play();
  // To the end of the first ball and for half a minute at least. When that ball drains is a matter of chance.
  for (let n = 0; n * dt < 30 || (game.balls < 2 && n * dt < 120); n++) {
    const t = (n * dt) % 3;
    press("plunger", t > 0.2 && t < 1);
    press("left", (n / 40) % 2 < 1);
    press("right", (n / 40 + 1) % 2 < 1);
    step();
    const { x, y } = world.position(game.ball);
    // Below the table it falls freely.
    assert.ok(y < 0 || (x > 0 && x < 0.5 && y < 1.05), `${x} ${y}`);
  }
  assert.ok(game.score > 0 && game.balls > 1, JSON.stringify(game));
});
