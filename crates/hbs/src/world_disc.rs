//! Discs in the world, and the effect of each frame on their speeds.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Body, BodyId, Shape, ShapeId, World};

use crate::disc::Disc;
use crate::error::Error;
use crate::flags::Flags;
use crate::value;
use crate::walls::{material, to_world};
use crate::warnings::Warnings;

/// Frames in a second.
pub(crate) const FRAMES: f64 = 60.0;
/// Fastest that a disc becomes, pixels a second: a damping above 1 has no other end.
pub(crate) const FASTEST: f64 = 1e5;
/// Smallest radius of a disc that moves, pixels: the engine measures with radii.
pub(crate) const SMALLEST: f64 = 0.01;
/// Lightest and heaviest disc that moves.
pub(crate) const MASS: [f64; 2] = [1e-12, 1e12];

/// A disc in the world.
#[derive(Clone, Debug)]
pub(crate) struct WorldDisc {
    pub(crate) body: BodyId,
    /// Its shape, if it is a body that impulses do not move.
    pub(crate) shape: Option<ShapeId>,
    /// Share of the speed that is left after a frame.
    pub(crate) damping: f64,
    /// Change of the speed in a frame, pixels a second, y up.
    pull: DVec2,
    /// Whether frames change anything.
    still: bool,
}

/// A speed or a pull in pixels a frame as one in pixels a second.
pub(crate) fn per_second(v: [f64; 2]) -> Vec2 {
    capped(DVec2::new(v[0], -v[1]) * FRAMES)
}

/// A speed that the world takes.
fn capped(v: DVec2) -> Vec2 {
    v.clamp(DVec2::splat(-FASTEST), DVec2::splat(FASTEST)).as_vec2()
}

impl WorldDisc {
    /// Adds a disc: a ball if impulses move it, else a body that stands still or moves by itself.
    pub(crate) fn add(
        world: &mut World,
        disc: &Disc,
        number: u64,
        place: &str,
        notes: &mut Warnings,
    ) -> Result<Self, Error> {
        let at = to_world(disc.position);
        let velocity = per_second(disc.speed);
        let surface = material(disc.bounce, || format!("{place}.bCoef"), notes);
        let filter = Flags::filter(disc.group, disc.mask);
        let filter = if disc.radius < 0.0 { carom::Filter::NONE } else { filter };
        let still = disc.speed == [0.0; 2] && disc.gravity == [0.0; 2];
        let (body, shape) = if disc.inverse_mass > 0.0 {
            let radius = disc.radius.abs().max(SMALLEST);
            if disc.radius.abs() < SMALLEST {
                notes.add_found(
                    format_args!("{place}.radius"),
                    value::number(disc.radius),
                    format_args!("becomes {SMALLEST}"),
                );
            }
            let mass = (1.0 / disc.inverse_mass).clamp(MASS[0], MASS[1]);
            if disc.inverse_mass * mass < 0.999 || disc.inverse_mass * mass > 1.001 {
                let text = format!("becomes {}", value::number(1.0 / mass));
                notes.add_found(format_args!("{place}.invMass"), value::number(disc.inverse_mass), text);
            }
            let ball = Ball::new(at, radius as f32)
                .velocity(velocity)
                .mass(mass as f32)
                .material(surface)
                .filter(filter)
                .user_data(number);
            (world.add_ball(ball)?, None)
        } else {
            if disc.inverse_mass < 0.0 {
                notes.add(format_args!("{place}.invMass"), "negative, becomes 0");
            }
            let kind = if still { Body::fixed() } else { Body::kinematic().velocity(velocity) };
            let body = world.add_body(kind.position(at).user_data(number))?;
            let shape = Shape::circle(Vec2::ZERO, disc.radius.abs() as f32)?;
            (body, Some(world.add_shape(body, shape.material(surface).filter(filter))?))
        };
        let pull = per_second(disc.gravity).as_dvec2();
        let still = (still && shape.is_some()) || (disc.damping == 1.0 && pull == DVec2::ZERO);
        Ok(Self { body, shape, damping: disc.damping, pull, still })
    }

    /// The end of a step of this many frames: pull, then damping.
    pub(crate) fn damp(&self, world: &mut World, damping: f64, frames: f64) {
        if self.still && damping == self.damping {
            return;
        }
        let old = world.velocity(self.body).unwrap_or_default();
        let damping = if frames == 1.0 { damping } else { libm::pow(damping.max(0.0), frames) };
        let new = capped((old.as_dvec2() + self.pull * frames) * damping);
        self.set_velocity(world, old, new);
    }

    /// Adds to the speed, pixels a frame, y up.
    pub(crate) fn push(&self, world: &mut World, change: DVec2) {
        let old = world.velocity(self.body).unwrap_or_default();
        self.set_velocity(world, old, capped(old.as_dvec2() + change * FRAMES));
    }

    /// Puts the disc back to where it was described.
    pub(crate) fn reset(&self, world: &mut World, disc: &Disc) {
        // A place that was taken once is taken again, and so is a speed.
        let _ = world.teleport(self.body, to_world(disc.position));
        let old = world.velocity(self.body).unwrap_or_default();
        self.set_velocity(world, old, per_second(disc.speed));
        if self.shape.is_none() {
            let _ = world.set_angular_velocity(self.body, 0.0);
        }
    }

    fn set_velocity(&self, world: &mut World, old: Vec2, new: Vec2) {
        if new != old {
            // Refused only by bodies that are fixed, which nothing pushes.
            let _ = world.set_velocity(self.body, new);
        }
    }
}
