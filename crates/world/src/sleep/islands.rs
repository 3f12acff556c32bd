//! Which balls sleep, by islands: balls that contacts join.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::base::{Fault, LANES, RowList, Source, check, cloned, join, leader, put_short};
use crate::bodies::{BallRow, Balls, Materials, Trajectories};
use crate::contacts::StoredImpulses;
use crate::context::StepContext;
use crate::pairs::ActivePairs;
use crate::sleep::constants::{LEVEL, REST_TIME, STANDING_SHARE, TOPPLING_SHARE};
use crate::solver::Contacts;

/// The island of a ball that is awake.
const AWAKE: u32 = u32::MAX;

/// End of the flight of a ball that sleeps, seconds.
const LONGER_THAN_ANY_STEP: f64 = 1e9;

/// Which balls sleep, and for how long the others have been at rest.
#[derive(Debug, Default)]
pub(crate) struct Sleep {
    /// The lowest row of the island that each sleeping ball belongs to; [`AWAKE`] for all others. State.
    islands: Vec<u32>,
    /// For how many steps in a row each ball has been at rest. State.
    steps_at_rest: Vec<u16>,
    /// Whether any of these may be more than zero.
    is_counting: bool,
    /// Rows of the balls that are awake, ascending.
    awake: RowList,
    /// Balls that were woken last.
    woken: Vec<u32>,
    leaders: Vec<u32>,
    /// Balls that bear load.
    bears: Vec<bool>,
    /// Leaders of islands that can't sleep.
    is_moving: Vec<bool>,
}

cloned!(Sleep { islands, steps_at_rest, is_counting, awake, woken, leaders, bears, is_moving });

/// Whether a ball is at rest, by a velocity and the speed of its surface. A ball that moves level may be faster: it
/// loses no height and so gains no speed, and sleep takes only that speed from it.
fn is_at_rest(velocity: DVec2, row: &BallRow, gravity: DVec2, step: &StepContext) -> bool {
    let (surface, height) = (row.w * row.r, velocity.dot(gravity));
    let (speed, unit) = (velocity.length_squared(), step.pull() * row.r);
    let is_below = |share: f64| speed + surface * surface <= share * share * unit;
    is_below(step.sleep_speed)
        && (is_below(STANDING_SHARE * step.sleep_speed)
            || height * height <= LEVEL * LEVEL * speed * gravity.length_squared())
}

/// Whether gravity rolls a ball off a round surface that is its only support, with this normal.
fn topples(normal: Vec2, gravity: DVec2) -> bool {
    let gravity = gravity.as_vec2();
    normal.perp_dot(gravity).abs() > TOPPLING_SHARE * gravity.length()
}

/// Whether a ball has been at rest for long enough under `pull`, in `steps` steps of `dt` seconds.
fn has_rested(row: &BallRow, steps: u16, pull: f64, dt: f64) -> bool {
    let time = f64::from(steps) * dt;
    time * time * pull >= REST_TIME * REST_TIME * row.r
}

impl Sleep {
    /// Reserves room for `balls` balls: new ones are awake.
    pub(crate) fn resize(&mut self, balls: usize) {
        let known = self.islands.len();
        if known < balls {
            self.awake.add(known as u32..balls as u32);
            self.islands.resize(balls, AWAKE);
            self.steps_at_rest.resize(balls, 0);
            // Room for all, so that balls that fall asleep late allocate nothing.
            self.woken.reserve(balls);
            self.leaders.resize(balls, 0);
            self.bears.resize(balls, false);
            self.is_moving.resize(balls, false);
        }
    }

    pub(crate) fn steps_at_rest(&self, ball: usize) -> u16 {
        self.steps_at_rest.get(ball).copied().unwrap_or(0)
    }

    /// Resets the state to `balls` balls that are awake, of which the first has been at rest for this many steps.
    pub(crate) fn reset(&mut self, balls: usize, steps_at_rest: u16) {
        self.islands.clear();
        self.steps_at_rest.clear();
        self.awake.clear();
        self.woken.clear();
        self.resize(balls);
        if let Some(first) = self.steps_at_rest.first_mut() {
            *first = steps_at_rest;
        }
        self.is_counting = steps_at_rest > 0;
    }

    /// Lets all balls but the first sleep, each on its own.
    pub(crate) fn lay_down_others(&mut self, rows: &mut [BallRow]) {
        for (i, row) in rows.iter_mut().enumerate().skip(1) {
            self.islands[i] = i as u32;
            lay_down(row);
        }
        self.awake.retain(|i| i == 0);
    }

    #[inline]
    pub(crate) fn is_asleep(&self, ball: u32) -> bool {
        self.islands.get(ball as usize).is_some_and(|island| *island != AWAKE)
    }

    pub(crate) fn woken(&self) -> &[u32] {
        &self.woken
    }

    /// Rows of the balls that are awake, ascending.
    #[inline]
    pub(crate) fn awake(&self) -> &RowList {
        &self.awake
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.islands.len() - self.awake.len()
    }

    /// Forgets a ball that is removed; the last takes its row. All are awake.
    pub(crate) fn forget_ball(&mut self, row: usize, balls: usize) {
        debug_assert!(self.count() == 0, "a ball is removed while others sleep");
        self.resize(balls);
        self.islands.swap_remove(row);
        self.steps_at_rest.swap_remove(row);
        self.awake.pop();
    }

    /// Wakes all balls and restarts their time at rest: a change may move any of them.
    pub(crate) fn wake_all(&mut self, contacts: &mut Contacts, balls: &Balls, materials: &Materials) {
        if self.count() > 0 {
            contacts.wake(|_| true, None, balls, materials);
            contacts.recall_woken();
            let all = (0..).zip(&self.islands);
            self.awake.add(all.filter(|(_, island)| **island != AWAKE).map(|(row, _)| row));
            self.islands.fill(AWAKE);
        }
        if core::mem::take(&mut self.is_counting) {
            self.steps_at_rest.fill(0);
        }
    }

    /// Restarts the time at rest of a ball that is awake.
    pub(crate) fn restart_rest(&mut self, ball: u32) {
        self.steps_at_rest[ball as usize] = 0;
    }

    /// Wakes a ball with its whole island, and returns these balls: none if it was awake. If it wakes within a step,
    /// `slept` is the number of its substeps that have ended.
    pub(crate) fn wake(
        &mut self,
        ball: u32,
        slept: Option<u32>,
        contacts: &mut Contacts,
        balls: &Balls,
        materials: &Materials,
    ) -> &[u32] {
        self.woken.clear();
        if self.is_asleep(ball) {
            let Self { islands, steps_at_rest, awake, woken, .. } = self;
            let island = islands[ball as usize];
            contacts.wake(|ball| islands[ball as usize] == island, slept, balls, materials);
            woken.extend((0..).zip(&*islands).filter(|(_, own)| **own == island).map(|(row, _)| row));
            for &i in &*woken {
                (islands[i as usize], steps_at_rest[i as usize]) = (AWAKE, 0);
            }
            awake.add(woken.iter().copied());
        }
        &self.woken
    }

    /// Puts islands to sleep that have been at rest for long enough, at the end of a step. An island in which a ball
    /// bears no load stays awake: a ball without support may be about to fall. On a floor every ball has support, and
    /// friction ends all motion: at rest means no motion at all.
    ///
    /// Reads contacts and velocities; writes which balls sleep, and sets the contacts of sleeping balls aside.
    pub(crate) fn fall_asleep(
        &mut self,
        balls: &mut Balls,
        contacts: &mut Contacts,
        flights: &mut Trajectories,
        active: &mut ActivePairs,
        gravity: DVec2,
        step: &StepContext,
    ) {
        if contacts.is_idle() && !step.on_floor {
            // No ball bears load.
            if core::mem::take(&mut self.is_counting) {
                self.steps_at_rest.fill(0);
            }
            return;
        }
        if !self.count_steps_at_rest(balls, flights, active, gravity, step) {
            return;
        }
        self.find_islands(contacts, step.on_floor);
        self.mark_moving_balls(&balls.rows, contacts, gravity, step.on_floor);
        self.mark_moving_islands(&balls.rows, step);
        let Self { islands, awake, leaders, is_moving, .. } = self;
        let before = awake.len();
        awake.retain(|i| {
            let island = leader(leaders, i);
            if is_moving[island as usize] {
                return true;
            }
            islands[i as usize] = island;
            let row = &mut balls.rows[i as usize];
            lay_down(row);
            flights.fall_asleep(i);
            active.fall_asleep(i, row);
            false
        });
        if awake.len() < before {
            contacts.fall_asleep(|ball| islands[ball as usize] != AWAKE, step.substeps);
        }
    }

    /// Counts for each ball the steps that it has been at rest. Returns whether any ball has rested for long enough.
    fn count_steps_at_rest(
        &mut self,
        balls: &Balls,
        flights: &Trajectories,
        active: &ActivePairs,
        gravity: DVec2,
        step: &StepContext,
    ) -> bool {
        let Self { steps_at_rest, is_counting, awake, .. } = self;
        let stops = |row: &BallRow, i: u32| {
            !step.on_floor || (row.v, row.w, balls.roll(i as usize)) == (DVec2::ZERO, 0.0, DVec2::ZERO)
        };
        let mut has_any_rested = false;
        for &i in awake.iter() {
            let (row, steps) = (&balls.rows[i as usize], &mut steps_at_rest[i as usize]);
            // The push that parts an overlap is no part of a ball's velocity, but moves the ball.
            let flown = Vec2::from(active.proxies[i as usize].u).as_dvec2();
            let rests = |velocity: DVec2| is_at_rest(velocity, row, gravity, step);
            if rests(row.v) && rests(flown) && stops(row, i) && !flights[i].is_frozen {
                *steps = steps.saturating_add(1);
                *is_counting = true;
                has_any_rested |= has_rested(row, *steps, step.pull(), step.dt);
            } else if *steps > 0 {
                *steps = 0;
            }
        }
        has_any_rested
    }

    /// Joins balls in contact into islands, and notes for each ball whether a contact presses on it. On a floor every
    /// ball does.
    fn find_islands(&mut self, contacts: &Contacts, on_floor: bool) {
        let Self { awake, leaders, bears, is_moving, .. } = self;
        for &i in awake.iter() {
            leaders[i as usize] = i;
            (bears[i as usize], is_moving[i as usize]) = (on_floor, false);
        }
        for batch in contacts.batches.colors().flat_map(|color| &color.batches) {
            for lane in (0..LANES).filter(|&lane| batch.a[lane] != batch.b[lane]) {
                let (a, b) = (batch.a[lane], batch.b[lane]);
                join(leaders, a, b);
                if batch.normal_impulse.0[lane] > 0.0 {
                    (bears[a as usize], bears[b as usize]) = (true, true);
                }
            }
        }
        for m in contacts.memory() {
            let (i, other) = (m.key.ball(), m.key.other());
            let loaded = m.normal_impulse > 0.0;
            bears[i as usize] |= loaded;
            if let Some(j) = other.as_ball() {
                join(leaders, i, j);
                bears[j as usize] |= loaded;
            }
        }
    }

    /// Marks balls that will move although they are at rest: a belt carries them along, or they balance on one contact.
    fn mark_moving_balls(&mut self, rows: &[BallRow], contacts: &Contacts, gravity: DVec2, on_floor: bool) {
        let is_moving = &mut self.is_moving;
        for c in contacts.rows.iter().filter(|c| c.belt != 0.0) {
            is_moving[c.b as usize] = true;
        }
        let rolls_off = |ball: u32, normal: Vec2| {
            topples(normal, gravity)
                && !on_floor
                && contacts.touches_one(ball)
                && rows[ball as usize].im > 0.0
        };
        for batch in contacts.batches.colors().flat_map(|color| &color.batches) {
            for lane in (0..LANES).filter(|&lane| batch.a[lane] != batch.b[lane]) {
                let normal = Vec2::new(batch.normal_x.0[lane], batch.normal_y.0[lane]);
                for ball in [batch.a[lane], batch.b[lane]].into_iter().filter(|&i| rolls_off(i, normal)) {
                    is_moving[ball as usize] = true;
                }
            }
        }
        for c in contacts.rows.iter().filter(|c| c.rolling_resistance == 0.0) {
            let other = c.other().as_ball();
            let balls = [Some(c.b), other].into_iter().flatten();
            for ball in balls.filter(|&i| (c.bulges || other.is_some()) && rolls_off(i, c.normal)) {
                is_moving[ball as usize] = true;
            }
        }
    }

    /// Marks the leader of each island in which a ball moves, bears no load or has not rested for long enough.
    fn mark_moving_islands(&mut self, rows: &[BallRow], step: &StepContext) {
        let Self { steps_at_rest, awake, leaders, bears, is_moving, .. } = self;
        for &i in awake.iter() {
            let n = i as usize;
            if is_moving[n] || !bears[n] || !has_rested(&rows[n], steps_at_rest[n], step.pull(), step.dt) {
                is_moving[leader(leaders, i) as usize] = true;
            }
        }
    }

    /// Writes for each ball 0 if it sleeps, and else one more than the number of steps that it has been at rest.
    pub(crate) fn save(&self, balls: usize, out: &mut Vec<u8>) {
        // Balls added since the last step are awake.
        let known = (0..).zip(&self.steps_at_rest).take(balls);
        for (i, steps) in known {
            put_short(out, if self.is_asleep(i) { 0 } else { u64::from(*steps) + 1 });
        }
        (self.steps_at_rest.len()..balls).for_each(|_| put_short(out, 1));
    }

    /// Reads the output of [`save`](Self::save) for `balls` balls. [`restore`](Self::restore) finds the islands.
    pub(crate) fn load(balls: usize, from: &mut Source<'_>) -> Result<Self, Fault> {
        let mut sleep = Self::default();
        sleep.resize(balls);
        for n in 0..balls {
            match from.short()?.checked_sub(1) {
                None => sleep.islands[n] = n as u32,
                Some(steps) => {
                    sleep.steps_at_rest[n] = u16::try_from(steps).map_err(|_| "a ball rests for too long")?;
                }
            }
        }
        let Self { islands, awake, is_counting, .. } = &mut sleep;
        awake.retain(|i| islands[i as usize] == AWAKE);
        *is_counting = true;
        Ok(sleep)
    }

    /// Finds the islands of balls that sleep by their contacts, and lays the balls down.
    pub(crate) fn restore(&mut self, rows: &mut [BallRow], remembered: &[StoredImpulses]) {
        for m in remembered {
            if self.is_asleep(m.key.ball())
                && let Some(j) = m.key.other().as_ball()
            {
                join(&mut self.islands, m.key.ball(), j);
            }
        }
        for i in 0..rows.len() as u32 {
            if self.is_asleep(i) {
                self.islands[i as usize] = leader(&mut self.islands, i);
                lay_down(&mut rows[i as usize]);
            }
        }
    }

    /// Whether sleeping balls do not move, and all balls in contact with them sleep.
    pub(crate) fn check(&self, rows: &[BallRow], remembered: &[StoredImpulses]) -> Result<(), Fault> {
        let still = |(i, row): (u32, &BallRow)| !self.is_asleep(i) || row.v == DVec2::ZERO && row.w == 0.0;
        check((0..).zip(rows).all(still), "a ball moves in its sleep")?;
        let together = |m: &StoredImpulses| {
            let sleeps = self.is_asleep(m.key.ball());
            m.key.other().as_ball().is_none_or(|j| self.is_asleep(j) == sleeps)
        };
        check(remembered.iter().all(together), "a ball sleeps beside one that is awake")
    }
}

/// Takes all motion from a ball that falls asleep. Its flight spans every step.
fn lay_down(row: &mut BallRow) {
    row.stop();
    (row.t, row.begin, row.end) = (0.0, 0.0, LONGER_THAN_ANY_STEP);
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::contacts::pair_key::{Other, PairKey};

    /// Rows of `balls` balls, and contacts of each with the next.
    fn chain(balls: u32) -> (Vec<BallRow>, Vec<StoredImpulses>) {
        let pair = |i: u32| StoredImpulses::of(PairKey::new(i + 1, Other::ball(i)));
        (vec![BallRow { r: 1.0, ..BallRow::default() }; balls as usize], (0..balls - 1).map(pair).collect())
    }

    /// Balls of which some sleep, as a snapshot brings them.
    fn restored(steps: &[u64]) -> Sleep {
        let mut bytes = Vec::new();
        steps.iter().for_each(|steps| put_short(&mut bytes, *steps));
        Sleep::load(steps.len(), &mut Source::new(&bytes)).expect("sound")
    }

    #[test]
    fn islands_are_found_again_by_contacts() {
        let (mut rows, mut contacts) = chain(6);
        contacts.remove(2);
        contacts.remove(3);
        let mut sleep = restored(&[0, 0, 0, 0, 0, 8]);
        sleep.restore(&mut rows, &contacts);
        assert_eq!(sleep.islands, [0, 0, 0, 3, 3, AWAKE]);
        assert_eq!((&**sleep.awake(), sleep.steps_at_rest[5]), (&[5][..], 7));
        assert_eq!(sleep.check(&rows, &contacts), Ok(()));
        let mut bytes = Vec::new();
        sleep.save(7, &mut bytes);
        assert_eq!(bytes, [0, 0, 0, 0, 0, 8, 1], "one that was added since is awake");
    }

    #[test]
    fn what_moves_in_its_sleep_is_refused() {
        let (mut rows, contacts) = chain(3);
        let mut sleep = restored(&[0, 0, 0]);
        sleep.restore(&mut rows, &contacts);
        assert_eq!(sleep.check(&rows, &contacts), Ok(()));
        rows[1].w = 0.1;
        assert!(sleep.check(&rows, &contacts).is_err());
        assert!(restored(&[0, 0, 1]).check(&rows[..1], &contacts).is_err(), "it touches one that is awake");
        let mut long = Vec::new();
        put_short(&mut long, 1 << 20);
        assert!(Sleep::load(1, &mut Source::new(&long)).is_err(), "no ball has rested that long");
    }
}
