//! The mean free path of a ball in a closed room: pi times area over perimeter, for any room (Santaló, "Integral
//! Geometry and Geometric Probability", 1976; Chernov, J. Stat. Phys. 88, 1, 1997). Stat. Phys. 88, 1, 1997).
//!
//! Area and perimeter are those of the room of the ball's centre. Each run starts from the invariant measure, even in
//! place and direction, so that the law holds for every length of a run.

use core::f64::consts::PI;

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Material, Shape};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::sample::Sample;
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.0625;
const SPEED: f32 = 15.0;

/// A room: its walls, and the room of the centre.
struct Room {
    name: &'static str,
    shapes: Vec<Shape>,
    area: f64,
    perimeter: f64,
    /// Half of the square that holds it.
    half: f64,
    holds: fn(DVec2) -> bool,
}

/// Distance of the centre from the edges of a room of this width.
const fn within(width: f64) -> f64 {
    width - RADIUS
}

fn stadium() -> Room {
    let r = within(0.5);
    Room {
        name: "stadium",
        shapes: vec![
            scene::segment(vec2(-0.5, -0.5), vec2(0.5, -0.5)),
            scene::segment(vec2(-0.5, 0.5), vec2(0.5, 0.5)),
            scene::arc(vec2(0.5, 0.0), 0.5, -0.5 * core::f32::consts::PI, core::f32::consts::PI),
            scene::arc(vec2(-0.5, 0.0), 0.5, 0.5 * core::f32::consts::PI, core::f32::consts::PI),
        ],
        area: PI * r * r + 2.0 * r,
        perimeter: 2.0 * PI * r + 2.0,
        half: 1.0,
        holds: |p| {
            let beyond = (p.x.abs() - 0.5).max(0.0);
            beyond * beyond + p.y * p.y < within(0.5) * within(0.5)
        },
    }
}

fn square_with_disc() -> Room {
    let (side, disc) = (2.0 * within(0.5), 0.2 + RADIUS);
    Room {
        name: "square with a disc",
        shapes: vec![
            scene::room(Vec2::splat(-0.5), Vec2::splat(0.5)),
            Shape::circle(vec2(0.0625, 0.0), 0.2).expect("the lab's discs have a radius"),
        ],
        area: side * side - PI * disc * disc,
        perimeter: 4.0 * side + 2.0 * PI * disc,
        half: 0.5,
        holds: |p| p.abs().max_element() < within(0.5) && p.distance(DVec2::new(0.0625, 0.0)) > 0.2 + RADIUS,
    }
}

fn half_disc() -> Room {
    let r = within(1.0);
    let (sine, half_width) = (RADIUS / r, libm::sqrt(r * r - RADIUS * RADIUS));
    let angle = PI - 2.0 * libm::asin(sine);
    Room {
        name: "half disc",
        shapes: vec![
            scene::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)),
            scene::arc(Vec2::ZERO, 1.0, 0.0, core::f32::consts::PI),
        ],
        area: 0.5 * angle * r * r - half_width * RADIUS,
        perimeter: angle * r + 2.0 * half_width,
        half: 1.0,
        holds: |p| p.y > RADIUS && p.length() < within(1.0),
    }
}

fn rounded_square() -> Room {
    const CORNER: f64 = 0.25;
    let (c, turn) = (CORNER as f32, 0.5 * core::f32::consts::PI);
    let r = within(CORNER);
    let straight = 1.0 - 2.0 * CORNER;
    let mut shapes = Vec::new();
    for k in 0..4_u8 {
        let turned = |p: Vec2| match k {
            0 => p,
            1 => p.perp(),
            2 => -p,
            _ => -p.perp(),
        };
        shapes.push(scene::segment(turned(vec2(0.5, c - 0.5)), turned(vec2(0.5, 0.5 - c))));
        shapes.push(scene::arc(turned(Vec2::splat(0.5 - c)), c, turn * f32::from(k), turn));
    }
    Room {
        name: "rounded square",
        shapes,
        area: straight * straight + 4.0 * straight * r + PI * r * r,
        perimeter: 4.0 * straight + 2.0 * PI * r,
        half: 0.5,
        holds: |p| {
            let beyond = (p.abs() - (0.5 - CORNER)).max(DVec2::ZERO);
            beyond.length() < within(CORNER)
        },
    }
}

fn eccentric_ring() -> Room {
    let (outer, inner) = (within(1.0), 0.4 + RADIUS);
    Room {
        name: "ring about a disc beside its centre",
        shapes: vec![
            scene::arc(Vec2::ZERO, 1.0, 0.0, core::f32::consts::TAU),
            Shape::circle(vec2(0.25, 0.125), 0.4).expect("the lab's discs have a radius"),
        ],
        area: PI * (outer * outer - inner * inner),
        perimeter: 2.0 * PI * (outer + inner),
        half: 1.0,
        holds: |p| p.length() < within(1.0) && p.distance(DVec2::new(0.25, 0.125)) > 0.4 + RADIUS,
    }
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let rooms = [stadium(), square_with_disc(), half_disc(), rounded_square(), eccentric_ring()];
    rooms.into_iter().map(|room| impacts_a_length(&room, effort)).collect()
}

fn impacts_a_length(room: &Room, effort: Effort) -> Case {
    let (runs, steps) = (effort.pick(100, 2000, 20_000), 100);
    let (mut watch, mut sample) = (Watch::default(), Sample::default());
    for run in 0..runs {
        let mut dice = Dice::new(room.name, run);
        let at = loop {
            let mut draw = || dice.uniform(-room.half, room.half);
            let at = DVec2::new(draw(), draw());
            if (room.holds)(at) {
                break at;
            }
        };
        let mut world = scene::weightless();
        let stuff = Material::new(1.0, 0.0);
        scene::fixed(&mut world, stuff, room.shapes.iter().cloned());
        let velocity = dice.direction().as_vec2() * SPEED;
        let ball = Ball::new(at.as_vec2(), RADIUS as f32).velocity(velocity).material(stuff);
        let id = scene::ball(&mut world, ball);
        let speed = scene::velocity(&world, id).length();
        let mut impacts = 0;
        for _ in 0..steps {
            watch.step(&mut world);
            impacts += world.events().impacts().len();
        }
        sample.add(impacts as f64 / (speed * f64::from(steps) * f64::from(DT)));
    }
    let exact = room.perimeter / (PI * room.area);
    Case::new(
        format!("{}: impacts a length", room.name),
        runs,
        &watch,
        Figure::sampled(exact, &sample, effort),
    )
}
