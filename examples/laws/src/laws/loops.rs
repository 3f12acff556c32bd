//! A ball slides round the inside of a loop, and leaves it where the loop would have to pull.
//!
//! With the speed `v` at the bottom, and `l = R - r`, it stays if `v^2 >= 5 g l`, and else leaves where the cosine of the
//! angle from the top is `(v^2 / g l - 2) / 3`. There `v^2 = g l cos`, so that on the flight the speed across is
//! `sqrt(g l) cos^(3/2)`, which tells the place however long the steps are.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Material};

use crate::law::{Case, Effort};
use crate::reference::pendulum;
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Radius of the loop, of the ball.
const SIZES: [(f32, f32); 5] = [(1.0, 0.1), (0.2, 0.0135), (10.0, 0.5), (1.0, 0.3), (2.0, 0.02)];
/// Distance at which a ball counts as off the loop, radii of the ball: more than the slack of contacts
/// (`Config::slop`).
const OFF: f64 = 5e-3;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let sizes = effort.pick(&SIZES[..3], &SIZES[..], &SIZES[..]);
    let shares: &[f64] =
        effort.pick(&[0.75, 0.9], &[0.68, 0.72, 0.75, 0.8, 0.85, 0.9, 0.95], &[0.68, 0.75, 0.8, 0.9, 0.95]);
    let mut cases = Vec::new();
    for rate in [30.0, 60.0, 240.0, 1000.0] {
        let mut watch = Watch::default();
        let [mut least, mut leaves, mut energy] = core::array::from_fn(|_| Worst::default());
        for &(big, r) in sizes {
            let track = Track { big, r };
            let at = || format!("R {big}, r {r}");
            least.add(track.least(&mut watch, rate), at);
            for &share in shares {
                let at = || format!("R {big}, r {r}, {share} of the least speed");
                let (angle, lost) = track.leave(&mut watch, share, rate);
                leaves.add(angle, at);
                energy.add(lost, at);
            }
        }
        cases.push(least.case(&format!("dt 1/{rate}: least speed that goes round"), &watch, 5e-3));
        cases.push(leaves.case(&format!("dt 1/{rate}: leaves at / degrees"), &watch, 0.5));
        cases.push(energy.case(&format!("dt 1/{rate}: energy where it leaves"), &watch, 1e-3));
    }
    cases
}

struct Track {
    big: f32,
    r: f32,
}

/// The result of a run.
struct Run {
    /// Furthest from the loop, radii of the ball.
    off: f64,
    /// Speed across and energy above the bottom per mass, where it is seen off first.
    flight: Option<(f64, f64)>,
}

impl Track {
    fn length(&self) -> f64 {
        f64::from(self.big) - f64::from(self.r)
    }

    fn least_speed(&self) -> f64 {
        libm::sqrt(5.0 * scene::g() * self.length())
    }

    /// From the bottom up to the top and down to the height of the middle, or until it flies and hits again.
    fn run(&self, watch: &mut Watch, v: f64, rate: f64) -> Run {
        let mut world = scene::heavy();
        let stuff = Material::new(0.0, 0.0);
        let ring = scene::arc(Vec2::ZERO, self.big, 0.0, core::f32::consts::TAU);
        scene::fixed(&mut world, stuff, [ring]);
        let length = self.length();
        let ball = Ball::new(vec2(0.0, -length as f32), self.r).velocity(vec2(v as f32, 0.0)).mass(1.0);
        let ball = scene::ball(&mut world, ball.material(stuff));
        let mut run = Run { off: 0.0, flight: None };
        let most = 6.0 * libm::sqrt(length / scene::g()) * rate;
        for _ in 0..most as usize {
            watch.step_of(&mut world, (1.0 / rate) as f32);
            let (x, u) = (scene::place(&world, ball), scene::velocity(&world, ball));
            let off = (length - x.length()) / f64::from(self.r);
            if x.x < 0.0 && x.y < 0.0 {
                break;
            }
            if run.flight.is_none() && off > 10.0 * OFF && x.y > 0.0 {
                let energy = 0.5 * u.length_squared() + scene::g() * (x.y + length);
                run.flight = Some((-u.x, energy));
            }
            run.off = run.off.max(off);
        }
        run
    }

    /// How far the least speed is off, by halving the interval. The reference is held to the same measure: a hop of less
    /// than [`OFF`] is none.
    fn least(&self, watch: &mut Watch, rate: f64) -> f64 {
        let (mut low, mut high) = (0.9, 1.1);
        let (mut exact_low, mut exact_high) = (0.9, 1.0);
        for _ in 0..30 {
            let middle: f64 = 0.5 * (exact_low + exact_high);
            let cosine = pendulum::leaves_loop(1.0, 1.0, middle * libm::sqrt(5.0));
            let hop = pendulum::hop(self.length(), scene::g(), cosine) / f64::from(self.r);
            if hop > OFF { exact_low = middle } else { exact_high = middle }
        }
        for _ in 0..10 {
            let middle: f64 = 0.5 * (low + high);
            let run = self.run(watch, middle * self.least_speed(), rate);
            if run.off > OFF { low = middle } else { high = middle }
        }
        (0.5 * (low + high) / exact_high - 1.0).abs()
    }

    /// How many degrees off the place is at which it leaves, and how much of its energy is gained or lost by then.
    fn leave(&self, watch: &mut Watch, share: f64, rate: f64) -> (f64, f64) {
        let (length, g) = (self.length(), scene::g());
        let v = share * self.least_speed();
        let exact = libm::acos(pendulum::leaves_loop(length, g, v)).to_degrees();
        let Some((across, energy)) = self.run(watch, v, rate).flight else {
            return (f64::INFINITY, f64::INFINITY);
        };
        let cosine = libm::cbrt((across.max(0.0) / libm::sqrt(g * length)).powi(2));
        let place = libm::acos(cosine.min(1.0)).to_degrees();
        ((place - exact).abs(), (energy / (0.5 * v * v) - 1.0).abs())
    }
}
