//! All integration tests in one program: it is linked once.

mod broken;
mod files;
mod goals;
mod links;
mod lint;
mod parts;
mod physics;
mod round_trip;
mod schema;
