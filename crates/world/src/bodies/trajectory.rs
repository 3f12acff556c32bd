//! The flights of balls in a step, with records of their impacts.
//!
//! A ball in contact flies from substep to substep. All others fly once, to the end of the step or to a slow touch.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};
use glam::{DVec2, Vec2};

use crate::base::{Cut, RowList, parallel, room};
use crate::bodies::BallRow;
use crate::bodies::constants::{INELASTIC_IMPACTS_KEPT, LATE_IMPACTS};
use crate::context::StepContext;

/// The data of a ball that are read most often, in few bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trajectory {
    /// Raised whenever the ball is deflected: earlier predictions no longer hold.
    pub(crate) stamp: u32,
    /// Whether the flight continues beyond the substep.
    pub(crate) spans_step: bool,
    /// Whether it is stopped for the rest of the substep.
    pub(crate) is_frozen: bool,
    /// Whether the ball was deflected on this flight.
    pub(crate) is_deflected: bool,
    /// Whether the ball was struck on this flight.
    pub(crate) was_struck: bool,
    /// Whether it is in the list `recorded`.
    recorded: bool,
    /// Whether the ball sleeps, until it is woken.
    pub(crate) is_asleep: bool,
    /// Change of its velocity by contacts in this substep, length units per second.
    pub(crate) borne: Vec2,
}

impl Trajectory {
    fn asleep() -> Self {
        Self { spans_step: true, is_asleep: true, ..Self::default() }
    }

    /// Lets a ball that begins its flight fly to the end of the step.
    #[inline]
    pub(crate) fn launch(&mut self, row: &mut BallRow, end: f64) {
        self.spans_step = true;
        row.aim(end);
    }
}

/// The larger of a pace and that of a ball of radius `r`: the same for many balls in any order.
#[inline]
pub(crate) fn faster(pace: f64, velocity: DVec2, r: f64) -> f64 {
    /// A ball within this share of the fastest is measured exactly: the margin is wider than rounding.
    const NEARLY: f64 = 1.0 - 1e-12;
    let square = velocity.length_squared();
    if square > NEARLY * (pace * pace * r * r) { pace.max(libm::sqrt(square) / r) } else { pace }
}

/// Impacts of a ball during its flight; empty, unless it was deflected.
#[derive(Clone, Copy, Debug, Default)]
struct ImpactRecord {
    impacts: u32,
    /// Impacts weighted by the share of energy that they cost.
    plastic: f64,
    /// Collider on which the ball landed last, to follow it.
    landed: Option<u32>,
    /// Landings after no way at all.
    stayed: u8,
}

/// The records of all balls, new in each step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trajectories {
    pub(crate) list: Vec<Trajectory>,
    records: Vec<ImpactRecord>,
    /// Balls whose flight begins with this substep; from the departure on, those of them whose flight ends with
    /// it.
    pub(crate) short: RowList,
    /// Balls whose flight was cut short in this substep.
    pub(crate) cut: Vec<u32>,
    /// Balls that have been deflected in this substep, some of them several times.
    deflected: Vec<u32>,
    /// Balls that have a record in this step.
    recorded: Vec<u32>,
    /// No ball in this step so far was faster, radii per second.
    pub(crate) pace: f64,
}

impl Index<u32> for Trajectories {
    type Output = Trajectory;

    #[inline]
    fn index(&self, ball: u32) -> &Trajectory {
        &self.list[ball as usize]
    }
}

impl IndexMut<u32> for Trajectories {
    #[inline]
    fn index_mut(&mut self, ball: u32) -> &mut Trajectory {
        &mut self.list[ball as usize]
    }
}

impl Trajectories {
    /// Starts a step of `balls` balls, of which the rows in `awake` are awake. `pace` is the least speed that counts, radii
    /// per second.
    pub(crate) fn start_step(&mut self, balls: usize, awake: &RowList, pace: f64) {
        self.pace = pace;
        if self.list.len() != balls {
            self.list.clear();
            self.list.resize(balls, Trajectory::asleep());
        }
        awake.runs(0, balls).for_each(|run| self.list[run].fill(Trajectory::default()));
        for i in self.recorded.drain(..) {
            if let Some(record) = self.records.get_mut(i as usize) {
                *record = ImpactRecord::default();
            }
        }
        self.records.resize(balls, ImpactRecord::default());
        self.deflected.clear();
        self.cut.clear();
        // Room for all.
        self.recorded.reserve(balls);
        self.cut.reserve(balls);
        room::reserve(&mut self.deflected);
        self.short.set(awake);
    }

    /// Forgets the flights of all balls, sleeping ones too.
    pub(crate) fn begin_again(&mut self) {
        self.list.clear();
    }

    /// Begins the next substep: finds the balls whose flights are at an end.
    pub(crate) fn go_on(&mut self, step: &StepContext) {
        for i in self.deflected.drain(..) {
            let flight = &mut self.list[i as usize];
            if !flight.spans_step {
                *flight =
                    Trajectory { stamp: flight.stamp, recorded: flight.recorded, ..Trajectory::default() };
                let plastic =
                    INELASTIC_IMPACTS_KEPT * self.records[i as usize].plastic.min(step.max_inelastic_impacts);
                self.records[i as usize] = ImpactRecord { plastic, ..ImpactRecord::default() };
            }
        }
        // In parts, each looks for its own.
        let in_order = Cut::rows(self.short.len() + self.cut.len()).is_cut();
        self.short.append(&mut self.cut, in_order);
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

    /// Whether the flight continues beyond the substep, and the ball does not sleep.
    #[inline]
    pub(crate) fn flies(&self, ball: u32) -> bool {
        let flight = &self[ball];
        flight.spans_step && !flight.is_asleep
    }

    /// Whether a contact of two balls may begin in this substep: neither flight continues beyond it, nor do both
    /// sleep.
    #[inline]
    pub(crate) fn may_rest(&self, i: u32, j: u32) -> bool {
        !(self.flies(i) || self.flies(j) || self[i].is_asleep && self[j].is_asleep)
    }

    /// Records the speed of a ball; every change of a flight calls this first.
    #[inline]
    pub(crate) fn hurry(&mut self, row: &BallRow) {
        self.pace = faster(self.pace, row.top_velocity(), row.r);
    }

    /// [`hurry`](Self::hurry) for all balls whose flights end with the substep.
    pub(crate) fn hurry_short(&mut self, rows: &[BallRow]) {
        let (short, pace) = (&*self.short, self.pace);
        let hurry = |_, short: &[u32]| {
            let rows = short.iter().map(|&i| &rows[i as usize]);
            rows.fold(pace, |pace, row| faster(pace, row.top_velocity(), row.r))
        };
        self.pace = parallel::fold(short, Cut::rows(short.len()), hurry, f64::max);
    }

    /// Ends the flight of a ball with the substep, if it would continue: on a chord, as for balls in contact. The
    /// ball is at its final position already.
    pub(crate) fn cut(&mut self, ball: u32, row: &mut BallRow, until: f64) {
        let flight = &mut self[ball];
        if core::mem::replace(&mut flight.spans_step, false) {
            let regained = row.regained(row.t);
            row.aim(until);
            row.v += row.velocity_at(row.t) * (regained - 1.0);
            row.guide();
            self.cut.push(ball);
        }
    }

    /// Lets a ball fly a chord, which ends with the substep: contacts and links that begin on it know no later time.
    pub(crate) fn guide(&mut self, ball: u32, row: &mut BallRow, until: f64) {
        self.cut(ball, row, until);
        row.guide();
    }

    /// Notes that a ball flies another way from now on.
    #[inline]
    pub(crate) fn deflect(&mut self, ball: u32) {
        let flight = &mut self[ball];
        flight.stamp += 1;
        flight.is_deflected = true;
        self.deflected.push(ball);
    }

    /// The balls that have been deflected in this substep, some of them several times.
    pub(crate) fn deflected(&self) -> impl Iterator<Item = u32> + '_ {
        self.deflected.iter().copied()
    }

    /// The record of a ball, to be added to.
    fn record_of(&mut self, ball: u32) -> &mut ImpactRecord {
        if !core::mem::replace(&mut self[ball].recorded, true) {
            self.recorded.push(ball);
        }
        &mut self.records[ball as usize]
    }

    /// Notes an impact that cost this share of the energy of approach.
    pub(crate) fn count(&mut self, ball: u32, loss: f64) {
        self[ball].was_struck = true;
        let record = self.record_of(ball);
        record.impacts += 1;
        record.plastic += loss.max(0.0);
    }

    /// Notes a landing on a collider, which counts as an impact; `caught`, if almost without motion before. A ball
    /// may bounce between two surfaces, while chord after chord along the same one is surface following.
    pub(crate) fn record_landing(&mut self, ball: u32, collider: u32, caught: bool, stayed: bool) {
        let record = self.record_of(ball);
        record.impacts += 1;
        record.stayed = record.stayed.saturating_add(u8::from(stayed));
        if caught && record.landed.is_some_and(|last| last != collider) {
            record.plastic += 1.0;
        }
        record.landed = Some(collider);
    }

    /// Notes a chord that led somewhere.
    pub(crate) fn record_chord(&mut self, ball: u32) {
        self.records[ball as usize].stayed = 0;
    }

    /// Whether the ball may land to follow a surface. A ball could land without end and without motion on a hinge
    /// that yields a little less each time; the maximum penetration stops it.
    #[inline]
    pub(crate) fn may_land(&self, ball: u32) -> bool {
        const MOST: u8 = 32;
        self.records[ball as usize].stayed < MOST
    }

    /// Whether only contacts have moved the ball in this substep: it was not struck, and its flight ends with the
    /// substep, or it sleeps.
    #[inline]
    pub(crate) fn is_left_to_contacts(&self, ball: u32) -> bool {
        !(self[ball].was_struck || self.flies(ball))
    }

    /// Whether the ball has had too many plastic impacts, so that the contact solver handles it.
    #[inline]
    pub(crate) fn is_demoted(&self, ball: u32, step: &StepContext) -> bool {
        self[ball].recorded && self.records[ball as usize].plastic >= step.max_inelastic_impacts
    }

    /// Whether the ball has lost as much in this substep as in one plastic impact: what it meets then comes back to it.
    #[inline]
    pub(crate) fn comes_back(&self, ball: u32) -> bool {
        self[ball].recorded && self.records[ball as usize].plastic >= 1.0
    }

    /// Whether the ball takes an impact like any other: it is awake, not frozen, and even a plastic one does not
    /// demote it.
    #[inline]
    pub(crate) fn is_free_to_bounce(&self, ball: u32, step: &StepContext) -> bool {
        let flight = &self[ball];
        !flight.is_asleep
            && !flight.is_frozen
            && self.records[ball as usize].plastic + 1.0 < step.max_inelastic_impacts
    }

    /// Whether the ball has had the number of impacts at which it must stop; `late` if the work of the step is used up.
    pub(crate) fn is_spent(&self, ball: u32, late: bool, step: &StepContext) -> bool {
        let record = &self.records[ball as usize];
        record.plastic >= 8.0 * step.max_inelastic_impacts || late && record.impacts >= LATE_IMPACTS
    }

    /// Lets a ball sleep from the next step on.
    pub(crate) fn fall_asleep(&mut self, ball: u32) {
        self[ball] = Trajectory::asleep();
    }
}
