//! Sides and parts of a shape. The same types in both precisions.

/// The side from which an arc is solid.
///
/// A ball is inside or outside by its centre: against the circle where it faces the arc, against the tangent of the
/// nearer end beyond the ends. A ball on the other side passes through, and is ignored until it is clear of the
/// arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Face {
    /// Solid from both sides.
    #[default]
    Both,
    /// Solid for a ball on the hollow side, towards the centre.
    Inside,
    /// Solid for a ball on the bulging side, away from the centre.
    Outside,
}

/// The part of a segment, capsule or arc that a ball met first or is closest to. The three exclude each
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Between the ends.
    Face,
    /// The end point `a`; the start of an arc.
    EndA,
    /// The end point `b`; the end of an arc.
    EndB,
}
