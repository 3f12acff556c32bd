//! Sensors: who comes in and goes out, and when.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]
#![expect(clippy::disallowed_methods, reason = "exact answers need no equal bits on every platform")]

use crate::common::{Dice, weightless};
use carom_world::{
    Ball, Body, BodyId, Chain, Config, Filter, Joint, Material, SensorEvent, Shape, ShapeId, World,
};
use glam::{DVec2, Vec2, vec2};

const DT: f32 = 1.0 / 60.0;
/// Share of a step by which times may be off.
const BAR: f64 = 1e-4;

fn fixed(world: &mut World, shape: Shape) -> ShapeId {
    let body = world.add_body(Body::fixed()).unwrap();
    world.add_shape(body, shape).unwrap()
}

fn times(list: &[SensorEvent]) -> Vec<f64> {
    list.iter().map(|c| f64::from(c.time)).collect()
}

#[track_caller]
fn near(measured: f64, exact: f64) {
    assert!((measured - exact).abs() <= BAR * f64::from(DT), "{measured} in place of {exact}");
}

/// Splits the time of a step into the two crossings of all steps: (step, entered, left).
fn run(world: &mut World, steps: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut entered, mut left) = (Vec::new(), Vec::new());
    for n in 0..steps {
        world.step(DT);
        let start = n as f64 * f64::from(DT);
        entered.extend(times(world.events().sensor_entered()).into_iter().map(|t| t + start));
        left.extend(times(world.events().sensor_exited()).into_iter().map(|t| t + start));
        world.validate().unwrap();
    }
    (entered, left)
}

#[test]
fn a_crossing_within_one_step_gives_one_enter_and_one_leave() {
    for (speed, radius) in [(1.0_f32, 0.003_f32), (10.0, 0.01), (600.0, 0.5), (10_000.0, 0.5)] {
        let mut world = weightless();
        let half = 0.1 * speed * DT;
        let line = fixed(&mut world, Shape::segment(vec2(0.0, -100.0), vec2(0.0, 100.0)).unwrap().sensor());
        let ball = world.add_ball(Ball::new(vec2(-half - radius, 0.0), radius).velocity(vec2(speed, 0.0)));
        let ball = ball.unwrap();
        world.step(DT);
        let events = world.events();
        assert_eq!((events.sensor_entered().len(), events.sensor_exited().len()), (1, 1), "speed {speed}");
        assert_eq!((events.sensor_entered()[0].ball, events.sensor_entered()[0].shape), (ball, line));
        near(f64::from(events.sensor_entered()[0].time), f64::from(half / speed));
        near(f64::from(events.sensor_exited()[0].time), f64::from((half + 2.0 * radius) / speed));
        let way = world.position(ball).unwrap().x + half + radius;
        assert!((way / (speed * DT) - 1.0).abs() < 1e-5, "the ball was held up: {way}");
    }
}

#[test]
fn times_are_those_of_the_parabola() {
    // Thrown up through a line just below the top of its flight, and down again.
    let mut world = World::new(Config::default()).unwrap();
    let g = 9.81_f64;
    fixed(&mut world, Shape::segment(vec2(-9.0, 0.0), vec2(9.0, 0.0)).unwrap().sensor());
    let (r, up) = (0.01_f32, 0.25_f32);
    // The upper edge of the ball starts 2 mm below the line.
    world.add_ball(Ball::new(vec2(0.0, -r - 0.002), r).velocity(vec2(0.0, up))).unwrap();
    let (entered, left) = run(&mut world, 6);
    let root = (f64::from(up).powi(2) - 2.0 * g * 0.002_f32 as f64).sqrt();
    assert_eq!((entered.len(), left.len()), (1, 1), "{entered:?} {left:?}");
    near(entered[0], (f64::from(up) - root) / g);
    near(left[0], (f64::from(up) + root) / g);
}

#[test]
fn an_area_is_one_stay_and_a_line_is_two() {
    let corners = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)];
    let open = Chain::polyline(&corners);
    let round = Chain::start(corners[0]).line_to(corners[1]).arc_to(vec2(2.0, 0.0), corners[2]);
    let round = round.line_to(corners[3]);
    for (shape, far, stays) in [
        (Shape::chain(&open.clone().close()).unwrap(), 1.0, 1),
        (Shape::chain(&open.line_to(vec2(-1.0, -0.9))).unwrap(), 1.0, 2),
        (Shape::chain(&round.close()).unwrap(), 2.0, 1),
        (Shape::arc(Vec2::ZERO, 1.0, 0.0, core::f32::consts::TAU).unwrap(), 1.0, 1),
        (Shape::arc(Vec2::ZERO, 1.0, 0.1, 6.2).unwrap(), 1.0, 2),
        (Shape::circle(Vec2::ZERO, 1.0).unwrap(), 1.0, 1),
    ] {
        for speed in [30.0_f32, 3000.0] {
            let mut world = weightless();
            fixed(&mut world, shape.clone().sensor());
            world.add_ball(Ball::new(vec2(-3.0, 0.0), 0.1).velocity(vec2(speed, 0.0))).unwrap();
            let (entered, left) = run(&mut world, 60);
            assert_eq!((entered.len(), left.len()), (stays, stays), "{shape:?} at {speed}");
            near(entered[0], 1.9 / f64::from(speed));
            near(left[stays - 1], (3.1 + far) / f64::from(speed));
        }
    }
}

#[test]
fn a_ball_that_starts_inside_is_told_of_at_once() {
    let mut world = weightless();
    let path = Chain::polyline(&[vec2(-5.0, -5.0), vec2(5.0, -5.0), vec2(5.0, 5.0), vec2(-5.0, 5.0)]).close();
    let area = fixed(&mut world, Shape::chain(&path).unwrap().sensor());
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    world.step(DT);
    assert_eq!(times(world.events().sensor_entered()), [0.0]);
    assert_eq!(world.balls_in_sensor(area).collect::<Vec<_>>(), [ball]);
    // Reported once, and again when it is put out and in.
    world.step(DT);
    assert!(world.events().sensor_entered().is_empty());
    world.teleport(ball, vec2(20.0, 0.0)).unwrap();
    world.step(DT);
    assert_eq!(times(world.events().sensor_exited()), [0.0]);
    world.teleport(ball, vec2(2.0, 0.0)).unwrap();
    world.step(DT);
    assert_eq!(times(world.events().sensor_entered()), [0.0]);
    // A filter that no longer meets ends the stay; so does removal.
    world.set_ball_filter(ball, Filter::NONE).unwrap();
    world.step(DT);
    assert_eq!((world.events().sensor_exited().len(), world.balls_in_sensor(area).count()), (1, 0));
    world.set_ball_filter(ball, Filter::default()).unwrap();
    world.step(DT);
    assert_eq!(world.events().sensor_entered().len(), 1);
    world.remove_shape(area).unwrap();
    assert_eq!(times(world.step(DT).sensor_exited()), [0.0], "the sensor goes");
    world.validate().unwrap();
}

#[test]
fn rows_that_change_places_keep_their_stays() {
    let mut world = weightless();
    let area = fixed(&mut world, Shape::circle(Vec2::ZERO, 10.0).unwrap().sensor());
    let balls: Vec<BodyId> =
        (0..4).map(|n| world.add_ball(Ball::new(vec2(n as f32, 0.0), 0.1)).unwrap()).collect();
    world.step(DT);
    assert_eq!(world.events().sensor_entered().len(), 4);
    world.remove_body(balls[1]).unwrap();
    world.step(DT);
    let exited: Vec<_> = world.events().sensor_exited().iter().map(|stay| stay.ball).collect();
    assert!(world.events().sensor_entered().is_empty() && exited == [balls[1]], "{exited:?}");
    let mut inside: Vec<_> = world.balls_in_sensor(area).collect();
    inside.sort();
    assert_eq!(inside, [balls[0], balls[2], balls[3]]);
    world.validate().unwrap();
}

#[test]
fn moving_sensors_are_exact_too() {
    // A sensor that flies past a ball at rest.
    let mut world = weightless();
    let body =
        world.add_body(Body::kinematic().position(vec2(-5.0, 0.0)).velocity(vec2(700.0, 0.0))).unwrap();
    world.add_shape(body, Shape::segment(vec2(0.0, -1.0), vec2(0.0, 1.0)).unwrap().sensor()).unwrap();
    world.add_ball(Ball::new(Vec2::ZERO, 0.5)).unwrap();
    world.step(DT);
    near(times(world.events().sensor_entered())[0], 4.5 / 700.0);
    near(times(world.events().sensor_exited())[0], 5.5 / 700.0);
    // An arm that sweeps over a ball: from sin(angle) = -r/d to r/d.
    let mut world = weightless();
    let body = world.add_body(Body::kinematic().angle(-1.0).angular_velocity(100.0)).unwrap();
    world.add_shape(body, Shape::segment(Vec2::ZERO, vec2(3.0, 0.0)).unwrap().sensor()).unwrap();
    let ball = world.add_ball(Ball::new(vec2(2.0, 0.0), 0.5)).unwrap();
    world.step(DT);
    let half = (0.5_f64 / 2.0).asin();
    assert_eq!((world.events().sensor_entered().len(), world.events().sensor_exited().len()), (1, 1));
    near(times(world.events().sensor_entered())[0], (1.0 - half) / 100.0);
    near(times(world.events().sensor_exited())[0], (1.0 + half) / 100.0);
    assert_eq!(world.velocity(ball), Some(Vec2::ZERO), "the arm pushed");
}

#[test]
fn every_leg_between_bounces_counts() {
    // Back and forth between two walls, 2000 units/s, a sensor in the middle: a crossing each 4 / 2000 s.
    let mut world = weightless();
    let elastic = Material::elastic();
    for x in [-2.5_f32, 2.5] {
        fixed(&mut world, Shape::segment(vec2(x, -1.0), vec2(x, 1.0)).unwrap().material(elastic));
    }
    fixed(&mut world, Shape::segment(vec2(0.0, -1.0), vec2(0.0, 1.0)).unwrap().sensor());
    let (speed, r) = (2000.0_f32, 0.5_f32);
    world.add_ball(Ball::new(vec2(-1.0, 0.0), r).velocity(vec2(speed, 0.0)).material(elastic)).unwrap();
    let (entered, left) = run(&mut world, 3);
    let first = 0.5 / f64::from(speed);
    let exact: Vec<f64> =
        (0..).map(|n| first + 4.0 * f64::from(n) / f64::from(speed)).take_while(|t| *t < 0.05).collect();
    assert_eq!((entered.len(), left.len()), (exact.len(), exact.len()));
    for (n, time) in exact.iter().enumerate() {
        near(entered[n], *time);
        near(left[n], time + 1.0 / f64::from(speed));
    }
}

#[test]
fn random_flights_agree_with_fine_sampling() {
    // An independent answer: where the ball is at ten thousand instants.
    let mut dice = Dice(7);
    let mut roll = || dice.uniform(0.0, 1.0);
    let gravity = DVec2::new(0.0, -9.81_f32 as f64);
    for _ in 0..300 {
        let mut world = World::new(Config::default()).unwrap();
        let (r, a, b) = (0.05 + roll(), DVec2::new(roll(), roll()), DVec2::new(roll() - 1.0, roll() - 1.0));
        let shape = Shape::segment(a.as_vec2(), b.as_vec2()).unwrap().sensor();
        fixed(&mut world, shape);
        let at = DVec2::new(4.0 * roll() - 2.0, 4.0 * roll() - 2.0).as_vec2();
        let v = (DVec2::new(roll() - 0.5, roll() - 0.5) * 400.0).as_vec2();
        world.add_ball(Ball::new(at, r as f32).velocity(v)).unwrap();
        world.step(DT);
        let (a, b, r) = (a.as_vec2().as_dvec2(), b.as_vec2().as_dvec2(), f64::from(r as f32));
        let inside = |t: f64| {
            let p = at.as_dvec2() + v.as_dvec2() * t + 0.5 * gravity * t * t;
            let s = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            (p - a - (b - a) * s).length() <= r
        };
        let (mut entered, mut left, mut was) = (Vec::new(), Vec::new(), false);
        for n in 0..=10_000 {
            let t = f64::from(DT) * f64::from(n) / 10_000.0;
            let is = inside(t);
            if is != was {
                if is { entered.push(t) } else { left.push(t) }
            }
            was = is;
        }
        let found = (times(world.events().sensor_entered()), times(world.events().sensor_exited()));
        assert_eq!((found.0.len(), found.1.len()), (entered.len(), left.len()), "{at} {v} {a} {b} {r}");
        for (time, exact) in found.0.iter().zip(&entered).chain(found.1.iter().zip(&left)) {
            assert!((time - exact).abs() <= 1.1e-4 * f64::from(DT), "{time} {exact}");
        }
    }
}

#[test]
fn a_snapshot_knows_who_is_inside() {
    let mut world = World::new(Config::default()).unwrap();
    let area = fixed(&mut world, Shape::circle(Vec2::ZERO, 2.0).unwrap().sensor());
    let body = world.add_body(Body::kinematic().angular_velocity(3.0)).unwrap();
    world.add_shape(body, Shape::capsule(Vec2::ZERO, vec2(3.0, 0.0), 0.1).unwrap().sensor()).unwrap();
    for n in 0..5 {
        world.add_ball(Ball::new(vec2(n as f32 - 2.0, 0.5), 0.2)).unwrap();
    }
    (0..9).for_each(|_| _ = world.step(DT));
    let mut twin = World::from_snapshot(&world.snapshot()).unwrap();
    assert_eq!(twin.balls_in_sensor(area).count(), world.balls_in_sensor(area).count());
    world.clear_caches();
    for _ in 0..60 {
        world.step(DT);
        twin.step(DT);
        assert_eq!(world.events().sensor_entered(), twin.events().sensor_entered());
        assert_eq!(world.events().sensor_exited(), twin.events().sensor_exited());
        assert_eq!(world.state_hash(), twin.state_hash());
    }
    assert_eq!(world.balls_in_sensor(area).count(), 0, "all have fallen out");
    twin.restore(&world.snapshot()).unwrap();
    twin.validate().unwrap();
}

#[test]
fn queries_and_rays_pass_through() {
    let mut world = weightless();
    fixed(&mut world, Shape::circle(Vec2::ZERO, 2.0).unwrap().sensor());
    let body = world.add_body(Body::kinematic()).unwrap();
    world.add_shape(body, Shape::circle(Vec2::ZERO, 2.0).unwrap().sensor()).unwrap();
    assert_eq!(world.cast_ray(vec2(-5.0, 0.0), vec2(9.0, 0.0), Filter::default()).unwrap(), None);
    assert_eq!(world.closest_point(Vec2::ZERO, 1.0, Filter::default()).unwrap(), None);
}

#[test]
fn a_sensor_on_a_struck_hinge_follows_its_turn() {
    // A wheel of inertia 1 at rest is struck at its rim within the step, elastically, and sweeps its sensor over
    // a second ball: the rate after the blow is 2 v m r / (I + m r^2).
    let mut world = weightless();
    let elastic = Material::elastic();
    let wheel = world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).limits(-100.0, 100.0)).unwrap();
    let paddle = Shape::segment(vec2(0.0, 0.0), vec2(2.0, 0.0)).unwrap().material(elastic);
    world.add_shape(wheel, paddle).unwrap();
    let sensor = Shape::segment(Vec2::ZERO, vec2(-3.0, 0.0)).unwrap().sensor();
    world.add_shape(wheel, sensor).unwrap();
    let (m, v, r) = (0.25_f64, 400.0_f64, 0.1_f32);
    let striker = Ball::new(vec2(1.0, -2.1), r).mass(m as f32).velocity(vec2(0.0, v as f32));
    world.add_ball(striker.material(elastic)).unwrap();
    world.add_ball(Ball::new(vec2(-2.0, -1.0), r)).unwrap();
    world.step(DT);
    let rate = 2.0 * v * m / (1.0 + m);
    let struck = 2.0 / v;
    let (far, angle) = (5.0_f64.sqrt(), 1.0_f64.atan2(2.0));
    let half = (f64::from(r) / far).asin();
    assert_eq!((world.events().sensor_entered().len(), world.events().sensor_exited().len()), (1, 1));
    near(times(world.events().sensor_entered())[0], struck + (angle - half) / rate);
    near(times(world.events().sensor_exited())[0], struck + (angle + half) / rate);
}

/// How a body moved was written down only while it moved: a ball that was struck, and flew on to the end of the step,
/// went through a sensor on one that stood and was not seen.
#[test]
fn a_struck_ball_is_seen_by_a_sensor_on_a_mover_that_stands() {
    let bouncy = Material::new(1.0, 0.0);
    for speed in [1.0, 4.0, 15.0] {
        for kind in 0..4 {
            let mut world = weightless();
            fixed(&mut world, Shape::segment(vec2(-3.0, -3.0), vec2(-3.0, 3.0)).unwrap().material(bouncy));
            let body = match kind {
                0 => world.add_body(Body::fixed()),
                1 => world.add_body(Body::kinematic()),
                2 => world.add_joint(Joint::hinge(Vec2::ZERO, 1.0)),
                _ => world.add_joint(Joint::slider(Vec2::ZERO, Vec2::Y, 1.0, [-1.0, 1.0])),
            };
            let disc = Shape::circle(Vec2::ZERO, 0.8).unwrap().sensor();
            let sensor = world.add_shape(body.unwrap(), disc).unwrap();
            let ball = Ball::new(vec2(-2.0, 0.0), 0.1).velocity(vec2(-speed, 0.0)).material(bouncy);
            let ball = world.add_ball(ball).unwrap();
            let mut crossed = [0; 2];
            for _ in 0..(6.0 / speed / DT) as usize {
                world.step(DT);
                crossed[0] += world.events().sensor_entered().len();
                crossed[1] += world.events().sensor_exited().len();
                let gap = world.position(ball).unwrap().length() - 0.9;
                let seen = world.balls_in_sensor(sensor).count() == 1;
                assert!(seen == (gap < 0.0) || gap.abs() < 1e-3, "kind {kind}, speed {speed}: gap {gap}");
            }
            assert_eq!(crossed, [1, 1], "kind {kind}, speed {speed}");
        }
    }
}

/// After sixteen crossings in one flight the rest was left out, and the ball was not in the sensor that it lay on.
#[test]
fn a_ball_through_a_zigzag_comes_in_at_every_tooth() {
    let mut world = weightless();
    // Steep lines, which the x axis meets at 0.05, 0.15, ...
    for teeth in [12_u8, 40, 200] {
        let points: Vec<Vec2> =
            (0..=teeth).map(|k| vec2(0.1 * f32::from(k), if k % 2 == 0 { -1.0 } else { 1.0 })).collect();
        let zigzag = fixed(&mut world, Shape::chain(&Chain::polyline(&points)).unwrap().sensor());
        let speed = 6.0 * f32::from(teeth);
        let ball = world.add_ball(Ball::new(vec2(-0.05, 0.0), 0.01).velocity(vec2(speed, 0.0))).unwrap();
        let events = world.step(DT);
        let (entered, exited) = (events.sensor_entered().len(), events.sensor_exited().len());
        assert_eq!((entered, exited), (usize::from(teeth), usize::from(teeth) - 1));
        assert!(world.balls_in_sensor(zigzag).eq([ball]));
        world.remove_body(ball).unwrap();
        let body = world.shape_body(zigzag).unwrap();
        world.remove_body(body).unwrap();
        assert_eq!(world.step(DT).sensor_exited().len(), 1);
    }
}

/// A ball that trembles too often in one flight has a bounded number of reports, and is in its final place at the
/// end.
#[test]
fn a_sensor_that_spins_too_fast_to_be_told_of_knows_who_is_inside() {
    let mut world = weightless();
    let body = world.add_body(Body::kinematic().angular_velocity(1e6)).unwrap();
    let bar =
        world.add_shape(body, Shape::segment(vec2(0.1, 0.0), vec2(1.0, 0.0)).unwrap().sensor()).unwrap();
    let ball = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.2)).unwrap();
    for _ in 0..40 {
        world.step(DT);
        let (sin, cos) = libm::sincos(f64::from(world.angle(body).unwrap()));
        let (x, y) = (0.5 * cos, 0.5 * sin);
        let near = DVec2::new(x.clamp(0.1, 1.0), 0.0);
        let gap = (DVec2::new(x, -y) - near).length() - 0.2;
        if gap.abs() > 1e-2 {
            assert_eq!(world.balls_in_sensor(bar).eq([ball]), gap < 0.0, "gap {gap}");
        }
    }
}

/// A finish line, a net, a drain: the place of a ball's centre counts. A thin line, a strip thinner than the motion
/// of a step, a round pocket and a half-plane notice every ball, at every size and rate, at its time and place.
#[test]
fn sensors_of_centres_notice_the_centre_at_its_time_and_place() {
    for scale in [1e-3_f32, 1.0, 1e3] {
        for rate in [30.0_f32, 60.0, 1000.0] {
            for (speed, slope) in [(0.3_f32, 0.0_f32), (3.0, 0.2), (200.0, 1.5)] {
                let path = Chain::polyline(&[
                    scale * vec2(0.0, -90.0),
                    scale * vec2(0.004, -90.0),
                    scale * vec2(0.004, 90.0),
                    scale * vec2(0.0, 90.0),
                ]);
                let line = Shape::segment(scale * vec2(0.0, -90.0), scale * vec2(0.0, 90.0)).unwrap();
                for (shape, ends) in [
                    (line, true),
                    (Shape::chain(&path.close()).unwrap(), true),
                    (Shape::circle(scale * vec2(90.0, 0.0), scale * 90.0).unwrap(), false),
                    (Shape::half_plane(Vec2::ZERO, -Vec2::X).unwrap(), false),
                ] {
                    let mut world = weightless();
                    let sensor = fixed(&mut world, shape.clone().sensor_of_centers());
                    let v = scale * vec2(speed, speed * slope);
                    // The circle is met where the way is level with its middle.
                    let start = -0.35 / speed * v;
                    let ghost = Ball::new(start, 0.02 * scale).velocity(v).filter(Filter::NONE);
                    let ball = world.add_ball(ghost).unwrap();
                    let (mut entered, mut left, mut steps) = (None, None, 0);
                    while entered.is_none() || ends && left.is_none() {
                        world.step(1.0 / rate);
                        let at = |event: &SensorEvent| {
                            assert_eq!((event.shape, event.ball), (sensor, ball));
                            (f64::from(steps as f32 / rate + event.time), *event)
                        };
                        entered = entered.or(world.events().sensor_entered().first().map(at));
                        left = left.or(world.events().sensor_exited().first().map(at));
                        world.validate().unwrap();
                        steps += 1;
                        assert!((steps as f32) < 3.0 * rate, "{shape:?} {scale} {rate} {speed}");
                    }
                    let (time, event) = entered.unwrap();
                    let bar = BAR * f64::from(1.0 / rate) + 1e-6;
                    assert!(
                        (time * f64::from(speed) - 0.35).abs() < bar * f64::from(speed),
                        "{shape:?} {time}"
                    );
                    assert!(event.position.length() < 1e-3 * scale && event.velocity == v, "{event:?}");
                    if let Some((gone, _)) = left {
                        let long = if path_is_thick(&shape) { 0.004 / f64::from(speed) } else { 0.0 };
                        assert!((gone - time - long).abs() < bar, "{shape:?} {time} {gone}");
                    }
                }
            }
        }
    }
}

fn path_is_thick(shape: &Shape) -> bool {
    format!("{shape:?}").matches("direction").count() > 1
}

/// A ball grazes an outline from within for long: its centre leaves when it does. At an angle of a ten-thousandth the
/// search gives up, and says so at the end of the flight; it misses nothing.
#[test]
fn a_centre_leaves_an_area_at_a_flat_angle() {
    for (slope, bar) in [(1.0_f32, BAR * f64::from(DT)), (0.02, BAR * f64::from(DT)), (1e-4, f64::from(DT))] {
        for speed in [1.0_f32, 50.0] {
            let mut world = weightless();
            let far = 1e5;
            let corners = [vec2(-far, -9.0), vec2(far, -9.0), vec2(far, 0.0), vec2(-far, 0.0)];
            fixed(&mut world, Shape::chain(&Chain::polyline(&corners).close()).unwrap().sensor_of_centers());
            let v = speed * vec2(1.0, slope);
            let start = -1.3 * DT * v;
            world.add_ball(Ball::new(start, 0.1).velocity(v)).unwrap();
            let (entered, left) = run(&mut world, 3);
            assert_eq!((entered.len(), left.len()), (1, 1), "{slope} {speed}: {entered:?} {left:?}");
            // A millionth of the radius is a long way at a flat angle.
            let exact = f64::from(-start.y / v.y);
            let late = 1.1e-7 / f64::from(v.y);
            assert!((left[0] - exact).abs() < late + bar, "{slope} {speed}: {left:?}");
        }
    }
}

/// Balls deep inside an area and far outside are not tested again, until a change concerns them.
#[test]
fn what_changes_is_noticed_by_balls_that_rest_deep_inside() {
    let mut world = World::new(Config { sleep_speed: 0.05, ..Config::default() }).unwrap();
    fixed(&mut world, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap());
    let big = fixed(&mut world, Shape::circle(Vec2::ZERO, 50.0).unwrap().sensor());
    let balls: Vec<BodyId> =
        (0..3).map(|n| world.add_ball(Ball::new(vec2(3.0 * n as f32, 0.1), 0.1)).unwrap()).collect();
    (0..120).for_each(|_| _ = world.step(DT));
    assert!(balls.iter().all(|ball| world.is_asleep(*ball)) && world.balls_in_sensor(big).count() == 3);
    world.set_ball_filter(balls[0], Filter::NONE).unwrap();
    let exits: Vec<_> = world.step(DT).sensor_exited().iter().map(|event| event.ball).collect();
    assert_eq!(exits, [balls[0]]);
    world.set_shape_filter(big, Filter::NONE).unwrap();
    assert_eq!(world.step(DT).sensor_exited().len(), 2);
    world.set_shape_filter(big, Filter::default()).unwrap();
    assert_eq!(world.step(DT).sensor_entered().len(), 2);
    (0..120).for_each(|_| _ = world.step(DT));
    assert!(balls[1..].iter().all(|ball| world.is_asleep(*ball)));
    let late = fixed(&mut world, Shape::circle(vec2(3.0, 0.0), 1.0).unwrap().sensor_of_centers());
    assert_eq!(world.step(DT).sensor_entered().len(), 1, "a sensor that is put around a ball that sleeps");
    let body = world.shape_body(late).unwrap();
    world.teleport(body, vec2(3.0, 0.0)).unwrap();
    let events = world.step(DT);
    assert_eq!((events.sensor_entered().len(), events.sensor_exited().len()), (1, 1), "it stands elsewhere");
}
