//! A drawing in the style of an editor, that plays; and drawings that are none.

use allocation_counter::measure;
use carom_scene::model::{Leg, Shape};
use carom_svg::{Drawing, Error};

/// Groups, transforms, Beziers, styles, units: as Inkscape saves them.
const TABLE: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="500mm" height="1000mm" viewBox="0 0 500 1000" version="1.1" xmlns="http://www.w3.org/2000/svg"
     xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
  <defs id="defs1"><linearGradient id="paint"/></defs>
  <title>A table</title>
  <g inkscape:groupmode="layer" id="layer1" style="fill:none;stroke:#000000;stroke-width:4">
    <path id="frame" class="wood" d="M 20,980 V 250 C 20,112 132,20 250,20 C 388,20 480,112 480,250 V 980 Z"/>
    <g id="mirrored" transform="translate(500,0) scale(-1,1)">
      <path id="guide" class="metal" style="stroke-width:6" d="m 44,700 v 120 c 0,20 10,30 40,50 l 76,40"/>
    </g>
    <circle id="pop" class="bumper" style="fill:#ff0000;stroke:none" cx="250" cy="300" r="30"/>
    <circle id="pop2" class="bumper" style="fill:#ff0000" cx="0" cy="0" r="30" transform="matrix(0,1,-1,0,170,420)"/>
    <ellipse id="island" class="rubber" style="fill:#00ff00" cx="330" cy="450" rx="40" ry="20" transform="rotate(30 330 450)"/>
    <rect id="plate" class="target" x="22" y="500" width="6" height="40" style="fill:#0000ff"/>
    <line id="bat" class="flipper-left" x1="160" y1="900" x2="225" y2="935" style="stroke-width:14"/>
    <line id="bat2" class="flipper-right" x1="340" y1="900" x2="275" y2="935" style="stroke-width:14"/>
    <polyline id="slope" class="plastic" points="20,820 100,870 160,900"/>
    <rect id="lost" class="drain" x="0" y="960" width="500" height="40"/>
    <circle id="first" class="ball" cx="251" cy="120" r="13.5"/>
    <text id="note" x="10" y="10">not a shape</text>
    <path id="hidden" style="display:none" d="M 0,0 H 10"/>
  </g>
</svg>"#;

/// A slip in a class took kick and points away, and nothing said so.
#[test]
fn slips_in_classes_and_numbers_are_warnings() {
    let text = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 1000">
        <circle id="one" class="bumpr shiny" cx="9" cy="9" r="4"/><circle id="two" cx="a" cy="9" r="4"/></svg>"#;
    let warnings = Drawing::from_svg(text).expect("a drawing").warnings;
    assert_eq!(warnings.len(), 3, "a drawing without a ball is one as well: {warnings:?}");
    assert!(warnings[0].contains("did you mean `bumper`?"), "{warnings:?}");
    assert!(warnings[1].contains(r#"cx = "a""#), "{warnings:?}");
}

#[test]
fn an_editors_drawing_becomes_a_table_that_plays() {
    let drawing = Drawing::from_svg(TABLE).expect("a drawing");
    assert_eq!(drawing.warnings.len(), 2, "{:?}", drawing.warnings);
    assert!(
        drawing.warnings[0].contains("note") && drawing.warnings[1].contains("hidden"),
        "{:?}",
        drawing.warnings
    );
    let scene = drawing.scene;
    let body =
        |name: &str| scene.bodies.iter().find(|body| body.name == name).unwrap_or_else(|| panic!("{name}"));
    // Units: the ball of 13.5 mm lies 880 mm above the lower edge.
    let ball = &scene.balls[0];
    assert!(
        (ball.position.1 - 0.88).abs() < 1e-5 && ball.radius.is_some_and(|r| (r - 0.0135).abs() < 1e-6),
        "{ball:?}"
    );
    // Transforms: a turned circle stays one, a mirrored path lies on the right.
    let Shape::Circle(pop) = &body("pop2").shapes[0] else { panic!("a circle") };
    assert!((pop.center.0 - 0.17).abs() < 1e-5 && (pop.radius - 0.03).abs() < 1e-6, "{pop:?}");
    let Shape::Path(guide) = &body("guide").shapes[0] else { panic!("a path") };
    assert!((guide.start.0 - 0.456).abs() < 1e-5 && (guide.thickness - 0.003).abs() < 1e-6, "{guide:?}");
    let mut slips = scene.lint().expect("a sound scene");
    // The lanes at the sides are open on purpose.
    slips.retain(|slip| !slip.message.contains("gap"));
    assert!(slips.is_empty(), "{slips:?}");
    // A ball may come to rest for good where the right guide meets its flipper. Of some that set out a millimetre apart
    // about half are lost within a minute.
    let mut hit = std::collections::BTreeSet::new();
    let mut lost = 0;
    for play in 0..8_u8 {
        let mut scene = scene.clone();
        scene.balls[0].position.0 += 1e-3 * f32::from(play);
        let mut stage = scene.stage().expect("a scene that runs");
        for _ in 0..240 * 60 {
            stage.step();
            for impact in stage.world.events().impacts() {
                hit.extend(stage.name_of(impact.body_a).map(str::to_owned));
            }
        }
        assert_eq!(stage.escaped(), 0);
        lost += usize::from(stage.goals().any(|(name, count)| name == "lost" && count > 0));
    }
    for name in ["pop", "frame", "bat", "bat2"] {
        assert!(hit.contains(name), "{name} was never hit: {hit:?}");
    }
    assert!(lost > 0, "none of eight balls was lost in a minute");
}

#[test]
fn broken_drawings_get_an_error() {
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(100_000), "</g>".repeat(100_000));
    let bomb = r#"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><svg>&b;</svg>"#;
    for text in [
        "",
        "<svg",
        "<html/>",
        r#"<svg viewBox="0 0 0 1"/>"#,
        r#"<svg width="-3"/>"#,
        r#"<svg viewBox="1 2"/>"#,
        &deep,
        bomb,
    ] {
        let error = Drawing::from_svg(text).expect_err("no drawing");
        assert!(error.to_string().len() > 10, "{error}");
    }
    assert!(matches!(Drawing::from_svg(&deep), Err(Error::TooMuch { .. })));
    // Mistakes within an element are reported, and the rest is read.
    let partly = r#"<svg><path d="M 0 0 L 10 Z z z"/><rect width="nonsense"/><line x2="5" transform="turn"/><circle r="1e300"/>
        <circle class="ball" r="5"/></svg>"#;
    let drawing = Drawing::from_svg(partly).expect("a drawing");
    assert!(drawing.warnings.len() >= 3 && drawing.scene.balls.len() == 1, "{:?}", drawing.warnings);
}

#[test]
fn bytes_that_are_no_text_are_told_as_such() {
    let path = std::env::temp_dir().join(format!("carom-svg-{}.svg", std::process::id()));
    std::fs::write(&path, b"<svg><!-- \xfc --></svg>").expect("a folder for the test");
    let error = Drawing::read(&path).expect_err("no UTF-8");
    assert_eq!(error.to_string(), "it is not UTF-8 text");
    std::fs::remove_file(path).expect("it is there");
}

/// Files of Illustrator and of old versions of Inkscape were refused for the document type that they name.
#[test]
fn a_document_type_is_allowed() {
    let plain = r#"<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">"#;
    let entities = r#"<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY edge "rubber">]>"#;
    for kind in [plain, entities] {
        let class = if kind == plain { "rubber" } else { "&edge;" };
        let text = format!(
            r#"<?xml version="1.0"?>{kind}<svg xmlns="http://www.w3.org/2000/svg"><circle class="{class}" r="5"/></svg>"#
        );
        let scene = Drawing::from_svg(&text).unwrap_or_else(|error| panic!("{kind}: {error}")).scene;
        assert!(scene.materials.contains_key("rubber"), "{kind}: {:?}", scene.materials);
    }
    for (broken, said) in [
        ("<svg", "no XML that can be read"),
        ("<svg>&unknown;</svg>", "unknown entity reference 'unknown' at 1:6"),
        ("<svg><g></svg>", "at 1:9"),
    ] {
        let error = Drawing::from_svg(broken).expect_err(broken).to_string();
        assert!(error.contains(said), "{broken}: {error}");
    }
    // A megabyte that would become a terabyte: refused before it is unfolded.
    let bomb = format!(
        r#"<!DOCTYPE svg [<!ENTITY a "{}">]><svg><text>{}</text></svg>"#,
        "x".repeat(1 << 20),
        "&a;".repeat(1 << 20)
    );
    let mut error = String::new();
    let cost = measure(|| error = Drawing::from_svg(&bomb).expect_err("too much").to_string());
    assert!(error.contains("entities"), "{error}");
    assert!(cost.bytes_total < 1 << 20, "{cost:?}");
}

/// A rectangle with round corners is arcs and lines; its corners are where circles of the radius put them.
#[test]
fn round_corners_stay_round() {
    let text = r#"<svg width="100mm" height="100mm" viewBox="0 0 100 100">
        <rect id="soft" x="10" y="20" width="40" height="30" rx="5"/><rect id="pill" x="10" y="60" width="40" height="20" rx="50"/>
    </svg>"#;
    let scene = Drawing::from_svg(text).expect("a drawing").scene;
    let Shape::Path(soft) = &scene.bodies[0].shapes[0] else { panic!("a path") };
    let ends: Vec<(f32, f32)> = soft
        .legs
        .iter()
        .map(|leg| match leg {
            Leg::Line(to) | Leg::Tangent(to) | Leg::Arc { to, .. } => (to.0, to.1),
        })
        .collect();
    for (x, y) in [(0.05, 0.055), (0.045, 0.05), (0.015, 0.05), (0.01, 0.055), (0.01, 0.075), (0.045, 0.08)] {
        let near = ends.iter().any(|end| (end.0 - x).abs() < 1e-5 && (end.1 - y).abs() < 1e-5);
        assert!(near, "no corner at {x}, {y}: {ends:?}");
    }
    for leg in &soft.legs {
        if let Leg::Arc { through, .. } = leg {
            let (dx, dy) = ((through.0 - 0.03).abs() - 0.015, (through.1 - 0.065).abs() - 0.01);
            assert!((dx.hypot(dy) - 0.005).abs() < 1e-4, "{through:?} is not on a circle of 5 mm");
        }
    }
    // A radius larger than half a side is cut to that.
    let Shape::Path(pill) = &scene.bodies[1].shapes[0] else { panic!("a path") };
    assert!(pill.legs.iter().any(|leg| matches!(leg, Leg::Arc { .. })), "{pill:?}");
    scene.stage().expect("a scene that runs");
}

/// One detail smaller than a scene can tell kept the whole drawing from running: `bend of arc is 0`.
#[test]
fn details_too_small_for_arcs_are_lines() {
    for detail in [
        r#"<ellipse rx="5" ry="1e-4"/>"#,
        r#"<path d="M0 0c1e-4 0 1e-4 1e-4 0 1e-4z"/>"#,
        r#"<path d="M500 500c1e-4 0 1e-4 1e-4 0 1e-4z"/>"#,
        r#"<path d="M0 0c1e8 0 2e8 1 3e8 1"/>"#,
    ] {
        let text = format!(r#"<svg>{detail}<circle class="ball" cx="500" cy="500" r="5"/></svg>"#);
        let drawing = Drawing::from_svg(&text).expect(detail);
        drawing.scene.stage().unwrap_or_else(|fault| panic!("{detail}: {fault}"));
    }
}

/// Every cut and many spoiled letters: an answer, and an accepted drawing is a sound scene.
#[test]
fn spoiled_drawings_never_panic() {
    for n in 0..200 {
        let at = TABLE.len() * n / 200;
        let _ = Drawing::from_svg(&TABLE[..at]);
        let mut bytes = TABLE.as_bytes().to_vec();
        bytes[at] = b"0<>\"z-9,e."[n % 10];
        let text = String::from_utf8(bytes).expect("plain letters");
        if let Ok(drawing) = Drawing::from_svg(&text) {
            let _ = drawing.scene.lint();
        }
    }
}
