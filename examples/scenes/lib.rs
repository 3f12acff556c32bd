//! Named scenes, shared by examples, tests and benches, and the harness that runs them without a window.
//!
//! Each scene has a module with `build(&Options) -> Result<Scene, Error>`:
//!
//! ```
//! use scenes::{Options, pile};
//!
//! let mut scene = pile::build(&Options::default().balls(50))?;
//! scene.step(1.0 / 60.0)?;
//! assert_eq!(scene.escaped(), 0);
//! # Ok::<(), carom::Error>(())
//! ```

#[cfg(feature = "harness")]
pub mod disc_football;
pub mod galton;
pub mod gas;
#[cfg(feature = "harness")]
pub mod harness;
pub mod large_static;
mod options;
pub mod parts;
pub mod pile;
pub mod pinball;
mod region;
mod scene;
mod spread;

pub use options::Options;
pub use region::Region;
pub use scene::{Fact, Scene, Script};

/// Where a scene file of this folder is.
#[must_use]
pub fn file(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name)
}
