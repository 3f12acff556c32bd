//! The law of impact: restitution and friction for one hit, or for all coupled hits of one instant.
//!
//! Promises: impulses only: nothing here moves a body, and no impact adds energy that no material asks for.

pub(crate) mod attempt;
mod complementary_solver;
mod constants;
pub(crate) mod couplings;
pub(crate) mod cushion;
pub(crate) mod direct_solver;
pub(crate) mod hit_bodies;
pub(crate) mod islands;
pub(crate) mod resolve;
pub(crate) mod scatter;
pub(crate) mod sequential;
mod work;
