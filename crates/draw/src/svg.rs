//! A canvas as an SVG document.

use std::fmt::{self, Write};

use carom::glam::{Vec2, vec2};

use crate::canvas::{Anchor, Canvas, Item};
use crate::color::Color;

pub(crate) fn write(canvas: &Canvas) -> String {
    let mut out = String::new();
    // A `String` takes every write.
    let written = document(canvas, &mut out);
    debug_assert!(written.is_ok(), "{written:?}");
    out
}

fn document(canvas: &Canvas, out: &mut String) -> fmt::Result {
    let (w, h) = (canvas.width(), canvas.height());
    write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}""#)?;
    writeln!(
        out,
        r#" stroke-linecap="round" stroke-linejoin="round" font-family="Helvetica, Arial, sans-serif">"#
    )?;
    writeln!(out, r#"<rect width="{w}" height="{h}"{}/>"#, Paint("fill", canvas.ground()))?;
    for item in canvas.items() {
        write_item(item, out)?;
    }
    writeln!(out, "</svg>")
}

fn write_item(item: &Item, out: &mut String) -> fmt::Result {
    match item {
        Item::Disc { center, radius, fill } => {
            let fill = Paint("fill", *fill);
            writeln!(
                out,
                r#"<circle cx="{}" cy="{}" r="{}"{fill}/>"#,
                Num(center.x),
                Num(center.y),
                Num(*radius)
            )
        }
        Item::Arc { center, radius, start, sweep, width, color } => {
            // Two halves: one arc command cannot make a full turn.
            let r = Num(*radius);
            let on_circle =
                |angle: f32| Point(*center + *radius * vec2(libm::cosf(angle), -libm::sinf(angle)));
            let (a, b, c) = (on_circle(*start), on_circle(start + 0.5 * sweep), on_circle(start + sweep));
            write!(out, r#"<path d="M{a}A{r} {r} 0 0 0 {b}A{r} {r} 0 0 0 {c}" fill="none""#)?;
            writeln!(out, r#"{} stroke-width="{}"/>"#, Paint("stroke", *color), Num(*width))
        }
        Item::Line { points, width, color, dash } => {
            write!(out, r#"<polyline points="{}" fill="none""#, Points(points))?;
            write!(out, r#"{} stroke-width="{}""#, Paint("stroke", *color), Num(*width))?;
            if *dash > 0.0 {
                write!(out, r#" stroke-dasharray="{}""#, Num(*dash))?;
            }
            writeln!(out, "/>")
        }
        Item::Polygon { points, fill } => {
            writeln!(out, r#"<polygon points="{}"{}/>"#, Points(points), Paint("fill", *fill))
        }
        Item::Text { at, size, anchor, upward, color, text } => {
            let (x, y) = (Num(at.x), Num(at.y));
            write!(out, r#"<text x="{x}" y="{y}" font-size="{}"{}"#, Num(*size), Paint("fill", *color))?;
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => write!(out, r#" text-anchor="middle""#)?,
                Anchor::End => write!(out, r#" text-anchor="end""#)?,
            }
            if *upward {
                write!(out, r#" transform="rotate(-90 {x} {y})""#)?;
            }
            writeln!(out, ">{}</text>", Escaped(text))
        }
    }
}

/// A number with two decimals at most: a hundredth of a pixel is not seen.
struct Num(f32);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

struct Point(Vec2);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Num(self.0.x), Num(self.0.y))
    }
}

struct Points<'a>(&'a [Vec2]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, p) in self.0.iter().enumerate() {
            write!(f, "{}{}", if n == 0 { "" } else { " " }, Point(*p))?;
        }
        Ok(())
    }
}

/// An attribute with a colour, and one with its opacity if it is not opaque.
struct Paint(&'static str, Color);

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(attribute, color) = self;
        write!(f, r#" {attribute}="{color}""#)?;
        if color.a < 255 {
            write!(f, r#" {attribute}-opacity="{}""#, Num(f32::from(color.a) / 255.0))?;
        }
        Ok(())
    }
}

struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                // XML 1.0 has no way to write the other control characters.
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Fails unless every tag that is opened is closed in order, every attribute is quoted and no number
    /// is NaN or infinite.
    pub(crate) fn check(svg: &str) {
        let mut open = Vec::new();
        for (n, part) in svg.split('<').enumerate() {
            if n == 0 {
                assert_eq!(part, "", "text before the first tag");
                continue;
            }
            let (tag, text) = part.split_once('>').expect("a tag must end");
            assert!(!text.contains('>'), "bare > in {part}");
            assert_eq!(tag.matches('"').count() % 2, 0, "open quote in {tag}");
            for bad in ["NaN", "inf"] {
                assert!(!tag.contains(bad), "{bad} in {tag}");
            }
            let name = |tag: &str| tag.split(' ').next().unwrap_or_default().to_owned();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(closed), "{closed} closed");
            } else if !tag.ends_with('/') {
                open.push(name(tag));
            }
        }
        assert_eq!(open, Vec::<String>::new(), "left open");
    }

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        let texts: Vec<String> =
            [1.0, 0.5, -0.001, 10.0, 1.234, -3.1].into_iter().map(|n| Num(n).to_string()).collect();
        assert_eq!(texts, ["1", "0.5", "0", "10", "1.23", "-3.1"]);
    }

    #[test]
    fn text_is_escaped() {
        let mut canvas = Canvas::new(100, 20, Color::WHITE);
        canvas.text(vec2(1.0, 10.0), 10.0, Anchor::Start, Color::BLACK, "a < b & c\u{1}> \"d\"");
        let svg = canvas.to_svg();
        check(&svg);
        assert!(svg.contains("a &lt; b &amp; c &gt; \"d\""), "{svg}");
    }

    #[test]
    fn a_quarter_from_the_right_goes_up() {
        let mut canvas = Canvas::new(100, 100, Color::WHITE);
        let sweep = std::f32::consts::FRAC_PI_2;
        let center = vec2(50.0, 50.0);
        canvas.push(Item::Arc { center, radius: 10.0, start: 0.0, sweep, width: 1.0, color: Color::BLACK });
        let svg = canvas.to_svg();
        assert!(svg.contains(r#"M60,50A10 10 0 0 0 57.07,42.93A10 10 0 0 0 50,40""#), "{svg}");
    }
}
