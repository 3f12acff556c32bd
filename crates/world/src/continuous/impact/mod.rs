//! The law of impact: restitution and friction for one hit, or for all coupled hits of one instant.
//!
//! Promises: impulses only: nothing here moves a body, and no impact adds energy that no material asks for.

mod complementary_solver;
mod constants;
pub(crate) mod couplings;
pub(crate) mod cushion;
pub(crate) mod direct_solver;
mod energy_limit;
pub(crate) mod hit_bodies;
pub(crate) mod islands;
pub(crate) mod resolve;
pub(crate) mod saved_state;
pub(crate) mod scatter;
pub(crate) mod sequential;
