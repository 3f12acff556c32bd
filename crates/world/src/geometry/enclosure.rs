//! Whether closed outlines enclose points.

use glam::DVec2;

use crate::base::Curve;

/// Whether an outline goes round a point: the parity of the polygon of its chords, turned over for each arc between
/// whose chord and bend the point lies.
pub(crate) fn encloses<'a>(outline: impl Iterator<Item = &'a Curve>, p: DVec2) -> bool {
    outline.fold(false, |inside, curve| {
        let Some([a, b]) = curve.ends() else {
            return inside ^ matches!(curve, Curve::Arc(arc) if (p - arc.center).length() < arc.radius);
        };
        let straddles = (a.y > p.y) != (b.y > p.y);
        let hit = straddles && p.x < a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y);
        let bulge = match curve {
            Curve::Arc(arc) => (p - arc.center).length() < arc.radius && (b - a).perp_dot(p - a) < 0.0,
            _ => false,
        };
        inside ^ hit ^ bulge
    })
}
