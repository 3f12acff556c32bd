//! The style of an element, as far as it matters here: from attributes and from `style`, with the values of its
//! groups.

use roxmltree::Node;

use crate::ink::Ink;
use crate::numbers::length;

/// Values that a group passes on to its elements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Style {
    /// Whether it is shown at all.
    pub(crate) shown: bool,
    /// Of its inside.
    fill: Ink,
    /// Of its line.
    stroke: Ink,
    /// Width of its line, user units.
    width: f64,
    /// The paint of `currentColor`.
    current: Ink,
    /// Of itself, its inside and its line, 0 to 1.
    opacity: [f32; 3],
}

impl Default for Style {
    fn default() -> Self {
        let (fill, stroke, current) = (Ink::Unsaid, Ink::None, Ink::Unsaid);
        Self { shown: true, fill, stroke, width: 1.0, current, opacity: [1.0; 3] }
    }
}

impl Style {
    /// That of an element in a group of this style.
    pub(crate) fn of(&self, node: Node<'_, '_>) -> Self {
        let mut style = self.clone();
        let [own, of_fill, of_stroke] = self.opacity;
        let attributes = node.attributes().filter(|attribute| attribute.namespace().is_none());
        // Values in `style` override attributes.
        for (name, value) in attributes.map(|a| (a.name(), a.value())).chain(declared(node)) {
            let value = value.trim();
            match name.trim() {
                "display" if value == "none" => style.shown = false,
                "visibility" => style.shown &= value != "hidden",
                "color" => style.current = Ink::of(value, self.current, self.current),
                "fill" => style.fill = Ink::of(value, self.fill, style.current),
                "stroke" => style.stroke = Ink::of(value, self.stroke, style.current),
                // A group that shows through shows what is in it through once more.
                "opacity" => style.opacity[0] = own * opacity(value).unwrap_or(1.0),
                "fill-opacity" => style.opacity[1] = opacity(value).unwrap_or(of_fill),
                "stroke-opacity" => style.opacity[2] = opacity(value).unwrap_or(of_stroke),
                "stroke-width" => style.width = width(value).unwrap_or(style.width),
                _ => {}
            }
        }
        style
    }

    /// Half the thickness of an element of this tag, user units. An element drawn as a line is as thick as its
    /// stroke. An area has none, as balls meet its edge.
    pub(crate) fn half(&self, tag: &str) -> f64 {
        if self.is_line(tag) { 0.5 * self.stroke_width() } else { 0.0 }
    }

    /// Whether an element of this tag has no painted inside. A `<line>` has no inside to paint.
    pub(crate) fn is_line(&self, tag: &str) -> bool {
        tag == "line" || self.fill == Ink::None
    }

    /// Width of its line, user units; 0 if it has none.
    pub(crate) fn stroke_width(&self) -> f64 {
        if self.stroke == Ink::None { 0.0 } else { self.width }
    }

    /// The colours of its inside and of its line on white paper, where the file says them.
    pub(crate) fn colors(&self) -> [Option<[u8; 3]>; 2] {
        let [own, of_fill, of_stroke] = self.opacity;
        [self.fill.on_paper(own * of_fill), self.stroke.on_paper(own * of_stroke)]
    }
}

/// A share or a percentage, 0 to 1; none if it cannot be read.
fn opacity(text: &str) -> Option<f32> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share = number.trim().parse::<f32>().ok()? / whole;
    share.is_finite().then(|| share.clamp(0.0, 1.0))
}

/// Widest stroke, user units: 265 m.
const WIDEST: f64 = 1e6;

/// A width of a stroke, user units; none if it cannot be read.
fn width(text: &str) -> Option<f64> {
    length(text).filter(|width| (0.0..=WIDEST).contains(width))
}

/// Names and values in the `style` of an element.
fn declared<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    node.attribute("style").unwrap_or_default().split(';').filter_map(|part| part.split_once(':'))
}

/// Properties of place and visibility that are not read: as attributes, and in `style`.
const UNREAD: [&str; 3] = ["transform-origin", "clip-path", "mask"];
/// Properties that are read as attributes alone, or not at all.
const UNREAD_STYLE: [&str; 13] =
    ["transform", "translate", "rotate", "scale", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"];

/// The parts of an element's style that are not read, as they are written.
pub(crate) fn unread<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = String> + use<'a> {
    let set = |value: &str| !matches!(value.trim(), "" | "none");
    // Without a transform there is nothing whose origin it would be.
    let turned = node.attribute("transform").is_some_and(set)
        || declared(node).any(|(name, _)| name.trim() == "transform");
    let counts = move |name: &str| name != "transform-origin" || turned;
    let attributes =
        UNREAD.into_iter().filter(move |name| counts(name) && node.attribute(*name).is_some_and(set));
    let strokes = node
        .attribute("stroke-width")
        .into_iter()
        .chain(declared(node).filter(|(name, _)| name.trim() == "stroke-width").map(|(_, value)| value));
    let strokes = strokes.filter(|value| !value.trim().ends_with('%') && width(value).is_none());
    let strokes = strokes.map(|value| format!("stroke-width = {:?}", crate::error::brief(value)));
    let declared = declared(node).filter(move |(name, value)| counts(name.trim()) && set(value)).filter_map(
        |(name, _)| {
            let known = UNREAD.iter().chain(&UNREAD_STYLE).find(|known| **known == name.trim())?;
            Some(format!("{known} in its style"))
        },
    );
    attributes.map(str::to_owned).chain(declared).chain(strokes)
}
