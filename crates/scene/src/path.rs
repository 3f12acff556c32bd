//! Paths in a scene: `bodies[3].shapes[0].radius`.

use crate::fault::quoted;

/// A path with the name of a part inside.
pub(crate) fn join(path: String, name: &str) -> String {
    match (plain(name), path.is_empty()) {
        (false, _) => path + &format!("[{}]", quoted(name)),
        (true, true) => path + name,
        (true, false) => path + "." + name,
    }
}

/// Whether a name can stand behind a dot.
pub(crate) fn plain(name: &str) -> bool {
    !name.is_empty() && name.len() <= 60 && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}
