//! A ball that is laid on a hole narrower than itself stays on it.
//!
//! It touches both edges, which wedge it: at a share `s` narrower the edges' normals lie `asin(1 - s)` off the upright, and
//! each bears `m g / 2 sqrt(2 s)`. How much that squashes is the engine's own softness, for which there is a bar for each load.

use carom::glam::vec2;
use carom::{Ball, Material};

use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Weight on the ball, in weights of its own, and the share by which the hole may be narrower.
const LOADS: [(f64, f64); 4] = [(0.0, 2e-3), (1.0, 3e-3), (10.0, 1e-2), (100.0, 3e-2)];

#[derive(Clone, Copy, Debug)]
struct Hole {
    r: f64,
    gravity: f32,
    friction: f32,
    load: f64,
    rate: f64,
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let sizes: &[(f64, f32)] = &[(0.1, 9.81), (0.0135, 1.11), (0.0135, 9.81), (1.0, 9.81), (10.0, 9.81)];
    let sizes = effort.pick(&sizes[..2], sizes, sizes);
    let rates: &[f64] = effort.pick(&[60.0], &[30.0, 60.0, 240.0], &[30.0, 60.0, 240.0, 1000.0]);
    let seconds = effort.pick(5.0, 20.0, 60.0);
    let mut cases = Vec::new();
    for friction in [0.0, 0.3] {
        for (load, bar) in LOADS {
            let (mut watch, mut widest) = (Watch::default(), Worst::default());
            for &(r, gravity) in sizes {
                for &rate in rates {
                    let hole = Hole { r, gravity, friction, load, rate };
                    let at = || format!("r {r}, gravity {gravity}, dt 1/{rate}");
                    widest.add(hole.widest(&mut watch, bar, seconds), at);
                }
            }
            let name = format!("friction {friction}, load {load}: falls through holes narrower by the share");
            cases.push(widest.case(&name, &watch, bar));
        }
    }
    cases
}

impl Hole {
    /// The largest share by which a hole is narrower that the ball falls through; 0 if it is none from the bar on.
    fn widest(&self, watch: &mut Watch, bar: f64, seconds: f64) -> f64 {
        let falls = |share: f64, watch: &mut Watch| self.falls(watch, share, seconds);
        // A wedge is not monotonous: each share is tried, then the border is searched.
        let shares = [1.02, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0].map(|times| times * bar);
        let mut low = shares.into_iter().filter(|share| *share < 0.3).rfind(|share| falls(*share, watch));
        if let Some(low) = &mut low {
            let mut high = 1.5 * *low;
            for _ in 0..4 {
                let middle = 0.5 * (*low + high);
                if falls(middle, watch) { *low = middle } else { high = middle }
            }
        }
        low.unwrap_or(0.0)
    }

    fn falls(&self, watch: &mut Watch, share: f64, seconds: f64) -> bool {
        let stuff = Material::new(0.0, self.friction);
        let (r, half) = (self.r, self.r * (1.0 - share));
        let mut world = scene::world(vec2(0.0, -self.gravity));
        let at = |x: f64, y: f64| vec2(x as f32, y as f32);
        let far = 50.0 * r;
        let edges = [[-far, -half], [half, far]].map(|[a, b]| scene::segment(at(a, 0.0), at(b, 0.0)));
        scene::fixed(&mut world, stuff, edges);
        let up = libm::sqrt(r * r - half * half);
        let ball = Ball::new(at(0.0, up), r as f32).mass(1.0).material(stuff);
        let ball = scene::ball(&mut world, ball);
        if self.load > 0.0 {
            let slick = Material::new(0.0, 0.0);
            let big = 2.0 * r;
            let walls = [-1.0, 1.0].map(|side| {
                let x = side * big * 1.0001;
                scene::segment(at(x, up + r), at(x, up + 20.0 * r))
            });
            scene::fixed(&mut world, slick, walls);
            let heavy = Ball::new(at(0.0, up + r + big), big as f32).mass(self.load as f32);
            scene::ball(&mut world, heavy.material(slick));
        }
        for _ in 0..(seconds * self.rate) as usize {
            watch.step_of(&mut world, (1.0 / self.rate) as f32);
            if scene::place(&world, ball).y < -0.5 * r {
                return true;
            }
        }
        false
    }
}
