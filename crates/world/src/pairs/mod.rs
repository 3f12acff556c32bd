//! The broad phase: which pairs are tested. Neighbor lists that stay valid while balls stay in their circles, and
//! the active pairs of a step.
//!
//! May use `base`, `bodies`, `contacts`, `context` and `geometry`.
//!
//! Promises: a pair that is left out can't touch within the step. Dropping all of it between steps changes no bit.

pub(crate) mod active_pairs;
pub(crate) mod cache;
pub(crate) mod collider_candidates;
pub(crate) mod constants;
pub(crate) mod gap;
pub(crate) mod neighbor_list;
pub(crate) mod path;
pub(crate) mod proxy;
pub(crate) mod static_neighbors;

pub(crate) use active_pairs::{ActiveCollider, ActivePairs, Neighbors, budget};
pub(crate) use cache::{PairCache, Reach, disc, is_by_mover, swept_bounds};
pub(crate) use collider_candidates::ColliderCandidates;
pub(crate) use gap::{gap, normal_and_gap};
pub(crate) use neighbor_list::{NeighborList, SafeCircle};
pub(crate) use path::{Path, RelativePath};
pub(crate) use proxy::{OVERRUN, Proxy};
pub(crate) use static_neighbors::StaticNeighbors;
