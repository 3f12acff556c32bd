// Carom beside rapier2d, planck and matter-js under Node: npm run bench
//
// The same balls, walls and steps in each, in turns, three rounds, of which the one with the median mean is shown. Each
// peer runs with its defaults and with all the continuous detection that it has. Beside the times what the
// speed is bought with: balls lost, energy kept, deepest overlap at the end. Times are of the CPU,
// which other programs on the machine change less than the clock.
import { bundled } from "./bundle.mjs";

const makers = await (await bundled("../src/engines.js")).engines({ simd: import("@dimforge/rapier2d-simd-compat") });

const quick = process.argv.includes("--quick");
// npm run bench -- --rounds 1 --scene pile
const rounds = quick ? 1 : Number(process.argv[process.argv.indexOf("--rounds") + 1]) || 3;
const only = process.argv.includes("--scene") ? process.argv[process.argv.indexOf("--scene") + 1] : "";
// The same dice for all.
function dice(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
const box = (engine, w, h, e, f) => {
  for (const [ax, ay, bx, by] of [[0, 0, w, 0], [w, 0, w, h], [w, h, 0, h], [0, h, 0, 0]]) engine.wall(ax, ay, bx, by, e, f);
};
const SCENES = {
  pinball: {
    gravity: -1.11, steps: 3600, dt: 1 / 240, size: [0.5, 1], again: 240,
    build(engine, add) {
      box(engine, 0.5, 1, 0.8, 0.1);
      for (const [x, y] of [[0.15, 0.7], [0.35, 0.7], [0.25, 0.55]]) engine.pin(x, y, 0.03, 1.2, 0.1);
      engine.wall(0, 0.25, 0.17, 0.12, 0.8, 0.1);
      engine.wall(0.5, 0.25, 0.33, 0.12, 0.8, 0.1);
      for (let n = 0; n < 3; n++) add({ x: 0.1 + 0.15 * n, y: 0.9, r: 0.0135, vx: 3, vy: 2 + n, e: 0.8, f: 0.1 });
    },
  },
  "pile 300": {
    gravity: -9.81, steps: 600, dt: 1 / 60, size: [6, 30],
    build(engine, add) {
      box(engine, 6, 30, 0.2, 0.4);
      for (let n = 0; n < 300; n++) add({ x: 0.4 + 0.43 * (n % 13) + 0.02 * (n % 3), y: 0.4 + 0.43 * Math.floor(n / 13), r: 0.2, e: 0.2, f: 0.4 });
    },
  },
  "gas 1000": {
    gravity: 0, steps: 300, dt: 1 / 60, size: [40, 40], elastic: true,
    build(engine, add) {
      const random = dice(7);
      box(engine, 40, 40, 1, 0);
      for (let n = 0; n < 1000; n++) {
        const angle = 2 * Math.PI * random();
        add({ x: 0.8 + 1.2 * (n % 32), y: 0.8 + 1.2 * Math.floor(n / 32), r: 0.2, vx: 20 * Math.cos(angle), vy: 20 * Math.sin(angle), e: 1, f: 0 });
      }
    },
  },
  "plinko 500": {
    gravity: -9.81, steps: 600, dt: 1 / 60, size: [20, 30],
    build(engine, add) {
      const random = dice(3);
      box(engine, 20, 30, 0.5, 0.1);
      for (let row = 0; row < 12; row++) for (let n = 0; n < 19; n++) engine.pin(1 + n + 0.5 * (row % 2), 6 + row, 0.1, 0.5, 0.1);
      for (let n = 0; n < 500; n++) add({ x: 1 + 0.72 * (n % 25) + 0.05 * random(), y: 19 + 0.5 * Math.floor(n / 25), r: 0.15, e: 0.5, f: 0.1 });
    },
  },
};

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
function run(make, scene) {
  const engine = make(scene.gravity);
  const balls = [];
  scene.build(engine, (ball) => balls.push({ ...ball, id: engine.ball(ball) }));
  const times = [];
  let [used, worst] = [0, 0];
  const steps = quick ? Math.ceil(scene.steps / 10) : scene.steps;
  for (let n = 0; n < steps; n++) {
    // What came to rest is thrown again, every second.
    if (scene.again && n % scene.again === 0 && n > 0) {
      for (const ball of balls) {
        engine.remove(ball.id);
        ball.id = engine.ball(ball);
      }
    }
    const before = process.cpuUsage();
    engine.step(scene.dt);
    const { user, system } = process.cpuUsage(before);
    const spent = (user + system) / 1000;
    times.push(spent);
    used += spent;
    worst = Math.max(worst, spent);
  }
  const out = { x: 0, y: 0, vx: 0, vy: 0 };
  const [w, h] = scene.size;
  let [lost, now, start, deepest] = [0, 0, 0, 0];
  const places = balls.map((ball) => {
    engine.state(ball.id, out);
    if (!(out.x > -ball.r && out.x < w + ball.r && out.y > -ball.r && out.y < h + ball.r)) lost++;
    now += ball.r ** 2 * (out.vx ** 2 + out.vy ** 2);
    start += ball.r ** 2 * ((ball.vx ?? 0) ** 2 + (ball.vy ?? 0) ** 2);
    return { ...out, r: ball.r };
  });
  for (let a = 0; a < places.length; a++) {
    for (let b = a + 1; b < places.length; b++) {
      const [p, q] = [places[a], places[b]];
      deepest = Math.max(deepest, (p.r + q.r - Math.hypot(p.x - q.x, p.y - q.y)) / Math.min(p.r, q.r));
    }
  }
  engine.free();
  return { median: median(times), mean: used / steps, worst, lost, energy: scene.elastic ? now / start : undefined, deepest };
}

console.log("| scene | engine | median step, ms of CPU | mean | worst | balls lost | energy kept | deepest overlap, radii |\n|---|---|---|---|---|---|---|---|");
for (const [title, scene] of Object.entries(SCENES)) {
  if (!title.includes(only)) continue;
  const results = makers.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, { make }] of makers.entries()) results[n].push(run(make, scene));
  }
  for (const [n, { engine, version, setting }] of makers.entries()) {
    const shown = [...results[n]].sort((a, b) => a.mean - b.mean)[results[n].length >> 1];
    const energy = shown.energy === undefined ? "" : `${(100 * shown.energy).toFixed(1)} %`;
    const times = [shown.median, shown.mean, shown.worst].map((ms) => ms.toFixed(4)).join(" | ");
    console.log(`| ${title} | ${engine} ${version}, ${setting} | ${times} | ${shown.lost} | ${energy} | ${shown.deepest.toFixed(3)} |`);
  }
}
process.exit(0);
