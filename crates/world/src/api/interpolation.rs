//! Poses between steps, for smooth drawing.

use glam::{DVec2, Vec2};
use slotmap::SecondaryMap;

use crate::id::BodyId;
use crate::world::World;

/// Where to draw a ball or a body.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, Interpolation, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(6.0, 0.0)))?;
/// let mut poses = Interpolation::new();
/// poses.record(&world);
/// world.step(1.0 / 60.0);
/// let pose = poses.pose(&world, ball, 0.5).expect("the ball is there");
/// assert!((pose.position.x - 0.05).abs() < 1e-6); // halfway between before and after
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pose {
    /// Centre of a ball or origin of a body, length units.
    pub position: Vec2,
    /// Angle, radians, counter-clockwise.
    pub angle: f32,
}

/// A pose as the world holds it.
#[derive(Clone, Copy, Debug)]
struct ExactPose {
    position: DVec2,
    angle: f64,
}

/// Poses of balls and bodies before the last step, and blends of them with those after it: a game that takes steps of
/// one length draws smoothly at any frame rate.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Ball, Config, Interpolation, Stepper, World};
/// use carom::glam::Vec2;
///
/// let mut world = World::new(Config::default())?;
/// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// let (mut stepper, mut poses) = (Stepper::new(1.0 / 60.0)?, Interpolation::new());
/// for _ in 0..3 {
///     // A frame of 7 ms.
///     for _ in 0..stepper.steps_due(0.007) {
///         poses.record(&world);
///         world.step(stepper.dt());
///     }
///     for (ball, pose) in poses.balls(&world, stepper.alpha()) {
///         let radius = world.ball(ball).map(|ball| ball.radius);
///         // draw_circle(pose.position, pose.angle, radius);
///     }
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[doc(alias("smooth motion", "render interpolation"))]
pub struct Interpolation {
    before: SecondaryMap<BodyId, ExactPose>,
}

impl Interpolation {
    /// No poses yet: everything is drawn where it is.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes where everything is. To be called right before each step, after the game has placed what it places.
    /// Allocates nothing once it has seen as many bodies.
    pub fn record(&mut self, world: &World) {
        self.before.retain(|id, _| world.kind(id).is_some());
        for (id, pose) in world.ball_poses().chain(world.body_poses()) {
            self.before.insert(id, pose);
        }
    }

    /// Draws a body where it is until the next [`record`](Self::record). To be called when the game
    /// [teleports](World::teleport) it after a step: else it is drawn on the way there.
    ///
    /// ```
    /// # use carom_world as carom;
    /// # use carom::{Ball, Config, Interpolation, World};
    /// # use carom::glam::{Vec2, vec2};
    /// # let mut world = World::new(Config::weightless())?;
    /// # let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// # let mut poses = Interpolation::new();
    /// poses.record(&world);
    /// world.step(1.0 / 60.0);
    /// world.teleport(ball, vec2(10.0, 0.0))?;
    /// poses.forget(ball);
    /// assert_eq!(poses.pose(&world, ball, 0.5).expect("it is there").position, vec2(10.0, 0.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn forget(&mut self, body: BodyId) {
        self.before.remove(body);
    }

    /// Where to draw one ball or body, `alpha` (`0..=1`, from [`Stepper::alpha`](crate::Stepper::alpha)) of the way
    /// from the last step's beginning to its end; `None` if it was removed. What was added since is drawn where it
    /// is.
    #[must_use]
    pub fn pose(&self, world: &World, body: BodyId, alpha: f32) -> Option<Pose> {
        Some(self.blend(body, world.pose_of(body)?, alpha))
    }

    /// Where to draw each ball.
    pub fn balls<'a>(&'a self, world: &'a World, alpha: f32) -> impl Iterator<Item = (BodyId, Pose)> + 'a {
        world.ball_poses().map(move |(id, pose)| (id, self.blend(id, pose, alpha)))
    }

    /// Where to draw each body that carries shapes: [`World::shape_geometries`] has their shapes where they are now.
    pub fn bodies<'a>(&'a self, world: &'a World, alpha: f32) -> impl Iterator<Item = (BodyId, Pose)> + 'a {
        world.body_poses().map(move |(id, pose)| (id, self.blend(id, pose, alpha)))
    }

    fn blend(&self, body: BodyId, now: ExactPose, alpha: f32) -> Pose {
        let before = self.before.get(body).copied().unwrap_or(now);
        // No number counts as zero.
        let alpha = f64::from(if alpha > 0.0 { alpha.min(1.0) } else { 0.0 });
        Pose {
            position: (before.position + (now.position - before.position) * alpha).as_vec2(),
            angle: (before.angle + (now.angle - before.angle) * alpha) as f32,
        }
    }
}

impl World {
    fn ball_poses(&self) -> impl Iterator<Item = (BodyId, ExactPose)> + '_ {
        let balls = &self.state.balls;
        let all = balls.rows.iter().zip(&balls.info);
        all.map(|(row, info)| (info.id, ExactPose { position: row.x, angle: row.angle }))
    }

    fn body_poses(&self) -> impl Iterator<Item = (BodyId, ExactPose)> + '_ {
        let all = self.state.body_set.rows.iter();
        all.map(|row| (row.id, ExactPose { position: row.pose.origin, angle: row.angle }))
    }

    fn pose_of(&self, body: BodyId) -> Option<ExactPose> {
        self.exact_motion(body).map(|([position, _], [angle, _])| ExactPose { position, angle })
    }
}
