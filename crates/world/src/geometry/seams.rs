//! Joints: where colliders meet, a ball must feel one surface and not two ends.
//!
//! The end of a collider touches a ball only if no neighbor at the joint is nearer: if the ball's centre
//! lies outside the neighbors' interiors. An end that butts against the middle of another collider is
//! covered from both sides. Where two colliders share a corner, the lower one answers for it.

use alloc::vec::Vec;
use carom_broadphase::{Aabb, CurveGrid, Stroke};
use glam::DVec2;
use smallvec::SmallVec;

use crate::base::{Curve, LONGER, Slab, Sort, rounding};
use crate::geometry::constants::{
    FLAT_JOINT_SINE, GRID_ARC_PIECE, JOINT_ROUNDING, JOINT_SEARCH, JOINT_TOLERANCE, MOST_JOINT_ROUNDING,
};
use crate::geometry::{Collider, ColliderEnd, Neighbor};
use crate::id::BodyId;
use crate::model::Side;

/// The pieces of curve that a collider covers, for the grid; `None` if it is unbounded.
pub(crate) fn cover(collider: &Collider) -> Option<SmallVec<[Stroke; 4]>> {
    let stroke = |a: DVec2, b: DVec2, radius: f64| {
        let size = a.abs().max_element().max(b.abs().max_element());
        let off = size * f64::from(rounding::single(4));
        Stroke { a: a.as_vec2(), b: b.as_vec2(), radius: (radius + off) as f32 * LONGER }
    };
    let (corners, sagitta) = collider.curve.polyline(GRID_ARC_PIECE)?;
    Some(corners.windows(2).map(|ends| stroke(ends[0], ends[1], collider.radius + sagitta)).collect())
}

fn tolerance(a: &Curve, b: &Curve, at: DVec2) -> f64 {
    let shorter = a.length().min(b.length());
    // Far from the origin rounding may be more than a curve is long: then its one end is not the other.
    JOINT_TOLERANCE * shorter + (JOINT_ROUNDING * at.abs().max_element()).min(MOST_JOINT_ROUNDING * shorter)
}

/// Where `neighbor` is at the point `at`, as seen from there, and the directions in which it leaves: one if it ends
/// there, two if it passes.
fn directions(neighbor: &Curve, at: DVec2, near: f64) -> (DVec2, SmallVec<[DVec2; 2]>) {
    let mut found = SmallVec::new();
    if let (Some(ends), Some(leaving)) = (neighbor.ends(), neighbor.leaving()) {
        for (end, direction) in ends.into_iter().zip(leaving) {
            if (end - at).length() <= near {
                found.push(direction);
                return (end - at, found);
            }
        }
    }
    found.extend(neighbor.tangent(at, near).into_iter().flat_map(|tangent| [tangent, -tangent]));
    (DVec2::ZERO, found)
}

/// Whether two colliders of a body meet at an end of the first with one of the second.
pub(crate) fn meet_end_to_end(collider: &Collider, other: &Collider, end: DVec2) -> bool {
    let near = tolerance(&collider.curve, &other.curve, end);
    other.curve.ends().is_some_and(|ends| ends.iter().any(|other| (*other - end).length() <= near))
}

/// The normal of a collider at a point towards the side on which it is solid; zero if on both.
fn front(collider: &Collider, at: DVec2) -> DVec2 {
    match collider.side {
        Side::Both => DVec2::ZERO,
        Side::Left => collider.curve.left(at),
        Side::Right => -collider.curve.left(at),
    }
}

/// Works out the ends of one collider from its neighbors.
pub(crate) fn ends_of(
    k: u32,
    colliders: &Slab<Collider>,
    neighbors: &[u32],
    exceptions: &[[BodyId; 2]],
) -> [ColliderEnd; 2] {
    let collider = &colliders[k];
    let others = neighbors.iter().filter(|&&n| n != k && are_alike(collider, &colliders[n], exceptions));
    meet_all(collider, Default::default(), others.map(|&n| (&colliders[n], n < k)))
}

/// Effect of neighbors, each with whether it is lower, on the ends of a collider.
fn meet_all<'a>(
    collider: &Collider,
    mut ends: [ColliderEnd; 2],
    neighbors: impl Iterator<Item = (&'a Collider, bool)> + Clone,
) -> [ColliderEnd; 2] {
    let (Some(points), Some(leaving)) = (collider.curve.ends(), collider.curve.leaving()) else {
        return ends;
    };
    for ((end, at), own) in ends.iter_mut().zip(points).zip(leaving) {
        neighbors.clone().for_each(|(other, lower)| meet(end, collider, at, own, other, lower));
        if end.silent {
            end.neighbors.clear();
        }
    }
    ends
}

/// Whether both colliders meet the same bodies: no collision exception names one of their two bodies.
fn are_alike(a: &Collider, b: &Collider, exceptions: &[[BodyId; 2]]) -> bool {
    let named = |body: BodyId| exceptions.iter().any(|pair| pair.contains(&body));
    a.filter == b.filter && (a.body == b.body || !named(a.body) && !named(b.body))
}

/// Effect of a neighbor on the end `at` of a collider, from which the collider leaves in the direction `own`.
fn meet(end: &mut ColliderEnd, collider: &Collider, at: DVec2, own: DVec2, other: &Collider, lower: bool) {
    // Of different thickness they are no flush joint, and both ends count.
    if other.radius != collider.radius {
        return;
    }
    // A ball that passes a one-sided wall would miss the end of one that is solid on both sides.
    if collider.side == Side::Both && other.side != Side::Both {
        return;
    }
    let near = tolerance(&collider.curve, &other.curve, at);
    let (offset, directions) = directions(&other.curve, at, near);
    // Going through the joint, a front is on the left or on the right.
    let (front, others) = (front(collider, at), front(other, at));
    let alike = directions.iter().all(|q| {
        let (here, there) = (front.dot(-own.perp()), others.dot(q.perp()));
        here * there > 0.0 || front == DVec2::ZERO && others == DVec2::ZERO
    });
    if let (&[q], true) = (directions.as_slice(), alike) {
        // Across a gap both answer: one alone would let a ball pass by the other.
        end.silent |=
            lower && offset.length() <= (JOINT_ROUNDING * (near + at.abs().max_element())).min(near);
        let rise = q.dot(front);
        if rise.abs() > FLAT_JOINT_SINE {
            end.front = Some(rise < 0.0);
        }
    }
    let front = if alike { DVec2::ZERO } else { others };
    end.neighbors.extend(directions.into_iter().map(|leaves| Neighbor { leaves, offset, front }));
}

/// Joins the colliders of fixed bodies again that lie where something has come or gone.
pub(crate) fn join_fixed(
    strokes: &[Stroke],
    colliders: &mut Slab<Collider>,
    grid: &CurveGrid,
    exceptions: &[[BodyId; 2]],
) {
    let (mut found, mut neighbors) = (Vec::new(), Vec::new());
    find_near(strokes, grid, &mut found);
    for k in found {
        find_near(cover(&colliders[k]).as_deref().unwrap_or_default(), grid, &mut neighbors);
        let ends = ends_of(k, colliders, &neighbors, exceptions);
        colliders[k].ends = ends;
    }
}

/// Joins a collider of a fixed body that is new: see [`join_new`].
pub(crate) fn join_new_fixed(
    k: u32,
    first: u32,
    colliders: &mut Slab<Collider>,
    grid: &CurveGrid,
    found: &mut Vec<u32>,
    exceptions: &[[BodyId; 2]],
) {
    // A point has no ends, and covers none.
    if matches!(colliders[k].curve, Curve::Point(_)) {
        return;
    }
    find_near(cover(&colliders[k]).as_deref().unwrap_or_default(), grid, found);
    join_new(k, first, found, colliders, exceptions);
}

/// Joins a new collider with those near it. Colliders from `first` on are new, and higher than all others; they
/// come one by one in ascending order. Each of the others only adds the effect of the new one to its ends: joined
/// again in full, colliders that lie on each other would cost the cube of their number.
pub(crate) fn join_new(
    k: u32,
    first: u32,
    near: &[u32],
    colliders: &mut Slab<Collider>,
    exceptions: &[[BodyId; 2]],
) {
    colliders[k].ends = ends_of(k, colliders, near, exceptions);
    for &n in near.iter().filter(|&&n| n < first) {
        let (collider, new) = (&colliders[n], &colliders[k]);
        if are_alike(collider, new, exceptions) {
            let ends = meet_all(collider, collider.ends.clone(), core::iter::once((new, false)));
            colliders[n].ends = ends;
        }
    }
}

/// Finds the colliders that may share a joint with pieces of curves, ascending, each once.
pub(crate) fn find_near(strokes: &[Stroke], grid: &CurveGrid, found: &mut Vec<u32>) {
    found.clear();
    for stroke in strokes {
        let reach = stroke.radius * JOINT_SEARCH + (stroke.b - stroke.a).length() * JOINT_TOLERANCE as f32;
        let (min, max) = (stroke.a.min(stroke.b) - reach, stroke.a.max(stroke.b) + reach);
        grid.overlapping_box(Aabb { min, max }, found);
    }
    found.order();
    found.dedup();
}

/// Joins the colliders of a mover among themselves.
pub(crate) fn join_mover(members: &[u32], colliders: &mut Slab<Collider>) {
    for &k in members {
        let ends = ends_of(k, colliders, members, &[]);
        colliders[k].ends = ends;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use glam::Vec2;

    use super::*;
    use crate::common::Dice;
    use crate::geometry::collider::FacingSide;
    use crate::{Body, Chain, Config, Shape, World};

    /// Walls on a coarse grid, so that many share ends, cross or lie on each other.
    fn wall(n: u32) -> Shape {
        let place = |n: u32| Vec2::new((n % 4) as f32, (n / 4 % 4) as f32);
        let (a, b) = (place(n.wrapping_mul(2_654_435_761) >> 7), place(n.wrapping_mul(40_503) >> 5));
        let b = if a == b { b + Vec2::X } else { b };
        let shape = match n % 3 {
            0 => Shape::segment(a, b).map(|shape| shape.radius(0.1 * (n % 2) as f32)),
            1 => Shape::chain(&Chain::start(a).arc_by_angle_to(b, 1.5)),
            _ => Shape::chain(&Chain::polyline(&[a, b, a + Vec2::new(0.5, 2.0)]).close()),
        };
        let side = [Side::Both, Side::Left, Side::Right][n as usize / 3 % 3];
        shape.expect("a wall").side(side)
    }

    /// A ball that slides along a hollow bend comes exactly over the border between the face of a facet and its end.
    /// That end is only ever met from behind, so the facet let balls pass that were in front of it: the one way
    /// through a wall that random outlines still found.
    #[test]
    fn over_the_end_of_a_facet_in_a_hollow_bend_is_in_front_of_it() {
        let mut dice = Dice(1);
        for _ in 0..300 {
            let mut world = World::new(Config::default()).expect("a world");
            let body = world.add_body(Body::fixed()).expect("a body");
            let (turn, heading) = (dice.within(0.001, 0.501), dice.within(0.0, 6.0));
            let way = |angle: f32| Vec2::new(libm::cosf(angle), libm::sinf(angle));
            let a = way(heading);
            let chain = Chain::polyline(&[Vec2::ZERO, a, a + 0.7 * way(heading + turn)]);
            let shape = Shape::chain(&chain).expect("a chain").side(Side::Left);
            world.add_shape(body, shape).expect("it fits");
            for (_, collider) in world.state.body_set.colliders.iter() {
                let (Some(ends), Some(leaving)) = (collider.curve.ends(), collider.curve.leaving()) else {
                    continue;
                };
                let up = leaving[0].perp();
                for (end, inward) in ends.into_iter().zip(leaving) {
                    for off in [-1e-12, -1e-14, 0.0, 1e-14] {
                        let at = end + up * 0.02 + inward * off;
                        assert_eq!(collider.facing_side(at), FacingSide::Front, "{at}, {off} over {end}");
                        assert!(collider.nearest(at).is_some(), "{at}, {off} over {end}");
                        let below = end - up * 0.02 + inward * off;
                        assert_ne!(
                            collider.facing_side(below),
                            FacingSide::Front,
                            "{below}, {off} below {end}"
                        );
                    }
                }
            }
        }
    }

    /// Walls that come one by one have the joints that they would have had together.
    #[test]
    fn joints_do_not_depend_on_when_walls_came() {
        for seed in 0..20 {
            let mut world = World::new(Config::default()).expect("a world");
            let [fixed, mover] =
                [Body::fixed(), Body::kinematic()].map(|b| world.add_body(b).expect("a body"));
            for n in 0..40 {
                let body = if n % 4 == 3 { mover } else { fixed };
                world.add_shape(body, wall(1 + 97 * seed + n)).expect("it fits");
            }
            let mut silent = 0;
            let all: Vec<u32> = world.state.body_set.colliders.iter().map(|(k, _)| k).collect();
            let movers: Vec<u32> = world
                .state
                .body_set
                .rows
                .iter()
                .filter(|s| s.is_mover())
                .flat_map(|s| s.colliders.iter().copied())
                .collect();
            for &k in &all {
                let mut near = movers.clone();
                if !movers.contains(&k) {
                    let strokes = cover(&world.state.body_set.colliders[k]);
                    find_near(strokes.as_deref().unwrap_or_default(), &world.cache.pairs.fixed, &mut near);
                }
                let ends = ends_of(k, &world.state.body_set.colliders, &near, &[]);
                silent += ends.iter().filter(|end| end.silent).count();
                assert_eq!(world.state.body_set.colliders[k].ends, ends, "collider {k} of world {seed}");
            }
            assert!(silent > 10, "{silent} ends are answered for");
        }
    }

    /// A thousand walls on each other, as a generator with a slip writes them: each joint learns of each new one, no
    /// more.
    #[test]
    fn walls_on_each_other_cost_the_square_of_their_number() {
        let mut world = World::new(Config::default()).expect("a world");
        let body = world.add_body(Body::fixed()).expect("a body");
        for _ in 0..1000 {
            world.add_shape(body, Shape::segment(Vec2::ZERO, Vec2::X).expect("a wall")).expect("it fits");
        }
        let ends: Vec<_> =
            world.state.body_set.colliders.iter().map(|(_, collider)| collider.ends.clone()).collect();
        assert!(!ends[0][0].silent && ends[1..].iter().flatten().all(|end| end.silent), "the first answers");
        assert!(ends[1..].iter().flatten().all(|end| end.neighbors.is_empty()), "and keeps no list");
    }
}
