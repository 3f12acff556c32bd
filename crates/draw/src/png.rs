//! A canvas as PNG.

use carom::glam::{Vec2, vec2};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

use crate::canvas::{Anchor, Canvas, Item};
use crate::color::Color;
use crate::error::Error;
use crate::font::{self, Pen};

/// Largest side, pixels: 1 GiB for a square.
const LARGEST: u32 = 16_384;

/// Thickness of a letter's strokes over the size of the text.
const WEIGHT: f32 = 0.095;

pub(crate) fn encode(canvas: &Canvas) -> Result<Vec<u8>, Error> {
    paint(canvas)?.encode_png().map_err(|why| Error::Encode(why.to_string()))
}

/// Refuses a picture without pixels or with too many.
pub(crate) fn check_size(width: u32, height: u32) -> Result<(), Error> {
    let fits = |side| (1..=LARGEST).contains(&side);
    if fits(width) && fits(height) { Ok(()) } else { Err(Error::Size { width, height }) }
}

/// Red, green and blue of every pixel, row by row; transparent parts lie on black.
pub(crate) fn pixels(canvas: &Canvas) -> Result<Vec<u8>, Error> {
    let pixmap = paint(canvas)?;
    Ok(pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect())
}

fn paint(canvas: &Canvas) -> Result<Pixmap, Error> {
    let (width, height) = (canvas.width(), canvas.height());
    check_size(width, height)?;
    let mut pixmap = Pixmap::new(width, height).ok_or(Error::Size { width, height })?;
    pixmap.fill(color(canvas.ground()));
    for item in canvas.items() {
        paint_item(item, &mut pixmap);
    }
    Ok(pixmap)
}

/// An item without a path (a disc of radius 0, say) paints nothing.
fn paint_item(item: &Item, pixmap: &mut Pixmap) {
    match item {
        Item::Disc { center, radius, fill } => {
            if let Some(path) = PathBuilder::from_circle(center.x, center.y, *radius) {
                fill_path(&path, *fill, pixmap);
            }
        }
        Item::Arc { center, radius, start, sweep, width, color } => {
            if let Some(path) = arc(*center, *radius, *start, *sweep) {
                stroke_path(&path, *width, 0.0, *color, pixmap);
            }
        }
        Item::Line { points, width, color, dash } => {
            if let Some(path) = polyline(points, false) {
                stroke_path(&path, *width, *dash, *color, pixmap);
            }
        }
        Item::Polygon { points, fill } => {
            if let Some(path) = polyline(points, true) {
                fill_path(&path, *fill, pixmap);
            }
        }
        Item::Text { at, size, anchor, upward, color, text } => {
            let shift = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => -0.5,
                Anchor::End => -1.0,
            } * font::width(text);
            let place = |p: Vec2| {
                let p = (p + vec2(shift, 0.0)) * *size;
                *at + if *upward { vec2(p.y, -p.x) } else { p }
            };
            if let Some(path) = letters(&font::strokes(text), place) {
                stroke_path(&path, WEIGHT * size, 0.0, *color, pixmap);
            }
        }
    }
}

fn polyline(points: &[Vec2], close: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (n, p) in points.iter().enumerate() {
        if n == 0 {
            path.move_to(p.x, p.y);
        } else {
            path.line_to(p.x, p.y);
        }
    }
    if close {
        path.close();
    }
    path.finish()
}

/// Cubic curves over a quarter turn at most: off the circle by less than 3e-4 of the radius.
fn arc(center: Vec2, radius: f32, start: f32, sweep: f32) -> Option<Path> {
    let full = std::f32::consts::TAU;
    if sweep >= full {
        return PathBuilder::from_circle(center.x, center.y, radius);
    }
    let parts = (sweep / std::f32::consts::FRAC_PI_2).ceil().max(1.0);
    let step = sweep / parts;
    let handle = 4.0 / 3.0 * libm::tanf(0.25 * step);
    let turn = |angle: f32| vec2(libm::cosf(angle), -libm::sinf(angle));
    let mut path = PathBuilder::new();
    let mut u = turn(start);
    let first = center + radius * u;
    path.move_to(first.x, first.y);
    for n in 1..=parts as u32 {
        let v = turn(start + step * n as f32);
        // Seen counter-clockwise with y down, the tangent of (x, y) is (y, -x).
        let a = center + radius * (u + handle * vec2(u.y, -u.x));
        let b = center + radius * (v - handle * vec2(v.y, -v.x));
        let end = center + radius * v;
        path.cubic_to(a.x, a.y, b.x, b.y, end.x, end.y);
        u = v;
    }
    path.finish()
}

fn letters(pens: &[Pen], place: impl Fn(Vec2) -> Vec2) -> Option<Path> {
    let mut path = PathBuilder::new();
    for pen in pens {
        match *pen {
            Pen::Move(p) => {
                let p = place(p);
                path.move_to(p.x, p.y);
            }
            Pen::Line(p) => {
                let p = place(p);
                path.line_to(p.x, p.y);
            }
            Pen::Curve(c, p) => {
                let (c, p) = (place(c), place(p));
                path.quad_to(c.x, c.y, p.x, p.y);
            }
        }
    }
    path.finish()
}

fn color(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.r, color.g, color.b, color.a)
}

fn solid(fill: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color(fill));
    paint
}

fn fill_path(path: &Path, fill: Color, pixmap: &mut Pixmap) {
    pixmap.fill_path(path, &solid(fill), FillRule::Winding, Transform::identity(), None);
}

fn stroke_path(path: &Path, width: f32, dash: f32, fill: Color, pixmap: &mut Pixmap) {
    let stroke = Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash: if dash > 0.0 { StrokeDash::new(vec![dash, dash], 0.0) } else { None },
        ..Stroke::default()
    };
    pixmap.stroke_path(path, &solid(fill), &stroke, Transform::identity(), None);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The picture that a viewer shows.
    pub(crate) fn decode(png: &[u8]) -> Pixmap {
        Pixmap::decode_png(png).expect("a PNG")
    }

    pub(crate) fn pixel(pixmap: &Pixmap, x: u32, y: u32) -> Color {
        let c = pixmap.pixel(x, y).expect("inside").demultiply();
        Color { r: c.red(), g: c.green(), b: c.blue(), a: c.alpha() }
    }

    #[test]
    fn each_item_covers_what_it_should() {
        let (red, ground) = (Color::hex(0xff_0000), Color::WHITE);
        let disc = Item::Disc { center: vec2(50.0, 50.0), radius: 20.0, fill: red };
        let quarter = Item::Arc {
            center: vec2(50.0, 50.0),
            radius: 30.0,
            start: 0.0,
            sweep: std::f32::consts::FRAC_PI_2,
            width: 6.0,
            color: red,
        };
        let line = Item::Line {
            points: vec![vec2(10.0, 10.0), vec2(90.0, 10.0)],
            width: 6.0,
            color: red,
            dash: 0.0,
        };
        let triangle =
            Item::Polygon { points: vec![vec2(10.0, 10.0), vec2(90.0, 10.0), vec2(10.0, 90.0)], fill: red };
        let cases = [
            (disc, [(50, 50), (36, 50)], [(28, 50), (50, 72)]),
            (quarter, [(71, 28), (79, 48)], [(28, 28), (71, 71)]),
            (line, [(50, 8), (50, 11)], [(50, 4), (50, 15)]),
            (triangle, [(20, 20), (30, 60)], [(80, 80), (60, 50)]),
        ];
        for (item, inside, outside) in cases {
            let mut canvas = Canvas::new(100, 100, ground);
            canvas.push(item.clone());
            let pixmap = decode(&canvas.to_png().unwrap());
            for (x, y) in inside {
                assert_eq!(pixel(&pixmap, x, y), red, "{item:?} at {x},{y}");
            }
            for (x, y) in outside {
                assert_eq!(pixel(&pixmap, x, y), ground, "{item:?} at {x},{y}");
            }
        }
    }

    #[test]
    fn a_capital_fills_its_box() {
        let mut canvas = Canvas::new(100, 100, Color::WHITE);
        canvas.text(vec2(10.0, 90.0), 84.0, Anchor::Start, Color::BLACK, "L");
        let pixmap = decode(&canvas.to_png().unwrap());
        // One unit is 10 px: the stem runs from the baseline 60 px up, the foot 40 px to the right.
        for (x, y, ink) in [(10, 60, true), (10, 31, true), (48, 90, true), (30, 60, false), (10, 20, false)]
        {
            assert_eq!(pixel(&pixmap, x, y) == Color::BLACK, ink, "{x},{y}");
        }
    }

    #[test]
    fn extreme_sizes_are_errors_and_extreme_items_are_harmless() {
        for (w, h) in [(0, 10), (10, 0), (20_000, 10), (u32::MAX, u32::MAX)] {
            assert!(matches!(Canvas::new(w, h, Color::WHITE).to_png(), Err(Error::Size { .. })), "{w} x {h}");
        }
        let mut canvas = Canvas::new(50, 50, Color::WHITE);
        for size in [1e-30, 1e5, 1e9, 1e20, 3e38] {
            canvas.push(Item::Disc { center: vec2(25.0, 25.0 + size), radius: size, fill: Color::BLUE });
            canvas.ring(vec2(25.0, 25.0 + size), size, 3.0, Color::BLUE);
            canvas.line(vec2(-size, -size), vec2(size, size), 2.0, Color::BLUE);
            canvas.line(vec2(-size, 3.0), vec2(size, 3.0), size, Color::BLUE);
        }
        assert!(canvas.to_png().is_ok());
    }
}
