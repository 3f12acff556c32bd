//! A ball slides over plates whose tops are flush, on bodies of any kind: it feels nothing.
//!
//! Plates of one body are in `ghost-bumps`. Here the next plate belongs to another body, another kind of body or of shape,
//! or is of another thickness. They stand, or move together, and then speeds are those against the plates.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Body, BodyId, Joint, Material, Motor, Shape, World};

use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Most steps of a run.
const MOST: usize = 12_000;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Plate {
    Fixed,
    /// A kinematic body of its own, which goes with all others.
    Kinematic,
    /// On a hinge that a motor presses against its limit.
    Hinge,
    /// On a slider that its weight presses against its limit.
    Slider,
    /// A part of one half-plane.
    HalfPlane,
    /// Capsules, lowered by their radius.
    Thin,
    Thick,
    /// A path of two segments.
    Chain,
}

const KINDS: [(Plate, &str); 8] = [
    (Plate::Fixed, "fixed"),
    (Plate::Kinematic, "kinematic"),
    (Plate::Hinge, "hinge at its limit"),
    (Plate::Slider, "slider at its limit"),
    (Plate::HalfPlane, "half-plane"),
    (Plate::Thin, "thin capsule"),
    (Plate::Thick, "thick capsule"),
    (Plate::Chain, "chain"),
];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let speeds: &[f64] = effort.pick(
        &[0.1, 1.0, 10.0, 50.0],
        &[0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 50.0],
        &[0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 50.0],
    );
    let rates: &[f64] = effort.pick(&[60.0], &[30.0, 60.0, 240.0, 1000.0], &[30.0, 60.0, 240.0, 1000.0]);
    // Radius, gravity, restitution.
    let balls: &[(f64, f32, f32)] =
        &[(0.25, 9.81, 0.0), (0.25, 9.81, 0.5), (0.0135, 1.11, 0.5), (1.0, 9.81, 0.0)];
    let balls = effort.pick(&balls[1..3], balls, balls);
    let count = effort.pick(6, 40, 40);
    let mut cases = Vec::new();
    for (i, &(first, name)) in KINDS.iter().enumerate() {
        for &(second, other) in &KINDS[i..] {
            let floor = Floor { plates: [first, second], count, drift: Vec2::ZERO };
            cases.extend(floor.cases(&format!("{name}, {other}"), speeds, rates, balls));
        }
    }
    for (drift, way) in
        [(vec2(1.0, 0.0), "on the level"), (vec2(0.7, 0.4), "upward"), (vec2(-0.5, -0.3), "downward")]
    {
        let floor = Floor { plates: [Plate::Kinematic; 2], count, drift };
        cases.extend(floor.cases(&format!("kinematic, moving together {way}"), speeds, rates, balls));
    }
    cases
}

struct Floor {
    /// In turns.
    plates: [Plate; 2],
    count: usize,
    /// Velocity of all plates.
    drift: Vec2,
}

impl Floor {
    fn cases(&self, name: &str, speeds: &[f64], rates: &[f64], balls: &[(f64, f32, f32)]) -> [Case; 2] {
        let (mut watch, mut kept, mut kick) = (Watch::default(), Worst::default(), Worst::default());
        for &rate in rates {
            for &(r, gravity, e) in balls {
                for &v in speeds {
                    let at = || format!("r {r}, {v} u/s, e {e}, gravity {gravity}, dt 1/{rate}");
                    let (lost, hit) = self.slide(&mut watch, (r, gravity, e), v, rate);
                    kept.add(lost, at);
                    kick.add(hit, at);
                }
            }
        }
        [
            kept.case(&format!("{name}: speed kept"), &watch, 1e-3),
            kick.case(&format!("{name}: kick / v"), &watch, 1e-3),
        ]
    }

    fn plate(&self, world: &mut World, kind: Plate, from: f32, to: f32, thick: f32) -> (BodyId, Shape) {
        let level = |y: f32| (vec2(from, y), vec2(to, y));
        let segment = |(a, b): (Vec2, Vec2)| scene::segment(a, b);
        let fixed = |world: &mut World| world.add_body(Body::fixed()).expect("in range");
        let (length, middle) = (to - from, 0.5 * (from + to));
        match kind {
            Plate::Fixed => (fixed(world), segment(level(0.0))),
            Plate::Kinematic => {
                let body = world.add_body(Body::kinematic().velocity(self.drift)).expect("in range");
                (body, segment(level(0.0)))
            }
            Plate::Hinge => {
                let hinge = Joint::hinge(vec2(from, 0.0), 1.0).limits(-1.0, 0.0).joint_position(0.0);
                let hinge = world.add_joint(hinge.motor(Motor::Force(1000.0))).expect("in range");
                (hinge, scene::segment(Vec2::ZERO, vec2(length, 0.0)))
            }
            Plate::Slider => {
                let slider = Joint::slider(vec2(middle, 0.0), Vec2::Y, 10.0, [0.0, 1.0]).joint_position(0.0);
                let slider = world.add_joint(slider).expect("in range");
                (slider, scene::segment(vec2(-0.5 * length, 0.0), vec2(0.5 * length, 0.0)))
            }
            Plate::HalfPlane => (fixed(world), Shape::half_plane(Vec2::ZERO, Vec2::Y).expect("a direction")),
            Plate::Thin | Plate::Thick => {
                let radius = if kind == Plate::Thin { 0.5 * thick } else { thick };
                let (a, b) = level(-radius);
                (fixed(world), scene::capsule(a, b, radius))
            }
            Plate::Chain => {
                let path = carom::Chain::polyline(&[vec2(from, 0.0), vec2(middle, 0.0), vec2(to, 0.0)]);
                (fixed(world), scene::chain(&path))
            }
        }
    }

    /// The share of speed that is missing or too much, and the largest speed off the floor as a share.
    fn slide(&self, watch: &mut Watch, (r, gravity, e): (f64, f32, f32), v: f64, rate: f64) -> (f64, f64) {
        let mut world = scene::world(vec2(0.0, -gravity));
        let stuff = Material::new(e, 0.0);
        let unit = 4.0 * r as f32;
        let mut half_planes = 0;
        for i in 0..self.count {
            let kind = self.plates[i % 2];
            if kind == Plate::HalfPlane {
                half_planes += 1;
                if half_planes > 1 {
                    continue;
                }
            }
            let (from, to) = (i as f32 * unit, (i + 1) as f32 * unit);
            let (body, shape) = self.plate(&mut world, kind, from, to, 0.25 * unit);
            world.add_shape(body, shape.material(stuff)).expect("the body was just added");
        }
        let drift = self.drift.as_dvec2();
        let start = DVec2::new(v, 0.0) + drift;
        let ball = Ball::new(vec2(0.5 * unit, r as f32), r as f32).velocity(start.as_vec2()).material(stuff);
        let ball = scene::ball(&mut world, ball);
        let (mut kick, mut lost, mut way) = (0.0_f64, 0.0_f64, 0.0);
        let dt = f64::from((1.0 / rate) as f32);
        // To the last plate, and not over its end; the slow come over a few only.
        let end = (self.count as f64 - 1.5) * f64::from(unit);
        for _ in 0..MOST {
            if way + (v + 1.0) * dt >= end {
                break;
            }
            watch.step_of(&mut world, dt as f32);
            way += v * dt;
            let u = scene::velocity(&world, ball) - drift;
            kick = kick.max(u.y.abs() / v);
            lost = lost.max((u.x / v - 1.0).abs());
            if u.x < 0.0 {
                // Thrown back: its motion beyond the first plate shows nothing more.
                break;
            }
        }
        (lost, kick)
    }
}
