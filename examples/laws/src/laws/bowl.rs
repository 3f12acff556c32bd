//! A ball in a round bowl is a pendulum: one exact arc, nothing that drives it.
//!
//! Its middle runs on a circle of radius `l = R - r`. Sliding, it is a pendulum of this length; rolling without
//! slip its energy of motion is `(1 + k) m v^2 / 2` with the inertia `k m r^2`, and so it is one of length `(1 + k)
//! l`. The period of any amplitude is in [`crate::reference::pendulum`]. Released at less than 90 degrees it
//! presses everywhere.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, BodyId, Material, World};

use crate::law::{Case, Effort};
use crate::reference::pendulum;
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

const RADII: [f64; 5] = [0.01, 0.0675, 0.1, 0.2, 0.3];
const DEGREES: [f64; 5] = [85.0, 10.0, 30.0, 60.0, 75.0];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Slides,
    Disc,
    Sphere,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Slides => "sliding",
            Self::Disc => "rolling disc",
            Self::Sphere => "rolling sphere",
        }
    }

    const fn inertia(self) -> f64 {
        match self {
            Self::Slides => 0.0,
            Self::Disc => 0.5,
            Self::Sphere => 0.4,
        }
    }
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let sizes: &[f64] = effort.pick(&[2.0], &[2.0, 0.2, 20.0], &[2.0, 0.2, 0.5, 20.0, 500.0]);
    let radii: &[f64] = effort.pick(&RADII[1..2], &RADII, &RADII);
    let degrees: &[f64] = effort.pick(&DEGREES[..2], &DEGREES, &DEGREES);
    // Periods of the longest swing, about.
    let swings = effort.pick(8.0, 15.0, 100.0);
    let mut cases = Vec::new();
    for kind in [Kind::Slides, Kind::Disc, Kind::Sphere] {
        for rate in [30.0, 60.0, 240.0, 1000.0] {
            let mut watch = Watch::default();
            let [mut energy, mut period, mut off] = core::array::from_fn(|_| Worst::default());
            for &big in sizes {
                for &share in radii {
                    for &degrees in degrees {
                        let bowl = Bowl { big, r: share * big, degrees, kind };
                        let at = || format!("R {big}, r {}, from {degrees} degrees", bowl.r);
                        // The larger, the slower: the same number of swings, and of at most ten minutes.
                        let seconds = (swings * 2.84 * libm::sqrt(big / 2.0)).min(600.0);
                        let errors = bowl.swing(&mut watch, rate, seconds);
                        energy.add(errors[0], at);
                        period.add(errors[1], at);
                        off.add(errors[2], at);
                    }
                }
            }
            let name = format!("{}, dt 1/{rate}", kind.name());
            cases.push(energy.case(&format!("{name}: energy"), &watch, 1e-3));
            cases.push(period.case(&format!("{name}: period"), &watch, 1e-3));
            cases.push(off.case(&format!("{name}: distance from the arc / r"), &watch, 0.01));
        }
    }
    if effort > Effort::Test {
        cases.extend(minutes());
    }
    cases
}

/// Ten minutes of a few.
fn minutes() -> Vec<Case> {
    let mut watch = Watch::default();
    let (mut energy, mut period, mut off) = (Worst::default(), Worst::default(), Worst::default());
    for kind in [Kind::Slides, Kind::Disc, Kind::Sphere] {
        for (big, r) in [(2.0, 0.1), (0.2, 0.0135), (0.5, 0.1), (10.0, 1.0)] {
            for degrees in [30.0, 85.0] {
                let bowl = Bowl { big, r, degrees, kind };
                let at = || format!("{}, R {big}, r {r}, from {degrees} degrees", kind.name());
                let errors = bowl.swing(&mut watch, 60.0, 600.0);
                energy.add(errors[0], at);
                period.add(errors[1], at);
                off.add(errors[2], at);
            }
        }
    }
    vec![
        energy.case("600 s, dt 1/60: energy", &watch, 1e-3),
        period.case("600 s, dt 1/60: period", &watch, 1e-3),
        off.case("600 s, dt 1/60: distance from the arc / r", &watch, 0.01),
    ]
}

struct Bowl {
    big: f64,
    r: f64,
    degrees: f64,
    kind: Kind,
}

impl Bowl {
    /// Errors of energy and period as shares, and the furthest from the arc in radii of the ball.
    fn swing(&self, watch: &mut Watch, rate: f64, seconds: f64) -> [f64; 3] {
        let mut world = scene::heavy();
        let (big, r) = (self.big as f32, self.r as f32);
        let stuff = Material::new(0.0, if self.kind == Kind::Slides { 0.0 } else { 10.0 });
        scene::fixed(&mut world, stuff, [scene::arc(Vec2::ZERO, big, 0.0, core::f32::consts::TAU)]);
        let length = f64::from(big) - f64::from(r);
        let angle = self.degrees.to_radians();
        let place = length * DVec2::new(libm::sin(angle), -libm::cos(angle));
        let mut ball = Ball::new(place.as_vec2(), r).mass(1.0).material(stuff);
        ball.inertia_factor = if self.kind == Kind::Sphere { 0.4 } else { 0.5 };
        let ball = scene::ball(&mut world, ball);
        let gravity = scene::g();
        let inertia = self.kind.inertia();
        let scale = length * (1.0 - libm::cos(angle));
        let energy = |world: &World, ball: BodyId| {
            let (x, v) = (scene::place(world, ball), scene::velocity(world, ball));
            let rim = f64::from(scene::now(world, ball).angular_velocity) * f64::from(r);
            (0.5 * (v.length_squared() + inertia * rim * rim) + gravity * (x.y + length)) / (gravity * scale)
        };
        let start = energy(&world, ball);
        let exact = pendulum::period(length * (1.0 + inertia), gravity, angle);
        let (mut lost, mut off) = (0.0_f64, 0.0_f64);
        let (mut first, mut last, mut passes) = (0.0, 0.0, 0_u32);
        let mut before = scene::place(&world, ball).x;
        let dt = f64::from((1.0 / rate) as f32);
        for n in 1..=(seconds * rate) as u32 {
            watch.step_of(&mut world, dt as f32);
            lost = lost.max((energy(&world, ball) - start).abs());
            let x = scene::place(&world, ball);
            off = off.max((length - x.length()).abs() / f64::from(r));
            if before > 0.0 && x.x <= 0.0 {
                let now = dt * (f64::from(n) - x.x / (x.x - before));
                (first, last) = (if passes == 0 { now } else { first }, now);
                passes += 1;
            }
            before = x.x;
        }
        let period = (last - first) / f64::from(passes.saturating_sub(1));
        [lost, (period / exact - 1.0).abs(), off]
    }
}
