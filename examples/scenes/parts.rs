//! A small scene for each part of a pinball table, which shows the purpose of the part.

use carom::prelude::*;
use carom_pinball::{
    Bumper, BumperSettings, DropTarget, DropTargetSettings, Flipper, FlipperSettings, Gate, GateSettings,
    Kicker, KickerSettings, Plunger, PlungerSettings, Pull, Ramp, RampSettings, Rollover, RolloverSettings,
    Seesaw, SeesawSettings, Slingshot, SlingshotSettings, Spinner, SpinnerSettings, StandupTarget,
    StandupTargetSettings,
};
use serde_json::{Value, json};

use crate::scene::number;
use crate::{Fact, Region, Scene, Script};

/// A pinball: 1 1/16 inch, 80 g.
const RADIUS: f32 = 0.013_5;
/// Gravity along a table that slopes by 6.5 degrees, metres per second squared.
const SLOPE: f32 = 1.110_5;

/// A scene, the seconds after which it has shown its subject, and its name.
pub type Part = (&'static str, f32, fn() -> Result<Scene, Error>);

/// Every part.
pub const ALL: [Part; 12] = [
    ("flipper", 0.82, flipper),
    ("plunger", 1.45, plunger),
    ("bumper", 1.2, bumper),
    ("slingshot", 0.42, slingshot),
    ("gate", 0.4, gate),
    ("spinner", 0.35, spinner),
    ("standup_target", 0.5, standup_target),
    ("drop_target", 0.75, drop_target),
    ("kicker", 1.35, kicker),
    ("rollover", 0.6, rollover),
    ("seesaw", 0.44, seesaw),
    ("ramp", 0.75, ramp),
];

/// The action of a part in a scene: `Some(time)` before a step that begins then, `None` after it. `Some(time)`
/// before a step that begins then, `None` after it.
trait Act: FnMut(&mut World, Option<f32>, f32, &mut Facts) -> Result<(), Error> {}

impl<F: FnMut(&mut World, Option<f32>, f32, &mut Facts) -> Result<(), Error>> Act for F {}

/// The observations of a part.
#[derive(Debug, Default)]
struct Facts(Vec<Fact>);

impl Facts {
    fn set(&mut self, name: &'static str, value: impl Into<Value>) {
        let value = value.into();
        match self.0.iter_mut().find(|fact| fact.0 == name) {
            Some(fact) => fact.1 = value,
            None => self.0.push((name, value)),
        }
    }

    fn add(&mut self, name: &'static str, count: u32) {
        let so_far = self.0.iter().find(|fact| fact.0 == name).and_then(|fact| fact.1.as_u64());
        self.set(name, so_far.unwrap_or(0) + u64::from(count));
    }
}

struct Demo<F> {
    act: F,
    clock: f32,
    facts: Facts,
}

impl<F: Act> Script for Demo<F> {
    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        (self.act)(world, Some(self.clock), dt, &mut self.facts)
    }

    fn after(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.clock += dt;
        (self.act)(world, None, dt, &mut self.facts)
    }

    fn facts(&self, _world: &World) -> Vec<Fact> {
        self.facts.0.clone()
    }
}

fn scene(name: &'static str, world: World, act: impl Act + 'static) -> Scene {
    let region = Region::rectangle(vec2(-2.0, -2.0), vec2(2.0, 2.0));
    Scene::new(name, world, region).script(Demo { act, clock: 0.0, facts: Facts::default() })
}

/// A world with this pull downwards, and the body that carries its fixed shapes.
fn table(pull: f32) -> Result<(World, BodyId), Error> {
    let mut world = World::new(Config { gravity: vec2(0.0, -pull), ..Config::default() })?;
    let table = world.add_body(Body::fixed())?;
    Ok((world, table))
}

fn wall(world: &mut World, table: BodyId, points: &[Vec2]) -> Result<(), Error> {
    let steel = Material::new(0.4, 0.1);
    world.add_shape(table, Shape::chain(&Chain::polyline(points))?.radius(0.002).material(steel))?;
    Ok(())
}

fn pinball(at: Vec2, velocity: Vec2) -> Ball {
    Ball::new(at, RADIUS).mass(0.08).sphere().velocity(velocity).material(Material::new(0.8, 0.2))
}

/// A ball rolls down the inlane and is shot across the table.
fn flipper() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let settings = FlipperSettings::left(Vec2::ZERO);
    let (sin, cos) = libm::sincosf(settings.rest - 0.076);
    let (along, up) = (vec2(cos, sin), vec2(-sin, cos));
    let end = up * (settings.base_radius - 0.002) - along * 0.0135;
    wall(&mut world, table, &[end - along * 0.1, end])?;
    wall(&mut world, table, &[vec2(-0.08, 0.5), vec2(0.3, 0.5)])?;
    let mut flipper = Flipper::add(&mut world, settings)?;
    let ball = world.add_ball(pinball(end - along * 0.085 + up * 0.0156, Vec2::ZERO))?;
    Ok(scene("flipper", world, move |world, before, dt, facts| {
        if before.is_some() {
            let far = world.position(ball).is_some_and(|at| at.dot(along) > 0.4 * settings.length);
            let pressed = far || flipper.read(world).pressed;
            return flipper.update(world, pressed, dt);
        }
        let state = flipper.read(world);
        facts.set("raised", state.raised);
        if let Some(hit) = state.hit.filter(|hit| hit.speed > 0.5) {
            facts.set("hit_m_per_s", number(f64::from(hit.speed)));
        }
        let speed = world.velocity(ball).map_or(0.0, Vec2::length);
        facts.set("ball_m_per_s", number(f64::from(speed)));
        Ok(())
    }))
}

/// Three plungers, drawn by 0.2, 0.4 and 0.6 of their travel.
fn plunger() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let mut plungers = Vec::new();
    for k in 0..3 {
        let x = 0.045 * (k as f32 - 1.0);
        for side in [-0.02, 0.02] {
            wall(&mut world, table, &[vec2(x + side, -0.06), vec2(x + side, 0.45)])?;
        }
        wall(&mut world, table, &[vec2(x - 0.02, 0.45), vec2(x + 0.02, 0.45)])?;
        let settings = PlungerSettings { draw_speed: 0.1, ..PlungerSettings::new(vec2(x, 0.0), Vec2::Y) };
        let plunger = Plunger::add(&mut world, settings)?;
        let ball = world.add_ball(pinball(vec2(x, RADIUS), Vec2::ZERO))?;
        plungers.push((plunger, 0.2 * (k as f32 + 1.0), ball, 0.0_f32));
    }
    Ok(scene("plunger", world, move |world, before, dt, facts| {
        let names = ["launch_0_2_m_per_s", "launch_0_4_m_per_s", "launch_0_6_m_per_s"];
        for ((plunger, share, ball, fastest), name) in plungers.iter_mut().zip(names) {
            match before {
                // All are released at the same time.
                Some(time) if time < 1.2 => plunger.update(world, Pull::Hold(*share), dt)?,
                Some(_) => plunger.update(world, Pull::Free, dt)?,
                None => {
                    *fastest = world.velocity(*ball).map_or(*fastest, |v| fastest.max(v.y));
                    facts.set(name, number(f64::from(*fastest)));
                }
            }
        }
        Ok(())
    }))
}

/// A ball between three bumpers.
fn bumper() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let mut bumpers = Vec::new();
    let room = [vec2(-0.17, -0.2), vec2(0.17, -0.2), vec2(0.17, 0.13), vec2(-0.17, 0.13), vec2(-0.17, -0.2)];
    wall(&mut world, table, &room)?;
    for at in [vec2(-0.06, 0.0), vec2(0.06, 0.0), vec2(0.0, -0.1)] {
        bumpers.push(Bumper::add(&mut world, table, BumperSettings::new(at))?);
    }
    world.add_ball(pinball(vec2(0.012, 0.1), vec2(0.0, -0.3)))?;
    Ok(scene("bumper", world, move |world, before, dt, facts| {
        if before.is_none() {
            for bumper in &mut bumpers {
                facts.add("hits", bumper.read(world, dt).hits);
            }
        }
        Ok(())
    }))
}

/// Balls fall on a band side by side: it kicks hardest in the middle.
fn slingshot() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let settings = SlingshotSettings::new(vec2(-0.08, 0.0), vec2(0.08, 0.0));
    let mut slingshot = Slingshot::add(&mut world, table, settings)?;
    for k in -3..=3 {
        // They do not meet each other.
        let alone = Filter { group: -1, ..Filter::default() };
        let ball = pinball(vec2(0.025 * k as f32, 0.1), vec2(0.0, -0.8));
        world.add_ball(ball.filter(alone))?;
    }
    Ok(scene("slingshot", world, move |world, before, dt, facts| {
        if before.is_none() {
            facts.add("hits", slingshot.read(world, dt).hits);
            let fastest = world.balls().map(|(_, ball)| ball.velocity.y).fold(0.0, f32::max);
            let slowest = world.balls().map(|(_, ball)| ball.velocity.y).fold(f32::MAX, f32::min);
            facts.set("fastest_m_per_s", number(f64::from(fastest)));
            facts.set("slowest_m_per_s", number(f64::from(slowest)));
        }
        Ok(())
    }))
}

/// One ball goes up through its gate, the other is stopped by its own.
fn gate() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let mut gates = Vec::new();
    for x in [-0.03, 0.03] {
        for side in [-0.021, 0.021] {
            wall(&mut world, table, &[vec2(x + side, -0.15), vec2(x + side, 0.15)])?;
        }
        let settings = GateSettings::new(vec2(x - 0.018, 0.0), vec2(x + 0.018, 0.0));
        gates.push(Gate::add(&mut world, settings)?);
    }
    let up = world.add_ball(pinball(vec2(-0.03, -0.13), vec2(0.0, 1.0)))?;
    let down = world.add_ball(pinball(vec2(0.03, 0.13), vec2(0.0, -1.0)))?;
    Ok(scene("gate", world, move |world, before, _, facts| {
        if before.is_none() {
            facts.add("opened", gates.iter_mut().map(|gate| u32::from(gate.read(world).opened)).sum());
            facts.set("up_passed", world.position(up).is_some_and(|at| at.y > 0.02));
            facts.set("down_passed", world.position(down).is_some_and(|at| at.y < 0.0));
        }
        Ok(())
    }))
}

/// A ball strikes the vane and continues; the vane counts.
fn spinner() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    wall(&mut world, table, &[vec2(0.034, -0.12), vec2(0.034, 0.16)])?;
    let settings = SpinnerSettings { angle: 0.3, ..SpinnerSettings::new(Vec2::ZERO) };
    let mut spinner = Spinner::add(&mut world, settings)?;
    world.add_ball(pinball(vec2(0.0185, -0.1), vec2(0.0, 1.2)))?;
    Ok(scene("spinner", world, move |world, before, _, facts| {
        if before.is_none() {
            let state = spinner.read(world);
            facts.set("half_turns", state.total);
            facts.set("rate_rad_per_s", number(f64::from(state.rate)));
        }
        Ok(())
    }))
}

/// A gentle ball and a hard one: one of them counts.
fn standup_target() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let mut targets = Vec::new();
    for (x, speed) in [(-0.04, 0.05), (0.04, 1.0)] {
        let settings = StandupTargetSettings::new(vec2(x - 0.012, 0.06), vec2(x + 0.012, 0.06));
        targets.push(StandupTarget::add(&mut world, table, settings)?);
        let start = 0.02 + speed * 0.08;
        let speed = libm::sqrtf(speed * speed + 2.0 * SLOPE * start);
        world.add_ball(pinball(vec2(x, 0.06 - 0.002 - RADIUS - start), vec2(0.0, speed)))?;
    }
    Ok(scene("standup_target", world, move |world, before, _, facts| {
        if before.is_none() {
            let lit = targets.iter_mut().filter_map(|target| target.read(world).lit.then_some(())).count();
            facts.set("lit", lit);
        }
        Ok(())
    }))
}

/// Two of a bank of three are felled, the second ball flies through where the first one fell.
fn drop_target() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let mut targets = Vec::new();
    for x in [-0.03, 0.0, 0.03] {
        let settings = DropTargetSettings::new(vec2(x - 0.012, 0.06), vec2(x + 0.012, 0.06));
        targets.push(DropTarget::add(&mut world, table, settings)?);
    }
    // The first ball goes out of the third one's way.
    for (x, y, aside) in [(-0.026, -0.05, -0.2), (0.002, -0.15, 0.0), (-0.03, -0.4, 0.0)] {
        world.add_ball(pinball(vec2(x, y), vec2(aside, 1.1)))?;
    }
    Ok(scene("drop_target", world, move |world, before, _, facts| {
        for target in &mut targets {
            if before.is_some() {
                target.update(world, false)?;
            } else {
                facts.add("fell", u32::from(target.read(world).fell));
            }
        }
        if before.is_none() {
            facts.set("passed", world.balls().filter(|(_, ball)| ball.position.y > 0.08).count());
        }
        Ok(())
    }))
}

/// A ball falls in, is held for half a second and thrown out; a fast one rolls over it.
fn kicker() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let mut kicker = Kicker::add(&mut world, table, KickerSettings::new(Vec2::ZERO, vec2(0.5, 0.9)))?;
    // The rim of the hole, for the picture: the kicker itself looks only at the middle of a ball.
    world.add_shape(table, Shape::circle(Vec2::ZERO, 1.3 * RADIUS)?.sensor())?;
    world.add_ball(pinball(vec2(-0.12, 0.04), vec2(0.5, -0.033)))?;
    let mut held = 0.0;
    Ok(scene("kicker", world, move |world, before, dt, facts| {
        if before.is_some() {
            return kicker.update(world, held > 0.5, dt);
        }
        let state = kicker.read(world);
        held = if state.ball.is_some() { held + dt } else { 0.0 };
        facts.add("caught", u32::from(state.caught));
        facts.add("ejected", u32::from(state.ejected));
        Ok(())
    }))
}

/// Three lanes with a wire each, and two balls.
fn rollover() -> Result<Scene, Error> {
    let (mut world, table) = table(SLOPE)?;
    let mut wires = Vec::new();
    for k in 0..4 {
        let x = 0.045 * (k as f32 - 1.5);
        wall(&mut world, table, &[vec2(x, -0.03), vec2(x, 0.03)])?;
        if k > 0 {
            let settings = RolloverSettings::new(vec2(x - 0.03, 0.0), vec2(x - 0.015, 0.0));
            wires.push(Rollover::add(&mut world, table, settings)?);
        }
    }
    world.add_ball(pinball(vec2(-0.05, 0.09), vec2(0.02, -0.2)))?;
    world.add_ball(pinball(vec2(0.05, 0.12), vec2(0.0, -0.1)))?;
    Ok(scene("rollover", world, move |world, before, _, facts| {
        if before.is_none() {
            let lit: Vec<_> = wires.iter_mut().map(|wire| wire.read(world).lit).collect();
            facts.set("lit", json!(lit));
        }
        Ok(())
    }))
}

/// A ball rolls along the plank and tips it.
fn seesaw() -> Result<Scene, Error> {
    let (mut world, _) = table(9.81)?;
    let seesaw = Seesaw::add(&mut world, SeesawSettings::new(Vec2::ZERO))?;
    world.add_ball(pinball(vec2(-0.085, 0.0166), vec2(0.35, 0.0)))?;
    world.add_ball(pinball(vec2(0.07, 0.0166), vec2(0.0, 0.0)))?;
    Ok(scene("seesaw", world, move |world, before, _, facts| {
        if before.is_none() {
            let state = seesaw.read(world);
            facts.set("angle_rad", number(f64::from(state.angle)));
            facts.set("stop", state.stop.map(|stop| format!("{stop:?}")));
        }
        Ok(())
    }))
}

/// The same shot twice: along the ramp over a wall of the table, and beside it against the wall.
fn ramp() -> Result<Scene, Error> {
    const TABLE: Filter = Filter { category: 0b01, mask: 0b01, group: 0 };
    const ABOVE: Filter = Filter { category: 0b10, mask: 0b10, group: 0 };
    let (mut world, table) = table(0.0)?;
    world.add_shape(table, Shape::capsule(vec2(-0.12, 0.0), vec2(0.12, 0.0), 0.003)?.filter(TABLE))?;
    for x in [-0.08, -0.04] {
        let rail = Shape::capsule(vec2(x, -0.14), vec2(x, 0.14), 0.001)?;
        world.add_shape(table, rail.filter(Filter { category: 0b11, ..Filter::default() }))?;
    }
    let mouths = vec![[vec2(-0.08, -0.14), vec2(-0.04, -0.14)], [vec2(-0.04, 0.14), vec2(-0.08, 0.14)]];
    let mut ramp = Ramp::add(&mut world, table, RampSettings { mouths, on: ABOVE, off: TABLE })?;
    for x in [-0.06, 0.06] {
        world.add_ball(pinball(vec2(x, -0.18), vec2(0.0, 0.55)).filter(TABLE))?;
    }
    Ok(scene("ramp", world, move |world, before, _, facts| {
        if before.is_some() {
            return ramp.update(world);
        }
        let state = ramp.read(world);
        facts.add("entered", state.entered);
        facts.add("left", state.left);
        facts.set("behind", world.balls().filter(|(_, ball)| ball.position.y > 0.0).count());
        Ok(())
    }))
}
