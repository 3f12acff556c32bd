//! A predicted path is the path that the ball then takes, and predicting it leaves no trace.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom_world::{
    Ball, Body, BodyId, Chain, Config, Error, Joint, Link, Material, PredictedTrajectory, Shape,
    TrajectoryEnd, TrajectoryQuery, World,
};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

/// A pinball-like room: a closed outline with an arc, pins, a turning blade and a hinge.
fn table(movers: bool) -> World {
    let mut world = World::new(Config::default()).unwrap();
    let body = world.add_body(Body::fixed()).unwrap();
    let bouncy = Material::new(0.9, 0.2);
    let path = Chain::start(vec2(-1.0, 0.0))
        .line_to(vec2(1.0, 0.0))
        .line_to(vec2(1.0, 2.0))
        .tangent_arc_to(vec2(-1.0, 2.0))
        .close();
    world.add_shape(body, Shape::chain(&path).unwrap().material(bouncy)).unwrap();
    for n in 0..6 {
        let at = vec2((n % 3) as f32 * 0.6 - 0.6, 0.8 + (n / 3) as f32 * 0.5);
        world.add_shape(body, Shape::circle(at, 0.05).unwrap().material(bouncy)).unwrap();
    }
    if movers {
        let blade = world.add_body(Body::kinematic().position(vec2(0.0, 0.4)).angular_velocity(3.0)).unwrap();
        world.add_shape(blade, Shape::capsule(vec2(-0.2, 0.0), vec2(0.2, 0.0), 0.02).unwrap()).unwrap();
        let gate = world.add_joint(Joint::hinge(vec2(0.7, 0.5), 0.01)).unwrap();
        world.add_shape(gate, Shape::capsule(Vec2::ZERO, vec2(0.2, 0.0), 0.02).unwrap()).unwrap();
    }
    world
}

/// The path that the world itself takes: impacts, and places at the ends of steps.
fn flown(world: &mut World, ball: BodyId, bounces: usize, steps: usize) -> (Vec<(f32, Vec2)>, Vec<Vec2>) {
    let (mut impacts, mut places) = (Vec::new(), Vec::new());
    for step in 0..steps {
        world.step(DT);
        let hits = world.events().impacts().iter().filter(|hit| hit.body_b == ball);
        impacts.extend(hits.map(|hit| (step as f32 * DT + hit.time, hit.point)));
        if impacts.len() >= bounces {
            break;
        }
        places.push(world.position(ball).unwrap());
    }
    (impacts, places)
}

#[test]
fn ten_bounces_are_as_predicted() {
    for movers in [false, true] {
        for seed in 0..40_u8 {
            let mut world = table(movers);
            let angle = f32::from(seed) * 0.7;
            let ball = Ball::new(vec2(0.3 * libm::sinf(angle), 2.2), 0.04)
                .velocity(vec2(libm::cosf(angle), libm::sinf(angle)) * (1.0 + f32::from(seed) * 0.2))
                .angular_velocity(angle * 5.0)
                .material(Material::new(0.8, 0.3));
            let id = world.add_ball(ball).unwrap();
            for _ in 0..seed {
                world.step(DT);
            }
            let mut prediction = PredictedTrajectory::default();
            world.predict(&TrajectoryQuery::from_ball(id).seconds(20.0), &mut prediction).unwrap();
            let (impacts, places) = flown(&mut world, id, 10, 1200);
            let predicted = prediction.impacts();
            assert!(predicted.len() >= 3, "seed {seed}: {} bounces", predicted.len());
            let mut worst: f32 = 0.0;
            for (hit, (time, point)) in predicted.iter().zip(&impacts) {
                worst = worst.max((hit.time - time).abs()).max(hit.point.distance(*point));
            }
            let ends = prediction.points().iter().filter(|p| {
                let steps = p.time / DT;
                (steps - steps.round()).abs() < 1e-3 && steps > 0.5
            });
            let ends: Vec<_> = ends.filter(|p| !impacts.iter().any(|hit| hit.0 == p.time)).collect();
            assert!(ends.len() >= places.len());
            for (p, place) in ends.iter().zip(&places) {
                worst = worst.max(p.position.distance(*place));
            }
            assert!(worst < 1e-5, "movers {movers}, seed {seed}: off by {worst}");
        }
    }
}

#[test]
fn predicting_changes_nothing() {
    let mut world = table(true);
    let ids: Vec<_> = (0..20)
        .map(|n| {
            let at = vec2((n % 5) as f32 * 0.3 - 0.6, 0.3 + (n / 5) as f32 * 0.4);
            world.add_ball(Ball::new(at, 0.05).user_data(n)).unwrap()
        })
        .collect();
    world.hold(ids[3]).unwrap();
    world.nudge(vec2(0.01, 0.0), 3.0).unwrap();
    let mut prediction = PredictedTrajectory::default();
    for step in 0..200 {
        let mut twin = world.clone();
        let before = (world.snapshot(), world.state_hash(), world.events().impacts().to_vec());
        world.predict(&TrajectoryQuery::from_ball(ids[step % 20]).seconds(0.5), &mut prediction).unwrap();
        let new = Ball::new(vec2(0.0, 2.5), 0.03).material(Material::new(0.123, 0.4));
        world.predict(&TrajectoryQuery::new_ball(new).include_balls(false), &mut prediction).unwrap();
        assert_eq!(before, (world.snapshot(), world.state_hash(), world.events().impacts().to_vec()));
        world.validate().unwrap();
        world.step(DT);
        twin.step(DT);
        assert_eq!(world.snapshot(), twin.snapshot(), "step {step}");
    }
}

#[test]
fn a_path_ends_where_it_should() {
    let config = Config { bounds: Some([Vec2::splat(-5.0), Vec2::splat(5.0)]), ..Config::weightless() };
    let mut world = World::new(config).unwrap();
    let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    let target = world.add_ball(Ball::new(vec2(2.0, 0.0), 0.1).velocity(vec2(0.0, 9.0))).unwrap();
    let wall = world.add_body(Body::fixed()).unwrap();
    world.add_shape(wall, Shape::segment(vec2(-3.0, -1.0), vec2(-3.0, 1.0)).unwrap()).unwrap();
    world.hold(cue).unwrap();
    let mut line = PredictedTrajectory::default();
    let shot = TrajectoryQuery::from_ball(cue).velocity(vec2(2.0, 0.0));
    world.predict(&shot, &mut line).unwrap();
    assert_eq!(line.end(), TrajectoryEnd::Ball(target));
    let last = line.points().last().unwrap();
    assert!((last.time - 0.9).abs() < 1e-5 && last.position.distance(vec2(1.8, 0.0)) < 1e-5, "{last:?}");
    world.predict(&shot.include_balls(false), &mut line).unwrap();
    assert_eq!(line.end(), TrajectoryEnd::Bounds);
    world.predict(&shot.velocity(vec2(-10.0, 0.0)).bounces(1), &mut line).unwrap();
    assert_eq!((line.end(), line.impacts().len()), (TrajectoryEnd::Bounces, 1));
    assert_eq!(line.impacts()[0].body_a, wall);
    world.predict(&shot.velocity(vec2(0.0, 0.1)).seconds(0.5), &mut line).unwrap();
    assert_eq!((line.end(), line.points().len()), (TrajectoryEnd::Time, 31));
    assert!(world.is_held(cue));
}

#[test]
fn what_can_not_be_predicted_is_refused() {
    let mut world = World::new(Config::default()).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    let wall = world.add_body(Body::fixed()).unwrap();
    let mut line = PredictedTrajectory::default();
    let mut refused = |world: &mut World, aim: TrajectoryQuery, field: &str| {
        let before = world.snapshot();
        let error = world.predict(&aim, &mut line).unwrap_err();
        assert!(error.to_string().contains(field), "{error}");
        assert_eq!(world.snapshot(), before);
    };
    refused(&mut world, TrajectoryQuery::from_ball(ball).dt(0.0), "query.dt");
    refused(&mut world, TrajectoryQuery::from_ball(ball).seconds(f32::NAN), "query.seconds");
    refused(&mut world, TrajectoryQuery::from_ball(ball).seconds(9e4), "query.seconds");
    refused(&mut world, TrajectoryQuery::from_ball(ball).velocity(vec2(f32::NAN, 0.0)), "query.velocity");
    refused(&mut world, TrajectoryQuery::new_ball(Ball::new(Vec2::ZERO, -1.0)), "ball.radius");
    refused(&mut world, TrajectoryQuery::from_ball(wall), "a ball");
    world.remove_body(ball).unwrap();
    assert_eq!(world.predict(&TrajectoryQuery::from_ball(ball), &mut line), Err(Error::UnknownBody(ball)));
}

#[test]
fn what_is_kept_apart_is_no_obstacle() {
    let mut world = World::new(Config::weightless()).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(2.0, 0.0))).unwrap();
    let other = world.add_ball(Ball::new(vec2(1.0, 0.0), 0.1)).unwrap();
    world.set_collision_exception(ball, other, true).unwrap();
    let mut line = PredictedTrajectory::default();
    world.predict(&TrajectoryQuery::from_ball(ball).seconds(2.0), &mut line).unwrap();
    assert_eq!(line.end(), TrajectoryEnd::Time);
}

#[test]
fn a_linked_ball_goes_as_its_links_let_it() {
    for kind in 0..4 {
        let mut world = table(true);
        // Ahead of the ball and behind it in the rows.
        let other = world.add_ball(Ball::new(vec2(0.1, 2.0), 0.03)).unwrap();
        let ball = world
            .add_ball(
                Ball::new(vec2(0.5, 1.9), 0.04).velocity(vec2(0.4, 0.3)).material(Material::new(0.8, 0.3)),
            )
            .unwrap();
        let last = world.add_ball(Ball::new(vec2(0.8, 2.1), 0.03)).unwrap();
        for held in [other, last] {
            world.hold(held).unwrap();
        }
        let peg = vec2(0.0, 2.4);
        world
            .add_link(match kind {
                0 => Link::rod(peg, ball, 0.7),
                1 => Link::rope(peg, ball, 0.9),
                2 => Link::rope(other, ball, 0.6),
                _ => Link::spring(last, ball, 0.3, 20.0).damping(0.05),
            })
            .unwrap();
        world.add_link(Link::rope(other, last, 1.0)).unwrap();
        let mut line = PredictedTrajectory::default();
        let before = world.state_hash();
        world.predict(&TrajectoryQuery::from_ball(ball).seconds(2.0).bounces(6), &mut line).unwrap();
        assert_eq!(world.state_hash(), before, "kind {kind}: no trace");
        let start = world.snapshot();
        let (impacts, places) = flown(&mut world, ball, 6, 120);
        assert_eq!(line.impacts().len(), impacts.len().min(6), "kind {kind}");
        for (seen, (time, point)) in line.impacts().iter().zip(&impacts) {
            assert!((seen.time - time).abs() < 1e-5 && (seen.point - *point).length() < 1e-5, "kind {kind}");
        }
        let ends = line.points().iter().filter(|p| (p.time / DT - (p.time / DT).round()).abs() < 1e-3);
        for (point, place) in ends.skip(1).zip(&places) {
            assert!((point.position - *place).length() < 1e-5, "kind {kind} at {}", point.time);
        }
        // Without the others there are no links to them either.
        let mut free = World::from_snapshot(&start).unwrap();
        let (mut alone, mut bare) = (PredictedTrajectory::default(), PredictedTrajectory::default());
        let aim = TrajectoryQuery::from_ball(ball).seconds(0.5).include_balls(false);
        free.predict(&aim, &mut alone).unwrap();
        let ids: Vec<_> = free.links().map(|(id, _)| id).collect();
        for id in ids {
            free.remove_link(id).unwrap();
        }
        free.predict(&aim, &mut bare).unwrap();
        assert_eq!(alone.points() == bare.points(), kind >= 2, "kind {kind}");
    }
}

/// A bounce at the very start of a step was reported a few nanoseconds before the end of the step before it: the sum of
/// a time and a step is not always the next multiple of the step.
#[test]
fn times_never_go_back() {
    let mut at_the_seam = 0;
    for dt in [0.005_f32, 0.01, DT, 0.003] {
        for n in (1..60_u8).flat_map(|n| [n; 8]) {
            let speed = 1.0 + 0.137 * (at_the_seam % 64) as f32;
            let mut world = World::new(Config::weightless()).unwrap();
            let wall = world.add_body(Body::fixed()).unwrap();
            let shape = Shape::segment(vec2(0.125, -1.0), vec2(0.125, 1.0)).unwrap();
            world.add_shape(wall, shape.material(Material::new(1.0, 0.0))).unwrap();
            // As many steps as nearly as numbers tell, and a hair more.
            let way = (speed * f32::from(n) * dt).next_up();
            let ball = Ball::new(vec2(-way, 0.0), 0.125).velocity(vec2(speed, 0.0));
            let id = world.add_ball(ball.material(Material::new(1.0, 0.0))).unwrap();
            let mut line = PredictedTrajectory::default();
            world
                .predict(&TrajectoryQuery::from_ball(id).seconds(2.0 * way / speed).dt(dt), &mut line)
                .unwrap();
            let points = line.points();
            assert!(points.is_sorted_by(|a, b| a.time <= b.time), "{dt} {n} {speed}: {points:?}");
            let end = f32::from(n) * dt;
            at_the_seam += u32::from(line.impacts().iter().any(|hit| (hit.time - end).abs() < 1e-6));
        }
    }
    assert!(at_the_seam > 1800, "{at_the_seam}");
}

/// A floor, and a ball on it.
fn on_floor(config: Config, ball: Ball, floor: Material) -> (World, BodyId) {
    let mut world = World::new(config).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    world.add_shape(ground, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap().material(floor)).unwrap();
    let ball = world.add_ball(ball.material(floor)).unwrap();
    (world, ball)
}

/// The largest distance between the end of a predicted path and where the ball is after as many steps.
fn error_at_end(world: &mut World, ball: BodyId, shot: Option<Vec2>, steps: u16) -> f32 {
    let query = TrajectoryQuery::from_ball(ball).seconds(f32::from(steps) * DT).bounces(99);
    let mut line = PredictedTrajectory::default();
    world.predict(&shot.map_or(query, |velocity| query.velocity(velocity)), &mut line).unwrap();
    if let Some(velocity) = shot {
        world.set_velocity(ball, velocity).unwrap();
    }
    (0..steps).for_each(|_| _ = world.step(DT));
    line.points().last().unwrap().position.distance(world.position(ball).unwrap())
}

/// A meeting too slow to bounce is a contact and no impact: the path continued to its time, at the side of the
/// ball.
#[test]
fn a_path_ends_at_a_ball_that_it_meets_slowly() {
    let smooth = Material::new(0.5, 0.0);
    let (mut world, cue) = on_floor(Config::default(), Ball::new(vec2(0.0, 0.1), 0.1), smooth);
    let object = world.add_ball(Ball::new(vec2(0.25, 0.1), 0.1).material(smooth)).unwrap();
    let end = |world: &World, ball: BodyId, speed: f32| {
        let mut line = PredictedTrajectory::default();
        let shot = TrajectoryQuery::from_ball(ball).velocity(vec2(speed, 0.0)).seconds(5.0);
        world.predict(&shot, &mut line).unwrap();
        (line.end(), line.points().last().unwrap().position.x)
    };
    let (met, x) = end(&world, cue, 0.1);
    assert_eq!(met, TrajectoryEnd::Ball(object));
    assert!((x - 0.05).abs() < 0.01, "{x}");
    // From there it does not meet it, as it touches it already, be its row the lower one or the higher.
    world.teleport(cue, vec2(0.05, 0.1)).unwrap();
    (0..10).for_each(|_| _ = world.step(DT));
    assert_eq!(end(&world, cue, -0.1).0, TrajectoryEnd::Time);
    assert_eq!(end(&world, object, 0.1).0, TrajectoryEnd::Time);
    assert_eq!(end(&world, cue, 0.0).0, TrajectoryEnd::Time);
    assert_eq!(end(&world, object, 0.0).0, TrajectoryEnd::Time);
}

/// The substeps that the ball's own contact takes held for its whole path, long after it had left it.
#[test]
fn a_shot_off_a_loaded_contact_flies_as_predicted() {
    let heavy = Config { gravity: vec2(0.0, -100.0), ..Config::default() };
    let (mut world, ball) = on_floor(heavy, Ball::new(vec2(0.0, 0.1), 0.1), Material::default());
    (0..20).for_each(|_| _ = world.step(DT));
    world.set_gravity(vec2(0.0, -9.81)).unwrap();
    let error = error_at_end(&mut world, ball, Some(vec2(0.5, 1.0)), 60);
    assert!(error < 1e-6, "{error}");
}

/// How long it had been at rest was forgotten, so it rolled on for twice as far.
#[test]
fn a_slow_roll_stops_where_it_was_predicted_to() {
    let rolls = Ball::new(vec2(0.0, 0.5), 0.5).velocity(vec2(0.03, 0.0)).angular_velocity(-0.06);
    let (mut world, ball) = on_floor(Config::default(), rolls, Material::default());
    (0..24).for_each(|_| _ = world.step(DT));
    let error = error_at_end(&mut world, ball, None, 120);
    assert!(error < 1e-6, "{error}");
}

/// A ball that was out of bounds, and reported so, ended its path at once.
#[test]
fn a_path_that_comes_in_from_outside_goes_on() {
    let bounds = Some([Vec2::splat(-5.0), Vec2::splat(5.0)]);
    let mut world = World::new(Config { bounds, ..Config::weightless() }).unwrap();
    let ball = world.add_ball(Ball::new(vec2(6.0, 0.0), 0.1).velocity(vec2(-2.0, 0.0))).unwrap();
    assert_eq!(world.step(DT).out_of_bounds(), [ball]);
    let mut line = PredictedTrajectory::default();
    world.predict(&TrajectoryQuery::from_ball(ball).seconds(1.0), &mut line).unwrap();
    assert_eq!((line.end(), line.points().len()), (TrajectoryEnd::Time, 61));
    world.predict(&TrajectoryQuery::from_ball(ball).seconds(9.0), &mut line).unwrap();
    assert_eq!(line.end(), TrajectoryEnd::Bounds, "it leaves them on the other side");
}
