//! A predicted path is the path that the ball then flies.
//!
//! The path is not a formula of its own: the answer is the world's later motion.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Chain, Material, PredictedTrajectory, TrajectoryQuery};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

const BOUNCES: usize = 10;
/// More than the slowest of these balls needs.
const STEPS: usize = 3000;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(20, 200, 10_000);
    let games = [
        ("table seen from above, e = 0.95", Vec2::ZERO, Material::new(0.95, 0.1)),
        ("pinball, e = 0.8, with friction and spin", vec2(0.0, -9.81), Material::new(0.8, 0.3)),
    ];
    games.map(|(name, gravity, material)| path(name, gravity, material, trials)).into()
}

fn path(name: &str, gravity: Vec2, material: Material, trials: u64) -> Case {
    let (mut watch, mut worst) = (Watch::default(), 0.0_f64);
    for seed in 0..trials {
        let mut dice = Dice::new(name, seed);
        let mut world = scene::world(gravity);
        let outline = Chain::start(vec2(-1.0, 0.0))
            .line_to(vec2(1.0, 0.0))
            .line_to(vec2(1.0, 1.0))
            .tangent_arc_to(vec2(-1.0, 1.0))
            .close();
        let pins = [vec2(-0.5, 0.7), vec2(0.4, 0.5), vec2(0.0, 1.3)]
            .map(|at| carom::Shape::circle(at, 0.05).expect("a pin"));
        scene::fixed(&mut world, material, [scene::chain(&outline)].into_iter().chain(pins));
        let velocity = dice.direction().as_vec2() * dice.uniform(2.0, 8.0) as f32;
        let ball = Ball::new(vec2(0.0, 0.9), 0.04)
            .velocity(velocity)
            .angular_velocity(dice.uniform(-50.0, 50.0) as f32);
        let id = scene::ball(&mut world, ball.material(material));
        let mut prediction = PredictedTrajectory::default();
        let aim = TrajectoryQuery::from_ball(id).bounces(BOUNCES as u32).seconds(STEPS as f32 / 60.0);
        world.predict(&aim, &mut prediction).expect("an aim in range");
        let mut bounces = Vec::new();
        for _ in 0..STEPS {
            watch.step(&mut world);
            bounces.extend(world.events().impacts().iter().map(|hit| hit.point));
            if bounces.len() >= BOUNCES {
                break;
            }
        }
        bounces.truncate(BOUNCES);
        let predicted = prediction.impacts();
        if predicted.len() != bounces.len() {
            worst = f64::INFINITY;
        }
        for (hit, point) in predicted.iter().zip(&bounces) {
            worst = worst.max(f64::from(hit.point.distance(*point)));
        }
    }
    Case::new(name, trials, &watch, Figure::error(worst, 1e-5))
}
