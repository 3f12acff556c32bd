//! Poses between steps, for smooth drawing.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};
use slotmap::SecondaryMap;

use crate::base::{Sort, Torus};
use crate::id::BodyId;
use crate::model::{JointKind, Limit};
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

/// The pose of a body before the last step.
#[derive(Clone, Copy, Debug)]
struct Before {
    pose: ExactPose,
    /// Count of its placements by the game up to then.
    placed: [u32; 2],
}

/// Where the last step turned a ball or a joint round.
#[derive(Clone, Copy, Debug)]
struct Knot {
    body: BodyId,
    /// When, as a share of the step, 0 to 1.
    share: f64,
    pose: ExactPose,
}

/// Poses of balls and bodies before the last step, and blends of them with those after it: a game that takes steps of
/// one length draws smoothly at any frame rate.
///
/// With [`record_path`](Self::record_path) after the step a bounce is drawn at its wall. Without, the straight line
/// from before to after cuts it short. A body that the game [teleports](World::teleport) after the step is drawn at
/// its new place, not on the way there.
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
///         poses.record_path(&world, stepper.dt());
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
    before: SecondaryMap<BodyId, Before>,
    /// By body, then in the order of time.
    knots: Vec<Knot>,
}

impl Interpolation {
    /// No poses yet: everything is drawn where it is.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes where everything is. Call it right before each step, after the game has placed its bodies. Allocates
    /// nothing once it has seen as many bodies.
    pub fn record(&mut self, world: &World) {
        self.knots.clear();
        self.before.retain(|id, _| world.kind(id).is_some());
        for (id, pose) in world.ball_poses().chain(world.body_poses()) {
            self.before.insert(id, Before { pose, placed: world.teleports.count(id) });
        }
    }

    /// Notes where the step of `dt` seconds turned balls and joints round: at impacts, and at the limits of joints. To be
    /// called right after the step. Allocates nothing once it has seen a step with as many impacts.
    ///
    /// ```
    /// # use carom_world as carom;
    /// # use carom::{Ball, Body, Config, Interpolation, Material, Shape, World};
    /// # use carom::glam::{Vec2, vec2};
    /// # let mut world = World::new(Config::weightless())?;
    /// # let wall = world.add_body(Body::fixed())?;
    /// world.add_shape(wall, Shape::half_plane(vec2(1.0, 0.0), -Vec2::X)?.material(Material::elastic()))?;
    /// let ball = Ball::new(vec2(0.8, 0.0), 0.1).velocity(vec2(12.0, 0.0)).material(Material::elastic());
    /// let ball = world.add_ball(ball)?;
    /// let mut poses = Interpolation::new();
    /// poses.record(&world);
    /// world.step(1.0 / 60.0); // 0.1 to the wall, and 0.1 back
    /// poses.record_path(&world, 1.0 / 60.0);
    /// let halfway = poses.pose(&world, ball, 0.5).expect("it is there").position;
    /// assert!((halfway.x - 0.9).abs() < 1e-4); // it touches the wall
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn record_path(&mut self, world: &World, dt: f32) {
        self.knots.clear();
        // A time beyond the end of a step of another length counts as its end.
        let share = |time: f32| f64::from(if time < dt { time / dt } else { 1.0 });
        for impact in world.events().impacts() {
            let other = impact.shape_a.is_none().then_some((impact.body_a, -1.0));
            for (body, side) in core::iter::once((impact.body_b, 1.0)).chain(other) {
                let Ok(row) = world.ball_row(body) else { continue };
                let (row, share) = (&world.state.balls.rows[row], share(impact.time));
                let away = impact.normal.as_dvec2() * (side * row.r);
                let position = impact.point.as_dvec2() + away;
                let before = self.before.get(body).map_or(row.angle, |before| before.pose.angle);
                let angle = before + (row.angle - before) * share;
                self.knots.push(Knot { body, share, pose: ExactPose { position, angle } });
            }
        }
        for hit in world.events().joint_limits() {
            let (Ok(joint), Some(after)) = (world.joint_row(hit.body), world.pose_of(hit.body)) else {
                continue;
            };
            let [lower, upper] = joint.settings.limits;
            let coordinate = if hit.limit == Limit::Lower { lower } else { upper };
            let pose = match joint.settings.kind {
                JointKind::Slider { axis } => {
                    ExactPose { position: (joint.settings.position + axis * coordinate).as_dvec2(), ..after }
                }
                JointKind::Hinge => ExactPose { angle: f64::from(coordinate), ..after },
            };
            self.knots.push(Knot { body: hit.body, share: share(hit.time), pose });
        }
        self.knots.order_by(|a, b| a.body.cmp(&b.body).then(a.share.total_cmp(&b.share)));
    }

    /// Where to draw one ball or body at the share `alpha` of the last step, `0..=1`, from
    /// [`Stepper::alpha`](crate::Stepper::alpha). `None` if it was removed. A body that was added since is drawn at its
    /// position.
    #[must_use]
    pub fn pose(&self, world: &World, body: BodyId, alpha: f32) -> Option<Pose> {
        Some(self.blend(world, body, world.pose_of(body)?, alpha))
    }

    /// Where to draw each ball.
    pub fn balls<'a>(&'a self, world: &'a World, alpha: f32) -> impl Iterator<Item = (BodyId, Pose)> + 'a {
        world.ball_poses().map(move |(id, pose)| (id, self.blend(world, id, pose, alpha)))
    }

    /// Where to draw each body that carries shapes: [`World::shape_geometries`] has their shapes where they are now.
    pub fn bodies<'a>(&'a self, world: &'a World, alpha: f32) -> impl Iterator<Item = (BodyId, Pose)> + 'a {
        world.body_poses().map(move |(id, pose)| (id, self.blend(world, id, pose, alpha)))
    }

    fn blend(&self, world: &World, body: BodyId, now: ExactPose, alpha: f32) -> Pose {
        // No number counts as zero.
        let share = f64::from(if alpha > 0.0 { alpha.min(1.0) } else { 0.0 });
        let torus = world.torus();
        let known = self.before.get(body);
        let Some(before) = known.filter(|before| before.placed == world.teleports.count(body)) else {
            return now.between(now, 0.0, &torus);
        };
        // The leg of the path between the knots before and after this share of the step.
        let next = self.knots.partition_point(|knot| (knot.body, knot.share) < (body, share));
        let of_body = |knot: &&Knot| knot.body == body;
        let from = next.checked_sub(1).and_then(|n| self.knots.get(n)).filter(of_body);
        let (start, from) = from.map_or((0.0, before.pose), |knot| (knot.share, knot.pose));
        let to = self.knots.get(next).filter(of_body);
        let (end, to) = to.map_or((1.0, now), |knot| (knot.share, knot.pose));
        from.between(to, if end > start { (share - start) / (end - start) } else { 1.0 }, &torus)
    }
}

impl ExactPose {
    /// The pose at a share of the way from this one to another.
    fn between(self, to: Self, share: f64, torus: &Torus) -> Pose {
        let way = torus.nearest(to.position - self.position);
        Pose {
            position: torus.place(self.position + way * share).as_vec2(),
            angle: (self.angle + (to.angle - self.angle) * share) as f32,
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
