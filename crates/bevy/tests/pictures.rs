//! The examples as a window shows them: what gizmos draw lies where `carom-draw` draws the same world, and the camera sees
//! it. The pictures are left in cargo's folder for temporary files of tests.
#![allow(unreachable_pub, reason = "the examples are programs of their own")]

mod common;

#[path = "../examples/hello_ball.rs"]
mod hello_ball;
#[path = "../examples/pinball_table.rs"]
mod pinball_table;
#[path = "../examples/scene_file.rs"]
mod scene_file;
#[path = "../examples/suika.rs"]
mod suika;
#[path = "../examples/ten_thousand.rs"]
mod ten_thousand;

use std::path::Path;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_carom::gizmos::{CaromGizmos, RecentImpacts, lines};
use bevy_carom::prelude::*;
use bevy_math::Vec2;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use carom_draw::{Bounds, Canvas, Color, Item, Picture};
use tiny_skia::Pixmap;

const SIZE: u32 = 600;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

/// Whether there is ink within some pixels of a place.
fn has_ink(picture: &Pixmap, ground: Color, x: u32, y: u32, reach: u32) -> bool {
    let within = |at: u32| at.saturating_sub(reach)..=(at + reach).min(SIZE - 1);
    within(y).any(|y| {
        within(x).any(|x| {
            let pixel = picture.pixel(x, y).expect("a pixel").demultiply();
            [pixel.red(), pixel.green(), pixel.blue()] != [ground.r, ground.g, ground.b]
        })
    })
}

/// Compares both pictures of a square of the world.
fn compare(name: &str, app: &App, center: Vec2, height: f32) {
    let carom = app.world().resource::<Carom>();
    let half = Vec2::splat(0.5 * height);
    let seen = Bounds::new(center - half, center + half);
    for (_, ball) in carom.balls() {
        let off = (ball.position - center).abs();
        assert!(off.cmplt(half).all(), "{name}: the camera does not see the ball at {}", ball.position);
    }
    let picture = Picture::new()
        .size(SIZE, SIZE)
        .show(seen)
        .margin(0.0)
        .spin_marks(false)
        .contacts(false)
        .scale_bar(false)
        .ball_count(false);
    let other = picture.draw(carom);
    let view = picture.view(carom);
    let mut canvas = Canvas::new(SIZE, SIZE, other.ground());
    let config = CaromGizmos { velocities: 0.0, contacts: false, mark: 0.0, ..CaromGizmos::default() };
    let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
    for line in lines(carom, &RecentImpacts::default(), &config) {
        // A half-plane reaches beyond all pictures.
        if (line.b - line.a).length() < 100.0 * height {
            left = left.min(line.a.x).min(line.b.x);
            right = right.max(line.a.x).max(line.b.x);
        }
        let points = vec![view.point(line.a), view.point(line.b)];
        canvas.push(Item::Line { points, width: 1.0, color: Color::BLUE, dash: 0.0 });
    }
    let middle = 0.5 * (left + right);
    assert!((middle - center.x).abs() < 0.05 * height, "{name}: the middle is at {middle}, not at {center}");
    let pixmap = |canvas: &Canvas, kind: &str| {
        let png = canvas.to_png().expect("a picture");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}_{kind}.png"));
        std::fs::write(path, &png).expect("the picture is written");
        Pixmap::decode_png(&png).expect("a picture")
    };
    let (drawn, other) = (pixmap(&canvas, "gizmos"), pixmap(&other, "draw"));
    let (mut ink, mut alone) = (0_u32, 0_u32);
    for y in 0..SIZE {
        for x in 0..SIZE {
            if has_ink(&drawn, canvas.ground(), x, y, 0) {
                ink += 1;
                alone += u32::from(!has_ink(&other, canvas.ground(), x, y, 2));
            }
        }
    }
    assert!(ink > 500, "{name}: {ink} pixels are drawn");
    assert!(alone * 200 < ink, "{name}: {alone} of {ink} pixels lie where the other picture has nothing");
}

#[test]
fn the_examples_are_seen_where_they_are() {
    let mut hello = app();
    hello_ball::build(&mut hello);
    common::steps(&mut hello, 60);
    compare("hello_ball", &hello, hello_ball::CENTER, hello_ball::HEIGHT);

    let mut pinball = app();
    pinball_table::build(&mut pinball);
    common::steps(&mut pinball, 300);
    compare("pinball_table", &pinball, pinball_table::CENTER, pinball_table::HEIGHT);

    let mut fruit = app();
    suika::build(&mut fruit);
    for n in 0..10 {
        fruit.insert_resource(suika::Hand { x: 0.15 * n as f32 - 0.7, drops: true });
        common::steps(&mut fruit, 20);
    }
    compare("suika", &fruit, suika::CENTER, suika::HEIGHT);

    let mut scene = app();
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    scene.add_plugins(AssetPlugin {
        file_path: scenes.to_string_lossy().into_owned(),
        ..AssetPlugin::default()
    });
    scene_file::build(&mut scene, "pinball.ron");
    for _ in 0..1000 {
        scene.update();
        if scene.world().resource::<Carom>().bodies().count() > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    compare("scene_file", &scene, scene_file::CENTER, scene_file::HEIGHT);

    let mut many = app();
    ten_thousand::build(&mut many);
    common::steps(&mut many, 1);
    let carom = many.world().resource::<Carom>();
    assert_eq!(carom.ball_count(), 10_000, "all are there");
    compare("ten_thousand", &many, ten_thousand::CENTER, ten_thousand::HEIGHT);
}
