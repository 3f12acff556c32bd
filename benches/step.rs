//! One step of 1/60 s of whole scenes, by scene and number of balls; throughput is balls per second. For
//! `movers` it is the number of turning blades among a hundred balls.
//!
//! `cargo bench -p carom-benches --bench step`, with `CAROM_BENCH_FULL=1` for 10 000 and 100 000 balls.
//! Worlds are warmed once (see `warm`). They are then stepped on for 32 steps, in which they change little,
//! and taken again from the warm state; copying is not measured, nor is the first step of a copy, which
//! finds its buffers empty. The pinball game has a player and cannot be copied: it plays on.

use std::cell::LazyCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use carom::{Error, World};
use carom_benches::{counts, warm};
use criterion::{Bencher, BenchmarkId, Criterion, Throughput};

/// Steps from one warm state.
const WINDOW: u64 = 32;

type Build = fn(usize) -> Result<World, Error>;

fn main() {
    let mut c = Criterion::default().configure_from_args().sample_size(20);
    let wide = counts(&[100, 1000], &[10_000, 100_000]);
    worlds(&mut c, "pile_settled", &wide, warm::pile_settled);
    worlds(&mut c, "pile_falling", &wide, warm::pile_falling);
    worlds(&mut c, "gas", &wide, warm::gas);
    worlds(&mut c, "large_static", &counts(&[100, 1000], &[10_000]), warm::large_static);
    worlds(&mut c, "galton", &counts(&[100], &[1000]), warm::galton);
    worlds(&mut c, "movers", &[10, 100, 1000], warm::movers);
    pinball(&mut c, &[1, 4, 16]);
    c.final_summary();
}

fn worlds(c: &mut Criterion, name: &str, sizes: &[usize], build: Build) {
    let mut group = c.benchmark_group("step");
    for &n in sizes {
        // Warmed only if it is measured, and once for all samples.
        let world = LazyCell::new(|| build(n).expect("the scene holds that many balls"));
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new(name, n), |b| steps(b, &world));
    }
    group.finish();
}

fn steps(b: &mut Bencher<'_>, warm: &World) {
    b.iter_custom(|steps| {
        let mut total = Duration::ZERO;
        let mut left = steps;
        while left > 0 {
            let mut world = warm.clone();
            world.step(warm::DT);
            let start = Instant::now();
            for _ in 0..left.min(WINDOW) {
                black_box(world.step(warm::DT));
            }
            total += start.elapsed();
            left = left.saturating_sub(WINDOW);
        }
        total
    });
}

fn pinball(c: &mut Criterion, sizes: &[usize]) {
    let mut group = c.benchmark_group("step");
    for &n in sizes {
        let mut game = None;
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new("pinball", n), |b| {
            let game = game.get_or_insert_with(|| warm::pinball(n).expect("the table holds that many balls"));
            b.iter_custom(|steps| {
                let mut total = Duration::ZERO;
                for _ in 0..steps {
                    game.before(warm::DT).expect("the player knows the table");
                    let start = Instant::now();
                    black_box(game.world.step(warm::DT));
                    total += start.elapsed();
                    game.after(warm::DT).expect("the player knows the table");
                }
                total
            });
        });
    }
    group.finish();
}
