//! Texts that were good once.

use super::source::Source;

/// The slips of people and programs in the wrong place.
const BITS: [&str; 18] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "-",
    "NaN",
    "inf",
    "1e999",
    "99999999999999999999",
    "0",
    "\"",
    "//",
    "/*",
    "\u{feff}",
];

/// Changes a text in a few places.
pub(super) fn damage(text: &str, source: &mut Source<'_>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=source.byte() % 3 {
        if bytes.is_empty() {
            break;
        }
        let at = source.word() as usize % bytes.len();
        let end = (at + usize::from(source.byte() % 40)).min(bytes.len());
        match source.byte() % 24 {
            0 => bytes[at] = source.byte(),
            1 => bytes[at] ^= 1 << (source.byte() % 8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = source.word() as usize % bytes.len();
                bytes.splice(to..to, piece);
            }
            4 => bytes.truncate(at),
            5 => {
                let bit = BITS[usize::from(source.byte()) % BITS.len()];
                bytes.splice(at..at, bit.bytes());
            }
            // Another number in place of the next one.
            _ => {
                let digit = |b: &u8| b.is_ascii_digit() || b".-e".contains(b);
                let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit).map(|n| at + n) else {
                    continue;
                };
                let stop = bytes[start..].iter().position(|b| !digit(b)).map_or(bytes.len(), |n| start + n);
                let number = match source.byte() % 3 {
                    0 => source.byte().to_string(),
                    1 => source.number(-10.0, 10.0).to_string(),
                    _ => format!("{:e}", source.number(-1e9, 1e9)),
                };
                bytes.splice(start..stop, number.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
