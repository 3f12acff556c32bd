//! Links of a scene file, measured by how balls swing.

use carom::prelude::*;
use carom_scene::{Scene, Stage};

fn stage(text: &str) -> Stage {
    Scene::from_ron(text).and_then(Scene::stage).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn refused(links: &str) -> String {
    let text = format!(
        r#"(carom: 1, bodies: [(name: "arm", shapes: [Circle(radius: 0.1)])],
        balls: [(name: "bob", radius: 0.1, position: (1, 0)), (name: "bub", radius: 0.1, position: (2, 0))],
        links: [{links}])"#
    );
    Scene::from_ron(&text)
        .and_then(Scene::stage)
        .map(|_| String::new())
        .unwrap_or_else(|fault| fault.to_string())
}

fn place(stage: &Stage, name: &str) -> Vec2 {
    stage.find(name).and_then(|id| stage.world.position(id)).expect(name)
}

#[test]
fn a_rod_keeps_the_length_that_it_has_at_the_start() {
    let mut stage = stage(
        r#"(carom: 1, balls: [(name: "bob", radius: 0.1, position: (3, 0))],
        links: [Rod(a: Point((0, 4)), b: Ball("bob"))])"#,
    );
    for _ in 0..300 {
        stage.step();
        assert!((place(&stage, "bob").distance(vec2(0.0, 4.0)) - 5.0).abs() < 1e-4);
    }
}

#[test]
fn a_spring_swings_in_its_period() {
    let mut stage = stage(
        r#"(carom: 1, world: (gravity: (0, 0)), balls: [(name: "bob", radius: 0.1, mass: 2, position: (1.5, 0))],
        links: [Spring(a: Point((0, 0)), b: Ball("bob"), rest_length: 1, stiffness: 8)])"#,
    );
    // A period of 2 pi sqrt(2 / 8): a half takes it to the other side.
    let half = core::f32::consts::PI * 0.5;
    let steps = (half * 60.0).round();
    for _ in 0..steps as u32 {
        stage.step();
    }
    let expected = 1.0 + 0.5 * libm::cosf(2.0 * steps / 60.0);
    assert!((place(&stage, "bob").x - expected).abs() < 5e-3, "{} {expected}", place(&stage, "bob"));
}

#[test]
fn a_mirrored_part_has_its_links_in_the_mirror() {
    let mut stage = stage(
        r#"(carom: 1, prefabs: {"swing": (
            bodies: [(name: "post", position: (1, 1), shapes: [Circle(radius: 0.05)])],
            balls: [(name: "bob", radius: 0.1, position: (2, 1))],
            links: [Rope(a: Body("post", (0, 0)), b: Ball("bob"), length: 1)])},
        instances: [(prefab: "swing", name: "left", mirror: true), (prefab: "swing", name: "right")])"#,
    );
    for _ in 0..60 {
        stage.step();
        let (left, right) = (place(&stage, "left.bob"), place(&stage, "right.bob"));
        assert!((left - vec2(-right.x, right.y)).length() < 1e-4, "{left} {right}");
        assert!(right.distance(vec2(1.0, 1.0)) < 1.0 + 1e-4);
    }
}

#[test]
fn a_linked_scene_is_saved_and_goes_on_bit_for_bit() {
    let mut stage = stage(
        r#"(carom: 1, balls: [(name: "a", radius: 0.1, position: (1, 0)), (name: "b", radius: 0.1, position: (2, 0))],
        links: [Rod(a: Point((0, 0)), b: Ball("a")), Rope(a: Ball("a"), b: Ball("b"))])"#,
    );
    (0..50).for_each(|_| stage.step());
    let mut again = stage.save().and_then(Scene::stage).unwrap_or_else(|fault| panic!("{fault}"));
    for _ in 0..100 {
        stage.step();
        again.step();
        assert_eq!(stage.world.state_hash(), again.world.state_hash());
    }
}

#[test]
fn faults_name_the_end_and_what_is_known() {
    for (links, says) in [
        (r#"Rod(a: Ball("bab"), b: Point((0, 0)))"#, "links[0].a"),
        (r#"Rod(a: Ball("bab"), b: Point((0, 0)))"#, "did you mean `bob`?"),
        (r#"Rope(a: Ball("bob"), b: Body("leg", (0, 0)))"#, "links[0].b"),
        (r#"Rod(a: Ball("bob"), b: Ball("bob"))"#, "links[0]"),
        (r#"Rod(a: Point((0, 0)), b: Point((1, 0)))"#, "links[0]"),
        (r#"Rod(a: Ball("bob"), b: Ball("bub"), length: -1)"#, "links[0]"),
        (r#"Spring(a: Ball("bob"), b: Ball("bub"), stiffness: -1)"#, "links[0].stiffness: is -1"),
        (r#"Spring(a: Ball("bob"), b: Ball("bub"), stiffness: 1, min_length: 2, max_length: 1)"#, "links[0]"),
        (r#"Chain(a: Ball("bob"), b: Ball("bub"))"#, "links[0]"),
    ] {
        let message = refused(links);
        assert!(message.contains(says), "{links}: {message:?}");
    }
}
