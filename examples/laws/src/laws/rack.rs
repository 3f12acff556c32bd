//! The break: a ball runs straight into a symmetric rack of fifteen.

use carom::glam::{DVec2, vec2};
use carom::{Ball, Material};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

const RADIUS: f64 = 0.5;

pub(super) fn run(_: Effort) -> Vec<Case> {
    [1.0, 0.95].into_iter().flat_map(break_rack).collect()
}

fn break_rack(restitution: f32) -> Vec<Case> {
    let (mut watch, mut energy, mut mirror, mut momentum) = (Watch::default(), 1.0_f64, 0.0_f64, 0.0_f64);
    let speeds = [1.0, 5.0, 10.0, 30.0];
    for speed in speeds {
        let mut world = scene::weightless();
        let stuff = Material::new(restitution, 0.0);
        let mut add = |x: f64, y: f64, v: f64| {
            let ball = Ball::new(DVec2::new(x, y).as_vec2(), RADIUS as f32).velocity(vec2(0.0, v as f32));
            scene::ball(&mut world, ball.mass(1.0).material(stuff))
        };
        // Pairs of mirror images; x and -x are stored alike.
        let mut pairs = vec![{
            let cue = add(0.0, -3.0, speed);
            (cue, cue)
        }];
        for row in 0..5 {
            let y = 3.0_f64.sqrt() * RADIUS * f64::from(row);
            for k in 0..=row / 2 {
                let x = RADIUS * f64::from(row - 2 * k);
                let right = add(x, y, 0.0);
                pairs.push((right, if x > 0.0 { add(-x, y, 0.0) } else { right }));
            }
        }
        let before = (scene::kinetic(&world), scene::momentum(&world));
        watch.steps(&mut world, (60.0 * 6.0 / speed) as usize);
        let kept = scene::kinetic(&world) / before.0;
        if (kept - 1.0).abs() > (energy - 1.0).abs() {
            energy = kept;
        }
        momentum = momentum.max(scene::momentum(&world).distance(before.1) / before.1.length());
        for &(a, b) in &pairs {
            let (a, b) = (scene::velocity(&world, a), scene::velocity(&world, b));
            mirror = mirror.max((a - DVec2::new(-b.x, b.y)).length() / speed);
        }
    }
    let trials = speeds.len() as u64;
    let kept = if restitution < 1.0 {
        // Lost, never gained.
        Figure::error((energy - 1.0).max(0.0), 1e-4)
    } else {
        Figure::relative(1.0, energy, 1e-4)
    };
    vec![
        Case::new(format!("e = {restitution}: energy"), trials, &watch, kept),
        Case::new(
            format!("e = {restitution}: mirror error / v"),
            trials,
            &watch,
            Figure::error(mirror, 1e-3),
        ),
        Case::new(format!("e = {restitution}: momentum"), trials, &watch, Figure::error(momentum, 1e-6)),
    ]
}
