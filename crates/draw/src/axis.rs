//! An axis: numbers to pixels, evenly or by their logarithm.

use crate::ticks::{self, Tick};

/// The values that an axis must show.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scale {
    pub(crate) label: String,
    pub(crate) log: bool,
    pub(crate) range: Option<(f64, f64)>,
}

/// An axis with its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    log: bool,
    /// Pixels of `low` and `high`.
    from: f64,
    to: f64,
}

/// Free room beyond the data, as a share of the axis.
const PAD: f64 = 0.04;

impl Axis {
    /// Holds the values that it can show, with some room but for the side where `floor` is the end.
    pub(crate) fn fit(scale: &Scale, values: impl Iterator<Item = f64>, floor: Option<f64>) -> Self {
        let log = scale.log;
        let (from, to) = (0.0, 1.0);
        if let Some((low, high)) = scale.range {
            return Self { low, high, log, from, to };
        }
        let shown = |v: &f64| v.is_finite() && (!log || *v > 0.0);
        let floor = floor.filter(shown);
        let (low, high) = values
            .filter(shown)
            .chain(floor)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        let forward = |v: f64| if log { libm::log10(v) } else { v };
        let back = |v: f64| if log { libm::pow(10.0, v) } else { v };
        let (mut a, mut b) = if low <= high { (forward(low), forward(high)) } else { (0.0, 1.0) };
        if b - a <= 1e-12 * a.abs().max(b.abs()) {
            let half = if log {
                0.5
            } else if a == 0.0 {
                1.0
            } else {
                0.5 * a.abs()
            };
            (a, b) = (a - half, b + half);
        }
        let pad = PAD * (b - a);
        let (low, high) = (
            if floor == Some(low) { low } else { back(a - pad) },
            if floor == Some(high) { high } else { back(b + pad) },
        );
        let sound = low.is_finite() && high.is_finite() && low < high && (!log || low > 0.0);
        let (low, high) = if sound { (low, high) } else { (0.1, 1.0) };
        Self { low, high, log, from, to }
    }

    /// The axis between these pixels.
    pub(crate) fn across(self, from: f32, to: f32) -> Self {
        Self { from: f64::from(from), to: f64::from(to), ..self }
    }

    /// The pixel of a value, perhaps beyond the ends; `None` if the axis cannot show it.
    pub(crate) fn at(&self, value: f64) -> Option<f64> {
        let share = if self.log {
            let low = libm::log10(self.low);
            (libm::log10(value) - low) / (libm::log10(self.high) - low)
        } else {
            (value - self.low) / (self.high - self.low)
        };
        Some(self.from + share * (self.to - self.from)).filter(|pixel| pixel.is_finite())
    }

    pub(crate) fn contains(&self, value: f64) -> bool {
        // Rounding of a tick must not put it off the axis.
        let slack = 1e-9 * (self.high - self.low);
        value >= self.low - slack && value <= self.high + slack
    }

    /// The value in the range that is nearest to this one.
    pub(crate) fn clamp(&self, value: f64) -> f64 {
        value.max(self.low).min(self.high)
    }

    pub(crate) fn ticks(&self, count: f64) -> Vec<Tick> {
        if self.log {
            ticks::logarithmic(self.low, self.high, count)
        } else {
            ticks::linear(self.low, self.high, count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(log: bool, values: &[f64], floor: Option<f64>) -> Axis {
        Axis::fit(&Scale { log, ..Scale::default() }, values.iter().copied(), floor)
    }

    #[test]
    fn data_get_some_room_and_a_floor_none() {
        let axis = fit(false, &[0.0, 10.0, f64::NAN], None);
        assert_eq!((axis.low, axis.high), (-0.4, 10.4));
        let axis = fit(false, &[5.0, 10.0], Some(0.0));
        assert_eq!((axis.low, axis.high), (0.0, 10.4));
        let axis = fit(true, &[1.0, 100.0, 0.0, -7.0], Some(0.0));
        assert!((libm::log10(axis.low) + 0.08).abs() < 1e-12, "{axis:?}");
    }

    #[test]
    fn any_data_make_an_axis() {
        let cases: [&[f64]; 8] = [
            &[],
            &[f64::NAN],
            &[3.0],
            &[0.0],
            &[-1.0, -2.0],
            &[f64::MAX, f64::MIN],
            &[1e-320, 1e308],
            &[1e17, 1e17 + 16.0],
        ];
        for values in cases {
            for log in [false, true] {
                let axis = fit(log, values, None).across(0.0, 100.0);
                assert!(
                    axis.low < axis.high && axis.low.is_finite() && axis.high.is_finite(),
                    "{values:?} {axis:?}"
                );
                let middle =
                    if log { (axis.low * axis.high).sqrt() } else { 0.5 * axis.low + 0.5 * axis.high };
                assert!(axis.at(middle).is_some() || middle == 0.0, "{values:?} {axis:?}");
                assert!(axis.ticks(6.0).len() < 1000);
            }
        }
    }

    #[test]
    fn decades_are_equally_far_apart() {
        let scale = Scale { log: true, range: Some((1.0, 1000.0)), ..Scale::default() };
        let axis = Axis::fit(&scale, std::iter::empty(), None).across(300.0, 0.0);
        for (value, pixel) in [(1.0, 300.0), (10.0, 200.0), (100.0, 100.0), (1000.0, 0.0)] {
            assert!((axis.at(value).unwrap() - pixel).abs() < 1e-9, "{value}");
        }
        assert_eq!(axis.at(0.0), None);
        assert_eq!(axis.at(-1.0), None);
    }
}
