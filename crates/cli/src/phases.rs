//! The work of the world's steps, in words and as JSON.

use carom_draw::Phases;
use serde_json::{Value, json};

/// An object of figures by name, to two decimals.
pub(crate) fn means(named: impl Iterator<Item = (&'static str, f64)>) -> Value {
    named.map(|(name, mean)| (name.to_owned(), json!((mean * 100.0).round() / 100.0))).collect()
}

/// How the time divides among the phases.
pub(crate) fn shares(phases: &Phases) -> String {
    let parts: Vec<_> =
        phases.shares().map(|(name, share)| format!("{name} {:.0} %", 100.0 * share)).collect();
    parts.join(", ")
}

/// The mean work of a step.
pub(crate) fn counts(phases: &Phases) -> String {
    let parts: Vec<_> =
        phases.counts().map(|(name, n)| format!("{} {n:.1}", name.replace('_', " "))).collect();
    parts.join(", ")
}
