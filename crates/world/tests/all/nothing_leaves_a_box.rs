//! Nothing leaves a closed box under any drive: the largest speeds, spins, pulls and belts that may be set, with
//! every length of step.

use crate::common;
use carom_world::{Ball, Body, Chain, Config, Field, Floor, FloorSurface, Joint, Material, Shape, World};
use glam::{Vec2, vec2};

/// Half the width of the box.
const HALF: f32 = 2.0;

/// A small seeded generator (splitmix64, Steele, Lea, Flood 2014).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.roll() >> 40) as f32 / (1_u64 << 24) as f32)
    }

    fn point(&mut self, half: f32) -> Vec2 {
        vec2(self.within(-half, half), self.within(-half, half))
    }

    /// True this many times in a hundred.
    fn says(&mut self, percent: u64) -> bool {
        self.roll() % 100 < percent
    }

    /// From 1 to ten to the power of `most`, small and large alike.
    fn size(&mut self, most: f32) -> f32 {
        libm::exp10f(self.within(0.0, most))
    }

    /// Any direction, and any [`size`](Self::size).
    fn vector(&mut self, most: f32) -> Vec2 {
        self.point(1.0) * (0.99 * self.size(most))
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll() as usize % list.len()]
    }
}

fn material(dice: &mut Dice) -> Material {
    let restitution = dice.one_of(&[0.0, 1.0, 0.5, 0.97]);
    let mut material = Material::new(restitution, dice.one_of(&[0.0, 0.3, 1.0]));
    if dice.says(20) {
        material.surface_speed = dice.vector(6.0).x;
    }
    if dice.says(20) {
        material.kick = dice.size(4.0);
        material.scatter_angle = dice.within(0.0, 1.0);
    }
    if dice.says(20) {
        material.rolling_resistance = dice.within(0.0, 0.2);
        material.static_friction = dice.within(0.0, 2.0);
    }
    material
}

/// A world in which everything may be huge.
fn world(dice: &mut Dice) -> Result<World, carom_world::Error> {
    let mut config = Config { max_work: 2000, ..Config::weightless() };
    config.max_substeps = dice.one_of(&[1, 2, 5, 8]);
    if dice.says(50) {
        config.gravity = dice.vector(8.0);
    }
    if dice.says(30) {
        config.max_speed = dice.size(6.0);
    }
    let mut world = World::new(config)?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)].map(Vec2::from);
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?.material(material(dice)))?;
    if dice.says(30) {
        let surface = FloorSurface {
            sliding_friction: dice.within(0.0, 1.0),
            rolling_friction: 0.01,
            spinning_friction: 0.05,
        };
        let (gravity, cushion) = (dice.size(3.0), dice.one_of(&[0.0, 0.1, 0.3]));
        world.set_floor(Some(Floor { gravity, surface, cushion_height: cushion }))?;
    }
    if dice.says(30) {
        let (to, strength) = (dice.point(3.0), dice.vector(12.0).x);
        world.add_field(Field::attractor(to, strength, dice.within(0.01, 1.0)))?;
    }
    if dice.says(20) {
        world.add_field(Field::uniform(dice.vector(8.0)))?;
    }
    if dice.says(20) {
        world.add_field(Field::drag(dice.size(6.0)).flow(dice.vector(8.0)))?;
    }
    if dice.says(10) {
        world.nudge(dice.point(0.1), dice.within(0.05, 1.0))?;
    }
    for n in 0..=dice.roll() % 5 {
        let at = vec2(n as f32 * 0.7 - 1.4, dice.within(-1.6, 1.6));
        let ball = Ball::new(at, dice.within(0.01, 0.3)).mass(libm::exp10f(dice.within(-6.0, 6.0)));
        let ball =
            ball.material(material(dice)).velocity(dice.vector(8.0)).angular_velocity(dice.vector(8.0).x);
        let ball = if dice.says(50) { ball.sphere().rolling_velocity(dice.vector(8.0)) } else { ball };
        world.add_ball(ball)?;
    }
    Ok(world)
}

/// More worlds with `CAROM_CASES`.
#[test]
fn nothing_leaves_a_closed_box_whatever_drives_it() {
    let cases = common::cases(150);
    for case in 0..cases {
        let mut dice = Dice(case);
        let mut world = world(&mut dice).unwrap();
        let dt = dice.one_of(&[1.0 / 60.0, 1.0 / 240.0, 1e-4, 0.1, 1.0]);
        for step in 0..6 {
            world.step(dt);
            for (id, ball) in world.balls() {
                let room = HALF - 0.49 * ball.radius - ball.position.abs().max_element();
                assert!(
                    room > 0.0,
                    "case {case}, dt {dt}, step {step}: {id:?} {ball:?} {:?}",
                    world.config()
                );
            }
        }
    }
}

/// The search for a touch allowed for one turn of a body within a substep. Walls that came by faster were passed.
#[test]
fn nothing_leaves_a_box_that_turns_many_times_in_a_step() -> Result<(), carom_world::Error> {
    for n in 0..24_u16 {
        let is_hinge = n % 2 == 0;
        let mut world = World::new(Config { max_substeps: 1, max_work: 200, ..Config::weightless() })?;
        let spin = if n % 3 == 0 { 3e4 } else { 1e4 };
        let room = if is_hinge {
            world.add_joint(Joint::hinge(Vec2::ZERO, 100.0).joint_velocity(spin))?
        } else {
            world.add_body(Body::kinematic().angular_velocity(spin))?
        };
        let material = Material::new([0.0, 0.5, 1.0][usize::from(n / 3 % 3)], 0.3);
        let corners = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)];
        world.add_shape(room, Shape::chain(&Chain::polyline(&corners).close())?.material(material))?;
        let way = common::direction(0.3 + 0.71 * f32::from(n)) * 1000.0;
        let radius = [0.01, 0.05, 0.2][usize::from(n % 3)];
        let ball = Ball::new(vec2(0.3, 0.2), radius).velocity(way).material(material);
        let ball = world.add_ball(ball)?;
        for step in 0..5 {
            world.step(1.0 / 60.0);
            let far = world.position(ball).map_or(f32::INFINITY, Vec2::length);
            assert!(far < 1.42, "room {n}, step {step}: {far} from the middle");
        }
    }
    Ok(())
}

/// In a ring that turns, the search for the largest depth ended at an approach too slow to be answered. Nothing was
/// looked for after it, and the ball flew out.
#[test]
fn a_ball_that_glides_in_a_ring_stays_in_it_however_slowly_the_ring_turns() -> Result<(), carom_world::Error>
{
    for n in 0..300_u16 {
        let spin = [1e-6, 0.01, 1.0, 10.0][usize::from(n % 4)];
        let friction = if n % 3 == 0 { 0.0 } else { 0.3 };
        let radius = 0.02 + 0.013 * f32::from(n % 17);
        let mut world = World::new(Config { max_substeps: 1, ..Config::weightless() })?;
        let ring = if n % 2 == 0 {
            world.add_body(Body::kinematic().angular_velocity(spin))?
        } else {
            world.add_joint(Joint::hinge(Vec2::ZERO, 10.0).joint_velocity(spin))?
        };
        let material = Material::new(0.0, friction);
        let arc = Shape::arc(Vec2::ZERO, 1.0, 0.0, core::f32::consts::TAU)?;
        world.add_shape(ring, arc.material(material))?;
        let way = common::direction(-0.02 - 0.004 * f32::from(n)) * 1000.0;
        let ball = Ball::new(vec2(0.0, radius - 0.999), radius).velocity(way).material(material);
        let ball = world.add_ball(ball)?;
        for step in 0..30 {
            world.step(1.0 / 60.0);
            let out = world.position(ball).expect("it is there").length() + radius - 1.0;
            assert!(out < 0.11 * radius, "ball {n}, step {step}: {} radii deep", out / radius);
        }
    }
    Ok(())
}
