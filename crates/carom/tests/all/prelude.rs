//! A game that imports the prelude alone can name all that it keeps or passes on.

use carom::prelude::*;

/// The parts of a game that know types by name.
#[derive(Default)]
struct Game {
    drawn: Vec<Pose>,
    aim: Vec<TrajectoryPoint>,
    stops: Vec<JointLimitHit>,
    taut: Vec<LinkTaut>,
    lost: Vec<Crushed>,
    supports: Vec<ContactPoint>,
}

impl Game {
    fn hear(&mut self, events: &Events) {
        self.stops.extend_from_slice(events.joint_limits());
        self.taut.extend_from_slice(events.taut_links());
        self.lost.extend_from_slice(events.crushed());
    }
}

#[test]
fn events_poses_and_points_of_a_path_have_names_in_the_prelude() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;
    let softer = SpeedCurve::new(&[vec2(1.0, 1.0), vec2(5.0, 0.2)])?;
    let dull = Material::default().restitution_curve(RestitutionCurve::Curve(softer));
    let floor = world.add_body(Body::fixed())?;
    world.add_shape(floor, Shape::half_plane(vec2(0.0, -2.0), Vec2::Y)?.material(dull))?;
    let ball = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.1).material(dull))?;
    world.add_link(Link::rope(ball, Vec2::ZERO, 1.0))?;
    world.add_joint(Joint::hinge(vec2(3.0, 0.0), 1.0).limits(-0.5, 0.5).mass(1.0, Vec2::X))?;
    let (mut game, mut poses, mut line) =
        (Game::default(), Interpolation::new(), PredictedTrajectory::default());
    for _ in 0..120 {
        poses.record(&world);
        game.hear(world.step(1.0 / 60.0));
    }
    world.predict(&TrajectoryQuery::from_ball(ball), &mut line)?;
    game.aim.extend_from_slice(line.points());
    game.drawn.extend(poses.pose(&world, ball, 1.0));
    game.supports.extend(world.contacts_of(ball));
    assert!(!game.stops.is_empty() && !game.taut.is_empty() && game.lost.is_empty());
    assert!(game.aim.len() > 1 && game.drawn.len() == 1 && game.supports.is_empty());
    Ok(())
}
