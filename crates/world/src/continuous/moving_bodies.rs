//! Moving bodies in the event loop: they come to limits, recoil from balls, and stop before they crush one.

use smallvec::SmallVec;

use crate::bodies::constants::LATE_IMPACTS;
use crate::contacts::Hit;
use crate::continuous::{EventContext, EventLoop, fly_body, resolve};
use crate::events::JointLimitHit;

impl EventLoop {
    /// Resolves the hits. If a moving body drives balls against immovable surfaces, there is no solution. Then the
    /// moving body is stopped, and the hits are resolved without its speed.
    pub(crate) fn resolve(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        let mover = |hit: &Hit, ctx: &EventContext<'_>| {
            let k = hit.other.as_collider().filter(|_| !hit.is_link)?;
            let row = ctx.bodies.colliders[k].body_row;
            let moving = &ctx.bodies.rows[row as usize];
            // A hinge or slider yields to its hits.
            let drives = moving.is_moving() && !moving.stalled && moving.joint.is_none();
            drives.then_some(row)
        };
        if self.hits.len() < 2 || !self.hits.iter().any(|hit| mover(hit, ctx).is_some()) {
            resolve::resolve(&mut self.hits, &mut ctx.hit_bodies(), &mut self.scratch);
            return;
        }
        self.saved.save(&self.hits, &ctx.hit_bodies());
        resolve::resolve(&mut self.hits, &mut ctx.hit_bodies(), &mut self.scratch);
        if resolve::is_resolved(&self.hits, &ctx.hit_bodies()) {
            return;
        }
        self.saved.restore_speeds(&mut ctx.hit_bodies());
        let driven: SmallVec<[(u32, u32); 4]> =
            self.hits.iter().filter_map(|hit| Some((hit.ball, mover(hit, ctx)?))).collect();
        let id = |row: u32, ctx: &EventContext<'_>| Some(ctx.bodies.rows[row as usize].id);
        let is_pressed = |&(ball, row): &(u32, u32), ctx: &EventContext<'_>| {
            self.pressed_against(ball, id(row, ctx), ctx).is_some()
        };
        let any_is_pressed = driven.iter().any(|pair| is_pressed(pair, ctx));
        for &(ball, row) in &driven {
            // A ball that is pressed against nothing may fly off.
            if !any_is_pressed || is_pressed(&(ball, row), ctx) {
                self.report_crushed(ball, id(row, ctx), false, time, ctx);
            }
        }
        for (_, row) in driven {
            self.stall(row, time, ctx);
        }
        let mut hits = core::mem::take(&mut self.hits);
        for hit in &mut hits {
            if hit.is_link {
                hit.normal_impulse = 0.0;
                continue;
            }
            if hit.other.as_collider().is_some() {
                let at = ctx.balls.rows[hit.ball as usize].x;
                if let Some(again) = self.hit(hit.ball, hit.other, hit.time, at, ctx) {
                    (hit.surface, hit.joint) = (again.surface, again.joint);
                    (hit.normal_mass, hit.tangent_mass) = (again.normal_mass, again.tangent_mass);
                }
            }
            (hit.normal_impulse, hit.tangent_impulse) = (0.0, 0.0);
            resolve::prepare(hit, &ctx.hit_bodies(), 0.0);
        }
        resolve::resolve(&mut hits, &mut ctx.hit_bodies(), &mut self.scratch);
        self.hits = hits;
    }

    /// Stops a moving body for the rest of the substep: it would crush a ball, or the step's work is used up. A hinge
    /// or slider loses its speed.
    pub(crate) fn stall(&mut self, row: u32, time: f64, ctx: &mut EventContext<'_>) {
        if ctx.bodies.rows[row as usize].stalled {
            return;
        }
        fly_body(row, time, ctx);
        let mover = &mut ctx.bodies.rows[row as usize];
        if let Some(g) = mover.joint {
            let joint = &mut ctx.bodies.joints[g as usize];
            (joint.rate, joint.acceleration) = (0.0, 0.0);
            joint.drive(mover);
        }
        mover.stalled = true;
        ctx.events.dropped.stalled_bodies += 1;
        self.disturb(row, time, ctx);
    }

    /// Predicts arrivals again at a body whose motion has changed. Balls that follow its surfaces begin free flights.
    /// Balls that are listed but do not meet the body must not change.
    pub(crate) fn disturb(&mut self, row: u32, time: f64, ctx: &mut EventContext<'_>) {
        self.end_chords_of_anchored(row, time, ctx);
        let body = &mut ctx.bodies.rows[row as usize];
        body.stamp += 1;
        let joint = body.joint;
        for n in 0..ctx.pairs.visited.len() {
            let i = ctx.pairs.visited[n];
            // Surface following that has just begun includes the change.
            let follows = ctx.contacts.following[i as usize]
                .is_some_and(|following| ctx.bodies.colliders[following.collider].body_row == row)
                && !self.hits.iter().any(|hit| hit.ball == i);
            if follows {
                self.fly_ball_to(i, time, ctx);
                Self::end_following_early(i, time, ctx);
                self.flights.deflect(i);
                self.detect(i, ctx);
                continue;
            }
            for m in 0..ctx.pairs.lists[i as usize].movers.len() {
                let k = ctx.pairs.lists[i as usize].movers[m];
                if ctx.bodies.colliders[k].body_row == row {
                    self.detect_collider(i, k, ctx);
                }
            }
        }
        if let Some(g) = joint {
            self.detect_limit(g, ctx);
        }
    }

    /// Handles a hinge or slider that comes to a limit: it rebounds or rests there. If the work of the step is used
    /// up, the body stalls.
    pub(crate) fn reach_joint_limit(&mut self, g: u32, time: f64, ctx: &mut EventContext<'_>) {
        self.hits.clear();
        let row = ctx.bodies.joints[g as usize].body;
        if self.is_used_up(ctx) && ctx.bodies.rows[row as usize].stamp >= LATE_IMPACTS {
            self.stall(row, time, ctx);
            return;
        }
        fly_body(row, time, ctx);
        for n in 0..ctx.contacts.followers.len() {
            let i = ctx.contacts.followers[n];
            let follows = ctx.contacts.following[i as usize]
                .is_some_and(|r| ctx.bodies.colliders[r.collider].body_row == row);
            if follows {
                Self::straighten(i, time, 1.0, ctx);
            }
        }
        let body = &mut ctx.bodies.rows[row as usize];
        let left = ctx.sub.until - time;
        let met = ctx.bodies.joints[g as usize].reach_limit(body, left, ctx.step.h);
        if let Some((limit, speed)) = met {
            ctx.events.push_limit(JointLimitHit {
                body: body.id,
                limit,
                speed: speed as f32,
                time: time as f32,
            });
        }
        self.disturb(row, time, ctx);
    }

    /// Gives hinges and sliders the impulses of their hits.
    pub(crate) fn recoil(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        for n in 0..self.hits.len() {
            if let Some(g) = self.hits[n].joint {
                let joint = &ctx.bodies.joints[g as usize];
                let row = joint.body;
                if joint.impact_velocity_change == 0.0
                    && joint.regained(time, &ctx.bodies.rows[row as usize]) == 0.0
                {
                    continue;
                }
                fly_body(row, time, ctx);
                let left = ctx.sub.until - time;
                ctx.bodies.joints[g as usize]
                    .apply_impact_velocity_change(&mut ctx.bodies.rows[row as usize], left);
                self.disturb(row, time, ctx);
            }
        }
    }
}
