//! Text to model, with the place of every misfit.

use serde::de::DeserializeOwned;
#[cfg(feature = "ron")]
use serde_path_to_error::{Path, Segment, Track};

use crate::fault::{Fault, nearest, quoted};
use crate::limits;
use crate::line_column::locate;
use crate::model::{Scene, VERSION};
#[cfg(feature = "ron")]
use crate::notation::notation;
use crate::notation::{Format, unmarked};
#[cfg(feature = "ron")]
use crate::path::join;
use crate::renamed::renamed;
use crate::tree::{Misfit, Node};

impl Scene {
    /// Reads a scene from RON. A text that includes files is read by [`load`](crate::load), which knows where
    /// these are.
    ///
    /// # Errors
    /// A fault of the text.
    #[cfg(feature = "ron")]
    pub fn from_ron(text: &str) -> Result<Self, Fault> {
        Self::parse(text, Format::Ron)
    }

    /// Reads a scene from JSON. A text that includes files is read by [`load`](crate::load).
    ///
    /// # Errors
    /// A fault of the text.
    pub fn from_json(text: &str) -> Result<Self, Fault> {
        Self::parse(text, Format::Json)
    }

    fn parse(text: &str, format: Format) -> Result<Self, Fault> {
        let scene: Self = parse(text, format)?;
        check_version(scene.carom)?;
        Ok(scene)
    }
}

/// Refuses files of another version.
pub(crate) fn check_version(version: u32) -> Result<(), Fault> {
    if version == VERSION {
        return Ok(());
    }
    Err(Fault::at("carom", format!("the format's version is {version}, but must be {VERSION}")))
}

/// Reads a document.
pub(crate) fn parse<T: DeserializeOwned>(text: &str, format: Format) -> Result<T, Fault> {
    if text.len() as u64 > limits::FILE_BYTES {
        let most = limits::FILE_BYTES;
        return Err(Fault::at("", format!("it has {} bytes, but must have at most {most}", text.len())));
    }
    let text = unmarked(text);
    match format {
        #[cfg(feature = "ron")]
        Format::Ron => {
            let mut track = Track::new();
            let place = |error: ron::error::SpannedError, path: String| {
                let at = error.span.end;
                if let Some(fault) = not_whole(text, at.line, at.col, &path) {
                    return fault;
                }
                let fault = said(text, at.line, at.col, path, &ron_message(&error.code));
                match slip::<T>(text, at.line, at.col, &error.code) {
                    Some(message) => Fault { message, ..fault },
                    None => fault,
                }
            };
            let mut source = ron::Deserializer::from_str_with_options(text, &notation())
                .map_err(|error| place(error, String::new()))?;
            let value = T::deserialize(serde_path_to_error::Deserializer::new(&mut source, &mut track));
            let value = value.map_err(|error| place(source.span_error(error), written(&track.path())))?;
            source.end().map_err(|error| place(source.span_error(error), String::new()))?;
            Ok(value)
        }
        Format::Json => {
            let broken = |error: serde_json::Error| {
                let message = error.to_string();
                let message = message.rsplit_once(" at line ").map_or(message.as_str(), |parts| parts.0);
                said(text, error.line(), error.column(), String::new(), message)
            };
            let tree: Node = serde_json::from_str(text).map_err(broken)?;
            T::deserialize(tree).map_err(|misfit: Misfit| {
                let path = misfit.path();
                let (_, line, column) = locate(&path, text, format).unwrap_or((0, 1, 1));
                said(text, line, column, path, &in_words(&misfit.message))
            })
        }
    }
}

/// A path as people write it; names of variants are left out, as they are no fields.
#[cfg(feature = "ron")]
fn written(path: &Path) -> String {
    path.iter().fold(String::new(), |out, segment| match segment {
        Segment::Seq { index } => out + &format!("[{index}]"),
        Segment::Map { key } => join(out, key),
        Segment::Enum { .. } | Segment::Unknown => out,
    })
}

/// RON's message without the names of our types, which mean nothing to the writer of a file.
#[cfg(feature = "ron")]
fn ron_message(error: &ron::Error) -> String {
    use ron::Error as E;
    match error {
        E::NoSuchStructField { expected, found, .. } => unknown("field", found, expected),
        E::NoSuchEnumVariant { expected, found, .. } => unknown("variant", found, expected),
        E::MissingStructField { field, .. } => format!("missing field `{field}`"),
        E::DuplicateStructField { field, .. } => format!("duplicate field `{field}`"),
        E::ExceededRecursionLimit => format!("values are nested more than {} deep", limits::DEPTH),
        E::ExpectedNamedStructLike(_) | E::ExpectedStructLike => "expected `(`".to_owned(),
        E::IntegerOutOfBounds => "must be a whole number of at least 0 that is not too large".to_owned(),
        other => other.to_string(),
    }
}

/// The habits of other notations, explained; `None` for other slips.
#[cfg(feature = "ron")]
fn slip<T: DeserializeOwned>(text: &str, line: usize, column: usize, error: &ron::Error) -> Option<String> {
    use ron::Error as E;
    let line_start = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum::<usize>();
    let (along, _) = text[line_start..].char_indices().nth(column.checked_sub(1)?)?;
    let (before, after) = text.split_at(line_start + along);
    match error {
        E::ExpectedString if after.trim_start().starts_with('\'') => {
            Some("write text in double quotes".to_owned())
        }
        E::InvalidIdentifier(word) | E::SuggestRawIdentifier(word)
            if !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit()) =>
        {
            let before = before.trim_end_matches(word.as_str()).trim_end().strip_suffix(',')?;
            let whole = before.rsplit(|c: char| !(c.is_ascii_digit() || c == '-')).next()?;
            let field = before.strip_suffix(whole)?.trim_end().strip_suffix(':')?;
            let field = field.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
            (!whole.is_empty())
                .then(|| format!("decimals are written with a point: `{field}: {whole}.{word}`"))
        }
        E::ExpectedIdentifier => {
            // With a kind that cannot be, the reader tells which there are.
            const PROBE: &str = "NoKindHasThisName";
            let probe = [before, PROBE, after].concat();
            // As the text itself was read: another deserializer would be compiled once more for all of `T`.
            let mut source = ron::Deserializer::from_str_with_options(&probe, &notation()).ok()?;
            let mut track = Track::new();
            match T::deserialize(serde_path_to_error::Deserializer::new(&mut source, &mut track)).err()? {
                E::NoSuchEnumVariant { expected, found, .. } if found == PROBE => {
                    let (last, rest) = expected.split_last()?;
                    let kinds = if rest.is_empty() {
                        (*last).to_owned()
                    } else {
                        format!("{} or {last}", rest.join(", "))
                    };
                    Some(format!("must begin with its kind: {kinds}"))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The fault of a whole number before a fraction, for which RON expects a comma; `None` elsewhere.
#[cfg(feature = "ron")]
fn not_whole(text: &str, line: usize, column: usize, path: &str) -> Option<Fault> {
    let content = text.lines().nth(line.checked_sub(1)?)?;
    let (end, _) = content.char_indices().nth(column.checked_sub(1)?)?;
    let before = &content[..end];
    let fraction = token(content, 1, column);
    let after = fraction.strip_prefix(['.', 'e', 'E'])?;
    if !after.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return None;
    }
    let (start, whole) = before.rsplit_once(':')?;
    let whole = whole.trim_start();
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let field = start.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
    let message = format!("is {whole}{fraction}, but must be a whole number");
    Some(Fault { line, column, ..Fault::at(join(path.to_owned(), field), message) })
}

/// A message of serde's with plain words for types of ours.
fn in_words(message: &str) -> String {
    let (found, expected) = match message.rsplit_once("expected ") {
        Some((found, "f32" | "f64")) => (found, "a number"),
        Some((found, "i64" | "i32")) => (found, "a whole number"),
        Some((found, "u64" | "u32" | "u16" | "u8" | "usize")) => (found, "a whole number of at least 0"),
        _ => return message.to_owned(),
    };
    format!("{found}expected {expected}")
}

#[cfg(feature = "ron")]
fn unknown(what: &str, found: &str, expected: &[&str]) -> String {
    let names: Vec<String> = expected.iter().map(|name| format!("`{name}`")).collect();
    format!("unknown {what} `{found}`, expected one of {}", names.join(", "))
}

/// A fault from a message of serde, with the expected names in backticks.
fn said(text: &str, line: usize, column: usize, mut path: String, message: &str) -> Fault {
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let mut fault = Fault { line, column, ..Fault::default() };
    match words.as_slice() {
        [found, known @ ..] if message.starts_with("unknown ") => {
            let what = message.split(' ').nth(1).unwrap_or("name");
            fault.message = format!("unknown {what} {}", quoted(found));
            fault.help = renamed(found, known).or_else(|| nearest(found, known));
            // The path names the unknown field itself, which is in the message already.
            if let Some(rest) = path.strip_suffix(found) {
                path = rest.trim_end_matches('.').to_owned();
            }
        }
        _ => {
            fault.message = cut(message);
            if message == "missing field `carom`" {
                fault.help = Some("add `carom: 1`, the format's version".to_owned());
            }
            let expects = message.starts_with("Expected") || message.starts_with("expected");
            if expects && !message.contains("found") {
                let found = token(text, line, column);
                if !found.is_empty() {
                    fault.message += &format!(", found {}", quoted(found));
                }
            }
        }
    }
    fault.path = path;
    fault
}

/// A message may quote the file, at any length.
fn cut(message: &str) -> String {
    const MOST: usize = 300;
    match message.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}

/// The text at a place: a word, a number or a sign.
fn token(text: &str, line: usize, column: usize) -> &str {
    let Some(line) = text.lines().nth(line.saturating_sub(1)) else { return "" };
    let start = line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let rest = line[start..].trim_start();
    let end = rest
        .char_indices()
        .position(|(_, c)| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+' | '"')))
        .unwrap_or(rest.chars().count())
        .max(1);
    rest.char_indices().nth(end).map_or(rest, |(at, _)| &rest[..at])
}
