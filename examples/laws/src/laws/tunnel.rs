//! A ball runs into a bend that is drawn as a polyline, and never leaves it but by its end.
//!
//! A straight lane up, a half circle to the left in facets, a straight lane down, as in every pinball table; gravity as
//! on a table that leans by 6.5 degrees, or upright.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Chain, Material};

use crate::dice::direction;
use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::{Misses, Worst};

/// Radius of the ball and of the bend, gravity: a pinball, and balls of a game whose unit is a metre.
const SIZES: [(f64, f64, f32); 4] =
    [(0.0135, 0.2, 1.11), (0.0135, 0.05, 9.81), (0.1, 2.0, 9.81), (0.4, 2.0, 0.0)];
const DEGREES: [f64; 7] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let materials = [
        ("default material", Material::default()),
        ("e 0.3, mu 0.1", Material::new(0.3, 0.1)),
        ("e 0, mu 0", Material::new(0.0, 0.0)),
        ("e 0, mu 1", Material::new(0.0, 1.0)),
        ("e 0.9, mu 0", Material::new(0.9, 0.0)),
    ];
    let materials = effort.pick(&materials[..3], &materials[..], &materials[..]);
    let sizes = effort.pick(&SIZES[..1], &SIZES[..], &SIZES[..]);
    let degrees: &[f64] = effort.pick(&DEGREES[2..6], &DEGREES, &DEGREES);
    let speeds = effort.pick(6, 12, 200);
    let mut cases = Vec::new();
    for &(name, stuff) in materials {
        for rate in [30.0, 60.0, 240.0, 1000.0] {
            let (mut watch, mut through, mut deep) = (Watch::default(), Misses::default(), Worst::default());
            for &(r, big, gravity) in sizes {
                for &degrees in degrees {
                    let bend = Bend { r, big, degrees, gravity };
                    for i in 0..speeds {
                        // As many radii a second as a pinball does at 1 to 50 m/s.
                        let share = (f64::from(i) + 0.37) / f64::from(speeds);
                        let v = libm::pow(50.0, share) * big / 0.2;
                        let at = || format!("r {r}, R {big}, {degrees} degrees, {v} u/s, gravity {gravity}");
                        let depth = bend.run(&mut watch, v, stuff, rate);
                        through.add(depth > 1.0, at);
                        deep.add(depth, at);
                    }
                }
            }
            cases.push(through.case(&format!("{name}, dt 1/{rate}: through the wall"), &watch));
            cases.push(deep.case(&format!("{name}, dt 1/{rate}: depth / r"), &watch, 0.101));
        }
    }
    cases
}

struct Bend {
    r: f64,
    big: f64,
    degrees: f64,
    gravity: f32,
}

impl Bend {
    /// The deepest overlap with the wall in radii, once the ball is in the bend; more than 1 is beyond it.
    fn run(&self, watch: &mut Watch, v: f64, stuff: Material, rate: f64) -> f64 {
        let (r, big) = (self.r as f32, self.big as f32);
        let mut world = scene::world(vec2(0.0, -self.gravity));
        let count = (180.0 / self.degrees).round() as usize;
        let corner =
            |i: usize| (self.big * direction(core::f64::consts::PI * i as f64 / count as f64)).as_vec2();
        let mut points = vec![vec2(big, -5.0 * big)];
        points.extend((0..=count).map(corner));
        points.push(vec2(-big, -5.0 * big));
        scene::fixed(&mut world, stuff, [scene::chain(&Chain::polyline(&points))]);
        let place = vec2(big - r - 0.04 * r, -1.5 * big);
        let heading = vec2(0.01 * big / 0.2, v as f32);
        let ball = Ball::new(place, r).velocity(heading).mass(0.08).sphere().material(stuff);
        let ball = scene::ball(&mut world, ball);
        let mut deep: f64 = 0.0;
        // Long enough to run through, or to fall back.
        for _ in 0..(12.0 * self.big / v * rate) as usize + 2 {
            watch.step_of(&mut world, (1.0 / rate) as f32);
            let x = scene::place(&world, ball);
            deep = deep.max(1.0 - self.gap(x, points[0], count) / self.r);
            if x.y < -4.0 * self.big || deep > 1.0 {
                break;
            }
        }
        deep
    }

    /// How far a place is from the wall, negative beyond it.
    fn gap(&self, x: DVec2, low: Vec2, count: usize) -> f64 {
        if x.y <= 0.0 {
            return f64::from(low.x) - x.x.abs();
        }
        let step = core::f64::consts::PI / count as f64;
        let facet = (libm::atan2(x.y, x.x) / step).floor() + 0.5;
        self.big * libm::cos(0.5 * step) - x.dot(direction(facet * step))
    }
}
