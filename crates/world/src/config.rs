//! Every number of the step that a game may set, with its unit, its reason and its effect.

use alloc::vec::Vec;

use glam::Vec2;

use crate::base::{Fault, Saved, Source, check};
use crate::error::Error;
use crate::limits::{MOST_SUBSTEPS, coordinate, max_speed, velocity, within};

/// Settings of a [`World`](crate::World).
///
/// Lengths inside the step are measured in radii of the ball (of two balls, the smaller one), times in substeps. So a
/// game may work in metres, millimetres or pixels.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Config, World};
///
/// let settings = Config { gravity: vec2(0.0, -1.11), max_substeps: 4, ..Config::default() };
/// let mut world = World::new(settings)?;
/// // Settings may change between steps.
/// world.set_config(Config { seed: 42, ..*world.config() })?;
/// assert!(World::new(Config { max_substeps: 0, ..settings }).is_err());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Config {
    /// Acceleration of free balls, length units per second squared. Default (0, -9.81).
    pub gravity: Vec2,
    /// Most substeps of a step, `1..=64`. More make stacks stiffer and cost in proportion; impacts are exact with
    /// any number. A step takes two, and doubles them as far as the loads of contacts or turning surfaces need it.
    /// If this number is even, the passes of the contact solver double before the last doubling. A step takes all
    /// substeps with nudges, forces, fields, links, a floor or drag of a ball, and where two balls overlap by half
    /// of `max_penetration`. So does a step in which a hinge or slider moves or a ball may come to one, and the
    /// first step of a world. Default 8, meant for steps of 1/60 s: a pile of a hundred layers then rests at a few
    /// per cent of a radius.
    pub max_substeps: u32,
    /// Highest frequency of a contact spring as a share of the rate of `max_substeps`, `0.01..=0.5`. Springs are softer where a
    /// ball under its own weight sinks by no more than 7e-5 radii. Above a quarter a pile begins to simmer; lower lets heavy
    /// loads sink. Default 0.25.
    pub contact_frequency: f32,
    /// Damping ratio of the contact spring, `0.1..=100`. Far above 1, so that overlap is given back
    /// slowly and without a bounce. Default 50.
    pub contact_damping_ratio: f32,
    /// Largest speed at which overlapping bodies are pushed apart, radii per step, `0.001..=1000`. Balls that the game has placed
    /// onto each other move by half a radius a step at most, and keep no speed of it. Default 0.1.
    pub max_push_speed: f32,
    /// Depth at which a resting contact is left alone, in radii, `1e-5..=0.05`. Some overlap keeps a
    /// resting contact from flickering. Default 0.002.
    pub slop: f32,
    /// Hard limit of penetration, in radii, `0.01..=0.5`: contacts are soft up to this depth, and stopped there. It must
    /// be well deeper than piles rest. Default 0.1.
    pub max_penetration: f32,
    /// How many inelastic impacts a ball may have in one substep before the contact solver takes over its further
    /// impacts, `1..=1e6`. An impact counts by the share of energy it loses, `1 - e^2`; at least a sixteenth if the ball has
    /// not moved since the last. Three quarters of the count of the last substep with impacts are added. A ball with eight
    /// times as many is stopped for the rest of the substep and counted in
    /// [`Dropped::frozen_balls`](crate::Dropped::frozen_balls). Default 8.
    pub max_inelastic_impacts: f32,
    /// Work that a step may do on impacts, `16..=1e9`, but at least 64 for each ball. A bounce, an arrival at a limit and
    /// a chord along a round surface count as one. Of hits that are resolved together each further one counts eight, and
    /// their equations one for 2048 multiplications. Once the work is used up, the fourth impact of a ball, a hinge or a
    /// slider in a substep stops it for the rest of the substep. [`Dropped`](crate::Dropped) counts these. Default
    /// 200 000: some 60 ms.
    pub max_work: u32,
    /// Greatest number of events of each kind that a step reports, `1000..=1e9`: impacts, arrivals at limits, links that
    /// become taut, crossings of sensors. The earliest are kept; [`Dropped::events`](crate::Dropped::events) counts the
    /// others. It bounds the memory of a flood and changes no motion. Default 1 000 000.
    pub max_events: u32,
    /// Speed above which no ball flies, length units per second, at least 1e-6; infinite for none, the
    /// default. A faster ball is slowed down to it at the start of the next substep and at the end of the
    /// step: momentum and energy are lost.
    #[cfg_attr(feature = "serde", serde(with = "crate::base::infinite"))]
    pub max_speed: f32,
    /// Lower and upper corner of the box that balls should not leave, length units; `None`, the default, for
    /// no such box. A ball whose centre is found outside at the end of a step is reported once, by
    /// [`Events::out_of_bounds`](crate::Events::out_of_bounds), and again after it has been inside.
    pub bounds: Option<[Vec2; 2]>,
    /// Lower and upper corner of a box that repeats without end, length units: a torus. A ball that leaves on one side
    /// is on the opposite side at the end of the step. Balls meet over the seam as anywhere else. Along an axis on which
    /// both corners agree nothing repeats. `None`, the default, for the plain plane.
    ///
    /// No ball's radius may be more than a sixth of the shorter side: then two balls meet through only one image. A ball
    /// flies 16 shorter sides in a step at most, as by a [`max_speed`](Self::max_speed). A ball that impacts make
    /// four times as fast is stopped for the rest of the substep, and counted in
    /// [`Dropped::frozen_balls`](crate::Dropped::frozen_balls).
    ///
    /// The box refuses things that it would have to repeat: links, fields with a region or an attractor, zones of a floor,
    /// and shapes. Where one axis alone repeats, it takes half-planes of fixed bodies along that axis: the ground of an
    /// endless world. [Held](crate::World::hold) balls serve as obstacles.
    ///
    /// A ball comes into the box at the end of a step, so places of impacts may lie outside the box.
    /// [Rays](crate::World::cast_ray) and [swept balls](crate::World::cast_ball) meet no image of a ball but the
    /// one in the box; all other queries find the nearest one.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, World};
    ///
    /// let periodic = Some([Vec2::ZERO, vec2(10.0, 8.0)]);
    /// let mut world = World::new(Config { periodic, ..Config::weightless() })?;
    /// let a = world.add_ball(Ball::new(vec2(9.0, 4.0), 0.5).velocity(vec2(1.0, 0.0)))?;
    /// let b = world.add_ball(Ball::new(vec2(1.0, 4.0), 0.5).velocity(vec2(-1.0, 0.0)))?;
    /// let met: usize = (0..60).map(|_| world.step(1.0 / 60.0).impacts().len()).sum();
    /// assert_eq!(met, 1); // over the seam, half a second from now
    /// assert!(world.add_ball(Ball::new(Vec2::ZERO, 1.5)).is_err()); // more than a sixth of 8
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub periodic: Option<[Vec2; 2]>,
    /// Seconds after which a ball that hardly moves is reported once, by
    /// [`Events::stuck`](crate::Events::stuck); at least 1e-6, infinite for never, the default.
    #[cfg_attr(feature = "serde", serde(with = "crate::base::infinite"))]
    pub stuck_after: f32,
    /// How far from one place a ball may go and count as hardly moving, in radii, `0..=1e6`. Default 0.1.
    pub stuck_radius: f32,
    /// Speed up to which a ball on level ground counts as at rest, `0..=0.1`, no unit: a share of the root of pull
    /// times radius. 0 for balls that never sleep. The limit of a ball that rises or falls is a hundredth of it.
    ///
    /// An island of balls joined by contacts sleeps when all of its balls have been at rest for a while. It takes no
    /// part in steps until an event wakes it ([`World::is_asleep`](crate::World::is_asleep)). Default 0.025: 5.5 cm/s
    /// for a ball of 0.5 m on earth, near the limit of other engines. No ball sleeps in a world with a field or a link,
    /// during a nudge or under a force. None sleeps where neither gravity nor a [`Floor`](crate::Floor) acts. On a floor
    /// a ball at rest does not move at all.
    pub sleep_speed: f32,
    /// Seed of the random angles of [`Material::scatter_angle`](crate::Material::scatter_angle). Default 0.
    pub seed: u64,
}

/// The two boxes of the settings. One byte tells which there are.
#[derive(Clone, Copy, Debug)]
struct Boxes {
    bounds: Option<[Vec2; 2]>,
    periodic: Option<[Vec2; 2]>,
}

impl Saved for Boxes {
    fn save(&self, out: &mut Vec<u8>) {
        let Self { bounds, periodic } = *self;
        out.push(u8::from(bounds.is_some()) | u8::from(periodic.is_some()) << 1);
        [bounds, periodic].into_iter().flatten().for_each(|corners| corners.save(out));
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let which = u8::load(from)?;
        check(which < 4, "there are no such boxes")?;
        let bounds = (which & 1 != 0).then(|| Saved::load(from)).transpose()?;
        let periodic = (which & 2 != 0).then(|| Saved::load(from)).transpose()?;
        Ok(Self { bounds, periodic })
    }
}

/// Saves the fields in this order; `bounds` stands for both boxes.
macro_rules! saved_config {
    ($($before:ident)+; $($after:ident)+) => {
        impl Saved for Config {
            fn save(&self, out: &mut Vec<u8>) {
                let Self { $($before,)+ bounds, periodic, $($after),+ } = *self;
                $($before.save(out);)+
                Boxes { bounds, periodic }.save(out);
                $($after.save(out);)+
            }

            fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
                $(let $before = Saved::load(from)?;)+
                let Boxes { bounds, periodic } = Boxes::load(from)?;
                $(let $after = Saved::load(from)?;)+
                Ok(Self { $($before,)+ bounds, periodic, $($after),+ })
            }
        }
    };
}

saved_config! {
    gravity max_substeps contact_frequency contact_damping_ratio max_push_speed slop max_penetration
    max_inelastic_impacts max_work max_events max_speed;
    stuck_after stuck_radius sleep_speed seed
}

impl Default for Config {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -9.81),
            max_substeps: 8,
            contact_frequency: 0.25,
            contact_damping_ratio: 50.0,
            max_push_speed: 0.1,
            slop: 0.002,
            max_penetration: 0.1,
            max_inelastic_impacts: 8.0,
            max_work: 200_000,
            max_events: 1_000_000,
            max_speed: f32::INFINITY,
            bounds: None,
            periodic: None,
            stuck_after: f32::INFINITY,
            stuck_radius: 0.1,
            sleep_speed: 0.025,
            seed: 0,
        }
    }
}

impl Config {
    /// The default with no gravity: a table seen from above, a gas.
    #[must_use]
    pub fn weightless() -> Self {
        Self { gravity: Vec2::ZERO, ..Self::default() }
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        velocity("config.gravity", self.gravity)?;
        within("config.max_substeps", self.max_substeps as f32, 1.0..=MOST_SUBSTEPS, "between 1 and 64")?;
        within("config.contact_frequency", self.contact_frequency, 0.01..=0.5, "between 0.01 and 0.5")?;
        within(
            "config.contact_damping_ratio",
            self.contact_damping_ratio,
            0.1..=100.0,
            "between 0.1 and 100",
        )?;
        within("config.max_push_speed", self.max_push_speed, 0.001..=1000.0, "between 0.001 and 1000")?;
        within("config.slop", self.slop, 1e-5..=0.05, "between 1e-5 and 0.05")?;
        within("config.max_penetration", self.max_penetration, 0.01..=0.5, "between 0.01 and 0.5")?;
        within("config.max_inelastic_impacts", self.max_inelastic_impacts, 1.0..=1e6, "between 1 and 1e6")?;
        within("config.max_work", self.max_work as f32, 16.0..=1e9, "between 16 and 1e9")?;
        within("config.max_events", self.max_events as f32, 1e3..=1e9, "between 1000 and 1e9")?;
        max_speed("config.max_speed", self.max_speed)?;
        let any = 1e-6..=f32::INFINITY;
        within("config.stuck_after", self.stuck_after, any, "at least 1e-6, or infinite for never")?;
        within("config.stuck_radius", self.stuck_radius, 0.0..=1e6, "between 0 and 1e6")?;
        within("config.sleep_speed", self.sleep_speed, 0.0..=0.1, "between 0 and 0.1")?;
        check_box(self.bounds, "config.bounds", "size of config.bounds")?;
        let size = check_box(self.periodic, "config.periodic", "size of config.periodic")?;
        let some = 1e-5..=f32::INFINITY;
        within("longer side of config.periodic", size.max_element(), some.clone(), "at least 1e-5")?;
        let shorter = if size.min_element() == 0.0 { size.max_element() } else { size.min_element() };
        within("shorter side of config.periodic", shorter, some, "0 or at least 1e-5")
    }
}

/// Checks the corners of a box, if there is one. Returns its size; infinite without one.
fn check_box(corners: Option<[Vec2; 2]>, field: &'static str, of_size: &'static str) -> Result<Vec2, Error> {
    let Some([low, high]) = corners else {
        return Ok(Vec2::INFINITY);
    };
    coordinate(field, low)?;
    coordinate(field, high)?;
    let size = high - low;
    let positive = 0.0..=f32::INFINITY;
    within(of_size, size.x, positive.clone(), "0 or more: the lower corner comes first")?;
    within(of_size, size.y, positive, "0 or more: the lower corner comes first")?;
    Ok(size)
}
