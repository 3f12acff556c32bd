//! The paint of an inside or a line.

use svgtypes::{Color, Paint, PaintFallback};

/// The paint of an inside or a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    /// Nothing.
    None,
    /// Something: the file does not say its colour, or has a gradient or a pattern there.
    Unsaid,
    /// A colour.
    Said(Color),
}

impl Ink {
    /// The paint that a value names. `inherited` is the paint of the group, `current` is `currentColor`.
    pub(crate) fn of(value: &str, inherited: Self, current: Self) -> Self {
        if value == "transparent" {
            return Self::None;
        }
        match Paint::from_str(value) {
            Ok(Paint::None) => Self::None,
            Ok(Paint::Inherit) => inherited,
            Ok(Paint::CurrentColor | Paint::FuncIRI(_, Some(PaintFallback::CurrentColor))) => current,
            Ok(Paint::Color(color) | Paint::FuncIRI(_, Some(PaintFallback::Color(color)))) => {
                Self::Said(color)
            }
            Ok(Paint::FuncIRI(..) | Paint::ContextFill | Paint::ContextStroke) | Err(_) => Self::Unsaid,
        }
    }

    /// The colour on white paper, if it is said and can be seen.
    pub(crate) fn on_paper(self, opacity: f32) -> Option<[u8; 3]> {
        let Self::Said(Color { red, green, blue, alpha }) = self else { return None };
        let share = opacity * f32::from(alpha) / 255.0;
        let shade = |part: u8| (255.0 + share * (f32::from(part) - 255.0)).round() as u8;
        (share > 0.0).then(|| [red, green, blue].map(shade))
    }
}
