//! Bodies that meet: how many pass through each other, at which speed, for each engine and setting.

use std::fmt::Write;

use carom::glam::{Vec2, vec2};

use crate::engine::{Kind, Settings};
use crate::scene::{Blade, Disc, Scene};

/// Speeds of each body, length units a second.
const SPEEDS: [f32; 4] = [5.0, 20.0, 50.0, 200.0];
/// Cases of each kind, with other phases of a step.
const CASES: usize = 500;
const RADIUS: f32 = 0.1;
/// Half the thickness of a capsule.
const HALF: f32 = 0.05;
const DT: f32 = 1.0 / 60.0;
/// Room between the cases.
const ROOM: f32 = 4.0;
/// Steps until bodies meet, with a step to spare.
const APPROACH: f32 = 2.0;
const STEPS: usize = 30;

/// How far a case is from where it would meet at the end of a step.
fn phase(case: usize, speed: f32) -> f32 {
    (case as f32 + 0.5) / CASES as f32 * speed * DT
}

fn height(case: usize) -> f32 {
    ROOM * case as f32
}

/// Pairs of balls that fly at each other.
fn head_on(speed: f32) -> Scene {
    let mut scene = Scene { fastest: speed, in_pairs: true, ..Scene::weightless("head-on", DT) };
    for case in 0..CASES {
        let (y, away) = (height(case), APPROACH * speed * DT);
        let left = vec2(-away - phase(case, speed), y);
        for (place, velocity) in [(left, speed), (vec2(away, y), -speed)] {
            scene.discs.push(Disc { place, velocity: velocity * Vec2::X, radius: RADIUS });
        }
    }
    scene
}

/// Balls at rest, and a capsule for each that overtakes it.
fn overtaken(speed: f32) -> Scene {
    let mut scene = Scene { fastest: speed, ..Scene::weightless("overtaken", DT) };
    for case in 0..CASES {
        let y = height(case);
        let pivot = vec2(-APPROACH * speed * DT - phase(case, speed), y - 0.5);
        scene.discs.push(Disc { place: vec2(0.0, y), velocity: Vec2::ZERO, radius: RADIUS });
        scene.blades.push(Blade { pivot, tip: pivot + Vec2::Y, radius: HALF, spin: 0.0 });
    }
    scene
}

/// How many of all cases passed.
fn passed(kind: Kind, scene: &Scene, speed: f32) -> usize {
    let settings = Settings { threads: 1, sleep: false, profiled: false };
    let mut engine = kind.build(scene, settings);
    (0..scene.blades.len()).for_each(|blade| engine.push(blade, speed * Vec2::X));
    (0..STEPS).for_each(|_| engine.step());
    let way = speed * DT * STEPS as f32;
    (0..CASES)
        .filter(|&case| match scene.blades.get(case) {
            Some(blade) => engine.state(case).place.x < blade.pivot.x + way - HALF,
            None => engine.state(2 * case).place.x > engine.state(2 * case + 1).place.x,
        })
        .count()
}

/// The table, in Markdown.
pub fn table() -> String {
    let mut text = format!("| of {CASES}, at units/s | speed |");
    Kind::ALL.iter().for_each(|kind| text += &format!(" {} |", kind.name()));
    text += "\n|---|---|";
    Kind::ALL.iter().for_each(|_| text += "---|");
    let head_on: fn(f32) -> Scene = head_on;
    for (name, of) in [("two balls head-on", head_on), ("a ball that a capsule overtakes", overtaken)] {
        for speed in SPEEDS {
            let scene = of(speed);
            let counts = Kind::ALL.map(|kind| format!("{}", passed(kind, &scene, speed)));
            // Writing into a string does not fail.
            _ = write!(text, "\n| {name} | {speed} | {} |", counts.join(" | "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_passes_in_carom() {
        for speed in SPEEDS {
            for scene in [head_on(speed), overtaken(speed)] {
                assert_eq!(passed(Kind::Carom, &scene, speed), 0, "{}, {speed}", scene.name);
            }
        }
    }
}
