//! Long runs: millions of steps of a pinball table, and balls and bodies that come and go a million times.

use std::time::{Duration, Instant};

use carom::prelude::*;
use carom::{Field, FieldId};
use scenes::{Options, Scene};

use crate::dice::Dice;

/// The results of a long run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Steps taken.
    pub steps: u64,
    /// Hashes of the state at every hundredth of the run, folded into one.
    pub hash: u64,
    /// The longest step, and the impacts of the step that had most.
    pub worst: (Duration, usize),
    /// The largest snapshot in the first tenth of the run, and in the rest, bytes.
    pub snapshots: [usize; 2],
    /// Memory of the process after a tenth of the run and at its end, KiB; `None` where that is not known.
    pub memory: [Option<u64>; 2],
    /// Balls that got where no way leads to.
    pub escaped: usize,
    /// Bodies that were stalled, and balls that were frozen, each once a substep.
    pub stopped: [u64; 2],
    /// All other drops: balls whose numbers overflowed, events.
    pub dropped: u64,
}

impl Report {
    /// The faults of the run.
    #[must_use]
    pub fn faults(&self) -> Vec<&'static str> {
        let mut faults = Vec::new();
        if self.escaped > 0 {
            faults.push("a ball escaped");
        }
        if self.snapshots[1] > 2 * self.snapshots[0] {
            faults.push("the state grows");
        }
        // The allocator may keep a little more than is in use.
        if let [Some(early), Some(late)] = self.memory
            && late > early + early / 10 + 2048
        {
            faults.push("memory grows");
        }
        faults
    }
}

/// Memory of this process, KiB, where the system tells it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Keeps a report while a run lasts.
struct Watch {
    report: Report,
    steps: u64,
}

impl Watch {
    fn new(steps: u64) -> Self {
        Self { report: Report::default(), steps: steps.max(100) }
    }

    /// After a step that took so long.
    ///
    /// # Panics
    /// Where the world is not sound.
    fn look(&mut self, world: &World, took: Duration) {
        let report = &mut self.report;
        report.steps += 1;
        report.worst.0 = report.worst.0.max(took);
        report.worst.1 = report.worst.1.max(world.events().impacts().len());
        let dropped = world.events().dropped();
        report.stopped[0] += u64::from(dropped.stalled_bodies);
        report.stopped[1] += u64::from(dropped.frozen_balls);
        report.dropped += u64::from(dropped.quarantined_balls) + u64::from(dropped.events);
        if report.steps.is_multiple_of(self.steps / 100) {
            if let Err(fault) = world.validate() {
                panic!("step {}: {fault}", report.steps);
            }
            report.hash = report.hash.rotate_left(7) ^ world.state_hash();
            let late = report.steps > self.steps / 10;
            let length = world.snapshot().len();
            report.snapshots[usize::from(late)] = report.snapshots[usize::from(late)].max(length);
            report.memory[usize::from(late)] = memory();
        }
    }
}

/// This many steps of the pinball table with its player, who acts by chance.
///
/// # Errors
/// An error of the world: a fault of the scene.
///
/// # Panics
/// Where the world is not sound.
pub fn pinball(steps: u64, seed: u64) -> Result<Report, Error> {
    let mut scene: Scene = scenes::pinball::build(&Options::default().balls(2).seed(seed))?;
    let mut watch = Watch::new(steps);
    for _ in 0..steps {
        let begin = Instant::now();
        scene.step(1.0 / 60.0)?;
        watch.look(&scene.world, begin.elapsed());
    }
    Ok(Report { escaped: scene.escaped(), ..watch.report })
}

/// Half the width of the box of [`traffic`].
const HALF: f32 = 2.0;

/// This many additions and removals, of balls, bodies, shapes, hinges, fields and materials, with a step for every
/// ten.
///
/// # Errors
/// An error of the world: a fault of this program.
///
/// # Panics
/// Where the world is not sound.
pub fn traffic(changes: u64, seed: u64) -> Result<Report, Error> {
    let mut world = World::new(Config { max_work: 10_000, ..Config::default() })?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [vec2(-HALF, -HALF), vec2(HALF, -HALF), vec2(HALF, HALF), vec2(-HALF, HALF)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
    let mut dice = Dice(seed);
    let (mut balls, mut bodies, mut fields) = (Vec::new(), Vec::new(), Vec::<FieldId>::new());
    let mut watch = Watch::new(changes / 10);
    for change in 0..changes {
        let comes = dice.roll().is_multiple_of(2);
        match dice.roll() % 8 {
            0 if comes && bodies.len() < 12 => {
                let at = dice.point(1.5);
                let body = match dice.roll() % 3 {
                    0 => world.add_body(Body::fixed().position(at))?,
                    1 => world
                        .add_body(Body::kinematic().position(at).angular_velocity(dice.within(-3.0, 3.0)))?,
                    _ => world.add_joint(Joint::hinge(at, 0.01).limits(-1.0, 1.0))?,
                };
                let shape = match dice.roll() % 3 {
                    0 => Shape::circle(Vec2::ZERO, dice.within(0.05, 0.2))?,
                    1 => Shape::capsule(Vec2::ZERO, dice.point(0.4), 0.03)?,
                    _ => Shape::circle(Vec2::ZERO, 0.3)?.sensor(),
                };
                world.add_shape(body, shape.material(Material::new(dice.within(0.0, 1.0), 0.2)))?;
                bodies.push(body);
            }
            0 if !comes && !bodies.is_empty() => {
                let n = dice.roll() as usize % bodies.len();
                world.remove_body(bodies.swap_remove(n))?;
            }
            1 if comes && fields.len() < 3 => fields.push(world.add_field(Field::uniform(dice.point(5.0)))?),
            1 if !comes => {
                if let Some(field) = fields.pop() {
                    world.remove_field(field)?;
                }
            }
            _ if comes && balls.len() < 60 || balls.is_empty() => {
                let ball = Ball::new(dice.point(1.7), dice.within(0.05, 0.12)).velocity(dice.point(6.0));
                let surface = Material::new(dice.within(0.0, 1.0), dice.within(0.0, 1.0));
                balls.push(world.add_ball(ball.material(surface))?);
            }
            _ => {
                let n = dice.roll() as usize % balls.len();
                world.remove_body(balls.swap_remove(n))?;
            }
        }
        if change % 10 == 9 {
            let begin = Instant::now();
            world.step(1.0 / 60.0);
            watch.look(&world, begin.elapsed());
            let out = |ball: &Ball| ball.position.abs().max_element() > HALF;
            watch.report.escaped += world.balls().filter(|(_, ball)| out(ball)).count();
        }
    }
    Ok(watch.report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_soak_holds_and_repeats() {
        for run in [pinball, traffic] {
            let (once, again) = (run(3000, 1).unwrap(), run(3000, 1).unwrap());
            // Other tests share this process and its memory.
            let alone = Report { memory: [None; 2], ..once.clone() };
            assert_eq!(alone.faults(), Vec::<&str>::new(), "{once:?}");
            assert_eq!(once.hash, again.hash, "{once:?} {again:?}");
            assert_ne!(once.hash, run(3000, 2).unwrap().hash, "another seed is another game");
        }
    }
}
