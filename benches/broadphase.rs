//! Grids: sorting balls, finding pairs and asking for neighbors, by number and by density.
//!
//! `cargo bench -p carom-benches --bench broadphase`, with `CAROM_BENCH_FULL=1` for 10 000 and 100 000 balls.
//! The density is the share of the area that the balls cover, in percent; 90 is a pile. Balls move by up to
//! a tenth of a radius from step to step. Throughput is balls or strokes per second, and of single queries
//! queries per second.

use std::cell::Cell;
use std::hint::black_box;

use carom::broadphase::{BallGrid, CurveGrid, Disc, Stroke};
use carom::prelude::{Vec2, vec2};
use carom_benches::{INPUTS, chance, counts};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use rand::RngExt;
use rand_pcg::Pcg64;

/// Radius of most balls.
const RADIUS: f32 = 0.5;
/// Shares of the area, percent.
const DENSITIES: [u32; 3] = [10, 50, 90];

fn main() {
    let mut c = Criterion::default().configure_from_args().sample_size(50);
    let sizes = counts(&[100, 1000], &[10_000, 100_000]);
    balls(&mut c, &sizes);
    mixed(&mut c, &sizes);
    curves(&mut c, &sizes);
    c.final_summary();
}

fn balls(c: &mut Criterion, sizes: &[usize]) {
    let mut group = c.benchmark_group("balls");
    for &n in sizes {
        group.throughput(Throughput::Elements(n as u64));
        for density in DENSITIES {
            let frames = Frames::new(n, density, |_| RADIUS);
            let parameter = format!("{n}/{density}%");
            let mut grid = frames.grid();
            group.bench_function(BenchmarkId::new("rebuild", &parameter), |b| {
                b.iter(|| grid.rebuild(black_box(frames.next())));
            });
            group.bench_function(BenchmarkId::new("for_each_pair", &parameter), |b| {
                b.iter(|| count_pairs(&grid));
            });
            let mut pairs = Vec::new();
            group.bench_function(BenchmarkId::new("pairs_sorted", &parameter), |b| {
                b.iter(|| {
                    grid.pairs(&mut pairs);
                    black_box(pairs.len())
                });
            });
        }
    }
    group.throughput(Throughput::Elements(1));
    for &n in sizes {
        let frames = Frames::new(n, 50, |_| RADIUS);
        let grid = frames.grid();
        let probes = probes(frames.size);
        let mut probe = probes.iter().cycle();
        group.bench_function(BenchmarkId::new("overlapping", n), |b| {
            b.iter(|| {
                let mut found = 0_u32;
                let (disc, _) = probe.next().unwrap_or(&probes[0]);
                grid.overlapping(black_box(*disc), |_| found += 1);
                found
            });
        });
        group.bench_function(BenchmarkId::new("cast", n), |b| {
            b.iter(|| {
                let mut found = 0_u32;
                let (disc, motion) = black_box(probe.next().unwrap_or(&probes[0]));
                grid.cast(disc.center, *motion, disc.radius, |_, most| {
                    found += 1;
                    most
                });
                found
            });
        });
    }
    group.finish();
}

/// Radii from 1 to 100, most of them small: the cost must not be quadratic.
fn mixed(c: &mut Criterion, sizes: &[usize]) {
    let mut group = c.benchmark_group("balls_mixed_1_to_100");
    for &n in sizes {
        group.throughput(Throughput::Elements(n as u64));
        // Equal areas in every class of size.
        let frames = Frames::new(n, 50, |chance| RADIUS * 0.1 / chance.random_range(0.01_f32..1.0));
        let mut grid = frames.grid();
        group.bench_function(BenchmarkId::new("rebuild", n), |b| {
            b.iter(|| grid.rebuild(black_box(frames.next())));
        });
        group.bench_function(BenchmarkId::new("for_each_pair", n), |b| b.iter(|| count_pairs(&grid)));
    }
    group.finish();
}

fn curves(c: &mut Criterion, sizes: &[usize]) {
    let mut group = c.benchmark_group("curves");
    for &n in sizes {
        // As many strokes of length 2 as there are areas of 4 by 4.
        let size = 4.0 * (n as f32).sqrt();
        let chance = &mut chance(2);
        let strokes: Vec<Stroke> = (0..n).map(|_| stroke(size, chance)).collect();
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new("build", n), |b| {
            b.iter_batched(CurveGrid::new, |grid| fill(grid, &strokes), BatchSize::LargeInput);
        });
        group.throughput(Throughput::Elements(1));
        let mut grid = fill(CurveGrid::new(), &strokes);
        let probes = probes(size);
        let mut probe = probes.iter().cycle();
        let mut found = Vec::new();
        group.bench_function(BenchmarkId::new("overlapping", n), |b| {
            b.iter(|| {
                let (disc, _) = probe.next().unwrap_or(&probes[0]);
                found.clear();
                grid.overlapping(black_box(*disc), &mut found);
                found.len()
            });
        });
        group.bench_function(BenchmarkId::new("cast", n), |b| {
            b.iter(|| {
                let mut found = 0_u32;
                let (disc, motion) = black_box(probe.next().unwrap_or(&probes[0]));
                grid.cast(disc.center, *motion, disc.radius, |_, most| {
                    found += 1;
                    most
                });
                found
            });
        });
        let mut moves = strokes.iter().cycle();
        group.bench_function(BenchmarkId::new("replace", n), |b| {
            b.iter(|| grid.insert(7, &[*black_box(moves.next().unwrap_or(&strokes[0]))]));
        });
    }
    group.finish();
}

fn count_pairs(grid: &BallGrid) -> u64 {
    let mut pairs = 0;
    black_box(grid).for_each_pair(|_, _| pairs += 1);
    pairs
}

fn fill(mut grid: CurveGrid, strokes: &[Stroke]) -> CurveGrid {
    for (id, stroke) in (0..).zip(strokes) {
        grid.insert(id, &[*stroke]);
    }
    grid
}

fn stroke(size: f32, chance: &mut Pcg64) -> Stroke {
    let a = place(size, chance);
    Stroke::new(a, a + vec2(chance.random_range(-2.0..2.0), chance.random_range(-2.0..2.0)), 0.05)
}

/// Discs of a ball's size that move by up to ten of its radii.
fn probes(size: f32) -> Vec<(Disc, Vec2)> {
    let chance = &mut chance(3);
    let motion = |chance: &mut Pcg64| vec2(chance.random_range(-5.0..5.0), chance.random_range(-5.0..5.0));
    (0..INPUTS).map(|_| (Disc::new(place(size, chance), RADIUS), motion(chance))).collect()
}

fn place(size: f32, chance: &mut Pcg64) -> Vec2 {
    vec2(chance.random_range(0.0..size), chance.random_range(0.0..size))
}

/// A few successive steps of moving balls, shown over and over.
struct Frames {
    size: f32,
    frames: Vec<Vec<Disc>>,
    shown: Cell<usize>,
}

impl Frames {
    fn new(n: usize, density: u32, radius: impl Fn(&mut Pcg64) -> f32) -> Self {
        let chance = &mut chance(1);
        let radii: Vec<f32> = (0..n).map(|_| radius(chance)).collect();
        let area: f32 = radii.iter().map(|r| std::f32::consts::PI * r * r).sum();
        let size = (100.0 * area / density as f32).sqrt();
        let first = radii.iter().map(|&r| Disc::new(place(size, chance), r)).collect();
        let mut frames: Vec<Vec<Disc>> = vec![first];
        for k in 0..7 {
            let moved = frames[k].iter().map(|disc| {
                let most = 0.1 * disc.radius;
                let motion = vec2(chance.random_range(-most..most), chance.random_range(-most..most));
                Disc::new(disc.center + motion, disc.radius)
            });
            let moved = moved.collect();
            frames.push(moved);
        }
        Self { size, frames, shown: Cell::new(0) }
    }

    fn next(&self) -> &[Disc] {
        let shown = (self.shown.get() + 1) % self.frames.len();
        self.shown.set(shown);
        &self.frames[shown]
    }

    fn grid(&self) -> BallGrid {
        let mut grid = BallGrid::new();
        grid.rebuild(&self.frames[0]);
        grid
    }
}
