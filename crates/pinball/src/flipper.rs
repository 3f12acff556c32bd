//! The flipper: a tapered bat on a hinge, a coil with an end-of-stroke switch, a return spring.

use carom::glam::Vec2;
use carom::prelude::*;
use carom::{JointLimitHit, Limit};

use crate::check::{Names, amount, named, names, positive, step, within};
use crate::codec::{check, saved, saved_part};
use crate::hit::{self, Hit};

/// How fast the coil would run without a load, radians per second: far above any flipper, so that it pulls with
/// full strength all the way to the switch.
const NO_LOAD: f32 = 1000.0;
/// Width of the switch, as a share of the stroke.
const SWITCH: f32 = 1e-4;

/// Settings of a flipper. SI units.
///
/// The inertia, the stroke and the return torque are Visual Pinball's defaults (a rod of 80 g and
/// 70 mm; 51 degrees; 0.058 of the coil's torque at rest). The bat is 3 1/8 inch long, as those of most machines since
/// 1980. Torque and its rise along the stroke are chosen so that it comes up in 22 ms with 5.3 m/s at the tip and
/// goes down in 87 ms: a machine of 1998, Monster Bash, was measured at 19 to 24 ms up, about 89 ms down, and 0.46 to
/// 4.14 ms from the button to the coil (Visual Pinball, `src/physics/hitflipper.cpp`, head).
///
/// The coil pulls harder the deeper its plunger is in. At the end of the stroke a switch connects the hold winding,
/// which is strong where the gap is closed but lets its plunger in only slowly: a motion of the plunger works
/// against the winding's own current. So a bat that is knocked off its stop does not come back with a blow. This is
/// a live catch: the ball arrives when the stroke is over, and its energy goes into the coil.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Flipper, FlipperSettings};
///
/// let mut world = World::new(Config::default())?;
/// let settings = FlipperSettings { torque: 1.2, ..FlipperSettings::left(vec2(0.15, 0.16)) };
/// let part = Flipper::add(&mut world, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlipperSettings {
    /// Axis of the shaft.
    pub pivot: Vec2,
    /// Angle at rest, radians, counter-clockwise from +x, `-100..=100`.
    pub rest: f32,
    /// Angle at the end of the stroke, radians; 0.001 to 6 away from that at rest.
    pub raised: f32,
    /// From the pivot to the middle of the round tip, metres.
    pub length: f32,
    /// Radius about the pivot, metres; larger than the tip's by less than the length.
    pub base_radius: f32,
    /// Radius of the tip, metres.
    pub tip_radius: f32,
    /// Moment of inertia of bat, shaft and plunger about the pivot, kg m^2.
    pub inertia: f32,
    /// Torque of the coil at the switch, newton metres, `0..=1e6`.
    pub torque: f32,
    /// Its share at the start of the stroke, `0..=1`.
    pub start: f32,
    /// Torque of the hold winding, newton metres, `0..=1e6`.
    pub hold: f32,
    /// Speed at which the hold winding lets the bat come back to its stop, radians per second, `0..=1e6`.
    pub hold_speed: f32,
    /// Angle before the end of the stroke at which the switch opens, radians; less than the stroke.
    pub switch: f32,
    /// Torque of the return spring at rest and at the end of the stroke, newton metres, `0..=1e6`; no less at the end.
    pub spring: [f32; 2],
    /// Share of its speed that the bat keeps when it meets a stop, `0..=1`.
    pub stop_restitution: f32,
    /// From the button to the coil, seconds, `0..=1e6`; to the nearest step.
    pub delay: f32,
    /// Its rubber.
    pub material: Material,
}

impl FlipperSettings {
    /// A flipper at the left, which points to the right: 31 degrees down at rest, 20 degrees up.
    #[must_use]
    pub fn left(pivot: Vec2) -> Self {
        Self {
            pivot,
            rest: -0.541,
            raised: 0.349,
            length: 0.060_8,
            base_radius: 0.011_6,
            tip_radius: 0.007,
            inertia: 1.3e-4,
            torque: 1.05,
            start: 0.4,
            hold: 0.75,
            hold_speed: 1.0,
            switch: 0.15,
            spring: [0.024, 0.032],
            stop_restitution: 0.2,
            delay: 0.002,
            // Rubber ring: Visual Pinball's has 0.8 / (1 + 0.43 v) against the ball, 0.57 at 1 m/s, and friction
            // 0.6.
            material: Material::new(0.4, 0.6),
        }
    }

    /// A flipper at the right: the mirror image.
    #[must_use]
    pub fn right(pivot: Vec2) -> Self {
        let left = Self::left(pivot);
        let half = core::f32::consts::PI;
        Self { rest: half - left.rest, raised: half - left.raised, ..left }
    }

    /// Largest distance of the bat's surface from the pivot.
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.length + self.tip_radius
    }

    /// +1 if it rises counter-clockwise, else -1.
    fn way(&self) -> f32 {
        if self.raised > self.rest { 1.0 } else { -1.0 }
    }

    fn check(&self) -> Result<(), Error> {
        positive("flipper.length", self.length)?;
        positive("flipper.tip_radius", self.tip_radius)?;
        let widest = self.tip_radius + 0.99 * self.length;
        let allowed = "at least the tip's radius, and larger by less than the length";
        within("flipper.base_radius", self.base_radius, self.tip_radius..=widest, allowed)?;
        within("flipper.rest", self.rest, -100.0..=100.0, "finite, between -100 and 100")?;
        let stroke = (self.raised - self.rest).abs();
        within("flipper.raised - rest", stroke, 1e-3..=6.0, "between 0.001 and 6 radians apart")?;
        amount("flipper.torque", self.torque)?;
        within("flipper.start", self.start, 0.0..=1.0, "between 0 and 1")?;
        amount("flipper.hold", self.hold)?;
        amount("flipper.hold_speed", self.hold_speed)?;
        let widest = (1.0 - 2.0 * SWITCH) * stroke;
        within("flipper.switch", self.switch, 0.0..=widest, "between 0 and the stroke")?;
        amount("flipper.spring[0]", self.spring[0])?;
        within("flipper.spring[1]", self.spring[1], self.spring[0]..=1e6, "at least that at rest")?;
        amount("flipper.delay", self.delay)?;
        self.material.check()
    }

    /// Two circles and their common tangents.
    fn shape(&self) -> Result<Shape, Error> {
        let Self { length, base_radius: base, tip_radius: tip, .. } = *self;
        let sin = (base - tip) / length;
        let cos = libm::sqrtf(1.0 - sin * sin);
        let (low, high) = (Vec2::new(sin, -cos), Vec2::new(sin, cos));
        let end = Vec2::new(length, 0.0);
        let path = Chain::start(low * base)
            .line_to(end + low * tip)
            .arc_to(end + Vec2::new(tip, 0.0), end + high * tip)
            .line_to(high * base)
            .arc_to(Vec2::new(-base, 0.0), low * base)
            .close();
        Ok(Shape::chain(&path)?.material(self.material))
    }

    fn guide(&self) -> Joint {
        let (way, stroke) = (self.way(), (self.raised - self.rest).abs());
        let at = |share: f32| self.rest + (self.raised - self.rest) * share;
        let curve = |points: [(f32, f32); 3]| {
            let mut points = points.map(|(share, factor)| Vec2::new(at(share), factor));
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            points
        };
        let switch = 1.0 - self.switch / stroke;
        let share = |part: f32, whole: f32| if whole > 0.0 { part / whole } else { 0.0 };
        let torque = [(0.0, self.start), (switch - SWITCH, 1.0), (switch, share(self.hold, self.torque))];
        let speed = [(0.0, 1.0), (switch - SWITCH, 1.0), (switch, self.hold_speed / NO_LOAD)];
        let stiffness = (self.spring[1] - self.spring[0]) / stroke;
        // A spring that pulls equally all the way is a very long one.
        let stiffness = stiffness.max(1e-3 * self.spring[0]).max(1e-9);
        let slack = self.rest - way * self.spring[0] / stiffness;
        Joint::hinge(self.pivot, self.inertia)
            .limits(self.rest.min(self.raised), self.rest.max(self.raised))
            .limit_restitution(self.stop_restitution)
            .joint_position(self.rest)
            .torque_curve(curve(torque))
            .speed_curve(curve(speed))
            .spring(stiffness, slack)
    }
}

/// A flipper as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Flipper, FlipperSettings};
///
/// let mut world = World::new(Config::default())?;
/// let part = Flipper::add(&mut world, FlipperSettings::left(vec2(0.15, 0.16)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert!(!state.raised && !state.powered);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlipperState {
    /// Radians, counter-clockwise from +x.
    pub angle: f32,
    /// Radians per second.
    pub rate: f32,
    /// Whether the button is pressed.
    pub pressed: bool,
    /// Whether the coil pulls: a delay later.
    pub powered: bool,
    /// Whether it stands at the end of its stroke.
    pub raised: bool,
    /// The hardest hit of the step.
    pub hit: Option<Hit>,
    /// Its last arrival at one of its stops within the step.
    pub stop: Option<JointLimitHit>,
}

/// A flipper.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Flipper, FlipperSettings};
///
/// let mut world = World::new(Config::default())?;
/// let mut part = Flipper::add(&mut world, FlipperSettings::left(vec2(0.15, 0.16)))?;
/// let dt = 1.0 / 240.0;
/// part.update(&mut world, true, dt)?; // the button is pressed
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Flipper {
    body: BodyId,
    shape: ShapeId,
    settings: FlipperSettings,
    pressed: bool,
    powered: bool,
    /// Seconds until the coil follows the button.
    wait: f32,
}

// Only the engine makes a `JointLimitHit`.
saved!(FlipperState { angle, rate, pressed, powered, raised, hit; stop });
// A delay ends in the step that is nearest to its end: up to half the longest step too late.
saved_part!(
    3: Flipper { body, shape, pressed, powered, wait; settings },
    sound: |part| check((-0.5..=1e6).contains(&part.wait), "a flipper's delay is out of range")
);

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "flipper";
    "joint.inertia" => "inertia",
    "joint.position" => "pivot",
    "joint.limit_restitution" => "stop_restitution",
);

impl Flipper {
    /// Adds a flipper, at rest.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range.
    pub fn add(world: &mut World, settings: FlipperSettings) -> Result<Self, Error> {
        settings.check()?;
        let shape = settings.shape()?;
        let body = world.add_joint(settings.guide()).map_err(named(NAMES))?;
        let shape = world.add_shape(body, shape)?;
        Ok(Self { body, shape, settings, pressed: false, powered: false, wait: 0.0 })
    }

    /// The hinge.
    #[must_use]
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> &FlipperSettings {
        &self.settings
    }

    /// Presses or releases the button, for the next step of `dt` seconds.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if the hinge was removed, [`Error::OutOfRange`] if `dt` is out of range.
    pub fn update(&mut self, world: &mut World, pressed: bool, dt: f32) -> Result<(), Error> {
        step(dt)?;
        if pressed != self.pressed {
            (self.pressed, self.wait) = (pressed, self.settings.delay);
        }
        if self.powered == self.pressed {
            return Ok(());
        }
        if self.wait > 0.5 * dt {
            self.wait -= dt;
            return Ok(());
        }
        let motor = if pressed {
            Motor::Velocity { target: self.settings.way() * NO_LOAD, max_force: self.settings.torque }
        } else {
            Motor::Off
        };
        world.set_motor(self.body, motor)?;
        self.powered = pressed;
        Ok(())
    }

    /// How it is after the step.
    #[must_use]
    pub fn read(&self, world: &World) -> FlipperState {
        let end = if self.settings.way() > 0.0 { Limit::Upper } else { Limit::Lower };
        FlipperState {
            angle: world.joint_position(self.body).unwrap_or(self.settings.rest),
            rate: world.joint_velocity(self.body).unwrap_or(0.0),
            pressed: self.pressed,
            powered: self.powered,
            raised: world.joint_limit(self.body) == Some(end),
            hit: hit::hardest(world, self.shape),
            stop: world.events().joint_limits().iter().rfind(|stop| stop.body == self.body).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_settings_are_refused_and_leave_nothing_behind() {
        let mut world = World::new(Config::default()).unwrap();
        let good = FlipperSettings::left(Vec2::ZERO);
        let bad = [
            FlipperSettings { pivot: Vec2::NAN, ..good },
            FlipperSettings { rest: f32::NAN, ..good },
            FlipperSettings { raised: good.rest, ..good },
            FlipperSettings { length: 0.0, ..good },
            FlipperSettings { base_radius: 0.1, ..good },
            FlipperSettings { tip_radius: -1.0, ..good },
            FlipperSettings { inertia: 0.0, ..good },
            FlipperSettings { torque: f32::INFINITY, ..good },
            FlipperSettings { start: 1.1, ..good },
            FlipperSettings { hold: -1.0, ..good },
            FlipperSettings { hold_speed: f32::NAN, ..good },
            FlipperSettings { switch: 1.0, ..good },
            FlipperSettings { spring: [0.1, 0.05], ..good },
            FlipperSettings { stop_restitution: 1.5, ..good },
            FlipperSettings { delay: -1.0, ..good },
            FlipperSettings { material: Material::new(-1.0, 0.0), ..good },
        ];
        for settings in bad {
            let refused = Flipper::add(&mut world, settings);
            assert!(
                matches!(refused, Err(Error::OutOfRange { field, .. }) if field.starts_with("flipper.") || field.starts_with("material.")),
                "{settings:?}"
            );
        }
        assert_eq!(world.bodies().count(), 0, "nothing was added");
        let mut flipper = Flipper::add(&mut world, good).unwrap();
        assert!(flipper.update(&mut world, true, f32::NAN).is_err());
        world.remove_body(flipper.body()).unwrap();
        assert_eq!(flipper.update(&mut world, true, 0.01), Err(Error::UnknownBody(flipper.body())));
    }

    #[test]
    fn left_and_right_are_mirror_images() {
        let mut world = World::new(Config::weightless()).unwrap();
        let mut left = Flipper::add(&mut world, FlipperSettings::left(Vec2::new(-0.1, 0.0))).unwrap();
        let mut right = Flipper::add(&mut world, FlipperSettings::right(Vec2::new(0.1, 0.0))).unwrap();
        for n in 0..240 {
            let pressed = (n / 60) % 2 == 1;
            left.update(&mut world, pressed, 1.0 / 240.0).unwrap();
            right.update(&mut world, pressed, 1.0 / 240.0).unwrap();
            world.step(1.0 / 240.0);
            let (a, b) = (left.read(&world), right.read(&world));
            let mirrored = core::f32::consts::PI - b.angle;
            assert!((a.angle - mirrored).abs() < 1e-5, "step {n}: {} and {mirrored}", a.angle);
            assert_eq!((a.raised, a.pressed, a.powered), (b.raised, b.pressed, b.powered));
        }
    }

    #[test]
    fn the_coil_follows_the_button_after_its_delay() {
        let mut world = World::new(Config::weightless()).unwrap();
        let settings = FlipperSettings { delay: 0.0032, ..FlipperSettings::left(Vec2::ZERO) };
        let mut flipper = Flipper::add(&mut world, settings).unwrap();
        let mut powered = Vec::new();
        for pressed in [true, true, true, true, true, false, false, false, false, false] {
            flipper.update(&mut world, pressed, 1e-3).unwrap();
            world.step(1e-3);
            powered.push(flipper.read(&world).powered);
        }
        let (f, t) = (false, true);
        assert_eq!(powered, [f, f, f, t, t, t, t, t, f, f]);
    }
}
