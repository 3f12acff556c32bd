//! The pressure of hard discs on a torus, against published values.
//!
//! Of N discs of diameter d in an area A without walls, P A / kT = N + W / (2 kT), where W is the sum of d times
//! impulse over the collisions of a second (Clausius 1870). The velocities of discs at constant energy E and without common
//! motion are even on a sphere of 2 (N - 1) dimensions. There kT = E / (N - 1) makes this exact for any N, as the mean
//! square of a speed at which two meet is that of one coordinate. The mean of that speed itself gives the second estimate,
//! from the number of collisions alone: n a second make P A / kT = N + n d / (2 c), where c = a sqrt(E / m) and
//! a = Γ(N - 1) / (sqrt(π) Γ(N - 1/2)) is the mean size of a coordinate on the unit sphere.
//!
//! The known values are of event-chain Monte Carlo (Li, Nishikawa, Höllmer, Carillo, Maggs and Krauth, J. Chem. Phys.
//! 157, 234111, 2022): `DigitizedData/ThisWork.csv` of github.com/jellyfysh/HistoricDisks and its N = 72.

use core::f64::consts::PI;

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Config, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::sample::Sample;
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.5;
/// Root of the mean square of speeds, length units per second: some three impacts a disc in a step.
const SPEED: f64 = 15.0;

/// A published value.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Columns and rows of the triangular lattice that fills the box.
    columns: u32,
    rows: u32,
    packing: f64,
    /// beta P d^2 and its standard error.
    pressure: f64,
    error: f64,
    /// How far off the mean of many runs may be.
    bar: f64,
}

const fn small(packing: f64, pressure: f64, error: f64) -> Known {
    Known { columns: 9, rows: 8, packing, pressure, error, bar: 3e-3 }
}

const SMALL: [Known; 3] =
    [small(0.650, 6.895_819, 4.4e-5), small(0.660, 7.369_629, 8.9e-5), small(0.668, 7.737_81, 1.4e-4)];
const LARGE: Known =
    Known { columns: 29, rows: 30, packing: 0.670, pressure: 7.986_735, error: 2.6e-5, bar: 5e-3 };

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let (runs, before, steps) = effort.pick((12, 200, 300), (64, 1000, 6000), (64, 1000, 24_000));
    let mut cases: Vec<Case> =
        SMALL.into_iter().flat_map(|known| pressure(&known, effort, runs, before, steps)).collect();
    if effort == Effort::Full {
        cases.extend(pressure(&LARGE, effort, 8, 4000, 10_000));
    }
    cases
}

/// The pressure by impulses and by the number of collisions. Runs of `steps` after `before` to melt the lattice.
fn pressure(known: &Known, effort: Effort, runs: u64, before: usize, steps: u32) -> [Case; 2] {
    let count = known.columns * known.rows;
    let name = format!("{count} discs, packing {}", known.packing);
    let (mut watch, mut by_impulses, mut by_number) =
        (Watch::default(), Sample::default(), Sample::default());
    let mut met = 0;
    for run in 0..runs {
        let (mut world, area) = discs(known, &mut Dice::new(&name, run));
        watch.steps(&mut world, before);
        let (mut virial, mut collisions) = (0.0, 0_u64);
        let energy = scene::kinetic(&world);
        for _ in 0..steps {
            watch.step(&mut world);
            for impact in world.events().impacts() {
                virial += 2.0 * RADIUS * impact.precise().normal_impulse;
                collisions += 1;
            }
        }
        let (n, time) = (f64::from(count), f64::from(steps) * f64::from(DT));
        let temperature = energy / (n - 1.0);
        let size = libm::exp(libm::lgamma(n - 1.0) - libm::lgamma(n - 0.5)) / PI.sqrt();
        let rate = collisions as f64 / time;
        let unit = 4.0 * RADIUS * RADIUS / area;
        by_impulses.add(unit * (n + virial / time / (2.0 * temperature)));
        by_number.add(unit * (n + rate * 2.0 * RADIUS / (2.0 * size * energy.sqrt())));
        met += collisions;
    }
    [("impulses", by_impulses), ("number of impacts", by_number)].map(|(by, sample)| {
        // Few runs are held to their own error, many to the bar.
        let figure = if effort == Effort::Full {
            Figure::relative(known.pressure, sample.mean(), known.bar / known.pressure)
        } else {
            Figure::compared(&Sample::known(known.pressure, known.error), &sample, effort)
        };
        let error = sample.error();
        Case::new(format!("{name}: beta P d^2 by {by} (± {error:.5})"), met, &watch, figure)
    })
}

/// Discs of mass 1 on a triangular lattice, with Maxwellian velocities and no common motion, and the area of the box.
fn discs(known: &Known, dice: &mut Dice) -> (World, f64) {
    let Known { columns, rows, packing, .. } = *known;
    let count = columns * rows;
    let height = 0.5 * 3.0_f64.sqrt();
    let unit = PI * RADIUS * RADIUS * f64::from(count) / packing;
    let spacing = (unit / (f64::from(columns) * f64::from(rows) * height)).sqrt();
    let size = DVec2::new(f64::from(columns), f64::from(rows) * height) * spacing;
    let high = size.as_vec2();
    let config = Config { periodic: Some([Vec2::ZERO, high]), ..Config::weightless() };
    let mut world = World::new(config).expect("the box has two sides");
    let mut velocities: Vec<DVec2> =
        (0..count).map(|_| DVec2::new(dice.normal(), dice.normal()) * (SPEED * 0.5_f64.sqrt())).collect();
    let mean = velocities.iter().sum::<DVec2>() / f64::from(count);
    velocities.iter_mut().for_each(|v| *v -= mean);
    for (i, v) in (0..).zip(velocities) {
        let (column, row) = (f64::from(i % columns), f64::from(i / columns));
        let shift = 0.5 * f64::from(i / columns % 2);
        let at = DVec2::new(column + shift + 0.25, (row + 0.5) * height) * spacing;
        let ball = Ball::new(at.as_vec2(), RADIUS as f32).velocity(v.as_vec2());
        scene::ball(&mut world, ball.mass(1.0).material(Material::elastic()));
    }
    (world, f64::from(high.x) * f64::from(high.y))
}
