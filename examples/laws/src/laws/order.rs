//! The same scene in another order, mirrored or elsewhere comes to the same.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

/// Grid on which everything starts: coordinates stay exact in single precision, also a thousand units away.
const GRID: f64 = 1024.0;
const RADIUS: f64 = 0.125;

/// How a scene is described.
#[derive(Clone, Copy)]
struct Telling {
    shuffled: bool,
    mirrored: bool,
    shift: DVec2,
}

const PLAIN: Telling = Telling { shuffled: false, mirrored: false, shift: DVec2::ZERO };

impl Telling {
    fn place(self, p: DVec2) -> Vec2 {
        (DVec2::new(if self.mirrored { -p.x } else { p.x }, p.y) + self.shift).as_vec2()
    }

    fn velocity(self, v: DVec2) -> Vec2 {
        DVec2::new(if self.mirrored { -v.x } else { v.x }, v.y).as_vec2()
    }

    fn back(self, p: Vec2) -> DVec2 {
        let p = p.as_dvec2() - self.shift;
        DVec2::new(if self.mirrored { -p.x } else { p.x }, p.y)
    }
}

/// Balls as (place, velocity), put into a world; the outcome in the original order and frame.
fn tell(
    balls: &[(DVec2, DVec2)],
    mut world: World,
    room: Option<f64>,
    stuff: Material,
    telling: Telling,
    steps: usize,
    watch: &mut Watch,
) -> Vec<(DVec2, DVec2)> {
    if let Some(side) = room {
        let corners = [DVec2::ZERO, DVec2::new(side, side)].map(|p| telling.place(p));
        scene::fixed(
            &mut world,
            stuff,
            [scene::room(corners[0].min(corners[1]), corners[0].max(corners[1]))],
        );
    }
    let mut order: Vec<usize> = (0..balls.len()).collect();
    if telling.shuffled {
        Dice::new("order", 1).shuffle(&mut order);
    }
    let mut ids = vec![None; balls.len()];
    for i in order {
        let (x, v) = balls[i];
        let ball = Ball::new(telling.place(x), RADIUS as f32).velocity(telling.velocity(v)).mass(1.0);
        ids[i] = Some(scene::ball(&mut world, ball.material(stuff)));
    }
    watch.steps(&mut world, steps);
    let outcome = |id: carom::BodyId| {
        let ball = scene::now(&world, id);
        let v = ball.velocity.as_dvec2();
        (telling.back(ball.position), DVec2::new(if telling.mirrored { -v.x } else { v.x }, v.y))
    };
    ids.into_iter().flatten().map(outcome).collect()
}

fn tellings() -> [(&'static str, Telling); 3] {
    [
        ("another order", Telling { shuffled: true, ..PLAIN }),
        ("mirrored", Telling { mirrored: true, ..PLAIN }),
        ("shifted by (1000, -1000)", Telling { shift: DVec2::new(1000.0, -1000.0), ..PLAIN }),
    ]
}

pub(super) fn run(_: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, telling) in tellings() {
        cases.push(gas(name, telling));
        cases.push(rack(name, telling));
        cases.extend(pile(name, telling));
    }
    cases
}

fn rounded(p: DVec2) -> DVec2 {
    (p * GRID).round() / GRID
}

/// A gas for as long as rounding stays small: some four collisions a ball.
fn gas(name: &str, telling: Telling) -> Case {
    let mut dice = Dice::new("order gas", 0);
    let mut place = |i: usize| {
        let cell = DVec2::new((i % 8) as f64, (i / 8) as f64) * 0.5 + 0.25;
        (rounded(cell + dice.direction() * 0.1), rounded(dice.direction() * 2.0))
    };
    let balls: Vec<_> = (0..64).map(&mut place).collect();
    let mut watch = Watch::default();
    let mut run =
        |telling| tell(&balls, scene::weightless(), Some(4.0), Material::elastic(), telling, 60, &mut watch);
    let (plain, other) = (run(PLAIN), run(telling));
    let apart = plain.iter().zip(&other).map(|(a, b)| a.0.distance(b.0).max(a.1.distance(b.1) / 2.0));
    // Single precision at a thousand units is 3e-5.
    Case::new(
        format!("gas of 64, 1 s, {name}: apart"),
        64,
        &watch,
        Figure::error(apart.fold(0.0, f64::max), 1e-4),
    )
}

/// The break of a touching rack, off centre.
fn rack(name: &str, telling: Telling) -> Case {
    let mut balls = vec![(DVec2::new(0.0625, -1.0), DVec2::new(0.0, 5.0))];
    for row in 0..5 {
        for k in 0..=row {
            // Rows rounded apart, so that no pair overlaps.
            let y = (3.0_f64.sqrt() * RADIUS * GRID).ceil() / GRID * f64::from(row);
            balls.push((DVec2::new(RADIUS * f64::from(2 * k - row), y), DVec2::ZERO));
        }
    }
    let mut watch = Watch::default();
    let mut run =
        |telling| tell(&balls, scene::weightless(), None, Material::elastic(), telling, 60, &mut watch);
    let (plain, other) = (run(PLAIN), run(telling));
    let apart = plain.iter().zip(&other).map(|(a, b)| a.1.distance(b.1) / 5.0);
    Case::new(
        format!("break, {name}: velocities / v"),
        16,
        &watch,
        Figure::error(apart.fold(0.0, f64::max), 1e-3),
    )
}

/// Piles at rest: not the same ball by ball, but the same piles on the average.
fn pile(name: &str, telling: Telling) -> [Case; 2] {
    const PILES: u64 = 6;
    let side = 5.0;
    let stuff = Material::new(0.1, 0.3);
    let mut watch = Watch::default();
    let (mut heights, mut fastest): ([f64; 2], f64) = ([0.0; 2], 0.0);
    for seed in 0..PILES {
        let mut dice = Dice::new("order pile", seed);
        let balls: Vec<_> = (0..200)
            .map(|i| {
                let cell = DVec2::new(f64::from(i % 15), f64::from(i / 15)) * 0.3125 + 0.25;
                (rounded(cell + dice.direction() * 0.02), DVec2::ZERO)
            })
            .collect();
        let mut run = |telling| tell(&balls, scene::heavy(), Some(side), stuff, telling, 600, &mut watch);
        let (plain, other) = (run(PLAIN), run(telling));
        let height = |pile: &[(DVec2, DVec2)]| pile.iter().map(|ball| ball.0.y).sum::<f64>() / 200.0;
        let rms = (other.iter().map(|ball| ball.1.length_squared()).sum::<f64>() / 200.0).sqrt();
        heights = [heights[0] + height(&plain), heights[1] + height(&other)];
        fastest = fastest.max(rms);
    }
    let [plain, other] = heights.map(|sum| sum / PILES as f64);
    [
        Case::new(
            format!("piles of 200, {name}: mean height"),
            200 * PILES,
            &watch,
            Figure::relative(plain, other, 0.02),
        ),
        Case::new(
            format!("piles of 200, {name}: rms speed at rest"),
            200 * PILES,
            &watch,
            Figure::error(fastest, 1e-3),
        ),
    ]
}
