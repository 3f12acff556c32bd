//! The slingshot: a rubber band between two posts, with a coil behind it.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{amount, positive};
use crate::hit::{self, Hit};

/// What a slingshot is made of. SI units. Speed, threshold and band are Visual Pinball's (80 units of force, which
/// give at most 40 units of speed; no threshold, to which a hand's breadth of speed is added here, so that a ball
/// can come to rest on it).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlingshotSettings {
    /// One end of the band.
    pub a: Vec2,
    /// The other.
    pub b: Vec2,
    /// Half the thickness of the band, metres.
    pub radius: f32,
    /// Speed that the coil adds along the normal, metres per second.
    pub kick: f32,
    /// Approach speed that closes the switch, metres per second.
    pub threshold: f32,
    /// How long the lamp is lit after a hit, seconds.
    pub flash: f32,
    /// The band; the coil's kick is added to it.
    pub material: Material,
}

impl SlingshotSettings {
    /// A slingshot between two posts.
    #[must_use]
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self {
            a,
            b,
            radius: 0.004,
            kick: 1.4,
            threshold: 0.15,
            flash: 0.1,
            material: Material::new(0.8, 0.25),
        }
    }
}

/// A slingshot as it is after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlingshotState {
    /// How often its coil fired in this step.
    pub hits: u32,
    /// The hardest hit of the step, whether or not it closed the switch.
    pub hit: Option<Hit>,
    /// Whether the lamp is lit.
    pub lit: bool,
}

/// A slingshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Slingshot {
    shape: ShapeId,
    threshold: f32,
    flash: f32,
    /// Seconds for which the lamp is still lit.
    glow: f32,
}

impl Slingshot {
    /// Adds a slingshot to a fixed body.
    ///
    /// # Errors
    /// [`Error::Invalid`] for the first setting that is not finite or out of its range, [`Error::UnknownBody`]
    /// or [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: SlingshotSettings) -> Result<Self, Error> {
        let SlingshotSettings { a, b, radius, kick, threshold, flash, material } = settings;
        positive("slingshot.b - a", (b - a).length())?;
        amount("slingshot.flash", flash)?;
        let material = Material { kick, kick_threshold: threshold, ..material };
        let shape = world.add_shape(table, Shape::capsule(a, b, radius)?.material(material))?;
        Ok(Self { shape, threshold, flash, glow: 0.0 })
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> ShapeId {
        self.shape
    }

    /// How it is after a step of `dt` seconds; to be called once a step.
    pub fn read(&mut self, world: &World, dt: f32) -> SlingshotState {
        let fired = hit::all(world, self.shape).filter(|hit| hit.approach_speed >= self.threshold).count();
        self.glow = if fired > 0 { self.flash } else { (self.glow - dt).max(0.0) };
        SlingshotState { hits: fired as u32, hit: hit::hardest(world, self.shape), lit: self.glow > 0.0 }
    }
}
