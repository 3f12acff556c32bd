//! One run of one engine through one scene.

use std::time::Instant;

use crate::engine::Engine;
use crate::row::{Means, Row};
use crate::run::Run;
use crate::scene::{Phase, Scene};
use crate::truth::{self, Truth};
use crate::watch::{self, Watch};

/// A scene that an engine plays.
struct Play<'a> {
    scene: &'a Scene,
    engine: Box<dyn Engine>,
    seconds: f32,
}

impl Play<'_> {
    /// Sets the blades' spins for the next step.
    fn steer(&mut self) {
        for (k, blade) in self.scene.blades.iter().enumerate() {
            self.engine.spin(k, blade.spin_at(self.seconds));
        }
        self.seconds += self.scene.dt;
    }

    fn step(&mut self) {
        self.steer();
        self.engine.step();
    }

    /// Nanoseconds of the next step.
    fn time(&mut self) -> f64 {
        self.steer();
        let clock = Instant::now();
        self.engine.step();
        clock.elapsed().as_secs_f64() * 1e9
    }
}

/// Runs a scene once and adds its times to the rows; the first run is watched as well.
pub fn measure(run: Run, scene: &Scene, profiled: bool, rows: &mut Vec<Row>) {
    let engine = run.kind.build(scene, run.settings(profiled));
    let mut play = Play { scene, engine, seconds: 0.0 };
    let start = truth::look(play.engine.as_ref(), scene);
    // Steps that were watched are steps that need not be skipped.
    let mut ahead = 0;
    for phase in &scene.phases {
        for _ in ahead..phase.skip {
            play.step();
        }
        let mut profile = Means::new();
        let mut times = Vec::with_capacity(phase.steps);
        for _ in 0..phase.steps {
            times.push(play.time());
            if profiled {
                add(&mut profile, &play.engine.profile(), phase.steps);
            }
        }
        let row = rows.iter_mut().find(|row| row.is_of(run, phase.name));
        if let Some(row) = row {
            row.times.extend(times);
            ahead = 0;
            continue;
        }
        let truth = truth::look(play.engine.as_ref(), scene);
        let truth = Truth { energy: truth.energy / start.energy, ..truth };
        let seen = watch(&mut play, phase);
        ahead = watch::steps(phase);
        rows.push(Row::new(run, scene, phase, truth, &seen, profile, times));
    }
}

fn watch(play: &mut Play<'_>, phase: &Phase) -> Watch {
    let mut watch = Watch::new(play.scene, play.engine.as_ref());
    for _ in 0..watch::steps(phase) {
        let seconds = play.seconds;
        play.step();
        watch.look(play.scene, play.engine.as_ref(), seconds);
    }
    watch
}

fn add(means: &mut Means, values: &[(&'static str, u64)], steps: usize) {
    means.resize(values.len(), ("", 0.0));
    for (mean, (name, n)) in means.iter_mut().zip(values) {
        *mean = (name, mean.1 + *n as f64 / steps as f64);
    }
}
