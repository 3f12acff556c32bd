//! Shapes: the surfaces of a body. Coordinates are in the frame of the body.

use carom::glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Angle, MaterialRef, Point, is_default};

/// One shape. Fields that all shapes share: `name` to be found again, `material` (default: the body's),
/// `layers` and `collides_with` (default: the body's).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Shape {
    /// A solid disc, or a point.
    Circle(Circle),
    /// A thin segment.
    Segment(Segment),
    /// A segment with a thickness.
    Capsule(Capsule),
    /// A part of a circle's line, hollow.
    Arc(Arc),
    /// A chain of segments.
    Chain(Chain),
    /// A rectangle with sides along the body's axes: four walls, hollow.
    Box(Box),
    /// A path of segments and arcs.
    Path(Path),
    /// Everything beyond an edge without end.
    HalfPlane(HalfPlane),
}

macro_rules! shape {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// A name of its own, to be found again. May be left out.
            #[serde(default, skip_serializing_if = "is_default")]
            pub name: String,
            $($(#[$doc])* pub $field: $type,)*
            /// Whether it only notices balls and never pushes them; a goal may name it. Default no.
            #[serde(default, skip_serializing_if = "is_default")]
            pub sensor: bool,
            /// The surface. Default: the body's.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub material: Option<MaterialRef>,
            /// The layers that it is in, by name. Default: the body's.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub layers: Option<Vec<String>>,
            /// The layers that it meets, by name. Default: the body's.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub collides_with: Option<Vec<String>>,
        }
    };
}

shape! {
    /// A solid disc; radius 0 makes a point.
    Circle {
        /// Centre, length units. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        center: Point,
        /// Radius, length units, 0 to 1e6.
        radius: f32,
    }
}

shape! {
    /// A thin segment.
    Segment {
        /// Start, length units.
        a: Point,
        /// End, length units.
        b: Point,
        /// On which side it stops balls, seen from `a` to `b`. Default Both.
        #[serde(default, skip_serializing_if = "is_default")]
        side: Side,
    }
}

shape! {
    /// A segment with a thickness and round ends.
    Capsule {
        /// Start, length units.
        a: Point,
        /// End, length units.
        b: Point,
        /// Half its thickness, length units, 0 to 1e6.
        radius: f32,
    }
}

shape! {
    /// A part of a circle's line, hollow: solid on both sides unless `side` says otherwise.
    Arc {
        /// Centre, length units. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        center: Point,
        /// Distance of the line from the centre, length units, 1e-6 to 1e6.
        radius: f32,
        /// Angle at which it starts; 0 is to the right.
        start: f32,
        /// Angle over which it runs, counter-clockwise if positive; at most a full turn.
        sweep: f32,
        /// Half the thickness of the line, length units, 0 to 1e6. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        thickness: f32,
        /// On which side it stops balls, seen along its way; Left is inside if it runs counter-clockwise.
        #[serde(default, skip_serializing_if = "is_default")]
        side: Side,
    }
}

shape! {
    /// A chain of segments with smooth joints.
    Chain {
        /// The corners, at least two, length units.
        points: Vec<Point>,
        /// Whether the last corner is joined to the first. Default no.
        #[serde(default, skip_serializing_if = "is_default")]
        closed: bool,
        /// Half its thickness, length units, 0 to 1e6. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        thickness: f32,
        /// Whether it is filled, if it is closed: it stops balls from outside, and lets out a ball that is inside. Then it
        /// has no `side`. Default no.
        #[serde(default, skip_serializing_if = "is_default")]
        solid: bool,
        /// On which side it stops balls, seen along its way. Default Both.
        #[serde(default, skip_serializing_if = "is_default")]
        side: Side,
    }
}

shape! {
    /// A rectangle of four walls with sides along the body's axes: hollow, a box to hold balls; or solid, a brick.
    Box {
        /// Lower left corner, length units.
        min: Point,
        /// Upper right corner, length units.
        max: Point,
        /// Half the thickness of its walls, length units, 0 to 1e6. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        thickness: f32,
        /// Whether it is filled: it stops balls from outside, and lets out a ball that is inside. Then it has no `side`.
        /// Default no.
        #[serde(default, skip_serializing_if = "is_default")]
        solid: bool,
        /// On which side the walls stop balls: Left is inside. Default Both.
        #[serde(default, skip_serializing_if = "is_default")]
        side: Side,
    }
}

shape! {
    /// A path of segments and arcs with smooth joints.
    Path {
        /// Where it starts, length units.
        start: Point,
        /// Its legs, at least one.
        legs: Vec<Leg>,
        /// Whether a segment leads back to the start. Default no.
        #[serde(default, skip_serializing_if = "is_default")]
        closed: bool,
        /// Half its thickness, length units, 0 to 1e6. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        thickness: f32,
        /// Whether it is filled, if it is closed: it stops balls from outside, and lets out a ball that is inside. Then it
        /// has no `side`. Default no.
        #[serde(default, skip_serializing_if = "is_default")]
        solid: bool,
        /// On which side it stops balls, seen along its way. Default Both.
        #[serde(default, skip_serializing_if = "is_default")]
        side: Side,
    }
}

shape! {
    /// A half-plane: all points on the far side of `normal` through `point`.
    HalfPlane {
        /// A point on the edge, length units.
        point: Point,
        /// Direction away from the solid side; its length does not matter, but must not be zero.
        normal: Point,
    }
}

/// One leg of a path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Leg {
    /// A straight line to a point.
    Line(Point),
    /// The arc through one point to another.
    Arc {
        /// A point on the way, length units.
        through: Point,
        /// The end, length units.
        to: Point,
    },
    /// The arc to a point that begins in the direction in which the path arrives.
    Tangent(Point),
}

/// On which side a curve stops balls, seen along its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Side {
    /// On both.
    #[default]
    Both,
    /// Only a ball on the left.
    Left,
    /// Only a ball on the right.
    Right,
}

impl From<Side> for carom::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::Both => Self::Both,
            Side::Left => Self::Left,
            Side::Right => Self::Right,
        }
    }
}

impl From<carom::Side> for Side {
    fn from(side: carom::Side) -> Self {
        match side {
            carom::Side::Both => Self::Both,
            carom::Side::Left => Self::Left,
            carom::Side::Right => Self::Right,
        }
    }
}

impl Side {
    /// The other side, as in a mirror.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Both => Self::Both,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Applies one expression to whichever shape it is.
macro_rules! each {
    ($shape:expr, $one:ident => $do:expr) => {
        match $shape {
            Self::Circle($one) => $do,
            Self::Segment($one) => $do,
            Self::Capsule($one) => $do,
            Self::Arc($one) => $do,
            Self::Chain($one) => $do,
            Self::Box($one) => $do,
            Self::Path($one) => $do,
            Self::HalfPlane($one) => $do,
        }
    };
}

impl Shape {
    /// Its name; empty if it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        each!(self, shape => &shape.name)
    }

    /// Its surface, if it has one of its own.
    #[must_use]
    pub const fn material(&self) -> Option<&MaterialRef> {
        each!(self, shape => shape.material.as_ref())
    }

    /// Whether it only notices balls.
    #[must_use]
    pub const fn is_sensor(&self) -> bool {
        each!(self, shape => shape.sensor)
    }

    /// Gives it a surface.
    pub fn set_material(&mut self, material: Option<MaterialRef>) {
        each!(self, shape => shape.material = material);
    }

    /// The layers that it is in and the layers that it meets, if it has its own.
    #[must_use]
    pub fn layers(&self) -> (Option<&[String]>, Option<&[String]>) {
        each!(self, shape => (shape.layers.as_deref(), shape.collides_with.as_deref()))
    }

    /// The kind of shape, as it is written.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Circle(_) => "Circle",
            Self::Segment(_) => "Segment",
            Self::Capsule(_) => "Capsule",
            Self::Arc(_) => "Arc",
            Self::Chain(_) => "Chain",
            Self::Box(_) => "Box",
            Self::Path(_) => "Path",
            Self::HalfPlane(_) => "HalfPlane",
        }
    }

    /// Gives `put` the boxes around its pieces, lower and upper corner each, where `place` takes its points. A half-plane has
    /// none.
    pub(crate) fn boxes(
        &self,
        angle: Angle,
        place: &impl Fn(Point) -> Vec2,
        put: &mut impl FnMut([Vec2; 2]),
    ) {
        let mut about = |points: &[Vec2], wide: f32| {
            let low = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
            let high = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
            put([low - wide, high + wide]);
        };
        let line = |points: &[Vec2], closed: bool, wide: f32, about: &mut dyn FnMut(&[Vec2], f32)| {
            points.windows(2).for_each(|ends| about(ends, wide));
            if let (true, [first, .., last]) = (closed, points) {
                about(&[*first, *last], wide);
            }
        };
        match self {
            Self::Circle(circle) => about(&[place(circle.center)], circle.radius),
            Self::Segment(segment) => about(&[place(segment.a), place(segment.b)], 0.0),
            Self::Capsule(capsule) => about(&[place(capsule.a), place(capsule.b)], capsule.radius),
            Self::Arc(arc) => {
                let (start, sweep) = (angle.radians(arc.start), angle.radians(arc.sweep));
                let at = |angle: f32| {
                    let (sin, cos) = libm::sincosf(angle);
                    place(Point(arc.center.0 + arc.radius * cos, arc.center.1 + arc.radius * sin))
                };
                let sagitta = arc.radius * (1.0 - libm::cosf(0.5 * sweep.abs().min(std::f32::consts::TAU)));
                about(&[at(start), at(start + sweep)], sagitta.abs() + arc.thickness);
            }
            Self::Chain(chain) => {
                let points: Vec<Vec2> = chain.points.iter().map(|p| place(*p)).collect();
                line(&points, chain.closed, chain.thickness, &mut about);
            }
            Self::Box(walls) => {
                let (Point(left, low), Point(right, high)) = (walls.min, walls.max);
                let corners = [Point(left, low), Point(right, low), Point(right, high), Point(left, high)];
                line(&corners.map(place), true, walls.thickness, &mut about);
            }
            Self::Path(way) => {
                let mut from = place(way.start);
                for leg in &way.legs {
                    let (to, wide) = match *leg {
                        Leg::Line(to) => (place(to), 0.0),
                        Leg::Arc { through, to } => {
                            let (through, to) = (place(through), place(to));
                            about(&[from, through, to], way.thickness);
                            from = to;
                            continue;
                        }
                        Leg::Tangent(to) => (place(to), 0.5 * place(to).distance(from)),
                    };
                    about(&[from, to], way.thickness + wide);
                    from = to;
                }
                if way.closed {
                    about(&[from, place(way.start)], way.thickness);
                }
            }
            Self::HalfPlane(_) => {}
        }
    }
}
