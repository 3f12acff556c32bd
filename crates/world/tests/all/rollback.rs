//! Going back by a ring of snapshots: the contents of a frame, and that the future is the same.

use crate::common::{DT, Dice, room, twins};
use carom_world::{
    Ball, Body, BodyId, Config, Error, Joint, Link, Material, Motor, Shape, SnapshotRing, World,
};
use glam::{Vec2, vec2};

/// A level of bricks, on one body or each on its own, with balls that fly about.
fn bricks(count: usize, balls: usize, each_on_its_own: bool) -> Result<World, Error> {
    let (mut world, walls) = room(Config::weightless(), Body::fixed(), 20.0, Material::elastic());
    for n in 0..count {
        let at = vec2((n % 25) as f32 - 12.0, 0.35 * (n / 25) as f32);
        if each_on_its_own {
            let own = world.add_body(Body::fixed().position(at).user_data(n as u64))?;
            world.add_shape(own, Shape::rect(Vec2::ZERO, vec2(0.9, 0.3))?)?;
        } else {
            world.add_shape(walls, Shape::rect(at, vec2(0.9, 0.3))?)?;
        }
    }
    let paddle = world.add_body(Body::kinematic().position(vec2(0.0, -12.0)).velocity(vec2(0.1, 0.0)))?;
    world.add_shape(paddle, Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.1)?)?;
    for n in 0..balls {
        let at = vec2((n % 25) as f32 - 12.0, -4.0 - 0.5 * (n / 25) as f32);
        world.add_ball(Ball::new(at, 0.1).velocity(vec2(2.0, 5.0)).material(Material::elastic()))?;
    }
    Ok(world)
}

/// A frame of a level with 500 bricks took 364 kB and a quarter of a millisecond, though one ball moved.
#[test]
fn a_frame_holds_what_moves() -> Result<(), Error> {
    for each_on_its_own in [false, true] {
        let size = |count: usize, balls: usize| {
            let mut world = bricks(count, balls, each_on_its_own)?;
            let mut ring = SnapshotRing::new(30);
            for frame in 0..40 {
                ring.record(frame, &world);
                world.step(DT);
            }
            Ok::<_, Error>(ring.bytes() / 30)
        };
        let (few, many) = (size(4, 1)?, size(500, 1)?);
        let bodies = if each_on_its_own { 500 } else { 0 };
        assert!(many <= few + bodies, "{few} bytes with 4 bricks, {many} with 500");
        let balls = (size(500, 101)? - many) / 100;
        assert!(balls <= 64, "a ball takes {balls} bytes");
        let whole = |count: usize| bricks(count, 1, each_on_its_own).map(|world| world.snapshot().len());
        let brick = (whole(500)? - whole(4)?) / 496;
        assert!((700..800).contains(&brick), "a snapshot takes {brick} bytes for a brick");
    }
    Ok(())
}

/// All sorts of things: a heap that falls asleep, bricks, a ball in a brick, a flipper, a rope, a lift.
fn yard() -> Result<(World, Vec<BodyId>), Error> {
    let (mut world, walls) = room(Config::default(), Body::fixed(), 4.0, Material::new(0.5, 0.3));
    for n in 0..12 {
        let at = vec2(n as f32 * 0.6 - 3.3, 2.0 + 0.4 * (n % 3) as f32);
        world.add_shape(walls, Shape::rect(at, vec2(0.4, 0.3))?)?;
    }
    world.add_shape(walls, Shape::circle(vec2(0.0, 1.0), 0.5)?.sensor())?;
    let lift = world.add_body(Body::kinematic().position(vec2(3.0, -2.0)))?;
    world.add_shape(lift, Shape::capsule(vec2(-0.5, 0.0), vec2(0.5, 0.0), 0.1)?)?;
    let flipper = Joint::hinge(vec2(-3.0, -1.0), 0.1).limits(-0.5, 0.5);
    let flipper = world.add_joint(flipper.motor(Motor::Force(-1.0)))?;
    world.add_shape(flipper, Shape::capsule(Vec2::ZERO, vec2(1.0, 0.0), 0.1)?)?;
    let mut dice = Dice(3);
    let mut balls = Vec::new();
    for n in 0..40 {
        let at = vec2(0.4 * (n % 10) as f32 - 2.0, 0.4 * (n / 10) as f32 - 3.5);
        balls.push(world.add_ball(Ball::new(at + dice.point(0.02), 0.15))?);
    }
    Ok((world, balls))
}

/// A game's calls in a step, the same for equal dice. In between there is time for the heap to fall asleep.
fn meddle(world: &mut World, frame: u64, dice: &mut Dice) -> Result<(), Error> {
    let balls: Vec<BodyId> = world.balls().map(|(id, _)| id).collect();
    let any = balls[dice.roll() as usize % balls.len()];
    let link = world.links().next().map(|(id, _)| id);
    if frame % 240 > 40 {
        return link.map_or(Ok(()), |id| world.remove_link(id));
    }
    match dice.roll() % 40 {
        0 => world.teleport(any, dice.point(3.0)),
        1 => {
            let body = world.add_body(Body::fixed().position(dice.point(3.0)))?;
            world.add_shape(body, Shape::rect(Vec2::ZERO, vec2(0.3, 0.3))?).map(drop)
        }
        2 => {
            let last = world.bodies().last().map(|(id, _)| id);
            last.map_or(Ok(()), |body| world.remove_body(body))
        }
        3 => world.add_ball(Ball::new(dice.point(3.0), 0.1)).map(drop),
        4 if balls.len() > 20 => world.remove_body(any),
        5 => world.add_link(Link::rope(vec2(0.0, 3.0), any, 6.0)).map(drop),
        6 => link.map_or(Ok(()), |id| world.remove_link(id)),
        7 => world.set_velocity(any, dice.point(3.0)),
        _ => Ok(()),
    }
}

/// A world that goes back has the future that it had, and so does one that is read from the bytes of the frame.
#[test]
fn going_back_is_as_if_nothing_had_been() -> Result<(), Error> {
    let (mut slept, mut back) = (false, 0);
    for seed in 0..3 {
        let (mut world, _) = yard()?;
        let (mut ring, mut dice) = (SnapshotRing::new(50), Dice(seed));
        let mut past = Vec::new();
        for frame in 0..480 {
            ring.record(frame, &world);
            past.push((world.clone(), dice.0));
            meddle(&mut world, frame, &mut dice)?;
            world.step(DT);
            slept |= world.profile().sleeping > 20;
            if frame % 60 != 59 {
                continue;
            }
            let to = frame - dice.roll() % 50;
            let (mut straight, dice_then) = past[to as usize].clone();
            let bytes = ring.get(to).ok_or(Error::Snapshot { fault: "it is kept" })?;
            assert!(bytes == straight.snapshot(), "frame {to} of game {seed}");
            let mut read = World::from_snapshot(&bytes)?;
            let mut other = world.clone();
            ring.restore(to, &mut other)?;
            other.validate().expect("sound");
            back += 1;
            let mut dice = [dice_then; 3].map(Dice);
            for ahead in 0..40 {
                for (world, dice) in [&mut straight, &mut read, &mut other].into_iter().zip(&mut dice) {
                    meddle(world, to + ahead, dice)?;
                    world.step(DT);
                }
                let place = format!("game {seed}, frame {to} and {ahead} more");
                twins::agree(&straight, &other, &place);
                twins::agree(&straight, &read, &place);
            }
            other.validate().expect("sound");
        }
    }
    assert!(slept && back > 15, "{slept} {back}");
    Ok(())
}
