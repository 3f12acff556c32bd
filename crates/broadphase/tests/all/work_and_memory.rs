//! The cost of the grids, counted in tests, buckets and cells; never in time.
use carom_broadphase::{Aabb, BallGrid, CurveGrid, Disc, Stroke};
use glam::{Vec2, vec2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Random discs, at a density of one square of side `spacing` for each.
fn spread(count: usize, spacing: f32, mut radius: impl FnMut(usize, &mut Pcg64) -> f32) -> Vec<Disc> {
    let mut rng = Pcg64::seed_from_u64(count as u64);
    let side = spacing * (count as f32).sqrt();
    (0..count).map(|i| Disc::new(vec2(rng.random(), rng.random()) * side, radius(i, &mut rng))).collect()
}

/// Tests per disc, each overlapping pair excused four of them.
fn excess(grid: &BallGrid, count: usize) -> f64 {
    let mut pairs = 0_u64;
    grid.for_each_pair(|_, _| pairs += 1);
    grid.pair_tests().saturating_sub(4 * pairs) as f64 / count as f64
}

fn rebuilt(discs: &[Disc]) -> BallGrid {
    let mut grid = BallGrid::new();
    grid.rebuild(discs);
    grid
}

#[test]
fn pair_tests_grow_with_the_number_of_discs() {
    for count in [1_000, 16_000] {
        let by_octaves = |_: usize, rng: &mut Pcg64| {
            0.01 * 2.0_f32.powi(rng.random_range(0..7)) * rng.random_range(1.0_f32..2.0)
        };
        let one_of_100 = |i: usize, _: &mut Pcg64| if i.is_multiple_of(100) { 3.0 } else { 0.03 };
        let scenes = [
            ("equal", spread(count, 1.0, |_, _| 0.5)),
            ("sparse", spread(count, 100.0, |_, _| 0.5)),
            ("1:128, octave by octave", spread(count, 0.5, by_octaves)),
            ("one large to 100 small", spread(count, 0.6, one_of_100)),
            ("points", spread(count, 1.0, |_, _| 0.0)),
            ("a tiny world", spread(count, 1e-12, |_, _| 5e-13)),
            ("a row", (0..count).map(|i| Disc::new(vec2(i as f32, 0.0), 0.6)).collect()),
            ("a column", (0..count).map(|i| Disc::new(vec2(0.0, i as f32), 0.6)).collect()),
            ("a diagonal", (0..count).map(|i| Disc::new(Vec2::splat(i as f32), 0.6)).collect()),
        ];
        for (name, mut discs) in scenes {
            let near = excess(&rebuilt(&discs), count);
            assert!(near < 20.0, "{name}: {near} tests per disc of {count}");
            // A few discs far out must not coarsen the cells of all others.
            for (disc, far) in discs.iter_mut().zip([1e6, -1e6, 1e12]) {
                disc.center = vec2(far, -far);
            }
            let far = excess(&rebuilt(&discs), count);
            assert!(far < 24.0, "{name}, some far out: {far} tests per disc of {count}");
        }
    }
}

#[test]
fn updates_keep_the_work_linear() {
    let count = 10_000;
    let discs = spread(count, 1.0, |_, _| 0.5);
    type Move = fn(Disc) -> Disc;
    let moves: [(&str, Move); 4] = [
        ("a step", |d| Disc { center: d.center + Vec2::ONE, ..d }),
        ("out of all cells", |d| Disc { center: d.center + Vec2::splat(5000.0), ..d }),
        ("grown", |d| Disc { radius: 2.0 * d.radius, center: d.center * 2.0 }),
        ("shrunk", |d| Disc { radius: 0.01 * d.radius, ..d }),
    ];
    for (name, moved) in moves {
        let mut grid = rebuilt(&discs);
        for (id, &disc) in (0..).zip(&discs) {
            grid.update(id, moved(disc));
            if id % 500 == 499 {
                let tests = excess(&grid, count);
                assert!(tests < 24.0, "{name}: {tests} tests per disc after {id} moves");
            }
        }
    }
}

#[test]
fn buckets_follow_the_number_of_discs() {
    let count = 1000;
    for far in [1.0, 1e3, 1e6, 1e12, 1e18] {
        let mut discs = spread(count, 1.0, |_, _| 0.5);
        discs[0].center = vec2(far, -far);
        let buckets = rebuilt(&discs).buckets();
        assert!(buckets <= 4 * count + 64, "{buckets} buckets with a ball at {far}");
        // An unbounded world: everything far from everything.
        let discs: Vec<_> = discs.iter().map(|d| Disc { center: d.center * far.min(1e16), ..*d }).collect();
        let buckets = rebuilt(&discs).buckets();
        assert!(buckets <= 4 * count + 64, "{buckets} buckets over a world of {far}");
    }
    let sizes = spread(count, 1.0, |i, _| 2.0_f32.powi((i % 100) as i32 - 50));
    let buckets = rebuilt(&sizes).buckets();
    assert!(buckets <= 4 * count + 16 * 64, "{buckets} buckets for 100 octaves of radii");
}

#[test]
fn enormous_queries_end() {
    let mut balls = rebuilt(&[Disc::new(Vec2::splat(-1e9), 1e-3), Disc::new(Vec2::splat(1e9), 1e-3)]);
    balls.update(0, Disc::new(vec2(-1e12, -1e12), 1e-3));
    let mut curves = CurveGrid::with_cell(1e-3);
    curves.insert(0, &[Stroke::new(Vec2::splat(-1e6), Vec2::splat(-1e6), 1e-4)]);
    curves.insert(1, &[Stroke::new(Vec2::splat(1e6), Vec2::splat(1e6), 1e-4)]);

    let plane = Aabb { min: Vec2::NEG_INFINITY, max: Vec2::INFINITY };
    let (mut found, mut out) = (Vec::new(), Vec::new());
    balls.overlapping_box(plane, |id| found.push(id));
    balls.overlapping(Disc::new(Vec2::ZERO, 1e15), |id| found.push(id));
    balls.cast(Vec2::splat(-3e38), Vec2::splat(3e38), 1e35, |id, max| {
        found.push(id);
        max
    });
    assert_eq!(found.len(), 6, "both discs, three times: {found:?}");
    curves.overlapping_box(plane, &mut out);
    curves.overlapping(Disc::new(Vec2::ZERO, 1e15), &mut out);
    curves.cast(Vec2::splat(-1e15), Vec2::splat(2e15), 1.0, |id, max| {
        out.push(id);
        max
    });
    assert_eq!(out.len(), 6, "both curves, three times: {out:?}");
}

#[test]
fn a_wall_occupies_the_cells_that_it_crosses() {
    let mut grid = CurveGrid::with_cell(1.0);
    grid.insert(0, &[Stroke::new(vec2(0.3, 0.2), vec2(50.3, 50.1), 0.0)]);
    // 51 columns and 50 changes of row, some cells twice as near as rounding; the box has 51 * 51.
    assert!((101..110).contains(&grid.cells()), "{} cells", grid.cells());
    grid.insert(0, &[Stroke::new(Vec2::ZERO, vec2(1e6, 1e6), 0.5)]);
    assert!(grid.cells() <= 256, "{} cells for a wall of 1e6", grid.cells());
    grid.insert(0, &[Stroke::new(vec2(-1e18, 1.0), vec2(1e18, 2.0), 1e17)]);
    assert!(grid.cells() <= 256, "{} cells for a wall through everything", grid.cells());
}

#[test]
fn a_wandering_curve_leaves_nothing_behind() {
    let mut grid = CurveGrid::new();
    grid.insert(0, &[Stroke::new(Vec2::ZERO, Vec2::ONE, 0.1)]);
    let cells = grid.cells();
    for step in 0..10_000_u16 {
        let at = Vec2::splat(f32::from(step));
        grid.insert(0, &[Stroke::new(at, at + Vec2::ONE, 0.1)]);
    }
    assert!(grid.cells() <= 2 * cells, "{} cells, {cells} at first", grid.cells());
}

#[test]
fn cells_follow_the_size_of_the_strokes() {
    // Ten thousand pins of a millimetre, ten apart, between walls of ten metres.
    let mut grid = CurveGrid::new();
    for (id, corner) in (0..).zip([vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 10.0), vec2(0.0, 10.0)]) {
        grid.insert(id, &[Stroke::new(corner, vec2(5.0, 5.0) + (corner - 5.0).perp(), 0.0)]);
    }
    for i in 0..10_000_u16 {
        let pin = vec2(f32::from(i % 100), f32::from(i / 100)) * 0.01 + 4.0;
        grid.insert(4 + u32::from(i), &[Stroke::new(pin, pin, 0.0005)]);
    }
    assert!(grid.cells() > 2_500, "pins do not crowd in few cells: {}", grid.cells());
    let mut shown = 0;
    grid.cast(vec2(1.0, 4.5052), vec2(8.0, 0.0), 0.001, |_, max| {
        shown += 1;
        max
    });
    assert!((100..500).contains(&shown), "{shown} candidates along a row of 100 pins");
}

#[test]
fn casts_look_at_near_discs_first() {
    let discs: Vec<_> =
        (0..10_000_u16).map(|i| Disc::new(vec2(f32::from(i % 100), f32::from(i / 100)), 0.4)).collect();
    let grid = rebuilt(&discs);
    let mut shown = 0;
    grid.cast(vec2(-1.0, 50.0), vec2(200.0, 0.0), 0.0, |id, _| {
        shown += 1;
        (discs[id as usize].center.x - 0.4 + 1.0) / 200.0
    });
    assert!(shown <= 3, "{shown} discs of a row of 100 looked at before the first hit was certain");
}
