//! An elastic ball that falls through an endless board of pegs, without loss.
//!
//! It does not fall ever faster: pegs turn it about, and it climbs again. Its speed grows as the cube root of time, its
//! depth as the square of that (Chernov and Dolgopyat, "The Galton board: limit theorems and recurrence", J. AMS 22, 821,
//! 2009). Pegs stand in triangles so close that no way leads past all of them.
//!
//! The board is a patch of pegs, and after each step the ball is put back by whole rows. So it falls for ever, and every
//! peg is where the endless board has one. The depth is counted, and must agree with the energy.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, Shape};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::sample::Sample;
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Of peg and ball together, in units of the distance of pegs. A way past all is left below sqrt(3) / 4.
const REACH: f64 = 0.45;
const BALL: f64 = 0.125;
/// Rows of the patch, either way from its middle.
const ROWS: i32 = 14;
const GRAVITY: f64 = 1.0;
/// Length of a step, seconds.
const STEP: f32 = 1.0 / 60.0;
/// Between the two times at which speeds are compared.
const RATIO: f64 = 8.0;

/// Two rows: after them the pattern is the same.
fn period() -> DVec2 {
    DVec2::new(1.0, libm::sqrt(3.0))
}

fn peg(row: i32, column: i32) -> DVec2 {
    let shift = if row.rem_euclid(2) == 0 { 0.0 } else { 0.5 };
    DVec2::new(f64::from(column) + shift, f64::from(row) * 0.5 * period().y)
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let (runs, steps) = (effort.pick(16, 100, 1000), effort.pick(4800, 96_000, 480_000));
    let mut watch = Watch::default();
    let (mut early, mut late, mut energy) = (Sample::default(), Sample::default(), Worst::default());
    let (mut shallow, mut deep) = (Sample::default(), Sample::default());
    for run in 0..runs {
        let fall = fall(&mut Dice::new("board", run), steps, &mut watch);
        early.add(fall.speeds[0]);
        late.add(fall.speeds[1]);
        shallow.add(fall.depths[0]);
        deep.add(fall.depths[1]);
        energy.add(fall.energy_error, || format!("run {run}"));
    }
    let seconds = f64::from(steps) * f64::from(STEP);
    let exponent = |early: &Sample, late: &Sample| {
        let error = libm::hypot(late.error() / late.mean(), early.error() / early.mean());
        Sample::known(libm::log(late.mean() / early.mean()) / libm::log(RATIO), error / libm::log(RATIO))
    };
    let case = |name: &str, due: f64, found: &Sample| {
        let name = format!("{name} from {:.0} s to {seconds:.0} s", seconds / RATIO);
        Case::new(name, runs, &watch, Figure::sampled(due, found, effort))
    };
    vec![
        case("exponent of the speed", 1.0 / 3.0, &exponent(&early, &late)),
        case("exponent of the depth", 2.0 / 3.0, &exponent(&shallow, &deep)),
        energy.case("energy", &watch, 1e-5),
    ]
}

/// Speeds and depths at two times, and the error of the energy at the end, as a share of all that was gained.
struct Fall {
    speeds: [f64; 2],
    depths: [f64; 2],
    energy_error: f64,
}

fn fall(dice: &mut Dice, steps: u32, watch: &mut Watch) -> Fall {
    let mut world = scene::world(Vec2::new(0.0, -GRAVITY as f32));
    let stuff = Material::new(1.0, 0.0);
    let disc = |at: DVec2| {
        Shape::circle(at.as_vec2(), (REACH - BALL) as f32).expect("the lab's discs have a radius")
    };
    let pegs = (-ROWS..=ROWS).flat_map(|row| (-ROWS..=ROWS).map(move |column| disc(peg(row, column))));
    scene::fixed(&mut world, stuff, pegs);
    // In the middle between three pegs.
    let start = DVec2::new(0.5, 0.5 / libm::sqrt(3.0));
    let ball = Ball::new(start.as_vec2(), BALL as f32).velocity(dice.direction().as_vec2());
    let id = scene::ball(&mut world, ball.material(stuff));
    let exact = |world: &carom::World| {
        world.precise(id).map_or((DVec2::NAN, DVec2::NAN), |e| (e.position, e.velocity))
    };
    let (from, velocity) = exact(&world);
    let before = 0.5 * velocity.length_squared();
    let mut shifted = 0.0;
    let (mut speeds, mut depths) = ([0.0; 2], [0.0; 2]);
    for step in 1..=steps {
        watch.step_of(&mut world, STEP);
        let (at, velocity) = exact(&world);
        let depth = from.y - at.y + shifted;
        let which = usize::from(f64::from(step) * RATIO > f64::from(steps) * 1.5);
        if step == steps || step == (f64::from(steps) / RATIO) as u32 {
            (speeds[which], depths[which]) = (velocity.length(), depth);
        }
        let back = (at / period()).round() * period();
        if back != DVec2::ZERO {
            let to = (at - back).as_vec2();
            world.teleport(id, to).expect("the ball is in the world");
            // The ball is put back in single precision: the depth counts its true place.
            shifted -= at.y - f64::from(to.y);
        }
    }
    let (at, velocity) = exact(&world);
    let depth = from.y - at.y + shifted;
    let after = 0.5 * velocity.length_squared();
    Fall { speeds, depths, energy_error: (after - before - GRAVITY * depth).abs() / after }
}
