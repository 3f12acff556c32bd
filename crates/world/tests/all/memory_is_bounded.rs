//! Endless activity takes no more memory.

use crate::common::{self, DT};
use carom_world::{Ball, Body, Config, Joint, Material, Shape, World};
use glam::{Vec2, vec2};

/// Each material that was ever used was kept, in the world and in every snapshot.
#[test]
fn materials_that_come_and_go_leave_nothing_behind() {
    let mut world = common::room(Config::default(), Body::fixed(), 2.0, Material::default()).0;
    let pegs = world.add_body(Body::fixed()).unwrap();
    let mut balls = Vec::new();
    for n in 0..20_u8 {
        balls.push(world.add_ball(Ball::new(vec2(0.1 * f32::from(n) - 1.0, 0.0), 0.08)).unwrap());
    }
    let peg = world.add_shape(pegs, Shape::circle(Vec2::ZERO, 0.1).unwrap()).unwrap();
    let mut longest = [0, 0];
    let mut twin = world.clone();
    for n in 0..4000_u16 {
        let new = |step: u16| Material::new(f32::from(n + step) / 10_000.0, 0.3);
        for world in [&mut world, &mut twin] {
            let ball = balls[usize::from(n) % balls.len()];
            world.set_ball_material(ball, new(0)).unwrap();
            world.set_shape_material(peg, new(1)).unwrap();
            world.set_material_pair(1, 1 + u32::from(n % 3), Some(new(2))).unwrap();
            assert_eq!(world.ball(ball).unwrap().material, new(0));
            assert_eq!(world.shape_material(peg), Some(new(1)));
        }
        if n % 8 == 0 {
            world.step(DT);
            twin.step(DT);
        }
        let snapshot = world.snapshot();
        longest[usize::from(n > 1000)] = longest[usize::from(n > 1000)].max(snapshot.len());
        // A restored world drops them at the same times.
        if n % 500 == 70 {
            world = World::from_snapshot(&snapshot).unwrap();
        }
        world.validate().unwrap();
        assert!(world.snapshot() == twin.snapshot(), "step {n}: worlds part");
    }
    // Contacts come and go, so not to the byte.
    assert!(longest[1] <= longest[0] + 1000, "snapshots grow: {longest:?}");
}

/// A flood of events is cut, reported, and changes no motion.
#[test]
fn a_flood_of_events_is_bounded_and_counted() {
    let build = |max_events: u32| {
        let config = Config { max_events, ..Config::weightless() };
        let mut world = common::room(config, Body::fixed(), 1.0, Material::elastic()).0;
        let pegs = world.add_body(Body::fixed()).unwrap();
        world.add_shape(pegs, Shape::circle(vec2(0.5, 0.0), 0.1).unwrap().sensor()).unwrap();
        let bat = world
            .add_joint(Joint::hinge(vec2(-0.9, 0.0), 1e-4).limits(-0.3, 0.3).limit_restitution(1.0))
            .unwrap();
        world
            .add_shape(
                bat,
                Shape::capsule(Vec2::ZERO, vec2(0.5, 0.0), 0.02).unwrap().material(Material::elastic()),
            )
            .unwrap();
        for n in 0..4_u8 {
            let ball = Ball::new(vec2(0.0, 0.3 * f32::from(n) - 0.4), 0.05).velocity(vec2(2e4, 1.1e4));
            world.add_ball(ball.material(Material::elastic())).unwrap();
        }
        world
    };
    let (mut all, mut few) = (build(1_000_000), build(1000));
    let mut dropped = 0;
    for _ in 0..3 {
        all.step(DT);
        few.step(DT);
        assert_eq!(all.state_hash(), few.state_hash(), "the cut reached the motion");
        let (whole, cut) = (all.events(), few.events());
        let kept = whole.impacts().len().min(1000);
        assert_eq!(cut.impacts(), &whole.impacts()[..kept], "not the earliest were kept");
        let over = |lists: [usize; 4]| lists.iter().map(|n| n.saturating_sub(1000) as u32).sum::<u32>();
        let lists = [
            whole.impacts().len(),
            whole.joint_limits().len(),
            whole.sensor_entered().len(),
            whole.sensor_exited().len(),
        ];
        assert_eq!(cut.dropped().events, over(lists), "not all that was dropped was counted");
        assert_eq!(whole.dropped().events, 0);
        dropped += cut.dropped().events;
    }
    assert!(dropped > 1000, "no flood: {dropped}");
}
