//! Fitted chains against the curves they follow, sampled densely in both directions.

use carom_biarc::{Cubic, Fit, Piece, fit};
use glam::{DVec2, dvec2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const TOLERANCE: f64 = 0.1;

fn points<const N: usize>(chance: &mut Pcg64) -> [DVec2; N] {
    std::array::from_fn(|_| dvec2(chance.random_range(-500.0..500.0), chance.random_range(-500.0..500.0)))
}

fn angle(a: DVec2, b: DVec2) -> f64 {
    libm::atan2(a.perp_dot(b), a.dot(b))
}

fn unit(angle: f64) -> DVec2 {
    dvec2(libm::cos(angle), libm::sin(angle))
}

/// Points of a piece, worked out from its three points alone.
fn along(piece: &Piece, count: u32) -> Vec<DVec2> {
    let share = |n: u32| f64::from(n) / f64::from(count);
    match *piece {
        Piece::Line { from, to } => (0..=count).map(|n| from.lerp(to, share(n))).collect(),
        Piece::Arc { from, through, to, .. } => {
            // The centre is as far from all three.
            let (u, v) = (through - from, to - from);
            let d = 2.0 * u.perp_dot(v);
            let center = from
                + dvec2(
                    v.y * u.length_squared() - u.y * v.length_squared(),
                    u.x * v.length_squared() - v.x * u.length_squared(),
                ) / d;
            let radius = from - center;
            let turn = 2.0 * angle(radius, through - center);
            (0..=count).map(|n| center + unit(turn * share(n)).rotate(radius)).collect()
        }
    }
}

fn nearest(point: DVec2, cloud: &[DVec2]) -> f64 {
    cloud.iter().map(|other| other.distance(point)).fold(f64::INFINITY, f64::min)
}

fn check(cubic: &Cubic, chain: &Fit, about: &str) {
    let dense: Vec<DVec2> = (0..=20_000).map(|n| cubic.at(f64::from(n) / 20_000.0).0).collect();
    // The cloud's own grain.
    let grain = dense.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f64::max);
    for piece in &chain.pieces {
        for point in along(piece, 12) {
            let off = nearest(point, &dense);
            assert!(off <= TOLERANCE + grain, "{about}: the chain is {off} from the curve");
        }
    }
    for point in dense.iter().step_by(400) {
        let off = chain.pieces.iter().map(|piece| piece.distance(*point)).fold(f64::INFINITY, f64::min);
        assert!(off <= TOLERANCE, "{about}: the curve is {off} from the chain");
    }
    let [first, last] = [chain.pieces[0].start(), chain.pieces[chain.pieces.len() - 1].end()];
    assert!(first == cubic.points[0] && last.distance(cubic.points[3]) < 1e-9, "{about}: the ends");
    for pair in chain.pieces.windows(2) {
        assert!(pair[0].end().distance(pair[1].start()) < 1e-9, "{about}: there is a gap");
        let jump = angle(pair[0].directions()[1], pair[1].directions()[0]).abs();
        assert!(jump < 1e-5, "{about}: a corner of {jump} rad");
    }
}

#[test]
fn spans_of_splines_are_followed_within_the_tolerance() {
    let mut chance = Pcg64::seed_from_u64(27);
    let mut pieces = 0;
    for n in 0..60 {
        let cubic = Cubic::catmull_rom(points(&mut chance));
        let chain = fit(&|t| cubic.at(t), TOLERANCE);
        check(&cubic, &chain, &format!("span {n}"));
        pieces += chain.pieces.len();
    }
    assert!(pieces < 60 * 40, "{pieces} pieces are too many");
}

#[test]
fn bezier_curves_without_cusps_are_followed_within_the_tolerance() {
    let mut chance = Pcg64::seed_from_u64(28);
    for n in 0..60 {
        let cubic = Cubic::new(points(&mut chance));
        let slowest = (0..=1000).map(|n| {
            let t = f64::from(n) / 1000.0;
            let ([a, b, c, d], s) = (cubic.points, 1.0 - t);
            ((b - a) * (s * s) + (c - b) * (2.0 * s * t) + (d - c) * (t * t)).length()
        });
        if slowest.fold(f64::INFINITY, f64::min) < 5.0 {
            continue;
        }
        check(&cubic, &fit(&|t| cubic.at(t), TOLERANCE), &format!("curve {n}"));
    }
}

/// A chain keeps to its bound of length, for any curve.
#[test]
fn odd_curves_end() {
    let most = 2 << carom_biarc::DEEPEST;
    let far = 1e30;
    let odd = [
        Cubic::new([DVec2::ZERO; 4]),
        Cubic::new([DVec2::ZERO, dvec2(far, far), dvec2(-far, far), dvec2(1.0, 0.0)]),
        Cubic::new([DVec2::ZERO, dvec2(100.0, 100.0), dvec2(0.0, 100.0), dvec2(100.0, 0.0)]),
        Cubic::new([dvec2(f64::NAN, 0.0), DVec2::ZERO, DVec2::ONE, DVec2::ONE]),
        Cubic::new([DVec2::ZERO, DVec2::ZERO, DVec2::X, DVec2::X]),
        Cubic::catmull_rom([DVec2::ZERO; 4]),
        Cubic::catmull_rom([DVec2::ZERO, DVec2::X, DVec2::ZERO, DVec2::X]),
    ];
    for (n, cubic) in odd.iter().enumerate() {
        let chain = fit(&|t| cubic.at(t), 1e-6);
        assert!(chain.pieces.len() <= most, "curve {n}: {} pieces", chain.pieces.len());
        assert!(chain.pieces.iter().all(|piece| piece.end().is_finite()), "curve {n}");
    }
}

/// A ring of four points, as rubber rings are drawn: the curve itself comes as near as 8.5 to the middle.
#[test]
fn a_ring_of_four_points_is_round() {
    let corners: [DVec2; 4] = std::array::from_fn(|n| unit(n as f64 * std::f64::consts::FRAC_PI_2) * 10.0);
    for n in 0..4 {
        let span = Cubic::catmull_rom(std::array::from_fn(|k| corners[(n + k) % 4]));
        let chain = fit(&|t| span.at(t), 0.01);
        for piece in &chain.pieces {
            let far = piece.end().length();
            assert!((8.5..10.5).contains(&far), "{far} from the middle");
        }
    }
}
