//! Marks over and under the balls: trails, impacts, contacts, velocities.

use carom::glam::{Vec2, vec2};
use carom::{Ball, ContactPoint};

use crate::canvas::{Canvas, Item};
use crate::color::Color;
use crate::heat::Heat;
use crate::impacts::Impacts;
use crate::theme::Theme;
use crate::view::View;

/// A trail fades in this many steps, each a line of one colour. Mixed with the ground and not see-through,
/// because see-through ends would add up to dots.
const FADES: usize = 8;

/// The colours of a trail from its end to its head.
pub(crate) fn fades(color: Color, ground: Color, ink: Color) -> impl Iterator<Item = Color> {
    // Without its ball's outline, yellow on white needs some ink.
    let color = color.mix(ink, 0.15);
    (0..FADES).map(move |n| ground.mix(color, 0.15 + 0.7 * (n + 1) as f32 / FADES as f32))
}

pub(crate) fn trail(
    canvas: &mut Canvas,
    view: &View,
    points: impl ExactSizeIterator<Item = Vec2>,
    color: Color,
    ink: Color,
    width: f32,
) {
    let points: Vec<Vec2> = points.map(|p| view.point(p)).collect();
    let segments = points.len().saturating_sub(1);
    for (n, color) in fades(color, canvas.ground(), ink).enumerate() {
        let (first, last) = (segments * n / FADES, segments * (n + 1) / FADES);
        if first < last {
            let age = (n + 1) as f32 / FADES as f32;
            let points = points[first..=last].to_vec();
            canvas.push(Item::Line { points, width: width * (0.4 + 0.6 * age), color, dash: 0.0 });
        }
    }
}

/// The colour of goals: faint, because they lie under everything else.
pub(crate) fn goal(theme: &Theme) -> Color {
    theme.ground.mix(theme.faint, 0.6)
}

/// The colour of a share of the most heat, on this ground.
pub(crate) fn warmth(theme: &Theme, share: f32) -> Color {
    Color::scale(share).mix(theme.ground, 0.25)
}

/// Cells, lighter for more.
pub(crate) fn heat(canvas: &mut Canvas, view: &View, heat: &Heat, theme: &Theme) {
    let most = heat.largest();
    for (corner, sum) in heat.iter() {
        let (a, b) = (view.point(corner), view.point(corner + heat.cell()));
        // A little over their edges, so that no ground shines through between them.
        let (low, high) = (a.min(b) - 0.4, a.max(b) + 0.4);
        canvas.rectangle(low, high, warmth(theme, (sum / most).sqrt()));
    }
}

/// A ring about each impact; its area grows with the impulse.
pub(crate) fn impacts(canvas: &mut Canvas, view: &View, impacts: &Impacts, theme: &Theme, px: f32) {
    let largest = impacts.largest();
    for (point, impulse) in impacts.iter() {
        let center = view.point(point);
        let radius = (1.5 + 11.0 * (impulse / largest).max(0.0).sqrt()) * px;
        canvas.push(Item::Disc { center, radius, fill: theme.contact.opacity(0.12) });
        canvas.ring(center, radius, px, theme.contact.opacity(0.6));
    }
}

/// A dot where the surfaces meet and a dash along the normal, into a ball of this radius.
pub(crate) fn contact(
    canvas: &mut Canvas,
    view: &View,
    contact: &ContactPoint,
    radius: f32,
    theme: &Theme,
    px: f32,
) {
    let center = view.point(contact.point);
    let room = view.length(radius);
    let tip = center + (8.0 * px).min(0.6 * room) * vec2(contact.normal.x, -contact.normal.y);
    canvas.line(center, tip, (1.6 * px).min(0.2 * room), theme.contact);
    canvas.push(Item::Disc { center, radius: (2.4 * px).min(0.27 * room), fill: theme.contact });
}

/// An arrow to where the ball would be after `seconds` of straight flight.
pub(crate) fn velocity(canvas: &mut Canvas, view: &View, ball: &Ball, seconds: f32, theme: &Theme, px: f32) {
    let from = view.point(ball.position);
    let to = view.point(ball.position + ball.velocity * seconds);
    let length = from.distance(to);
    if length < 2.0 * px {
        return;
    }
    let head = (to - from) / length * (0.35 * length).min(6.0 * px);
    let side = 0.5 * head.perp();
    canvas.line(from, to, 1.4 * px, theme.ink);
    let points = vec![to - head + side, to, to - head - side];
    canvas.push(Item::Line { points, width: 1.4 * px, color: theme.ink, dash: 0.0 });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Bounds;

    #[test]
    fn a_trail_is_one_line_in_parts_and_strongest_at_its_end() {
        let view = View::new(Bounds::new(Vec2::ZERO, Vec2::splat(100.0)), Vec2::ZERO, Vec2::splat(100.0));
        for count in [0, 1, 2, 3, 50, 51] {
            let mut canvas = Canvas::new(100, 100, Color::WHITE);
            trail(
                &mut canvas,
                &view,
                (0..count).map(|n| vec2(n as f32, 50.0)),
                Color::BLUE,
                Color::BLACK,
                2.0,
            );
            let mut at = 0.0;
            let mut lightness = 1.0;
            for item in canvas.items() {
                let Item::Line { points, color, .. } = item else { panic!("{item:?}") };
                assert_eq!(points[0].x, at, "no gap");
                at = points[points.len() - 1].x;
                assert!(color.lightness() < lightness, "darker towards the end");
                lightness = color.lightness();
            }
            assert_eq!(at, (count as f32 - 1.0).max(0.0));
        }
    }

    #[test]
    fn an_arrow_ends_where_the_ball_would_be() {
        let view = View::new(Bounds::new(Vec2::ZERO, Vec2::splat(100.0)), Vec2::ZERO, Vec2::splat(100.0));
        let mut canvas = Canvas::new(100, 100, Color::WHITE);
        let ball = Ball::new(vec2(10.0, 10.0), 1.0).velocity(vec2(20.0, 30.0));
        velocity(&mut canvas, &view, &ball, 2.0, &Theme::light(), 1.0);
        let Item::Line { points, .. } = &canvas.items()[0] else { panic!("no line") };
        assert_eq!(points, &[vec2(10.0, 90.0), vec2(50.0, 30.0)]);
        velocity(&mut canvas, &view, &Ball::new(vec2(50.0, 50.0), 1.0), 2.0, &Theme::light(), 1.0);
        assert_eq!(canvas.items().len(), 2, "a ball at rest has no arrow");
    }
}
