//! The world's door: anything in any order, with any values.

use carom::glam::Vec2;
use carom::prelude::*;
use carom::{Guide, Motor};

use super::source::Source;

/// Half the width of the box that balls are put into.
const HALF: f32 = 5.0;

/// What the game knows; it comes back with a snapshot.
#[derive(Clone, Debug, Default)]
struct Known {
    balls: Vec<BodyId>,
    bodies: Vec<BodyId>,
    guided: Vec<BodyId>,
    shapes: Vec<ShapeId>,
    /// Balls that nothing lets out of the box.
    caught: Vec<BodyId>,
}

struct Game {
    world: World,
    known: Known,
    gone: Vec<BodyId>,
    kept: Option<(Vec<u8>, Known)>,
    /// Whether a ball ever was near the edge of the world, over which it may go.
    edge: bool,
}

/// Builds, changes and steps a world as the bytes say, and checks it after every operation.
///
/// # Panics
/// Where the world breaks a promise.
pub fn operations(data: &[u8]) {
    let mut source = Source(data);
    let Ok(mut game) = game(&mut source) else { return };
    for _ in 0..400 {
        if source.is_empty() {
            break;
        }
        operate(&mut game, &mut source);
        check(&mut game);
    }
}

/// A closed box that no operation touches.
fn game(source: &mut Source<'_>) -> Result<Game, Error> {
    let config = if source.byte().is_multiple_of(2) { Config::default() } else { Config::weightless() };
    // A few extreme bounces may take for ever otherwise, as they may in a game.
    let mut world = World::new(Config { max_impacts: 64, ..config })?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)].map(Vec2::from);
    world.add_shape(walls, Shape::path(&Path::polyline(&corners).close())?)?;
    Ok(Game { world, known: Known::default(), gone: Vec::new(), kept: None, edge: false })
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

fn material(source: &mut Source<'_>) -> Material {
    let mut material = Material::new(source.number(0.0, 1.0), source.number(0.0, 1.5));
    if source.byte() < 64 {
        material.rolling_resistance = source.number(0.0, 0.2);
        material.surface_speed = source.number(-3.0, 3.0);
        material.kick = source.number(0.0, 4.0);
        material.kick_threshold = source.number(0.0, 1.0);
    }
    material
}

fn shape(source: &mut Source<'_>) -> Result<Shape, Error> {
    let shape = match source.byte() % 7 {
        0 => Shape::circle(source.point(0.5), source.number(0.0, 0.5)),
        1 => Shape::segment(source.point(0.5), source.point(0.5)),
        2 => Shape::capsule(source.point(0.5), source.point(0.5), source.number(0.0, 0.3)),
        3 => Shape::arc(
            source.point(0.5),
            source.number(0.1, 1.0),
            source.number(0.0, 6.0),
            source.number(0.1, 6.2),
        ),
        4 => Shape::path(&Path::polyline(&[source.point(0.8), source.point(0.8), source.point(0.8)])),
        5 => {
            let path = Path::from(source.point(0.5)).line_to(source.point(0.5));
            Shape::path(&path.tangent_to(source.point(1.0)).arc_to(source.point(1.0), source.point(1.0)))
        }
        // Far off, so that it pushes no one through the box.
        _ => Shape::half_plane(Vec2::new(source.number(-9.0, 9.0), -20.0), Vec2::Y),
    }?;
    Ok(shape.material(material(source)))
}

fn guide(source: &mut Source<'_>) -> Guide {
    let guide = if source.byte().is_multiple_of(2) {
        Guide::hinge(source.point(4.0), source.number(0.01, 2.0))
            .limits(source.number(-3.0, 0.0), source.number(0.0, 3.0))
            .weight(source.number(0.0, 2.0), source.point(0.5))
    } else {
        let limits = [source.number(-1.0, 0.0), source.number(0.0, 1.0)];
        Guide::slider(source.point(4.0), source.point(1.0), source.number(0.01, 2.0), limits)
    };
    guide
        .spring(source.number(0.0, 50.0), source.number(-1.0, 1.0))
        .damping(source.number(0.0, 1.0))
        .friction(source.number(0.0, 1.0))
        .limit_restitution(source.number(0.0, 1.0))
        .motor(motor(source))
}

fn motor(source: &mut Source<'_>) -> Motor {
    match source.byte() % 3 {
        0 => Motor::Off,
        1 => Motor::Force(source.number(-20.0, 20.0)),
        _ => Motor::Speed { target: source.number(-9.0, 9.0), most: source.number(0.0, 20.0) },
    }
}

/// Whether a ball of this radius lies in the box.
fn inside(at: Vec2, radius: f32) -> bool {
    at.abs().max_element() + radius <= HALF
}

fn operate(game: &mut Game, source: &mut Source<'_>) {
    let Game { world, known, gone, kept, .. } = game;
    match source.byte() % 26 {
        0..=2 => {
            let speed = source.number(0.0, 6.0).exp2() * 5.0;
            let mut ball = Ball::new(source.point(4.5), source.number(0.05, 0.4))
                .velocity(source.point(speed))
                .spin(source.number(-50.0, 50.0))
                .mass(source.number(-6.0, 6.0).exp2())
                .material(material(source));
            if source.byte() < 32 {
                ball.gravity_scale = source.number(-2.0, 2.0);
                ball.inertia_factor = source.number(0.2, 1.0);
                ball.angle = source.number(-4.0, 4.0);
            }
            if known.balls.len() < 50
                && let Some(id) = ask(world, |world| world.add_ball(ball))
            {
                known.balls.push(id);
                if inside(ball.position, ball.radius) {
                    known.caught.push(id);
                }
            }
        }
        3 => {
            let body = if source.byte().is_multiple_of(2) { Body::fixed() } else { Body::kinematic() };
            let body = body.position(source.point(4.0)).angle(source.number(0.0, 6.0));
            if known.bodies.len() < 12 {
                known.bodies.extend(ask(world, |world| world.add_body(body)));
            }
        }
        4 => {
            let guide = guide(source);
            if known.guided.len() < 4
                && let Some(id) = ask(world, |world| world.add_guided(guide))
            {
                known.guided.push(id);
                known.bodies.push(id);
            }
        }
        5 | 6 => {
            if let Some(body) = source.pick(&known.bodies)
                && known.shapes.len() < 30
            {
                known.shapes.extend(ask(world, |world| world.add_shape(body, shape(source)?)));
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
                known.shapes.retain(|&s| world.shape_body(s).is_some());
                gone.push(body);
            }
        }
        8 => {
            if let Some(shape) = source.pick(&known.shapes) {
                world.remove_shape(shape).expect("a shape that is there");
                known.shapes.retain(|&s| s != shape);
            }
        }
        9 => {
            if let Some(body) = source.pick(&known.bodies) {
                let (at, angle) = (source.point(4.0), source.number(-9.0, 9.0));
                ask(world, |world| world.set_position(body, at));
                ask(world, |world| world.set_angle(body, angle));
            }
        }
        10 => {
            if let Some(ball) = source.pick(&known.balls) {
                let at = source.point(4.5);
                if ask(world, |world| world.set_position(ball, at)).is_some() {
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
                ask(world, |world| world.set_spin(ball, spin));
                ask(world, |world| world.apply_impulse(ball, impulse));
            }
        }
        12 => {
            if let Some(body) = source.pick(&known.bodies) {
                let (velocity, spin) = (source.point(3.0), source.number(-20.0, 20.0));
                ask(world, |world| world.set_velocity(body, velocity));
                ask(world, |world| world.set_spin(body, spin));
            }
        }
        13 => {
            if let Some(body) = source.pick(&known.bodies) {
                let (to, angle) = (source.point(4.0), source.number(-3.0, 3.0));
                ask(world, |world| world.move_to(body, to, angle));
            }
        }
        14 => {
            if let Some(body) = source.pick(&known.guided) {
                let (to, rate, motor) = (source.number(-1.0, 1.0), source.number(-9.0, 9.0), motor(source));
                ask(world, |world| world.set_coordinate(body, to, rate));
                ask(world, |world| world.set_motor(body, motor));
                if source.byte() < 64 {
                    let guide = guide(source);
                    ask(world, |world| world.set_guide(body, guide));
                }
            }
        }
        15 => {
            let material = material(source);
            if let Some(shape) = source.pick(&known.shapes) {
                ask(world, |world| world.set_shape_material(shape, material));
            }
            if let Some(ball) = source.pick(&known.balls) {
                ask(world, |world| world.set_ball_material(ball, material));
            }
        }
        16 => {
            if let Some(ball) = source.pick(&known.balls) {
                let filter = Filter { category: source.word(), mask: source.word(), ..Filter::default() };
                if ask(world, |world| world.set_ball_filter(ball, filter)).is_some() {
                    known.caught.retain(|&b| b != ball);
                }
            }
        }
        17 => {
            let config = Config {
                gravity: source.point(20.0),
                substeps: u32::from(source.byte() % 12),
                push_speed: source.number(0.1, 50.0),
                guard_depth: source.number(0.02, 0.3),
                max_impacts: 16 + u32::from(source.byte()),
                ..*world.config()
            };
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
        }
        20 => match kept {
            Some((bytes, then)) if source.byte() < 128 => {
                world.restore(bytes).expect("a snapshot of this world");
                assert!(world.snapshot() == *bytes, "another snapshot than was restored");
                *known = then.clone();
                // An id that came after the snapshot may be given out again.
                gone.clear();
            }
            _ => *kept = Some((world.snapshot(), known.clone())),
        },
        21 => {
            let twin = World::from_snapshot(&world.snapshot()).expect("its own snapshot");
            let mut young = world.clone();
            young.drop_scratch();
            for mut other in [twin, young] {
                let mut world = world.clone();
                for _ in 0..4 {
                    world.step(1.0 / 60.0);
                    other.step(1.0 / 60.0);
                }
                assert_eq!(world.state_hash(), other.state_hash(), "scratch reached the motion");
            }
        }
        _ => {
            let dt = match source.byte() {
                0..8 => source.number(-1.0, 3.0),
                8..16 => source.sane(0.0, 1e-4),
                _ => 1.0 / 60.0,
            };
            for _ in 0..=source.byte() % 8 {
                world.step(dt);
            }
        }
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
    for found in world.overlap(at, radius, all).into_iter().flatten() {
        assert!(found.point.is_finite(), "{found:?}");
    }
    if let Ok(Some(found)) = world.closest(at, radius, all) {
        assert!(found.point.is_finite(), "{found:?}");
    }
}

fn check(game: &mut Game) {
    let Game { world, known, gone, edge, .. } = game;
    if let Err(fault) = world.validate() {
        let guides: Vec<_> = world.bodies().filter_map(|(id, _)| world.guide(id)).collect();
        panic!("the world is not sound: {fault}, {guides:?}");
    }
    assert_eq!(world.ball_count(), known.balls.len(), "balls");
    for (id, ball) in world.balls() {
        let numbers = [ball.position, ball.velocity, Vec2::new(ball.spin, ball.angle)];
        assert!(numbers.iter().all(|v| v.is_finite()), "{id:?} is not finite: {ball:?}");
    }
    for &id in &known.caught {
        let at = world.position(id).unwrap_or(Vec2::NAN);
        assert!(at.abs().max_element() <= HALF, "{id:?} left the closed box: {at}, {:?}", world.ball(id));
    }
    for &id in &*gone {
        assert!(world.kind(id).is_none() && world.position(id).is_none(), "{id:?} came back");
    }
    for &id in &known.shapes {
        assert!(world.shape_body(id).is_some(), "{id:?} is lost");
    }
    *edge |= world.balls().any(|(_, ball)| ball.position.abs().max_element() > 1e7);
    if !*edge {
        assert_eq!(world.events().dropped().quarantined_balls, 0, "a ball's numbers went wrong");
    }
}
