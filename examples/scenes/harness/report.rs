//! The measurements of a run: for people and as JSON.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use carom::World;
use carom_draw::Phases;
use serde::Serialize;
use serde_json::Value;

use crate::Scene;
use crate::scene::number;

/// The measurements of a run.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Name of the scene.
    pub scene: &'static str,
    /// Balls in the world at the end.
    pub balls: usize,
    /// Steps taken.
    pub steps: u64,
    /// Steps times their length, seconds.
    pub simulated_seconds: f64,
    /// Steps per second of computing. Only the world's own time counts, not the script's.
    pub steps_per_second: f64,
    /// Simulated seconds per second of computing.
    pub real_time_factor: f64,
    /// Bounces.
    pub impacts: u64,
    /// Highest speed of a ball at the end of any step, length units per second.
    pub top_speed: f64,
    /// Balls that went through a wall.
    pub escaped: usize,
    /// Everything that the steps had to drop; the next three add up to it.
    pub dropped: u64,
    /// See [`Dropped`](carom::Dropped).
    pub frozen_balls: u64,
    /// See [`Dropped`](carom::Dropped).
    pub stalled_bodies: u64,
    /// See [`Dropped`](carom::Dropped).
    pub quarantined_balls: u64,
    /// Points, in a game that has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
    /// Fingerprint of the last state, in hexadecimal: JSON numbers do not hold 64 bits.
    pub hash: String,
    /// The mean work of a step.
    pub mean_of_a_step: BTreeMap<&'static str, Value>,
    /// How long each phase of a step took, in the mean, nanoseconds; only with `--profile`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub mean_ns_by_phase: BTreeMap<&'static str, Value>,
    /// The same, step by step added up.
    #[serde(skip)]
    pub phases: Phases,
    /// The other results of the scene.
    #[serde(flatten)]
    pub facts: BTreeMap<&'static str, Value>,
}

impl Report {
    pub(crate) fn new(scene: &'static str) -> Self {
        Self {
            scene,
            balls: 0,
            steps: 0,
            simulated_seconds: 0.0,
            steps_per_second: 0.0,
            real_time_factor: 0.0,
            impacts: 0,
            top_speed: 0.0,
            escaped: 0,
            dropped: 0,
            frozen_balls: 0,
            stalled_bodies: 0,
            quarantined_balls: 0,
            score: None,
            hash: String::new(),
            mean_of_a_step: BTreeMap::new(),
            mean_ns_by_phase: BTreeMap::new(),
            phases: Phases::default(),
            facts: BTreeMap::new(),
        }
    }

    /// Adds the events and the work of the last step.
    pub(crate) fn observe(&mut self, world: &World) {
        let events = world.events();
        self.phases.record(world);
        self.steps += 1;
        self.impacts += events.impacts().len() as u64;
        let dropped = events.dropped();
        self.dropped += u64::from(dropped.count());
        self.frozen_balls += u64::from(dropped.frozen_balls);
        self.stalled_bodies += u64::from(dropped.stalled_bodies);
        self.quarantined_balls += u64::from(dropped.quarantined_balls);
        for (_, ball) in world.balls() {
            self.top_speed = self.top_speed.max(f64::from(ball.velocity.length()));
        }
    }

    /// Adds the values that are known at the end.
    pub(crate) fn close(&mut self, scene: &Scene, simulated: f64, spent: Duration) {
        // A clock may be too coarse for a very short run; the quotients stay finite.
        let spent = spent.as_secs_f64().max(1e-9);
        self.balls = scene.world.ball_count();
        self.simulated_seconds = simulated;
        self.steps_per_second = self.steps as f64 / spent;
        self.real_time_factor = simulated / spent;
        self.escaped = scene.escaped();
        self.score = scene.score();
        self.hash = format!("{:016x}", scene.world.state_hash());
        self.mean_of_a_step = self.phases.counts().map(|(name, mean)| (name, number(mean))).collect();
        if self.phases.shares().next().is_some() {
            self.mean_ns_by_phase = self.phases.times().map(|(name, mean)| (name, number(mean))).collect();
        }
        self.facts = scene.facts().into_iter().collect();
    }

    /// One JSON object on one line.
    ///
    /// # Errors
    /// No known cause; errors of the serializer are passed on.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate =
            format!("{:.0} steps/s, {:.0} times real time", self.steps_per_second, self.real_time_factor);
        let simulated = format!("{:.2} s in {} steps", self.simulated_seconds, self.steps);
        let mut dropped = self.dropped.to_string();
        if self.dropped > 0 {
            dropped += &format!(
                " ({} frozen, {} stalled, {} quarantined)",
                self.frozen_balls, self.stalled_bodies, self.quarantined_balls
            );
        }
        let mut line = |name: &str, value: &dyn fmt::Display| writeln!(f, "{name:<20} {value}");
        line("scene", &self.scene)?;
        line("balls", &self.balls)?;
        line("simulated", &simulated)?;
        line("speed", &rate)?;
        line("impacts", &self.impacts)?;
        line("top speed", &number(self.top_speed))?;
        line("escaped", &self.escaped)?;
        line("dropped", &dropped)?;
        if let Some(score) = self.score {
            line("score", &score)?;
        }
        for (name, share) in self.phases.shares() {
            line(&format!("time in {name}"), &format!("{:.0} %", 100.0 * share))?;
        }
        for (name, value) in &self.facts {
            line(&name.replace('_', " "), value)?;
        }
        write!(f, "{:<20} {}", "hash", self.hash)
    }
}
