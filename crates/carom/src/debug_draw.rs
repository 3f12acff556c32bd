//! Draws a world with a game's own lines and circles: the engine's view of it.
//!
//! A game implements [`DebugDraw`] for its renderer, two methods in the simplest case, and calls [`draw`] once per frame. The
//! crate `carom-draw` makes whole pictures and films instead. Renderers for macroquad and egui, to be copied, are in
//! `examples/window` and `examples/egui` of the repository.
//!
//! ```
//! use carom::debug_draw::{self, DebugDraw, DrawKind};
//! use carom::prelude::*;
//!
//! #[derive(Default)]
//! struct Lines(usize);
//!
//! impl DebugDraw for Lines {
//!     fn line(&mut self, a: Vec2, b: Vec2, kind: DrawKind) {
//!         self.0 += 1; // draw_line(a.x, a.y, b.x, b.y, color_of(kind));
//!     }
//!     fn circle(&mut self, center: Vec2, radius: f32, kind: DrawKind) {
//!         self.0 += 1; // draw_circle_lines(center.x, center.y, radius, color_of(kind));
//!     }
//! }
//!
//! let mut world = World::new(Config::default())?;
//! world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
//! let mut lines = Lines::default();
//! debug_draw::draw(&world, &mut lines);
//! assert_eq!(lines.0, 2); // the ball's outline, and a radius that turns with it
//! # Ok::<(), Error>(())
//! ```

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use carom_world::glam::Vec2;
use carom_world::{BodyKind, ShapeGeometry, World};

/// The kind of a line or circle, so that a game may choose a colour or leave it out.
///
/// ```
/// use carom::debug_draw::DrawKind;
///
/// fn color_of(kind: DrawKind) -> [u8; 3] {
///     match kind {
///         DrawKind::Ball => [80, 160, 255],
///         DrawKind::Contact => [255, 80, 80],
///         _ => [200, 200, 200],
///     }
/// }
/// assert_eq!(color_of(DrawKind::Fixed), [200, 200, 200]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DrawKind {
    /// A ball's outline, and a radius that turns with it.
    Ball,
    /// A shape of a fixed body.
    Fixed,
    /// A shape of a kinematic body, a hinge or a slider.
    Moving,
    /// A sensor.
    Sensor,
    /// A rod, rope or spring, from end to end.
    Link,
    /// A contact of the last step: a short line along its normal.
    Contact,
}

/// A renderer that draws lines and circles. All coordinates and lengths are those of the world. The [module](self) has an
/// example.
pub trait DebugDraw {
    /// Draws a straight line.
    fn line(&mut self, a: Vec2, b: Vec2, kind: DrawKind);

    /// Draws the outline of a circle.
    fn circle(&mut self, center: Vec2, radius: f32, kind: DrawKind);

    /// Draws an arc: `sweep` radians counter-clockwise from the angle `start`. By default it becomes lines of at most 0.1
    /// rad.
    fn arc(&mut self, center: Vec2, radius: f32, start: f32, sweep: f32, kind: DrawKind) {
        let pieces = (sweep.abs() * 10.0) as u16 + 1;
        let corner = |n: u16| center + radius * direction(start + sweep * f32::from(n) / f32::from(pieces));
        for n in 0..pieces {
            self.line(corner(n), corner(n + 1), kind);
        }
    }

    /// Half the length of the line that stands for a half-plane, length units.
    fn horizon(&self) -> f32 {
        1000.0
    }
}

/// The unit vector at an angle, radians.
fn direction(angle: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(angle);
    Vec2::new(cos, sin)
}

/// Draws all shapes, balls, links and contacts of a world as they are after the last step. The [module](self) has an example.
pub fn draw(world: &World, out: &mut impl DebugDraw) {
    for (body, shape, geometry) in world.shape_geometries() {
        let kind = match world.kind(body) {
            _ if world.is_sensor(shape) => DrawKind::Sensor,
            Some(BodyKind::Fixed) => DrawKind::Fixed,
            _ => DrawKind::Moving,
        };
        outline(geometry, kind, out);
    }
    for (_, ball) in world.balls().filter(|(id, _)| world.is_enabled(*id)) {
        out.circle(ball.position, ball.radius, DrawKind::Ball);
        out.line(ball.position, ball.position + ball.radius * direction(ball.angle), DrawKind::Ball);
    }
    for (link, _) in world.links() {
        if let Some([a, b]) = world.link_ends(link) {
            out.line(a, b, DrawKind::Link);
        }
    }
    for contact in world.contacts() {
        let radius = world.ball(contact.body_b).map_or(0.0, |ball| ball.radius);
        out.line(contact.point, contact.point + 0.5 * radius * contact.normal, DrawKind::Contact);
    }
}

fn outline(geometry: ShapeGeometry, kind: DrawKind, out: &mut impl DebugDraw) {
    match geometry {
        ShapeGeometry::Circle { center, radius } => out.circle(center, radius, kind),
        ShapeGeometry::Segment { a, b, radius, .. } if radius > 0.0 => {
            let side = radius * (b - a).perp().normalize_or_zero();
            out.line(a + side, b + side, kind);
            out.line(a - side, b - side, kind);
            let angle = libm::atan2f(b.y - a.y, b.x - a.x);
            out.arc(a, radius, angle + FRAC_PI_2, PI, kind);
            out.arc(b, radius, angle - FRAC_PI_2, PI, kind);
        }
        ShapeGeometry::Segment { a, b, .. } => out.line(a, b, kind),
        ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, .. } => {
            for edge in [arc_radius - radius, arc_radius + radius] {
                if edge > 0.0 {
                    out.arc(center, edge, start, sweep, kind);
                }
                if radius == 0.0 {
                    break; // inner and outer edge are one
                }
            }
            if radius > 0.0 && sweep < TAU {
                let ends = [(start, start + PI), (start + sweep, start + sweep)];
                for (at, from) in ends {
                    out.arc(center + arc_radius * direction(at), radius, from, PI, kind);
                }
            }
        }
        ShapeGeometry::HalfPlane { normal, offset } => {
            let along = out.horizon() * normal.perp();
            out.line(offset * normal - along, offset * normal + along, kind);
        }
    }
}
