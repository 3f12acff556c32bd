//! A gas of dull discs cools as Haff says (P. K. Haff, J. Fluid Mech. 134, 401, 1983): E = E0 / (1 + t/T)², as long as it
//! stays even. Duller discs part from it sooner, as clusters form and speeds are no longer Maxwell's: at e = 0.9 by 3 % at a quarter
//! of the energy.
//!
//! In each collision of two discs of a Maxwellian gas (1 - e²) kT is lost on average, and in two dimensions N kT is the
//! energy. So n collisions leave E0 exp(-(1 - e²) n / N), without any constant. The time T follows from the rate of
//! collisions of hard discs, N sqrt(pi) d n g sqrt(kT / m) with the density n and Enskog's factor g = (1 - 7/16 x) / (1 - x)²
//! at the packing x (Henderson, Mol. Phys. 30, 971, 1975): T = 2 / ((1 - e²) rate). Walls are elastic, and take nothing.

use core::f64::consts::PI;

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.5;
const PACKING: f64 = 0.1;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    effort
        .pick(&[0.95][..], &[0.98, 0.95], &[0.99, 0.98, 0.95])
        .iter()
        .flat_map(|&e| cool(e, effort))
        .collect()
}

fn cool(e: f64, effort: Effort) -> [Case; 2] {
    let count: usize = effort.pick(400, 2500, 10_000);
    let side = libm::sqrt(PI * RADIUS * RADIUS * count as f64 / PACKING);
    let mut dice = Dice::new("cooling", (100.0 * e) as u64);
    let mut world = scene::weightless();
    let restitution = e as f32;
    let stuff = Material::new(restitution, 0.0);
    // Materials combine by the geometric mean: walls are so lively that a bounce off them is elastic.
    scene::fixed(
        &mut world,
        Material { pair_id: 1, ..Material::elastic() },
        [scene::room(Vec2::ZERO, Vec2::splat(side as f32))],
    );
    world.set_material_pair(1, 2, Some(Material::new(1.0, 0.0))).expect("sound materials");
    let columns = libm::ceil(libm::sqrt(count as f64)) as usize;
    for i in 0..count {
        let cell = DVec2::new((i % columns) as f64, (i / columns) as f64) + 0.5;
        let velocity = DVec2::new(dice.normal(), dice.normal()) * 5.0;
        let ball =
            Ball::new((cell * (side / columns as f64)).as_vec2(), RADIUS as f32).velocity(velocity.as_vec2());
        scene::ball(&mut world, ball.mass(1.0).material(Material { pair_id: 2, ..stuff }));
    }
    let mut watch = Watch::default();
    let loss = 1.0 - f64::from(restitution) * f64::from(restitution);
    // The lattice is forgotten after a few collisions a disc.
    let collisions = |world: &carom::World| {
        world.events().impacts().iter().filter(|impact| impact.shape_a.is_none()).count()
    };
    let mut n = 0;
    while n < 2 * count {
        watch.step(&mut world);
        n += collisions(&world);
    }
    let before = scene::kinetic(&world);
    let x = PI * RADIUS * RADIUS * count as f64 / (side * side);
    let g = (1.0 - 7.0 / 16.0 * x) / ((1.0 - x) * (1.0 - x));
    let density = count as f64 / (side * side);
    let rate = libm::sqrt(PI) * 2.0 * RADIUS * density * g * libm::sqrt(before / count as f64);
    let relaxation = 2.0 / (loss * rate);
    // To a quarter of the energy: for longer, clusters form.
    let steps = libm::ceil(relaxation / f64::from(DT)) as usize;
    let mut n = 0;
    for _ in 0..steps {
        watch.step(&mut world);
        n += collisions(&world);
    }
    let after = scene::kinetic(&world);
    let time = 1.0 + steps as f64 * f64::from(DT) / relaxation;
    let bar = effort.pick(0.05, 0.02, 0.02);
    [
        Case::new(
            format!("{count} discs, e {e}: energy by collisions"),
            n as u64,
            &watch,
            Figure::relative(libm::exp(-loss * n as f64 / count as f64), after / before, bar),
        ),
        Case::new(
            format!("{count} discs, e {e}: energy by time (Haff)"),
            n as u64,
            &watch,
            Figure::relative(1.0 / (time * time), after / before, bar),
        ),
    ]
}
