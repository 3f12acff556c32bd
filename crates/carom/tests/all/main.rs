//! All integration tests in one program: it is linked once.

mod debug_draw;
mod house;
mod prelude;
