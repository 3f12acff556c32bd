//! The work of a step in numbers, and the time of each of its phases.

/// Counts of the last step, and times of its phases if the world has a clock
/// ([`World::set_profiler_clock`](crate::World::set_profiler_clock)).
///
/// For tuning and for benchmarks: nothing in it is state, and nothing in a step depends on it.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::Vec2;
/// use carom::{Ball, Config, World};
///
/// let mut world = World::new(Config::default())?;
/// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// world.step(1.0 / 60.0);
/// let profile = world.profile();
/// assert!(profile.substeps >= 1 && profile.impacts == 0);
/// for (name, count) in profile.named() {
///     println!("{name}: {count}");
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Profile {
    /// Length of the step, seconds.
    pub seconds: f64,
    /// Substeps taken.
    pub substeps: u32,
    /// Of these: those in which all balls flew on and nothing else moved.
    pub quiet_substeps: u32,
    /// Balls that sleep at the end of the step.
    pub sleeping: u32,
    /// Pairs of balls, and of balls with shapes, that could have met within the step.
    pub active_pairs: u32,
    /// Contacts that were solved, all substeps together.
    pub contacts: u32,
    /// Predicted arrivals; other events overtake some of them.
    pub predicted_events: u32,
    /// Arrivals of any kind that came to pass.
    pub arrivals: u32,
    /// Of these: bounces, and balls that were stopped at the largest depth,
    /// [`Config::max_penetration`](crate::Config::max_penetration).
    pub impacts: u32,
    /// Of these: balls that left their safe circles and were listed again.
    pub relisted: u32,
    /// Most impacts that were resolved together.
    pub largest_island: u32,
    /// Work on impacts, in the unit of [`Config::max_work`](crate::Config::max_work).
    pub work: u32,
    /// Time of each phase, in the unit of the clock; zero without a clock.
    pub times: PhaseTimes,
}

impl Profile {
    /// The counts with their names.
    #[must_use]
    pub fn named(&self) -> [(&'static str, u32); 11] {
        [
            ("substeps", self.substeps),
            ("quiet_substeps", self.quiet_substeps),
            ("sleeping", self.sleeping),
            ("active_pairs", self.active_pairs),
            ("contacts", self.contacts),
            ("predicted_events", self.predicted_events),
            ("arrivals", self.arrivals),
            ("impacts", self.impacts),
            ("relisted", self.relisted),
            ("largest_island", self.largest_island),
            ("work", self.work),
        ]
    }
}

/// How long the phases of a step took, in the unit of the world's clock.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Config, World, monotonic_nanos};
///
/// let mut world = World::new(Config::default())?;
/// world.set_profiler_clock(Some(monotonic_nanos));
/// world.step(1.0 / 60.0);
/// for (phase, nanoseconds) in world.profile().times.named() {
///     println!("{phase}: {nanoseconds} ns");
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PhaseTimes {
    /// Candidate lists, and the pairs that may meet within the step.
    pub broadphase: u64,
    /// Forces, and finding the contacts of each substep.
    pub contacts: u64,
    /// The contact solver before the flights.
    pub solve: u64,
    /// Flights and impacts.
    pub advance: u64,
    /// The contact solver after the flights.
    pub relax: u64,
    /// Sensors, events and watches over the world.
    pub report: u64,
}

impl PhaseTimes {
    /// All phases together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.named().iter().map(|(_, time)| time).sum()
    }

    /// The phases in their order, with their names.
    #[must_use]
    pub fn named(&self) -> [(&'static str, u64); 6] {
        [
            ("broadphase", self.broadphase),
            ("contacts", self.contacts),
            ("solve", self.solve),
            ("advance", self.advance),
            ("relax", self.relax),
            ("report", self.report),
        ]
    }
}

/// A clock that only runs forward; the unit is the caller's.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Config, ProfilerClock, World};
///
/// // A clock that stands still measures nothing; a game passes its own.
/// let clock: ProfilerClock = || 0;
/// let mut world = World::new(Config::default())?;
/// world.set_profiler_clock(Some(clock));
/// world.step(1.0 / 60.0);
/// assert_eq!(world.profile().times.total(), 0);
/// # Ok::<(), carom::Error>(())
/// ```
pub type ProfilerClock = fn() -> u64;

/// Nanoseconds since the first call: a [`ProfilerClock`] for
/// [`World::set_profiler_clock`](crate::World::set_profiler_clock). Targets without a clock, such as
/// `wasm32-unknown-unknown`, need one of their own.
#[cfg(feature = "std")]
#[must_use]
pub fn monotonic_nanos() -> u64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The profile of the step at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profiler {
    pub(crate) clock: Option<ProfilerClock>,
    last: u64,
    pub(crate) profile: Profile,
}

impl Profiler {
    /// Adds the counts of the event loop.
    pub(crate) fn count(&mut self, count: &Profile) {
        let Profile { predicted_events, arrivals, impacts, relisted, largest_island, work, .. } = *count;
        let own = self.profile;
        self.profile = Profile { predicted_events, arrivals, impacts, relisted, largest_island, work, ..own };
    }

    /// Starts the counts and the clock of a step of this length.
    pub(crate) fn start_step(&mut self, seconds: f64) {
        self.profile = Profile { seconds, ..Profile::default() };
        if let Some(clock) = self.clock {
            self.last = clock();
        }
    }

    /// Adds the time since the last lap to a phase.
    #[inline]
    pub(crate) fn lap(&mut self, phase: impl FnOnce(&mut PhaseTimes) -> &mut u64) {
        if let Some(clock) = self.clock {
            let now = clock();
            *phase(&mut self.profile.times) += now.saturating_sub(self.last);
            self.last = now;
        }
    }
}
