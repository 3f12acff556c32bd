//! A laboratory of physical laws: set-ups with exact answers, and Carom's results.
//!
//! Every law is one small file in `laws`: a set-up, its exact answer with its source, the measured value and
//! the largest error allowed. All run with the default settings at steps of 1/60 s unless they say otherwise;
//! nothing is tuned for a case. The exact answers are closed forms, or come from [`mod@reference`]: motion
//! followed from event to event in double precision, which shares no code with the engine.

pub mod dice;
pub mod figures;
pub mod law;
pub mod laws;
pub mod reference;
pub mod report;
pub mod sample;
pub mod scene;
pub mod watch;
pub mod worst;

pub use law::{Case, Effort, Figure, Law};
pub use laws::ALL;
