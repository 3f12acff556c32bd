//! Colours: a picture shows a drawing as its author drew it.

use carom_scene::Scene;
use carom_svg::Drawing;

/// Elements on a page of 100 by 100 mm, one user unit a millimetre.
fn scene(elements: &str) -> Scene {
    let text = format!(r#"<svg width="100mm" height="100mm" viewBox="0 0 100 100">{elements}</svg>"#);
    Drawing::from_svg(&text).expect("a drawing").scene
}

/// Colour, whether it is an area, and width in millimetres of all paint.
fn painted(elements: &str) -> Vec<(String, bool, f32)> {
    let scene = scene(elements);
    let of = |paint: &carom_scene::model::Paint| {
        (paint.color.clone(), paint.fill, (1e4 * paint.width).round() / 10.0)
    };
    let painted = scene.paint.iter().map(of).collect();
    assert!(scene.stage().is_ok(), "{elements}");
    painted
}

fn area(color: &str) -> (String, bool, f32) {
    (color.to_owned(), true, 0.0)
}

fn line(color: &str, width: f32) -> (String, bool, f32) {
    (color.to_owned(), false, width)
}

/// A green table with a brown frame, in the words of three programs, was grey in its picture.
#[test]
fn fill_and_stroke_become_paint() {
    let size = r#"x="10" y="10" width="50" height="20""#;
    let table = [area("#00aa00"), line("#8b4513", 3.0)];
    for colors in [
        r##"fill="#00aa00" stroke="#8b4513" stroke-width="3""##,
        r#"style="fill:rgb(0, 170, 0);stroke:saddlebrown;stroke-width:3""#,
        r#"style="fill:hsl(120, 100%, 33.4%); color: saddlebrown; stroke: currentColor; stroke-width: 3""#,
    ] {
        assert_eq!(painted(&format!("<rect {size} {colors}/>")), table, "{colors}");
        let group = format!("<g {colors}><rect {size}/></g>");
        assert_eq!(painted(&group), table, "{group}");
    }
    for element in ["<circle r='20' cx='50' cy='50' ", "<path d='M0 0H9V9Z' ", "<ellipse rx='2' ry='9' "] {
        assert_eq!(painted(&format!("{element} fill='red' stroke='none'/>")), [area("#ff0000")], "{element}");
        let ring = format!("{element} fill='none' stroke='blue' stroke-width='2'/>");
        assert_eq!(painted(&ring), [line("#0000ff", 2.0)], "{element}");
    }
}

/// A drawing that says nothing of colours has those of the theme, and not a page of black. Nor is a gradient one colour.
#[test]
fn what_the_file_does_not_say_is_not_painted() {
    let size = r#"width="50" height="20""#;
    for colors in [
        "",
        r##"fill="url(#wood)""##,
        r#"fill="none" stroke="transparent""#,
        r#"fill="no colour at all""#,
        r#"fill="red" fill-opacity="0""#,
        r#"fill="currentColor""#,
    ] {
        assert_eq!(painted(&format!("<rect {size} {colors}/>")), [], "{colors}");
    }
    assert_eq!(painted(&format!("<rect {size} fill='url(#wood) #102030'/>")), [area("#102030")]);
    assert_eq!(painted("<line x2='9' y2='9' fill='red' stroke='blue'/>"), [line("#0000ff", 1.0)]);
}

/// A shadow at half strength is grey on white paper, in a group of half strength once more.
#[test]
fn what_shows_through_is_mixed_with_paper() {
    let size = r#"width="50" height="20""#;
    for (share, shade) in [("fill-opacity='.5'", "#808080"), ("opacity='50%'", "#808080")] {
        assert_eq!(painted(&format!("<rect {size} fill='black' {share}/>")), [area(shade)], "{share}");
        let group = format!("<g opacity='0.5'><rect {size} fill='black' {share}/></g>");
        assert_eq!(painted(&group), [area("#bfbfbf")], "{share}");
    }
    assert_eq!(painted(&format!("<rect {size} fill='rgba(0, 0, 0, 0.2)'/>")), [area("#cccccc")]);
}

/// A frame with a hole was painted over its hole, and so over the whole table.
#[test]
fn a_frame_leaves_its_hole_free() {
    let frame = scene("<path fill='red' d='M0 0H100V100H0Z M10 10V90H90V10Z'/>");
    assert_eq!(frame.paint.len(), 1, "one area");
    // How often the outline goes round a place, by the crossings of a ray to the right.
    let winding = |x: f32, y: f32| -> i32 {
        let points = &frame.paint[0].points;
        let sides = points.iter().zip(points.iter().cycle().skip(1)).take(points.len());
        let turns = sides.map(|(a, b)| {
            let right = (a.1 - y) * (b.0 - a.0) < (a.0 - x) * (b.1 - a.1);
            match (a.1 <= y, b.1 <= y) {
                (true, false) if !right => 1,
                (false, true) if right => -1,
                _ => 0,
            }
        });
        turns.sum()
    };
    assert_eq!(winding(0.05, 0.05), 0, "the hole");
    assert_ne!(winding(0.005, 0.05), 0, "the frame");
}

/// Balls and what moves are drawn where they are, and not where they started.
#[test]
fn what_moves_is_not_painted() {
    for class in ["ball", "flipper-left", "plunger", "sensor", "drain"] {
        let element = if class == "ball" { "<circle r='5'" } else { "<line x2='9' y2='9'" };
        let element = format!("{element} class='{class}' fill='red' stroke='blue'/>");
        assert_eq!(painted(&element), [], "{class}");
    }
}

/// A drawing of a million coloured points is a scene of at most 100 000.
#[test]
fn paint_is_bounded() {
    let element = "<use href='#dots'/>".repeat(400);
    let dots = format!("<path id='dots' stroke='red' fill='lime' d='M0 0 {}'/>", "L9 9 8 8 ".repeat(500));
    let scene = scene(&format!("<defs>{dots}</defs>{element}"));
    let points: usize = scene.paint.iter().map(|paint| paint.points.len()).sum();
    assert!((50_000..=100_000).contains(&points), "{points}");
    assert_eq!(scene.bodies.len(), 400);
}
