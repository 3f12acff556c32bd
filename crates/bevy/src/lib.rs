#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod components;
mod drawing;
mod events;
mod frame;
mod plugin;
mod queue;
mod sync;
mod warning;
mod world;
mod write;

#[cfg(feature = "gizmos")]
pub mod gizmos;
#[cfg(feature = "pinball")]
pub mod pinball;
#[cfg(feature = "reflect")]
mod reflect;
#[cfg(feature = "scene")]
pub mod scene;

/// The engine itself: its `World`, its queries and its plain data.
pub use carom;
pub use components::ball::Ball;
pub use components::body::Body;
pub use components::field::{Attraction, Field, FieldRegion};
pub use components::filter::Filter;
pub use components::joint::{Joint, JointKind};
pub use components::link::{Link, LinkEnd};
pub use components::material::Material;
pub use components::motion::{AngularVelocity, Velocity};
pub use components::play::OutOfPlay;
pub use components::shape::{Chain, Geometry, Leg, Sensor, Shape, ShapeHandle};
pub use drawing::NoInterpolation;
pub use events::*;
pub use plugin::{CaromPlugin, CaromSystems};
pub use warning::CaromWarning;
pub use world::{BodyHandle, Carom, FieldHandle, LinkHandle};

/// The code of the page is compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bevy.md")]
struct Page;

/// The names that most games need.
pub mod prelude {
    pub use crate::{
        AngularVelocity, Ball, Body, BodyHandle, Carom, CaromPlugin, CaromSystems, CaromWarning, Chain,
        ContactEnded, ContactStarted, Field, Filter, Impact, Joint, JointLimitHit, Link, LinkEnd,
        OutOfBounds, OutOfPlay, Sensor, SensorEntered, SensorExited, Shape, Velocity,
    };
    pub use carom::{Config, Limit, Motor, Side};
}
