//! The side of a world that records.

use alloc::boxed::Box;

use crate::recording::Call;
use crate::recording::checkpoint::{Checkpoint, fingerprint};
use crate::recording::tape::Recording;
use crate::state::State;
use crate::world::World;

/// Recording of a game's calls.
impl World {
    /// Records all calls that change this world from now on, with a [`Checkpoint`] every `every` steps, at least 1:
    /// the resolution at which [`replay`](Self::replay) finds a difference. A checkpoint takes eight bytes for each
    /// ball and body.
    ///
    /// A recording that runs already is dropped. A clone of this world does not record. [`SnapshotRing::restore`](crate::SnapshotRing::restore),
    /// [`restore`](Self::restore) and `clone_from` are recorded with the whole state that comes back.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// world.start_recording(60); // a checkpoint each second, at 60 steps a second
    /// world.step(1.0 / 60.0);
    /// assert_eq!(world.recording().map(|recording| recording.steps()), Some(1));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn start_recording(&mut self, every: u32) {
        self.recording = Some(Box::new(Recording::new(self.snapshot(), every)));
    }

    /// Ends the recording and returns it; `None` if there is none.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::{Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// assert!(world.stop_recording().is_none());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn stop_recording(&mut self) -> Option<Recording> {
        let recording = self.recording();
        self.recording = None;
        recording
    }

    /// The recording so far, up to the state now: for a game that saves it when something goes wrong and plays on.
    #[must_use]
    pub fn recording(&self) -> Option<Recording> {
        let mut recording = Recording::clone(self.recording.as_ref()?);
        if recording.is_due() {
            recording.checkpoints.push(self.checkpoint());
        }
        recording.close(self.checkpoint());
        Some(recording)
    }

    /// Fingerprints of the state, which tell where it differs from another.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        let State { balls, body_set, .. } = &self.state;
        let balls =
            balls.rows.iter().map(|row| fingerprint([row.x.x, row.x.y, row.v.x, row.v.y, row.w, row.angle]));
        let bodies = body_set.rows.iter().map(|body| {
            let (at, v) = (body.pose.origin, body.velocity);
            fingerprint([at.x, at.y, v.x, v.y, body.spin, body.angle])
        });
        Checkpoint { hash: self.state_hash(), bodies: balls.chain(bodies).collect() }
    }

    /// Writes a call down, before it is carried out.
    #[inline]
    pub(crate) fn record(&mut self, call: impl FnOnce() -> Call) {
        if self.recording.is_some() {
            self.write_down(call());
        }
    }

    #[cold]
    fn write_down(&mut self, call: Call) {
        // The state still is that after the last step and the calls since: no call has changed it unseen.
        let due = self.recording.as_ref().is_some_and(|recording| recording.is_due());
        let checkpoint = due.then(|| self.checkpoint());
        if let Some(recording) = &mut self.recording {
            recording.checkpoints.extend(checkpoint);
            recording.add(call);
        }
    }
}
