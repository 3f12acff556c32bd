//! Trails: where balls have been.

use std::collections::{BTreeMap, VecDeque};

use carom::glam::Vec2;
use carom::{Ball, BodyId, World};

/// Remembers where each ball has been. Record after each step.
///
/// A trail also has a point at each impact, so it bends where the ball bounced, not where a step ended. A ball that was
/// put somewhere else begins a new one.
///
/// ```
/// use carom::prelude::*;
/// use carom_draw::{Picture, Trails};
///
/// let mut world = World::new(Config::default())?;
/// world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1).velocity(vec2(2.0, 3.0)))?;
/// let mut trails = Trails::new(60);
/// for _ in 0..30 {
///     world.step(1.0 / 60.0);
///     trails.record(&world);
/// }
/// let svg = Picture::new().trails(&trails).draw(&world).to_svg();
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trails {
    most: usize,
    paths: BTreeMap<BodyId, Path>,
}

/// The way of one ball.
#[derive(Clone, Debug, Default, PartialEq)]
struct Path {
    points: VecDeque<Vec2>,
    /// At the end of the last step, length units per second.
    speed: f32,
}

impl Trails {
    /// Remembers at most this many points of each ball.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, paths: BTreeMap::new() }
    }

    /// Adds where the balls bounced in the last step and where they are now. Forgets balls that were
    /// removed.
    pub fn record(&mut self, world: &World) {
        let seconds = world.profile().seconds as f32;
        for impact in world.events().impacts() {
            for (id, outward) in [(impact.body_a, -impact.normal), (impact.body_b, impact.normal)] {
                if let Some(ball) = world.ball(id) {
                    self.add(id, impact.point + outward * ball.radius, &ball, seconds);
                }
            }
        }
        for (id, ball) in world.balls() {
            self.add(id, ball.position, &ball, seconds);
            self.paths.entry(id).or_default().speed = ball.velocity.length();
        }
        self.paths.retain(|&id, _| world.ball(id).is_some());
    }

    fn add(&mut self, id: BodyId, point: Vec2, ball: &Ball, seconds: f32) {
        let most = self.most;
        let Path { points, speed } = self.paths.entry(id).or_default();
        // It may have been faster meanwhile than at both ends, and a game may draw only every few steps.
        let reach = 8.0 * ball.radius + 10.0 * seconds * speed.max(ball.velocity.length());
        if points.back().is_some_and(|last| last.distance(point) > reach) {
            points.clear();
        }
        points.push_back(point);
        while points.len() > most {
            points.pop_front();
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.paths.clear();
    }

    /// Each ball with its points, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, impl ExactSizeIterator<Item = Vec2> + '_)> + '_ {
        self.paths.iter().map(|(&id, path)| (id, path.points.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::prelude::*;

    #[test]
    fn memory_is_bounded_and_removed_balls_are_forgotten() {
        let mut world = World::new(Config::weightless()).unwrap();
        let kept = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(1.0, 0.0))).unwrap();
        let gone = world.add_ball(Ball::new(vec2(0.0, 5.0), 0.1)).unwrap();
        let mut trails = Trails::new(10);
        for _ in 0..100 {
            world.step(0.01);
            trails.record(&world);
        }
        assert!(trails.iter().all(|(_, path)| path.len() == 10));
        assert_eq!(trails.iter().count(), 2);
        world.remove_body(gone).unwrap();
        trails.record(&world);
        let left: Vec<BodyId> = trails.iter().map(|(id, _)| id).collect();
        assert_eq!(left, [kept]);
        let (_, path) = trails.iter().next().unwrap();
        assert!(path.map(|p| p.x).is_sorted(), "oldest first");
    }

    #[test]
    fn a_ball_that_is_put_elsewhere_begins_a_new_trail() {
        let mut world = World::new(Config::weightless()).unwrap();
        let id = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(1.0, 0.0))).unwrap();
        let mut trails = Trails::new(100);
        for n in 0..30 {
            if n == 20 {
                world.teleport(id, vec2(0.0, 3.0)).unwrap();
            }
            world.step(1.0 / 60.0);
            trails.record(&world);
        }
        let (_, path) = trails.iter().next().unwrap();
        let places: Vec<Vec2> = path.collect();
        assert_eq!(places.len(), 10, "{places:?}");
        assert!(places.iter().all(|p| p.y == 3.0), "{places:?}");
    }

    #[test]
    fn a_trail_bends_where_the_ball_bounced() {
        let mut world = World::new(Config::weightless()).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        let wall = Shape::segment(vec2(1.0, -9.0), vec2(1.0, 9.0)).unwrap().material(Material::elastic());
        world.add_shape(body, wall).unwrap();
        let ball = Ball::new(Vec2::ZERO, 0.25).velocity(vec2(10.0, 0.0)).material(Material::elastic());
        world.add_ball(ball).unwrap();
        let mut trails = Trails::new(100);
        for _ in 0..10 {
            world.step(1.0 / 60.0);
            trails.record(&world);
        }
        let (_, path) = trails.iter().next().unwrap();
        assert_eq!(path.len(), 11, "ten steps and one bounce");
        let (_, path) = trails.iter().next().unwrap();
        let furthest = path.map(|p| p.x).fold(0.0, f32::max);
        assert!((furthest - 0.75).abs() < 1e-5, "{furthest}");
    }
}
