//! Converts tables and plays them: the outcome of each item, the pieces of the curves, and the impacts of a bot's
//! balls.
//!
//! `cargo run --release -p carom-vpx --example measure -- TABLE... [--seconds 600] [--balls 1,4] [--seeds 20] [--meshes]`
//!
//! A table is a folder that vpxtool wrote, or a VPZ archive. Balls are checked ten times a second: a ball that is
//! out of the table or inside a closed wall is lost, a ball that stays within its radius for 10 s is stuck.
#![allow(clippy::print_stdout, reason = "a program that reports")]

use std::collections::{BTreeMap, BTreeSet};

use carom::glam::Vec2;
use carom_scene::Scene;
use carom_scene::model::{Leg, Shape, Side};
use carom_vpx::{Options, Table};

/// Steps between two checks of the balls.
const LOOKS: u64 = 24;
/// Seconds after which a ball that has not moved is stuck.
const STUCK: f32 = 10.0;

/// The result of one game.
#[derive(Default)]
struct Game {
    impacts: u64,
    lost: Vec<(f64, Vec2)>,
    stuck: Vec<(f64, Vec2)>,
    hit: BTreeSet<String>,
    returned: u64,
}

/// Closed walls as polygons, by the corners of their paths. One that is about a ball at the start is a frame.
fn outlines(scene: &Scene) -> Vec<Vec<Vec2>> {
    let fixed = scene.bodies.iter().filter(|body| body.motion.is_none());
    let paths = fixed.flat_map(|body| &body.shapes).filter_map(|shape| match shape {
        Shape::Path(path) if path.closed && path.thickness == 0.0 && path.side == Side::Both => Some(path),
        _ => None,
    });
    paths
        .map(|path| {
            let legs = path.legs.iter().flat_map(|leg| match leg {
                Leg::Line(to) | Leg::Tangent(to) => vec![*to],
                Leg::Arc { through, to } => vec![*through, *to],
            });
            std::iter::once(path.start).chain(legs).map(Vec2::from).collect::<Vec<Vec2>>()
        })
        .filter(|outline| !scene.balls.iter().any(|ball| inside(outline, ball.position.into())))
        .collect()
}

fn inside(polygon: &[Vec2], p: Vec2) -> bool {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).fold(false, |odd, (a, b)| {
        let crosses = (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
        odd != crosses
    })
}

fn play(scene: &Scene, seed: u64, seconds: f64) -> Game {
    let mut scene = scene.clone();
    scene.run.seed = seed;
    scene.run.seconds = seconds;
    let solids = outlines(&scene);
    let bodies: BTreeMap<String, bool> = scene
        .bodies
        .iter()
        .map(|body| (body.name.clone(), body.points != 0 || body.motion.is_some()))
        .collect();
    let mut stage = match scene.stage() {
        Ok(stage) => stage,
        Err(fault) => {
            println!("    WRONG: {fault}");
            return Game::default();
        }
    };
    let mut game = Game::default();
    let mut rests: BTreeMap<carom::BodyId, (Vec2, f32, bool)> = BTreeMap::new();
    for n in 0..stage.steps_to_run() {
        stage.before();
        let dt = stage.dt();
        stage.world.step(dt);
        for impact in stage.world.events().impacts() {
            game.impacts += 1;
            if let Some(name) = stage.name_of(impact.body_a)
                && bodies.get(name).copied().unwrap_or(false)
                && !game.hit.contains(name)
            {
                game.hit.insert(name.to_owned());
            }
        }
        stage.after();
        if n % LOOKS != 0 {
            continue;
        }
        let balls: Vec<_> =
            stage.world.balls().map(|(id, ball)| (id, ball.position, ball.radius, ball.filter)).collect();
        for (id, at, radius, filter) in balls {
            let rest = rests.entry(id).or_insert((at, 0.0, false));
            // A ball on a ramp passes over walls.
            let on_ramp = filter.category & 2 == 0;
            let gone = !on_ramp && solids.iter().any(|solid| inside(solid, at));
            if gone && !rest.2 {
                game.lost.push((stage.time(), at));
            }
            rest.2 = gone;
            if at.distance(rest.0) > radius {
                (rest.0, rest.1) = (at, 0.0);
            } else {
                let before = rest.1;
                rest.1 += LOOKS as f32 * dt;
                if before < STUCK && rest.1 >= STUCK {
                    game.stuck.push((stage.time(), at));
                }
            }
        }
    }
    game.lost.extend((0..stage.escaped()).map(|_| (seconds, Vec2::NAN)));
    game.returned = stage.goals().filter(|(name, _)| name.starts_with("drain")).map(|(_, count)| count).sum();
    game
}

fn main() {
    let mut tables = Vec::new();
    let (mut seconds, mut balls, mut seeds, mut meshes) = (600.0, vec![1, 4], 20, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("a value after the option");
        match arg.as_str() {
            "--seconds" => seconds = value().parse().expect("a number of seconds"),
            "--balls" => balls = value().split(',').map(|n| n.parse().expect("a number of balls")).collect(),
            "--seeds" => seeds = value().parse().expect("a number of seeds"),
            "--meshes" => meshes = true,
            _ => tables.push(arg),
        }
    }
    for path in &tables {
        let table = match Table::read(path, Options { meshes, ..Options::default() }) {
            Ok(table) => table,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        println!(
            "{path}: {} of {} items, {} warnings",
            table.report.carried(),
            table.report.len(),
            table.report.warnings()
        );
        for (kind, (all, carried)) in table.report.by_kind() {
            println!("    {kind:<16} {carried:>4} of {all:>4}");
        }
        println!("    {:?}", table.curves);
        match table.scene.lint() {
            Ok(slips) => {
                println!("    {} slips", slips.len());
                slips.iter().take(6).for_each(|slip| println!("      {slip}"));
            }
            Err(fault) => println!("    WRONG: {fault}"),
        }
        let aims: BTreeSet<String> = (table.scene.bodies.iter())
            .filter(|body| body.points != 0 || body.motion.is_some())
            .map(|body| body.name.clone())
            .collect();
        for balls in &balls {
            let table = Table::read(path, Options { balls: *balls, meshes, ..Options::default() })
                .expect("it was read before");
            let mut hit = BTreeSet::new();
            for seed in 1..=seeds {
                let start = std::time::Instant::now();
                let game = play(&table.scene, seed, seconds);
                println!(
                    "    {balls} balls, seed {seed}: {} impacts, {} drained, {} hit of {}, {} lost {:?}, {} stuck {:?}, {:.1} s",
                    game.impacts,
                    game.returned,
                    game.hit.len(),
                    aims.len(),
                    game.lost.len(),
                    game.lost.iter().take(3).collect::<Vec<_>>(),
                    game.stuck.len(),
                    game.stuck.iter().take(3).collect::<Vec<_>>(),
                    start.elapsed().as_secs_f32(),
                );
                hit.extend(game.hit);
            }
            println!("    {balls} balls: never hit: {:?}", aims.difference(&hit).collect::<Vec<_>>());
        }
    }
}
