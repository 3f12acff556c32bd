//! Building scenes without ceremony: the numbers here are in range by construction.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Body, BodyId, Chain, Config, Material, Shape, World};

/// A world with the default settings, but for gravity.
#[must_use]
pub fn world(gravity: Vec2) -> World {
    World::new(Config { gravity, ..Config::default() }).expect("gravity is finite")
}

/// A world with the default settings and no gravity.
#[must_use]
pub fn weightless() -> World {
    world(Vec2::ZERO)
}

/// A world with the default settings.
#[must_use]
pub fn heavy() -> World {
    world(Config::default().gravity)
}

/// Strength of the default gravity, as the engine is given it, length units per second squared.
#[must_use]
pub fn g() -> f64 {
    f64::from(-Config::default().gravity.y)
}

/// Adds a ball.
pub fn ball(world: &mut World, ball: Ball) -> BodyId {
    world.add_ball(ball).expect("the lab's balls are in range")
}

/// Adds a fixed body with these shapes, all of one material.
pub fn fixed(world: &mut World, material: Material, shapes: impl IntoIterator<Item = Shape>) -> BodyId {
    carrier(world, Body::fixed(), material, shapes)
}

/// Adds a body with these shapes, all of one material.
pub fn carrier(
    world: &mut World,
    body: Body,
    material: Material,
    shapes: impl IntoIterator<Item = Shape>,
) -> BodyId {
    let body = world.add_body(body).expect("the lab's bodies are in range");
    for shape in shapes {
        world.add_shape(body, shape.material(material)).expect("the body was just added");
    }
    body
}

/// A thin segment.
#[must_use]
pub fn segment(a: Vec2, b: Vec2) -> Shape {
    Shape::segment(a, b).expect("the lab's segments have a length")
}

/// A capsule.
#[must_use]
pub fn capsule(a: Vec2, b: Vec2, radius: f32) -> Shape {
    Shape::capsule(a, b, radius).expect("the lab's capsules have a length")
}

/// A thin arc.
#[must_use]
pub fn arc(center: Vec2, radius: f32, start: f32, sweep: f32) -> Shape {
    Shape::arc(center, radius, start, sweep).expect("the lab's arcs are in range")
}

/// A chain.
#[must_use]
pub fn chain(path: &Chain) -> Shape {
    Shape::chain(path).expect("the lab's paths have legs")
}

/// A closed box with these corners.
#[must_use]
pub fn room(low: Vec2, high: Vec2) -> Shape {
    let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    chain(&Chain::polyline(&corners).close())
}

/// A floor along the x axis, a thousand units either way.
pub fn floor(world: &mut World, material: Material) -> BodyId {
    fixed(world, material, [segment(Vec2::new(-1000.0, 0.0), Vec2::new(1000.0, 0.0))])
}

/// A ball as it is now.
#[must_use]
pub fn now(world: &World, id: BodyId) -> Ball {
    world.ball(id).expect("the lab removes no ball")
}

/// Where a ball is.
#[must_use]
pub fn place(world: &World, id: BodyId) -> DVec2 {
    now(world, id).position.as_dvec2()
}

/// How it moves.
#[must_use]
pub fn velocity(world: &World, id: BodyId) -> DVec2 {
    now(world, id).velocity.as_dvec2()
}

/// Kinetic energy of all balls, with spin.
#[must_use]
pub fn kinetic(world: &World) -> f64 {
    let of = |ball: Ball| {
        let (m, r, w) = (f64::from(ball.mass), f64::from(ball.radius), f64::from(ball.angular_velocity));
        let inertia = f64::from(ball.inertia_factor) * m * r * r;
        0.5 * m * ball.velocity.as_dvec2().length_squared() + 0.5 * inertia * w * w
    };
    world.balls().map(|(_, ball)| of(ball)).sum()
}

/// Kinetic and potential energy of all balls; the potential is zero at the origin.
#[must_use]
pub fn energy(world: &World) -> f64 {
    let gravity = world.config().gravity.as_dvec2();
    let potential = |ball: Ball| -f64::from(ball.mass) * gravity.dot(ball.position.as_dvec2());
    kinetic(world) + world.balls().map(|(_, ball)| potential(ball)).sum::<f64>()
}

/// Momentum of all balls.
#[must_use]
pub fn momentum(world: &World) -> DVec2 {
    world.balls().map(|(_, ball)| f64::from(ball.mass) * ball.velocity.as_dvec2()).sum()
}

/// Root of the mean square of the speeds.
#[must_use]
pub fn rms_speed(world: &World) -> f64 {
    let sum: f64 = world.balls().map(|(_, ball)| ball.velocity.as_dvec2().length_squared()).sum();
    libm::sqrt(sum / world.ball_count().max(1) as f64)
}

/// Highest speed of any ball.
#[must_use]
pub fn top_speed(world: &World) -> f64 {
    world.balls().map(|(_, ball)| ball.velocity.as_dvec2().length()).fold(0.0, f64::max)
}

/// Deepest overlap of two balls, or of a ball with the sides of a container from `low` to `high`, as a share
/// of the (smaller) radius.
#[must_use]
pub fn deepest(world: &World, low: DVec2, high: DVec2) -> f64 {
    let mut balls: Vec<(DVec2, f64)> =
        world.balls().map(|(_, b)| (b.position.as_dvec2(), f64::from(b.radius))).collect();
    balls.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
    let widest = balls.iter().fold(0.0, |most: f64, b| most.max(b.1));
    let mut deepest: f64 = 0.0;
    for (i, &(p, r)) in balls.iter().enumerate() {
        let gap = (p - low).min(high - p).min_element();
        deepest = deepest.max(1.0 - gap / r);
        for &(q, s) in balls[i + 1..].iter().take_while(|b| b.0.x - p.x < r + widest) {
            deepest = deepest.max((r + s - p.distance(q)) / r.min(s));
        }
    }
    deepest
}

/// Speed below which a ball is at rest, length units per second.
pub const REST: f64 = 1e-3;

/// The balls that roll on a floor at height 0 between walls at 0 and `wide`, without slip, and touch nothing but such as
/// they are; and their speeds. Nothing acts on them along the floor, so they lawfully roll for ever.
#[must_use]
pub fn rolling_freely(world: &World, wide: f64) -> Vec<(BodyId, f64)> {
    /// Slip of a ball that rolls, as a share of its speed.
    const SLIP: f64 = 0.01;
    // Gap up to which the engine holds a contact, radii.
    let slop = f64::from(world.config().slop);
    let balls: Vec<(BodyId, Ball)> = world.balls().collect();
    let place = |ball: &Ball| -> (DVec2, f64) { (ball.position.as_dvec2(), f64::from(ball.radius)) };
    let rolls = |ball: &Ball| {
        let (at, r) = place(ball);
        let speed = f64::from(ball.velocity.x);
        let slip = speed + r * f64::from(ball.angular_velocity);
        at.y < (1.0 + slop) * r
            && at.x.min(wide - at.x) > (1.0 + slop) * r
            && speed.abs() >= REST
            && slip.abs() < SLIP * speed.abs()
    };
    let touch = |a: &Ball, b: &Ball| {
        let ([p, q], [r, s]) = ([a, b].map(|ball| place(ball).0), [a, b].map(|ball| place(ball).1));
        p.distance(q) <= r + s + slop * r.min(s)
    };
    let mut free: Vec<usize> = (0..balls.len()).filter(|&i| rolls(&balls[i].1)).collect();
    loop {
        let before = free.clone();
        let bound = |i: usize| {
            (0..balls.len()).any(|j| j != i && !before.contains(&j) && touch(&balls[i].1, &balls[j].1))
        };
        free.retain(|&i| !bound(i));
        if free.len() == before.len() {
            return free.into_iter().map(|i| (balls[i].0, f64::from(balls[i].1.velocity.x))).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::glam::vec2;

    #[test]
    fn the_deepest_overlap_is_found() {
        let mut scene = weightless();
        for (x, r) in [(0.0, 0.5), (0.9, 0.5), (1.5, 0.2)] {
            ball(&mut scene, Ball::new(vec2(x, 0.0), r));
        }
        let inside = deepest(&scene, DVec2::splat(-9.0), DVec2::splat(9.0));
        assert!((inside - 0.5).abs() < 1e-6, "0.1 of 0.2: {inside}");
        let walled = deepest(&scene, DVec2::new(0.0, -9.0), DVec2::splat(9.0));
        assert!((walled - 1.0).abs() < 1e-6, "a centre on the wall: {walled}");
    }
}
