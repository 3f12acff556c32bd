//! The stage of a scene, at its start again with other values.

use carom_scene::model::PlacedBall;
use carom_scene::{BallNumber, Fault, Scene, Stage};

use crate::value::Value;

/// A scene whose values change from run to run, and the one stage that runs it.
///
/// Places, velocities and spins of balls are set in the stage as it was at its start. Any other value makes the
/// stage from the scene again.
#[derive(Debug)]
pub(crate) struct Again {
    scene: Scene,
    names: Vec<String>,
    /// In which order the values are set: directions of balls after their speeds, as a ball at rest has no direction.
    order: Vec<usize>,
    /// The meaning of each name, if all are numbers of balls.
    numbers: Option<Vec<BallNumber>>,
    /// The balls that vary, as they are placed.
    balls: Vec<PlacedBall>,
    start: Option<Stage>,
    stage: Option<Stage>,
}

impl Again {
    pub(crate) fn new(scene: Scene, names: Vec<String>) -> Self {
        let number = |name: &String| BallNumber::of(&scene, name);
        let numbers = names.iter().map(number).collect();
        let balls = scene.balls.clone();
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|n| number(&names[*n]).is_some_and(BallNumber::is_angle));
        Self { numbers, balls, order, scene, names, start: None, stage: None }
    }

    /// The scene with these values.
    pub(crate) fn scene(&self, seed: Option<u64>, values: &[Value]) -> Result<Scene, Fault> {
        let mut scene = self.scene.clone();
        for n in &self.order {
            scene.set(&self.names[*n], &values[*n].to_string())?;
        }
        scene.run.seed = seed.unwrap_or(scene.run.seed);
        Ok(scene)
    }

    /// The stage at its start, with these values in place of the scene's.
    pub(crate) fn start(&mut self, seed: Option<u64>, values: &[Value]) -> Result<&mut Stage, Fault> {
        if self.numbers.is_some() && self.place(seed, values)? {
            // It was made or rewound just now.
            return self.stage.as_mut().ok_or_else(|| Fault::at("", "there is no stage"));
        }
        let scene = self.scene(seed, values)?;
        Ok(self.stage.insert(scene.stage()?))
    }

    /// The stage as the last run has left it.
    pub(crate) const fn current(&self) -> Option<&Stage> {
        self.stage.as_ref()
    }

    /// Sets the varied values in the stage as it was at its start. Returns whether these are all changes.
    fn place(&mut self, seed: Option<u64>, values: &[Value]) -> Result<bool, Fault> {
        let Self { scene, numbers, order, balls, start, stage, .. } = self;
        let start = match start {
            Some(start) => start,
            None => start.insert(scene.clone().stage()?),
        };
        match stage {
            Some(stage) => stage.rewind(start),
            None => *stage = Some(start.clone()),
        }
        let Some(stage) = stage else { return Ok(false) };
        if let Some(seed) = seed
            && !stage.reseed(seed)?
        {
            return Ok(false);
        }
        let numbers = numbers.as_deref().unwrap_or_default();
        for number in numbers {
            let (ball, original) = (&mut balls[number.ball()], &scene.balls[number.ball()]);
            ball.position = original.position;
            ball.velocity = original.velocity;
            ball.rolling_velocity = original.rolling_velocity;
            ball.angular_velocity = original.angular_velocity;
        }
        for n in order.iter() {
            let Value::Number(value) = values[*n] else { return Ok(false) };
            numbers[*n].set(&mut balls[numbers[*n].ball()], value);
        }
        for (k, number) in numbers.iter().enumerate() {
            let n = number.ball();
            let is_last = numbers[k + 1..].iter().all(|other| other.ball() != n);
            if is_last && !stage.place_ball(n, &balls[n])? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
