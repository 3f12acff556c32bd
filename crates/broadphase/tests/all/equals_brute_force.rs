//! The grids against comparison of all with all, over random lists of operations.
//!
//! Every case has a seed of its own, named when it fails. `CAROM_CASES` sets the number of cases.
use carom_broadphase::{Aabb, BallGrid, CurveGrid, Disc, Stroke};
use glam::{DVec2, Vec2, vec2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, BTreeSet};

fn for_each_case(default: u64, case: impl Fn(u64, &mut Pcg64)) {
    let cases = std::env::var("CAROM_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    for seed in 0..cases {
        case(seed, &mut Pcg64::seed_from_u64(seed));
    }
}

/// A way to scatter: where things lie and how large they are.
#[derive(Clone, Copy, Debug)]
struct Scatter {
    place: u32,
    size: u32,
    extent: f32,
    offset: Vec2,
}

impl Scatter {
    fn random(rng: &mut Pcg64) -> Self {
        let extent = [1e-3, 1.0, 30.0, 1e3, 1e5][rng.random_range(0..5)];
        let offset = match rng.random_range(0..5) {
            0 => vec2(1e6, -1e6),
            1 => vec2(-37.0 * extent, 5.0),
            _ => Vec2::ZERO,
        };
        Self { place: rng.random_range(0..7), size: rng.random_range(0..6), extent, offset }
    }

    fn point(self, rng: &mut Pcg64) -> Vec2 {
        let mut unit = || rng.random_range(-1.0_f32..1.0);
        let (u, v, w) = (unit(), unit(), unit());
        let p = match self.place {
            // Uniform; clusters; lines in three directions; a lattice where neighbors touch exactly, with
            // many at the same place; a heap with a few far away.
            0 => vec2(u, v),
            1 => ((vec2(u, v) * 3.0).trunc() + vec2(v, w) * 0.02) / 3.0,
            2 => vec2(u, 0.0),
            3 => vec2(0.25, u),
            4 => vec2(u, 0.6 * u),
            5 => (vec2(u, v) * 10.0).trunc() / 10.0,
            _ if w > 0.9 => vec2(u, v) * 1e6,
            _ => vec2(u, v),
        };
        p * self.extent + self.offset
    }

    fn radius(self, rng: &mut Pcg64) -> f32 {
        let unit: f32 = rng.random();
        let relative = match self.size {
            0 => 0.05,
            1 => 0.03 + 0.04 * unit,
            // 1:100, evenly over the logarithm, and as few large among many small.
            2 => 0.003 * 100.0_f32.powi((unit * 4.0) as i32) / 100.0_f32.powi((unit * 3.0) as i32),
            3 if unit > 0.9 => 0.5,
            3 => 0.005,
            4 => 0.0,
            _ => 0.1 * unit * unit * unit,
        };
        relative * self.extent
    }

    fn disc(self, rng: &mut Pcg64) -> Disc {
        let disc = Disc::new(self.point(rng), self.radius(rng));
        match rng.random_range(0..200) {
            0 => Disc { radius: f32::NAN, ..disc },
            1 => Disc { radius: -1.0, ..disc },
            2 => Disc { center: vec2(f32::INFINITY, 0.0), ..disc },
            3 => Disc { center: vec2(1e12, -1e15), ..disc },
            4 => Disc { center: vec2(3e38, 0.0), ..disc },
            _ => disc,
        }
    }

    fn stroke(self, rng: &mut Pcg64) -> Stroke {
        let (a, radius) = (self.point(rng), self.radius(rng) * [0.0, 0.3, 1.0][rng.random_range(0..3)]);
        let b = match rng.random_range(0..10) {
            0 => a,
            1 => vec2(a.x, self.point(rng).y),
            2 => self.point(rng) * 1e4,
            3 => self.point(rng),
            _ => a + (self.point(rng) - a) * 0.05,
        };
        match rng.random_range(0..200) {
            0 => Stroke::new(a, Vec2::NAN, radius),
            1 => Stroke::new(a, b, f32::INFINITY),
            _ => Stroke::new(a, b, radius),
        }
    }

    fn area(self, rng: &mut Pcg64) -> Aabb {
        match rng.random_range(0..20) {
            0 => Aabb { min: Vec2::NEG_INFINITY, max: Vec2::INFINITY },
            1 => Aabb { min: self.point(rng), max: Vec2::INFINITY },
            2 => Aabb::EMPTY,
            3 => Aabb { min: Vec2::NAN, max: self.point(rng) },
            4..10 => Aabb::from_points([self.point(rng), self.point(rng)]),
            _ => Disc::new(self.point(rng), self.radius(rng)).bounds(),
        }
    }

    fn way(self, rng: &mut Pcg64) -> (Vec2, Vec2, f32) {
        let origin = self.point(rng);
        let delta = match rng.random_range(0..10) {
            0 => Vec2::ZERO,
            1 => vec2(0.0, self.point(rng).y - origin.y),
            2 => (self.point(rng) - origin) * 1e10,
            3 => vec2(-3e38, 1e38),
            4 => (self.point(rng) - origin) * 0.02,
            _ => self.point(rng) - origin,
        };
        (origin, delta, self.radius(rng) * [0.0, 1.0][rng.random_range(0..2)])
    }
}

fn valid(disc: Disc) -> bool {
    disc.center.abs().cmple(Vec2::splat(1e18)).all() && (0.0..=1e18).contains(&disc.radius)
}

/// Distance in f64 between a point and the first part of a way.
fn distance_to_way(p: Vec2, origin: Vec2, delta: Vec2, max: f64) -> f64 {
    let (p, d) = (p.as_dvec2() - origin.as_dvec2(), delta.as_dvec2());
    let t = if d == DVec2::ZERO { 0.0 } else { (p.dot(d) / d.length_squared()).clamp(0.0, max) };
    (p - d * t).length()
}

fn distance_to_box(p: Vec2, area: Aabb) -> f64 {
    let p = p.as_dvec2();
    (p - p.clamp(area.min.as_dvec2(), area.max.as_dvec2())).length()
}

/// Checks a query that may err on the side of a hit within rounding. `gaps` holds for every id by how much
/// it is missed, negative if it is hit, and the size of the numbers that went into it.
fn check_hits(hits: &[u32], gaps: impl Iterator<Item = Option<(f64, f64)>>, what: &str) {
    let set: BTreeSet<u32> = hits.iter().copied().collect();
    assert_eq!(set.len(), hits.len(), "{what}: something came twice in {hits:?}");
    for (id, gap) in (0..).zip(gaps) {
        let hit = set.contains(&id);
        match gap {
            None => assert!(!hit, "{what}: {id} takes no part"),
            // The stretch of the radii is half of this.
            Some((gap, _)) if gap <= 0.0 => assert!(hit, "{what}: {id} missed, gap {gap:e}"),
            Some((gap, size)) => assert!(!hit || gap <= 1e-6 * size + 1e-17, "{what}: {id}, gap {gap:e}"),
        }
    }
}

#[derive(Default)]
struct Balls {
    grid: BallGrid,
    model: Vec<Disc>,
}

impl Balls {
    fn check(&self, scatter: Scatter, rng: &mut Pcg64, what: &str) {
        let Self { grid, model } = self;
        let mut expected = Vec::new();
        for (i, a) in model.iter().enumerate() {
            for (j, b) in model.iter().enumerate().skip(i + 1) {
                if a.overlaps(*b) {
                    expected.push([i as u32, j as u32]);
                }
            }
        }
        let mut pairs = vec![[7, 7]];
        grid.pairs(&mut pairs);
        assert_eq!(pairs, expected, "{what}: pairs");
        for parts in [1, 2, 3, 7] {
            let mut pairs = Vec::new();
            for part in 0..parts + 1 {
                grid.for_each_pair_of(part, parts, |i, j| pairs.push([i, j]));
            }
            pairs.sort_unstable();
            assert_eq!(pairs, expected, "{what}: pairs in {parts} parts");
        }

        for _ in 0..4 {
            let probe = scatter.disc(rng);
            let mut found = Vec::new();
            grid.overlapping(probe, |id| found.push(id));
            found.sort_unstable();
            let expected = ids(model.iter().map(|d| d.overlaps(probe)));
            assert_eq!(found, expected, "{what}: {probe:?}");

            let area = scatter.area(rng);
            let mut found = Vec::new();
            grid.overlapping_box(area, |id| found.push(id));
            let gaps = model.iter().map(|d| {
                let gap = || distance_to_box(d.center, area) - f64::from(d.radius);
                // Infinite corners are beyond all rounding.
                let size = f64::from(d.radius);
                (valid(*d) && !area.is_empty()).then(|| (gap(), size))
            });
            check_hits(&found, gaps, &format!("{what}: {area:?}"));

            self.check_cast(scatter.way(rng), rng, what);
        }
    }

    fn check_cast(&self, (origin, delta, radius): (Vec2, Vec2, f32), rng: &mut Pcg64, what: &str) {
        let what = format!("{what}: cast from {origin} by {delta}, radius {radius}");
        let mut found = Vec::new();
        self.grid.cast(origin, delta, radius, |id, max| {
            assert_eq!(max, 1.0, "{what}");
            found.push(id);
            max
        });
        let gap = |d: &Disc, max: f64| {
            distance_to_way(d.center, origin, delta, max) - f64::from(d.radius) - f64::from(radius)
        };
        let gaps = self.model.iter().map(|d| {
            let apart = d.center.as_dvec2().distance(origin.as_dvec2());
            let coordinates = f64::from(origin.abs().max_element()) + apart;
            let size = f64::from(d.radius) + f64::from(radius) + 1e-6 * coordinates;
            // Rounding in this test: the foot of the perpendicular is lost by 2^-52 of the distance.
            let slack = 1e-14 * apart;
            valid(*d).then(|| {
                let gap = gap(d, 1.0);
                (if gap.abs() <= slack { slack * 1e-3 } else { gap }, size)
            })
        });
        check_hits(&found, gaps.map(|gap| gap.filter(|_| origin.is_finite())), &what);

        // Every hit shortens the way to a fraction that depends on the disc only, as the time of impact
        // does: the least of them must win.
        let salt = rng.random_range(1..100_u32);
        let fraction = |id: u32| ((id * 37 + salt) % 101) as f32 / 100.0;
        let reached = |id: u32| {
            let d = self.model[id as usize];
            valid(d) && gap(&d, f64::from(fraction(id))) < -1e-12 * f64::from(d.center.distance(origin))
        };
        let mut best = 1.0_f32;
        self.grid.cast(origin, delta, radius, |id, max| {
            assert_eq!(max, best, "{what}: the maximal fraction is handed on");
            if reached(id) {
                best = best.min(fraction(id));
            }
            best
        });
        let expected = (0..self.model.len() as u32).filter(|&id| reached(id)).map(fraction);
        assert_eq!(best, expected.fold(1.0, f32::min), "{what}: earliest");
    }
}

fn ids(hits: impl Iterator<Item = bool>) -> Vec<u32> {
    (0..).zip(hits).filter(|&(_, hit)| hit).map(|(id, _)| id).collect()
}

#[test]
fn balls() {
    for_each_case(400, |seed, rng| {
        let mut balls = Balls::default();
        for step in 0..4 {
            let scatter = Scatter::random(rng);
            let count = [0, 1, 2, 10, 60, 150][rng.random_range(0..6)];
            balls.model = (0..count).map(|_| scatter.disc(rng)).collect();
            balls.grid.rebuild(&balls.model);
            balls.check(scatter, rng, &format!("seed {seed}, rebuild {step}, {scatter:?}"));
            let other = Scatter { offset: scatter.offset, ..Scatter::random(rng) };
            for round in 0..4 {
                for _ in 0..[1, 5, 40][rng.random_range(0..3)] {
                    let id = rng.random_range(0..=count as u32);
                    let old = balls.grid.disc(id);
                    assert_eq!(old.is_some(), (id as usize) < count, "seed {seed}");
                    let Some(old) = old else {
                        balls.grid.update(id, scatter.disc(rng));
                        continue;
                    };
                    let disc = match rng.random_range(0..10) {
                        0..5 => Disc { center: old.center + Vec2::splat(0.02 * scatter.extent), ..old },
                        5 => Disc { radius: scatter.radius(rng), ..old },
                        6 => other.disc(rng),
                        _ => scatter.disc(rng),
                    };
                    balls.grid.update(id, disc);
                    balls.model[id as usize] = disc;
                }
                let what = format!("seed {seed}, rebuild {step}, updates {round}, {scatter:?}, {other:?}");
                balls.check(scatter, rng, &what);
            }
        }
    });
}

#[test]
fn the_order_of_pairs_is_reproducible() {
    for_each_case(20, |seed, rng| {
        let scatter = Scatter::random(rng);
        let discs: Vec<_> = (0..200).map(|_| scatter.disc(rng)).collect();
        let moved: Vec<_> = (0..30).map(|_| (rng.random_range(0..200), scatter.disc(rng))).collect();
        let run = |mut grid: BallGrid| {
            grid.rebuild(&discs);
            moved.iter().for_each(|&(id, disc)| grid.update(id, disc));
            let mut pairs = Vec::new();
            grid.for_each_pair(|i, j| pairs.push((i, j)));
            pairs
        };
        let mut used = BallGrid::new();
        used.rebuild(&[Disc::new(Vec2::ONE, 1e-3); 10]);
        assert_eq!(run(BallGrid::new()), run(used), "seed {seed}: what was there before leaves no trace");
    });
}

enum Cover {
    Everywhere,
    Strokes(Vec<Stroke>),
}

impl Cover {
    fn hit(&self, test: impl Fn(Stroke) -> bool) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Strokes(strokes) => strokes.iter().any(|&stroke| test(stroke)),
        }
    }
}

fn check_curves(
    grid: &CurveGrid,
    model: &BTreeMap<u32, Cover>,
    scatter: Scatter,
    rng: &mut Pcg64,
    what: &str,
) {
    assert_eq!(grid.len(), model.len(), "{what}: len");
    let select = |test: &dyn Fn(&Cover) -> bool| {
        let mut out = vec![99, 3];
        out.extend(model.iter().filter(|(_, cover)| test(cover)).map(|(&id, _)| id));
        out
    };
    for _ in 0..8 {
        let probe = scatter.disc(rng);
        let mut found = vec![99, 3];
        grid.overlapping(probe, &mut found);
        let expected = select(&|cover| valid(probe) && cover.hit(|stroke| stroke.touches(probe)));
        assert_eq!(found, expected, "{what}: {probe:?}");

        let area = scatter.area(rng);
        let mut found = vec![99, 3];
        grid.overlapping_box(area, &mut found);
        let expected = select(&|cover| !area.is_empty() && cover.hit(|stroke| stroke.may_touch_box(area)));
        assert_eq!(found, expected, "{what}: {area:?}");

        let (origin, delta, radius) = scatter.way(rng);
        let salt = rng.random_range(1..100_u32);
        let fraction = |id: u32| ((id * 37 + salt) % 101) as f32 / 100.0;
        let reached = |id: u32, cover: &Cover| {
            cover.hit(|stroke| way_meets(origin, delta * fraction(id), radius, stroke))
        };
        let (mut best, mut seen) = (1.0_f32, BTreeSet::new());
        grid.cast(origin, delta, radius, |id, max| {
            assert_eq!(max, best, "{what}: the maximal fraction is handed on");
            assert!(seen.insert(id), "{what}: {id} came twice");
            if reached(id, &model[&id]) {
                best = best.min(fraction(id));
            }
            best
        });
        let expected = model.iter().filter(|(id, cover)| reached(**id, cover)).map(|(&id, _)| fraction(id));
        let expected = expected.fold(1.0, f32::min);
        assert_eq!(best, expected, "{what}: cast from {origin} by {delta}, radius {radius}");
    }
}

/// Whether a way comes near enough to a stroke: two segments cross, or an end of one is near the other.
fn way_meets(origin: Vec2, delta: Vec2, radius: f32, stroke: Stroke) -> bool {
    let Stroke { a, b, radius: thickness } = stroke;
    if !a.is_finite() || !b.is_finite() || !thickness.is_finite() || !origin.is_finite() {
        return false;
    }
    let (o, d, p, q) = (origin.as_dvec2(), delta.as_dvec2(), a.as_dvec2(), b.as_dvec2() - a.as_dvec2());
    let cross = d.perp_dot(q);
    let (t, u) = ((p - o).perp_dot(q) / cross, (p - o).perp_dot(d) / cross);
    let crossing = (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u);
    let ends = [
        distance_to_way(a, origin, delta, 1.0),
        distance_to_way(b, origin, delta, 1.0),
        distance_to_way(origin, a, b - a, 1.0),
        // The way's end in f64: as f32 it would be rounded away from it.
        (o + d
            - (p + q * if q == DVec2::ZERO {
                0.0
            } else {
                ((o + d - p).dot(q) / q.length_squared()).clamp(0.0, 1.0)
            }))
        .length(),
    ];
    crossing || ends.into_iter().fold(f64::INFINITY, f64::min) < f64::from(radius) + f64::from(thickness)
}

#[test]
fn curves() {
    for_each_case(300, |seed, rng| {
        let mut scatter = Scatter::random(rng);
        let cell = [0.3, 0.001, 1e-20, 1e20, f32::NAN][rng.random_range(0..5)];
        let mut grid =
            if rng.random() { CurveGrid::new() } else { CurveGrid::with_cell(cell * scatter.extent) };
        let mut model: BTreeMap<u32, Cover> = BTreeMap::new();
        for step in 0..30 {
            if step == 20 {
                scatter = Scatter { offset: scatter.offset, ..Scatter::random(rng) };
            }
            for _ in 0..rng.random_range(1..12) {
                let id = rng.random_range(0..150);
                match rng.random_range(0..20) {
                    0 => {
                        grid.insert_everywhere(id);
                        model.insert(id, Cover::Everywhere);
                    }
                    1..6 => assert_eq!(grid.remove(id), model.remove(&id).is_some(), "seed {seed}"),
                    6 => grid.expect([1e-3, 1.0, 1e6, f32::NAN][rng.random_range(0..4)] * scatter.extent),
                    _ => {
                        let count = [0, 1, 1, 1, 2, 7][rng.random_range(0..6)];
                        let cover: Vec<_> = (0..count).map(|_| scatter.stroke(rng)).collect();
                        grid.insert(id, &cover);
                        model.insert(id, Cover::Strokes(cover));
                    }
                }
                assert_eq!(grid.contains(id), model.contains_key(&id), "seed {seed}");
            }
            check_curves(&grid, &model, scatter, rng, &format!("seed {seed}, step {step}, {scatter:?}"));
        }
        for id in 0..150 {
            grid.remove(id);
        }
        assert_eq!((grid.len(), grid.cells()), (0, 0), "seed {seed}: nothing remains");
    });
}
