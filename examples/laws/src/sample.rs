//! Means of many runs and their standard errors.

/// Values that are drawn from one distribution.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// Sum of the squares about the mean.
    squares: f64,
    /// Standard error of the known value.
    known: Option<f64>,
}

impl Sample {
    /// A mean with its standard error that was found elsewhere.
    #[must_use]
    pub fn known(mean: f64, error: f64) -> Self {
        Self { mean, known: Some(error), ..Self::default() }
    }

    /// Takes another value (Welford, Technometrics 4, 419, 1962).
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Standard error of the mean; no number with fewer than two values.
    #[must_use]
    pub fn error(&self) -> f64 {
        let count = self.count as f64;
        self.known.unwrap_or_else(|| libm::sqrt(self.squares / (count * (count - 1.0))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_the_error_of_its_mean() {
        let mut sample = Sample::default();
        [1.0, 2.0, 3.0, 4.0].into_iter().for_each(|x| sample.add(x));
        assert!((sample.mean() - 2.5).abs() < 1e-12, "{sample:?}");
        // The variance is 5/3, that of the mean of four a quarter.
        assert!((sample.error() - libm::sqrt(5.0 / 12.0)).abs() < 1e-12, "{sample:?}");
        assert!(Sample::default().error().is_nan(), "of nothing nothing is known");
    }
}
