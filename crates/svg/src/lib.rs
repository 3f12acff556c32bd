//! SVG drawings in Carom: for now the interface that the command needs.
#![forbid(unsafe_code)]
use std::path::Path;
/// A drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The scene.
    pub scene: carom_scene::Scene,
    /// What is not carried over.
    pub warnings: Vec<String>,
}
impl Drawing {
    /// Reads one.
    /// # Errors
    /// Always.
    pub fn read(_: impl AsRef<Path>) -> Result<Self, String> {
        Err("drawings are not read yet".to_owned())
    }
}
