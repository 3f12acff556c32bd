//! The hardest blow that a part took in the last step.

use carom::prelude::*;

use crate::codec::saved;

/// The hardest impact of a ball on a part within the last step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Bumper, BumperSettings, ball};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut bumper = Bumper::add(&mut world, table, BumperSettings::new(Vec2::ZERO))?;
/// world.add_ball(ball(vec2(0.0, 0.05)).velocity(vec2(0.0, -2.0)))?;
/// let dt = 1.0 / 60.0;
/// world.step(dt);
/// let hit = bumper.read(&world, dt).hit.expect("the ball reached the bumper");
/// assert!(hit.speed > 2.0 && hit.impulse > 0.0);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The ball.
    pub ball: BodyId,
    /// Where, length units.
    pub point: Vec2,
    /// Speed at which ball and part approached along the normal, length units per second.
    pub speed: f32,
    /// Impulse along the normal, mass units times length units per second: the measure of a sound's volume.
    pub impulse: f32,
    /// When, seconds since the start of the step.
    pub time: f32,
}

saved!(Hit { ball, point, speed, impulse, time });

/// Every impact on a shape in the last step.
pub(crate) fn all(world: &World, shape: ShapeId) -> impl Iterator<Item = &Impact> {
    world.events().impacts().iter().filter(move |impact| impact.shape_a == Some(shape))
}

/// The hardest impact on a shape in the last step.
pub(crate) fn hardest(world: &World, shape: ShapeId) -> Option<Hit> {
    let hardest = all(world, shape).max_by(|a, b| a.normal_impulse.total_cmp(&b.normal_impulse))?;
    Some(Hit {
        ball: hardest.body_b,
        point: hardest.point,
        speed: hardest.approach_speed,
        impulse: hardest.normal_impulse,
        time: hardest.time,
    })
}
