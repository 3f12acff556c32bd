//! Resting contacts: which pairs become constraints, and the solver that keeps them apart. Soft normal constraints
//! with warm starting, a biased pass and a relaxing pass.
//!
//! May use `base`, `bodies`, `contacts`, `context`, `geometry`, `model` and `pairs`.
//!
//! Promises: velocities change, places do not.

pub(crate) mod collect;
mod collider_contact;
pub(crate) mod constants;
pub(crate) mod contact_solver;
pub(crate) mod contact_store;
pub(crate) mod flush_ends;
mod joint_speeds;
pub(crate) mod kernels;
mod landings;
pub(crate) mod parting;
mod passes;
mod press;
mod single_contact;
pub(crate) mod sunk;
pub(crate) mod sweep;
pub(crate) mod wall_kernels;
mod wedge;

pub(crate) use collect::{CollectContext, Round, kicks, rebounds_too_slowly};
pub(crate) use collider_contact::{Surface, add_collider_contact};
pub(crate) use contact_solver::{Departure, Solver, SupportKind, VelocityChange};
pub(crate) use contact_store::{Contacts, SurfaceFollowing, only_wall};
pub(crate) use flush_ends::Neighborhood;
pub(crate) use kernels::{Push, Relax, Renew, Shared, Sinking, Stop, StopPass, measure_images};
pub(crate) use landings::is_felt;
pub(crate) use parting::{Parting, PartingContext};
pub(crate) use passes::Passes;
pub(crate) use press::Pushes;
pub(crate) use sunk::Sunk;
pub(crate) use sweep::{Kernel, Places};
pub(crate) use wall_kernels::face_place;
pub(crate) use wedge::Wedge;
