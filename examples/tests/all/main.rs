//! All integration tests in one program: it is linked once.

mod allocation;
mod golden;
mod parts;
mod scenes;
