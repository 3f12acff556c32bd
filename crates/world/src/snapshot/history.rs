//! Snapshots of the last frames, for games that take steps back: rollback netcode, replays, undo.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::Error;
use crate::snapshot::layout;
use crate::snapshot::structure::Structure;
use crate::solver::Sunk;
use crate::state::{Placed, State};
use crate::world::World;

/// The last snapshots of a world, each under the number of its frame. Memory is used again.
///
/// The world and the frames share shapes and static bodies: a frame holds only moving things. The first change of
/// shapes after a frame copies them.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Ball, Config, SnapshotRing, World};
/// use carom::glam::Vec2;
///
/// let mut world = World::new(Config::default())?;
/// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// let mut ring = SnapshotRing::new(8);
/// for frame in 0..20 {
///     ring.record(frame, &world);
///     world.step(1.0 / 60.0);
/// }
/// let now = world.state_hash();
/// ring.restore(15, &mut world)?;
/// for _ in 15..20 {
///     world.step(1.0 / 60.0);
/// }
/// assert_eq!(world.state_hash(), now);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("rollback", "netcode"))]
pub struct SnapshotRing {
    /// Ascending by number.
    kept: VecDeque<Frame>,
    capacity: usize,
}

/// One snapshot.
#[derive(Clone, Debug)]
struct Frame {
    number: u64,
    structure: Arc<Structure>,
    /// All data outside the structure.
    rest: Vec<u8>,
    /// Balls that lie in solids, and such as may. Both follow from the state, but only by a look at all solids.
    sunk: Sunk,
    placed: Placed,
}

impl SnapshotRing {
    /// A ring for this number of frames, at least one.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { kept: VecDeque::new(), capacity: capacity.max(1) }
    }

    /// Keeps the state of the world as that of a frame. Snapshots of this frame and later ones are dropped,
    /// as they belong to a future that is no more; if the ring is full, so is the earliest.
    pub fn record(&mut self, frame: u64, world: &World) {
        let mut spare = Vec::new();
        let known = self.kept.back().map(|kept| Arc::clone(&kept.structure));
        while self.kept.back().is_some_and(|kept| kept.number >= frame) {
            spare = self.kept.pop_back().map_or(spare, |kept| kept.rest);
        }
        if self.kept.len() >= self.capacity
            && let Some(kept) = self.kept.pop_front()
        {
            spare = kept.rest;
        }
        let same = known.filter(|structure| structure.is_of(world));
        let structure = same.unwrap_or_else(|| Arc::new(Structure::of(world)));
        spare.clear();
        world.save_rest(&mut spare);
        let State { contacts, placed, .. } = &world.state;
        let (sunk, placed) = (contacts.sunk.clone(), placed.clone());
        self.kept.push_back(Frame { number: frame, structure, rest: spare, sunk, placed });
    }

    /// Goes back to a frame.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if no snapshot of it is kept. The world is as it was then.
    pub fn restore(&self, frame: u64, world: &mut World) -> Result<(), Error> {
        let Frame { structure, rest, sunk, placed, .. } = self.find(frame).ok_or(Error::Snapshot {
            fault: "the ring keeps none of this frame; `frames` tells which it keeps",
        })?;
        world.go_back(structure, rest);
        world.state.contacts.sunk.clone_from(sunk);
        world.state.placed.clone_from(placed);
        Ok(())
    }

    fn find(&self, frame: u64) -> Option<&Frame> {
        let at = self.kept.binary_search_by_key(&frame, |kept| kept.number).ok()?;
        self.kept.get(at)
    }

    /// The snapshot of a frame, as [`World::snapshot`] would have made it then; `None` if none is kept.
    #[must_use]
    pub fn get(&self, frame: u64) -> Option<Vec<u8>> {
        let Frame { structure, rest, .. } = self.find(frame)?;
        let mut out = Vec::new();
        layout::write(structure, |out| out.extend_from_slice(rest), &mut out);
        Some(out)
    }

    /// First and last frame that are kept.
    #[must_use]
    pub fn frames(&self) -> Option<(u64, u64)> {
        Some((self.kept.front()?.number, self.kept.back()?.number))
    }

    /// Bytes of all frames together, without shared data.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kept.iter().map(|kept| kept.rest.len()).sum()
    }
}
