//! Snapshots from strangers: damaged, forged, or no snapshots at all.

use std::sync::OnceLock;

use carom::glam::Vec2;
use carom::prelude::*;
use carom::{Joint, Motor};

use super::source::Source;
use crate::dice::Dice;

/// Restores a good snapshot that the bytes have damaged, with a valid checksum so that its contents are checked.
///
/// # Panics
/// Where a refused snapshot changed something, or one that was taken does not hold a sound world.
pub fn blobs(data: &[u8]) {
    static ORIGINS: OnceLock<Vec<World>> = OnceLock::new();
    let origins = ORIGINS.get_or_init(|| (0..4).filter_map(|seed| busy(seed).ok()).collect());
    let mut source = Source(data);
    let Some(origin) = origins.get(usize::from(source.byte()) % origins.len().max(1)) else { return };
    let mut world = origin.clone();
    let good = world.snapshot();
    assert!(world.restore(data).is_err() && world.snapshot() == good, "no snapshot at all was taken");

    let mut bad = good.clone();
    for _ in 0..=source.byte() % 6 {
        let at = (source.word() as usize) % bad.len();
        let end = (at + 8).min(bad.len());
        match source.byte() % 6 {
            0 => bad[at] ^= 1 << (source.byte() % 8),
            1 => bad[at] = source.byte(),
            2 => bad[at..end].copy_from_slice(&f64::from(source.number(-1e9, 1e9)).to_le_bytes()[..end - at]),
            3 => {
                let end = (at + 4).min(bad.len());
                bad[at..end].copy_from_slice(&source.number(-1e9, 1e9).to_le_bytes()[..end - at]);
            }
            4 => drop(bad.drain(at..(at + 1 + usize::from(source.byte() % 16)).min(bad.len()))),
            _ => {
                // Words from another place, so that ids and counts are mixed up.
                let from = (source.word() as usize) % (bad.len() - (end - at));
                bad.copy_within(from..from + (end - at), at);
            }
        }
        if bad.len() < 32 {
            return;
        }
    }
    seal(&mut bad);
    if world.restore(&bad).is_err() {
        assert!(world.snapshot() == good, "a refused snapshot changed the world");
        return;
    }
    sound(&world);
    let again = World::from_snapshot(&world.snapshot());
    assert!(again.is_ok_and(|again| again.state_hash() == world.state_hash()), "it can't be read twice");
    // The content is valid, and may take for ever to run.
    let patient = Config { max_work: 500, ..*world.config() };
    if world.set_config(patient).is_ok() {
        for _ in 0..3 {
            world.step(1.0 / 60.0);
        }
        sound(&world);
    }
}

fn sound(world: &World) {
    if let Err(fault) = world.validate() {
        panic!("the world is not sound: {fault}, {:?}", world.events().dropped());
    }
    for (id, ball) in world.balls() {
        assert!(ball.position.is_finite() && ball.velocity.is_finite(), "{id:?} is not finite: {ball:?}");
    }
}

/// The checksum of the layout.
fn seal(bytes: &mut [u8]) {
    let Some(end) = bytes.len().checked_sub(8) else { return };
    let mut sum = end as u64;
    let (words, rest) = bytes[..end].as_chunks::<8>();
    for word in words.iter().map(|w| u64::from_le_bytes(*w)).chain(rest.iter().map(|b| u64::from(*b))) {
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 32;
    }
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

/// A small world in which all kinds of things are: for every seed another.
fn busy(seed: u64) -> Result<World, Error> {
    let mut dice = Dice(seed);
    let mut world = World::new(Config::default())?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)].map(Vec2::from);
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
    world.add_shape(walls, Shape::arc(Vec2::new(0.0, -1.0), 0.8, 3.3, 2.5)?)?;
    world.add_shape(walls, Shape::half_plane(Vec2::new(0.0, -1.9), Vec2::new(0.1, 1.0))?)?;
    let cross = world.add_body(Body::kinematic().angular_velocity(2.0))?;
    world.add_shape(cross, Shape::capsule(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.05)?)?;
    if seed % 2 == 1 {
        let bat = Joint::hinge(Vec2::new(-1.0, -1.0), 0.1).limits(-0.5, 0.5).motor(Motor::Force(1.0));
        let bat = world.add_joint(bat)?;
        world.add_shape(bat, Shape::capsule(Vec2::ZERO, Vec2::new(0.6, 0.0), 0.05)?)?;
        world.add_joint(Joint::slider(Vec2::new(1.5, 0.0), Vec2::Y, 1.0, [-0.2, 0.2]).spring(9.0, 0.0))?;
    }
    let mut last = None;
    for n in 0..5 + 4 * seed {
        let ball = Ball::new(dice.point(1.7), dice.within(0.05, 0.2)).velocity(dice.point(3.0));
        let ball = ball.material(Material::new(dice.within(0.0, 0.9), 0.3 * (n % 3) as f32)).user_data(n);
        last = Some(world.add_ball(ball)?);
    }
    for _ in 0..40 + 30 * seed {
        world.step(1.0 / 60.0);
    }
    if let Some(ball) = last {
        world.remove_body(ball)?;
    }
    Ok(world)
}
