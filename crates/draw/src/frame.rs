//! The frame of a picture: its size, and where title, world, scale bar and legend go.

use carom::glam::{Vec2, vec2};

use crate::canvas::text_width;
use crate::legend::Legend;
use crate::scale_bar;
use crate::view::{Bounds, View};

/// How large a picture becomes, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    Exactly(u32, u32),
    /// As wide and as high as its contents need.
    Within(u32, u32),
}

/// Where the parts of a picture are, pixels.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Pixels per pixel of a picture of 800 px: lines and letters grow with the picture.
    pub(crate) px: f32,
    /// The text beside the title.
    pub(crate) info: String,
    pub(crate) legend: Legend,
    /// Upper left corner of the legend.
    pub(crate) legend_at: Vec2,
    /// Height of the strip at the lower edge for a bar, 0 if there is none.
    pub(crate) bar: f32,
    /// Between the strips for the words above and below.
    pub(crate) view: View,
}

impl Frame {
    pub(crate) fn fit(
        size: Size,
        shown: Bounds,
        title: &str,
        info: String,
        legend: Legend,
        scale_bar: bool,
        bar: bool,
    ) -> Self {
        let (Size::Exactly(mut width, mut height) | Size::Within(mut width, mut height)) = size;
        let px = (width.max(height) as f32 / 800.0).max(0.4);
        let em = em(px);
        let bar = if bar { 1.2 * em } else { 0.0 };
        let strips = |width: u32| {
            let room = width as f32 - 1.4 * em;
            let (foot, start) = foot(&legend, scale_bar, room, em);
            (head(title, &info, room, em), (foot + bar, start))
        };
        if let Size::Within(most_wide, most_high) = size {
            let (head, (foot, _)) = strips(width);
            let (most_wide, most_high) = (most_wide as f32, most_high as f32);
            let aspect = shown.size().x / shown.size().y;
            // Narrower than this, no title fits.
            let least = (0.4 * most_high).min(most_wide);
            width = ((most_high - head - foot) * aspect).clamp(least, most_wide).ceil() as u32;
            // In a narrower picture the words may need more rows.
            let (head, (foot, _)) = strips(width);
            height = (width as f32 / aspect + head + foot).ceil().clamp(1.0, most_high.max(1.0)) as u32;
        }
        let (head, (foot, start)) = strips(width);
        let view = View::new(shown, vec2(0.0, head), vec2(width as f32, height as f32 - foot));
        let legend_at = vec2(0.7 * em, height as f32 - foot + 0.45 * em) + start;
        Self { width, height, px, info, legend, legend_at, bar, view }
    }

    /// Size of the text.
    pub(crate) fn em(&self) -> f32 {
        em(self.px)
    }
}

/// Below 11 pixels, text cannot be read.
fn em(px: f32) -> f32 {
    (15.0 * px).max(11.0)
}

/// Height of the strip above: title and info, in two rows if one is too short.
fn head(title: &str, info: &str, room: f32, em: f32) -> f32 {
    let words = text_width(title, 1.15 * em) + text_width(info, em) + 1.5 * em;
    match (title.is_empty(), info.is_empty()) {
        (true, true) => 0.0,
        (false, false) if words > room => 3.3 * em,
        _ => 1.9 * em,
    }
}

/// Height of the strip below, and where the legend starts in it: beside the scale bar or under it, whichever
/// takes less height.
fn foot(legend: &Legend, scale_bar: bool, room: f32, em: f32) -> (f32, Vec2) {
    let row = if scale_bar { 1.5 * em } else { 0.0 };
    let bar = if scale_bar { scale_bar::most_wide(room, em) + 1.5 * em } else { 0.0 };
    let beside = legend.height(room - bar, em).max(row);
    let under = row + legend.height(room, em);
    let (rows, start) = if under < beside { (under, vec2(0.0, row)) } else { (beside, vec2(bar, 0.0)) };
    (if rows > 0.0 { rows + 0.9 * em } else { 0.0 }, start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(size: Size, shown: Vec2, title: &str) -> Frame {
        Frame::fit(
            size,
            Bounds::new(Vec2::ZERO, shown),
            title,
            "3 balls".into(),
            Legend::default(),
            true,
            false,
        )
    }

    #[test]
    fn a_picture_takes_the_shape_of_what_it_shows() {
        for (shown, wide) in [(vec2(1.0, 2.0), false), (vec2(1.0, 1.0), false), (vec2(4.0, 1.0), true)] {
            let frame = fit(Size::Within(800, 800), shown, "");
            let most = if wide { frame.width } else { frame.height };
            assert!((799..=800).contains(&most), "{shown}: {frame:?}");
            let (low, high) = frame.view.corners();
            let aspect = (high.x - low.x) / (high.y - low.y);
            // Each side is a whole number of pixels.
            assert!((aspect / (shown.x / shown.y) - 1.0).abs() < 0.02, "{shown}: {frame:?}");
        }
        let frame = fit(Size::Exactly(640, 480), vec2(1.0, 9.0), "");
        assert_eq!((frame.width, frame.height), (640, 480));
    }

    #[test]
    fn a_long_title_gets_a_row_of_its_own() {
        let top = |title: &str| fit(Size::Exactly(400, 400), Vec2::ONE, title).view.corners().0.y;
        assert!(top("a title that is as long as the picture is wide, or longer") > top("a title") + 5.0);
    }
}
