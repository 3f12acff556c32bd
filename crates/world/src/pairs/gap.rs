//! The gap of a pair, by places alone.

use crate::base::slab::Slab;
use crate::bodies::ball::BallRow;
use crate::bodies::body::BodyRow;
use crate::contacts::pair_key::PairKey;
use crate::geometry::collider::Collider;

/// The gap of a contact, told by places alone; negative is overlap.
pub(crate) fn gap(key: PairKey, rows: &[BallRow], solids: &[BodyRow], cores: &Slab<Collider>) -> f64 {
    let row = &rows[key.ball() as usize];
    let Some(k) = key.other().as_core() else {
        let other = &rows[key.other().0 as usize];
        return (other.x - row.x).length() - row.r - other.r;
    };
    let place = solids[cores[k].solid as usize].pose.to_local(row.x);
    cores[k].nearest(place).map_or(0.0, |near| near.distance - row.r)
}
