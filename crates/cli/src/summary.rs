//! The measurements of a run: for people and as JSON.

use std::fmt;
use std::time::Duration;

use carom_draw::Phases;
use carom_scene::Stage;
use serde_json::{Map, Value, json};

use crate::phases::{counts, means, shares};

/// The measurements of a run.
#[derive(Debug)]
pub(crate) struct Summary {
    scene: String,
    steps: u64,
    balls: usize,
    simulated: f64,
    spent: f64,
    impacts: u64,
    top_speed: f64,
    frozen: u64,
    stalled: u64,
    quarantined: u64,
    escaped: usize,
    hash: u64,
    facts: Map<String, Value>,
    /// The work of the steps, and the time of their phases if the world has a clock.
    pub(crate) phases: Phases,
    /// Steps with the fingerprint after them.
    pub(crate) hashes: Vec<(u64, u64)>,
}

impl Summary {
    pub(crate) fn new(scene: String) -> Self {
        Self {
            scene,
            steps: 0,
            balls: 0,
            simulated: 0.0,
            spent: 0.0,
            impacts: 0,
            top_speed: 0.0,
            frozen: 0,
            stalled: 0,
            quarantined: 0,
            escaped: 0,
            hash: 0,
            facts: Map::new(),
            phases: Phases::default(),
            hashes: Vec::new(),
        }
    }

    /// Adds the events and the work of the last step.
    pub(crate) fn observe(&mut self, stage: &Stage) {
        let events = stage.world.events();
        self.phases.record(&stage.world);
        self.steps += 1;
        self.simulated += f64::from(stage.dt());
        self.impacts += events.impacts().len() as u64;
        let dropped = events.dropped();
        self.frozen += u64::from(dropped.frozen_balls);
        self.stalled += u64::from(dropped.stalled_bodies);
        self.quarantined += u64::from(dropped.quarantined_balls);
        for (_, ball) in stage.world.balls() {
            self.top_speed = self.top_speed.max(f64::from(ball.velocity.length()));
        }
    }

    /// Adds the values that are known at the end.
    pub(crate) fn close(&mut self, stage: &Stage, spent: Duration) {
        // A clock may be too coarse for a very short run; the quotients stay finite.
        self.spent = spent.as_secs_f64().max(1e-9);
        self.balls = stage.world.ball_count();
        self.escaped = stage.escaped();
        self.hash = stage.world.state_hash();
        self.facts = stage.facts();
    }

    fn is_timed(&self) -> bool {
        self.phases.shares().next().is_some()
    }

    fn dropped(&self) -> u64 {
        self.frozen + self.stalled + self.quarantined
    }

    /// One JSON object on one line.
    pub(crate) fn to_json(&self) -> String {
        let mut object = json!({
            "scene": self.scene,
            "balls": self.balls,
            "steps": self.steps,
            "simulated_seconds": number(self.simulated),
            "steps_per_second": number(self.steps as f64 / self.spent),
            "real_time_factor": number(self.simulated / self.spent),
            "impacts": self.impacts,
            "top_speed": number(self.top_speed),
            "escaped": self.escaped,
            "dropped": self.dropped(),
            "frozen_balls": self.frozen,
            "stalled_bodies": self.stalled,
            "quarantined_balls": self.quarantined,
            // JSON numbers do not hold 64 bits.
            "hash": format!("{:016x}", self.hash),
        });
        if let Value::Object(object) = &mut object {
            object.extend(self.facts.clone());
            object.insert("mean_of_a_step".to_owned(), means(self.phases.counts()));
            if self.is_timed() {
                object.insert("mean_ns_by_phase".to_owned(), means(self.phases.times()));
            }
            if !self.hashes.is_empty() {
                let hashes = self.hashes.iter().map(|(step, hash)| json!([step, format!("{hash:016x}")]));
                object.insert("hashes".to_owned(), hashes.collect());
            }
        }
        object.to_string()
    }
}

/// To six digits: more would be noise to a reader.
fn number(x: f64) -> Value {
    let rounded = format!("{x:.5e}").parse::<f64>().ok();
    rounded.and_then(serde_json::Number::from_f64).map_or(Value::Null, Value::Number)
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: &dyn fmt::Display| writeln!(f, "{name:<24} {value}");
        line("scene", &self.scene)?;
        line("balls", &self.balls)?;
        line("simulated", &format_args!("{:.2} s in {} steps", self.simulated, self.steps))?;
        let (rate, factor) = (self.steps as f64 / self.spent, self.simulated / self.spent);
        line("speed", &format_args!("{rate:.0} steps/s, {factor:.0} times real time"))?;
        line("impacts", &self.impacts)?;
        line("top speed", &number(self.top_speed))?;
        line("escaped", &self.escaped)?;
        if self.dropped() > 0 {
            let Self { frozen, stalled, quarantined, .. } = self;
            let parts = format!("{frozen} frozen, {stalled} stalled, {quarantined} quarantined");
            line("dropped", &format_args!("{} ({parts})", self.dropped()))?;
        } else {
            line("dropped", &0)?;
        }
        for (name, value) in &self.facts {
            match value {
                Value::Object(parts) => {
                    for (part, value) in parts {
                        line(&format!("{} {}", name.replace('_', " "), part.replace('_', " ")), value)?;
                    }
                }
                value => line(&name.replace('_', " "), value)?,
            }
        }
        if self.is_timed() {
            line("world by phase", &shares(&self.phases))?;
            line("in a step, in the mean", &counts(&self.phases))?;
        }
        for (step, hash) in &self.hashes {
            line(&format!("hash after {step}"), &format_args!("{hash:016x}"))?;
        }
        write!(f, "{:<24} {:016x}", "hash", self.hash)
    }
}
