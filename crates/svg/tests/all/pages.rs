//! Where drawings lie on their pages, and drawings inside drawings.

use carom_scene::model::Shape;
use carom_svg::Drawing;

/// Where a dot at the coordinates 50, 50 comes to lie, millimetres from the lower left corner of the page.
fn place(before: &str, after: &str) -> [f32; 2] {
    let text = format!(r#"{before}<circle class="ball" cx="50" cy="50" r="5"/>{after}"#);
    let drawing = Drawing::from_svg(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(drawing.warnings.iter().all(|warning| warning.contains("slice")), "{:?}", drawing.warnings);
    let at = drawing.scene.balls[0].position;
    [at.0, at.1].map(|x| (x * 1e4).round() / 10.0)
}

/// The root's `preserveAspectRatio` was not read: a drawing in the middle of a browser's page lay at the upper
/// left.
#[test]
fn a_page_of_another_form_than_its_view_is_filled_as_it_says() {
    let on = |aspect: &str, size: &str| {
        place(&format!(r#"<svg {size} viewBox="0 0 100 100" {aspect}>"#), "</svg>")
    };
    let wide = r#"width="200mm" height="100mm""#;
    let tall = r#"width="100mm" height="200mm""#;
    assert_eq!(on("", wide), [100.0, 50.0], "in the middle");
    assert_eq!(on(r#"preserveAspectRatio="xMinYMid""#, wide), [50.0, 50.0]);
    assert_eq!(on(r#"preserveAspectRatio="xMaxYMin meet""#, wide), [150.0, 50.0]);
    assert_eq!(on(r#"preserveAspectRatio="xMaxYMin""#, tall), [50.0, 150.0], "above");
    assert_eq!(on(r#"preserveAspectRatio="xMidYMax""#, tall), [50.0, 50.0], "below");
    assert_eq!(on(r#"preserveAspectRatio="xMinYMax slice""#, tall), [100.0, 100.0]);
    assert_eq!(on("", r#"width="200mm""#), [100.0, 100.0], "the height follows");
    let stretched = r#"<svg width="200mm" height="100mm" viewBox="0 0 100 100" preserveAspectRatio="none">
        <circle class="ball" cx="10" cy="10" r="5"/><circle id="oval" cx="50" cy="50" r="10"/></svg>"#;
    let drawing = Drawing::from_svg(stretched).expect("a drawing");
    assert!(matches!(drawing.scene.bodies[0].shapes[0], Shape::Path(_)), "{:?}", drawing.scene.bodies);
    assert!(
        drawing.warnings.iter().any(|warning| warning.contains("must be a circle")),
        "{:?}",
        drawing.warnings
    );
}

/// A drawing inside a drawing lay at the page's corner in the page's scale.
#[test]
fn a_drawing_inside_a_drawing_has_its_place_and_scale() {
    let inside = |inner: &str| {
        let before = format!(r#"<svg width="400mm" height="400mm" viewBox="0 0 400 400"><svg {inner}>"#);
        place(&before, "</svg></svg>")
    };
    assert_eq!(inside(""), [50.0, 350.0], "all of the page");
    assert_eq!(inside(r#"x="100" y="20""#), [150.0, 330.0]);
    assert_eq!(inside(r#"x="100" y="200" width="200" height="200" viewBox="0 0 100 100""#), [200.0, 100.0]);
    assert_eq!(inside(r#"x="50%" y="10%" width="50%" height="25%" viewBox="0 0 100 100""#), [300.0, 310.0]);
    assert_eq!(
        inside(
            r#"width="200" height="100" viewBox="25 50 100 50" preserveAspectRatio="xMinYMin" transform="translate(7)""#
        ),
        [57.0, 400.0]
    );
    assert_eq!(
        inside(r#"width="200" height="100" viewBox="0 0 100 100" preserveAspectRatio="xMaxYMid""#),
        [150.0, 350.0]
    );
    for (inner, said) in [
        (r#"viewBox="0 0 1""#, "four numbers"),
        (r#"width="0""#, "no extent"),
        (r#"width="wide""#, r#"width = "wide""#),
        (r#"height="-1""#, r#"height = "-1", which must be at least 0"#),
        (r#"viewBox="0 0 9 9" preserveAspectRatio="middle""#, "xMinYMin to xMaxYMax"),
        (r#"viewBox="0 0 9 9" preserveAspectRatio="xMidYMid slice""#, "not read"),
    ] {
        let text = format!(r#"<svg><svg {inner}><rect width="5" height="5"/></svg></svg>"#);
        let warnings = Drawing::from_svg(&text).expect(inner).warnings;
        assert!(warnings[0].contains(said), "{inner}: {warnings:?}");
    }
}
