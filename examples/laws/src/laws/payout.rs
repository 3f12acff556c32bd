//! A pachinko table pays as much at every rate.
//!
//! Nothing exact is known of the share of balls that come into the pockets; but it is a property of the table, and the
//! length of a step is none. Balls fall past the pins each on its own way, so the count has the standard deviation of a
//! binomial. Rates are held against the finest: their difference has the sum of both variances.

use carom_scene::Scene;

use crate::law::{Case, Effort, Figure};
use crate::watch::Watch;

const TABLE: &str = include_str!("../../../scenes/pachinko.ron");
/// Steps a second, the finest first.
const RATES: [f64; 5] = [480.0, 240.0, 120.0, 60.0, 30.0];
/// Balls that the table shoots in a game.
const BALLS: u64 = 100;
/// Differences that are allowed, in standard errors.
const BAR: f64 = 3.0;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let games = effort.pick(100, 100, 1000);
    let rates = effort.pick(&RATES[2..], &RATES, &RATES);
    let mut finest = None;
    let case = |&rate: &f64| {
        let mut watch = Watch::lenient();
        let paid: u64 = (0..games).map(|seed| pockets(rate, seed, &mut watch)).sum();
        let finest = *finest.get_or_insert(paid);
        let balls = games * BALLS;
        let variance = |paid: u64| paid as f64 * (1.0 - paid as f64 / balls as f64);
        let error = paid.abs_diff(finest) as f64 / libm::sqrt(variance(paid) + variance(finest)).max(1.0);
        let name = format!("{rate} Hz: {paid} balls in pockets; standard errors off");
        Case::new(name, balls, &watch, Figure::error(error, BAR))
    };
    rates.iter().map(case).collect()
}

/// Balls that come into pockets in one game, which lasts until all have fallen.
fn pockets(rate: f64, seed: u64, watch: &mut Watch) -> u64 {
    let mut scene = Scene::from_ron(TABLE).expect("the table is sound");
    (scene.run.rate, scene.run.seed) = (rate, seed);
    let mut stage = scene.stage().expect("the table is sound");
    // All are shot after 25 s, and fall within a few more.
    while stage.time() < 35.0 {
        stage.before();
        watch.step_of(&mut stage.world, (1.0 / rate) as f32);
        stage.after();
    }
    assert_eq!(stage.escaped(), 0, "a ball came through a wall at {rate} Hz, seed {seed}");
    stage.goals().filter(|(name, _)| name.ends_with(".in")).map(|(_, count)| count).sum()
}
