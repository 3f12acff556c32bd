//! A uniform grid for ball games: which balls may touch each other, and which curves they may touch.
//!
//! - [`BallGrid`] holds moving discs. It is sorted in each step by counting, in linear time, and
//!   enumerates overlapping pairs.
//! - [`CurveGrid`] holds static curves as [`Stroke`]s, each in the cells that it crosses. It is built once
//!   and changed in place.
//!
//! Both answer queries by disc, box and moving disc, and both are exact up to rounding, which errs on the
//! side of a hit: nothing that touches is missed, at any coordinate. Memory follows the number of discs and
//! strokes, not the size of the world. Results depend on the sequence of calls only, not on platform or
//! address; there is no `unsafe` and no hidden state in queries.
//!
//! Deliberately absent: shapes, bodies, masks and time. A curve comes as strokes that cover it, a ball as a disc
//! with any margin that the caller wants. There is no tree and no sweep either: balls of a game are many, alike in
//! size and always moving, which is where counting wins.
//!
//! ```
//! use carom_broadphase::{BallGrid, CurveGrid, Disc, Stroke};
//! use glam::vec2;
//!
//! let mut balls = BallGrid::new();
//! balls.rebuild(&[
//!     Disc::new(vec2(0.0, 0.0), 0.5),
//!     Disc::new(vec2(1.0, 0.0), 0.5), // touches the first
//!     Disc::new(vec2(9.0, 9.0), 3.0),
//! ]);
//! let mut pairs = Vec::new();
//! balls.pairs(&mut pairs);
//! assert_eq!(pairs, [[0, 1]]);
//!
//! let mut walls = CurveGrid::new();
//! walls.insert(7, &[Stroke::new(vec2(-5.0, -1.0), vec2(5.0, 4.0), 0.1)]);
//! let mut near = Vec::new();
//! walls.overlapping(Disc::new(vec2(0.0, 2.0), 0.8), &mut near);
//! assert_eq!(near, [7]);
//! ```
//!
//! Without the default feature `std` the crate needs `alloc` only.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]
extern crate alloc;

mod aabb;
mod balls;
mod cells;
mod curves;
mod disc;
mod ray;
mod stroke;

pub use aabb::Aabb;
pub use balls::BallGrid;
pub use curves::CurveGrid;
pub use disc::{Disc, LIMIT};
pub use stroke::Stroke;
