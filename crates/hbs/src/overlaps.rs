//! How many things lie on top of each other: a world must sort them out, and a hostile file could hold many.

/// A box about something: smallest and largest corner.
pub(crate) type Bounds = [[f64; 2]; 2];

/// Most that a world may have to sort out: sum over all things of the square of how many others each one's box
/// meets. Hundreds of walls through one point are far below it.
pub(crate) const MOST: u64 = 100_000_000;

/// The sum, or `None` if it is more than [`MOST`]. Takes time in the pairs that overlap in x, at most
/// in the square of the number of boxes.
pub(crate) fn count_overlaps(boxes: &mut [Bounds]) -> Option<u64> {
    boxes.sort_by(|a, b| a[0][0].total_cmp(&b[0][0]));
    let mut met = vec![0_u64; boxes.len()];
    for (i, a) in boxes.iter().enumerate() {
        for (j, b) in boxes.iter().enumerate().skip(i + 1) {
            if b[0][0] > a[1][0] {
                break;
            }
            if a[0][1] <= b[1][1] && b[0][1] <= a[1][1] {
                met[i] += 1;
                met[j] += 1;
            }
        }
    }
    let sum = met.iter().map(|n| n * n).sum();
    (sum <= MOST).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_who_meets_whom() {
        let cell = |x: f64, y: f64| [[x, y], [x + 1.0, y + 1.0]];
        let mut apart = [cell(0.0, 0.0), cell(2.0, 0.0), cell(0.0, 2.0)];
        assert_eq!(count_overlaps(&mut apart), Some(0));
        let mut row = [cell(1.5, 0.0), cell(0.0, 0.0), cell(0.75, 0.5)];
        assert_eq!(count_overlaps(&mut row), Some(1 + 4 + 1), "the one in the middle meets both");
        let mut heap = vec![cell(0.0, 0.0); 1000];
        assert_eq!(count_overlaps(&mut heap), None);
    }
}
