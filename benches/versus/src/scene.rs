//! A scene as every engine reads it: balls, walls and blades, as plain numbers.

use carom::glam::{Vec2, vec2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A ball at the start.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    pub place: Vec2,
    pub velocity: Vec2,
    pub radius: f32,
}

/// A kinematic capsule that turns about its first end, back and forth.
#[derive(Clone, Copy, Debug)]
pub struct Blade {
    pub pivot: Vec2,
    pub tip: Vec2,
    pub radius: f32,
    /// Radians per second on the way up.
    pub spin: f32,
}

impl Blade {
    /// Seconds that a stroke takes, up and down again, and between strokes.
    const STROKE: f32 = 0.05;
    const PERIOD: f32 = 0.7;

    /// Spin in the step that begins at `time`.
    pub fn spin_at(&self, time: f32) -> f32 {
        match time % Self::PERIOD {
            t if t < Self::STROKE => self.spin,
            t if t < 2.0 * Self::STROKE => -self.spin,
            _ => 0.0,
        }
    }
}

/// A stretch of steps that is timed for itself.
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    pub name: &'static str,
    /// Steps before this phase begins, since the last.
    pub skip: usize,
    pub steps: usize,
}

impl Phase {
    /// The phase in which everything has come to rest.
    pub const SETTLED: &str = "settled";
}

/// The same world for every engine.
#[derive(Clone, Debug)]
pub struct Scene {
    pub name: &'static str,
    pub dt: f32,
    pub gravity: f32,
    pub restitution: f32,
    pub friction: f32,
    pub discs: Vec<Disc>,
    /// Thin static segments.
    pub walls: Vec<[Vec2; 2]>,
    /// Static discs.
    pub pegs: Vec<(Vec2, f32)>,
    pub blades: Vec<Blade>,
    /// Where balls must stay.
    pub bounds: [Vec2; 2],
    pub phases: Vec<Phase>,
    /// No body is faster, length units per second, as far as a user knows before.
    pub fastest: f32,
    /// Whether each ball meets the next one in the list: of the two one is a bullet.
    pub in_pairs: bool,
}

/// Names of all scenes, with their sizes.
pub const ALL: &[(&str, &[usize])] = &[
    ("pile", &[100, 1_000, 10_000, 100_000, 1_000_000]),
    ("gas", &[1_000, 10_000, 100_000, 1_000_000]),
    ("galton", &[500, 5_000]),
    ("large_static", &[1_000]),
    ("pinball", &[1, 4, 16, 64]),
    ("pinball_1000hz", &[1, 16]),
    ("billiards", &[16]),
    ("suika", &[300]),
];

/// Whether balls come to rest in a scene, so that sleeping makes a difference.
pub fn settles(name: &str) -> bool {
    matches!(name, "pile" | "suika")
}

/// Whether balls are so fast in a scene that users of the peers set continuous detection.
pub fn is_fast(name: &str) -> bool {
    matches!(name, "gas" | "pinball" | "pinball_1000hz")
}

const FRAME: f32 = 1.0 / 60.0;

/// A scene by name and number of balls.
pub fn scene(name: &str, n: usize) -> Option<Scene> {
    let mut dice = Pcg64::seed_from_u64(7);
    let mut scene = match name {
        "pile" => pile(n, &mut dice),
        "gas" => gas(n, &mut dice),
        "galton" => galton(n, &mut dice),
        "large_static" => large_static(n, &mut dice),
        "pinball" => pinball("pinball", n, FRAME, &mut dice),
        "pinball_1000hz" => pinball("pinball_1000hz", n, 1e-3, &mut dice),
        "billiards" => billiards(&mut dice),
        "suika" => suika(n, &mut dice),
        _ => return None,
    };
    let discs = scene.discs.iter().map(|disc| disc.velocity.length());
    let blades = scene.blades.iter().map(|blade| blade.spin.abs() * blade.pivot.distance(blade.tip));
    scene.fastest = discs.chain(blades).fold(scene.fastest, f32::max);
    Some(scene)
}

impl Scene {
    /// One without anything, in which nothing pulls: elastic and smooth.
    pub fn weightless(name: &'static str, dt: f32) -> Self {
        let bounds = [Vec2::ZERO; 2];
        Self { dt, gravity: 0.0, restitution: 1.0, friction: 0.0, ..empty(name, bounds) }
    }
}

fn empty(name: &'static str, bounds: [Vec2; 2]) -> Scene {
    Scene {
        name,
        dt: FRAME,
        gravity: -9.81,
        restitution: 0.1,
        friction: 0.3,
        discs: Vec::new(),
        walls: Vec::new(),
        pegs: Vec::new(),
        blades: Vec::new(),
        bounds,
        phases: Vec::new(),
        fastest: 0.0,
        in_pairs: false,
    }
}

fn box_walls([low, high]: [Vec2; 2]) -> Vec<[Vec2; 2]> {
    let corners = [low, vec2(high.x, low.y), high, vec2(low.x, high.y)];
    (0..4).map(|k| [corners[k], corners[(k + 1) % 4]]).collect()
}

/// Balls on a square lattice with a little disorder.
fn lattice(n: usize, columns: usize, origin: Vec2, pitch: Vec2, dice: &mut Pcg64) -> Vec<Vec2> {
    let mut noise = || dice.random_range(-0.01..0.01);
    (0..n)
        .map(|i| {
            let cell = vec2((i % columns) as f32, (i / columns) as f32);
            origin + cell * pitch + vec2(noise(), noise()) * pitch
        })
        .collect()
}

/// Balls of radius 0.5 +- 20 % fall into a box 1.2 sqrt(N) wide.
fn pile(n: usize, dice: &mut Pcg64) -> Scene {
    let width = 1.2 * (n as f32).sqrt();
    let columns = (((width - 0.1) / 1.25) as usize).max(1);
    let high = 1.35 * (n / columns + 2) as f32;
    let bounds = [Vec2::ZERO, vec2(width, high)];
    let places = lattice(n, columns, vec2(0.65, 0.7), vec2(1.25, 1.3), dice);
    let discs = places
        .into_iter()
        .map(|place| Disc { place, velocity: Vec2::ZERO, radius: dice.random_range(0.4..0.6) })
        .collect();
    // Of piles of 1000 most rest after 10 s; in one of forty a ball rolls for half a minute.
    let settle = 1_000 + (n / 25).min(1_200);
    Scene {
        discs,
        walls: box_walls(bounds),
        phases: vec![
            Phase { name: "falling", skip: 0, steps: 200 },
            Phase { name: Phase::SETTLED, skip: settle, steps: 200 },
        ],
        ..empty("pile", bounds)
    }
}

/// Elastic balls at a packing of a quarter.
fn gas(n: usize, dice: &mut Pcg64) -> Scene {
    let columns = (n as f32).sqrt().ceil() as usize;
    let width = 1.8 * columns as f32;
    let bounds = [Vec2::ZERO, Vec2::splat(width)];
    let places = lattice(n, columns, Vec2::splat(0.9), Vec2::splat(1.8), dice);
    let discs = places
        .into_iter()
        .map(|place| {
            let velocity = vec2(dice.random_range(-5.0..5.0), dice.random_range(-5.0..5.0));
            Disc { place, velocity, radius: 0.5 }
        })
        .collect();
    Scene {
        gravity: 0.0,
        restitution: 1.0,
        friction: 0.0,
        discs,
        walls: box_walls(bounds),
        phases: vec![Phase { name: "mixed", skip: 60, steps: 300 }],
        ..empty("gas", bounds)
    }
}

/// Balls rain through staggered rows of pegs into bins.
fn galton(n: usize, dice: &mut Pcg64) -> Scene {
    let columns = (1.5 * (n as f32).sqrt()).ceil() as usize;
    let width = columns as f32;
    let rows = columns / 2;
    let ceiling = rows as f32 + 10.0 + 0.6 * (n / columns + 2) as f32;
    let bounds = [vec2(0.0, -10.0), vec2(width, ceiling)];
    let pegs = (0..rows * columns)
        .map(|i| {
            let (column, row) = (i % columns, i / columns);
            (vec2(column as f32 + 0.25 + 0.5 * (row % 2) as f32, row as f32 + 1.0), 0.1)
        })
        .collect();
    let mut walls = box_walls(bounds);
    walls.extend((1..columns).map(|k| [vec2(k as f32, -10.0), vec2(k as f32, 0.0)]));
    let places = lattice(n, columns - 1, vec2(0.75, rows as f32 + 3.0), vec2(1.0, 0.55), dice);
    let discs = places.into_iter().map(|place| Disc { place, velocity: Vec2::ZERO, radius: 0.2 }).collect();
    Scene {
        restitution: 0.4,
        discs,
        walls,
        pegs,
        phases: vec![Phase { name: "raining", skip: 60, steps: 400 }],
        ..empty("galton", bounds)
    }
}

/// A thousand balls over a landscape of ten thousand short segments.
fn large_static(n: usize, dice: &mut Pcg64) -> Scene {
    let bounds = [vec2(0.0, -60.0), vec2(1_000.0, 60.0)];
    let ground = |k: usize| {
        let x = k as f32 * 0.1;
        vec2(x, 4.0 * libm::sinf(0.05 * x) + 0.5 * libm::sinf(0.7 * x))
    };
    let mut walls: Vec<_> = (0..10_000).map(|k| [ground(k), ground(k + 1)]).collect();
    walls.extend(box_walls(bounds));
    let discs = (0..n)
        .map(|i| Disc {
            place: vec2((i as f32 + 0.5) * 1_000.0 / n as f32, 12.0 + dice.random_range(0.0..4.0)),
            velocity: vec2(dice.random_range(-5.0..5.0), 0.0),
            radius: 0.3,
        })
        .collect();
    Scene {
        restitution: 0.5,
        discs,
        walls,
        phases: vec![Phase { name: "rolling", skip: 120, steps: 400 }],
        ..empty("large_static", bounds)
    }
}

/// A table in metres: a rounded outline of short segments, twelve bumpers, two blades. Nothing drains.
fn pinball(name: &'static str, n: usize, dt: f32, dice: &mut Pcg64) -> Scene {
    let bounds = [vec2(-0.26, -0.52), vec2(0.26, 0.52)];
    let rim = |k: usize| {
        let turn = core::f32::consts::TAU * k as f32 / 200.0;
        let (sin, cos) = libm::sincosf(turn);
        vec2(0.25 * cos.abs().sqrt().copysign(cos), 0.5 * sin.abs().sqrt().copysign(sin))
    };
    let walls = (0..200).map(|k| [rim(k), rim(k + 1)]).collect();
    let pegs = (0..12)
        .map(|k| (vec2(0.11 * ((k % 4) as f32 - 1.5) + 0.02 * (k / 4) as f32, 0.12 * (k / 4) as f32), 0.02))
        .collect();
    let blade = |side: f32| Blade {
        pivot: vec2(side * 0.12, -0.33),
        tip: vec2(side * 0.045, -0.37),
        radius: 0.008,
        spin: -side * 18.0,
    };
    let discs = lattice(n, 8, vec2(-0.147, -0.28), vec2(0.042, 0.03), dice)
        .into_iter()
        .map(|place| Disc { place, velocity: vec2(dice.random_range(-1.0..1.0), 0.0), radius: 0.0135 })
        .collect();
    let seconds = if dt < 0.01 { 10.0 } else { 60.0 };
    Scene {
        dt,
        gravity: -1.11,
        restitution: 0.7,
        friction: 0.1,
        discs,
        walls,
        pegs,
        blades: vec![blade(-1.0), blade(1.0)],
        phases: vec![Phase { name: "play", skip: (1.0 / dt) as usize, steps: (seconds / dt) as usize }],
        ..empty(name, bounds)
    }
}

/// The break of a rack of fifteen, seen from above, without the friction of the cloth.
fn billiards(dice: &mut Pcg64) -> Scene {
    let bounds = [vec2(-1.27, -0.635), vec2(1.27, 0.635)];
    let r = 0.02858;
    let mut discs = vec![Disc { place: vec2(-0.8, 0.001), velocity: vec2(8.0, 0.0), radius: r }];
    for row in 0..5 {
        for k in 0..=row {
            let place = vec2(0.6 + row as f32 * r * 1.7331, r * (2 * k - row) as f32 * 1.0005);
            let noise = vec2(dice.random_range(-1e-6..1e-6), 0.0);
            discs.push(Disc { place: place + noise, velocity: Vec2::ZERO, radius: r });
        }
    }
    Scene {
        gravity: 0.0,
        restitution: 0.95,
        friction: 0.05,
        discs,
        walls: box_walls(bounds),
        phases: vec![Phase { name: "break", skip: 0, steps: 300 }],
        ..empty("billiards", bounds)
    }
}

/// Balls of eleven sizes fall into a jar.
fn suika(n: usize, dice: &mut Pcg64) -> Scene {
    let bounds = [vec2(-6.0, 0.0), vec2(6.0, 400.0)];
    let discs = lattice(n, 4, vec2(-4.2, 1.5), vec2(2.8, 2.8), dice)
        .into_iter()
        .map(|place| {
            let size = dice.random_range(0_i32..11) as f32;
            Disc { place, velocity: Vec2::ZERO, radius: 0.25 + 0.1 * size }
        })
        .collect();
    Scene {
        discs,
        walls: box_walls(bounds),
        phases: vec![
            Phase { name: "falling", skip: 0, steps: 300 },
            Phase { name: Phase::SETTLED, skip: 600, steps: 200 },
        ],
        ..empty("suika", bounds)
    }
}
