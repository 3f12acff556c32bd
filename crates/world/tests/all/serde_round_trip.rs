//! A world passes through a format of serde and has the same future; descriptions come back bit for bit; damaged or
//! out-of-range values are refused.

use carom_world::{
    Ball, Body, Chain, Config, Field, Filter, Floor, Joint, KickProfile, Link, Material, Motor, Region,
    RestitutionCurve, Shape, Side, SpeedCurve, World,
};
use glam::{Vec2, vec2};

#[test]
fn a_world_goes_through_json_and_damage_is_noticed() {
    let mut world = World::new(Config::default()).unwrap();
    let table = world.add_body(Body::fixed()).unwrap();
    world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap()).unwrap();
    world.add_ball(Ball::new(vec2(0.1, 0.3), 0.1)).unwrap();
    for _ in 0..30 {
        world.step(1.0 / 60.0);
    }
    let text = serde_json::to_string(&world).unwrap();
    let mut twin: World = serde_json::from_str(&text).expect("it was just written");
    for _ in 0..60 {
        world.step(1.0 / 60.0);
        twin.step(1.0 / 60.0);
    }
    assert_eq!(world.state_hash(), twin.state_hash());
    let damaged = text.replacen("67,65,82,79,77", "67,65,82,79,78", 1);
    assert!(damaged != text && serde_json::from_str::<World>(&damaged).is_err(), "another header");
    assert!(serde_json::from_str::<World>("[1,2,3]").is_err(), "no snapshot");
    assert!(serde_json::from_str::<World>("[300]").is_err(), "no bytes");
}

/// The value from JSON is the written one, to the last bit.
fn comes_back<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("it serialises");
    let back: T = serde_json::from_str(&text).expect("it was just written");
    assert_eq!(&back, value, "{text}");
}

#[test]
fn descriptions_go_through_json() {
    let rubber = Material {
        restitution_curve: RestitutionCurve::Curve(
            SpeedCurve::new(&[vec2(0.1, 1.0), vec2(3.0, 0.3)]).unwrap(),
        ),
        kick_profile: KickProfile::Slingshot,
        ..Material::new(0.7, 0.1)
    };
    // Infinite numbers among them.
    comes_back(&Config::default());
    comes_back(&Config { bounds: Some([-Vec2::ONE, Vec2::ONE]), max_speed: 3.0, ..Config::default() });
    comes_back(&Ball::new(vec2(0.1, -0.2), 0.3).material(rubber).filter(Filter::new(3, 4).group(-1)));
    comes_back(&Body::kinematic().position(vec2(1.0, 2.0)).angle(0.1));
    comes_back(&Joint::hinge(Vec2::ZERO, 0.3).torque_curve([vec2(0.0, 1.0)]).motor(Motor::Force(2.0)));
    comes_back(&Joint::hinge(Vec2::ZERO, 0.3).limits(f32::NEG_INFINITY, 0.5));
    comes_back(&Joint::slider(Vec2::ONE, Vec2::Y, 0.3, [-1.0, 0.7]));
    comes_back(&Link::spring(Vec2::ZERO, Vec2::X, 1.0, 3.0));
    comes_back(&Field::attractor(Vec2::X, 3.0, 0.1).within(Region::Circle { center: Vec2::X, radius: 1.0 }));
    comes_back(&Floor::default());
    let lane = Chain::start(vec2(1.0, 0.0)).line_to(vec2(1.0, 2.0)).tangent_arc_to(vec2(-1.0, 2.0)).close();
    comes_back(&lane);
    let full = Shape::arc(Vec2::X, 0.7, 0.3, core::f32::consts::TAU).unwrap();
    for shape in [
        Shape::circle(vec2(0.1, 0.7), 0.3).unwrap().material(rubber).user_data(9),
        Shape::segment(vec2(0.1, 0.7), vec2(2.3, -0.1)).unwrap().side(Side::Left),
        Shape::arc(vec2(0.1, 0.7), 0.3, 0.2, -1.1).unwrap().radius(0.1),
        Shape::chain(&lane).unwrap().filter(Filter::NONE),
        Shape::chain(&lane).unwrap().solid().unwrap(),
        full.clone(),
        full.solid().unwrap().sensor(),
        Shape::half_plane(Vec2::X, vec2(1.0, 3.0)).unwrap(),
    ] {
        comes_back(&shape);
    }
    let mut world = World::new(Config::default()).unwrap();
    comes_back(&world.add_ball(Ball::new(Vec2::ZERO, 1.0)).unwrap());
}

#[test]
fn a_level_names_what_differs_and_mistakes_are_refused() {
    let ice: Material = serde_json::from_str(r#"{"restitution": 0.9, "friction": 0.01}"#).unwrap();
    assert_eq!(ice, Material::new(0.9, 0.01));
    let moon: Config = serde_json::from_str(r#"{"gravity": [0.0, -1.6]}"#).unwrap();
    assert_eq!(moon, Config { gravity: vec2(0.0, -1.6), ..Config::default() });
    assert!(serde_json::from_str::<Config>(r#"{"gravty": [0.0, -1.6]}"#).is_err(), "no such setting");
    assert!(serde_json::from_str::<SpeedCurve>("[[1.0, 0.5], [1.0, 0.4]]").is_err(), "not ascending");
    assert!(serde_json::from_str::<Shape>(r#"{"curves": []}"#).is_err(), "no curve");
    let segment = r#"{"curves": [{"Segment": {"a": [0.0, 0.0], "b": [0.0, 0.0]}}]}"#;
    assert!(serde_json::from_str::<Shape>(segment).is_err(), "no length");
    let circle = r#"{"curves": [{"Point": {"center": [0.0, 0.0]}}], "radius": -1.0}"#;
    assert!(serde_json::from_str::<Shape>(circle).is_err(), "no radius");
    let plane = r#"{"curves": [{"HalfPlane": {"point": [0.0, 0.0], "normal": [2.0, 0.0]}}]}"#;
    assert!(serde_json::from_str::<Shape>(plane).is_err(), "no unit normal");
    let chain = r#"{"start": [0.0, 0.0], "legs": [{"Line": [1.0, 0.0]}], "closed": false}"#;
    let chain: Chain = serde_json::from_str(chain).unwrap();
    assert!(Shape::chain(&chain).is_ok());
}
