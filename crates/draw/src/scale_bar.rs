//! The scale bar: how long a length of the world is in the picture.

use carom::glam::{Vec2, vec2};

use crate::canvas::{Anchor, Canvas};
use crate::color::Color;
use crate::ticks;
use crate::view::View;

/// Most that a bar may take of the picture's width.
const SHARE: f32 = 0.22;

/// Room for the bar with its label, pixels.
pub(crate) fn most_wide(width: f32, em: f32) -> f32 {
    SHARE * width + 5.0 * em
}

/// Paints a bar of a round length from `at` to the right.
pub(crate) fn paint(canvas: &mut Canvas, view: &View, at: Vec2, em: f32, unit: &str, ink: Color) {
    let room = SHARE * canvas.width() as f32;
    let length = ticks::round_down(f64::from(view.length_of(room)));
    let end = at + vec2(view.length(length as f32), 0.0);
    let up = vec2(0.0, 0.3 * em);
    for (a, b) in [(at, end), (at - up, at + up), (end - up, end + up)] {
        canvas.line(a, b, 0.1 * em, ink);
    }
    let label = format!("{} {unit}", ticks::number(length, length));
    canvas.text(end + vec2(0.6 * em, 0.36 * em), em, Anchor::Start, ink, label.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Item;
    use crate::view::Bounds;

    #[test]
    fn the_bar_is_as_long_as_it_says() {
        for (across, label, pixels) in
            [(1.0, "0.2 m", 200.0), (3.0, "0.5 m", 500.0 / 3.0), (4e6, "5e5 m", 125.0)]
        {
            let mut canvas = Canvas::new(1000, 1000, Color::WHITE);
            let view =
                View::new(Bounds::new(Vec2::ZERO, Vec2::splat(across)), Vec2::ZERO, Vec2::splat(1000.0));
            paint(&mut canvas, &view, vec2(10.0, 10.0), 15.0, "m", Color::BLACK);
            let Item::Line { points, .. } = &canvas.items()[0] else { panic!("no bar") };
            assert!((points[1].x - points[0].x - pixels).abs() < 1e-3, "{across}: {points:?}");
            assert!(
                canvas.items().iter().any(|i| matches!(i, Item::Text { text, .. } if text == label)),
                "{label}"
            );
        }
    }
}
