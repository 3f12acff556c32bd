//! Every root in closed form against bisection in numbers of 32 digits.
//!
//! The twin knows no formula of a root. It searches the path for the first time at which a point is past the rim
//! and keeps moving that way, and halves the time between two samples until no number lies between them. The error
//! of a root is rounding alone: a few units in the last place of the largest length on the path. A touch that is no
//! deeper than that may be missed.
//!
//! More cases: `CAROM_CASES=1000000 cargo test --release -p carom-narrowphase --test all roots::`.
#![allow(trivial_numeric_casts, reason = "one text for both precisions")]

use crate::oracle::double_double::DoubleDouble;
use carom_narrowphase::double::Vec2 as Wide;

/// How often the twin looks along a way.
const LOOKS: u32 = 192;

/// A quantity that is positive until it is past, as it changes over time.
struct Course<'a> {
    /// A length, or the square of one less another.
    left: &'a dyn Fn(f64) -> f64,
    /// Negative while it shrinks.
    rate: &'a dyn Fn(f64) -> f64,
    /// The slack of `left` per length.
    per_length: f64,
    /// Rounding of the rate.
    noise: f64,
    limit: f64,
}

impl Course<'_> {
    /// Whether it is past, and keeps moving that way.
    fn is_past(&self, t: f64) -> bool {
        (self.left)(t) <= 0.0 && (self.rate)(t) < 0.0
    }

    /// The first time at which it is past and keeps moving that way, as far as samples tell.
    fn first(&self) -> Option<f64> {
        let mut before = 0.0;
        for look in 0..=LOOKS {
            let t = self.limit * f64::from(look) / f64::from(LOOKS);
            if self.is_past(t) {
                return Some(if look == 0 { 0.0 } else { halve(before, t, |t| self.is_past(t)) });
            }
            before = t;
        }
        None
    }

    /// The length by which a root that was found misses. One from within, past the rim, has to be where it turns.
    fn miss(&self, t: f64) -> f64 {
        let off = (self.left)(t) / self.per_length;
        let turns = off <= 0.0 && (self.rate)(t).abs() <= self.noise;
        if turns || t == 0.0 && self.is_past(t) { 0.0 } else { off.abs() }
    }

    /// How far it gets past, from a time on until it turns.
    fn depth(&self, from: f64) -> f64 {
        let step = self.limit / f64::from(LOOKS);
        let mut t = from;
        while (self.rate)(t) < 0.0 && t < from + 2.0 * step {
            t += 0.01 * step;
        }
        let (start, end) =
            ((self.left)(from).min(0.0), (self.left)(halve(from, t, |t| (self.rate)(t) >= 0.0)));
        (start - end) / self.per_length
    }

    /// Holds a root against the twin, to a length.
    fn check(&self, found: Option<f64>, tolerance: f64, about: impl Fn() -> String) {
        let first = self.first();
        if let Some(found) = found {
            assert!((0.0..=self.limit).contains(&found), "{found} is no time\n{}", about());
            let miss = self.miss(found);
            assert!(
                miss <= tolerance,
                "{found} misses by {miss:e}, more than {tolerance:e}; due at {first:?}\n{}",
                about()
            );
        }
        let Some(first) = first else { return };
        let goes_on = |t: f64| ((self.left)(first) - (self.left)(t)).abs() > tolerance * self.per_length;
        if found.is_none_or(|found| found > first && (goes_on(0.5 * (first + found)) || goes_on(found))) {
            let depth = self.depth(first);
            assert!(depth <= tolerance, "found {found:?}, due at {first}, {depth:e} deep\n{}", about());
        }
    }
}

/// The first of two neighboring numbers between which a condition comes true, or the second.
fn halve(mut before: f64, mut after: f64, is_true: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = 0.5 * (before + after);
        if middle <= before || middle >= after {
            return after;
        }
        if is_true(middle) { after = middle } else { before = middle }
    }
}

/// A point on a parabola.
#[derive(Clone, Copy, Debug)]
struct Way {
    d: Wide,
    u: Wide,
    a: Wide,
}

impl Way {
    /// Position and velocity, each by coordinate.
    fn at(&self, t: f64) -> [[DoubleDouble; 2]; 2] {
        let n = DoubleDouble::from;
        let time = n(t);
        [(self.d.x, self.u.x, self.a.x), (self.d.y, self.u.y, self.a.y)]
            .map(|(d, u, a)| [n(d) + (n(u) + n(a) * n(0.5) * time) * time, n(u) + n(a) * time])
    }

    /// The square of the distance from the origin, less that of `r`.
    fn beyond(&self, t: f64, r: DoubleDouble) -> f64 {
        let [[x, _], [y, _]] = self.at(t);
        (x * x + y * y - r * r).into()
    }

    fn recedes(&self, t: f64) -> f64 {
        let [[x, vx], [y, vy]] = self.at(t);
        (x * vx + y * vy).into()
    }

    /// The largest length on the way.
    fn size(&self, t: f64) -> f64 {
        self.d.length() + (self.u.length() + 0.5 * self.a.length() * t) * t
    }
}

macro_rules! suite {
    ($name:ident, $($crate_path:ident)::+) => {
        mod $name {
            use super::{Course, DoubleDouble, Way, Wide, halve};
            use crate::oracle;
            use $($crate_path)::+::{Arc, Capsule, Circle, Motion, Part, Real, Vec2, parabola, roots};
            use carom_narrowphase::SweepStatus;
            use rand::RngExt;
            use rand_pcg::Pcg64;

            /// The error of a length, as a share of the largest.
            const ROUNDING: f64 = 16.0 * Real::EPSILON as f64;

            fn narrow(v: Wide) -> Vec2 {
                Vec2::new(v.x as Real, v.y as Real)
            }

            fn wide(v: Vec2) -> Wide {
                Wide::new(v.x.into(), v.y.into())
            }

            /// A way with a circle near it: through it, past it, or along its rim, from any side.
            fn case(rng: &mut Pcg64, bends: bool) -> (Way, f64, f64) {
                let r = oracle::log_range(rng, 1e-2, 1e2);
                let size = r * oracle::log_range(rng, 0.2, 30.0);
                let at = oracle::direction(rng) * match rng.random_range(0..4) {
                    0 => r,
                    1 => r * (1.0 + oracle::log_range(rng, 1e-6, 1e-1)),
                    2 => r * rng.random_range(0.0..1.0),
                    _ => r * rng.random_range(1.0..3.0),
                };
                let speed = size * oracle::log_range(rng, 0.05, 5.0);
                let u = match rng.random_range(0..3) {
                    0 => at.perp().normalize_or(Wide::X) * speed,
                    _ => oracle::direction(rng) * speed,
                };
                let a = if bends { oracle::direction(rng) * size * oracle::log_range(rng, 0.05, 20.0) } else { Wide::ZERO };
                // So that it is at that place at some time, mostly within the limit.
                let t = if rng.random_range(0..3) == 0 { 0.0 } else { rng.random_range(0.0..1.2) };
                let d = at - u * t - a * (0.5 * t * t);
                let exact = |v: Wide| wide(narrow(v));
                (Way { d: exact(d), u: exact(u), a: exact(a) }, f64::from(r as Real), f64::from(rng.random_range(0.2..2.0) as Real))
            }

            #[test]
            fn circles_are_entered_and_left_where_halving_finds_it() {
                let (mut entered, mut left, mut missed) = (0, 0, 0);
                for n in 0..oracle::cases() {
                    let mut rng = oracle::rng(n, 31);
                    let bends = n % 4 != 0;
                    let (way, r, limit) = case(&mut rng, bends);
                    let (radius, d, u, a) = (DoubleDouble::from(r), narrow(way.d), narrow(way.u), narrow(way.a));
                    let tolerance = ROUNDING * (way.size(limit) + r);
                    let noise = tolerance * (way.u.length() + way.a.length() * limit);
                    let by = |t: Option<Real>| t.map(f64::from).filter(|&t| t <= limit);
                    let enter = Course {
                        left: &|t| way.beyond(t, radius),
                        rate: &|t| way.recedes(t),
                        per_length: 2.0 * r,
                        noise,
                        limit,
                    };
                    let found = by(if bends {
                        parabola::enter_circle(d, u, a, r as Real, limit as Real)
                    } else {
                        roots::enter_circle(d, u, r as Real)
                    });
                    enter.check(found, tolerance, || format!("case {n}, enters {r} by {limit}: {way:?}"));
                    entered += u32::from(found.is_some());
                    missed += u32::from(found.is_none());
                    let leave = Course {
                        left: &|t| -way.beyond(t, radius),
                        rate: &|t| -way.recedes(t),
                        per_length: 2.0 * r,
                        noise,
                        limit,
                    };
                    let found = by(if bends {
                        parabola::leave_circle(d, u, a, r as Real, limit as Real)
                    } else {
                        roots::escape_circle_at(d, u, r as Real).map(|touch| touch.time)
                    });
                    leave.check(found, tolerance, || format!("case {n}, leaves {r} by {limit}: {way:?}"));
                    left += u32::from(found.is_some());
                }
                let all = oracle::cases() as u32;
                assert!(entered * 4 > all && left * 4 > all && missed * 8 > all, "{entered} {left} {missed}");
            }

            #[test]
            fn both_crossings_of_a_line_with_a_circle_are_where_halving_finds_them() {
                let mut crossed = 0;
                for n in 0..oracle::cases() {
                    let mut rng = oracle::rng(n, 32);
                    let (way, r, _) = case(&mut rng, false);
                    let radius = DoubleDouble::from(r);
                    let found = roots::both_roots(narrow(way.d), narrow(way.u), r as Real);
                    let middle = -way.d.dot(way.u) / way.u.length_squared();
                    let far = 2.0 * (r + way.d.length()) / way.u.length();
                    let tolerance = ROUNDING * (way.size(middle.abs() + far) + r);
                    let depth = -way.beyond(middle, radius) / (2.0 * r);
                    let about = || format!("case {n}, {r}: {way:?} {found:?}");
                    let Some((near, away)) = found else {
                        assert!(depth < tolerance, "{depth:e} deep\n{}", about());
                        continue;
                    };
                    crossed += 1;
                    assert!(depth > -tolerance && near <= away, "{}", about());
                    if depth > 1e3 * tolerance {
                        let inside = |t: f64| way.beyond(t, radius) <= 0.0;
                        let due = [halve(middle - far, middle, inside), halve(middle, middle + far, |t| !inside(t))];
                        for (found, due) in [near, away].into_iter().zip(due) {
                            let off = (f64::from(found) - due) * way.recedes(due) / r;
                            assert!(off.abs() < tolerance, "{found} is {off:e} off {due}\n{}", about());
                        }
                    }
                    for t in [near, away] {
                        let off = way.beyond(t.into(), radius) / (2.0 * r);
                        assert!(off.abs() < tolerance, "{off:e} off at {t}\n{}", about());
                    }
                }
                assert!(crossed * 3 > oracle::cases(), "{crossed}");
            }

            #[test]
            fn gaps_close_where_halving_finds_it() {
                let mut closed = 0;
                for n in 0..oracle::cases() {
                    let mut rng = oracle::rng(n, 33);
                    let mut draw = || (oracle::log_range(&mut rng, 1e-2, 1e2) * if rng.random() { 1.0 } else { -1.0 }) as Real;
                    let (gap, rate, a) = (draw(), draw(), if n % 4 == 0 { 0.0 } else { draw() });
                    let [g, v, b] = [gap, rate, a].map(|x| DoubleDouble::from(f64::from(x)));
                    let half = DoubleDouble::from(0.5);
                    let limit = 8.0;
                    let course = Course {
                        left: &|t| (g + (v + b * half * t.into()) * t.into()).into(),
                        rate: &|t| (v + b * t.into()).into(),
                        per_length: 1.0,
                        noise: ROUNDING * f64::from(rate.abs() + a.abs() * limit as Real),
                        limit,
                    };
                    let found = if a == 0.0 { roots::close_gap(gap, rate) } else { parabola::close_gap(gap, rate, a) };
                    let found = found.map(f64::from).filter(|&t| t <= limit);
                    let t = found.unwrap_or(limit);
                    let size = f64::from(gap.abs()) + (f64::from(rate.abs()) + 0.5 * f64::from(a.abs()) * t) * t;
                    course.check(found, ROUNDING * size, || format!("case {n}: {gap} {rate} {a}"));
                    closed += u32::from(found.is_some());
                }
                assert!(u64::from(closed) * 3 > oracle::cases(), "{closed}");
            }

            /// The steps of searches: no quantity falls to zero earlier.
            #[test]
            fn a_safe_time_ends_where_halving_finds_the_steepest_fall() {
                for n in 0..oracle::cases() {
                    let mut rng = oracle::rng(n, 34);
                    let value = oracle::log_range(&mut rng, 1e-2, 1e2) as Real;
                    let bend = oracle::log_range(&mut rng, 1e-2, 1e2) as Real;
                    let rate = rng.random_range(-50.0..50.0) as Real;
                    let [g, v, b] = [value, rate, bend].map(f64::from);
                    let left = |t: f64| g + (v - 0.5 * b * t) * t;
                    let due = halve(0.0, 2.0 * (v.abs() / b + libm::sqrt(2.0 * g / b)) + 1.0, |t| left(t) <= 0.0);
                    let found = f64::from(roots::safe_time(value, rate, bend, 1e-6));
                    assert!((found / due - 1.0).abs() < ROUNDING, "case {n}: {found} {due}, {value} {rate} {bend}");
                }
            }

            /// The face of an arc from either side, and its ends: each is met on its own rim.
            #[test]
            fn arcs_are_met_on_their_rims() {
                let mut met = [0_u64; 4];
                for n in 0..oracle::cases() {
                    let mut rng = oracle::rng(n, 35);
                    let radius = oracle::log_range(&mut rng, 1e-1, 1e1);
                    let mut arc = Arc::new(
                        narrow(oracle::direction(&mut rng) * rng.random_range(0.0..10.0)),
                        radius as Real,
                        rng.random_range(-4.0..4.0),
                        rng.random_range(0.1..6.2),
                    ).unwrap();
                    if n % 2 == 0 {
                        arc.half_thickness = (radius * rng.random_range(0.0..0.5)) as Real;
                    }
                    let ball = Circle {
                        center: arc.center + narrow(oracle::direction(&mut rng) * radius * rng.random_range(0.0..3.0)),
                        radius: (radius * oracle::log_range(&mut rng, 1e-2, 0.5)) as Real,
                    };
                    let motion = narrow(oracle::direction(&mut rng) * radius * rng.random_range(0.5..6.0));
                    let number = |x: Real| DoubleDouble::from(f64::from(x));
                    let reach = number(arc.half_thickness) + number(ball.radius);
                    let ends = arc.ends();
                    let center = wide(arc.center);
                    let parts = [
                        (arc.sweep_outside(&ball, motion, 1.0), center, number(arc.radius) + reach),
                        (arc.sweep_inside(&ball, motion, 1.0), center, number(arc.radius) - reach),
                        (arc.sweep_end(Part::EndA, &ball, motion, 1.0), wide(ends.0), reach),
                        (arc.sweep_end(Part::EndB, &ball, motion, 1.0), wide(ends.1), reach),
                    ];
                    for (k, (impact, about, rim)) in parts.into_iter().enumerate() {
                        let Some(impact) = impact.filter(|impact| impact.time > 0.0 && !impact.overlapped) else { continue };
                        let way = Way { d: wide(ball.center) - about, u: wide(motion), a: Wide::ZERO };
                        // Within the thickness of the arc there is no rim to come to.
                        if k == 1 && way.d.length() > f64::from(rim) && way.d.length() < f64::from(arc.radius) {
                            continue;
                        }
                        met[k] += 1;
                        let off = way.beyond(impact.time.into(), rim) / (2.0 * f64::from(rim));
                        let tolerance = ROUNDING * (way.size(1.0) + center.length() + f64::from(arc.radius));
                        assert!(off.abs() < tolerance, "case {n}, part {k}: {off:e} off\n{arc:?}\n{ball:?} {motion:?} {impact:?}");
                    }
                }
                assert!(met.iter().all(|met| met * 50 > oracle::cases()), "{met:?}");
            }

            /// A search that turns with a body stops at the touch: no farther before it than it says.
            #[test]
            fn turning_capsules_are_met_where_halving_finds_it() {
                let mut met = 0;
                for n in 0..oracle::cases() {
                    let mut rng = oracle::rng(n, 36);
                    let end = oracle::direction(&mut rng) * rng.random_range(0.5..3.0);
                    let bat = Capsule::new(Vec2::ZERO, narrow(end), rng.random_range(0.0..0.4) as Real).unwrap();
                    let ball = Circle {
                        center: narrow(oracle::direction(&mut rng) * rng.random_range(0.3..5.0)),
                        radius: oracle::log_range(&mut rng, 1e-2, 1.0) as Real,
                    };
                    let motion = Motion {
                        pivot: narrow(oracle::direction(&mut rng) * rng.random_range(0.0..0.5)),
                        translation: narrow(oracle::direction(&mut rng) * rng.random_range(0.0..2.0)),
                        rotation: rng.random_range(-6.0..6.0) as Real,
                    };
                    let u = narrow(oracle::direction(&mut rng) * rng.random_range(0.0..6.0));
                    let found = bat.sweep_rotating(&motion, &ball, u);
                    let (pivot, w) = (wide(motion.pivot), wide(u) - wide(motion.translation));
                    let reach = f64::from(ball.radius) + f64::from(bat.radius);
                    let gap = |t: f64| {
                        let (sin, cos) = libm::sincos(-f64::from(motion.rotation) * t);
                        let p = pivot + Wide::new(cos, sin).rotate(wide(ball.center) - pivot + w * t);
                        let (a, b) = (wide(bat.core.a), wide(bat.core.b));
                        let along = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                        (p - a - (b - a) * along).length() - reach
                    };
                    if found.status != SweepStatus::Hit || gap(0.0) <= 0.0 {
                        continue;
                    }
                    met += 1;
                    let rounding = 4.0 * ROUNDING * 40.0;
                    let early = gap(found.time.into());
                    let slack = 1.001e-5 * f64::from(ball.radius) + rounding;
                    assert!(early <= slack && early >= -rounding, "case {n}: {early:e} left\n{bat:?}\n{motion:?}\n{ball:?} {u:?} {found:?}");
                }
                assert!(met * 8 > oracle::cases(), "{met}");
            }
        }
    };
}

suite!(single, carom_narrowphase);
suite!(double, carom_narrowphase::double);
