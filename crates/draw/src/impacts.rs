//! Impacts, gathered over many steps.

use std::collections::VecDeque;

use carom::glam::Vec2;
use carom::{Impact, World};

/// Remembers where impacts were and how strong. Record after each step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impacts {
    most: usize,
    marks: VecDeque<(Vec2, f32)>,
}

impl Impacts {
    /// Remembers at most this many impacts, the latest ones.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, marks: VecDeque::new() }
    }

    /// Adds the impacts of the last step.
    pub fn record(&mut self, world: &World) {
        for Impact { point, normal_impulse, .. } in world.events().impacts() {
            self.marks.push_back((*point, *normal_impulse));
            while self.marks.len() > self.most {
                self.marks.pop_front();
            }
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.marks.clear();
    }

    /// Point (length units) and impulse along the normal (mass units times length units per second) of
    /// each impact, oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Vec2, f32)> + '_ {
        self.marks.iter().copied()
    }

    /// The largest impulse, 0 if there is none.
    #[must_use]
    pub fn largest(&self) -> f32 {
        self.marks.iter().map(|&(_, impulse)| impulse).fold(0.0, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::prelude::*;

    #[test]
    fn the_latest_are_kept() {
        let mut world = World::new(Config::weightless()).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        for x in [-1.0, 1.0] {
            let wall = Shape::segment(vec2(x, -9.0), vec2(x, 9.0)).unwrap().material(Material::elastic());
            world.add_shape(body, wall).unwrap();
        }
        let ball =
            Ball::new(Vec2::ZERO, 0.5).mass(2.0).velocity(vec2(10.0, 0.0)).material(Material::elastic());
        world.add_ball(ball).unwrap();
        let mut impacts = Impacts::new(3);
        // 1 length unit from wall to wall: ten bounces in a second, the first after 0.05 s, on the right.
        for _ in 0..100 {
            world.step(0.01);
            impacts.record(&world);
        }
        let x: Vec<f32> = impacts.iter().map(|(p, _)| p.x.round()).collect();
        assert_eq!(x, [-1.0, 1.0, -1.0]);
        assert!((impacts.largest() - 40.0).abs() < 1e-3, "2 m v is {}", impacts.largest());
    }
}
