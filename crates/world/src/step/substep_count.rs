//! How many substeps a step takes: as many as its contacts and mechanisms need. Depends on state alone.
//!
//! Impacts and free flight are exact without substeps. Substeps serve balls that bear each other, which would
//! otherwise sink into each other, and surfaces that move.

use carom_broadphase::Aabb;

use crate::base::{Cut, LANES, Torus, parallel};
use crate::bodies::{BallRow, BodyRow, JointRow};
use crate::contacts::{Batch, Block, PairKey, have_unequal_masses};
use crate::context::SubstepCount;
use crate::geometry::Collider;
use crate::pairs::{cache, gap};
use crate::state::State;
use crate::step::conditions::Conditions;
use crate::step::constants::{
    HYSTERESIS, MAX_BORNE, MAX_DEPTH, MAX_FALL, MAX_SINK, MAX_SINK_UNEQUAL, MAX_TURN, MIN_SUBSTEPS, STIFFNESS,
};

impl Conditions<'_> {
    /// The number of substeps of a step of `dt` seconds, in which gravity gives a ball the speed `fall`.
    pub(crate) fn substeps(&self, fall: f64, dt: f64) -> SubstepCount {
        let most = self.config.max_substeps;
        let bends = |joint: &JointRow| joint.is_moving() && !joint.is_evenly_driven();
        let joints_bend = self.state.body_set.joints.iter().any(bends);
        if self.bends_flights() || joints_bend || self.may_load_joint(fall, dt) {
            return SubstepCount::all(most);
        }
        let bodies = self.cache.pairs.moving.iter().map(|&row| &self.state.body_set.rows[row as usize]);
        // A turning surface that no ball may reach needs no more substeps.
        let turning = bodies.filter(|body| body.spin != 0.0 && self.may_come_to(body, fall, dt));
        let spin = turning.fold(0.0, |most: f64, body| most.max(body.spin.abs()));
        let mut count = self.substeps_for_contacts(self.cache.pairs.least_radius, fall, dt, None);
        let turn = spin * dt / MAX_TURN;
        while count.substeps < most && turn > f64::from(count.substeps) {
            count = SubstepCount::all(most.min(2 * count.substeps));
        }
        count
    }

    /// The number of substeps that balls need to bear each other, contacts of the ball `except` left aside; `least`
    /// is the smallest radius.
    pub(crate) fn substeps_for_contacts(
        &self,
        least: f64,
        fall: f64,
        dt: f64,
        except: Option<u32>,
    ) -> SubstepCount {
        let (contacts, most) = (&self.state.contacts, self.config.max_substeps);
        let set_aside = contacts.substeps_of_contacts_set_aside.max(self.substeps_of_sleepers(dt));
        let none = contacts.is_idle() && set_aside == SubstepCount::default();
        if none && !self.trajectories_span_step() {
            return SubstepCount::all(1);
        }
        let (pull, fall) = (fall / dt, fall * dt / least);
        let mut count = SubstepCount::all(MIN_SUBSTEPS).max(set_aside).min(SubstepCount::all(most));
        while count.total() < most && fall > MAX_FALL * f64::from(count.total() * count.total()) {
            count = count.next(most);
        }
        self.substeps_for_loads(count, pull, dt, except)
    }

    /// Raises the number of substeps until no contact that bears load needs more, contacts of the ball `except` left
    /// aside; gravity and fields pull by `pull`. The first step uses the largest number: loads are unknown until
    /// impulses exist.
    fn substeps_for_loads(
        &self,
        least: SubstepCount,
        pull: f64,
        dt: f64,
        except: Option<u32>,
    ) -> SubstepCount {
        let (all, rows) = (SubstepCount::all(self.config.max_substeps), &self.state.balls.rows);
        if self.state.last_h == 0.0 || least >= all {
            return all;
        }
        let contacts = &self.state.contacts;
        let needs = LoadNeeds {
            most: self.config.max_substeps,
            dt,
            pull,
            last_h: self.state.last_h,
            spring_h: self.state.spring_h,
            slop: f64::from(self.config.slop),
        };
        let top = SubstepCount::top(needs.most);
        // The need of one contact does not depend on the others, so parts may be visited separately.
        let of_blocks = |_, blocks: &[Block]| {
            let colors = blocks.iter().flat_map(|block| &block.colors);
            colors.fold(least, |least, color| {
                needs.of_batches(least, &color.batches, rows, except, &self.cache.pairs.torus)
            })
        };
        let blocks = contacts.batches.in_use();
        let cut = Cut::by(contacts.batches.count(), blocks.len());
        let mut count = parallel::fold(blocks, cut, of_blocks, SubstepCount::max);
        // As in batches, a contact without load sets no need.
        for (batch, lane) in contacts.walls.lanes() {
            let (impulse, ball) = (batch.normal_impulse.0[lane], batch.balls[lane]);
            if impulse > 0.0 && count < top && except != Some(ball) {
                let gap = || gap(batch.key(lane), rows, &self.state.body_set, &self.cache.pairs.torus);
                count = needs.of_contact(count, impulse, &rows[ball as usize], None, &gap);
            }
        }
        for m in &contacts.stored {
            if m.normal_impulse > 0.0 && count < top && !except.is_some_and(|ball| m.key.names(ball)) {
                let other = m.key.other().as_ball().map(|j| &rows[j as usize]);
                let gap = || gap(m.key, rows, &self.state.body_set, &self.cache.pairs.torus);
                let row = &rows[m.key.ball() as usize];
                count = needs.of_contact(count, m.normal_impulse, row, other, &gap);
            }
        }
        if count.passes > 1 && self.needs_all_substeps(count, dt, except) { all } else { count }
    }

    /// Whether a step needs all substeps, where else half as many with twice as many passes would serve. It does
    /// where two balls lie deep, or where a ball rolls fast along a round or turning wall: in short substeps its
    /// friction is truer. Contacts of the ball `except` are left aside.
    fn needs_all_substeps(&self, count: SubstepCount, dt: f64, except: Option<u32>) -> bool {
        let State { balls, contacts, body_set, last_h, last_dt, .. } = self.state;
        let (rows, torus) = (balls.rows.as_slice(), &self.cache.pairs.torus);
        let took_all = libm::round(last_dt / last_h) as u32 > count.substeps;
        let share = MAX_DEPTH * if took_all { HYSTERESIS } else { 1.0 };
        let deepest = share * f64::from(self.config.max_penetration);
        let lies_deep = |a: u32, b: u32| {
            let (a, b) = (&rows[a as usize], &rows[b as usize]);
            a.r + b.r - torus.nearest(b.x - a.x).length() > deepest * a.r.min(b.r)
        };
        let rolls_fast = |ball: u32| {
            let row = &rows[ball as usize];
            row.v.length() * dt > MAX_TURN * row.r * f64::from(count.substeps)
        };
        let bends = |collider: &Collider| {
            let body = body_set.body_of(collider);
            collider.curve.is_curved() || body.is_mover() && body.is_turning()
        };
        let counts =
            |impulse: f32, key: PairKey| impulse > 0.0 && !except.is_some_and(|ball| key.names(ball));
        let mut alone = contacts.stored.iter().filter(|m| counts(m.normal_impulse, m.key));
        let is_alone_demanding =
            alone.any(|m| match (m.key.other().as_ball(), m.key.other().as_collider()) {
                (Some(other), _) => lies_deep(m.key.ball(), other),
                (_, Some(k)) => rolls_fast(m.key.ball()) && bends(&body_set.colliders[k]),
                _ => false,
            });
        is_alone_demanding
            || contacts.batches.colors().flat_map(|color| &color.batches).any(|batch| {
                (0..LANES).any(|lane| {
                    let (a, b) = (batch.a[lane], batch.b[lane]);
                    batch.normal_impulse.0[lane] > 0.0
                        && !except.is_some_and(|ball| a == ball || b == ball)
                        && lies_deep(a, b)
                })
            })
    }

    /// The number of substeps for contacts of balls that sleep: as many as before, since their springs are tuned to
    /// it. With fewer they would lie too deep when they wake.
    fn substeps_of_sleepers(&self, dt: f64) -> SubstepCount {
        let State { contacts, last_h, last_passes, .. } = self.state;
        if contacts.asleep.is_empty() {
            return SubstepCount::default();
        }
        SubstepCount { substeps: libm::round(dt / last_h) as u32, passes: *last_passes }
    }

    /// Whether a ball may reach, in a step of `dt` seconds, a hinge or slider that it can move.
    fn may_load_joint(&self, fall: f64, dt: f64) -> bool {
        self.state
            .body_set
            .joints
            .iter()
            .any(|joint| self.may_come_to(&self.state.body_set.rows[joint.body as usize], fall, dt))
    }

    /// Whether a ball may come to a body in a step of `dt` seconds.
    fn may_come_to(&self, body: &BodyRow, fall: f64, dt: f64) -> bool {
        let comes = |Aabb { min, max }: Aabb| {
            let (min, max) = (min.as_dvec2(), max.as_dvec2());
            self.state.balls.rows.iter().any(|row| {
                let reach = row.r + (row.v.length() + fall) * dt;
                (row.x - row.x.clamp(min, max)).length_squared() <= reach * reach
            })
        };
        let joint = body.joint.map(|g| &self.state.body_set.joints[g as usize]);
        let mut colliders = body.colliders.iter().map(|&k| &self.state.body_set.colliders[k]);
        colliders.any(|collider| comes(cache::swept_bounds(collider, body, joint, dt)))
    }

    /// Whether nudges, forces, fields, links, a floor or drag bend the flights.
    fn bends_flights(&self) -> bool {
        self.state.floor_zones.is_laid() || self.state.balls.braked > 0 || self.stirs_all()
    }

    /// Whether nudges, forces, fields or links may move any ball.
    pub(crate) fn stirs_all(&self) -> bool {
        let State { table_motion, fields, balls, links, .. } = self.state;
        !(table_motion.nudges.is_empty() && balls.forces.is_empty() && links.is_empty()) || fields.len() > 0
    }
}

/// The values that decide how many substeps a loaded contact needs.
#[derive(Clone, Copy, Debug)]
struct LoadNeeds {
    /// Largest number of substeps.
    most: u32,
    /// Length of the step, seconds.
    dt: f64,
    /// By how much gravity and fields pull, length units per second squared.
    pull: f64,
    /// Length of the substeps in which impulses were given, seconds.
    last_h: f64,
    /// Length of substeps that springs are tuned to, seconds.
    spring_h: f64,
    /// Overlap that contacts leave alone, radii.
    slop: f64,
}

impl LoadNeeds {
    /// Raises the number of substeps until a contact of ball `a` neither lies deep nor would sink deep, and bears no
    /// more balls than the passes of a step carry. `gap` is computed only where the rest does not decide.
    ///
    /// The number does not go down while the contact, on softer springs, would lie or sink half as deep, or bears
    /// half as many balls. Contacts that sink in few substeps and are pushed out in many gain energy without end.
    fn of_contact(
        &self,
        mut count: SubstepCount,
        impulse: f32,
        a: &BallRow,
        b: Option<&BallRow>,
        gap: &dyn Fn() -> f64,
    ) -> SubstepCount {
        let (ease, heavy, scale) =
            b.map_or((a.im, a.im, a.r), |b| (a.im.max(b.im), a.im.min(b.im), a.r.min(b.r)));
        let force = f64::from(impulse) / self.last_h;
        let load = force * ease;
        let borne = if self.pull > 0.0 { force * heavy / self.pull } else { 0.0 };
        let uneven = b.is_some_and(|b| have_unequal_masses(a.im, b.im));
        let sink = if uneven { MAX_SINK_UNEQUAL } else { MAX_SINK };
        let (deep, rest) = (sink * scale, self.slop * scale);
        let too_few = |count: SubstepCount| {
            let h = self.dt / f64::from(count.substeps);
            let softer = (h / self.spring_h) * (h / self.spring_h);
            let lies = || softer * (-gap() - rest);
            let sinks = load * h * h / STIFFNESS;
            let bearable = MAX_BORNE * f64::from(count.substeps);
            // Lengths that differ by rounding count as equal.
            if h > 1.001 * self.spring_h {
                sinks > HYSTERESIS * deep || borne > HYSTERESIS * bearable || lies() > HYSTERESIS * deep
            } else {
                borne > bearable || sinks > deep && lies() > deep
            }
        };
        while count < SubstepCount::top(self.most) && too_few(count) {
            count = count.next(self.most);
        }
        count
    }

    /// The same for all contacts of batches.
    fn of_batches(
        &self,
        mut count: SubstepCount,
        batches: &[Batch],
        rows: &[BallRow],
        except: Option<u32>,
        torus: &Torus,
    ) -> SubstepCount {
        for batch in batches {
            if count == SubstepCount::top(self.most) {
                break;
            }
            for (lane, &impulse) in batch.normal_impulse.0.iter().enumerate().filter(|(_, x)| **x > 0.0) {
                let (a, b) = (batch.a[lane], batch.b[lane]);
                if except.is_some_and(|ball| a == ball || b == ball) {
                    continue;
                }
                let (a, b) = (&rows[a as usize], &rows[b as usize]);
                let gap = || torus.nearest(b.x - a.x).length() - a.r - b.r;
                count = self.of_contact(count, impulse, a, Some(b), &gap);
            }
        }
        count
    }
}
