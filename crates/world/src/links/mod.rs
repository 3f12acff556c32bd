//! Rods, ropes and springs: which balls they join to islands, and the constraint solver that keeps their lengths.
//!
//! May use `base`, `bodies`, `contacts`, `id` and `model`.
//!
//! Promises: lengths hold to rounding where they can be kept at all. Links that share no ball are solved apart.

mod acceleration;
mod constants;
pub(crate) mod constraint;
pub(crate) mod islands;
pub(crate) mod linked_contacts;
pub(crate) mod rattle;

pub(crate) use constraint::{
    BOTH, LinkAnchor, LinkBodies, LinkConstraint, NO_IMPULSE, PULLS, PUSHES, kinetic_energy, work_of_pull,
};
pub(crate) use islands::{Lent, LinkIsland, Links};
pub(crate) use linked_contacts::LinkedContacts;
