//! Shares with their uncertainty.

/// The 95 % quantile of the normal distribution, both sides.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a share, of `hits` among `all` (Wilson 1927): it holds for rare and for few as well.
///
/// ```
/// use carom_sweep::wilson;
///
/// let [low, high] = wilson(0, 100);
/// assert!(low < 1e-9 && (high - 0.037).abs() < 1e-3);
/// ```
#[must_use]
pub fn wilson(hits: u64, all: u64) -> [f64; 2] {
    if all == 0 {
        return [0.0, 1.0];
    }
    let (n, share) = (all as f64, hits as f64 / all as f64);
    let squared = Z * Z;
    let middle = share + squared / (2.0 * n);
    let half = Z * libm::sqrt(share * (1.0 - share) / n + squared / (4.0 * n * n));
    let scale = 1.0 + squared / n;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::wilson;

    /// Newcombe 1998, table I, method 3.
    #[test]
    fn it_is_the_interval_of_the_tables() {
        for (hits, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let [a, b] = wilson(hits, all);
            assert!((a - low).abs() < 1e-4 && (b - high).abs() < 1e-4, "{hits} of {all}: {a} {b}");
        }
    }
}
