//! A plastic, frictionless ball glides along a ring or a bend of small facets, without gravity.
//!
//! The middle of the ball runs along a ring of its own, whose facets are as far from the centre as the wall's less the
//! radius. At each joint it meets the next facet at the angle between two, and keeps the cosine of it; between joints
//! its way is straight, so it is never off that ring, however many facets it passes in a substep.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Body, Chain, Material, World};

use crate::dice::direction;
use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Radius of the ball, of the ring's corners.
const SIZES: [(f64, f64); 5] = [(0.1, 10.0), (0.25, 5.0), (0.25, 2.5), (0.5, 5.0), (0.0135, 0.2)];
const DEGREES: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0];
/// Speeds, radii of the ring per second.
const SPEEDS: [f64; 8] = [0.4, 1.0, 2.0, 4.0, 6.0, 10.0, 20.0, 40.0];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let few: &[usize] = effort.pick(&[1, 2, 4], &[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4]);
    let degrees: &[f64] = effort.pick(&DEGREES[1..4], &DEGREES, &DEGREES);
    let speeds: &[f64] = effort.pick(&SPEEDS[2..], &SPEEDS, &SPEEDS);
    let mut cases = Vec::new();
    for rate in [30.0, 60.0, 240.0, 1000.0] {
        for kind in [Kind::Chain, Kind::Loose] {
            let (mut watch, mut speed, mut off) = (Watch::default(), Worst::default(), Worst::default());
            for &size in few {
                for &degrees in degrees {
                    for &pace in speeds {
                        let ring = Ring { r: SIZES[size].0, big: SIZES[size].1, degrees, kind };
                        let at = || {
                            let v = pace * ring.big;
                            format!("r {}, R {}, {degrees} degrees, {v} u/s", ring.r, ring.big)
                        };
                        let (lost, away) = ring.glide(&mut watch, pace * ring.big, rate);
                        speed.add(lost, at);
                        off.add(away, at);
                    }
                }
            }
            let name = format!("{}, dt 1/{rate}", kind.name());
            cases.push(speed.case(&format!("{name}: speed against the product of cosines"), &watch, 1e-3));
            cases.push(off.case(&format!("{name}: distance from the ring / r"), &watch, 0.1));
        }
    }
    cases
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// One path.
    Chain,
    /// A segment for each facet.
    Loose,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::Loose => "loose segments",
        }
    }
}

struct Ring {
    r: f64,
    big: f64,
    degrees: f64,
    kind: Kind,
}

impl Ring {
    fn build(&self, world: &mut World, stuff: Material) {
        let count = (360.0 / self.degrees).round() as usize;
        let corner = |i: usize| -> Vec2 {
            (self.big * direction(((i % count) as f64 * self.degrees).to_radians())).as_vec2()
        };
        let corners: Vec<Vec2> = (0..=count).map(corner).collect();
        match self.kind {
            Kind::Chain => {
                scene::fixed(world, stuff, [scene::chain(&Chain::polyline(&corners))]);
            }
            Kind::Loose => {
                let segments = corners.windows(2).map(|w| scene::segment(w[0], w[1]));
                scene::carrier(world, Body::fixed(), stuff, segments);
            }
        }
    }

    /// Once round: the share of speed that is missing or too much at the end, and the furthest off the inner ring in
    /// radii of the ball.
    fn glide(&self, watch: &mut Watch, v: f64, rate: f64) -> (f64, f64) {
        let mut world = scene::weightless();
        let stuff = Material::new(0.0, 0.0);
        self.build(&mut world, stuff);
        let step = self.degrees.to_radians();
        let apothem = self.big * libm::cos(0.5 * step) - f64::from(self.r as f32);
        // From the middle of the first facet along it.
        let out = direction(0.5 * step);
        let ball = Ball::new((out * apothem).as_vec2(), self.r as f32);
        let ball = ball.velocity((out.perp() * v).as_vec2()).material(stuff);
        let ball = scene::ball(&mut world, ball);
        let (mut angle, mut before, mut off) = (0.5 * step, 0.5 * step, 0.0_f64);
        let most = (8.0 * self.big / v * rate) as usize + 2;
        let mut n = 0;
        while angle < 6.0 {
            watch.step_of(&mut world, (1.0 / rate) as f32);
            let x = scene::place(&world, ball);
            let now = libm::atan2(x.y, x.x);
            angle += libm::remainder(now - before, core::f64::consts::TAU);
            before = now;
            off = off.max(self.off(x, apothem).abs());
            n += 1;
            if off > 10.0 || n > most {
                return (f64::INFINITY, off);
            }
        }
        let joints = (angle / step).floor();
        let kept = scene::velocity(&world, ball).length() / v;
        // Close to a joint rounding decides whether it has been passed.
        let near = (angle / step - (angle / step).round()).abs() < 1e-3;
        let about = if near { [joints - 1.0, joints, joints + 1.0] } else { [joints; 3] };
        let lost = about.map(|joints| (kept / libm::pow(libm::cos(step), joints) - 1.0).abs());
        (lost.into_iter().fold(f64::INFINITY, f64::min), off)
    }

    /// How far a place is outside the ring on which the ball's middle should be, in radii of the ball.
    fn off(&self, x: DVec2, apothem: f64) -> f64 {
        let step = self.degrees.to_radians();
        let facet = (libm::atan2(x.y, x.x) / step - 0.5).round() + 0.5;
        (x.dot(direction(facet * step)) - apothem) / self.r
    }
}
