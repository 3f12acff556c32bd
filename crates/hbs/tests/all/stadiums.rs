//! Stadiums that others made: ten minutes of kicks lose nothing. They are read from the folder that the variable
//! `CAROM_STADIUMS` names, or from one beside the checkout; where there is none there is nothing to test.

use std::io::Write;
use std::path::{Path, PathBuf};

use carom::glam::{Vec2, vec2};
use carom::{BodyId, Config, World};
use carom_hbs::{Part, Pitch, Stadium, Team};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn stadiums() -> Vec<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/hbs");
    let folder = std::env::var_os("CAROM_STADIUMS").map_or(beside, PathBuf::from);
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hbs"));
    paths.sort();
    if paths.is_empty() {
        // The output of a test is shown if it fails, or with `--nocapture`.
        let _ = writeln!(std::io::stderr(), "NOT CHECKED: no stadiums to read");
    }
    paths
}

#[test]
fn ten_minutes_of_kicks_lose_nothing() {
    for path in stadiums() {
        let stadium = Stadium::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (width, height) = (stadium.width as f32, stadium.height as f32);
        let mut world = World::new(Config::weightless()).unwrap();
        let mut pitch = Pitch::new(&mut world, stadium).unwrap();
        let built = world.shape_geometries().filter_map(|(_, shape, _)| pitch.part(shape));
        let walls = built.filter(|part| matches!(part, Part::Segment(_))).count();
        assert_eq!(walls, pitch.stadium().segments.len(), "{}", path.display());
        let mut chance = Pcg64::seed_from_u64(8);
        for n in 0..7 {
            pitch.add_player(&mut world, if n % 2 == 0 { Team::Red } else { Team::Blue }).unwrap();
        }
        let discs: Vec<BodyId> = (0..7).filter_map(|n| pitch.player(n)).chain([pitch.ball()]).collect();
        pitch.kick_off(&mut world, Team::Red);
        let mut goals = 0;
        for frame in 0..36_000 {
            if frame % 15 == 0 {
                let disc = discs[chance.random_range(0..discs.len())];
                let way = vec2(chance.random_range(-1.0..1.0), chance.random_range(-1.0..1.0));
                let old = world.velocity(disc).unwrap();
                world.set_velocity(disc, old + 900.0 * way).unwrap();
            }
            pitch.step(&mut world);
            for disc in &discs {
                let at = world.position(*disc).unwrap();
                assert!(at.x.abs() <= width && at.y.abs() <= height, "{}: {at} in {frame}", path.display());
            }
            if let Some(score) = pitch.scores().first() {
                goals += 1;
                let next = score.team.other();
                pitch.kick_off(&mut world, next);
                assert_eq!(world.position(pitch.ball()), Some(Vec2::ZERO));
            }
        }
        assert!(goals > 10, "{}: {goals} goals", path.display());
    }
}

/// The same as a scene, with players that are added by hand.
#[cfg(feature = "scene")]
#[test]
fn ten_minutes_of_kicks_lose_nothing_in_a_scene() {
    for path in stadiums() {
        let name = path.display();
        let stadium = Stadium::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (width, height) = (stadium.width as f32, stadium.height as f32);
        let (scene, _) = stadium.to_scene();
        let text = scene.to_ron().unwrap();
        let mut stage = carom_scene::Scene::from_ron(&text).and_then(carom_scene::Scene::stage).unwrap();
        let mut chance = Pcg64::seed_from_u64(9);
        let mut discs = vec![stage.find("ball").expect("every stadium has a ball")];
        let ball = stage.world.ball(discs[0]).unwrap();
        let radius = stadium.player.disc.radius as f32;
        while discs.len() < 8 {
            let at = vec2(chance.random_range(-0.8..0.8) * width, chance.random_range(-0.6..0.6) * height);
            if stage.world.overlap_ball(at, radius, ball.filter).unwrap().is_empty() {
                let player = carom::Ball { position: at, radius, ..ball };
                discs.push(stage.world.add_ball(player).unwrap());
            }
        }
        for frame in 0..36_000 {
            if frame % 15 == 0 {
                let disc = discs[chance.random_range(0..discs.len())];
                let way = vec2(chance.random_range(-1.0..1.0), chance.random_range(-1.0..1.0));
                let old = stage.world.velocity(disc).unwrap();
                stage.world.set_velocity(disc, old + 900.0 * way).unwrap();
            }
            stage.step();
            for disc in &discs {
                let at = stage.world.position(*disc).unwrap();
                assert!(at.x.abs() <= width && at.y.abs() <= height, "{name}: {at} in {frame}");
            }
        }
        let goals: u64 = stage.goals().map(|(_, count)| count).sum();
        assert!(goals > 10, "{name}: {goals} goals");
    }
}
