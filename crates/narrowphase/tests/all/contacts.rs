//! Contacts of every shape against distances written independently in `f64`, and unchecked input.
//!
//! All cases: `CAROM_CASES=1000000 cargo test --release -p carom-narrowphase --test all contacts::`.

use crate::oracle::{self, Core};
use carom_narrowphase::double::Vec2 as Wide;
use carom_narrowphase::{
    Arc, Capsule, Circle, Contact, Face, HalfPlane, Line, Motion, Ray, Segment, Vec2, roots,
};
use rand::RngExt;
use rand_pcg::Pcg64;

fn check(pair: u64, make: impl Fn(&mut Pcg64) -> (Core, Box<dyn Fn(&Circle) -> Contact>)) {
    for case in 0..oracle::cases() {
        let mut rng = oracle::rng(case, pair);
        let (core, contact) = make(&mut rng);
        let (start, r, _) = oracle::aimed(&core, &mut rng);
        let ball = Circle { center: start.as_vec2(), radius: r as f32 };
        let (p, r) = (ball.center.as_dvec2(), f64::from(ball.radius));
        let c = contact(&ball);
        let largest = core.largest().max(p.abs().max_element()).max(r);
        let tolerance = oracle::tolerance(r, largest, f32::EPSILON.into());
        let about = || format!("case {case}: {core:?}\n{ball:?}\n{c:?}, tolerance {tolerance:e}");
        let (gap, _) = core.gap(p, r);
        assert!((f64::from(c.separation) - gap).abs() < tolerance, "gap {gap:e}\n{}", about());
        assert!((c.normal.length() - 1.0).abs() < 1e-5, "normal\n{}", about());
        // From the point along the normal, over the gap and the radius, one comes to the centre.
        let there = c.point.as_dvec2() + c.normal.as_dvec2() * (f64::from(c.separation) + r);
        assert!((there - p).length() < tolerance, "off by {:e}\n{}", (there - p).length(), about());
    }
}

fn radius(rng: &mut Pcg64) -> f32 {
    oracle::log_range(rng, 1e-3, 1e3) as f32
}

fn ends(rng: &mut Pcg64) -> (Vec2, Vec2) {
    let a = oracle::place(rng);
    let b = match rng.random_range(0..10) {
        0 => a,
        1 => oracle::place(rng),
        _ => a + oracle::direction(rng) * oracle::log_range(rng, 1e-3, 1e3),
    };
    (a.as_vec2(), b.as_vec2())
}

#[test]
fn circle() {
    check(41, |rng| {
        let c = Circle { center: oracle::place(rng).as_vec2(), radius: radius(rng) };
        let core = Core::Disc { center: c.center.as_dvec2(), radius: c.radius.into() };
        (core, Box::new(move |b| c.contact(b)))
    });
    check(42, |rng| {
        let c = Circle { center: oracle::place(rng).as_vec2(), radius: radius(rng) };
        let core = Core::Hole { center: c.center.as_dvec2(), radius: c.radius.into() };
        (core, Box::new(move |b| c.contact_inside(b)))
    });
}

#[test]
fn line_and_half_plane() {
    check(43, |rng| {
        let line = Line::new(oracle::place(rng).as_vec2(), oracle::direction(rng).as_vec2()).unwrap();
        let (point, direction) = (line.point.as_dvec2(), line.direction.as_dvec2());
        (Core::Line { point, direction, one_sided: false }, Box::new(move |b| line.contact(b)))
    });
    check(44, |rng| {
        let half = HalfPlane::new(oracle::place(rng).as_vec2(), oracle::direction(rng).as_vec2()).unwrap();
        let core = Core::Half { point: half.point.as_dvec2(), normal: half.normal.as_dvec2() };
        (core, Box::new(move |b| half.contact(b)))
    });
}

#[test]
fn segment_and_capsule() {
    check(45, |rng| {
        let (a, b) = ends(rng);
        let core = Core::Segment { a: a.as_dvec2(), b: b.as_dvec2(), radius: 0.0, one_sided: false };
        let segment = Segment::new(a, b).unwrap();
        (core, Box::new(move |ball| segment.contact(ball)))
    });
    check(46, |rng| {
        let (a, b) = ends(rng);
        let radius = radius(rng);
        let core =
            Core::Segment { a: a.as_dvec2(), b: b.as_dvec2(), radius: radius.into(), one_sided: false };
        let capsule = Capsule::new(a, b, radius).unwrap();
        (core, Box::new(move |ball| capsule.contact(ball)))
    });
}

#[test]
fn arc() {
    check(47, |rng| {
        let (center, r) = (oracle::place(rng).as_vec2(), radius(rng));
        let sweep = if rng.random_range(0..8) == 0 {
            std::f32::consts::TAU
        } else {
            oracle::log_range(rng, 1e-3, 6.2) as f32
        };
        let arc = Arc::new(center, r, rng.random_range(-4.0..4.0), sweep)
            .unwrap()
            .with_half_thickness(r * rng.random_range(0.0..1.2))
            .unwrap();
        let core = Core::Arc {
            center: center.as_dvec2(),
            radius: r.into(),
            start: arc.start.as_dvec2(),
            end: arc.end.as_dvec2(),
            full: arc.is_full(),
            half_thickness: arc.half_thickness.into(),
            face: Face::Both,
        };
        (core, Box::new(move |b| arc.contact(b).unwrap()))
    });
}

#[test]
fn a_segment_crosses_a_rim_where_its_samples_lie_on_both_sides() {
    for case in 0..oracle::cases() / 10 {
        let mut rng = oracle::rng(case, 48);
        let (a, b) = ends(&mut rng);
        let middle = (a + b) * 0.5 + oracle::direction(&mut rng).as_vec2() * (b - a).length();
        let circle = Circle { center: middle, radius: radius(&mut rng) };
        let tolerance = oracle::tolerance(0.0, 4e4, f32::EPSILON.into()) + 1e-2 * f64::from((b - a).length());
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for k in 0..=200 {
            let p: Wide = a.as_dvec2().lerp(b.as_dvec2(), f64::from(k) / 200.0);
            let distance = (p - circle.center.as_dvec2()).length();
            (least, most) = (least.min(distance), most.max(distance));
        }
        let r = f64::from(circle.radius);
        let crosses = Segment::new(a, b).unwrap().crosses_rim(&circle);
        assert!(
            crosses || !(least < r - tolerance && most > r + tolerance),
            "case {case}: {a} {b} {circle:?}"
        );
        assert!(
            !crosses || (least < r + tolerance && most > r - tolerance),
            "case {case}: {a} {b} {circle:?}"
        );
    }
}

/// Every combination of unfit numbers in every field: no panic, no endless loop, and no time that is not one.
#[test]
fn unchecked_garbage_is_survived() {
    const BAD: [f32; 9] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -1.0, 1e-40, 1e30, 3e38, 0.5];
    let mut rng = oracle::rng(7, 49);
    for _ in 0..oracle::cases().min(20_000) {
        let mut pick = || BAD[rng.random_range(0..BAD.len())];
        let mut point = || Vec2::new(pick(), pick());
        let (a, b, c, d, u, w) = (point(), point(), point(), point(), point(), point());
        let (r, s, t) = (pick(), pick(), pick());
        let ball = Circle { center: c, radius: r };
        let segment = Segment { a, b, direction: d, length: t };
        let capsule = segment.inflated(s);
        let arc = Arc {
            center: a,
            radius: s,
            start: b,
            end: d,
            middle: w,
            cos_half: t,
            half_thickness: r,
            face: Face::Both,
        };
        let line = Line { point: a, direction: b };
        let half = HalfPlane { point: a, normal: b };
        let motion = Motion { pivot: a, translation: w, rotation: t };
        let impacts = [
            ball.sweep(&Circle { center: a, radius: s }, u),
            ball.sweep_inside(&Circle { center: a, radius: s }, u),
            ball.sweep_moving(w, &Circle { center: a, radius: s }, u),
            segment.sweep(&ball, u),
            segment.sweep_one_sided(&ball, u),
            capsule.sweep(&ball, u),
            line.sweep(&ball, u),
            half.sweep(&ball, u),
            arc.sweep(&ball, u),
            arc.with_face(Face::Inside).sweep(&ball, u),
            arc.with_face(Face::Outside).sweep(&ball, u),
        ];
        for impact in impacts.into_iter().flatten() {
            assert!((0.0..=1.0).contains(&impact.time), "{impact:?}");
        }
        for sweep in [
            capsule.sweep_rotating(&motion, &ball, u),
            half.sweep_rotating(&motion, &ball, u),
            arc.sweep_rotating(&motion, &ball, u),
            arc.with_face(Face::Inside).sweep_rotating(&motion, &ball, u),
            ball.sweep_rotating(&motion, &Circle { center: b, radius: s }, u),
        ] {
            assert!((0.0..=1.0).contains(&sweep.time), "{sweep:?}");
        }
        let _ = (segment.contact(&ball), capsule.contact(&ball), arc.contact(&ball), line.contact(&ball));
        let _ = (
            half.contact(&ball),
            arc.bounds(),
            capsule.bounds(),
            ball.bounds(),
            line.bounds(),
            half.bounds(),
        );
        let _ = (segment.closest_parameter(c), segment.signed_distance(c), segment.crosses_rim(&ball));
        let ray = Ray { origin: a, motion: u, limit: t };
        let _ = (ray.classify(&ball), ray.cast_arc(&arc), ray.cast_capsule(&capsule), ray.cast_line(&line));
        let _ = (Arc::through(a, b, c), Arc::bulge(a, b, s), Arc::new(a, r, s, t), Arc::turning(a, b, t));
        let _ = (roots::enter_circle(a, u, r), roots::leave_circle(a, u, r), roots::close_gap(r, s));
    }
}
