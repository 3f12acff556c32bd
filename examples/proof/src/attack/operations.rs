//! The world's interface: any calls in any order, with any values.

use carom::glam::Vec2;
use carom::prelude::*;
use carom::{FieldId, LinkId, PredictedTrajectory, Recording, SnapshotRing, ZoneId};

use super::source::Source;
use super::things;

/// Half the width of the box that balls are put into.
const HALF: f32 = 5.0;

/// The game's own data; it comes back with a snapshot.
#[derive(Clone, Debug, Default)]
struct Known {
    balls: Vec<BodyId>,
    bodies: Vec<BodyId>,
    guided: Vec<BodyId>,
    shapes: Vec<ShapeId>,
    fields: Vec<FieldId>,
    zones: Vec<ZoneId>,
    links: Vec<LinkId>,
    /// Balls that nothing lets out of the box.
    caught: Vec<BodyId>,
}

struct Game {
    world: World,
    known: Known,
    gone: Vec<BodyId>,
    gone_shapes: Vec<ShapeId>,
    line: PredictedTrajectory,
    ring: SnapshotRing,
    kept: Option<(Vec<u8>, Known)>,
    /// Whether a ball ever was near the edge of the world, over which it may go.
    edge: bool,
}

/// Builds, changes and steps a world as the bytes say, and checks it after every operation. At the end all of it is played
/// again from its recording.
///
/// # Panics
/// Where the world breaks a promise.
pub fn operations(data: &[u8]) {
    let mut source = Source(data);
    let Ok(mut game) = game(&mut source) else { return };
    game.world.start_recording(16);
    for _ in 0..400 {
        if source.is_empty() {
            break;
        }
        operate(&mut game, &mut source);
        check(&mut game);
    }
    let recording = game.world.stop_recording().expect("it was begun");
    let recording = Recording::from_bytes(&recording.to_bytes()).expect("its own bytes");
    if let Some(divergence) = World::replay(&recording).expect("its own start") {
        panic!("{divergence}");
    }
}

/// A closed box that no operation touches.
fn game(source: &mut Source<'_>) -> Result<Game, Error> {
    let config = if source.byte().is_multiple_of(2) { Config::default() } else { Config::weightless() };
    // A few extreme bounces may take for ever otherwise, as they may in a game.
    let mut world = World::new(Config { max_work: 2000, ..config })?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)].map(Vec2::from);
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
    Ok(Game {
        world,
        known: Known::default(),
        gone: Vec::new(),
        gone_shapes: Vec::new(),
        line: PredictedTrajectory::default(),
        ring: SnapshotRing::new(3),
        kept: None,
        edge: false,
    })
}

/// Does something that may be refused. A refusal changes nothing.
fn ask<T>(world: &mut World, ask: impl FnOnce(&mut World) -> Result<T, Error>) -> Option<T> {
    let before = world.snapshot();
    match ask(world) {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says nothing");
            assert!(world.snapshot() == before, "a call that failed changed something: {error}");
            None
        }
    }
}

/// Whether a ball of this radius lies in the box.
fn inside(at: Vec2, radius: f32) -> bool {
    at.abs().max_element() + radius <= HALF
}

fn operate(game: &mut Game, source: &mut Source<'_>) {
    let Game { world, known, gone, gone_shapes, line, ring, kept, .. } = game;
    match source.byte() % 42 {
        0..=2 => {
            let ball = things::ball(source);
            if known.balls.len() < 50
                && let Some(id) = ask(world, |world| world.add_ball(ball))
            {
                known.balls.push(id);
                if inside(ball.position, ball.radius) && ball.filter == Filter::default() {
                    known.caught.push(id);
                }
            }
        }
        3 => {
            let body = if source.byte().is_multiple_of(2) { Body::fixed() } else { Body::kinematic() };
            let mut body = body.position(source.point(4.0)).angle(source.number(0.0, 6.0));
            if source.byte() < 64 {
                body = body.velocity(source.point(3.0)).angular_velocity(source.number(-9.0, 9.0));
            }
            if known.bodies.len() < 12 {
                known.bodies.extend(ask(world, |world| world.add_body(body)));
            }
        }
        4 => {
            let guide = things::guide(source);
            if known.guided.len() < 4
                && let Some(id) = ask(world, |world| world.add_joint(guide))
            {
                known.guided.push(id);
                known.bodies.push(id);
            }
        }
        5 | 6 => {
            if let Some(body) = source.pick(&known.bodies)
                && known.shapes.len() < 30
            {
                known.shapes.extend(ask(world, |world| world.add_shape(body, things::shape(source)?)));
            }
        }
        7 => {
            let any = source.pick(&[&known.balls, &known.bodies]).and_then(|list| source.pick(list));
            if let Some(body) = any {
                world.remove_body(body).expect("a body that is there");
                known.balls.retain(|&b| b != body);
                known.bodies.retain(|&b| b != body);
                known.guided.retain(|&b| b != body);
                known.caught.retain(|&b| b != body);
                forget_shapes(world, known, gone_shapes);
                known.links.retain(|&link| world.link(link).is_some());
                gone.push(body);
            }
        }
        8 => {
            if let Some(shape) = source.pick(&known.shapes) {
                world.remove_shape(shape).expect("a shape that is there");
                known.shapes.retain(|&s| s != shape);
                gone_shapes.push(shape);
            }
        }
        9 => {
            if let Some(body) = source.pick(&known.bodies) {
                let (at, angle) = (source.point(4.0), source.number(-9.0, 9.0));
                ask(world, |world| world.teleport(body, at));
                ask(world, |world| world.set_angle(body, angle));
            }
        }
        10 => {
            if let Some(ball) = source.pick(&known.balls) {
                let at = source.point(4.5);
                if ask(world, |world| world.teleport(ball, at)).is_some() {
                    known.caught.retain(|&b| b != ball);
                    let plain = |ball: &Ball| inside(at, ball.radius) && ball.filter == Filter::default();
                    if world.ball(ball).is_some_and(|ball| plain(&ball)) {
                        known.caught.push(ball);
                    }
                }
            }
        }
        11 => {
            if let Some(ball) = source.pick(&known.balls) {
                let (velocity, spin) = (source.point(100.0), source.number(-99.0, 99.0));
                let impulse = source.point(0.1);
                ask(world, |world| world.set_velocity(ball, velocity));
                ask(world, |world| world.set_angular_velocity(ball, spin));
                ask(world, |world| world.apply_impulse(ball, impulse));
            }
        }
        12 => {
            if let Some(body) = source.pick(&known.bodies) {
                let (velocity, spin) = (source.point(3.0), source.number(-20.0, 20.0));
                ask(world, |world| world.set_velocity(body, velocity));
                ask(world, |world| world.set_angular_velocity(body, spin));
            }
        }
        13 => {
            if let Some(body) = source.pick(&known.bodies) {
                let (to, angle) = (source.point(4.0), source.number(-3.0, 3.0));
                ask(world, |world| world.move_kinematic(body, to, angle));
            }
        }
        14 => {
            if let Some(body) = source.pick(&known.guided) {
                let (to, rate, motor) =
                    (source.number(-1.0, 1.0), source.number(-9.0, 9.0), things::motor(source));
                ask(world, |world| world.set_joint_position(body, to, rate));
                ask(world, |world| world.set_motor(body, motor));
                if source.byte() < 64 {
                    let guide = things::guide(source);
                    ask(world, |world| world.set_joint(body, guide));
                }
            }
        }
        15 => {
            let material = things::material(source);
            if let Some(shape) = source.pick(&known.shapes) {
                ask(world, |world| world.set_shape_material(shape, material));
            }
            if let Some(ball) = source.pick(&known.balls) {
                ask(world, |world| world.set_ball_material(ball, material));
            }
        }
        16 => {
            if let Some(ball) = source.pick(&known.balls) {
                let filter = things::filter(source);
                if ask(world, |world| world.set_ball_filter(ball, filter)).is_some() {
                    known.caught.retain(|&b| b != ball);
                }
            }
        }
        17 => {
            let config = things::config(source, world.config());
            ask(world, |world| world.set_config(config));
        }
        18 => query(world, source),
        22 => {
            if let Some(ball) = source.pick(&known.balls) {
                let hold = source.byte() < 128;
                ask(world, |world| if hold { world.hold(ball) } else { world.release(ball) });
            }
        }
        23 => {
            let (way, seconds, pull) = (source.point(0.1), source.number(0.05, 1.0), source.point(3.0));
            ask(world, |world| world.nudge(way, seconds));
            ask(world, |world| world.set_table_acceleration(pull));
        }
        19 => {
            if let Some(stale) = source.pick(gone) {
                assert!(ask(world, |world| world.remove_body(stale)).is_none(), "removed twice");
                assert!(
                    ask(world, |world| world.set_velocity(stale, Vec2::ZERO)).is_none(),
                    "moved while gone"
                );
                assert!(world.ball(stale).is_none() && world.body(stale).is_none(), "there while gone");
            }
            if let Some(stale) = source.pick(gone_shapes) {
                assert!(ask(world, |world| world.remove_shape(stale)).is_none(), "removed twice");
                assert!(
                    world.balls_in_sensor(stale).next().is_none() && !world.is_sensor(stale),
                    "there while gone"
                );
            }
        }
        20 => match kept {
            Some((bytes, then)) if source.byte() < 128 => {
                world.restore(bytes).expect("a snapshot of this world");
                assert!(world.snapshot() == *bytes, "another snapshot than was restored");
                *known = then.clone();
                // An id that came after the snapshot may be given out again.
                gone.clear();
                gone_shapes.clear();
            }
            _ => {
                *kept = Some((world.snapshot(), known.clone()));
                let frame = ring.frames().map_or(0, |(_, last)| last + 1);
                ring.record(frame, world);
                let mut twin = world.clone();
                ring.restore(frame, &mut twin).expect("a frame that was just taken");
                assert!(twin.snapshot() == world.snapshot(), "a ring gives another world");
            }
        },
        21 => {
            let twin = World::from_snapshot(&world.snapshot()).expect("its own snapshot");
            let mut young = world.clone();
            young.clear_caches();
            for mut other in [twin, young] {
                let mut world = world.clone();
                for _ in 0..4 {
                    world.step(1.0 / 60.0);
                    other.step(1.0 / 60.0);
                }
                assert_eq!(world.state_hash(), other.state_hash(), "scratch reached the motion");
            }
        }
        24 => {
            if let Some(shape) = source.pick(&known.shapes) {
                let filter = things::filter(source);
                ask(world, |world| world.set_shape_filter(shape, filter));
            }
            let any = [0; 2].map(|_| source.pick(&known.balls).or_else(|| source.pick(&known.bodies)));
            if let [Some(a), Some(b)] = any {
                let other = source.pick(&known.bodies).unwrap_or(b);
                let apart = source.byte() < 160;
                ask(world, |world| {
                    world.set_collision_exception(a, if apart { b } else { other }, source.byte() < 160)
                });
            }
        }
        25 => {
            let tags = [0; 2].map(|_| u32::from(source.byte() % 4));
            let surface = (source.byte() < 200).then(|| things::material(source));
            ask(world, |world| world.set_material_pair(tags[0], tags[1], surface));
        }
        26 => {
            let field = things::field(source);
            match (source.byte() % 3, source.pick(&known.fields)) {
                (0, Some(id)) => _ = ask(world, |world| world.set_field(id, field)),
                (1, Some(id)) => {
                    world.remove_field(id).expect("a field that is there");
                    known.fields.retain(|&known| known != id);
                    assert!(ask(world, |world| world.remove_field(id)).is_none(), "removed twice");
                }
                _ if known.fields.len() < 5 => {
                    known.fields.extend(ask(world, |world| world.add_field(field)))
                }
                _ => {}
            }
        }
        27 => {
            let floor = (source.byte() < 128).then(|| things::floor(source));
            ask(world, |world| world.set_floor(floor));
        }
        28 => {
            let zone = things::zone(source);
            match source.pick(&known.zones) {
                Some(id) if source.byte() < 128 => {
                    world.remove_floor_zone(id).expect("a zone that is there");
                    known.zones.retain(|&known| known != id);
                    assert!(ask(world, |world| world.remove_floor_zone(id)).is_none(), "removed twice");
                }
                _ if known.zones.len() < 5 => {
                    known.zones.extend(ask(world, |world| world.add_floor_zone(zone)));
                }
                _ => {}
            }
            if let Some(ball) = source.pick(&known.balls) {
                let roll = source.point(20.0);
                ask(world, |world| world.set_rolling_velocity(ball, roll));
            }
        }
        30 | 31 => tie(world, known, source),
        29 => {
            let aim = things::aim(source, source.clone().pick(&known.balls));
            let before = world.snapshot();
            if world.predict(&aim, line).is_ok() {
                let points = line.points();
                assert!(points.iter().all(|p| p.position.is_finite() && p.time.is_finite()), "{points:?}");
                assert!(points.windows(2).all(|p| p[0].time <= p[1].time), "out of order: {points:?}");
            }
            assert!(world.snapshot() == before, "a prediction changed the world");
        }
        _ => {
            let dt = match source.byte() {
                0..8 => source.number(-1.0, 3.0),
                8..16 => source.sane(0.0, 1e-4),
                _ => 1.0 / 60.0,
            };
            for _ in 0..=source.byte() % 8 {
                world.step(dt);
                events(world, dt);
            }
        }
    }
}

/// Adds, changes or removes a link.
fn tie(world: &mut World, known: &mut Known, source: &mut Source<'_>) {
    let mut end = || match (source.byte() % 4, source.pick(&known.balls), source.pick(&known.bodies)) {
        (0, _, _) | (_, None, None) => LinkEnd::Point(source.point(4.5)),
        (1, _, Some(body)) => LinkEnd::Body(body, source.point(0.5)),
        (_, Some(ball), _) | (_, None, Some(ball)) => LinkEnd::Ball(ball),
    };
    let ends = [end(), end()];
    let link = things::link(source, ends);
    match (source.byte() % 4, source.pick(&known.links)) {
        (0, Some(id)) => _ = ask(world, |world| world.set_link(id, link)),
        (1, Some(id)) => {
            world.remove_link(id).expect("a link that is there");
            known.links.retain(|&known| known != id);
            assert!(ask(world, |world| world.remove_link(id)).is_none(), "removed twice");
        }
        _ if known.links.len() < 20 => known.links.extend(ask(world, |world| world.add_link(link))),
        _ => {}
    }
    for &id in &known.links {
        let ends = world.link_ends(id).expect("a link that is there");
        assert!(ends.iter().all(|end| end.is_finite()), "{id:?} ends at {ends:?}");
    }
}

/// Moves the shapes that went with their body to the removed ones.
fn forget_shapes(world: &World, known: &mut Known, gone: &mut Vec<ShapeId>) {
    gone.extend(known.shapes.iter().filter(|&&s| world.shape_body(s).is_none()));
    known.shapes.retain(|&s| world.shape_body(s).is_some());
}

/// The events of a step are in order and name existing objects.
fn events(world: &World, dt: f32) {
    let events = world.events();
    let longest = dt.clamp(0.0, carom::MAX_DT) * 1.000_001;
    let impacts = events.impacts();
    assert!(impacts.len() <= world.config().max_events as usize, "more events than the limit");
    for hit in impacts {
        let finite = hit.point.is_finite() && hit.approach_speed.is_finite() && hit.normal_impulse >= 0.0;
        assert!(finite && (hit.normal.length() - 1.0).abs() < 1e-3, "{hit:?}");
        assert!((0.0..=longest).contains(&hit.time), "{hit:?}");
        let known = world.kind(hit.body_a).is_some() && world.kind(hit.body_b) == Some(BodyKind::Ball);
        assert!(known, "an impact of what is gone: {hit:?}");
    }
    for hits in impacts.windows(2) {
        // Such as are closer were resolved together.
        let instant = 1e-5 * longest;
        assert!(hits[0].time <= hits[1].time + instant, "impacts are out of order: {hits:?}");
    }
    for crossing in events.sensor_entered().iter().chain(events.sensor_exited()) {
        assert!((0.0..=longest).contains(&crossing.time), "{crossing:?}");
    }
    // An exit by removal names a ball or sensor that is gone.
    for crossing in events.sensor_entered() {
        assert!(world.is_sensor(crossing.shape) && world.ball(crossing.ball).is_some(), "{crossing:?}");
    }
    for contact in world.contacts() {
        assert!(contact.point.is_finite(), "{contact:?}");
    }
}

fn query(world: &World, source: &mut Source<'_>) {
    let (at, way, radius) = (source.point(6.0), source.point(12.0), source.number(0.0, 1.0));
    let all = Filter::default();
    for hit in [world.cast_ray(at, way, all), world.cast_ball(at, radius, way, all)] {
        if let Ok(Some(hit)) = hit {
            assert!((0.0..=1.0).contains(&hit.fraction), "a hit at {}", hit.fraction);
            assert!(hit.point.is_finite() && (hit.normal.length() - 1.0).abs() < 1e-3, "{hit:?}");
        }
    }
    for found in world.overlap_ball(at, radius, all).into_iter().flatten() {
        assert!(found.point.is_finite(), "{found:?}");
    }
    if let Ok(Some(found)) = world.closest_point(at, radius, all) {
        assert!(found.point.is_finite(), "{found:?}");
    }
}

fn check(game: &mut Game) {
    let Game { world, known, gone, edge, .. } = game;
    if let Err(fault) = world.validate() {
        let guides: Vec<_> = world.bodies().filter_map(|(id, _)| world.joint(id)).collect();
        panic!("the world is not sound: {fault}, {guides:?}");
    }
    assert_eq!(world.ball_count(), known.balls.len(), "balls");
    for (id, ball) in world.balls() {
        let numbers = [ball.position, ball.velocity, Vec2::new(ball.angular_velocity, ball.angle)];
        assert!(numbers.iter().all(|v| v.is_finite()), "{id:?} is not finite: {ball:?}");
    }
    for &id in &known.caught {
        let at = world.position(id).unwrap_or(Vec2::NAN);
        assert!(at.abs().max_element() <= HALF, "{id:?} left the closed box: {at}, {:?}", world.ball(id));
    }
    for &id in &*gone {
        assert!(world.kind(id).is_none() && world.position(id).is_none(), "{id:?} came back");
    }
    assert_eq!(world.links().count(), known.links.len(), "links");
    for &id in &known.shapes {
        assert!(world.shape_body(id).is_some(), "{id:?} is lost");
    }
    *edge |= world.balls().any(|(_, ball)| ball.position.abs().max_element() > 1e7);
    if !*edge {
        assert_eq!(world.events().dropped().quarantined_balls, 0, "a ball's numbers went wrong");
    }
}
