//! Core curves: a ball touches a point, a segment, an arc or a half-plane, inflated by a radius.
//!
//! The shapes and their formulas are those of the narrowphase. This file adds sides and joints to the distance of a
//! ball, so that no caller has to know them.

use carom_narrowphase::double::{Circle, Contact, Part};
use glam::DVec2;
use smallvec::SmallVec;

use crate::base::{Curve, saved};
use crate::bodies::BodyRow;
use crate::geometry::constants::{FACE_BORDER, MIN_CENTER_DISTANCE};
use crate::id::{BodyId, ShapeId};
use crate::model::{Filter, Side};

/// One end of a segment or an arc.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ColliderEnd {
    /// Another collider at the same joint answers for the joint's point.
    pub(crate) silent: bool,
    pub(crate) neighbors: SmallVec<[Neighbor; 2]>,
    /// Where one-sided colliders meet in a corner: whether a ball at the corner's point is in front of them.
    pub(crate) front: Option<bool>,
}

saved!(ColliderEnd { silent, neighbors, front });

/// A collider that shares a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Neighbor {
    /// Direction in which it leaves the joint: a ball on that side is nearer to it.
    pub(crate) leaves: DVec2,
    /// From the end of this collider to where it begins. Next to nothing, but between the ends of two long walls
    /// there may be a gap that is wider than a small ball: there neither wall is nearer than the end of the other.
    pub(crate) offset: DVec2,
    /// Its normal towards the side on which it is solid, if only on one and this collider on others: it answers for
    /// balls on that side alone. Zero if it always answers.
    pub(crate) front: DVec2,
}

saved!(Neighbor { leaves, offset, front });

impl Neighbor {
    #[inline]
    fn answers(&self, d: DVec2) -> bool {
        (d - self.offset).dot(self.leaves) > 0.0 && d.dot(self.front) >= 0.0
    }
}

impl ColliderEnd {
    /// Whether this end may touch a ball whose centre lies at `d` from it.
    #[inline]
    pub(super) fn answers(&self, d: DVec2) -> bool {
        !self.silent && !self.neighbors.iter().any(|neighbor| neighbor.answers(d))
    }
}

/// A core curve with its radius and all data for contacts.
#[derive(Clone, Debug)]
pub(crate) struct Collider {
    pub(crate) curve: Curve,
    pub(crate) radius: f64,
    pub(crate) side: Side,
    pub(crate) ends: [ColliderEnd; 2],
    pub(crate) body_row: u32,
    pub(crate) body: BodyId,
    pub(crate) shape: ShapeId,
    pub(crate) material: u32,
    pub(crate) filter: Filter,
}

saved!(Collider { curve, radius, side, ends, body_row, body, shape, material, filter });

/// How a point lies to a one-sided collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FacingSide {
    /// On the solid side.
    Front,
    Behind,
    /// Past a joint, where another collider answers.
    Elsewhere,
}

/// Where a collider is, seen from a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// From the collider to the point, unit.
    pub(crate) normal: DVec2,
    /// From the inflated collider's surface to the point; negative inside.
    pub(crate) distance: f64,
    /// Whether one of the collider's ends is nearest.
    pub(crate) is_end: bool,
}

impl Nearest {
    /// How far from the centre of a ball of this radius it is touched: no further than the surface. The far side of a
    /// ball that lies deep over a hinge would be a lever many times as long as the hinge.
    #[inline]
    pub(crate) fn reach(&self, radius: f64) -> f64 {
        self.distance.clamp(0.0, radius)
    }
}

impl Collider {
    /// Whether a point is on the side from which this collider is solid; `part` is the nearest part of the collider.
    #[inline]
    pub(super) fn faces(&self, part: Part, p: DVec2) -> bool {
        if self.side == Side::Both {
            return true;
        }
        let corner = match part {
            Part::EndA => self.ends[0].front,
            Part::EndB => self.ends[1].front,
            Part::Face => None,
        };
        match corner {
            // Over the border it is seen from the face, which may be in front where the corner is behind.
            Some(front) if !self.is_over_face(part, p) => front,
            _ => self.side.takes(self.curve.height(p)),
        }
    }

    /// The side of this collider on which a point lies.
    pub(crate) fn facing_side(&self, p: DVec2) -> FacingSide {
        let (_, part) = self.curve.contact(p);
        if !self.answers(part, p) {
            FacingSide::Elsewhere
        } else if self.faces(part, p) {
            FacingSide::Front
        } else {
            FacingSide::Behind
        }
    }

    /// Whether the collider is solid on one side only.
    #[inline]
    pub(crate) fn is_one_sided(&self) -> bool {
        self.side != Side::Both
    }

    /// Unit normal towards the side on which a one-sided collider is solid, at a point of its curve.
    pub(super) fn front(&self, at: DVec2) -> DVec2 {
        let left = self.curve.left(at);
        if self.side == Side::Right { -left } else { left }
    }

    /// Whether a part of this collider may touch a ball at `p`: a part other than an end always may. A ball over
    /// the border between face and end belongs to both, within rounding: a ball that crosses it must find a part
    /// that answers.
    #[inline]
    pub(super) fn answers(&self, part: Part, p: DVec2) -> bool {
        let Some((end, at, _)) = self.end_of(part) else { return true };
        end.answers(p - at) || self.is_over_face(part, p)
    }

    /// Whether the part of this collider that is nearest to a ball at `p` touches it there: from a solid side, and no
    /// other collider in its place.
    #[inline]
    fn is_touched(&self, part: Part, p: DVec2) -> bool {
        // Mostly it is the face of a wall that is solid on both sides.
        part == Part::Face && self.side == Side::Both || self.faces(part, p) && self.answers(part, p)
    }

    /// An end, its position, and the direction in which the curve leaves it; `None` for other parts.
    #[inline]
    pub(super) fn end_of(&self, part: Part) -> Option<(&ColliderEnd, DVec2, DVec2)> {
        let (at, inward) = self.curve.end(part)?;
        Some((&self.ends[usize::from(part == Part::EndB)], at, inward))
    }

    /// Whether a point to which an end is nearest lies over the face as well, within rounding.
    #[inline]
    fn is_over_face(&self, part: Part, p: DVec2) -> bool {
        let Some((_, at, inward)) = self.end_of(part) else { return true };
        let d = p - at;
        inward.dot(d) >= -FACE_BORDER * d.length()
    }

    /// How far a point that is nearest to an end has to go at least until it is over the face.
    pub(super) fn beyond_end(&self, part: Part, p: DVec2) -> f64 {
        self.end_of(part).map_or(0.0, |(_, at, inward)| -inward.dot(p - at))
    }

    /// How far `p` is from this collider, or `None` where another collider or no one answers: behind a one-sided
    /// collider and past a joint.
    #[inline]
    pub(crate) fn nearest(&self, p: DVec2) -> Option<Nearest> {
        let (contact, part) = self.curve.contact(p);
        self.is_touched(part, p).then(|| self.nearest_of(contact, part))
    }

    /// [`nearest`](Self::nearest) as seen from a place of the world at a time.
    #[inline]
    pub(crate) fn nearest_at(&self, body: &BodyRow, at: DVec2, time: f64) -> Option<Nearest> {
        let frame = body.frame_at(time);
        let near = self.nearest(frame.to_local(at))?;
        Some(Nearest { normal: frame.direction_to_world(near.normal), ..near })
    }

    #[inline]
    fn nearest_of(&self, contact: Contact, part: Part) -> Nearest {
        let distance = contact.separation - self.radius;
        Nearest { normal: contact.normal, distance, is_end: part != Part::Face }
    }

    /// Position of an end; `None` for other parts.
    pub(crate) fn end_at(&self, part: Part) -> Option<DVec2> {
        // A full circle has none.
        self.curve.ends()?;
        self.end_of(part).map(|(_, at, _)| at)
    }

    /// The largest distance of its points from the origin of its frame.
    pub(crate) fn farthest(&self) -> f64 {
        self.radius + self.curve.farthest()
    }

    /// The end that is the point of this collider nearest to `p`; `None` if that lies between its ends.
    pub(crate) fn nearest_end(&self, p: DVec2) -> Option<DVec2> {
        self.end_at(self.curve.contact(p).1)
    }

    /// [`nearest`](Self::nearest), and the distance that it has or, where this collider does not answer, would have:
    /// nothing can touch the collider before it has come so far.
    #[inline(always)]
    pub(crate) fn survey(&self, p: DVec2) -> (Option<Nearest>, f64) {
        // Mostly it is the face of a straight wall that is solid on both sides.
        if let Curve::Segment(segment) = &self.curve
            && self.side == Side::Both
            && let (contact, Part::Face) = segment.contact_parts(&Circle::point(p))
        {
            let near = self.nearest_of(contact, Part::Face);
            return (Some(near), near.distance);
        }
        self.survey_all(p)
    }

    /// The same for any point and any collider.
    #[inline(never)]
    fn survey_all(&self, p: DVec2) -> (Option<Nearest>, f64) {
        let (contact, part) = self.curve.contact(p);
        let distance = contact.separation - self.radius;
        (self.is_touched(part, p).then(|| self.nearest_of(contact, part)), distance)
    }

    /// Distance of a point from the bare curve, and the direction from the curve to it; joints, sides and radius
    /// left aside.
    #[inline]
    pub(crate) fn distance(&self, p: DVec2) -> (f64, DVec2) {
        let (contact, _) = self.curve.contact(p);
        (contact.separation, contact.normal)
    }

    /// By how much the gap to a point that moves at `speed` at most accelerates because the surface is curved, and
    /// how long that holds.
    pub(crate) fn curving(&self, p: DVec2, speed: f64) -> (f64, f64) {
        let Some(rho) = self.curve.bend_radius(p) else { return (0.0, f64::INFINITY) };
        let rho = rho.max(MIN_CENTER_DISTANCE);
        (2.0 * speed * speed / rho, 0.5 * rho / speed)
    }
}

impl Collider {
    /// A collider of the first body, solid from both sides, that meets everything.
    pub(crate) fn of(curve: Curve, radius: f64) -> Self {
        Self {
            curve,
            radius,
            side: Side::Both,
            ends: Default::default(),
            body_row: 0,
            body: BodyId::default(),
            shape: ShapeId::default(),
            material: 0,
            filter: Filter::default(),
        }
    }
}
