//! The state of a body in one call, against the calls for each part of it.

use carom_world::{Ball, Body, Config, Joint, World};
use glam::vec2;

#[test]
fn motion_is_what_the_four_calls_say() {
    let mut world = World::new(Config::default()).unwrap();
    let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1).velocity(vec2(3.0, 1.0)).angular_velocity(-2.0));
    let paddle = Body::kinematic().position(vec2(5.0, 0.0)).velocity(vec2(0.5, 0.25)).angular_velocity(1.5);
    let bodies = [
        ball.unwrap(),
        world.add_body(Body::fixed().position(vec2(9.0, 9.0)).angle(0.3)).unwrap(),
        world.add_body(paddle).unwrap(),
        world.add_joint(Joint::hinge(vec2(-5.0, 0.0), 1.0).mass(1.0, vec2(0.5, 0.0))).unwrap(),
    ];
    for _ in 0..30 {
        world.step(1.0 / 60.0);
        for body in bodies {
            let motion = world.motion(body);
            assert_eq!(motion.map(|motion| motion.position), world.position(body));
            assert_eq!(motion.map(|motion| motion.angle), world.angle(body));
            assert_eq!(motion.map(|motion| motion.velocity), world.velocity(body));
            assert_eq!(motion.map(|motion| motion.angular_velocity), world.angular_velocity(body));
        }
    }
    for body in bodies {
        world.remove_body(body).unwrap();
        assert_eq!(world.motion(body), None, "it is gone");
    }
}
