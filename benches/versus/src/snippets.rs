//! Code of peers that pages show: it is compiled here, and `cargo test -p carom-book` finds it.
#![expect(dead_code, reason = "it is compiled and never called")]

fn rapier() {
    use rapier2d::prelude::*;

    let mut world = PhysicsWorld::new();
    world.insert_collider(ColliderBuilder::segment(Vector::new(-5.0, 0.0), Vector::new(5.0, 0.0)), None);
    let ball = RigidBodyBuilder::dynamic().translation(Vector::new(0.0, 2.0));
    let (ball, _) = world.insert(ball, ColliderBuilder::ball(0.1));
    world.step();
    let at = world.bodies[ball].translation();

    assert!(at.y < 2.0);
}
