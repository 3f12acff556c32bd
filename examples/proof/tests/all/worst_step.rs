//! No step costs many times what its scene's steps cost: a game has to show a frame after each. Work is counted, which no
//! machine changes; `worst_step` measures the time.

use proof::course::{Runner, count, name};
use proof::crowd::Crowd;

/// Work of about a millisecond.
const MILLISECOND: u32 = 2500;

/// The median and the largest of these.
fn ranks(mut work: Vec<u32>) -> [u32; 2] {
    work.sort_unstable();
    [work[work.len() / 2], work[work.len() - 1]]
}

#[test]
fn no_step_of_a_scene_takes_fifty_medians_and_a_millisecond() {
    for number in 0..count() {
        let mut runner = Runner::new(number).expect("a sound scene").expect("there are so many");
        let mut work = Vec::new();
        for step in 1..=120 {
            runner.run_to(step).expect("a sound script");
            work.push(runner.world().profile().work);
        }
        let [median, most] = ranks(work);
        let name = name(number).unwrap_or_default();
        assert!(most <= 50 * median + MILLISECOND, "{name}: work {most} in a step, {median} in the median");
    }
}

/// A disc that goes round in a crowd pushes clusters of hits before it. Their equations cost the cube of their size, and
/// each was solved again after every blow: single steps took up to a second. Now few crowds need all the work that a step
/// may do. One crowd alone shows little, as its worst step changes with the last digit of a position.
#[test]
fn few_crowds_that_are_stirred_need_all_the_work_of_a_step() {
    for speed in [2.0, 10.0] {
        let mut spent = Vec::new();
        for seed in 0..20 {
            let mut crowd = Crowd::new(speed, seed).expect("a sound scene");
            let mut work = Vec::new();
            for _ in 0..200 {
                crowd.step().expect("a sound scene");
                work.push(crowd.world.profile().work);
            }
            let [median, most] = ranks(work);
            assert!(median < MILLISECOND, "{speed}/s, seed {seed}: work {median} in the median");
            if most >= crowd.world.config().max_work {
                spent.push(seed);
            }
        }
        assert!(spent.len() <= 2, "{speed}/s: of 20 crowds those of the seeds {spent:?} need all the work");
    }
}
