// One face for four engines, so that the same scene runs in each: for the torture tab and for web/bench.
// All take metres and seconds; matter-js is given pixels, 100 a metre, as its defaults want.
//
// Each peer comes twice: with its defaults, by which rapier2d and planck sweep fast bodies against what is fixed, and with
// all the continuous detection that it has. matter-js has none: its second setting takes eight updates a step.

/* global __VERSIONS__ */

function carom({ World }, gravity) {
  const world = new World({ gravity: [0, gravity] });
  return {
    ball: ({ x, y, r, vx = 0, vy = 0, e = 0.5, f = 0.3 }) =>
      world.addBall({ position: [x, y], radius: r, velocity: [vx, vy], material: { restitution: e, friction: f } }),
    wall: (ax, ay, bx, by, e = 0.5, f = 0.3) =>
      world.addBody({ shapes: [{ type: "segment", a: [ax, ay], b: [bx, by], material: { restitution: e, friction: f } }] }),
    pin: (x, y, r, e = 0.5, f = 0.3) =>
      world.addBody({ position: [x, y], shapes: [{ type: "circle", radius: r, material: { restitution: e, friction: f } }] }),
    bar: (x, y, length, r, angle) =>
      world.addBody({ type: "kinematic", position: [x, y], angle, shapes: [{ type: "capsule", a: [0, 0], b: [length, 0], radius: r }] }),
    move(bar, vx, vy, rate) {
      world.setVelocity(bar, [vx, vy]);
      world.setAngularVelocity(bar, rate);
    },
    pose(bar) {
      const { x, y } = world.position(bar);
      return [x, y, world.angle(bar)];
    },
    remove: (ball) => world.removeBody(ball),
    step: (dt) => world.step(dt),
    state: (ball, out) => {
      const [p, v] = [world.position(ball), world.velocity(ball)];
      [out.x, out.y, out.vx, out.vy] = [p.x, p.y, v.x, v.y];
    },
    free: () => world.free(),
  };
}

/** `all`: every ball and bar has CCD with eight substeps, and soft CCD over four metres. Else the default: fast balls are swept against what is fixed. */
function rapier(RAPIER, all, gravity) {
  const world = new RAPIER.World({ x: 0, y: gravity });
  if (all) world.integrationParameters.maxCcdSubsteps = 8;
  const surface = (shape, e, f) => shape.setRestitution(e).setFriction(f);
  return {
    ball({ x, y, r, vx = 0, vy = 0, e = 0.5, f = 0.3 }) {
      const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y).setLinvel(vx, vy).setCcdEnabled(all).setSoftCcdPrediction(all ? 4 : 0));
      world.createCollider(surface(RAPIER.ColliderDesc.ball(r), e, f), body);
      return body;
    },
    wall: (ax, ay, bx, by, e = 0.5, f = 0.3) =>
      world.createCollider(surface(RAPIER.ColliderDesc.segment({ x: ax, y: ay }, { x: bx, y: by }), e, f)),
    pin: (x, y, r, e = 0.5, f = 0.3) => world.createCollider(surface(RAPIER.ColliderDesc.ball(r).setTranslation(x, y), e, f)),
    bar(x, y, length, r, angle) {
      const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(x, y).setRotation(angle).setCcdEnabled(all).setSoftCcdPrediction(all ? 4 : 0));
      const shape = RAPIER.ColliderDesc.capsule(length / 2, r).setRotation(Math.PI / 2).setTranslation(length / 2, 0);
      world.createCollider(shape, body);
      return body;
    },
    move(bar, vx, vy, rate) {
      bar.setLinvel({ x: vx, y: vy }, true);
      bar.setAngvel(rate, true);
    },
    pose(bar) {
      const { x, y } = bar.translation();
      return [x, y, bar.rotation()];
    },
    remove: (ball) => world.removeRigidBody(ball),
    step(dt) {
      world.timestep = dt;
      world.step();
    },
    state(ball, out) {
      const [p, v] = [ball.translation(), ball.linvel()];
      [out.x, out.y, out.vx, out.vy] = [p.x, p.y, v.x, v.y];
    },
    free: () => world.free(),
  };
}

/** `all`: every ball and bar is a bullet. Else the default: balls are swept against what is static or kinematic. */
function planckWorld(planck, all, gravity) {
  const world = new planck.World({ gravity: { x: 0, y: gravity }, allowSleep: true });
  return {
    ball({ x, y, r, vx = 0, vy = 0, e = 0.5, f = 0.3 }) {
      const body = world.createBody({ type: "dynamic", position: { x, y }, linearVelocity: { x: vx, y: vy }, bullet: all });
      body.createFixture({ shape: new planck.Circle(r), density: 1, restitution: e, friction: f });
      return body;
    },
    wall: (ax, ay, bx, by, e = 0.5, f = 0.3) =>
      world.createBody().createFixture({ shape: new planck.Edge({ x: ax, y: ay }, { x: bx, y: by }), restitution: e, friction: f }),
    pin: (x, y, r, e = 0.5, f = 0.3) =>
      world.createBody({ position: { x, y } }).createFixture({ shape: new planck.Circle(r), restitution: e, friction: f }),
    bar(x, y, length, r, angle) {
      const body = world.createBody({ type: "kinematic", position: { x, y }, angle, bullet: all });
      body.createFixture({ shape: new planck.Box(length / 2, r, { x: length / 2, y: 0 }) });
      return body;
    },
    move(bar, vx, vy, rate) {
      bar.setLinearVelocity({ x: vx, y: vy });
      bar.setAngularVelocity(rate);
    },
    pose(bar) {
      const { x, y } = bar.getPosition();
      return [x, y, bar.getAngle()];
    },
    remove: (ball) => world.destroyBody(ball),
    step: (dt) => world.step(dt),
    state(ball, out) {
      const [p, v] = [ball.getPosition(), ball.getLinearVelocity()];
      [out.x, out.y, out.vx, out.vy] = [p.x, p.y, v.x, v.y];
    },
    free() {},
  };
}

const PIXELS = 100;
/** Continuous detection is not part of it. `parts` updates make a step. */
function matter(Matter, parts, gravity) {
  const engine = Matter.Engine.create({ gravity: { x: 0, y: gravity, scale: PIXELS / 1e6 } });
  const bars = [];
  const still = (e, f) => ({ isStatic: true, restitution: e, friction: f });
  const add = (body) => {
    Matter.Composite.add(engine.world, body);
    return body;
  };
  return {
    ball({ x, y, r, vx = 0, vy = 0, e = 0.5, f = 0.3 }) {
      const body = add(Matter.Bodies.circle(x * PIXELS, y * PIXELS, r * PIXELS, { restitution: e, friction: f, frictionAir: 0 }));
      // Its velocities are those of a step of 1/60 s.
      Matter.Body.setVelocity(body, { x: (vx * PIXELS) / 60, y: (vy * PIXELS) / 60 });
      return body;
    },
    wall(ax, ay, bx, by, e = 0.5, f = 0.3) {
      const angle = Math.atan2(by - ay, bx - ax);
      const length = Math.hypot(bx - ax, by - ay) * PIXELS;
      // It knows no lines: a wall of 2 pixels.
      return add(Matter.Bodies.rectangle(((ax + bx) / 2) * PIXELS, ((ay + by) / 2) * PIXELS, length, 2, { ...still(e, f), angle }));
    },
    pin: (x, y, r, e = 0.5, f = 0.3) => add(Matter.Bodies.circle(x * PIXELS, y * PIXELS, r * PIXELS, still(e, f))),
    bar(x, y, length, r, angle) {
      const body = Matter.Bodies.rectangle((x + length / 2) * PIXELS, y * PIXELS, length * PIXELS, 2 * r * PIXELS, { isStatic: true });
      Matter.Body.rotate(body, angle, { x: x * PIXELS, y: y * PIXELS });
      const bar = { body: add(body), x, y, angle, vx: 0, vy: 0, rate: 0 };
      bars.push(bar);
      return bar;
    },
    move: (bar, vx, vy, rate) => void Object.assign(bar, { vx, vy, rate }),
    pose: (bar) => [bar.x, bar.y, bar.angle],
    remove: (ball) => Matter.Composite.remove(engine.world, ball),
    step(dt) {
      const part = dt / parts;
      for (let n = 0; n < parts; n++) {
        for (const bar of bars) {
          const [dx, dy] = [bar.vx * part, bar.vy * part];
          if (bar.rate) Matter.Body.rotate(bar.body, bar.rate * part, { x: bar.x * PIXELS, y: bar.y * PIXELS }, true);
          if (dx || dy) Matter.Body.setPosition(bar.body, { x: bar.body.position.x + dx * PIXELS, y: bar.body.position.y + dy * PIXELS }, true);
          bar.x += dx;
          bar.y += dy;
          bar.angle += bar.rate * part;
        }
        Matter.Engine.update(engine, part * 1000);
      }
    },
    state(ball, out) {
      const v = Matter.Body.getVelocity(ball);
      [out.x, out.y] = [ball.position.x / PIXELS, ball.position.y / PIXELS];
      [out.vx, out.vy] = [(v.x * 60) / PIXELS, (v.y * 60) / PIXELS];
    },
    free: () => Matter.Engine.clear(engine),
  };
}

/** Makers of worlds, in the order of the tables. */
export async function engines({ simd, loaded = () => {} } = {}) {
  const load = async (name, wanted, start) => {
    const module = await wanted;
    const taken = module.default ?? module;
    await start?.(taken);
    loaded(name);
    return taken;
  };
  const [own, rapier2d, planck, Matter, older] = await Promise.all([
    load("carom", import("carom").then((module) => ({ default: module })), (module) => module.init()),
    load("rapier2d", import("@dimforge/rapier2d-compat"), (module) => module.init()),
    load("planck", import("planck").then((module) => ({ default: module }))),
    load("matter-js", import("matter-js")),
    simd && load("rapier2d-simd", simd, (module) => module.init()),
  ]);
  const maker = (engine, setting, make) => ({ engine, version: __VERSIONS__[engine], setting, make });
  return [
    maker("carom", "as it is", (gravity) => carom(own, gravity)),
    maker("rapier2d", "defaults", (gravity) => rapier(rapier2d, false, gravity)),
    maker("rapier2d", "all CCD, soft CCD", (gravity) => rapier(rapier2d, true, gravity)),
    ...(older ? [maker("rapier2d-simd", "defaults", (gravity) => rapier(older, false, gravity))] : []),
    maker("planck", "defaults", (gravity) => planckWorld(planck, false, gravity)),
    maker("planck", "all bullets", (gravity) => planckWorld(planck, true, gravity)),
    maker("matter-js", "defaults", (gravity) => matter(Matter, 1, gravity)),
    maker("matter-js", "8 substeps", (gravity) => matter(Matter, 8, gravity)),
  ];
}
