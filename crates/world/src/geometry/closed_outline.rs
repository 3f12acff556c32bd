//! Whether closed outlines enclose points, and how deep.

use glam::DVec2;

use crate::base::Curve;
use crate::geometry::constants::NO_DISTANCE;
use crate::geometry::{Collider, Nearest};

/// The collider of a filled outline that is nearest to a point within it, or on it, and the point's relation to it:
/// the separation is that of the filled shape, negative, and the normal points the nearest way out. `None` for a
/// point outside. All in the frame of the body; `radius` is the radius of the ball there.
pub(crate) fn sink<'a>(
    outline: impl Iterator<Item = (u32, &'a Collider)> + Clone,
    p: DVec2,
    radius: f64,
) -> Option<(u32, Nearest)> {
    let contacts = outline.clone().map(|(k, collider)| (k, collider, collider.distance(p)));
    let (k, collider, (depth, inward)) =
        contacts.min_by(|a, b| a.2.0.total_cmp(&b.2.0).then(a.0.cmp(&b.0)))?;
    let is_on = depth <= NO_DISTANCE * radius;
    if !is_on && !encloses(outline.map(|(_, collider)| &collider.curve), p) {
        return None;
    }
    let normal = if is_on { collider.front(p) } else { -inward };
    Some((k, Nearest { normal, distance: -depth - collider.radius, is_end: true }))
}

/// Whether an outline goes round a point: the parity of the polygon of its chords, turned over for each arc between
/// whose chord and bend the point lies.
pub(crate) fn encloses<'a>(outline: impl Iterator<Item = &'a Curve>, p: DVec2) -> bool {
    outline.fold(false, |inside, curve| {
        let Some([a, b]) = curve.ends() else {
            return inside ^ curve.bulges_round(p);
        };
        let straddles = (a.y > p.y) != (b.y > p.y);
        let hit = straddles && p.x < a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y);
        inside ^ hit ^ curve.bulges_round(p)
    })
}

/// The box around an outline.
pub(crate) fn bounds<'a>(outline: impl Iterator<Item = &'a Curve>) -> (DVec2, DVec2) {
    let none = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    outline.fold(none, |(low, high), curve| {
        let (a, b) = curve.bounds();
        (low.min(a), high.max(b))
    })
}
