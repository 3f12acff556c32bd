//! Sleeping: which balls fall asleep, the steps of a sleeping world, and the events that wake it.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{self, DT, Dice};
use carom_world::{Ball, Body, BodyId, Chain, Config, ContactPoint, Joint, Material, Motor, Shape, World};
use glam::{Vec2, vec2};

/// A trough with a floor at 0 and walls at -1 and 1, and a pile of balls of about 0.1 in it that has come to rest.
fn pile(config: Config, balls: u32) -> (World, Vec<BodyId>, BodyId) {
    let mut world = World::new(config).unwrap();
    let trough = world.add_body(Body::fixed()).unwrap();
    for (x, normal) in [(0.0, Vec2::Y), (-1.0, Vec2::X), (1.0, -Vec2::X)] {
        world.add_shape(trough, Shape::half_plane(vec2(x, 0.0), normal).unwrap()).unwrap();
    }
    let mut dice = Dice(5);
    let balls = (0..balls)
        .map(|n| {
            // Each row beside the one below it, so that contacts join all of them.
            let row = n / 9;
            let at = vec2(-0.88 + 0.21 * (n % 9) as f32 + 0.07 * (row % 2) as f32, 0.12 + 0.22 * row as f32);
            let ball = Ball::new(at, dice.within(0.08, 0.1)).material(Material::new(0.1, 0.5));
            world.add_ball(ball).unwrap()
        })
        .collect();
    for _ in 0..1200 {
        world.step(DT);
    }
    (world, balls, trough)
}

fn sleeping_pile() -> (World, Vec<BodyId>, BodyId) {
    let (world, balls, trough) = pile(Config::default(), 60);
    assert!(balls.iter().all(|ball| world.is_asleep(*ball)), "{} sleep", world.profile().sleeping);
    (world, balls, trough)
}

#[test]
fn a_world_that_sleeps_stays_as_it_is() {
    let (mut world, balls, _) = sleeping_pile();
    let (hash, snapshot) = (world.state_hash(), world.snapshot());
    let contacts: Vec<_> = world.contacts().collect();
    assert!(contacts.len() > 80, "{} contacts", contacts.len());
    for step in 0..100 {
        let events = world.step(DT);
        assert!(events.contacts_started().is_empty() && events.contacts_ended().is_empty(), "step {step}");
        assert_eq!(world.state_hash(), hash, "step {step}");
    }
    assert_eq!(world.snapshot(), snapshot);
    assert_eq!(world.contacts().collect::<Vec<_>>(), contacts);
    assert_eq!(world.profile().contacts, 0, "nothing is solved");
    assert_eq!(world.profile().sleeping as usize, balls.len());
    assert_eq!(world.validate(), Ok(()));
}

/// Contacts of sleeping balls are worked out from their places. Contacts of awake balls come from the solver.
#[test]
fn contacts_are_the_same_before_and_after_a_pile_falls_asleep() {
    let (mut world, balls, _) = pile(Config { sleep_speed: 0.0, ..Config::default() }, 60);
    let mut awake: Vec<_> = world.contacts().collect();
    world.set_config(Config::default()).unwrap();
    while !world.is_asleep(balls[0]) {
        world.step(DT);
    }
    let mut asleep: Vec<_> = world.contacts().collect();
    // Two that just touch may part by a hair before they sleep.
    let bears = |c: &ContactPoint| c.normal_impulse > 1e-5;
    awake.retain(bears);
    asleep.retain(bears);
    assert!(awake.len() > 80, "{} contacts", awake.len());
    awake.sort_by_key(|c| (c.body_a, c.body_b));
    asleep.sort_by_key(|c| (c.body_a, c.body_b));
    assert_eq!(awake.len(), asleep.len());
    for (one, two) in awake.iter().zip(&asleep) {
        assert_eq!((one.body_a, one.shape_a, one.body_b), (two.body_a, two.shape_a, two.body_b));
        assert!((one.normal - two.normal).length() < 1e-3, "{one:?} {two:?}");
        assert!((one.separation - two.separation).abs() < 1e-4, "{one:?} {two:?}");
        assert!((one.normal_impulse - two.normal_impulse).abs() < 0.02, "{one:?} {two:?}");
    }
}

/// A game's action on a world, its balls and their trough.
type Act = fn(&mut World, &[BodyId], BodyId);

/// Each way in which a game or a ball may wake a pile, and by how many steps later it must be awake.
#[test]
fn whatever_may_move_it_wakes_a_pile() {
    let ways: [(&str, Act); 14] = [
        ("a velocity", |world, balls, _| world.set_velocity(balls[50], vec2(0.0, 0.1)).unwrap()),
        ("a spin", |world, balls, _| world.set_angular_velocity(balls[3], 1.0).unwrap()),
        ("an impulse", |world, balls, _| world.apply_impulse(balls[20], vec2(0.01, 0.0)).unwrap()),
        ("an angular impulse", |world, balls, _| world.apply_angular_impulse(balls[20], 0.01).unwrap()),
        ("a force", |world, balls, _| world.apply_force(balls[20], vec2(1.0, 0.0)).unwrap()),
        ("a call", |world, balls, _| world.wake(balls[11]).unwrap()),
        ("a ball that is gone", |world, balls, _| world.remove_body(balls[0]).unwrap()),
        ("a ball that is elsewhere", |world, balls, _| world.teleport(balls[0], vec2(0.0, 9.0)).unwrap()),
        ("a ball that grows", |world, balls, _| world.set_radius(balls[9], 0.11).unwrap()),
        ("a trough that is gone", |world, _, trough| world.remove_body(trough).unwrap()),
        ("less gravity", |world, _, _| {
            let gravity = vec2(0.0, -9.0);
            world.set_config(Config { gravity, ..*world.config() }).unwrap();
        }),
        ("a ball beside it", |world, balls, _| {
            // It overlaps one, and does not come nearer.
            let at = world.position(balls[55]).unwrap() + vec2(0.0, 0.15);
            let ball = Ball { gravity_scale: 0.0, ..Ball::new(at, 0.1) };
            world.add_ball(ball).unwrap();
        }),
        ("a blade that turns beside it", |world, _, _| {
            let blade = world.add_body(Body::kinematic().position(vec2(0.0, 0.5))).unwrap();
            world.add_shape(blade, Shape::capsule(Vec2::ZERO, Vec2::Y, 0.02).unwrap()).unwrap();
            world.set_angular_velocity(blade, 0.01).unwrap();
        }),
        ("a hinge beside it", |world, _, _| {
            let hinge = world.add_joint(Joint::hinge(vec2(0.0, 0.5), 1.0)).unwrap();
            world.add_shape(hinge, Shape::capsule(Vec2::ZERO, Vec2::Y, 0.02).unwrap()).unwrap();
            world.set_motor(hinge, Motor::Force(1.0)).unwrap();
        }),
    ];
    let (world, balls, trough) = sleeping_pile();
    for (way, act) in ways {
        let mut world = world.clone();
        act(&mut world, &balls, trough);
        world.step(DT);
        // A ball on the floor that touches no other is an island of its own.
        assert!(world.profile().sleeping <= 3, "{way}: {} sleep", world.profile().sleeping);
        assert_eq!(world.validate(), Ok(()), "{way}");
    }
}

/// A hit finds the whole island awake, and the following motion is that of a pile that never slept.
#[test]
fn a_ball_that_lands_wakes_the_island_and_no_other() {
    let run = |sleep: bool| {
        let sleep_speed = if sleep { Config::default().sleep_speed } else { 0.0 };
        let mut world = World::new(Config { sleep_speed, ..Config::default() }).unwrap();
        let floor = world.add_body(Body::fixed()).unwrap();
        world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
        let clay = Material::new(0.0, 0.6);
        // Two triangles of three, between pegs.
        let heaps: Vec<Vec<BodyId>> = [0.0, 5.0]
            .into_iter()
            .map(|x| {
                for side in [-0.2, 0.4] {
                    world.add_shape(floor, Shape::circle(vec2(x + side, 0.1), 0.1).unwrap()).unwrap();
                }
                let places = [vec2(0.0, 0.1), vec2(0.2, 0.1), vec2(0.1, 0.1 + 0.1 * 3.0_f32.sqrt())];
                places
                    .map(|at| world.add_ball(Ball::new(at + vec2(x, 0.0), 0.1).material(clay)).unwrap())
                    .into()
            })
            .collect();
        for _ in 0..120 {
            world.step(DT);
        }
        let all_asleep = heaps.iter().flatten().all(|ball| world.is_asleep(*ball));
        assert_eq!(all_asleep, sleep);
        let other: Vec<_> = heaps[1].iter().map(|ball| world.ball(*ball)).collect();
        world.add_ball(Ball::new(vec2(0.1, 1.0), 0.1).material(clay)).unwrap();
        let mut first_hit = None;
        for step in 0..40 {
            // The stone is the fastest; balls of the heap hit each other at the same instant.
            let hits = world.step(DT).impacts();
            let hit = hits.iter().copied().max_by(|a, b| a.approach_speed.total_cmp(&b.approach_speed));
            let woken = heaps[0].iter().all(|ball| !world.is_asleep(*ball));
            first_hit = first_hit.or(hit.map(|hit| (step, hit.time, hit.approach_speed)));
            assert!(!sleep || woken == first_hit.is_some(), "step {step}");
        }
        let is_same = heaps[1].iter().map(|ball| world.ball(*ball)).eq(other);
        assert_eq!(is_same && heaps[1].iter().all(|ball| world.is_asleep(*ball)), sleep, "the other heap");
        let places: Vec<_> = heaps[0].iter().map(|ball| world.position(*ball).unwrap()).collect();
        (first_hit.unwrap(), places)
    };
    let ((step, time, speed), places) = run(true);
    let ((other_step, other_time, other_speed), others) = run(false);
    assert_eq!(step, other_step);
    assert!((time - other_time).abs() < 5e-4, "{time} {other_time}");
    assert!((speed - other_speed).abs() < 5e-3, "{speed} {other_speed}");
    for (a, b) in places.iter().zip(&others) {
        assert!((*a - *b).length() < 1e-3, "{places:?} {others:?}");
    }
}

/// A ball that rolls on a floor at 1 mm/s, after ten seconds.
fn slow_roll(config: Config) -> (World, BodyId) {
    let mut world = World::new(config).unwrap();
    let floor = world.add_body(Body::fixed()).unwrap();
    world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
    let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1)).unwrap();
    world.set_velocity(ball, vec2(0.001, 0.0)).unwrap();
    world.set_angular_velocity(ball, -0.01).unwrap();
    for _ in 0..600 {
        world.step(DT);
    }
    (world, ball)
}

/// The root of pull times radius is 0.99 units/s. As in other engines, a ball that rolls on level ground for ever
/// comes to rest by default. A game that wants it to keep rolling says so.
#[test]
fn a_slow_roll_sleeps_or_goes_on_as_the_game_says() {
    for (sleep_speed, sleeps) in [(0.0, false), (2e-4, false), (0.001, false), (0.002, true), (0.1, true)] {
        let (world, ball) = slow_roll(Config { sleep_speed, ..Config::default() });
        assert_eq!(world.is_asleep(ball), sleeps, "{sleep_speed}");
        let speed = if sleeps { 0.0 } else { 0.001 };
        assert!((world.velocity(ball).unwrap().x - speed).abs() < 1e-6, "{:?}", world.velocity(ball));
    }
    assert!(slow_roll(Config::default()).0.is_asleep(slow_roll(Config::default()).1));
}

/// On a slope, however gentle, a ball that is put down begins to roll; and one that rolls up comes back. Where
/// balls were stopped by their speed alone, slopes of less than a degree held them.
#[test]
fn a_ball_on_a_gentle_slope_does_not_sleep() {
    for (degrees, start, r) in
        [(0.1, 0.0, 0.1), (0.1, 0.01, 0.1), (0.3, 0.0, 0.0135), (0.3, 0.02, 0.5), (0.8, -0.02, 0.5)]
    {
        let angle = f32::to_radians(degrees);
        let slope = vec2(libm::cosf(angle), libm::sinf(angle));
        let mut world = World::new(Config::default()).unwrap();
        let ground = world.add_body(Body::fixed()).unwrap();
        world.add_shape(ground, Shape::segment(-100.0 * slope, 100.0 * slope).unwrap()).unwrap();
        let ball = world.add_ball(Ball::new(r * slope.perp(), r)).unwrap();
        world.set_velocity(ball, start * slope).unwrap();
        world.set_angular_velocity(ball, -start / r).unwrap();
        let mut time = 0.0;
        while time < 20.0 {
            world.step(DT);
            time += f64::from(DT);
            assert!(!world.is_asleep(ball), "{degrees} degrees, from {start}: asleep after {time} s");
        }
        // A disc that rolls falls two thirds as fast as one that slides.
        let pull = 9.81 * 2.0 / 3.0 * libm::sin(f64::from(degrees).to_radians());
        let expected = f64::from(start) * time - 0.5 * pull * time * time;
        let way = f64::from(world.position(ball).unwrap().dot(slope));
        assert!(
            (way - expected).abs() < 2e-3 * expected.abs(),
            "{degrees} degrees: {way}, expected {expected}"
        );
    }
}

/// A ball that a belt carries slowly is not at rest.
#[test]
fn a_ball_on_a_slow_belt_does_not_sleep() {
    let mut world = World::new(Config::default()).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let belt = Shape::segment(vec2(-100.0, 0.0), vec2(100.0, 0.0)).unwrap();
    let belt =
        belt.material(Material { surface_speed: 0.005, rolling_resistance: 0.1, ..Material::default() });
    world.add_shape(ground, belt).unwrap();
    let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1)).unwrap();
    for _ in 0..1200 {
        world.step(DT);
    }
    assert!(!world.is_asleep(ball));
    let speed = world.velocity(ball).unwrap().x.abs();
    assert!((speed - 0.005).abs() < 1e-4, "{speed}");
}

#[test]
fn a_ball_at_the_top_of_its_flight_does_not_sleep() {
    // The pull is weak: for many steps the ball is slower than one that sleeps.
    let mut world = World::new(Config { gravity: vec2(0.0, -1e-4), ..Config::default() }).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    for _ in 0..6000 {
        world.step(DT);
        assert!(!world.is_asleep(ball));
    }
    let fallen = 0.5 * 1e-4 * 100.0 * 100.0;
    assert!((world.position(ball).unwrap().y + fallen).abs() < 1e-3, "{:?}", world.position(ball));
}

/// With another length of the step, the stored impulses of contacts belong to a substep that is longer or shorter.
#[test]
fn a_pile_that_slept_is_not_thrown_by_another_step_length() {
    for dt in [1.0 / 30.0, 1.0 / 240.0] {
        let (mut world, balls, _) = sleeping_pile();
        let before: Vec<_> = balls.iter().map(|ball| world.position(*ball).unwrap()).collect();
        for _ in 0..10 {
            world.step(dt);
        }
        assert!(balls.iter().all(|ball| world.is_asleep(*ball)));
        world.wake(balls[0]).unwrap();
        for _ in 0..60 {
            world.step(dt);
        }
        for (ball, before) in balls.iter().zip(before) {
            let moved = (world.position(*ball).unwrap() - before).length();
            assert!(moved < 0.01, "dt {dt}: a ball moved by {moved}");
        }
    }
}

/// Snapshots, fresh caches and the world itself have the same future, for any sequence of waking and sleep.
#[test]
fn sleep_is_state() {
    let (mut slept, mut woke) = (0, 0);
    // In seed 20 balls have overrun their travel budget when they fall asleep. They were not tested when they woke,
    // and sank through the floor.
    for seed in (0..common::cases(6)).chain([20]) {
        let mut dice = Dice(seed);
        let (mut world, _, trough) = pile(Config::default(), 30 + dice.roll() as u32 % 40);
        let sleep_speed = [2e-4, 0.01, 0.1][seed as usize % 3];
        world.set_config(Config { sleep_speed, ..*world.config() }).unwrap();
        if seed % 2 == 1 {
            let bump = Chain::start(vec2(-0.3, 0.0)).arc_by_angle_to(vec2(0.3, 0.0), 2.0);
            world.add_shape(trough, Shape::chain(&bump).unwrap()).unwrap();
        }
        let blade = world.add_body(Body::kinematic().position(vec2(dice.within(-0.8, 0.8), 0.9))).unwrap();
        world.add_shape(blade, Shape::capsule(Vec2::ZERO, vec2(0.0, -0.6), 0.02).unwrap()).unwrap();
        let mut twin = world.clone();
        for step in 0..900 {
            if step % 5 == 0 {
                twin.clear_caches();
            }
            if step % 11 == 0 {
                twin = World::from_snapshot(&twin.snapshot()).unwrap();
            }
            let act = dice.roll() % 300;
            let (number, at) = (dice.roll() as usize, dice.point(0.8));
            for world in [&mut world, &mut twin] {
                let balls: Vec<_> = world.balls().map(|(id, _)| id).collect();
                let ball = balls[number % balls.len()];
                match act {
                    0 => world.wake(ball).unwrap(),
                    1 => world.remove_body(ball).unwrap(),
                    2 => drop(world.add_ball(Ball::new(at + vec2(0.0, 2.5), 0.07)).unwrap()),
                    3 => world.apply_impulse(ball, 0.02 * at).unwrap(),
                    4 => world.set_angular_velocity(blade, 2.0 * at.x).unwrap(),
                    5 | 6 => world.set_angular_velocity(blade, 0.0).unwrap(),
                    _ => {}
                }
                world.step(DT);
            }
            assert_eq!(world.state_hash(), twin.state_hash(), "seed {seed}, step {step}");
            assert_eq!(world.snapshot(), twin.snapshot(), "seed {seed}, step {step}");
            assert_eq!(world.validate(), Ok(()), "seed {seed}, step {step}");
            let sunk = world.balls().find(|(_, ball)| ball.position.y < 0.89 * ball.radius);
            assert_eq!(sunk, None, "seed {seed}, step {step}");
            let sleeping = world.profile().sleeping;
            slept += usize::from(2 * sleeping as usize > world.ball_count());
            woke += usize::from(2 * (sleeping as usize) < world.ball_count());
        }
    }
    assert!(slept > 300 && woke > 300, "{slept} steps asleep, {woke} awake");
}

/// A turning blade and a swinging hinge out of reach of a pile let it sleep, and let it fall asleep.
#[test]
fn movers_that_can_t_come_to_a_pile_let_it_sleep() {
    let (mut world, balls, _) = sleeping_pile();
    let blade = world.add_body(Body::kinematic().position(vec2(0.0, 50.0))).unwrap();
    let hinge = world.add_joint(Joint::hinge(vec2(0.0, 60.0), 1.0)).unwrap();
    for body in [blade, hinge] {
        world.add_shape(body, Shape::capsule(Vec2::ZERO, vec2(3.0, 0.0), 0.1).unwrap()).unwrap();
    }
    world.set_angular_velocity(blade, 5.0).unwrap();
    world.set_motor(hinge, Motor::Force(1.0)).unwrap();
    // A new ball has woken all of them.
    for _ in 0..1200 {
        world.step(DT);
    }
    assert!(balls.iter().all(|ball| world.is_asleep(*ball)), "{} sleep", world.profile().sleeping);
    let before = world.angle(hinge).unwrap();
    world.step(DT);
    assert_ne!(world.angle(hinge).unwrap(), before, "it swings");
    assert!(balls.iter().all(|ball| world.is_asleep(*ball)));
}

/// A lift comes up under one of two balls on a shelf, and a shot hinge swings into another: both find it awake.
#[test]
fn what_a_mover_comes_to_is_awake_in_time() {
    let mut world = World::new(Config::default()).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    for x in [-3.0, 3.0, 9.0] {
        // A shelf with a gap that a ball of 0.1 rests in.
        for side in [-1.0, 1.0] {
            let shelf = Shape::segment(vec2(x + 0.05 * side, 0.0), vec2(x + side, 0.0)).unwrap();
            world.add_shape(ground, shelf).unwrap();
        }
    }
    let balls = [-3.0, 3.0, 9.0].map(|x| world.add_ball(Ball::new(vec2(x, 0.09), 0.1)).unwrap());
    let lift = world.add_body(Body::kinematic().position(vec2(-3.0, -1.0))).unwrap();
    world.add_shape(lift, Shape::circle(Vec2::ZERO, 0.04).unwrap()).unwrap();
    let hinge = world.add_joint(Joint::hinge(vec2(3.0, 1.2), 0.01)).unwrap();
    world.add_shape(hinge, Shape::capsule(Vec2::ZERO, vec2(1.0, 0.0), 0.05).unwrap()).unwrap();
    for _ in 0..300 {
        world.step(DT);
    }
    let [by_lift, by_hinge, alone] = balls;
    assert!(world.is_asleep(by_lift) && world.is_asleep(alone));
    assert!(!world.is_asleep(by_hinge), "the hinge may swing to it at any time");
    world.set_velocity(lift, vec2(0.0, 2.0)).unwrap();
    let bullet = Ball { gravity_scale: 0.0, ..Ball::new(vec2(3.8, 5.0), 0.05) };
    world.add_ball(bullet.velocity(vec2(0.0, -300.0))).unwrap();
    let (mut lifted, mut struck) = (false, false);
    for step in 0..60 {
        for hit in world.step(DT).impacts().to_vec() {
            lifted |= (hit.body_a, hit.body_b) == (lift, by_lift);
            struck |= (hit.body_a, hit.body_b) == (hinge, by_hinge);
        }
        assert!(world.is_asleep(alone), "step {step}");
    }
    assert!(lifted && struck, "{lifted} {struck}");
    assert!(world.position(by_lift).unwrap().y > 0.2);
}

/// A game that sets the present values, in every frame, keeps no ball awake.
#[test]
fn what_changes_nothing_wakes_nobody() {
    let (mut world, balls, _) = sleeping_pile();
    let lift = world.add_body(Body::kinematic().position(vec2(0.0, 50.0))).unwrap();
    while !balls.iter().all(|ball| world.is_asleep(*ball)) {
        world.step(DT);
    }
    for _ in 0..10 {
        world.set_config(*world.config()).unwrap();
        world.set_table_acceleration(Vec2::ZERO).unwrap();
        world.set_user_data(balls[0], 7).unwrap();
        world.move_kinematic(lift, vec2(0.0, 50.0), 0.0).unwrap();
        let far = world.add_ball(Ball::new(vec2(0.0, 20.0), 0.1)).unwrap();
        world.step(DT);
        assert!(balls.iter().all(|ball| world.is_asleep(*ball)) && !world.is_asleep(far));
    }
}

/// Two of 100 000 balls of a Plinko board fell asleep on top of a peg: slow as one is that is about to roll off, it lay
/// there for ever. One that lies exactly balanced, or that resists rolling, may sleep.
#[test]
fn a_ball_on_top_of_a_peg_rolls_off_it() {
    for (r, g) in [(0.16_f32, 9.81_f32), (1e-3, 9.81), (1e2, 9.81), (10.0, 980.0)] {
        for beside in [1e-3_f32, 1e-4, -3e-5] {
            for on_ball in [false, true] {
                let config = Config { gravity: vec2(0.0, -g), ..Config::default() };
                let mut world = World::new(config).unwrap();
                if on_ball {
                    let held = world.add_ball(Ball::new(Vec2::ZERO, r)).unwrap();
                    world.hold(held).unwrap();
                } else {
                    let peg = world.add_body(Body::fixed()).unwrap();
                    world.add_shape(peg, Shape::circle(Vec2::ZERO, r).unwrap()).unwrap();
                }
                let ball = world.add_ball(Ball::new(vec2(2.0 * beside * r, 2.0 * r), r)).unwrap();
                // It takes some twenty times as long as its own length of fall.
                let steps = (60.0 * 40.0 * (r / g).sqrt()) as usize + 300;
                for _ in 0..steps {
                    world.step(DT);
                    assert!(!world.is_asleep(ball), "r {r}, {beside} beside the top, on a ball: {on_ball}");
                }
                let at = world.position(ball).unwrap();
                assert!(at.y < 0.0, "r {r}, {beside}, on a ball {on_ball}: it lies at {at}");
            }
        }
    }
}
