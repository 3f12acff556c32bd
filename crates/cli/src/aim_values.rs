//! Parts that both searches of `carom aim` share: ranges that are read, windows that are written.

use std::io::Write;

use carom_sweep::Window;
use serde_json::json;

use crate::failure::Failure;

/// Reads `FROM:TO`.
pub(crate) fn range<T: std::str::FromStr>(text: &str, option: &str) -> Result<[T; 2], Failure> {
    let refused = || Failure::Input(format!("{option}: {text:?} is not of the form FROM:TO"));
    let (from, to) = text.split_once(':').ok_or_else(refused)?;
    let number = |part: &str| part.trim().parse::<T>().map_err(|_| refused());
    Ok([number(from)?, number(to)?])
}

/// Says if the runs did not suffice.
pub(crate) fn warn(out: &mut impl Write, complete: bool) -> std::io::Result<()> {
    if complete {
        return Ok(());
    }
    writeln!(out, "narrow windows may be missing: the resolution needs more runs")
}

/// A window as JSON.
pub(crate) fn as_json(window: &Window) -> serde_json::Value {
    json!({
        "goal": window.goal,
        "from": window.from,
        "to": window.to,
        "width": window.width(),
        "middle": window.middle(),
        "cushions": window.cushions,
        "below": window.bounds[0],
        "above": window.bounds[1],
    })
}

/// Reads `PATH=FROM:TO`.
pub(crate) fn varied(text: &str) -> Result<(String, [f64; 2]), Failure> {
    let (path, values) = text
        .split_once('=')
        .ok_or_else(|| Failure::Input(format!("--vary {text}: it must be of the form PATH=FROM:TO")))?;
    Ok((path.trim().to_owned(), range(values, "--vary")?))
}
