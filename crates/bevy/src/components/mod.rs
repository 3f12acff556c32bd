//! Components that a game spawns: plain data, translated into the engine's by [`sync`](crate::sync).
//!
//! Files here know the engine and [`queue`](crate::queue), and nothing else of this crate but [`frame`](crate::frame).

pub(crate) mod ball;
pub(crate) mod body;
pub(crate) mod field;
pub(crate) mod filter;
pub(crate) mod joint;
pub(crate) mod link;
pub(crate) mod material;
pub(crate) mod motion;
pub(crate) mod shape;
