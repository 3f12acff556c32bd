//! All integration tests in one program: it is linked once.

mod attack;
mod corpus;
mod targets;
mod worst_step;
