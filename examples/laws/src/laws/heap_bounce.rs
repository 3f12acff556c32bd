//! A light ball bounces on a heap of heavy ones as on the same heap held fast: that the heap bears its own weight takes
//! nothing from the bounce.

use carom::glam::Vec2;
use carom::{Ball, BodyId, Material, Shape, World};

use crate::dice::Dice;
use crate::law::{Case, Effort};
use crate::laws::pile;
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Ratio of the mass of each ball of the heap to that of the bouncing ball: its recoil is a thousandth.
const HEAVIER: f32 = 1000.0;

/// Rebounds that differ by this share of their speed, no unit.
const BAR: f64 = 0.05;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let (count, drops) = (effort.pick(40, 150, 300), effort.pick(6, 40, 400));
    let heap = heap(count);
    [0.3, 0.6, 0.9].map(|e| bounces(heap.clone(), e, drops)).into()
}

/// A heap at rest between walls.
fn heap(count: usize) -> World {
    let mut world = scene::heavy();
    let width = pile::width(count);
    let room = scene::room(Vec2::ZERO, Vec2::new(width as f32, (4.0 * width) as f32));
    scene::fixed(&mut world, pile::material(), [room]);
    pile::drop(&mut world, count, width);
    let balls: Vec<BodyId> = world.balls().map(|(id, _)| id).collect();
    for id in balls {
        let mass = HEAVIER * scene::now(&world, id).mass;
        world.set_mass(id, mass).expect("the mass is in range");
    }
    Watch::default().steps(&mut world, 600);
    world
}

/// The same heap as one fixed body.
fn held(heap: &World, stuff: Material) -> World {
    let mut world = scene::heavy();
    let discs = heap
        .balls()
        .map(|(_, ball)| Shape::circle(ball.position, ball.radius).expect("the radius is that of a ball"));
    scene::fixed(&mut world, stuff, discs.collect::<Vec<_>>());
    world
}

fn bounces(mut heap: World, e: f32, drops: u64) -> Case {
    let stuff = Material { restitution: e, ..pile::material() };
    let balls: Vec<BodyId> = heap.balls().map(|(id, _)| id).collect();
    for id in balls {
        heap.set_ball_material(id, stuff).expect("the material is in range");
    }
    let held = held(&heap, stuff);
    let top = heap.balls().map(|(_, ball)| ball.position.y).fold(0.0, f32::max);
    let width = heap.balls().map(|(_, ball)| ball.position.x).fold(0.0, f32::max);
    let (mut worst, mut watch) = (Worst::default(), Watch::default());
    for drop in 0..drops {
        let mut dice = Dice::new("heap bounce", drop);
        let x = width * dice.uniform(0.1, 0.9) as f32;
        let height = top + dice.uniform(1.5, 8.0) as f32;
        let ball = Ball::new(Vec2::new(x, height), 0.4).mass(0.5).material(stuff);
        let [free, fixed] = [&heap, &held].map(|world| rebound(world.clone(), ball, &mut watch));
        let error = (free - fixed).length() / fixed.length();
        worst.add(f64::from(error), || format!("drop {drop}: {free} for {fixed}"));
    }
    worst.case(&format!("e {e}: rebound against that of the heap held fast"), &watch, BAR)
}

/// The velocity of a ball at the end of the step in which it first hits something.
fn rebound(mut world: World, ball: Ball, watch: &mut Watch) -> Vec2 {
    let id = scene::ball(&mut world, ball);
    for _ in 0..600 {
        watch.step(&mut world);
        if world.events().impacts().iter().any(|hit| hit.body_a == id || hit.body_b == id) {
            return world.velocity(id).expect("the ball is there");
        }
    }
    Vec2::NAN
}
