//! What the advance works on: all that moves, all that it may meet, and the time.

use crate::base::rng::Chance;
use crate::base::slab::Slots;
use crate::bodies::ball::Balls;
use crate::bodies::body::Solid;
use crate::bodies::joint::Guided;
use crate::bodies::materials::Materials;
use crate::context::Substep;
use crate::events::Events;
use crate::floor::zones::Ground;
use crate::geometry::collider::Core;
use crate::links::islands::Links;
use crate::observe::sensors::Sensors;
use crate::pairs::cache::Near;
use crate::sleep::fall_asleep::Doze;
use crate::solver::contact_store::Contacts;

/// What the advance works on.
pub(crate) struct Table<'a> {
    pub(crate) balls: &'a mut Balls,
    pub(crate) solids: &'a mut [Solid],
    pub(crate) guided: &'a mut [Guided],
    pub(crate) cores: &'a Slots<Core>,
    pub(crate) materials: &'a Materials,
    pub(crate) near: &'a mut Near,
    pub(crate) contacts: &'a mut Contacts,
    pub(crate) doze: &'a mut Doze,
    pub(crate) ground: &'a Ground,
    pub(crate) events: &'a mut Events,
    pub(crate) sensors: &'a mut Sensors,
    pub(crate) chance: &'a mut Chance,
    pub(crate) links: &'a mut Links,
    pub(crate) step: &'a Substep,
    /// Whole step, seconds: safe circles are made for it.
    pub(crate) dt: f64,
    /// Start of the substep, seconds since the start of the step.
    pub(crate) start: f64,
    /// Its end.
    pub(crate) until: f64,
    /// Whether balls that touch nothing fly to the end of the step.
    pub(crate) far: bool,
}
