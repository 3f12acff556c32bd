//! Round numbers along an axis.

/// The largest of 1, 2 or 5 times a power of ten that is not above `limit`; 1 for a value that is no positive
/// finite number.
pub(crate) fn round_down(limit: f64) -> f64 {
    if !(limit > 0.0 && limit.is_finite()) {
        return 1.0;
    }
    let decade = libm::pow(10.0, magnitude(limit));
    // A little more than 1, because 0.1 + 0.2 is not 0.3.
    let times = [5.0, 2.0].into_iter().find(|times| times * decade <= limit * (1.0 + 1e-9));
    times.unwrap_or(1.0) * decade
}

/// Exponent of the power of ten at or below a number; the number may be a rounding error below its power.
fn magnitude(value: f64) -> f64 {
    (libm::log10(value) + 1e-9).floor()
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) at: f64,
    /// Empty for a minor tick.
    pub(crate) label: String,
}

/// Multiples of a round step within `low..=high`, about `about` of them.
pub(crate) fn linear(low: f64, high: f64, about: f64) -> Vec<Tick> {
    let step = round_down((high - low) / about.max(1.0) * 1.6);
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    // Charts ask for a dozen at most. More than a thousand arise where the span overflows, as the step is then 1.
    let count = if last - first < 1000.0 { last - first + 1.0 } else { 0.0 };
    (0..count as u32)
        .map(|n| {
            let at = (first + f64::from(n)) * step;
            Tick { at, label: number(at, step) }
        })
        .collect()
}

/// Powers of ten within `low..=high`, and their multiples in between as minor ticks or, if there are less
/// than two powers, 2 and 5 times a power with labels. About `count` labels.
pub(crate) fn logarithmic(low: f64, high: f64, count: f64) -> Vec<Tick> {
    let (first, last) = (libm::log10(low).floor() as i32, libm::log10(high).ceil() as i32);
    let inside = |at: f64| at >= low * (1.0 - 1e-9) && at <= high * (1.0 + 1e-9);
    let powers = (first..=last).filter(|&e| inside(libm::pow(10.0, f64::from(e)))).count();
    let every = ((powers as f64 / count.max(1.0)).ceil() as i32).max(1);
    let mut ticks = Vec::new();
    for exponent in first..=last {
        let power = libm::pow(10.0, f64::from(exponent));
        for times in 1..10 {
            let at = f64::from(times) * power;
            let labelled = (times == 1 && exponent % every == 0) || (powers < 2 && [2, 5].contains(&times));
            if inside(at) && (labelled || every == 1) {
                ticks.push(Tick { at, label: if labelled { number(at, at) } else { String::new() } });
            }
        }
    }
    ticks
}

/// A number with as many digits as tell it from its neighbors that are `step` away.
pub(crate) fn number(value: f64, step: f64) -> String {
    if value == 0.0 || value.abs() < 1e-9 * step {
        return "0".into();
    }
    let size = magnitude(value.abs());
    let digits = -magnitude(step);
    if (-4.0..5.0).contains(&size) && digits <= 6.0 {
        return format!("{value:.*}", digits.max(0.0) as usize);
    }
    let text = format!("{value:.*e}", (size + digits).clamp(0.0, 12.0) as usize);
    match text.split_once('e') {
        Some((mantissa, exponent)) if mantissa.contains('.') => {
            format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.label.as_str()).filter(|label| !label.is_empty()).collect()
    }

    #[test]
    fn round_numbers() {
        for (limit, round) in [(1.0, 1.0), (0.999, 0.5), (0.3, 0.2), (4.9, 2.0), (7e5, 5e5), (1e-3, 1e-3)] {
            assert!((round_down(limit) / round - 1.0).abs() < 1e-12, "{limit}: {}", round_down(limit));
        }
        assert_eq!(round_down(f64::NAN), 1.0);
    }

    #[test]
    fn linear_ticks() {
        assert_eq!(labels(&linear(0.0, 1.0, 5.0)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"].map(fix));
        assert_eq!(labels(&linear(-3.0, 9.0, 6.0)), ["-2", "0", "2", "4", "6", "8"]);
        assert_eq!(labels(&linear(0.0, 3e6, 3.0)), ["0", "1e6", "2e6", "3e6"]);
        assert_eq!(labels(&linear(1e6, 1.002e6, 2.0)), ["1e6", "1.001e6", "1.002e6"]);
        assert_eq!(linear(1e16, 1e16 + 2.0, 1e9), []);
    }

    fn fix(label: &str) -> &str {
        if label == "0.0" { "0" } else { label }
    }

    #[test]
    fn logarithmic_ticks() {
        assert_eq!(labels(&logarithmic(1e-3, 1e2, 8.0)), ["0.001", "0.01", "0.1", "1", "10", "100"]);
        assert_eq!(labels(&logarithmic(1e-12, 1.0, 4.0)), ["1e-12", "1e-8", "0.0001", "1"]);
        assert_eq!(labels(&logarithmic(15.0, 70.0, 5.0)), ["20", "50"]);
        assert_eq!(logarithmic(1.0, 10.0, 5.0).len(), 10, "1 to 9, and 10");
    }
}
