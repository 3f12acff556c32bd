//! A step does no more work than the settings allow, and the world continues after it.

use crate::common::{DT, Dice, direction, room};
use carom_world::{Ball, Body, BodyId, Config, Error, Joint, Material, Shape, World};
use glam::{Vec2, vec2};

/// An elastic ball between a wall and a plate that closes on it, in a room; and a ball that flies far from them.
struct Pinch {
    world: World,
    plate: BodyId,
    caught: BodyId,
    free: BodyId,
}

impl Pinch {
    /// In a world of this size. The plate would touch ball and wall at once in the middle of the second step.
    fn new(size: f32, dt: f32, max_work: u32, is_closed: bool) -> Result<Self, Error> {
        let config = Config { max_work, ..Config::weightless() };
        let (mut world, walls) = room(config, Body::fixed(), 10.0 * size, Material::elastic());
        let block =
            Shape::rect(vec2(-1.45, 0.0) * size, vec2(2.0, 2.0) * size)?.material(Material::elastic());
        world.add_shape(walls, block)?;
        let speed = 0.1 * size / (1.5 * dt);
        let plate =
            world.add_body(Body::kinematic().velocity(vec2(if is_closed { -speed } else { 0.0 }, 0.0)))?;
        let block = Shape::rect(vec2(1.55, 0.0) * size, vec2(2.0, 2.0) * size)?;
        world.add_shape(plate, block.material(Material::elastic()))?;
        let ball = |x: f32, y: f32, v: Vec2| {
            Ball::new(vec2(x, y) * size, 0.45 * size).velocity(v * size / dt).material(Material::elastic())
        };
        let caught = world.add_ball(ball(0.0, 0.0, vec2(0.3, 0.0)))?;
        let free = world.add_ball(ball(0.0, 8.0, vec2(0.7, 0.4)))?;
        Ok(Self { world, plate, caught, free })
    }
}

/// A mover that pinched an elastic ball took a fifth of a second: the ball flew back and forth, faster and faster, 100 000
/// times in each substep. Now it stands still when the work of the step is used up, and is counted. A ball that has no part
/// in it flies as if nothing had happened, and the pinched one moves again when the mover has gone.
#[test]
fn a_pinch_ends_with_the_work_of_the_step() -> Result<(), Error> {
    for (size, dt) in
        [1e-3, 1.0, 1e3].into_iter().flat_map(|size| [1.0 / 30.0, DT, 1e-3].map(|dt| (size, dt)))
    {
        for max_work in [200, 5000] {
            let case = format!("size {size}, dt {dt}, work {max_work}");
            let Pinch { mut world, plate, caught, free } = Pinch::new(size, dt, max_work, true)?;
            let mut calm = Pinch::new(size, dt, max_work, false)?;
            let (mut stopped, mut most) = (0, 0);
            for _ in 0..20 {
                stopped += world.step(dt).dropped().frozen_balls;
                most = most.max(world.profile().work);
                calm.world.step(dt);
                let at = world.position(caught).unwrap() / size;
                assert!((-0.1..=0.5).contains(&at.x) && at.y == 0.0, "{case}: {at}");
                let [own, other] = [world.position(free), calm.world.position(calm.free)];
                assert!((own.unwrap() - other.unwrap()).length() < 1e-4 * size, "{case}: {own:?}, {other:?}");
            }
            assert!(stopped > 0, "{case}: nothing was stopped");
            assert!((max_work..max_work + 100).contains(&most), "{case}: {most}");
            world.remove_body(plate)?;
            world.set_velocity(caught, vec2(0.5, 0.0) * size / dt)?;
            world.step(dt);
            assert!(!world.events().dropped().any() && world.velocity(caught).unwrap().x > 0.0, "{case}");
        }
    }
    Ok(())
}

/// A heap of 60 balls, and a disc that stirs it.
fn stirred(max_work: u32) -> Result<(World, BodyId), Error> {
    let config = Config { max_work, ..Config::default() };
    let (mut world, _) = room(config, Body::fixed(), 1.0, Material::default());
    let disc = world.add_body(Body::kinematic().position(vec2(0.5, -0.1)))?;
    world.add_shape(disc, Shape::circle(Vec2::ZERO, 0.3)?)?;
    let mut dice = Dice(60);
    for n in 0..60_u8 {
        let (column, row) = (f32::from(n % 10), f32::from(n / 10));
        let at = vec2(-0.85 + 0.18 * column, 0.3 + 0.12 * row - 1.2 * f32::from(n % 10 < 5));
        world.add_ball(Ball::new(at + 0.002 * direction(dice.within(0.0, 6.0)), 0.055))?;
    }
    Ok((world, disc))
}

fn stir(world: &mut World, disc: BodyId, step: u16) -> Result<u32, Error> {
    let angle = 10.0 / 60.0 * f32::from(step);
    world.move_kinematic(disc, vec2(0.0, -0.1) + 0.5 * direction(angle), 0.0)?;
    Ok(world.step(DT).dropped().frozen_balls)
}

/// The end of a step's work is no clock: counts decide, so that every machine stops the same balls, and a restored world as
/// well. The heap stays in its room, and comes to rest when the disc has gone.
#[test]
fn a_crowd_that_uses_up_its_work_is_the_same_everywhere() -> Result<(), Error> {
    let (mut world, disc) = stirred(16)?;
    let most = 64 * 60;
    let (mut twin, mut stopped, mut worst) = (world.clone(), 0, 0);
    for step in 0..240 {
        let now = stir(&mut world, disc, step)?;
        let work = world.profile().work;
        assert!(
            now == 0 || work >= most || world.profile().impacts > 60,
            "step {step}: {now} stopped, work {work}"
        );
        (stopped, worst) = (stopped + now, worst.max(work));
        assert_eq!(stir(&mut twin, disc, step)?, now, "step {step}");
        assert_eq!(world.state_hash(), twin.state_hash(), "step {step}");
        if step % 40 == 0 {
            twin = World::from_snapshot(&world.snapshot()).expect("its own bytes");
        }
    }
    assert!(stopped > 0 && worst < 2 * most, "{stopped} stopped, work up to {worst}");
    world.remove_body(disc)?;
    for _ in 0..300 {
        world.step(DT);
    }
    let inside = |at: Vec2| at.abs().max_element() < 1.0;
    assert!(world.balls().all(|(_, ball)| inside(ball.position) && ball.velocity.length() < 0.05));
    Ok(())
}

/// A slider that a limit throws back without loss met it as often as the largest number allowed, in each substep.
#[test]
fn limits_are_work_as_well() -> Result<(), Error> {
    let mut world = World::new(Config { max_work: 300, ..Config::weightless() })?;
    let slider = Joint::slider(Vec2::ZERO, Vec2::X, 1.0, [0.0, 1e-5]).limit_restitution(1.0);
    let slider = world.add_joint(slider.joint_velocity(1e6))?;
    world.add_shape(slider, Shape::circle(Vec2::ZERO, 0.1)?)?;
    world.add_ball(Ball::new(vec2(5.0, 0.0), 0.1))?;
    assert!(world.step(DT).dropped().stalled_bodies > 0);
    assert!((300..400).contains(&world.profile().work), "{}", world.profile().work);
    Ok(())
}
