//! Impacts of many: in the right order, at their true times, and no more of them than there are.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{self, Dice};
use carom_world::{Ball, Body, BodyId, Chain, Config, Material, Shape, World};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

/// Equal elastic balls on a line, and their speeds when all have met.
fn met(places: &[f32], speeds: &[f32], material: Material) -> Vec<f32> {
    let mut world = World::new(Config::weightless()).unwrap();
    let add = |(&x, &v): (&f32, &f32)| {
        let ball = Ball::new(vec2(x, 0.0), 0.25).velocity(vec2(v, 0.0)).mass(1.0).material(material);
        world.add_ball(ball).unwrap()
    };
    let balls: Vec<BodyId> = places.iter().zip(speeds).map(add).collect();
    (0..300).for_each(|_| _ = world.step(DT));
    balls.iter().map(|&ball| world.velocity(ball).unwrap().x).collect()
}

/// The pairs of one instant were resolved together, so that each just reversed its own speed: of 2, 0 and -1 came
/// -1.33, 0.67 and 1.67.
#[test]
fn three_that_meet_at_one_instant_exchange_their_speeds() {
    let frictionless = Material { friction: 0.0, ..Material::elastic() };
    for material in [frictionless, Material { friction: 0.3, ..frictionless }] {
        for speeds in [[2.0, 0.0, -1.0], [3.0, 0.0, -1.0], [2.0, 0.0, -2.0], [4.0, 1.0, -3.0]] {
            let places = [-0.5 - speeds[0] + speeds[1], 0.0, 0.5 - speeds[2] + speeds[1]].map(|x| 0.5 * x);
            let places = [places[0] - 0.25, 0.0, places[2] + 0.25];
            let out = met(&places, &speeds, material);
            let sorted = [speeds[2], speeds[1], speeds[0]];
            assert!(out.iter().zip(sorted).all(|(a, b)| (a - b).abs() < 1e-5), "{speeds:?} gave {out:?}");
        }
    }
}

#[test]
fn rows_on_a_grid_exchange_their_speeds() {
    let mut dice = Dice(7);
    for row in 0..200 {
        let mut x = 0.0;
        let mut places = vec![];
        let mut speeds = vec![];
        for _ in 0..6 {
            x += 0.5 + (dice.unit() * 16.0).floor() / 64.0;
            places.push(x);
            speeds.push(dice.within(-4.0, 4.0).round());
        }
        let out = met(&places, &speeds, Material { friction: 0.0, ..Material::elastic() });
        speeds.sort_by(f32::total_cmp);
        assert!(out.iter().zip(&speeds).all(|(a, b)| (a - b).abs() < 1e-5), "row {row}: {out:?}");
    }
}

/// A ball flies the chord of its parabola. The time at which the chord meets the floor was reported: up to 0.028 of a
/// step too early.
#[test]
fn the_first_impact_comes_at_its_true_time() {
    for (dt, n) in [(1.0_f32 / 60.0, 40_u16), (1.0 / 1000.0, 10)] {
        for k in 0..n {
            let (height, radius) = (0.02 * 1.12_f32.powi(k.into()), 0.0625);
            let mut world = World::new(Config::default()).unwrap();
            let floor = world.add_body(Body::fixed()).unwrap();
            world.add_shape(floor, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap()).unwrap();
            let top = height + radius;
            world.add_ball(Ball::new(vec2(0.0, top), radius)).unwrap();
            let truth = (2.0 * f64::from(top - radius) / f64::from(9.81_f32)).sqrt();
            let mut start = 0.0;
            let time = loop {
                if let Some(impact) = world.step(dt).impacts().first() {
                    break start + f64::from(impact.time);
                }
                start += f64::from(dt);
            };
            let off = (time - truth).abs() / f64::from(dt);
            assert!(off < 1e-4, "dt {dt}, height {height}: off by {off} of a step");
        }
    }
}

/// Between walls that both overlap it an elastic ball hit one after the other without end and without any way, a
/// hundred thousand times in a substep, and was stopped dead.
#[test]
fn an_elastic_ball_wider_than_its_channel_flies_on() {
    for wider in [1e-3_f32, 3e-3, 1e-2, 5e-2] {
        let mut world = World::new(Config::weightless()).unwrap();
        let elastic = Material { friction: 0.0, ..Material::elastic() };
        let walls = world.add_body(Body::fixed()).unwrap();
        let radius = 0.125;
        for y in [-1.0, 1.0].map(|side| side * radius * (1.0 - wider)) {
            let wall = Shape::segment(vec2(-10.0, y), vec2(1000.0, y)).unwrap();
            world.add_shape(walls, wall.material(elastic)).unwrap();
        }
        let ball = Ball::new(Vec2::ZERO, radius).velocity(vec2(100.0, 0.0)).material(elastic);
        let ball = world.add_ball(ball).unwrap();
        for step in 0..10 {
            let events = world.step(DT);
            let (impacts, dropped) = (events.impacts().len(), events.dropped());
            assert!(impacts < 2000 && !dropped.any(), "{wider}, step {step}: {impacts}, {dropped:?}");
        }
        let (at, v) = (world.position(ball).unwrap(), world.velocity(ball).unwrap());
        // No faster than the push that parts overlaps.
        let push = Config::default().max_push_speed * radius;
        assert!((v.x - 100.0).abs() < 1e-3 && v.y.abs() < push && at.y.abs() < radius, "{wider}: {at} {v}");
    }
}

/// In each pass of the contact solver the momentum of balls that fall on a heap passed through one contact. A block
/// of touching balls sank on those below, down to the guard, where one ball after the other was stopped dead and
/// pushed on by the next: four million impacts in a step of a hopper.
#[test]
fn a_block_is_stopped_as_a_whole() {
    // How deep it sinks swings by a half from one length to the next.
    let counts = [8_u16, 10, 12, 14, 16];
    let mut sum = 0.0;
    for count in counts {
        let mut world = World::new(Config::default()).unwrap();
        let plastic = Material { restitution: 0.1, ..Material::default() };
        let floor = world.add_body(Body::fixed()).unwrap();
        let shape = Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
        world.add_shape(floor, shape.material(plastic)).unwrap();
        let radius = 0.1;
        let speed = |n| if n < count / 2 { 0.0 } else { -0.9 };
        let add = |n: u16| {
            let at = vec2(0.0, radius * (1.0 + 2.0 * f32::from(n)));
            world.add_ball(Ball::new(at, radius).velocity(vec2(0.0, speed(n))).material(plastic)).unwrap()
        };
        let balls: Vec<BodyId> = (0..count).map(add).collect();
        let (mut impacts, mut deepest) = (0, 0.0_f32);
        for _ in 0..30 {
            world.step(DT);
            impacts += world.profile().impacts;
            for pair in balls.windows(2) {
                let gap = world.position(pair[1]).unwrap().y - world.position(pair[0]).unwrap().y;
                deepest = deepest.max((2.0 * radius - gap) / radius);
            }
        }
        println!("{count} balls: {impacts} impacts, {deepest} r deep");
        assert!(impacts < 100 && deepest < 0.0999, "{count} balls: {impacts} impacts, {deepest} r deep");
        sum += deepest;
    }
    let mean = sum / counts.len() as f32;
    assert!(mean < 0.075, "{mean} r deep in the mean");
}

/// A grid of 400 slightly unlike balls falls on a floor between walls.
#[test]
fn unlike_balls_that_fall_from_a_grid_cause_no_avalanche() {
    let mut world = World::new(Config::default()).unwrap();
    let material = Material { restitution: 0.3, friction: 0.4, ..Material::default() };
    let walls = world.add_body(Body::fixed()).unwrap();
    let half = 0.6;
    for (a, b) in [(vec2(-half, 0.0), vec2(half, 0.0)), (vec2(-half, 0.0), vec2(-half, 30.0))] {
        world.add_shape(walls, Shape::segment(a, b).unwrap().material(material)).unwrap();
    }
    let wall = Shape::segment(vec2(half, 0.0), vec2(half, 30.0)).unwrap();
    world.add_shape(walls, wall.material(material)).unwrap();
    let mut dice = Dice(5);
    for n in 0..400_u16 {
        let at = vec2(0.116 * f32::from(n % 10) - 0.522, 0.1 + 0.116 * f32::from(n / 10));
        let at = at + vec2(dice.within(-0.004, 0.004), 0.0);
        world.add_ball(Ball::new(at, dice.within(0.0475, 0.0525)).material(material)).unwrap();
    }
    let (mut impacts, mut most, mut frozen) = (0, 0, 0);
    for _ in 0..45 {
        frozen += world.step(DT).dropped().frozen_balls;
        impacts += world.profile().impacts;
        most = most.max(world.profile().impacts);
    }
    println!("{impacts} impacts, {most} in one step, {frozen} frozen");
    assert!(impacts < 60_000 && most < 6000 && frozen == 0, "{impacts} impacts, {most} in a step, {frozen}");
}

/// Newton's law of restitution, applied to several pairs that rub at one instant, made energy: a heavy ball that fell on a
/// bed of light ones left it four times as fast as it came.
#[test]
fn a_heavy_ball_on_a_bed_of_light_ones_makes_no_energy() {
    for (material, seed) in [(0.9, 0.6), (0.9, 0.3), (0.7, 0.6)].into_iter().zip(0..) {
        let material = Material::new(material.0, material.1);
        let mut dice = Dice(seed);
        let (mut world, _) = common::room(Config::default(), Body::fixed(), 2.0, material);
        for i in 0..300 {
            let place = vec2((i % 139) as f32 * 0.028 - 1.93, (i / 139) as f32 * 0.028 - 1.985);
            let place = place + vec2(dice.within(0.0, 6e-4), 0.0);
            world.add_ball(Ball::new(place, 0.0133).mass(0.177).material(material)).unwrap();
        }
        let heavy = Ball::new(vec2(dice.within(-0.9, 0.9), 0.5), 0.4).mass(158.6).velocity(vec2(0.0, -5.0));
        world.add_ball(heavy.material(material)).unwrap();
        let energy = |world: &World| -> f64 {
            let of = |ball: Ball| {
                let spin = ball.inertia_factor * (ball.radius * ball.angular_velocity).powi(2);
                ball.mass * (0.5 * (ball.velocity.length_squared() + spin) + 9.81 * (ball.position.y + 2.0))
            };
            world.balls().map(|(_, ball)| f64::from(of(ball))).sum()
        };
        let first = energy(&world);
        let mut last = first;
        for step in 0..60 {
            world.step(DT);
            let now = energy(&world);
            assert!(now <= last + 2e-3 * first, "seed {seed}, step {step}: {last} -> {now}");
            last = now;
        }
    }
}

/// Chords meet in another order than parabolas, and the first that met were kept.
#[test]
fn of_too_many_impacts_the_earliest_are_kept() {
    let make = |max_events| {
        let config = Config { max_events, ..Config::default() };
        let (mut world, _) = common::room(config, Body::fixed(), 3.0, Material::elastic());
        for k in 0..400_u16 {
            let at = vec2(f32::from(k % 20), f32::from(k / 20)) * 0.28 - 2.7;
            let v = vec2(f32::from(k * 7 % 19), f32::from(k * 5 % 17)) - 9.0;
            world.add_ball(Ball::new(at, 0.05).velocity(v).material(Material::elastic())).unwrap();
        }
        world
    };
    let mut all = make(1_000_000);
    let mut some = [1000, 1500].map(make);
    for step in 0..4 {
        all.step(0.5);
        let every = all.events().impacts();
        for few in &mut some {
            let most = few.config().max_events as usize;
            let events = few.step(0.5);
            assert!(events.impacts() == &every[..most], "step {step}, at most {most}");
            assert_eq!(events.dropped().events as usize, every.len() - most);
        }
    }
}

/// A ball that landed on the seam of two tiles, or on a joint of one chain, was reported twice: the second impact had the
/// full approach speed and an impulse of 1e-17. Games played the sound twice, and counted two hits. A dull landing was two
/// impacts for longer: the next substep found a new contact with the other tile, at the speed of a fall since then.
#[test]
fn a_landing_on_a_seam_is_one_impact() {
    for (r, g) in [(0.1_f32, 9.81_f32), (1e-3, 9.81), (1e3, 9.81), (10.0, 980.0)] {
        for rate in [30.0_f32, 60.0, 240.0, 1000.0] {
            for restitution in [0.0, 0.1, 0.3, 0.5, 0.8, 1.0] {
                for (chain, turn) in [(false, 0.0_f32), (true, 0.0), (false, 0.3), (true, 0.3)] {
                    let config = Config { gravity: vec2(0.0, -g), ..Config::default() };
                    let mut world = World::new(config).unwrap();
                    let (sin, cos) = libm::sincosf(turn);
                    let along = vec2(cos, sin);
                    let floor = world.add_body(Body::fixed().angle(turn)).unwrap();
                    let material = Material::new(restitution, 0.3);
                    let (half, size) = (vec2(10.0 * r, -5.0 * r), vec2(20.0 * r, 10.0 * r));
                    let shapes = if chain {
                        let points = [-20.0 * r, 0.0, 20.0 * r].map(|x| vec2(x, 0.0));
                        vec![Shape::chain(&Chain::polyline(&points)).unwrap()]
                    } else {
                        [half, vec2(-half.x, half.y)].map(|at| Shape::rect(at, size).unwrap()).to_vec()
                    };
                    for shape in shapes {
                        world.add_shape(floor, shape.material(material)).unwrap();
                    }
                    let speed = 30.0 * (g * r).sqrt();
                    let ball = Ball::new(along.perp() * 1.5 * r, r).velocity(along.perp() * -speed).mass(2.0);
                    world.add_ball(ball.material(material)).unwrap();
                    let mut hits = vec![];
                    for _ in 0..rate as usize {
                        hits.extend_from_slice(world.step(1.0 / rate).impacts());
                        if !hits.is_empty() && restitution > 0.0 {
                            break;
                        }
                    }
                    if hits.is_empty() && restitution == 0.0 {
                        // It comes to rest within a substep: a contact.
                        continue;
                    }
                    let case =
                        format!("r {r}, {rate} Hz, restitution {restitution}, chain {chain}, {turn} rad");
                    if restitution > 0.0 {
                        let first = hits[0].time;
                        hits.retain(|hit| hit.time <= first);
                    }
                    assert_eq!(hits.len(), 1, "{case}: {hits:?}");
                    assert!(hits[0].normal_impulse > hits[0].approach_speed, "{case}: {hits:?}");
                }
            }
        }
    }
}
