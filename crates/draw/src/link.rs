//! Links between balls: rods as lines, ropes dashed while they are slack, springs as zigzags.

use carom::Link;
use carom::glam::Vec2;

use crate::canvas::{Canvas, Item};
use crate::color::Color;
use crate::theme::Theme;
use crate::view::View;

/// Turns of a spring, and the share of its length at either end that is straight.
const TURNS: usize = 12;
const STRAIGHT: f32 = 0.12;
/// Share of its length by which a rope is drawn as slack.
const SLACK: f32 = 1e-3;

/// The colour of links, softer than text.
pub(crate) fn color(theme: &Theme) -> Color {
    theme.ink.mix(theme.ground, 0.3)
}

pub(crate) fn paint(canvas: &mut Canvas, view: &View, ends: [Vec2; 2], link: &Link, theme: &Theme, px: f32) {
    let slack = ends[0].distance(ends[1]) < (1.0 - SLACK) * link.max_length;
    let [a, b] = ends.map(|end| view.point(end));
    let along = b - a;
    let color = color(theme);
    let mut points = vec![a];
    if link.stiffness > 0.0 {
        let across = along.perp().normalize_or_zero() * (4.0 * px).min(0.12 * along.length());
        points.extend((0..TURNS).map(|n| {
            let share = STRAIGHT + (1.0 - 2.0 * STRAIGHT) * (n as f32 + 0.5) / TURNS as f32;
            a + along * share + if n % 2 == 0 { across } else { -across }
        }));
    }
    points.push(b);
    let dash =
        if slack && link.stiffness == 0.0 && link.min_length < link.max_length { 4.0 * px } else { 0.0 };
    canvas.push(Item::Line { points, width: 1.4 * px, color, dash });
    // A nail, where there is no ball to hide the end.
    for (end, at) in [(link.a, a), (link.b, b)] {
        if !matches!(end, carom::LinkEnd::Ball(_)) {
            canvas.push(Item::Disc { center: at, radius: 2.2 * px, fill: color });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Picture;
    use carom::glam::vec2;
    use carom::{Ball, Config, World};

    #[test]
    fn rods_ropes_and_springs_are_told_apart() {
        let lines = |link: fn(carom::BodyId) -> Link| {
            let mut world = World::new(Config::default()).expect("the defaults are in range");
            let ball = world.add_ball(Ball::new(vec2(1.0, 0.0), 0.1)).expect("in range");
            world.add_link(link(ball)).expect("in range");
            let canvas = Picture::new().draw(&world);
            let lines = canvas.items().iter().filter_map(|item| match item {
                Item::Line { points, dash, .. } => Some((points.len() > TURNS, *dash > 0.0)),
                _ => None,
            });
            lines.fold((false, false), |all, one| (all.0 || one.0, all.1 || one.1))
        };
        assert_eq!(lines(|ball| Link::rod(Vec2::ZERO, ball, 1.0)), (false, false));
        assert_eq!(lines(|ball| Link::rope(Vec2::ZERO, ball, 2.0)), (false, true), "a slack rope is dashed");
        assert_eq!(
            lines(|ball| Link::spring(Vec2::ZERO, ball, 1.0, 10.0)),
            (true, false),
            "a spring has turns"
        );
    }
}
