//! A game of the corpus while it is played: a world, its drives, and its results.

use std::fmt;

use carom::prelude::*;

use crate::dice::Dice;

/// A game's calls before a step with this number.
pub(super) type Script = Box<dyn FnMut(&mut World, u32, &mut Dice) -> Result<(), Error>>;

/// A game.
pub struct Play {
    pub(super) world: World,
    script: Script,
    dice: Dice,
    rate: u32,
    steps: u32,
    print: u64,
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play").field("rate", &self.rate).field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl Play {
    /// A game at one of the usual rates, with the rest of the dice.
    pub(super) fn new(world: World, mut dice: Dice, script: Script) -> Self {
        let rate = dice.pick(&[30, 60, 60, 120, 240]).unwrap_or(60);
        Self { world, script, dice, rate, steps: 0, print: 0 }
    }

    /// One that is left alone.
    pub(super) fn alone(world: World, dice: Dice) -> Self {
        Self::new(world, dice, Box::new(|_, _, _| Ok(())))
    }

    /// The world as it is now.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The same, for one who records it.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Plays on for a second. Returns a fingerprint of all states and events so far.
    ///
    /// # Errors
    /// Errors of the world: a fault of the game.
    pub fn second(&mut self) -> Result<u64, Error> {
        for _ in 0..self.rate {
            self.step()?;
            let events = self.world.events();
            let counts = [events.impacts().len(), events.sensor_entered().len(), events.joint_limits().len()];
            let times = events
                .impacts()
                .iter()
                .map(|hit| u64::from(hit.time.to_bits()) << 32 | u64::from(hit.normal_impulse.to_bits()));
            let words: Vec<u64> = counts.map(|count| count as u64).into_iter().chain(times).collect();
            words.into_iter().for_each(|word| self.mix(word));
        }
        self.mix(self.world.state_hash());
        Ok(self.print)
    }

    /// Takes a step.
    ///
    /// # Errors
    /// As [`second`](Self::second).
    pub fn step(&mut self) -> Result<(), Error> {
        (self.script)(&mut self.world, self.steps, &mut self.dice)?;
        self.world.step(1.0 / self.rate as f32);
        self.steps += 1;
        Ok(())
    }

    fn mix(&mut self, word: u64) {
        let sum = (self.print ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.print = sum ^ sum >> 32;
    }
}

/// A closed room about the origin.
pub(super) fn room(config: Config, half: Vec2, surface: Material) -> Result<(World, BodyId), Error> {
    let mut world = World::new(config)?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [vec2(-half.x, -half.y), vec2(half.x, -half.y), half, vec2(-half.x, half.y)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?.material(surface))?;
    Ok((world, walls))
}

/// A ball in a square about the origin.
pub(super) fn ball(dice: &mut Dice, half: f32, radii: [f32; 2], speed: f32) -> Ball {
    let material = Material::new(dice.within(0.0, 0.95), dice.within(0.0, 0.6));
    let ball = Ball::new(dice.point(half), dice.within(radii[0], radii[1])).velocity(dice.point(speed));
    ball.material(material).angular_velocity(dice.within(-5.0, 5.0))
}
