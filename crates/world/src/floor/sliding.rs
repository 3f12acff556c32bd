//! How a ball moves over a floor: it slides until the slip is gone, rolls until it rests, and spins down.
//!
//! All in closed form where the push beside friction is zero or along the motion. Elsewhere the direction of
//! friction turns: the path is cut into pieces of at most a twentieth of a radian, and only the end of the slip has
//! a closed form. Sliding and rolling: G. G. de Coriolis, *Théorie mathématique des effets du jeu de billard*
//! (1835); W. C. Marlow, *The physics of pocket billiards* (1995).

use glam::DVec2;

use crate::floor::constants::{
    BORDER_WIDTH, MAX_FLOOR_PIECES, MAX_SLIP_PIECES, MAX_SLIP_TURN, STRAIGHT_PUSH,
};
use crate::floor::{BallOnFloor, Decelerations, FloorZones, Stance};

/// Moves a ball over the floor for `time` seconds.
pub(crate) fn travel(ground: &FloorZones, ball: &BallOnFloor, from: Stance, time: f64) -> Stance {
    let mut now = from;
    let mut left = time;
    for _ in 0..MAX_FLOOR_PIECES {
        if !(left > 0.0) {
            break;
        }
        let ahead = now.v.try_normalize().unwrap_or(DVec2::ZERO) * (BORDER_WIDTH * ball.radius);
        let decelerations = ground.decelerations(now.x + ahead, ball);
        let (end, used) = leg(&now, ball, &decelerations, left);
        let (end, used) =
            ground.border(&now, end, used, ball.radius, |until| leg(&now, ball, &decelerations, until));
        now = end;
        left -= used;
    }
    now.x += now.v * left.max(0.0);
    now
}

/// Moves a ball on one kind of floor for `time` seconds, or until it begins to slide, roll or rest before.
/// Returns the time as well.
fn leg(from: &Stance, ball: &BallOnFloor, decelerations: &Decelerations, time: f64) -> (Stance, f64) {
    let slip = from.v - if ball.rolls { from.roll } else { DVec2::ZERO };
    // Friction slows the slip of a rolling ball by more than the ball: the spin changes as well.
    let yielding = if ball.rolls { 1.0 + 1.0 / ball.inertia } else { 1.0 };
    let friction = yielding * decelerations.sliding;
    let rolls = ball.rolls && slip == DVec2::ZERO && friction > 0.0 && ball.acceleration.length() <= friction;
    let mut end = *from;
    let used = if rolls {
        let share = 1.0 / (1.0 + ball.inertia);
        let resistance = decelerations.rolling.min(decelerations.sliding);
        let Drag { y, way, time } = drag(from.v, ball.acceleration * share, resistance, time);
        (end.v, end.roll, end.x) = (y, y, from.x + way);
        time
    } else {
        let Drag { y, way, time } = drag(slip, ball.acceleration, friction, time);
        let pushed = ball.acceleration * time;
        end.v = from.v + pushed + (y - slip - pushed) / yielding;
        end.x = from.x
            + from.v * time
            + pushed * (0.5 * time)
            + (way - slip * time - pushed * (0.5 * time)) / yielding;
        if ball.rolls {
            end.roll = end.v - y;
        }
        time
    };
    if from.w != 0.0 {
        end.w = from.w.signum() * (from.w.abs() - decelerations.spinning * used).max(0.0);
    }
    (end, used)
}

/// The result of [`drag`].
#[derive(Clone, Copy, Debug)]
struct Drag {
    y: DVec2,
    /// Integral of `y` over the time.
    way: DVec2,
    time: f64,
}

/// Solves `y' = push - friction y / |y|` for `time` seconds, or until `y` comes to zero before.
///
/// `friction |y| + push . y` falls at the rate `friction^2 - push^2`, in any direction: this gives the end of `y`.
fn drag(y: DVec2, push: DVec2, friction: f64, time: f64) -> Drag {
    let straight =
        |rate: DVec2, time: f64| Drag { y: y + rate * time, way: (y + rate * (0.5 * time)) * time, time };
    let Some(direction) = y.try_normalize() else {
        let pull = push.length();
        return straight(if pull > friction { push * (1.0 - friction / pull) } else { DVec2::ZERO }, time);
    };
    if !(friction > 0.0) {
        return straight(push, time);
    }
    let along = push.dot(direction);
    let across = push - direction * along;
    let size = y.length();
    if across.length() <= STRAIGHT_PUSH * (friction + along.abs()) {
        let rate = along - friction;
        let end = if rate < 0.0 { -size / rate } else { f64::INFINITY };
        if end <= time {
            return Drag { y: DVec2::ZERO, way: y * (0.5 * end), time: end };
        }
        return straight(direction * rate, time);
    }
    let pull = push.length();
    let end = if friction > pull {
        (friction * size + push.dot(y)) / (friction * friction - pull * pull)
    } else {
        f64::INFINITY
    };
    let whole = end.min(time);
    let (mut y, mut way, mut done) = (y, DVec2::ZERO, 0.0);
    for n in 0..MAX_SLIP_PIECES {
        let direction = y.normalize_or(direction);
        let turning = push.perp_dot(direction).abs();
        let mut piece = whole - done;
        if n + 1 < MAX_SLIP_PIECES {
            piece = piece.min(MAX_SLIP_TURN * y.length() / turning);
        }
        let middle = (y + (push - direction * friction) * (0.5 * piece)).normalize_or(direction);
        let rate = push - middle * friction;
        way += (y + rate * (0.5 * piece)) * piece;
        y += rate * piece;
        done += piece;
        if !(done < whole) {
            break;
        }
    }
    if end <= time {
        y = DVec2::ZERO;
    }
    Drag { y, way, time: whole }
}
