//! Hinges and sliders in the contact solver: their speeds, and how motor, dry friction and limits answer to contacts.

use crate::bodies::{Drive, JointRow};
use crate::contacts::JointSpeed;
use crate::geometry::BodySet;
use crate::solver::constants::LIMIT_SPEED_NOISE;

/// Ends a substep of `h` seconds for hinges and sliders, with the speeds that contacts leave them.
pub(crate) fn end_joints(rates: &mut [JointSpeed], bodies: &mut BodySet, h: f32) {
    for (joint, rate) in bodies.joints.iter_mut().zip(rates) {
        apply_drive_and_limits(rate);
        joint.limit_impulses = rate.limit_impulses;
        joint.rate = rate.keeps.unwrap_or(joint.rate + f64::from(rate.rate - rate.start));
        let noise = LIMIT_SPEED_NOISE * (joint.free_acceleration * f64::from(h)).abs();
        if rate.limit_impulses != [0.0; 2] && (joint.limit().is_some() || joint.rate.abs() <= noise) {
            joint.rate = 0.0;
        }
        joint.acceleration = 0.0;
        joint.drive(&mut bodies.rows[joint.body as usize]);
    }
}

/// A hinge or slider for the solver, before a substep of `h` seconds.
pub(crate) fn joint_speed(joint: &JointRow, h: f64) -> JointSpeed {
    let start = joint.drift(h) as f32;
    JointSpeed {
        rate: start,
        start,
        effective_inverse_inertia: joint.effective_inverse_inertia as f32,
        stops: joint.stops(h),
        limit_impulses: [0.0; 2],
        drive: Drive::default(),
        keeps: None,
    }
}

/// The same after the flights. One that its limit has stopped stays there until the next substep.
pub(crate) fn joint_speed_after(joint: &JointRow, h: f64) -> JointSpeed {
    let rate = JointSpeed { rate: joint.rate as f32, start: joint.rate as f32, ..joint_speed(joint, h) };
    if joint.limit_impulses != [0.0; 2] && joint.limit().is_some() {
        let limit_impulses = joint.limit_impulses;
        return JointSpeed { effective_inverse_inertia: 0.0, stops: [None; 2], limit_impulses, ..rate };
    }
    let limit_impulses = [0, 1].map(|n| if rate.stops[n].is_some() { joint.limit_impulses[n] } else { 0.0 });
    JointSpeed { limit_impulses, ..rate }
}

/// Gives hinges and sliders speeds and accelerations for the flight ahead, and the impulses of their limits. The
/// substep lasts `h` seconds.
pub(crate) fn give_speeds_back(rates: &mut [JointSpeed], bodies: &mut BodySet, h: f64) {
    for (joint, rate) in bodies.joints.iter_mut().zip(rates) {
        apply_drive_and_limits(rate);
        let (before, swings) = ([joint.rate, joint.acceleration], joint.swings());
        joint.limit_impulses = rate.limit_impulses;
        let changed = f64::from(rate.rate - rate.start);
        let is_stopped = rate.limit_impulses != [0.0; 2];
        // Speed that motor and friction give beyond what they give without contacts.
        let (loaded, share) = (rate.drive.is_any(), joint.share());
        let more = if loaded { rate.drive.given - share * joint.drive.given } else { 0.0 };
        joint.driven = Drive { given: joint.drive.given + more / share, ..joint.drive };
        if is_stopped && joint.limit().is_some() {
            // A joint at rest at its limit stays there exactly.
            (joint.rate, joint.acceleration) = (0.0, 0.0);
        } else if is_stopped {
            (joint.rate, joint.acceleration) = (f64::from(rate.rate), 0.0);
        } else if swings {
            let contacts = changed - more;
            if let Some(mean) = rate.keeps {
                // Motor and friction answer while contacts press: over the whole substep.
                joint.acceleration = 2.0 * (mean - joint.rate) / h;
                joint.driven.given =
                    joint.drive.given + (joint.acceleration - joint.free_acceleration) * h - contacts;
            } else {
                joint.rate += contacts;
                joint.acceleration = joint.free_acceleration + more / (share * h);
            }
        } else {
            joint.acceleration =
                rate.keeps.map_or(joint.free_acceleration + changed / h, |speed| (speed - joint.rate) / h);
        }
        let [low, high] = rate.limit_impulses.map(f64::from);
        let pushed = changed - (low - high) * f64::from(rate.effective_inverse_inertia);
        joint.contact_acceleration = pushed / (share * h);
        joint.bend_course(before, pushed, h);
        joint.drive(&mut bodies.rows[joint.body as usize]);
    }
}

/// Lets motor, dry friction and limits of a hinge or slider answer to the impulses of contacts. All act along one
/// coordinate, so they have one common answer, without sweeps.
pub(crate) fn apply_drive_and_limits(rate: &mut JointSpeed) {
    if rate.drive.is_any() {
        let ease = f64::from(rate.effective_inverse_inertia);
        let [low, high] = rate.limit_impulses.map(f64::from);
        let free = f64::from(rate.rate) - rate.drive.given - (low - high) * ease;
        let mut speed = rate.drive.act(free);
        rate.keeps = rate.drive.keeps(speed).then_some(speed);
        for (n, sign) in [(0, 1.0), (1, -1.0)] {
            rate.limit_impulses[n] = 0.0;
            if let Some(left) = rate.stops[n] {
                let beyond = (-f64::from(left) - sign * speed).max(0.0);
                rate.limit_impulses[n] = (beyond / ease) as f32;
                speed += sign * beyond;
            }
        }
        if rate.limit_impulses != [0.0; 2] {
            rate.keeps = None;
        }
        rate.rate = speed as f32;
        return;
    }
    for (n, sign) in [(0, 1.0), (1, -1.0)] {
        if let Some(left) = rate.stops[n] {
            let total = (rate.limit_impulses[n] - (sign * rate.rate + left) / rate.effective_inverse_inertia)
                .max(0.0);
            rate.rate += sign * (total - rate.limit_impulses[n]) * rate.effective_inverse_inertia;
            rate.limit_impulses[n] = total;
        }
    }
}
