//! The notations of scene files: RON and JSON.

#[cfg(feature = "ron")]
use ron::extensions::Extensions;

#[cfg(feature = "ron")]
use crate::limits;

/// The notations in which a scene may be written.
///
/// ```
/// use carom_scene::Format;
/// use std::path::Path;
///
/// assert_eq!(Format::of(Path::new("table.ron")), Some(Format::Ron));
/// assert_eq!(Format::of(Path::new("table.json")), Some(Format::Json));
/// assert_eq!(Format::of(Path::new("table.txt")), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Rusty Object Notation, with comments. Only with the feature `ron`.
    #[cfg(feature = "ron")]
    Ron,
    /// JSON.
    Json,
}

/// How the names of scene files end.
pub(crate) const ENDS: &str = if cfg!(feature = "ron") { ".ron or .json" } else { ".json" };

impl Format {
    /// The notation by the extension of a file name, if it is known.
    #[must_use]
    pub fn of(path: &std::path::Path) -> Option<Self> {
        let end = path.extension()?.to_str()?;
        #[cfg(feature = "ron")]
        if end.eq_ignore_ascii_case("ron") {
            return Some(Self::Ron);
        }
        if end.eq_ignore_ascii_case("json") { Some(Self::Json) } else { None }
    }
}

/// How RON is read and written: `Some` is left out, and a shape is `Circle(radius: 1)`.
#[cfg(feature = "ron")]
pub(crate) fn notation() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
        .with_recursion_limit(limits::DEPTH)
}

/// A text without the byte order mark that some editors put before it.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
