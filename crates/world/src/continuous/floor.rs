//! The floor in the event loop: balls set out over it, are struck, and set out again.

use glam::DVec2;

use crate::bodies::{BallRow, Balls, JointRow};
use crate::contacts::Hit;
use crate::continuous::{EventContext, EventLoop};
use crate::floor::{FloorTrajectory, FloorZones};
use crate::geometry::constants::APPROACH_NOISE;

impl EventLoop {
    /// Begins the flights over the floor of all balls that are awake, once contacts are solved.
    pub(crate) fn begin_floor_trajectories(&mut self, ctx: &mut EventContext<'_>) {
        if !ctx.floor.is_laid() {
            self.floor_trajectories.clear();
            return;
        }
        let count = ctx.balls.rows.len();
        ctx.balls.rolls.resize(count, DVec2::ZERO);
        self.floor_trajectories.resize(count, FloorTrajectory::default());
        for &i in ctx.sleep.awake().iter() {
            let row = begin(&mut self.floor_trajectories, i, ctx.sub.start, ctx.balls, ctx.floor);
            ctx.pairs.active.set_trajectory(i as usize, row, ctx.contacts.batches.has_contact(i as usize));
        }
    }

    /// Begins the flight of a ball that was woken at `time`.
    pub(crate) fn begin_woken_floor_trajectory(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        if !self.floor_trajectories.is_empty() {
            begin(&mut self.floor_trajectories, i, time, ctx.balls, ctx.floor);
        }
    }

    /// Gives a ball its true velocity on its flight over the floor, unless it is frozen.
    pub(crate) fn end_floor_trajectory(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        if self.flights[i].is_frozen {
            return;
        }
        let i = i as usize;
        if let Some(outset) = self.floor_trajectories.get_mut(i) {
            outset.true_velocity(time, &mut ctx.balls.rows[i], &mut ctx.balls.rolls[i], ctx.floor);
        }
    }

    /// Begins the flights of balls that were struck at `time`.
    ///
    /// The impact leaves no ball approaching a surface that it has struck. Friction on the rest of the flight may
    /// change that, and the pair would meet again at once. Such friction acts at the end of the flight only.
    pub(crate) fn begin_floor_trajectories_again(
        &mut self,
        struck: &[u32],
        time: f64,
        ctx: &mut EventContext<'_>,
    ) {
        let Self { floor_trajectories: outsets, flights, hits, .. } = self;
        let EventContext { floor: ground, balls, bodies, step, .. } = ctx;
        if outsets.is_empty() {
            return;
        }
        for &i in struck.iter().filter(|&&i| !flights[i].is_frozen) {
            let demoted = flights.is_demoted(i, step);
            let i = i as usize;
            let row = &mut balls.rows[i];
            outsets[i] = FloorTrajectory::from_now(time, row, balls.rolls[i], &balls.info[i], ground);
            if demoted {
                // Friction might drive a ball back and forth in a corner without end.
                outsets[i].cut(row);
            }
        }
        for _ in 0..=hits.len() {
            let mut again = false;
            for hit in &*hits {
                let bends = |i: u32| outsets[i as usize].mean != DVec2::ZERO;
                if !hit.balls().any(bends) || !nears(hit, &balls.rows, &bodies.joints) {
                    continue;
                }
                again = true;
                for i in hit.balls() {
                    outsets[i as usize].cut(&mut balls.rows[i as usize]);
                }
            }
            if !again {
                break;
            }
        }
    }
}

/// Begins the flight of a ball over the floor at `time`.
fn begin<'a>(
    trajectories: &mut [FloorTrajectory],
    i: u32,
    time: f64,
    balls: &'a mut Balls,
    floor: &FloorZones,
) -> &'a BallRow {
    let n = i as usize;
    let Balls { rows, info, rolls, .. } = balls;
    trajectories[n] = FloorTrajectory::from_now(time, &mut rows[n], rolls[n], &info[n], floor);
    &rows[n]
}

/// Whether the sides of a hit come nearer to each other on the flights that begin with it.
fn nears(hit: &Hit, rows: &[BallRow], joint: &[JointRow]) -> bool {
    let (own, other) = mean_velocities(hit, rows, joint);
    (own - other).dot(hit.normal) < -APPROACH_NOISE * (own.length() + other.length())
}

/// Mean velocities of both sides of a hit over their flights, length units per second.
pub(crate) fn mean_velocities(hit: &Hit, rows: &[BallRow], joint: &[JointRow]) -> (DVec2, DVec2) {
    let own = rows[hit.ball as usize].drift();
    let other = match hit.other.as_ball() {
        Some(a) => rows[a as usize].drift(),
        None => {
            hit.surface
                + hit.joint.map_or(DVec2::ZERO, |g| hit.arm * joint[g as usize].impact_velocity_change)
        }
    };
    (own, other)
}
