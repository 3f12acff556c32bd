#![doc = include_str!("../../../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

pub use carom_world::*;

/// Uniform grids: moving discs, and curves that stay where they are.
pub mod broadphase {
    pub use carom_broadphase::*;
}

/// Contacts and swept times of impact of a ball with points, segments, capsules, arcs and balls.
pub mod narrowphase {
    pub use carom_narrowphase::*;
}

/// All that a game usually needs.
pub mod prelude {
    pub use carom_world::glam::{Vec2, vec2};
    pub use carom_world::{
        Ball, Body, BodyId, BodyKind, BodyType, CastHit, Chain, Config, ContactPair, Error, Events, Field,
        Filter, Floor, FloorSurface, FloorZone, Impact, Interpolation, Joint, JointKind, Limit, Link,
        LinkEnd, LinkId, Material, Motor, PredictedTrajectory, QueryFilter, SensorEvent, Shape, ShapeId,
        Side, SnapshotRing, Stepper, TrajectoryQuery, World,
    };
}
