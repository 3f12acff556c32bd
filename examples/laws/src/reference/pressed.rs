//! Rigid balls without friction or rebound that a plate presses together (Gauss's principle of least constraint; Moreau,
//! "Unilateral Contact and Dry Friction in Finite Freedom Dynamics", 1988).

use carom::glam::DVec2;

/// A ball: centre, radius and mass.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// Centre, length units.
    pub at: DVec2,
    /// Radius, length units.
    pub radius: f64,
    /// Mass, mass units.
    pub mass: f64,
}

/// Two sides that may not come nearer: a disc and another, or a wall that moves along its normal.
struct Pair {
    disc: usize,
    other: Option<usize>,
    /// Towards the disc.
    normal: DVec2,
    /// Least speed along the normal.
    least: f64,
    impulse: f64,
}

/// Gaps up to this share of the smaller radius count as none: the overlap that the engine allows, and rounding.
const TOUCH: f64 = 3e-3;
/// Pairs nearer than this share of the smaller radius are tested.
const NEAR: f64 = 0.5;
/// Parts into which the way of the plate is cut.
const PARTS: usize = 256;
/// Passes over all pairs, and the approach per speed of the plate that is none. A jam takes all passes.
const PASSES: usize = 1_000_000;
const RESIDUAL: f64 = 1e-4;

/// Highest speed of any disc in a trough with walls at `-half` and `half` and a floor at zero, while a plate comes down from
/// `top` to `bottom` at `speed`. All discs are at rest at first. It ends where nothing fits any more: the plate is stopped.
///
/// In small parts of time, as Moreau's method does it: the velocities with which nothing comes nearer than it may within the
/// part, and which differ least from those before.
#[must_use]
pub fn fastest(mut discs: Vec<Disc>, half: f64, [top, bottom]: [f64; 2], speed: f64) -> f64 {
    let h = (top - bottom) / speed / PARTS as f64;
    let mut velocities = vec![DVec2::ZERO; discs.len()];
    let mut most = 0.0_f64;
    for part in 0..PARTS {
        let plate = top - speed * h * part as f64;
        if !solve(&discs, &mut pairs(&discs, half, plate, speed, h), &mut velocities, speed) {
            break;
        }
        for (disc, velocity) in discs.iter_mut().zip(&velocities) {
            most = most.max(velocity.length());
            disc.at += *velocity * h;
        }
    }
    most
}

/// The pairs that may come too near within `h` seconds.
fn pairs(discs: &[Disc], half: f64, plate: f64, speed: f64, h: f64) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut add = |disc: usize, other: Option<usize>, normal: DVec2, gap: f64, scale: f64, comes: f64| {
        if gap < NEAR * scale + comes * h {
            let least = if gap < TOUCH * scale { comes } else { comes - gap / h };
            pairs.push(Pair { disc, other, normal, least, impulse: 0.0 });
        }
    };
    for (n, disc) in discs.iter().enumerate() {
        let Disc { at, radius, .. } = *disc;
        for (m, other) in discs.iter().enumerate().take(n) {
            let way = at - other.at;
            let scale = radius.min(other.radius);
            add(n, Some(m), way.normalize_or(DVec2::Y), way.length() - radius - other.radius, scale, 0.0);
        }
        for (normal, gap) in [(DVec2::X, at.x + half), (DVec2::NEG_X, half - at.x), (DVec2::Y, at.y)] {
            add(n, None, normal, gap - radius, radius, 0.0);
        }
        add(n, None, DVec2::NEG_Y, plate - at.y - radius, radius, speed);
    }
    pairs
}

/// Changes velocities by as little as needed; false where none will do.
fn solve(discs: &[Disc], pairs: &mut [Pair], velocities: &mut [DVec2], speed: f64) -> bool {
    for _ in 0..PASSES {
        let mut most = 0.0_f64;
        for pair in &mut *pairs {
            let other = pair.other.map_or(DVec2::ZERO, |m| velocities[m]);
            let lacks = pair.least - (velocities[pair.disc] - other).dot(pair.normal);
            let ease = 1.0 / discs[pair.disc].mass + pair.other.map_or(0.0, |m| 1.0 / discs[m].mass);
            let impulse = (pair.impulse + lacks / ease).max(0.0);
            let push = pair.normal * (impulse - pair.impulse);
            pair.impulse = impulse;
            velocities[pair.disc] += push / discs[pair.disc].mass;
            if let Some(m) = pair.other {
                velocities[m] -= push / discs[m].mass;
            }
            most = most.max(lacks);
        }
        if most < RESIDUAL * speed {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(x: f64, y: f64) -> Disc {
        Disc { at: DVec2::new(x, y), radius: 0.1, mass: 1.0 }
    }

    #[test]
    fn one_between_two_throws_them_aside_by_the_tangent() {
        for degrees in [50.0_f64, 60.0, 70.0] {
            let angle = degrees.to_radians();
            let (aside, up) = (0.2 * libm::cos(angle), 0.2 * libm::sin(angle));
            let discs = vec![disc(-aside, 0.1), disc(aside, 0.1), disc(0.0, 0.1 + up)];
            let fastest = fastest(discs, 1.0, [0.201 + up, 0.2 + up - 0.004], 3.0);
            let exact = 3.0 * libm::tan(angle);
            assert!((fastest / exact - 1.0).abs() < 0.01, "{degrees} degrees: {fastest}, exactly {exact}");
        }
    }

    #[test]
    fn what_is_jammed_stops_the_plate() {
        let column = vec![disc(0.0, 0.1), disc(0.0, 0.3), disc(0.0, 0.5)];
        let jammed = fastest(column, 1.0, [0.7, 0.5], 1.0);
        assert!(jammed < 1e-9, "there is nowhere to go: {jammed}");
        let one = fastest(vec![disc(0.0, 0.5)], 1.0, [0.7, 0.5], 1.0);
        assert!((one - 1.0).abs() < 1e-9, "it goes down with the plate: {one}");
    }
}
