//! Fields against their closed forms: an orbit, a medium that drags, a zone that pushes.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Field, Region, World};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let orbits = effort.pick(5, 20, 200);
    let mut cases: Vec<_> = [0.0, 0.3, 0.6].map(|e| orbit(e, orbits)).into();
    cases.extend([0.1, 1.0, 10.0, 100.0].map(drag));
    cases.extend([0.5, 2.0, 10.0].map(zone));
    cases
}

fn with(field: Field) -> World {
    let mut world = scene::weightless();
    world.add_field(field).expect("the lab's fields are in range");
    world
}

/// Kepler's third law: an orbit of half axis a about a point of strength k takes 2 pi sqrt(a^3 / k).
fn orbit(eccentricity: f64, orbits: u64) -> Case {
    let mut watch = Watch::default();
    // Half axis 1 and a period of two seconds.
    let strength = core::f64::consts::PI * core::f64::consts::PI;
    let mut world = with(Field::attractor(Vec2::ZERO, strength as f32, 1e-4));
    let far = 1.0 + eccentricity;
    let speed = libm::sqrt(strength * (2.0 / far - 1.0));
    let start = vec2(far as f32, 0.0);
    let id = scene::ball(&mut world, Ball::new(start, 0.01).velocity(vec2(0.0, speed as f32)));
    let mut before = scene::place(&world, id);
    let (mut seconds, mut turns) = (0.0, 0);
    while turns < orbits {
        watch.step(&mut world);
        seconds += f64::from(DT);
        let now = scene::place(&world, id);
        if before.y < 0.0 && now.y >= 0.0 {
            turns += 1;
            if turns == orbits {
                // Back at the far end, which it passes at a right angle, a little before the step's end.
                seconds -= f64::from(DT) * now.y / (now.y - before.y);
            }
        }
        before = now;
    }
    let name = format!("period of {orbits} orbits of eccentricity {eccentricity}");
    Case::new(name, orbits, &watch, Figure::relative(2.0 * orbits as f64, seconds, 1e-3))
}

/// A speed v that fades at rate k carries v / k far.
fn drag(rate: f32) -> Case {
    let mut watch = Watch::default();
    let mut world = with(Field::drag(rate));
    let id = scene::ball(&mut world, Ball::new(Vec2::ZERO, 0.1).velocity(vec2(rate, 0.0)));
    watch.steps(&mut world, (20.0 / (rate * DT)).max(60.0) as usize);
    let way = scene::place(&world, id).x;
    Case::new(format!("way of a ball that drag {rate}/s stops"), 1, &watch, Figure::relative(1.0, way, 1e-5))
}

/// A ball that crosses a length s under an acceleration a gains 2 a s in its speed squared.
fn zone(speed: f32) -> Case {
    let mut watch = Watch::default();
    let mut world =
        with(Field::uniform(vec2(3.0, 0.0)).within(Region::between(vec2(0.0, -1.0), vec2(2.0, 1.0))));
    let start = Ball::new(vec2(-0.123, 0.0), 0.1).velocity(vec2(speed, 0.0));
    let id = scene::ball(&mut world, start);
    while scene::place(&world, id).x < 2.2 {
        watch.step(&mut world);
    }
    let v: DVec2 = scene::velocity(&world, id);
    let gained = v.x * v.x - f64::from(speed) * f64::from(speed);
    Case::new(
        format!("energy of a zone, entered at {speed}"),
        1,
        &watch,
        Figure::relative(12.0, gained, 5e-3),
    )
}
