//! The live catch: a flipper that comes up just before the ball takes its speed, one that comes late bats it.
//!
//! Neither the engine nor the flipper has a rule for it. The ball meets a bat that has just reached its stop, or
//! has bounced off it, pushes it back against the hold winding, and the winding lets it rise no faster than under
//! any load. The ball meets a bat that has just come to its stop, or has bounced off it, pushes it back against the
//! hold winding, and the winding lets it come up again no faster than it lets any load.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material};
use carom_pinball::{Flipper, FlipperSettings};

use crate::dice::direction;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

/// Normal speed of the ball, metres per second: it has rolled down half a table.
const SPEED: f64 = 1.5;
const RADIUS: f64 = 0.0135;
/// Where along the flipper it arrives, as a share of its length.
const ALONG: f64 = 0.75;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let fine = effort.pick(0.5, 0.25, 0.05);
    let mut watch = Watch::default();
    let points = curve(&mut watch, SPEED, fine);
    let n = points.len() as u64;
    let between = |low: f64, high: f64| points.iter().filter(move |p| p.0 >= low && p.0 <= high).map(|p| p.1);
    let caught = between(0.5, 6.0).fold(0.0, f64::max);
    let batted = between(-12.0, -1.0).fold(f64::INFINITY, f64::min);
    // Without the steps where the bat's own speed has one, at the end of its stroke, and where a ball that is met
    // early in the stroke is met twice.
    let roughest = points
        .windows(2)
        .filter(|pair| pair[0].0 >= 0.5 || pair[0].0 >= -12.0 && pair[1].0 <= -1.0)
        .fold(0.0, |most: f64, pair| most.max((pair[1].1 - pair[0].1).abs()));
    vec![
        Case::new("speed kept, flipper up 0.5 to 6 ms before", n, &watch, Figure::at_most(0.1, caught)),
        Case::new("speed, flipper 1 to 12 ms late", n, &watch, Figure::at_least(1.0, batted, 0.0)),
        Case::new(
            format!("largest step of the curve in {fine} ms"),
            n,
            &watch,
            Figure::at_most(0.1, roughest),
        ),
    ]
}

/// Milliseconds by which the flipper was up before the ball would have met it there, and the ball's normal speed
/// afterwards as a share of that before.
pub(crate) fn curve(watch: &mut Watch, speed: f64, fine: f64) -> Vec<(f64, f64)> {
    let stroke = stroke();
    let count = (45.0 / fine) as i32;
    (0..=count)
        .map(|n| -25.0 + fine * f64::from(n))
        .map(|early| (early, after(watch, speed, stroke, 1e-3 * early)))
        .collect()
}

fn settings() -> FlipperSettings {
    FlipperSettings { delay: 0.0, ..FlipperSettings::left(Vec2::ZERO) }
}

/// Seconds from the button to the end of the stroke.
fn stroke() -> f64 {
    let mut world = scene::weightless();
    let mut flipper = Flipper::add(&mut world, settings()).expect("defaults");
    for n in 0..100 {
        flipper.update(&mut world, true, DT).expect("nothing was removed");
        if let Some(stop) = world.step(DT).joint_limits().first() {
            return f64::from(n as f32 * DT + stop.time);
        }
    }
    f64::NAN
}

/// Normal speed after the meeting, as a share of that before.
fn after(watch: &mut Watch, speed: f64, stroke: f64, early: f64) -> f64 {
    /// Steps before the button is pressed.
    const BEFORE: usize = 6;
    let mut world = scene::weightless();
    let settings = settings();
    let mut flipper = Flipper::add(&mut world, settings).expect("defaults");
    // The upper face in the bat's frame: the common tangent of the two circles.
    let [length, base, tip] = [settings.length, settings.base_radius, settings.tip_radius].map(f64::from);
    let sin = (base - tip) / length;
    let bat = direction(f64::from(settings.raised));
    let normal = bat.rotate(DVec2::new(sin, libm::sqrt(1.0 - sin * sin)));
    let core = bat * (ALONG * length);
    let thickness = base + (tip - base) * ALONG;
    let touch = core + normal * (thickness + RADIUS);
    let arrival = BEFORE as f64 * f64::from(DT) + stroke + early;
    let place = touch + normal * (speed * arrival);
    let ball = Ball::new(place.as_vec2(), RADIUS as f32).mass(0.08).sphere();
    let ball = ball.velocity((-normal * speed).as_vec2()).material(Material::new(0.8, 0.2));
    let ball = scene::ball(&mut world, ball);
    for n in 0..BEFORE + 24 {
        flipper.update(&mut world, n >= BEFORE, DT).expect("nothing was removed");
        watch.step(&mut world);
    }
    scene::velocity(&world, ball).dot(normal) / speed
}
