//! All integration tests in one program: it is linked once.

mod broken;
mod game;
mod garden;
mod stadiums;
