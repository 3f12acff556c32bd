//! The gap of a pair and the direction in which it opens, by places alone.

use glam::DVec2;

use crate::base::Torus;
use crate::bodies::BallRow;
use crate::contacts::PairKey;
use crate::geometry::BodySet;

/// The gap of a contact, by places alone; negative is overlap.
pub(crate) fn gap(key: PairKey, rows: &[BallRow], bodies: &BodySet, torus: &Torus) -> f64 {
    normal_and_gap(key, rows, bodies, torus).map_or(0.0, |(_, gap)| gap)
}

/// The normal of a contact, towards the ball that its key names first, and its gap. `None` where the surface does not
/// answer, as behind a one-sided one.
pub(crate) fn normal_and_gap(
    key: PairKey,
    rows: &[BallRow],
    bodies: &BodySet,
    torus: &Torus,
) -> Option<(DVec2, f64)> {
    let row = &rows[key.ball() as usize];
    let Some(k) = key.other().as_collider() else {
        let other = &rows[key.other().0 as usize];
        let way = torus.nearest(row.x - other.x);
        return Some((way.normalize_or(DVec2::Y), way.length() - row.r - other.r));
    };
    let collider = &bodies.colliders[k];
    let frame = bodies.body_of(collider).frame();
    let near = collider.nearest(frame.to_local(row.x))?;
    Some((frame.direction_to_world(near.normal), near.distance - row.r))
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};

    use super::*;
    use crate::contacts::pair_key::Other;
    use crate::{Ball, Body, Config, Shape, World};

    /// The gap to a wall of a fixed body that is not at the origin was measured as if the body were there twice.
    #[test]
    fn walls_of_a_placed_body_are_where_they_are() {
        let mut world = World::new(Config::default()).unwrap();
        let body = world.add_body(Body::fixed().position(vec2(3.0, -2.0)).angle(0.5)).unwrap();
        world.add_shape(body, Shape::segment(Vec2::ZERO, vec2(4.0, 0.0)).unwrap()).unwrap();
        let along = vec2(libm::cosf(0.5), libm::sinf(0.5));
        let place = vec2(3.0, -2.0) + along * 2.0 + along.perp() * 0.7;
        world.add_ball(Ball::new(place, 0.5)).unwrap();
        let key = PairKey::new(0, Other::collider(0));
        let found = normal_and_gap(key, &world.state.balls.rows, &world.state.body_set, &Torus::default());
        let (normal, gap) = found.expect("a segment has two sides");
        assert!((gap - 0.2).abs() < 1e-6, "{gap}");
        assert!((normal.as_vec2() - along.perp()).length() < 1e-6, "{normal}");
    }
}
