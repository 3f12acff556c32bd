//! References of the property tests: distances written independently in `f64`, cases from a seed, and a march along
//! the motion that visits every place where a touch could be.
//!
//! The number of cases per pair is `CAROM_CASES` (default 4 000; the full run is 1 000 000, in release).

pub(crate) mod double_double;

use carom_narrowphase::Face;
use carom_narrowphase::double::Vec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub(crate) fn cases() -> u64 {
    std::env::var("CAROM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(4000)
}

pub(crate) fn rng(case: u64, pair: u64) -> Pcg64 {
    Pcg64::seed_from_u64(case.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ pair)
}

/// A shape as the code under test holds it, widened to `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core {
    Line { point: Vec2, direction: Vec2, one_sided: bool },
    Half { point: Vec2, normal: Vec2 },
    Disc { center: Vec2, radius: f64 },
    Hole { center: Vec2, radius: f64 },
    Segment { a: Vec2, b: Vec2, radius: f64, one_sided: bool },
    Arc { center: Vec2, radius: f64, start: Vec2, end: Vec2, full: bool, half_thickness: f64, face: Face },
}

fn angle(v: Vec2) -> f64 {
    libm::atan2(v.y, v.x)
}

impl Core {
    /// Separation of a ball of radius `r` at `p`, and whether its side is solid.
    pub(crate) fn gap(&self, p: Vec2, r: f64) -> (f64, bool) {
        match *self {
            Self::Line { point, direction, one_sided } => {
                let s = direction.perp_dot(p - point) / direction.length();
                (s.abs() - r, !one_sided || s >= 0.0)
            }
            Self::Half { point, normal } => (normal.dot(p - point) / normal.length() - r, true),
            Self::Disc { center, radius } => ((p - center).length() - radius - r, true),
            Self::Hole { center, radius } => (radius - r - (p - center).length(), true),
            Self::Segment { a, b, radius, one_sided } => {
                let mut distance = (p - a).length().min((p - b).length());
                if (p - a).dot(b - a) > 0.0 && (p - b).dot(a - b) > 0.0 {
                    distance = distance.min(((b - a).perp_dot(p - a) / (b - a).length()).abs());
                }
                (distance - radius - r, !one_sided || (b - a).perp_dot(p - a) >= 0.0)
            }
            Self::Arc { center, radius, start, end, full, half_thickness, face } => {
                let d = p - center;
                let turn = |v: Vec2| (angle(v) - angle(start)).rem_euclid(std::f64::consts::TAU);
                let (distance, inside) = if full || turn(d) <= turn(end) {
                    ((d.length() - radius).abs(), d.length() < radius)
                } else {
                    let (to_start, to_end) = (d - start * radius, d - end * radius);
                    if to_start.length() < to_end.length() {
                        (to_start.length(), to_start.dot(start) < 0.0)
                    } else {
                        (to_end.length(), to_end.dot(end) < 0.0)
                    }
                };
                let solid = match face {
                    Face::Both => true,
                    Face::Inside => inside,
                    Face::Outside => !inside,
                };
                (distance - half_thickness - r, solid)
            }
        }
    }

    /// A point of the core and a unit normal there, chosen by two numbers in [0, 1).
    pub(crate) fn spot(&self, x: f64, y: f64) -> (Vec2, Vec2, f64) {
        let round = |turns: f64| {
            let (sin, cos) = libm::sincos(turns * std::f64::consts::TAU);
            Vec2::new(cos, sin)
        };
        match *self {
            Self::Line { point, direction, .. } => {
                let n = if y < 0.5 { direction.perp() } else { -direction.perp() };
                (point + direction * (200.0 * x - 100.0), n, 0.0)
            }
            Self::Half { point, normal } => (point + normal.perp() * (200.0 * x - 100.0), normal, 0.0),
            Self::Disc { center, radius } => (center, round(x), radius),
            Self::Hole { center, radius } => (center + round(x) * radius, -round(x), 0.0),
            Self::Segment { a, b, radius, .. } => {
                let side = (b - a).perp().normalize_or(Vec2::Y);
                match (y * 6.0) as u32 {
                    0 => (a, round(x), radius),
                    1 => (b, round(x), radius),
                    // The border between face and end.
                    2 => (if x < 0.5 { a } else { b }, side, radius),
                    k => (a + (b - a) * x, if k % 2 == 0 { side } else { -side }, radius),
                }
            }
            Self::Arc { center, radius, start, end, half_thickness, full, .. } => {
                let (from, to) = (center + start * radius, center + end * radius);
                match (y * 8.0) as u32 {
                    0 => (from, round(x), half_thickness),
                    1 => (to, round(x), half_thickness),
                    2 => (if x < 0.5 { from } else { to }, if x < 0.5 { start } else { end }, half_thickness),
                    3 => {
                        (if x < 0.5 { from } else { to }, -if x < 0.5 { start } else { end }, half_thickness)
                    }
                    k => {
                        let turn = (angle(end) - angle(start)).rem_euclid(std::f64::consts::TAU);
                        let (sin, cos) =
                            libm::sincos(angle(start) + x * if full { std::f64::consts::TAU } else { turn });
                        let out = Vec2::new(cos, sin);
                        (center + out * radius, if k % 2 == 0 { out } else { -out }, half_thickness)
                    }
                }
            }
        }
    }

    /// Whether an overlap at the start has one meaning. A ball that does not fit into the hollow of an arc,
    /// or is deep in it, or overlaps several of its parts at once, may leave the closest of them and press into another;
    /// the least depth does not tell.
    pub(crate) fn overlap_is_plain(&self, p: Vec2, r: f64) -> bool {
        match *self {
            Self::Arc { center, radius, start, end, full, half_thickness, .. } => {
                let reach = r + half_thickness;
                let near = |e: Vec2| !full && (p - center - e * radius).length() < reach;
                let ends = near(start) as u8 + near(end) as u8;
                reach < radius
                    && self.gap(p, r).0 > -0.1 * r
                    && (ends == 0 || (ends == 1 && self.spot_is_end(p)))
            }
            _ => true,
        }
    }

    /// Whether the part of an arc that is closest to `p` is an end.
    fn spot_is_end(&self, p: Vec2) -> bool {
        match *self {
            Self::Arc { center, start, end, .. } => {
                let turn = |v: Vec2| (angle(v) - angle(start)).rem_euclid(std::f64::consts::TAU);
                turn(p - center) > turn(end)
            }
            _ => false,
        }
    }

    /// Distance from the core at which a ball of radius `r` touches.
    pub(crate) fn reach(&self, r: f64) -> f64 {
        match *self {
            Self::Line { .. } | Self::Half { .. } | Self::Hole { .. } => r,
            Self::Disc { radius, .. } | Self::Segment { radius, .. } => r + radius,
            Self::Arc { half_thickness, .. } => r + half_thickness,
        }
    }

    /// Largest coordinate of the shape.
    pub(crate) fn largest(&self) -> f64 {
        let far = |c: Vec2, r: f64| c.abs().max_element() + r;
        match *self {
            Self::Line { point, .. } | Self::Half { point, .. } => far(point, 0.0),
            Self::Disc { center, radius } | Self::Hole { center, radius } => far(center, radius),
            Self::Segment { a, b, radius, .. } => far(a, radius).max(far(b, radius)),
            Self::Arc { center, radius, half_thickness, .. } => far(center, radius + half_thickness),
        }
    }
}

/// A number between `low` and `high`, each order of magnitude as likely as the next.
pub(crate) fn log_range(rng: &mut Pcg64, low: f64, high: f64) -> f64 {
    libm::exp(rng.random_range(libm::log(low)..=libm::log(high)))
}

pub(crate) fn direction(rng: &mut Pcg64) -> Vec2 {
    let (sin, cos) = libm::sincos(rng.random_range(0.0..std::f64::consts::TAU));
    Vec2::new(cos, sin)
}

/// Somewhere within 1e4 of the origin: at it, near it, or far.
pub(crate) fn place(rng: &mut Pcg64) -> Vec2 {
    match rng.random_range(0..4) {
        0 => Vec2::ZERO,
        1 => direction(rng) * log_range(rng, 1e-3, 1e3),
        _ => Vec2::new(rng.random_range(-1e4..1e4), rng.random_range(-1e4..1e4)),
    }
}

/// A ball and a motion that is likely to touch the core: through a spot at which they touch, head-on,
/// slanting, grazing, parallel, or at random; starting apart, touching, or overlapped.
pub(crate) fn aimed(core: &Core, rng: &mut Pcg64) -> (Vec2, f64, Vec2) {
    let r = log_range(rng, 1e-3, 1e3);
    let (q, n, inflation) = core.spot(rng.random(), rng.random());
    let reach = inflation + r;
    let way = match rng.random_range(0..6) {
        0 => -n,
        1 => n.perp(),
        2 => -n.perp(),
        3 => (n.perp() * if rng.random() { 1.0 } else { -1.0 } - n * log_range(rng, 1e-7, 1.0)).normalize(),
        _ => direction(rng),
    };
    let off = match rng.random_range(0..4) {
        0 => 0.0,
        1 => reach * log_range(rng, 1e-7, 1e-1),
        2 => -reach * log_range(rng, 1e-7, 1e-1),
        _ => reach * rng.random_range(-1.0..1.0),
    };
    let length = r * log_range(rng, 1e-2, 1e4);
    let before = match rng.random_range(0..5) {
        0 => 0.0,
        1 => rng.random_range(-0.2..1.2),
        _ => rng.random_range(0.0..1.0_f64),
    };
    // Starts stay within about 1e4 of the shape, motions need not.
    let start = q + n * (reach + off) - way * (length * before).min(1e4);
    (start, r, way * length)
}

/// 1e-4 of the ball's radius and 8 units in the last place of `largest` in the precision under test.
pub(crate) fn tolerance(r: f64, largest: f64, epsilon: f64) -> f64 {
    let ulp = libm::exp2(libm::floor(libm::log2(largest.max(1e-30)))) * epsilon;
    (if epsilon > 1e-10 { 1e-4 } else { 1e-10 }) * r + 8.0 * ulp
}

/// Follows the gap along a motion from 0 to `until` and returns the first time at which the ball, on the
/// solid side, has sunk more than `tolerance` below the surface and below the least overlap it had before.
/// A ball that comes through from the open side counts from where it is `clear` of the surface, and so does
/// one that overlaps at the start unless `strict`.
///
/// The gap cannot change faster than `speed`, so steps of gap / speed skip nothing; where the ball is close
/// they are a fiftieth of its radius, within which a touch is no deeper than 5e-5 of the radius, and
/// never less than 1/20000 of the motion.
pub(crate) fn first_sinking(
    gap: impl Fn(f64) -> (f64, bool),
    speed: f64,
    r: f64,
    until: f64,
    tolerance: f64,
    strict: bool,
    clear: f64,
) -> Option<(f64, f64)> {
    let mut floor: Option<f64> = None;
    let (mut before, mut t) = (0.0, 0.0);
    loop {
        let (g, solid) = gap(t);
        if !solid {
            floor = None;
        } else if let Some(least) = floor {
            if g < least - tolerance {
                // Where it went through the surface between the two samples, was that side solid?
                let (mut above, mut below) = (before, t);
                for _ in 0..50 {
                    let middle = 0.5 * (above + below);
                    if gap(middle).0 < least { below = middle } else { above = middle }
                }
                if gap(above).1 && gap(below).1 {
                    return Some((t, g));
                }
                floor = None;
            } else {
                floor = Some(least.max(g).min(0.0));
            }
        } else if g >= clear || (t == 0.0 && strict) {
            floor = Some(g.min(0.0));
        }
        if t >= until {
            return None;
        }
        before = t;
        let least = (0.02 * r / speed).max(5e-5);
        t = (t + (g / speed).max(least)).min(until);
    }
}
