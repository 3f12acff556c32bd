//! Thickness: an element drawn as a line is as thick as its stroke.

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

/// A circle without fill was a solid disc, although an ellipse of nearly the same radii was a ring.
#[test]
fn a_circle_without_fill_is_a_ring() {
    let one = |element: &str| scene(element).bodies.remove(0).shapes.remove(0);
    let stroke = r#"cx="50" cy="60" fill="none" stroke="black" stroke-width="4""#;
    let Shape::Arc(ring) = one(&format!(r#"<circle r="30" {stroke}/>"#)) else { panic!("an arc") };
    assert!((ring.radius - 0.03).abs() < 1e-7 && (ring.thickness - 0.002).abs() < 1e-7, "{ring:?}");
    assert!((ring.center.0 - 0.05).abs() < 1e-7 && (ring.center.1 - 0.04).abs() < 1e-7, "{ring:?}");
    assert_eq!(ring.sweep, std::f32::consts::TAU, "all the way round");
    let even =
        one(&format!(r#"<ellipse rx="15" ry="15" transform="translate(-50 -60) scale(2)" {stroke}/>"#));
    let Shape::Arc(even) = even else { panic!("an ellipse of equal radii is a circle: {even:?}") };
    assert!((even.radius - 0.03).abs() < 1e-7 && (even.thickness - 0.004).abs() < 1e-7, "{even:?}");
    let Shape::Path(oval) = one(&format!(r#"<ellipse rx="30" ry="29" {stroke}/>"#)) else { panic!("a path") };
    assert!(oval.closed && (oval.thickness - 0.002).abs() < 1e-7, "{oval:?}");
    // A ring that covers its own centre has no hole; bumpers and filled circles are discs, balls stay balls.
    let Shape::Circle(dot) = one(&format!(r#"<circle r="1" {stroke}/>"#)) else { panic!("a disc") };
    assert!((dot.radius - 0.003).abs() < 1e-7, "{dot:?}");
    for whole in
        [r#"<circle r="30" fill="red" stroke="black"/>"#, r#"<circle r="30" class="bumper" fill="none"/>"#]
    {
        let Shape::Circle(disc) = one(whole) else { panic!("{whole}: a disc") };
        assert!((disc.radius - 0.03).abs() < 1e-7, "{whole}: {disc:?}");
    }
    assert_eq!(scene(&format!(r#"<circle r="5" class="ball" {stroke}/>"#)).balls.len(), 1);
}

/// A ball inside a ring stays there, and comes no nearer to its line than the stroke lets it.
#[test]
fn a_ball_plays_inside_a_ring() {
    let scene = scene(
        r#"<circle cx="50" cy="50" r="40" fill="none" stroke="black" stroke-width="4"/>
        <circle class="ball" cx="60" cy="40" r="3"/>"#,
    );
    let mut stage = scene.stage().expect("a scene that runs");
    let ball = stage.find("circle 2").expect("the ball");
    let mut farthest: f32 = 0.0;
    for _ in 0..240 * 5 {
        stage.step();
        let at = stage.world.position(ball).expect("the ball");
        farthest = farthest.max(at.distance(carom::prelude::vec2(0.05, 0.05)));
    }
    assert!((0.0345..0.0351).contains(&farthest), "40 mm less 2 mm of line and 3 mm of ball: {farthest}");
}
