//! Linked balls in the event loop: their chords begin and end, and impacts go through their links.

use glam::DVec2;
use smallvec::SmallVec;

use crate::base::Sort;
use crate::bodies::{Balls, Trajectories};
use crate::contacts::{Hit, Other, PairKey};
use crate::context::StepContext;
use crate::continuous::constants::MAX_LINK_CHORDS;
use crate::continuous::{EventContext, EventLoop, Meeting, QueuedEvent};
use crate::events::LinkTaut;
use crate::geometry::BodySet;
use crate::links::{LinkAnchor, LinkBodies, LinkedContacts, Links};
use crate::pairs::gap;
use crate::solver::rebounds_too_slowly;

fn link_bodies<'a>(
    balls: &'a mut Balls,
    bodies: &'a BodySet,
    flights: &'a Trajectories,
    until: f64,
    step: &StepContext,
) -> LinkBodies<'a> {
    LinkBodies {
        rows: &mut balls.rows,
        bodies: &bodies.rows,
        flights,
        until,
        step: step.h,
        shortest: step.h / f64::from(MAX_LINK_CHORDS),
    }
}

/// Contacts of a ball at the start of the substep, in an order that does not depend on the age of its contacts.
fn touched_by(i: u32, ctx: &EventContext<'_>) -> SmallVec<[Other; 8]> {
    let batched = ctx.contacts.batches.partners(i as usize).iter().map(|&j| Other::ball(j));
    let mut touched: SmallVec<_> = batched.chain(ctx.contacts.supports_of(i)).collect();
    touched.order();
    touched
}

impl EventLoop {
    /// Begins the chords of all linked balls, once contacts are solved.
    pub(crate) fn begin_link_chords(&mut self, ctx: &mut EventContext<'_>) {
        if ctx.links.islands.is_empty() {
            return;
        }
        let mut ended = core::mem::take(&mut ctx.links.ended);
        ended.clear();
        ended.extend(0..ctx.links.islands.len() as u32);
        let mut linked_contacts = core::mem::take(&mut self.linked_contacts);
        linked_contacts.clear();
        self.find_linked_contacts(&ended, ctx.sub.start, true, &mut linked_contacts, ctx);
        let EventContext { links, balls, bodies, pairs, contacts, sub, step, .. } = ctx;
        let Links { free, members, .. } = &mut **links;
        free.clear();
        free.extend(members.iter().map(|&i| balls.rows[i as usize].a));
        // Links are solved for chords.
        let guided = members.iter().copied().chain(linked_contacts.balls());
        guided.for_each(|i| self.flights.guide(i, &mut balls.rows[i as usize], sub.until));
        let mut link_bodies = link_bodies(balls, bodies, &self.flights, sub.until, step);
        links.constraints.iter_mut().for_each(|constraint| constraint.speculative = false);
        for g in 0..links.islands.len() {
            links.islands[g].chords = 0;
        }
        if !linked_contacts.is_empty() {
            // Contacts have just changed the velocities of their balls: links must agree with them first.
            for &g in &ended {
                links.keep_lengths_at(g as usize, sub.start, &mut link_bodies);
            }
            linked_contacts.settle(&ended, sub.start, links, &mut link_bodies);
        }
        linked_contacts.start_chords(&ended, sub.start, links, &mut link_bodies);
        ended.clear();
        links.ended = ended;
        for g in 0..links.islands.len() {
            links.find_next_event(g, &link_bodies);
        }
        for i in links.members.iter().copied().chain(linked_contacts.balls()) {
            pairs.active.set_trajectory(
                i as usize,
                &balls.rows[i as usize],
                contacts.batches.has_contact(i as usize),
            );
        }
        self.linked_contacts = linked_contacts;
    }

    /// Finds the contacts of linked balls from a time on. Within a substep these are with balls that have been
    /// brought to this time, and with static colliders.
    fn find_linked_contacts(
        &self,
        islands: &[u32],
        time: f64,
        all: bool,
        linked_contacts: &mut LinkedContacts,
        ctx: &EventContext<'_>,
    ) {
        for n in islands.iter().flat_map(|&g| ctx.links.islands[g as usize].members.clone()) {
            let i = ctx.links.members[n];
            for other in touched_by(i, ctx) {
                let here = match (other.as_ball(), other.as_collider()) {
                    (Some(j), _) => ctx.balls.rows[j as usize].t == time,
                    (_, Some(k)) => !ctx.bodies.body_of(&ctx.bodies.colliders[k]).is_mover(),
                    _ => false,
                };
                if all || here {
                    self.add_linked_contact(i, other, time, ctx, linked_contacts);
                }
            }
        }
    }

    /// Brings balls in contact with balls whose chords have ended to that time. Otherwise new chords would lead
    /// into them, and the two would meet again at once.
    pub(crate) fn bring_touching_balls(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        let mut first = 0;
        while let Some(&g) = ctx.links.ended.get(first) {
            first += 1;
            for n in ctx.links.islands[g as usize].members.clone() {
                let i = ctx.links.members[n];
                for j in touched_by(i, ctx).into_iter().filter_map(Other::as_ball) {
                    self.end_chords_of_linked(j, time, ctx);
                    self.bring_touching_ball(j, time, ctx);
                }
            }
        }
    }

    /// Brings a ball to a time, so that its contacts with linked balls count. Linked, frozen and surface-following
    /// balls stay. A ball that was struck at this time is there already: the pressure on links changes its velocity
    /// all the same, and it must be tested again. At the end of a substep nothing predicts events again. A whole-step
    /// path must not restart there: its queued events belong to the old path.
    fn bring_touching_ball(&mut self, j: u32, time: f64, ctx: &mut EventContext<'_>) {
        let flies_on = time >= ctx.sub.until && self.flights[j].spans_step;
        let is_free = !flies_on
            && ctx.balls.rows[j as usize].t <= time
            && !ctx.links.touching.contains(&j)
            && !ctx.links.is_linked(j)
            && !self.flights[j].is_frozen
            && ctx.contacts.following[j as usize].is_none();
        if is_free {
            self.fly_ball_to(j, time, ctx);
            self.end_floor_trajectory(j, time, ctx);
            ctx.links.touching.push(j);
        }
    }

    /// Adds the contact of a linked ball, unless a hinge or slider yields there. After the start of a substep, it
    /// leaves out a pair about to bounce.
    fn add_linked_contact(
        &self,
        i: u32,
        other: Other,
        time: f64,
        ctx: &EventContext<'_>,
        linked_contacts: &mut LinkedContacts,
    ) {
        let (i, other) = match other.as_ball() {
            Some(j) if j > i => (j, Other::ball(i)),
            _ => (i, other),
        };
        let row = &ctx.balls.rows[i as usize];
        let Some(hit) = self.hit(i, other, time, row.x, ctx).filter(|hit| hit.joint.is_none()) else {
            return;
        };
        // A ball that was struck within the substep may be about to bounce off a surface that it touched before.
        let rows = &ctx.balls.rows;
        let radius = other.as_ball().map_or(row.r, |j| row.r.min(rows[j as usize].r));
        let approach = ctx.approach_speed(&hit);
        let slow = || {
            let meeting = Meeting { ball: i, other, normal: hit.normal, radius, gain: 0.0 };
            self.slow(&meeting, hit.restitution, ctx)
        };
        if time > ctx.sub.start && !rebounds_too_slowly(approach, hit.restitution, slow()) {
            return;
        }
        let gap = gap(PairKey::new(i, other), &ctx.balls.rows, ctx.bodies, &ctx.step.torus);
        let left = if time < ctx.sub.until { ctx.sub.until - time } else { ctx.step.h };
        linked_contacts.add(&hit, gap.max(0.0) / left);
    }

    /// A chord of linked balls ends, or one of their links tightens, and the next chord begins.
    pub(crate) fn continue_link_chord(&mut self, arrival: &QueuedEvent, ctx: &mut EventContext<'_>) {
        self.hits.clear();
        self.end_chords_of_linked(arrival.ball, arrival.time, ctx);
        self.continue_link_chords(arrival.time, ctx);
    }

    /// Freezes islands with too many chords in this substep.
    fn freeze_overworked_links(&mut self, ctx: &mut EventContext<'_>) {
        let islands = ctx.links.ended.iter().map(|&g| &ctx.links.islands[g as usize]);
        let overworked = islands.filter(|island| island.chords >= MAX_LINK_CHORDS);
        let members = overworked.flat_map(|island| &ctx.links.members[island.members.clone()]);
        for i in members.copied().collect::<SmallVec<[u32; 8]>>() {
            if !self.flights[i].is_frozen {
                self.freeze(i, ctx);
            }
        }
    }

    /// Begins new chords for all balls whose chords have ended. Predicts their events again, and those of balls in
    /// contact with them. Impacts begin their own chords in [`resolve_instant`](Self::resolve_instant).
    pub(crate) fn continue_link_chords(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        self.bring_touching_balls(time, ctx);
        let mut deflected = core::mem::take(&mut self.deflected);
        deflected.clear();
        deflected.extend(ctx.links.members_of_ended());
        deflected.order();
        deflected.dedup();
        for &i in &deflected {
            self.flights.deflect(i);
        }
        self.release_linked(time, ctx);
        self.begin_floor_trajectories_again(&deflected, time, ctx);
        self.begin_link_chords_again(time, ctx);
        for &i in &deflected {
            self.detect(i, ctx);
        }
        self.deflected = deflected;
    }

    /// Ends the floor trajectories and chords of both sides of a hit, and of balls linked to them: then their rows have
    /// their true velocities.
    pub(crate) fn apply_true_velocities(&mut self, hit: &Hit, time: f64, ctx: &mut EventContext<'_>) {
        if self.floor_trajectories.is_empty() && ctx.links.islands.is_empty() {
            return;
        }
        for i in hit.balls() {
            self.end_floor_trajectory(i, time, ctx);
        }
        for i in hit.balls() {
            self.end_chords_of_linked(i, time, ctx);
        }
    }

    /// Ends the chord of a linked ball's island, and the chords that were found together with it; notes all.
    pub(crate) fn end_chords_of_linked(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        if !ctx.links.is_linked(i) {
            return;
        }
        let first = ctx.links.ended.len();
        let mut linked_contacts = core::mem::take(&mut self.linked_contacts);
        self.bring_island(i, time, ctx);
        let mut next = first;
        while let Some(&g) = ctx.links.ended.get(next) {
            next += 1;
            let balls: SmallVec<[u32; 8]> = linked_contacts.balls_on_chord(g, ctx.links).collect();
            for j in balls {
                self.bring_island(j, time, ctx);
                self.bring_touching_ball(j, time, ctx);
            }
        }
        for n in first..next {
            let EventContext { links, balls, bodies, sub, step, .. } = &mut *ctx;
            let g = links.ended[n];
            linked_contacts.take_back(
                g,
                time,
                links,
                &mut link_bodies(balls, bodies, &self.flights, sub.until, step),
            );
        }
        self.linked_contacts = linked_contacts;
        for n in first..next {
            self.end_link_chord(ctx.links.ended[n], time, ctx);
        }
    }

    /// Brings a linked ball to a time, with its whole island.
    fn bring_island(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        let Some(g) = ctx.links.island_of(i).filter(|g| !ctx.links.ended.contains(g)) else {
            return;
        };
        for n in ctx.links.islands[g as usize].members.clone() {
            let i = ctx.links.members[n];
            self.fly_ball_to(i, time, ctx);
            self.end_floor_trajectory(i, time, ctx);
        }
        ctx.links.ended.push(g);
    }

    /// Ends the chord of an island, which has been brought to its end.
    fn end_link_chord(&mut self, g: u32, time: f64, ctx: &mut EventContext<'_>) {
        let EventContext { links, balls, bodies, sub, step, events, .. } = ctx;
        let island = &links.islands[g as usize];
        let taut = island.pulls_taut.filter(|_| island.next <= time);
        let first = island.constraints.start;
        let speed = links.end(
            g as usize,
            time,
            taut,
            &mut link_bodies(balls, bodies, &self.flights, sub.until, step),
        );
        if let Some(taut) = taut {
            let link = links.constraints[first + taut as usize].id;
            events.push_tightening(LinkTaut { link, speed: speed as f32, time: time as f32 });
        }
    }

    /// Ends the chords of links to a body whose motion changes.
    pub(crate) fn end_chords_of_anchored(&mut self, row: u32, time: f64, ctx: &mut EventContext<'_>) {
        for g in 0..ctx.links.islands.len() {
            if ctx.links.is_anchored(g, row) {
                let first = ctx.links.members[ctx.links.islands[g].members.start];
                self.end_chords_of_linked(first, time, ctx);
            }
        }
    }

    /// Adds the tight links of all chords that have ended as hits: the length of a rod stays.
    pub(crate) fn add_taut_links(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        let EventContext { links, balls, bodies, sub, step, .. } = ctx;
        if links.ended.is_empty() {
            return;
        }
        let link_bodies = link_bodies(balls, bodies, &self.flights, sub.until, step);
        for &g in &links.ended {
            for constraint in links.constraints_of(g as usize) {
                let weights = link_bodies.weights(constraint);
                // A hit belongs to a movable ball.
                let (own, other, sense) = if weights[1] > 0.0 { (1, 0, 1.0) } else { (0, 1, -1.0) };
                let (Some(ball), weight) = (constraint.ends[own].as_ball(), weights[0] + weights[1]) else {
                    continue;
                };
                if weight == 0.0 || constraint.is_slack() {
                    continue;
                }
                let (with, surface) = match constraint.ends[other] {
                    LinkAnchor::Ball(a) => (Other::ball(a), DVec2::ZERO),
                    end => (Other::nothing(), link_bodies.velocity(end, time)),
                };
                // A link that only pulls is a hit along the opposite normal that only pushes.
                let [low, high] = constraint.impulse_bounds;
                let turned = if high > 0.0 { sense } else { -sense };
                self.hits.push(Hit {
                    moves: [1.0, if weights[other] > 0.0 { 1.0 } else { 0.0 }],
                    normal_mass: 1.0 / weight,
                    // A link has no friction. The tangent mass serves to measure the energy of its balls.
                    tangent_mass: 1.0 / weight,
                    is_link: true,
                    least: if high > 0.0 { low } else { 0.0 },
                    ..Hit::new(ball, with, time, constraint.normal * turned, surface)
                });
            }
        }
    }

    /// Begins free flights of the balls whose chords have ended, as if they had no links.
    pub(crate) fn release_linked(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        self.freeze_overworked_links(ctx);
        let EventContext { links, balls, sub, .. } = ctx;
        for &g in &links.ended {
            let island = &links.islands[g as usize];
            let constraints = links.constraints_of(g as usize);
            let slack = constraints.iter().all(|constraint| constraint.is_slack() && !constraint.is_spring());
            for n in island.members.clone() {
                let (i, free) = (links.members[n] as usize, links.free[n]);
                if self.flights[i as u32].is_frozen {
                    continue;
                }
                let row = &mut balls.rows[i];
                let mut velocity = row.velocity_at(time);
                if slack {
                    velocity *= row.regained(time);
                }
                row.end = sub.until;
                row.set_out(time, velocity, free);
            }
        }
    }

    /// Begins the chords of all islands whose chords have ended.
    pub(crate) fn begin_link_chords_again(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        if ctx.links.ended.is_empty() {
            return;
        }
        let ended = core::mem::take(&mut ctx.links.ended);
        let mut linked_contacts = core::mem::take(&mut self.linked_contacts);
        linked_contacts.begin_list();
        for hit in &self.hits {
            if hit.balls().any(|i| ctx.links.is_linked(i)) {
                linked_contacts.add(hit, 0.0);
            }
        }
        self.find_linked_contacts(&ended, time, false, &mut linked_contacts, ctx);
        let EventContext { links, balls, bodies, sub, step, .. } = &mut *ctx;
        let members = ended.iter().flat_map(|&g| links.islands[g as usize].members.clone());
        let members = members.map(|n| links.members[n]);
        let guided = members.chain(linked_contacts.balls());
        guided.for_each(|i| self.flights.guide(i, &mut balls.rows[i as usize], sub.until));
        let mut link_bodies = link_bodies(balls, bodies, &self.flights, sub.until, step);
        linked_contacts.settle(&ended, time, links, &mut link_bodies);
        linked_contacts.start_chords(&ended, time, links, &mut link_bodies);
        for &g in &ended {
            links.find_next_event(g as usize, &link_bodies);
        }
        self.linked_contacts = linked_contacts;
        links.ended = ended;
        links.clear_ended();
    }

    pub(crate) fn end_link_chords(&mut self, ctx: &mut EventContext<'_>) {
        if ctx.links.islands.is_empty() {
            return;
        }
        let until = ctx.sub.until;
        for g in 0..ctx.links.islands.len() {
            let first = ctx.links.members[ctx.links.islands[g].members.start];
            self.end_chords_of_linked(first, until, ctx);
        }
        self.bring_touching_balls(until, ctx);
        let ended = core::mem::take(&mut ctx.links.ended);
        let mut linked_contacts = core::mem::take(&mut self.linked_contacts);
        linked_contacts.begin_list();
        self.find_linked_contacts(&ended, until, false, &mut linked_contacts, ctx);
        let EventContext { links, balls, bodies, contacts, step, .. } = &mut *ctx;
        linked_contacts.settle(
            &ended,
            until,
            links,
            &mut link_bodies(balls, bodies, &self.flights, until, step),
        );
        for i in linked_contacts.balls() {
            contacts.batches.load_batched(i as usize, &balls.rows[i as usize]);
        }
        self.linked_contacts = linked_contacts;
        links.ended = ended;
        links.clear_ended();
    }
}
