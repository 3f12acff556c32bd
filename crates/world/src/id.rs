//! The ids by which a game knows bodies, shapes, fields, links and zones of the floor.

use slotmap::new_key_type;

new_key_type! {
    /// A body of a world: a ball or a carrier of shapes. Stays valid until the body is removed; a stale id
    /// finds nothing, never another body.
    ///
    /// Keep ids with their world, and with its history: an id carries no mark of its world, and two worlds number their
    /// bodies alike. A world that is restored from a snapshot gives ids again that it gave after the snapshot. The same
    /// holds for all kinds of ids.
    ///
    /// So worlds with the same history give the same ids. Peers of a game over a network name bodies to each other by
    /// ids, and replays, clones and restored worlds continue with them.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, BodyId, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball: BodyId = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// world.remove_body(ball)?;
    /// assert_eq!(world.position(ball), None); // a stale id finds nothing
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub struct BodyId;
    /// A shape on a body that is not a ball. Stays valid until the shape or its body is removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Body, Config, Shape, ShapeId, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let table = world.add_body(Body::fixed())?;
    /// let post: ShapeId = world.add_shape(table, Shape::circle(Vec2::ZERO, 0.1)?)?;
    /// assert_eq!(world.shape_body(post), Some(table));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub struct ShapeId;
    /// A field of a world. Stays valid until the field is removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, Field, FieldId, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let wind: FieldId = world.add_field(Field::uniform(vec2(2.0, 0.0)))?;
    /// world.remove_field(wind)?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub struct FieldId;
    /// A link of a world. Stays valid until the link or one of its bodies is removed.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Link, LinkId, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(vec2(0.0, -1.0), 0.1))?;
    /// let rope: LinkId = world.add_link(Link::rope(Vec2::ZERO, ball, 1.0))?;
    /// world.remove_link(rope)?; // the ball falls
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub struct LinkId;
}

/// A zone of a world's floor. A stale one finds nothing, never another zone.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Config, Floor, FloorSurface, FloorZone, Region, World, ZoneId};
///
/// let mut world = World::new(Config::weightless())?;
/// world.set_floor(Some(Floor::default()))?;
/// let region = Region::Circle { center: vec2(1.0, 1.0), radius: 0.5 };
/// let rug: ZoneId = world.add_floor_zone(FloorZone { region, surface: FloorSurface::default() })?;
/// world.remove_floor_zone(rug)?;
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ZoneId(pub(crate) u32);
