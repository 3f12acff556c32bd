//! All integration tests in one program: it is linked once.

mod bad_input;
mod snapshots;
mod table;
