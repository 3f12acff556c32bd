//! Makes a case that breaks a promise small enough to be read.

use carom::glam::Vec2;
use carom::prelude::Material;

use super::case::{Breach, Case};

/// The smallest of the cases like this one that still break a promise.
pub(super) fn shrunk(case: Case) -> Case {
    match case.run() {
        Err(breach) => {
            let mut small = Small { case, breach };
            small.shrink();
            small.case
        }
        Ok(()) => case,
    }
}

struct Small {
    case: Case,
    breach: Breach,
}

impl Small {
    /// Takes a change if the case still breaks a promise.
    fn change(&mut self, change: impl FnOnce(&mut Case)) -> bool {
        let mut smaller = self.case.clone();
        change(&mut smaller);
        let Err(breach) = smaller.run() else { return false };
        *self = Self { case: smaller, breach };
        true
    }

    fn shrink(&mut self) {
        // From a state shortly before on.
        for back in [0, 1, 2, 4, 8, 16] {
            let steps = self.breach.step.saturating_sub(back);
            if self.change(|case| after(case, steps)) {
                break;
            }
        }
        let steps = self.breach.step + 1;
        self.change(|case| case.steps = steps);
        // Only the pieces near by.
        let mut around = 1;
        while 2 * around + 1 < self.case.pieces.len() {
            let middle = self.breach.piece;
            if self.change(|case| near(case, middle, around)) {
                break;
            }
            around *= 2;
        }
        self.change(|case| case.spin = 0.0);
        self.change(|case| case.gravity = Vec2::ZERO);
        self.change(|case| case.material = Material::new(case.material.restitution, 0.0));
        self.change(|case| case.material = Material::new(0.0, 0.0));
    }
}

/// Starts from the state after this many steps.
fn after(case: &mut Case, steps: u32) {
    let Ok((mut world, ball)) = case.world() else { return };
    for _ in 0..steps {
        world.step(case.dt);
    }
    if let Some(now) = world.ball(ball) {
        (case.place, case.velocity, case.spin) = (now.position, now.velocity, now.angular_velocity);
        case.steps -= steps;
    }
}

/// Leaves only the pieces about this one.
fn near(case: &mut Case, middle: usize, around: usize) {
    let n = case.pieces.len();
    let closed = case.pieces[0].a == case.pieces[n - 1].b;
    let range = if closed {
        middle + n - around..=middle + n + around
    } else {
        middle.saturating_sub(around)..=(middle + around).min(n - 1)
    };
    case.pieces = range.map(|i| case.pieces[i % n]).collect();
}
