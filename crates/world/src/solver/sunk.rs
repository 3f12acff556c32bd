//! Balls whose centres lie within solids, where a game has put them. The outline stops nothing from inside, so the
//! filled shape pushes them out, the nearest way.

use alloc::vec::Vec;

use crate::base::{Sort, cloned};
use crate::bodies::Balls;
use crate::contacts::{Other, PairKey};
use crate::geometry::{BodySet, Collider, Nearest, bounds, sink};

/// A ball that lies in a solid.
#[derive(Clone, Copy, Debug)]
struct SunkBall {
    ball: u32,
    /// The first collider of the solid.
    leader: u32,
    /// The collider of the solid that the ball is nearest to, and how the ball lies to it.
    nearest: (u32, Nearest),
}

/// All balls inside solids, by rows; balls that have left are dropped. The list follows from the positions where
/// balls were put.
#[derive(Debug, Default)]
pub(crate) struct Sunk {
    list: Vec<SunkBall>,
}

cloned!(Sunk { list });

/// The colliders of a shape, of which `leader` is the first.
fn outline(leader: u32, bodies: &BodySet) -> impl Iterator<Item = (u32, &Collider)> + Clone {
    let first = &bodies.colliders[leader];
    // The colliders of a shape follow one another.
    let own = bodies.body_of(first).colliders.iter().skip_while(move |k| **k != leader);
    own.map(|&k| (k, &bodies.colliders[k])).take_while(|(_, collider)| collider.shape == first.shape)
}

impl Sunk {
    /// Forgets all balls: rows or colliders may be others than before.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds the balls `among` some that lie in the solid with this outline.
    pub(crate) fn add_balls(
        &mut self,
        outline: &[u32],
        among: impl Iterator<Item = u32>,
        balls: &Balls,
        bodies: &BodySet,
    ) {
        let Some(&leader) = outline.first() else { return };
        let first = &bodies.colliders[leader];
        let frame = bodies.body_of(first).frame();
        let outline = outline.iter().map(|&k| (k, &bodies.colliders[k]));
        let (low, high) = bounds(outline.clone().map(|(_, collider)| &collider.curve));
        for ball in among {
            let (row, info) = (&balls.rows[ball as usize], &balls.info[ball as usize]);
            let place = frame.to_local(row.x);
            // A centre on the outline counts as inside, to within rounding.
            let near = place.clamp(low - row.r, high + row.r) == place;
            if near
                && !info.held
                && info.filter.collides_with(first.filter)
                && !balls.are_apart(info.id, first.body)
                && let Some(nearest) = sink(outline.clone(), place, row.r)
            {
                self.list.push(SunkBall { ball, leader, nearest });
            }
        }
    }

    /// Finds again how each ball lies in its solid, and drops balls that have left.
    pub(crate) fn update(&mut self, balls: &Balls, bodies: &BodySet) {
        self.list.retain_mut(|sunk| {
            let row = &balls.rows[sunk.ball as usize];
            let place = bodies.body_of(&bodies.colliders[sunk.leader]).frame().to_local(row.x);
            let nearest = sink(outline(sunk.leader, bodies), place, row.r);
            nearest.is_some_and(|nearest| {
                sunk.nearest = nearest;
                true
            })
        });
        self.list.order_by_key(|sunk| (sunk.ball, sunk.leader));
        self.list.dedup_by_key(|sunk| (sunk.ball, sunk.leader));
    }

    /// How a ball in a solid lies to a collider. `None`: the collider is not one of that solid. `Some(None)`: another
    /// collider of the solid is nearer, and alone pushes the ball out.
    #[inline]
    pub(crate) fn lies(&self, ball: u32, k: u32, bodies: &BodySet) -> Option<Option<Nearest>> {
        let first = self.list.partition_point(|sunk| sunk.ball < ball);
        let shape = |k: u32| bodies.colliders[k].shape;
        let own = self.list[first..].iter().take_while(|sunk| sunk.ball == ball);
        let sunk = own.into_iter().find(|sunk| shape(sunk.leader) == shape(k))?;
        Some((sunk.nearest.0 == k).then_some(sunk.nearest.1))
    }

    /// The contacts by which solids push balls out.
    pub(crate) fn keys(&self) -> impl Iterator<Item = PairKey> + '_ {
        self.list.iter().map(|sunk| PairKey::new(sunk.ball, Other::collider(sunk.nearest.0)))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
