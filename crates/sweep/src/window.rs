//! Windows: neighboring values that reach a goal, and their bounds.

use carom_scene::Fault;

use crate::gun::{Gun, Shot};

/// Values that all reach the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The goal that is reached.
    pub goal: String,
    /// Its lowest and highest value.
    pub from: f64,
    /// The highest.
    pub to: f64,
    /// Impacts of the ball on shapes before it gets there, with the value in the middle.
    pub cushions: u32,
    /// The causes of its ends, below and above.
    pub bounds: [String; 2],
}

impl Window {
    /// The value that stands farthest from both ends.
    #[must_use]
    pub const fn middle(&self) -> f64 {
        0.5 * (self.from + self.to)
    }

    /// How wide it is.
    #[must_use]
    pub const fn width(&self) -> f64 {
        self.to - self.from
    }
}

impl Gun<'_> {
    /// Shots side by side that come to the same end.
    pub(crate) fn windows(&mut self, shots: &[Shot]) -> Result<Vec<Window>, Fault> {
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (n, shot) in shots.iter().enumerate() {
            match groups.last_mut() {
                Some((_, last)) if shots[*last].end == shot.end => *last = n,
                _ => groups.push((n, n)),
            }
        }
        let end = shots.len() - 1;
        let wraps = self.turns && groups.len() > 1 && shots[0].end == shots[end].end;
        let mut windows = Vec::new();
        for (k, &(first, last)) in groups.iter().enumerate() {
            let Some((goal, _)) = shots[first].end else { continue };
            if wraps && k == groups.len() - 1 {
                continue;
            }
            let below = if first > 0 { Some(first) } else { None };
            let (low, shift) = match below {
                None if wraps => (Some(groups[groups.len() - 1].0), self.spec.range[1] - self.spec.range[0]),
                low => (low, 0.0),
            };
            let high = if last < end { Some(last) } else { None };
            let edge = |a: Shot, b: Shot| 0.5 * (a.value + b.value);
            let from = low.map_or(shots[first].value, |n| edge(shots[n - 1], shots[n]) - shift);
            let to = high.map_or(shots[last].value, |n| edge(shots[n], shots[n + 1]));
            let middle = shots[first + (last - first) / 2];
            let bounds = [
                match low {
                    Some(n) => self.bound(shots[n], shots[n - 1])?,
                    None => "the end of the range".to_owned(),
                },
                match high {
                    Some(n) => self.bound(shots[n], shots[n + 1])?,
                    None => "the end of the range".to_owned(),
                },
            ];
            let goal = self.target.name(goal).to_owned();
            windows.push(Window { goal, from, to, cushions: middle.cushions, bounds });
        }
        Ok(windows)
    }
}
