//! Shapes: the surfaces of bodies other than balls.

use alloc::vec::Vec;
use carom_narrowphase::double::HalfPlane;
use glam::{DVec2, Vec2};
use smallvec::{SmallVec, smallvec};

use crate::base::{Curve, Fault, Saved, Source, check, saved, setters};
use crate::error::Error;
use crate::id::BodyId;
use crate::limits::{self, within};
use crate::model::{Chain, Filter, Material, Side, chain};

/// A piece of a shape: a core curve, and whether it runs against the direction of its shape.
pub(crate) type Piece = (Curve, bool);

/// A core curve, or a path of them, with a radius, a surface and a filter. Coordinates are in the frame
/// of the body that carries it.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Body, Config, Filter, Material, Shape, World};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let rubber = Material { restitution: 0.9, ..Material::default() };
/// let wall = Shape::segment(vec2(0.0, 0.0), vec2(2.0, 0.0))?
///     .radius(0.05) // 0.1 thick, with round ends
///     .material(rubber)
///     .filter(Filter::new(0b10, u32::MAX))
///     .user_data(7);
/// let id = world.add_shape(table, wall)?;
/// assert_eq!(world.shape_user_data(id), Some(7));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::model::shape_data::ShapeData", into = "crate::model::shape_data::ShapeData")
)]
#[doc(alias("collider", "fixture"))]
pub struct Shape {
    pub(crate) pieces: SmallVec<[Piece; 1]>,
    pub(crate) radius: f32,
    pub(crate) side: Side,
    pub(crate) material: Material,
    pub(crate) filter: Filter,
    pub(crate) user_data: u64,
    pub(crate) sense: Option<Sense>,
    /// Whether its closed outline is filled.
    pub(crate) solid: bool,
}

/// A shape on its body.
#[derive(Clone, Debug)]
pub(crate) struct ShapeRow {
    pub(crate) body: BodyId,
    pub(crate) colliders: SmallVec<[u32; 1]>,
    pub(crate) material: Material,
    /// That of its colliders, unless the shape or its body is disabled.
    pub(crate) filter: Filter,
    pub(crate) user_data: u64,
    /// The sense of a sensor; `None` for other shapes.
    pub(crate) sense: Option<Sense>,
    /// Whether its closed outline is filled.
    pub(crate) solid: bool,
    /// Whether the game has left it enabled.
    pub(crate) enabled: bool,
}

saved!(ShapeRow { body, colliders, material, filter, user_data, sense, solid, enabled });

impl Saved for Shape {
    fn save(&self, out: &mut Vec<u8>) {
        let Self { pieces, radius, side, material, filter, user_data, sense, solid } = self;
        pieces.save(out);
        radius.save(out);
        side.save(out);
        material.save(out);
        filter.save(out);
        user_data.save(out);
        sense.as_ref().map(|sense| sense.centers).save(out);
        solid.save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let pieces = SmallVec::<[Piece; 1]>::load(from)?;
        check(
            !pieces.is_empty() && pieces.iter().all(|(curve, _)| curve.is_sound()),
            "a curve is not sound",
        )?;
        let (radius, side) = (f32::load(from)?, Side::load(from)?);
        let mut shape = Self::of(pieces, 0.0).radius(radius).material(Saved::load(from)?);
        shape = shape.filter(Saved::load(from)?).user_data(u64::load(from)?);
        let (centers, solid) = (Option::<bool>::load(from)?, bool::load(from)?);
        // Its numbers are checked by the call that takes it: a recording holds refused calls as well.
        shape = if solid { shape.solid().map_err(|_| "a shape is not solid")? } else { shape.side(side) };
        Ok(match centers {
            None => shape,
            Some(false) => shape.sensor(),
            Some(true) => shape.sensor_of_centers(),
        })
    }
}

/// Which sides of a solid may be set.
const ONLY_OUTSIDE: &str = "not set (a solid stops balls from outside)";

impl Shape {
    pub(crate) fn of(pieces: SmallVec<[Piece; 1]>, radius: f32) -> Self {
        let (material, filter) = (Material::default(), Filter::default());
        Self { pieces, radius, side: Side::Both, material, filter, user_data: 0, sense: None, solid: false }
    }

    /// A solid disc; radius 0 makes a point.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::Shape;
    ///
    /// let post = Shape::circle(vec2(1.0, 2.0), 0.1)?;
    /// assert!(Shape::circle(vec2(1.0, 2.0), -0.1).is_err());
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a coordinate is not finite or too large, or the radius is outside `0..=1e6`.
    pub fn circle(center: Vec2, radius: f32) -> Result<Self, Error> {
        limits::coordinate("circle.center", center)?;
        thickness("circle.radius", radius)?;
        Ok(Self::of(smallvec![(Curve::Point(center.as_dvec2()), false)], radius))
    }

    /// A thin segment, solid from both sides unless [`side`](Self::side) says otherwise.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::Shape;
    ///
    /// let line = Shape::segment(vec2(0.0, 0.0), vec2(2.0, 0.0))?;
    /// let plank = Shape::segment(vec2(0.0, 0.0), vec2(2.0, 0.0))?.radius(0.05); // 0.1 thick
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a coordinate is not finite or too large, or the end points coincide.
    pub fn segment(a: Vec2, b: Vec2) -> Result<Self, Error> {
        Self::capsule(a, b, 0.0)
    }

    /// A segment inflated by a radius.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::Shape;
    ///
    /// let paddle = Shape::capsule(vec2(-0.2, 0.0), vec2(0.2, 0.0), 0.05)?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a coordinate is not finite or too large, the end points coincide, or the
    /// radius is outside `0..=1e6`.
    pub fn capsule(a: Vec2, b: Vec2, radius: f32) -> Result<Self, Error> {
        limits::coordinate("segment.a", a)?;
        limits::coordinate("segment.b", b)?;
        thickness("capsule.radius", radius)?;
        Ok(Self::of(smallvec![(chain::segment(a.as_dvec2(), b.as_dvec2())?, false)], radius))
    }

    /// A thin arc about `center` from the angle `start`, over `sweep` radians: counter-clockwise if
    /// positive, clockwise if negative. A sweep of 2 pi is a full circle, hollow and solid on both sides.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::Shape;
    ///
    /// use core::f32::consts::PI;
    ///
    /// let bowl = Shape::arc(vec2(0.0, 1.0), 1.0, PI, PI)?; // the lower half of a circle, from left to right
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a number is not finite or too large, the radius is not positive, or the
    /// sweep is zero or larger than a full turn.
    pub fn arc(center: Vec2, radius: f32, start: f32, sweep: f32) -> Result<Self, Error> {
        limits::coordinate("arc.center", center)?;
        limits::radius("arc.radius", radius)?;
        limits::angle("arc.start", start)?;
        let full = core::f32::consts::TAU * 1.000_001;
        within("arc.sweep", sweep.abs(), 1e-6..=full, "between -2 pi and 2 pi, and not zero")?;
        let reversed = sweep < 0.0;
        let (start, sweep) = (f64::from(start), f64::from(sweep));
        let start = if reversed { start + sweep } else { start };
        let curve = chain::arc(center.as_dvec2(), f64::from(radius), start, sweep.abs());
        Ok(Self::of(smallvec![(curve, reversed)], 0.0))
    }

    /// A filled rectangle with sides along the body's axes; `center` and `size` (width and height) in length units.
    /// Turn it with its body's angle. A [`radius`](Self::radius) rounds its corners and adds to its size.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Body, Config, Filter, Shape, World};
    /// use carom::glam::{Vec2, vec2};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let brick = world.add_body(Body::fixed().position(vec2(3.0, 2.0)))?;
    /// world.add_shape(brick, Shape::rect(Vec2::ZERO, vec2(1.0, 0.5))?)?;
    /// // It is filled: its middle is inside, 0.25 below the surface.
    /// let found = world.overlap_ball(vec2(3.0, 2.0), 0.0, Filter::default())?;
    /// assert_eq!(found[0].distance, -0.25);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a coordinate is not finite or too large, or width or height is not greater than zero.
    pub fn rect(center: Vec2, size: Vec2) -> Result<Self, Error> {
        limits::coordinate("rect.center", center)?;
        limits::coordinate("rect.size", size)?;
        within("rect.size", size.min_element(), f32::MIN_POSITIVE..=f32::MAX, "greater than zero")?;
        let (x, y) = (0.5 * size * Vec2::new(1.0, -1.0), 0.5 * size);
        Self::polygon(&[center - y, center + x, center + y, center - x])
    }

    /// A filled polygon, convex or not, by its corners in order, either way round.
    ///
    /// See [`solid`](Self::solid) for filled shapes.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::Shape;
    ///
    /// let brick = Shape::polygon(&[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.5, 1.0)])?; // solid: a ball inside is let out
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::WrongCount`] for fewer than three corners, [`Error::PointOutOfRange`] if a coordinate is not finite or too
    /// large, two neighboring corners coincide, or the side after a corner crosses another, [`Error::OutOfRange`] if the
    /// polygon has no area.
    pub fn polygon(corners: &[Vec2]) -> Result<Self, Error> {
        if corners.len() < 3 {
            return Err(Error::WrongCount {
                field: "polygon.corners",
                count: corners.len(),
                allowed: "at least 3 corners",
            });
        }
        Self::chain(&Chain::polyline(corners).close())?.solid()
    }

    /// Fills a closed chain or a full circle by [`arc`](Self::arc).
    ///
    /// A filled shape stops balls from outside. Queries find it at any place inside its outline. A ball whose centre is put
    /// into it is pushed out, the nearest way, at [`Config::max_push_speed`](crate::Config::max_push_speed).
    /// Without `solid` a closed chain is hollow, a room with walls that are solid on both sides.
    ///
    /// It sets the [`side`](Self::side). Another side that was set before is refused here; one that is set later is
    /// refused by [`World::add_shape`](crate::World::add_shape).
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if the chain does not end where it starts, or encloses no area;
    /// [`Error::PointOutOfRange`] with the point after which a straight leg crosses another; [`Error::WrongSide`]
    /// if a side was set. Arcs are not checked: they must not cross anything either.
    pub fn solid(mut self) -> Result<Self, Error> {
        let closed = chain::is_closed(&self.pieces);
        if let (false, Some(gap)) = (closed, chain::gap(&self.pieces)) {
            return Err(Error::OutOfRange {
                field: "gap of the open chain",
                value: gap,
                allowed: "0 (a solid is a closed chain or a full circle)",
            });
        }
        let area = if closed { chain::area(&self.pieces) } else { 0.0 };
        if !(area.abs() > 0.0 && area.is_finite()) {
            return Err(Error::OutOfRange {
                field: "area of outline",
                value: area,
                allowed: "a number other than zero (a solid is a closed chain or a full circle that encloses an area)",
            });
        }
        if let Some(index) = chain::crossing(&self.pieces) {
            let (field, allowed) =
                ("crossings of the outline", "0 (the outline of a solid must not cross itself)");
            return Err(Error::PointOutOfRange { field, index, value: 1.0, allowed });
        }
        let outside = if area > 0.0 { Side::Right } else { Side::Left };
        if self.side != Side::Both && self.side != outside {
            return Err(Error::WrongSide { side: self.side.name(), allowed: ONLY_OUTSIDE });
        }
        (self.side, self.solid) = (outside, true);
        Ok(self)
    }

    /// The parts of its colliders: its pieces, no arc of more than half of its turn.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Piece> + '_ {
        let of = |&(curve, reversed): &Piece| curve.parts().into_iter().map(move |part| (part, reversed));
        self.pieces.iter().flat_map(of)
    }

    /// Checks the values of the setters: radius, side and material. [`World::add_shape`](crate::World::add_shape)
    /// does so too.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if the radius is outside `0..=1e6` or a field of the material out of its range,
    /// [`Error::WrongSide`] if the shape has no such [side](Self::side).
    pub fn check(&self) -> Result<(), Error> {
        thickness("shape.radius", self.radius)?;
        self.material.check()?;
        self.check_side()
    }

    /// Refuses a side that the shape does not have.
    fn check_side(&self) -> Result<(), Error> {
        let side = self.side;
        if self.solid {
            let outside = if chain::area(&self.pieces) > 0.0 { Side::Right } else { Side::Left };
            return if side == outside {
                Ok(())
            } else {
                Err(Error::WrongSide { side: side.name(), allowed: ONLY_OUTSIDE })
            };
        }
        match self.pieces[..] {
            [(Curve::Point(_) | Curve::HalfPlane(_), _)] if side != Side::Both => Err(Error::WrongSide {
                side: side.name(),
                allowed: "Both (circles and half-planes are solid all round)",
            }),
            _ => Ok(()),
        }
    }

    /// A path of segments and arcs with smooth joints. A closed one is hollow; see [`solid`](Self::solid).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Chain, Shape};
    ///
    /// let hill = Chain::start(vec2(-2.0, 0.0)).line_to(vec2(-1.0, 0.0)).arc_to(vec2(0.0, 0.5), vec2(1.0, 0.0)).line_to(vec2(2.0, 0.0));
    /// let ground = Shape::chain(&hill)?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::PointOutOfRange`] with the leg's end: a coordinate that is not finite or too large, a leg without length, an
    /// arc without bend. [`Error::WrongCount`] if there is no leg at all.
    pub fn chain(path: &Chain) -> Result<Self, Error> {
        Ok(Self::of(path.curves()?.into_iter().collect(), 0.0))
    }

    /// A half-plane: all points on the far side of `normal` through `point`.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::Shape;
    ///
    /// let ground = Shape::half_plane(Vec2::ZERO, Vec2::Y)?; // everything below the x axis
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a coordinate is not finite or too large, or the normal has no length.
    pub fn half_plane(point: Vec2, normal: Vec2) -> Result<Self, Error> {
        limits::coordinate("half_plane.point", point)?;
        limits::coordinate("half_plane.normal", normal)?;
        let normal = normal.as_dvec2();
        let length = normal.length();
        if !(length > 1e-12) {
            return Err(Error::OutOfRange {
                field: "length of half_plane.normal",
                value: length,
                allowed: "greater than zero",
            });
        }
        let normal: DVec2 = normal / length;
        let half = HalfPlane { point: point.as_dvec2(), normal };
        Ok(Self::of(smallvec![(Curve::HalfPlane(half), false)], 0.0))
    }

    setters! {
        []
        /// Inflates the shape by a radius, length units: a rail in place of a line. [`World::add_shape`](crate::World::add_shape)
        /// refuses one outside `0..=1e6`.
        ///
        /// ```
        /// # use carom_world as carom;
        /// use carom::glam::vec2;
        /// use carom::Shape;
        ///
        /// let rail = Shape::segment(vec2(0.0, 0.0), vec2(1.0, 0.0))?.radius(0.01); // 0.02 thick, with round ends
        /// # Ok::<(), carom::Error>(())
        /// ```
        radius(radius: f32);
        /// Its surface.
        ///
        /// ```
        /// # use carom_world as carom;
        /// use carom::glam::vec2;
        /// use carom::{Material, Shape};
        ///
        /// let bumper = Material { restitution: 0.8, kick: 1.0, ..Material::default() };
        /// let post = Shape::circle(vec2(0.0, 0.0), 0.05)?.material(bumper);
        /// # Ok::<(), carom::Error>(())
        /// ```
        material(material: Material);
        /// Collision filter: which balls it collides with.
        filter(filter: Filter);
        /// User data, a number that the engine stores and never reads; found again by
        /// [`World::shape_user_data`](crate::World::shape_user_data).
        user_data(user_data: u64);
        /// On which side of its direction it stops balls. Circles and half-planes have no sides, and a
        /// [solid](Self::solid) shape has its own: [`World::add_shape`](crate::World::add_shape) refuses others.
        ///
        /// A ball that comes from the other side passes: from its first touch until it has come clear again the
        /// shape does not stop it, also if the ball turns back half way. A ball that is put into the shape belongs to
        /// the side of its centre. A one-sided chain lets a ball through as a whole.
        ///
        /// ```
        /// # use carom_world as carom;
        /// use carom::glam::vec2;
        /// use carom::{Shape, Side};
        ///
        /// // Balls that come from below pass, those from above land on it.
        /// let ledge = Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?.side(Side::Left);
        /// # Ok::<(), carom::Error>(())
        /// ```
        side(side: Side);
    }

    /// Makes it a sensor: it notices balls and never pushes them, and queries do not see it.
    ///
    /// A ball is in a sensor while any part of the ball overlaps it.
    /// [`Events::sensor_entered`](crate::Events::sensor_entered) and [`sensor_exited`](crate::Events::sensor_exited)
    /// report both crossings, at their times within the step, at any speed: a ball that crosses within a step is in
    /// both lists. One flight of a ball reports up to 1000 crossings of a sensor, and always whether the ball is inside
    /// at the end. The times are those of the exact flight, and of the body's motion if it moves.
    ///
    /// A circle, a half-plane, a full circle by [`arc`](Self::arc) and a closed path (one that ends where it
    /// starts) are areas: a ball anywhere within is inside. All other shapes are lines with a radius: a ball is
    /// inside while it touches the line. The outline of an area must not cross itself. A sensor heeds its filter
    /// and ignores its side. Do not place a sensor edge to edge with a resting ball: every tremble of the ball would
    /// enter or leave it.
    #[must_use]
    pub fn sensor(mut self) -> Self {
        self.sense = Some(Sense { area: chain::is_closed(&self.pieces), centers: false });
        self
    }

    /// Makes it a sensor of centres: a ball is in it while the centre of the ball is.
    ///
    /// It is a [`sensor`](Self::sensor) that notices every ball, independent of filters: a goal, a drain, a finish
    /// line. A line without a radius is entered and left at once, as the centre crosses it. A centre counts as on a line
    /// within a millionth of the radius.
    /// Pictures and [`World::shape_geometries`](crate::World::shape_geometries) leave it out.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Ball, Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let pitch = world.add_body(Body::fixed())?;
    /// let line = world.add_shape(pitch, Shape::segment(vec2(1.0, -1.0), vec2(1.0, 1.0))?.sensor_of_centers())?;
    /// let ball = world.add_ball(Ball::new(vec2(0.9, 0.0), 0.05).velocity(vec2(12.0, 0.0)))?;
    /// let goal = world.step(1.0 / 60.0).sensor_entered()[0];
    /// assert_eq!((goal.shape, goal.ball), (line, ball));
    /// assert!((goal.time - 0.1 / 12.0).abs() < 1e-6); // when the ball's centre came to the line
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn sensor_of_centers(mut self) -> Self {
        self.sense = Some(Sense { area: chain::is_closed(&self.pieces), centers: true });
        self
    }
}

fn thickness(field: &'static str, radius: f32) -> Result<(), Error> {
    within(field, radius, 0.0..=limits::RADIUS.1, "between 0 and 1e6")
}

/// The balls that a sensor notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sense {
    /// Whether a ball is inside also where the closed outline encloses it; else on the curves, with their radius.
    pub(crate) area: bool,
    /// Whether it looks for the centres of all balls; otherwise it looks for the edges of balls that its filter
    /// meets.
    pub(crate) centers: bool,
}

saved!(Sense { area, centers });

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn each_constructor_refuses_bad_numbers() {
        let (o, x, nan) = (Vec2::ZERO, Vec2::X, vec2(f32::NAN, 0.0));
        let refused = [
            Shape::circle(nan, 1.0),
            Shape::circle(o, -1.0),
            Shape::circle(o, f32::NAN),
            Shape::segment(o, o),
            Shape::segment(o, nan),
            Shape::segment(o, vec2(f32::INFINITY, 0.0)),
            Shape::capsule(o, x, -0.1),
            Shape::capsule(o, x, f32::INFINITY),
            Shape::arc(o, 0.0, 0.0, 1.0),
            Shape::arc(o, 1.0, f32::NAN, 1.0),
            Shape::arc(o, 1.0, 0.0, 0.0),
            Shape::arc(o, 1.0, 0.0, 7.0),
            Shape::half_plane(o, o),
            Shape::half_plane(nan, x),
            Shape::segment(o, x).and_then(Shape::solid),
            Shape::half_plane(o, x).and_then(Shape::solid),
            Shape::rect(o, vec2(1.0, 0.0)),
            Shape::rect(o, vec2(-1.0, 1.0)),
            Shape::rect(o, vec2(1.0, f32::NAN)),
            Shape::rect(nan, x + Vec2::Y),
            Shape::polygon(&[o, x]),
            Shape::polygon(&[o, x, 2.0 * x]),
            Shape::polygon(&[o, x, x]),
        ];
        for (case, shape) in refused.into_iter().enumerate() {
            assert!(shape.is_err(), "case {case} was accepted: {shape:?}");
        }
        for radius in [-1.0, 2e6, f32::NAN] {
            let checked = Shape::segment(o, x).and_then(|shape| shape.radius(radius).check());
            assert!(checked.is_err(), "a radius of {radius} was accepted");
        }
    }
}
