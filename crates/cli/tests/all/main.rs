//! All integration tests in one program: it is linked once.

mod commands;
mod sweep;
