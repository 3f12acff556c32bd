//! All integration tests in one program: it is linked once.

mod constants;
mod quick;
