//! A deterministic 2D physics engine for ball games: pinball, pachinko, billiards, air hockey, brick breakers, falling
//! fruit. No ball tunnels, and every bounce happens at its exact time of impact.
//!
//! ```
//! use carom::prelude::*;
//!
//! let mut world = World::new(Config::default())?;
//! let floor = world.add_body(Body::fixed())?;
//! world.add_shape(floor, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
//! let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.05))?;
//!
//! let mut bounces = 0;
//! for _ in 0..120 {
//!     bounces += world.step(1.0 / 60.0).impacts().len();
//! }
//! assert!(bounces > 0);
//! assert!(world.position(ball).is_some_and(|at| at.y > 0.04));
//! # Ok::<(), Error>(())
//! ```
//!
//! # Where to find what
//!
//! | you want to | look at |
//! |---|---|
//! | make a world and step it | [`World`], [`Config`], [`Stepper`] |
//! | add balls | [`Ball`], [`World::add_ball`] |
//! | add walls and moving obstacles | [`Body`], [`Shape`], [`Chain`] for outlines of lines and arcs |
//! | add flippers, doors, sliders | [`Joint`], [`Motor`], or the crate `carom-pinball` |
//! | join balls by rods, ropes, springs | [`Link`], [`LinkEnd`] |
//! | set bounce and friction | [`Material`], [`RestitutionCurve`], [`World::set_material_pair`] |
//! | decide what collides | [`Filter`], [`World::set_collision_exception`] |
//! | know what happened in a step | [`Events`]: [`Impact`], [`ContactPair`], [`SensorEvent`], [`JointLimitHit`] |
//! | notice a ball in a goal | [`Shape::sensor`], [`Shape::sensor_of_centers`] |
//! | play seen from above | [`Floor`], [`FloorZone`] |
//! | add wind, air drag, magnets | [`Field`], [`Attractor`] |
//! | ask where things are | [`World::cast_ray`], [`World::cast_ball`], [`World::overlap_ball`], [`World::overlap_shape`], [`World::closest_point`] |
//! | draw an aim line | [`World::predict`], [`World::predict_all`] for the struck balls, [`TrajectoryQuery`] |
//! | take objects out of play for a while | [`World::set_enabled`], [`World::set_shape_enabled`], [`World::hold`] |
//! | draw the world | [`Interpolation`] for smooth motion, [`debug_draw`], [`World::shape_geometries`], or the crate `carom-draw` |
//! | save, restore, roll back | [`World::snapshot`], [`World::restore`], [`SnapshotRing`], [`World::state_hash`] |
//! | report a fault, find the step in which two machines differ | [`World::start_recording`], [`Recording`], [`World::replay`], [`Replay`] |
//! | see where the time goes | [`World::profile`], [`World::set_profiler_clock`] |
//!
//! [`prelude`] holds the names that most games need.
//!
//! # Units and conventions
//!
//! - Metres, kilograms, seconds and radians are meant by default. Pixels or millimetres work as well: every tolerance is a
//!   share of the ball's radius or of the step. Then set gravity, whose default is 9.81 m/s² downwards.
//! - Angles run counter-clockwise and y points up. If your y axis points down, angles run clockwise on the screen, and
//!   [`Side::Left`] and [`Side::Right`] change places.
//! - In events and contacts `body_b` is always a ball. A normal is a unit vector from `body_a` to `body_b`.
//! - [`Impact::time`] and the times of all other events are seconds since the start of the step.
//! - Steps of 1/60 s suit most games. Pinball feels better at 1/240 s. [`Stepper`] turns frame times into fixed steps.
//! - Nothing here panics. A call with a value out of range returns an [`Error`] with the field, the value and the
//!   allowed range, and has changed nothing. A step cannot fail; [`Dropped`] counts the parts that it could not resolve.
//! - The same calls give the same bits on x86-64, aarch64 and wasm32, in debug and release.
//! - Vectors are those of [`glam`] 0.33, the version of Bevy 0.20 and Rapier 0.36. From another version, convert through
//!   arrays: `carom::glam::Vec2::from(other.to_array())`.
//!
//! # Features
//!
//! | feature | default | what it does |
//! |---|---|---|
//! | `std` | yes | uses the standard library; without it the crate needs only `alloc` |
//! | `simd` | yes | uses AVX2 where the machine has it |
//! | `parallel` | no | runs large steps on the threads of the rayon pool that [`World::step`] is called in |
//! | `serde` | no | serialises a [`World`] as the bytes of its snapshot, and descriptions such as [`Ball`] field by field |
//! | `mint` | no | [`glam`] vectors convert from and to those of other mathematics crates and glam versions, through `mint` |
//!
//! No feature changes a result.
//!
//! # Coming from another engine
//!
//! The names of Rapier, `Box2D`, `matter.js` and planck. Only balls move freely. Walls, flippers, paddles and bricks are bodies with shapes.
//!
//! | you know | here |
//! |---|---|
//! | `PhysicsWorld`; `b2WorldId`; `Engine` | [`World`]; one call of [`World::step`] returns the events |
//! | dynamic body with a circle | [`Ball`] |
//! | static, kinematic body | [`Body::fixed`], [`Body::kinematic`] |
//! | collider, shape, fixture | [`Shape`], added by [`World::add_shape`] |
//! | polyline, chain shape | [`Chain`], with exact arcs |
//! | revolute, prismatic joint | [`Joint::hinge`], [`Joint::slider`] |
//! | distance joint, rope, constraint | [`Link::rod`], [`Link::rope`], [`Link::spring`] |
//! | collision groups, category and mask | [`Filter`] |
//! | sensor, trigger | [`Shape::sensor`] |
//! | continuous detection, bullets | between all bodies, nothing to set |
//! | collision started and stopped | [`Events::touched`], [`Events::contacts_ended`] |
//! | `set_next_kinematic_translation`, `b2Body_SetTargetTransform` | [`World::move_kinematic`] |
//! | `set_translation`, `b2Body_SetTransform` | [`World::teleport`] |
//! | ray cast, shape cast, overlap | [`World::cast_ray`], [`World::cast_ball`], [`World::overlap_ball`], [`World::overlap_shape`] |
//! | enable, disable | [`World::set_enabled`], [`World::set_shape_enabled`] |
//!
//! [The long list](https://github.com/carom-physics/carom/blob/main/docs/coming-from.md) has a program of each of them, and the
//! differences.
//!
//! # Questions
//!
//! - **Motion stutters.** Draw between two steps: [`Interpolation`] and [`Stepper::alpha`]. Never pass the frame time to
//!   [`World::step`].
//! - **It is slow in debug builds.** Set `opt-level = 3` for dependencies: `[profile.dev.package."*"]` in your `Cargo.toml`.
//! - **Pause and slow motion**: pass zero or a scaled frame time to [`Stepper::steps_due`].
//! - **Drag a ball with the mouse**: each step, set the velocity that takes it there. It still collides on the way.
//! - **Remove bodies while reading events**: events borrow the world, so collect the ids into a `Vec` first.
//! - **Two balls touched, and no impact came.** Slow touches start contacts: [`Events::touched`] lists both kinds once.
//! - **A paddle hits far too hard.** [`World::move_kinematic`] covers the whole distance in the next step. With several steps in
//!   a frame use [`World::move_kinematic_over`].
//! - **A ball is trapped in a closed chain.** A chain is a line. [`Shape::solid`], [`Shape::rect`] and [`Shape::polygon`] are solid.
//! - **Another version of glam**: the feature `mint`, or arrays.
//! - **Saving**: [`World::snapshot`] gives bytes, [`World::from_snapshot`] reads them.
//!
//! [More questions](https://github.com/carom-physics/carom/blob/main/docs/faq.md) ·
//! [cookbook](https://github.com/carom-physics/carom/blob/main/docs/cookbook.md) ·
//! [accuracy](https://github.com/carom-physics/carom/blob/main/docs/accuracy.md) ·
//! [limits](https://github.com/carom-physics/carom/blob/main/docs/reliability.md)
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod debug_draw;

pub use carom_world::*;

/// Uniform grids for moving discs and for static curves: the crate `carom-broadphase`.
pub mod broadphase {
    pub use carom_broadphase::*;
}

/// Contacts and times of impact of a ball with segments, capsules, arcs and circles: the crate `carom-narrowphase`.
pub mod narrowphase {
    pub use carom_narrowphase::*;
}

/// The names that most games need: `use carom::prelude::*`.
pub mod prelude {
    pub use carom_world::glam::{Vec2, vec2};
    pub use carom_world::{
        Ball, Body, BodyId, BodyKind, BodyType, CastHit, Chain, ClosestPoint, Config, ContactPair,
        ContactPoint, Crushed, Error, Events, Field, FieldId, Filter, Floor, FloorSurface, FloorZone, Impact,
        Interpolation, Joint, JointKind, JointLimitHit, KickProfile, Limit, Link, LinkEnd, LinkId, LinkTaut,
        Material, Motor, Pose, PredictedPaths, PredictedTrajectory, QueryFilter, Region, RestitutionCurve,
        SensorEvent, Shape, ShapeGeometry, ShapeId, Side, SnapshotRing, SpeedCurve, Stepper, TrajectoryEnd,
        TrajectoryPoint, TrajectoryQuery, World, ZoneId,
    };
}
