//! Predicts the arrivals of balls on their paths, in closed form or by a search that steps over no touch.
//!
//! Two gaps matter for a pair. Fast pairs bounce at gap 0. Slow pairs belong to the contact solver, and are stopped
//! only at the maximum penetration, without a bounce.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use carom_narrowphase::double::Part;
use carom_narrowphase::double::roots::{enter_circle, leave_circle};
use glam::DVec2;
use smallvec::SmallVec;

use crate::base::{Cut, LANES, LONGER, Torus, dispatch, parallel, room, with_cpu_features};
use crate::bodies::{BallRow, BodyRow};
use crate::contacts::{BatchPlace, Other};
use crate::continuous::constants::{
    CAUGHT_DISTANCE, FACES_AFTER_AN_END, FIRST_LOOK, HELD_BALL_SLACK, INSIDE_CIRCLE, PENETRATION_CREEP,
    SAME_INSTANT_DISTANCE, WIDER_LOOK,
};
use crate::continuous::{EventContext, EventKind, EventLoop, Meeting, QueuedEvent};
use crate::geometry::constants::{APPROACH_NOISE, MIN_CHORD_TIME, NO_DISTANCE};
use crate::geometry::{Along, Collider, MotionBounds, Way};
use crate::pairs::{ActiveCollider, NeighborList, Path, Proxy, RelativePath};
use crate::solver::constants::{FIXED_TOUCH, GRAZING_SPEED_SHARE};
use crate::solver::{Neighborhood, Round, Sinking, SurfaceFollowing, kicks};

/// Start and end of the time in which the motions of a ball and a body are known. The motion of a body that may move
/// is known from its last event on, to the end of the substep.
pub(crate) fn known_span(row: &BallRow, body: &BodyRow, ctx: &EventContext<'_>) -> (f64, f64) {
    if body.may_move() { (row.t.max(body.t), row.end.min(ctx.sub.until)) } else { (row.t, row.end) }
}

/// The part of a time in which a ball may come within `reach` of a collider; `None` if it can't.
///
/// However fast a body turns, a collider stays between two circles about its origin, and a ball meets it nowhere
/// else. For other bodies the part is the whole.
pub(crate) fn may_touch(
    row: &BallRow,
    collider: &Collider,
    body: &BodyRow,
    reach: f64,
    span: Range<f64>,
) -> Option<Range<f64>> {
    let farthest = collider.farthest();
    if !body.is_turning() || body.acceleration != DVec2::ZERO || farthest == f64::INFINITY {
        return Some(span);
    }
    let nearest = collider.distance(DVec2::ZERO).0 - collider.radius;
    let (inner, outer) = (nearest - reach - NO_DISTANCE * farthest, (1.0 + NO_DISTANCE) * (farthest + reach));
    let Range { mut start, end: mut until } = span;
    let left = until - start;
    let offset = row.position_at(start) - body.pose_at(start).origin;
    let u = row.path_velocity_at(0.5 * (start + until)) - body.velocity;
    // The parabola is no farther than this from its chord.
    let sag = row.path_acceleration().length() * (left * left * 0.125);
    let (inner, outer) = (inner - sag, outer + sag);
    if let Some(wait) = leave_circle(offset, u, outer) {
        until = until.min(start + wait);
    }
    let distance = offset.length();
    if distance < inner {
        start += leave_circle(offset, u, inner)?;
    } else if distance > outer {
        start += enter_circle(offset, u, outer)?;
    }
    (start <= until).then_some(start..until)
}

/// Whether the flight of a ball begins with the substep.
fn starts(i: u32, ctx: &EventContext<'_>) -> bool {
    ctx.balls.rows[i as usize].begin == ctx.sub.start
}

/// Whether a ball may touch the collider of a moving body during its flight.
fn may_come_to(i: u32, k: u32, ctx: &EventContext<'_>) -> bool {
    let (row, collider, body) = ctx.sides(i, k);
    let comes = body.most_approach(row.x, row.end - body.t);
    let reach = row.r * (1.0 + ctx.step.slop) + comes + row.way_left();
    comes == f64::INFINITY || collider.distance(body.pose.to_local(row.x)).0 - collider.radius <= reach
}

/// The event of a fast meeting: a bounce, or for a caught ball a stop.
fn meeting(caught: bool, other: Other) -> EventKind {
    if caught { EventKind::MaxPenetration(other) } else { EventKind::Impact(other) }
}

/// A ball that reaches an end of a collider outside its safe circle: a surface flush with that end may not be
/// listed yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PutOff {
    ball: u32,
    /// How often the ball had been deflected.
    stamp: u32,
    collider: u32,
}

impl EventLoop {
    /// Begins a substep: predicts the arrivals of all balls that begin a flight. For the other balls, it predicts
    /// arrivals at objects that do not fly to the end of the step.
    pub(crate) fn detect_all(&mut self, ctx: &mut EventContext<'_>) {
        self.put_off.retain(|at| self.flights[at.ball].spans_step && !starts(at.ball, ctx));
        self.find_max_penetration(ctx);
        self.detect_all_kinds(ctx);
        let EventContext { pairs, bodies, .. } = ctx;
        // Pairs of balls in flight have been tested for the whole step.
        let flights = &self.flights;
        if ctx.sub.start > 0.0 || flights.all_are_short() {
            return;
        }
        if flights.all_span_step() {
            pairs.active.pairs.clear();
        } else {
            let list = flights.list.as_slice();
            let spans_step = |ball: u32| list[ball as usize].spans_step;
            pairs.active.pairs.retain(|&[i, j]| !(spans_step(i) && spans_step(j)));
        }
        pairs.active.colliders.retain(|pair| {
            !flights[pair.ball].spans_step || bodies.body_of(&bodies.colliders[pair.collider]).may_move()
        });
    }

    /// Predicts the arrivals of active pairs, of pairs near the largest depth and of balls that overran their
    /// budgets, the ends of chords, and the limits of joints.
    fn detect_all_kinds(&mut self, ctx: &EventContext<'_>) {
        let active = &ctx.pairs.active;
        for n in 0..self.at_max_penetration.len() {
            let (i, j) = self.at_max_penetration[n];
            self.detect_pair(i, j, ctx);
        }
        if !active.pairs.is_empty() {
            self.detect_active_pairs(ctx);
        }
        // Distance from a touch to the maximum penetration, in radii, less an allowance for rounding.
        let deepest = (ctx.step.max_penetration + ctx.step.slop - HELD_BALL_SLACK) as f32;
        for pair in &active.colliders {
            let Proxy { budget_left: left, radius, .. } = active.proxies[pair.ball as usize];
            if left <= pair.budget_floor
                && !(left > pair.budget_floor - deepest * radius && self.is_supported(pair, ctx))
            {
                self.detect_collider(pair.ball, pair.collider, ctx);
            }
        }
        for &i in &active.overrun {
            if starts(i, ctx) {
                self.detect_listed(i, &[], ctx);
            } else {
                self.detect_for_earlier_flight(i, ctx);
            }
        }
        for &i in &ctx.contacts.followers {
            self.detect_following_end(i, ctx);
        }
        for g in 0..ctx.bodies.joints.len() as u32 {
            self.detect_limit(g, ctx);
        }
        for (ball, end) in ctx.links.next_events() {
            self.enqueue(end, ball, EventKind::LinkChordEnds, ctx);
        }
    }

    /// Predicts the arrivals of active pairs of balls.
    fn detect_active_pairs(&mut self, ctx: &EventContext<'_>) {
        let (mut met, mut met_of) = (core::mem::take(&mut self.met), core::mem::take(&mut self.met_per_part));
        met.clear();
        room::reserve(&mut met);
        let (pairs, torus) = (ctx.pairs.active.pairs.as_slice(), &ctx.step.torus);
        let cut = Cut::rows(pairs.len());
        parallel::gather(pairs, cut, &mut met, &mut met_of, |_, pairs, met| match torus.if_laid() {
            // The plain plane as a constant: its loop is one of its own.
            None => self.find_arrivals(pairs, &Torus::PLANE, ctx, met),
            Some(torus) => self.find_arrivals(pairs, torus, ctx, met),
        });
        met.iter().for_each(|arrival| self.push_arrival(*arrival));
        (self.met, self.met_per_part) = (met, met_of);
    }

    /// Finds the arrivals of some active pairs.
    #[inline(always)]
    fn find_arrivals(
        &self,
        pairs: &[[u32; 2]],
        torus: &Torus,
        ctx: &EventContext<'_>,
        met: &mut Vec<QueuedEvent>,
    ) {
        let active = &ctx.pairs.active;
        let (whole, part) = ((ctx.step.dt - ctx.sub.start) as f32, (ctx.sub.until - ctx.sub.start) as f32);
        // Bound on the distance of two flights to the end of the step from their chords, added up.
        let sag = active.max_field_speed / (8.0 * ctx.step.h as f32) * whole * whole;
        let (rows, list) = (ctx.balls.rows.as_slice(), self.flights.list.as_slice());
        let (proxies, batches) = (active.proxies.as_slice(), &ctx.contacts.batches);
        // At the start of the step all flights begin.
        let all_begin = ctx.sub.start == 0.0;
        with_cpu_features!([whole, part, sag, all_begin, proxies, list], || {
            let spans_step = |ball: u32| list[ball as usize].spans_step;
            for &[i, j] in pairs {
                let (a, b) = (&proxies[i as usize], &proxies[j as usize]);
                let (flies, other_flies) = (spans_step(i), spans_step(j));
                let left = if flies && other_flies { whole } else { part };
                let near = if all_begin || !(flies || other_flies) {
                    a.may_touch(b, left, sag, torus)
                } else {
                    let [begins, other_begins] = [!flies || starts(i, ctx), !other_flies || starts(j, ctx)];
                    // The proxy of a ball that was in flight before has no present position.
                    (begins || other_begins)
                        && (!(begins && other_begins) || a.may_touch(b, left, sag, torus))
                };
                if near
                    && Path::of(&rows[i as usize]).may_touch(&Path::of(&rows[j as usize]), torus, self.now)
                    && !batches.has(i, j)
                {
                    met.extend(self.arrival_of_pair(i, j, ctx));
                }
            }
        });
    }

    /// Whether a collider holds a ball in this substep, so that only the maximum penetration could stop the ball.
    fn is_supported(&self, pair: &ActiveCollider, ctx: &EventContext<'_>) -> bool {
        !self.is_in_flight(pair.ball, ctx)
            && self.is_held(pair.ball, pair.collider, ctx)
            && !ctx.bodies.colliders[pair.collider].is_one_sided()
    }

    /// Whether a contact holds a ball off a collider. Where the normal of a fixed collider turns, it holds only a ball that
    /// touches it: all others come to it at their own time.
    fn is_held(&self, i: u32, k: u32, ctx: &EventContext<'_>) -> bool {
        if self.flights[i].was_struck {
            return false;
        }
        // A wall in a batch belongs to a fixed body, which no event changes.
        if ctx.contacts.walls.has(i, k) {
            return true;
        }
        let (row, _, body) = ctx.sides(i, k);
        if body.stamp != 0 {
            return false;
        }
        if body.is_mover() {
            ctx.contacts.is_supported_by(i, Other::collider(k))
        } else {
            ctx.contacts.holds(i, k, FIXED_TOUCH * row.r)
        }
    }

    /// Predicts when a hinge or slider comes to a limit.
    pub(crate) fn detect_limit(&mut self, g: u32, ctx: &EventContext<'_>) {
        let joint = &ctx.bodies.joints[g as usize];
        let body = &ctx.bodies.rows[joint.body as usize];
        if let Some(wait) = joint.arrival(body, ctx.sub.until) {
            self.enqueue(body.t + wait, u32::MAX, EventKind::Limit(g), ctx);
        }
    }

    /// Finds the batched contacts that might sink to the maximum penetration in this substep.
    fn find_max_penetration(&mut self, ctx: &EventContext<'_>) {
        let (batches, proxies) = (&ctx.contacts.batches, &ctx.pairs.active.proxies);
        let h = ctx.step.h as f32;
        self.at_max_penetration.clear();
        if batches.is_empty() {
            return;
        }
        room::reserve(&mut self.at_max_penetration);
        let longest = ctx.pairs.active.longest;
        let deepest = ctx.step.max_penetration as f32;
        let (found, found_of) = (&mut self.found, &mut self.found_per_part);
        found.clear();
        room::reserve(found);
        let blocks = batches.in_use();
        parallel::gather(
            blocks,
            Cut::by(batches.count(), blocks.len()),
            found,
            found_of,
            |first, blocks, found| {
                for (block, list) in (first as u32..).zip(blocks) {
                    for (color, list) in (0..).zip(&list.colors) {
                        let (batches, first) =
                            (list.batches.as_slice(), BatchPlace { block, color, index: 0 });
                        if !batches.is_empty() {
                            dispatch(Sinking {
                                first,
                                batches,
                                proxies,
                                deepest,
                                longest,
                                h,
                                found: &mut *found,
                            });
                        }
                    }
                }
            },
        );
        for &(at, bits) in found.iter() {
            let batch = batches.batch(at);
            for lane in (0..LANES).filter(|lane| bits >> lane & 1 != 0) {
                let (i, j) = (batch.b[lane], batch.a[lane]);
                // An idle lane names the same row twice.
                if i != j {
                    self.at_max_penetration.push((i, j));
                }
            }
        }
    }

    /// Predicts arrivals between a ball that was in flight before and objects that begin a flight or move.
    fn detect_for_earlier_flight(&mut self, i: u32, ctx: &EventContext<'_>) {
        let list = &ctx.pairs.lists[i as usize];
        for &j in &list.balls {
            if !self.flights[j].spans_step || starts(j, ctx) {
                self.detect_pair(i, j, ctx);
            }
        }
        for &k in list.movers.iter().filter(|&&k| may_come_to(i, k, ctx)) {
            self.detect_collider(i, k, ctx);
        }
    }

    /// Predicts the arrivals of one ball that has been deflected or listed again.
    pub(crate) fn detect(&mut self, i: u32, ctx: &mut EventContext<'_>) {
        self.detect_after_impact(i, &[], ctx);
    }

    /// Predicts the arrivals of a ball, except those with balls that have been tested already.
    pub(crate) fn detect_after_impact(&mut self, i: u32, before: &[u32], ctx: &mut EventContext<'_>) {
        self.flights.hurry(&ctx.balls.rows[i as usize]);
        self.freeze_overspeeding(ctx);
        self.detect_listed(i, before, ctx);
    }

    /// Predicts the events of a ball on its path: arrivals at all listed objects but the balls in `before`, the exit
    /// from its safe circle, and the ends of its chords.
    fn detect_listed(&mut self, i: u32, before: &[u32], ctx: &EventContext<'_>) {
        let is_guided = ctx.balls.rows[i as usize].is_guided;
        debug_assert!(!(is_guided && self.flights.flies(i)), "a chord ends with the substep: ball {i}");
        let own = Path::of(&ctx.balls.rows[i as usize]);
        self.detect_near(i, &own, |j| before.binary_search(&j).is_err(), |_| true, ctx);
        self.detect_exit(i, &own, ctx);
        self.detect_following_end(i, ctx);
        if let Some(end) = ctx.links.next_event_of(i) {
            self.enqueue(end, i, EventKind::LinkChordEnds, ctx);
        }
    }

    /// Predicts arrivals at objects that a ball in flight has newly on its list, and at ends that were put off
    /// until now. Other candidates were tested when the flight began. Do not test them again: the flush surface
    /// that hid an end may have left the list.
    pub(crate) fn detect_newly_listed(&mut self, i: u32, before: &NeighborList, ctx: &EventContext<'_>) {
        let mut due = SmallVec::<[u32; 4]>::new();
        let stamp = self.flights[i].stamp;
        due.extend(self.put_off.iter().filter(|at| at.ball == i && at.stamp == stamp).map(|at| at.collider));
        self.put_off.retain(|at| at.ball != i);
        let is_new = |k: u32| !before.colliders.contains(&k) && !before.movers.contains(&k);
        let own = Path::of(&ctx.balls.rows[i as usize]);
        let is_new_ball = |j| before.balls.binary_search(&j).is_err();
        self.detect_near(i, &own, is_new_ball, |k| is_new(k) || due.contains(&k), ctx);
        self.detect_exit(i, &own, ctx);
    }

    /// Predicts arrivals of a ball on its path at the listed balls and colliders that match.
    #[inline(always)]
    fn detect_near(
        &mut self,
        i: u32,
        own: &Path,
        wants_ball: impl Fn(u32) -> bool,
        wants_collider: impl Fn(u32) -> bool,
        ctx: &EventContext<'_>,
    ) {
        let (list, rows) = (&ctx.pairs.lists[i as usize], ctx.balls.rows.as_slice());
        with_cpu_features!(|| {
            for &j in &list.balls {
                if own.may_touch(&Path::of(&rows[j as usize]), &ctx.step.torus, self.now) && wants_ball(j) {
                    self.detect_pair(i, j, ctx);
                }
            }
        });
        if !list.colliders.is_empty() {
            self.detect_fixed(i, &wants_collider, ctx);
        }
        for &k in list.movers.iter().filter(|&&k| may_come_to(i, k, ctx) && wants_collider(k)) {
            self.detect_collider(i, k, ctx);
        }
    }

    /// Predicts arrivals of a ball at the fixed colliders around it that match, the nearest first. A bounce ends the
    /// path: no arrival beyond it is searched.
    #[inline(always)]
    fn detect_fixed(&mut self, i: u32, wants: impl Fn(u32) -> bool, ctx: &EventContext<'_>) {
        let row = &ctx.balls.rows[i as usize];
        let mut near = core::mem::take(&mut self.near);
        near.clear();
        near.extend(ctx.pairs.colliders_within(i, row.x, row.way_left()).filter(|&(k, _)| wants(k)));
        let (mut tested, mut look, mut reach) = (0.0, FIRST_LOOK * row.r as f32, f32::INFINITY);
        while tested < reach && !near.is_empty() {
            near.retain(|&(k, gap)| {
                if gap < look
                    && gap <= reach
                    && let Some(bounce) = self.detect_collider(i, k, ctx)
                {
                    // Arrivals of the same instant are resolved together.
                    let way = row.most_way(row.t..bounce) + SAME_INSTANT_DISTANCE * row.r;
                    reach = reach.min(way as f32 * LONGER);
                }
                gap >= look
            });
            (tested, look) = (look, WIDER_LOOK * look);
        }
        self.near = near;
    }

    pub(crate) fn enqueue(&mut self, time: f64, ball: u32, meeting: EventKind, ctx: &EventContext<'_>) {
        self.push_arrival(self.arrival(time, ball, meeting, ctx));
    }

    fn push_arrival(&mut self, arrival: QueuedEvent) {
        // The start and end of a passage move nothing: a ball that is listed again during its flight may get them
        // late.
        let is_passage = matches!(arrival.kind, EventKind::Pass(_) | EventKind::Passed(_));
        debug_assert!(arrival.time >= self.now || is_passage, "{arrival:?} is to come before {}", self.now);
        self.count.predicted_events += 1;
        self.queue.push(arrival);
    }

    /// An event of a ball, with the stamps that both sides have now.
    pub(crate) fn arrival(
        &self,
        time: f64,
        ball: u32,
        kind: EventKind,
        ctx: &EventContext<'_>,
    ) -> QueuedEvent {
        QueuedEvent { time, ball, kind, stamps: self.stamps(ball, kind, ctx) }
    }

    /// Whether a ball with too many inelastic impacts is at that time still near the place of these impacts. There
    /// it does not bounce: a surface stops it, together with all balls in contact with it.
    #[inline]
    fn is_caught(&self, i: u32, time: f64, ctx: &EventContext<'_>) -> bool {
        let row = &ctx.balls.rows[i as usize];
        self.flights.is_demoted(i, ctx.step)
            && (row.position_at(time) - row.x).length() < CAUGHT_DISTANCE * row.r
    }

    fn detect_pair(&mut self, i: u32, j: u32, ctx: &EventContext<'_>) {
        if let Some(arrival) = self.arrival_of_pair(i, j, ctx) {
            self.push_arrival(arrival);
        }
    }

    /// The meeting of two balls on their paths. The event names the higher row first, and is the same from both
    /// sides.
    fn arrival_of_pair(&self, i: u32, j: u32, ctx: &EventContext<'_>) -> Option<QueuedEvent> {
        let (i, j) = if i < j { (i, j) } else { (j, i) };
        let (step, rows) = (ctx.step, &ctx.balls.rows);
        let (a, b) = (Path::of(&rows[i as usize]), Path::of(&rows[j as usize]));
        let RelativePath { way, now, left } = a.against(&b, &step.torus, self.now);
        let until = now + left;
        let sum = a.r + b.r;
        let t = way.enters(sum, left)?;
        let scale = a.r.min(b.r);
        let noise = APPROACH_NOISE * (a.u.length() + b.u.length());
        let time = (now + t).min(until);
        let is_supported = self.flights.is_left_to_contacts(i)
            && self.flights.is_left_to_contacts(j)
            && ctx.contacts.is_supported_by(i, Other::ball(j));
        if !is_supported {
            let caught = self.is_caught(i, time, ctx) || self.is_caught(j, time, ctx);
            let normal = way.at(t).normalize_or(DVec2::Y);
            let velocity = |i: u32| rows[i as usize].velocity_at(time);
            let approach = -normal.dot(velocity(j) - velocity(i));
            let info = &ctx.balls.info;
            let (one, other) = (info[i as usize].material, info[j as usize].material);
            let restitution =
                if caught { 0.0 } else { ctx.materials.restitution_between(one, other, approach) };
            let meets = || Meeting { ball: j, other: Other::ball(i), normal, radius: scale, gain: 0.0 };
            if approach > noise && !self.is_slow(approach, &meets(), restitution, ctx) {
                return Some(self.arrival(time, j, meeting(caught, Other::ball(i)), ctx));
            }
        }
        // A sleeping ball counts as in flight: it takes no part in contacts until it wakes.
        let flying = self.is_in_flight(i, ctx) || self.is_in_flight(j, ctx);
        if flying && !is_supported {
            return Some(self.arrival(time, j, EventKind::Touch(Other::ball(i)), ctx));
        }
        let deepest = sum - ctx.contacts.initial_overlaps.depth(i, j) - step.max_penetration * scale;
        let t = way.enters(deepest, left)?;
        // The mean velocity from there on: a ball that is pulled into the other sinks, however slowly it begins to.
        let u = way.velocity(0.5 * (t + left));
        let sinks = -way.at(t).normalize_or(DVec2::Y).dot(u) > noise + PENETRATION_CREEP * scale / step.h;
        let kind = EventKind::MaxPenetration(Other::ball(i));
        sinks.then(|| self.arrival((now + t).min(until), j, kind, ctx))
    }

    /// Predicts the first event of a ball and a collider. Returns the time of a bounce.
    pub(crate) fn detect_collider(&mut self, i: u32, k: u32, ctx: &EventContext<'_>) -> Option<f64> {
        let (row, collider, body) = ctx.sides(i, k);
        if collider.is_one_sided() && self.detect_passage(i, k, ctx) {
            return None;
        }
        if self.flights[i].is_frozen {
            self.detect_blockage(i, k, ctx);
            return None;
        }
        let Some(time) = self.arrival_at(i, k, row.r, ctx) else {
            self.detect_sinking(i, k, ctx);
            return None;
        };
        let (flying, other) = (self.is_in_flight(i, ctx), Other::collider(k));
        let at = row.position_at(time);
        if !ctx.pairs.circles[i as usize].contains(at, 0.0)
            && collider.nearest_at(body, at, time).is_some_and(|near| near.is_end)
        {
            self.put_off.push(PutOff { ball: i, stamp: self.flights[i].stamp, collider: k });
            return None;
        }
        let is_supported = self.is_held(i, k, ctx);
        let follows = ctx.contacts.following[i as usize].is_some_and(|following| following.collider == k);
        if !is_supported && !follows {
            // The ball may reach the largest depth in a surface that did not answer at the start: the earlier event
            // counts. Both at one instant would be one contact twice, with unbounded impulses.
            let place = body.frame_at(time).to_local(at);
            if !flying
                && collider.distance(place).0 - collider.radius <= ctx.step.least_distance(row.r)
                && let Some(sunk) = self.largest_depth(i, k, ctx).filter(|&sunk| sunk < time)
            {
                self.enqueue(sunk, i, EventKind::MaxPenetration(other), ctx);
                return None;
            }
            if let Some(meeting) = self.bounce_or_landing(i, k, time, at, ctx) {
                self.enqueue(time, i, meeting, ctx);
                return matches!(meeting, EventKind::Impact(_)).then_some(time);
            }
        }
        if flying {
            self.enqueue(time, i, EventKind::Touch(other), ctx);
        } else {
            self.detect_largest_depth(i, k, ctx);
        }
        None
    }

    /// The event of a ball at `at` that reaches a collider: a bounce, or a landing to follow the surface or to slide
    /// along it. `None` for a mere touch.
    fn bounce_or_landing(
        &self,
        i: u32,
        k: u32,
        time: f64,
        at: DVec2,
        ctx: &EventContext<'_>,
    ) -> Option<EventKind> {
        let ((row, collider, body), other) = (ctx.sides(i, k), Other::collider(k));
        // A ball that grazes a bulging surface keeps its path; on all other surfaces it would arrive again at once.
        let following = if self.flights.may_land(i) { self.surface_chord(i, k, time, at, ctx) } else { None };
        let is_hollow = collider.curve.is_hollow_at(body.frame_at(time).to_local(at));
        let follows = following.is_some_and(|following| following.round.is_none() || is_hollow);
        let caught = self.is_caught(i, time, ctx);
        // Two walls of a turning corner would strike a caught ball in alternation. The contacts handle such a ball,
        // except where a hollow bends into its path, or a joint drives it.
        let mut lands = follows && (is_hollow || body.joint.is_some() || !caught);
        if let Some(hit) = self.hit(i, other, time, at, ctx) {
            // An approach that comes no nearer by the end of the flight is rounding as well.
            let idle = NO_DISTANCE * row.r / (row.end - time);
            let (u, noise) = (row.drift_from(time), self.approach_noise(i, k, ctx).max(idle));
            let speed = ctx.approach_speed(&hit);
            let grazes = follows && speed <= GRAZING_SPEED_SHARE * u.length();
            let gain = body.acceleration_along(at - hit.normal * row.r, hit.normal);
            let restitution = if caught { 0.0 } else { hit.restitution };
            let meets = Meeting { ball: i, other, normal: hit.normal, radius: row.r, gain };
            let fast = !grazes && !self.is_slow(speed, &meets, restitution, ctx);
            let kicked = !caught && kicks(ctx.materials.get(collider.material), speed);
            if speed > noise && (fast || kicked) {
                return Some(meeting(caught, other));
            }
            // No contact supports the ball there within this substep: it begins to slide along the collider. A
            // chord may lead into a surface that the ball leaves; that is no landing, unless the ball hardly leaves
            // it.
            let closes = -(u - hit.surface).dot(hit.normal) > noise;
            let leaves = speed < -GRAZING_SPEED_SHARE * u.length() && following.is_none();
            let may_land = !self.flights[i].spans_step && closes && !leaves;
            lands |= may_land && (!caught || !Self::corner(i, at, time, ctx).is_empty());
        }
        lands.then_some(EventKind::Landing(other))
    }

    /// Predicts when a moving body reaches the largest depth in a frozen ball, which stops it there: both are
    /// immovable, so this is no impact.
    fn detect_blockage(&mut self, i: u32, k: u32, ctx: &EventContext<'_>) {
        if !ctx.bodies.body_of(&ctx.bodies.colliders[k]).is_moving() {
            return;
        }
        let reach = ctx.step.least_distance(ctx.balls.rows[i as usize].r);
        if let Some(time) = self.arrival_at(i, k, reach, ctx) {
            self.enqueue(time, i, EventKind::MaxPenetration(Other::collider(k)), ctx);
        }
    }

    /// Predicts the largest depth of a ball without an arrival. The surface may not answer at first, or the ball may
    /// lie in a hollow that is too small for it.
    fn detect_sinking(&mut self, i: u32, k: u32, ctx: &EventContext<'_>) {
        let (row, collider, body) = ctx.sides(i, k);
        // A ball that flies to the end of the step, or meets a moving body, has an arrival. Only inside an arc it
        // may be within reach of a surface that does not answer.
        let arrives = self.flights[i].spans_step || body.is_mover();
        if arrives && !collider.curve.is_curved() {
            return;
        }
        let distance = collider.distance(body.frame_at(row.t).to_local(row.x)).0 - collider.radius;
        let room = distance - ctx.step.least_distance(row.r);
        let may_sink = if arrives { distance <= row.r } else { room <= 0.0 || room <= row.way_left() };
        if may_sink {
            self.detect_largest_depth(i, k, ctx);
        }
    }

    fn detect_largest_depth(&mut self, i: u32, k: u32, ctx: &EventContext<'_>) {
        if let Some(time) = self.largest_depth(i, k, ctx) {
            self.enqueue(time, i, EventKind::MaxPenetration(Other::collider(k)), ctx);
        }
    }

    /// The time when a ball reaches the largest depth in a collider and would sink deeper, or passes from a face to
    /// an end at that depth. Such a passage changes neither depth nor approach, so it has no arrival.
    fn largest_depth(&self, i: u32, k: u32, ctx: &EventContext<'_>) -> Option<f64> {
        let (collider, row) = (&ctx.bodies.colliders[k], &ctx.balls.rows[i as usize]);
        let reach = ctx.step.least_distance(row.r);
        let arrival = self.arrival_at(i, k, reach, ctx);
        let off_faces = || {
            let covered = |part: Part, wait: f64| self.is_covered(i, k, part, row.t + wait, ctx);
            let wait = collider.arrival_off_faces(row.x, row.drift(), reach, row.end - row.t, covered)?;
            Some((row.t + wait).min(row.end))
        };
        let end = if ctx.bodies.body_of(collider).is_mover() { None } else { off_faces() };
        // The ball may part at the first of these times, and sink at the other.
        let mut times = [arrival, end];
        times.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let sinks = |&time: &f64| self.sinks_deeper(i, k, time, ctx);
        if let Some(time) = times.into_iter().flatten().find(sinks) {
            return Some(time);
        }
        // An end within reach is an arrival at once, even an end from which the ball parts. From there the ball may
        // pass the end onto the hollow side, and leave that and return.
        if arrival.is_none() || !collider.curve.is_hollow_at(row.x) || ctx.bodies.body_of(collider).is_mover()
        {
            return None;
        }
        let next = |&from: &f64| {
            let wait = collider.arrival_inside(row.position_at(from), row.drift(), reach, row.end - from)?;
            Some((from + wait).min(row.end))
        };
        core::iter::successors(Some(row.t), next).skip(1).take(FACES_AFTER_AN_END).find(sinks)
    }

    /// Whether a ball which comes to the largest depth in a collider at a time would sink deeper.
    fn sinks_deeper(&self, i: u32, k: u32, time: f64, ctx: &EventContext<'_>) -> bool {
        let (row, collider, body) = ctx.sides(i, k);
        let (u, at) = (row.drift_from(time), row.position_at(time));
        let Some(hit) = self.hit(i, Other::collider(k), time, at, ctx) else {
            return false;
        };
        let parts = (u - hit.surface).dot(hit.normal);
        let least = self.least_sinking(i, k, ctx);
        // A straight path along a hollow surface leads into it. A ball that follows the surface parts from it for
        // that reason; a ball that lost that speed to a moving body does not.
        let place = body.frame_at(time).to_local(at);
        let follows = parts > least
            && ctx.contacts.following[i as usize].is_some_and(|following| following.collider == k);
        let may_follow = !follows && collider.curve.is_hollow_at(place);
        let following = if may_follow && self.flights.may_land(i) {
            self.surface_chord(i, k, time, at, ctx)
        } else {
            None
        };
        let clear = match following {
            Some(following) => following.rise,
            None if may_follow => Self::least_parting(i, k, time, at, ctx),
            None => 0.0,
        };
        let clear = clear.max(Self::parting_from_joint(i, k, time, at, hit.normal, ctx));
        let closes = parts < clear - least;
        closes || following.is_some_and(|following| following.round.is_some())
    }

    /// An approach of a ball and a collider that is rounding, length units per second.
    fn approach_noise(&self, i: u32, k: u32, ctx: &EventContext<'_>) -> f64 {
        let (row, collider, body) = ctx.sides(i, k);
        let belt = f64::from(ctx.materials.get(collider.material).surface_speed).abs();
        APPROACH_NOISE * (row.drift().length() + body.velocity.length() + body.spin.abs() * row.r + belt)
    }

    /// Least speed at which a ball at the largest depth in a collider sinks deeper, length units per second.
    fn least_sinking(&self, i: u32, k: u32, ctx: &EventContext<'_>) -> f64 {
        self.approach_noise(i, k, ctx) + PENETRATION_CREEP * ctx.balls.rows[i as usize].r / ctx.step.h
    }

    /// Whether an end of a collider is flush, at a time, with another surface which a ball touches then.
    fn is_covered(&self, i: u32, k: u32, part: Part, time: f64, ctx: &EventContext<'_>) -> bool {
        if time < self.now {
            // The end was flush before the ball was listed again. The other surface may have left the list.
            return true;
        }
        let row = &ctx.balls.rows[i as usize];
        let at = row.position_at(time);
        let neighborhood = Neighborhood {
            ball: i,
            radius: row.r,
            slop: ctx.step.slop,
            until: ctx.sub.until,
            pairs: ctx.pairs,
            bodies: ctx.bodies,
            contacts: ctx.contacts,
        };
        let end = ctx.bodies.colliders[k].end_at(part);
        end.is_some_and(|end| neighborhood.is_end_flush(k, end, at, time))
    }

    /// The time, in seconds since the start of the step, at which a ball comes within `reach` of a collider. `None`
    /// if it does not while both motions are known.
    pub(crate) fn arrival_at(&self, i: u32, k: u32, reach: f64, ctx: &EventContext<'_>) -> Option<f64> {
        let (row, collider, body) = ctx.sides(i, k);
        if !body.is_mover() {
            let covered = |part: Part, wait: f64| self.is_covered(i, k, part, row.t + wait, ctx);
            let way = Way { p: row.x, u: row.path_velocity_at(row.t), a: row.path_acceleration() };
            let wait = collider.arrival(&way, reach, row.end - row.t, covered)?;
            return Some((row.t + wait).min(row.end));
        }
        let (start, until) = known_span(row, body, ctx);
        let moves = body.is_moving() && !body.stalled;
        if moves && (body.is_turning() || body.is_accelerating()) {
            return self.arrival_at_turning(i, k, reach, start..until, ctx);
        }
        let u = row.path_velocity_at(start);
        let (pose, relative) = (body.pose_at(start), if moves { u - body.velocity } else { u });
        let way = Way {
            p: pose.to_local(row.position_at(start)),
            u: pose.direction_to_local(relative),
            a: pose.direction_to_local(row.path_acceleration()),
        };
        let covered = |part: Part, wait: f64| self.is_covered(i, k, part, start + wait, ctx);
        let wait = collider.arrival(&way, reach, until - start, covered)?;
        Some((start + wait).min(until))
    }

    /// When a ball comes within `reach` of a collider of a body that turns or accelerates, within the time `span`.
    fn arrival_at_turning(
        &self,
        i: u32,
        k: u32,
        reach: f64,
        span: Range<f64>,
        ctx: &EventContext<'_>,
    ) -> Option<f64> {
        let (row, collider, body) = ctx.sides(i, k);
        let Range { start, end: until } = may_touch(row, collider, body, reach, span)?;
        let (push, twist) = (body.acceleration - row.path_acceleration(), body.angular_acceleration);
        let pose = body.pose_at(start);
        let offset = row.position_at(start) - pose.origin;
        // Bounds for every place where the two may touch: relative speed, and relative acceleration.
        let outer = collider.farthest() + reach;
        let (since, left) = (start - body.t, until - start);
        let spin = body.spin + twist * since;
        let relative = row.path_velocity_at(start) - body.velocity - body.acceleration * since;
        let slide = relative.length() + push.length() * left;
        let far = (offset.length() + slide * left).min((1.0 + NO_DISTANCE) * outer);
        let fast = spin.abs() + twist.abs() * left;
        let speed = slide + fast * far;
        let acceleration = fast * fast * far + 2.0 * fast * slide + twist.abs() * far + push.length();
        let path = |t: f64| {
            let (sin, cos) = libm::sincos((spin + 0.5 * twist * t) * t);
            let back = DVec2::new(cos, -sin).rotate(DVec2::new(pose.turn.x, -pose.turn.y));
            let at = offset + (relative - push * (0.5 * t)) * t;
            let velocity = relative - push * t - (spin + twist * t) * at.perp();
            (back.rotate(at), back.rotate(velocity))
        };
        let bounds = MotionBounds { speed, acceleration };
        // An approach that is too slow to be answered would end the search, and the ball would sink on.
        let noise = (APPROACH_NOISE * speed).max(2.0 * self.least_sinking(i, k, ctx));
        let covered = |part: Part, wait: f64| self.is_covered(i, k, part, start + wait, ctx);
        let arrival = collider.turning_arrival(path, bounds, noise, reach, left, covered);
        arrival.map(|wait| (start + wait).min(until))
    }

    /// How a ball at `at` follows a collider from a time on. `None` unless the surface is round and presses on the
    /// ball, or turns into it.
    pub(crate) fn surface_chord(
        &self,
        i: u32,
        k: u32,
        time: f64,
        at: DVec2,
        ctx: &EventContext<'_>,
    ) -> Option<SurfaceFollowing> {
        let (row, collider, body) = ctx.sides(i, k);
        if !collider.may_be_followed(body) {
            return None;
        }
        // A landing ends the long flight.
        let left = if self.flights[i].spans_step { ctx.step.h } else { row.end - time };
        if left <= MIN_CHORD_TIME * ctx.step.h {
            return None;
        }
        let following = SurfaceFollowing {
            collider: k,
            rise: 0.0,
            start: time,
            until: (time + left).min(row.end),
            round: None,
        };
        let Some(track) = collider.track(body, at, row.r, time) else {
            let velocity = row.drift_from(time);
            let chord = collider.follow(body, at, velocity, row.r, time, left)?;
            let until = (time + chord.time).min(row.end);
            return Some(SurfaceFollowing { rise: chord.rise, until, ..following });
        };
        let place = body.frame_at(time).to_local(at);
        let velocity = row.velocity_at(time);
        let Along { speed, rising } = track.along(velocity);
        // A wall on which the ball came bears it no longer.
        let pull =
            if ctx.contacts.only_wall_of(i).is_some() { ctx.pulls.on(i as usize, ctx.balls) } else { row.a };
        // At the very edge the end answers, but a chord may lead along the surface from there.
        let from_edge = track.is_at_edge() && track.goes_on(track.along(row.drift_from(time)).speed, left);
        if collider.nearest(place).is_none_or(|near| near.is_end && !from_edge) || !track.presses(speed, pull)
        {
            return None;
        }
        if ctx.links.is_linked(i) || self.flights.is_demoted(i, ctx.step) {
            // The links or neighbors of such a ball bend its flight as well, and are solved for straight flights,
            // without tracks.
            let rise = track.parting(track.along(row.drift_from(time)).speed, left);
            return track.is_hollow().then_some(SurfaceFollowing { rise, ..following });
        }
        if !track.goes_on(speed, left) {
            return None;
        }
        // The ball takes off where it parts faster than the surface bends into its way.
        if rising > track.parting(speed, left).max(Self::landed_parting(pull, velocity, left)) {
            return None;
        }
        let round =
            Round { pull, speeds: [speed; 2], rise: 0.0, rising, drag: 0.0, rolls: None, is_pending: true };
        Some(SurfaceFollowing { round: Some(round), ..following })
    }

    /// The least parting speed at which the straight flight of a ball at `at` does not lead into a hollow surface; 0
    /// for other surfaces.
    pub(crate) fn least_parting(i: u32, k: u32, time: f64, at: DVec2, ctx: &EventContext<'_>) -> f64 {
        let (row, collider, body) = ctx.sides(i, k);
        collider.least_parting(body, at, row.drift_from(time), time, row.end - time)
    }

    /// The least parting speed of a ball at the largest depth in a hinge or slider; 0 for other bodies. At less, the
    /// acceleration of the joint would bring the ball deeper by the end of the substep.
    pub(crate) fn parting_from_joint(
        i: u32,
        k: u32,
        time: f64,
        at: DVec2,
        normal: DVec2,
        ctx: &EventContext<'_>,
    ) -> f64 {
        let (row, _, body) = ctx.sides(i, k);
        if body.joint.is_none() || body.stalled {
            return 0.0;
        }
        let left = row.end.min(ctx.sub.until) - time;
        0.5 * left.max(0.0) * body.acceleration_along(at - normal * row.r, normal).max(0.0)
    }

    /// Predicts when a ball leaves its safe circle.
    fn detect_exit(&mut self, i: u32, own: &Path, ctx: &EventContext<'_>) {
        // A ball that was listed again during its flight is within its circle from that time on.
        let now = own.t.max(self.now);
        let (circle, left) = (&ctx.pairs.circles[i as usize], own.end - now);
        let (x, u) = own.at(now);
        // A parabola stays within the triangle of its ends and the place where its tangents meet.
        let stays = |at: DVec2| circle.contains(at, INSIDE_CIRCLE * circle.margin);
        if stays(own.at(own.end).0) && (own.a == DVec2::ZERO || stays(x + u * (0.5 * left))) {
            return;
        }
        let way = Way { p: x - circle.origin, u, a: own.a };
        if let Some(wait) = way.leaves(circle.margin, left)
            && now + wait < own.end
        {
            self.enqueue(now + wait, i, EventKind::LeavesSafeCircle, ctx);
        }
    }

    /// Queues the end of the chord along which a ball follows a surface, if it ends within the substep.
    fn detect_following_end(&mut self, i: u32, ctx: &EventContext<'_>) {
        if let Some(following) = ctx.contacts.following[i as usize]
            && following.until < ctx.sub.until
        {
            self.enqueue(following.until, i, EventKind::FollowingEnds, ctx);
        }
    }
}
