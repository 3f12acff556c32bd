//! A batch has the bits of its worlds stepped one by one.

use std::sync::Arc;

use carom_batch::{Batch, Run};
use carom_scene::{Stage, load};

fn table() -> Stage {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes/pinball.ron");
    load(path).and_then(|scene| scene.stage()).expect("the scene of the examples")
}

/// A player who trains on eight cores and replays on one must see the same game.
#[test]
fn any_number_of_threads_gives_the_bits_of_single_worlds() {
    let start = Arc::new(Run::from(table()));
    let press = |stage: &mut Stage, round: usize, n: usize| {
        for name in ["left", "right"] {
            stage.press(name, (round + n).is_multiple_of(3));
        }
    };
    let mut alone: Vec<Stage> = (0..6).map(|_| table()).collect();
    for (n, stage) in alone.iter_mut().enumerate() {
        for round in 0..50 {
            press(stage, round, n);
            (0..8).for_each(|_| stage.step());
        }
    }
    let single: Vec<u64> = alone.iter().map(|stage| stage.world.state_hash()).collect();
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut batch = Batch::new(vec![start.clone(); 6]);
        for round in 0..50 {
            for n in 0..6 {
                press(batch.run_mut(n).stage_mut().expect("a stage"), round, n);
            }
            pool.install(|| batch.step(8));
        }
        assert_eq!(batch.state_hashes().collect::<Vec<_>>(), single, "{threads} threads");
    }
}

/// An episode that ends is started again, and the others continue.
#[test]
fn a_run_that_is_reset_starts_again_and_leaves_the_others_alone() {
    let start = Arc::new(Run::from(table()));
    let mut batch = Batch::new(vec![start.clone(); 3]);
    batch.record_events(true);
    batch.step(300);
    assert!(batch.impacts().count() > 0, "the plunger strikes the ball");
    let before: Vec<u64> = batch.state_hashes().collect();
    batch.reset(&[false, true, false]);
    let after: Vec<u64> = batch.state_hashes().collect();
    assert_eq!((after[0], after[2]), (before[0], before[2]));
    assert_eq!(after[1], start.world().state_hash());
    batch.step(300);
    assert_eq!(batch.state_hashes().nth(1), Some(before[1]), "the same game again");
    assert_eq!(batch.run(1).stage().map(Stage::steps), Some(300));
}

/// Balls that come and go are seen with their ids.
#[test]
fn balls_are_seen_as_they_come_and_go() {
    let start = Arc::new(Run::from(table()));
    let mut batch = Batch::new(vec![start; 2]);
    let first = batch.balls(0)[0].id;
    let world = batch.run_mut(0).world_mut();
    world.remove_body(first).expect("it is there");
    let ball = carom::Ball::new(carom::glam::vec2(0.25, 0.9), 0.01);
    let second = world.add_ball(ball).expect("a ball");
    batch.look(0);
    assert_eq!(batch.balls(0).iter().map(|seen| seen.id).collect::<Vec<_>>(), [second]);
    batch.step(1);
    let world = batch.run(0).world();
    assert_eq!(world.precise(second), Some(batch.balls(0)[0].state));
}
