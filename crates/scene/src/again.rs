//! A stage that starts over: many runs of one scene without building it again.

use std::sync::Arc;

use carom::Config;

use crate::engine_errors::refuse;
use crate::fault::Fault;
use crate::model::{PlacedBall, Spawner};
use crate::stage::Stage;

impl Stage {
    /// Returns to the state of another stage of the same scene, in most cases its start. Shared parts are not
    /// copied: this is quicker than a clone.
    ///
    /// ```
    /// use carom_scene::Scene;
    ///
    /// let start = Scene::from_ron("(carom: 1, balls: [(position: (0, 1), radius: 0.1)])")?.stage()?;
    /// let mut stage = start.clone();
    /// stage.step();
    /// let first = stage.world.state_hash();
    /// stage.rewind(&start);
    /// stage.step();
    /// assert_eq!(stage.world.state_hash(), first);
    /// # Ok::<(), carom_scene::Fault>(())
    /// ```
    pub fn rewind(&mut self, start: &Self) {
        self.world.clone_from(&start.world);
        self.steps = start.steps;
        if self.ids.balls != start.ids.balls {
            self.ids.balls.clone_from(&start.ids.balls);
        }
        if self.scene.run != start.scene.run {
            Arc::make_mut(&mut self.scene).run = start.scene.run;
        }
        self.buttons.take(&start.buttons);
        for (stream, first) in self.streams.iter_mut().zip(&start.streams) {
            (stream.done, stream.next) = (first.done, first.next);
        }
        self.rules.take(&start.rules);
        self.entries.clear();
        self.energy_at_start = start.energy_at_start;
    }

    /// Whether both come from one stage, and so may be [rewound](Self::rewind) to each other.
    #[must_use]
    pub fn is_alike(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.scene, &other.scene)
    }

    /// Gives the scene another seed before its first step. Returns whether that is all: a grid of balls that are strewn by
    /// chance must be built again.
    ///
    /// # Errors
    /// No known cause; errors of the world are passed on.
    pub fn reseed(&mut self, seed: u64) -> Result<bool, Fault> {
        if self.steps > 0 || self.scene.spawners.iter().any(|spawner| matches!(spawner, Spawner::Grid(_))) {
            return Ok(false);
        }
        if self.scene.run.seed != seed {
            Arc::make_mut(&mut self.scene).run.seed = seed;
        }
        if self.scene.world.seed.is_none() {
            let config = Config { seed, ..*self.world.config() };
            self.world.set_config(config).map_err(|error| refuse("world", error))?;
        }
        Ok(true)
    }

    /// Gives a ball of the scene another place, velocity and spin before the first step, as if the scene had them. Returns
    /// whether it could: a ball that is in a scene with links is not placed so.
    ///
    /// # Errors
    /// A value out of range, with its path in the scene.
    pub fn place_ball(&mut self, number: usize, placed: &PlacedBall) -> Result<bool, Fault> {
        let has_links =
            !self.scene.links.is_empty() || self.scene.prefabs.values().any(|p| !p.links.is_empty());
        if self.steps > 0 || has_links || number >= self.scene.balls.len() {
            return Ok(false);
        }
        // Balls of the scene itself come first, in its order.
        let Some((id, mut ball)) = self.world.balls().nth(number) else { return Ok(false) };
        let angle = self.scene.units.angle;
        ball.position = placed.position.into();
        ball.velocity = placed.velocity.into();
        ball.rolling_velocity = placed.rolling_velocity.into();
        ball.angle = angle.radians(placed.angle);
        ball.angular_velocity = angle.radians(placed.angular_velocity);
        self.world.set_ball(id, ball).map_err(|error| refuse(&format!("balls[{number}]"), error))?;
        Ok(true)
    }
}
