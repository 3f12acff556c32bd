//! A warmed step allocates nothing, in any scene.

use allocation_counter::measure;
use carom::glam::Vec2;
use carom::{BodyId, Config, Error, PredictedTrajectory, TrajectoryQuery, World};
use scenes::{Options, Scene, disc_football, file, galton, gas, large_static, pile, pinball};

type Build = fn(&Options) -> Result<Scene, Error>;

const DT: f32 = 1.0 / 60.0;

#[test]
fn a_warmed_step_allocates_nothing() {
    let scenes: [(&str, Build, usize); 6] = [
        ("pinball", pinball::build, 4),
        ("pile", pile::build, 300),
        ("gas", gas::build, 300),
        ("galton", galton::build, 100),
        ("large_static", large_static::build, 100),
        ("disc_football", disc_football::build, 8),
    ];
    let mut found = Vec::new();
    for (name, build, balls) in scenes {
        let mut scene = build(&Options::default().balls(balls).seed(1)).expect("in range");
        // Long enough for the game of pinball to have had as many balls in play as it ever has.
        let (warm, watched) = (18_000, 600);
        let mut blocks = 0;
        for n in 0..warm + watched {
            scene.before(DT).expect("the script is sound");
            let counted = measure(|| {
                scene.world.step(DT);
            });
            scene.after(DT).expect("the script is sound");
            if n >= warm {
                blocks += counted.count_total;
            }
        }
        found.push((name, blocks));
    }
    assert!(found.iter().all(|(_, blocks)| *blocks == 0), "blocks in 600 warmed steps: {found:?}");
}

/// The scene files as well, once their lists have had the time to reach the size that the game asks for. A stage's
/// own rules and streams may allocate; the world's step may not.
#[test]
fn a_warmed_step_of_a_scene_file_allocates_nothing() {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(file("")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "ron") {
            continue;
        }
        let mut stage = carom_scene::open(&path).unwrap();
        let dt = stage.dt();
        let warm = stage.steps_to_run().max(12_000);
        let mut blocks = 0;
        for n in 0..warm + 600 {
            stage.before();
            let counted = measure(|| {
                stage.world.step(dt);
            });
            stage.after();
            if n >= warm {
                blocks += counted.count_total;
            }
        }
        found.push((path.file_stem().unwrap().to_string_lossy().into_owned(), blocks));
    }
    assert!(found.len() >= 12, "{found:?}");
    assert!(found.iter().all(|(_, blocks)| *blocks == 0), "blocks in 600 warmed steps: {found:?}");
}

/// Alone and among the other balls, from the world's own velocity and from another, with bounds that are watched.
#[test]
fn a_prediction_that_is_used_again_allocates_nothing() {
    let mut found = Vec::new();
    for (name, build, balls) in
        [("pinball", pinball::build as Build, 16), ("pile", pile::build, 100), ("galton", galton::build, 100)]
    {
        let mut scene = build(&Options::default().balls(balls).seed(1)).expect("in range");
        let world = &mut scene.world;
        let far = Vec2::splat(1e3);
        let config = Config { bounds: Some([-far, far]), stuck_after: 2.0, ..*world.config() };
        world.set_config(config).expect("sound settings");
        (0..300).for_each(|_| _ = world.step(DT));
        let balls: Vec<BodyId> = world.balls().map(|(id, _)| id).collect();
        let mut line = PredictedTrajectory::default();
        let mut predict = |world: &World| {
            for &ball in &balls {
                let query = TrajectoryQuery::from_ball(ball).seconds(1.0).bounces(20);
                for query in [query, query.velocity(Vec2::new(1.0, 2.0)), query.include_balls(false)] {
                    world.predict(&query, &mut line).expect("a ball of this world");
                }
            }
        };
        predict(world);
        found.push((name, measure(|| predict(world)).count_total));
    }
    assert!(found.iter().all(|(_, blocks)| *blocks == 0), "blocks of predictions: {found:?}");
}

/// Everything counted: rows, contacts, lists, grids and scratch.
#[test]
fn a_ball_in_a_pile_takes_less_than_two_kilobytes() {
    let balls = 2000;
    let mut kept = None;
    let counted = measure(|| {
        let mut scene = pile::build(&Options::default().balls(balls).seed(1)).expect("in range");
        for _ in 0..300 {
            scene.world.step(DT);
        }
        kept = Some(scene);
    });
    let balls = kept.map_or(0, |scene| scene.world.ball_count()) as i64;
    let each = counted.bytes_current / balls;
    println!("{each} bytes a ball in a pile of {balls}, contacts and scratch included");
    assert!(each < 2048, "{each} bytes a ball");
}
