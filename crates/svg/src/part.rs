//! The meanings of classes: materials and parts.

use carom_scene::model::{KickProfile, Material};

/// The purpose of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// It stands, and stops balls.
    Wall,
    /// A ball, at the start.
    Ball,
    /// A flipper, from its axis to its tip, and the button that lifts it.
    Flipper(&'static str),
    /// A plunger: the line is its way, from the tip at rest to the tip drawn back.
    Plunger,
    /// An area that puts balls where the first one started.
    Drain,
    /// An area that notices balls.
    Sensor,
}

/// The purpose of an element, and the class of its surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Role {
    pub(crate) part: Part,
    /// A class that names a material.
    pub(crate) surface: Option<&'static str>,
}

impl Role {
    /// The role of an element without a class.
    pub(crate) const PLAIN: Self = Self { part: Part::Wall, surface: None };

    /// The role that the classes of an element give it. An element with none of [`CLASSES`] has the role of its
    /// group.
    pub(crate) fn of(self, classes: &str) -> Self {
        let known = || {
            let known = |class| CLASSES.iter().find(|known| **known == class).copied();
            classes.split_whitespace().filter_map(known)
        };
        if known().next().is_none() {
            return self;
        }
        let part = known().find_map(|class| match class {
            "ball" => Some(Part::Ball),
            "flipper-left" => Some(Part::Flipper("left")),
            "flipper-right" => Some(Part::Flipper("right")),
            "plunger" => Some(Part::Plunger),
            "drain" => Some(Part::Drain),
            "sensor" => Some(Part::Sensor),
            _ => None,
        });
        let surface = known().find(|class| material(class).is_some());
        Self { part: part.unwrap_or(Part::Wall), surface }
    }

    /// Whether it is a bumper, which is a solid disc however it is painted.
    pub(crate) fn is_bumper(self) -> bool {
        self.surface == Some("bumper")
    }
}

/// The surface that a class names, with the numbers of `carom-pinball`.
pub(crate) fn material(class: &str) -> Option<Material> {
    let plain = |restitution: f32, friction: f32| Material { restitution, friction, ..Material::default() };
    Some(match class {
        "wood" => plain(0.4, 0.2),
        "metal" => plain(0.3, 0.1),
        "plastic" => plain(0.3, 0.15),
        "rubber" => plain(0.8, 0.4),
        "target" => plain(0.15, 0.2),
        "bumper" => Material { kick: 0.81, kick_threshold: 0.054, ..plain(0.3, 0.15) },
        "slingshot" => Material {
            kick: 1.4,
            kick_threshold: 0.15,
            kick_profile: KickProfile::Slingshot,
            ..plain(0.8, 0.25)
        },
        "flipper" => plain(0.4, 0.6),
        _ => return None,
    })
}

/// All classes that mean something.
pub(crate) const CLASSES: [&str; 14] = [
    "ball",
    "bumper",
    "drain",
    "flipper",
    "flipper-left",
    "flipper-right",
    "metal",
    "plastic",
    "plunger",
    "rubber",
    "sensor",
    "slingshot",
    "target",
    "wood",
];

/// Points for a hit on something of this surface.
pub(crate) fn points(class: &str) -> i64 {
    match class {
        "target" => 50,
        "bumper" => 100,
        "slingshot" => 10,
        _ => 0,
    }
}
