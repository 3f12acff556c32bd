//! A line of the table: one engine in one phase of one scene.

use std::fmt;

use serde::Serialize;

use crate::engine::Kind;
use crate::run::Run;
use crate::scene::{Phase, Scene};
use crate::truth::Truth;
use crate::watch::Watch;

/// Figures by name.
pub type Means = Vec<(&'static str, f64)>;

/// One engine in one phase of one scene.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    pub scene: &'static str,
    pub phase: &'static str,
    pub n: usize,
    pub engine: &'static str,
    pub config: &'static str,
    pub threads: usize,
    /// Whether resting bodies might sleep.
    pub sleep: bool,
    pub median_ns: f64,
    pub mean_ns: f64,
    pub p99_ns: f64,
    pub max_ns: f64,
    /// `null` where no peer ran.
    pub ratio_to_best_peer: Option<f64>,
    pub escaped: usize,
    pub energy_ratio: f64,
    pub deepest_overlap: f64,
    pub bounces_missed: usize,
    /// Means of a step; empty without `--profile`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profile: Means,
    #[serde(skip)]
    pub times: Vec<f64>,
}

impl Row {
    /// Names of the columns.
    pub const HEAD: &str = "scene            phase          n engine       thr sleep   median ns     mean ns      p99 ns    worst ns  ratio escaped  energy overlap  missed";

    pub fn new(
        run: Run,
        scene: &Scene,
        phase: &Phase,
        truth: Truth,
        seen: &Watch,
        profile: Means,
        times: Vec<f64>,
    ) -> Self {
        Self {
            scene: scene.name,
            phase: phase.name,
            n: scene.discs.len(),
            engine: run.kind.name(),
            config: run.kind.config(),
            threads: run.threads,
            sleep: run.sleep,
            median_ns: 0.0,
            mean_ns: 0.0,
            p99_ns: 0.0,
            max_ns: 0.0,
            ratio_to_best_peer: None,
            escaped: truth.escaped,
            energy_ratio: truth.energy,
            deepest_overlap: truth.deepest.max(seen.deepest),
            bounces_missed: seen.missed,
            profile,
            times,
        }
    }

    pub fn is_of(&self, run: Run, phase: &str) -> bool {
        self.engine == run.kind.name()
            && self.threads == run.threads
            && self.sleep == run.sleep
            && self.phase == phase
    }

    /// Whether it is a peer, with its defaults, in the same phase with the same settings.
    pub fn is_peer_of(&self, row: &Self) -> bool {
        [Kind::Rapier, Kind::Box2d].iter().any(|kind| kind.name() == self.engine)
            && (self.phase, self.threads, self.sleep) == (row.phase, row.threads, row.sleep)
    }
}

/// Works out medians, and ratios to the fastest peer that had the same settings.
pub fn finish(rows: &mut [Row]) {
    for row in rows.iter_mut() {
        row.times.sort_by(f64::total_cmp);
        let at = |share: f64| row.times[((row.times.len() - 1) as f64 * share) as usize];
        (row.median_ns, row.p99_ns, row.max_ns) = (at(0.5), at(0.99), at(1.0));
        row.mean_ns = row.times.iter().sum::<f64>() / row.times.len() as f64;
    }
    for k in 0..rows.len() {
        let peers = rows.iter().filter(|row| row.is_peer_of(&rows[k]));
        let best = peers.map(|row| row.median_ns).min_by(f64::total_cmp);
        rows[k].ratio_to_best_peer = best.map(|best| rows[k].median_ns / best);
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self.ratio_to_best_peer.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        write!(
            f,
            "{:<16} {:<8} {:>7} {:<12} {:>3} {:>5} {:>11.0} {:>11.0} {:>11.0} {:>11.0} {ratio:>6} {:>7} {:>7.3} {:>7.4} {:>7}",
            self.scene,
            self.phase,
            self.n,
            self.engine,
            self.threads,
            if self.sleep { "on" } else { "off" },
            self.median_ns,
            self.mean_ns,
            self.p99_ns,
            self.max_ns,
            self.escaped,
            self.energy_ratio,
            self.deepest_overlap,
            self.bounces_missed,
        )?;
        if self.profile.is_empty() {
            return Ok(());
        }
        let parts: Vec<_> = self.profile.iter().map(|(name, mean)| format!("{name} {mean:.0}")).collect();
        write!(f, "\n    {}", parts.join(", "))
    }
}
