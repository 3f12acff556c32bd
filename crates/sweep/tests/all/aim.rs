//! `aim` against rooms whose windows are known, and against a run of each value.
//!
//! `CAROM_ROOMS` says how many rooms are tried, `CAROM_ANGLES` how many angles on the billiards table.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::f64::consts::{PI, TAU};

use carom_scene::{Document, Scene};
use carom_sweep::{Across, AimSpec, Window, aim, aim_map};

/// A number of the environment, or another one in a quick test.
fn count(name: &str, quick: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

/// Numbers from 0 to 1 by chance (Vigna's splitmix64).
struct Chance(u64);

impl Chance {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let unit = ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64;
        // As the engine has it, in single precision.
        f64::from((low + (high - low) * unit) as f32)
    }
}

/// A rectangle of hard walls, a ball and a disc that is to be hit.
#[derive(Debug)]
struct Room {
    size: [f64; 2],
    disc: [f64; 2],
    disc_radius: f64,
    ball: [f64; 2],
    radius: f64,
}

impl Room {
    fn random(chance: &mut Chance) -> Self {
        loop {
            let size = [chance.between(1.0, 3.0), chance.between(1.0, 2.0)];
            let (disc_radius, radius) = (chance.between(0.03, 0.2), chance.between(0.02, 0.06));
            let reach = disc_radius + radius;
            let inside = |chance: &mut Chance, margin: f64| {
                [0, 1].map(|axis| chance.between(margin, size[axis] - margin))
            };
            let disc = inside(chance, reach + radius + 0.01);
            let ball = inside(chance, radius + 0.01);
            if libm::hypot(disc[0] - ball[0], disc[1] - ball[1]) > reach + 0.05 {
                return Self { size, disc, disc_radius, ball, radius };
            }
        }
    }

    fn scene(&self) -> Scene {
        let Self { size: [w, h], disc: [x, y], disc_radius, ball: [a, b], radius } = self;
        let text = format!(
            r#"(carom: 1, run: (rate: 2, seconds: 60), world: (gravity: (0, 0)),
            materials: {{"hard": (restitution: 1, friction: 0)}},
            bodies: [
                (material: "hard", shapes: [Box(min: (0, 0), max: ({w}, {h}))]),
                (name: "target", material: "hard", shapes: [Circle(center: ({x}, {y}), radius: {disc_radius})]),
            ],
            balls: [(name: "cue", position: ({a}, {b}), velocity: (1, 0), radius: {radius}, material: "hard")])"#
        );
        Scene::from_ron(&text).unwrap()
    }

    /// All windows by unfolding: walls are mirrors, so that the ball flies straight to images of the disc. From, to
    /// (radians), cushions.
    fn windows(&self, most: i64) -> Vec<(f64, f64, u32)> {
        let reach = self.disc_radius + self.radius;
        let image = |axis: usize, cell: i64| {
            let (low, high) = (self.radius, self.size[axis] - self.radius);
            let own = self.disc[axis] - low;
            let period = high - low;
            let at = if cell % 2 == 0 { own } else { period - own };
            low + cell as f64 * period + at - self.ball[axis]
        };
        let mut images = Vec::new();
        for i in -most..=most {
            for j in -(most - i.abs())..=most - i.abs() {
                let (x, y) = (image(0, i), image(1, j));
                let (length, middle) = (libm::hypot(x, y), libm::atan2(y, x));
                images.push((x, y, libm::asin(reach / length), middle, (i.abs() + j.abs()) as u32));
            }
        }
        let mut edges: Vec<f64> = images
            .iter()
            .flat_map(|image| [image.3 - image.2, image.3 + image.2])
            .map(|angle| angle.rem_euclid(TAU))
            .collect();
        edges.sort_by(f64::total_cmp);
        edges.push(edges[0] + TAU);
        // How far it is to the nearest image in a direction, and off how many cushions.
        let first = |angle: f64| {
            let (dx, dy) = (libm::cos(angle), libm::sin(angle));
            let hits = images.iter().filter_map(|(x, y, .., cushions)| {
                let (along, aside) = (x * dx + y * dy, x * dy - y * dx);
                let rest = reach * reach - aside * aside;
                (along > 0.0 && rest > 0.0).then(|| (along - libm::sqrt(rest), *cushions))
            });
            hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, cushions)| cushions)
        };
        let mut windows: Vec<(f64, f64, u32)> = Vec::new();
        let (mut last, mut joins) = (None, false);
        for pair in edges.windows(2) {
            let end = first(0.5 * (pair[0] + pair[1]));
            match (end, windows.last_mut()) {
                (Some(_), Some(window)) if joins && last == end => window.1 = pair[1],
                (Some(cushions), _) => windows.push((pair[0], pair[1], cushions)),
                (None, _) => {}
            }
            (last, joins) = (end, true);
        }
        let (a, b) = (windows[0], windows[windows.len() - 1]);
        if windows.len() > 1 && apart(b.1, a.0) < 1e-12 && a.2 == b.2 {
            windows[0].0 = b.0 - TAU;
            windows.pop();
        }
        windows
    }
}

fn spec(path: &str, goal: &str) -> AimSpec {
    AimSpec {
        path: path.to_owned(),
        range: [0.0, 360.0],
        goal: goal.to_owned(),
        cushions: None,
        seconds: None,
        samples: 360,
        resolution: 2e-4,
        most_runs: 10_000_000,
    }
}

/// The difference of two angles, radians.
fn apart(a: f64, b: f64) -> f64 {
    ((a - b + PI).rem_euclid(TAU) - PI).abs()
}

/// A player who looks for a shot off up to four cushions must get them all, and none that is none.
#[test]
fn rooms_have_the_windows_of_the_unfolded_tangents() {
    let mut chance = Chance(58);
    let (mut windows, mut worst, mut runs) = (0, 0.0_f64, 0);
    for n in 0..count("CAROM_ROOMS", 2) {
        let room = Room::random(&mut chance);
        let spec = AimSpec { cushions: Some([0, 4]), ..spec("cue.angle", "target") };
        let found = aim(&room.scene(), &spec).unwrap();
        let mut wanted = room.windows(4);
        for window in &found.windows {
            let (from, to) = (window.from.to_radians(), window.to.to_radians());
            let error = |known: &(f64, f64, u32)| apart(from, known.0).max(apart(to, known.1));
            let best = (0..wanted.len())
                .filter(|k| wanted[*k].2 == window.cushions)
                .min_by(|a, b| error(&wanted[*a]).total_cmp(&error(&wanted[*b])));
            let best = best.unwrap_or_else(|| panic!("room {n}: {window:?} is none: {room:?}"));
            let error = error(&wanted[best]);
            assert!(error < 1e-6, "room {n}: {window:?} is off by {error:e}: {:?} {room:?}", wanted[best]);
            worst = worst.max(error);
            wanted.remove(best);
        }
        let missing: Vec<_> = wanted.iter().filter(|(from, to, _)| to - from > 1e-5).collect();
        assert!(missing.is_empty(), "room {n}: {missing:?} are missing: {room:?}");
        windows += found.windows.len();
        runs += found.runs;
    }
    eprintln!("{windows} windows from {runs} runs, edges within {worst:.1e} rad");
}

/// On cloth, with friction, spin and pockets, there is no formula: a shot inside a window must hit, one by one.
#[test]
fn no_shot_inside_a_window_misses() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes/billiards.ron");
    let scene = Document::load(path).unwrap().scene;
    let spec = AimSpec { seconds: Some(3.0), samples: 200, ..spec("pot cue.angle", "potted") };
    let spec = AimSpec { most_runs: count("CAROM_ANGLES", 0).max(600), ..spec };
    let found = aim(&scene, &spec).unwrap();
    assert!(found.windows.len() > 2, "{found:?}");
    let angles = count("CAROM_ANGLES", 20);
    let mut inside = 0;
    let (mut hits, mut all) = (0, 0);
    let one = |value: f64| {
        let exact = AimSpec { range: [value, value + 1e-9], samples: 2, most_runs: 2, ..spec.clone() };
        !aim(&scene, &exact).unwrap().windows.is_empty()
    };
    for n in 0..angles {
        let value = 360.0 * (n as f64 + 0.5) / angles as f64;
        let holds = |margin: f64| {
            let is_in = |w: &Window, at: f64| w.from + margin < at && at < w.to - margin;
            found.windows.iter().any(|w| [-360.0, 0.0].iter().any(|turn| is_in(w, value + turn)))
        };
        let hit = one(value);
        if holds(1e-5_f64.to_degrees()) {
            inside += 1;
            assert!(hit, "{value} lies in a window and misses");
        }
        hits += u64::from(hit);
        all += u64::from(hit && holds(-1e-5_f64.to_degrees()));
    }
    eprintln!(
        "{} windows from {} runs; of {angles} angles {inside} lie in one, {hits} hit, {all} of these in one",
        found.windows.len(),
        found.runs
    );
}

/// Only the cushions before the ball comes into the pocket count, also if it bounces on within the same long step.
#[test]
fn cushions_after_the_goal_do_not_count() {
    for rate in [1, 30] {
        let text = format!(
            r#"(carom: 1, run: (rate: {rate}, seconds: 4), world: (gravity: (0, 0)),
            bodies: [(material: (restitution: 1, friction: 0), shapes: [Box(min: (0, 0), max: (2, 1))])],
            balls: [(name: "cue", position: (1, 0.5), velocity: (4, 0), radius: 0.05, material: (restitution: 1, friction: 0))],
            goals: [(name: "mouth", region: Box(min: (1.6, 0), max: (1.8, 1)))])"#
        );
        let spec = AimSpec { range: [-5.0, 5.0], cushions: Some([0, 9]), ..spec("cue.angle", "mouth") };
        let found = aim(&Scene::from_ron(&text).unwrap(), &spec).unwrap();
        let ends: Vec<u32> = found.windows.iter().map(|window| window.cushions).collect();
        assert_eq!(ends, [0], "{rate}: {found:?}");
    }
}

/// Speed and direction of a lob onto a shelf: the throw parabola says which pairs reach it.
#[test]
fn a_map_has_the_region_of_the_throw_parabola() {
    let scene = Scene::from_ron(
        r#"(carom: 1, run: (rate: 4, seconds: 8), world: (gravity: (0, -8)),
        bodies: [(name: "floor", material: (restitution: 0), shapes: [Segment(a: (-30, 0), b: (30, 0))])],
        balls: [(name: "cue", position: (0, 1), radius: 0.001)],
        goals: [(name: "hole", region: Box(min: (3, 0), max: (4, 0.5)))])"#,
    )
    .unwrap();
    let spec = AimSpec {
        range: [0.0, 60.0],
        cushions: Some([0, 0]),
        samples: 60,
        resolution: 1e-3,
        ..spec("cue.angle", "hole")
    };
    let across = Across { path: "cue.speed".to_owned(), range: [2.0, 8.0], rows: 7, resolution: 0.1 };
    let map = aim_map(&scene, &spec, &across).unwrap();
    assert!(map.complete && map.rows.len() > 7, "{} rows", map.rows.len());
    for row in &map.rows {
        for angle in [0.5, 10.5, 20.5, 33.5, 47.5, 59.5] {
            let (vx, vy) = (
                row.value * libm::cos(f64::to_radians(angle)),
                row.value * libm::sin(f64::to_radians(angle)),
            );
            // When it falls to the height of the hole's mouth, and when onto the floor.
            let fall = |height: f64| (vy + libm::sqrt(vy * vy + 16.0 * (1.0 - height))) / 8.0;
            let enters = vx * fall(0.5) < 4.0 && vx * fall(0.001) > 3.0;
            let holds = row.windows.iter().any(|w| w.from < angle && angle < w.to);
            assert_eq!(holds, enters, "{} at {angle}: {row:?}", row.value);
        }
    }
    let region = &map.regions[0];
    assert!(region.reach.iter().all(|reach| *reach > 0.0) && region.area > 0.0, "{region:?}");
}

/// A board with pegs: for every slot below there is a drop, and it falls there when it is played by itself.
#[test]
fn every_slot_of_a_board_has_a_drop() {
    let pegs: Vec<String> = (0..4)
        .flat_map(|row| (0..4 + row % 2).map(move |n| (row, n)))
        .map(|(row, n)| {
            let x = f64::from(n) + if row % 2 == 0 { 1.0 } else { 0.5 };
            format!("Circle(center: ({x}, {}), radius: 0.1)", 2 + row)
        })
        .collect();
    let slots: Vec<String> = (0..5)
        .map(|n| format!(r#"(name: "slot {n}", region: Box(min: ({n}, 0), max: ({}, 0.5)))"#, n + 1))
        .collect();
    let text = format!(
        r#"(carom: 1, run: (rate: 60, seconds: 20), world: (gravity: (0, -10)),
        bodies: [(material: (restitution: 0.5), shapes: [Box(min: (0, 0), max: (5, 8)), {}, {}])],
        balls: [(name: "ball", position: (2.5, 7), radius: 0.2)],
        goals: [{}])"#,
        pegs.join(", "),
        (1..5).map(|n| format!("Segment(a: ({n}, 0), b: ({n}, 1))")).collect::<Vec<_>>().join(", "),
        slots.join(", "),
    );
    let scene = Scene::from_ron(&text).unwrap();
    let path = "balls.ball.position.x";
    let spec = AimSpec { range: [0.3, 4.7], samples: 100, most_runs: 1000, ..spec(path, "any") };
    let found = aim(&scene, &spec).unwrap();
    for slot in 0..5 {
        let name = format!("slot {slot}");
        // The widest comes first.
        let window = found.windows.iter().find(|window| window.goal == name).expect(&name);
        let mut scene = scene.clone();
        scene.set(path, &window.middle().to_string()).unwrap();
        let mut stage = scene.stage().unwrap();
        while stage.entered().next().is_none() && stage.steps() < stage.steps_to_run() {
            stage.step();
        }
        assert_eq!(stage.entered().next().map(|(goal, _)| goal.to_owned()), Some(name), "{window:?}");
    }
}
