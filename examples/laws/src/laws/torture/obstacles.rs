//! A ball against everything that stands still.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Chain, Material, Shape};

use super::{BOUNCE, MISS, RADIUS, Tally};
use crate::dice::{Dice, direction};
use crate::law::{Case, Figure};
use crate::reference::billiard::{Billiard, Obstacle};
use crate::scene;
use crate::watch::{DT, Watch};

/// An obstacle, and where its surface may be met: a point and the direction outwards.
struct Target {
    shapes: Vec<Shape>,
    obstacles: Vec<Obstacle>,
    radius: f64,
    point: DVec2,
    outward: DVec2,
}

/// Rounds to the precision of the engine's interface.
fn rounded(p: DVec2) -> DVec2 {
    p.as_vec2().as_dvec2()
}

fn thin(a: DVec2, b: DVec2) -> Shape {
    scene::segment(a.as_vec2(), b.as_vec2())
}

fn on_segment(dice: &mut Dice, a: DVec2, b: DVec2, radius: f64) -> (DVec2, DVec2) {
    let point = a.lerp(b, dice.uniform(0.02, 0.98));
    let side = if dice.below(2) == 0 { 1.0 } else { -1.0 };
    let outward = side * (b - a).normalize().perp();
    (point + outward * radius, outward)
}

fn bar(dice: &mut Dice, radius: f64) -> Target {
    let a = rounded(DVec2::new(dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0)));
    let b = rounded(a + dice.direction() * dice.uniform(0.5, 3.0));
    let radius = f64::from(radius as f32);
    let (point, outward) = on_segment(dice, a, b, radius);
    let shape = scene::capsule(a.as_vec2(), b.as_vec2(), radius as f32);
    Target { shapes: vec![shape], obstacles: vec![Obstacle::Segment(a, b)], radius, point, outward }
}

fn segment(dice: &mut Dice) -> Target {
    bar(dice, 0.0)
}

fn capsule(dice: &mut Dice) -> Target {
    bar(dice, 0.01)
}

/// Two segments that meet in a point, `opening` radians apart.
fn wedge(dice: &mut Dice, opening: f64) -> ([DVec2; 3], f64) {
    let first = dice.uniform(0.0, core::f64::consts::TAU);
    let tip = rounded(DVec2::new(dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0)));
    let a = rounded(tip + 2.0 * direction(first));
    let b = rounded(tip + 2.0 * direction(first + opening));
    ([a, tip, b], first)
}

fn corner(dice: &mut Dice) -> Target {
    let opening = dice.uniform(0.7, 2.6);
    let ([a, tip, b], first) = wedge(dice, opening);
    let bisector = direction(first + 0.5 * opening);
    // Close enough to the tip that the other side is often met as well.
    let nearest = RADIUS / libm::tan(0.5 * opening);
    let point = tip + (a - tip).normalize() * (nearest + dice.uniform(0.0, 0.5));
    let outward = (a - tip).normalize().perp();
    let outward = if outward.dot(bisector) > 0.0 { outward } else { -outward };
    Target {
        shapes: vec![thin(a, tip), thin(tip, b)],
        obstacles: vec![Obstacle::Segment(a, tip), Obstacle::Segment(tip, b)],
        radius: 0.0,
        point,
        outward,
    }
}

fn tip(dice: &mut Dice) -> Target {
    let opening = dice.uniform(0.1, 2.6);
    let ([a, tip, b], first) = wedge(dice, opening);
    let half = 0.5 * (core::f64::consts::PI - opening);
    let outward = -direction(first + 0.5 * opening + dice.uniform(-half, half));
    Target {
        shapes: vec![thin(a, tip), thin(tip, b)],
        obstacles: vec![Obstacle::Segment(a, tip), Obstacle::Segment(tip, b)],
        radius: 0.0,
        point: tip,
        outward,
    }
}

fn chain(dice: &mut Dice) -> Target {
    let mut points = vec![DVec2::ZERO];
    for _ in 0..8 {
        let last = points[points.len() - 1];
        points.push(rounded(last + direction(dice.uniform(-1.0, 1.0)) * dice.uniform(0.2, 1.0)));
    }
    let corners: Vec<Vec2> = points.iter().map(|p| p.as_vec2()).collect();
    let leg = 1 + dice.below(points.len() - 3);
    let (point, outward) = on_segment(dice, points[leg], points[leg + 1], 0.0);
    Target {
        shapes: vec![scene::chain(&Chain::polyline(&corners))],
        obstacles: points.windows(2).map(|w| Obstacle::Segment(w[0], w[1])).collect(),
        radius: 0.0,
        point,
        outward,
    }
}

fn curved(dice: &mut Dice, side: f64) -> Target {
    let center = rounded(DVec2::new(dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0)));
    let radius = f64::from(dice.uniform(0.3, 3.0) as f32);
    let start = f64::from(dice.uniform(-3.0, 3.0) as f32);
    let sweep = f64::from(dice.uniform(0.5, 6.0) as f32);
    let at = direction(start + sweep * dice.uniform(0.05, 0.95));
    let shape = scene::arc(center.as_vec2(), radius as f32, start as f32, sweep as f32);
    Target {
        shapes: vec![shape],
        obstacles: vec![Obstacle::Arc(center, radius, start, sweep)],
        radius: 0.0,
        point: center + at * radius,
        outward: side * at,
    }
}

fn arc_inside(dice: &mut Dice) -> Target {
    curved(dice, -1.0)
}

fn arc_outside(dice: &mut Dice) -> Target {
    curved(dice, 1.0)
}

type Family = (&'static str, fn(&mut Dice) -> Target);

const FAMILIES: [Family; 7] = [
    ("thin segment", segment),
    ("concave corner", corner),
    ("convex tip", tip),
    ("capsule r 0.01", capsule),
    ("chain", chain),
    ("arc from inside", arc_inside),
    ("arc from outside", arc_outside),
];

pub(super) fn cases(trials: u64) -> Vec<Case> {
    FAMILIES.iter().flat_map(|family| family_cases(family, trials)).collect()
}

fn family_cases(&(name, make): &Family, trials: u64) -> [Case; 2] {
    let (mut watch, mut tally) = (Watch::default(), Tally::default());
    for trial in 0..trials {
        let mut dice = Dice::new(name, trial);
        while !attempt(make, &mut dice, &mut watch, &mut tally) {}
    }
    [
        Case::new(format!("{name}: misses"), trials, &watch, Figure::count(0, tally.misses)),
        Case::new(
            format!("{name}: velocity after one bounce"),
            tally.errors.len() as u64,
            &watch,
            Figure::error(tally.worst(), BOUNCE),
        ),
    ]
}

/// One trial; false if the draw put the ball into the obstacle.
fn attempt(make: fn(&mut Dice) -> Target, dice: &mut Dice, watch: &mut Watch, tally: &mut Tally) -> bool {
    let target = make(dice);
    let dt = f64::from(DT);
    let restitution = if dice.below(2) == 0 { 1.0 } else { f64::from(dice.uniform(0.2, 1.0) as f32) };
    let speed = dice.log_uniform(1.0, 10_000.0);
    let wait = dice.uniform(0.01, 4.0) * dt;
    let lean = dice.uniform(-1.2, 1.2);
    let velocity = rounded(-speed * direction(lean).rotate(target.outward));
    let place = rounded(target.point + target.outward * RADIUS - velocity * wait);
    let truth = Billiard { obstacles: target.obstacles, reach: RADIUS + target.radius, restitution };
    if truth.gap(place) < 1e-3 {
        return false;
    }
    let steps = (wait / dt).ceil() as usize + 1;
    let exact = truth.fly(place, velocity, steps as f64 * dt);

    let mut world = scene::weightless();
    let stuff = Material::new(restitution as f32, 0.0);
    scene::fixed(&mut world, stuff, target.shapes);
    let ball = Ball::new(place.as_vec2(), RADIUS as f32).velocity(velocity.as_vec2()).material(stuff);
    let ball = scene::ball(&mut world, ball);
    watch.steps(&mut world, steps);

    let (x, v) = (scene::place(&world, ball), scene::velocity(&world, ball));
    // Two bounces within one instant may be answered together.
    let ambiguous = exact.shortest < 1e-4 * dt && exact.flattest > 1e-3;
    let error = v.distance(exact.velocity) / speed;
    if ambiguous {
        let passed = v.distance(velocity) < MISS * speed && exact.velocity.distance(velocity) > 0.1 * speed;
        tally.misses += u64::from(passed || truth.gap(x) < -0.1 * RADIUS);
    } else if exact.bounces == 1 {
        tally.bounce(error);
    } else {
        tally.misses += u64::from(!(error <= MISS));
    }
    true
}
