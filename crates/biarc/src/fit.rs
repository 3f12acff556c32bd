//! Fitting a chain to a curve.

use glam::DVec2;

use crate::piece::Piece;

/// How often a curve is halved at most.
pub const DEEPEST: u32 = 9;
/// Places at which a curve is compared with two arcs.
const SAMPLES: u32 = 24;
/// The share of the tolerance that is allowed at those places, so that the tolerance is kept between them as well.
const MARGIN: f64 = 0.9;

/// Least length of each of two arcs, as a share of the way from end to end.
const SHORTEST: f64 = 0.02;

/// A chain that follows a curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    /// Its pieces, one after the other.
    pub pieces: Vec<Piece>,
    /// Largest distance from the curve, at the sampled places.
    pub deviation: f64,
}

/// Follows a curve, given by place and direction (a unit vector, or zero where it has none) at times from 0 to 1, with
/// tangent arcs, two for each part. Parts are halved until no place of the curve is further than `tolerance` from them.
///
/// A curve with a corner, or one that turns more than [`DEEPEST`] halvings can follow, becomes straight lines
/// there. [`Fit::deviation`] is their distance from the curve. A value that is not finite ends the chain.
#[must_use]
pub fn fit(curve: &impl Fn(f64) -> (DVec2, DVec2), tolerance: f64) -> Fit {
    let mut chain = Fit::default();
    part(curve, [0.0, 1.0], tolerance, DEEPEST, &mut chain);
    chain
}

fn part(
    curve: &impl Fn(f64) -> (DVec2, DVec2),
    [from, to]: [f64; 2],
    tolerance: f64,
    depth: u32,
    chain: &mut Fit,
) {
    let [(a, leaving), (b, arriving)] = [from, to].map(curve);
    if !(a.is_finite() && b.is_finite()) {
        return;
    }
    let pieces = biarc([a, b], [leaving, arriving]);
    let places = (1..SAMPLES).map(|n| curve(from + (to - from) * f64::from(n) / f64::from(SAMPLES)).0);
    let deviation = |pieces: &[Piece]| {
        places.clone().fold(0.0_f64, |most, place| {
            let nearest = pieces.iter().map(|piece| piece.distance(place)).fold(f64::INFINITY, f64::min);
            most.max(if nearest.is_finite() { nearest } else { 0.0 })
        })
    };
    let most = pieces.as_ref().map(|pieces| deviation(pieces));
    match (pieces, most) {
        (Some(pieces), Some(most)) if most <= MARGIN * tolerance => {
            chain.deviation = chain.deviation.max(most);
            chain.pieces.extend(pieces);
        }
        _ if depth == 0 => {
            if a != b {
                let line = [Piece::Line { from: a, to: b }];
                chain.deviation = chain.deviation.max(deviation(&line));
                chain.pieces.extend(line);
            }
        }
        _ => {
            let middle = 0.5 * (from + to);
            part(curve, [from, middle], tolerance, depth - 1, chain);
            part(curve, [middle, to], tolerance, depth - 1, chain);
        }
    }
}

/// Two arcs from `a` to `b` with these directions at the ends and the same tangent where they meet, of which both
/// have tangents of the same length. The result may be a single line.
fn biarc([a, b]: [DVec2; 2], [leaving, arriving]: [DVec2; 2]) -> Option<Vec<Piece>> {
    let way = b - a;
    let apart = way.length_squared();
    if apart == 0.0 || leaving == DVec2::ZERO || arriving == DVec2::ZERO {
        return None;
    }
    let sum = leaving + arriving;
    let denominator = 2.0 * (1.0 - leaving.dot(arriving));
    let length = if denominator < 1e-12 {
        let along = way.dot(arriving);
        // Parallel and across: two half circles would be needed; halving is better.
        if along <= 1e-9 * libm::sqrt(apart) {
            return None;
        }
        apart / (4.0 * along)
    } else {
        let along = way.dot(sum);
        (libm::sqrt(along * along + denominator * apart) - along) / denominator
    };
    let joint = (a + b + (leaving - arriving) * length) * 0.5;
    // An arc far shorter than the other has no direction to speak of once places are rounded.
    let shortest = SHORTEST * libm::sqrt(apart);
    if !(joint.distance(a) >= shortest && joint.distance(b) >= shortest) {
        return None;
    }
    let first = Piece::tangent(a, leaving, joint);
    // Seen backwards the second is an arc that leaves the end.
    let second = match Piece::tangent(b, -arriving, joint) {
        Piece::Line { from, to } => Piece::Line { from: to, to: from },
        Piece::Arc { from, through, to, half } => Piece::Arc { from: to, through, to: from, half: -half },
    };
    let quarter = |piece: &Piece| match piece {
        Piece::Line { .. } => false,
        // No smooth part turns by more than half a circle.
        Piece::Arc { half, .. } => libm::fabs(*half) > core::f64::consts::FRAC_PI_2,
    };
    if quarter(&first) || quarter(&second) {
        return None;
    }
    Some(match [first, second] {
        [Piece::Line { .. }, Piece::Line { .. }] => vec![Piece::Line { from: a, to: b }],
        two => two.to_vec(),
    })
}
