//! Rows of the balls: the data of a step's phases.

use alloc::vec::Vec;
use core::ops::Range;

use glam::DVec2;

use crate::base::{cloned, saved};
use crate::id::BodyId;
use crate::model::{Ball, Filter};

/// The data of a ball that every phase reads.
///
/// Between impacts a ball flies the parabola of its acceleration `a`. `v` is the velocity at the end of the flight, so
/// the velocity at time `t` is `v + a (t - end)`. A contact, a link, a surface that the ball follows or the floor guides
/// a ball: then it flies a chord of its path, at the mean velocity of the parabola from `begin` to `end`. Times are
/// seconds since the start of the step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BallRow {
    /// Centre at time `t`, length units.
    pub(crate) x: DVec2,
    /// Velocity at the end of the flight, length units per second.
    pub(crate) v: DVec2,
    /// Spin, radians per second.
    pub(crate) w: f64,
    /// Turn of the ball at time `t`, radians.
    pub(crate) angle: f64,
    /// Acceleration of the flight, length units per second squared.
    pub(crate) a: DVec2,
    /// Time to which `x` belongs.
    pub(crate) t: f64,
    /// When the flight began.
    pub(crate) begin: f64,
    /// When it ends: with the substep for a ball in contact, with the step for all others.
    pub(crate) end: f64,
    /// Radius, length units.
    pub(crate) r: f64,
    /// Inverse mass; 0 for a ball that is held, as is the inverse moment of inertia.
    pub(crate) im: f64,
    /// Inverse moment of inertia.
    pub(crate) ii: f64,
    /// How strongly gravity pulls; 0 for a ball that is held.
    pub(crate) gravity_scale: f64,
    /// Whether the ball flies a chord, since something guides it.
    pub(crate) is_guided: bool,
}

impl BallRow {
    /// The rows of a ball with this id and number of material, which is not held.
    pub(crate) fn new(ball: &Ball, id: BodyId, material: u32) -> (Self, BallInfo) {
        let info = BallInfo {
            id,
            material,
            filter: ball.filter,
            mass: ball.mass,
            inertia_factor: ball.inertia_factor,
            gravity_scale: ball.gravity_scale,
            drag: ball.drag,
            max_speed: ball.max_speed,
            held: false,
            off: None,
            rolls: ball.is_sphere,
            user_data: ball.user_data,
        };
        let mut row = Self {
            x: ball.position.as_dvec2(),
            v: ball.velocity.as_dvec2(),
            w: f64::from(ball.angular_velocity),
            angle: f64::from(ball.angle),
            r: f64::from(ball.radius),
            ..Self::default()
        };
        row.weigh(&info);
        (row, info)
    }

    /// Mean velocity over the rest of the flight: that of the chord to its end.
    #[inline]
    pub(crate) fn drift(&self) -> DVec2 {
        self.drift_from(self.t)
    }

    /// Mean velocity of the flight from time `t` on.
    #[inline]
    pub(crate) fn drift_from(&self, t: f64) -> DVec2 {
        self.v - self.a * (0.5 * (self.end - if self.is_guided { self.begin } else { t }))
    }

    /// True velocity at time `t`.
    #[inline]
    pub(crate) fn velocity_at(&self, t: f64) -> DVec2 {
        self.v + self.a * (t - self.end)
    }

    /// Velocity at time `t` along the way that the ball flies.
    #[inline]
    pub(crate) fn path_velocity_at(&self, t: f64) -> DVec2 {
        if self.is_guided { self.drift() } else { self.velocity_at(t) }
    }

    /// Acceleration along the way that the ball flies.
    #[inline]
    pub(crate) fn path_acceleration(&self) -> DVec2 {
        if self.is_guided { DVec2::ZERO } else { self.a }
    }

    /// The highest velocity on the rest of the flight: that at one of its ends.
    #[inline]
    pub(crate) fn top_velocity(&self) -> DVec2 {
        let (now, last) = (self.path_velocity_at(self.t), self.path_velocity_at(self.end));
        if now.length_squared() > last.length_squared() { now } else { last }
    }

    /// How far the ball flies at most from one time of the rest of its flight to another, length units.
    #[inline]
    pub(crate) fn most_way(&self, times: Range<f64>) -> f64 {
        self.top_velocity().length() * (times.end - times.start)
    }

    /// How far the ball flies at most until the flight ends, length units.
    #[inline]
    pub(crate) fn way_left(&self) -> f64 {
        self.most_way(self.t..self.end)
    }

    /// How far the chord of a guided ball lies ahead of its parabola at time `t`, per unit of acceleration: seconds
    /// squared; 0 for all others.
    #[inline]
    pub(crate) fn lead_at(&self, t: f64) -> f64 {
        if self.is_guided { 0.5 * (t - self.begin) * (self.end - t) } else { 0.0 }
    }

    /// How long ago at time `t` the flight from there on had its mean velocity, seconds: less than nothing, but on the
    /// second half of a chord.
    #[inline]
    pub(crate) fn since_middle(&self, t: f64) -> f64 {
        t - 0.5 * (self.end + if self.is_guided { self.begin } else { t })
    }

    /// The chord of a guided ball lies ahead of its parabola. Returns the growth of the velocity for that, if the
    /// flight ends at time `t`.
    pub(crate) fn regained(&self, t: f64) -> f64 {
        let square = self.velocity_at(t).length_squared();
        // A flight that has just begun may have done so a rounding later.
        let owed = (2.0 * self.a.length_squared() * self.lead_at(t)).max(0.0);
        if owed < square { libm::sqrt(1.0 + owed / square) } else { 1.0 }
    }

    /// Centre at time `t`, if nothing happens before.
    #[inline]
    pub(crate) fn position_at(&self, t: f64) -> DVec2 {
        let (time, mean) = (t - self.t, 0.5 * (self.t + t));
        self.x + self.path_velocity_at(mean) * time
    }

    /// Flies to time `t`.
    #[inline]
    pub(crate) fn fly_to(&mut self, t: f64) {
        self.x = self.position_at(t);
        self.angle += self.w * (t - self.t);
        self.t = t;
    }

    /// How far the parabola of a flight of `time` seconds is from its chord at most, length units: half way along.
    #[inline]
    pub(crate) fn bend(&self, time: f64) -> f64 {
        self.a.length() * (time * time * 0.125)
    }

    /// Ends the flight at another time than was meant: a new one begins where the ball is, at its true velocity.
    #[inline]
    pub(crate) fn aim(&mut self, end: f64) {
        self.v = self.velocity_at(end);
        (self.begin, self.end, self.is_guided) = (self.t, end, false);
    }

    /// Begins another flight at time `t`, under the acceleration `a`. It ends when it was to end.
    pub(crate) fn set_out(&mut self, t: f64, velocity: DVec2, a: DVec2) {
        (self.a, self.begin, self.is_guided) = (a, t, false);
        self.v = velocity + a * (self.end - t);
    }

    /// Lets the ball fly the chord of the rest of its flight: something is to guide it.
    #[inline]
    pub(crate) fn guide(&mut self) {
        if !self.is_guided {
            (self.begin, self.is_guided) = (self.t, true);
        }
    }

    /// Takes all motion away.
    pub(crate) fn stop(&mut self) {
        (self.v, self.w, self.a) = (DVec2::ZERO, 0.0, DVec2::ZERO);
    }

    /// Works out inverse mass and inertia, and how strongly gravity pulls.
    pub(crate) fn weigh(&mut self, info: &BallInfo) {
        if info.held {
            (self.im, self.ii, self.gravity_scale) = (0.0, 0.0, 0.0);
            return;
        }
        let mass = f64::from(info.mass);
        self.im = 1.0 / mass;
        self.ii = 1.0 / (f64::from(info.inertia_factor) * mass * self.r * self.r);
        self.gravity_scale = f64::from(info.gravity_scale);
    }
}

/// The data of a ball that a game reads and steps seldom need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallInfo {
    pub(crate) id: BodyId,
    pub(crate) material: u32,
    pub(crate) filter: Filter,
    pub(crate) mass: f32,
    pub(crate) inertia_factor: f32,
    pub(crate) gravity_scale: f32,
    /// How quickly its speed fades, per second.
    pub(crate) drag: f32,
    /// Speed above which it does not fly, length units per second.
    pub(crate) max_speed: f32,
    /// Whether nothing moves it.
    pub(crate) held: bool,
    /// The settings to restore when it is enabled; `None` if it is.
    pub(crate) off: Option<DisabledBall>,
    pub(crate) rolls: bool,
    pub(crate) user_data: u64,
}

/// The settings of a disabled ball to restore: meanwhile it is held, and its filter is [`Filter::OFF`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DisabledBall {
    pub(crate) filter: Filter,
    pub(crate) held: bool,
}

saved!(DisabledBall { filter, held });

impl BallInfo {
    /// Its filter as the game has set it.
    pub(crate) fn own_filter(&self) -> Filter {
        self.off.map_or(self.filter, |off| off.filter)
    }

    /// Whether the game holds it.
    pub(crate) fn is_held(&self) -> bool {
        self.off.map_or(self.held, |off| off.held)
    }

    /// Whether something of its own slows it down in flight.
    pub(crate) fn is_braked(&self) -> bool {
        self.drag > 0.0 || self.max_speed < f32::INFINITY
    }

    /// Disables it.
    pub(crate) fn turn_off(&mut self) {
        if self.off.is_none() {
            self.off = Some(DisabledBall { filter: self.filter, held: self.held });
            (self.filter, self.held) = (Filter::OFF, true);
        }
    }

    /// Enables it.
    pub(crate) fn turn_on(&mut self) {
        if let Some(off) = self.off.take() {
            (self.filter, self.held) = (off.filter, off.held);
        }
    }
}

/// All balls; row `i` of both lists is the same ball.
#[derive(Debug, Default)]
pub(crate) struct Balls {
    pub(crate) rows: Vec<BallRow>,
    pub(crate) info: Vec<BallInfo>,
    /// Spin about the axes in the plane, as the velocity at which each ball would roll, length units per
    /// second; empty as long as none has any and there is no floor.
    pub(crate) rolls: Vec<DVec2>,
    /// Force on each ball until the end of the next step, mass units times length units per second squared; empty as
    /// long as there is none.
    pub(crate) forces: Vec<DVec2>,
    /// Pairs of bodies that never meet, the lower id first; ascending.
    pub(crate) exceptions: Vec<[BodyId; 2]>,
    /// Number of balls that something of their own slows down in flight.
    pub(crate) braked: usize,
}

cloned!(Balls { rows, info, rolls, forces, exceptions, braked });

impl Balls {
    /// Whether a collision exception keeps two bodies apart.
    #[inline]
    pub(crate) fn are_apart(&self, a: BodyId, b: BodyId) -> bool {
        !self.exceptions.is_empty() && self.exceptions.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// Adds a ball.
    pub(crate) fn push(&mut self, row: BallRow, info: BallInfo) {
        self.braked += usize::from(info.is_braked());
        self.rows.push(row);
        self.info.push(info);
    }

    /// Gives a ball another description.
    pub(crate) fn describe(&mut self, row: usize, info: BallInfo) {
        self.braked += usize::from(info.is_braked());
        self.braked -= usize::from(self.info[row].is_braked());
        self.info[row] = info;
    }

    pub(crate) fn roll(&self, row: usize) -> DVec2 {
        self.rolls.get(row).copied().unwrap_or(DVec2::ZERO)
    }

    pub(crate) fn set_roll(&mut self, row: usize, roll: DVec2) {
        if self.rolls.is_empty() && roll == DVec2::ZERO {
            return;
        }
        self.rolls.resize(self.rows.len(), DVec2::ZERO);
        self.rolls[row] = roll;
    }

    /// Force on a ball in the next step.
    pub(crate) fn force(&self, row: usize) -> DVec2 {
        self.forces.get(row).copied().unwrap_or(DVec2::ZERO)
    }

    /// Adds to the force on a ball in the next step.
    pub(crate) fn add_force(&mut self, row: usize, force: DVec2) {
        self.forces.resize(self.rows.len(), DVec2::ZERO);
        self.forces[row] += force;
    }

    /// Removes a ball; the last takes its row.
    pub(crate) fn swap_remove(&mut self, row: usize) {
        self.rows.swap_remove(row);
        self.braked -= usize::from(self.info.swap_remove(row).is_braked());
        // Rows that were added last may have none yet.
        if !self.rolls.is_empty() {
            self.rolls.resize(self.rows.len() + 1, DVec2::ZERO);
            self.rolls.swap_remove(row);
        }
        if !self.forces.is_empty() {
            self.forces.resize(self.rows.len() + 1, DVec2::ZERO);
            self.forces.swap_remove(row);
        }
    }

    /// Whether any two balls are solid to each other, as it is in most worlds.
    pub(crate) fn all_collide(&self) -> bool {
        let Some(filter) = self.info.first().map(|info| info.filter) else { return true };
        filter.collides_with(filter)
            && self.exceptions.is_empty()
            && self.info.iter().all(|info| info.filter == filter && !info.held)
    }

    /// Whether two balls are solid to each other.
    #[inline]
    pub(crate) fn may_collide(&self, i: u32, j: u32) -> bool {
        let (a, b) = (&self.info[i as usize], &self.info[j as usize]);
        a.filter.collides_with(b.filter) && !(a.held && b.held) && !self.are_apart(a.id, b.id)
    }
}
