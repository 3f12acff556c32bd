//! Dull hits: one landing is one impact, with the speed at which it came, so that a game can play its sound.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom_world::{Ball, Body, BodyId, Chain, Config, Impact, Material, Shape, World};
use glam::{Vec2, vec2};

/// A size, the gravity that goes with it, a rate and a restitution.
#[derive(Clone, Copy, Debug)]
struct Case {
    radius: f32,
    gravity: f32,
    hertz: f32,
    restitution: f32,
}

impl Case {
    /// Over sizes in metres and in pixels, rates, and restitutions of 0.
    fn all() -> impl Iterator<Item = Self> {
        let sizes = [(0.1, 9.81), (1e-3, 0.1), (1.0, 9.81), (1e3, 1e4), (20.0, 1000.0)];
        let rates = [30.0, 60.0, 240.0, 1000.0];
        sizes.into_iter().flat_map(move |(radius, gravity)| {
            rates.into_iter().map(move |hertz| Self { radius, gravity, hertz, restitution: 0.0 })
        })
    }

    fn world(&self) -> World {
        World::new(Config { gravity: vec2(0.0, -self.gravity), ..Config::default() }).unwrap()
    }

    fn material(&self) -> Material {
        Material::new(self.restitution, 0.3)
    }

    fn ball(&self, x: f32, y: f32) -> Ball {
        Ball::new(vec2(x, y) * self.radius, self.radius).material(self.material())
    }

    /// A floor, its surface at 0.
    fn floor(&self, world: &mut World) -> BodyId {
        let floor = world.add_body(Body::fixed()).unwrap();
        let half = 50.0 * self.radius;
        let shape = Shape::segment(vec2(-half, 0.0), vec2(half, 0.0)).unwrap().material(self.material());
        world.add_shape(floor, shape).unwrap();
        floor
    }

    /// Plays on for some seconds, and lists the impacts of two and how often `touched` has named them.
    fn play(&self, world: &mut World, seconds: f32, pair: [BodyId; 2]) -> (Vec<Impact>, usize) {
        let (mut hits, mut touches) = (Vec::new(), 0);
        for _ in 0..(seconds * self.hertz) as usize {
            let events = world.step(1.0 / self.hertz);
            let is_pair = |a: BodyId, b: BodyId| pair.contains(&a) && pair.contains(&b);
            hits.extend(events.impacts().iter().filter(|hit| is_pair(hit.body_a, hit.body_b)));
            touches += events.touched().iter().filter(|touch| is_pair(touch.body_a, touch.body_b)).count();
        }
        (hits, touches)
    }
}

/// Heights of fall, radii: from just above the range of a touch, to some that every engine calls a hit.
const HEIGHTS: [f32; 8] = [0.011, 0.03, 0.07, 0.1, 0.31, 0.7, 1.9, 6.0];

/// A lump of clay falls on the floor. Below 0.5 m/s there was no impact and no sound; from there on there was one, and
/// `touched` named it once more in the next step if it came late in its own.
#[test]
fn clay_lands_once() {
    for case in Case::all() {
        for height in HEIGHTS {
            let mut world = case.world();
            let floor = case.floor(&mut world);
            let clay = world.add_ball(case.ball(0.0, 1.0 + height)).unwrap();
            let fall = (2.0 * case.gravity * height * case.radius).sqrt();
            let seconds = fall / case.gravity;
            let (hits, touches) = case.play(&mut world, seconds + 0.5, [floor, clay]);
            let found = format!("{case:?} {height}: {hits:?}, touched {touches}");
            assert!(hits.len() == 1 && touches == 1, "{found}");
            assert!((hits[0].approach_speed / fall - 1.0).abs() < 1e-3, "{fall} m/s {found}");
            assert!(hits[0].normal.y > 0.999 && hits[0].point.y.abs() < 1e-3 * case.radius, "{found}");
        }
    }
}

/// It falls on a ball that lies there, awake or asleep, or is held. A hard blow goes through one that lies to the floor and
/// comes back.
#[test]
fn clay_lands_on_a_ball_once() {
    for case in Case::all() {
        for (n, height) in HEIGHTS.into_iter().enumerate() {
            let mut world = case.world();
            case.floor(&mut world);
            let low = world.add_ball(case.ball(0.0, 1.0)).unwrap();
            let is_held = n >= 2;
            if is_held {
                world.hold(low).unwrap();
            }
            let wait = if n % 2 == 0 { 0.2 } else { 2.0 };
            (0..(wait * case.hertz) as usize).for_each(|_| _ = world.step(1.0 / case.hertz));
            let top = world.position(low).unwrap().y / case.radius + 1.0;
            let clay = world.add_ball(case.ball(0.0, top + 1.0 + height)).unwrap();
            let fall = (2.0 * case.gravity * height * case.radius).sqrt();
            let (hits, touches) = case.play(&mut world, fall / case.gravity + 0.3, [low, clay]);
            let found = format!("{case:?} {height}: {hits:?}, touched {touches}");
            assert!(hits.len() == 1 && touches == 1, "{found}");
            assert!((hits[0].approach_speed / fall - 1.0).abs() < 1e-3, "{fall} m/s {found}");
        }
    }
}

/// A lift comes up to it.
#[test]
fn clay_lands_on_a_lift_once() {
    for case in Case::all() {
        for height in HEIGHTS {
            let mut world = case.world();
            let up = 0.3 * (case.gravity * case.radius).sqrt();
            let lift = world.add_body(Body::kinematic().velocity(vec2(0.0, up))).unwrap();
            let wide = 3.0 * case.radius;
            let plate = Shape::segment(vec2(-wide, 0.0), vec2(wide, 0.0)).unwrap().material(case.material());
            world.add_shape(lift, plate).unwrap();
            let clay = world.add_ball(case.ball(0.0, 1.0 + height)).unwrap();
            let meets = (up * up + 2.0 * case.gravity * height * case.radius).sqrt();
            let (hits, touches) = case.play(&mut world, meets / case.gravity + 0.3, [lift, clay]);
            let found = format!("{case:?} {height}: {hits:?}, touched {touches}");
            assert!(hits.len() == 1 && touches == 1, "{found}");
            assert!((hits[0].approach_speed / meets - 1.0).abs() < 1e-3, "{meets} m/s {found}");
        }
    }
}

/// A ball that bounces lower and lower is heard until it rests: the last landing, too slow to bounce, is an impact as well.
#[test]
fn the_last_landing_of_a_bouncing_ball_is_heard() {
    for case in Case::all() {
        for restitution in [0.1_f32, 0.3, 0.5] {
            let case = Case { restitution, ..case };
            let mut world = case.world();
            let floor = case.floor(&mut world);
            let ball = world.add_ball(case.ball(0.0, 1.5)).unwrap();
            let fall = (case.gravity * case.radius).sqrt();
            let (hits, _) = case.play(&mut world, 8.0 * fall / case.gravity + 1.0, [floor, ball]);
            let mut speed = fall;
            for hit in &hits {
                assert!((hit.approach_speed / speed - 1.0).abs() < 2e-3, "{speed} m/s {case:?} {hits:?}");
                speed *= restitution;
            }
            assert!(world.velocity(ball).unwrap().length() < 1e-3 * fall, "{case:?}");
        }
    }
}

/// Lays a way of twelve pieces: tiles, segments, one chain, or segments that end in a quarter of a circle.
fn lay_way(case: &Case, kind: u8, world: &mut World, floor: BodyId) {
    let side = 2.3 * case.radius;
    let mut add = |shape: Shape| _ = world.add_shape(floor, shape.material(case.material())).unwrap();
    let at = |n: u8| vec2(f32::from(n) * side, 0.0);
    match kind {
        0 => (0..12).for_each(|n| {
            let middle = at(n) - vec2(0.0, 0.5 * side);
            add(Shape::rect(middle, Vec2::splat(side)).unwrap());
        }),
        1 => (0..12).for_each(|n| add(Shape::segment(at(n), at(n + 1)).unwrap())),
        2 => add(Shape::chain(&Chain::polyline(&(0..13).map(at).collect::<Vec<_>>())).unwrap()),
        _ => {
            (0..8).for_each(|n| add(Shape::segment(at(n), at(n + 1)).unwrap()));
            let end = at(8) + Vec2::splat(3.0 * side);
            add(Shape::chain(
                &Chain::start(at(8)).line_to(at(8) + vec2(0.1 * side, 0.0)).tangent_arc_to(end),
            )
            .unwrap());
        }
    }
}

/// A ball rolls or slides over the seams of tiles, of segments and of a chain, and up a quarter of a circle and back.
#[test]
fn a_ball_goes_over_seams_in_silence() {
    for case in Case::all() {
        for (n, restitution) in [0.0, 0.5, 1.0].into_iter().enumerate() {
            for kind in 0..4 {
                let case = Case { restitution, ..case };
                let mut world = case.world();
                let floor = world.add_body(Body::fixed()).unwrap();
                lay_way(&case, kind, &mut world, floor);
                let speed = [1.5, 0.4, 0.9][n] * (case.gravity * case.radius).sqrt();
                let spin = [-1.0, 0.0, -1.0][n] * speed / case.radius;
                let ball = case.ball(0.5, 1.0).velocity(vec2(speed, 0.0)).angular_velocity(spin);
                let ball = if n == 1 { ball.material(Material::new(restitution, 0.0)) } else { ball };
                let ball = world.add_ball(ball).unwrap();
                let end = 25.0 * case.radius;
                for step in 0..(1.2 * end / speed * case.hertz) as usize {
                    let hits = world.step(1.0 / case.hertz).impacts().to_vec();
                    let at = world.position(ball).unwrap();
                    let is_on = at.x > 0.0 && (at.x < end || kind == 3);
                    assert!(hits.is_empty() || !is_on, "{case:?} {kind} step {step} at {at}: {hits:?}");
                }
            }
        }
    }
}

/// A heap that has come to rest, and does not sleep, is silent.
#[test]
fn a_heap_at_rest_is_silent() {
    for restitution in [0.0, 0.5] {
        let config = Config { sleep_speed: 0.0, ..Config::default() };
        let mut world = World::new(config).unwrap();
        let walls = world.add_body(Body::fixed()).unwrap();
        let material = Material::new(restitution, 0.3);
        let corners = [vec2(-0.8, 9.0), vec2(-0.8, 0.0), vec2(0.8, 0.0), vec2(0.8, 9.0)];
        world.add_shape(walls, Shape::chain(&Chain::polyline(&corners)).unwrap().material(material)).unwrap();
        for n in 0..60_u8 {
            let at = vec2(f32::from(n % 6) * 0.25 - 0.6, 0.2 + f32::from(n / 6) * 0.25);
            let radius = 0.1 + 0.002 * f32::from(n % 7);
            world.add_ball(Ball::new(at, radius).material(material)).unwrap();
        }
        let mut heard = Vec::new();
        for second in 0..20 {
            heard.push(0);
            for _ in 0..60 {
                heard[second] += world.step(1.0 / 60.0).impacts().len();
            }
        }
        println!("{restitution}: {heard:?}");
        assert!(heard[10..].iter().all(|&count| count == 0), "impacts a second: {heard:?}");
    }
}
