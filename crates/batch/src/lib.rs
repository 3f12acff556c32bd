#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod arena;
mod batch;
mod games;
mod run;

pub use arena::{Arena, Autoreset, Game};
pub use batch::{Batch, Entered, Seen, Struck};
pub use run::Run;
