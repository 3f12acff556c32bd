//! A slow ball bounces as a fast one does, unless its rebound would come back within the step: what counts is what
//! presses the two together along their normal.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::DT;
use carom_world::{Ball, Body, BodyId, Config, Field, Link, Material, Region, Shape, World};
use core::f32::consts::PI;
use glam::{Vec2, vec2};

const RATES: [f32; 4] = [30.0, 60.0, 240.0, 1000.0];

/// Radius, gravity: marbles, grains, boulders, a game in pixels.
const SCALES: [(f32, f32); 5] = [(0.1, 9.81), (1e-3, 9.81), (1e3, 9.81), (1e3, 98_100.0), (10.0, 980.0)];

/// Speeds, radii per second: from one at which a ball takes minutes for its own length.
const SPEEDS: [f32; 5] = [1e-3, 1e-2, 0.1, 1.0, 4.0];

fn slippery(restitution: f32) -> Material {
    Material::new(restitution, 0.0)
}

fn heavy(g: f32) -> World {
    World::new(Config { gravity: vec2(0.0, -g), sleep_speed: 0.0, ..Config::default() }).unwrap()
}

/// A level floor at height 0, and a wall that stands on it at `x = 0`.
fn corner(g: f32, material: Material) -> World {
    let mut world = heavy(g);
    let room = world.add_body(Body::fixed()).unwrap();
    for normal in [Vec2::Y, -Vec2::X] {
        let wall = Shape::half_plane(Vec2::ZERO, normal).unwrap();
        world.add_shape(room, wall.material(material)).unwrap();
    }
    world
}

fn run(world: &mut World, seconds: f32, rate: f32) {
    (0..(seconds * rate) as usize).for_each(|_| _ = world.step(1.0 / rate));
}

fn speed(world: &World, ball: BodyId) -> f32 {
    world.velocity(ball).unwrap().x
}

/// A marble that rolled slowly along the floor stuck to the wall, and to the next marble: what counted as slow was all
/// of gravity, though none of it acts along the level.
#[test]
fn what_glides_slowly_on_the_level_bounces() {
    for (r, g) in SCALES {
        for rate in RATES {
            for v in SPEEDS.map(|v| v * r) {
                for e in [1.0, 0.5, 0.1] {
                    let case = format!("r {r}, g {g}, {rate} Hz, {v} units/s, restitution {e}");
                    let mut world = corner(g, slippery(e));
                    let mut add = |x: f32, y: f32, v: f32| {
                        let ball = Ball::new(vec2(x, y), r).velocity(vec2(v, 0.0)).mass(1.0);
                        world.add_ball(ball.material(slippery(e))).unwrap()
                    };
                    let gap = 0.03 * v;
                    let [lone, falls] = [r, 2e3 * r].map(|y| add(-r - gap, y, v));
                    let [cue, object] = [(-12.0 * r - gap, v), (-10.0 * r, 0.0)].map(|(x, v)| add(x, r, v));
                    run(&mut world, 0.2, rate);
                    for (ball, right) in
                        [(lone, -e), (falls, -e), (cue, 0.5 * (1.0 - e)), (object, 0.5 * (1.0 + e))]
                    {
                        let now = speed(&world, ball) / v;
                        assert!((now - right).abs() < 2e-6, "{case}: {now} and not {right}");
                    }
                }
            }
        }
    }
}

/// The same between balls of other masses, in the air, and against the edge of a block.
#[test]
fn two_that_fall_side_by_side_bounce() {
    for (r, g) in SCALES {
        for v in SPEEDS.map(|v| v * r) {
            for heavier in [1.0, 30.0, 1e4] {
                let mut world = heavy(g);
                let mut add = |x: f32, v: f32, m: f32| {
                    let ball = Ball::new(vec2(x, 0.0), r).velocity(vec2(v, 0.0)).mass(m);
                    world.add_ball(ball.material(slippery(1.0))).unwrap()
                };
                let balls = [add(-r - 0.05 * v, v, heavier), add(r, 0.0, 1.0)];
                run(&mut world, 0.2, 60.0);
                let [a, b] = balls.map(|ball| speed(&world, ball));
                let right = [v * (heavier - 1.0) / (heavier + 1.0), 2.0 * v * heavier / (heavier + 1.0)];
                assert!(
                    (a - right[0]).abs() < 2e-6 * v && (b - right[1]).abs() < 4e-6 * v,
                    "r {r}, {v} units/s, {heavier} times as heavy: {a} {b}"
                );
            }
        }
    }
}

/// On a slope its part along the normal counts: a bounce that lasts for long on a steep wall, and none that would come
/// back within the step.
#[test]
fn on_a_slope_the_part_of_gravity_along_its_normal_counts() {
    for rate in RATES {
        for degrees in [0.0_f32, 30.0, 60.0, 85.0, 89.0] {
            let (sin, cos) = libm::sincosf(degrees.to_radians());
            let normal = vec2(sin, cos);
            for share in [0.5, 3.0] {
                let (r, g) = (1.0, 9.81);
                let v = share * 0.5 * g * cos / rate;
                if v * v < 100.0 * 1e-6 * g * cos {
                    // The speed from the fall on the way counts as well.
                    continue;
                }
                let mut world = heavy(g);
                let slope = world.add_body(Body::fixed()).unwrap();
                let wall = Shape::half_plane(Vec2::ZERO, normal).unwrap();
                world.add_shape(slope, wall.material(slippery(1.0))).unwrap();
                let ball = Ball::new(normal * (r + 1e-6), r).velocity(normal * -v);
                let ball = ball.mass(1.0).material(slippery(1.0));
                let ball = world.add_ball(ball).unwrap();
                let mut bounces = 0;
                for _ in 0..2 {
                    let hits = world.step(1.0 / rate).impacts();
                    bounces +=
                        hits.iter().filter(|hit| hit.normal_impulse > 1.5 * hit.approach_speed).count();
                }
                let lies = world.contacts().any(|pair| pair.body_b == ball);
                assert_eq!(bounces > 0, share > 1.0, "{degrees} degrees at {rate} Hz: {share}, lies {lies}");
            }
        }
    }
}

/// A player who was driven at the other end of a weightless table, or a fan there, stopped slow balls dead at the wall.
#[test]
fn a_force_elsewhere_stops_no_bounce() {
    for pull in [0.0, 5.0, 100.0, 1e4] {
        for v in [1e-4_f32, 0.03, 0.2, 0.4] {
            for fan in [false, true] {
                let mut world = World::new(Config::weightless()).unwrap();
                let room = world.add_body(Body::fixed()).unwrap();
                let wall = Shape::half_plane(Vec2::ZERO, -Vec2::X).unwrap();
                world.add_shape(room, wall.material(Material::elastic())).unwrap();
                let r = 0.1;
                let ball = Ball::new(vec2(-r - v * 0.05, 0.0), r).velocity(vec2(v, 0.0));
                let ball = world.add_ball(ball.material(Material::elastic())).unwrap();
                let player = world.add_ball(Ball::new(vec2(-50.0, 0.0), r).mass(1.0)).unwrap();
                if fan {
                    let corner = Region::between(vec2(-51.0, -1.0), vec2(-49.0, 1.0));
                    world.add_field(Field::uniform(vec2(0.0, pull)).within(corner)).unwrap();
                }
                for _ in 0..12 {
                    if !fan {
                        world.apply_force(player, vec2(0.0, pull)).unwrap();
                    }
                    world.step(DT);
                }
                let now = speed(&world, ball);
                assert!((now + v).abs() < 1e-6 * v, "pulled by {pull}, fan {fan}: {now} and not -{v}");
            }
        }
    }
}

/// Kinetic and potential energy of balls of one mass, per mass.
fn energy(world: &World, g: f32) -> f64 {
    let of = |ball: &Ball| {
        0.5 * f64::from(ball.velocity.length_squared()) + f64::from(g) * f64::from(ball.position.y)
    };
    world.balls().map(|(_, ball)| of(&ball)).sum()
}

/// In a cradle that swung by little all five balls went on together.
#[test]
fn a_cradle_that_swings_by_little_keeps_its_speed() {
    for (scale, g) in [(1.0_f32, 9.81_f32), (100.0, 981.0)] {
        for swing in [0.01_f32, 0.05, 0.2, 0.6] {
            let (r, length) = (0.1 * scale, scale);
            let mut world = heavy(g);
            let mut add = |n: i32, angle: f32| {
                let hook = vec2(2.0 * r * n as f32, 0.0);
                let place = hook + length * vec2(-libm::sinf(angle), -libm::cosf(angle));
                let ball = world.add_ball(Ball::new(place, r).mass(1.0).material(slippery(1.0))).unwrap();
                world.add_link(Link::rod(hook, ball, length)).unwrap();
                ball
            };
            let balls: Vec<BodyId> = (0..5).map(|n| add(n, if n == 0 { swing } else { 0.0 })).collect();
            let begun = energy(&world, g) + 5.0 * f64::from(g * length);
            let (period, mut out) = (2.0 * PI * (length / g).sqrt(), 0.0_f32);
            for _ in 0..(0.7 * period * 240.0) as usize {
                world.step(1.0 / 240.0);
                out = out.max(world.position(balls[4]).unwrap().x - 8.0 * r);
            }
            let (out, right) = ((out / length).asin(), swing);
            assert!((out / right - 1.0).abs() < 2e-3, "scale {scale}, swing {swing}: out by {out}");
            let now = energy(&world, g) + 5.0 * f64::from(g * length);
            // Heights are known to single precision.
            let most = 1e-3 * begun + f64::from(g * length) * 5e-7;
            assert!((now - begun).abs() < most, "scale {scale}, swing {swing}: {now} of {begun}");
        }
    }
}

/// Two elastic balls in a bowl lost a fifth of their energy in ten seconds.
#[test]
fn two_balls_in_a_bowl_keep_their_energy() {
    for (scale, g) in [(1.0_f32, 9.81_f32), (100.0, 980.0)] {
        for swing in [0.05_f32, 0.1, 0.3] {
            let (r, bowl) = (0.1 * scale, 2.0 * scale);
            let mut world = heavy(g);
            let body = world.add_body(Body::fixed()).unwrap();
            let arc = Shape::arc(Vec2::ZERO, bowl, PI, PI).unwrap().material(slippery(1.0));
            world.add_shape(body, arc).unwrap();
            let rest = libm::asinf(r / (bowl - r));
            for angle in [-swing - rest, rest] {
                let place = (bowl - r) * vec2(libm::sinf(angle), -libm::cosf(angle));
                world.add_ball(Ball::new(place, r).mass(1.0).material(slippery(1.0))).unwrap();
            }
            let lowest = -2.0 * f64::from(g) * f64::from((bowl - r) * libm::cosf(rest));
            let begun = energy(&world, g) - lowest;
            run(&mut world, 10.0, 60.0);
            let now = energy(&world, g) - lowest;
            assert!(
                (now / begun - 1.0).abs() < 1e-2,
                "scale {scale}, swing {swing}: {} of {begun}",
                now / begun
            );
        }
    }
}

/// With all defaults a ball that rolled against a wall at a radius a second did not bounce, and nothing was heard.
#[test]
fn a_ball_that_rolls_slowly_into_a_wall_hits_it() {
    for (r, g) in SCALES {
        for v in [0.01 * r, r] {
            let mut world = corner(g, Material::default());
            let ball = Ball::new(vec2(-r - 0.1 * v, r), r).velocity(vec2(v, 0.0)).angular_velocity(-v / r);
            world.add_ball(ball).unwrap();
            let mut hits = vec![];
            for _ in 0..20 {
                hits.extend_from_slice(world.step(DT).impacts());
            }
            let wall: Vec<_> = hits.iter().filter(|hit| hit.normal.x < -0.5).collect();
            assert_eq!(wall.len(), 1, "r {r}, {v} units/s: {hits:?}");
            assert!((wall[0].approach_speed / v - 1.0).abs() < 1e-3, "r {r}: {hits:?}");
        }
    }
}

/// A ball that hangs, or lies, holds what falls on it: bounces there end as they do on the ground.
#[test]
fn what_bounces_on_a_ball_that_hangs_comes_to_rest() {
    for hangs in [true, false] {
        let mut world = heavy(9.81);
        let r = 0.1;
        let low = world.add_ball(Ball::new(Vec2::ZERO, r).mass(1.0)).unwrap();
        if hangs {
            world.add_link(Link::rod(vec2(0.0, 1.0), low, 1.0)).unwrap();
        } else {
            let floor = world.add_body(Body::fixed()).unwrap();
            let plane = Shape::half_plane(vec2(0.0, -r), Vec2::Y).unwrap();
            world.add_shape(floor, plane).unwrap();
        }
        let tube = world.add_body(Body::fixed()).unwrap();
        for (x, normal) in [(-r, Vec2::X), (r, -Vec2::X)] {
            let wall = Shape::half_plane(vec2(x, 0.0), normal).unwrap();
            world.add_shape(tube, wall.material(slippery(0.0))).unwrap();
        }
        world.add_ball(Ball::new(vec2(0.0, 5.0 * r), r).mass(1.0)).unwrap();
        let mut most = 0;
        for _ in 0..240 {
            world.step(DT);
            most = most.max(world.profile().impacts);
        }
        let late: u32 = (0..60)
            .map(|_| {
                world.step(DT);
                world.profile().impacts
            })
            .sum();
        assert!(late == 0 && most < 60, "hangs {hangs}: {late} impacts at rest, {most} in a step");
    }
}
