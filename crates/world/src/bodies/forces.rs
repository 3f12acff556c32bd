//! Gravity and forces into velocities, targets into speeds.

use glam::DVec2;

use crate::base::Arena;
use crate::bodies::constants::TARGET_DUE_FACTOR;
use crate::bodies::{BallRow, Balls, BodyRow, JointRow, Target, force_fields};
use crate::context::Substep;
use crate::id::FieldId;
use crate::limits::{MAX_ANGULAR_VELOCITY, MAX_SPEED};
use crate::model::Field;

/// The acceleration of all balls in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gravity {
    /// Length units per second squared.
    pub(crate) gravity: DVec2,
    /// Acceleration of the table, which balls that are not held feel the other way round.
    pub(crate) table: DVec2,
}

impl Gravity {
    /// Acceleration of a ball.
    #[inline]
    fn on(&self, row: &BallRow) -> DVec2 {
        let weight = self.gravity * row.gravity_scale;
        // Most tables stand still, and then nothing more is looked up.
        if self.table != DVec2::ZERO && row.im > 0.0 { weight - self.table } else { weight }
    }

    /// Begins the flight of a ball over a substep: accelerates it.
    #[inline]
    pub(crate) fn begin_flight(&self, row: &mut BallRow, sub: &Substep) {
        (row.begin, row.end, row.is_guided) = (sub.start, sub.until, false);
        row.a = self.on(row);
        row.v += row.a * (sub.until - sub.start);
    }
}

/// The accelerations of balls in a substep, without contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pulls<'a> {
    pub(crate) gravity: Gravity,
    pub(crate) fields: &'a Arena<FieldId, Field>,
}

impl Pulls<'_> {
    /// Acceleration of a ball where it is, drag aside.
    pub(crate) fn on(&self, ball: usize, balls: &Balls) -> DVec2 {
        let (row, filter) = (&balls.rows[ball], &balls.info[ball].filter);
        let force = balls.forces.get(ball).map_or(DVec2::ZERO, |force| *force * row.im);
        self.gravity.on(row) + force + force_fields::pull(self.fields, row, filter)
    }
}

/// Lets the forces of this step act on balls whose flights have just begun, over a substep of `h` seconds, after
/// gravity.
///
/// Reads forces; writes velocities and accelerations.
pub(crate) fn apply_forces(balls: &mut Balls, acted: &[u32], h: f64) {
    let Balls { rows, forces, .. } = balls;
    if forces.is_empty() {
        return;
    }
    for &i in acted {
        if let Some(force) = forces.get(i as usize) {
            let row = &mut rows[i as usize];
            let gained = *force * row.im;
            row.a += gained;
            row.v += gained * h;
        }
    }
}

/// The most by which the forces of this step accelerate a ball, length units per second squared.
pub(crate) fn max_acceleration(balls: &Balls) -> f64 {
    let of = |(force, row): (&DVec2, &BallRow)| force.length() * row.im;
    balls.forces.iter().zip(&balls.rows).map(of).fold(0.0, f64::max)
}

/// Works out the acceleration of hinges and sliders for a substep of `h` seconds.
pub(crate) fn apply_joint_forces(joints: &mut [JointRow], bodies: &mut [BodyRow], gravity: DVec2, h: f64) {
    for joint in joints {
        joint.compute_forces(gravity, h);
        joint.drive(&mut bodies[joint.body as usize]);
    }
}

/// Slows balls down that fly faster than `most`, or than they may themselves.
pub(crate) fn limit_speed(balls: &mut Balls, most: f64) {
    if most == f64::INFINITY && balls.braked == 0 {
        return;
    }
    for (row, info) in balls.rows.iter_mut().zip(&balls.info) {
        let most = most.min(f64::from(info.max_speed));
        if most < f64::INFINITY {
            row.v = row.v.clamp_length_max(most);
        }
    }
}

/// Slows balls down that fly faster than `most`, or than they may themselves, at the start or the end of their flights of
/// `h` seconds. They are accelerated by as much less: the chord of a flight that is slowed down but at its end might lead
/// back.
pub(crate) fn limit_speeds(balls: &mut Balls, flying: &[u32], most: f64, h: f64) {
    if most == f64::INFINITY && balls.braked == 0 {
        return;
    }
    for &i in flying {
        let row = &mut balls.rows[i as usize];
        let most = most.min(f64::from(balls.info[i as usize].max_speed));
        let start = row.v - row.a * h;
        if row.v.length() > most || start.length() > most {
            let start = start.clamp_length_max(most);
            row.v = (start + row.a * h).clamp_length_max(most);
            row.a = (row.v - start) / h;
        }
    }
}

/// Gives bodies with a target the speed that brings them there in time, at the latest with the end of this step of
/// `dt` seconds if it is due by then.
pub(crate) fn aim_kinematic_bodies(rows: &mut [BodyRow], movers: &[u32], dt: f64) {
    for &row in movers {
        let body = &mut rows[row as usize];
        if let Some(Target { origin, angle, seconds }) = body.target {
            let left = if seconds <= TARGET_DUE_FACTOR * dt { dt } else { seconds };
            let fastest = f64::from(MAX_ANGULAR_VELOCITY);
            body.velocity = ((origin - body.pose.origin) / left).clamp_length_max(f64::from(MAX_SPEED));
            body.spin = ((angle - body.angle) / left).clamp(-fastest, fastest);
        }
    }
}

/// Stops bodies that have reached their target in a step of `dt` seconds.
pub(crate) fn reach_kinematic_targets(rows: &mut [BodyRow], movers: &[u32], dt: f64) {
    for &row in movers {
        let body = &mut rows[row as usize];
        match &mut body.target {
            None => {}
            Some(target) if target.seconds > TARGET_DUE_FACTOR * dt => target.seconds -= dt,
            Some(_) => {
                body.target = None;
                body.velocity = DVec2::ZERO;
                body.spin = 0.0;
            }
        }
    }
}
