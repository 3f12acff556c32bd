//! Tools that know nothing of balls: lists with stable ids, the codec of snapshots, SIMD, threads, a banded linear
//! solver, random numbers, sorting, poses, curves and bounds on rounding.
//!
//! May use `id`.
//!
//! Promises: the same bits on every target, with and without SIMD, and for any number of threads.

pub(crate) mod arena;
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
pub(crate) mod shared;
pub(crate) mod simd;
pub(crate) mod skyline;
pub(crate) mod slab;
pub(crate) mod sort;
pub(crate) mod union_find;
