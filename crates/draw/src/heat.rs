//! Heat: where impacts fall, added up in cells.

use std::collections::BTreeMap;

use carom::World;
use carom::glam::{Vec2, vec2};

/// Adds up the impulses of impacts in square cells, over any number of steps. Record after each step.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    cell: f32,
    cells: BTreeMap<(i32, i32), f32>,
}

impl Heat {
    /// Cells of this width, length units; 1 if it is not positive and finite.
    #[must_use]
    pub fn new(cell: f32) -> Self {
        let cell = if cell > 0.0 && cell.is_finite() { cell } else { 1.0 };
        Self { cell, cells: BTreeMap::new() }
    }

    /// Adds the impacts of the last step.
    pub fn record(&mut self, world: &World) {
        for impact in world.events().impacts() {
            // Numbers beyond those of cells are held at the last one.
            let at = impact.point / self.cell;
            let cell = (at.x.floor() as i32, at.y.floor() as i32);
            *self.cells.entry(cell).or_default() += impact.normal_impulse;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.cells.clear();
    }

    /// Width of a cell, length units.
    #[must_use]
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// Lower left corner (length units) and sum of the impulses (mass units times length units per second) of
    /// each cell in which there were impacts.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Vec2, f32)> + '_ {
        self.cells.iter().map(|(&(x, y), &sum)| (vec2(x as f32, y as f32) * self.cell, sum))
    }

    /// The largest sum, 0 if there is none.
    #[must_use]
    pub fn largest(&self) -> f32 {
        self.cells.values().copied().fold(0.0, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::prelude::*;

    #[test]
    fn impulses_add_up_where_they_fall() {
        let mut world = World::new(Config::weightless()).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        for x in [-1.25, 1.25] {
            let wall = Shape::segment(vec2(x, -9.0), vec2(x, 9.0)).unwrap().material(Material::elastic());
            world.add_shape(body, wall).unwrap();
        }
        let ball = Ball::new(vec2(0.0, 0.2), 0.25).mass(2.0).velocity(vec2(10.0, 0.0));
        world.add_ball(ball.material(Material::elastic())).unwrap();
        let mut heat = Heat::new(0.5);
        // 2 length units from wall to wall: after 0.1 s on the right, then every 0.2 s.
        for _ in 0..95 {
            world.step(0.01);
            heat.record(&world);
        }
        let cells: Vec<_> = heat.iter().collect();
        assert_eq!(cells.len(), 2, "{cells:?}");
        for ((corner, sum), (x, bounces)) in cells.into_iter().zip([(-1.5, 2.0), (1.0, 3.0)]) {
            assert_eq!(corner, vec2(x, 0.0));
            assert!((sum - 2.0 * 20.0 * bounces).abs() < 1e-2, "{sum} for {bounces} bounces of 2 m v");
        }
        assert!((heat.largest() - 120.0).abs() < 1e-2, "{}", heat.largest());
        heat.clear();
        assert_eq!((heat.iter().len(), heat.largest()), (0, 0.0));
    }

    #[test]
    fn a_cell_without_width_is_one() {
        for width in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(Heat::new(width).cell(), 1.0, "{width}");
        }
    }
}
