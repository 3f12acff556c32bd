//! Carom for Python: the base of the package `carom`.
//!
//! It may use the public interface of the other crates, and adds no physics. Descriptions of balls, bodies, joints
//! and the like are data classes of Python (`python/carom/model.py`), read here by serde's description of the
//! engine's own. A world is behind a lock that is taken without Python's own (the GIL), so that threads wait for
//! each other and never for Python. No call panics: for any value from Python, the answer is a value or a
//! `carom.Error` that names field, value and range.

mod arena;
mod arrays;
mod batch;
mod errors;
mod files;
mod id;
mod picture;
mod pool;
mod queries;
mod read;
mod records;
mod replace;
mod scene;
mod shape;
mod shared;
mod sweep;
mod table;
mod world;

use pyo3::prelude::*;

/// The native part of the package; its names are those of `carom`.
#[pymodule(gil_used = false)]
mod _carom {
    #[pymodule_export]
    use super::arena::Arena;
    #[pymodule_export]
    use super::batch::{Batch, BatchSnapshot};
    #[pymodule_export]
    use super::pool::{set_threads, threads};
    #[pymodule_export]
    use super::read::defaults;
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::shape::Shape;
    #[pymodule_export]
    use super::sweep::{merge_sweep, sweep_files, sweep_table};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::world::World;
}
