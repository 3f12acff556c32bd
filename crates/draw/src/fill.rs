//! Insides of solid shapes.

use std::collections::VecDeque;

use carom::ShapeGeometry;
use carom::glam::{Vec2, vec2};

/// Largest angle between two corners of an arc, radians: a hundredth of the radius off the curve.
const LARGEST_TURN: f32 = 0.25;

/// The corners of the area within curves that join end to end, in any order and direction. Nothing for a curve that
/// has no ends, and for less than three corners.
pub(crate) fn corners(curves: &[ShapeGeometry]) -> Vec<Vec2> {
    let mut left: VecDeque<_> = curves.iter().filter_map(points).collect();
    let Some(mut corners) = left.pop_front() else {
        return Vec::new();
    };
    loop {
        let end = corners[corners.len() - 1];
        let away = |curve: &Vec<Vec2>| {
            let [first, last] = [curve[0], curve[curve.len() - 1]].map(|at| at.distance_squared(end));
            first.min(last)
        };
        // Nearly always the next one.
        let is_next = left.front().is_some_and(|curve| away(curve) <= 1e-12 * end.length_squared());
        let nearest = || left.iter().enumerate().min_by(|a, b| away(a.1).total_cmp(&away(b.1)));
        let next = if is_next { 0 } else { nearest().map_or(0, |(n, _)| n) };
        let Some(mut curve) = left.remove(next) else { break };
        if curve[0].distance_squared(end) > curve[curve.len() - 1].distance_squared(end) {
            curve.reverse();
        }
        corners.extend(curve.into_iter().skip(1));
    }
    if corners.len() < 3 { Vec::new() } else { corners }
}

/// Points along a curve, its ends among them.
fn points(curve: &ShapeGeometry) -> Option<Vec<Vec2>> {
    match *curve {
        ShapeGeometry::Segment { a, b, .. } => Some(vec![a, b]),
        ShapeGeometry::Arc { center, arc_radius, start, sweep, .. } => {
            let parts = (sweep.abs() / LARGEST_TURN).ceil().clamp(1.0, 100.0);
            let at = |n: u8| {
                let angle = start + sweep * (f32::from(n) / parts);
                center + arc_radius * vec2(libm::cosf(angle), libm::sinf(angle))
            };
            Some((0..=parts as u8).map(at).collect())
        }
        ShapeGeometry::Circle { .. } | ShapeGeometry::HalfPlane { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use carom::{Body, Chain, Config, Shape, World};

    use super::*;

    /// Area by the shoelace formula.
    fn area(corners: &[Vec2]) -> f32 {
        let next = corners.iter().cycle().skip(1);
        0.5 * corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>()
    }

    #[test]
    fn the_inside_has_the_area_of_the_shape() {
        let lane = Chain::start(vec2(1.0, 0.0)).line_to(vec2(1.0, 2.0)).tangent_arc_to(vec2(-1.0, 2.0));
        let shapes = [
            (Shape::rect(Vec2::ZERO, vec2(2.0, 3.0)), 6.0),
            (Shape::chain(&lane.line_to(vec2(-1.0, 0.0)).close()), 4.0 + 0.5 * std::f32::consts::PI),
            (Shape::arc(Vec2::ONE, 1.0, 0.3, std::f32::consts::TAU), std::f32::consts::PI),
        ];
        for (shape, expected) in shapes {
            let mut world = World::new(Config::default()).unwrap();
            let body = world.add_body(Body::fixed()).unwrap();
            world.add_shape(body, shape.unwrap()).unwrap();
            let mut curves: Vec<_> = world.shape_geometries().map(|(_, _, curve)| curve).collect();
            for _ in 0..curves.len() {
                let found = area(&corners(&curves)).abs();
                assert!((found / expected - 1.0).abs() < 0.01, "{found}, not {expected}");
                // Slots of removed shapes are used again, so that pieces need not come in their order.
                curves.rotate_left(1);
                let second = 1 % curves.len();
                curves.swap(0, second);
            }
        }
    }

    #[test]
    fn what_encloses_nothing_has_no_inside() {
        let side = carom::Side::Both;
        let line = ShapeGeometry::Segment { a: Vec2::ZERO, b: Vec2::ONE, radius: 0.0, side };
        assert!(corners(&[line]).is_empty());
        assert!(corners(&[]).is_empty());
        assert!(corners(&[ShapeGeometry::Circle { center: Vec2::ZERO, radius: 1.0 }]).is_empty());
    }
}
