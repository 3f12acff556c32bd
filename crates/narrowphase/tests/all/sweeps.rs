//! Straight sweeps of every pair, in both precisions, against dense sampling in `f64`.
//!
//! For each seeded case: at the reported time the gap is zero within 1e-4 of the ball's radius and 8 units in
//! the last place of the largest coordinate (start, shape and motion); before it, or on the whole motion if
//! nothing is reported, the ball sinks nowhere below the surface by more than that. Radii and sizes are
//! 1e-3 to 1e3, motions 1e-2 to 1e4 radii, coordinates up to 1e4; every sixth way is head-on, half of
//! them graze or run parallel, every fifth start touches.
//!
//! All cases: `CAROM_CASES=1000000 cargo test --release -p carom-narrowphase --test all sweeps::`.
#![allow(trivial_numeric_casts, reason = "one text for both precisions")]

macro_rules! suite {
    ($name:ident, $($crate_path:ident)::+) => {
        mod $name {
            use crate::oracle::{self, Core};
            use $($crate_path)::+::{Arc, Circle, HalfPlane, Impact, Line, Real, Segment, Vec2};
            use carom_narrowphase::Face;
            use carom_narrowphase::double::Vec2 as Wide;
            use rand::RngExt;
            use rand_pcg::Pcg64;

            fn narrow(v: Wide) -> Vec2 {
                Vec2::new(v.x as Real, v.y as Real)
            }

            fn wide(v: Vec2) -> Wide {
                Wide::new(v.x.into(), v.y.into())
            }

            /// Runs one pair: `make` gives the shape and its sweep.
            fn check<S: Copy + std::fmt::Debug>(
                pair: u64,
                make: impl Fn(&mut Pcg64) -> (S, Core),
                sweep: impl Fn(&S, &Circle, Vec2) -> Option<Impact>,
            ) {
                let mut hits = 0_u64;
                for case in 0..oracle::cases() {
                    let mut rng = oracle::rng(case, pair);
                    let (shape, core) = make(&mut rng);
                    let (start, r, motion) = oracle::aimed(&core, &mut rng);
                    let ball = Circle { center: narrow(start), radius: r as Real };
                    let motion = narrow(motion);
                    let (p, r, u) = (wide(ball.center), f64::from(ball.radius), wide(motion));
                    let largest = core.largest().max(p.abs().max_element()).max(u.abs().max_element()).max(r);
                    let tolerance = oracle::tolerance(r, largest, Real::EPSILON.into());
                    let gap = |t: f64| core.gap(p + u * t, r);
                    let strict = core.overlap_is_plain(p, r);
                    let impact = sweep(&shape, &ball, motion);
                    let mut until = 1.0;
                    let about = || format!("case {case}: {shape:?}\n{ball:?} by {motion:?}\n{impact:?}, tolerance {tolerance:e}");
                    if let Some(i) = impact {
                        hits += 1;
                        until = f64::from(i.time);
                        assert!((0.0..=1.0).contains(&until), "time\n{}", about());
                        assert!((i.normal.length() - 1.0).abs() < 1e-5, "normal\n{}", about());
                        let least = Real::EPSILON * 64.0 * motion.length();
                        assert!(i.normal.dot(motion) <= least, "the pair recedes\n{}", about());
                        let (at_start, at_end) = (gap(0.0).0, gap(until).0);
                        assert!(at_end < tolerance, "gap {at_end:e}\n{}", about());
                        assert!(at_end > -tolerance || i.overlapped || !strict, "gap {at_end:e}\n{}", about());
                        assert!(!i.overlapped || at_start < tolerance, "start {at_start:e}\n{}", about());
                        let out = wide(i.point) + wide(i.normal) * r - (p + u * until);
                        assert!(
                            i.overlapped || out.length() < 4.0 * tolerance + 1e-3 * r,
                            "point off by {:e}\n{}", out.length(), about()
                        );
                    }
                    if let Some((t, g)) = oracle::first_sinking(gap, u.length(), r, until, tolerance, strict, tolerance) {
                        panic!("sinks to {g:e} at {t}\n{}", about());
                    }
                }
                assert!(hits * 5 > oracle::cases(), "only {hits} hits: the cases are badly aimed");
            }

            fn disc(rng: &mut Pcg64) -> (Circle, Core) {
                let c = Circle {
                    center: narrow(oracle::place(rng)),
                    radius: oracle::log_range(rng, 1e-3, 1e3) as Real,
                };
                (c, Core::Disc { center: wide(c.center), radius: c.radius.into() })
            }

            fn segment(rng: &mut Pcg64) -> Segment {
                let a = oracle::place(rng);
                let e = oracle::direction(rng) * oracle::log_range(rng, 1e-3, 1e3);
                let b = match rng.random_range(0..20) {
                    0 => a,
                    1 | 2 => oracle::place(rng),
                    3 => a + Wide::new(e.x, 0.0),
                    _ => a + e,
                };
                Segment::new(narrow(a), narrow(b)).unwrap()
            }

            fn arc(rng: &mut Pcg64, face: Face) -> (Arc, Core) {
                let sweep = match rng.random_range(0..8) {
                    0 => std::f64::consts::TAU,
                    1 => std::f64::consts::PI,
                    2 => oracle::log_range(rng, 1e-3, 1.0),
                    _ => rng.random_range(0.1..6.2),
                };
                let mut arc = Arc::new(
                    narrow(oracle::place(rng)),
                    oracle::log_range(rng, 1e-3, 1e3) as Real,
                    rng.random_range(-4.0..4.0),
                    if sweep > 6.25 { 2.0 * (std::f64::consts::PI as Real) } else { sweep as Real },
                ).unwrap().with_face(face);
                if rng.random() {
                    arc.half_thickness = arc.radius * rng.random_range(0.0..1.2);
                }
                let core = Core::Arc {
                    center: wide(arc.center),
                    radius: arc.radius.into(),
                    start: wide(arc.start),
                    end: wide(arc.end),
                    full: arc.is_full(),
                    half_thickness: arc.half_thickness.into(),
                    face,
                };
                (arc, core)
            }

            #[test]
            fn line() {
                for (pair, one_sided) in [(1, false), (2, true)] {
                    check(
                        pair,
                        |rng| {
                            let line = Line::new(narrow(oracle::place(rng)), narrow(oracle::direction(rng))).unwrap();
                            (line, Core::Line { point: wide(line.point), direction: wide(line.direction), one_sided })
                        },
                        |line, ball, u| if one_sided { line.sweep_one_sided(ball, u) } else { line.sweep(ball, u) },
                    );
                }
            }

            #[test]
            fn half_plane() {
                check(
                    3,
                    |rng| {
                        let half = HalfPlane::new(narrow(oracle::place(rng)), narrow(oracle::direction(rng))).unwrap();
                        (half, Core::Half { point: wide(half.point), normal: wide(half.normal) })
                    },
                    HalfPlane::sweep,
                );
            }

            #[test]
            fn circle_from_outside() {
                check(4, disc, Circle::sweep);
            }

            #[test]
            fn circle_from_inside() {
                check(
                    5,
                    |rng| {
                        let (c, _) = disc(rng);
                        (c, Core::Hole { center: wide(c.center), radius: c.radius.into() })
                    },
                    Circle::sweep_inside,
                );
            }

            #[test]
            fn two_moving_balls() {
                for case in 0..oracle::cases() {
                    let mut rng = oracle::rng(case, 6);
                    let (a, core) = disc(&mut rng);
                    let (start, r, relative) = oracle::aimed(&core, &mut rng);
                    let own = oracle::direction(&mut rng) * relative.length() * rng.random_range(0.0..1.0);
                    let b = Circle { center: narrow(start), radius: r as Real };
                    let (ua, ub) = (narrow(own), narrow(own + relative));
                    let (pa, pb) = (wide(a.center), wide(b.center));
                    let (va, vb) = (wide(ua), wide(ub));
                    let reach = f64::from(a.radius) + f64::from(b.radius);
                    let gap = |t: f64| ((pb - pa + (vb - va) * t).length() - reach, true);
                    let largest = [pa, pb, va, vb].iter().map(|v| v.abs().max_element()).fold(reach, f64::max);
                    let tolerance = oracle::tolerance(b.radius.into(), largest, Real::EPSILON.into());
                    let impact = a.sweep_moving(ua, &b, ub);
                    let until = impact.map_or(1.0, |i| i.time.into());
                    if let Some(i) = impact {
                        let g = gap(until).0;
                        assert!(g < tolerance && (i.overlapped || g > -tolerance), "case {case}: gap {g:e}");
                    }
                    let sunk = oracle::first_sinking(gap, (vb - va).length(), b.radius.into(), until, tolerance, true, tolerance);
                    assert_eq!(sunk, None, "case {case}: {a:?} {b:?} {impact:?}");
                }
            }

            #[test]
            fn segment_face_and_ends() {
                check(
                    7,
                    |rng| {
                        let s = segment(rng);
                        (s, Core::Segment { a: wide(s.a), b: wide(s.b), radius: 0.0, one_sided: false })
                    },
                    Segment::sweep,
                );
            }

            #[test]
            fn segment_from_the_front() {
                check(
                    12,
                    |rng| {
                        // Which side a start is on is known to an ulp of the length: not too long here.
                        let s = segment(rng);
                        let e = if s.a == s.b { Vec2::X } else { (s.b - s.a).clamp_length_max(1e3) };
                        let s = Segment::new(s.a, s.a + e).unwrap();
                        (s, Core::Segment { a: wide(s.a), b: wide(s.b), radius: 0.0, one_sided: true })
                    },
                    Segment::sweep_one_sided,
                );
            }

            #[test]
            fn capsule() {
                check(
                    8,
                    |rng| {
                        let s = segment(rng);
                        let c = s.inflated(oracle::log_range(rng, 1e-3, 1e3) as Real);
                        (c, Core::Segment { a: wide(s.a), b: wide(s.b), radius: c.radius.into(), one_sided: false })
                    },
                    |capsule, ball, u| capsule.sweep(ball, u),
                );
            }

            /// Landing on a hollow arc is meeting it, for a ball that is clear of it and passes no end; and a ball
            /// that is reported to stay clear of the whole circle meets nothing.
            #[test]
            fn a_ball_clear_of_a_hollow_arc_lands_where_it_meets_it() {
                let mut landings = 0;
                for case in 0..oracle::cases() {
                    let mut rng = oracle::rng(case, 13);
                    let (arc, core) = arc(&mut rng, Face::Inside);
                    let (mut start, mut r, mut motion) = oracle::aimed(&core, &mut rng);
                    if rng.random() {
                        // Within the hollow.
                        let size = f64::from(arc.radius);
                        r = size * rng.random_range(0.01..0.9);
                        start = wide(arc.center) + oracle::direction(&mut rng) * (size - r) * rng.random_range(0.0..1.0);
                        motion = oracle::direction(&mut rng) * size * rng.random_range(0.1..9.0);
                    }
                    let (ball, motion) = (Circle { center: narrow(start), radius: r as Real }, narrow(motion));
                    let limit: Real = rng.random_range(0.0..1.0);
                    let about = || format!("case {case}: {arc:?}\n{ball:?} by {motion:?}, limit {limit}");
                    let met = arc.sweep_inside(&ball, motion, limit);
                    if arc.stays_clear(&ball, motion, limit) {
                        assert!(met.is_none() && arc.land_inside(&ball, motion, limit).is_none(), "{}", about());
                    }
                    let room = arc.radius - arc.half_thickness - ball.radius;
                    let from = ball.center - arc.center;
                    if let Some(met) = met && from.length() < 0.999 * room && !met.overlapped {
                        let landing = arc.land_inside(&ball, motion, limit);
                        let at = from + motion * met.time;
                        if (Arc { center: Vec2::ZERO, ..arc }).spans(at) {
                            let time = landing.expect("a ball that meets the arc lands on it");
                            assert!(time <= met.time, "lands at {time}, meets at {}\n{}", met.time, about());
                            landings += u64::from(time == met.time);
                        }
                    }
                }
                assert!(landings * 20 > oracle::cases(), "only {landings} landings");
            }

            #[test]
            fn arc_from_both_sides() {
                check(9, |rng| arc(rng, Face::Both), Arc::sweep);
            }

            #[test]
            fn arc_from_inside() {
                check(10, |rng| arc(rng, Face::Inside), Arc::sweep);
            }

            #[test]
            fn arc_from_outside() {
                check(11, |rng| arc(rng, Face::Outside), Arc::sweep);
            }
        }
    };
}

suite!(single, carom_narrowphase);
suite!(double, carom_narrowphase::double);
