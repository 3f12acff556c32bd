//! Broken and hostile tables: a clear answer in bounded memory, and never a panic.

use std::io::Write;

use allocation_counter::measure;
use carom_vpx::limits::MAX_BYTES;
use carom_vpx::{Error, Options, Table};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use zip::write::SimpleFileOptions;

use crate::common;

/// Most bytes that an answer may hold at once: all files of a table, and as much for its parts.
const MOST_HELD: u64 = 2 * MAX_BYTES;

/// Most bytes that it may allocate in all.
const MOST_ALLOCATED: u64 = 4 * MAX_BYTES;

fn pack(files: &common::Files) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(name.as_str(), SimpleFileOptions::default()).expect("a member");
        writer.write_all(text.as_bytes()).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

fn answer(files: &common::Files, about: &str) -> Result<Table, Error> {
    let packed = pack(files);
    let mut answer = None;
    let cost = measure(|| answer = Some(Table::from_vpz(&packed, "table", Options::default())));
    assert!(cost.bytes_max < MOST_HELD && cost.bytes_total < MOST_ALLOCATED, "{about}: {cost:?}");
    let answer = answer.expect("it was read");
    if let Err(error) = &answer {
        let message = error.to_string();
        assert!(message.len() > 20 && message.len() < 400, "{about}: {message}");
    }
    answer
}

/// Two hundred ways to spoil a file.
#[test]
fn two_hundred_broken_files() {
    let mut chance = Pcg64::seed_from_u64(27);
    let whole = common::table();
    let names: Vec<&String> = whole.keys().collect();
    let words = ["null", "true", "\"x\"", "[]", "{}", "[[[[1]]]]", "1e308", "-1e7", "1e400", "NaN"];
    let (mut refused, mut read) = (0, 0);
    for n in 0..200 {
        let name = names[chance.random_range(0..names.len())];
        let text = &whole[name];
        let spoiled = match n % 5 {
            0 => text[..text.len() * chance.random_range(0..100) / 100].to_owned(),
            1 => format!("{}{}", text, "]".repeat(3)),
            2 => {
                let place = chance.random_range(0..text.len());
                let mut bytes = text.clone().into_bytes();
                bytes[place] = b"{}[],:\"0x"[chance.random_range(0..9)];
                String::from_utf8(bytes).expect("plain letters")
            }
            // Another value in the place of one of its numbers.
            3 => {
                let numbers: Vec<usize> = text.match_indices(": ").map(|(at, _)| at + 2).collect();
                let at = numbers[chance.random_range(0..numbers.len())];
                let end = text[at..].find([',', '}', ']']).map_or(text.len(), |end| at + end);
                format!("{}{}{}", &text[..at], words[n / 5 % words.len()], &text[end..])
            }
            _ => {
                let depth = 50_000;
                format!("{}{}", "[".repeat(depth), "]".repeat(depth))
            }
        };
        let mut files = whole.clone();
        files.insert(name.clone(), spoiled);
        match answer(&files, &format!("file {n}")) {
            Ok(table) => {
                read += 1;
                table
                    .scene
                    .stage()
                    .unwrap_or_else(|fault| panic!("file {n}, {name}: what was read runs: {fault}"));
            }
            Err(error) => {
                refused += 1;
                let stem = name.rsplit('/').next().expect("a name").trim_end_matches(".json");
                let message = error.to_string();
                assert!(
                    message.contains(stem) || message.contains("gamedata"),
                    "file {n}: the error names it: {message}"
                );
            }
        }
    }
    assert!(refused > 120 && read > 5, "{refused} were refused, {read} read");
}

/// Any folder with a `table.json` was a table without an item, and sound. Errors named the table twice: `bad: bad: it has`.
#[test]
fn a_table_without_items_is_none() {
    let whole = common::table();
    let bare: common::Files = whole.into_iter().filter(|(name, _)| !name.starts_with("gameitems/")).collect();
    let error = common::read("bare", &bare, Options::default()).expect_err("no item").to_string();
    assert!(error.starts_with("it has no item: ") && error.contains("gameitems"), "{error}");
    let empty = common::Files::from([("table.json".to_owned(), "{}".to_owned())]);
    assert_eq!(answer(&empty, "no item at all").expect_err("no item").to_string(), error);
    let error = common::read(
        "other",
        &common::Files::from([("notes.txt".to_owned(), String::new())]),
        Options::default(),
    )
    .expect_err("no file");
    assert!(error.to_string().starts_with("it has neither gamedata.json"), "{error}");
    let error = Table::read("no/such/table.vpz", Options::default()).expect_err("no file").to_string();
    assert!(!error.contains("table.vpz"), "who asked for it knows its name: {error}");
}

#[test]
fn archives_that_are_none() {
    let sound = pack(&common::table());
    let table = Table::from_vpz(&sound, "table", Options::default()).expect("a sound archive");
    let folder = common::read("same", &common::table(), Options::default()).expect("a sound folder");
    assert_eq!(table.scene.bodies, folder.scene.bodies, "archive and folder are the same table");
    for share in 0..50 {
        let cut = &sound[..sound.len() * share / 50];
        assert!(Table::from_vpz(cut, "table", Options::default()).is_err(), "cut at {share} of 50");
    }
    let mut chance = Pcg64::seed_from_u64(5);
    for _ in 0..100 {
        let mut bytes = sound.clone();
        let at = chance.random_range(0..bytes.len());
        bytes[at] ^= 1 << chance.random_range(0..8);
        // A flipped bit may be harmless or not; it is answered.
        let _ = Table::from_vpz(&bytes, "table", Options::default());
    }
}

/// Members that unpack to far more than they are.
#[test]
fn bombs_are_stopped_while_they_unpack() {
    let mut files = common::table();
    files.insert("gameitems/Wall.bomb.json".into(), " ".repeat(64 << 20));
    let error = answer(&files, "one large member").expect_err("too much");
    assert!(matches!(&error, Error::TooMuch { what, .. } if what.contains("bomb")), "{error}");
    let mut files = common::table();
    for n in 0..20 {
        files.insert(format!("gameitems/Wall.part{n}.json"), " ".repeat(7 << 20));
    }
    let error = answer(&files, "many members").expect_err("too much");
    assert!(matches!(error, Error::TooMuch { .. }) || matches!(error, Error::Syntax { .. }), "{error}");
}

/// A file that asks for very many arcs or points is refused or becomes few.
#[test]
fn costly_curves_are_bounded() {
    let mut chance = Pcg64::seed_from_u64(6);
    let list = |count: usize, range: f64, chance: &mut Pcg64| {
        let point = |chance: &mut Pcg64| {
            let (x, y) = (chance.random_range(-range..range), chance.random_range(-range..range));
            format!(r#"{{"x": {x}, "y": {y}, "smooth": true}}"#)
        };
        let points: Vec<String> = (0..count).map(|_| point(chance)).collect();
        format!(r#"{{"Wall": {{"name": "far", "height_top": 50, "drag_points": [{}]}}}}"#, points.join(","))
    };
    let mut files = common::table();
    files.insert("gameitems/Wall.far.json".into(), list(40, 1e6, &mut chance));
    if let Ok(table) = answer(&files, "far points") {
        assert!(table.curves.arcs < 40 * 1100, "{:?}", table.curves);
    }
    // Twenty files at one place, each of ten thousand points that coincide.
    for n in 0..21 {
        let same = r#"{"x": 5, "y": 5, "smooth": true}"#;
        let points = vec![same; 10_000].join(",");
        let text = format!(r#"{{"Wall": {{"name": "same", "drag_points": [{points}]}}}}"#);
        files.insert(format!("gameitems/Wall.same{n}.json"), text);
    }
    let error = answer(&files, "many points").expect_err("too much");
    assert!(matches!(&error, Error::TooMuch { what, .. } if what.contains("points")), "{error}");
}

/// A link to itself is not followed, nor one out of the folder.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = common::write("links", &common::table());
    std::os::unix::fs::symlink(&folder, folder.join("gameitems/loop.json")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", folder.join("gameitems/endless.json")).expect("a link");
    let mut table = None;
    let cost = measure(|| table = Some(Table::read(&folder, Options::default())));
    let _ = std::fs::remove_dir_all(&folder);
    assert!(cost.bytes_max < MOST_HELD && table.is_some_and(|table| table.is_ok()), "{cost:?}");
}
