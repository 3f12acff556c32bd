//! What classes mean: materials and parts.

use carom_scene::model::{KickProfile, Material};

/// What an element is for.
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

impl Part {
    /// What the classes of an element say.
    pub(crate) fn of(classes: &str) -> Self {
        for class in classes.split_whitespace() {
            match class {
                "ball" => return Self::Ball,
                "flipper-left" => return Self::Flipper("left"),
                "flipper-right" => return Self::Flipper("right"),
                "plunger" => return Self::Plunger,
                "drain" => return Self::Drain,
                "sensor" => return Self::Sensor,
                _ => {}
            }
        }
        Self::Wall
    }
}

/// The surface that a class names: those of `carom-pinball`, where its documents say where they come from.
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

/// Whether the first class that names a surface is `bumper`, which is a solid disc however it is painted.
pub(crate) fn is_bumper(classes: &str) -> bool {
    classes.split_whitespace().find(|class| material(class).is_some()) == Some("bumper")
}

/// Points for a hit on something of this surface.
pub(crate) fn points(class: &str) -> i64 {
    match class {
        "target" => 50,
        "bumper" => 100,
        "slingshot" => 10,
        _ => 0,
    }
}
