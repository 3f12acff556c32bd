//! Smooth plane curves as chains of straight lines and arcs that meet without a corner.
//!
//! A ball that rolls along a chain of short segments meets a corner at each of them. Along tangent arcs it meets none.
//! [`fit`] takes any smooth curve, given as a function of its parameter, and gives a chain that is nowhere further
//! from it than a tolerance; [`Cubic`] is the curve that drawings and tables are made of.
//!
//! This crate knows geometry and nothing else: `f64`, any unit, no files. It promises a bounded number of pieces:
//! at most `2 * 2^DEEPEST` for one call, for any curve.
#![forbid(unsafe_code)]

mod cubic;
mod fit;
mod piece;

pub use cubic::Cubic;
pub use fit::{DEEPEST, Fit, fit};
pub use piece::Piece;
