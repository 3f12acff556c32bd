//! The examples of `bevy_carom` in a window, drawn by gizmos: `cargo run --release -- hello_ball`, or `pinball_table`, `suika`,
//! `ten_thousand`, `scene_file`.
//!
//! The games are the headless examples' own files; this adds a camera, keys and the drawing.

use bevy::prelude::*;
use bevy_carom::gizmos::CaromGizmoPlugin;

#[path = "../../examples/hello_ball.rs"]
mod hello_ball;
#[path = "../../examples/pinball_table.rs"]
mod pinball_table;
#[path = "../../examples/scene_file.rs"]
mod scene_file;
#[path = "../../examples/suika.rs"]
mod suika;
#[path = "../../examples/ten_thousand.rs"]
mod ten_thousand;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "hello_ball".into());
    let mut app = App::new();
    let scenes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/scenes");
    app.add_plugins(DefaultPlugins.set(AssetPlugin { file_path: scenes.into(), ..default() }));
    let (center, height) = match name.as_str() {
        "pinball_table" => {
            pinball_table::build(&mut app);
            app.add_systems(PreUpdate, press);
            (pinball_table::CENTER, pinball_table::HEIGHT)
        }
        "suika" => {
            suika::build(&mut app);
            app.add_systems(PreUpdate, hold);
            (suika::CENTER, suika::HEIGHT)
        }
        "ten_thousand" => {
            ten_thousand::build(&mut app);
            (ten_thousand::CENTER, ten_thousand::HEIGHT)
        }
        "scene_file" => {
            scene_file::build(&mut app, "pinball.ron");
            (scene_file::CENTER, scene_file::HEIGHT)
        }
        _ => {
            hello_ball::build(&mut app);
            (hello_ball::CENTER, hello_ball::HEIGHT)
        }
    };
    app.add_plugins(CaromGizmoPlugin);
    let projection = OrthographicProjection {
        scaling_mode: bevy::camera::ScalingMode::FixedVertical { viewport_height: height },
        ..OrthographicProjection::default_2d()
    };
    app.world_mut().spawn((
        Camera2d,
        Projection::Orthographic(projection),
        Transform::from_translation(center.extend(0.0)),
    ));
    app.run();
}

fn press(keys: Res<ButtonInput<KeyCode>>, mut buttons: ResMut<pinball_table::Buttons>) {
    buttons.left = keys.pressed(KeyCode::ArrowLeft);
    buttons.right = keys.pressed(KeyCode::ArrowRight);
    buttons.plunge = keys.pressed(KeyCode::ArrowDown);
}

fn hold(keys: Res<ButtonInput<KeyCode>>, time: Res<Time>, mut hand: ResMut<suika::Hand>) {
    let way = f32::from(keys.pressed(KeyCode::ArrowRight)) - f32::from(keys.pressed(KeyCode::ArrowLeft));
    hand.x = (hand.x + way * time.delta_secs()).clamp(-0.9, 0.9);
    hand.drops |= keys.just_pressed(KeyCode::Space);
}
