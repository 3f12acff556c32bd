//! Taking and restoring snapshots: a ring of ten thousand balls, free and piled up.

use carom::{SnapshotRing, World};
use carom_benches::warm;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn bench(c: &mut Criterion) {
    let worlds = [("gas_10000", warm::gas(10_000)), ("pile_1000", warm::pile_settled(1000))];
    let mut group = c.benchmark_group("snapshot");
    for (name, world) in worlds {
        let Ok(world) = world else { continue };
        let bytes = world.snapshot().len();
        let mut ring = SnapshotRing::new(8);
        for frame in 0..16 {
            ring.record(frame, &world);
        }
        group.throughput(criterion::Throughput::Bytes(bytes as u64));
        let mut frame = 16;
        group.bench_function(format!("take/{name}"), |b| {
            b.iter(|| {
                frame += 1;
                ring.record(frame, black_box(&world));
            });
        });
        let mut target: World = world.clone();
        group.bench_function(format!("restore/{name}"), |b| {
            b.iter(|| ring.restore(black_box(frame), &mut target));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
