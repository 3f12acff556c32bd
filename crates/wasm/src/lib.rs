//! Carom for JavaScript: the base of the npm package `carom`.
//!
//! It may use the public interface of the other crates, and adds no physics: each class is a thin cover of the type
//! of the same name, with fields in `camelCase`. It promises that no call traps: for any value from JavaScript, the
//! answer is a value or a thrown `Error` that names field, value and range. The types for TypeScript are written by
//! wasm-bindgen from the signatures here, and stand in `types.d.ts` for the objects that are passed in and out.
//!
//! Three builds come of it, by features: none (a world and the parts of a pinball table), `scene` (stages from scene
//! files in JSON, and Haxball stadiums), and `full` (RON and SVG pictures as well).

#![allow(clippy::use_self, reason = "wasm-bindgen writes the names of classes into the types for TypeScript")]

mod balls;
mod bodies;
mod body_shapes;
mod camel;
mod errors;
mod events;
mod id;
mod objects;
mod options;
mod parts;
#[cfg(feature = "full")]
mod picture;
mod queries;
mod read;
mod shapes;
mod shared;
#[cfg(feature = "scene")]
mod stage;
mod stepper;
mod surfaces;
mod views;
mod world;
