//! Scenes brought to a state that lasts, so that one step costs as much as the next.

use carom::prelude::*;
use rand::RngExt;
use rand::seq::SliceRandom;
use scenes::{Options, Scene, galton, gas, large_static, pile, pinball};

/// Length of every step, seconds.
pub const DT: f32 = 1.0 / 60.0;

/// Speed, metres per second as a root mean square, below which a pile of 0.5 m balls counts as settled: in
/// a step they move by less than a hundredth of their radius.
pub const SETTLED: f64 = 0.2;

/// Longest time that a pile is given to settle, seconds. The top of 100 000 balls falls for five of them.
const PATIENCE: f32 = 20.0;

/// A pile of `n` balls at rest.
///
/// # Errors
/// An error of the scene.
pub fn pile_settled(n: usize) -> Result<World, Error> {
    let mut world = pile_falling(n)?;
    let mut left = PATIENCE;
    while left > 0.0 && rms_speed(&world) > SETTLED {
        run(&mut world, 10);
        left -= 10.0 * DT;
    }
    Ok(world)
}

/// A pile of `n` balls half a second after their release, the lowest of which have landed.
///
/// # Errors
/// An error of the scene.
pub fn pile_falling(n: usize) -> Result<World, Error> {
    pile_after(n, 30)
}

/// A pile of `n` balls this many steps after their release.
///
/// # Errors
/// An error of the scene.
pub fn pile_after(n: usize, steps: u32) -> Result<World, Error> {
    after(pile::build(&Options::default().balls(n))?, steps)
}

/// `n` balls of eleven sizes, 0.25 m to 1.25 m, this many steps after their release into a jar 12 m wide, with the
/// default material.
///
/// # Errors
/// An error of the world.
pub fn suika_after(n: usize, steps: u32) -> Result<World, Error> {
    const HALF: f32 = 6.0;
    const SPACING: f32 = 2.8;
    let mut world = World::new(Config::default())?;
    let jar = world.add_body(Body::fixed())?;
    let top = SPACING * (n as f32 + 8.0);
    let walls = [vec2(-HALF, top), vec2(-HALF, 0.0), vec2(HALF, 0.0), vec2(HALF, top)];
    world.add_shape(jar, Shape::chain(&Chain::polyline(&walls))?)?;
    let chance = &mut crate::chance(9);
    for k in 0..n {
        let place = vec2((k % 4) as f32, (k / 4) as f32) * SPACING + vec2(-0.7 * HALF, 1.5);
        let jitter = vec2(chance.random_range(-0.02..0.02), chance.random_range(-0.02..0.02));
        let radius = 0.25 + 0.1 * chance.random_range(0..11_u8) as f32;
        world.add_ball(Ball::new(place + jitter, radius))?;
    }
    run(&mut world, steps);
    Ok(world)
}

/// A gas of `n` balls that has forgotten the lattice it started from.
///
/// # Errors
/// An error of the scene.
pub fn gas(n: usize) -> Result<World, Error> {
    after(gas::build(&Options::default().balls(n))?, 60)
}

/// A level of 10 000 segments on which `n` balls roll.
///
/// # Errors
/// An error of the scene.
pub fn large_static(n: usize) -> Result<World, Error> {
    after(large_static::build(&Options::default().balls(n))?, 90)
}

/// A Galton board that has let in the last of `n` balls but for two seconds' worth: the others lie in the bins or
/// fall.
///
/// # Errors
/// An error of the scene.
pub fn galton(n: usize) -> Result<World, Error> {
    // A heap under the mouth jams the board with some seeds, so steps are counted and not balls.
    const STEPS_A_BALL: usize = 10;
    let mut scene = galton::build(&Options::default().balls(n).seed(1))?;
    for _ in 0..STEPS_A_BALL * n.saturating_sub(14).max(n / 2) {
        scene.step(DT)?;
    }
    Ok(scene.world)
}

/// A pinball table with `n` balls, five seconds into the game. The player belongs to it.
///
/// # Errors
/// An error of the scene.
pub fn pinball(n: usize) -> Result<Scene, Error> {
    let mut scene = pinball::build(&Options::default().balls(n))?;
    for _ in 0..300 {
        scene.step(DT)?;
    }
    Ok(scene)
}

/// Balls in the hall of [`movers`].
pub const BALLS_AMONG_MOVERS: usize = 100;

/// A hall of 40 m in which 100 balls bounce about among `n` blades, which turn about their middles on a
/// square lattice.
///
/// # Errors
/// An error of the world.
pub fn movers(n: usize) -> Result<World, Error> {
    const HALL: f32 = 40.0;
    let mut world = World::new(Config { gravity: Vec2::ZERO, ..Config::default() })?;
    let stuff = Material::new(0.8, 0.2);
    let hall = world.add_body(Body::fixed())?;
    let corners = [vec2(0.0, 0.0), vec2(HALL, 0.0), vec2(HALL, HALL), vec2(0.0, HALL), vec2(0.0, 0.0)];
    world.add_shape(hall, Shape::chain(&Chain::polyline(&corners))?.material(stuff))?;
    // One lattice for any number, of which each blade takes a place and each ball the middle of a cell.
    let side = ((n as f32).sqrt().ceil() as usize).max(10);
    let pitch = HALL / (side + 1) as f32;
    let mut places: Vec<(usize, usize)> = (0..side * side).map(|k| (k % side, k / side)).collect();
    let chance = &mut crate::chance(7);
    places.shuffle(chance);
    let at = |(i, j): (usize, usize), shift: f32| vec2(i as f32 + shift, j as f32 + shift) * pitch;
    for (k, place) in places.iter().take(n).enumerate() {
        let spin = if k % 2 == 0 { 3.0 } else { -3.0 };
        let blade = world.add_body(Body::kinematic().position(at(*place, 1.0)).angular_velocity(spin))?;
        let half = vec2(0.3, 0.0);
        world.add_shape(blade, Shape::capsule(-half, half, 0.05)?.material(stuff))?;
    }
    places.shuffle(chance);
    for (k, place) in places.iter().take(BALLS_AMONG_MOVERS).enumerate() {
        let velocity = 5.0 * if k % 2 == 0 { vec2(1.0, 0.7) } else { vec2(-0.4, 1.0) };
        world.add_ball(Ball::new(at(*place, 0.5), 0.1).velocity(velocity).material(stuff))?;
    }
    run(&mut world, 60);
    Ok(world)
}

/// The root mean square of the balls' speeds, metres per second.
#[must_use]
pub fn rms_speed(world: &World) -> f64 {
    let sum: f64 = world.balls().map(|(_, ball)| f64::from(ball.velocity.length_squared())).sum();
    (sum / world.ball_count().max(1) as f64).sqrt()
}

fn after(scene: Scene, steps: u32) -> Result<World, Error> {
    let mut world = scene.world;
    run(&mut world, steps);
    Ok(world)
}

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        world.step(DT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_states_are_what_they_are_called() {
        let settled = pile_settled(60).unwrap();
        assert!(rms_speed(&settled) <= SETTLED, "settled at {} m/s", rms_speed(&settled));
        let falling = pile_falling(60).unwrap();
        assert!(rms_speed(&falling) > 5.0 * SETTLED, "falling at {} m/s", rms_speed(&falling));
        assert_eq!(galton(40).unwrap().ball_count(), 26);
        let mixed = movers(30).unwrap();
        assert_eq!(mixed.ball_count(), BALLS_AMONG_MOVERS);
        assert!(!mixed.events().dropped().any(), "{:?}", mixed.events().dropped());
        assert_eq!(pinball(4).unwrap().world.ball_count(), 4);
    }
}
