//! Sweeps against translating and rotating shapes, in both precisions, against dense sampling in `f64`.
//!
//! Turns go from 1e-3 rad to 40 rad, six of them and more, in one motion, about pivots on and off the shape. Before
//! the reported time the ball sinks nowhere below the surface. The gap at that time is zero, within 1e-4 of its
//! radius and 8 units in the last place of the largest coordinate, where a coordinate is also the length of the
//! path in the frame of the shape: this precision has no finer times.
//!
//! All cases: `CAROM_CASES=1000000 cargo test --release -p carom-narrowphase --test all rotating::`.
#![allow(trivial_numeric_casts, reason = "one text for both precisions")]

macro_rules! suite {
    ($name:ident, $($crate_path:ident)::+) => {
        mod $name {
            use crate::oracle::{self, Core};
            use $($crate_path)::+::{Arc, Capsule, Circle, HalfPlane, Motion, Real, RotatingSweep, Vec2};
            use carom_narrowphase::{Face, SweepStatus};
            use carom_narrowphase::double::Vec2 as Wide;
            use rand::RngExt;
            use rand_pcg::Pcg64;

            fn narrow(v: Wide) -> Vec2 {
                Vec2::new(v.x as Real, v.y as Real)
            }

            fn wide(v: Vec2) -> Wide {
                Wide::new(v.x.into(), v.y.into())
            }

            fn check<S: Copy + std::fmt::Debug>(
                pair: u64,
                make: impl Fn(&mut Pcg64) -> (S, Core, Wide, f64),
                sweep: impl Fn(&S, &Motion, &Circle, Vec2) -> RotatingSweep,
            ) {
                let (mut hits, mut limits) = (0_u64, 0_u64);
                for case in 0..oracle::cases() {
                    let mut rng = oracle::rng(case, pair);
                    let (shape, core, middle, size) = make(&mut rng);
                    // Aim as for a shape at rest, then let the shape turn about a pivot near it.
                    let (start, r, way) = oracle::aimed(&core, &mut rng);
                    let way = way.clamp_length_max(20.0 * size.max(r));
                    let ball = Circle { center: narrow(start), radius: r as Real };
                    let turn = oracle::log_range(&mut rng, 1e-3, 40.0) * if rng.random() { 1.0 } else { -1.0 };
                    let motion = Motion {
                        pivot: narrow(match rng.random_range(0..3) {
                            0 => middle,
                            _ => middle + oracle::direction(&mut rng) * size * rng.random_range(0.0..3.0),
                        }),
                        translation: match rng.random_range(0..3) {
                            0 => Vec2::ZERO,
                            _ => narrow(oracle::direction(&mut rng) * size * rng.random_range(0.0..3.0)),
                        },
                        rotation: turn as Real,
                    };
                    let u = narrow(way);
                    let (pivot, shift, spin) = (wide(motion.pivot), wide(motion.translation), f64::from(motion.rotation));
                    let (y, w, r) = (wide(ball.center) - pivot, wide(u) - shift, f64::from(ball.radius));
                    let gap = |t: f64| {
                        let (sin, cos) = libm::sincos(-spin * t);
                        core.gap(pivot + Wide::new(cos, sin).rotate(y + w * t), r)
                    };
                    let orbit = y.length().max((y + w).length());
                    let speed = w.length() + spin.abs() * orbit;
                    let largest = [pivot, wide(ball.center), wide(u), shift]
                        .iter()
                        .map(|v| v.abs().max_element())
                        .fold(core.largest().max(speed).max(orbit), f64::max);
                    let tolerance = oracle::tolerance(r, largest, Real::EPSILON.into())
                        + if Real::EPSILON > 1e-10 { 0.0 } else { 1e-4 * r };
                    let found = sweep(&shape, &motion, &ball, u);
                    let about = || format!("case {case}: {shape:?}\n{motion:?}\n{ball:?} by {u:?}\n{found:?}, tolerance {tolerance:e}");
                    let until = f64::from(found.time);
                    assert!((0.0..=1.0).contains(&until), "time\n{}", about());
                    let (g, _) = gap(until);
                    match found.status {
                        SweepStatus::Hit => {
                            hits += 1;
                            let impact = found.impact.unwrap();
                            assert!(g < tolerance && (g > -tolerance || impact.overlapped), "gap {g:e}\n{}", about());
                            let out = wide(impact.point) + wide(impact.normal) * r - (wide(ball.center) + wide(u) * until);
                            assert!(
                                impact.overlapped || out.length() < 4.0 * tolerance + 1e-3 * r,
                                "point off by {:e}\n{}", out.length(), about()
                            );
                        }
                        SweepStatus::Overlapped => assert!(g < tolerance && until == 0.0, "{}", about()),
                        SweepStatus::Limit => limits += 1,
                        _ => assert!(found.impact.is_none() && until == 1.0, "{}", about()),
                    }
                    let strict = core.overlap_is_plain(y + pivot, r);
 let clear = 0.02 * core.reach(r);
                    if let Some((t, g)) = oracle::first_sinking(gap, speed, r, until, tolerance, strict, clear) {
                        panic!("sinks to {g:e} at {t}\n{}", about());
                    }
                }
                assert!(hits * 10 > oracle::cases(), "only {hits} hits: the cases are badly aimed");
                assert!(limits * 200 < oracle::cases(), "{limits} at the limit of steps");
            }

            fn size(rng: &mut Pcg64) -> f64 {
                oracle::log_range(rng, 1e-2, 1e2)
            }

            #[test]
            fn capsule() {
                check(
                    21,
                    |rng| {
                        let (a, l) = (oracle::place(rng), size(rng));
                        let b = a + oracle::direction(rng) * l;
                        let c = Capsule::new(narrow(a), narrow(b), (l * rng.random_range(0.0..0.5)) as Real).unwrap();
                        (c, Core::Segment { a: wide(c.core.a), b: wide(c.core.b), radius: c.radius.into(), one_sided: false }, a, l)
                    },
                    Capsule::sweep_rotating,
                );
            }

            #[test]
            fn circle() {
                check(
                    22,
                    |rng| {
                        let (c, l) = (oracle::place(rng), size(rng));
                        let disc = Circle { center: narrow(c), radius: l as Real };
                        (disc, Core::Disc { center: wide(disc.center), radius: disc.radius.into() }, c, l)
                    },
                    Circle::sweep_rotating,
                );
            }

            #[test]
            fn half_plane() {
                check(
                    23,
                    |rng| {
                        let (p, l) = (oracle::place(rng), size(rng));
                        let half = HalfPlane::new(narrow(p), narrow(oracle::direction(rng))).unwrap();
                        (half, Core::Half { point: wide(half.point), normal: wide(half.normal) }, p, l)
                    },
                    HalfPlane::sweep_rotating,
                );
            }

            fn arc(pair: u64, face: Face) {
                check(
                    pair,
                    |rng| {
                        let (c, l) = (oracle::place(rng), size(rng));
                        let mut arc = Arc::new(narrow(c), l as Real, rng.random_range(-4.0..4.0), rng.random_range(0.1..6.2))
                            .unwrap()
                            .with_face(face);
                        if rng.random() {
                            arc.half_thickness = (l * rng.random_range(0.0..0.3)) as Real;
                        }
                        let core = Core::Arc {
                            center: wide(arc.center),
                            radius: arc.radius.into(),
                            start: wide(arc.start),
                            end: wide(arc.end),
                            full: false,
                            half_thickness: arc.half_thickness.into(),
                            face,
                        };
                        (arc, core, c, l)
                    },
                    Arc::sweep_rotating,
                );
            }

            #[test]
            fn arc_from_both_sides() {
                arc(24, Face::Both);
            }

            #[test]
            fn arc_from_inside() {
                arc(25, Face::Inside);
            }

            #[test]
            fn arc_from_outside() {
                arc(26, Face::Outside);
            }
        }
    };
}

suite!(single, carom_narrowphase);
suite!(double, carom_narrowphase::double);
