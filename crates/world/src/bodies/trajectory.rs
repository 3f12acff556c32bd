//! How balls fly in a step, and what they have been through on the way.
//!
//! A ball in contact flies from substep to substep. All others fly once, to the end of the step, until they come
//! to touch something slowly.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::base::parallel::{self, Cut};
use crate::base::room;
use crate::base::row_list::RowList;
use crate::bodies::ball::BallRow;
use crate::bodies::constants::INELASTIC_IMPACTS_KEPT;
use crate::context::StepContext;

/// What is looked up of a ball again and again, in few bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trajectory {
    /// Raised whenever the ball is deflected: what was foreseen before no longer holds.
    stamp: u32,
    /// Whether the ball flies on beyond the substep.
    pub(crate) spans_step: bool,
    frozen: bool,
    /// Whether the ball was deflected on this flight.
    pub(crate) turned: bool,
    /// Whether the ball was struck on this flight.
    struck: bool,
    /// Whether it is in the list `tried`.
    tried: bool,
    /// Whether the ball sleeps, until it is woken.
    sleeps: bool,
    /// What contacts add to its velocity in this substep, length units per second.
    pub(crate) borne: Vec2,
}

impl Trajectory {
    fn asleep() -> Self {
        Self { spans_step: true, sleeps: true, ..Self::default() }
    }

    /// Lets a ball that begins its flight fly to the end of the step.
    #[inline]
    pub(crate) fn launch(&mut self, row: &mut BallRow, end: f64) {
        self.spans_step = true;
        row.aim(end);
    }
}

/// The larger of a pace and that of a ball of radius `r` on a straight flight: the same for many balls in any order.
#[inline]
pub(crate) fn faster(pace: f64, drift: DVec2, r: f64) -> f64 {
    /// A ball that is so little slower is measured exactly: more than what rounding takes.
    const NEARLY: f64 = 1.0 - 1e-12;
    let square = drift.length_squared();
    if square > NEARLY * (pace * pace * r * r) { pace.max(libm::sqrt(square) / r) } else { pace }
}

/// What a ball has been through on its flight; nothing at all, unless it was deflected.
#[derive(Clone, Copy, Debug, Default)]
struct Trials {
    impacts: u32,
    /// Impacts weighted by the share of energy that they cost.
    plastic: f64,
    /// Core on which the ball landed last, to ride along it.
    landed: Option<u32>,
    /// Landings after no way at all.
    stayed: u8,
}

/// The records of all balls, new in each step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trajectories {
    pub(crate) list: Vec<Trajectory>,
    trials: Vec<Trials>,
    /// Balls whose flight begins with this substep; from the departure on, those of them whose flight ends with
    /// it.
    pub(crate) short: RowList,
    /// Balls whose flight was cut short in this substep.
    pub(crate) cut: Vec<u32>,
    /// Balls that have been deflected in this substep, some of them several times.
    deflected: Vec<u32>,
    /// Balls that have been through something in this step.
    tried: Vec<u32>,
    /// No straight flight in this step so far was faster, radii per second.
    pub(crate) pace: f64,
}

impl Trajectories {
    /// Begins a step of `balls` balls, of which those in `awake` are awake; `pace` is the least that counts, radii per
    /// second.
    pub(crate) fn begin(&mut self, balls: usize, awake: &RowList, pace: f64) {
        self.pace = pace;
        if self.list.len() != balls {
            self.list.clear();
            self.list.resize(balls, Trajectory::asleep());
        }
        awake.runs(0, balls).for_each(|run| self.list[run].fill(Trajectory::default()));
        for i in self.tried.drain(..) {
            if let Some(trials) = self.trials.get_mut(i as usize) {
                *trials = Trials::default();
            }
        }
        self.trials.resize(balls, Trials::default());
        self.deflected.clear();
        self.cut.clear();
        // Room for all.
        self.tried.reserve(balls);
        self.cut.reserve(balls);
        room::reserve(&mut self.deflected);
        self.short.set(awake);
    }

    /// Begins the next substep: finds the balls whose flights are at an end.
    pub(crate) fn go_on(&mut self, step: &StepContext) {
        for i in self.deflected.drain(..) {
            let flight = &mut self.list[i as usize];
            if !flight.spans_step {
                *flight = Trajectory { stamp: flight.stamp, tried: flight.tried, ..Trajectory::default() };
                let plastic =
                    INELASTIC_IMPACTS_KEPT * self.trials[i as usize].plastic.min(step.max_inelastic_impacts);
                self.trials[i as usize] = Trials { plastic, ..Trials::default() };
            }
        }
        // In parts, each looks for its own.
        let in_order = Cut::rows(self.short.len() + self.cut.len()).is_cut();
        self.short.append(&mut self.cut, in_order);
    }

    #[inline]
    pub(crate) fn stamp(&self, ball: u32) -> u32 {
        self.list[ball as usize].stamp
    }

    /// Whether all flights end with the substep, once it has begun.
    #[inline]
    pub(crate) fn all_are_short(&self) -> bool {
        self.short.len() == self.list.len()
    }

    /// Whether no flight ends with the substep, once it has begun.
    #[inline]
    pub(crate) fn all_span_step(&self) -> bool {
        self.short.is_empty() && self.cut.is_empty()
    }

    /// Whether the ball flies on beyond the substep.
    #[inline]
    pub(crate) fn spans_step(&self, ball: u32) -> bool {
        self.list[ball as usize].spans_step
    }

    /// Whether the ball flies on beyond the substep, and does not sleep.
    #[inline]
    pub(crate) fn flies(&self, ball: u32) -> bool {
        let flight = &self.list[ball as usize];
        flight.spans_step && !flight.sleeps
    }

    /// Whether a contact of two balls may begin in this substep: neither flies on beyond it, nor do both sleep.
    #[inline]
    pub(crate) fn may_rest(&self, i: u32, j: u32) -> bool {
        !(self.flies(i) || self.flies(j) || self.is_asleep(i) && self.is_asleep(j))
    }

    /// Takes note of how fast a ball flies; whatever changes a flight calls this before anything else is done.
    ///
    /// The velocity at the end of a flight won't do: against a strong pull a ball may come to a stop there.
    #[inline]
    pub(crate) fn hurry(&mut self, row: &BallRow) {
        self.pace = faster(self.pace, row.drift(), row.r);
    }

    /// [`hurry`](Self::hurry) for all balls whose flights end with the substep.
    pub(crate) fn hurry_short(&mut self, rows: &[BallRow]) {
        let (short, pace) = (&*self.short, self.pace);
        let hurry = |_, short: &[u32]| {
            let rows = short.iter().map(|&i| &rows[i as usize]);
            rows.fold(pace, |pace, row| faster(pace, row.drift(), row.r))
        };
        self.pace = parallel::fold(short, Cut::rows(short.len()), hurry, f64::max);
    }

    /// Ends the flight of a ball with the substep, if it would go on; the ball is where it is to be.
    pub(crate) fn cut(&mut self, ball: u32, row: &mut BallRow, until: f64) {
        let flight = &mut self.list[ball as usize];
        if core::mem::replace(&mut flight.spans_step, false) {
            let regained = row.regained(row.t);
            row.aim(until);
            row.v += row.velocity_at(row.t) * (regained - 1.0);
            self.cut.push(ball);
        }
    }

    /// Notes that a ball flies another way from now on.
    #[inline]
    pub(crate) fn deflect(&mut self, ball: u32) {
        let flight = &mut self.list[ball as usize];
        flight.stamp += 1;
        flight.turned = true;
        self.deflected.push(ball);
    }

    /// The balls that have been deflected in this substep, some of them several times.
    pub(crate) fn deflected(&self) -> impl Iterator<Item = u32> + '_ {
        self.deflected.iter().copied()
    }

    /// Whether the ball has been deflected on this flight.
    #[inline]
    pub(crate) fn has_turned(&self, ball: u32) -> bool {
        self.list[ball as usize].turned
    }

    /// The trials of a ball, to be added to.
    fn record_trial(&mut self, ball: u32) -> &mut Trials {
        if !core::mem::replace(&mut self.list[ball as usize].tried, true) {
            self.tried.push(ball);
        }
        &mut self.trials[ball as usize]
    }

    /// Notes an impact that cost this share of the energy of approach.
    pub(crate) fn count(&mut self, ball: u32, loss: f64) {
        self.list[ball as usize].struck = true;
        let trials = self.record_trial(ball);
        trials.impacts += 1;
        trials.plastic += loss.max(0.0);
    }

    /// Notes a landing on a core, which counts as an impact; `caught`, if after next to no way. Two surfaces may throw a ball to and fro,
    /// while chord after chord along the same one is a ride.
    pub(crate) fn record_landing(&mut self, ball: u32, collider: u32, caught: bool, stayed: bool) {
        let trials = self.record_trial(ball);
        trials.impacts += 1;
        trials.stayed = trials.stayed.saturating_add(u8::from(stayed));
        if caught && trials.landed.is_some_and(|last| last != collider) {
            trials.plastic += 1.0;
        }
        trials.landed = Some(collider);
    }

    /// Notes a chord that led somewhere.
    pub(crate) fn record_chord(&mut self, ball: u32) {
        self.trials[ball as usize].stayed = 0;
    }

    /// Whether the ball may land to ride along a surface. One that lands again and again without any way between, on
    /// a hinge that gives way a little less each time, would do so for ever; it is left to the guard.
    #[inline]
    pub(crate) fn may_land(&self, ball: u32) -> bool {
        const MOST: u8 = 32;
        self.trials[ball as usize].stayed < MOST
    }

    /// Whether the ball has been struck on this flight.
    #[inline]
    pub(crate) fn was_struck(&self, ball: u32) -> bool {
        self.list[ball as usize].struck
    }

    /// Whether only contacts have moved the ball in this substep: it neither flies on beyond the substep, unless it
    /// sleeps, nor was it struck.
    #[inline]
    pub(crate) fn is_left_to_contacts(&self, ball: u32) -> bool {
        !(self.was_struck(ball) || self.flies(ball))
    }

    /// Whether the ball has had so many plastic impacts that it is left to the contact solver.
    #[inline]
    pub(crate) fn is_demoted(&self, ball: u32, step: &StepContext) -> bool {
        self.list[ball as usize].tried && self.trials[ball as usize].plastic >= step.max_inelastic_impacts
    }

    /// Whether the ball takes an impact like any other: it is awake, not frozen, and even a plastic one does not demote
    /// it.
    #[inline]
    pub(crate) fn is_free_to_bounce(&self, ball: u32, step: &StepContext) -> bool {
        let flight = &self.list[ball as usize];
        !flight.sleeps
            && !flight.frozen
            && self.trials[ball as usize].plastic + 1.0 < step.max_inelastic_impacts
    }

    /// Whether the ball has had so many that it must stop.
    pub(crate) fn is_spent(&self, ball: u32, step: &StepContext) -> bool {
        let trials = &self.trials[ball as usize];
        trials.plastic >= 8.0 * step.max_inelastic_impacts || trials.impacts >= step.max_impacts
    }

    /// Whether the ball sleeps, until it is woken.
    #[inline]
    pub(crate) fn is_asleep(&self, ball: u32) -> bool {
        self.list[ball as usize].sleeps
    }

    /// Lets a ball sleep from the next step on.
    pub(crate) fn fall_asleep(&mut self, ball: u32) {
        self.list[ball as usize] = Trajectory::asleep();
    }

    /// Ends the sleep of a ball.
    pub(crate) fn wake(&mut self, ball: u32) {
        self.list[ball as usize].sleeps = false;
    }

    /// Notes what contacts add to the velocity of a ball in this substep.
    pub(crate) fn bear(&mut self, ball: u32, change: Vec2) {
        self.list[ball as usize].borne = change;
    }

    /// What contacts add to the velocity of a ball in this substep.
    #[inline]
    pub(crate) fn borne(&self, ball: u32) -> Vec2 {
        self.list[ball as usize].borne
    }

    #[inline]
    pub(crate) fn is_frozen(&self, ball: u32) -> bool {
        self.list[ball as usize].frozen
    }

    pub(crate) fn freeze(&mut self, ball: u32) {
        self.list[ball as usize].frozen = true;
    }
}
