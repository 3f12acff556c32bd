//! The only phase that moves anything: flights, cut by impacts in the order of time.
//!
//! The loop handles the earliest arrival, tests the balls that it deflects again, and so on to the end of the
//! substep. Nothing is moved past its time of arrival, so nothing tunnels.

use alloc::vec::Vec;
use glam::DVec2;
use smallvec::SmallVec;

use crate::base::{RowList, Sort, room};
use crate::bodies::Trajectories;
use crate::contacts::{Hit, Landing, Other, PairKey};
use crate::context::StepContext;
use crate::continuous::constants::{MIN_PACE, SAME_INSTANT_DISTANCE, SOLVED_SPEED_NOISE, WORK_OF_A_HIT};
use crate::continuous::hits::wedge;
use crate::continuous::impact::resolve::{self, ImpactScratch};
use crate::continuous::impact::saved_state::SavedState;
use crate::continuous::impact::scatter::scatter;
use crate::continuous::{EventContext, EventKind, EventQueue, PutOff, QueuedEvent};
use crate::events::PreciseImpact;
use crate::floor::FloorTrajectory;
use crate::geometry::constants::NO_DISTANCE;
use crate::links::LinkedContacts;
use crate::pairs::NeighborList;
use crate::profile::Profile;
use crate::solver::{Places, is_felt, kicks};

/// Scratch of the event loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLoop {
    pub(crate) flights: Trajectories,
    pub(crate) queue: EventQueue,
    /// Batched contacts that might sink to the maximum penetration.
    pub(crate) at_max_penetration: Vec<(u32, u32)>,
    pub(crate) found: Places,
    pub(crate) found_per_part: Vec<Places>,
    /// Arrivals of active pairs in this substep.
    pub(crate) met: Vec<QueuedEvent>,
    pub(crate) met_per_part: Vec<Vec<QueuedEvent>>,
    /// Fixed colliders that a ball may touch, and lower bounds of the gaps to them.
    pub(crate) near: Vec<(u32, f32)>,
    /// Arrivals of one instant.
    instant: Vec<QueuedEvent>,
    pub(crate) hits: Vec<Hit>,
    pub(crate) scratch: ImpactScratch,
    /// The state before moving bodies drove balls against immovable surfaces.
    pub(crate) saved: SavedState,
    /// How balls began their flights; none without a floor.
    pub(crate) floor_trajectories: Vec<FloorTrajectory>,
    pub(crate) deflected: Vec<u32>,
    pub(crate) linked_contacts: LinkedContacts,
    /// Ends of colliders to be tested when a ball is listed again.
    pub(crate) put_off: Vec<PutOff>,
    /// The former list of a ball that is listed again.
    listed_before: NeighborList,
    pub(crate) count: Profile,
    /// Seconds since the start of the step up to which all arrivals have been carried out.
    pub(crate) now: f64,
}

impl EventLoop {
    /// Begins a step of `balls` balls, of which those in `awake` are awake.
    pub(crate) fn start_step(&mut self, balls: usize, awake: &RowList, step: &StepContext) {
        self.flights.start_step(balls, awake, MIN_PACE / step.h);
        self.queue.clear();
        self.deflected.clear();
        self.hits.clear();
        self.instant.clear();
        self.put_off.clear();
        room::reserve(&mut self.put_off);
        room::reserve(&mut self.near);
        room::reserve(&mut self.deflected);
        room::reserve(&mut self.hits);
        room::reserve(&mut self.instant);
        self.count = Profile::default();
    }

    /// Whether all balls keep to their flights, and no event is due by `until`.
    pub(crate) fn is_quiet(&self, until: f64) -> bool {
        self.flights.short.is_empty() && self.queue.is_quiet(until)
    }

    /// Moves everything by one substep.
    ///
    /// Reads contacts and lists, lists balls again that leave their safe circles; writes positions,
    /// velocities and events.
    pub(crate) fn run(&mut self, ctx: &mut EventContext<'_>) {
        while let Some(i) = ctx.contacts.to_wake.pop() {
            self.wake(i, ctx.sub.start, ctx);
        }
        self.begin_floor_trajectories(ctx);
        let follows = Self::begin_following(ctx);
        self.begin_link_chords(ctx);
        // The departure did not measure the speeds of these flights.
        if follows || !self.floor_trajectories.is_empty() || !ctx.links.is_empty() {
            self.flights.hurry_short(&ctx.balls.rows);
        }
        self.freeze_overspeeding(ctx);
        self.now = ctx.sub.start;
        self.detect_all(ctx);
        while let Some(arrival) = self.queue.pop_by(ctx.sub.until) {
            if !self.is_valid(&arrival, ctx) {
                continue;
            }
            self.count.arrivals += 1;
            // How often balls are listed again depends on the lists that were kept. As work it would change motion.
            if !matches!(arrival.kind, EventKind::LeavesSafeCircle) {
                self.count.work = self.count.work.saturating_add(1);
            }
            self.now = arrival.time;
            match arrival.kind {
                EventKind::LeavesSafeCircle => self.relist(&arrival, ctx),
                EventKind::FollowingEnds => self.end_following(&arrival, ctx),
                EventKind::Touch(_) => self.touch(&arrival, ctx),
                EventKind::LinkChordEnds => self.continue_link_chord(&arrival, ctx),
                EventKind::Limit(g) => self.reach_joint_limit(g, arrival.time, ctx),
                EventKind::Pass(_) | EventKind::Passed(_) => self.begin_or_end_pass(&arrival, ctx),
                EventKind::Landing(_) | EventKind::Impact(_) | EventKind::MaxPenetration(_) => {
                    self.resolve_instant(arrival, ctx);
                }
            }
            // The event may have moved a body to which links are tied.
            if ctx.links.has_any_ended() {
                self.continue_link_chords(arrival.time, ctx);
            }
        }
        self.finish(ctx);
    }

    /// Whether the step has done as much work on impacts as it may.
    #[inline]
    pub(crate) fn is_used_up(&self, ctx: &EventContext<'_>) -> bool {
        u64::from(self.count.work) >= ctx.step.max_work
    }

    /// Counts the work on the hits of an instant beyond that of a bounce.
    fn count_work(&mut self) {
        let joint = WORK_OF_A_HIT * self.hits.len().saturating_sub(1) as u64;
        self.count.work = self.count.work.saturating_add((joint + self.scratch.spend()) as u32);
    }

    /// Whether no event has changed its two sides since an arrival was predicted.
    fn is_valid(&self, arrival: &QueuedEvent, ctx: &EventContext<'_>) -> bool {
        arrival.stamps == self.stamps(arrival.ball, arrival.kind, ctx)
    }

    /// How often both sides of an event were deflected: an event with older stamps is void.
    pub(crate) fn stamps(&self, ball: u32, meeting: EventKind, ctx: &EventContext<'_>) -> (u32, u32) {
        if let EventKind::Limit(g) = meeting {
            return (ctx.bodies.rows[ctx.bodies.joints[g as usize].body as usize].stamp, 0);
        }
        let other = meeting.other().map_or(0, |other| match other.as_collider() {
            Some(k) => ctx.bodies.body_of(&ctx.bodies.colliders[k]).stamp,
            None => self.flights[other.0].stamp,
        });
        (self.flights[ball].stamp, other)
    }

    /// A ball leaves its safe circle: lists it about its present position. Its flight does not change.
    fn relist(&mut self, arrival: &QueuedEvent, ctx: &mut EventContext<'_>) {
        let i = arrival.ball;
        self.now = arrival.time;
        self.count.relisted += 1;
        let u = ctx.balls.rows[i as usize].drift();
        let at = self.position_at(i, arrival.time, ctx);
        let mut before = core::mem::take(&mut self.listed_before);
        before.copy_from(&ctx.pairs.lists[i as usize]);
        ctx.pairs.list_one(i, at, u, ctx.balls, &ctx.bodies.colliders, ctx.step.dt);
        self.detect_newly_listed(i, &before, ctx);
        self.listed_before = before;
    }

    /// Ends the surface following of a ball where its chord ends: the surface ends there, or a chord may turn no
    /// further.
    fn end_following(&mut self, arrival: &QueuedEvent, ctx: &mut EventContext<'_>) {
        let i = arrival.ball;
        let from = ctx.balls.rows[i as usize].x;
        let recoils = Self::straighten(i, arrival.time, 0.0, ctx);
        let row = &ctx.balls.rows[i as usize];
        if (row.x - from).length() > NO_DISTANCE * row.r {
            self.flights.record_chord(i);
        }
        ctx.contacts.end_following(i);
        if let Some(body) = recoils {
            self.hits.clear();
            self.disturb(body, arrival.time, ctx);
        }
        self.flights.deflect(i);
        self.detect(i, ctx);
    }

    /// Handles a slow touch of balls in flight: their flights now end with the substep, on chords. The contact solver
    /// tests the pair in the next substep.
    fn touch(&mut self, arrival: &QueuedEvent, ctx: &mut EventContext<'_>) {
        let sides = [Some(arrival.ball), arrival.kind.other().and_then(Other::as_ball)];
        let flying = sides.map(|side| side.filter(|&i| self.is_in_flight(i, ctx)));
        for i in flying.into_iter().flatten() {
            self.wake(i, arrival.time, ctx);
            self.fly_ball_to(i, arrival.time, ctx);
            self.guide(i, ctx);
            self.flights.deflect(i);
        }
        for i in flying.into_iter().flatten() {
            self.detect(i, ctx);
        }
    }

    /// Whether a ball flies to the end of the step, or on a parabola. The contact solver handles neither.
    #[inline]
    pub(crate) fn is_in_flight(&self, i: u32, ctx: &EventContext<'_>) -> bool {
        self.flights[i].spans_step || ctx.balls.rows[i as usize].path_acceleration() != DVec2::ZERO
    }

    /// Lets a ball fly a chord to the end of the substep.
    pub(crate) fn guide(&mut self, i: u32, ctx: &mut EventContext<'_>) {
        self.flights.guide(i, &mut ctx.balls.rows[i as usize], ctx.sub.until);
    }

    /// Lets the flight of a ball end with the substep.
    pub(crate) fn cut_trajectory(&mut self, i: u32, ctx: &mut EventContext<'_>) {
        self.flights.cut(i, &mut ctx.balls.rows[i as usize], ctx.sub.until);
    }

    /// Carries out an arrival and all others of the same instant.
    #[inline(never)]
    pub(crate) fn resolve_instant(&mut self, first: QueuedEvent, ctx: &mut EventContext<'_>) {
        if let EventKind::Impact(other) = first.kind
            && self.is_plain(&first, other, ctx)
        {
            self.bounce(&first, other, ctx);
            return;
        }
        self.add_hits(first, ctx);
        self.count.impacts += self.hits.len() as u32;
        let is_caught = |hit: &Hit| {
            let demoted = |i: u32| self.flights.is_demoted(i, ctx.step);
            !hit.reported && (demoted(hit.ball) || hit.other.as_ball().is_some_and(demoted))
        };
        if self.hits.iter().any(is_caught) && !self.is_used_up(ctx) {
            self.add_cluster(first.time, ctx);
        }
        self.count.largest_island = self.count.largest_island.max(self.hits.len() as u32);
        self.bring_touching_balls(first.time, ctx);
        self.add_taut_links(first.time, ctx);
        self.resolve(first.time, ctx);
        self.rub_cushions(ctx);
        self.count_work();
        if ctx.links.has_any_ended() {
            self.hits.retain(|hit| !hit.is_link);
        }
        if self.hits.len() > 1 {
            // Clusters are resolved one after the other, but reported in the order of time.
            let order = |a: &Hit, b: &Hit| {
                a.time.total_cmp(&b.time).then_with(|| (a.ball, a.other).cmp(&(b.ball, b.other)))
            };
            self.hits.order_by(order);
        }
        if let [hit] = self.hits.as_slice() {
            scatter(hit, ctx);
        }
        self.recoil(first.time, ctx);
        self.begin_landed_chords(first.time, ctx);
        self.deflected.extend(ctx.links.members_of_ended());
        for hit in &self.hits {
            report(hit, ctx);
        }
        self.deflected.order();
        self.deflected.dedup();
        let deflected = core::mem::take(&mut self.deflected);
        for &i in &deflected {
            self.deflect_struck(i, ctx);
        }
        self.release_linked(first.time, ctx);
        self.begin_floor_trajectories_again(&deflected, first.time, ctx);
        self.begin_link_chords_again(first.time, ctx);
        for (n, &i) in deflected.iter().enumerate() {
            self.detect_after_impact(i, &deflected[..n], ctx);
        }
        self.deflected = deflected;
    }

    /// Builds the hits of an arrival and of all others of the same instant.
    fn add_hits(&mut self, first: QueuedEvent, ctx: &mut EventContext<'_>) {
        self.hits.clear();
        self.deflected.clear();
        let mut instant = core::mem::take(&mut self.instant);
        self.gather(first, &mut instant, ctx);
        let followed = self.surfaces_of_struck(&instant, ctx);
        let cornered: SmallVec<[u32; 2]> =
            instant.iter().filter(|arrival| is_cornered(arrival, ctx)).map(|arrival| arrival.ball).collect();
        for arrival in instant.iter().chain(&followed) {
            // An earlier event may have stopped a moving body.
            if self.is_valid(arrival, ctx) {
                self.add_hit(arrival, ctx);
            }
        }
        self.instant = instant;
        for i in cornered {
            self.add_corner(i, first.time, ctx);
        }
        debug_assert!(self.hits.len() > 64 || are_distinct(&self.hits), "a contact is taken up twice");
    }

    /// Begins the chords of balls that have landed on round surfaces. Between two walls that wedge it a ball follows
    /// neither.
    fn begin_landed_chords(&self, time: f64, ctx: &mut EventContext<'_>) {
        for hit in &self.hits {
            if ctx.contacts.following[hit.ball as usize].is_none() {
                continue;
            }
            if self.hits.iter().any(|other| wedge(hit, other)) {
                ctx.contacts.end_following(hit.ball);
            } else {
                Self::begin_landed(hit.ball, time, ctx);
            }
        }
    }

    /// Whether the law of impact alone decides an impact. It is the only one of its instant, in a world without floor
    /// and links. Its sides are two free balls, or a free ball and a collider that neither moves nor kicks, and the ball is
    /// in no corner.
    fn is_plain(&self, impact: &QueuedEvent, other: Other, ctx: &EventContext<'_>) -> bool {
        let is_free = |i: u32| {
            self.flights.is_free_to_bounce(i, ctx.step) && ctx.contacts.following[i as usize].is_none()
        };
        self.queue.is_quiet(self.end_of_instant(impact.time, ctx))
            && self.floor_trajectories.is_empty()
            && ctx.links.islands.is_empty()
            && is_free(impact.ball)
            && !is_cornered(impact, ctx)
            && match other.as_collider() {
                None => is_free(other.0),
                Some(k) => {
                    let collider = &ctx.bodies.colliders[k];
                    !ctx.bodies.body_of(collider).is_mover()
                        && ctx.materials.get(collider.material).kick == 0.0
                }
            }
    }

    /// Handles an impact that [is plain](Self::is_plain): the part of [`resolve_instant`](Self::resolve_instant)
    /// that such an impact needs.
    fn bounce(&mut self, impact: &QueuedEvent, other: Other, ctx: &mut EventContext<'_>) {
        let (i, time) = (impact.ball, impact.time);
        let at = self.position_at(i, time, ctx);
        let Some(mut hit) = self.hit(i, other, time, at, ctx) else {
            return;
        };
        let moved = self.fly_both_to(i, other, time, ctx);
        hit.balls().for_each(|i| self.spread_pull(i, time, ctx));
        hit.reported = true;
        resolve::prepare(&mut hit, &ctx.hit_bodies(), 0.0);
        self.count_impact(&hit, moved, ctx);
        self.count.impacts += 1;
        self.count.largest_island = self.count.largest_island.max(1);
        resolve::relax(&mut hit, &mut ctx.hit_bodies());
        scatter(&hit, ctx);
        report(&hit, ctx);
        let Some(j) = other.as_ball() else {
            self.deflect_struck(i, ctx);
            self.detect(i, ctx);
            return;
        };
        let (low, high) = (i.min(j), i.max(j));
        self.deflect_struck(low, ctx);
        self.deflect_struck(high, ctx);
        self.detect(low, ctx);
        self.detect_after_impact(high, &[low], ctx);
    }

    /// Notes that a ball was struck. After too many impacts its flight ends with the substep; if it has had far too
    /// many, or is too fast for a periodic box, it freezes.
    fn deflect_struck(&mut self, i: u32, ctx: &mut EventContext<'_>) {
        self.take_off(i, ctx);
        self.flights.deflect(i);
        let too_fast = ctx.step.torus.is_too_fast(ctx.balls.rows[i as usize].v, ctx.step.dt);
        let spent = too_fast || self.flights.is_spent(i, self.is_used_up(ctx), ctx.step);
        if spent || self.flights.is_demoted(i, ctx.step) {
            self.cut_trajectory(i, ctx);
        }
        if spent && !self.flights[i].is_frozen {
            self.freeze(i, ctx);
        }
    }

    /// The end of the instant that begins at a time: arrivals up to then are resolved together.
    fn end_of_instant(&self, time: f64, ctx: &EventContext<'_>) -> f64 {
        (time + SAME_INSTANT_DISTANCE / self.flights.pace).min(ctx.sub.until)
    }

    /// Takes all arrivals of the same instant out of the queue. Nothing has moved yet: a ball that leaves its safe
    /// circle within the instant is listed again, and its arrivals then are part of the instant as well.
    fn gather(&mut self, first: QueuedEvent, instant: &mut Vec<QueuedEvent>, ctx: &mut EventContext<'_>) {
        instant.clear();
        instant.push(first);
        let until = self.end_of_instant(first.time, ctx);
        while let Some(next) = self.queue.pop_by(until) {
            if !self.is_valid(&next, ctx) {
                continue;
            }
            match next.kind {
                EventKind::LeavesSafeCircle => self.relist(&next, ctx),
                EventKind::FollowingEnds
                | EventKind::Touch(_)
                | EventKind::LinkChordEnds
                | EventKind::Limit(_)
                | EventKind::Pass(_)
                | EventKind::Passed(_) => {
                    self.queue.push(next);
                    break;
                }
                EventKind::Landing(_) | EventKind::Impact(_) | EventKind::MaxPenetration(_) => {
                    instant.push(next);
                }
            }
        }
        // The arrivals of a ball that overran its budget may be in the queue twice.
        instant.order();
        instant.dedup();
        // Listing a ball again has set a later time.
        self.now = first.time;
    }

    /// Landings on the hollow surfaces that balls follow as they are struck. A surface bears its part of an impact at
    /// the same instant: a ball that entered it first and stopped there afterwards would lose speed in a bowl.
    fn surfaces_of_struck(
        &self,
        instant: &[QueuedEvent],
        ctx: &EventContext<'_>,
    ) -> SmallVec<[QueuedEvent; 2]> {
        let mut surfaces = SmallVec::<[QueuedEvent; 2]>::new();
        for arrival in instant {
            let EventKind::Impact(other) = arrival.kind else {
                continue;
            };
            for i in [Some(arrival.ball), other.as_ball()].into_iter().flatten() {
                let is_met = |k: u32| {
                    let meets = |known: &QueuedEvent| known.kind.other() == Some(Other::collider(k));
                    instant.iter().chain(&surfaces).any(|known| known.ball == i && meets(known))
                };
                let following = ctx.contacts.following[i as usize].filter(|path| path.round.is_some());
                let Some(k) = following.map(|path| path.collider).filter(|&k| !is_met(k)) else {
                    continue;
                };
                let (_, collider, body) = ctx.sides(i, k);
                let place = body.frame_at(arrival.time).to_local(self.position_at(i, arrival.time, ctx));
                if collider.curve.is_hollow_at(place) && self.flights.may_land(i) {
                    let landing = EventKind::Landing(Other::collider(k));
                    surfaces.push(self.arrival(arrival.time, i, landing, ctx));
                }
            }
        }
        surfaces
    }

    /// Position of a ball at a time, if no event changes its path before. A linked ball whose chord has ended stays
    /// in place for the instant: no arrivals were predicted for its true velocity.
    #[inline]
    pub(crate) fn position_at(&self, i: u32, time: f64, ctx: &EventContext<'_>) -> DVec2 {
        let row = &ctx.balls.rows[i as usize];
        if ctx.links.has_ended_chord(i) {
            return row.x;
        }
        row.position_at(time)
    }

    /// Flies a ball to a time and returns the length of its way: 0 for a linked ball whose chord has ended.
    #[inline]
    pub(crate) fn fly_ball_to(&self, i: u32, time: f64, ctx: &mut EventContext<'_>) -> f64 {
        let row = &mut ctx.balls.rows[i as usize];
        debug_assert!(!self.flights[i].is_frozen || row.top_velocity() == DVec2::ZERO, "a frozen ball moves");
        // A frozen ball does not move, but its later events must not be predicted before the present one.
        if ctx.links.has_ended_chord(i) && !self.flights[i].is_frozen {
            return 0.0;
        }
        let from = row.x;
        ctx.sensors.note(i, row, time);
        row.fly_to(time);
        (row.x - from).length()
    }

    /// Flies the balls of a meeting to a time and returns the length of the longer way.
    pub(crate) fn fly_both_to(&self, i: u32, other: Other, time: f64, ctx: &mut EventContext<'_>) -> f64 {
        let moved = self.fly_ball_to(i, time, ctx);
        other.as_ball().map_or(moved, |j| moved.max(self.fly_ball_to(j, time, ctx)))
    }
}

pub(crate) fn fly_body(row: u32, time: f64, ctx: &mut EventContext<'_>) {
    let body = &mut ctx.bodies.rows[row as usize];
    ctx.sensors.note_body(row, body, time);
    match body.joint {
        Some(g) => ctx.bodies.joints[g as usize].fly_to(time, body),
        None => body.fly_to(time),
    }
}

/// The share of its energy that a ball loses in an impact, 0 to 1. A ball that glides over many facets loses next to
/// nothing at each of them.
pub(crate) fn plastic_share(hit: &Hit, ctx: &EventContext<'_>) -> f64 {
    let plastic = 1.0 - hit.restitution * hit.restitution;
    if hit.other.as_collider().is_none() || hit.joint.is_some_and(|g| ctx.bodies.joints[g as usize].swings())
    {
        return plastic;
    }
    let square = hit.approach * hit.approach;
    let velocity = ctx.balls.rows[hit.ball as usize].velocity_at(hit.time);
    let against = (velocity - hit.surface).length_squared();
    if square < against { plastic * square / against } else { plastic }
}

/// Whether a ball meets a fixed collider where its last event has left it: between two walls that touch it, it would
/// strike them in turns without end.
fn is_cornered(arrival: &QueuedEvent, ctx: &EventContext<'_>) -> bool {
    let row = &ctx.balls.rows[arrival.ball as usize];
    let is_fixed = |k: u32| !ctx.bodies.body_of(&ctx.bodies.colliders[k]).is_mover();
    arrival.kind.other().and_then(Other::as_collider).is_some_and(is_fixed)
        && row.most_way(row.t..arrival.time) <= NO_DISTANCE * row.r
}

fn are_distinct(hits: &[Hit]) -> bool {
    let is_of_pair = |hit: &Hit, other: &Hit| (hit.ball, hit.other) == (other.ball, other.other);
    (1..hits.len()).all(|n| hits[..n].iter().all(|hit| !is_of_pair(hit, &hits[n])))
}

/// Whether the sides of a hit touch afterwards: their rebound takes them less far in a step than the range of a
/// touch. An unreported hit may also be rounding, or a glide onto a surface: neither lands.
fn lands(hit: &Hit, ctx: &EventContext<'_>) -> bool {
    let velocity = |i: u32| ctx.balls.rows[i as usize].v;
    let sides = [velocity(hit.ball), hit.other.as_ball().map_or(hit.surface, velocity)];
    let arrives = || !ctx.contacts.is_supported_by(hit.ball, hit.other) && is_felt(hit.approach, sides);
    if !hit.reported && !arrives() {
        return false;
    }
    let radius = ctx.balls.rows[hit.ball as usize].r;
    let (scale, kicked) = match hit.other.as_collider() {
        Some(k) => (radius, kicks(ctx.materials.get(ctx.bodies.colliders[k].material), hit.approach)),
        None => (radius.min(ctx.balls.rows[hit.other.0 as usize].r), false),
    };
    !kicked && hit.restitution * hit.approach * ctx.step.dt <= 2.0 * ctx.step.touch(scale)
}

/// Reports an impact to the game, and notes a landing if the two sides still touch.
fn report(hit: &Hit, ctx: &mut EventContext<'_>) {
    // In a corner another impact of the instant may press a ball onto a surface that it does not reach.
    if hit.is_link || hit.approach as f32 <= 0.0 {
        return;
    }
    // On a seam the impact with one side stops the ball for both, and leaves rounding for the other. The ball has landed
    // on both.
    let is_part = hit.normal_impulse <= SOLVED_SPEED_NOISE * hit.approach * hit.normal_mass;
    let row = &ctx.balls.rows[hit.ball as usize];
    let exact = PreciseImpact {
        point: row.x - hit.normal * row.r,
        normal: hit.normal,
        approach_speed: hit.approach,
        normal_impulse: hit.normal_impulse,
        tangent_impulse: hit.tangent_impulse,
        time: (hit.time + hit.late).clamp(0.0, ctx.step.dt),
    };
    if lands(hit, ctx) {
        let landing = Landing::of(hit, exact.point, exact.time);
        ctx.contacts.landings.push(Landing { reported: landing.reported || is_part, ..landing });
    }
    if !hit.reported || is_part {
        ctx.contacts
            .blows
            .push((PairKey::new(hit.ball, hit.other), [hit.normal_impulse, hit.tangent_impulse]));
        return;
    }
    let (body_a, shape_a) = match hit.other.as_collider() {
        Some(k) => {
            let collider = &ctx.bodies.colliders[k];
            (collider.body, Some(collider.shape))
        }
        None => (ctx.balls.info[hit.other.0 as usize].id, None),
    };
    ctx.events.push_impact(exact.between([body_a, ctx.balls.info[hit.ball as usize].id], shape_a));
}
