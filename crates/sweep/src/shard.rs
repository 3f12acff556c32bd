//! Slices of a sweep, for several machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A slice of a sweep: number `index` of `count` equal ones, from 0 on. Written `17/1000`.
///
/// ```
/// use carom_sweep::Shard;
///
/// let shard: Shard = "1/3".parse()?;
/// assert_eq!(shard.runs(10), 3..6);
/// assert!("3/3".parse::<Shard>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole sweep.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// The runs that it holds, of a sweep with this many.
    #[must_use]
    pub fn runs(self, all: u64) -> Range<u64> {
        let edge = |n: u64| (u128::from(all) * u128::from(n) / u128::from(self.count)) as u64;
        edge(self.index)..edge(self.index + 1)
    }

    /// Whether it is the whole sweep.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (index, count) =
            text.split_once('/').ok_or("it must be of the form INDEX/COUNT, as in 17/1000")?;
        let whole = |part: &str| {
            part.trim()
                .parse::<u64>()
                .map_err(|_| format!("{:?} is not a whole number from 0 on", part.trim()))
        };
        let (index, count) = (whole(index)?, whole(count)?);
        if index < count && count <= 1_000_000_000 {
            Ok(Self { index, count })
        } else {
            Err(format!("{index} of {count}: the first must be less than the second, that at most 1e9"))
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_all_runs_once() {
        for (runs, count) in [(10, 3), (20_000, 7), (3, 7), (0, 2), (u64::MAX, 1000)] {
            let shards = (0..count).map(|index| Shard { index, count }.runs(runs));
            let end = shards.fold(0, |end, shard| {
                assert_eq!(shard.start, end);
                shard.end
            });
            assert_eq!(end, runs);
        }
    }
}
