//! Colours as the file writes them.

use crate::value::Value;

/// A colour: red, green and blue, or none at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Not drawn.
    Transparent,
    /// Red, green, blue, 0 to 255 each.
    Rgb([u8; 3]),
}

impl Color {
    /// `"transparent"`, `"RRGGBB"`, or a list of three numbers.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) if text == "transparent" => Some(Self::Transparent),
            Value::Text(text) if text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                let [_, rgb @ ..] = u32::from_str_radix(text, 16).ok()?.to_be_bytes();
                Some(Self::Rgb(rgb))
            }
            Value::List(list) => {
                let [red, green, blue] = list.as_slice() else {
                    return None;
                };
                Some(Self::Rgb([part(red)?, part(green)?, part(blue)?]))
            }
            _ => None,
        }
    }
}

fn part(value: &Value) -> Option<u8> {
    match value {
        Value::Number(x) if (0.0..=255.0).contains(x) => Some(*x as u8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ways_to_write_one() {
        let read = |text: &str| Color::read(&Value::parse(text).expect("JSON5"));
        assert_eq!(read("'transparent'"), Some(Color::Transparent));
        assert_eq!(read("'FF8000'"), Some(Color::Rgb([255, 128, 0])));
        assert_eq!(read("[255, 128, 0]"), Some(Color::Rgb([255, 128, 0])));
        for bad in ["'FF80'", "'+F8000'", "'grün12'", "[1, 2]", "[1, 2, 300]", "[1, 2, NaN]", "7"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
