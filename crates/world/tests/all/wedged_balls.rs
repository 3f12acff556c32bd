//! Resting contacts that act on each other: wedges of a ball, and contacts that bear many times its weight.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom_world::{Ball, Body, Chain, Config, Material, Shape, World};
use glam::{DVec2, Vec2, dvec2, vec2};

const DT: f32 = 1.0 / 60.0;

fn plastic(friction: f32) -> Material {
    Material::new(0.0, friction)
}

/// The two walls were solved one after the other, which converges by the square of the cosine between them. In a
/// groove of a degree the ball sank to the guard, and the speed that pushed it out was never taken back: it was
/// thrown up to nineteen radii high, again and again.
#[test]
fn a_ball_laid_in_a_groove_stays_there() {
    for degrees in [10.0_f64, 2.0, 0.5, 0.2] {
        for (r, substeps) in [(0.1, 8), (0.0135, 2), (1.0, 1)] {
            let half = 0.5 * degrees.to_radians();
            let mut world = World::new(Config { max_substeps: substeps, ..Config::default() }).unwrap();
            let walls = world.add_body(Body::fixed()).unwrap();
            let top = dvec2(libm::sin(half), libm::cos(half)) * (3.0 * r / libm::sin(half));
            for x in [top.x, -top.x] {
                let wall = Shape::segment(Vec2::ZERO, dvec2(x, top.y).as_vec2()).unwrap();
                world.add_shape(walls, wall.material(plastic(0.0))).unwrap();
            }
            let at = r / libm::sin(half);
            let ball = Ball::new(vec2(0.0, at as f32), r as f32).material(plastic(0.0));
            let ball = world.add_ball(ball).unwrap();
            let case = format!("{degrees} degrees, radius {r}, {substeps} substeps");
            for _ in 0..300 {
                world.step(DT);
                let (x, v) =
                    (world.position(ball).unwrap().as_dvec2(), world.velocity(ball).unwrap().as_dvec2());
                // Places come out in single precision, and the ball is high above the origin.
                let rounding = at * f64::from(f32::EPSILON);
                let gained = 0.5 * v.length_squared() + 9.81 * (x.y - at - rounding);
                assert!(gained < 1e-4 * 9.81 * r, "{case}: gained {}", gained / (9.81 * r));
                let depth = (at - x.y) * libm::sin(half) / r;
                assert!(depth < 1e-3, "{case}: sank {depth}");
            }
        }
    }
}

/// Whether a ball comes through a hole that is narrower than itself, by a share of its width, under a load.
fn falls(r: f64, narrower: f64, load: f64, friction: f32) -> bool {
    let half = r * (1.0 - narrower);
    let mut world = World::new(Config::default()).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    let mut wall = |a: DVec2, b: DVec2, material: Material| {
        let shape = Shape::segment(a.as_vec2(), b.as_vec2()).unwrap();
        world.add_shape(walls, shape.material(material)).unwrap();
    };
    wall(dvec2(-50.0 * r, 0.0), dvec2(-half, 0.0), plastic(friction));
    wall(dvec2(half, 0.0), dvec2(50.0 * r, 0.0), plastic(friction));
    let up = (r * r - half * half).max(0.0).sqrt();
    for side in [-2.0002, 2.0002] {
        wall(dvec2(side * r, up + r), dvec2(side * r, up + 20.0 * r), plastic(0.0));
    }
    let ball = Ball::new(vec2(0.0, up as f32), r as f32).mass(1.0).material(plastic(friction));
    let ball = world.add_ball(ball).unwrap();
    if load > 0.0 {
        let on_it = Ball::new(vec2(0.0, (up + 3.0 * r) as f32), 2.0 * r as f32);
        world.add_ball(on_it.mass(load as f32).material(plastic(0.0))).unwrap();
    }
    (0..300).any(|_| {
        world.step(DT);
        world.position(ball).unwrap().y < -0.5 * r as f32
    })
}

/// Balls fell through holes up to a fiftieth narrower than themselves, and up to a tenth under a hundred times their
/// weight: the springs of the two edges sank, and the load came through to them only after tens of substeps, since
/// packed contacts knew nothing of unlike masses.
#[test]
fn no_ball_falls_through_a_hole_that_is_narrower_than_itself() {
    for r in [0.0135, 0.1, 1.0] {
        for friction in [0.0, 0.3] {
            for (load, narrower) in [(0.0, 0.001), (1.0, 0.001), (10.0, 0.003), (100.0, 0.03)] {
                let case = format!("radius {r}, friction {friction}, load {load}");
                assert!(!falls(r, narrower, load, friction), "{case}: fell through");
            }
            assert!(falls(r, -0.01, 0.0, friction), "radius {r}: too large for a hole that is wider");
        }
    }
}

/// How fast overlap is pushed apart was set in seconds: a world in other units of time went another
/// way within ten steps.
#[test]
fn units_of_length_mass_and_time_change_no_bit() {
    let run = |length: f32, mass: f32, time: f32| -> Vec<(Vec2, Vec2)> {
        let gravity = vec2(0.0, -9.75 * length / (time * time));
        let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
        let walls = world.add_body(Body::fixed()).unwrap();
        let place = |x: f32, y: f32| vec2(x, y) * length;
        let path = [place(-1.0, 9.0), place(-1.0, 0.0), place(1.0, 0.0), place(1.0, 9.0)];
        world.add_shape(walls, Shape::chain(&Chain::polyline(&path)).unwrap()).unwrap();
        for i in 0..30_u8 {
            let [fifth, third, seventh] = [i % 5, i % 3, i % 7].map(f32::from);
            let x = -0.75 + 0.3125 * fifth + 0.007_812_5 * seventh;
            let at = place(x, 0.5 + 0.34375 * f32::from(i / 5));
            world.add_ball(Ball::new(at, (0.125 + 0.015_625 * third) * length).mass(mass)).unwrap();
        }
        for _ in 0..200 {
            world.step(time / 64.0);
        }
        world.balls().map(|(_, ball)| (ball.position / length, ball.velocity * (time / length))).collect()
    };
    let same = run(1.0, 1.0, 1.0);
    for (length, mass, time) in
        [(1024.0, 1.0, 1.0), (1.0, 1024.0, 1.0), (1.0, 1.0, 4.0), (1.0, 1.0, 1.0 / 64.0)]
    {
        assert!(run(length, mass, time) == same, "length x {length}, mass x {mass}, time x {time}");
    }
}

/// A wall kept the impulse with which it had wedged a ball, a hundred times its weight, when the ball had passed the edge
/// opposite. It shot the ball at the next one, and both out of the slot, at up to 230 units/s.
#[test]
fn balls_that_slip_through_a_slot_are_not_shot_out_of_it() {
    for slot in [0.1, 0.1001] {
        for n in 0..120_u32 {
            let at = |k: u32, part: f32| (part * (n * 7 + k) as f32).fract();
            let mut world = World::new(Config::default()).unwrap();
            let body = world.add_body(Body::fixed()).unwrap();
            for wall in [[vec2(slot, -2.0), vec2(slot, 3.0)], [vec2(-2.0, 1.08), Vec2::ZERO]] {
                let wall = Shape::segment(wall[0], wall[1]).unwrap();
                world.add_shape(body, wall.material(plastic(0.3))).unwrap();
            }
            for k in 0..4 {
                let place =
                    vec2(-0.12 * k as f32 - 0.02 * at(k, 0.618), 0.3 + 0.2 * at(k, 0.377) + 0.065 * k as f32);
                let velocity = vec2(5.0 * at(k, 0.271), -5.0 * at(k, 0.733));
                let ball = Ball::new(place, 0.05).velocity(velocity).material(plastic(0.3));
                world.add_ball(ball).unwrap();
            }
            for step in 0..120 {
                world.step(DT);
                // The speed of a fall from the highest place to the lowest in this time.
                let most = world.balls().map(|(_, ball)| ball.velocity.length()).fold(0.0, f32::max);
                let fall = 8.0 + 9.81 * DT * step as f32;
                assert!(most < fall, "slot {slot}, game {n}, step {step}: {most} units/s");
            }
        }
    }
}

/// Between half-planes that turn and close on it a ball landed at the largest depth again and again, after ways of a few
/// roundings, and nothing counted these landings: the step had no end.
#[test]
fn balls_between_surfaces_that_turn_and_close_come_to_the_end_of_the_step() {
    let (r, dt) = (0.090_639_03, 0.013_023_951);
    let mut world = World::new(Config::weightless()).unwrap();
    for (at, normal, velocity, spin) in [
        (
            vec2(-0.362_287_73, 0.025_491_05),
            vec2(0.997_533_8, -0.070_187_815),
            vec2(0.083_884_47, -0.005_902_223),
            0.971_347_8,
        ),
        (
            vec2(0.432_892_98, 0.752_173_96),
            vec2(-0.498_811_36, -0.866_710_6),
            vec2(-33.626_43, -58.427_666),
            -1.270_842_8,
        ),
    ] {
        let plane = Body::kinematic().position(at).velocity(velocity).angular_velocity(spin);
        let plane = world.add_body(plane).unwrap();
        let surface = Shape::half_plane(Vec2::ZERO, normal).unwrap().material(plastic(0.5));
        world.add_shape(plane, surface).unwrap();
    }
    for (x, velocity) in [
        (-0.199_405_88, vec2(-0.077_063_695, -3.821_056_4)),
        (0.0, vec2(0.037_860_28, 0.236_655_01)),
        (0.199_405_88, vec2(8.050_698, 79.801_54)),
    ] {
        world.add_ball(Ball::new(vec2(x, 0.0), r).material(plastic(0.5)).velocity(velocity)).unwrap();
    }
    let mut impacts = 0;
    for _ in 0..60 {
        world.step(dt);
        impacts += world.events().impacts().len();
    }
    assert!(impacts < 10_000, "{impacts}");
}

/// A wall that wedges a heavily pressed ball goes away. The other wall forgets what it bore against it, whichever of the
/// two was made first: a ball shot away by an impulse of many times its weight would leave the screen.
#[test]
fn a_ball_whose_wedge_opens_falls_and_is_not_shot_away() {
    for (r, dt) in [(1e-3, DT), (0.1, 1.0 / 240.0), (0.1, DT), (10.0, 1.0 / 30.0)] {
        for (degrees, leaves) in [(10.0_f64, 0), (10.0, 1), (2.0, 0), (2.0, 1)] {
            let half = 0.5 * degrees.to_radians();
            let gravity = vec2(0.0, -9.81) * (r / 0.1) as f32;
            let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
            let top = dvec2(libm::sin(half), libm::cos(half)) * (3.0 * r / libm::sin(half));
            let walls = [top.x, -top.x].map(|x| {
                let wall = world.add_body(Body::kinematic()).unwrap();
                let line = Shape::segment(Vec2::ZERO, dvec2(x, top.y).as_vec2()).unwrap();
                world.add_shape(wall, line.material(plastic(0.0))).unwrap();
                wall
            });
            let at = r / libm::sin(half);
            let ball = Ball::new(vec2(0.0, at as f32), r as f32).material(plastic(0.0));
            let ball = world.add_ball(ball).unwrap();
            for _ in 0..60 {
                world.step(dt);
            }
            let away = vec2(if leaves == 0 { 1.0 } else { -1.0 }, 0.0) * (3.0 * r) as f32 / dt;
            world.set_velocity(walls[leaves], away).unwrap();
            for step in 0..4 {
                world.step(dt);
                let speed = world.velocity(ball).unwrap().length() / (gravity.length() * dt);
                let case = format!("radius {r}, dt {dt}, {degrees} degrees, wall {leaves} goes, step {step}");
                assert!(speed < 1.05 * (step + 1) as f32, "{case}: {speed} times what it falls in a step");
            }
        }
    }
}
