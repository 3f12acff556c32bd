//! All integration tests in one program: it is linked once.

mod broken;
mod common;
mod tables;
