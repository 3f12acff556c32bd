//! Pictures of the engine's mechanisms, each drawn from a live world: `cargo run --release --example mechanisms -- [FOLDER]`
//! writes one for each page of `docs` (default `target/mechanisms`).

use std::error::Error;
use std::path::{Path, PathBuf};

use carom::glam::{Vec2, vec2};
use carom::prelude::*;
use carom_draw::{Anchor, BallColors, Bounds, Canvas, Color, Item, Picture, Trails, View};

type Drawn = Result<Canvas, Box<dyn Error>>;

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("target/mechanisms"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    save(&folder, "pair-cache", pair_cache()?)?;
    save(&folder, "contact-solver", contact_solver()?)?;
    save(&folder, "event-loop", event_loop()?)?;
    save(&folder, "sleeping", sleeping()?)?;
    save(&folder, "links", links()?)?;
    save(&folder, "joints", joints()?)?;
    save(&folder, "snapshots", snapshots()?)
}

fn save(folder: &Path, name: &str, canvas: Canvas) -> Result<(), Box<dyn Error>> {
    Ok(std::fs::write(folder.join(format!("{name}.svg")), canvas.to_svg())?)
}

/// The direction at an angle, radians.
fn direction(angle: f32) -> Vec2 {
    vec2(libm::cosf(angle), libm::sinf(angle))
}

fn run(world: &mut World, steps: u32, dt: f32) {
    for _ in 0..steps {
        world.step(dt);
    }
}

/// A picture of this part of a world.
fn picture<'a>(title: &'a str, low: Vec2, high: Vec2) -> Picture<'a> {
    let picture = Picture::new().title(title).within(720, 720).show(Bounds::new(low, high));
    picture.ball_count(false).scale_bar(false).spin_marks(false)
}

/// Writes a word beside a place in the world.
fn label(canvas: &mut Canvas, view: &View, at: Vec2, text: impl Into<String>) {
    let (at, color) = (view.point(at) + vec2(0.0, 4.0), Color::BLACK);
    canvas.push(Item::Text {
        at,
        size: 14.0,
        anchor: Anchor::Middle,
        upward: false,
        color,
        text: text.into(),
    });
}

/// A dashed ring in the world.
fn ring(canvas: &mut Canvas, view: &View, center: Vec2, radius: f32, color: Color) {
    let at = |n: u16| view.point(center + radius * direction(f32::from(n) * 0.1));
    let points = (0..=63).map(at).collect();
    canvas.push(Item::Line { points, width: 2.0, color, dash: 6.0 });
}

/// A closed box whose lower left corner is the origin.
fn closed_box(config: Config, size: Vec2) -> Result<World, carom::Error> {
    let mut world = World::new(config)?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [Vec2::ZERO, vec2(size.x, 0.0), size, vec2(0.0, size.y)];
    let elastic = Material { restitution: 0.9, ..Material::default() };
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?.material(elastic))?;
    Ok(world)
}

/// One ball of a gas with its safe circle, its list, and its path over the next steps.
fn pair_cache() -> Drawn {
    let mut world = closed_box(Config::weightless(), vec2(10.0, 6.0))?;
    let mut balls = Vec::new();
    for n in 0_u8..60 {
        let place = vec2(0.6 + f32::from(n % 10) * 0.95, 0.6 + f32::from(n / 10) * 0.95);
        let velocity = direction(f32::from(n) * 2.4) * 4.0;
        let elastic = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
        balls.push(world.add_ball(Ball::new(place, 0.18).velocity(velocity).material(elastic))?);
    }
    run(&mut world, 90, DT);
    let ball = balls[34];
    let (center, radius, listed) = world.safe_circle(ball).ok_or("the ball has a list")?;
    let mut later = world.clone();
    let mut path = vec![world.position(ball).ok_or("the ball is there")?];
    for _ in 0..6 {
        later.step(DT);
        path.extend(later.position(ball));
    }
    let colors = |id: BodyId, _: &Ball| match id {
        id if id == ball => Color::ORANGE,
        id if listed.contains(&id) => Color::SKY_BLUE,
        _ => Color::hex(0xd0_d0d0),
    };
    let corner = vec2(1.7, 1.2);
    let picture = picture(
        "Safe circle of a centre, path until it leaves, listed balls",
        center - corner,
        center + corner,
    );
    let picture = picture.ball_colors(BallColors::By(&colors));
    let (view, mut canvas) = (picture.view(&world), picture.draw(&world));
    let points = path.iter().map(|at| view.point(*at)).collect();
    canvas.push(Item::Line { points, width: 3.0, color: Color::BLACK, dash: 0.0 });
    ring(&mut canvas, &view, center, radius, Color::VERMILLION);
    Ok(canvas)
}

/// Loads in a heap: the thickness of a line is the impulse of its contact.
fn contact_solver() -> Drawn {
    let mut world = World::new(Config::default())?;
    let floor = world.add_body(Body::fixed())?;
    let trough = [vec2(-3.2, 3.0), vec2(-2.6, 0.0), vec2(2.6, 0.0), vec2(3.2, 3.0)];
    world.add_shape(floor, Shape::chain(&Chain::polyline(&trough))?)?;
    for row in 0_u8..6 {
        for n in 0..9 - row {
            let x = (f32::from(n) - 0.5 * f32::from(8 - row)) * 0.56;
            world.add_ball(Ball::new(vec2(x, 0.28 + 0.49 * f32::from(row)), 0.27))?;
        }
    }
    world.add_ball(Ball::new(vec2(0.1, 4.2), 0.55).mass(12.0))?;
    run(&mut world, 600, DT);
    let picture =
        picture("Loads of contacts, each solved by one constraint", vec2(-3.4, -0.3), vec2(3.4, 4.6));
    let picture = picture.ball_colors(BallColors::One(Color::hex(0xd8_e6f0))).contacts(false);
    let (view, mut canvas) = (picture.view(&world), picture.draw(&world));
    let most = world.contacts().map(|contact| contact.normal_impulse).fold(f32::MIN_POSITIVE, f32::max);
    for contact in world.contacts() {
        let reach = contact.normal * 0.2;
        let points = vec![view.point(contact.point - reach), view.point(contact.point + reach)];
        let width = 1.0 + 11.0 * contact.normal_impulse / most;
        canvas.push(Item::Line { points, width, color: Color::VERMILLION, dash: 0.0 });
    }
    Ok(canvas)
}

/// The events of three balls in the order of time, on exact parabolas.
fn event_loop() -> Drawn {
    let mut world = closed_box(Config { gravity: vec2(0.0, -5.0), ..Config::default() }, vec2(10.0, 6.0))?;
    let elastic = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
    let ball = |place, velocity| Ball::new(place, 0.3).velocity(velocity).material(elastic);
    let first = world.add_ball(ball(vec2(1.0, 3.0), vec2(6.0, 3.0)))?;
    world.add_ball(ball(vec2(9.0, 2.0), vec2(-5.0, 4.0)))?;
    world.add_ball(ball(vec2(5.0, 1.0), vec2(0.5, 0.0)))?;
    let query = TrajectoryQuery::from_ball(first).seconds(1.4).bounces(12);
    let paths = world.predict_all(&query)?;
    let mut picture =
        picture("Impacts in the order of time, on exact parabolas", Vec2::ZERO, vec2(10.0, 6.0));
    let color_of = |id: BodyId| {
        let place = paths.balls().position(|known| known == id).unwrap_or_default();
        [Color::VERMILLION, Color::BLUE, Color::GREEN][place % 3]
    };
    let colors = |id: BodyId, _: &Ball| color_of(id);
    picture = picture.ball_colors(BallColors::By(&colors));
    for id in paths.balls() {
        let points: Vec<Vec2> = paths.points(id).iter().map(|point| point.position).collect();
        picture = picture.polyline(&points, color_of(id));
    }
    let (view, mut canvas) = (picture.view(&world), picture.draw(&world));
    for (n, impact) in paths.impacts().iter().enumerate() {
        let center = view.point(impact.point);
        canvas.push(Item::Disc { center, radius: 11.0, fill: Color::YELLOW });
        label(&mut canvas, &view, impact.point, (n + 1).to_string());
    }
    Ok(canvas)
}

/// Three heaps: two sleep, and a ball has woken the third.
fn sleeping() -> Drawn {
    let mut world = World::new(Config::default())?;
    let floor = world.add_body(Body::fixed())?;
    let pits = [
        vec2(-5.5, 2.0),
        vec2(-5.0, 0.0),
        vec2(-2.2, 0.0),
        vec2(-1.7, 2.0),
        vec2(-1.2, 0.0),
        vec2(1.2, 0.0),
        vec2(1.7, 2.0),
        vec2(2.2, 0.0),
        vec2(5.0, 0.0),
        vec2(5.5, 2.0),
    ];
    world.add_shape(floor, Shape::chain(&Chain::polyline(&pits))?)?;
    for (middle, count) in [(-3.6_f32, 12_u8), (0.0, 10), (3.6, 12)] {
        for n in 0..count {
            let place = vec2(middle + (f32::from(n % 4) - 1.5) * 0.52, 0.5 + f32::from(n / 4) * 0.6);
            world.add_ball(Ball::new(place, 0.24 + 0.01 * f32::from(n % 3)))?;
        }
    }
    run(&mut world, 900, DT);
    world.add_ball(Ball::new(vec2(3.4, 2.6), 0.3).velocity(vec2(0.0, -3.0)))?;
    run(&mut world, 24, DT);
    let asleep: Vec<BodyId> = world.balls().map(|(id, _)| id).filter(|id| world.is_asleep(*id)).collect();
    let colors = |id: BodyId, _: &Ball| {
        if asleep.contains(&id) { Color::hex(0x8f_a4b8) } else { Color::ORANGE }
    };
    let picture = picture(
        "Islands at rest sleep (grey); a hit wakes its island (orange)",
        vec2(-5.6, -0.4),
        vec2(5.6, 3.2),
    );
    Ok(picture.ball_colors(BallColors::By(&colors)).contacts(false).draw(&world))
}

/// A chain of rods with a heavy end, and the paths of its balls.
fn links() -> Drawn {
    let mut world = World::new(Config::default())?;
    let mut last: Option<BodyId> = None;
    for n in 1_u8..=5 {
        let heavy = if n == 5 { (0.4, 20.0) } else { (0.12, 1.0) };
        let ball = world.add_ball(Ball::new(vec2(f32::from(n), 0.0), heavy.0).mass(heavy.1))?;
        let link = match last {
            Some(last) => Link::rod(last, ball, 1.0),
            None => Link::rod(Vec2::ZERO, ball, 1.0),
        };
        world.add_link(link)?;
        last = Some(ball);
    }
    let mut trails = Trails::new(80);
    for _ in 0..75 {
        world.step(DT);
        trails.record(&world);
    }
    let picture =
        picture("Rods keep their lengths, and the chain its energy", vec2(-4.5, -5.8), vec2(5.8, 0.8));
    Ok(picture.trails(&trails).draw(&world))
}

/// A flipper that throws a ball: its blade at the start of each tenth step.
fn joints() -> Drawn {
    let mut world = World::new(Config { gravity: vec2(0.0, -1.0), ..Config::default() })?;
    let joint = Joint::hinge(Vec2::ZERO, 0.05).limits(-0.6, 0.5).motor(Motor::Force(-1.0));
    let flipper = world.add_joint(joint.joint_position(-0.6))?;
    world.add_shape(flipper, Shape::capsule(Vec2::ZERO, vec2(1.0, 0.0), 0.07)?)?;
    world.add_ball(Ball::new(vec2(0.62, -0.2), 0.1).mass(0.08))?;
    run(&mut world, 60, 1.0 / 240.0);
    world.set_motor(flipper, Motor::Force(6.0))?;
    let (mut trails, mut blades) = (Trails::new(200), Vec::new());
    for n in 0..80 {
        if n % 8 == 0 {
            blades.push(direction(world.angle(flipper).ok_or("the flipper is there")?));
        }
        world.step(1.0 / 240.0);
        trails.record(&world);
    }
    let picture =
        picture("A hinge with inertia, limits and a motor throws a ball", vec2(-1.3, -0.8), vec2(1.5, 1.6));
    let picture = blades.iter().fold(picture.trails(&trails).contacts(false), |picture, end| {
        picture.polyline(&[Vec2::ZERO, *end], Color::GRAY)
    });
    Ok(picture.draw(&world))
}

/// A game goes back to a snapshot: the same input gives the same path, another one a new path.
fn snapshots() -> Drawn {
    let mut world = closed_box(Config { gravity: vec2(0.0, -5.0), ..Config::default() }, vec2(10.0, 6.0))?;
    let elastic = Material { restitution: 0.9, friction: 0.0, ..Material::default() };
    let ball = world.add_ball(Ball::new(vec2(0.6, 3.0), 0.25).velocity(vec2(4.0, 2.0)).material(elastic))?;
    let path_of = |world: &mut World, steps: u32| -> Vec<Vec2> {
        let mut path: Vec<Vec2> = world.position(ball).into_iter().collect();
        for _ in 0..steps {
            world.step(DT);
            path.extend(world.position(ball));
        }
        path
    };
    let before = path_of(&mut world, 50);
    let saved = world.snapshot();
    let place = world.position(ball).ok_or("the ball is there")?;
    let first = path_of(&mut world, 70);
    world.restore(&saved)?;
    let again = path_of(&mut world, 70);
    assert_eq!(first, again, "the same future, bit for bit");
    world.restore(&saved)?;
    world.set_velocity(ball, vec2(1.0, 6.0))?;
    let other = path_of(&mut world, 70);
    let picture =
        picture("A snapshot, the future it gives, and that of another input", Vec2::ZERO, vec2(10.0, 6.0));
    let picture = picture.polyline(&before, Color::GRAY).polyline(&again, Color::BLUE);
    let picture = picture.polyline(&other, Color::VERMILLION).contacts(false);
    let (view, mut canvas) = (picture.view(&world), picture.draw(&world));
    ring(&mut canvas, &view, place, 0.25, Color::BLACK);
    label(&mut canvas, &view, place - vec2(1.0, 0.4), "snapshot");
    Ok(canvas)
}
