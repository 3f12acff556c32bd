//! A small stroke font, so that text in a PNG needs no font file.
//!
//! A glyph is a few strokes, separated by blanks. A stroke is a row of points `xy`, one digit each; a
//! point after `~` is the control point of a quadratic curve, and two of those in a row have a point of
//! the curve half-way between them, as in TrueType outlines. A stroke of one point is a dot. Baseline is
//! y = 3, height of small letters 7, of capitals and digits 9, of descenders 0.

use carom::glam::{Vec2, vec2};

/// Height of a line of text over the height of a capital.
const UNITS_PER_EM: f32 = 8.4;
const BASELINE: f32 = 3.0;
const GAP: f32 = 2.0;
const SPACE: f32 = 3.2;

/// Part of a stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pen {
    Move(Vec2),
    Line(Vec2),
    Curve(Vec2, Vec2),
}

/// Width of a text, in units of its size.
pub(crate) fn width(text: &str) -> f32 {
    let units: f32 = text.chars().map(advance).sum();
    (units - GAP).max(0.0) / UNITS_PER_EM
}

/// Strokes of a text of size 1 from the origin, y down.
pub(crate) fn strokes(text: &str) -> Vec<Pen> {
    let mut pens = Vec::new();
    let mut x = 0.0;
    for c in text.chars() {
        for stroke in glyph(c).split(' ').filter(|stroke| !stroke.is_empty()) {
            trace(stroke, x, &mut pens);
        }
        x += advance(c);
    }
    pens
}

fn advance(c: char) -> f32 {
    if c == ' ' {
        return SPACE;
    }
    points(glyph(c)).map(|(_, p)| p.x).fold(0.0, f32::max) + GAP
}

/// The points of a glyph, each with whether it is a control point.
fn points(glyph: &str) -> impl Iterator<Item = (bool, Vec2)> + '_ {
    let mut chars = glyph.chars().filter(|&c| c != ' ').peekable();
    std::iter::from_fn(move || {
        let control = chars.next_if_eq(&'~').is_some();
        let x = chars.next()?.to_digit(10)?;
        let y = chars.next()?.to_digit(10)?;
        Some((control, vec2(x as f32, y as f32)))
    })
}

fn trace(stroke: &str, x: f32, pens: &mut Vec<Pen>) {
    let place = |p: Vec2| vec2(x + p.x, BASELINE - p.y) / UNITS_PER_EM;
    let mut control: Option<Vec2> = None;
    let mut count = 0;
    for (is_control, p) in points(stroke) {
        let p = place(p);
        pens.extend(match (count, is_control, control) {
            (0, ..) => Some(Pen::Move(p)),
            (_, true, None) => None,
            (_, true, Some(c)) => Some(Pen::Curve(c, 0.5 * (c + p))),
            (_, false, Some(c)) => Some(Pen::Curve(c, p)),
            (_, false, None) => Some(Pen::Line(p)),
        });
        control = is_control.then_some(p);
        count += 1;
    }
    if let (1, Some(&Pen::Move(p))) = (count, pens.last()) {
        // Without a length, a round cap may be left out.
        pens.push(Pen::Line(p + vec2(0.01, 0.0)));
    }
}

/// An empty box for a character that is not in the font.
const UNKNOWN: &str = "0309494303";

#[rustfmt::skip]
fn glyph(c: char) -> &'static str {
    match c {
        ' ' => "",
        '0' => "29~49~4323~03~0929", '1' => "072923", '2' => "08~0929~4947~450343",
        '3' => "08~0929~49~4626~46~4323~0304", '4' => "33390545", '5' => "490906~0727~4745~4323~0304",
        '6' => "48~4929~0905~0323~4345~4727~0705", '7' => "094913", '8' => "26~06~0929~49~4626~46~4323~03~0626",
        '9' => "04~0323~4347~4929~0907~0525~4547",
        'A' => "032943 1535", 'B' => "030929~49~462606 26~46~432303", 'C' => "48~4929~0906~0323~4344",
        'D' => "030919~4946~431303", 'E' => "49090343 0636", 'F' => "490903 0636",
        'G' => "48~4929~0906~0323~434626", 'H' => "0903 4943 0646", 'I' => "0903",
        'J' => "2925~2313~0304", 'K' => "0903 4905 1643", 'L' => "090343", 'M' => "0309254943",
        'N' => "03094349", 'O' => "29~09~0323~43~4929", 'P' => "030929~49~462606",
        'Q' => "29~09~0323~43~4929 2543", 'R' => "030929~49~462606 2643",
        'S' => "48~4929~09~0626~46~4323~0304", 'T' => "0949 2923", 'U' => "0905~0323~434549",
        'V' => "092349", 'W' => "0913395369", 'X' => "0943 4903", 'Y' => "092649 2623", 'Z' => "09490343",
        'a' => "4743 45~4727~0705~0323~4345", 'b' => "0903 05~0323~4345~4727~0705",
        'c' => "46~4727~0705~0323~4344", 'd' => "4943 45~4727~0705~0323~4345",
        'e' => "0545~4727~0705~0323~4344", 'f' => "29~191813 0727",
        'g' => "4742~4020~0001 45~4727~0705~0323~4345", 'h' => "0903 05~0727~474543", 'i' => "0703 09",
        'j' => "1711~1000 19", 'k' => "0903 3704 1533", 'l' => "0904~0313",
        'm' => "0703 05~07~373533 35~37~676563", 'n' => "0703 05~0727~474543", 'o' => "27~07~0323~43~4727",
        'p' => "0700 05~0727~4745~4323~0305", 'q' => "4740 45~4727~0705~0323~4345", 'r' => "0703 05~0727",
        's' => "3717~07~051525~35~332303", 't' => "1914~1323 0727", 'u' => "0705~0323~4345 4743",
        'v' => "072347", 'w' => "0713375367", 'x' => "0743 4703", 'y' => "0723 4723~1000", 'z' => "07470343",
        '.' => "03", ',' => "1301", ':' => "06 03", ';' => "16 1301", '!' => "0905 03",
        '?' => "08~0929~4948~462625 23", '-' => "0535", '+' => "0545 2723", '=' => "0646 0444",
        '*' => "2925 0846 4806", '/' => "0239", '(' => "19~08~0413", ')' => "09~18~1403",
        '[' => "19090313", ']' => "09191303", '|' => "0902", '<' => "370533", '>' => "073503",
        '%' => "4903 19~09~0717~27~2919 35~25~2333~43~4535", '#' => "1913 3933 0747 0545",
        '&' => "4308~0919~2928~2704~0313~3346", '\'' => "0907", '"' => "0907 1917", '_' => "0242",
        '^' => "072947", '~' => "05~1725~3345",
        '°' => "19~09~0717~27~2919", '²' => "08~0919~29280626", '³' => "092918~2827~2606", '·' => "05",
        '×' => "0633 3603", '±' => "2824 0646 0343", '−' => "0545", '→' => "0545 274523",
        'µ' | 'μ' => "0700 05~0323~4345 4743", 'π' => "0747 1713 3733", 'θ' => "29~09~0323~43~4929 0646",
        'α' => "4725~2313~0305~0717~2725~2343", 'ω' => "17~0705~03~3335 35~33~6365~6757", 'Δ' => "03294303",
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_letter_is_drawn_and_differs() {
        let letters: Vec<char> =
            ('0'..='9').chain('A'..='Z').chain('a'..='z').chain("°²³·×±µπθαωΔ".chars()).collect();
        for (n, &a) in letters.iter().enumerate() {
            assert_ne!(glyph(a), UNKNOWN, "{a} is missing");
            for &b in &letters[..n] {
                assert_ne!(glyph(a), glyph(b), "{a} looks like {b}");
            }
        }
    }

    #[test]
    fn each_glyph_is_read_to_its_end_and_ends_on_the_curve() {
        for c in (' '..='~').chain("°²³·×±−→µπθαωΔ".chars()) {
            for stroke in glyph(c).split(' ').filter(|s| !s.is_empty()) {
                let read = points(stroke).count();
                assert_eq!(2 * read, stroke.chars().filter(char::is_ascii_digit).count(), "{c}: {stroke}");
                assert!(
                    points(stroke).last().is_some_and(|(control, _)| !control),
                    "{c} ends on a control point"
                );
                assert!(points(stroke).next().is_some_and(|(control, _)| !control), "{c} starts on one");
            }
        }
    }

    #[test]
    fn width_adds_up() {
        // 'l' is one unit wide, then a gap of two, then 'H' of four.
        assert!((width("lH") - 7.0 / UNITS_PER_EM).abs() < 1e-6);
        assert_eq!(width(""), 0.0);
        let right = strokes("Hello").iter().fold(0.0_f32, |x, pen| match *pen {
            Pen::Move(p) | Pen::Line(p) | Pen::Curve(_, p) => x.max(p.x),
        });
        assert!((right - width("Hello")).abs() < 1e-5, "{right}");
    }
}
