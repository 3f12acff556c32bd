//! Motions: where a kinematic body is at a time, or when an input is pressed.

use std::f32::consts::{PI, TAU};

use carom::glam::Vec2;
use carom::{BodyId, Error, World};

use crate::buttons::Buttons;
use crate::engine_errors::{join, within};
use crate::expand::Placed;
use crate::fault::{Fault, entries};
use crate::frame::Frame;
use crate::model::{Angle, Body, Motion, Point};
use crate::resolver::Resolver;

/// A way and an angle from the start, in the world's axes, radians.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shift {
    pub(crate) by: Vec2,
    pub(crate) turn: f32,
}

/// How a body is driven.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    /// Its place in the list of bodies.
    pub(crate) body: usize,
    /// Where it starts.
    home: (Vec2, f32),
    how: How,
}

#[derive(Clone, Debug)]
enum How {
    Swing { most: Shift, period: f32, phase: f32 },
    Keys { keys: Vec<(f32, Shift)>, again: bool },
    Drive { input: usize, most: Shift, out: f32, back: f32 },
    Motor { input: usize, idle: carom::Motor, pressed: carom::Motor },
}

/// Where a motion begins, and the speed that it gives for ever: way, velocity, spin.
pub(crate) fn start(
    motion: &Motion,
    frame: &Frame,
    angle: Angle,
    path: &str,
) -> Result<(Shift, Vec2, f32), Fault> {
    Ok(match motion {
        Motion::Steady { velocity, angular_velocity: spin } => {
            (Shift::default(), frame.vector(*velocity), frame.turn(angle.radians(*spin)))
        }
        Motion::Swing { by, turn, period, phase } => {
            within(path, "period", f64::from(*period), 1e-3, 1e6)?;
            within(path, "phase", f64::from(*phase), 0.0, 1.0)?;
            let most = shift(*by, *turn, frame, angle);
            (swing(most, *period, *phase, 0.0), Vec2::ZERO, 0.0)
        }
        Motion::Keys { keys, again } => {
            let made = self::keys(keys, frame, angle, path)?;
            (at_key(&made, *again, 0.0), Vec2::ZERO, 0.0)
        }
        _ => (Shift::default(), Vec2::ZERO, 0.0),
    })
}

fn shift(by: Point, turn: f32, frame: &Frame, angle: Angle) -> Shift {
    Shift { by: frame.vector(by), turn: frame.turn(angle.radians(turn)) }
}

fn keys(
    keys: &[crate::model::Key],
    frame: &Frame,
    angle: Angle,
    path: &str,
) -> Result<Vec<(f32, Shift)>, Fault> {
    if keys.len() < 2 {
        let message = format!("has {}, but must have at least 2", entries(keys.len()));
        return Err(Fault::at(join(path, "keys"), message));
    }
    for (n, pair) in keys.windows(2).enumerate() {
        if !(pair[0].at < pair[1].at) {
            let message = format!("is {}, but must be later than the key before, {}", pair[1].at, pair[0].at);
            return Err(Fault::at(format!("{path}.keys[{}].at", n + 1), message));
        }
    }
    for (n, key) in keys.iter().enumerate() {
        within(&format!("{path}.keys[{n}]"), "at", f64::from(key.at), 0.0, 1e6)?;
    }
    Ok(keys.iter().map(|key| (key.at, shift(key.by, key.turn, frame, angle))).collect())
}

fn scaled(most: Shift, share: f32) -> Shift {
    Shift { by: most.by * share, turn: most.turn * share }
}

fn swing(most: Shift, period: f32, phase: f32, time: f64) -> Shift {
    let turns = time / f64::from(period) + f64::from(phase);
    // Whole turns are taken off first, so that a clock that has run long is as exact as a new one.
    let share = libm::sin(std::f64::consts::TAU * (turns - libm::floor(turns)));
    scaled(most, share as f32)
}

fn at_key(keys: &[(f32, Shift)], again: bool, time: f64) -> Shift {
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return Shift::default() };
    let mut time = time as f32;
    if again {
        time = libm::fmodf(time, last.0.max(1e-6));
    }
    if time <= first.0 {
        return first.1;
    }
    let next = keys.partition_point(|key| key.0 <= time);
    let Some(b) = keys.get(next) else { return last.1 };
    let a = keys[next - 1];
    let share = (time - a.0) / (b.0 - a.0);
    Shift { by: a.1.by.lerp(b.1.by, share), turn: a.1.turn + (b.1.turn - a.1.turn) * share }
}

/// Whole turns that keys make by starting again within the step of `dt` that ends at `time`, radians: the turns
/// between their first and their last angle.
fn turned_by_repeats(keys: &[(f32, Shift)], again: bool, time: f64, dt: f32) -> f32 {
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return 0.0 };
    if !again {
        return 0.0;
    }
    let rounds = |time: f64| libm::floorf(time as f32 / last.0.max(1e-6));
    let turns = libm::roundf((last.1.turn - first.1.turn) / TAU);
    TAU * turns * (rounds(time) - rounds(time - f64::from(dt)))
}

impl Mover {
    /// The drive of the `n`th body, if it has one from step to step.
    pub(crate) fn of(
        n: usize,
        placed: &Placed<'_, Body>,
        resolver: &Resolver<'_>,
        angle: Angle,
        buttons: &mut Buttons,
    ) -> Result<Option<Self>, Fault> {
        let Placed { item, frame, path, inputs, .. } = placed;
        let path = join(path, "motion");
        let name = |input: &str| inputs.get(input).copied().unwrap_or(input).to_owned();
        let how = match &item.motion {
            None | Some(Motion::Steady { .. }) => return Ok(None),
            Some(Motion::Swing { by, turn, period, phase }) => {
                How::Swing { most: shift(*by, *turn, frame, angle), period: *period, phase: *phase }
            }
            Some(Motion::Keys { keys, again }) => {
                How::Keys { keys: self::keys(keys, frame, angle, &path)?, again: *again }
            }
            Some(Motion::Drive { input, by, turn, out, back }) => {
                within(&path, "out", f64::from(*out), 1e-3, 1e6)?;
                let back = back.unwrap_or(*out);
                within(&path, "back", f64::from(back), 1e-3, 1e6)?;
                let most = shift(*by, *turn, frame, angle);
                if most.by == Vec2::ZERO && most.turn == 0.0 {
                    return Err(Fault::at(path, "by and turn are both zero: give at least one of them"));
                }
                How::Drive { input: buttons.number(&name(input)), most, out: *out, back }
            }
            Some(motion @ (Motion::Hinge { drive, .. } | Motion::Slider { drive, .. })) => {
                let Some(input) = &drive.input else { return Ok(None) };
                let motor = |motor| resolver.motor(motor, motion, frame.mirror);
                How::Motor {
                    input: buttons.number(&name(input)),
                    idle: motor(&drive.motor),
                    pressed: motor(&drive.pressed),
                }
            }
        };
        let home = (frame.point(item.position), frame.angle(angle.radians(item.angle)));
        Ok(Some(Self { body: n, home, how }))
    }

    /// Sends the body to its pose at `time`, the end of a step of `dt`. It turns as its motion does: also by more
    /// than half a turn in the step. Keys that return to their first angle keep turning the same way.
    pub(crate) fn drive(
        &self,
        world: &mut World,
        body: BodyId,
        buttons: &Buttons,
        time: f64,
        dt: f32,
    ) -> Result<(), Error> {
        let (shift, turn) = match &self.how {
            How::Swing { most, period, phase } => {
                let [before, now] = [time - f64::from(dt), time].map(|t| swing(*most, *period, *phase, t));
                (now, now.turn - before.turn)
            }
            How::Keys { keys, again } => {
                let [before, now] = [time - f64::from(dt), time].map(|t| at_key(keys, *again, t));
                (now, now.turn - before.turn + turned_by_repeats(keys, *again, time, dt))
            }
            How::Drive { input, most, out, back } => {
                // Where it really is: a ball in the way may have held it up.
                let now = self.share(world, body, most);
                let step = if buttons.pressed(*input) { dt / out } else { -dt / back };
                let next = (now + step).clamp(0.0, 1.0);
                (scaled(*most, next), most.turn * (next - now))
            }
            How::Motor { input, idle, pressed } => {
                let changed = buttons.changed(*input);
                let motor = if buttons.pressed(*input) { *pressed } else { *idle };
                return if changed { world.set_motor(body, motor) } else { Ok(()) };
            }
        };
        let (position, angle) = (self.home.0 + shift.by, self.home.1 + shift.turn);
        let Some(now) = world.body(body) else { return Ok(()) };
        if now.position == position && now.angle == angle {
            // A body without motion costs nothing.
            return Ok(());
        }
        if turn.abs() <= PI {
            return world.move_kinematic(body, position, angle);
        }
        // From where it really is, by as many whole turns as its motion makes.
        let left = angle - now.angle;
        let turn = left + TAU * libm::roundf((turn - left) / TAU);
        world.move_kinematic_turning(body, position, turn, 0.0)
    }

    /// Which share of its way to the other pose a body has gone.
    fn share(&self, world: &World, body: BodyId, most: &Shift) -> f32 {
        let Some(now) = world.body(body) else { return 0.0 };
        let share = if most.turn != 0.0 {
            (now.angle - self.home.1) / most.turn
        } else {
            (now.position - self.home.0).dot(most.by) / most.by.length_squared()
        };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }
}
