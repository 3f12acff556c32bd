//! Independent answers, in double precision and without a step: motion followed from event to event.

pub mod bat;
pub mod billiard;
pub mod blade;
pub mod discs;
pub mod equation_of_state;
pub mod pendulum;
pub mod pressed;
pub mod shaken;
pub mod thrown;
