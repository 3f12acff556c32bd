//! Steps that are not timed but watched: which balls passed through something, and how deep balls overlap in
//! between.

use carom::glam::{Vec2, vec2};

use crate::engine::{Engine, State};
use crate::grid::near_pairs;
use crate::scene::{Blade, Disc, Phase, Scene};

/// The observations in the watched steps.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Balls that went through a ball or a blade within one step: their ways met, and neither changed its velocity.
    /// A lower bound, for a ball that struck something else as well is not counted.
    pub missed: usize,
    /// Deepest overlap of two balls, as a share of the smaller radius.
    pub deepest: f64,
    states: Vec<State>,
    /// Angles by which the blades have turned since the first observation.
    turned: Vec<f32>,
}

/// How many steps are watched after a phase.
pub fn steps(phase: &Phase) -> usize {
    (phase.steps / 6).clamp(30, 600)
}

/// Velocities that differ by less than this share of the closing speed count as unchanged.
const UNCHANGED: f32 = 0.01;
/// A meeting counts if at least this share of the closing speed is along the normal; the lighter ball of a pair is
/// then deflected by at least five times the limit of an unchanged one.
const SQUARE: f32 = 0.1;

impl Watch {
    pub fn new(scene: &Scene, engine: &dyn Engine) -> Self {
        let states = states(scene, engine);
        Self { missed: 0, deepest: 0.0, states, turned: vec![0.0; scene.blades.len()] }
    }

    /// Observes the world after a step that began at `seconds`.
    pub fn look(&mut self, scene: &Scene, engine: &dyn Engine, seconds: f32) {
        let now = states(scene, engine);
        let (before, discs) = (&self.states, &scene.discs);
        let gravity = Vec2::Y * scene.gravity * scene.dt;
        let change = |i: usize| (now[i].velocity - before[i].velocity - gravity).length();

        let largest = discs.iter().fold(0.0, |most: f32, disc| most.max(disc.radius));
        let speeds = before.iter().map(|state| state.velocity.length()).filter(|speed| speed.is_finite());
        // A single ball far away must not make neighbors of all.
        let reach = 2.0 * (largest + scene.dt * speeds.fold(0.0, f32::max)).min(10.0 * largest);
        let places: Vec<Vec2> = before.iter().map(|state| state.place).collect();
        let (mut missed, mut deepest) = (0, self.deepest);
        near_pairs(&places, reach, |i, j| {
            let apart = now[j].place - now[i].place;
            let (a, b) = (discs[i].radius, discs[j].radius);
            deepest = deepest.max(f64::from((a + b - apart.length()) / a.min(b)));
            let closing = before[j].velocity - before[i].velocity;
            let leaves = apart.dot(now[j].velocity - now[i].velocity) > 0.0;
            if leaves && meet(places[j] - places[i], closing, a + b, scene.dt) {
                let unchanged = UNCHANGED * closing.length();
                missed += usize::from(change(i) < unchanged && change(j) < unchanged);
            }
        });
        for (blade, turned) in scene.blades.iter().zip(&mut self.turned) {
            let spin = blade.spin_at(seconds);
            for (i, disc) in discs.iter().enumerate() {
                let ways = [before[i], now[i]].map(|state| state.place);
                let fast = before[i].velocity.length() + (spin * blade.tip.distance(blade.pivot)).abs();
                let met = passes(blade, [*turned, *turned + spin * scene.dt], ways, disc);
                missed += usize::from(met && change(i) < UNCHANGED * fast);
            }
            *turned += spin * scene.dt;
        }
        self.missed += missed;
        self.deepest = deepest;
        self.states = now;
    }
}

fn states(scene: &Scene, engine: &dyn Engine) -> Vec<State> {
    (0..scene.discs.len()).map(|i| engine.state(i)).collect()
}

/// Whether two balls that are `apart` and close in at `closing` come to `reach` within `dt`, and not at a graze.
fn meet(apart: Vec2, closing: Vec2, reach: f32, dt: f32) -> bool {
    let (b, speed2) = (apart.dot(closing), closing.length_squared());
    let c = apart.length_squared() - reach * reach;
    let discriminant = b * b - speed2 * c;
    if c <= 0.0 || b >= 0.0 || discriminant <= 0.0 {
        return false;
    }
    // `sqrt(discriminant) / reach` is the speed along the normal when they meet.
    let normal = discriminant.sqrt();
    c <= dt * (normal - b) && normal > SQUARE * reach * speed2.sqrt()
}

/// Whether a blade that turns goes through a ball on its straight way: apart before and after, and not in between.
fn passes(blade: &Blade, turned: [f32; 2], way: [Vec2; 2], disc: &Disc) -> bool {
    const LOOKS: u16 = 64;
    let gap = |n: u16| {
        let share = f32::from(n) / f32::from(LOOKS);
        let (sin, cos) = libm::sincosf(turned[0] + share * (turned[1] - turned[0]));
        let arm = vec2(cos, sin).rotate(blade.tip - blade.pivot);
        let from = way[0].lerp(way[1], share) - blade.pivot;
        let along = (from.dot(arm) / arm.length_squared()).clamp(0.0, 1.0);
        from.distance(along * arm) - blade.radius - disc.radius
    };
    let deep = |n: u16| gap(n) < -0.1 * disc.radius;
    gap(0) > 0.0 && gap(LOOKS) > 0.0 && (1..LOOKS).any(deep)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meetings_are_told_from_misses() {
        let meets = |apart, closing| meet(apart, closing, 1.0, 1.0);
        assert!(meets(vec2(3.0, 0.0), vec2(-4.0, 0.0)), "head on");
        assert!(!meets(vec2(3.0, 0.0), vec2(-1.9, 0.0)), "too slow");
        assert!(meets(vec2(3.0, 0.0), vec2(-2.1, 0.0)), "just in time");
        assert!(!meets(vec2(3.0, 1.001), vec2(-9.0, 0.0)), "past each other");
        assert!(!meets(vec2(3.0, 0.999), vec2(-9.0, 0.0)), "a graze");
        assert!(!meets(vec2(3.0, 0.0), vec2(4.0, 0.0)), "they part");
        assert!(!meets(vec2(0.9, 0.0), vec2(-4.0, 0.0)), "they overlap already");
    }

    #[test]
    fn a_blade_that_sweeps_over_a_ball_goes_through_it() {
        let blade = Blade { pivot: Vec2::ZERO, tip: vec2(1.0, 0.0), radius: 0.05, spin: 0.0 };
        let disc = Disc { place: Vec2::ZERO, velocity: Vec2::ZERO, radius: 0.1 };
        let still = [vec2(0.7, 0.5); 2];
        assert!(passes(&blade, [0.0, 1.5], still, &disc), "over it");
        assert!(!passes(&blade, [0.0, 0.3], still, &disc), "short of it");
        assert!(!passes(&blade, [0.0, 0.6], still, &disc), "into it, and still there");
        assert!(!passes(&blade, [0.0, 1.5], [vec2(1.2, 0.5); 2], &disc), "out of reach");
    }
}
