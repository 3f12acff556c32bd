//! Scene files in an app beside the same stages on their own.

mod common;

use std::path::Path;
use std::time::Duration;

use bevy_app::App;
use bevy_asset::{AssetPlugin, AssetServer, Assets};
use bevy_carom::prelude::*;
use bevy_carom::scene::{CaromScene, CaromScenePlugin, CaromSceneRoot, CaromStage, FromScene};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
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
