//! What overlaps when it is made, or when a game moves or grows it, parts gently and keeps no speed.

mod common;

use carom_world::{Ball, Body, Config, Error, Material, Shape, World};
use common::Dice;
use glam::{Vec2, vec2};

/// Sizes and lengths of a step, seconds.
const WORLDS: [(f32, f32); 5] =
    [(1e-3, 1.0 / 60.0), (0.5, 1.0 / 30.0), (0.5, 1.0 / 240.0), (9.0, 1.0 / 60.0), (1e3, 1.0 / 1000.0)];

fn fastest(world: &World) -> f32 {
    world.balls().fold(0.0_f32, |fastest, (_, ball)| fastest.max(ball.velocity.length()))
}

/// The deepest overlap of any two balls, radii of the smaller.
fn deepest(world: &World) -> f32 {
    let balls: Vec<_> = world.balls().map(|(_, ball)| (ball.position, ball.radius)).collect();
    let pairs = balls.iter().enumerate().flat_map(|(n, a)| balls[n + 1..].iter().map(move |b| (a, b)));
    pairs.fold(0.0, |deepest, ((p, r), (q, s))| deepest.max((r + s - (*p - *q).length()) / r.min(*s)))
}

/// Three balls in a row that overlapped by a hundredth flew on for ever, at a quarter of a radius a second; twenty, by
/// half, at thirty.
#[test]
fn balls_in_a_row_part_and_stay() -> Result<(), Error> {
    for (r, dt) in WORLDS {
        for restitution in [0.0, 0.5, 1.0] {
            for (count, overlap) in
                [(2, 0.01), (3, 0.002), (3, 0.01), (4, 0.05), (5, 0.5), (10, 0.01), (20, 0.05)]
            {
                let mut world = World::new(Config::weightless())?;
                for n in 0_u8..count {
                    let mass = if n % 3 == 1 { 4.0 } else { 1.0 };
                    let at = vec2(2.0 * r * (1.0 - overlap) * f32::from(n), 0.0);
                    let material = Material::new(restitution, 0.2);
                    world.add_ball(Ball::new(at, r).mass(mass).material(material))?;
                }
                let case =
                    format!("{count} balls of {r}, overlap {overlap}, dt {dt}, restitution {restitution}");
                let mut steps = 0;
                while steps < 120 || deepest(&world) > 0.02 && steps < 1200 {
                    world.step(dt);
                    steps += 1;
                    assert!(fastest(&world) <= 1e-4 * r / dt, "{case}: {} units/s", fastest(&world));
                }
                assert!(steps < 1200, "{case}: still {} deep", deepest(&world));
            }
        }
    }
    Ok(())
}

/// Fifty balls in one place came apart at seventy radii a second.
#[test]
fn balls_in_one_place_come_apart_at_the_speed_of_pushes() -> Result<(), Error> {
    for (r, dt) in WORLDS {
        for count in [5_u8, 20, 50] {
            let mut world = World::new(Config::weightless())?;
            for _ in 0..count {
                world.add_ball(Ball::new(vec2(r, r), r))?;
            }
            world.step(dt);
            assert_eq!(world.profile().deepest_overlap, 2.0, "{count} balls of {r}");
            for _ in 0..120 {
                world.step(dt);
                assert!(fastest(&world) <= 1e-4 * r / dt, "{count} of {r}, dt {dt}: {}", fastest(&world));
            }
        }
    }
    Ok(())
}

/// A rack that was drawn a pixel too tight opened by itself: one ball of fifteen ended 78 pixels from its place.
#[test]
fn a_rack_that_is_drawn_too_tight_stays() -> Result<(), Error> {
    let r = 9.0;
    for rate in [30.0, 60.0, 240.0] {
        for (rows, apart) in [(2_u8, 16.66), (3, 16.66), (5, 16.66), (5, 17.9)] {
            let mut world = World::new(Config::weightless())?;
            let mut places = Vec::new();
            for i in 0..rows {
                for j in 0..=i {
                    let across = f32::from(j) - 0.5 * f32::from(i);
                    let at = apart * vec2(0.866_025_4 * f32::from(i), across);
                    places.push((world.add_ball(Ball::new(at, r))?, at));
                }
            }
            for _ in 0..(4.0 * rate) as u32 {
                world.step(1.0 / rate);
            }
            let moved = places
                .iter()
                .map(|(id, at)| world.position(*id).map_or(f32::NAN, |now| (now - *at).length()));
            let furthest = moved.fold(0.0, f32::max);
            let most = 1.2 * (2.0 * r - apart) * f32::from(rows - 1) / 2.0;
            assert!(furthest < most, "{rows} rows {apart} apart, {rate} Hz: {furthest} px of {most}");
        }
    }
    Ok(())
}

/// Momentum stays what it is to rounding, and what flies by is not held up.
#[test]
fn parting_gives_and_takes_no_momentum() -> Result<(), Error> {
    for seed in 0..40 {
        let mut dice = Dice(seed);
        let mut world = World::new(Config::weightless())?;
        let mut momentum = Vec2::ZERO;
        for _ in 0..12 {
            let (at, velocity) =
                (vec2(dice.within(-1.0, 1.0), dice.within(-1.0, 1.0)), vec2(dice.within(-1.0, 1.0), 0.5));
            let (r, mass) = (dice.within(0.2, 0.6), dice.within(0.5, 4.0));
            momentum += mass * velocity;
            world.add_ball(Ball::new(at, r).mass(mass).velocity(velocity))?;
        }
        let energy = |world: &World| -> f32 {
            world.balls().map(|(_, ball)| 0.5 * ball.mass * ball.velocity.length_squared()).sum()
        };
        let before = energy(&world);
        for _ in 0..120 {
            world.step(1.0 / 60.0);
        }
        let after: Vec2 = world.balls().map(|(_, ball)| ball.mass * ball.velocity).sum();
        assert!((after - momentum).length() < 1e-4, "seed {seed}: {momentum} became {after}");
        assert!(energy(&world) < 1.001 * before, "seed {seed}: {before} became {}", energy(&world));
    }
    Ok(())
}

/// A fountain: balls that are made in one place, one every so many steps, were thrown to 27 units from a hand at 2. Where
/// all are made exactly one above the other, they grew a tower.
#[test]
fn a_fountain_throws_nothing() -> Result<(), Error> {
    let fountains =
        [(60.0, 2, 0.0), (60.0, 4, 0.0), (60.0, 8, 0.0), (60.0, 4, 0.01), (240.0, 16, 0.01), (30.0, 2, 0.0)];
    for (rate, every, aside) in fountains {
        let mut world = World::new(Config::default())?;
        let floor = world.add_body(Body::fixed())?;
        world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
        let mut dice = Dice(1);
        for step in 0..(4.0 * rate) as u32 {
            if step % every == 0 && step < 2 * rate as u32 {
                world.add_ball(Ball::new(vec2(aside * dice.within(-1.0, 1.0), 2.0), 0.2))?;
            }
            world.step(1.0 / rate);
            let highest = world.balls().fold(0.0_f32, |high, (_, ball)| high.max(ball.position.y));
            assert!(highest < 2.8, "every {every} at {rate} Hz, step {step}: at {highest}");
            let fast = fastest(&world);
            assert!(fast < 6.3 + 1.2, "every {every} at {rate} Hz, step {step}: {fast} units/s");
        }
    }
    Ok(())
}

/// Two huge light discs, drawn so that they touch the ball from both sides, flew off by thousands of pixels.
#[test]
fn huge_discs_push_a_ball_aside_by_what_they_overlap() -> Result<(), Error> {
    for (above, below) in [(13.0, 0.0), (13.0, 13.0), (0.0, 5.0)] {
        let mut world = World::new(Config::weightless())?;
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 10.0).mass(1.0))?;
        let far = 1e5;
        for y in [far + 10.0 - above, below - far - 10.0] {
            world.add_ball(Ball::new(vec2(0.0, y), far).mass(1.0 / 80.0))?;
        }
        for _ in 0..240 {
            world.step(1.0 / 60.0);
            assert!(fastest(&world) < 0.1, "{above} and {below} deep: {} px/s", fastest(&world));
        }
        let moved = world.position(ball).map_or(f32::NAN, Vec2::length);
        assert!(moved < 13.0, "{above} and {below} deep: the ball moved by {moved}");
        for (_, disc) in world.balls().filter(|(id, _)| *id != ball) {
            let way = (disc.position.length() - far - 10.0).abs();
            assert!(way < 27.0, "{above} and {below} deep: a disc ended {way} px from touching");
        }
    }
    Ok(())
}
