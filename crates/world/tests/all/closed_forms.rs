//! Laws of motion, each against its closed form.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]
#![expect(clippy::disallowed_methods, reason = "exact answers need no equal bits on every platform")]

use carom_world::{Ball, Body, BodyId, Chain, Config, Material, Shape, World};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

fn floor(world: &mut World, material: Material) {
    let body = world.add_body(Body::fixed()).unwrap();
    let shape = Shape::segment(vec2(-1000.0, 0.0), vec2(1000.0, 0.0)).unwrap();
    world.add_shape(body, shape.material(material)).unwrap();
}

fn speed(world: &World, id: BodyId) -> Vec2 {
    world.velocity(id).unwrap()
}

#[test]
fn an_elastic_ball_keeps_its_height() {
    let mut world = World::new(Config::default()).unwrap();
    let elastic = Material::elastic();
    floor(&mut world, elastic);
    let ball = world.add_ball(Ball::new(vec2(0.0, 5.0), 0.1).material(elastic)).unwrap();
    let (mut impacts, mut highest) = (0, 0.0_f32);
    let mut last = 0.0_f32;
    while impacts < 100 {
        world.step(DT);
        let n = world.events().impacts().len();
        if n > 0 {
            impacts += n;
            last = highest;
            highest = 0.0;
        }
        highest = highest.max(world.position(ball).unwrap().y);
        assert!(!world.events().dropped().any(), "{:?}", world.events().dropped());
    }
    let energy = 0.5 * speed(&world, ball).length_squared() + 9.81 * world.position(ball).unwrap().y;
    println!("highest {last} energy {}", energy / (9.81 * 5.0));
    assert!((energy / (9.81 * 5.0) - 1.0).abs() < 1e-4);
}

/// Flights were chords of parabolas, and each flight after a bounce was too short: the hundredth impact came 48 ms early at
/// 60 Hz. The k-th impact of an elastic ball that drops by `h` is at `(2k - 1) sqrt(2h / g)`.
#[test]
fn the_hundredth_bounce_is_on_time() {
    for unit in [1e-3_f32, 1.0, 100.0, 1e3] {
        for rate in [30.0_f32, 60.0, 240.0, 1000.0] {
            for (kind, drop) in [0.05_f32, 0.3, 1.0, 5.0].into_iter().enumerate() {
                let gravity = vec2(0.0, -9.81 * unit);
                let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
                let body = world.add_body(Body::fixed()).unwrap();
                let r = 0.0135 * unit;
                let shape = match kind {
                    0 => Shape::segment(vec2(-unit, 0.0), vec2(unit, 0.0)),
                    1 => Shape::half_plane(Vec2::ZERO, Vec2::Y),
                    2 => Shape::circle(vec2(0.0, -unit), unit),
                    _ => Shape::rect(vec2(0.0, -0.5 * unit), vec2(unit, unit)),
                };
                world.add_shape(body, shape.unwrap().material(Material::elastic())).unwrap();
                let ball = Ball::new(vec2(0.0, r + drop * unit), r).material(Material::elastic());
                let ball = world.add_ball(ball).unwrap();
                let height = f64::from(world.position(ball).unwrap().y) - f64::from(r);
                let flight = 2.0 * (2.0 * height / f64::from(9.81 * unit)).sqrt();
                let (dt, mut now, mut count) = (1.0 / rate, 0.0, 0);
                while count < 100 {
                    for impact in world.step(dt).impacts() {
                        let late = now + f64::from(impact.time) - (f64::from(count) + 0.5) * flight;
                        let steps = late.abs() * f64::from(rate);
                        assert!(steps < 1e-3, "{unit} {rate} {drop}: bounce {count} off by {steps} steps");
                        count += 1;
                    }
                    now += f64::from(dt);
                }
            }
        }
    }
}

#[test]
fn a_dropped_ball_comes_to_rest() {
    let mut world = World::new(Config::default()).unwrap();
    floor(&mut world, Material::default());
    let ball = world.add_ball(Ball::new(vec2(0.0, 2.0), 0.1)).unwrap();
    let mut count = 0;
    for _ in 0..600 {
        world.step(DT);
        count += world.events().impacts().len();
    }
    let p = world.position(ball).unwrap();
    println!("{count} impacts, rests at {p} v {}", speed(&world, ball));
    assert!((p.y - 0.1).abs() < 1e-3 && speed(&world, ball).length() < 1e-4);
}

#[test]
fn a_fast_ball_stays_in_its_box() {
    for v in [10.0, 1000.0, 10_000.0] {
        for half in [1.0, 0.15] {
            let mut world = World::new(Config::weightless()).unwrap();
            let body = world.add_body(Body::fixed()).unwrap();
            let path = Chain::polyline(&[
                vec2(-half, -half),
                vec2(half, -half),
                vec2(half, half),
                vec2(-half, half),
            ])
            .close();
            world.add_shape(body, Shape::chain(&path).unwrap().material(Material::elastic())).unwrap();
            let ball = world
                .add_ball(
                    Ball::new(vec2(0.01, 0.02), 0.1)
                        .velocity(vec2(0.6 * v, 0.8 * v))
                        .material(Material::elastic()),
                )
                .unwrap();
            let mut impacts = 0;
            for _ in 0..60 {
                world.step(DT);
                impacts += world.events().impacts().len();
            }
            let p = world.position(ball).unwrap();
            let room = 2.0 * (half - 0.1);
            let expected = (1.4 * v) / room;
            println!(
                "v {v} half {half}: {impacts} impacts of {expected}, at {p}, speed {}",
                speed(&world, ball).length()
            );
            assert!(p.abs().max_element() < half - 0.0999);
            assert!((speed(&world, ball).length() / v - 1.0).abs() < 1e-5);
            assert!((impacts as f32 / expected - 1.0).abs() < 0.01 + 2.0 / expected);
        }
    }
}

#[test]
fn a_touching_cradle_passes_the_blow_on() {
    for incoming in 1..=3 {
        let mut world = World::new(Config::weightless()).unwrap();
        let mut ids = Vec::new();
        for i in 0..5 {
            let moving = i < incoming;
            let x = i as f32 - if moving { 1.0 } else { 0.0 };
            let v = if moving { 5.0 } else { 0.0 };
            let ball = Ball::new(vec2(x, 0.0), 0.5).velocity(vec2(v, 0.0)).material(Material::elastic());
            ids.push(world.add_ball(ball).unwrap());
        }
        for _ in 0..60 {
            world.step(DT);
        }
        let v: Vec<f32> = ids.iter().map(|&id| speed(&world, id).x).collect();
        println!("{incoming}: {v:?}");
        for (i, v) in v.into_iter().enumerate() {
            let truth = if i >= 5 - incoming { 5.0 } else { 0.0 };
            assert!((v - truth).abs() < 1e-4);
        }
    }
}

#[test]
fn galperin_counts_pi() {
    for (k, truth) in [3, 31, 314, 3141, 31415].into_iter().enumerate() {
        let mut world = World::new(Config::weightless()).unwrap();
        let elastic = Material::elastic();
        let wall = world.add_body(Body::fixed()).unwrap();
        world
            .add_shape(wall, Shape::segment(vec2(0.0, -10.0), vec2(0.0, 10.0)).unwrap().material(elastic))
            .unwrap();
        let small = Ball::new(vec2(2.0, 0.0), 0.5).mass(1.0).material(elastic);
        world.add_ball(small).unwrap();
        let heavy = Ball::new(vec2(4.0, 0.0), 0.5).mass(100_f32.powi(k as i32)).velocity(vec2(-1.0, 0.0));
        world.add_ball(heavy.material(elastic)).unwrap();
        let mut count = 0;
        for _ in 0..1200 {
            world.step(DT);
            count += world.events().impacts().len();
            assert!(!world.events().dropped().any());
        }
        println!("100^{k}: {count}");
        assert_eq!(count, truth);
    }
}

#[test]
fn flush_segments_are_one_floor() {
    for v in [1.0, 5.0, 20.0, 50.0] {
        for e in [0.0, 0.5] {
            let mut world = World::new(Config::default()).unwrap();
            let body = world.add_body(Body::fixed()).unwrap();
            let smooth = Material::new(e, 0.0);
            for i in 0..100 {
                let x = i as f32;
                world
                    .add_shape(
                        body,
                        Shape::segment(vec2(x, 0.0), vec2(x + 1.0, 0.0)).unwrap().material(smooth),
                    )
                    .unwrap();
            }
            let ball = world
                .add_ball(Ball::new(vec2(1.0, 0.1), 0.1).velocity(vec2(v, 0.0)).material(smooth))
                .unwrap();
            let mut kick = 0.0_f32;
            while world.position(ball).unwrap().x < 98.0 {
                world.step(DT);
                kick = kick.max(speed(&world, ball).y.abs());
            }
            println!("v {v} e {e}: kept {} kick {kick}", speed(&world, ball).x / v);
            assert!((speed(&world, ball).x / v - 1.0).abs() < 1e-6 && kick <= 1e-4 * v);
        }
    }
}

#[test]
fn a_half_pipe_keeps_the_speed() {
    for v in [1.0, 5.0, 20.0, 50.0] {
        for e in [0.0, 0.5] {
            let mut world = World::new(Config::weightless()).unwrap();
            let body = world.add_body(Body::fixed()).unwrap();
            let smooth = Material::new(e, 0.0);
            let path = Chain::start(vec2(-20.0, 0.0))
                .line_to(vec2(0.0, 0.0))
                .tangent_arc_to(vec2(10.0, 10.0))
                .tangent_arc_to(vec2(0.0, 20.0))
                .line_to(vec2(-50.0, 20.0));
            world.add_shape(body, Shape::chain(&path).unwrap().material(smooth)).unwrap();
            let ball = world
                .add_ball(Ball::new(vec2(-10.0, 0.1), 0.1).velocity(vec2(v, 0.0)).material(smooth))
                .unwrap();
            let mut time = 0.0;
            let mut impacts = 0;
            while world.position(ball).unwrap().x > -19.0 || world.position(ball).unwrap().y < 10.0 {
                world.step(DT);
                impacts += world.events().impacts().len();
                time += DT;
                assert!(time < 1000.0);
            }
            let p = world.position(ball).unwrap();
            let length = 10.0 + core::f32::consts::PI * 9.9 + -p.x;
            println!(
                "v {v} e {e}: {impacts} impacts, kept {} time {} at {p} kick {}",
                speed(&world, ball).x / -v,
                time * v / length,
                speed(&world, ball).y / v
            );
            assert!((speed(&world, ball).x / -v - 1.0).abs() < 1e-4);
            assert!((time * v / length - 1.0).abs() < 1e-4);
            assert!(speed(&world, ball).y.abs() < 1e-4 * v);
        }
    }
}

#[test]
fn a_disc_rolls_down_a_slope() {
    for (degrees, mu) in [(10.0_f32, 0.6), (30.0, 0.6), (60.0, 0.3)] {
        let theta = degrees.to_radians();
        let g = 9.81;
        let mut world =
            World::new(Config { gravity: vec2(g * theta.sin(), -g * theta.cos()), ..Config::default() })
                .unwrap();
        let stuff = Material::new(0.0, mu);
        floor(&mut world, stuff);
        let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1).material(stuff)).unwrap();
        for _ in 0..120 {
            world.step(DT);
        }
        let rolls = theta.tan() < 3.0 * mu;
        let a = if rolls { 2.0 / 3.0 * g * theta.sin() } else { g * (theta.sin() - mu * theta.cos()) };
        let (v, s) = (speed(&world, ball).x, world.position(ball).unwrap().x);
        println!("{degrees}: v {} s {}", v / (a * 2.0) - 1.0, s / (a * 2.0) - 1.0);
        assert!((v / (a * 2.0) - 1.0).abs() < 5e-4 && (s / (a * 2.0) - 1.0).abs() < 5e-4);
    }
}

#[test]
fn a_spinning_paddle_never_passes_a_ball() {
    for omega in [1.0, 10.0, 30.0, 60.0] {
        for i in 0..20 {
            let mut world = World::new(Config::weightless()).unwrap();
            let paddle = world.add_body(Body::kinematic().angular_velocity(omega)).unwrap();
            let elastic = Material::new(0.5, 0.0);
            world
                .add_shape(
                    paddle,
                    Shape::capsule(Vec2::ZERO, vec2(1.0, 0.0), 0.02).unwrap().material(elastic),
                )
                .unwrap();
            let rho = 0.2 + 0.04 * i as f32;
            let angle = 0.7 + 0.05 * i as f32;
            let ball =
                world.add_ball(Ball::new(Vec2::from_angle(angle) * rho, 0.1).material(elastic)).unwrap();
            for _ in 0..120 {
                world.step(DT);
            }
            let v = speed(&world, ball).length();
            println!("omega {omega} rho {rho} v {}", v / (1.5 * omega * rho));
            assert!(v > 0.4 * omega * rho, "omega {omega} rho {rho}: {v}");
        }
    }
}

#[test]
fn a_ball_never_leaves_a_ring_along_which_it_slides() {
    for step in 1..=40 {
        let v = 1.25 * step as f32;
        let mut world = World::new(Config::weightless()).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        let ring = Shape::arc(Vec2::ZERO, 0.257, 0.0, core::f32::consts::TAU).unwrap();
        world.add_shape(body, ring.material(Material::new(0.4, 0.2))).unwrap();
        let ball = Ball::new(vec2(0.257 - 0.0135, 0.0), 0.0135).mass(0.08).sphere().velocity(vec2(0.0, v));
        let ball = world.add_ball(ball.material(Material::new(0.8, 0.2))).unwrap();
        for n in 0..100 {
            world.step(DT);
            let out = (world.position(ball).unwrap().length() - 0.2435) / 0.0135;
            assert!(out < 0.15, "{v} units/s: {out} radii beyond the ring after step {n}");
        }
        println!("{v}: {} left", speed(&world, ball).length() / v);
    }
}

#[test]
fn bends_follow_each_other() {
    for v in [5.0, 20.0, 50.0] {
        for e in [0.0, 0.5] {
            let mut world = World::new(Config::weightless()).unwrap();
            let body = world.add_body(Body::fixed()).unwrap();
            let smooth = Material::new(e, 0.0);
            let path = Chain::start(vec2(-20.0, 0.0))
                .line_to(vec2(0.0, 0.0))
                .tangent_arc_to(vec2(10.0, 10.0))
                .line_to(vec2(10.0, 14.0))
                .tangent_arc_to(vec2(0.0, 24.0))
                .line_to(vec2(-50.0, 24.0));
            world.add_shape(body, Shape::chain(&path).unwrap().material(smooth)).unwrap();
            let ball = Ball::new(vec2(-10.0, 0.1), 0.1).velocity(vec2(v, 0.0)).material(smooth);
            let ball = world.add_ball(ball).unwrap();
            let mut time = 0.0;
            while time < 60.0 / v {
                world.step(DT);
                time += DT;
            }
            let (p, u) = (world.position(ball).unwrap(), speed(&world, ball));
            println!("{v} {e}: at {p}, kept {}, kick {}", -u.x / v, u.y / v);
            assert!((-u.x / v - 1.0).abs() < 1e-4 && u.y.abs() < 1e-4 * v && (p.y - 23.9).abs() < 1e-2);
        }
    }
}

/// A wall drives a ball down between two that lie on the floor. Seen from the middle one, the line to either is
/// `angle` over the floor. Rigid balls must part: along that line both have the same speed, so the lower ones move
/// aside at the wall's speed times the tangent, and a crushed pile throws balls at many times the speed of the
/// wall.
#[test]
fn a_ball_that_is_pressed_between_two_throws_them_aside_by_the_tangent() {
    let (r, fast) = (0.1_f32, 10.0_f32);
    for degrees in [30.0_f32, 45.0, 60.0, 70.0, 80.0, 85.0] {
        let angle = degrees.to_radians();
        let mut world = World::new(Config { gravity: Vec2::ZERO, ..Config::default() }).unwrap();
        let stuff = Material::new(0.0, 0.0);
        let floor = world.add_body(Body::fixed()).unwrap();
        world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap().material(stuff)).unwrap();
        let (aside, up) = (2.0 * r * libm::cosf(angle), 2.0 * r * libm::sinf(angle));
        let places = [vec2(-aside, r), vec2(aside, r), vec2(0.0, r + up)];
        let balls = places.map(|place| world.add_ball(Ball::new(place, r).material(stuff)).unwrap());
        // Above 60 degrees the lower two overlap.
        world.set_collision_exception(balls[0], balls[1], true).unwrap();
        let wall = Body::kinematic().position(vec2(0.0, 2.0 * r + up + 0.02)).velocity(vec2(0.0, -fast));
        let wall = world.add_body(wall).unwrap();
        let plate = Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
        world.add_shape(wall, plate.material(stuff)).unwrap();
        world.step(1.0 / 60.0);
        for (ball, side) in balls.into_iter().zip([-1.0, 1.0]) {
            let speed = side * world.velocity(ball).unwrap().x;
            let exact = fast * libm::tanf(angle);
            assert!((speed / exact - 1.0).abs() < 0.05, "{degrees} degrees: {speed}, exactly {exact}");
        }
    }
}
