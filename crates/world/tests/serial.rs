//! A world goes through a format of serde and has the same future; damaged ones are refused.

use carom_world::{Ball, Body, Config, Shape, World};
use glam::vec2;

#[test]
fn a_world_goes_through_json_and_damage_is_noticed() {
    let mut world = World::new(Config::default()).unwrap();
    let table = world.add_body(Body::fixed()).unwrap();
    world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap()).unwrap();
    world.add_ball(Ball::new(vec2(0.1, 0.3), 0.1)).unwrap();
    for _ in 0..30 {
        world.step(1.0 / 60.0);
    }
    let text = serde_json::to_string(&world).unwrap();
    let mut twin: World = serde_json::from_str(&text).unwrap();
    for _ in 0..60 {
        world.step(1.0 / 60.0);
        twin.step(1.0 / 60.0);
    }
    assert_eq!(world.state_hash(), twin.state_hash());
    let damaged = text.replacen("67,65,82,79,77", "67,65,82,79,78", 1);
    assert!(damaged != text && serde_json::from_str::<World>(&damaged).is_err(), "another header");
    assert!(serde_json::from_str::<World>("[1,2,3]").is_err(), "no snapshot");
    assert!(serde_json::from_str::<World>("[300]").is_err(), "no bytes");
}
