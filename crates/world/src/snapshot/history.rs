//! Snapshots of the last frames, for games that take steps back: rollback netcode, replays, undo.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::error::Error;
use crate::world::World;

/// The last snapshots of a world, each under the number of its frame. Memory is used again.
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
    /// Ascending by frame.
    kept: VecDeque<(u64, Vec<u8>)>,
    capacity: usize,
}

impl SnapshotRing {
    /// A ring for so many frames, at least one.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { kept: VecDeque::new(), capacity: capacity.max(1) }
    }

    /// Keeps the state of the world as that of a frame. Snapshots of this frame and later ones are dropped,
    /// as they belong to a future that is no more; if the ring is full, so is the earliest.
    pub fn record(&mut self, frame: u64, world: &World) {
        let mut spare = Vec::new();
        while self.kept.back().is_some_and(|(kept, _)| *kept >= frame) {
            spare = self.kept.pop_back().map_or(spare, |(_, bytes)| bytes);
        }
        if self.kept.len() >= self.capacity
            && let Some((_, bytes)) = self.kept.pop_front()
        {
            spare = bytes;
        }
        world.snapshot_into(&mut spare);
        self.kept.push_back((frame, spare));
    }

    /// Goes back to a frame.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if no snapshot of it is kept. The world is as it was then.
    pub fn restore(&self, frame: u64, world: &mut World) -> Result<(), Error> {
        let snapshot = self.get(frame).ok_or(Error::Snapshot {
            fault: "the ring keeps none of this frame; `frames` tells which it keeps",
        })?;
        world.restore(snapshot)
    }

    /// The snapshot of a frame; `None` if none is kept.
    #[must_use]
    pub fn get(&self, frame: u64) -> Option<&[u8]> {
        let at = self.kept.binary_search_by_key(&frame, |(kept, _)| *kept).ok()?;
        self.kept.get(at).map(|(_, bytes)| bytes.as_slice())
    }

    /// First and last frame that are kept.
    #[must_use]
    pub fn frames(&self) -> Option<(u64, u64)> {
        Some((self.kept.front()?.0, self.kept.back()?.0))
    }

    /// Bytes that all snapshots take together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kept.iter().map(|(_, bytes)| bytes.len()).sum()
    }
}
