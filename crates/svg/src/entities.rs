//! Entities of a document type: texts by name, as Illustrator writes them for its namespaces. Their size is bounded
//! before the text is parsed, as a short name may stand for a long text at each of many places.

use crate::error::{Error, brief};

/// Most entities that are declared: each reference is looked up among them one by one.
const MOST: usize = 100;
/// Most bytes that all references together stand for.
const MOST_BYTES: u64 = 16 << 20;
/// The names that XML itself knows. Each stands for one letter.
const KNOWN: [&str; 5] = ["amp;", "lt;", "gt;", "quot;", "apos;"];

/// Refuses declared entities that are more than plain text, or stand for too much.
pub(crate) fn check(text: &str) -> Result<(), Error> {
    let mut longest = 0;
    for (n, declared) in text.split("<!ENTITY").skip(1).enumerate() {
        if n >= MOST {
            return Err(Error::TooMuch { what: "the number of entities", most: MOST as u64 });
        }
        let Some(start) = declared.find(['"', '\'']) else { continue };
        let (name, rest) = declared.split_at(start);
        // A value without its end is cut at the next declaration, which it holds.
        let value = rest[1..].split_once(&rest[..1]).map_or("<!ENTITY", |(value, _)| value);
        if value.contains(['&', '<']) {
            return Err(Error::Value {
                place: format!("the entity {}", brief(name.trim())),
                found: brief(value),
                allowed: "plain text, without & and <",
            });
        }
        longest = longest.max(value.len() as u64);
    }
    let own = |rest: &&str| !rest.starts_with('#') && !KNOWN.iter().any(|known| rest.starts_with(known));
    let references = text.split('&').skip(1).filter(own).count() as u64;
    if longest.saturating_mul(references) > MOST_BYTES {
        return Err(Error::TooMuch {
            what: "the length of what entities stand for, in bytes,",
            most: MOST_BYTES,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_entities_stand_for_is_bounded() {
        let text =
            |value: &str, body: &str| format!("<!DOCTYPE svg [<!ENTITY a \"{value}\">]><svg>{body}</svg>");
        assert_eq!(check(&text("http://www.w3.org/2000/svg", "&a; &amp; &#10;")), Ok(()));
        assert_eq!(check("<svg>&a;</svg>"), Ok(()), "none is declared");
        let long = text(&"x".repeat(1 << 10), &"&a;".repeat(1 << 15));
        assert!(matches!(check(&long), Err(Error::TooMuch { .. })), "32 MB of 130 kB");
        let many = format!("<!DOCTYPE svg [{}]><svg/>", "<!ENTITY a ''>".repeat(101));
        assert!(matches!(check(&many), Err(Error::TooMuch { .. })), "101 of them");
        let hidden =
            format!("<!DOCTYPE svg [<!ENTITY a \"<!ENTITY {}\"><!ENTITY b \"\">]><svg/>", "x".repeat(1000));
        let error = check(&hidden).expect_err("a declaration in a value").to_string();
        assert!(error.contains("the entity a is"), "{error}");
        for nested in ["&b;", "&#60;g>", "<g/>"] {
            let error = check(&text(nested, "")).expect_err(nested).to_string();
            assert!(error.contains("the entity a is") && error.contains("plain text"), "{error}");
        }
    }
}
