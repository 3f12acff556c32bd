//! Shapes as they are now, for pictures and editors.

use alloc::vec::Vec;
use carom_narrowphase::double::{Arc, HalfPlane, Segment};
use glam::Vec2;

use crate::base::Curve;
use crate::geometry::Collider;
use crate::id::{BodyId, ShapeId};
use crate::model::Side;
use crate::pairs::normal_and_gap;
use crate::state::State;
use crate::world::World;

/// One curve of a shape in world coordinates.
///
/// These four kinds draw every shape: a capsule has segments, a path has segments and arcs. A shape with curves of another
/// kind appears as arcs, so a renderer that knows the four needs no change.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Body, Config, Shape, ShapeGeometry, World};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// world.add_shape(table, Shape::capsule(vec2(0.0, 0.0), vec2(1.0, 0.0), 0.1)?)?;
/// for (_body, _shape, geometry) in world.shape_geometries() {
///     match geometry {
///         ShapeGeometry::Circle { center, radius } => println!("a disc at {center} of radius {radius}"),
///         ShapeGeometry::Segment { a, b, radius, .. } => println!("a line from {a} to {b}, {} wide", 2.0 * radius),
///         ShapeGeometry::Arc { center, arc_radius, .. } => println!("an arc about {center} of radius {arc_radius}"),
///         ShapeGeometry::HalfPlane { normal, offset } => println!("an edge {offset} along {normal}"),
///     }
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("debug draw", "debug render"))]
pub enum ShapeGeometry {
    /// A solid disc, or a point if its radius is 0.
    Circle {
        /// Centre, length units.
        center: Vec2,
        /// Radius, length units.
        radius: f32,
    },
    /// A segment inflated by a radius.
    Segment {
        /// Start, length units.
        a: Vec2,
        /// End, length units.
        b: Vec2,
        /// Half of its thickness, length units.
        radius: f32,
        /// On which side it stops balls, seen from `a` to `b`.
        side: Side,
    },
    /// An arc inflated by a radius.
    Arc {
        /// Centre, length units.
        center: Vec2,
        /// Distance of the curve from the centre, length units.
        arc_radius: f32,
        /// Angle at which it starts, radians.
        start: f32,
        /// Angle over which it runs counter-clockwise, radians, up to a full turn.
        sweep: f32,
        /// Half of its thickness, length units.
        radius: f32,
        /// On which side it stops balls: left is inside.
        side: Side,
    },
    /// All points with `normal . p < offset`.
    HalfPlane {
        /// Outward, unit.
        normal: Vec2,
        /// Distance of the edge from the world's origin along the normal, length units.
        offset: f32,
    },
}

/// A curve in the terms of renderers.
fn outline(curve: Curve, collider: &Collider) -> ShapeGeometry {
    let (radius, side) = (collider.radius as f32, collider.side);
    match curve {
        Curve::Point(center) => ShapeGeometry::Circle { center: center.as_vec2(), radius },
        Curve::Segment(Segment { a, b, .. }) => {
            ShapeGeometry::Segment { a: a.as_vec2(), b: b.as_vec2(), radius, side }
        }
        Curve::Arc(Arc { center, radius: arc_radius, start, cos_half, middle, .. }) => {
            let full = cos_half <= -1.0;
            let first = if full { -middle } else { start };
            let sweep = if full { core::f64::consts::TAU } else { 2.0 * libm::acos(cos_half) };
            ShapeGeometry::Arc {
                center: center.as_vec2(),
                arc_radius: arc_radius as f32,
                start: libm::atan2(first.y, first.x) as f32,
                sweep: sweep as f32,
                radius,
                side,
            }
        }
        Curve::HalfPlane(HalfPlane { point, normal }) => {
            let offset = (normal.dot(point) + collider.radius) as f32;
            ShapeGeometry::HalfPlane { normal: normal.as_vec2(), offset }
        }
    }
}

/// A contact as it was left by the last step.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Body, Config, Shape, World};
///
/// let mut world = World::new(Config::default())?;
/// let floor = world.add_body(Body::fixed())?;
/// world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
/// world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1).mass(2.0))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let contact = world.contacts().next().expect("the ball lies on the floor");
/// assert!((contact.normal - Vec2::Y).length() < 1e-6);
/// assert!(contact.separation.abs() < 0.01 && contact.normal_impulse > 0.0);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactPoint {
    /// The other ball, or the body whose shape is touched.
    pub body_a: BodyId,
    /// The shape that is touched, if it is not a ball.
    pub shape_a: Option<ShapeId>,
    /// The ball.
    pub body_b: BodyId,
    /// Where the surfaces meet, length units.
    pub point: Vec2,
    /// From `a` to `b`, unit.
    pub normal: Vec2,
    /// Gap, length units; negative is overlap.
    pub separation: f32,
    /// Impulse along the normal that the contact has given over the whole step, mass units times length units per second:
    /// divided by the step's length it is the mean force. Impacts of its ball are no part of it.
    pub normal_impulse: f32,
}

/// The engine's view: outlines and contacts.
impl World {
    /// Every curve of every shape, in world coordinates, with the shape and the body that it belongs to. Sensors
    /// [of centres](crate::Shape::sensor_of_centers) are left out: they are places, and no things to be drawn.
    /// [Disabled](Self::set_enabled) shapes are left out too.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Body, Config, Shape, ShapeGeometry, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// world.add_shape(table, Shape::circle(vec2(1.0, 2.0), 0.5)?)?;
    /// let drawn: Vec<_> = world.shape_geometries().map(|(_, _, geometry)| geometry).collect();
    /// assert_eq!(drawn, [ShapeGeometry::Circle { center: vec2(1.0, 2.0), radius: 0.5 }]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn shape_geometries(&self) -> impl Iterator<Item = (BodyId, ShapeId, ShapeGeometry)> + '_ {
        let bodies = &self.state.body_set;
        let are_things = self.state.shapes.iter().filter(|(_, row)| row.sense.is_none_or(|s| !s.centers));
        let are_things = are_things.filter(|(id, _)| !self.filter_now(*id).is_off());
        are_things.flat_map(move |(id, shape)| {
            let mut rest = shape.colliders.iter().map(|&k| &bodies.colliders[k]).peekable();
            core::iter::from_fn(move || {
                let collider = rest.next()?;
                let whole = rest.peek().and_then(|next| collider.curve.joined(&next.curve));
                if whole.is_some() {
                    rest.next();
                }
                let body = bodies.body_of(collider);
                let curve = body.frame().placed(whole.unwrap_or(collider.curve));
                Some((body.id, id, outline(curve, collider)))
            })
        })
    }

    /// The safe circle of a ball after a step: its middle, its radius, and the balls on the neighbor list that holds as long as
    /// the ball stays inside. For pictures of the engine itself; it may change with any version.
    #[doc(hidden)]
    #[must_use]
    pub fn safe_circle(&self, ball: BodyId) -> Option<(Vec2, f32, Vec<BodyId>)> {
        let row = self.ball_row(ball).ok()?;
        let (circle, list) = (self.cache.pairs.circles.get(row)?, self.cache.pairs.lists.get(row)?);
        let balls =
            list.balls.iter().filter_map(|&i| self.state.balls.info.get(i as usize)).map(|info| info.id);
        Some((circle.origin.as_vec2(), circle.margin as f32, balls.collect()))
    }

    /// The contacts at the end of the last step that have carried load in it, of balls that rest, roll or slide, in an
    /// order that state alone decides. Each call collects them again. [`load_on`](Self::load_on) adds them up.
    pub fn contacts(&self) -> impl Iterator<Item = ContactPoint> + '_ {
        self.pressed_contacts().map(|(contact, _)| contact)
    }

    /// The same, each with its impulse of friction over the whole step.
    pub(crate) fn pressed_contacts(&self) -> impl Iterator<Item = (ContactPoint, f32)> + '_ {
        let State { contacts, balls, body_set, .. } = &self.state;
        let torus = self.torus();
        contacts.remembered().into_iter().filter_map(move |m| {
            let normal_impulse = m.earlier_normal + m.normal_impulse;
            if !(normal_impulse > 0.0) {
                return None;
            }
            let touch = self.state.contact_pair(m.key)?;
            let row = balls.rows.get(m.key.ball() as usize)?;
            let (normal, separation) = normal_and_gap(m.key, &balls.rows, body_set, &torus)?;
            let contact = ContactPoint {
                body_a: touch.body_a,
                shape_a: touch.shape_a,
                body_b: touch.body_b,
                point: (row.x - normal * row.r).as_vec2(),
                normal: normal.as_vec2(),
                separation: separation as f32,
                normal_impulse,
            };
            Some((contact, m.earlier_tangent + m.tangent_impulse))
        })
    }

    /// The [contacts](Self::contacts) of a ball or a body: the bodies on which it rests, rolls or slides.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let floor = world.add_body(Body::fixed())?;
    /// world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
    /// let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1))?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// let may_jump = world.contacts_of(ball).any(|contact| contact.normal.y > 0.5);
    /// assert!(may_jump);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[doc(alias("is_grounded", "contact pairs of"))]
    pub fn contacts_of(&self, body: BodyId) -> impl Iterator<Item = ContactPoint> + '_ {
        self.contacts().filter(move |contact| contact.body_a == body || contact.body_b == body)
    }
}
