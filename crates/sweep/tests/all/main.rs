//! All integration tests in one program: it is linked once.

mod aim;
mod allocations;
mod published;
mod rows;
