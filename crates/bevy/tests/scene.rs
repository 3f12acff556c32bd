//! Scene files in an app beside the same stages on their own.

mod common;

use std::path::Path;
use std::time::Duration;

use bevy_app::App;
use bevy_asset::{AssetPlugin, AssetServer, Assets};
use bevy_carom::prelude::*;
use bevy_carom::scene::{CaromScene, CaromScenePlugin, CaromSceneRoot, CaromStage, FromScene};
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;
use carom_scene::Scene;

fn app() -> App {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    let mut app = common::app();
    let assets = AssetPlugin { file_path: scenes.to_string_lossy().into_owned(), ..AssetPlugin::default() };
    app.add_plugins((assets, CaromScenePlugin));
    app
}

fn scene(name: &str) -> Scene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes").join(name);
    Scene::from_ron(&std::fs::read_to_string(path).expect("a scene")).expect("a good scene")
}

/// Pinball with its inputs pressed, air hockey, and fruit that merges: the same bits as their stages alone.
#[test]
fn a_scene_runs_as_its_stage_does() {
    for name in ["pinball.ron", "air_hockey.ron", "suika.ron"] {
        let mut app = app();
        let handle = app.world_mut().resource_mut::<Assets<CaromScene>>().add(CaromScene(scene(name)));
        let root = app.world_mut().spawn(CaromSceneRoot(handle)).id();
        let mut stage = scene(name).stage().expect("a good scene");
        let inputs = stage.inputs().to_vec();
        let mut taken = app.world().resource::<Carom>().steps();
        for n in 0..900 {
            for input in &inputs {
                stage.press(input, n % 90 < 30);
                app.world_mut().resource_mut::<CaromStage>().press(input, n % 90 < 30);
            }
            app.update();
            if app.world().resource::<Carom>().steps() > taken {
                taken += 1;
                stage.step();
                assert_eq!(common::hash(&app), stage.world.state_hash(), "{name}, step {n}");
            }
        }
        assert!(taken > 800, "{name}: {taken} steps");
        let mut entities = app.world_mut().query_filtered::<(&BodyHandle, &Transform), With<FromScene>>();
        let carom = app.world().resource::<Carom>();
        let mut count = 0;
        for (handle, transform) in entities.iter(app.world()) {
            let truth = carom.position(handle.id()).expect("a body");
            assert!((transform.translation.truncate() - truth).length() < 1e-5, "{name}");
            count += 1;
        }
        assert_eq!(count, carom.ball_count() + carom.bodies().count(), "{name}: an entity for each body");
        let mut names = app.world_mut().query_filtered::<&Name, With<FromScene>>();
        assert!(names.iter(app.world()).count() > 0 || name == "suika.ron", "{name}: names");
        app.world_mut().despawn(root);
        app.update();
        assert_eq!(app.world().resource::<Carom>().bodies().count(), 0, "{name}: gone with its root");
    }
}

/// A file through the loader, a stadium as well; what the game has spawned stays in the new world.
#[test]
fn files_are_loaded_and_the_games_own_bodies_stay() {
    for name in ["pinball.ron", "disc_football.hbs"] {
        let mut app = app();
        let own = app
            .world_mut()
            .spawn((Body::Fixed, Shape::circle(0.1), Transform::from_xyz(50.0, 0.0, 0.0)))
            .id();
        common::steps(&mut app, 2);
        let handle = app.world().resource::<AssetServer>().load::<CaromScene>(name);
        app.world_mut().spawn(CaromSceneRoot(handle));
        for _ in 0..1000 {
            app.update();
            if app.world().resource::<CaromStage>().stage().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        common::steps(&mut app, 2);
        assert!(app.world().resource::<CaromStage>().stage().is_some(), "{name} is loaded");
        let id = app.world().get::<BodyHandle>(own).expect("its own body").id();
        let carom = app.world().resource::<Carom>();
        assert_eq!(carom.position(id), Some(Vec2::new(50.0, 0.0)), "{name}");
        assert!(carom.shape_geometries().any(|(body, _, _)| body == id), "{name}: with its shape");
        assert!(carom.bodies().count() > 1, "{name}: among others");
    }
}

/// A scene that is loaded again takes the world's place. The game's own bodies go on where they were and as fast, and none
/// is lost or doubled.
#[test]
fn a_new_scene_keeps_the_games_own_bodies() {
    let mut app = app();
    let handle = app.world_mut().resource_mut::<Assets<CaromScene>>().add(CaromScene(scene("pinball.ron")));
    app.world_mut().spawn(CaromSceneRoot(handle.clone()));
    let world = app.world_mut();
    let far = |x: f32| Transform::from_xyz(50.0 + x, 0.0, 0.0);
    let ball = Ball { gravity_scale: 0.0, ..Ball::new(0.1) };
    let ball = world.spawn((ball, far(0.0), Velocity(vec2(0.5, 0.0)))).id();
    let slider = Joint { gravity_scale: 0.0, joint_velocity: 0.3, ..Joint::slider(Vec2::Y, 1.0, [0.0, 9.0]) };
    let slider = world.spawn((slider, Shape::circle(0.1), far(20.0))).id();
    let post = world.spawn((Body::Fixed, far(30.0))).id();
    let peg = world.spawn((Shape::circle(0.1), ChildOf(post))).id();
    let rope = world.spawn(Link::rope(vec2(50.0, 1.0), ball, 100.0)).id();
    let wind = Field { drag: 1.0, region: bevy_carom::FieldRegion::Circle(0.1), ..Field::default() };
    let wind = world.spawn((wind, far(40.0))).id();
    let place = |app: &App, entity| {
        let id = app.world().get::<BodyHandle>(entity).expect("a body").id();
        app.world().resource::<Carom>().position(id).expect("a body")
    };
    let mut seconds = 0.0;
    let mut update = |app: &mut App| {
        let before = app.world().resource::<Carom>().steps();
        app.update();
        // A shorter step than that of the scene before comes more often in the first frame.
        let taken = (app.world().resource::<Carom>().steps() - before) as f32;
        seconds += taken * app.world().resource::<CaromStage>().stage().map_or(0.0, carom_scene::Stage::dt);
        seconds
    };
    for name in ["pinball.ron", "suika.ron", "pinball.ron", "air_hockey.ron"] {
        let id = handle.id();
        app.world_mut()
            .resource_mut::<Assets<CaromScene>>()
            .insert(id, CaromScene(scene(name)))
            .expect("kept");
        for n in 0..40 {
            let seconds = update(&mut app);
            if app.world().resource::<Carom>().steps() == 0 {
                continue;
            }
            let (at, along) = (place(&app, ball).x, place(&app, slider).y);
            assert!(
                (at - 50.0 - 0.5 * seconds).abs() < 1e-3,
                "{name}, {n}: the ball is at {at} after {seconds} s"
            );
            assert!(
                (along - 0.3 * seconds).abs() < 1e-3,
                "{name}, {n}: the slider is at {along} after {seconds} s"
            );
        }
        let mut alone = scene(name).stage().expect("a good scene");
        for _ in 0..app.world().resource::<CaromStage>().stage().expect("it runs").steps() {
            alone.step();
        }
        let alone = alone.world;
        let carom = app.world().resource::<Carom>();
        let now = [carom.bodies().count(), carom.links().count(), carom.fields().count()];
        let own = [2, 1, 1];
        let were = [alone.bodies().count(), alone.links().count(), alone.fields().count()];
        assert_eq!(
            now,
            [were[0] + own[0], were[1] + own[1], were[2] + own[2]],
            "{name}: nothing is lost or doubled"
        );
        for (entity, shape) in [(peg, post), (slider, slider)] {
            let handle = app.world().get::<bevy_carom::ShapeHandle>(entity).expect("a shape");
            let body = app.world().get::<BodyHandle>(shape).expect("a body").id();
            assert_eq!(carom.shape_body(handle.id()), Some(body), "{name}: shapes are on their bodies");
        }
        let link = app.world().get::<bevy_carom::LinkHandle>(rope).expect("a rope").id();
        let field = app.world().get::<bevy_carom::FieldHandle>(wind).expect("wind").id();
        assert!(carom.link(link).is_some() && carom.field(field).is_some(), "{name}");
    }
    assert!(common::warnings(&app).is_empty(), "{:?}", common::warnings(&app));
}

/// A part of a pinball table outlives the scene, and moves no body of the new one: ids of both worlds are the same.
#[cfg(feature = "pinball")]
#[test]
fn a_new_scene_keeps_the_games_pinball_parts() {
    use bevy_carom::pinball::{Bumper, BumperSettings, Flipper, FlipperSettings, PinballPlugin};

    let mut app = app();
    app.add_plugins(PinballPlugin);
    let far = Transform::from_xyz(50.0, 0.0, 0.0);
    let flipper = app.world_mut().spawn((Flipper::new(FlipperSettings::left(Vec2::ZERO)), far)).id();
    let table = app.world_mut().spawn((Body::Fixed, far)).id();
    let bumper = Bumper::new(BumperSettings::new(Vec2::Y));
    let bumper = app.world_mut().spawn((bumper, ChildOf(table))).id();
    common::steps(&mut app, 10);
    let handle =
        app.world_mut().resource_mut::<Assets<CaromScene>>().add(CaromScene(scene("air_hockey.ron")));
    app.world_mut().spawn(CaromSceneRoot(handle));
    app.update();
    app.world_mut().get_mut::<Flipper>(flipper).expect("a flipper").order = true;
    let mut stage = scene("air_hockey.ron").stage().expect("a good scene");
    let start = app.world().resource::<CaromStage>().stage().expect("it runs").steps();
    common::steps(&mut app, 60);
    let count = app.world().resource::<CaromStage>().stage().expect("it runs").steps();
    assert_eq!(count - start, 60, "the scene runs");
    for _ in 0..count {
        stage.step();
    }
    let carom = app.world().resource::<Carom>();
    for (id, body) in stage.world.bodies() {
        assert_eq!(
            carom.position(id),
            Some(body.position),
            "the scene's bodies are where they are without parts"
        );
        assert_eq!(carom.angle(id), Some(body.angle), "and as they are turned");
    }
    let id = app.world().get::<BodyHandle>(flipper).expect("a body").id();
    let angle = carom.angle(id).expect("a flipper");
    let raised = FlipperSettings::left(Vec2::ZERO).raised;
    assert!((angle - raised).abs() < 0.05, "the flipper is raised: {angle} of {raised}");
    let shape = app.world().get::<bevy_carom::ShapeHandle>(bumper).expect("a bumper").id();
    let body = app.world().get::<BodyHandle>(table).expect("a table").id();
    assert_eq!(carom.shape_body(shape), Some(body), "the bumper is on its table");
    assert!(common::warnings(&app).is_empty(), "{:?}", common::warnings(&app));
}

/// A pause of the set `Step` pauses the scene's own rules too: its movers and streams wait.
#[test]
fn a_paused_scene_waits() {
    #[derive(Resource)]
    struct Paused;
    let mut app = app();
    app.configure_sets(bevy_app::FixedPostUpdate, CaromSystems::Step.run_if(not(resource_exists::<Paused>)));
    let handle = app.world_mut().resource_mut::<Assets<CaromScene>>().add(CaromScene(scene("pachinko.ron")));
    app.world_mut().spawn(CaromSceneRoot(handle));
    for _ in 0..100 {
        app.update();
    }
    let count = |app: &App| app.world().resource::<CaromStage>().stage().expect("it runs").steps();
    let (steps, hash) = (count(&app), common::hash(&app));
    app.insert_resource(Paused);
    for _ in 0..100 {
        app.update();
    }
    assert_eq!((count(&app), common::hash(&app)), (steps, hash), "nothing has moved");
    app.world_mut().remove_resource::<Paused>();
    for _ in 0..100 {
        app.update();
    }
    let mut stage = scene("pachinko.ron").stage().expect("a good scene");
    for _ in 0..count(&app) {
        stage.step();
    }
    assert!(count(&app) >= steps + 99, "it goes on");
    assert_eq!(common::hash(&app), stage.world.state_hash(), "as if there had been no pause");
}

/// Keys press the inputs of a scene by their names, and a name that it does not have is no fault.
#[test]
fn keys_press_inputs_by_name() {
    use bevy_carom::scene::{InputNames, bind};
    use bevy_input::ButtonInput;
    use bevy_input::keyboard::KeyCode;

    let mut app = app();
    let handle = app.world_mut().resource_mut::<Assets<CaromScene>>().add(CaromScene(scene("pinball.ron")));
    app.world_mut().spawn(CaromSceneRoot(handle));
    let mut stage = scene("pinball.ron").stage().expect("a good scene");
    let input = stage.inputs().first().expect("an input").to_string();
    let names = vec![(KeyCode::ArrowLeft, input.clone()), (KeyCode::KeyQ, "no such input".into())];
    app.insert_resource(InputNames(names)).init_resource::<ButtonInput<KeyCode>>();
    app.add_systems(bevy_app::PreUpdate, bind::<KeyCode>);
    app.update();
    let mut taken = app.world().resource::<CaromStage>().stage().expect("it runs").steps();
    for _ in 0..taken {
        stage.step();
    }
    for n in 0..300 {
        let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.press(KeyCode::KeyQ);
        if n % 90 < 30 {
            keys.press(KeyCode::ArrowLeft);
        } else {
            keys.release(KeyCode::ArrowLeft);
        }
        app.update();
        let now = app.world().resource::<CaromStage>().stage().expect("it runs").steps();
        for _ in taken..now {
            stage.press(&input, n % 90 < 30);
            stage.step();
        }
        taken = now;
        assert_eq!(common::hash(&app), stage.world.state_hash(), "frame {n}");
    }
    assert!(taken > 290, "{taken} steps");
}

#[test]
fn a_scene_without_its_plugin_is_told() {
    let mut app = common::app();
    let root = app.world_mut().spawn(CaromSceneRoot::default()).id();
    common::steps(&mut app, 1);
    let said = common::warnings(&app);
    assert!(said.len() == 1 && said[0].0 == root && said[0].1.contains("CaromScenePlugin"), "{said:?}");
}
