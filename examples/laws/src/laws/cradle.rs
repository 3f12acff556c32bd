//! Balls in a row, hit by some: as many leave at the other end, at the same speed.
//!
//! Equal elastic balls in a line swap their velocities when they meet (Huygens, *De motu corporum ex percussione*
//! (1703), prop. I); touching balls are the limit of small gaps.

use carom::glam::vec2;
use carom::{Ball, Material};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

const RADIUS: f32 = 0.5;

pub(super) fn run(_: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, gap) in [("touching", 0.0), ("1 mm apart", 0.001), ("3 cm apart", 0.03)] {
        for hitting in 1..=3 {
            cases.push(cradle(&format!("5 discs {name}, hit by {hitting}"), 5, hitting, gap));
        }
    }
    cases.push(cradle("20 discs touching, hit by 1", 20, 1, 0.0));
    cases
}

fn cradle(name: &str, count: usize, hitting: usize, gap: f32) -> Case {
    let (mut watch, mut worst, speeds) = (Watch::default(), 0.0_f64, [0.5, 3.0, 7.0, 30.0]);
    for speed in speeds {
        let mut world = scene::weightless();
        let ids: Vec<_> = (0..count)
            .map(|i| {
                let moves = i < hitting;
                let x = i as f32 * (2.0 * RADIUS + gap) - if moves { 0.6 } else { 0.0 };
                let ball = Ball::new(vec2(x, 0.0), RADIUS).material(Material::elastic());
                let v = if moves { speed } else { 0.0 };
                scene::ball(&mut world, ball.velocity(vec2(v, 0.0)))
            })
            .collect();
        let steps = 60.0 * (0.7 + f64::from(gap) * count as f64) / f64::from(speed) + 2.0;
        watch.steps(&mut world, steps as usize);
        for (i, &id) in ids.iter().enumerate() {
            let exact = if i >= count - hitting { f64::from(speed) } else { 0.0 };
            worst = worst.max(
                (scene::velocity(&world, id) - exact * carom::glam::DVec2::X).length() / f64::from(speed),
            );
        }
    }
    Case::new(name, speeds.len() as u64, &watch, Figure::error(worst, 1e-4))
}
