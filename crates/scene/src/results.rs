//! Results of a stage after a run.

use serde_json::{Map, Value, json};

use crate::model::Histogram;
use crate::stage::Stage;

impl Stage {
    /// Kinetic and potential energy of all balls, mass times length squared over time squared.
    #[must_use]
    pub fn energy(&self) -> [f64; 2] {
        let gravity = self.world.config().gravity.as_dvec2();
        self.world.balls().fold([0.0; 2], |[kinetic, potential], (_, ball)| {
            let mass = f64::from(ball.mass);
            // One that nothing turns has no energy of turning to give.
            let inertia = if ball.inertia_factor.is_finite() { f64::from(ball.inertia_factor) } else { 0.0 };
            let turning = inertia * f64::from(ball.radius * ball.angular_velocity).powi(2);
            let moving = ball.velocity.as_dvec2().length_squared() + turning;
            let pull = gravity * f64::from(ball.gravity_scale);
            [kinetic + 0.5 * mass * moving, potential - mass * pull.dot(ball.position.as_dvec2())]
        })
    }

    /// The values that the scene reports, by name: goals, points, energies, histograms.
    #[must_use]
    pub fn facts(&self) -> Map<String, Value> {
        let mut facts = Map::new();
        let rules = &self.rules;
        if rules.keeps_score() {
            facts.insert("score".into(), json!(rules.score));
        }
        if !rules.pockets.is_empty() {
            let goals: Map<String, Value> =
                self.goals().map(|(name, count)| (name.to_owned(), json!(count))).collect();
            facts.insert("goals".into(), Value::Object(goals));
        }
        if !self.scene.merges.is_empty() {
            facts.insert("merged".into(), json!(rules.merged));
        }
        if !self.scene.players.is_empty() {
            facts.insert("presses".into(), json!(self.buttons.presses()));
        }
        let waiting = self.balls_to_come();
        if !self.streams.is_empty() {
            facts.insert("still_to_come".into(), json!(waiting));
        }
        let broken = |body: &crate::model::Body| body.lives > 0;
        if self.scene.bodies.iter().any(broken)
            || self.scene.prefabs.values().any(|p| p.bodies.iter().any(broken))
        {
            let left = self.ids.bodies.iter().filter(|id| self.world.kind(**id).is_some()).count();
            facts.insert("bodies_left".into(), json!(left));
        }
        if self.scene.report.energy {
            let [kinetic, potential] = self.energy();
            facts.insert("kinetic_energy".into(), number(kinetic));
            facts.insert("potential_energy".into(), number(potential));
            let (before, after) = (self.energy_at_start[0] + self.energy_at_start[1], kinetic + potential);
            if before != 0.0 {
                facts.insert("energy_kept".into(), number(after / before));
            }
        }
        for histogram in &self.scene.report.histograms {
            let (name, value) = self.histogram(histogram);
            facts.insert(name, value);
        }
        facts
    }

    fn histogram(&self, histogram: &Histogram) -> (String, Value) {
        let (name, law, counts, expected) = match histogram {
            Histogram::Bins { name, from, to, bins, below } => {
                let count = (*bins).clamp(2, 1000) as usize;
                let mut counts = vec![0_u64; count];
                for (_, ball) in self.world.balls().filter(|(_, ball)| ball.position.y < *below) {
                    let share = (ball.position.x - from) / (to - from);
                    // A value that is not a number falls into the first bin.
                    let bin = (share * count as f32) as usize;
                    counts[bin.min(count - 1)] += 1;
                }
                let all: u64 = counts.iter().sum();
                let expected: Vec<f64> = binomial(count - 1).iter().map(|p| p * all as f64).collect();
                (name, "chi_square_against_binomial", counts, expected)
            }
            Histogram::Speeds { name, bins } => {
                let count = (*bins).clamp(2, 1000) as usize;
                let balls: Vec<f64> = self
                    .world
                    .balls()
                    .map(|(_, ball)| 0.5 * f64::from(ball.mass) * f64::from(ball.velocity.length_squared()))
                    .collect();
                let mean = balls.iter().sum::<f64>() / balls.len().max(1) as f64;
                let mut counts = vec![0_u64; count];
                for energy in &balls {
                    // In two dimensions the energies are distributed as exp(-E / mean): the share of balls that
                    // are slower is even between 0 and 1 (Maxwell 1860, Boltzmann 1868).
                    let slower = -libm::expm1(-energy / mean.max(f64::MIN_POSITIVE));
                    counts[((slower * count as f64) as usize).min(count - 1)] += 1;
                }
                let expected = vec![balls.len() as f64 / count as f64; count];
                (name, "chi_square_against_maxwell", counts, expected)
            }
        };
        let (chi_square, freedom) = chi_square(&counts, &expected);
        let value = json!({ "counts": counts, law: number(chi_square), "degrees_of_freedom": freedom });
        (name.clone(), value)
    }
}

/// Shares of the binomial distribution of `n` even choices.
fn binomial(n: usize) -> Vec<f64> {
    let half_to_n = -(n as f64) * std::f64::consts::LN_2;
    let mut log_choose = 0.0;
    (0..=n)
        .map(|k| {
            if k > 0 {
                log_choose += libm::log((n - k + 1) as f64) - libm::log(k as f64);
            }
            libm::exp(log_choose + half_to_n)
        })
        .collect()
}

/// Pearson's chi-square (Pearson 1900) and its degrees of freedom; neighbors are put together until five are
/// expected in each bin.
fn chi_square(counts: &[u64], expected: &[f64]) -> (f64, usize) {
    let mut groups: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (count, expected) in counts.iter().zip(expected) {
        open = (open.0 + *count as f64, open.1 + expected);
        if open.1 >= 5.0 {
            groups.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = groups.last_mut() {
        *last = (last.0 + open.0, last.1 + open.1);
    }
    let sum = groups.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    (sum, groups.len().saturating_sub(1))
}

/// A number to six digits: more would be noise to a reader.
pub(crate) fn number(x: f64) -> Value {
    let rounded = format!("{x:.5e}").parse::<f64>().ok();
    rounded.and_then(serde_json::Number::from_f64).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binomial_adds_up_and_is_even() {
        let shares = binomial(12);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{shares:?}");
        assert!(
            (shares[6] - 924.0 / 4096.0).abs() < 1e-12 && (shares[0] - shares[12]).abs() < 1e-15,
            "{shares:?}"
        );
    }

    #[test]
    fn chi_square_is_pearsons() {
        // (12-10)^2/10 + (8-10)^2/10 = 0.8, one degree of freedom.
        assert_eq!(chi_square(&[12, 8], &[10.0, 10.0]), (0.8, 1));
        // The outer two are put to their neighbors.
        let (sum, freedom) = chi_square(&[1, 9, 9, 1], &[1.0, 9.0, 9.0, 1.0]);
        assert_eq!((sum, freedom), (0.0, 1));
    }
}
