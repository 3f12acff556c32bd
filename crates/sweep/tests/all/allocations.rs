//! After its first runs a sweep allocates nothing for a run: memory is that of a part, however many runs there are.

use carom_scene::Document;
use carom_sweep::{Shard, Spec, Sweep};

#[test]
fn a_run_allocates_nothing_after_the_first() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes/pinball.ron");
    let vary = ["ball.speed=uniform(1,3)", "ball.angle=uniform(80,100)"];
    let spec = Spec {
        runs: 300,
        seconds: Some(1.0),
        part_rows: 50,
        vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
        until: vec!["goal drain".parse().unwrap()],
        ..Spec::default()
    };
    let sweep = Sweep::new(Document::load(path).unwrap().scene, spec).unwrap();
    let mut runner = sweep.runner(Shard::WHOLE, 1);
    let counts: Vec<u64> = (0..6)
        .map(|_| allocation_counter::measure(|| assert!(runner.next().unwrap().is_ok())).count_total)
        .collect();
    // The table of a part itself grows a few times for each of its columns.
    assert!(counts[5] < 150, "allocations of parts of 50 runs: {counts:?}");
}
