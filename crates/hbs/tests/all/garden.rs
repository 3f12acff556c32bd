//! A small stadium of our own: its contents, its world, and ten minutes of play.

use carom::glam::{Vec2, vec2};
use carom::{Config, Filter, World};
use carom_hbs::{Color, Control, Flags, Ground, Part, Pitch, Stadium, Team};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

const GARDEN: &str = include_str!("../garden.hbs");

fn garden() -> Stadium {
    Stadium::parse(GARDEN).expect("a stadium")
}

fn play(stadium: Stadium) -> (World, Pitch) {
    let mut world = World::new(Config::weightless()).expect("a world");
    let pitch = Pitch::new(&mut world, stadium).expect("a pitch");
    (world, pitch)
}

#[test]
fn everything_is_read() {
    let stadium = garden();
    assert_eq!((stadium.name.as_str(), stadium.background.ground), ("Garden", Ground::Grass));
    assert_eq!(stadium.background.color, Some(Color::Rgb([0x71, 0x8c, 0x5a])));
    assert_eq!((stadium.vertexes.len(), stadium.segments.len(), stadium.discs.len()), (18, 17, 8));
    let rail = stadium.segments[0];
    assert_eq!((rail.mask, rail.group, rail.visible, rail.bounce), (Flags::BALL, Flags::WALL, false, 1.0));
    let right = std::f64::consts::FRAC_PI_2;
    assert!((stadium.segments[2].turn - right).abs() < 1e-15, "curveF of 1 is a right angle");
    assert_eq!(stadium.segments[14].turn, 2.0 * right, "curveF of nothing is a half circle");
    assert_eq!(stadium.discs[0].group, Flags::BALL | Flags::KICK | Flags::SCORE, "the ball comes first");
    assert_eq!(stadium.discs[1].position, [-250.0, -60.0]);
    assert_eq!(stadium.player.kick_strength, 6.0);
    assert_eq!(stadium.player.acceleration, 0.1, "the rest is the game's own");
    assert!(stadium.warnings.is_empty(), "{}", stadium.warnings);
}

#[test]
fn spawns_are_those_of_the_game() {
    let stadium = garden();
    let red = [0, 1, 2, 7].map(|n| stadium.spawn(Team::Red, n));
    assert_eq!(red, [[-120.0, 0.0], [-160.0, 40.0], [-160.0, 40.0], [-160.0, 40.0]]);
    let blue = [0, 1, 2, 3].map(|n| stadium.spawn(Team::Blue, n));
    assert_eq!(blue, [[120.0, 0.0], [120.0, -55.0], [120.0, 55.0], [120.0, -110.0]]);
}

#[test]
fn what_is_built_otherwise_is_told_with_its_place() {
    let (_, pitch) = play(garden());
    let listed = pitch.warnings().to_string();
    for place in [
        "segments[16]: left out",
        "segments[4].bias: 1 one-sided",
        "discs[5].radius",
        "discs[5].invMass",
        "joints[0]",
    ] {
        assert!(listed.contains(place), "{place} in\n{listed}");
    }
    assert_eq!(pitch.warnings().count(), 5, "{listed}");
}

#[test]
fn arcs_are_exact() {
    let (world, _) = play(garden());
    // The corner at the upper left on a screen: its centre is at (-190, -60) there, its radius 60.
    let center = vec2(-190.0, 60.0);
    // Posts stand at its ends.
    for i in 10..=80_u8 {
        let point = center + 60.0 * direction((90.0 + f32::from(i)).to_radians());
        let found = world.closest_point(point, 5.0, Filter::default()).unwrap().expect("the arc");
        assert!(found.point.distance(point) < 1e-4, "{i}: {} is not {point}", found.point);
    }
}

#[test]
fn vertexes_that_segments_cover_are_not_built_twice() {
    let (world, pitch) = play(garden());
    let parts: Vec<_> = world.shape_geometries().filter_map(|(_, shape, _)| pitch.part(shape)).collect();
    let count = |kind: fn(&Part) -> bool| parts.iter().filter(|part| kind(part)).count();
    assert_eq!(count(|part| matches!(part, Part::Segment(_))), 16, "all but the one without length");
    assert_eq!(count(|part| matches!(part, Part::Plane(_))), 4);
    assert_eq!(count(|part| matches!(part, Part::Disc(_))), 4, "the posts");
    // The one-sided rail from 6 to 5 covers no end, but the arcs beside it do; 16 and 17 stand alone.
    let vertexes: Vec<_> = parts.iter().filter(|part| matches!(part, Part::Vertex(_))).collect();
    assert_eq!(vertexes, [&Part::Vertex(16), &Part::Vertex(17)]);
}

#[test]
fn a_goal_counts_for_the_other_team() {
    let (mut world, mut pitch) = play(garden());
    world.set_velocity(pitch.ball(), vec2(600.0, 0.0)).unwrap();
    let mut scores = Vec::new();
    for _ in 0..120 {
        pitch.step(&mut world);
        for score in pitch.scores().to_vec() {
            scores.push((score.team, score.goal));
            pitch.kick_off(&mut world, score.team.other());
        }
    }
    assert_eq!(scores, [(Team::Red, 1)], "into the goal of blue");
    assert_eq!(world.position(pitch.ball()), Some(Vec2::ZERO), "the ball is back");
}

#[test]
fn a_goal_that_is_in_and_out_within_a_frame_counts() {
    let (mut world, mut pitch) = play(garden());
    let ball = pitch.ball();
    world.teleport(ball, vec2(240.0, 0.0)).unwrap();
    // To the net, 20 pixels on, and back over the line: the net gives a twentieth of the speed back.
    world.set_velocity(ball, vec2(20_000.0, 0.0)).unwrap();
    pitch.step(&mut world);
    assert!(world.position(ball).unwrap().x < 258.0, "it is out again");
    let goals: Vec<_> = pitch.scores().iter().map(|score| score.goal).collect();
    assert_eq!(goals, [1, 1], "in, and out again");
    let noticed: Vec<_> =
        world.events().sensor_entered().iter().filter_map(|crossing| pitch.part(crossing.shape)).collect();
    assert_eq!(noticed, [Part::Goal(1); 2], "the goal is a sensor of centres");
}

/// A ball runs round in a bowl, more than once a frame at last, and over a goal line each time: nothing strikes it there.
#[test]
fn a_ball_that_runs_round_scores_each_time() {
    for (speed, laps) in [(2000.0_f32, 3.5), (6000.0, 10.6), (40_000.0, 70.7)] {
        let stadium = Stadium::parse(
            "{ vertexes: [{ x: -100, y: 0 }, { x: 100, y: 0 }],
            segments: [{ v0: 0, v1: 1, curve: 180 }, { v0: 1, v1: 0, curve: 180 }],
            goals: [{ p0: [0, 0], p1: [0, -200], team: 'red' }],
            ballPhysics: { pos: [0, 90], radius: 10, bCoef: 0, damping: 1 } }",
        );
        let (mut world, mut pitch) = play(stadium.unwrap());
        world.set_velocity(pitch.ball(), vec2(speed, 0.0)).unwrap();
        let mut scores = 0;
        for _ in 0..60 {
            pitch.step(&mut world);
            scores += pitch.scores().len();
        }
        assert!((scores as f64 - laps).abs() <= 1.0, "{scores} in place of {laps} at {speed}");
    }
}

/// A ball that is put onto a goal line for the kick-off has not scored, and has as soon as it comes over it again.
#[test]
fn a_kick_off_on_a_goal_line_scores_nothing() {
    let stadium = Stadium::parse(
        "{ goals: [{ p0: [0, -50], p1: [0, 50], team: 'red' }], planes: [{ normal: [-1, 0], dist: -80, bCoef: 2 }], ballPhysics: { pos: [0, 0] } }",
    );
    let (mut world, mut pitch) = play(stadium.unwrap());
    for _ in 0..3 {
        pitch.kick_off(&mut world, Team::Red);
        pitch.step(&mut world);
        assert!(pitch.scores().is_empty());
    }
    world.set_velocity(pitch.ball(), vec2(900.0, 0.0)).unwrap();
    let scores: usize = (0..60)
        .map(|_| {
            pitch.step(&mut world);
            pitch.scores().len()
        })
        .sum();
    assert_eq!(scores, 1, "it comes back from the plane");
}

#[test]
fn one_team_kicks_off_and_the_other_waits() {
    for (team, comes) in [(Team::Red, true), (Team::Blue, false)] {
        let (mut world, mut pitch) = play(garden());
        let player = pitch.add_player(&mut world, Team::Red).unwrap();
        pitch.kick_off(&mut world, team);
        pitch.control(player, Control { direction: Vec2::X, kick: false });
        let mut moved = false;
        for _ in 0..240 {
            pitch.step(&mut world);
            moved |= pitch.kicks_off().is_none();
        }
        assert_eq!(moved, comes, "kick-off of {team:?}");
        let body = pitch.player(player).unwrap();
        let x = world.position(body).unwrap().x;
        assert!(comes || x < -50.0 - 14.0, "a red player at {x} waits before the circle");
    }
}

#[test]
fn ten_minutes_of_kicks_lose_nothing() {
    for seed in 0..3 {
        let (mut world, mut pitch) = play(garden());
        let mut chance = Pcg64::seed_from_u64(seed);
        for n in 0..8 {
            let team = if n % 2 == 0 { Team::Red } else { Team::Blue };
            pitch.add_player(&mut world, team).unwrap();
        }
        let bodies: Vec<_> = (0..8).filter_map(|n| pitch.player(n)).chain([pitch.ball()]).collect();
        pitch.kick_off(&mut world, Team::Red);
        let (mut goals, mut lost) = (0, 0);
        for frame in 0..36_000 {
            if frame % 20 == 0 {
                kick(&mut world, &bodies, &mut chance);
            }
            pitch.step(&mut world);
            assert_eq!(world.events().dropped().quarantined_balls, 0, "frame {frame}");
            for (body, radius) in bodies.iter().zip([15.0; 8].into_iter().chain([10.0])) {
                let at = world.position(*body).expect("a body").abs();
                lost += usize::from(at.x > 301.0 - radius || at.y > 161.0 - radius);
            }
            let ball = world.position(pitch.ball()).expect("the ball").abs();
            lost += usize::from(ball.x > 271.0 - 10.0 || ball.y > 121.0 - 10.0);
            if let Some(score) = pitch.scores().first() {
                goals += 1;
                let team = score.team.other();
                pitch.kick_off(&mut world, team);
            }
        }
        assert_eq!(lost, 0, "seed {seed}");
        assert!(goals > 10, "seed {seed}: {goals} goals");
    }
}

/// The unit vector at an angle, with the same bits everywhere.
fn direction(angle: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(angle);
    vec2(cos, sin)
}

/// Kicks one of the bodies in any direction, up to 12 pixels a frame.
fn kick(world: &mut World, bodies: &[carom::BodyId], chance: &mut impl Rng) {
    let body = bodies[chance.random_range(0..bodies.len())];
    let way = direction(chance.random_range(0.0..std::f32::consts::TAU));
    let old = world.velocity(body).expect("a body");
    world.set_velocity(body, old + way * chance.random_range(60.0..720.0)).expect("a speed");
}
