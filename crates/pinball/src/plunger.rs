//! The plunger: a rod on a spring, drawn back by hand or by itself, and released.

use alloc::vec::Vec;

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive, step, within};
use crate::codec::{Fault, Saved, Source, saved, saved_part};
use crate::hit::{self, Hit};

/// The player's control of a plunger.
///
/// ```
/// use carom_pinball::Pull;
///
/// let by_hand = Pull::Hold(0.8); // drawn back to 80 % of its travel
/// let let_go = Pull::Free;
/// let by_a_button = Pull::Fire(1.0); // drawn back and let go by itself
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Pull {
    /// Nothing: it is released, and stays at rest.
    #[default]
    Free,
    /// Draws it back to this share of its travel, `0..=1`, no faster than a hand does, and holds it there.
    Hold(f32),
    /// Draws it back to this share of its travel, `0..=1`, and releases it there: once, until another pull follows.
    /// That takes some steps: [`Free`](Self::Free) before [`PlungerState::released`] releases it early.
    Fire(f32),
}

/// Settings of a plunger. SI units.
///
/// A ball that rests on the tip leaves it at the speed `pull sqrt((k + 2 F / pull) / (M + m))`, with the stiffness
/// `k`, the spring's force at rest `F`, and the masses of rod and ball: all the work of the spring. With the
/// defaults that is 2.9 m/s at full pull, near that of a real one (Visual Pinball, `src/physics/hitplunger.cpp`),
/// less the part that the slope of the table takes.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Plunger, PlungerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let settings = PlungerSettings { stiffness: 700.0, ..PlungerSettings::new(vec2(0.5, 0.1), vec2(0.0, 1.0)) };
/// let part = Plunger::add(&mut world, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlungerSettings {
    /// Middle of the tip at rest.
    pub tip: Vec2,
    /// Direction of the shot; its length does not matter.
    pub direction: Vec2,
    /// How far back it may be drawn, metres.
    pub travel: f32,
    /// Mass of rod, tip and knob, kilograms.
    pub mass: f32,
    /// Stiffness of the spring, newtons per metre.
    pub stiffness: f32,
    /// Force of the spring at rest, newtons.
    pub preload: f32,
    /// Friction of the rod in its guide, newtons.
    pub friction: f32,
    /// Share of its speed with which the rod comes back from its stop.
    pub stop_restitution: f32,
    /// Speed of drawing back, metres per second.
    pub draw_speed: f32,
    /// Half the width of the tip, metres.
    pub half_width: f32,
    /// Its surface.
    pub material: Material,
}

impl PlungerSettings {
    /// A plunger whose tip is here at rest, and which shoots this way.
    #[must_use]
    pub fn new(tip: Vec2, direction: Vec2) -> Self {
        Self {
            tip,
            direction,
            travel: 0.05,
            mass: 0.1,
            stiffness: 600.0,
            preload: 0.2,
            friction: 0.0,
            stop_restitution: 0.2,
            draw_speed: 0.25,
            half_width: 0.01,
            material: Material::new(0.3, 0.2),
        }
    }

    fn check(&self) -> Result<(), Error> {
        let length = self.direction.length();
        within("plunger.direction", length, 1e-6..=1e6, "a vector of finite length, not zero")?;
        positive("plunger.travel", self.travel)?;
        amount("plunger.stiffness", self.stiffness)?;
        amount("plunger.preload", self.preload)?;
        positive("plunger.stiffness + preload", self.stiffness + self.preload)?;
        amount("plunger.friction", self.friction)?;
        positive("plunger.draw_speed", self.draw_speed)?;
        positive("plunger.half_width", self.half_width)?;
        self.material.check()
    }

    fn guide(&self) -> Joint {
        // A spring that pushes equally all the way is a very long one.
        let stiffness = self.stiffness.max(1e-3 * self.preload);
        Joint::slider(self.tip, self.direction, self.mass, [-self.travel, 0.0])
            .spring(stiffness, self.preload / stiffness)
            .friction(self.friction)
            .limit_restitution(self.stop_restitution)
    }
}

/// A plunger as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Plunger, PlungerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let part = Plunger::add(&mut world, PlungerSettings::new(vec2(0.5, 0.1), vec2(0.0, 1.0)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert!(state.pulled < 0.01 && state.hit.is_none());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlungerState {
    /// How far it is drawn, as a share of its travel, `0..=1`.
    pub pulled: f32,
    /// Speed of the rod in the direction of the shot, metres per second.
    pub speed: f32,
    /// Whether it was released in this step.
    pub released: bool,
    /// The hardest hit of the step.
    pub hit: Option<Hit>,
}

/// A plunger.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Plunger, PlungerSettings, Pull};
///
/// let mut world = World::new(Config::default())?;
/// let mut part = Plunger::add(&mut world, PlungerSettings::new(vec2(0.5, 0.1), vec2(0.0, 1.0)))?;
/// let dt = 1.0 / 240.0;
/// part.update(&mut world, Pull::Hold(0.5), dt)?; // half way back
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plunger {
    body: BodyId,
    shape: ShapeId,
    settings: PlungerSettings,
    held: bool,
    /// Whether [`Pull::Fire`] has been answered.
    fired: bool,
    released: bool,
}

saved!(PlungerState { pulled, speed, released, hit });
saved_part!(6: Plunger { body, shape, held, fired, released; settings }, sound: |_| Ok(()));

/// A share out of range is kept as it is: the plunger refuses it in each update.
impl Saved for Pull {
    fn save(&self, out: &mut Vec<u8>) {
        match self {
            Self::Free => out.push(0),
            Self::Hold(share) => {
                out.push(1);
                share.save(out);
            }
            Self::Fire(share) => {
                out.push(2);
                share.save(out);
            }
        }
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        match u8::load(from)? {
            0 => Ok(Self::Free),
            1 => f32::load(from).map(Self::Hold),
            2 => f32::load(from).map(Self::Fire),
            _ => Err("a pull is of no known kind"),
        }
    }
}

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "plunger";
    "joint.inertia" => "mass",
    "joint.position" => "tip",
    "joint.limit_restitution" => "stop_restitution",
);

impl Plunger {
    /// Adds a plunger, at rest.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range.
    pub fn add(world: &mut World, settings: PlungerSettings) -> Result<Self, Error> {
        settings.check()?;
        let across = settings.direction.normalize().perp() * settings.half_width;
        let shape = Shape::segment(-across, across)?.material(settings.material);
        let body = world.add_joint(settings.guide()).map_err(named(NAMES))?;
        let shape = world.add_shape(body, shape)?;
        Ok(Self { body, shape, settings, held: false, fired: false, released: false })
    }

    /// The slider.
    #[must_use]
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// Draws it or lets it go, for the next step of `dt` seconds.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if the slider was removed, [`Error::OutOfRange`] if the share or `dt` is out of range.
    pub fn update(&mut self, world: &mut World, pull: Pull, dt: f32) -> Result<(), Error> {
        step(dt)?;
        let at = world.joint_position(self.body).ok_or(Error::UnknownBody(self.body))?;
        self.released = false;
        let wanted = match pull {
            Pull::Free => None,
            Pull::Hold(share) | Pull::Fire(share) => {
                within("pull", share, 0.0..=1.0, "between 0 and 1")?;
                Some(-share * self.settings.travel)
            }
        };
        let there = wanted.is_some_and(|wanted| at <= wanted + 1e-3 * self.settings.travel);
        let fires = matches!(pull, Pull::Fire(_));
        if !fires {
            self.fired = false;
        } else if there && self.held {
            self.fired = true;
        }
        match wanted.filter(|_| !self.fired) {
            Some(wanted) => {
                let fastest = self.settings.draw_speed;
                let target = if dt > 0.0 { ((wanted - at) / dt).clamp(-fastest, fastest) } else { 0.0 };
                // A hand is stronger than the spring and the ball on the tip.
                let most = 20.0 * (self.settings.stiffness * self.settings.travel + self.settings.preload);
                world.set_motor(self.body, Motor::Velocity { target, max_force: most })?;
                self.held = true;
            }
            None if self.held => {
                world.set_motor(self.body, Motor::Off)?;
                (self.held, self.released) = (false, true);
            }
            None => {}
        }
        Ok(())
    }

    /// How it is after the step.
    #[must_use]
    pub fn read(&self, world: &World) -> PlungerState {
        PlungerState {
            // Zero, not minus zero, at rest.
            pulled: 0.0 - world.joint_position(self.body).unwrap_or(0.0) / self.settings.travel,
            speed: world.joint_velocity(self.body).unwrap_or(0.0),
            released: self.released,
            hit: hit::hardest(world, self.shape),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn bad_settings_and_bad_pulls_are_refused() {
        let mut world = World::new(Config::default()).unwrap();
        let good = PlungerSettings::new(Vec2::ZERO, Vec2::Y);
        for settings in [
            PlungerSettings { direction: Vec2::ZERO, ..good },
            PlungerSettings { tip: Vec2::NAN, ..good },
            PlungerSettings { travel: 0.0, ..good },
            PlungerSettings { mass: f32::NAN, ..good },
            PlungerSettings { stiffness: -1.0, ..good },
            PlungerSettings { stiffness: 0.0, preload: 0.0, ..good },
            PlungerSettings { friction: f32::INFINITY, ..good },
            PlungerSettings { stop_restitution: -0.1, ..good },
            PlungerSettings { draw_speed: 0.0, ..good },
            PlungerSettings { half_width: 0.0, ..good },
        ] {
            let refused = Plunger::add(&mut world, settings);
            assert!(
                matches!(refused, Err(Error::OutOfRange { field, .. }) if field.starts_with("plunger.")),
                "{settings:?}"
            );
        }
        assert_eq!(world.bodies().count(), 0, "nothing was added");
        let mut plunger = Plunger::add(&mut world, good).unwrap();
        for share in [-0.1, 1.1, f32::NAN] {
            assert!(plunger.update(&mut world, Pull::Hold(share), DT).is_err(), "{share}");
        }
    }

    #[test]
    fn it_is_drawn_held_and_let_go() {
        let mut world = World::new(Config { gravity: Vec2::new(0.0, -1.11), ..Config::default() }).unwrap();
        let mut plunger = Plunger::add(&mut world, PlungerSettings::new(Vec2::ZERO, Vec2::Y)).unwrap();
        let mut go = |plunger: &mut Plunger, pull, steps| {
            (0..steps)
                .map(|_| {
                    plunger.update(&mut world, pull, DT).unwrap();
                    world.step(DT);
                    plunger.read(&world)
                })
                .last()
                .unwrap()
        };
        let held = go(&mut plunger, Pull::Hold(0.6), 60);
        assert!((held.pulled - 0.6).abs() < 0.01, "{held:?}");
        assert!(go(&mut plunger, Pull::Free, 1).released);
        let rests = go(&mut plunger, Pull::Free, 60);
        assert!(rests.pulled.abs() < 1e-6 && !rests.released, "{rests:?}");
        // By itself, once until another pull follows.
        let states: Vec<_> = (0..120).map(|_| go(&mut plunger, Pull::Fire(1.0), 1)).collect();
        assert_eq!(states.iter().filter(|state| state.released).count(), 1);
        assert!(states[119].pulled.abs() < 1e-6, "{:?}", states[119]);
        assert!(go(&mut plunger, Pull::Free, 1).pulled.abs() < 1e-6);
        assert!((0..60).any(|_| go(&mut plunger, Pull::Fire(1.0), 1).released), "and again");
    }
}
