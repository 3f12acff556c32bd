//! Contacts: key, impulses, softness; contacts between balls and with flat walls in batches of eight; and the hit,
//! a contact of one instant.
//!
//! May use `base` and `bodies`.
//!
//! Promises: contacts sort by key, and the order in which they are solved depends on state alone.

pub(crate) mod batches;
pub(crate) mod constants;
pub(crate) mod contact;
pub(crate) mod hit;
pub(crate) mod initial_overlaps;
pub(crate) mod landing;
pub(crate) mod pair_key;
pub(crate) mod pair_set;
pub(crate) mod softness;
pub(crate) mod wall_batches;

pub(crate) use batches::{Batch, BatchPlace, Batches, Block, SPARE_ROW, copy_if_batched, is_uneven};
pub(crate) use contact::{Contact, JointSpeed, LOOSE, StoredImpulses, WEDGED};
pub(crate) use hit::{Hit, relative};
pub(crate) use initial_overlaps::{InitialOverlap, InitialOverlaps};
pub(crate) use landing::Landing;
pub(crate) use pair_key::{Other, PairKey};
pub(crate) use pair_set::PairSet;
pub(crate) use softness::{Softness, have_unequal_masses};
pub(crate) use wall_batches::{FacePlace, WallBatch, WallBatches};
