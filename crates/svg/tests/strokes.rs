//! How thick things are: what is drawn as a line is as thick as its stroke.

use carom_scene::Scene;
use carom_scene::model::Shape;
use carom_svg::Drawing;

/// Elements on a page of 100 by 100 mm, one user unit a millimetre.
fn scene(elements: &str) -> Scene {
    let text = format!(r#"<svg width="100mm" height="100mm" viewBox="0 0 100 100">{elements}</svg>"#);
    Drawing::from_svg(&text).expect("a drawing").scene
}

/// A `<line>` of a stroke of 4 mm had no thickness unless it had `fill="none"`, although a line has no inside to fill.
#[test]
fn a_line_is_as_thick_as_its_stroke_whatever_its_fill() {
    for fill in ["", r#"fill="none""#, r#"fill="red""#] {
        let line =
            format!(r#"<line x1="10" y1="10" x2="90" y2="20" stroke="black" stroke-width="4" {fill}/>"#);
        let scene = scene(&line);
        let Shape::Path(path) = &scene.bodies[0].shapes[0] else { panic!("a path") };
        assert!((path.thickness - 0.002).abs() < 1e-7, "{fill}: {path:?}");
    }
    let bat = scene(
        r#"<line class="flipper-left" x1="10" y1="10" x2="60" y2="20" stroke="black" stroke-width="14"/>"#,
    );
    let Shape::Capsule(bat) = &bat.bodies[0].shapes[0] else { panic!("a capsule") };
    assert!((bat.radius - 0.007).abs() < 1e-7, "{bat:?}");
}
