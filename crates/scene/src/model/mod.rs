//! The model of a scene file: its fields, with units, ranges and defaults.
//!
//! The same types read and write RON and JSON and give the schema for editors. An omitted value takes its default,
//! and a default is not written.

mod ball;
mod body;
mod field;
mod floor;
mod goal;
mod input;
mod link;
mod material;
mod motion;
mod paint;
mod point;
mod prefab;
mod report;
mod scene;
mod settings;
mod shape;
mod spawner;
mod state;
mod unique;
mod units;

pub use ball::{Ball, Inertia, PlacedBall};
pub use body::Body;
pub use field::{Attractor, Field, Nudge};
pub use floor::{Floor, FloorSurface, FloorZone};
pub use goal::{Goal, GoalAction, Region};
pub use input::{InputPress, Player};
pub use link::{End, Link, RodOrRope, Spring};
pub use material::{KickProfile, Material, MaterialPair, MaterialRef, RestitutionCurve};
pub use motion::{JointDrive, Key, Motion, Motor};
pub use paint::Paint;
pub use point::Point;
pub use prefab::{Instance, Prefab};
pub use report::{Histogram, Report};
pub use scene::{Merge, Run, Scene, VERSION};
pub use settings::Settings;
pub use shape::*;
pub use spawner::{Grid, Spawner, Stream};
pub use state::State;
pub(crate) use unique::table;
pub use units::{Angle, Units};

/// Whether a field has its default, and need not be written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
