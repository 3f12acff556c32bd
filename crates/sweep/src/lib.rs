//! Many runs of one Carom scene: values that vary from run to run, all cores, rows in tables and files.
//!
//! A run is a pure function of the scene, the version of the engine, the [`Spec`], the seed and the number of the run. Each
//! draw is keyed by the number of the run and the name of its parameter. So neither threads nor shards nor another
//! parameter change a bit of a row.
//!
//! ```
//! use carom_scene::Scene;
//! use carom_sweep::{Shard, Spec, Sweep};
//!
//! let scene = Scene::from_ron(
//!     r#"(
//!         carom: 1,
//!         bodies: [(shapes: [Segment(a: (-9, 0), b: (9, 0))])],
//!         balls: [(name: "ball", position: (0, 1), radius: 0.1)],
//!     )"#,
//! )?;
//! let spec = Spec {
//!     runs: 50,
//!     seconds: Some(1.0),
//!     vary: vec!["balls[0].position[1]=uniform(1,2)".parse()?, "balls[0].velocity[0]=normal(0,1)".parse()?],
//!     ..Spec::default()
//! };
//! let sweep = Sweep::new(scene, spec)?;
//! for table in sweep.runner(Shard::WHOLE, 1) {
//!     let table = table?;
//!     let places = table.column("last.ball.x").ok_or("each named ball has a last place")?;
//!     assert!((0..table.len()).all(|row| places.number(row).is_some()));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod again;
mod aim;
mod aim_map;
mod aim_spec;
#[cfg(feature = "arrow")]
mod arrow;
mod distribution;
mod folder;
mod format;
mod gun;
mod merge;
mod parquet_file;
mod philox;
mod runner;
mod shard;
mod spec;
mod stop;
mod sweep;
mod table;
mod target;
mod until;
mod value;
mod wilson;
mod window;
mod worker;

pub use aim::{Aim, aim};
pub use aim_map::{Across, AimMap, Region, Row, aim_map};
pub use aim_spec::AimSpec;
pub use distribution::{Distribution, MOST_VALUES};
pub use folder::{Folder, Manifest, Part};
pub use format::FileFormat;
pub use merge::merge;
pub use runner::Runner;
pub use shard::Shard;
pub use spec::{Parameter, Record, Spec};
pub use stop::UntilCi;
pub use sweep::Sweep;
pub use table::{Column, Field, Lists, Table};
pub use until::Until;
pub use value::{Kind, Value};
pub use wilson::wilson;
pub use window::Window;
