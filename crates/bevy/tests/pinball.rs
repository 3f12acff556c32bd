//! Parts as components beside the same parts on the bare engine.

mod common;

use bevy_carom::carom::{self, World as Engine};
use bevy_carom::pinball::{
    Bumper, BumperSettings, DropTarget, DropTargetSettings, Flipper, FlipperSettings, Kicker, KickerSettings,
    PinballPlugin, Plunger, PlungerSettings, Pull, Rollover, RolloverSettings, Spinner, SpinnerSettings,
};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_transform::components::Transform;
use common::{app, dt, hash, steps, warnings};

#[test]
fn a_flipper_throws_as_the_bare_one_does() {
    let mut app = app();
    app.add_plugins(PinballPlugin);
    let mut bare = Engine::new(Config::default()).expect("a world");
    let place = vec2(0.0135 + 0.03, 0.02);
    app.world_mut()
        .spawn((Ball::new(0.0135).mass(0.08).sphere(), Transform::from_translation(place.extend(0.0))));
    bare.add_ball(carom::Ball::new(place, 0.0135).sphere().mass(0.08)).expect("a ball");
    let flipper = app.world_mut().spawn(Flipper::new(FlipperSettings::left(Vec2::ZERO))).id();
    let mut bat =
        carom_pinball::Flipper::add(&mut bare, FlipperSettings::left(Vec2::ZERO)).expect("a flipper");
    for n in 0..600 {
        let pressed = n % 120 > 60;
        app.world_mut().get_mut::<Flipper>(flipper).expect("a flipper").order = pressed;
        bat.update(&mut bare, pressed, dt(&app)).expect("a step");
        bare.step(dt(&app));
        steps(&mut app, 1);
        assert_eq!(hash(&app), bare.state_hash(), "step {n}");
        let state = app.world().get::<Flipper>(flipper).expect("a flipper").state().copied();
        assert_eq!(state, Some(bat.read(&bare)), "step {n}");
    }
    let angle = bevy_math::EulerRot::XYZ;
    let turned = app.world().get::<Transform>(flipper).expect("a place").rotation.to_euler(angle).2;
    assert!((turned - bat.read(&bare).angle).abs() < 1e-5, "the entity turns with it: {turned}");
}

#[test]
fn parts_work_where_their_entities_stand_and_go_with_them() {
    let mut app = app();
    app.add_plugins(PinballPlugin);
    let turned =
        Transform::from_xyz(1.0, 2.0, 0.0).with_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2));
    let table = app.world_mut().spawn((Body::Fixed, turned)).id();
    let kicker = app
        .world_mut()
        .spawn((Kicker::new(KickerSettings::new(Vec2::ZERO, vec2(0.0, 2.0))), ChildOf(table)))
        .id();
    let target = DropTarget::new(DropTargetSettings::new(vec2(-0.02, 0.1), vec2(0.02, 0.1)));
    let target = app.world_mut().spawn((target, ChildOf(table))).id();
    let bumper =
        app.world_mut().spawn((Bumper::new(BumperSettings::new(vec2(0.5, 0.0))), ChildOf(table))).id();
    let rollover = app
        .world_mut()
        .spawn((Rollover::new(RolloverSettings::new(-Vec2::X, -2.0 * Vec2::X)), ChildOf(table)))
        .id();
    let spinner = app
        .world_mut()
        .spawn((Spinner::new(SpinnerSettings::new(Vec2::ZERO)), Transform::from_xyz(9.0, 0.0, 0.0)))
        .id();
    let plunger = app.world_mut().spawn(Plunger::new(PlungerSettings::new(vec2(-5.0, 0.0), Vec2::Y))).id();
    let stray = app.world_mut().spawn(Bumper::new(BumperSettings::new(Vec2::ZERO))).id();
    app.world_mut().get_mut::<Plunger>(plunger).expect("a plunger").order = Pull::Hold(1.0);
    // Slow, into the hole at the table's place.
    let ball = app
        .world_mut()
        .spawn((Ball::new(0.0135).mass(0.08).sphere(), Transform::from_xyz(1.0, 2.05, 0.0)))
        .id();
    let mut caught = false;
    for _ in 0..60 {
        steps(&mut app, 1);
        caught |= app
            .world()
            .get::<Kicker>(kicker)
            .and_then(|kicker| kicker.state())
            .is_some_and(|state| state.caught);
    }
    assert!(caught, "the ball has fallen into the hole");
    assert!(
        warnings(&app).is_empty() && app.world().get::<Bumper>(stray).expect("a bumper").state().is_none(),
        "a stray waits"
    );
    let pulled =
        app.world().get::<Plunger>(plunger).and_then(|plunger| plunger.state()).map(|state| state.pulled);
    assert!(pulled.is_some_and(|pulled| pulled > 0.9), "{pulled:?}");
    // Thrown at 2 m/s along the table's y, which is the world's -x. It falls 9 mm on its way of 85 mm to the target.
    app.world_mut().get_mut::<Kicker>(kicker).expect("a kicker").order = true;
    let mut fell = false;
    for _ in 0..60 {
        steps(&mut app, 1);
        fell |= app
            .world()
            .get::<DropTarget>(target)
            .and_then(|target| target.state())
            .is_some_and(|state| state.fell);
    }
    assert!(fell, "the target has fallen");
    app.world_mut().get_mut::<DropTarget>(target).expect("a target").order = true;
    steps(&mut app, 2);
    assert!(
        !app.world().get::<DropTarget>(target).and_then(|target| target.state()).expect("a state").down,
        "raised"
    );
    let hit =
        app.world().resource::<Carom>().cast_ray(vec2(1.0, 2.6), vec2(0.0, -0.09), carom::Filter::default());
    assert!(
        hit.expect("a ray").is_some_and(|hit| (hit.point.y - 2.528).abs() < 0.02),
        "the bumper stands at (1, 2.5)"
    );
    for entity in [table, spinner, plunger, ball, stray] {
        app.world_mut().despawn(entity);
    }
    steps(&mut app, 1);
    let carom = app.world().resource::<Carom>();
    assert_eq!(
        (carom.bodies().count(), carom.ball_count(), carom.shape_geometries().count()),
        (0, 0, 0),
        "nothing is left"
    );
    assert!(
        [kicker, target, bumper, rollover].iter().all(|part| app.world().get_entity(*part).is_err()),
        "gone"
    );
}

/// Other settings come by inserting the part again; one beside another does nothing, and a warning says so.
#[test]
fn a_part_is_made_anew_and_only_once() {
    let mut app = app();
    app.add_plugins(PinballPlugin);
    let flipper = app.world_mut().spawn(Flipper::new(FlipperSettings::left(Vec2::ZERO))).id();
    let table = app.world_mut().spawn(Body::Fixed).id();
    let bumper = Bumper::new(BumperSettings::new(Vec2::Y));
    let bumper = app.world_mut().spawn((bumper, ChildOf(table))).id();
    let pivot = |app: &bevy_app::App| {
        let id = app.world().get::<BodyHandle>(flipper).expect("a body").id();
        app.world().resource::<Carom>().position(id)
    };
    steps(&mut app, 2);
    let shapes = app.world().resource::<Carom>().shape_geometries().count();
    assert_eq!(pivot(&app), Some(Vec2::ZERO), "where its settings say");
    app.world_mut().entity_mut(flipper).insert(Flipper::new(FlipperSettings::left(Vec2::X)));
    app.world_mut().entity_mut(bumper).insert(Bumper::new(BumperSettings::new(2.0 * Vec2::Y)));
    steps(&mut app, 2);
    assert_eq!(pivot(&app), Some(Vec2::X), "where the new ones say");
    // A table that is made again as another body gets its parts back.
    app.world_mut().entity_mut(table).insert(Body::Kinematic);
    steps(&mut app, 3);
    let carom = app.world().resource::<Carom>();
    assert_eq!((carom.bodies().count(), carom.shape_geometries().count()), (2, shapes), "each is there once");
    let ray = carom.cast_ray(vec2(0.0, 9.0), vec2(0.0, -9.0), carom::Filter::default()).expect("a ray");
    let top = 2.0 + BumperSettings::new(Vec2::Y).radius;
    assert!(
        ray.is_some_and(|hit| (hit.point.y - top).abs() < 1e-4),
        "the bumper is where it was put: {ray:?}"
    );
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    let doubled = (Ball::new(0.1), Flipper::new(FlipperSettings::left(5.0 * Vec2::X)));
    let doubled = app.world_mut().spawn(doubled).id();
    steps(&mut app, 2);
    let given = warnings(&app);
    assert!(given.len() == 1 && given[0].0 == doubled && given[0].1.contains("beside another"), "{given:?}");
    assert_eq!(app.world().resource::<Carom>().bodies().count(), 2, "no third body");
}

/// Forgetting the plugin was silent: nothing of the table was there.
#[test]
fn parts_without_their_plugin_are_told_once() {
    let mut app = app();
    let first = app.world_mut().spawn(Flipper::new(FlipperSettings::left(Vec2::ZERO))).id();
    app.world_mut().spawn(Flipper::new(FlipperSettings::left(Vec2::X)));
    steps(&mut app, 2);
    let said = warnings(&app);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].0 == first && said[0].1.contains("PinballPlugin"), "{said:?}");
}
