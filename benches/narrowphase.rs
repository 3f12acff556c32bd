//! Shapes against a ball: one call, by operation and pair, in nanoseconds per call.
//!
//! `cargo bench -p carom-benches --bench narrowphase`. Inputs are 1024 seeded random shapes and balls with centres
//! in a box 8 wide and radii of 0.1 to 1, so that about half of the pairs overlap or meet. A call's inputs and
//! result go through memory, as they do in a program. The parameter `f32` or `f64` is the precision; for rotating
//! shapes it is the angle turned in rad.

use std::hint::black_box;
use std::time::Instant;

use carom::narrowphase::{
    Arc, Capsule, Circle, Face, HalfPlane, Line, Motion, Ray, Segment, ShapeError, Vec2, double,
};
use carom_benches::{INPUTS, chance};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use rand::RngExt;
use rand_pcg::Pcg64;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Half the width of the box in which everything lies.
const REACH: f32 = 4.0;

fn main() {
    let mut c = Criterion::default().configure_from_args();
    build(&mut c);
    closest(&mut c);
    contact(&mut c);
    overlaps(&mut c);
    sweep(&mut c);
    rotating(&mut c);
    ray(&mut c);
    c.final_summary();
}

/// Measures one call of `f`. Criterion's iterations are calls here: they go round and round the inputs.
fn calls<I, O>(group: &mut Group<'_>, id: BenchmarkId, inputs: &[I], f: impl Fn(&I) -> O) {
    group.throughput(Throughput::Elements(1));
    group.bench_function(id, |b| {
        b.iter_custom(|calls| {
            let mut left = calls;
            let start = Instant::now();
            while left > 0 {
                let now = left.min(inputs.len() as u64);
                for input in &inputs[..now as usize] {
                    black_box(f(black_box(input)));
                }
                left -= now;
            }
            start.elapsed()
        });
    });
}

/// A bench in single precision.
fn single<I, O>(group: &mut Group<'_>, pair: &str, inputs: &[I], f: impl Fn(&I) -> O) {
    calls(group, BenchmarkId::new(pair, "f32"), inputs, f);
}

/// A bench in double precision, in which the world calls.
fn wide<I, O>(group: &mut Group<'_>, pair: &str, inputs: &[I], f: impl Fn(&I) -> O) {
    calls(group, BenchmarkId::new(pair, "f64"), inputs, f);
}

/// The stored values of a shape are computed here, once, and not in the calls below.
fn build(c: &mut Criterion) {
    let group = &mut c.benchmark_group("build");
    single(group, "segment", &with(7, point, point), |(a, b)| Segment::new(*a, *b));
    single(group, "arc", &with(7, point, |chance| chance.random_range(0.5..6.0)), |(center, sweep)| {
        Arc::new(*center, 1.0, 0.0, *sweep)
    });
}

fn closest(c: &mut Criterion) {
    let group = &mut c.benchmark_group("closest_point");
    single(group, "line", &with(1, line, point), |(shape, p)| shape.closest_point(*p));
    single(group, "segment", &with(1, segment, point), |(shape, p)| shape.closest_point(*p));
    single(group, "capsule", &with(1, capsule, point), |(shape, p)| shape.closest_point(*p));
    single(group, "arc", &with(1, arc, point), |(shape, p)| shape.closest_point(*p));
}

fn contact(c: &mut Criterion) {
    let group = &mut c.benchmark_group("contact");
    single(group, "ball-ball", &with(2, circle, circle), |(shape, ball)| shape.contact(ball));
    single(group, "ball-hole", &with(2, circle, circle), |(shape, ball)| shape.contact_inside(ball));
    single(group, "ball-line", &with(2, line, circle), |(shape, ball)| shape.contact(ball));
    single(group, "ball-half_plane", &with(2, half_plane, circle), |(shape, ball)| shape.contact(ball));
    single(group, "ball-segment", &with(2, segment, circle), |(shape, ball)| shape.contact(ball));
    single(group, "ball-capsule", &with(2, capsule, circle), |(shape, ball)| shape.contact(ball));
    single(group, "ball-arc", &with(2, arc, circle), |(shape, ball)| shape.contact(ball));
    wide(group, "ball-ball", &with(2, circle_f64, circle_f64), |(shape, ball)| shape.contact(ball));
    wide(group, "ball-segment", &with(2, segment_f64, circle_f64), |(shape, ball)| shape.contact(ball));
    wide(group, "ball-capsule", &with(2, capsule_f64, circle_f64), |(shape, ball)| shape.contact(ball));
}

fn overlaps(c: &mut Criterion) {
    let group = &mut c.benchmark_group("overlaps");
    single(group, "ball-ball", &with(3, circle, circle), |(shape, ball)| shape.overlaps(ball));
    single(group, "ball-segment", &with(3, segment, circle), |(shape, ball)| shape.overlaps(ball));
    single(group, "ball-capsule", &with(3, capsule, circle), |(shape, ball)| shape.overlaps(ball));
    single(group, "ball-arc", &with(3, arc, circle), |(shape, ball)| shape.overlaps(ball));
}

fn sweep(c: &mut Criterion) {
    let group = &mut c.benchmark_group("sweep");
    single(group, "ball-ball", &with(4, circle, moving), |(shape, (ball, u))| shape.sweep(ball, *u));
    let both = with(4, moving, moving);
    single(group, "ball-moving_ball", &both, |((a, u), (b, v))| a.sweep_moving(*u, b, *v));
    single(group, "ball-hole", &with(4, circle, moving), |(shape, (ball, u))| shape.sweep_inside(ball, *u));
    single(group, "ball-line", &with(4, line, moving), |(shape, (ball, u))| shape.sweep(ball, *u));
    let walls = with(4, half_plane, moving);
    single(group, "ball-half_plane", &walls, |(shape, (ball, u))| shape.sweep(ball, *u));
    single(group, "ball-segment", &with(4, segment, moving), |(shape, (ball, u))| shape.sweep(ball, *u));
    single(group, "ball-capsule", &with(4, capsule, moving), |(shape, (ball, u))| shape.sweep(ball, *u));
    single(group, "ball-arc", &with(4, arc, moving), |(shape, (ball, u))| shape.sweep(ball, *u));
    wide(group, "ball-ball", &with(4, circle_f64, moving_f64), |(shape, (ball, u))| shape.sweep(ball, *u));
    let walls = with(4, segment_f64, moving_f64);
    wide(group, "ball-segment", &walls, |(shape, (ball, u))| shape.sweep(ball, *u));
    let rails = with(4, capsule_f64, moving_f64);
    wide(group, "ball-capsule", &rails, |(shape, (ball, u))| shape.sweep(ball, *u));
}

fn rotating(c: &mut Criterion) {
    let group = &mut c.benchmark_group("sweep_rotating");
    for angle in [0.1_f32, 1.0, 6.0] {
        let turn =
            |chance: &mut Pcg64| Motion { pivot: point(chance), translation: step(chance), rotation: angle };
        let flippers = with(5, |chance| (capsule(chance), turn(chance)), moving);
        calls(group, BenchmarkId::new("ball-capsule", angle), &flippers, |((shape, motion), (ball, u))| {
            shape.sweep_rotating(motion, ball, *u)
        });
        let arcs = with(5, |chance| (arc(chance), turn(chance)), moving);
        calls(group, BenchmarkId::new("ball-arc", angle), &arcs, |((shape, motion), (ball, u))| {
            shape.sweep_rotating(motion, ball, *u)
        });
    }
}

fn ray(c: &mut Criterion) {
    let group = &mut c.benchmark_group("ray");
    single(group, "classify-circle", &with(6, sight, circle), |(ray, shape)| ray.classify(shape));
    single(group, "circle", &with(6, sight, circle), |(ray, shape)| ray.cast_circle(shape));
    single(group, "segment", &with(6, sight, segment), |(ray, shape)| ray.cast_segment(shape));
    single(group, "capsule", &with(6, sight, capsule), |(ray, shape)| ray.cast_capsule(shape));
    single(group, "arc", &with(6, sight, arc), |(ray, shape)| ray.cast_arc(shape));
    single(group, "segment-rim", &with(6, segment, circle), |(shape, rim)| shape.crosses_rim(rim));
}

/// Pairs of random inputs.
fn with<A, B>(purpose: u64, a: impl Fn(&mut Pcg64) -> A, b: impl Fn(&mut Pcg64) -> B) -> Vec<(A, B)> {
    let chance = &mut chance(purpose);
    (0..INPUTS).map(|_| (a(chance), b(chance))).collect()
}

fn point(chance: &mut Pcg64) -> Vec2 {
    Vec2::new(chance.random_range(-REACH..REACH), chance.random_range(-REACH..REACH))
}

fn step(chance: &mut Pcg64) -> Vec2 {
    2.0 * point(chance)
}

fn circle(chance: &mut Pcg64) -> Circle {
    Circle { center: point(chance), radius: chance.random_range(0.1..1.0) }
}

fn moving(chance: &mut Pcg64) -> (Circle, Vec2) {
    (circle(chance), step(chance))
}

fn segment(chance: &mut Pcg64) -> Segment {
    sound(Segment::new(point(chance), point(chance)))
}

fn capsule(chance: &mut Pcg64) -> Capsule {
    segment(chance).inflated(chance.random_range(0.1..1.0))
}

fn line(chance: &mut Pcg64) -> Line {
    sound(Line::new(point(chance), point(chance)))
}

fn half_plane(chance: &mut Pcg64) -> HalfPlane {
    sound(HalfPlane::new(point(chance), point(chance)))
}

fn arc(chance: &mut Pcg64) -> Arc {
    let (center, radius) = (point(chance), chance.random_range(1.0..4.0));
    let arc = sound(Arc::new(center, radius, chance.random_range(0.0..6.0), chance.random_range(0.5..6.0)));
    arc.with_face([Face::Both, Face::Inside, Face::Outside][chance.random_range(0..3)])
}

fn sight(chance: &mut Pcg64) -> Ray {
    Ray { origin: point(chance), motion: step(chance), limit: 1.0 }
}

fn circle_f64(chance: &mut Pcg64) -> double::Circle {
    let Circle { center, radius } = circle(chance);
    double::Circle { center: center.as_dvec2(), radius: radius.into() }
}

fn moving_f64(chance: &mut Pcg64) -> (double::Circle, double::Vec2) {
    (circle_f64(chance), step(chance).as_dvec2())
}

fn segment_f64(chance: &mut Pcg64) -> double::Segment {
    let Segment { a, b, .. } = segment(chance);
    sound(double::Segment::new(a.as_dvec2(), b.as_dvec2()))
}

fn capsule_f64(chance: &mut Pcg64) -> double::Capsule {
    segment_f64(chance).inflated(chance.random_range(0.1..1.0))
}

fn sound<T>(shape: Result<T, ShapeError>) -> T {
    shape.expect("the random numbers are in range")
}
