//! Continuous collision detection: impacts in the order of their times. The only code that moves anything.
//!
//! May use `base`, `bodies`, `contacts`, `context`, `events`, `floor`, `geometry`, `id`, `links`, `model`, `observe`,
//! `pairs`, `profile`, `sleep` and `solver`.
//!
//! Promises: no ball is moved past an arrival, and impacts happen in one order, whichever was predicted first.

pub(crate) mod constants;
pub(crate) mod context;
pub(crate) mod depart;
pub(crate) mod detect;
pub(crate) mod event_loop;
pub(crate) mod event_queue;
pub(crate) mod finish;
pub(crate) mod floor;
pub(crate) mod freeze;
pub(crate) mod hits;
pub(crate) mod impact;
pub(crate) mod links;
pub(crate) mod moving_bodies;
pub(crate) mod one_sided;
pub(crate) mod press;
pub(crate) mod surface_following;
pub(crate) mod take_off;
pub(crate) mod wake;

pub(crate) use context::EventContext;
pub(crate) use detect::{PutOff, known_span, may_touch};
pub(crate) use event_loop::{EventLoop, fly_body, plastic_share};
pub(crate) use event_queue::{EventKind, EventQueue, QueuedEvent};
pub(crate) use floor::mean_velocities;
pub(crate) use impact::resolve;
pub(crate) use press::Meeting;
