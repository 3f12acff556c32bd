//! The first impact of a thrown ball comes at the time of its parabola.
//!
//! Over a plane the gap is a quadratic in time, and its first root is known in closed form. Over a disc the first root is
//! found by halving, in double precision.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Material, Shape};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(60, 600, 20_000);
    let mut cases = Vec::new();
    for rate in [30.0, 60.0, 240.0, 1000.0] {
        for target in [Target::Floor, Target::Slope, Target::Disc] {
            let (mut watch, mut time, mut speed) = (Watch::default(), Worst::default(), Worst::default());
            for trial in 0..trials {
                let mut dice = Dice::new("first impact", trial);
                let throw = Throw::draw(&mut dice, target);
                let Some((late, wrong)) = throw.fly(&mut watch, rate) else { continue };
                let at = || format!("seed {trial}");
                time.add(late, at);
                speed.add(wrong, at);
            }
            let name = format!("{}, dt 1/{rate}", target.name());
            cases.push(time.case(&format!("{name}: time / step"), &watch, 1e-4));
            cases.push(speed.case(&format!("{name}: speed of approach"), &watch, 1e-4));
        }
    }
    cases
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    Floor,
    Slope,
    Disc,
}

impl Target {
    const fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Slope => "slope",
            Self::Disc => "disc",
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Throw {
    target: Target,
    r: f32,
    place: Vec2,
    velocity: Vec2,
    /// Upward from the plane, and the radius of the disc.
    normal: DVec2,
    big: f32,
}

impl Throw {
    fn draw(dice: &mut Dice, target: Target) -> Self {
        let r = dice.log_uniform(0.01, 0.5) as f32;
        let high = dice.log_uniform(0.02, 10.0);
        let speed = dice.uniform(0.0, 6.0);
        let lean = if target == Target::Slope { dice.uniform(-0.9, 0.9) } else { 0.0 };
        let big = dice.log_uniform(0.1, 5.0) as f32;
        let normal = direction(core::f64::consts::FRAC_PI_2 + lean);
        let place = match target {
            Target::Disc => {
                let up = direction(core::f64::consts::FRAC_PI_2 + dice.uniform(-0.8, 0.8));
                up * (f64::from(big) + f64::from(r) + high)
            }
            _ => normal * (f64::from(r) + high),
        };
        let velocity = (dice.direction() * speed).as_vec2();
        Self { target, r, place: place.as_vec2(), velocity, normal, big }
    }

    /// Error of the time in steps, and of the speed of approach as a share; nothing if it never comes near.
    fn fly(&self, watch: &mut Watch, rate: f64) -> Option<(f64, f64)> {
        let mut world = scene::heavy();
        let stuff = Material::new(0.5, 0.0);
        let mut normal = self.normal;
        let shape = if self.target == Target::Disc {
            Shape::circle(Vec2::ZERO, self.big).expect("a disc")
        } else {
            // The engine's plane is the one between rounded ends.
            let ends = [-100.0, 100.0].map(|s| (-self.normal.perp() * s).as_vec2());
            normal = (ends[1] - ends[0]).as_dvec2().normalize().perp();
            scene::segment(ends[0], ends[1])
        };
        scene::fixed(&mut world, stuff, [shape]);
        let ball = Ball::new(self.place, self.r).velocity(self.velocity).material(stuff);
        scene::ball(&mut world, ball);
        let (exact, approach) = self.exact(normal)?;
        let dt = f64::from((1.0 / rate) as f32);
        let steps = (exact / dt) as usize + 3;
        for n in 0..steps {
            watch.step_of(&mut world, dt as f32);
            if let Some(impact) = world.events().impacts().first() {
                let time = n as f64 * dt + f64::from(impact.time);
                let speed = f64::from(impact.approach_speed) / approach - 1.0;
                return Some(((time - exact).abs() / dt, speed.abs()));
            }
        }
        Some((f64::INFINITY, f64::INFINITY))
    }

    /// The time, and the speed towards the surface.
    fn exact(&self, normal: DVec2) -> Option<(f64, f64)> {
        let (x, v, a) = (self.place.as_dvec2(), self.velocity.as_dvec2(), vec2(0.0, -9.81).as_dvec2());
        let at = |t: f64| (x + v * t + 0.5 * a * t * t, v + a * t);
        let reach = f64::from(self.r);
        let time = if self.target == Target::Disc {
            let gap = |t: f64| at(t).0.length() - f64::from(self.big) - reach;
            // The first sign of a touch; one that only grazes is left out.
            let step = 1e-3;
            let first = (1..4000).find(|n| gap(f64::from(*n) * step) < 0.0)?;
            let (mut low, mut high) = (f64::from(first - 1) * step, f64::from(first) * step);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if gap(middle) > 0.0 { low = middle } else { high = middle }
            }
            high
        } else {
            let (c, b, a) = (x.dot(normal) - reach, v.dot(normal), 0.5 * a.dot(normal));
            let root = libm::sqrt(b * b - 4.0 * a * c);
            // Of the two the later one: the plane is met coming down. In a form that does not cancel.
            if b > 0.0 { (-b - root) / (2.0 * a) } else { 2.0 * c / (-b + root) }
        };
        let (place, speed) = at(time);
        let toward = if self.target == Target::Disc { place.normalize() } else { normal };
        let approach = -speed.dot(toward);
        // Grazes have no well-known time.
        (approach > 0.2 * speed.length() && approach > 0.3).then_some((time, approach))
    }
}
