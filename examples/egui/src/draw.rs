//! `debug_draw` for egui, to be copied into a game.

use carom::debug_draw::{DebugDraw, DrawKind};
use carom::prelude::*;
use eframe::egui::{Color32, Painter, Pos2, Stroke};

/// Paints lines and circles of the engine into a part of a window.
pub(crate) struct Painted {
    painter: Painter,
    /// The place of the world in the middle of the part.
    middle: Vec2,
    /// Points of the screen per length unit.
    scale: f32,
}

impl Painted {
    /// A camera on a place of the world, with this many points of the screen per length unit.
    pub(crate) fn new(painter: Painter, middle: Vec2, scale: f32) -> Self {
        Self { painter, middle, scale }
    }

    fn to_screen(&self, at: Vec2) -> Pos2 {
        let from_middle = (at - self.middle) * self.scale;
        let center = self.painter.clip_rect().center();
        // y is up in the world and down on a screen.
        Pos2::new(center.x + from_middle.x, center.y - from_middle.y)
    }

    /// The place of the world under a place of the screen.
    pub(crate) fn to_world(&self, at: Pos2) -> Vec2 {
        let from_center = at - self.painter.clip_rect().center();
        self.middle + vec2(from_center.x, -from_center.y) / self.scale
    }
}

fn stroke(kind: DrawKind) -> Stroke {
    let color = match kind {
        DrawKind::Ball => Color32::LIGHT_BLUE,
        DrawKind::Fixed => Color32::GRAY,
        DrawKind::Moving => Color32::ORANGE,
        DrawKind::Sensor => Color32::GREEN,
        DrawKind::Contact => Color32::RED,
        _ => Color32::WHITE,
    };
    Stroke::new(1.5, color)
}

impl DebugDraw for Painted {
    fn line(&mut self, a: Vec2, b: Vec2, kind: DrawKind) {
        self.painter.line_segment([self.to_screen(a), self.to_screen(b)], stroke(kind));
    }

    fn circle(&mut self, center: Vec2, radius: f32, kind: DrawKind) {
        self.painter.circle_stroke(self.to_screen(center), radius * self.scale, stroke(kind));
    }
}
