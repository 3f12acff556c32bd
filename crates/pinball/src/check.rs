//! Range checks for the settings of the parts.

use core::ops::RangeInclusive;

use carom::Error;

/// Refuses a value that is not finite or lies outside `low..=high`.
pub(crate) fn within(
    field: &'static str,
    value: f32,
    range: RangeInclusive<f32>,
    allowed: &'static str,
) -> Result<(), Error> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(Error::OutOfRange { field, value: f64::from(value), allowed })
    }
}

/// A part's names for the fields of the engine that its settings become.
pub(crate) type Names = [(&'static str, &'static str)];

/// A list of fields of the engine, and of the settings of a part that become them.
macro_rules! names {
    ($part:literal; $($field:literal => $setting:literal),+ $(,)?) => {
        &[$(($field, concat!($part, ".", $setting))),+]
    };
}
pub(crate) use names;

/// A refusal of the engine in the words of a part.
pub(crate) fn named(names: &Names) -> impl Fn(Error) -> Error + '_ {
    |error| match error {
        Error::OutOfRange { field, value, allowed } => {
            let name = names.iter().find(|(engine, _)| *engine == field);
            Error::OutOfRange { field: name.map_or(field, |(_, setting)| *setting), value, allowed }
        }
        other => other,
    }
}

/// Checks the length of a step.
pub(crate) fn step(dt: f32) -> Result<(), Error> {
    within("dt", dt, 0.0..=carom::MAX_DT, "between 0 and 1 s, the longest step")
}

/// Checks a length or another quantity that must be positive and of a sensible size.
pub(crate) fn positive(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, 1e-9..=1e6, "between 1e-9 and 1e6")
}

/// Checks a quantity that may be nothing.
pub(crate) fn amount(field: &'static str, value: f32) -> Result<(), Error> {
    within(field, value, 0.0..=1e6, "between 0 and 1e6")
}
