//! Which candidate pairs are close enough to matter within a substep.
//!
//! Most are not, so the test runs over small single precision rows, rounded so that no pair is lost.

use alloc::vec::Vec;

use crate::row::BallRow;

/// A ball, as far as the test needs it.
#[derive(Clone, Copy, Debug, Default)]
struct Sight {
    x: f32,
    y: f32,
    /// How far from the centre the surface may come within the substep, if nothing deflects the ball.
    reach: f32,
    radius: f32,
}

/// The rows of the test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sights {
    rows: Vec<Sight>,
}

impl Sights {
    /// Takes up all balls, each with its reach beyond its radius.
    pub(crate) fn take(&mut self, balls: &[BallRow], beyond: impl Fn(&BallRow) -> f64) {
        self.rows.clear();
        self.rows.extend(balls.iter().map(|row| {
            let (x, y) = (row.x.x as f32, row.x.y as f32);
            let reach = (row.r + beyond(row)) as f32;
            // Rounding of both coordinates and of the sums below.
            let rounding = (x.abs() + y.abs() + 4.0 * reach) * f32::EPSILON;
            Sight { x, y, reach: reach + rounding, radius: row.r as f32 }
        }));
    }

    /// Whether two balls may come within reach of each other, and whether they may come deeper than
    /// `guard` smaller radii into each other.
    #[inline]
    pub(crate) fn meet(&self, i: u32, j: u32, guard: f32) -> (bool, bool) {
        let (a, b) = (&self.rows[i as usize], &self.rows[j as usize]);
        let (dx, dy) = (a.x - b.x, a.y - b.y);
        let distance = dx * dx + dy * dy;
        let far = a.reach + b.reach;
        let deep = far - guard * a.radius.min(b.radius);
        (distance <= far * far, distance <= deep * deep)
    }
}
