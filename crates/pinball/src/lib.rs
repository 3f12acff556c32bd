//! Parts of a pinball table in SI units. They use only the public interface of `carom`.
//!
//! Parts that are bodies of their own ([`Flipper`], [`Plunger`], [`Gate`], [`Spinner`], [`Seesaw`]) are made by
//! `add(&mut world, settings)`. All others are shapes on an existing body: `add(&mut world, body, settings)`. `add` checks
//! the settings, and changes nothing when it refuses them.
//!
//! A [`Table`] holds any number of parts. Its `step` updates all parts, steps the world, and reads all parts. Without it, call
//! `update` of each powered part before a step, and `read` of each part once after it. The [`ball`] is the one for which the
//! figures hold. Parts are plain values: a game that keeps snapshots of its world keeps clones of its parts beside them. To save a game to
//! a disk, write [`Table::snapshot`], or `snapshot` of each part, beside the snapshot of the world.
//!
//! Unless a field names its own range, positive values lie in `1e-9..=1e6`, and values that may be zero in `0..=1e6`.
//!
//! ```
//! use carom::prelude::*;
//! use carom_pinball::{Flipper, FlipperSettings};
//!
//! // A table that slopes by 6.5 degrees.
//! let mut world = World::new(Config { gravity: vec2(0.0, -1.11), ..Config::default() })?;
//! let mut flipper = Flipper::add(&mut world, FlipperSettings::left(vec2(0.15, 0.16)))?;
//! for frame in 0..60 {
//!     flipper.update(&mut world, frame >= 10, 1.0 / 60.0)?;
//!     world.step(1.0 / 60.0);
//!     let state = flipper.read(&world);
//!     assert!(frame < 20 || state.raised);
//! }
//! # Ok::<(), Error>(())
//! ```
//!
//! Defaults are those of real machines as far as they are published, else those of Visual Pinball
//! (`github.com/vpinball/vpinball`, `src/physics` and `src/core/Settings_properties.inl`), converted: 50 of its
//! units are 1 1/16 inch, its unit of time is 10 ms, its unit of mass a ball of 80 g.
//! Restitutions are of a pair: two materials meet by the geometric mean (see [`carom::Material`]), and a ball of
//! restitution 0.8 is meant.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

use carom::prelude::*;

mod bumper;
mod check;
mod codec;
mod drop_target;
mod flipper;
mod frame;
mod gate;
mod hit;
mod kicker;
mod plunger;
mod ramp;
mod rollover;
mod seesaw;
mod slingshot;
mod spinner;
mod standup_target;
mod table;

pub use bumper::{Bumper, BumperSettings, BumperState};
pub use drop_target::{DropTarget, DropTargetSettings, DropTargetState};
pub use flipper::{Flipper, FlipperSettings, FlipperState};
pub use gate::{Gate, GateSettings, GateState};
pub use hit::Hit;
pub use kicker::{Kicker, KickerSettings, KickerState};
pub use plunger::{Plunger, PlungerSettings, PlungerState, Pull};
pub use ramp::{Ramp, RampSettings, RampState};
pub use rollover::{Rollover, RolloverSettings, RolloverState};
pub use seesaw::{Seesaw, SeesawSettings, SeesawState};
pub use slingshot::{Slingshot, SlingshotSettings, SlingshotState};
pub use spinner::{Spinner, SpinnerSettings, SpinnerState};
pub use standup_target::{StandupTarget, StandupTargetSettings, StandupTargetState};
pub use table::{Part, PartId, PartState, Table};

/// A pinball of 27 mm and 80 g, of the steel for which the figures of the parts hold: restitution 0.8, friction 0.2.
///
/// ```
/// use carom::prelude::*;
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(carom_pinball::ball(vec2(0.2, 0.9)))?;
/// # Ok::<(), Error>(())
/// ```
#[must_use]
pub fn ball(at: Vec2) -> Ball {
    Ball::new(at, 0.0135).mass(0.08).sphere().material(Material::new(0.8, 0.2))
}
