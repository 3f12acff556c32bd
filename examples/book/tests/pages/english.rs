//! Comments and pages are plain English: a sentence has a noun as its subject, and no words of the house.

use crate::files::{files, pages, read};

/// Words of the house that have a plain word in their place. A sentence with one of them needs a second reading.
const IDIOMS: &[&str] = &[
    "anew",
    "by turns",
    "come to touch",
    "comes to touch",
    "flies on",
    "foreseen",
    "foresees",
    "give way",
    "gives way",
    "goes on",
    "hang together",
    "hangs together",
    "let go",
    "lets go",
    "looked at",
    "looks at",
    "nobody",
    "nought",
    "so many",
    "those that",
    "to and fro",
    "turns round",
    "whatever",
    "whoever",
];

/// The parts of the repository: folders with sources, and all pages.
const PARTS: &[&str] = &["crates", "examples", "benches", "fuzz", "pages"];

/// Sentences of a text without code: `code` is dropped, and line ends count as spaces.
fn sentences(text: &str) -> Vec<String> {
    let plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join("X");
    let mut found = vec![String::new()];
    for word in plain.split_whitespace() {
        let sentence = found.last_mut().expect("never empty");
        if !sentence.is_empty() {
            sentence.push(' ');
        }
        sentence.push_str(word);
        if word.trim_end_matches(['*', ')', '"']).ends_with(['.', '?', '!']) {
            found.push(String::new());
        }
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// The words of a sentence in lower case, with a space before and behind each.
fn words(sentence: &str) -> String {
    let lower = sentence.to_lowercase();
    let parts = lower.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    format!(" {} ", parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// Whether a sentence is a relative clause without a noun: it begins with *What*, and asks nothing.
fn has_no_noun(sentence: &str) -> bool {
    let start = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    start.starts_with("What ") && !sentence.contains('?')
}

fn idioms(sentence: &str) -> impl Iterator<Item = &'static str> {
    let words = words(sentence);
    IDIOMS.iter().copied().filter(move |idiom| words.contains(&format!(" {idiom} ")))
}

/// The paragraphs of all comments of a source, without their code.
fn comments(source: &str) -> Vec<String> {
    let (mut found, mut last, mut in_code) = (vec![String::new()], None, false);
    for line in source.lines() {
        let line = line.trim_start();
        let kind = ["///", "//!", "//"].into_iter().find(|kind| line.starts_with(kind));
        let text = kind.map_or("", |kind| line[kind.len()..].trim());
        if kind.is_none() || text.starts_with("```") {
            in_code = kind.is_some() && !in_code;
        }
        let begins = kind != last
            || text.is_empty()
            || ["- ", "#", "|", "```"].iter().any(|mark| text.starts_with(mark));
        if begins {
            found.push(String::new());
        }
        if !in_code && !text.starts_with(['#', '|']) && !text.starts_with("```") {
            let paragraph = found.last_mut().expect("never empty");
            paragraph.push_str(text);
            paragraph.push('\n');
        }
        last = kind;
    }
    found.retain(|paragraph| !paragraph.trim().is_empty());
    found
}

/// The paragraphs, list items and cells of a page, without code and headings.
fn paragraphs(page: &str) -> Vec<String> {
    let (mut found, mut in_code) = (vec![String::new()], false);
    for line in page.lines() {
        let text = line.trim();
        if text.starts_with("```") {
            in_code = !in_code;
        }
        if in_code
            || text.is_empty()
            || ["- ", "#", "|", "```", "!["].iter().any(|mark| text.starts_with(mark))
        {
            found.push(String::new());
        }
        if in_code || text.starts_with("```") || text.starts_with('#') {
            continue;
        }
        if text.starts_with('|') {
            found.extend(text.trim_matches('|').split('|').map(str::to_owned));
            continue;
        }
        let paragraph = found.last_mut().expect("never empty");
        paragraph.push_str(text);
        paragraph.push('\n');
    }
    found.retain(|paragraph| !paragraph.trim().is_empty());
    found
}

/// All paragraphs of a part of the repository, each with its file.
fn texts(part: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if part == "pages" {
        for (page, text) in pages() {
            found.extend(paragraphs(&text).into_iter().map(|paragraph| (page.clone(), paragraph)));
        }
        return found;
    }
    for path in files("rs").into_iter().filter(|path| path.starts_with(part)) {
        let path = path.to_string_lossy().into_owned();
        found.extend(comments(&read(&path)).into_iter().map(|paragraph| (path.clone(), paragraph)));
    }
    found
}

/// Fails with all faults of all parts.
fn find_none(what: &str, faults: fn(&str) -> Vec<String>) {
    let (mut count, mut found) = (0, Vec::new());
    for part in PARTS {
        for (file, text) in texts(part) {
            for sentence in sentences(&text) {
                count += 1;
                found.extend(faults(&sentence).iter().map(|fault| format!("{file}: {fault}")));
            }
        }
    }
    assert!(count > 5000, "only {count} sentences were found");
    assert!(found.is_empty(), "{} {what}\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_sentence_begins_with_a_noun() {
    find_none("sentences begin with `What`", |sentence| {
        if has_no_noun(sentence) { vec![sentence.to_owned()] } else { Vec::new() }
    });
}

#[test]
fn no_sentence_has_a_word_of_the_house() {
    find_none("words of the house", |sentence| {
        idioms(sentence).map(|idiom| format!("`{idiom}` in {sentence}")).collect()
    });
}

#[test]
fn sentences_are_found() {
    let source = "/// What it is. A ball, 1.5 m wide.\n/// ```\n/// // What code says.\n/// ```\n/// What\n/// now?\nfn f() {}\n// Goes on `anew`.";
    let found: Vec<String> = comments(source).iter().flat_map(|text| sentences(text)).collect();
    assert_eq!(found, ["What it is.", "A ball, 1.5 m wide.", "What now?", "Goes on X."]);
    assert_eq!(found.iter().filter(|sentence| has_no_noun(sentence)).count(), 1);
    assert_eq!(idioms("It goes on, by turns.").collect::<Vec<_>>(), ["by turns", "goes on"]);
    assert!(!has_no_noun("**What.**"), "a label is no sentence");
    assert_eq!(
        paragraphs("# What\n\n- What is it?\n- A\n  B.\n\n| What | b |\n"),
        ["- What is it?\n", "- A\nB.\n", " What ", " b "]
    );
}
