//! A contact outside batches: how it answers in each pass, and how its impulses act on its two sides.
//!
//! The same arithmetic as `solver/kernels.rs` does for eight contacts between balls.

use glam::{DVec2, Vec2};

use crate::base::{F4, Torus, bounded};
use crate::bodies::{BallRow, Trajectories};
use crate::contacts::constants::{
    AT_REST_SPEED_SHARE, DEEP_PENETRATION_UNEQUAL, LOAD_LEARNING_RATE, SEPARATING_OVER_RELAXATION,
};
use crate::contacts::{Contact, JointSpeed};
use crate::geometry::BodySet;
use crate::solver::Shared;
use crate::solver::constants::RESIDUAL_APPROACH;
use crate::solver::joint_speeds::apply_drive_and_limits;

/// The approach speed of a contact that is left to springs.
#[inline]
pub(crate) fn residual(c: &Contact, shared: &Shared) -> f32 {
    RESIDUAL_APPROACH * shared.sink * c.scale
}

/// Whether two balls touch and approach each other at more than is left to springs.
#[inline]
pub(crate) fn begins_shock(c: &Contact, shared: &Shared) -> bool {
    c.other().as_ball().is_some()
        && c.separation <= shared.softness.slop * c.scale
        && c.approach > residual(c, shared)
}

/// Applies impulses along the normal, along the tangent and against rolling to ball `b` of a contact.
#[inline]
fn push(row: &mut F4, c: &Contact, [normal, tangent, roll]: [f32; 3]) {
    let impulse = c.normal * normal + c.normal.perp() * tangent;
    let [x, y, spin, im] = &mut row.0;
    *x += impulse.x * *im;
    *y += impulse.y * *im;
    *spin += c.spin_b * (roll / c.radius_b - c.lever * tangent);
}

/// Applies the impulses to both sides of a contact.
#[inline(always)]
pub(crate) fn apply(rows: &mut [F4], rates: &mut [JointSpeed], c: &Contact, impulses: [f32; 3]) {
    push(&mut rows[c.b as usize], c, impulses);
    if !c.is_rigid() {
        push_back(rows, rates, c, impulses);
    }
}

/// Applies the impulses to the other side, if that is movable.
fn push_back(rows: &mut [F4], rates: &mut [JointSpeed], c: &Contact, [normal, tangent, roll]: [f32; 3]) {
    let impulse = c.normal * normal + c.normal.perp() * tangent;
    if let Some(g) = c.joint {
        let rate = &mut rates[g as usize];
        rate.rate -= impulse.dot(c.arm) * rate.effective_inverse_inertia;
        return;
    }
    let [x, y, spin, im] = &mut rows[c.other as usize].0;
    *x -= impulse.x * *im;
    *y -= impulse.y * *im;
    *spin -= c.spin_a * (roll / c.radius_a + c.lever * tangent);
}

/// Velocity and surface speed by spin of the two sides.
#[inline]
fn sides(rows: &[F4], rates: &[JointSpeed], c: &Contact) -> [(Vec2, f32); 2] {
    let side = |row: &F4| (Vec2::new(row.0[0], row.0[1]), row.0[2]);
    let a = match c.other().as_collider() {
        None => side(&rows[c.other as usize]),
        Some(_) => match c.joint {
            Some(g) => (c.arm * rates[g as usize].rate, 0.0),
            None => (c.surface, 0.0),
        },
    };
    [a, side(&rows[c.b as usize])]
}

pub(crate) fn approach(rows: &[F4], rates: &[JointSpeed], c: &Contact) -> f32 {
    let [(a, _), (b, _)] = sides(rows, rates, c);
    (a - b).dot(c.normal)
}

/// How a contact answers to the speed of its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) bias: f32,
    /// Share of the impulse that would stop an approach at once.
    pub(crate) mass: f32,
    /// Share of the applied impulse that is taken back.
    pub(crate) impulse: f32,
    pub(crate) least: f32,
    pub(crate) most: f32,
}

/// The answer of a contact on its spring, with this least impulse.
#[inline(always)]
pub(crate) fn spring(c: &mut Contact, least: f32, shared: &Shared) -> Answer {
    let softness = &shared.softness;
    let (bias, mass, impulse) = if c.separation > 0.0 {
        (c.separation / shared.h, 1.0, 0.0)
    } else {
        let slop = if c.is_wedged { 0.0 } else { softness.slop };
        let depth = c.separation + slop * c.scale;
        let depth = if c.other().as_ball().is_some() { depth } else { depth.min(0.0) };
        let spring = softness.spring(c.scale);
        let (soft, most) = (spring.bias_rate * depth, -softness.push_speed * c.scale);
        // `f32::max` would also test for NaN.
        let bias = if soft > most { soft } else { most };
        c.parted = (-bias).max(0.0) * c.normal_mass;
        // The only support of a ball is rigid. On a spring the ball would sink and rise as its load changes, and
        // lose energy on level ground that it had from a slope.
        let mass = if c.is_alone { 1.0 } else { spring.mass_scale };
        let impulse = if c.is_alone { 0.0 } else { spring.impulse_scale };
        (bias, mass, impulse)
    };
    Answer { bias: bias - c.rise, mass, impulse, least, most: f32::INFINITY }
}

/// The least impulse of two balls that keeps them above the largest depth; 0 for a collider. With the spring alone,
/// impacts there would bear the load in each substep, and the contact would never learn it.
#[inline(always)]
pub(crate) fn least_at_largest_depth(c: &Contact, rows: &[F4], rates: &[JointSpeed], shared: &Shared) -> f32 {
    if c.other().as_ball().is_none() {
        return 0.0;
    }
    let speed = -approach(rows, rates, c);
    // Springs alone push out pairs that lie deeper already.
    let left = (c.separation + shared.max_penetration * c.scale).max(0.0);
    (c.normal_impulse - c.normal_mass * (speed + left / shared.h)).max(0.0)
}

/// The answer of a contact after the balls have moved; `None` if it is not relaxed. `strikes` are the
/// flights, if any ball was struck.
#[inline(always)]
pub(crate) fn relaxation(
    c: &Contact,
    rows: &[F4],
    rates: &[JointSpeed],
    strikes: Option<&Trajectories>,
    shared: &Shared,
) -> Option<Answer> {
    if !c.lasts {
        return None;
    }
    // On a hinge a touching ball takes the hinge's speed exactly: a remaining gap speed would be an approach in the
    // next substep.
    let touches_joint = c.swings && c.separation <= shared.softness.slop * c.scale;
    let bias = if touches_joint { 0.0 } else { c.separation.max(0.0) / shared.h };
    // An impact may have parted a struck ball from its contact. Only the speed that parted an overlap is taken back:
    // if the ball returns fast, it will bounce.
    let is_ball = c.other().as_collider().is_none();
    let struck = |flights: &Trajectories| flights[c.b].was_struck || is_ball && flights[c.other].was_struck;
    let struck = strikes.is_some_and(struck);
    let approach = if struck || is_ball { approach(rows, rates, c) } else { 0.0 };
    if struck && approach > c.slow {
        return None;
    }
    let least = if struck { (c.normal_impulse - c.parted).max(0.0) } else { 0.0 };
    let parts = is_ball && approach < bias && -approach < c.sink;
    let mass = if parts { SEPARATING_OVER_RELAXATION } else { 1.0 };
    Some(Answer { bias, mass, impulse: 0.0, least, most: f32::INFINITY })
}

/// Solves a contact; inlined if the other side is immovable.
#[inline(always)]
pub(crate) fn solve(rows: &mut [F4], rates: &mut [JointSpeed], c: &mut Contact, answer: Answer) {
    if !c.is_rigid() {
        solve_both_sides(rows, rates, c, answer);
        return;
    }
    // Nothing but the ball moves: its row is read and written once.
    let row = &mut rows[c.b as usize];
    let [x, y, spin, _] = row.0;
    let relative = Vec2::new(x, y) - c.surface;
    let added = add_impulses(c, relative, [0.0, spin], answer);
    push(row, c, added);
}

/// Solves a contact whose other side moves as well.
#[inline]
fn solve_once(rows: &mut [F4], rates: &mut [JointSpeed], c: &mut Contact, answer: Answer) {
    let [(a, spin_a), (b, spin_b)] = sides(rows, rates, c);
    let added = add_impulses(c, b - a, [spin_a, spin_b], answer);
    apply(rows, rates, c, added);
}

/// Adds the impulses of spring, friction and rolling resistance to those of a contact, and returns them: along the
/// normal, along the tangent, and against rolling.
#[inline(always)]
fn add_impulses(c: &mut Contact, relative: Vec2, [spin_a, spin_b]: [f32; 2], answer: Answer) -> [f32; 3] {
    let Answer { bias, mass, impulse, least, most } = answer;
    let tangent = c.normal.perp();

    let speed = relative.dot(c.normal);
    let borne = if c.load < c.before { c.load } else { c.before };
    let push = -c.normal_mass * mass * (speed + bias) - impulse * (c.normal_impulse - borne);
    let total = c.normal_impulse + push;
    let total = if total > least { total } else { least };
    let total = if total < most { total } else { most };
    let normal = total - c.normal_impulse;
    c.normal_impulse = total;

    let along = relative.dot(tangent) - c.belt;
    let resists = c.rolling_resistance > 0.0;
    if resists && let Some((tangent, roll)) = static_friction(c, along, spin_b) {
        c.tangent_impulse += tangent;
        c.roll_impulse += roll;
        return [normal, tangent, roll];
    }
    let stop = c.tangent_impulse - c.tangent_mass * (along - c.lever * (spin_b + spin_a));
    let total =
        if stop.abs() <= c.static_friction * total { stop } else { bounded(stop, c.friction * total) };
    let tangent = total - c.tangent_impulse;
    c.tangent_impulse = total;

    let mut roll = 0.0;
    if resists {
        let limit = c.rolling_resistance * c.normal_impulse;
        let turn = spin_b / c.radius_b - if c.radius_a > 0.0 { spin_a / c.radius_a } else { 0.0 };
        let total = bounded(c.roll_impulse - c.roll_mass * turn, limit);
        roll = total - c.roll_impulse;
        c.roll_impulse = total;
    }
    [normal, tangent, roll]
}

/// Solves a contact with a ball, or with a hinge or slider: a joint that its limit or its motor holds is immovable.
#[inline(never)]
fn solve_both_sides(rows: &mut [F4], rates: &mut [JointSpeed], c: &mut Contact, answer: Answer) {
    solve_once(rows, rates, c, answer);
    let (Some(g), im) = (c.joint, rows[c.b as usize].0[3]) else {
        return;
    };
    let rate = &mut rates[g as usize];
    apply_drive_and_limits(rate);
    if rate.limit_impulses == [0.0; 2] && rate.keeps.is_none() || im == 0.0 {
        return;
    }
    let masses = (c.normal_mass, c.tangent_mass);
    (c.normal_mass, c.tangent_mass) = (1.0 / im, 1.0 / (im + c.spin_b));
    solve_once(rows, rates, c, answer);
    (c.normal_mass, c.tangent_mass) = masses;
    apply_drive_and_limits(&mut rates[g as usize]);
}

/// Friction and rolling impulses that bring a ball on a collider to a stand at once, if both are strong enough; one
/// after the other they would creep there.
fn static_friction(c: &Contact, along: f32, spin: f32) -> Option<(f32, f32)> {
    c.other().as_collider()?;
    // The friction that stops the middle turns the ball, and the rolling impulse stops both turns.
    let tangent = -along * c.normal_mass;
    let roll = c.radius_b * (tangent - spin / c.spin_b);
    let holds = (c.tangent_impulse + tangent).abs() <= c.static_friction * c.normal_impulse
        && (c.roll_impulse + roll).abs() <= c.rolling_resistance * c.normal_impulse;
    holds.then_some((tangent, roll))
}

/// The load of a contact for this substep: the part that its spring need not bear.
///
/// A spring sinks under its load, by `N g h^2 / 2.5` under the weight of `N` balls. Balls much smaller than
/// the way they fall in a step would sink far. Where a contact that does not move lies too deep, it learns
/// its load, slowly, until it lies no deeper.
pub(crate) fn learned_load(c: &Contact, shared: &Shared) -> f32 {
    let mut load = c.load * shared.warm_start_scale;
    let at_rest = (AT_REST_SPEED_SHARE * shared.sink * c.scale).min(shared.at_rest);
    if c.separation < -DEEP_PENETRATION_UNEQUAL * c.scale && c.approach.abs() < at_rest {
        load += LOAD_LEARNING_RATE * (c.normal_impulse - load).max(0.0);
    }
    load
}

/// Measures a contact again after the balls have moved: the gap, and the normal where it turns, between two balls or
/// where the surface bends or turns. Returns whether the contact lasts. It does not if an event has changed the
/// motion of its body, or if a deflected ball touches such a surface. Nor does it if the ball has left the surface
/// over its end. From a straight surface only a deflected ball counts as having left.
///
/// The normal of a straight surface stays: turned round the end of a segment, the impulse so far would pull.
#[inline(always)]
pub(crate) fn measure_again(
    c: &mut Contact,
    rows: &[BallRow],
    bodies: &BodySet,
    flights: &Trajectories,
    torus: &Torus,
) -> bool {
    let b = &rows[c.b as usize];
    let Some(k) = c.other().as_collider() else {
        let a = &rows[c.other as usize];
        let way = torus.nearest(b.x - a.x);
        let distance = way.length();
        let reach = a.r + b.r - c.initial_overlap;
        c.separation = (distance - reach) as f32;
        c.lever = (distance / reach) as f32;
        c.normal = way.try_normalize().map_or(c.normal, DVec2::as_vec2);
        return true;
    };
    let collider = &bodies.colliders[k];
    let body = bodies.body_of(collider);
    let bends = c.is_round || collider.curve.is_curved() || body.is_mover() && body.is_turning();
    if bends && flights[c.b].is_deflected || body.was_disturbed {
        return false;
    }
    let frame = body.frame();
    let Some(near) = collider.survey(frame.to_local(b.x)).0 else {
        return !bends && !flights[c.b].is_deflected;
    };
    let normal = frame.direction_to_world(near.normal);
    if bends {
        c.separation = (near.distance - b.r) as f32;
        c.normal = normal.as_vec2();
        let point = b.x - normal * near.reach(b.r);
        match c.joint {
            Some(g) => c.arm = bodies.joints[g as usize].arm(point).as_vec2(),
            None => c.surface = body.velocity_at(point, body.t).as_vec2(),
        }
    } else {
        // Along the normal that stays: past the end of a segment the ball is no farther from its surface.
        let height = along_rounded(normal, c.normal) * (near.distance + collider.radius);
        c.separation = (height - collider.radius - b.r) as f32;
    }
    true
}

/// The part of a surface's normal along the rounded normal of its contact, whose length is not 1: far balls would seem to
/// be off the surface that they touch.
#[inline]
pub(crate) fn along_rounded(normal: DVec2, rounded: Vec2) -> f64 {
    if normal.as_vec2() == rounded { 1.0 } else { normal.dot(rounded.as_dvec2()) }
}
