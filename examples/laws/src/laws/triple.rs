//! Equal elastic balls on a line change their velocities, whichever meet at one instant.
//!
//! In every impact of two the speeds are exchanged, so that those of the row are the same numbers for ever; after
//! the last impact they stand in order. Three balls that meet at one instant move as if they met one after the
//! other.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, BodyId, Material};

use crate::dice::Dice;
use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Diameter of a ball where places and speeds are reported.
const WIDE: f64 = 0.5;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = vec![named()];
    let trials = effort.pick(120, 2000, 200_000);
    for rate in [30.0, 60.0, 240.0, 1000.0] {
        let few = if rate > 100.0 { trials / 10 } else { trials };
        cases.push(rows("on a grid", true, few, rate));
        cases.push(rows("at random", false, few, rate));
    }
    cases
}

/// Rows of which three or more meet at one instant.
fn named() -> Case {
    let rows: [(&[f64], &[f64]); 12] = [
        (&[-1.5, 0.0, 1.5], &[2.0, 0.0, -2.0]),
        (&[-1.5, 0.0, 1.0], &[2.0, 0.0, -1.0]),
        (&[-2.0, 0.0, 1.0], &[3.0, 0.0, -1.0]),
        (&[-1.5, 0.0, 1.5], &[2.0, 0.0, -2.000_001]),
        (&[-1.5, 0.0, 1.5], &[2.0, 0.0, -2.001]),
        (&[-1.5, 0.0, 1.000_001], &[2.0, 0.0, -1.0]),
        (&[-1.5, 0.0, 0.5], &[2.0, 0.0, 0.0]),
        (&[-1.5, 0.0, 0.5], &[2.0, 0.0, -1.0]),
        (&[-1.5, 0.0, 0.5, 1.0, 1.5], &[2.0, 0.0, 0.0, 0.0, -1.0]),
        (&[-1.5, 0.0, 0.5, 2.0], &[2.0, 0.0, 0.0, -2.0]),
        (&[-1.5, 0.0, 0.5, 1.5], &[2.0, 0.0, 0.0, -1.0]),
        (&[-2.0, -1.5, 0.0, 1.5, 2.0], &[2.0, 2.0, 0.0, -2.0, -2.0]),
    ];
    let (mut watch, mut worst) = (Watch::default(), Worst::default());
    for (xs, vs) in rows {
        for scale in [1.0, 0.02, 30.0] {
            for rate in [30.0, 60.0, 240.0] {
                let row = Row { xs, vs, scale, rate };
                worst.add(row.off(&mut watch), || {
                    format!("places {xs:?}, speeds {vs:?}, times {scale}, dt 1/{rate}")
                });
            }
        }
    }
    worst.case("three and more at one instant: speeds", &watch, 1e-5)
}

/// Rows of six.
fn rows(name: &str, grid: bool, trials: u64, rate: f64) -> Case {
    let (mut watch, mut worst) = (Watch::default(), Worst::default());
    for trial in 0..trials {
        let mut dice = Dice::new("triple", trial);
        let mut x = -2.0;
        let mut xs = [0.0; 6];
        let mut vs = [0.0; 6];
        for (place, speed) in xs.iter_mut().zip(&mut vs) {
            let gap = dice.uniform(0.0, 16.0);
            x += WIDE + if grid { gap.floor() / 64.0 } else { gap / 80.0 };
            *place = x;
            let v = dice.uniform(-4.5, 4.5);
            *speed = if grid { v.round() } else { v };
        }
        let row = Row { xs: &xs, vs: &vs, scale: 1.0, rate };
        worst.add(row.off(&mut watch), || format!("seed {trial}, places {xs:?}, speeds {vs:?}"));
    }
    worst.case(&format!("rows of six {name}, dt 1/{rate}: speeds"), &watch, 1e-5)
}

struct Row<'a> {
    xs: &'a [f64],
    vs: &'a [f64],
    scale: f64,
    rate: f64,
}

impl Row<'_> {
    /// The largest error of a speed, as a share of the unit.
    fn off(&self, watch: &mut Watch) -> f64 {
        let mut world = scene::weightless();
        let stuff = Material::new(1.0, 0.0);
        let along = DVec2::X;
        let at = |x: f64| -> Vec2 { (along * (x * self.scale)).as_vec2() };
        let add = |(x, v): (&f64, &f64)| {
            let ball = Ball::new(at(*x), (0.5 * WIDE * self.scale) as f32).velocity(at(*v)).mass(1.0);
            scene::ball(&mut world, ball.material(stuff))
        };
        let balls: Vec<BodyId> = self.xs.iter().zip(self.vs).map(add).collect();
        // All have met by then, but for those whose speeds differ by next to nothing.
        for _ in 0..(6.0 * self.rate) as usize {
            watch.step_of(&mut world, (1.0 / self.rate) as f32);
        }
        let mut exact = self.vs.to_vec();
        exact.sort_by(f64::total_cmp);
        // As a set: some may not have met yet.
        let speed = |id: &BodyId| -> f64 {
            let v: DVec2 = scene::velocity(&world, *id);
            v.dot(along) / self.scale
        };
        let mut speeds: Vec<f64> = balls.iter().map(speed).collect();
        speeds.sort_by(f64::total_cmp);
        speeds.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }
}
