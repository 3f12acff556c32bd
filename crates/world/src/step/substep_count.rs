//! How many substeps a step takes: as many as its contacts and mechanisms need. Depends on state alone.
//!
//! Impacts and free flight are exact without substeps. Substeps serve balls that bear each other, which would
//! otherwise sink into each other, and surfaces that move.

use carom_broadphase::Aabb;

use crate::base::{Cut, LANES, parallel};
use crate::bodies::{BodyRow, JointRow};
use crate::contacts::Block;
use crate::context::SubstepCount;
use crate::pairs::cache;
use crate::state::State;
use crate::step::conditions::Conditions;
use crate::step::constants::{BORNE_BY_A_PASS, MAX_DEPTH, MAX_TURN, MIN_SUBSTEPS};

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
        let mut count = self.substeps_for_contacts(fall, dt, None);
        let turn = spin * dt / MAX_TURN;
        while count.substeps < most && turn > f64::from(count.substeps) {
            count = SubstepCount::all(most.min(2 * count.substeps));
        }
        count
    }

    /// The number of substeps that balls need to bear each other, contacts of the ball `except` left aside.
    pub(crate) fn substeps_for_contacts(&self, fall: f64, dt: f64, except: Option<u32>) -> SubstepCount {
        let (contacts, most) = (&self.state.contacts, self.config.max_substeps);
        let set_aside = contacts.substeps_of_contacts_set_aside.max(self.substeps_of_sleepers(dt));
        let none = contacts.is_idle() && set_aside == SubstepCount::default();
        if none && !self.trajectories_span_step() {
            return SubstepCount::all(1);
        }
        let least = SubstepCount::all(MIN_SUBSTEPS).max(set_aside).min(SubstepCount::all(most));
        self.substeps_for_loads(least, fall / dt, except)
    }

    /// Raises the number of substeps until their passes carry the loads of all contacts, contacts of the ball `except`
    /// left aside; gravity and fields pull by `pull`. A pass takes a push from one contact to the next. The first step
    /// uses the largest number: loads are unknown until impulses exist.
    fn substeps_for_loads(&self, least: SubstepCount, pull: f64, except: Option<u32>) -> SubstepCount {
        let (most, last_h) = (self.config.max_substeps, self.state.last_h);
        if last_h == 0.0 || least >= SubstepCount::all(most) {
            return SubstepCount::all(most);
        }
        let (load, mut count) = (self.heaviest_load(except), least);
        let borne_by_a_pass = BORNE_BY_A_PASS * pull * last_h;
        while count < SubstepCount::top(most) && load > borne_by_a_pass * f64::from(count.total()) {
            count = count.next(most);
        }
        if count.passes > 1 && self.lies_deep(except) { SubstepCount::all(most) } else { count }
    }

    /// The largest impulse of a contact in the last substep, as a speed of the heavier of its balls; contacts of the ball
    /// `except` are left aside.
    fn heaviest_load(&self, except: Option<u32>) -> f64 {
        let State { balls, contacts, .. } = self.state;
        let inverse_mass = |ball: u32| balls.rows[ball as usize].im;
        let counts = |impulse: f32, ball: u32| impulse > 0.0 && except != Some(ball);
        let of_balls = |impulse: f32, a: u32, b: u32| {
            let counts = counts(impulse, a) && except != Some(b);
            if counts { f64::from(impulse) * inverse_mass(a).min(inverse_mass(b)) } else { 0.0 }
        };
        // The largest of all does not depend on how they are parted.
        let of_blocks = |_, blocks: &[Block]| {
            let batches = blocks.iter().flat_map(|block| &block.colors).flat_map(|color| &color.batches);
            batches.fold(0.0, |most: f64, batch| {
                let lanes = batch.normal_impulse.0.into_iter().zip(batch.a.into_iter().zip(batch.b));
                lanes.fold(
                    most,
                    |most, (impulse, (a, b))| {
                        if impulse > 0.0 { most.max(of_balls(impulse, a, b)) } else { most }
                    },
                )
            })
        };
        let blocks = contacts.batches.in_use();
        let cut = Cut::by(contacts.batches.count(), blocks.len());
        let batched = parallel::fold(blocks, cut, of_blocks, f64::max);
        let of_ball = |impulse: f32, ball: u32| {
            if counts(impulse, ball) { f64::from(impulse) * inverse_mass(ball) } else { 0.0 }
        };
        let walls = contacts.walls.lanes();
        let on_walls = walls.map(|(batch, lane)| of_ball(batch.normal_impulse.0[lane], batch.balls[lane]));
        let alone = contacts.stored.iter().map(|m| match m.key.other().as_ball() {
            Some(other) => of_balls(m.normal_impulse, m.key.ball(), other),
            None => of_ball(m.normal_impulse, m.key.ball()),
        });
        on_walls.chain(alone).fold(batched, f64::max)
    }

    /// Whether two balls that press each other lie deep, contacts of the ball `except` left aside. In all substeps, with
    /// one pass in each, they are pushed out; in half as many with two they sink on, until impacts bear them.
    fn lies_deep(&self, except: Option<u32>) -> bool {
        let State { balls, contacts, .. } = self.state;
        let (rows, torus) = (balls.rows.as_slice(), &self.cache.pairs.torus);
        let deepest = MAX_DEPTH * f64::from(self.config.max_penetration);
        let lies_deep = |impulse: f32, a: u32, b: u32| {
            // Without an impulse, a lane may stand for no balls.
            if impulse <= 0.0 || except.is_some_and(|ball| a == ball || b == ball) {
                return false;
            }
            let (row, other) = (&rows[a as usize], &rows[b as usize]);
            row.r + other.r - torus.nearest(row.x - other.x).length() > deepest * row.r.min(other.r)
        };
        let mut alone = contacts.stored.iter();
        alone.any(|m| {
            m.key.other().as_ball().is_some_and(|other| lies_deep(m.normal_impulse, m.key.ball(), other))
        }) || contacts.batches.colors().flat_map(|color| &color.batches).any(|batch| {
            (0..LANES).any(|lane| lies_deep(batch.normal_impulse.0[lane], batch.a[lane], batch.b[lane]))
        })
    }

    /// The number of substeps for contacts of balls that sleep: as many as before, since their impulses are fitted to
    /// it.
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
