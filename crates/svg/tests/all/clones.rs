//! Repetition by `use`: clones of Inkscape, symbols, and clones that would repeat without end.

use carom_scene::model::Shape;
use carom_svg::{Drawing, Error};

fn read(elements: &str) -> Result<Drawing, Error> {
    let text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100mm" height="100mm"
            viewBox="0 0 100 100">{elements}<circle id="first" class="ball" r="1"/></svg>"#
    );
    Drawing::from_svg(&text)
}

/// Clones were left out: of a row of bumpers only the first one was there.
#[test]
fn clones_are_where_they_are_drawn() {
    let drawing = read(
        r##"<circle id="pop" class="bumper" cx="10" cy="10" r="5"/>
        <use id="second" xlink:href="#pop" x="20" y="30"/>
        <use href="#pop" transform="translate(0 50) scale(2)" class="rubber"/>
        <defs><g id="pair" class="metal" transform="translate(1 1)"><rect id="bar" width="4" height="2"/></g></defs>
        <g fill="none" stroke="black" stroke-width="2"><use href="#pair" x="40" y="40"/></g>"##,
    )
    .expect("a drawing");
    assert!(drawing.warnings.is_empty(), "{:?}", drawing.warnings);
    let found: Vec<String> = drawing
        .scene
        .bodies
        .iter()
        .map(|body| {
            let place = match &body.shapes[0] {
                Shape::Circle(circle) => {
                    format!("({:.3}, {:.3}) r {:.3}", circle.center.0, circle.center.1, circle.radius)
                }
                Shape::Path(path) => {
                    format!("({:.3}, {:.3}) t {:.3}", path.start.0, path.start.1, path.thickness)
                }
                other => format!("{other:?}"),
            };
            let material = body.material.as_ref().map(|material| format!("{material:?}")).unwrap_or_default();
            format!("{} {place} {}", body.name, material.split('"').nth(1).unwrap_or_default())
        })
        .collect();
    assert_eq!(
        found,
        [
            "pop (0.010, 0.090) r 0.005 bumper",
            "second (0.030, 0.060) r 0.005 bumper",
            "pop 2 (0.020, 0.030) r 0.010 bumper",
            "bar (0.041, 0.059) t 0.001 metal",
        ]
    );
}

#[test]
fn symbols_are_as_large_as_their_use_says() {
    let drawing = read(
        r##"<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol>
        <use href="#s" x="10" y="20" width="40" height="20"/>"##,
    )
    .expect("a drawing");
    let Shape::Circle(circle) = &drawing.scene.bodies[0].shapes[0] else {
        panic!("{:?}", drawing.scene.bodies)
    };
    assert!((circle.center.0 - 0.03).abs() < 1e-6 && (circle.center.1 - 0.07).abs() < 1e-6, "{circle:?}");
    assert!(
        (circle.radius - 0.01).abs() < 1e-6 && drawing.scene.bodies.len() == 1,
        "a symbol is not drawn itself"
    );
}

#[test]
fn what_is_not_there_has_a_warning() {
    for (element, said) in [
        (r##"<use href="#nothing"/>"##, "no element has that id"),
        (r#"<use id="lone"/>"#, "use lone: has no href"),
        (r#"<use href="other.svg#pop"/>"#, "must be # and an id"),
        (r##"<g id="ring"><use href="#ring"/></g>"##, "holds this element itself"),
        (r##"<use href="#first" x="wide"/>"##, r#"has x = "wide""#),
        (r##"<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>"##, "holds this element itself"),
        (r##"<text id="t"/><use href="#t"/>"##, "text t: is no shape"),
    ] {
        let warnings = read(element).expect(element).warnings;
        assert!(warnings.iter().any(|warning| warning.contains(said)), "{element}: {warnings:?}");
    }
}

/// Twenty lines that would draw a million circles, and a few that read a long path for ever.
#[test]
fn repeats_are_bounded() {
    let mut doubles = r#"<circle id="n0" r="1"/>"#.to_owned();
    for n in 1..=40 {
        doubles += &format!(r##"<g id="n{n}"><use href="#n{0}"/><use href="#n{0}"/></g>"##, n - 1);
    }
    let mut chain = r#"<circle id="n0" r="1"/>"#.to_owned();
    for n in 1..=100 {
        chain += &format!(r##"<use id="n{n}" href="#n{}"/>"##, n - 1);
    }
    let long = format!(r#"<defs><path id="p" d="{}"/></defs>"#, "M0 0h0".repeat(100_000));
    let path = long + &r##"<use href="#p"/>"##.repeat(10_000);
    for (name, text) in [("doubles", &doubles), ("chain", &chain), ("path", &path)] {
        let error = read(text).expect_err(name);
        assert!(matches!(error, Error::TooMuch { .. }), "{name}: {error}");
    }
}
