//! The gate: a flap with mass that opens one way, and is shut by a spring.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive, within};
use crate::codec::{saved, saved_part};
use crate::hit::{self, Hit};

/// Settings of a gate. SI units.
///
/// The flap hangs on its pivot, spans the lane when it is shut, and yields to a ball from one side; from the
/// other it is pressed against its stop. It takes from the ball the momentum that its inertia asks for (that of Visual
/// Pinball takes none). The default is a steel wire of 5 g across a lane of 40 mm: inertia `m length^2 / 3`.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Gate, GateSettings};
///
/// let mut world = World::new(Config::default())?;
/// let settings = GateSettings { damping: 4e-6, ..GateSettings::new(vec2(0.0, 0.5), vec2(0.04, 0.5)).clockwise() };
/// let part = Gate::add(&mut world, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateSettings {
    /// Hinge of the flap. Let it lie in the wall: a pin in the lane is a post, off which a slow ball bounces.
    pub pivot: Vec2,
    /// Free end of the flap when it is shut.
    pub end: Vec2,
    /// Angle over which it opens, radians: counter-clockwise if positive, clockwise if negative. It takes a ball
    /// of radius `r` through a lane of width `w` at about `acos(1 - 2 r / w)`.
    pub opening: f32,
    /// Half the thickness of the flap, metres.
    pub radius: f32,
    /// Moment of inertia about the hinge, kg m^2.
    pub inertia: f32,
    /// Torque of the spring when it is shut, newton metres.
    pub preload: f32,
    /// Stiffness of the spring, newton metres per radian.
    pub stiffness: f32,
    /// Torque per speed, newton metre seconds.
    pub damping: f32,
    /// Share of its speed that the flap keeps when it meets a stop.
    pub stop_restitution: f32,
    /// Its surface.
    pub material: Material,
}

impl GateSettings {
    /// A gate from its hinge to its free end that opens a quarter turn counter-clockwise.
    #[must_use]
    pub fn new(pivot: Vec2, end: Vec2) -> Self {
        Self {
            pivot,
            end,
            opening: core::f32::consts::FRAC_PI_2,
            radius: 0.001,
            inertia: 2.7e-6,
            preload: 1e-4,
            stiffness: 1e-4,
            damping: 2e-6,
            stop_restitution: 0.2,
            material: Material::new(0.3, 0.1),
        }
    }

    /// The same gate, opening clockwise.
    #[must_use]
    pub fn clockwise(self) -> Self {
        Self { opening: -self.opening.abs(), ..self }
    }

    fn check(&self) -> Result<(), Error> {
        positive("gate.end - pivot", (self.end - self.pivot).length())?;
        within("gate.opening", self.opening.abs(), 0.01..=3.1, "between 0.01 and 3.1 either way")?;
        amount("gate.radius", self.radius)?;
        amount("gate.preload", self.preload)?;
        amount("gate.stiffness", self.stiffness)?;
        self.material.check()
    }
}

/// A gate as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Gate, GateSettings};
///
/// let mut world = World::new(Config::default())?;
/// let mut part = Gate::add(&mut world, GateSettings::new(vec2(0.0, 0.5), vec2(0.04, 0.5)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert!(!state.opened);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateState {
    /// How far it is open, as a share of its range, `0..=1`.
    pub open: f32,
    /// Whether it left its stop in this step.
    pub opened: bool,
    /// The hardest hit of the step.
    pub hit: Option<Hit>,
}

/// A one-way gate.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Gate, GateSettings};
///
/// let mut world = World::new(Config::default())?;
/// let mut part = Gate::add(&mut world, GateSettings::new(vec2(0.0, 0.5), vec2(0.04, 0.5)))?;
/// let dt = 1.0 / 240.0;
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    body: BodyId,
    shape: ShapeId,
    shut: f32,
    opening: f32,
    was_open: bool,
}

saved!(GateState { open, opened, hit });
saved_part!(4: Gate { body, shape, was_open; shut, opening }, sound: |_| Ok(()));

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "gate";
    "joint.inertia" => "inertia",
    "joint.position" => "pivot",
    "joint.limit_restitution" => "stop_restitution",
    "joint.damping" => "damping",
    "capsule.radius" => "radius",
);

impl Gate {
    /// Adds a gate, shut.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range.
    pub fn add(world: &mut World, settings: GateSettings) -> Result<Self, Error> {
        settings.check()?;
        let GateSettings { pivot, end, opening, .. } = settings;
        let flap = end - pivot;
        let shut = libm::atan2f(flap.y, flap.x);
        let shape = Shape::capsule(Vec2::ZERO, Vec2::new(flap.length(), 0.0), settings.radius)
            .map_err(named(NAMES))?;
        // A spring that pulls equally all the way is a very long one.
        let stiffness = settings.stiffness.max(1e-3 * settings.preload);
        let before = if stiffness > 0.0 { settings.preload / stiffness } else { 0.0 };
        let guide = Joint::hinge(pivot, settings.inertia)
            .limits(shut.min(shut + opening), shut.max(shut + opening))
            .limit_restitution(settings.stop_restitution)
            .joint_position(shut)
            .spring(stiffness, shut - opening.signum() * before)
            .damping(settings.damping);
        let body = world.add_joint(guide).map_err(named(NAMES))?;
        let shape = world.add_shape(body, shape.material(settings.material))?;
        Ok(Self { body, shape, shut, opening, was_open: false })
    }

    /// The hinge.
    #[must_use]
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// How it is after the step; to be called once a step.
    pub fn read(&mut self, world: &World) -> GateState {
        let angle = world.joint_position(self.body).unwrap_or(self.shut);
        let open = ((angle - self.shut) / self.opening).clamp(0.0, 1.0);
        let opened = open > 0.0 && !self.was_open;
        self.was_open = open > 0.0;
        GateState { open, opened, hit: hit::hardest(world, self.shape) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_settings_are_refused() {
        let mut world = World::new(Config::default()).unwrap();
        let good = GateSettings::new(Vec2::ZERO, Vec2::new(0.04, 0.0));
        for settings in [
            GateSettings { pivot: Vec2::NAN, ..good },
            GateSettings { end: good.pivot, ..good },
            GateSettings { opening: 0.0, ..good },
            GateSettings { opening: f32::NAN, ..good },
            GateSettings { radius: -1.0, ..good },
            GateSettings { inertia: 0.0, ..good },
            GateSettings { preload: f32::NAN, ..good },
            GateSettings { stiffness: -1.0, ..good },
            GateSettings { damping: -1.0, ..good },
            GateSettings { stop_restitution: 2.0, ..good },
        ] {
            let refused = Gate::add(&mut world, settings);
            assert!(
                matches!(refused, Err(Error::OutOfRange { field, .. }) if field.starts_with("gate.")),
                "{settings:?}"
            );
        }
        assert_eq!(world.bodies().count(), 0, "nothing was added");
    }
}
