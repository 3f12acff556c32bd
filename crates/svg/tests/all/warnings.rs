//! Each part of a drawing that is not carried over has a warning with line and element.

use allocation_counter::measure;
use carom_svg::Drawing;

fn drawing(elements: &str) -> Drawing {
    let text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{elements}<circle class="ball" r="1"/></svg>"#
    );
    Drawing::from_svg(&text).unwrap_or_else(|error| panic!("{elements}: {error}"))
}

fn warnings(elements: &str) -> String {
    drawing(elements).warnings.join("\n")
}

/// Bad points were cut without a word, and `1e12` was called no number.
#[test]
fn numbers_that_cannot_be_read_have_warnings_that_say_what_is_allowed() {
    for (element, said) in [
        (
            r#"<polyline id="p" points="0,0 10,0 x,5 9,9"/>"#,
            "line 1: polyline p: has a mistake in its points after 4 numbers",
        ),
        (r#"<polygon points="0 0 10 0 10 10 5"/>"#, "has 7 numbers in its points, which must be pairs"),
        (
            r#"<rect width="1e12" height="5"/>"#,
            r#"has width = "1e12", which must be between -1e9 and 1e9 user units: left out"#,
        ),
        (r#"<rect width="5" height="5" rx="-1"/>"#, r#"has rx = "-1", which must be at least 0"#),
        (r#"<circle r="2vw"/>"#, r#"has r = "2vw", which must be a number, alone or with %, px"#),
        (r#"<circle r="nan"/>"#, r#"has r = "nan", which must be a number"#),
        (r#"<circle r="0"/>"#, "draws nothing"),
        (r#"<polyline points="0 0 1e300 0"/>"#, "reaches farther than 1e6 m"),
        (
            r#"<path d="M 0 0 L 1e300 0"/>"#,
            "has a number in its path that is not between -1e9 and 1e9 user units: left out",
        ),
    ] {
        let found = warnings(element);
        assert!(found.contains(said) && found.lines().count() == 1, "{element}: {found}");
    }
    assert_eq!(drawing(r#"<polyline points="0,0 10,0 x,5"/>"#).scene.bodies.len(), 1, "up to the mistake");
    for sound in
        [r#"<polyline points=" 0,0 10,0-5-5e-1"/>"#, r#"<rect width="50%" height="10" rx="auto" ry="2"/>"#]
    {
        assert_eq!(warnings(sound), "", "{sound}");
    }
}

/// A class of a group was ignored: three bumpers in one were three posts without a kick.
#[test]
fn classes_of_a_group_count_for_what_is_in_it() {
    let drawing = drawing(
        r#"<g class="mine bumper"><circle id="a" r="3"/><a><circle id="b" class="shiny" r="3"/></a>
            <circle id="c" class="rubber" r="3"/><circle id="d" class="sensor" r="3"/></g>
        <g class="sensor"><rect id="e" width="9" height="9"/><rect id="f" class="wood" width="9" height="9"/></g>
        <svg class="metal"><rect id="g" width="9" height="9"/></svg>"#,
    );
    let bodies = drawing.scene.bodies.iter().map(|body| format!("{}: {:?}", body.name, body.material));
    let bodies: Vec<String> = bodies.collect();
    for (body, class) in bodies.iter().zip(["bumper", "bumper", "rubber", "wood", "metal"]) {
        assert!(body.contains(class), "{class}: {bodies:?}");
    }
    let goals: Vec<&str> = drawing.scene.goals.iter().map(|goal| goal.name.as_str()).collect();
    assert_eq!((bodies.len(), goals), (5, vec!["d", "e"]));
    assert!(drawing.warnings.is_empty(), "{:?}", drawing.warnings);
    let slip = warnings(r#"<g id="set" class="bumpr"><circle r="3"/></g>"#);
    assert!(
        slip.contains("g set: has the class \"bumpr\"") && slip.contains("did you mean `bumper`?"),
        "{slip}"
    );
}

/// Rules in `<style>` and transforms in `style` were passed over without a word: shapes lay elsewhere, walls were as thin as
/// their edges.
#[test]
fn style_that_is_not_read_has_a_warning() {
    for (element, said) in [
        (
            "<defs><style>.wall { stroke-width: 9 }</style></defs>",
            "line 1: style: has rules, which are not read",
        ),
        ("<style><![CDATA[ circle { r: 9px } ]]></style>", "style: has rules"),
        (
            r#"<rect id="a" width="9" height="9" style="fill:none; transform: rotate(45deg)"/>"#,
            "rect a: has transform in its style, which is not read",
        ),
        (
            r#"<g transform="rotate(9)" transform-origin="5 5"><rect width="9" height="9"/></g>"#,
            "g: has transform-origin, which is not read",
        ),
        (r#"<rect width="9" height="9" clip-path="url(#c)"/>"#, "has clip-path, which is not read"),
        (r#"<g style="mask:url(#m)"/>"#, "has mask in its style"),
        (r#"<circle r="5" style="cx:9px"/>"#, "has cx in its style"),
    ] {
        let found = warnings(element);
        assert!(found.contains(said) && found.lines().count() == 1, "{element}: {found}");
    }
    // Without a transform its origin is of no meaning.
    let origin = r#"<circle r="2em" transform-origin="5 5"/>"#;
    for sound in ["<style/>", origin, r#"<circle r="5" style="fill:none;transform:none" clip-path="none"/>"#]
    {
        assert_eq!(warnings(sound), "", "{sound}");
    }
    let root = Drawing::from_svg(r#"<svg style="transform:scale(2)"><circle class="ball" r="5"/></svg>"#);
    assert!(root.expect("a drawing").warnings[0].contains("svg: has a transform"), "of the root");
}

/// An arc from a coordinate of 1e30 became a hundred thousand curves before it was left out: a drawing of 200 bytes took two
/// seconds.
#[test]
fn a_far_arc_is_left_out_at_once() {
    let arcs = "<path d=\"M-1e30 1A38 229 -23 1 0 -61 16\"/>\n".repeat(10);
    let mut found = String::new();
    let cost = measure(|| found = warnings(&arcs));
    assert!(cost.bytes_total < 1 << 20, "{cost:?}");
    assert_eq!(found.matches("between -1e9 and 1e9 user units: left out").count(), 10, "{found}");
}

/// The line of each warning was counted from the start of the file: a hundred thousand took minutes. Here are nearly as many
/// as a drawing may hold.
#[test]
fn many_warnings_come_soon_and_in_the_order_of_the_file() {
    let text = format!("<svg>\n{}</svg>", "<text/>\n".repeat(240_000));
    let warnings = Drawing::from_svg(&text).expect("a drawing").warnings;
    assert_eq!(warnings.len(), 240_001);
    assert!(warnings[4321].starts_with("line 4323: text"), "{}", warnings[4321]);
}

/// `kinds.ball: nothing uses it` came on top of the warning that there is no ball: the drawing's author named no kind.
#[test]
fn a_drawing_without_a_ball_has_no_kind_of_balls() {
    let drawing = Drawing::from_svg("<svg><rect width='9' height='9'/></svg>").expect("a drawing");
    assert!(drawing.scene.kinds.is_empty() && drawing.warnings.len() == 1, "{:?}", drawing.warnings);
}
