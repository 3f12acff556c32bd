//! The split between impact and contact: no approach is answered twice, none is missed, no loop runs away.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Material};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.1_f32 as f64;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = landings(effort.pick(200, 10_000, 1_000_000)).to_vec();
    cases.extend([0.25_f32, 0.5, 0.9].into_iter().flat_map(ladder));
    cases.extend(groove());
    cases
}

/// Balls that reach a floor at any phase of a step, from far below the contact threshold to far above it.
fn landings(trials: u64) -> [Case; 3] {
    let (mut watch, mut twice, mut missed, mut doubled) = (Watch::default(), 0, 0, 0);
    let (dt, g) = (f64::from(DT), scene::g());
    for trial in 0..trials {
        let mut dice = Dice::new("landing", trial);
        let e = f64::from(dice.uniform(0.0, 1.0) as f32);
        let speed = dice.log_uniform(1e-3, 10.0);
        let wait = dice.uniform(0.0, 2.0) * dt;
        let sunk = speed * wait - 0.5 * g * wait * wait;
        // Shot so that it comes down at this speed after this time.
        let start = Vec2::new(0.0, (RADIUS + sunk.max(0.0)) as f32);
        let mut world = scene::heavy();
        let stuff = Material::new(e as f32, 0.0);
        scene::floor(&mut world, stuff);
        let down = if sunk > 0.0 { speed - g * wait } else { speed };
        let ball = Ball::new(start, RADIUS as f32).velocity(vec2(0.0, -down as f32)).material(stuff);
        let ball = scene::ball(&mut world, ball.mass(1.0));
        let energy = |world: &carom::World| {
            let ball = scene::now(world, ball);
            let v = f64::from(ball.velocity.y);
            0.5 * v * v + g * (f64::from(ball.position.y) - RADIUS)
        };
        let approach = (2.0 * energy(&world).max(0.0)).sqrt();
        let (mut last, mut again, mut lowest) = (None::<f64>, false, f64::INFINITY);
        for _ in 0..4 {
            watch.step(&mut world);
            lowest = lowest.min(scene::place(&world, ball).y);
            for impact in world.events().impacts() {
                let speed = f64::from(impact.approach_speed);
                // The greatest speed of a rebound, and gravity's speed in a step: a slow landing does not shorten a
                // flight's last step.
                again |= last.is_some_and(|before| speed > e * before * 1.001 + g * dt);
                last = Some(speed);
            }
        }
        // Never more than the restitution allows; a contact may hold it up by its rest depth.
        let allowed = 0.5 * e * e * approach * approach;
        twice += u64::from(energy(&world) > allowed * 1.001 + g * RADIUS * 1e-3);
        // Slow landings belong to the soft contact; nothing gets past its guard, a tenth of the radius deep.
        missed += u64::from(!(lowest > 0.9 * RADIUS - 1e-6));
        doubled += u64::from(again);
    }
    [
        Case::new("landings at 0.001 to 10: answered twice", trials, &watch, Figure::count(0, twice)),
        Case::new("landings at 0.001 to 10: missed", trials, &watch, Figure::count(0, missed)),
        Case::new("landings at 0.001 to 10: reported twice", trials, &watch, Figure::count(0, doubled)),
    ]
}

/// A ball bounces until it rests: every impact comes at e times the speed of the one before, and then no more.
fn ladder(restitution: f32) -> [Case; 3] {
    let e = f64::from(restitution);
    let mut world = scene::heavy();
    let stuff = Material::new(restitution, 0.0);
    scene::floor(&mut world, stuff);
    let ball = scene::ball(&mut world, Ball::new(vec2(0.0, 1.1), RADIUS as f32).material(stuff));
    let (mut watch, mut last, mut error, mut count) = (Watch::default(), None::<f64>, 0.0_f64, 0);
    let mut bounces_per_step = 0;
    for _ in 0..1200 {
        watch.step(&mut world);
        bounces_per_step = bounces_per_step.max(world.events().impacts().len());
        for impact in world.events().impacts() {
            let speed = f64::from(impact.approach_speed);
            // Near the contact threshold of 0.1 to 0.2 units/s the two regimes meet.
            if let Some(before) = last.filter(|_| speed > 0.3) {
                error = error.max((speed / (e * before) - 1.0).abs());
            }
            last = Some(speed);
            count += 1;
        }
    }
    let speed = scene::velocity(&world, ball).length();
    [
        Case::new(
            format!("bounces at e = {restitution}: each at e times the last"),
            count,
            &watch,
            Figure::error(error, 1e-3),
        ),
        Case::new(
            format!("bounces at e = {restitution}: speed at the end"),
            1,
            &watch,
            Figure::error(speed, 1e-3),
        ),
        Case::new(
            format!("bounces at e = {restitution}: most in one step"),
            count,
            &watch,
            Figure::at_most(3.0, bounces_per_step as f64),
        ),
    ]
}

/// Balls that rattle into a narrow groove: bounces without end in no time, unless someone ends them.
fn groove() -> [Case; 3] {
    let mut world = scene::heavy();
    let stuff = Material::new(0.5, 0.3);
    let slope = [vec2(-3.0, 4.0), vec2(0.0, 0.0), vec2(3.0, 4.0)];
    scene::fixed(&mut world, stuff, slope.windows(2).map(|w| scene::segment(w[0], w[1])));
    let mut dice = Dice::new("groove", 0);
    for i in 0..20 {
        let place = DVec2::new(dice.uniform(-0.3, 0.3), 1.0 + 0.25 * f64::from(i));
        scene::ball(&mut world, Ball::new(place.as_vec2(), RADIUS as f32).material(stuff));
    }
    let mut watch = Watch::default();
    watch.steps(&mut world, 900);
    let speed = scene::top_speed(&world);
    let per_ball = watch.most_impacts() as f64 / 20.0;
    [
        Case::new(
            "20 balls into a groove: most impacts a ball and step",
            1,
            &watch,
            Figure::at_most(20.0, per_ball),
        ),
        Case::new("20 balls into a groove: top speed at rest", 1, &watch, Figure::error(speed, 1e-3)),
        Case::new("20 balls into a groove: dropped", 1, &watch, Figure::count(0, watch.dropped())),
    ]
}
