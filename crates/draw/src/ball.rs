//! Balls with their spin marks, and how they are coloured.

use std::fmt;

use carom::glam::vec2;
use carom::{Ball, BodyId};
use slotmap::Key;

use crate::canvas::{Canvas, Item};
use crate::color::Color;
use crate::theme::Theme;
use crate::view::View;

/// How balls get their colours.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub enum BallColors<'a> {
    /// Each ball its own, from the theme, for as long as it lives.
    #[default]
    ById,
    /// From the theme, by [`Ball::user_data`]: teams, kinds, numbers.
    ByUserData,
    /// From dark blue at rest to yellow at this speed (length units per second) and above; see
    /// [`Color::scale`].
    BySpeed(f32),
    /// All the same.
    One(Color),
    /// As the caller says.
    By(&'a dyn Fn(BodyId, &Ball) -> Color),
}

impl fmt::Debug for BallColors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ById => f.write_str("ById"),
            Self::ByUserData => f.write_str("ByUserData"),
            Self::BySpeed(fastest) => f.debug_tuple("BySpeed").field(fastest).finish(),
            Self::One(color) => f.debug_tuple("One").field(color).finish(),
            Self::By(_) => f.write_str("By(..)"),
        }
    }
}

impl BallColors<'_> {
    pub(crate) fn of(&self, id: BodyId, ball: &Ball, theme: &Theme) -> Color {
        match *self {
            // The low half of a key is its slot, which is kept while the ball lives; slots start at 1.
            Self::ById => theme.ball((id.data().as_ffi() as u32).wrapping_sub(1) as usize),
            Self::ByUserData => theme.ball(ball.user_data as usize),
            Self::BySpeed(fastest) => Color::scale(ball.velocity.length() / fastest),
            Self::One(color) => color,
            Self::By(color) => color(id, ball),
        }
    }
}

/// Below this radius in pixels, a spin mark is a smudge.
const SMALLEST_MARKED: f32 = 3.0;

/// The colour of the edge of a ball.
pub(crate) fn edge(fill: Color, theme: &Theme) -> Color {
    fill.mix(theme.ink, 0.6)
}

pub(crate) fn paint(
    canvas: &mut Canvas,
    view: &View,
    ball: &Ball,
    fill: Color,
    spin: bool,
    theme: &Theme,
    px: f32,
) {
    let center = view.point(ball.position);
    let radius = view.length(ball.radius).max(1.5 * px);
    let width = (1.3 * px).min(0.35 * radius);
    canvas.push(Item::Disc { center, radius, fill });
    if spin && radius >= SMALLEST_MARKED * px {
        let tip = center + 0.78 * radius * vec2(libm::cosf(ball.angle), -libm::sinf(ball.angle));
        canvas.line(center, tip, (0.2 * radius).max(1.2 * px), fill.contrast());
    }
    canvas.ring(center, radius - 0.5 * width, width, edge(fill, theme));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::png::tests::{decode, pixel};
    use crate::view::Bounds;
    use carom::glam::Vec2;

    #[test]
    fn the_mark_turns_with_the_ball() {
        let view = View::new(Bounds::new(vec2(-1.0, -1.0), vec2(1.0, 1.0)), Vec2::ZERO, Vec2::splat(200.0));
        // At 0 it points right, a quarter later up.
        for (angle, right, up) in [(0.0, true, false), (std::f32::consts::FRAC_PI_2, false, true)] {
            let mut canvas = Canvas::new(200, 200, Color::WHITE);
            let ball = Ball { angle, ..Ball::new(Vec2::ZERO, 0.8) };
            paint(&mut canvas, &view, &ball, Color::BLUE, true, &Theme::light(), 1.0);
            let pixmap = decode(&canvas.to_png().unwrap());
            let marked = |x, y| pixel(&pixmap, x, y) == Color::BLUE.contrast();
            assert_eq!((marked(145, 100), marked(100, 55)), (right, up), "angle {angle}");
            assert_eq!(pixel(&pixmap, 60, 140), Color::BLUE);
            assert_eq!(pixel(&pixmap, 100, 10), Color::WHITE);
        }
    }

    #[test]
    fn colors_follow_what_they_should() {
        let theme = Theme::light();
        let ball = Ball { user_data: 2, ..Ball::new(Vec2::ZERO, 1.0).velocity(vec2(3.0, 4.0)) };
        let id = BodyId::default();
        assert_eq!(BallColors::ByUserData.of(id, &ball, &theme), theme.balls[2]);
        assert_eq!(BallColors::BySpeed(10.0).of(id, &ball, &theme), Color::scale(0.5));
        assert_eq!(BallColors::One(Color::BLACK).of(id, &ball, &theme), Color::BLACK);
        let by_radius = |_: BodyId, ball: &Ball| if ball.radius > 0.5 { Color::GREEN } else { Color::BLUE };
        assert_eq!(BallColors::By(&by_radius).of(id, &ball, &theme), Color::GREEN);
    }
}
