//! Types of the engine as reflection sees them: inspectors show them, saved worlds keep them.
//!
//! Each wraps the engine's type of the same name and repeats its fields; the macro checks that they agree.

use bevy_reflect::prelude::*;
use bevy_reflect::reflect_remote;

/// [`carom::Side`].
#[reflect_remote(carom::Side)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Clone, PartialEq)]
pub(crate) enum Side {
    Both,
    Left,
    Right,
}

/// [`carom::Motor`].
#[reflect_remote(carom::Motor)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Clone, PartialEq)]
pub(crate) enum Motor {
    Off,
    Force(f32),
    Velocity { target: f32, max_force: f32 },
}

/// [`carom::KickProfile`].
#[reflect_remote(carom::KickProfile)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Clone, PartialEq)]
pub(crate) enum KickProfile {
    Even,
    Slingshot,
}

/// [`carom::RestitutionCurve`].
#[reflect_remote(carom::RestitutionCurve)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Clone, PartialEq)]
pub(crate) enum RestitutionCurve {
    Constant,
    HalfAt(f32),
    Curve(#[reflect(remote = SpeedCurve)] carom::SpeedCurve),
}

/// [`carom::SpeedCurve`], as a whole: its points are its own.
#[reflect_remote(carom::SpeedCurve)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[reflect(opaque)]
#[reflect(Clone, PartialEq)]
pub(crate) struct SpeedCurve;
