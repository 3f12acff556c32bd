// One face for four engines, so that the same scene runs in each: for the torture tab and for web/bench.
// All take metres and seconds; matter-js is given pixels, 100 a metre, as its defaults want.
import { init, World } from "carom";
import RAPIER from "@dimforge/rapier2d-simd-compat";
import Matter from "matter-js";
import * as planck from "planck";

function carom(gravity) {
  const world = new World({ gravity: [0, gravity] });
  const bars = [];
  return {
    name: "carom",
    ball: ({ x, y, r, vx = 0, vy = 0, e = 0.5, f = 0.3 }) =>
      world.addBall({ position: [x, y], radius: r, velocity: [vx, vy], material: { restitution: e, friction: f } }),
    wall: (ax, ay, bx, by, e = 0.5, f = 0.3) =>
      world.addBody({ shapes: [{ type: "segment", a: [ax, ay], b: [bx, by], material: { restitution: e, friction: f } }] }),
    pin: (x, y, r, e = 0.5, f = 0.3) =>
      world.addBody({ position: [x, y], shapes: [{ type: "circle", radius: r, material: { restitution: e, friction: f } }] }),
    bar(x, y, length, r, angle) {
      const body = world.addBody({ type: "kinematic", position: [x, y], angle, shapes: [{ type: "capsule", a: [0, 0], b: [length, 0], radius: r }] });
      bars.push(body);
      return body;
    },
    turn: (bar, rate) => world.setAngularVelocity(bar, rate),
    remove: (ball) => world.removeBody(ball),
    step: (dt) => world.step(dt),
    state: (ball, out) => {
      const [p, v] = [world.position(ball), world.velocity(ball)];
      [out.x, out.y, out.vx, out.vy] = [p.x, p.y, v.x, v.y];
    },
    free: () => world.free(),
  };
}

function rapier(gravity) {
  const world = new RAPIER.World({ x: 0, y: gravity });
  const surface = (shape, e, f) => shape.setRestitution(e).setFriction(f);
  return {
    name: "rapier2d",
    ball({ x, y, r, vx = 0, vy = 0, e = 0.5, f = 0.3 }) {
      const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y).setLinvel(vx, vy).setCcdEnabled(true));
      world.createCollider(surface(RAPIER.ColliderDesc.ball(r), e, f), body);
      return body;
    },
    wall: (ax, ay, bx, by, e = 0.5, f = 0.3) =>
      world.createCollider(surface(RAPIER.ColliderDesc.segment({ x: ax, y: ay }, { x: bx, y: by }), e, f)),
    pin: (x, y, r, e = 0.5, f = 0.3) => world.createCollider(surface(RAPIER.ColliderDesc.ball(r).setTranslation(x, y), e, f)),
    bar(x, y, length, r, angle) {
      const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicVelocityBased().setTranslation(x, y).setRotation(angle));
      const shape = RAPIER.ColliderDesc.capsule(length / 2, r).setRotation(Math.PI / 2).setTranslation(length / 2, 0);
      world.createCollider(shape, body);
      return body;
    },
    turn: (bar, rate) => bar.setAngvel(rate, true),
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

function planckWorld(gravity) {
  const world = new planck.World({ gravity: { x: 0, y: gravity }, allowSleep: true });
  return {
    name: "planck",
    ball({ x, y, r, vx = 0, vy = 0, e = 0.5, f = 0.3 }) {
      const body = world.createBody({ type: "dynamic", position: { x, y }, linearVelocity: { x: vx, y: vy }, bullet: true });
      body.createFixture({ shape: new planck.Circle(r), density: 1, restitution: e, friction: f });
      return body;
    },
    wall: (ax, ay, bx, by, e = 0.5, f = 0.3) =>
      world.createBody().createFixture({ shape: new planck.Edge({ x: ax, y: ay }, { x: bx, y: by }), restitution: e, friction: f }),
    pin: (x, y, r, e = 0.5, f = 0.3) =>
      world.createBody({ position: { x, y } }).createFixture({ shape: new planck.Circle(r), restitution: e, friction: f }),
    bar(x, y, length, r, angle) {
      const body = world.createBody({ type: "kinematic", position: { x, y }, angle });
      body.createFixture({ shape: new planck.Box(length / 2, r, { x: length / 2, y: 0 }) });
      return body;
    },
    turn: (bar, rate) => bar.setAngularVelocity(rate),
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
function matter(gravity) {
  const engine = Matter.Engine.create({ gravity: { x: 0, y: gravity, scale: PIXELS / 1e6 } });
  const bars = [];
  const still = (e, f) => ({ isStatic: true, restitution: e, friction: f });
  const add = (body) => {
    Matter.Composite.add(engine.world, body);
    return body;
  };
  return {
    name: "matter-js",
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
      const bar = { body: add(body), x: x * PIXELS, y: y * PIXELS, rate: 0 };
      bars.push(bar);
      return bar;
    },
    turn: (bar, rate) => (bar.rate = rate),
    remove: (ball) => Matter.Composite.remove(engine.world, ball),
    step(dt) {
      for (const bar of bars) if (bar.rate) Matter.Body.rotate(bar.body, bar.rate * dt, { x: bar.x, y: bar.y }, true);
      Matter.Engine.update(engine, dt * 1000);
    },
    state(ball, out) {
      const v = Matter.Body.getVelocity(ball);
      [out.x, out.y] = [ball.position.x / PIXELS, ball.position.y / PIXELS];
      [out.vx, out.vy] = [(v.x * 60) / PIXELS, (v.y * 60) / PIXELS];
    },
    free: () => Matter.Engine.clear(engine),
  };
}

/** Makers of worlds by gravity along y; ready to be called. */
export async function engines() {
  await Promise.all([init(), RAPIER.init()]);
  return { carom, rapier2d: rapier, planck: planckWorld, "matter-js": matter };
}
