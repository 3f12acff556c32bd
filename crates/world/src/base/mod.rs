//! Tools that know nothing of balls: lists with stable ids, the codec of snapshots, SIMD, threads, a banded linear
//! solver, random numbers, sorting, poses, curves and bounds on rounding.
//!
//! May use `id`.
//!
//! Promises: the same bits on every target, with and without SIMD, and for any number of threads.

pub(crate) mod arena;
pub(crate) mod cloned;
pub(crate) mod codec;
pub(crate) mod curve;
#[cfg(feature = "serde")]
pub(crate) mod infinite;
pub(crate) mod parallel;
pub(crate) mod pose;
pub(crate) mod rng;
pub(crate) mod room;
pub(crate) mod rounding;
pub(crate) mod row_list;
pub(crate) mod setters;
pub(crate) mod shared;
pub(crate) mod simd;
pub(crate) mod skyline;
pub(crate) mod slab;
pub(crate) mod sort;
pub(crate) mod torus;
pub(crate) mod union_find;

pub(crate) use arena::Arena;
pub(crate) use cloned::cloned;
pub(crate) use codec::put_short;
pub use codec::{Fault, Saved, Source, check, checksum, saved};
#[cfg(feature = "serde")]
pub(crate) use curve::CurveData;
pub(crate) use curve::{Curve, CurveCapsule};
pub(crate) use parallel::{Cut, Rows};
pub(crate) use pose::{Pose, turn};
pub(crate) use rng::Rng;
pub(crate) use rounding::{LONGER, SEPARATION_SLACK, SHORTER, SLACK_IN_DOUBLE, bounded};
pub(crate) use row_list::RowList;
pub(crate) use setters::setters;
pub(crate) use shared::Shared;
pub(crate) use simd::{
    F4, F8, LANES, Quads, Select, Simd, Wide, Work, bits, columns, dispatch, f32x8, flag, mask32x8, sqrt,
    with_cpu_features,
};
pub(crate) use skyline::Skyline;
pub(crate) use slab::Slab;
pub(crate) use sort::{Sort, merge, settle};
pub(crate) use torus::Torus;
pub(crate) use union_find::{join, leader};
