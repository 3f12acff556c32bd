//! Every link of every page leads somewhere: files are there, anchors are headings, no page is left out of the book.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files::{pages, read, root};

/// Text without code, in which brackets are no links.
fn prose(text: &str) -> String {
    let mut kept = String::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code && !line.starts_with("    ") {
            // Inline code goes as well.
            kept.extend(line.split('`').step_by(2));
            kept.push('\n');
        }
    }
    kept
}

/// The targets of all links and pictures of a page.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("](") {
        let rest = &text[at + 2..];
        found.push(rest.split(')').next().unwrap_or_default().to_owned());
    }
    found
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(text: &str) -> BTreeSet<String> {
    text.lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let (mut dead, mut count) = (Vec::new(), 0);
    for (page, text) in pages() {
        let folder = Path::new(&page).parent().expect("a folder").to_path_buf();
        for target in targets(&prose(&text)) {
            count += 1;
            if target.starts_with("https://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let path = if file.is_empty() { page.clone().into() } else { folder.join(file) };
            let found = root().join(&path);
            if !found.exists() {
                dead.push(format!("{page}: {target}"));
            } else if !heading.is_empty() {
                let text = std::fs::read_to_string(&found).unwrap_or_default();
                if !anchors(&text).contains(heading) {
                    dead.push(format!("{page}: {target} has no such heading"));
                }
            }
        }
    }
    assert!(count > 100, "only {count} links were found");
    assert!(dead.is_empty(), "dead links: {dead:#?}");
}

#[test]
fn links_into_the_own_repository_lead_somewhere() {
    let own = "https://github.com/carom-physics/carom/blob/main/";
    let mut dead = Vec::new();
    let sources: Vec<_> =
        crate::files::files("rs").into_iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let texts = sources.into_iter().map(|path| (path.clone(), read(&path))).chain(pages());
    for (path, text) in texts {
        for (at, _) in text.match_indices(own) {
            let rest = &text[at + own.len()..];
            let end = rest.find([')', '#', ' ', '\n', '"', ';']).unwrap_or(rest.len());
            if !rest[..end].is_empty() && !root().join(&rest[..end]).exists() {
                dead.push(format!("{path}: {}", &rest[..end]));
            }
        }
    }
    assert!(dead.is_empty(), "dead links: {dead:#?}");
}

#[test]
fn the_book_has_every_page() {
    let summary = read("docs/SUMMARY.md");
    for (page, _) in pages() {
        if let Some(name) = page.strip_prefix("docs/").filter(|name| *name != "SUMMARY.md") {
            assert!(summary.contains(&format!("]({name})")), "docs/SUMMARY.md does not name {name}");
        }
    }
}

/// No link leads to pages that the first release makes. The switch is `published` in Cargo.toml: with it, the first
/// lines of a game are those of the registry.
#[test]
fn pages_of_registries_are_linked_once_they_exist() {
    let published = read("Cargo.toml").lines().any(|line| line == "published = true");
    assert_eq!(read("README.md").contains("cargo add carom"), published, "README.md: how to add it");
    let theirs =
        ["docs.rs/carom", "crates.io/crates/carom", "npmjs.com/package/carom", "pypi.org/project/carom"];
    for (page, text) in pages() {
        for target in targets(&prose(&text)) {
            let of_release = theirs.iter().any(|part| target.contains(part));
            assert!(published || !of_release, "{page}: {target} does not exist yet");
        }
    }
}

#[test]
fn anchors_are_those_of_github() {
    assert_eq!(anchor(" Who touched whom?"), "who-touched-whom");
    assert_eq!(anchor(" `a_b` and 3.5"), "a_b-and-35");
}
