//! Loads on a body.

use glam::Vec2;

use crate::id::BodyId;
use crate::world::World;

/// Force and torque of contacts on a body or a ball.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Body, Config, Shape, World};
///
/// let mut world = World::new(Config::default())?;
/// let scale = world.add_body(Body::fixed())?;
/// world.add_shape(scale, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
/// world.add_ball(Ball::new(vec2(0.5, 0.1), 0.1).mass(2.0))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
/// }
/// let load = world.load_on(scale).expect("it is there");
/// assert!((load.force.y + 2.0 * 9.81).abs() < 1e-2); // two kilograms lie on it
/// assert!((load.torque + 0.5 * 2.0 * 9.81).abs() < 1e-2); // half a metre to the right of its origin
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Load {
    /// Sum of the forces, friction included, mass units times length units per second squared.
    pub force: Vec2,
    /// Torque of these forces about the origin of a body, the pivot of a hinge or the centre of a ball, force times length
    /// units. Positive turns counter-clockwise.
    pub torque: f32,
}

impl World {
    /// The load on a body by balls that rest, roll or slide on it, or on a ball by its contacts: the sum of the mean
    /// forces of all its contacts over the last step. Contacts that ended within the step are no part of it. `None` if
    /// it was removed.
    ///
    /// [Impacts](crate::Events::impacts), links, motors and limits are no part of it. The impulses of impacts tell of a
    /// ball that bounces on a scale.
    #[must_use]
    #[doc(alias("contact force", "weight", "scale", "pressure"))]
    pub fn load_on(&self, body: BodyId) -> Option<Load> {
        let about = self.motion(body)?.position;
        let dt = self.state.last_dt as f32;
        Some(self.pressed_contacts().fold(Load::default(), |load, (contact, tangent_impulse)| {
            let impulse = contact.normal * contact.normal_impulse + contact.normal.perp() * tangent_impulse;
            let on_ball = impulse / dt;
            let force = match (contact.body_b == body, contact.body_a == body) {
                (true, _) => on_ball,
                (_, true) => -on_ball,
                _ => return load,
            };
            Load { force: load.force + force, torque: load.torque + (contact.point - about).perp_dot(force) }
        }))
    }
}
