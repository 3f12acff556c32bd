//! A bridge of balls on ropes or rods, and a ball that is dropped on it: the energy never grows.
//!
//! All is plastic, so that energy can only be lost: the energy at the release is never exceeded, for any mass of
//! the ball. In the end all hangs still, or the ball has slipped off.

use carom::glam::{Vec2, vec2};
use carom::{Ball, BodyId, Link, LinkEnd, Material, World};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Mass of the ball, in masses of one ball of the bridge.
const LOADS: [f64; 9] = [0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let loads: &[f64] = effort.pick(&[10.0], &LOADS, &LOADS);
    let counts: &[usize] = effort.pick(&[7], &[11, 21], &[5, 11, 21, 40]);
    let seconds = effort.pick(0.6, 60.0, 120.0);
    let mut cases = Vec::new();
    for (rods, name) in [(false, "ropes"), (true, "rods")] {
        for rate in [60.0, 240.0] {
            let (mut watch, mut gain, mut rest) = (Watch::lenient(), Worst::default(), Worst::default());
            for &load in loads {
                for &count in counts {
                    let bridge = Bridge { rods, load, count, rate };
                    let at = || format!("{count} balls, load {load}");
                    let (energy, speed) = bridge.run(&mut watch, seconds);
                    gain.add(energy, at);
                    rest.add(speed, at);
                }
            }
            let name = format!("{name}, {seconds} s, dt 1/{rate}");
            cases.push(gain.case(&format!("{name}: energy gained / that of the fall"), &watch, 1e-3));
            if effort > Effort::Test {
                cases.push(rest.case(&format!("{name}: speed at the end"), &watch, 0.05));
            }
            let dropped = Figure::count(0, watch.dropped());
            cases.push(Case::new(format!("{name}: dropped"), loads.len() as u64, &watch, dropped));
        }
    }
    cases
}

struct Bridge {
    rods: bool,
    load: f64,
    count: usize,
    rate: f64,
}

impl Bridge {
    /// Places on an arc that sags, whose chords are as long as the links.
    fn places(&self, link: f64) -> Vec<Vec2> {
        let pieces = self.count as f64 + 1.0;
        let (mut low, mut high) = (1e-6, 3.0 / pieces);
        for _ in 0..100 {
            let angle = 0.5 * (low + high);
            let span = link * libm::sin(0.5 * pieces * angle) / libm::sin(0.5 * angle);
            if span > 2.0 { low = angle } else { high = angle }
        }
        let radius = 0.5 * link / libm::sin(0.5 * low);
        let at = |i: usize| {
            let angle = (i as f64 - 0.5 * pieces) * low;
            let sag = libm::cos(0.5 * pieces * low) - libm::cos(angle);
            vec2((radius * libm::sin(angle)) as f32, (radius * sag) as f32)
        };
        (1..=self.count).map(at).collect()
    }

    /// The most energy that is gained, as a share of the fall's, and the top speed at the end.
    fn run(&self, watch: &mut Watch, seconds: f64) -> (f64, f64) {
        let mut world: World = scene::heavy();
        let stuff = Material::new(0.0, 0.5);
        let piece = 2.0 / (self.count as f64 + 1.0);
        let (r, link) = ((0.4 * piece).min(0.04), 1.05 * piece);
        let add =
            |place: &Vec2| scene::ball(&mut world, Ball::new(*place, r as f32).mass(0.01).material(stuff));
        let balls: Vec<BodyId> = self.places(link).iter().map(add).collect();
        for i in 0..=self.count {
            let a: LinkEnd = if i == 0 { vec2(-1.0, 0.0).into() } else { balls[i - 1].into() };
            let b: LinkEnd = if i == self.count { vec2(1.0, 0.0).into() } else { balls[i].into() };
            let link = link as f32;
            let link = if self.rods { Link::rod(a, b, link) } else { Link::rope(a, b, link) };
            world.add_link(link).expect("in range");
        }
        let dt = (1.0 / self.rate) as f32;
        for _ in 0..(2.0 * self.rate) as usize {
            watch.step_of(&mut world, dt);
        }
        let heavy = 0.01 * self.load;
        let ball = Ball::new(vec2(0.013, 0.5), 0.15).mass(heavy as f32).material(stuff);
        scene::ball(&mut world, ball);
        let start = scene::energy(&world);
        let fall = scene::g() * (heavy + 0.01 * self.count as f64);
        let mut gain: f64 = 0.0;
        for _ in 0..(seconds * self.rate) as usize {
            watch.step_of(&mut world, dt);
            gain = gain.max((scene::energy(&world) - start) / fall);
            if gain > 10.0 {
                break;
            }
        }
        // A ball that has slipped off falls without end.
        let near = world.balls().filter(|(_, ball)| ball.position.y > -2.0);
        let speed = near.map(|(_, ball)| f64::from(ball.velocity.length())).fold(0.0, f64::max);
        (gain, speed)
    }
}
