//! The state of a world beside its speed: escaped balls, energy, depths of overlaps.

use carom::glam::Vec2;

use crate::engine::{Engine, State};
use crate::grid::near_pairs;
use crate::scene::Scene;

/// A look at a world.
#[derive(Clone, Copy, Debug, Default)]
pub struct Truth {
    pub escaped: usize,
    pub energy: f64,
    /// Deepest overlap of two balls, as a share of the smaller radius.
    pub deepest: f64,
}

pub fn look(engine: &dyn Engine, scene: &Scene) -> Truth {
    let states: Vec<State> = (0..scene.discs.len()).map(|i| engine.state(i)).collect();
    let [low, high] = scene.bounds;
    let gone = |state: &State| {
        let inside = state.place.cmpge(low).all() && state.place.cmple(high).all();
        !inside
    };
    let energy = |(state, disc): (&State, &crate::scene::Disc)| {
        let mass = f64::from(disc.radius * disc.radius);
        let height = f64::from(state.place.y - low.y);
        mass * (0.5 * f64::from(state.velocity.length_squared()) - f64::from(scene.gravity) * height)
    };
    Truth {
        escaped: states.iter().filter(|state| gone(state)).count(),
        energy: states.iter().zip(&scene.discs).map(energy).sum(),
        deepest: deepest(&states, scene),
    }
}

fn deepest(states: &[State], scene: &Scene) -> f64 {
    let places: Vec<Vec2> = states.iter().map(|state| state.place).collect();
    let largest = scene.discs.iter().fold(0.0, |most: f32, disc| most.max(disc.radius));
    let mut deepest: f64 = 0.0;
    near_pairs(&places, 2.0 * largest, |i, j| {
        let (a, b) = (scene.discs[i].radius, scene.discs[j].radius);
        let gap = places[i].distance(places[j]) - a - b;
        deepest = deepest.max(f64::from(-gap / a.min(b)));
    });
    deepest
}
