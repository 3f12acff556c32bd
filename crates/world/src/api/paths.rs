//! Paths of all balls ahead: those of a ball that is shot and of the balls that it strikes.

use alloc::vec::Vec;
use glam::DVec2;
use slotmap::SecondaryMap;

use crate::api::prediction::{QueriedBall, TrajectoryPoint, TrajectoryQuery};
use crate::error::Error;
use crate::events::{Impact, PreciseImpact};
use crate::id::BodyId;
use crate::world::World;

/// The paths of all moving balls, predicted by [`World::predict_all`].
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, Material, TrajectoryQuery, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let smooth = Material::elastic();
/// let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.03).material(smooth))?;
/// let object = world.add_ball(Ball::new(vec2(1.0, 0.0), 0.03).material(smooth))?;
/// let paths = world.predict_all(&TrajectoryQuery::from_ball(cue).velocity(vec2(2.0, 0.0)).seconds(1.0))?;
/// // The cue ball stops where it hits; the object ball takes its speed.
/// let end = |ball| paths.points(ball).last().map_or(Vec2::ZERO, |point| point.position);
/// assert!((end(cue).x - 0.94).abs() < 1e-4);
/// assert!((end(object).x - (1.0 + 2.0 * (1.0 - 0.47))).abs() < 1e-3);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PredictedPaths {
    order: Vec<BodyId>,
    points: SecondaryMap<BodyId, Vec<TrajectoryPoint>>,
    impacts: Vec<Impact>,
    shot: BodyId,
}

impl PredictedPaths {
    /// The balls that move, in the order in which they begin to.
    pub fn balls(&self) -> impl ExactSizeIterator<Item = BodyId> + '_ {
        self.order.iter().copied()
    }

    /// The way of a ball: where it starts, where every step ends and every bounce happens, in the order of time. None for
    /// a ball that does not move.
    #[must_use]
    pub fn points(&self, ball: BodyId) -> &[TrajectoryPoint] {
        self.points.get(ball).map_or(&[], Vec::as_slice)
    }

    /// The impacts of all balls, with their times in seconds from now.
    #[must_use]
    pub fn impacts(&self) -> &[Impact] {
        &self.impacts
    }

    /// The ball of the query. One that is not in the world has an id by which only these paths know it.
    #[must_use]
    pub fn shot(&self) -> BodyId {
        self.shot
    }

    fn push(&mut self, ball: BodyId, start: DVec2, point: TrajectoryPoint) {
        if !self.points.contains_key(ball) {
            let first = TrajectoryPoint { time: 0.0, position: start.as_vec2() };
            self.points.insert(ball, Vec::from([first]));
            self.order.push(ball);
        }
        if let Some(points) = self.points.get_mut(ball) {
            points.push(point);
        }
    }
}

/// Predicting the paths of all balls.
impl World {
    /// Predicts the paths of a ball and of all others, as the next steps will move them: a copy of the world takes
    /// these steps. So the prediction is right to the last bit, unless the game changes something in between. It
    /// ends when the time is up, when the ball of the query has had its bounces, or when nothing moves.
    ///
    /// [`predict`](Self::predict) costs less: it predicts one ball, up to the first other ball that it meets. Here
    /// the query's [`include_balls`](TrajectoryQuery::include_balls) has no effect.
    ///
    /// # Errors
    /// As [`predict`](Self::predict).
    #[doc(alias("aim line", "struck ball", "ghost ball"))]
    pub fn predict_all(&self, aim: &TrajectoryQuery) -> Result<PredictedPaths, Error> {
        let steps = aim.steps()?;
        let mut ahead = self.clone();
        let shot = match aim.ball {
            QueriedBall::Present(id) => id,
            QueriedBall::New(ball) => ahead.add_ball(ball)?,
        };
        ahead.set_enabled(shot, true)?;
        ahead.release(shot)?;
        if let Some(velocity) = aim.velocity {
            ahead.set_velocity(shot, velocity)?;
        }
        let starts: Vec<DVec2> = ahead.state.balls.rows.iter().map(|row| row.x).collect();
        let mut paths = PredictedPaths { shot, ..PredictedPaths::default() };
        let mut bounces = 0;
        for step in 0..steps {
            // One step ends when the next begins, to the last bit, so that times never go back.
            let [start, end] = [step, step + 1].map(|n| n as f32 * aim.dt);
            ahead.step(aim.dt);
            for hit in ahead.events.impacts() {
                let time = (start + hit.time).min(end);
                let exact = PreciseImpact { time: f64::from(start) + hit.exact.time, ..hit.exact };
                paths.impacts.push(Impact { time, exact, ..*hit });
                for (ball, side) in [(hit.body_b, 1.0), (hit.body_a, -1.0)] {
                    let Ok(row) = ahead.ball_row(ball) else { continue };
                    let radius = side * ahead.state.balls.rows[row].r as f32;
                    let position = hit.point + hit.normal * radius;
                    paths.push(ball, starts[row], TrajectoryPoint { time, position });
                    bounces += u32::from(ball == shot);
                }
                if bounces >= aim.bounces.max(1) {
                    return Ok(paths);
                }
            }
            let mut still = true;
            for (n, (row, info)) in ahead.state.balls.rows.iter().zip(&ahead.state.balls.info).enumerate() {
                still &= row.v == DVec2::ZERO || ahead.state.sleep.is_asleep(n as u32);
                if row.x != starts[n] || paths.points.contains_key(info.id) {
                    let position = row.x.as_vec2();
                    paths.push(info.id, starts[n], TrajectoryPoint { time: end, position });
                }
            }
            if still {
                break;
            }
        }
        Ok(paths)
    }
}
