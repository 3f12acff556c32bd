//! Balls that a game places onto others part without a speed that stays.

use carom_world::{Ball, Body, BodyId, Config, Error, Link, LinkEnd, Material, Shape, World};
use glam::{Vec2, vec2};

use crate::common::Dice;

const DT: f32 = 1.0 / 60.0;

fn fastest(world: &World) -> f32 {
    world.balls().fold(0.0, |fastest, (_, ball)| ball.velocity.length().max(fastest))
}

/// The deepest overlap of any two balls, radii of the smaller one.
fn deepest(world: &World) -> f32 {
    let balls: Vec<_> = world.balls().map(|(_, ball)| (ball.position, ball.radius)).collect();
    let mut deepest = 0.0_f32;
    for (n, (at, r)) in balls.iter().enumerate() {
        for (other_at, other) in &balls[..n] {
            deepest = deepest.max((r + other - at.distance(*other_at)) / r.min(*other));
        }
    }
    deepest
}

/// Three balls in a row flew on for ever at 0.12 units/s where they overlapped by a hundredth of a diameter.
#[test]
fn rows_part_and_stay() -> Result<(), Error> {
    for (n, r) in [1e-3_f32, 0.5, 15.0, 1e3].into_iter().enumerate() {
        for (rate, overlap) in [(30.0, 0.9), (60.0, 0.002), (60.0, 0.05), (240.0, 0.5), (1000.0, 0.01)] {
            for count in [2, 3, 5, 17] {
                let material = Material::new([0.0, 0.5, 1.0][(n + count) % 3], 0.2);
                let mut world = World::new(Config::weightless())?;
                let place = |n: usize| vec2(n as f32 * 2.0 * r * (1.0 - overlap), 0.0);
                for n in 0..count {
                    world.add_ball(Ball::new(place(n), r).material(material))?;
                }
                let depth = world.step(1.0 / rate).deepest_initial_overlap();
                assert!((depth / (2.0 * r * overlap) - 1.0).abs() < 2e-3, "{depth} of {r}, {overlap}");
                let mut before: Vec<_> = world.balls().map(|(_, ball)| ball.position).collect();
                for _ in 0..300 {
                    assert_eq!(world.step(1.0 / rate).deepest_initial_overlap(), 0.0);
                    let now: Vec<_> = world.balls().map(|(_, ball)| ball.position).collect();
                    let far = now.iter().zip(&before).fold(0.0_f32, |far, (a, b)| far.max(a.distance(*b)));
                    assert!(far <= 0.1001 * r, "a ball was moved by {far} of {r} in a step");
                    assert_eq!(fastest(&world), 0.0, "{count} of {r}, {overlap}");
                    before = now;
                }
                let deepest = deepest(&world);
                assert!(deepest < 0.003, "{count} of {r}, {overlap}: {deepest}");
                let sum: Vec2 = before.iter().sum();
                let middle = sum / count as f32;
                let right = place(count - 1) * 0.5;
                assert!(middle.distance(right) < 1e-3 * r, "{count} of {r}, {overlap}: {middle}, {right}");
            }
        }
    }
    Ok(())
}

/// Fifty balls in one place flew apart at 35 units/s.
#[test]
fn balls_in_one_place_part() -> Result<(), Error> {
    for (count, steps) in [(2, 60), (5, 120), (20, 240), (50, 400)] {
        let mut world = World::new(Config::weightless())?;
        for _ in 0..count {
            world.add_ball(Ball::new(vec2(1.0, 1.0), 0.5))?;
        }
        for _ in 0..steps {
            world.step(DT);
            assert!(fastest(&world) < 1e-6, "{count}: {}", fastest(&world));
        }
        assert!(deepest(&world) < 0.01, "{count}: {}", deepest(&world));
        world.validate().expect("sound");
    }
    Ok(())
}

/// A game makes a ball in one place again and again. Balls flew 35 units high.
#[test]
fn a_fountain_throws_nothing_above_its_hand() -> Result<(), Error> {
    for every in [1, 2, 3, 4, 8, 12] {
        for (scale, restitution) in [(1.0_f32, 0.5), (50.0, 0.0), (0.01, 0.9)] {
            let gravity = vec2(0.0, -9.81 * scale);
            let mut world = World::new(Config { gravity, ..Config::default() })?;
            let material = Material::new(restitution, 0.3);
            let floor = world.add_body(Body::fixed())?;
            world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?.material(material))?;
            let (mut fast, mut high) = (0.0_f32, 0.0_f32);
            for step in 0..240 {
                if step % every == 0 && step < 120 {
                    world.add_ball(Ball::new(vec2(0.0, 2.0 * scale), 0.2 * scale).material(material))?;
                }
                world.step(DT);
                assert_eq!(world.events().dropped().count(), 0);
                fast = fast.max(fastest(&world) / scale);
                high = world.balls().fold(high, |high, (_, ball)| high.max(ball.position.y / scale));
            }
            // A fall from there ends at 6.3, and 1.2 is the speed of a push.
            assert!(high < 3.0 && fast < 7.5, "every {every}, {scale}, {restitution}: {fast}, {high}");
        }
    }
    Ok(())
}

/// Balls of unlike masses part about their centre of mass; a held one stays, and so do balls on a rod.
#[test]
fn the_light_ball_gives_way() -> Result<(), Error> {
    let mut world = World::new(Config::weightless())?;
    let heavy = world.add_ball(Ball::new(vec2(0.0, 0.0), 1.0).mass(99.0))?;
    let light = world.add_ball(Ball::new(vec2(1.04, 0.0), 0.1).mass(1.0))?;
    let held = world.add_ball(Ball::new(vec2(10.0, 0.0), 1.0))?;
    world.hold(held)?;
    let free = world.add_ball(Ball::new(vec2(11.5, 0.0), 1.0))?;
    for _ in 0..60 {
        world.step(DT);
    }
    let at = |ball: BodyId| world.position(ball).unwrap().x;
    assert!((at(heavy) + 0.0006).abs() < 1e-4 && (at(light) - 1.0994).abs() < 3e-4, "{}", at(light));
    assert!(at(held) == 10.0 && (at(free) - 12.0).abs() < 3e-3, "{}", at(free));
    assert_eq!(fastest(&world), 0.0);
    Ok(())
}

/// Two huge discs that overlap push a ball aside which lies between them and touches both.
#[test]
fn huge_discs_push_a_ball_aside_by_what_they_overlap() -> Result<(), Error> {
    let mut world = World::new(Config::weightless())?;
    world.add_ball(Ball::new(vec2(-99.0, 0.0), 100.0))?;
    world.add_ball(Ball::new(vec2(99.0, 0.0), 100.0))?;
    let ball = world.add_ball(Ball::new(vec2(199.5, 0.0), 0.5))?;
    for _ in 0..240 {
        world.step(DT);
        assert!(fastest(&world) < 1e-5, "{}", fastest(&world));
    }
    let at = world.position(ball).unwrap();
    assert!(at.distance(vec2(200.5, 0.0)) < 0.3, "{at}");
    Ok(())
}

/// Balls that are placed onto each other in a small box stay in it, with and without room for all.
#[test]
fn no_wall_is_passed() -> Result<(), Error> {
    let mut dice = Dice(11);
    for round in 0..200 {
        let config = if round % 2 == 0 { Config::default() } else { Config::weightless() };
        let config = Config { max_push_speed: [0.1, 0.01, 1.0, 100.0][round / 2 % 4], ..config };
        let mut world = World::new(config)?;
        let walls = world.add_body(Body::fixed())?;
        let corners = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)];
        for n in 0..4 {
            world.add_shape(walls, Shape::segment(corners[n], corners[(n + 1) % 4])?)?;
        }
        let blade = world.add_body(Body::kinematic().angular_velocity(dice.uniform(-3.0, 3.0) as f32))?;
        world.add_shape(blade, Shape::segment(vec2(-0.3, 0.0), vec2(0.3, 0.0))?)?;
        for _ in 0..dice.uniform(2.0, 25.0) as u32 {
            let r = dice.uniform(0.03, 0.2) as f32;
            // Some lie on a wall.
            let room = f64::from(0.99 - 0.8 * r);
            let at = vec2(dice.uniform(-room, room) as f32, dice.uniform(-room, room) as f32);
            world.add_ball(Ball::new(at, r))?;
        }
        for _ in 0..120 {
            world.step(DT);
            for (_, ball) in world.balls() {
                let far = ball.position.abs().max_element();
                assert!(far < 1.0, "round {round}: {}", ball.position);
            }
        }
        world.validate().expect("sound");
    }
    Ok(())
}

/// A ball that a game puts into a settled heap pushes it aside. None leaves it.
#[test]
fn a_heap_makes_room() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;
    let cup = world.add_body(Body::fixed())?;
    let material = Material::new(0.0, 0.3);
    let path = [vec2(-2.0, 4.0), vec2(-2.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 4.0)];
    for ends in path.windows(2) {
        world.add_shape(cup, Shape::segment(ends[0], ends[1])?.material(material))?;
    }
    let mut dice = Dice(3);
    for n in 0..60_u8 {
        let at = vec2(dice.uniform(-1.8, 1.8) as f32, 0.3 + 0.3 * f32::from(n));
        world.add_ball(Ball::new(at, 0.15).material(material))?;
    }
    for _ in 0..900 {
        world.step(DT);
    }
    for (n, at) in [vec2(0.0, 0.5), vec2(1.0, 0.3), vec2(-1.5, 0.2)].into_iter().enumerate() {
        world.add_ball(Ball::new(at, 0.3).material(material))?;
        assert!(world.step(DT).deepest_initial_overlap() > 0.1, "{n}");
        let mut fast = 0.0_f32;
        for _ in 0..300 {
            world.step(DT);
            fast = fast.max(fastest(&world));
        }
        // A ball falls by a radius or two on the way.
        assert!(fast < 2.5, "{n}: {fast}");
        assert!(
            fastest(&world) < 0.02 && deepest(&world) < 0.05,
            "{n}: {}, {}",
            fastest(&world),
            deepest(&world)
        );
    }
    Ok(())
}

/// A world and its copy from a snapshot stay the same in each step of a game that places, resizes and removes balls.
#[test]
fn overlaps_are_state() -> Result<(), Error> {
    games_and_their_copies(8)
}

/// More of these games.
#[test]
#[ignore = "long: `.ci/run tests` runs it, and `cargo test -- --ignored`"]
fn overlaps_are_state_in_many_games() -> Result<(), Error> {
    games_and_their_copies(60)
}

fn games_and_their_copies(rounds: u32) -> Result<(), Error> {
    let mut dice = Dice(5);
    for round in 0..rounds {
        let mut world = World::new(Config::default())?;
        let floor = world.add_body(Body::fixed())?;
        world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
        let mut balls = Vec::new();
        for _ in 0..12 {
            let at = vec2(dice.uniform(0.0, 1.0) as f32, dice.uniform(0.2, 1.0) as f32);
            balls.push(world.add_ball(Ball::new(at, 0.2))?);
        }
        world.add_link(Link::rod(LinkEnd::Ball(balls[0]), LinkEnd::Ball(balls[1]), 0.5))?;
        for step in 0..60 {
            match dice.uniform(0.0, 12.0) as u32 {
                0 => {
                    let near = world.position(balls[4]).expect("it is never removed");
                    world.teleport(balls[3], near + vec2(0.05, 0.0))?;
                }
                1 => world.set_radius(balls[5], dice.uniform(0.1, 0.4) as f32)?,
                2 if balls.len() > 8 => world.remove_body(balls.remove(7))?,
                3 => balls.push(world.add_ball(Ball::new(vec2(0.5, 0.5), 0.2))?),
                _ => {}
            }
            let mut copy = World::from_snapshot(&world.snapshot())?;
            world.step(DT);
            copy.step(DT);
            assert_eq!(world.state_hash(), copy.state_hash(), "round {round}, step {step}");
            world.validate().expect("sound");
        }
    }
    Ok(())
}
