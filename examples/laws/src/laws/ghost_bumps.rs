//! A ball that glides over joints feels none, and over facets loses exactly their share.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, BodyId, Chain, Material, Shape, World};

use crate::dice::direction;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.1_f32 as f64;
const ARC: f64 = 10.0;
const SPEEDS: [f64; 4] = [1.0, 5.0, 20.0, 50.0];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let speeds = effort.pick(&SPEEDS[1..], &SPEEDS[..], &SPEEDS[..]);
    let loose: fn() -> Vec<Shape> = || {
        let piece = |i: i32| scene::segment(vec2(i as f32, 0.0), vec2((i + 1) as f32, 0.0));
        (0..100).map(piece).collect()
    };
    let chained: fn() -> Vec<Shape> = || {
        let points: Vec<Vec2> = (0..=100).map(|i| vec2(i as f32, 0.0)).collect();
        vec![scene::chain(&Chain::polyline(&points))]
    };
    let mut cases = flat("100 separate segments", loose, speeds);
    cases.extend(flat("chain of 100", chained, speeds));
    cases.extend(bend("true arc", speeds, half_circle));
    cases.extend(bend("chain of arcs and segments", speeds, lane));
    cases.push(facets("1 degree facets as chain", speeds, true));
    cases.push(facets("1 degree facets as loose segments", speeds, false));
    cases
}

fn glider(world: &mut World, place: DVec2, velocity: DVec2, stuff: Material) -> BodyId {
    let ball = Ball::new(place.as_vec2(), RADIUS as f32).velocity(velocity.as_vec2());
    scene::ball(world, ball.material(stuff))
}

fn flat(name: &str, floor: fn() -> Vec<Shape>, speeds: &[f64]) -> Vec<Case> {
    let (mut watch, mut kept, mut kick) = (Watch::default(), 1.0_f64, 0.0_f64);
    for &speed in speeds {
        for restitution in [0.0, 0.5] {
            let mut world = scene::heavy();
            let stuff = Material::new(restitution, 0.0);
            scene::fixed(&mut world, stuff, floor());
            let ball = glider(&mut world, DVec2::new(0.5, RADIUS), DVec2::X * speed, stuff);
            let steps = (98.0 / speed / f64::from(DT)) as usize;
            for _ in 0..steps {
                watch.step(&mut world);
                kick = kick.max(scene::velocity(&world, ball).y.abs() / speed);
            }
            let share = scene::velocity(&world, ball).x / speed;
            if (share - 1.0).abs() > (kept - 1.0).abs() {
                kept = share;
            }
        }
    }
    let trials = 2 * speeds.len() as u64;
    vec![
        Case::new(format!("{name}: speed kept"), trials, &watch, Figure::relative(1.0, kept, 1e-6)),
        Case::new(format!("{name}: kick / v"), trials, &watch, Figure::error(kick, 1e-4)),
    ]
}

/// A bend: its shape, where the ball starts and in which direction, the length of its way to the end of the
/// bend, the straight length after it, and the direction at the end.
struct Bend {
    shape: Shape,
    place: DVec2,
    heading: DVec2,
    length: f64,
    exit: DVec2,
    /// Place of the centre at the end of `length`.
    end: DVec2,
}

fn half_circle() -> Bend {
    // From the bottom to the top, counter-clockwise; a full turn of wall, so that nothing but the arc is met.
    let track = ARC - RADIUS;
    Bend {
        shape: scene::arc(Vec2::ZERO, ARC as f32, -2.0, 4.0),
        place: DVec2::new(0.0, -track),
        heading: DVec2::X,
        length: track * core::f64::consts::FRAC_PI_2,
        exit: DVec2::Y,
        end: DVec2::new(track, 0.0),
    }
}

fn lane() -> Bend {
    let path = Chain::start(vec2(-20.0, 0.0))
        .line_to(vec2(0.0, 0.0))
        .tangent_arc_to(vec2(10.0, 10.0))
        .line_to(vec2(10.0, 14.0))
        .tangent_arc_to(vec2(0.0, 24.0))
        .line_to(vec2(-50.0, 24.0));
    let track = ARC - RADIUS;
    Bend {
        shape: scene::chain(&path),
        place: DVec2::new(-10.0, RADIUS),
        heading: DVec2::X,
        length: 10.0 + track * core::f64::consts::PI + 4.0 + 5.0,
        exit: -DVec2::X,
        end: DVec2::new(-5.0, 24.0 - RADIUS),
    }
}

fn bend(name: &str, speeds: &[f64], make: fn() -> Bend) -> Vec<Case> {
    let (mut watch, mut kept, mut late, mut kick) = (Watch::default(), 1.0_f64, 0.0_f64, 0.0_f64);
    for &speed in speeds {
        for restitution in [0.0, 0.5] {
            let bend = make();
            let mut world = scene::weightless();
            let stuff = Material::new(restitution, 0.0);
            scene::fixed(&mut world, stuff, [bend.shape]);
            let ball = glider(&mut world, bend.place, bend.heading * speed, stuff);
            let steps = (bend.length / speed / f64::from(DT)).round() as usize;
            watch.steps(&mut world, steps);
            let (x, v) = (scene::place(&world, ball), scene::velocity(&world, ball));
            if (v.length() / speed - 1.0).abs() > (kept - 1.0).abs() {
                kept = v.length() / speed;
            }
            // Way along the tangent at the end; over the last fraction of a step the arc is nearly straight.
            let rest = speed * steps as f64 * f64::from(DT) - bend.length;
            let track = ARC - RADIUS;
            let turned = name == "true arc";
            let (way, normal) = if turned {
                let angle = libm::atan2(x.y, x.x);
                (angle * track, direction(angle))
            } else {
                ((x - bend.end).dot(bend.exit), bend.exit.perp())
            };
            late = late.max((way - rest).abs() / bend.length);
            kick = kick.max(v.dot(normal).abs() / speed);
        }
    }
    let trials = 2 * speeds.len() as u64;
    vec![
        Case::new(format!("{name}: speed kept"), trials, &watch, Figure::relative(1.0, kept, 1e-4)),
        Case::new(format!("{name}: time"), trials, &watch, Figure::error(late, 1e-4)),
        Case::new(format!("{name}: kick / v"), trials, &watch, Figure::error(kick, 1e-4)),
    ]
}

/// The inside of a circle in straight pieces: each joint is a plastic hit that leaves `cos(1 degree)`.
fn facets(name: &str, speeds: &[f64], chained: bool) -> Case {
    let degree = core::f64::consts::PI / 180.0;
    let (mut watch, mut figure, mut worst) = (Watch::default(), Figure::error(f64::NAN, 1e-3), -1.0);
    for &speed in speeds {
        let points: Vec<Vec2> =
            (0..=200).map(|i| (ARC * direction(f64::from(i) * degree)).as_vec2()).collect();
        let shapes = if chained {
            vec![scene::chain(&Chain::polyline(&points))]
        } else {
            points.windows(2).map(|w| scene::segment(w[0], w[1])).collect()
        };
        let mut world = scene::weightless();
        let stuff = Material::new(0.0, 0.0);
        scene::fixed(&mut world, stuff, shapes);
        // From the middle of the first facet along it.
        let out = direction(0.5 * degree);
        let apothem = ARC * libm::cos(0.5 * degree) - RADIUS;
        let ball = glider(&mut world, out * apothem, out.perp() * speed, stuff);
        let mut angle = 0.0;
        for _ in 0..(2.0 * ARC * 3.0 / speed / f64::from(DT)) as usize {
            watch.step(&mut world);
            let x = scene::place(&world, ball);
            angle = libm::atan2(x.y, x.x) / degree;
            // In the middle of a facet there is no doubt how many joints were passed.
            if angle > 165.0 && (angle - angle.floor() - 0.5).abs() < 0.4 {
                break;
            }
        }
        let exact = libm::pow(libm::cos(degree), angle.floor());
        let measured = scene::velocity(&world, ball).length() / speed;
        let off = (measured / exact - 1.0).abs();
        if !(off <= worst) {
            worst = off;
            figure = Figure::relative(exact, measured, 1e-3);
        }
    }
    Case::new(format!("{name}: speed left"), speeds.len() as u64, &watch, figure)
}
