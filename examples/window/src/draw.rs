//! Shapes on the screen: filled ones for the game, and `debug_draw` for macroquad, to be copied into a game.

use carom::ShapeGeometry;
use carom::debug_draw::{DebugDraw, DrawKind};
use carom::prelude::*;
use macroquad::prelude as mq;

use crate::{SCALE, to_screen};

/// Draws lines and circles of the engine by macroquad.
pub(crate) struct Lines;

fn color_of(kind: DrawKind) -> mq::Color {
    match kind {
        DrawKind::Ball => mq::SKYBLUE,
        DrawKind::Fixed => mq::GRAY,
        DrawKind::Moving => mq::ORANGE,
        DrawKind::Sensor => mq::GREEN,
        DrawKind::Contact => mq::RED,
        _ => mq::WHITE,
    }
}

impl DebugDraw for Lines {
    fn line(&mut self, a: Vec2, b: Vec2, kind: DrawKind) {
        let ((ax, ay), (bx, by)) = (to_screen(a), to_screen(b));
        mq::draw_line(ax, ay, bx, by, 2.0, color_of(kind));
    }

    fn circle(&mut self, center: Vec2, radius: f32, kind: DrawKind) {
        let (x, y) = to_screen(center);
        mq::draw_circle_lines(x, y, radius * SCALE, 2.0, color_of(kind));
    }
}

/// Draws a shape filled, moved by `shift`.
pub(crate) fn fill(shape: ShapeGeometry, shift: Vec2) {
    match shape {
        ShapeGeometry::Circle { center, radius } => {
            let (x, y) = to_screen(center + shift);
            mq::draw_circle(x, y, radius * SCALE, mq::GRAY);
        }
        ShapeGeometry::Segment { a, b, radius, .. } => line(a + shift, b + shift, radius, mq::ORANGE),
        ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, .. } => {
            let pieces = (sweep.abs() * 10.0) as u16 + 1;
            let corner = |n: u16| {
                center
                    + shift
                    + arc_radius * Vec2::from_angle(start + sweep * f32::from(n) / f32::from(pieces))
            };
            (0..pieces).for_each(|n| line(corner(n), corner(n + 1), radius, mq::ORANGE));
        }
        ShapeGeometry::HalfPlane { normal, offset } => {
            let along = 1000.0 * normal.perp();
            line(offset * normal - along + shift, offset * normal + along + shift, 0.0, mq::ORANGE);
        }
    }
}

fn line(a: Vec2, b: Vec2, radius: f32, color: mq::Color) {
    let ((ax, ay), (bx, by)) = (to_screen(a), to_screen(b));
    mq::draw_line(ax, ay, bx, by, (2.0 * radius * SCALE).max(2.0), color);
}
