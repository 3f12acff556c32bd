//! Phases: the work of steps, and the time of their phases.

use carom::World;
use carom::glam::{Vec2, vec2};

use crate::canvas::Canvas;
use crate::legend::{Legend, Swatch};
use crate::theme::Theme;

/// Adds up the [`Profile`](carom::Profile)s of steps. Record after each step; there are times only of a world with a
/// clock.
///
/// ```
/// use carom::prelude::*;
/// use carom_draw::{Phases, Picture};
///
/// let mut world = World::new(Config::default())?;
/// world.set_profiler_clock(Some(carom::monotonic_nanos));
/// world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1))?;
/// let mut phases = Phases::default();
/// for _ in 0..30 {
///     world.step(1.0 / 60.0);
///     phases.record(&world);
/// }
/// for (phase, monotonic_nanos) in phases.times() {
///     println!("{phase}: {monotonic_nanos:.0} ns in a step, in the mean");
/// }
/// let svg = Picture::new().phases(&phases).draw(&world).to_svg();
/// assert!(svg.contains("advance"));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Phases {
    steps: u64,
    counts: Vec<(&'static str, u64)>,
    times: Vec<(&'static str, u64)>,
}

impl Phases {
    /// Adds the last step.
    pub fn record(&mut self, world: &World) {
        let profile = world.profile();
        self.steps += 1;
        add(&mut self.counts, &profile.named().map(|(name, n)| (name, u64::from(n))));
        add(&mut self.times, &profile.times.named());
    }

    /// Steps that were recorded.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The mean work of a step, by name.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.means(&self.counts)
    }

    /// How long each phase of a step took, in the mean, by name, in the unit of the world's clock; zeros without one.
    pub fn times(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.means(&self.times)
    }

    /// Share of each phase in the time of all, by name; nothing if no time was measured.
    pub fn shares(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let whole: u64 = self.times.iter().map(|(_, time)| time).sum();
        let measured = if whole > 0 { self.times.as_slice() } else { &[] };
        measured.iter().map(move |(name, time)| (*name, *time as f64 / whole as f64))
    }

    fn means(&self, sums: &[(&'static str, u64)]) -> impl Iterator<Item = (&'static str, f64)> {
        let steps = self.steps.max(1) as f64;
        sums.iter().map(move |(name, sum)| (*name, *sum as f64 / steps))
    }

    /// Explains the colours of the bar.
    pub(crate) fn explain(&self, legend: &mut Legend, theme: &Theme) {
        for (n, (name, share)) in self.shares().enumerate() {
            legend.add(Swatch::Block, theme.series(n), &format!("{name} {:.0} %", 100.0 * share));
        }
    }

    /// One bar, as long as the time of all phases together.
    pub(crate) fn paint(&self, canvas: &mut Canvas, low: Vec2, high: Vec2, theme: &Theme) {
        let mut passed = 0.0;
        let x = |share: f64| low.x + (high.x - low.x) * share as f32;
        for (n, (_, share)) in self.shares().enumerate() {
            if share > 0.0 {
                canvas.rectangle(vec2(x(passed), low.y), vec2(x(passed + share), high.y), theme.series(n));
            }
            passed += share;
        }
    }
}

fn add(sums: &mut Vec<(&'static str, u64)>, named: &[(&'static str, u64)]) {
    sums.resize(named.len(), ("", 0));
    for (sum, (name, n)) in sums.iter_mut().zip(named) {
        *sum = (name, sum.1.saturating_add(*n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Item;
    use crate::color::Color;
    use carom::prelude::*;

    fn recorded(clock: Option<carom::ProfilerClock>) -> Phases {
        let mut world = World::new(Config::default()).unwrap();
        world.set_profiler_clock(clock);
        world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1)).unwrap();
        let mut phases = Phases::default();
        for _ in 0..20 {
            world.step(1.0 / 60.0);
            phases.record(&world);
        }
        phases
    }

    #[test]
    fn the_bar_is_filled_by_the_shares() {
        let phases = recorded(Some(carom::monotonic_nanos));
        assert_eq!(phases.steps(), 20);
        assert!((phases.shares().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(phases.counts().any(|(name, mean)| name == "substeps" && mean >= 1.0));
        let mut canvas = Canvas::new(100, 100, Color::WHITE);
        phases.paint(&mut canvas, Vec2::ZERO, vec2(100.0, 10.0), &Theme::light());
        let mut at = 0.0;
        for item in canvas.items() {
            let Item::Polygon { points, .. } = item else { panic!("{item:?}") };
            let ends = |fold: fn(f32, f32) -> f32| points.iter().map(|p| p.x).reduce(fold).unwrap();
            assert!((ends(f32::min) - at).abs() < 1e-3, "no gap at {at}");
            at = ends(f32::max);
        }
        assert!((at - 100.0).abs() < 1e-3, "{at}");
    }

    #[test]
    fn without_a_clock_there_are_counts_and_no_bar() {
        let phases = recorded(None);
        assert_eq!(phases.shares().count(), 0);
        assert!(phases.times().all(|(_, time)| time == 0.0));
        let mut legend = Legend::default();
        phases.explain(&mut legend, &Theme::light());
        assert_eq!(legend.height(100.0, 10.0), 0.0);
    }
}
