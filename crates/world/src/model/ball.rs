//! The ball: the only free body.

use glam::Vec2;

use crate::base::{saved, setters};
use crate::error::Error;
use crate::limits::{self, within};
use crate::model::{Filter, Material};

/// A ball, as it is described when it is added and as it is read back.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Ball, Config, World};
/// use carom::glam::vec2;
///
/// let mut world = World::new(Config::default())?;
/// let id = world.add_ball(Ball::new(vec2(0.0, 2.0), 0.0135).mass(0.08).sphere())?;
/// world.step(1.0 / 60.0);
/// assert!(world.ball(id).is_some_and(|ball| ball.velocity.y < 0.0));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("rigid body", "RigidBody", "dynamic body", "disc"))]
pub struct Ball {
    /// Centre, length units, each coordinate `-1e8..=1e8`.
    pub position: Vec2,
    /// Velocity of the centre, length units per second, up to 1e8. Default zero.
    pub velocity: Vec2,
    /// Rotation in radians, counter-clockwise, no more than 1e6 either way; for drawing only.
    pub angle: f32,
    /// Angular velocity, radians per second, counter-clockwise, up to 1e8 either way. Default 0.
    pub angular_velocity: f32,
    /// Spin about the two axes in the plane, as the velocity at which the ball would roll, length units per
    /// second: `(r w_y, -r w_x)`, each coordinate `-1e8..=1e8`. Default zero. It matters on a [floor](crate::Floor): a
    /// ball rolls if this is its velocity, and slides otherwise.
    pub rolling_velocity: Vec2,
    /// Whether it rolls on a [floor](crate::Floor), as spheres do, or slides like a disc that lies flat. Default
    /// `false`.
    pub is_sphere: bool,
    /// Radius, length units, `1e-6..=1e6`.
    pub radius: f32,
    /// Mass, mass units, `1e-12..=1e12`. Default pi times radius squared.
    pub mass: f32,
    /// Moment of inertia over mass times radius squared, `0.01..=1`: 1/2 for a disc, the default, 2/5
    /// for a sphere, 1 for a hoop. Infinite for one that nothing turns ([`no_rotation`](Self::no_rotation)).
    pub inertia_factor: f32,
    /// How strongly gravity pulls this ball, `-1000..=1000`, no unit. Default 1.
    pub gravity_scale: f32,
    /// How quickly its speed fades, per second, `0..=1e6`: after `t` seconds `e^(-drag t)` of it is left. Default 0. A
    /// [`Field`](crate::Field) with drag slows all balls down where it is; the two add up.
    pub drag: f32,
    /// Speed above which it does not fly, length units per second, at least 1e-6; infinite for none, the default. A
    /// faster ball is slowed down at the start of the next substep and at the end of the step.
    /// [`Config::max_speed`](crate::Config::max_speed) is the same for all balls; the lower of the two counts.
    #[cfg_attr(feature = "serde", serde(with = "crate::base::infinite"))]
    pub max_speed: f32,
    /// Its surface.
    pub material: Material,
    /// Collision filter: which bodies it collides with.
    pub filter: Filter,
    /// User data: a number that the engine stores and never reads.
    pub user_data: u64,
}

saved!(Ball {
    position,
    velocity,
    angle,
    angular_velocity,
    rolling_velocity,
    is_sphere,
    radius,
    mass,
    inertia_factor,
    gravity_scale,
    drag,
    max_speed,
    material,
    filter,
    user_data,
});

impl Ball {
    /// A disc at rest, of density 1 (mass pi r^2).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::Ball;
    ///
    /// let ball = Ball::new(vec2(0.0, 1.0), 0.0135).mass(0.08).sphere(); // a pinball: 27 mm, 80 g
    /// assert_eq!(ball.velocity, vec2(0.0, 0.0));
    /// ```
    #[must_use]
    pub fn new(position: Vec2, radius: f32) -> Self {
        Self {
            position,
            velocity: Vec2::ZERO,
            angle: 0.0,
            angular_velocity: 0.0,
            rolling_velocity: Vec2::ZERO,
            is_sphere: false,
            radius,
            mass: core::f32::consts::PI * radius * radius,
            inertia_factor: 0.5,
            gravity_scale: 1.0,
            drag: 0.0,
            max_speed: f32::INFINITY,
            material: Material::default(),
            filter: Filter::default(),
            user_data: 0,
        }
    }

    setters! {
        [const]
        /// Centre, length units.
        position(position: Vec2);
        /// Radius, length units; the mass stays.
        radius(radius: f32);
        /// Rotation, radians, counter-clockwise.
        angle(angle: f32);
        /// Moment of inertia over mass times radius squared: [`sphere`](Self::sphere) and
        /// [`no_rotation`](Self::no_rotation) set those of two common kinds.
        inertia_factor(factor: f32);
        /// Velocity of the centre, length units per second.
        velocity(velocity: Vec2);
        /// Angular velocity, radians per second.
        angular_velocity(spin: f32);
        /// Mass, mass units.
        mass(mass: f32);
        /// Spin about the two axes in the plane, as the velocity at which the ball would roll, length units per
        /// second.
        rolling_velocity(roll: Vec2);
        /// Its surface.
        material(material: Material);
        /// Collision filter: which bodies it collides with.
        filter(filter: Filter);
        /// How strongly gravity pulls this ball.
        gravity_scale(scale: f32);
        /// How quickly its speed fades, per second.
        drag(drag: f32);
        /// Speed above which it does not fly, length units per second.
        max_speed(speed: f32);
        /// User data: a number that the engine stores and never reads.
        user_data(user_data: u64);
    }

    /// Gives the ball the inertia of a solid sphere, 2/5 m r^2, in place of a disc's 1/2 m r^2. It rolls if there is a
    /// floor.
    #[must_use]
    pub const fn sphere(mut self) -> Self {
        self.inertia_factor = 0.4;
        self.is_sphere = true;
        self
    }

    /// Gives the ball an infinite moment of inertia: nothing turns it, and friction acts on it as on a block. It serves a
    /// figure or a puck that is drawn upright. The ball keeps the angular velocity that it is given.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Body, Config, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let street = world.add_body(Body::fixed())?;
    /// world.add_shape(street, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
    /// let hero = world.add_ball(Ball::new(vec2(0.0, 0.5), 0.5).velocity(vec2(3.0, 0.0)).no_rotation())?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// // It slid to a stop, and stands as it stood.
    /// assert_eq!(world.ball(hero).map(|ball| ball.angle), Some(0.0));
    /// assert!(world.velocity(hero).is_some_and(|v| v.length() < 1e-3));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    #[doc(alias("fixed_rotation", "lock_rotations", "freeze rotation"))]
    pub const fn no_rotation(mut self) -> Self {
        self.inertia_factor = f32::INFINITY;
        self
    }

    /// Checks every field, as [`World::add_ball`](crate::World::add_ball) does.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::Ball;
    /// use carom::glam::Vec2;
    ///
    /// assert!(Ball::new(Vec2::ZERO, 0.1).check().is_ok());
    /// assert!(Ball::new(Vec2::ZERO, 0.1).mass(-1.0).check().is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        limits::coordinate("ball.position", self.position)?;
        limits::velocity("ball.velocity", self.velocity)?;
        limits::angle("ball.angle", self.angle)?;
        limits::spin("ball.angular_velocity", self.angular_velocity)?;
        limits::velocity("ball.rolling_velocity", self.rolling_velocity)?;
        limits::radius("ball.radius", self.radius)?;
        limits::mass("ball.mass", self.mass)?;
        if self.inertia_factor != f32::INFINITY {
            let allowed = "between 0.01 and 1, or infinite";
            within("ball.inertia_factor", self.inertia_factor, 0.01..=1.0, allowed)?;
        }
        within("ball.gravity_scale", self.gravity_scale, -1000.0..=1000.0, "between -1000 and 1000")?;
        limits::drag("ball.drag", self.drag)?;
        limits::max_speed("ball.max_speed", self.max_speed)?;
        self.material.check()
    }
}
