//! One-sided shapes: from behind a ball crosses whole and unhindered, from in front nothing passes.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Chain, Material, Shape, Side};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(300, 10_000, 100_000);
    ["segment", "rail", "arc", "chain"].into_iter().flat_map(|sort| passes(sort, trials)).collect()
}

/// Solid for balls from above; within 3 units of the middle no part of it lies higher than 0, and none lower than
/// [`lowest`].
fn gate(sort: &str) -> Shape {
    let line = || scene::segment(vec2(-6.0, 0.0), vec2(6.0, 0.0));
    match sort {
        "segment" => line().side(Side::Left),
        "rail" => line().radius(0.1).side(Side::Left),
        "arc" => scene::arc(vec2(0.0, -8.0), 8.0, 0.5, 2.1).side(Side::Right),
        _ => {
            let points: Vec<Vec2> = (-60_i16..=60)
                .map(|n| vec2(0.1 * f32::from(n), if n % 2 == 0 { 0.0 } else { -0.02 }))
                .collect();
            scene::chain(&Chain::polyline(&points)).side(Side::Left)
        }
    }
}

/// Where the gate is at `x`.
fn lowest(sort: &str, x: f64) -> f64 {
    if sort == "arc" { libm::sqrt((64.0 - x * x).max(0.0)) - 8.0 } else { -0.02 }
}

fn passes(sort: &str, trials: u64) -> [Case; 3] {
    let (mut behind, mut front) = (Watch::default(), Watch::default());
    let (mut caught, mut pushed, mut through) = (0, 0, 0);
    for trial in 0..trials {
        let mut dice = Dice::new(sort, trial);
        let (speed, radius) = (dice.log_uniform(0.3, 10_000.0), dice.uniform(0.02, 0.6));
        let lean = core::f64::consts::FRAC_PI_2 + dice.uniform(-0.6, 0.6);
        let heading = direction(lean);
        let start = DVec2::new(dice.uniform(-0.6, 0.6), -1.5 - dice.uniform(0.0, 1.0));
        let make = |at: DVec2, u: DVec2| {
            let mut world = scene::weightless();
            scene::fixed(&mut world, Material::elastic(), [gate(sort)]);
            let ball = Ball::new(at.as_vec2(), radius as f32).velocity(u.as_vec2());
            let ball = scene::ball(&mut world, ball.material(Material::elastic()));
            (world, ball)
        };
        let (mut world, ball) = make(start, heading * speed);
        let (u, from) = (scene::velocity(&world, ball), scene::place(&world, ball));
        // Until it is clear on the other side.
        let steps = libm::ceil(4.0 / (heading.y * speed * f64::from(DT))) as usize;
        for _ in 0..steps {
            behind.step(&mut world);
        }
        let exact = from + u * (steps as f64 * f64::from(DT));
        let off = (scene::place(&world, ball) - exact).length();
        caught += u64::from(!(off <= 1e-4 * (1.0 + exact.length())));
        pushed += u64::from(scene::velocity(&world, ball) != u);
        // The same from in front.
        let (mut world, ball) = make(DVec2::new(start.x, -start.y), heading * -speed);
        let mut down = false;
        for _ in 0..steps {
            front.step(&mut world);
            let at = scene::place(&world, ball);
            // Past its ends it may fly round it.
            down |= at.x.abs() < 5.0 && at.y < lowest(sort, at.x);
        }
        through += u64::from(down);
    }
    [
        Case::new(format!("{sort}, from behind: caught"), trials, &behind, Figure::count(0, caught)),
        Case::new(format!("{sort}, from behind: pushed"), trials, &behind, Figure::count(0, pushed)),
        Case::new(format!("{sort}, from in front: through"), trials, &front, Figure::count(0, through)),
    ]
}
