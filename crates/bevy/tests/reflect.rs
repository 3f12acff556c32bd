//! Components by reflection, as inspectors and saved worlds use them.

mod common;

use bevy_carom::Material;
use bevy_carom::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_math::Vec2;
use bevy_reflect::FromReflect;
use bevy_reflect::prelude::*;

/// Each component can be made by its registration alone, put on an entity, and read back.
#[test]
fn every_component_is_registered_with_a_default() {
    let mut app = common::app();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let mut seen = 0;
    for name in [
        "Ball",
        "Body",
        "Shape",
        "Sensor",
        "Joint",
        "Link",
        "Material",
        "Filter",
        "Field",
        "Velocity",
        "AngularVelocity",
        "OutOfPlay",
        "NoInterpolation",
        "ImpactThreshold",
    ] {
        let found: Vec<_> = registry
            .iter()
            .filter(|of| of.type_info().type_path_table().crate_name() == Some("bevy_carom"))
            .filter(|of| of.type_info().type_path_table().short_path() == name)
            .collect();
        assert_eq!(found.len(), 1, "{name} is registered");
        let default =
            found[0].data::<ReflectDefault>().unwrap_or_else(|| panic!("{name} has a default")).default();
        let component =
            found[0].data::<ReflectComponent>().unwrap_or_else(|| panic!("{name} is a component"));
        let mut entity = app.world_mut().spawn_empty();
        component.insert(&mut entity, default.as_partial_reflect(), &registry);
        assert!(component.contains(&entity), "{name} is on its entity");
        seen += 1;
    }
    assert_eq!(seen, 14, "all of them");
    common::steps(&mut app, 3);
}

#[test]
fn a_shape_survives_reflection() {
    let chain = Chain::start(Vec2::ZERO).line_to(Vec2::X).tangent_arc_to(Vec2::new(1.0, 1.0)).close();
    let shape = Shape::from(chain).radius(0.1);
    let back = Shape::from_reflect(shape.as_partial_reflect()).expect("a shape");
    assert_eq!(back, shape);
    let mut ball = Ball::default();
    ball.reflect_path_mut("radius").expect("a radius").try_apply(&2.0_f32).expect("a number");
    assert_eq!(ball.radius, 2.0);
}

/// The engine's own types are reflected as well: a copy by reflection loses nothing.
#[test]
fn motors_sides_and_curves_survive_reflection() {
    use bevy_carom::carom::{KickProfile, RestitutionCurve, SpeedCurve};

    let motor = Motor::Velocity { target: 3.0, max_force: 0.5 };
    let joint = Joint::hinge(0.1).limits(-1.0, 1.0).motor(motor);
    assert_eq!(Joint::from_reflect(joint.as_partial_reflect()), Some(joint));
    let shape = Shape::segment(Vec2::ZERO, Vec2::X).side(Side::Left);
    assert_eq!(Shape::from_reflect(shape.as_partial_reflect()), Some(shape));
    let curve = SpeedCurve::new(&[Vec2::new(0.0, 0.9), Vec2::new(3.0, 0.5)]).expect("a curve");
    for restitution_curve in [RestitutionCurve::HalfAt(2.0), RestitutionCurve::Curve(curve)] {
        let rubber =
            Material { restitution_curve, kick_profile: KickProfile::Slingshot, ..Material::default() };
        assert_eq!(Material::from_reflect(rubber.as_partial_reflect()), Some(rubber));
    }
    let mut rubber = Material { restitution_curve: RestitutionCurve::HalfAt(2.0), ..Material::default() };
    rubber.reflect_path_mut("restitution_curve.0").expect("a number").try_apply(&4.0_f32).expect("a number");
    assert_eq!(rubber.restitution_curve, RestitutionCurve::HalfAt(4.0), "an inspector can write it");
}
