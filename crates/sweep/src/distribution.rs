//! How a value varies from run to run.

use std::fmt;

use carom_scene::Fault;
use serde::{Deserialize, Serialize};

use crate::philox::Chance;
use crate::value::{Kind, Value};

/// Most values of a grid or a choice.
pub const MOST_VALUES: usize = 1_000_000;

/// How a value varies from run to run.
///
/// It is written as a call, `uniform(1,3)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Distribution {
    /// `uniform(LOW,HIGH)`: evenly between two numbers.
    Uniform(f64, f64),
    /// `integer(LOW,HIGH)`: evenly among whole numbers, both ends included.
    Integer(i64, i64),
    /// `normal(MEAN,DEVIATION)`: the bell of Gauss.
    Normal(f64, f64),
    /// `loguniform(LOW,HIGH)`: its logarithm is even between those of two numbers above 0.
    LogUniform(f64, f64),
    /// `choice(A,B,...)`: evenly among values, which may be texts.
    Choice(Vec<Value>),
    /// `grid(FROM:TO:STEP)` or `grid(A,B,...)`: all values in turn; of several grids all combinations.
    Grid(Vec<Value>),
    /// `sobol(LOW,HIGH,DIMENSION)`: evenly, with fewer gaps than chance leaves. Each parameter has a dimension of its own, 0
    /// to 255.
    Sobol(f64, f64, u32),
}

const NAMES: [&str; 7] = ["uniform", "integer", "normal", "loguniform", "choice", "grid", "sobol"];

impl Distribution {
    /// Reads a call such as `uniform(1,3)`.
    ///
    /// ```
    /// use carom_sweep::Distribution;
    ///
    /// assert_eq!(Distribution::parse("uniform(1, 3)")?, Distribution::Uniform(1.0, 3.0));
    /// let fault = Distribution::parse("unifrom(1,3)").unwrap_err();
    /// assert!(fault.to_string().contains("did you mean `uniform`?"));
    /// # Ok::<(), carom_scene::Fault>(())
    /// ```
    ///
    /// # Errors
    /// An unknown name, a wrong number of arguments, or one that is out of range.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let text = text.trim();
        let call = text.split_once('(').and_then(|(name, rest)| Some((name.trim(), rest.strip_suffix(')')?)));
        let Some((name, inside)) = call else {
            let message = format!("{text:?} is no distribution");
            return Err(Fault::at("", message).help(Some("write it as in `uniform(1,3)`".to_owned())));
        };
        let parts: Vec<&str> = inside.split(',').map(str::trim).collect();
        let refuse = |message: String| Fault::at("", format!("{text}: {message}"));
        match name {
            "uniform" => pair(&parts, |low, high| low <= high).map(|(a, b)| Self::Uniform(a, b)),
            "integer" => pair(&parts, |low, high| {
                low <= high
                    && low == libm::trunc(low)
                    && high == libm::trunc(high)
                    && high.abs() < 9e15
                    && low.abs() < 9e15
            })
            .map(|(a, b)| Self::Integer(a as i64, b as i64)),
            "normal" => pair(&parts, |_, deviation| deviation >= 0.0).map(|(a, b)| Self::Normal(a, b)),
            "loguniform" => {
                pair(&parts, |low, high| low > 0.0 && low <= high).map(|(a, b)| Self::LogUniform(a, b))
            }
            "choice" => list(&parts).map(Self::Choice),
            "grid" if parts.len() == 1 && inside.contains(':') => range(inside).map(Self::Grid),
            "grid" => list(&parts).map(Self::Grid),
            "sobol" => sobol(&parts),
            _ => return Err(Fault::unknown("", "distribution", name, NAMES)),
        }
        .map_err(refuse)
    }

    /// Number of values of a grid; 1 for other distributions.
    pub(crate) fn steps(&self) -> u64 {
        if let Self::Grid(values) = self { values.len() as u64 } else { 1 }
    }

    /// The kind of its values.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Choice(values) | Self::Grid(values) => Kind::of(values),
            Self::Integer(..) => Kind::Integer,
            _ => Kind::Number,
        }
    }

    /// The value of a run. `turn` is its number along the grid, if it is one.
    pub(crate) fn draw(&self, chance: Chance, run: u64, turn: u64) -> Value {
        let [unit, other] = chance.units(run);
        match self {
            Self::Uniform(low, high) => Value::Number(between(*low, *high, unit)),
            Self::Integer(low, high) => {
                let count = (*high - *low) as u64 + 1;
                let [word, _] = chance.words(run);
                // The upper half of the product: even to one part in 2^64 / count.
                let turn = (u128::from(word) * u128::from(count)) >> 64;
                Value::Number((*low + turn as i64) as f64)
            }
            Self::Normal(mean, deviation) => {
                // Box and Muller 1958.
                let length = libm::sqrt(-2.0 * libm::log(1.0 - unit));
                let turn = libm::cos(2.0 * std::f64::consts::PI * other);
                Value::Number(mean + deviation * (length * turn))
            }
            Self::LogUniform(low, high) => {
                Value::Number(libm::exp(between(libm::log(*low), libm::log(*high), unit)).clamp(*low, *high))
            }
            Self::Choice(values) => {
                values[((unit * values.len() as f64) as usize).min(values.len() - 1)].clone()
            }
            Self::Grid(values) => values[(turn % values.len() as u64) as usize].clone(),
            Self::Sobol(low, high, dimension) => {
                // The sequence has 2^16 points; each block of as many runs has a scrambling of its own.
                let seed = chance.words(run >> 16)[0] as u32;
                let unit = sobol_burley::sample((run & 0xffff) as u32, *dimension, seed);
                Value::Number(between(*low, *high, f64::from(unit)))
            }
        }
    }

    /// Of whose chance it takes its draws: points of Sobol are scrambled together.
    pub(crate) fn source<'a>(&self, name: &'a str) -> &'a str {
        if matches!(self, Self::Sobol(..)) { "sobol" } else { name }
    }
}

fn between(low: f64, high: f64, unit: f64) -> f64 {
    (low + (high - low) * unit).min(high)
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().map_err(|_| format!("{text:?} is not a number"))?;
    if number.is_finite() { Ok(number) } else { Err(format!("{text} is not finite")) }
}

fn pair(parts: &[&str], fits: impl Fn(f64, f64) -> bool) -> Result<(f64, f64), String> {
    let [a, b] = parts else { return Err(format!("it has {} arguments, but must have 2", parts.len())) };
    let (a, b) = (number(a)?, number(b)?);
    if fits(a, b) { Ok((a, b)) } else { Err(format!("{a} and {b} are out of range")) }
}

fn sobol(parts: &[&str]) -> Result<Distribution, String> {
    let (ends, dimension) = match parts {
        [_, _] => (parts, 0.0),
        [_, _, dimension] => (&parts[..2], number(dimension)?),
        _ => return Err(format!("it has {} arguments, but must have 2 or 3", parts.len())),
    };
    let (low, high) = pair(ends, |low, high| low <= high)?;
    if (0.0..256.0).contains(&dimension) && dimension == libm::trunc(dimension) {
        Ok(Distribution::Sobol(low, high, dimension as u32))
    } else {
        Err(format!("dimension {dimension} must be a whole number from 0 to 255"))
    }
}

fn list(parts: &[&str]) -> Result<Vec<Value>, String> {
    if parts.iter().any(|part| part.is_empty()) {
        return Err("it has an empty value".to_owned());
    }
    if parts.len() > MOST_VALUES {
        return Err(format!("it has more than {MOST_VALUES} values"));
    }
    Ok(parts.iter().map(|part| Value::parse(part)).collect())
}

fn range(inside: &str) -> Result<Vec<Value>, String> {
    let parts: Vec<&str> = inside.split(':').map(str::trim).collect();
    let [from, to, step] = parts[..] else {
        return Err(format!("it has {} numbers, but must have 3: FROM:TO:STEP", parts.len()));
    };
    let (from, to, step) = (number(from)?, number(to)?, number(step)?);
    // A step of 0.05 is a little more or less than that.
    let count = libm::floor((to - from) / step + 1e-9) + 1.0;
    if !(count >= 1.0 && count <= MOST_VALUES as f64) {
        return Err(format!("from {from} to {to} by {step} are not between 1 and {MOST_VALUES} values"));
    }
    Ok((0..count as u64).map(|n| Value::Number(from + n as f64 * step)).collect())
}

impl TryFrom<String> for Distribution {
    type Error = Fault;

    fn try_from(text: String) -> Result<Self, Fault> {
        Self::parse(&text)
    }
}

impl From<Distribution> for String {
    fn from(distribution: Distribution) -> Self {
        distribution.to_string()
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = |name: &str, values: &[Value]| {
            write!(f, "{name}(")?;
            for (n, value) in values.iter().enumerate() {
                write!(f, "{}{value}", if n == 0 { "" } else { "," })?;
            }
            f.write_str(")")
        };
        match self {
            Self::Choice(values) => all("choice", values),
            Self::Grid(values) => all("grid", values),
            Self::Uniform(a, b) => write!(f, "uniform({a},{b})"),
            Self::Integer(a, b) => write!(f, "integer({a},{b})"),
            Self::Normal(a, b) => write!(f, "normal({a},{b})"),
            Self::LogUniform(a, b) => write!(f, "loguniform({a},{b})"),
            Self::Sobol(a, b, dimension) => write!(f, "sobol({a},{b},{dimension})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "uniform(1,3)",
            "integer(-2,5)",
            "normal(0.25,0.01)",
            "loguniform(0.001,10)",
            "choice(a,b,3)",
            "grid(1,2,4)",
            "sobol(0,1,3)",
        ] {
            assert_eq!(Distribution::parse(text).unwrap().to_string(), text);
        }
        let grid = Distribution::parse("grid(0.6:0.9:0.05)").unwrap();
        assert_eq!(grid.steps(), 7);
        assert_eq!(Distribution::parse(&grid.to_string()).unwrap(), grid);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("uniform", "write it as in `uniform(1,3)`"),
            ("unifrom(1,2)", "did you mean `uniform`?"),
            ("uniform(1)", "it has 1 arguments, but must have 2"),
            ("uniform(3,1)", "out of range"),
            ("uniform(a,1)", "\"a\" is not a number"),
            ("uniform(0,inf)", "inf is not finite"),
            ("loguniform(0,1)", "out of range"),
            ("normal(0,-1)", "out of range"),
            ("integer(0.5,2)", "out of range"),
            ("grid(0:1:0)", "are not between 1 and"),
            ("grid(0:1)", "must have 3"),
            ("choice(a,,b)", "empty value"),
            ("sobol(0,1,256)", "from 0 to 255"),
        ] {
            let fault = Distribution::parse(text).expect_err(text).to_string();
            assert!(fault.contains(said), "{text}: {fault}");
        }
    }

    #[test]
    fn draws_have_the_moments_of_their_law() {
        let mean = |text: &str| {
            let law = Distribution::parse(text).unwrap();
            let chance = Chance::new(1, "x");
            let draw = |run| if let Value::Number(x) = law.draw(chance, run, run) { x } else { f64::NAN };
            let all: Vec<f64> = (0..20_000).map(draw).collect();
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            let spread = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / all.len() as f64;
            (mean, libm::sqrt(spread))
        };
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 0.03 && (b - d).abs() < 0.03;
        assert!(close(mean("uniform(1,3)"), (2.0, 0.577)), "{:?}", mean("uniform(1,3)"));
        assert!(close(mean("normal(1,0.5)"), (1.0, 0.5)), "{:?}", mean("normal(1,0.5)"));
        assert!(close(mean("integer(1,6)"), (3.5, 1.708)), "{:?}", mean("integer(1,6)"));
        assert!(close(mean("choice(0,1)"), (0.5, 0.5)), "{:?}", mean("choice(0,1)"));
        assert!(close(mean("sobol(1,3)"), (2.0, 0.577)), "{:?}", mean("sobol(1,3)"));
        // (b - a) / ln(b / a)
        assert!(
            (mean("loguniform(1,2)").0 - 1.0 / core::f64::consts::LN_2).abs() < 0.01,
            "{:?}",
            mean("loguniform(1,2)")
        );
    }
}
