//! Balls on a floor: their paths against closed forms, a second integrator and published models.

use crate::common::Dice;
use carom_world::glam::{DVec2, Vec2, dvec2, vec2};
use carom_world::{
    Ball, Body, BodyId, Config, Floor, FloorSurface, FloorZone, Material, Region, Shape, World,
};

const DT: f32 = 1.0 / 60.0;
const RADIUS: f32 = 0.028_575;
const G: f64 = 9.81_f32 as f64;
const SLIDING: f64 = 0.2_f32 as f64;
const ROLLING: f64 = 0.01_f32 as f64;

fn table(gravity: Vec2, floor: Floor) -> World {
    let mut world = World::new(Config { gravity, ..Config::default() }).expect("a world");
    world.set_floor(Some(floor)).expect("a floor");
    world
}

fn sphere(at: Vec2) -> Ball {
    Ball::new(at, RADIUS).mass(0.17).sphere().material(Material::new(1.0, 0.0))
}

fn state(world: &World, ball: BodyId) -> (DVec2, DVec2, DVec2) {
    let now = world.ball(ball).expect("a ball");
    (now.position.as_dvec2(), now.velocity.as_dvec2(), now.rolling_velocity.as_dvec2())
}

impl Dice {
    fn in_disc(&mut self, size: f64) -> Vec2 {
        let angle = self.uniform(0.0, core::f64::consts::TAU);
        (size * self.uniform(0.0, 1.0) * dvec2(libm::cos(angle), libm::sin(angle))).as_vec2()
    }
}

/// The state of a ball on a level floor after `t` seconds (Coriolis 1835).
fn level(v: DVec2, roll: DVec2, mut t: f64) -> (DVec2, DVec2) {
    let slip = v - roll;
    let slide = 2.0 / 7.0 * slip.length() / (SLIDING * G);
    let friction = -slip.normalize_or_zero() * SLIDING * G;
    if t <= slide {
        return (v * t + friction * (0.5 * t * t), v + friction * t);
    }
    let (x, v) = (v * slide + friction * (0.5 * slide * slide), v + friction * slide);
    t -= slide;
    let rest = v.length() / (ROLLING * G);
    let t = t.min(rest);
    let friction = -v.normalize_or_zero() * ROLLING * G;
    (x + v * t + friction * (0.5 * t * t), v + friction * t)
}

#[test]
fn a_ball_slides_then_rolls_then_rests_as_coriolis_says() {
    let mut dice = Dice(1);
    for _ in 0..200 {
        let mut world = table(Vec2::ZERO, Floor::default());
        let (v, roll) = (dice.in_disc(5.0), dice.in_disc(8.0));
        let ball = world.add_ball(sphere(Vec2::ZERO).velocity(v).rolling_velocity(roll)).unwrap();
        for n in 1..=240 {
            world.step(DT);
            let (x, u, _) = state(&world, ball);
            let (x0, u0) = level(v.as_dvec2(), roll.as_dvec2(), f64::from(n) * f64::from(DT));
            assert!(x.distance(x0) < 2e-6 * (1.0 + x0.length()), "{v} {roll} step {n}: {x} for {x0}");
            assert!(u.distance(u0) < 2e-6 * (1.0 + u0.length()), "{v} {roll} step {n}: {u} for {u0}");
        }
        let (_, u, rolling) = state(&world, ball);
        assert_eq!(u, rolling, "after all it rolls or rests");
    }
}

/// The same by the equations of motion in small steps (Heun), on a slope too.
fn simulate(push: DVec2, (mut v, mut roll): (DVec2, DVec2), t: f64) -> (DVec2, DVec2) {
    const N: usize = 400_000;
    let h = t / N as f64;
    let mut x = DVec2::ZERO;
    for _ in 0..N {
        let slip = v - roll;
        // A slip that friction could end in one small step is none.
        if slip.length() < 5.0 * SLIDING * G * h {
            let rolling = push / 1.4;
            let middle = v + rolling * (0.5 * h);
            let brake = ROLLING * G * h;
            let rate =
                if middle.length() > brake { rolling - middle.normalize() * ROLLING * G } else { -v / h };
            x += (v + rate * (0.5 * h)) * h;
            v += rate * h;
            roll = v;
        } else {
            let friction = -slip.normalize() * SLIDING * G;
            let middle = slip + (push + friction * 3.5) * (0.5 * h);
            let friction = -middle.normalize_or_zero() * SLIDING * G;
            x += (v + (push + friction) * (0.5 * h)) * h;
            v += (push + friction) * h;
            roll -= friction * 2.5 * h;
        }
    }
    (x, v)
}

#[test]
fn across_a_slope_the_direction_of_friction_turns() {
    let mut dice = Dice(2);
    for steep in [0.05, 0.5, 2.0, 6.0] {
        let (v, roll) = (dice.in_disc(3.0), dice.in_disc(3.0));
        let push = vec2(0.0, -steep);
        let mut world = table(push, Floor::default());
        let ball = world.add_ball(sphere(Vec2::ZERO).velocity(v).rolling_velocity(roll)).unwrap();
        for _ in 0..60 {
            world.step(DT);
        }
        let (x, u, _) = state(&world, ball);
        let (x0, u0) = simulate(push.as_dvec2(), (v.as_dvec2(), roll.as_dvec2()), 60.0 * f64::from(DT));
        assert!(x.distance(x0) < 2e-4 * x0.length(), "{steep}: {v} {roll}: {x} for {x0}");
        assert!(u.distance(u0) < 2e-4 * (u0.length() + 0.1), "{steep}: {v} {roll}: {u} for {u0}");
    }
}

#[test]
fn down_a_slope_a_sphere_rolls_at_five_sevenths_or_slides() {
    // The limit is tan = 7/2 mu; rolling resistance aside.
    let smooth = FloorSurface { rolling_friction: 0.0, ..FloorSurface::default() };
    for (steep, expected) in
        [(1.0, 5.0 / 7.0), (5.0, 5.0 * 5.0 / 7.0 / 5.0), (8.0, (8.0 - SLIDING * G) / 8.0)]
    {
        let mut world = table(vec2(0.0, -steep as f32), Floor { surface: smooth, ..Floor::default() });
        let ball = world.add_ball(sphere(Vec2::ZERO)).unwrap();
        for n in 1..=60 {
            world.step(DT);
            let (x, v, _) = state(&world, ball);
            let t = f64::from(n) * f64::from(DT);
            let a = expected * steep;
            assert!((v.y + a * t).abs() < 1e-6 * a * t, "{steep}: {v} after {t} s");
            assert!((x.y + 0.5 * a * t * t).abs() < 1e-6 * a * t * t, "{steep}: {x} after {t} s");
        }
    }
    // Rolling resistance holds a ball on a slope of less than 7/5 of it.
    for (steep, stays) in [(1.39 * ROLLING * G, true), (1.41 * ROLLING * G, false)] {
        let mut world = table(vec2(steep as f32, 0.0), Floor::default());
        let ball = world.add_ball(sphere(Vec2::ZERO)).unwrap();
        for _ in 0..600 {
            world.step(DT);
        }
        assert_eq!(state(&world, ball).0 == DVec2::ZERO, stays, "{steep}");
    }
}

#[test]
fn draw_and_follow_come_to_what_is_left_of_the_spin() {
    // An elastic head-on shot hands over all speed; the cue ball keeps its roll and goes 2/7 of it.
    for (roll, gap) in [(2.0, 0.31), (-1.5, 0.2), (0.0, 0.52), (4.0, 0.003)] {
        let mut world = table(Vec2::ZERO, Floor::default());
        let from = dvec2(-f64::from(gap as f32) - 2.0 * f64::from(RADIUS), 0.0).as_vec2();
        let cue = sphere(from).velocity(vec2(3.0, 0.0)).rolling_velocity(vec2(roll, 0.0));
        let cue = world.add_ball(cue).unwrap();
        let object = world.add_ball(sphere(Vec2::ZERO)).unwrap();
        let mut at = None;
        for _ in 0..2400 {
            world.step(DT);
            at = at.or(world.events().impacts().first().copied());
        }
        let impact = at.expect("they meet");
        // Spin at the impact, after sliding over the gap.
        let gap = -f64::from(from.x) - 2.0 * f64::from(RADIUS);
        let slip = 3.0 - f64::from(roll);
        let brake = slip.signum() * SLIDING * G;
        let root = (9.0 - 2.0 * brake * gap).sqrt();
        let t = 2.0 * gap / (3.0 + root);
        assert!(t < 2.0 / 7.0 * slip.abs() / (SLIDING * G), "it still slides");
        let left = f64::from(roll) + 2.5 * brake * t;
        assert!(
            (f64::from(impact.approach_speed) - root).abs() < 1e-3 * root,
            "{roll}: {impact:?} for {root}"
        );
        let runs = |v: f64, roll: f64| {
            let t = 2.0 / 7.0 * (v - roll).abs() / (SLIDING * G);
            let (x, u) = level(dvec2(v, 0.0), dvec2(roll, 0.0), t);
            x.x + u.x * u.x.abs() / (2.0 * ROLLING * G)
        };
        for (ball, from, way) in
            [(cue, -2.0 * f64::from(RADIUS), runs(0.0, left)), (object, 0.0, runs(root, 0.0))]
        {
            let (x, v, _) = state(&world, ball);
            assert_eq!(v, DVec2::ZERO, "{roll}: it has come to rest");
            assert!(
                (x.x - from - way).abs() < 1e-3 * way.abs().max(0.05),
                "{roll}: {} for {way}",
                x.x - from
            );
            assert!(x.y.abs() < 1e-6, "{roll}: straight on");
        }
    }
}

#[test]
fn a_zone_begins_at_its_border() {
    // A rolling ball through a strip of sand and a disc of ice, at every step another place in the step.
    for n in 0..50 {
        let v0 = 2.0 + 0.037 * f64::from(n);
        let mut world = table(Vec2::ZERO, Floor::default());
        let sand = FloorSurface { sliding_friction: 0.5, rolling_friction: 0.1, spinning_friction: 0.0 };
        let strip = Region::Rectangle { center: vec2(1.0, 0.0), half: vec2(0.25, 1.0), angle: 0.0 };
        world.add_floor_zone(FloorZone { region: strip, surface: sand }).unwrap();
        let ice = FloorSurface { sliding_friction: 0.0, rolling_friction: 0.0, spinning_friction: 0.0 };
        let disc = Region::Circle { center: vec2(2.0, 0.0), radius: 0.25 };
        world.add_floor_zone(FloorZone { region: disc, surface: ice }).unwrap();
        let velocity = vec2(v0 as f32, 0.0);
        let ball = world.add_ball(sphere(Vec2::ZERO).velocity(velocity).rolling_velocity(velocity)).unwrap();
        let v0 = f64::from(velocity.x);
        for _ in 0..150 {
            world.step(DT);
        }
        // Energy per way: rolling takes 2 times the deceleration off the square of the speed.
        let (x, v, _) = state(&world, ball);
        let way = |from: f64, to: f64| (x.x.min(to) - from).max(0.0);
        let slow = way(0.0, 0.75) + way(1.25, 1.75) + way(2.25, 99.0);
        let square = v0 * v0 - 2.0 * G * (ROLLING * slow + f64::from(0.1_f32) * way(0.75, 1.25));
        assert!((v.length_squared() - square).abs() < 1e-5 * v0 * v0, "{v0}: {v} at {x}, not {square}");
    }
}

#[test]
fn a_flat_disc_slides_and_spins_to_rest() {
    let mut world = table(Vec2::ZERO, Floor::default());
    let puck = Ball::new(Vec2::ZERO, 0.03).velocity(vec2(1.0, 0.0)).angular_velocity(20.0);
    let puck = world.add_ball(puck).unwrap();
    for _ in 0..120 {
        world.step(DT);
    }
    let now = world.ball(puck).unwrap();
    assert_eq!((now.velocity, now.rolling_velocity), (Vec2::ZERO, Vec2::ZERO));
    assert!((f64::from(now.position.x) - 0.5 / (SLIDING * G)).abs() < 1e-6, "{now:?}");
    // Torque over moment of inertia: spinning g / (r / 2).
    let left = 20.0 - 0.0117 * 9.81 / (0.5 * 0.03) * 2.0;
    assert!((f64::from(now.angular_velocity) - left).abs() < 1e-4, "{} for {left}", now.angular_velocity);
}

/// A ball against a cushion along x, seen from below it: Han 2005, equations 14 to 22, in its own frame (x
/// into the cushion, y along it, z up) and with spin as angular velocities.
fn han(v: DVec2, w: [f64; 3], (m, r, height): (f64, f64, f64), e: f64, mu: f64) -> (DVec2, [f64; 3]) {
    let sin = (height - r) / r;
    let cos = (1.0 - sin * sin).sqrt();
    let sx = v.x * sin + r * w[1];
    let sy = -v.y - r * w[2] * cos + r * w[0] * sin;
    let (a, b) = (3.5 / m, 1.0 / m);
    let pze = (1.0 + e) * v.x * cos / b;
    let s = sx.hypot(sy);
    let share = (1.0 / a).min(mu * pze / s);
    let (pxe, pye) = (sx * share, sy * share);
    let px = -pxe * sin - pze * cos;
    let pz = pxe * cos - pze * sin;
    let i = 0.4 * m * r * r;
    let after = [w[0] - r / i * pye * sin, w[1] + r / i * (px * sin - pz * cos), w[2] + r / i * pye * cos];
    (v + dvec2(px, pye) / m, after)
}

#[test]
fn a_cushion_answers_as_han_says() {
    let mut dice = Dice(5);
    let (mass, r) = (f64::from(0.17_f32), f64::from(RADIUS));
    for _ in 0..500 {
        let height = if dice.uniform(0.0, 1.0) < 0.2 { 1.0 } else { dice.uniform(0.8, 1.4) } * r;
        let (e, mu) = (dice.uniform(0.5, 1.0) as f32, dice.uniform(0.02, 0.5) as f32);
        // No friction on the way, so that the state at the impact is known.
        let floor = Floor {
            surface: FloorSurface { sliding_friction: 0.0, rolling_friction: 0.0, spinning_friction: 0.0 },
            cushion_height: height as f32,
            ..Floor::default()
        };
        let mut world = table(Vec2::ZERO, floor);
        let stuff = Material::new(e, mu);
        let rail = world.add_body(Body::fixed()).unwrap();
        let x = r as f32;
        world.add_shape(rail, Shape::segment(vec2(x, -9.0), vec2(x, 9.0)).unwrap().material(stuff)).unwrap();
        let v = vec2(dice.uniform(0.5, 5.0) as f32, dice.uniform(-5.0, 5.0) as f32);
        let (roll, spin) = (dice.in_disc(6.0), dice.uniform(-150.0, 150.0) as f32);
        let start = -v * dice.uniform(0.1, 0.9) as f32 * DT;
        let ball = sphere(start).velocity(v).rolling_velocity(roll).angular_velocity(spin).material(stuff);
        let ball = world.add_ball(ball).unwrap();
        world.step(DT);
        assert_eq!(world.events().impacts().len(), 1, "one impact");
        let now = world.ball(ball).unwrap();
        let w = [-f64::from(roll.y) / r, f64::from(roll.x) / r, f64::from(spin)];
        let height = f64::from(height as f32);
        let (u, w) = han(v.as_dvec2(), w, (mass, r, height), f64::from(e), f64::from(mu));
        if u.x > -0.05 {
            // The model moves a ball on into the cushion where draw is strong; the engine does not.
            assert!(now.velocity.x <= 0.0);
            continue;
        }
        let scale = v.length() + roll.length() + spin.abs() * RADIUS;
        let off = now.velocity.as_dvec2().distance(u)
            + now.rolling_velocity.as_dvec2().distance(dvec2(r * w[1], -r * w[0]))
            + r * (f64::from(now.angular_velocity) - w[2]).abs();
        assert!(off < 1e-5 * f64::from(scale), "{now:?} for {u} {w:?}");
    }
}

#[test]
fn balls_throw_each_other_as_alciatore_says() {
    let mut dice = Dice(6);
    for _ in 0..500 {
        let mu = dice.uniform(0.01, 0.2) as f32;
        let smooth = FloorSurface { sliding_friction: 0.0, rolling_friction: 0.0, spinning_friction: 0.0 };
        let mut world = table(Vec2::ZERO, Floor { surface: smooth, ..Floor::default() });
        let cut = dice.uniform(-1.2, 1.2);
        let stuff = Material::new(1.0, mu);
        let speed = dice.uniform(0.5, 5.0);
        let (roll, spin) = (dice.uniform(-5.0, 5.0), dice.uniform(-100.0, 100.0));
        // The line of centres points along x.
        let v = speed * dvec2(libm::cos(cut), libm::sin(cut));
        let gap = v * 0.01;
        let cue = sphere((-gap - dvec2(2.0 * f64::from(RADIUS), 0.0)).as_vec2()).material(stuff);
        let cue = cue
            .velocity(v.as_vec2())
            .rolling_velocity((v / speed * roll).as_vec2())
            .angular_velocity(spin as f32);
        world.add_ball(cue).unwrap();
        let object = world.add_ball(sphere(Vec2::ZERO).material(stuff)).unwrap();
        world.step(DT);
        let thrown = world.velocity(object).unwrap().as_dvec2();
        // TP A-14: slip of the cue ball's surface, sideways and up.
        let r = f64::from(RADIUS);
        let (along, side) = (speed * libm::cos(cut), speed * libm::sin(cut) + r * f64::from(spin as f32));
        let up = roll * libm::cos(cut);
        let share = (f64::from(mu) * along / side.hypot(up)).min(1.0 / 7.0);
        assert!((thrown.x - along).abs() < 1e-4 * speed, "{} for {along}", thrown.x);
        assert!((thrown.y - share * side).abs() < 2e-4 * speed, "{} for {}", thrown.y, share * side);
    }
}

/// Kinetic energy of all balls.
fn energy(world: &World) -> f64 {
    let own = |ball: Ball| {
        let (m, r) = (f64::from(ball.mass), f64::from(ball.radius));
        let turning = f64::from(ball.inertia_factor)
            * (ball.rolling_velocity.as_dvec2().length_squared()
                + (r * f64::from(ball.angular_velocity)).powi(2));
        0.5 * m * (ball.velocity.as_dvec2().length_squared() + turning)
    };
    world.balls().map(|(_, ball)| own(ball)).sum()
}

#[test]
fn no_level_table_makes_energy() {
    for seed in 0..30 {
        let mut dice = Dice(1000 + seed);
        let surface = |dice: &mut Dice| FloorSurface {
            sliding_friction: dice.uniform(0.0, 0.5) as f32,
            rolling_friction: dice.uniform(0.0, 0.05) as f32,
            spinning_friction: dice.uniform(0.0, 0.05) as f32,
        };
        let cushion = dice.uniform(0.0, 1.5) as f32 * RADIUS;
        let mut world =
            table(Vec2::ZERO, Floor { surface: surface(&mut dice), cushion_height: cushion, gravity: 9.81 });
        for _ in 0..3 {
            let area = Region::Circle { center: dice.in_disc(0.7), radius: dice.uniform(0.05, 0.5) as f32 };
            world.add_floor_zone(FloorZone { region: area, surface: surface(&mut dice) }).unwrap();
        }
        let stuff = Material::new(dice.uniform(0.0, 1.0) as f32, dice.uniform(0.0, 0.6) as f32);
        let rail = world.add_body(Body::fixed()).unwrap();
        let corners = [vec2(-1.0, -0.6), vec2(1.0, -0.6), vec2(1.0, 0.6), vec2(-1.0, 0.6)];
        for k in 0..4 {
            let side = Shape::segment(corners[k], corners[(k + 1) % 4]).unwrap().material(stuff);
            world.add_shape(rail, side).unwrap();
        }
        for k in 0..12 {
            let at = vec2(-0.7 + 0.25 * (k % 6) as f32, if k < 6 { -0.2 } else { 0.2 });
            let mut ball =
                sphere(at).velocity(dice.in_disc(6.0)).rolling_velocity(dice.in_disc(6.0)).material(stuff);
            ball.angular_velocity = dice.uniform(-200.0, 200.0) as f32;
            ball.is_sphere = k % 5 != 4;
            world.add_ball(ball).unwrap();
        }
        let mut before = energy(&world);
        let all = before.abs().max(1.0);
        for n in 0..600 {
            world.step(DT);
            let now = energy(&world);
            assert!(now <= before + 1e-5 * all, "seed {seed}, step {n}: {before} to {now} of {all}");
            before = now;
            assert_eq!(world.validate(), Ok(()));
        }
        for (_, ball) in world.balls() {
            assert!(ball.position.x.abs() < 1.0 && ball.position.y.abs() < 0.6, "seed {seed}: {ball:?}");
        }
    }
}
