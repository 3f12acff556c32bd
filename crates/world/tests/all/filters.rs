//! Filters: groups, pairs that are kept apart, and changes in flight.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{Dice, weightless};
use carom_world::{Ball, Body, BodyId, Chain, Config, Error, Filter, Material, Shape, ShapeId, World};
use glam::{DVec2, Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

fn ball(world: &mut World, x: f32, v: f32, filter: Filter) -> BodyId {
    let ball = Ball::new(vec2(x, 0.0), 0.5).velocity(vec2(v, 0.0)).material(Material::elastic());
    world.add_ball(ball.filter(filter)).unwrap()
}

/// Whether two balls shot at each other strike.
fn strike(a: Filter, b: Filter) -> bool {
    let mut world = weightless();
    ball(&mut world, -2.0, 50.0, a);
    ball(&mut world, 2.0, -50.0, b);
    (0..10).any(|_| !world.step(DT).impacts().is_empty())
}

#[test]
fn groups_go_before_masks() {
    let all = Filter::default();
    assert!(strike(all, all));
    assert!(!strike(all.group(-1), all.group(-1)));
    assert!(strike(all.group(-1), all.group(-2)));
    assert!(strike(all.group(-1), all));
    assert!(strike(Filter::new(1, 2), Filter::new(2, 1)), "each one's mask holds the other");
    assert!(!strike(Filter::new(1, 2), Filter::new(2, 0)), "one side is not enough");
    assert!(strike(Filter::NONE.group(5), Filter::NONE.group(5)));
    assert!(!strike(Filter::NONE.group(5), all));
}

#[test]
fn a_pair_is_kept_apart_and_let_together_again() {
    let mut world = weightless();
    let wall = world.add_body(Body::fixed()).unwrap();
    world.add_shape(wall, Shape::segment(vec2(3.0, -9.0), vec2(3.0, 9.0)).unwrap()).unwrap();
    let turning = world.add_body(Body::kinematic().position(vec2(5.0, 0.0))).unwrap();
    world.add_shape(turning, Shape::circle(Vec2::ZERO, 0.2).unwrap()).unwrap();
    let (a, b) =
        (ball(&mut world, 0.0, 300.0, Filter::default()), ball(&mut world, 8.0, 0.0, Filter::default()));
    for other in [wall, turning, b] {
        world.set_collision_exception(other, a, true).unwrap();
    }
    let mut twin = World::from_snapshot(&world.snapshot()).unwrap();
    world.step(DT);
    world.step(DT);
    assert_eq!(world.velocity(a), Some(vec2(300.0, 0.0)), "nothing stops it");
    assert!(world.position(a).unwrap().x > 9.0);
    twin.step(DT);
    twin.step(DT);
    assert_eq!(twin.state_hash(), world.state_hash());
    // On the way back only the wall stops it.
    world.set_collision_exception(a, wall, false).unwrap();
    world.set_velocity(a, vec2(-300.0, 0.0)).unwrap();
    let mut met = Vec::new();
    for _ in 0..3 {
        met.extend(world.step(DT).impacts().iter().map(|impact| impact.body_a));
        world.validate().unwrap();
    }
    assert_eq!(met, [wall]);
    // Removal forgets the pair; a stale id is refused and changes nothing.
    world.remove_body(b).unwrap();
    world.validate().unwrap();
    assert_eq!(world.set_collision_exception(a, b, true), Err(Error::UnknownBody(b)));
}

#[test]
fn a_resting_ball_falls_when_its_floor_is_for_others() {
    for change in 0..3 {
        let mut world = World::new(Config::default()).unwrap();
        let floor = world.add_body(Body::fixed()).unwrap();
        let path = Chain::polyline(&[vec2(-3.0, 0.0), vec2(0.0, 0.0), vec2(3.0, 0.0)]);
        let shape: ShapeId = world.add_shape(floor, Shape::chain(&path).unwrap()).unwrap();
        let resting = world.add_ball(Ball::new(vec2(0.0, 0.5), 0.5)).unwrap();
        (0..60).for_each(|_| _ = world.step(DT));
        match change {
            0 => world.set_shape_filter(shape, Filter::new(2, 2)).unwrap(),
            1 => world.set_ball_filter(resting, Filter::new(2, 2)).unwrap(),
            _ => world.set_collision_exception(floor, resting, true).unwrap(),
        }
        (0..30).for_each(|_| _ = world.step(DT));
        world.validate().unwrap();
        let fallen = 0.5 - world.position(resting).unwrap().y;
        let exact = 0.5 * 9.81 * 0.25;
        assert!(
            (fallen - exact).abs() < 0.01 * exact,
            "change {change}: fell {fallen}, {exact} in free fall"
        );
    }
}

#[test]
fn a_bridge_over_a_road() {
    // One ball on the bridge, one on the road that crosses below it; a sensor changes the layer on the ramp.
    let (road, bridge) = (Filter::new(2, 1), Filter::new(4, 1));
    let mut world = weightless();
    let body = world.add_body(Body::fixed()).unwrap();
    // Rails of the bridge, across the road.
    for x in [-1.0_f32, 1.0] {
        let rail = Shape::segment(vec2(x, -5.0), vec2(x, 5.0)).unwrap();
        world.add_shape(body, rail.filter(Filter::new(1, 4)).material(Material::elastic())).unwrap();
    }
    let ramp = Shape::chain(
        &Chain::polyline(&[vec2(-1.0, -7.0), vec2(1.0, -7.0), vec2(1.0, -6.0), vec2(-1.0, -6.0)]).close(),
    );
    world.add_shape(body, ramp.unwrap().sensor()).unwrap();
    let below = ball(&mut world, -4.0, 20.0, road);
    let over = Ball::new(vec2(0.0, -9.0), 0.4).velocity(vec2(2.0, 20.0)).material(Material::elastic());
    let over = world.add_ball(over.filter(road)).unwrap();
    let (mut bounced, mut switched) = (0, 0);
    for _ in 0..40 {
        world.step(DT);
        bounced += world.events().impacts().iter().filter(|impact| impact.body_b == over).count();
        let up: Vec<BodyId> = world.events().sensor_entered().iter().map(|crossing| crossing.ball).collect();
        for id in up {
            world.set_ball_filter(id, bridge).unwrap();
            switched += 1;
        }
    }
    assert_eq!(world.velocity(below), Some(vec2(20.0, 0.0)), "the road leads under the rails");
    assert!(switched == 1 && bounced >= 1, "{switched} {bounced}");
    assert!(world.position(over).unwrap().x.abs() < 1.0);
}

/// Walls of two bodies that share a joint leave its point to one of them, and to whichever is nearer. A ball that one of the
/// bodies lets through met nothing there, and went through the end of the other.
#[test]
fn the_end_of_a_wall_beside_one_that_lets_the_ball_through_stops_it() {
    let mut dice = Dice(43);
    let mut tried = 0;
    for case in 0..1500 {
        let mut world = World::new(Config { gravity: Vec2::ZERO, ..Config::default() }).unwrap();
        let [solid, open] = [(); 2].map(|()| world.add_body(Body::fixed()).unwrap());
        let around = |angle: f64, way: f64| DVec2::new(libm::cos(angle), libm::sin(angle)) * way;
        let near = DVec2::new(-3.0, 0.0);
        let far = around(dice.uniform(-2.8, 2.8), dice.uniform(0.5, 4.0));
        let start = around(dice.uniform(-3.1, 3.1), dice.uniform(1.0, 4.0));
        let distance = |at: DVec2| (at - near * (at.dot(near) / 9.0).clamp(0.0, 1.0)).length();
        if distance(start) < 1.01 {
            continue;
        }
        tried += 1;
        let aim = around(dice.uniform(-3.1, 3.1), dice.uniform(0.0, 1.2));
        let velocity = (aim - start).normalize() * libm::exp(dice.uniform(0.0, 5.7));
        let ball = Ball::new(start.as_vec2(), 1.0).velocity(velocity.as_vec2());
        let ball = world.add_ball(ball).unwrap();
        let build = |world: &mut World, first: bool| {
            let (body, end) = if first { (solid, near) } else { (open, far) };
            world.add_shape(body, Shape::segment(end.as_vec2(), Vec2::ZERO).unwrap()).unwrap();
        };
        // Whichever comes first, before the exception and after it.
        if case % 3 == 0 {
            world.set_collision_exception(open, ball, true).unwrap();
        }
        build(&mut world, case % 2 == 0);
        if case % 3 == 1 {
            world.set_collision_exception(open, ball, true).unwrap();
        }
        build(&mut world, case % 2 != 0);
        world.set_collision_exception(open, ball, true).unwrap();
        for step in 0..60 {
            world.step(1.0 / 60.0);
            let depth = 1.0 - distance(world.position(ball).unwrap().as_dvec2());
            assert!(depth < 0.102, "case {case}, step {step}: {depth} radii deep");
        }
    }
    assert!(tried > 700, "{tried} balls");
}

/// How a contact or a stay in a sensor may end between two steps.
type Ending = fn(&mut World, BodyId, BodyId, ShapeId) -> Result<(), Error>;

/// Ball, body that it lies on or in, and the shape.
const ENDINGS: [(&str, Ending); 9] = [
    ("the ball is removed", |world, ball, _, _| world.remove_body(ball)),
    ("the body is removed", |world, _, body, _| world.remove_body(body)),
    ("the shape is removed", |world, _, _, shape| world.remove_shape(shape)),
    ("shape, then ball", |world, ball, _, shape| world.remove_shape(shape).and(world.remove_body(ball))),
    ("ball, then body", |world, ball, body, _| world.remove_body(ball).and(world.remove_body(body))),
    ("the ball's filter", |world, ball, _, _| world.set_ball_filter(ball, Filter::NONE)),
    ("the shape's filter", |world, _, _, shape| world.set_shape_filter(shape, Filter::NONE)),
    ("an exception", |world, ball, body, _| world.set_collision_exception(ball, body, true)),
    ("a teleport", |world, ball, _, _| world.teleport(ball, vec2(0.0, 900.0))),
];

/// A game that counts starts less ends, from the results of steps, was wrong after every removal: its end stood in
/// `World::events` until the next step, which cleared it.
#[test]
fn what_ends_between_two_steps_is_in_the_events_of_the_next() -> Result<(), Error> {
    let corner = Chain::polyline(&[vec2(-2.0, 2.0), Vec2::ZERO, vec2(2.0, 2.0)]);
    for (what, end) in ENDINGS {
        for kind in [Body::fixed(), Body::kinematic()] {
            for (shape, at) in [
                (Shape::segment(vec2(-2.0, 0.0), vec2(2.0, 0.0))?, 0.1),
                (Shape::half_plane(Vec2::ZERO, Vec2::Y)?, 0.1),
                (Shape::chain(&corner)?, 0.1 * std::f32::consts::SQRT_2),
                (Shape::rect(Vec2::ZERO, vec2(4.0, 4.0))?.sensor(), 0.3),
                (Shape::segment(vec2(-2.0, 0.1), vec2(2.0, 0.1))?.sensor(), 0.05),
            ] {
                // Sooner and later than balls sleep; weightless for balls that would fall out of a sensor.
                for steps in [2, 200] {
                    let sensor = at != 0.1 && at != 0.1 * std::f32::consts::SQRT_2;
                    let mut world = if sensor { weightless() } else { World::new(Config::default())? };
                    let body = world.add_body(kind)?;
                    let shape = world.add_shape(body, shape.clone())?;
                    let ball = world.add_ball(Ball::new(vec2(0.0, at), 0.1))?;
                    let (mut began, mut ended) = (Vec::new(), Vec::new());
                    for step in 0..steps + 3 {
                        let events = world.step(DT);
                        began
                            .extend(events.contacts_started().iter().map(|pair| (pair.shape_a, pair.body_b)));
                        began
                            .extend(events.sensor_entered().iter().map(|stay| (Some(stay.shape), stay.ball)));
                        ended.extend(events.contacts_ended().iter().map(|pair| (pair.shape_a, pair.body_b)));
                        ended.extend(events.sensor_exited().iter().map(|stay| (Some(stay.shape), stay.ball)));
                        assert_eq!(ended.is_empty(), step < steps, "{what}, step {step} of {steps}, at {at}");
                        if step + 1 == steps {
                            assert_eq!(began, [(Some(shape), ball)], "{what}, at {at}, {kind:?}");
                            end(&mut world, ball, body, shape)?;
                            // A world that is saved between the two remembers it.
                            world = World::from_snapshot(&world.snapshot())?;
                            world.validate().unwrap();
                        }
                    }
                    assert_eq!((&began, began.len()), (&ended, 1), "{what}, {steps} steps");
                    assert_eq!(began[0], (Some(shape), ball));
                }
            }
        }
    }
    Ok(())
}

/// Two balls that touch, of which one goes or changes its filter; also while they are held.
#[test]
fn the_contact_of_two_balls_ends_with_either() -> Result<(), Error> {
    for first in [true, false] {
        for change in 0..3 {
            let mut world = World::new(Config::default())?;
            let floor = world.add_body(Body::fixed())?;
            world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
            let below = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1))?;
            let above = world.add_ball(Ball::new(vec2(0.0, 0.3), 0.1))?;
            world.add_ball(Ball::new(vec2(5.0, 0.1), 0.1))?;
            let (mut count, goes) = (0_i32, if first { below } else { above });
            for step in 0..20 {
                let events = world.step(DT);
                let of_two = |pairs: &[carom_world::ContactPair]| {
                    pairs.iter().filter(|pair| pair.shape_a.is_none()).count() as i32
                };
                count += of_two(events.contacts_started()) - of_two(events.contacts_ended());
                assert_eq!(count, i32::from(step <= 10), "{first}, change {change}, step {step}");
                match change {
                    _ if step != 10 => {}
                    0 => world.remove_body(goes)?,
                    1 => world.set_ball_filter(goes, Filter::NONE)?,
                    _ => world.set_collision_exception(above, below, true)?,
                }
            }
        }
    }
    Ok(())
}

/// A ball that a game holds in a sensor leaves it when ball, sensor or filter goes.
#[test]
fn a_held_ball_leaves_a_sensor_by_removal_and_filter() -> Result<(), Error> {
    for (what, end) in ENDINGS {
        let mut world = World::new(Config::default())?;
        let body = world.add_body(Body::fixed())?;
        let shape = world.add_shape(body, Shape::circle(Vec2::ZERO, 1.0)?.sensor())?;
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
        world.hold(ball)?;
        assert_eq!(world.step(DT).sensor_entered().len(), 1, "{what}");
        end(&mut world, ball, body, shape)?;
        // The list of the last step stays as it was.
        assert_eq!((world.events().sensor_entered().len(), world.events().sensor_exited().len()), (1, 0));
        let exited: Vec<_> =
            world.step(DT).sensor_exited().iter().map(|stay| (stay.shape, stay.ball)).collect();
        assert_eq!(exited, [(shape, ball)], "{what}");
        assert!(world.step(DT).sensor_exited().is_empty(), "{what}");
    }
    Ok(())
}
