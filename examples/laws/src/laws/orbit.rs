//! Balls about an attractor: one that is held on a disc by it, and heaps.
//!
//! The pull of an attractor does no work on a circle about it, and has no moment about it. A ball that slides or rolls on
//! a disc about it keeps its speed; a heap that is held by nothing else keeps its moment, of which rough balls carry a
//! part in their spins.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Field, Material, Shape, World};

use crate::dice::Dice;
use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = single(effort);
    cases.extend(heaps(effort));
    cases
}

/// One ball on the outside of a disc, or pressed outward on the inside of a ring.
fn single(effort: Effort) -> Vec<Case> {
    let sizes: &[(f32, f32)] = &[(2.0, 0.1), (0.2, 0.0135), (2.0, 1.0), (50.0, 0.5)];
    let sizes = effort.pick(&sizes[..2], sizes, sizes);
    let seconds = effort.pick(4.0, 60.0, 600.0);
    let mut cases = Vec::new();
    for (inside, name) in [(false, "on a disc"), (true, "in a ring, pushed outward")] {
        for (rough, way) in [(false, "sliding"), (true, "rolling")] {
            for rate in [30.0, 60.0, 240.0, 1000.0] {
                let (mut watch, mut speed, mut off) = (Watch::default(), Worst::default(), Worst::default());
                for &(big, r) in sizes {
                    // As a share of the speed that leaves the disc.
                    for share in [0.05, 0.2, 0.5, 0.9] {
                        let circle = Circle { big, r, inside, rough };
                        let at = || format!("R {big}, r {r}, {share} of the speed that flies");
                        let seconds = if rate > 500.0 { 0.3 * seconds } else { seconds };
                        let (lost, away) = circle.run(&mut watch, share, rate, seconds);
                        speed.add(lost, at);
                        off.add(away, at);
                    }
                }
                let name = format!("{name}, {way}, dt 1/{rate}");
                cases.push(speed.case(&format!("{name}: speed"), &watch, 1e-3));
                cases.push(off.case(&format!("{name}: distance / r"), &watch, 0.01));
            }
        }
    }
    cases
}

struct Circle {
    big: f32,
    r: f32,
    inside: bool,
    rough: bool,
}

impl Circle {
    /// The largest error of the speed as a share, and the furthest off in radii of the ball.
    fn run(&self, watch: &mut Watch, share: f64, rate: f64, seconds: f64) -> (f64, f64) {
        let mut world = scene::weightless();
        let stuff = Material::new(0.0, if self.rough { 10.0 } else { 0.0 });
        let (big, r) = (self.big, self.r);
        let shape = if self.inside {
            scene::arc(Vec2::ZERO, big, 0.0, core::f32::consts::TAU)
        } else {
            Shape::circle(Vec2::ZERO, big).expect("a disc")
        };
        scene::fixed(&mut world, stuff, [shape]);
        let sign = if self.inside { -1.0 } else { 1.0 };
        let length = f64::from(big) + sign * f64::from(r);
        // As strong as the default gravity, where the ball is.
        let strength = sign * scene::g() * length * length;
        let magnet = Field::attractor(Vec2::ZERO, strength as f32, 1e-3 * big);
        world.add_field(magnet).expect("in range");
        let v = share * libm::sqrt(scene::g() * length);
        let mut ball = Ball::new(vec2(length as f32, 0.0), r).velocity(vec2(0.0, v as f32)).material(stuff);
        if self.rough {
            ball.angular_velocity = (sign * v / f64::from(r)) as f32;
        }
        let ball = scene::ball(&mut world, ball);
        let (mut lost, mut off) = (0.0_f64, 0.0_f64);
        for _ in 0..(seconds * rate) as usize {
            watch.step_of(&mut world, (1.0 / rate) as f32);
            let (x, u) = (scene::place(&world, ball), scene::velocity(&world, ball));
            lost = lost.max((u.length() / v - 1.0).abs());
            off = off.max((x.length() - length).abs() / f64::from(r));
        }
        (lost, off)
    }
}

/// Heaps that turn about an attractor in their middle.
fn heaps(effort: Effort) -> Vec<Case> {
    let counts: &[usize] = effort.pick(&[7, 200], &[2, 7, 37, 200], &[2, 7, 37, 200, 1000]);
    let seeds = effort.pick(1, 2, 10);
    let seconds = effort.pick(2.0, 60.0, 60.0);
    let mut cases = Vec::new();
    for &count in counts {
        for (friction, name) in [(0.0, "smooth"), (0.5, "rough")] {
            for rate in [60.0, 240.0] {
                let (mut watch, mut moment) = (Watch::default(), Worst::default());
                for unlike in [0.0, 0.3] {
                    for seed in 0..seeds {
                        let at = || format!("sizes +- {unlike}, seed {seed}");
                        let heap = Heap { count, friction, unlike, seed };
                        moment.add(heap.run(&mut watch, rate, seconds), at);
                    }
                }
                let name = format!("heap of {count}, {name}, {seconds} s, dt 1/{rate}: moment");
                cases.push(moment.case(&name, &watch, 0.01));
            }
        }
    }
    cases
}

struct Heap {
    count: usize,
    friction: f32,
    unlike: f64,
    seed: u64,
}

impl Heap {
    /// The largest error of the moment about the attractor, as a share.
    fn run(&self, watch: &mut Watch, rate: f64, seconds: f64) -> f64 {
        let mut world = scene::weightless();
        let stuff = Material::new(0.0, self.friction);
        world.add_field(Field::attractor(Vec2::ZERO, 100.0, 1.0)).expect("in range");
        let mut dice = Dice::new("orbit", self.seed);
        let (r, turn) = (0.2, 1.0);
        // The middle of a triangular lattice that just touches, a little off the attractor.
        let reach = 2 + libm::sqrt(self.count as f64) as i32;
        let mut places: Vec<DVec2> = (-reach..=reach)
            .flat_map(|i| (-reach..=reach).map(move |j| (f64::from(i), f64::from(j))))
            .map(|(i, j)| DVec2::new(i + 0.5 * j, 0.75_f64.sqrt() * j) * (2.0 * r) + DVec2::new(0.01, 0.007))
            .collect();
        places.sort_by(|a, b| a.length().total_cmp(&b.length()));
        for &x in &places[..self.count] {
            let size = r * (1.0 - self.unlike * dice.uniform(0.0, 1.0));
            let ball = Ball::new(x.as_vec2(), size as f32).velocity((x.perp() * turn).as_vec2());
            scene::ball(&mut world, ball.mass((size * size / (r * r)) as f32).material(stuff));
        }
        let start = moment(&world);
        let mut lost: f64 = 0.0;
        for _ in 0..(seconds * rate) as usize {
            watch.step_of(&mut world, (1.0 / rate) as f32);
            lost = lost.max((moment(&world) / start - 1.0).abs());
        }
        lost
    }
}

/// Moment of all balls about the origin.
fn moment(world: &World) -> f64 {
    let of = |ball: Ball| {
        let (m, r) = (f64::from(ball.mass), f64::from(ball.radius));
        let turn = f64::from(ball.inertia_factor) * r * r * f64::from(ball.angular_velocity);
        m * (ball.position.as_dvec2().perp_dot(ball.velocity.as_dvec2()) + turn)
    };
    world.balls().map(|(_, ball)| of(ball)).sum()
}
