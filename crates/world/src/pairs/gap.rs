//! The gap of a pair, by places alone.

use crate::bodies::ball::BallRow;
use crate::contacts::pair_key::PairKey;
use crate::geometry::body_set::BodySet;

/// The gap of a contact, by places alone; negative is overlap.
pub(crate) fn gap(key: PairKey, rows: &[BallRow], bodies: &BodySet) -> f64 {
    let row = &rows[key.ball() as usize];
    let Some(k) = key.other().as_collider() else {
        let other = &rows[key.other().0 as usize];
        return (other.x - row.x).length() - row.r - other.r;
    };
    let collider = &bodies.colliders[k];
    let place = bodies.body_of(collider).pose.to_local(row.x);
    collider.nearest(place).map_or(0.0, |near| near.distance - row.r)
}
