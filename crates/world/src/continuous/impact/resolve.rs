//! The law of impact: normal impulse with restitution, friction impulse with spin, alone or together.

use crate::base::bounded;
use crate::bodies::BallRow;
use crate::contacts::Hit;
use crate::continuous::impact::constants::{
    DIRECT_SOLVER_MAX_UNKNOWNS, MAX_ELIMINATIONS, MAX_SWEEPS, MULTIPLICATIONS_OF_A_HIT,
    MULTIPLICATIONS_OF_WORK, RESOLVED_APPROACH, SPEED_TOLERANCE, SWEEPS_BEFORE_ELIMINATION,
};
use crate::continuous::impact::direct_solver::{DirectSolver, unknowns};
use crate::continuous::impact::energy_limit::EnergyLimit;
use crate::continuous::impact::hit_bodies::HitBodies;
use crate::continuous::impact::islands::Islands;
use crate::continuous::impact::sequential::SequentialSolver;

/// Solvers of hits and their memory, kept from one instant to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImpactScratch {
    islands: Islands,
    direct: DirectSolver,
    sequential: SequentialSolver,
    energy: EnergyLimit,
}

impl ImpactScratch {
    /// The work on all equations since the last call, in the unit of [`Config::max_work`](crate::Config::max_work).
    pub(crate) fn spend(&mut self) -> u64 {
        core::mem::take(&mut self.direct.cost) / MULTIPLICATIONS_OF_WORK
    }
}

/// Resolves hits of one instant together: every pair reaches its rebound speed or parts faster, no pair pulls, and
/// friction stays within its cone. A single hit has a closed form. Sorts the hits so that each cluster is one
/// contiguous piece.
///
/// Where their order makes no difference, as between equal elastic balls on a line, they come one after the other
/// ([`SequentialSolver`]). All others are resolved together, so that a symmetric break stays symmetric. For
/// restitution 1 without friction the joint solution keeps energy exactly: each impulse either acts on a pair whose
/// normal speed is just reversed, or is zero.
pub(crate) fn resolve(hits: &mut [Hit], bodies: &mut HitBodies<'_>, scratch: &mut ImpactScratch) {
    if let [hit] = hits {
        relax(hit, bodies);
        return;
    }
    let ImpactScratch { islands, direct, sequential, energy } = scratch;
    islands.sort(hits);
    let mut first = 0;
    while first < hits.len() {
        let end = islands.end(first);
        let cluster = &mut hits[first..end];
        let fastest = fastest(cluster);
        if !sequential.solve(cluster, bodies, fastest) {
            energy.record_speeds(cluster, bodies);
            resolve_cluster(cluster, bodies, fastest, direct);
            energy.limit(cluster, bodies, |hits, bodies| {
                resolve_cluster(hits, bodies, fastest, direct);
            });
        }
        first = end;
    }
}

/// Resolves the hits of a cluster; `fastest` is their fastest approach.
fn resolve_cluster(hits: &mut [Hit], bodies: &mut HitBodies<'_>, fastest: f64, direct: &mut DirectSolver) {
    if let [hit] = hits {
        relax(hit, bodies);
        return;
    }
    if iterate(hits, bodies, fastest, SWEEPS_BEFORE_ELIMINATION, &mut direct.cost) {
        return;
    }
    // Elimination costs the cube of the size.
    if unknowns(hits) <= DIRECT_SOLVER_MAX_UNKNOWNS {
        direct.find_couplings(hits, bodies);
        for _ in 0..MAX_ELIMINATIONS {
            if !direct.solve(hits, bodies, fastest) {
                break;
            }
            if iterate(hits, bodies, fastest, SWEEPS_BEFORE_ELIMINATION, &mut direct.cost) {
                return;
            }
        }
        if direct.solve_by_pivots(hits, bodies, fastest) {
            return;
        }
    }
    if iterate(hits, bodies, fastest, MAX_SWEEPS, &mut direct.cost) || is_resolved(hits, bodies) {
        return;
    }
    // The modes of friction may cycle where it holds many hits at once. With the friction reached so far, the
    // normal impulses have a solution.
    hits.iter_mut().for_each(|hit| hit.static_friction = 0.0);
    iterate(hits, bodies, fastest, MAX_SWEEPS, &mut direct.cost);
}

/// The speed that scales the remaining errors: that of the fastest approach, or of the fastest parting if no pair
/// approaches.
fn fastest(hits: &[Hit]) -> f64 {
    let most = |speed: fn(&Hit) -> f64| hits.iter().fold(0.0, |most: f64, hit| most.max(speed(hit)));
    let approach = most(|hit| hit.approach);
    if approach > 0.0 { approach } else { most(|hit| hit.rebound.max(-hit.approach)) }
}

/// Sweeps until no speed changes any more, measured by the fastest approach; false after `most` sweeps. Adds the
/// multiplications to `cost`.
fn iterate(hits: &mut [Hit], bodies: &mut HitBodies<'_>, fastest: f64, most: usize, cost: &mut u64) -> bool {
    (0..most).any(|_| {
        *cost += MULTIPLICATIONS_OF_A_HIT * hits.len() as u64;
        sweep(hits, bodies) <= SPEED_TOLERANCE * fastest
    })
}

/// One sweep of projected Gauss-Seidel over normal and friction impulses; returns the largest change of a
/// speed.
fn sweep(hits: &mut [Hit], bodies: &mut HitBodies<'_>) -> f64 {
    hits.iter_mut().fold(0.0, |change: f64, hit| {
        let [push, drag] = relax(hit, bodies);
        change.max((push / hit.normal_mass).abs()).max((drag / hit.tangent_mass).abs())
    })
}

/// Brings one hit to its rebound speed, and ends its slip as far as friction can. Returns by how much its normal and
/// its friction impulse have changed.
pub(crate) fn relax(hit: &mut Hit, bodies: &mut HitBodies<'_>) -> [f64; 2] {
    let (speed, _) = bodies.relative(hit);
    let total = (hit.normal_impulse + hit.normal_mass * (hit.rebound - speed)).max(hit.least);
    let push = total - hit.normal_impulse;
    hit.normal_impulse = total;
    bodies.apply(hit, push, 0.0);
    if !(hit.static_friction > 0.0) {
        return [push, 0.0];
    }
    let (_, slip) = bodies.relative(hit);
    let blow = hit.normal_impulse * hit.share;
    let limit = hit.friction * blow;
    let stop = hit.tangent_impulse - hit.tangent_mass * slip;
    let total = if stop.abs() <= hit.static_friction * blow { stop } else { bounded(stop, limit) };
    let drag = total - hit.tangent_impulse;
    hit.tangent_impulse = total;
    bodies.apply(hit, 0.0, drag);
    [push, drag]
}

/// Restitution in the plane of motion. The given one acts along the line from the edge to the centre; `tilt` is the
/// sine of its slope.
pub(crate) fn level(restitution: f64, tilt: f64) -> f64 {
    ((1.0 + restitution) * (1.0 - tilt * tilt) - 1.0).max(0.0)
}

/// Whether no pair approaches by more than a small share of the fastest speed.
pub(crate) fn is_resolved(hits: &[Hit], bodies: &HitBodies<'_>) -> bool {
    let fastest = fastest(hits);
    hits.iter().all(|hit| bodies.relative(hit).0 >= -RESOLVED_APPROACH * fastest)
}

/// Sets approach and rebound speed of a hit from the speeds before it acts; `extra` is added to the
/// rebound.
///
/// The chord of a guided ball meets a floor a little before its parabola does, `a t (h - t) / 2` above it, and a
/// ceiling a little after. The approach gets the speed from the rest of the fall, and the rebound returns the gain
/// of the next chord, so that no restitution makes or loses energy. The chord after the impact must not approach,
/// or the same pair would meet again at the same instant.
pub(crate) fn prepare(hit: &mut Hit, bodies: &HitBodies<'_>, extra: f64) {
    let (speed, _) = bodies.relative(hit);
    let own = &bodies.rows[hit.ball as usize];
    let mut pull = own.a.dot(hit.normal) * hit.moves[0];
    let mut lead = pull * own.lead_at(hit.time);
    if hit.other.as_collider().is_none() {
        let other = &bodies.rows[hit.other.0 as usize];
        let pulled = other.a.dot(hit.normal) * hit.moves[1];
        pull -= pulled;
        lead -= pulled * other.lead_at(hit.time);
    }
    let fall = 2.0 * pull * lead;
    let approach = (-speed).max(0.0);
    hit.approach = libm::sqrt((approach * approach + fall).max(0.0));
    hit.late = if speed < 0.0 { -2.0 * lead / (approach + hit.approach) } else { 0.0 };
    let rebound = hit.restitution * hit.approach + extra;
    let bent = libm::sqrt((rebound * rebound - fall).max(0.0));
    hit.rebound = bent.max(chord_rebound(hit, bodies.rows));
    let change = hit.rebound - speed;
    hit.share = if change > 0.0 && speed < 0.0 { (hit.approach + rebound) / change } else { 1.0 };
    if speed >= 0.0 {
        hit.approach = -speed;
    }
}

/// Speed of rebound at which the chords of guided balls do not approach; 0 for all others, which part at once.
fn chord_rebound(hit: &Hit, rows: &[BallRow]) -> f64 {
    rebound_of(hit, rows, |row| row.is_guided)
}

/// Speed of rebound at which neither side is nearer at the end of its flight than now.
pub(crate) fn clearing_rebound(hit: &Hit, rows: &[BallRow]) -> f64 {
    rebound_of(hit, rows, |_| true)
}

/// Change of a hit's speed by the accelerations of the balls that count, up to the middle of their flights.
fn rebound_of(hit: &Hit, rows: &[BallRow], counts: impl Fn(&BallRow) -> bool) -> f64 {
    let gained = |row: &BallRow, moves: f64| {
        if counts(row) { row.a.dot(hit.normal) * moves * row.since_middle(hit.time) } else { 0.0 }
    };
    let own = gained(&rows[hit.ball as usize], hit.moves[0]);
    hit.other.as_ball().map_or(own, |j| own - gained(&rows[j as usize], hit.moves[1]))
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;
    use crate::contacts::pair_key::Other;
    use alloc::vec;

    fn ball(x: f64, v: f64) -> BallRow {
        let (x, v) = (DVec2::new(x, 0.0), DVec2::new(v, 0.0));
        BallRow { x, v, r: 0.5, im: 1.0, ii: 8.0, gravity_scale: 1.0, ..BallRow::default() }
    }

    fn hit(ball: u32, other: u32, restitution: f64, friction: f64) -> Hit {
        Hit {
            restitution,
            friction,
            static_friction: friction,
            normal_mass: 0.5,
            tangent_mass: 1.0 / 6.0,
            reported: true,
            ..Hit::new(ball, Other::ball(other), 0.0, DVec2::X, DVec2::ZERO)
        }
    }

    #[test]
    fn equal_elastic_balls_swap_velocities() {
        let mut rows = vec![ball(0.0, 2.0), ball(1.0, -1.0)];
        let mut hits = vec![hit(1, 0, 1.0, 0.0)];
        hits.iter_mut().for_each(|hit| prepare(hit, &HitBodies::of(&mut rows), 0.0));
        resolve(&mut hits, &mut HitBodies::of(&mut rows), &mut ImpactScratch::default());
        assert_eq!((rows[0].v.x, rows[1].v.x), (-1.0, 2.0));
    }

    /// The tolerance was a share of the approach: where nothing approached, rounding stopped a drum.
    #[test]
    fn what_rounding_leaves_of_parting_balls_is_resolved() {
        let mut rows = vec![ball(0.0, -1.0), ball(1.0, 1.0)];
        let mut hits = vec![hit(1, 0, 0.0, 0.0)];
        hits.iter_mut().for_each(|hit| prepare(hit, &HitBodies::of(&mut rows), 0.0));
        (rows[0].v.x, rows[1].v.x) = (1e-15, -1e-15);
        assert!(is_resolved(&hits, &HitBodies::of(&mut rows)));
        (rows[0].v.x, rows[1].v.x) = (0.1, -0.1);
        assert!(!is_resolved(&hits, &HitBodies::of(&mut rows)));
    }

    #[test]
    fn a_symmetric_double_hit_stays_symmetric() {
        // A ball comes down between two others: both contacts act together.
        let (sin, cos) = (0.5, 0.75_f64.sqrt());
        let mut rows = vec![ball(-0.5, 0.0), ball(0.5, 0.0), ball(0.0, 0.0)];
        rows[2].v = DVec2::new(0.0, -1.0);
        let mut left = hit(2, 0, 1.0, 0.0);
        left.normal = DVec2::new(sin, cos);
        let mut right = hit(2, 1, 1.0, 0.0);
        right.normal = DVec2::new(-sin, cos);
        let mut hits = vec![left, right];
        hits.iter_mut().for_each(|hit| prepare(hit, &HitBodies::of(&mut rows), 0.0));
        resolve(&mut hits, &mut HitBodies::of(&mut rows), &mut ImpactScratch::default());
        assert!((rows[0].v.x + rows[1].v.x).abs() < 1e-12, "{} {}", rows[0].v, rows[1].v);
        let energy: f64 = rows.iter().map(|r| 0.5 * r.v.length_squared()).sum();
        assert!((energy - 0.5).abs() < 1e-12, "energy {energy}");
    }
}
