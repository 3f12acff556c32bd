//! Pairs of places that are near each other, for checks of worlds of any size.

use carom::glam::Vec2;

/// Calls `visit` once for every pair of places that are at most `reach` apart along both axes; places that are not
/// finite are nowhere.
pub fn near_pairs(places: &[Vec2], reach: f32, mut visit: impl FnMut(usize, usize)) {
    let finite = || places.iter().enumerate().filter(|(_, place)| place.is_finite());
    let low = finite().fold(Vec2::INFINITY, |low, (_, place)| low.min(*place));
    let high = finite().fold(Vec2::NEG_INFINITY, |high, (_, place)| high.max(*place));
    if low.cmpgt(high).any() {
        return;
    }
    // A ball that has flown far off must not make the grid endless.
    let most = 2.0 * (places.len() as f32).sqrt() + 1.0;
    let side = (high - low).max_element().max(f32::MIN_POSITIVE) / most;
    let side = side.max(reach);
    let [columns, rows] = ((high - low) / side).to_array().map(|count| count as usize + 1);
    let cell_of = |place: Vec2| {
        let [column, row] = ((place - low) / side).to_array().map(|at| at as usize);
        row.min(rows - 1) * columns + column.min(columns - 1)
    };
    let mut ends = vec![0_usize; columns * rows + 1];
    finite().for_each(|(_, place)| ends[cell_of(*place) + 1] += 1);
    (1..ends.len()).for_each(|k| ends[k] += ends[k - 1]);
    let begins = ends.clone();
    let mut members = vec![0_usize; ends[columns * rows]];
    for (i, place) in finite() {
        let end = &mut ends[cell_of(*place)];
        members[*end] = i;
        *end += 1;
    }
    let within = |cell: usize| &members[begins[cell]..begins[cell + 1]];
    let mut look = |i: usize, j: usize| {
        if (places[i] - places[j]).abs().max_element() <= reach {
            visit(i, j);
        }
    };
    for cell in 0..columns * rows {
        let (column, row) = (cell % columns, cell / columns);
        let own = within(cell);
        for (n, &i) in own.iter().enumerate() {
            own[n + 1..].iter().for_each(|&j| look(i, j));
            if column + 1 < columns {
                within(cell + 1).iter().for_each(|&j| look(i, j));
            }
            if row + 1 < rows {
                for next in column.saturating_sub(1)..(column + 2).min(columns) {
                    within((row + 1) * columns + next).iter().for_each(|&j| look(i, j));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::glam::vec2;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn pairs(places: &[Vec2], reach: f32) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        near_pairs(places, reach, |i, j| found.push((i.min(j), i.max(j))));
        found.sort_unstable();
        found
    }

    #[test]
    fn all_pairs_are_found_once() {
        let mut dice = Pcg64::seed_from_u64(1);
        for n in [0, 1, 2, 7, 200] {
            for reach in [0.0, 0.3, 1.0, 50.0] {
                let mut places: Vec<Vec2> =
                    (0..n).map(|_| vec2(dice.random_range(-9.0..9.0), dice.random_range(0.0..3.0))).collect();
                places.extend([vec2(1e20, 0.0), vec2(f32::NAN, 1.0)]);
                let near = |i: usize, j: usize| (places[i] - places[j]).abs().max_element() <= reach;
                let all = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
                let expected: Vec<_> = all.filter(|&(i, j)| near(i, j)).collect();
                assert_eq!(pairs(&places, reach), expected, "{n} places, reach {reach}");
            }
        }
    }
}
