//! Observers of a step, which change no path: sensors, bounds, stuck balls. Quarantine is the exception: it puts
//! back balls whose numbers overflowed.
//!
//! May use `base`, `bodies`, `config`, `contacts`, `events`, `geometry`, `id`, `limits`, `model` and `pairs`.
//!
//! Promises: sensors and watches change no bit of motion.

pub(crate) mod quarantine;
pub(crate) mod sensors;
pub(crate) mod teleports;
pub(crate) mod watch;

pub(crate) use sensors::Sensors;
pub(crate) use teleports::Teleports;
pub(crate) use watch::Watch;
