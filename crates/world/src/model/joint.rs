//! Bodies with one degree of freedom: hinges, which turn about a pivot, and sliders, which move along an axis.

use alloc::vec::Vec;
use core::ops::RangeInclusive;
use glam::Vec2;

use crate::base::{saved, setters};
use crate::error::Error;
use crate::limits::{self, within};
use crate::model::BodyKind;

/// The motor of a hinge or a slider.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::Vec2;
/// use carom::{Config, Joint, Motor, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let wheel = world.add_joint(Joint::hinge(Vec2::ZERO, 0.5))?;
/// world.set_motor(wheel, Motor::Velocity { target: 3.0, max_force: 10.0 })?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// assert!(world.joint_velocity(wheel).is_some_and(|rate| (rate - 3.0).abs() < 1e-4));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Motor {
    /// Nothing does.
    #[default]
    Off,
    /// A torque (hinge: mass units times length units squared per second squared) or a force (slider: mass
    /// units times length units per second squared), scaled by the [torque curve](Joint::torque_curve).
    Force(f32),
    /// As much as it takes to keep a speed (radians or length units per second), up to a torque or force.
    Velocity {
        /// Radians or length units per second, scaled by the [speed curve](Joint::speed_curve).
        target: f32,
        /// Largest torque or force, `0..=1e12`, scaled by the [torque curve](Joint::torque_curve).
        max_force: f32,
    },
}

saved!(enum Motor, "no such kind of motor" { Off = 0, Force(force) = 1, Velocity { target, max_force } = 2 });

impl Motor {
    pub(crate) fn check(&self) -> Result<(), Error> {
        match *self {
            Self::Off => Ok(()),
            Self::Force(force) => {
                within("motor.force", force, -1e12..=1e12, "finite, between -1e12 and 1e12")
            }
            Self::Velocity { target, max_force: most } => {
                limits::spin("motor.target", target)?;
                within("motor.max_force", most, 0.0..=1e12, "between 0 and 1e12")
            }
        }
    }
}

/// The motion that a joint allows its body.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Joint, JointKind};
///
/// assert_eq!(Joint::hinge(Vec2::ZERO, 1.0).kind, JointKind::Hinge);
/// let slider = Joint::slider(Vec2::ZERO, vec2(0.0, 2.0), 0.1, [0.0, 0.05]);
/// assert_eq!(slider.kind, JointKind::Slider { axis: vec2(0.0, 1.0) });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum JointKind {
    /// Turn about [`Joint::position`].
    Hinge,
    /// Move along an axis.
    Slider {
        /// Direction in which the slider's coordinate grows, unit.
        axis: Vec2,
    },
}

impl From<JointKind> for BodyKind {
    fn from(kind: JointKind) -> Self {
        match kind {
            JointKind::Hinge => Self::Hinge,
            JointKind::Slider { .. } => Self::Slider,
        }
    }
}

saved!(enum JointKind, "no such kind of joint" { Hinge = 0, Slider { axis } = 1 });

/// A hinge or a slider, for [`World::add_joint`](crate::World::add_joint).
///
/// Its one coordinate is the angle of a hinge in radians, counter-clockwise, or the way of a slider along its
/// axis in length units. Balls that strike it or rest on it push it, against its mass or inertia. Its impacts have
/// exact times, as those of balls. Between impacts it moves with constant acceleration within a substep. Spring and
/// damping are integrated by the implicit midpoint rule, which keeps a spring's energy.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Config, Joint, Motor, Shape, World};
/// use carom::glam::{Vec2, vec2};
///
/// let mut world = World::new(Config::default())?;
/// // A flipper bat of 100 g and 75 mm, between -30 and +30 degrees, held down by a spring.
/// let flipper = world.add_joint(
///     Joint::hinge(vec2(-0.1, 0.0), 2e-4).limits(-0.52, 0.52).spring(2e-3, -2.0).joint_position(-0.52),
/// )?;
/// world.add_shape(flipper, Shape::capsule(Vec2::ZERO, vec2(0.075, 0.0), 0.008)?)?;
/// world.set_motor(flipper, Motor::Force(0.5))?;
/// for _ in 0..60 {
///     world.step(1.0 / 600.0);
/// }
/// assert_eq!(world.joint_position(flipper), Some(0.52));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("revolute joint", "prismatic joint", "hinge", "slider", "flipper"))]
pub struct Joint {
    /// Hinge, or slider along an axis.
    pub kind: JointKind,
    /// Pivot of a hinge; origin of a slider at coordinate 0. Length units, each coordinate `-1e8..=1e8`.
    pub position: Vec2,
    /// Turn of a slider's frame, radians, `-1e6..=1e6`. Default 0. Hinges ignore it: their angle is the coordinate.
    pub angle: f32,
    /// Moment of inertia of a hinge about its pivot, mass units times length units squared; mass of a slider.
    /// `1e-12..=1e12`.
    pub inertia: f32,
    /// Mass of a hinge, on which gravity acts at [`center_of_mass`](Self::center_of_mass). `0..=1e12`, default 0: a
    /// hinge in balance. A slider's mass is its inertia.
    pub mass: f32,
    /// Centre of mass of a hinge in its own frame, length units, each coordinate `-1e8..=1e8`. Default the pivot.
    pub center_of_mass: Vec2,
    /// How strongly gravity pulls, `-1000..=1000`, no unit. Default 1.
    pub gravity_scale: f32,
    /// Its coordinate now, between the limits: radians or length units, `-1e8..=1e8`. Default 0.
    pub joint_position: f32,
    /// Its speed now: radians or length units per second, `-1e8..=1e8`. Default 0.
    pub joint_velocity: f32,
    /// Lowest and highest coordinate, radians or length units, `-1e8..=1e8`. The limits of a hinge may be infinite,
    /// which is the default.
    #[cfg_attr(feature = "serde", serde(with = "crate::base::infinite::limits"))]
    pub limits: [f32; 2],
    /// Share of its speed with which it comes back from a limit, `0..=1`, no unit. Default 0.
    pub limit_restitution: f32,
    /// The motor. Default [`Motor::Off`].
    pub motor: Motor,
    /// Factor of the motor's force or torque at each coordinate: points of coordinate and factor, ascending, with straight
    /// lines between, level before the first and after the last. Default empty: 1 everywhere.
    pub torque_curve: Vec<Vec2>,
    /// Factor of the target speed of a [`Motor::Velocity`] at each coordinate, in the same form. Default empty: 1
    /// everywhere.
    pub speed_curve: Vec<Vec2>,
    /// Stiffness of the spring, torque per radian or force per length unit, `0..=1e12`. Default 0.
    pub stiffness: f32,
    /// Coordinate at which the spring is slack, radians or length units, `-1e8..=1e8`. Default 0.
    pub spring_rest: f32,
    /// Torque or force per speed that slows the joint, `0..=1e12`. Default 0.
    pub damping: f32,
    /// Torque or force of dry friction, `0..=1e12`. Default 0.
    pub friction: f32,
    /// User data: a number that the engine stores and never reads.
    pub user_data: u64,
}

saved!(Joint {
    kind,
    position,
    angle,
    inertia,
    mass,
    center_of_mass,
    gravity_scale,
    joint_position,
    joint_velocity,
    limits,
    limit_restitution,
    motor,
    torque_curve,
    speed_curve,
    stiffness,
    spring_rest,
    damping,
    friction,
    user_data,
});

impl Joint {
    fn of(kind: JointKind, position: Vec2, inertia: f32) -> Self {
        Self {
            kind,
            position,
            angle: 0.0,
            inertia,
            mass: 0.0,
            center_of_mass: Vec2::ZERO,
            gravity_scale: 1.0,
            joint_position: 0.0,
            joint_velocity: 0.0,
            limits: [f32::NEG_INFINITY, f32::INFINITY],
            limit_restitution: 0.0,
            motor: Motor::Off,
            torque_curve: Vec::new(),
            speed_curve: Vec::new(),
            stiffness: 0.0,
            spring_rest: 0.0,
            damping: 0.0,
            friction: 0.0,
            user_data: 0,
        }
    }

    /// A hinge that turns freely about `pivot` (length units); `inertia` is its moment of inertia about the
    /// pivot.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, Joint, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// // A flap of 0.01 kg m² that swings between two stops and is pulled to 0 by a spring.
    /// let flap = Joint::hinge(vec2(0.0, 1.0), 0.01).limits(-1.0, 1.0).spring(0.5, 0.0).damping(0.02);
    /// let flap = world.add_joint(flap)?;
    /// world.add_shape(flap, Shape::segment(vec2(0.0, 0.0), vec2(0.0, -0.3))?)?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn hinge(pivot: Vec2, inertia: f32) -> Self {
        Self::of(JointKind::Hinge, pivot, inertia)
    }

    /// A slider of `mass` that is at `origin` at coordinate 0 and moves along `axis` between two limits,
    /// length units. It needs limits, so that the step knows where it may come to.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, Joint, Shape, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// // A plunger of 0.1 kg on a spring of 600 N/m, drawn back by 40 mm at the start.
    /// let plunger = Joint::slider(vec2(0.5, 0.0), vec2(0.0, 1.0), 0.1, [-0.05, 0.0]).spring(600.0, 0.0).joint_position(-0.04);
    /// let plunger = world.add_joint(plunger)?;
    /// world.add_shape(plunger, Shape::segment(vec2(-0.01, 0.0), vec2(0.01, 0.0))?)?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn slider(origin: Vec2, axis: Vec2, mass: f32, limits: [f32; 2]) -> Self {
        let kind = JointKind::Slider { axis: axis.normalize_or_zero() };
        Self { limits, ..Self::of(kind, origin, mass) }
    }

    /// Lowest and highest coordinate.
    #[must_use]
    pub fn limits(mut self, low: f32, high: f32) -> Self {
        self.limits = [low, high];
        self
    }

    setters! {
        []
        /// Share of its speed with which it comes back from a limit.
        limit_restitution(restitution: f32);
        /// Where it is.
        joint_position(coordinate: f32);
        /// How fast it is.
        joint_velocity(rate: f32);
        /// Turns a slider's frame, radians.
        angle(angle: f32);
        /// The motor.
        motor(motor: Motor);
        /// Torque or force per speed that slows it.
        damping(damping: f32);
        /// Torque or force of dry friction.
        friction(friction: f32);
        /// How strongly gravity pulls.
        gravity_scale(scale: f32);
        /// User data: a number that the engine stores and never reads.
        user_data(user_data: u64);
    }

    /// How strong the motor is at each coordinate.
    #[must_use]
    pub fn torque_curve(mut self, points: impl IntoIterator<Item = Vec2>) -> Self {
        self.torque_curve = points.into_iter().collect();
        self
    }

    /// How fast a motor with a speed is to run at each coordinate.
    #[must_use]
    pub fn speed_curve(mut self, points: impl IntoIterator<Item = Vec2>) -> Self {
        self.speed_curve = points.into_iter().collect();
        self
    }

    /// A spring of this stiffness that is slack at a coordinate.
    #[must_use]
    pub fn spring(mut self, stiffness: f32, spring_rest: f32) -> Self {
        (self.stiffness, self.spring_rest) = (stiffness, spring_rest);
        self
    }

    /// Mass of a hinge and its centre in the hinge's frame: gravity turns it.
    #[must_use]
    pub fn mass(mut self, mass: f32, center: Vec2) -> Self {
        (self.mass, self.center_of_mass) = (mass, center);
        self
    }

    pub(crate) fn is_hinge(&self) -> bool {
        self.kind == JointKind::Hinge
    }

    /// Direction of a slider; of no meaning for a hinge.
    pub(crate) fn axis(&self) -> Vec2 {
        match self.kind {
            JointKind::Hinge => Vec2::X,
            JointKind::Slider { axis } => axis,
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        const STRONG: RangeInclusive<f32> = 0.0..=1e12;
        limits::coordinate("joint.position", self.position)?;
        limits::mass("joint.inertia", self.inertia)?;
        within("joint.mass", self.mass, STRONG, "between 0 and 1e12")?;
        limits::coordinate("joint.center_of_mass", self.center_of_mass)?;
        within("joint.gravity_scale", self.gravity_scale, -1000.0..=1000.0, "between -1000 and 1000")?;
        limits::angle("joint.angle", self.angle)?;
        let [low, high] = self.limits;
        if self.is_hinge() {
            within("joint.limits[0]", low, f32::NEG_INFINITY..=1e8, "at most 1e8")?;
            within("joint.limits[1]", high, f32::NEG_INFINITY..=f32::INFINITY, "a number")?;
            limits::joint_position("joint.joint_position", self.joint_position)?;
        } else {
            within(
                "joint.axis",
                self.axis().length(),
                0.999..=1.001,
                "a vector with a length greater than zero",
            )?;
            let far = limits::MAX_COORDINATE;
            within("joint.limits[0]", low, -far..=far, "finite, between -1e8 and 1e8")?;
            within("joint.limits[1]", high, -far..=far, "finite, between -1e8 and 1e8")?;
        }
        limits::ascending(["joint.limits[0]", "joint.limits[1]"], [low, high])?;
        within("joint.joint_position", self.joint_position, low..=high, "between the limits (default 0)")?;
        limits::spin("joint.joint_velocity", self.joint_velocity)?;
        within("joint.limit_restitution", self.limit_restitution, 0.0..=1.0, "between 0 and 1")?;
        self.motor.check()?;
        check_curve("joint.torque_curve", &self.torque_curve)?;
        check_curve("joint.speed_curve", &self.speed_curve)?;
        within("joint.stiffness", self.stiffness, STRONG, "between 0 and 1e12")?;
        limits::joint_position("joint.spring_rest", self.spring_rest)?;
        within("joint.damping", self.damping, STRONG, "between 0 and 1e12")?;
        within("joint.friction", self.friction, STRONG, "between 0 and 1e12")
    }
}

fn check_curve(field: &'static str, points: &[Vec2]) -> Result<(), Error> {
    for (n, point) in points.iter().enumerate() {
        let before = n.checked_sub(1).map_or(f32::NEG_INFINITY, |before| points[before].x);
        let ascends = || within(field, point.x, before..=f32::INFINITY, "no less than the coordinate before");
        limits::coordinate(field, *point).and_then(|()| ascends()).map_err(|error| error.at_point(n))?;
    }
    Ok(())
}

/// Which limit.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Config, Joint, Limit, World};
///
/// let mut world = World::new(Config::default())?;
/// // A hinge whose arm hangs on its lower stop.
/// let arm = world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).mass(1.0, vec2(0.5, 0.0)).limits(-0.3, 0.3))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
/// }
/// assert_eq!(world.joint_limit(arm), Some(Limit::Lower));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Limit {
    /// The lowest coordinate.
    Lower,
    /// The highest.
    Upper,
}

saved!(enum Limit, "no such limit" { Lower = 0, Upper = 1 });
