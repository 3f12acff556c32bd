//! A scene file runs, its flippers obey, and a new text of it is loaded while it runs.
#![allow(clippy::print_stdout, reason = "it is an example")]

use std::path::{Path, PathBuf};

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_carom::prelude::*;
use bevy_carom::scene::{CaromScenePlugin, CaromSceneRoot, CaromStage};
use bevy_math::Vec2;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

/// Centre of the view, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const CENTER: Vec2 = Vec2::new(0.257, 0.5);
/// How much of it from bottom to top, world units.
#[allow(dead_code, reason = "for the window and for tests of pictures")]
pub const HEIGHT: f32 = 1.2;

/// The game, without a window: one scene, by its path in the app's folder of assets.
pub fn build(app: &mut App, path: &str) {
    app.add_plugins((CaromPlugin::default(), CaromScenePlugin));
    let scene = app.world().resource::<AssetServer>().load(path.to_owned());
    app.world_mut().spawn(CaromSceneRoot(scene));
}

/// Updates until something holds, for ten seconds at most: files are read by other threads.
#[allow(dead_code, reason = "the window has a main of its own")]
fn wait(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) {
    for _ in 0..1000 {
        if holds(app) {
            return;
        }
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("in vain waited for {what}");
}

#[allow(dead_code, reason = "the window has a main of its own")]
fn main() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    let folder: PathBuf = std::env::temp_dir().join(format!("carom-scene-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the scene");
    let file = folder.join("table.carom.ron");
    std::fs::copy(scenes.join("pinball.ron"), &file).expect("the scene is copied");
    let mut app = App::new();
    let assets = AssetPlugin { file_path: folder.to_string_lossy().into_owned(), ..AssetPlugin::default() };
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, assets))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    build(&mut app, "table.carom.ron");
    let bodies = |app: &App| app.world().resource::<Carom>().bodies().count();
    wait(&mut app, "the table", |app| bodies(app) > 0);
    let inputs = app.world().resource::<CaromStage>().stage().expect("a scene").inputs().to_vec();
    println!("{} bodies; inputs {inputs:?}", bodies(&app));
    for step in 0..2000 {
        for input in &inputs {
            app.world_mut().resource_mut::<CaromStage>().press(input, step % 100 < 30);
        }
        app.update();
    }
    let (pinball, score) =
        (bodies(&app), app.world().resource::<CaromStage>().stage().map(|stage| stage.score()));
    println!("after 2000 steps the score is {score:?}");
    // A text with a fault changes nothing; a good one takes the table's place. A watcher of files calls `reload` as well.
    std::fs::write(&file, "(bodies: [").expect("the file is written");
    app.world().resource::<AssetServer>().reload("table.carom.ron");
    for _ in 0..50 {
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(bodies(&app), pinball, "the scene goes on");
    std::fs::copy(scenes.join("suika.ron"), &file).expect("the scene is copied");
    app.world().resource::<AssetServer>().reload("table.carom.ron");
    wait(&mut app, "the other scene", |app| bodies(app) != pinball);
    println!("{} bodies after the change", bodies(&app));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
