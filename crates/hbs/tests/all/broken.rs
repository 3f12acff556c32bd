//! Broken and hostile files: each gets its answer, an error or a pitch that can be played, in bounded memory.

use allocation_counter::measure;
use carom::{Config, World};
use carom_hbs::{Error, MAX_BYTES, MAX_ITEMS, Pitch, Stadium};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

const GARDEN: &str = include_str!("../garden.hbs");

/// Most bytes that reading, building and playing a file may allocate in all.
const MOST_ALLOCATED: u64 = 128 << 20;

/// Reads, builds and plays a little.
fn play(text: &str) -> Result<(), Error> {
    let stadium = Stadium::parse(text)?;
    let mut world = World::new(Config::weightless())?;
    let mut pitch = Pitch::new(&mut world, stadium)?;
    for _ in 0..3 {
        pitch.step(&mut world);
    }
    assert_eq!(world.validate(), Ok(()), "the world is whole");
    Ok(())
}

/// The error of a file, if it has one.
fn run(text: &str) -> Option<Error> {
    let mut result = Ok(());
    let cost = measure(|| result = play(text));
    assert!(cost.bytes_total < MOST_ALLOCATED, "{cost:?} for {text:.200}");
    result.err()
}

/// Files that are wrong in one way, each with the words that its error must contain.
const WRONG: [(&str, &str); 34] = [
    ("", "EOF"),
    ("   // nothing\n", "EOF"),
    ("{", "EOF"),
    ("[1, 2", "EOF"),
    ("{ name: 'open }", "EOF"),
    ("{ /* open", "EOF"),
    ("{ name: 'a' 'b' }", "column 13"),
    ("{} {}", "trailing"),
    ("\u{0}", "expected value"),
    ("<html>", "expected value"),
    ("[]", "an object"),
    ("null", "an object"),
    ("\"{}\"", "an object"),
    ("{ name: 7 }", "name is 7, but must be a text"),
    ("{ width: 'wide' }", "width"),
    ("{ width: NaN }", "width is NaN"),
    ("{ vertexes: {} }", "vertexes is an object, but must be a list"),
    ("{ vertexes: [0] }", "vertexes[0]"),
    ("{ vertexes: [{ x: 1 }] }", "vertexes[0].y is missing"),
    ("{ vertexes: [{ x: 1, y: [] }] }", "vertexes[0].y"),
    ("{ vertexes: [{ x: 1, y: NaN }] }", "vertexes[0].y is NaN"),
    ("{ planes: [{ normal: [0], dist: 1 }] }", "planes[0].normal is a list of 1"),
    ("{ vertexes: [{ x: 0, y: 0, cMask: 'ball' }] }", "vertexes[0].cMask"),
    ("{ segments: [{ v0: 0, v1: 0 }] }", "segments[0].v0"),
    ("{ vertexes: [{ x: 0, y: 0 }], segments: [{ v0: 0, v1: 1 }] }", "segments[0].v1"),
    ("{ vertexes: [{ x: 0, y: 0 }], segments: [{ v0: 0, v1: 0.5 }] }", "segments[0].v1"),
    ("{ vertexes: [{ x: 0, y: 0 }], segments: [{ v0: -1, v1: 0 }] }", "segments[0].v0"),
    (
        "{ vertexes: [{ x: 0, y: 0 }], segments: [{ v0: 0, v1: 0, curve: null, bias: [] }] }",
        "segments[0].bias",
    ),
    ("{ traits: { a: { x: 'b' } }, vertexes: [{ y: 0, trait: 'a' }] }", "traits.a.x"),
    ("{ planes: [{ normal: [0, 1] }] }", "planes[0].dist is missing"),
    ("{ goals: [{ p0: [0, 0], p1: [1, 1], team: 'green' }] }", "goals[0].team"),
    ("{ discs: [{ invMass: true }] }", "discs[0].invMass"),
    ("{ ballPhysics: 'disc0' }", "ballPhysics"),
    ("{ joints: [{ d0: 0, d1: 1 }] }", "joints[0].d1"),
];

#[test]
fn every_fault_is_named() {
    for (text, part) in WRONG {
        let error = run(text).unwrap_or_else(|| panic!("{text} was taken")).to_string();
        assert!(error.contains(part), "{text}\n  gives: {error}\n  without: {part}");
    }
}

/// Files that are odd and yet can be built.
#[test]
fn odd_values_are_taken_with_a_warning() {
    for (text, place) in [
        ("{ nane: 'x' }", "nane"),
        ("{ width: Infinity }", "width"),
        ("{ width: 1e9 }", "width"),
        ("{ traits: [] }", "traits"),
        ("{ traits: { a: 4 } }", "traits.a"),
        ("{ traits: [], discs: [{ trait: 'a' }] }", "discs[0].trait"),
        ("{ bg: [], playerPhysics: [], ballPhysics: [] }", "bg"),
        ("{ bg: [], playerPhysics: [], ballPhysics: [] }", "playerPhysics"),
        ("{ ballPhysics: 'disc1', discs: [{}] }", "ballPhysics"),
        ("{ ballPhysics: ['disc0'], discs: [{}] }", "ballPhysics"),
        ("{ discs: [[]] }", "discs[0]"),
        ("{ kickOffReset: 'none' }", "kickOffReset"),
        ("{ vertexes: [{ x: -1e300, y: 0 }] }", "vertexes[0].x"),
        ("{ vertexes: [{ x: 0, y: 0, cMask: [1] }] }", "vertexes[0].cMask[0]"),
        ("{ vertexes: [{ x: 0, y: 0, trait: 5 }] }", "vertexes[0].trait"),
        ("{ planes: [{ normal: [0, 0], dist: 1 }] }", "planes[0].normal"),
        ("{ planes: [{ normal: [0, 1, 2], dist: 1 }] }", "planes[0].normal"),
        ("{ discs: [{ radius: 1e7 }] }", "discs[0].radius"),
        ("{ discs: [{ radius: 1e7, invMass: 0, pos: [0, 1e7] }] }", "discs[0].radius"),
        ("{ discs: [{ speed: [0, 1e8] }] }", "discs[0].speed[1]"),
        ("{ discs: [{}], joints: [{ d0: 0, d1: 1, length: [5, 1] }] }", "joints[0].length"),
        ("{ discs: [{}], joints: [{ d0: 0, d1: 1, length: [-1e-59, -1e-59] }] }", "joints[0].length"),
        (
            "{ discs: [{}], joints: [{ d0: 0, d1: 1, length: -1e-59, strength: Infinity }] }",
            "joints[0].length",
        ),
        ("{ discs: [{}], joints: [{ d0: 0, d1: 1, length: [0, Infinity] }] }", "joints[0].length[1]"),
        ("{ name: 'x', name: 'y' }", "name"),
        ("{ bg: { type: 'sand', color: 'green' } }", "bg.type"),
        ("{ vertexes: [{ x: 0, y: 0, bCoef: -1 }] }", "vertexes[0].bCoef"),
        ("{ vertexes: [{ x: 0, y: 0, bCoef: 1e300 }] }", "vertexes[0].bCoef"),
        ("{ vertexes: [{ x: 0, y: 0, cMask: ['bal'] }] }", "vertexes[0].cMask[0]"),
        (
            "{ vertexes: [{ x: 0, y: 0 }, { x: 9, y: 0 }], segments: [{ v0: 0, v1: 1, curve: 345 }] }",
            "segments[0].curve",
        ),
        (
            "{ vertexes: [{ x: 0, y: 0 }, { x: 9, y: 0 }], segments: [{ v0: 0, v1: 1, curveF: -1e300 }] }",
            "segments[0].curveF",
        ),
        (
            "{ vertexes: [{ x: 1e8, y: 0 }, { x: 1e8, y: 1e-9 }], segments: [{ v0: 0, v1: 1, curve: 90 }] }",
            "segments[0]",
        ),
        ("{ discs: [{ invMass: -1, speed: [1, 1], radius: 0 }] }", "discs[0].invMass"),
        (
            "{ discs: [{ invMass: 5e-324, radius: -3, damping: -1e300, gravity: [1e6, 1e6] }] }",
            "discs[0].invMass",
        ),
        ("{ discs: [{ radius: 1e-300, damping: 1e300, speed: [1e6, -1e6] }] }", "discs[0].radius"),
        ("{ playerPhysics: { pos: [1, 1] } }", "playerPhysics.pos"),
    ] {
        let stadium = Stadium::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut world = World::new(Config::weightless()).unwrap();
        let mut pitch = Pitch::new(&mut world, stadium).unwrap();
        for _ in 0..30 {
            pitch.step(&mut world);
        }
        assert_eq!(world.validate(), Ok(()), "{text}");
        let listed = format!("{}{}", pitch.stadium().warnings, pitch.warnings());
        assert!(listed.contains(&format!("{place}: ")), "{text}\n  tells: {listed}");
    }
}

/// Remains of map editors, fields that the game does not read either, and fields of a player's view are no losses:
/// six of the ten most frequent warnings of maps were such.
#[test]
fn what_means_nothing_is_passed_over() {
    for text in [
        "{ cameraWidth: 5, _data: {} }",
        "{ vertexes: [{ x: 0, y: 0, curve: 90, _selected: true }] }",
        "{ discs: [{ vis: false, x: 3, y: 4 }] }",
        "{ planes: [{ normal: [0, 1], dist: -9, color: 'ff0000' }] }",
    ] {
        let stadium = Stadium::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(stadium.warnings.is_empty(), "{text}: {}", stadium.warnings);
    }
}

/// Changes a text in one of the ways in which files break.
fn broken(text: &str, chance: &mut impl Rng) -> String {
    let whole = |place: usize| (0..=place).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let mut pick = |most: usize| chance.random_range(0..most);
    let (cut, kind) = (whole(pick(text.len())), pick(8));
    let (head, tail) = text.split_at(cut);
    match kind {
        0 => head.to_owned(),
        1 => tail.to_owned(),
        2 => format!("{head}{}", tail.chars().skip(1 + pick(6)).collect::<String>()),
        3 => {
            let junk = [
                "NaN", "-", "1e999", "{", "}", "[", "]", ",", "\"", "null", "\u{0}", "'a'", "0x", "//", "/*",
            ];
            format!("{head}{}{tail}", junk[pick(junk.len())])
        }
        4 => {
            // Another number in place of one.
            let start =
                head.rfind(|c: char| !(c.is_ascii_digit() || "+-.e".contains(c))).map_or(0, |i| i + 1);
            let rest = tail.trim_start_matches(|c: char| c.is_ascii_digit() || "+-.e".contains(c));
            let numbers =
                ["NaN", "Infinity", "-1", "1e300", "5e-324", "0", "99999", "1e8", "'7'", "[]", "0.5"];
            format!("{}{}{rest}", &head[..start], numbers[pick(numbers.len())])
        }
        5 => {
            // A part twice.
            let end = whole((cut + 1 + pick(300)).min(text.len()));
            format!("{head}{}{tail}", &text[cut..end])
        }
        6 => {
            let names =
                ["curve", "bCoef", "cMask", "invMass", "v0", "trait", "pos", "radius", "normal", "discs"];
            let (old, new) = (names[pick(names.len())], names[pick(names.len())]);
            text.replacen(old, new, 1 + pick(20))
        }
        _ => {
            let mut bytes = text.as_bytes().to_vec();
            let place = pick(bytes.len());
            bytes[place] ^= 1 << pick(7);
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }
}

#[test]
fn broken_files_get_an_answer() {
    let mut chance = Pcg64::seed_from_u64(2);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..1500 {
        let mut text = GARDEN.to_owned();
        for _ in 0..chance.random_range(1..4) {
            if !text.is_empty() {
                text = broken(&text, &mut chance);
            }
        }
        match run(&text) {
            Some(error) => {
                assert!(!error.to_string().is_empty(), "{error:?}");
                refused += 1;
            }
            None => taken += 1,
        }
    }
    assert!(refused > 500 && taken > 50, "{refused} refused, {taken} taken");
}

#[test]
fn hostile_files_cost_little() {
    let list = |name: &str, item: &str, count: usize| format!("{name}: [{}]", vec![item; count].join(","));
    let vertexes = "{x:0,y:0},{x:9,y:0},{x:9,y:9}";
    let many = [
        "0".repeat(100_000_000),
        "\u{0}".repeat(100_000_000),
        "[".repeat(MAX_BYTES),
        "{a:".repeat(MAX_BYTES / 3),
        format!("[{}]", "0,".repeat(MAX_BYTES / 2 - 1)),
        "/*".repeat(MAX_BYTES / 2),
        format!("{{name:'{}'}}", "\\u0041".repeat(MAX_BYTES / 6 - 10)),
        format!("{{x{}:1}}", "y".repeat(MAX_BYTES - 10)),
        format!("{{{}}}", "a:1,".repeat(200_000)),
        format!("{{width:{}}}", "9".repeat(MAX_BYTES - 20)),
        format!("{{width:0.{}1}}", "0".repeat(MAX_BYTES - 20)),
        format!("{{vertexes:[{vertexes}],{}}}", list("segments", "{v0:0,v1:1}", MAX_ITEMS)),
        format!("{{vertexes:[{vertexes}],{}}}", list("segments", "{v0:0,v1:2,curve:90}", MAX_ITEMS + 1)),
        format!("{{{}}}", list("vertexes", "{x:1,y:1}", MAX_ITEMS)),
        format!("{{{}}}", list("discs", "{invMass:0}", MAX_ITEMS)),
        format!("{{{}}}", list("discs", "{}", MAX_ITEMS)),
    ];
    for text in &many {
        assert!(run(text).is_some() || text.len() < MAX_BYTES, "{:.80} was taken", text);
    }
    // A trait with very many fields under very many items.
    let fields: String = (0..100_000).map(|i| format!("a{i}:1,")).collect();
    let segments = list("segments", "{v0:0,v1:1,trait:'t',curve:90,cMask:['c0'],cGroup:[]}", MAX_ITEMS);
    let text = format!("{{traits:{{t:{{{fields}}}}},vertexes:[{vertexes}],{segments}}}");
    assert_eq!(run(&text), None, "nothing in it meets anything");
    // Much that can be built, as crowded as may be.
    let star: String =
        (0..200).map(|i| format!("{{x:{},y:{}}},", i % 20 * 40 - 400, i / 20 * 40 - 200)).collect();
    let rays: String = (0..400).map(|i| format!("{{v0:{},v1:{}}},", i % 200, (i * 7 + 3) % 200)).collect();
    let _ = run(&format!("{{vertexes:[{star}],segments:[{rays}]}}"));
}

#[test]
fn a_file_that_is_no_text_or_too_long_is_not_read_whole() {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("carom-hbs-{}.hbs", std::process::id()));
    std::fs::write(&path, b"{ name: '\xff\xfe' }").unwrap();
    assert!(matches!(Stadium::read(&path), Err(Error::Unreadable { .. })), "no text");
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(100_000_000).unwrap();
    assert_eq!(Stadium::read(&path), Err(Error::TooLong { bytes: 100_000_000 }));
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(Stadium::read(&path), Err(Error::Unreadable { .. })), "not there");
}

/// Files of editors that the game loads become the game's own stadium: a pitch is the same with `[]` in place of
/// missing parts, a joint without length holds its discs together, and a huge disc is the wall that it looks like.
#[test]
fn what_editors_write_is_taken_as_the_game_takes_it() {
    let parse = |text: &str| Stadium::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let plain = parse("{ discs: [{ pos: [5, 5] }] }");
    let odd = parse(
        "{ traits: [], bg: [], playerPhysics: [], ballPhysics: [], joints: [], discs: [{ pos: [5, 5] }] }",
    );
    assert_eq!(Stadium { warnings: plain.warnings.clone(), ..odd.clone() }, plain);
    assert_eq!(odd.warnings.count(), 4, "{}", odd.warnings);
    assert_eq!(plain.spawn_distance, 200.0, "as in the game, not all players in the middle");

    assert!(
        parse("{ ballPhysics: ['disc0'], discs: [{}] }").ball_is_first_disc,
        "a list of one text is that text"
    );

    let play = |text: &str, frames: usize| {
        let mut world = World::new(Config::weightless()).unwrap();
        let mut pitch = Pitch::new(&mut world, parse(text)).unwrap();
        (0..frames).for_each(|_| pitch.step(&mut world));
        let at = |n: usize| pitch.disc(n).and_then(|disc| world.position(disc)).unwrap();
        (at(0), at(1), world.links().count())
    };
    let tied = "{ ballPhysics: { speed: [2, 1], damping: 1 }, discs: [{ pos: [3, 0], damping: 1 }],
        joints: [{ d0: 0, d1: 1, length: [-1e-59, -1e-59] }] }";
    let (ball, disc, links) = play(tied, 120);
    assert!(links == 1 && ball.distance(disc) < 0.5 && ball.length() > 50.0, "{ball} {disc}, {links} links");
    // The edge of a disc of radius 1e7 lies 40 pixels below the middle.
    let floor = "{ ballPhysics: { radius: 10, gravity: [0, 0.1], bCoef: 0 },
        discs: [{ pos: [0, 10000040], radius: 1e7, invMass: 0 }] }";
    let (ball, _, _) = play(floor, 300);
    assert!((ball.y + 30.0).abs() < 0.5 && ball.x.abs() < 0.5, "{ball} lies on the disc");
}

/// A disc of less than no radius, which maps have for decoration, meets nothing: as a scene it was a wall of its size. One
/// fault has one warning, also where the radius is beyond all limits.
#[cfg(feature = "scene")]
#[test]
fn a_negative_radius_meets_nothing_and_has_one_warning() {
    use carom::Filter;
    use carom::glam::vec2;

    for (radius, mass) in [(-30.0, 0.0), (-1e9, 0.0), (-30.0, 1.0)] {
        let text = format!(
            "{{ width: 400, height: 200, discs: [{{ pos: [0, 0], radius: {radius}, invMass: {mass} }}] }}"
        );
        let stadium = Stadium::parse(&text).expect("a stadium");
        let (scene, notes) = stadium.to_scene();
        let mut world = World::new(Config::weightless()).expect("a world");
        let pitch = Pitch::new(&mut world, stadium).expect("a pitch");
        let warnings = &pitch.stadium().warnings;
        for told in [format!("{warnings}{notes}"), format!("{warnings}{}", pitch.warnings())] {
            assert_eq!(told.matches("radius").count(), 1, "{radius}: {told}");
            assert!(told.contains("meets nothing"), "{radius}: {told}");
        }
        let stage = scene.stage().expect("a stage");
        for world in [&stage.world, &world] {
            let hit = world.cast_ray(vec2(-50.0, 1.0), vec2(100.0, 0.0), Filter::default());
            let met = hit.expect("in range").and_then(|hit| world.ball(hit.body));
            let disc = world.overlap_ball(vec2(20.0, 20.0), 0.1, Filter::default()).expect("in range");
            assert!(
                disc.is_empty() && met.is_none_or(|ball| ball.radius < 30.0),
                "{radius}: {disc:?} {met:?}"
            );
        }
    }
}
