//! Fields pull as they should, where they should, and are part of the state.

use carom_world::{Attractor, Ball, Body, Config, Error, Field, Material, Region, Shape, World};
use glam::{DVec2, Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

#[test]
fn an_orbit_closes() {
    // An ellipse of half axis 1 about a point of strength 4: its period is 2 pi / 2 (Kepler's third law).
    let mut world = World::new(Config::weightless()).unwrap();
    world.add_field(Field::attractor(Vec2::ZERO, 4.0, 1e-3)).unwrap();
    let apart = 1.3_f32;
    let speed = (4.0 * (2.0 / apart - 1.0)).sqrt();
    let start = Ball::new(vec2(apart, 0.0), 0.05).velocity(vec2(0.0, speed));
    let moon = world.add_ball(start).unwrap();
    let energy = |world: &World| {
        let ball = world.ball(moon).unwrap();
        0.5 * ball.velocity.length_squared() - 4.0 / ball.position.length()
    };
    let dt = core::f32::consts::PI / 200.0;
    let mut least = f32::INFINITY;
    for _ in 0..200 * 20 {
        world.step(dt);
        least = least.min(world.position(moon).unwrap().length());
        assert!((energy(&world) + 2.0).abs() < 2e-3, "energy {}", energy(&world));
    }
    let back = world.position(moon).unwrap().distance(vec2(apart, 0.0));
    assert!(back < 0.02, "after 20 orbits off by {back}");
    assert!((least - 0.7).abs() < 2e-3, "nearest at {least}");
}

#[test]
fn drag_stops_a_ball_after_its_true_way() {
    for rate in [0.5, 5.0, 50.0, 5000.0] {
        let mut world = World::new(Config::weightless()).unwrap();
        world.add_field(Field::drag(rate)).unwrap();
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(3.0, 0.0))).unwrap();
        for _ in 0..2400 {
            world.step(DT);
        }
        let (way, left) = (world.position(ball).unwrap().x * rate, world.velocity(ball).unwrap().x);
        assert!((way - 3.0).abs() < 1e-5 && left < 1e-7, "rate {rate}: {way} {left}");
    }
}

#[test]
fn a_ball_sinks_at_its_terminal_speed_and_drifts_with_the_wind() {
    let mut world = World::new(Config::default()).unwrap();
    world.add_field(Field::drag(2.0).flow(vec2(1.5, 0.0))).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    let held = world.add_ball(Ball::new(vec2(50.0, 0.0), 0.1)).unwrap();
    world.hold(held).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    let faded = libm::exp(-2.0);
    let exact = DVec2::new(1.5, -9.81 / 2.0) * (1.0 - faded);
    let v = world.velocity(ball).unwrap().as_dvec2();
    assert!((v - exact).length() < 1e-5, "{v} for {exact}");
    let way = DVec2::new(1.5, -9.81 / 2.0) * (1.0 - (1.0 - faded) / 2.0);
    let at = world.position(ball).unwrap().as_dvec2();
    assert!((at - way).length() < 1e-5, "{at} for {way}");
    assert_eq!(world.position(held), Some(vec2(50.0, 0.0)));
}

#[test]
fn a_zone_gives_the_energy_of_its_length() {
    let zone = Region::between(vec2(0.0, -1.0), vec2(2.0, 1.0));
    for speed in [0.5_f32, 1.0, 3.0, 20.0] {
        let mut world = World::new(Config::weightless()).unwrap();
        world.add_field(Field::uniform(vec2(4.0, 0.0)).within(zone)).unwrap();
        let ball = Ball::new(vec2(-0.37, 0.0), 0.1).velocity(vec2(speed, 0.0));
        let inside = world.add_ball(ball).unwrap();
        let beside = world.add_ball(Ball { position: vec2(-0.37, 1.01), ..ball }).unwrap();
        while world.position(inside).unwrap().x < 2.5 {
            world.step(DT);
        }
        let gained = world.velocity(inside).unwrap().x.powi(2) - speed * speed;
        assert!((gained / 16.0 - 1.0).abs() < 5e-3, "v^2 grows by 2 a s = 16: {gained}");
        assert_eq!(world.velocity(beside), Some(vec2(speed, 0.0)));
    }
}

#[test]
fn masked_balls_feel_nothing() {
    let mut world = World::new(Config::weightless()).unwrap();
    let circle = Region::Circle { center: Vec2::ZERO, radius: 9.0 };
    world.add_field(Field { mask: 2, ..Field::uniform(Vec2::X).within(circle) }).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    world.step(DT);
    assert_eq!(world.velocity(ball), Some(Vec2::ZERO));
}

#[test]
fn a_magnet_holds_a_ball_against_a_wall() {
    let mut world = World::new(Config::weightless()).unwrap();
    let id = world.add_field(Field::attractor(vec2(0.0, -0.5), 3.0, 0.1)).unwrap();
    let wall = world.add_body(Body::fixed()).unwrap();
    world.add_shape(wall, Shape::segment(vec2(-3.0, 0.0), vec2(3.0, 0.0)).unwrap()).unwrap();
    let material = Material { rolling_resistance: 0.1, ..Material::default() };
    let ball = world.add_ball(Ball::new(vec2(0.5, 1.0), 0.1).material(material)).unwrap();
    for _ in 0..1200 {
        world.step(DT);
        assert_eq!(world.events().dropped().count(), 0);
    }
    let at = world.position(ball).unwrap();
    // Rolling resistance holds it where the pull comes from less than a tenth beside the normal.
    assert!(at.x.abs() < 0.06 && (at.y - 0.1).abs() < 1e-3, "it lies at {at}");
    let mut copy = World::from_snapshot(&world.snapshot()).unwrap();
    assert_eq!(copy.field(id), world.field(id));
    for world in [&mut copy, &mut world] {
        let off = world.field(id).unwrap();
        let on = off.attractor.unwrap();
        world.set_field(id, Field { attractor: Some(Attractor { strength: -3.0, ..on }), ..off }).unwrap();
        for _ in 0..60 {
            world.step(DT);
        }
        assert!(world.position(ball).unwrap().y > 0.5, "it is pushed away");
    }
    assert_eq!(copy.snapshot(), world.snapshot());
    world.remove_field(id).unwrap();
    assert_eq!(world.remove_field(id), Err(Error::UnknownField(id)));
    assert_eq!((world.field(id), world.fields().count()), (None, 0));
    world.validate().unwrap();
}

/// A heap of seven rough balls that turned about a magnet lost a fifth of its moment in a minute. Friction acted on the
/// surfaces of both balls, which lie apart where the two overlap: its impulses had a moment, and to turn as one was to
/// slip. Where balls had rolling resistance as well it lost all: the field did not know that they held each other, and
/// pulled at places where none of them came.
#[test]
fn a_heap_of_rough_balls_keeps_its_moment() {
    let moment = |world: &World| {
        let of = |ball: Ball| {
            let (m, r) = (f64::from(ball.mass), f64::from(ball.radius));
            let turn = f64::from(ball.inertia_factor) * r * r * f64::from(ball.angular_velocity);
            m * (ball.position.as_dvec2().perp_dot(ball.velocity.as_dvec2()) + turn)
        };
        world.balls().map(|(_, ball)| of(ball)).sum::<f64>()
    };
    // Contacts with rolling resistance are solved one by one, all others in packs.
    for resistance in [0.0, 0.01] {
        for unlike in [0.0, 0.2, 0.6] {
            let mut world = World::new(Config::weightless()).unwrap();
            world.add_field(Field::attractor(Vec2::ZERO, 100.0, 1.0)).unwrap();
            let stuff = Material { rolling_resistance: resistance, ..Material::new(0.0, 0.5) };
            let mut arm = Vec2::ZERO;
            for n in 0..7 {
                let place = vec2(0.01, 0.007) + arm;
                arm = if n == 0 { vec2(0.4, 0.0) } else { vec2(0.5, 0.866_025_4).rotate(arm) };
                let size = 1.0 - unlike * (n % 3) as f32 / 2.0;
                let ball = Ball::new(place, 0.2 * size).velocity(place.perp()).mass(size * size);
                world.add_ball(ball.material(stuff)).unwrap();
            }
            let start = moment(&world);
            for step in 0..20 * 60 {
                world.step(DT);
                let kept = moment(&world) / start;
                assert!((kept - 1.0).abs() < 2e-3, "{resistance}, {unlike}: {kept} after {step} steps");
            }
        }
    }
}

#[test]
fn bad_fields_are_refused_and_named() {
    let mut world = World::new(Config::default()).unwrap();
    let (nan, good) = (f32::NAN, Field::default());
    for (name, field) in [
        ("field.acceleration", Field::uniform(vec2(nan, 0.0))),
        ("field.drag", Field::drag(-1.0)),
        ("field.drag", Field::drag(nan)),
        ("field.flow", Field { flow: vec2(0.0, f32::INFINITY), ..good }),
        ("attractor.center", Field::attractor(vec2(nan, 0.0), 1.0, 0.1)),
        ("attractor.strength", Field::attractor(Vec2::ZERO, nan, 0.1)),
        ("attractor.softening", Field::attractor(Vec2::ZERO, 1.0, 0.0)),
        ("region.radius", good.within(Region::Circle { center: Vec2::ZERO, radius: 0.0 })),
        ("region.center", good.within(Region::Circle { center: vec2(nan, 0.0), radius: 1.0 })),
        (
            "region.half.y",
            good.within(Region::Rectangle { center: Vec2::ZERO, half: vec2(1.0, -1.0), angle: 0.0 }),
        ),
        ("region.angle", good.within(Region::Rectangle { center: Vec2::ZERO, half: Vec2::ONE, angle: nan })),
    ] {
        let error = world.add_field(field).unwrap_err();
        assert!(error.to_string().contains(name), "{error} does not name {name}");
    }
    assert_eq!(world.fields().count(), 0);
    let id = world.add_field(good).unwrap();
    assert!(world.set_field(id, Field::drag(nan)).is_err());
    assert_eq!(world.field(id), Some(good));
}
