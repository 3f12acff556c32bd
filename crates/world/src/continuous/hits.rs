//! Builds the impacts of one instant: normal, masses, restitution, friction.

use glam::DVec2;
use smallvec::SmallVec;

use crate::base::Sort;
use crate::bodies::CombinedMaterial;
use crate::contacts::{Hit, Other};
use crate::continuous::constants::{CAUGHT_DISTANCE, MAX_CLUSTER_UNKNOWNS, WEDGE_COST, WEDGED_IMPACT_COST};
use crate::continuous::impact::direct_solver::unknowns;
use crate::continuous::{EventContext, EventKind, EventLoop, QueuedEvent, plastic_share, resolve};
use crate::geometry::constants::NO_DISTANCE;
use crate::solver::constants::WEDGE_COSINE;
use crate::solver::kicks;

impl EventLoop {
    /// Brings both sides of an arrival to its time, ends their surface following, and adds their hit. A body that
    /// reaches a frozen ball stalls instead.
    pub(crate) fn add_hit(&mut self, arrival: &QueuedEvent, ctx: &mut EventContext<'_>) {
        let (i, time) = (arrival.ball, arrival.time);
        let Some(other) = arrival.kind.other() else {
            return;
        };
        self.wake_both(i, other, time, ctx);
        if let Some(k) = other.as_collider().filter(|_| self.flights[i].is_frozen) {
            return self.stall_against(i, k, time, ctx);
        }
        let at = self.position_at(i, time, ctx);
        let Some(mut hit) = self.hit(i, other, time, at, ctx) else {
            return;
        };
        let moved = self.fly_both_to(i, other, time, ctx);
        let followed = ctx.contacts.following[i as usize].is_some();
        if let Some(j) = other.as_ball() {
            Self::end_following_early(j, time, ctx);
        }
        Self::end_following_early(i, time, ctx);
        self.apply_true_velocities(&hit, time, ctx);
        hit.balls().for_each(|i| self.spread_pull(i, time, ctx));
        let lands = matches!(arrival.kind, EventKind::Landing(_));
        let is_deepest = matches!(arrival.kind, EventKind::MaxPenetration(_));
        hit.reported = !(lands || is_deepest);
        if !hit.reported {
            hit.restitution = 0.0;
            hit.balls().for_each(|i| self.guide(i, ctx));
        }
        // At the largest depth as well a ball follows a surface that bends into its way.
        let may_follow = !hit.reported && self.flights.may_land(i);
        let surface = other.as_collider().filter(|_| may_follow);
        let landing = surface.and_then(|k| self.surface_chord(i, k, time, at, ctx));
        let extra = match (landing, other.as_collider()) {
            (Some(following), _) => following.rise,
            (None, Some(k)) if hit.reported => kick_speed(&hit, k, ctx),
            // Nothing would stop the ball at a larger depth.
            (None, Some(k)) if is_deepest => {
                let joint = Self::parting_from_joint(i, k, time, at, hit.normal, ctx);
                Self::least_parting(i, k, time, at, ctx).max(joint)
            }
            _ => 0.0,
        };
        if lands && landing.is_none() && !(followed || ctx.links.is_linked(i)) {
            Self::leave_wall(&hit, ctx);
        }
        resolve::prepare(&mut hit, &ctx.hit_bodies(), extra);
        if !hit.reported {
            // The chord must clear the surface, and not the tangent alone.
            hit.rebound = hit.rebound.max(resolve::clearing_rebound(&hit, &ctx.balls.rows) + extra);
        }
        if let Some(following) = landing {
            let [caught, stays] = caught_or_still(moved, ctx.balls.rows[i as usize].r);
            // Between surfaces that turn, chords at the largest depth become as short as rounding, without end.
            let jams = caught && is_deepest;
            if jams {
                self.flights.count(i, WEDGED_IMPACT_COST);
            }
            ctx.contacts.land_and_follow(&hit, following, ctx.step.h);
            self.flights.record_landing(i, following.collider, caught, stays || jams);
        } else {
            self.count_impact(&hit, moved, ctx);
        }
        self.deflected.push(i);
        self.deflected.extend(other.as_ball());
        self.hits.push(hit);
    }

    /// Stalls the body of a collider that reaches a frozen ball, and reports the ball as crushed.
    fn stall_against(&mut self, i: u32, k: u32, time: f64, ctx: &mut EventContext<'_>) {
        let (mover, row) = (ctx.bodies.colliders[k].body, ctx.bodies.colliders[k].body_row);
        self.report_crushed(i, Some(mover), false, time, ctx);
        self.stall(row, time, ctx);
    }

    /// Counts an impact for its balls; `moved` is the distance that one of them has flown to it.
    pub(crate) fn count_impact(&mut self, hit: &Hit, moved: f64, ctx: &EventContext<'_>) {
        let rows = &ctx.balls.rows;
        let [caught, stays] = caught_or_still(moved, rows[hit.ball as usize].r);
        let loss = if caught { plastic_share(hit, ctx) } else { 0.0 };
        // Between two walls that both overlap it, an elastic ball would bounce without end and without motion. A
        // ball that may not land on a surface again would strike it just as often if that surface turns away.
        let turns = caught && !self.flights.may_land(hit.ball);
        let loss = if stays || turns { loss.max(WEDGED_IMPACT_COST) } else { loss };
        // A held ball may be struck any number of times.
        if rows[hit.ball as usize].im > 0.0 {
            self.flights.count(hit.ball, loss);
        }
        if let Some(j) = hit.other.as_ball().filter(|&j| rows[j as usize].im > 0.0) {
            self.flights.count(j, loss);
        }
    }

    /// Adds the contacts of balls that bounce no more to the hits. Solved one after the other they would push each
    /// other back and forth without end; together they come to rest at once.
    pub(crate) fn add_cluster(&mut self, time: f64, ctx: &mut EventContext<'_>) {
        let mut next = 0;
        self.deflected.order();
        self.deflected.dedup();
        self.deflected.retain(|&i| {
            let caught = |hit: &Hit| !hit.reported && hit.involves(i);
            self.flights.is_demoted(i, ctx.step) && self.hits.iter().any(caught)
        });
        while next < self.deflected.len() && unknowns(&self.hits) < MAX_CLUSTER_UNKNOWNS {
            let i = self.deflected[next];
            next += 1;
            let (r, at) = (ctx.balls.rows[i as usize].r, self.position_at(i, time, ctx));
            for n in 0..ctx.pairs.lists[i as usize].balls.len() {
                let j = ctx.pairs.lists[i as usize].balls[n];
                let other = ctx.balls.rows[j as usize].r;
                let touching = r + other + NO_DISTANCE * r.min(other);
                let way = ctx.step.torus.nearest(at - self.position_at(j, time, ctx));
                if way.length_squared() <= touching * touching {
                    self.add_resting(i.max(j), Other::ball(i.min(j)), time, ctx);
                    if self.flights.is_demoted(j, ctx.step) && !self.deflected.contains(&j) {
                        self.deflected.push(j);
                    }
                }
            }
            for k in Self::colliders_touching(i, at, time, ctx) {
                self.add_resting(i, Other::collider(k), time, ctx);
            }
        }
        self.hold_wedged(ctx);
        self.deflected.extend(self.hits.iter().flat_map(Hit::balls));
    }

    /// Adds the colliders of a corner to the hits of an instant: they bear their part of an impact at the same time, and do
    /// not bounce.
    pub(crate) fn add_corner(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        let corner = Self::corner(i, self.position_at(i, time, ctx), time, ctx);
        if corner.is_empty() {
            return;
        }
        for other in corner.into_iter().map(Other::collider) {
            if !self.hits.iter().any(|hit| hit.ball == i && hit.other == other) {
                self.add_resting(i, other, time, ctx);
            }
        }
        self.bear_wedged(i, time, ctx);
    }

    /// Takes the acceleration of a ball away for the rest of its flight, if two walls that wedge it stop it and bear its
    /// pull. Speeds that clear both walls on a path with that acceleration would drive it out of the wedge.
    fn bear_wedged(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        let row = &ctx.balls.rows[i as usize];
        let (velocity, pull) = (row.velocity_at(time), row.a);
        let most = pull.length() * (row.end - time);
        let bear = |one: &Hit, other: &Hit| {
            let load = pull.dot(one.normal);
            wedge(one, other)
                && load < 0.0
                && (pull - one.normal * load).dot(other.normal) < 0.0
                && [one, other].into_iter().all(|hit| velocity.dot(hit.normal) <= most)
        };
        let hits = || self.hits.iter().filter(|hit| hit.involves(i));
        if hits().any(|hit| hit.reported) || !hits().any(|one| hits().any(|other| bear(one, other))) {
            return;
        }
        let row = &mut ctx.balls.rows[i as usize];
        row.set_out(time, velocity, DVec2::ZERO);
        self.guide(i, ctx);
        for hit in self.hits.iter_mut().filter(|hit| hit.involves(i)) {
            resolve::prepare(hit, &ctx.hit_bodies(), 0.0);
        }
    }

    /// The colliders that a ball at `at` touches, if they are several and none of them can move; none otherwise.
    pub(crate) fn corner(i: u32, at: DVec2, time: f64, ctx: &EventContext<'_>) -> SmallVec<[u32; 4]> {
        let touching = Self::colliders_touching(i, at, time, ctx);
        let is_fixed = |&k: &u32| !ctx.bodies.body_of(&ctx.bodies.colliders[k]).is_mover();
        if touching.len() > 1 && touching.iter().all(is_fixed) { touching } else { SmallVec::new() }
    }

    /// The listed colliders that answer to a ball and that it touches at `at`.
    fn colliders_touching(i: u32, at: DVec2, time: f64, ctx: &EventContext<'_>) -> SmallVec<[u32; 4]> {
        let (list, r) = (&ctx.pairs.lists[i as usize], ctx.balls.rows[i as usize].r);
        let touches = |&k: &u32| {
            let collider = &ctx.bodies.colliders[k];
            let is_passed = collider.is_one_sided()
                && (ctx.contacts.is_passing(i, k) || ctx.contacts.is_sunk(i, k, ctx.bodies));
            let near = || collider.nearest_at(ctx.bodies.body_of(collider), at, time);
            !is_passed && near().is_some_and(|near| near.distance <= r + NO_DISTANCE * r)
        };
        list.colliders.iter().chain(&list.movers).copied().filter(touches).collect()
    }

    /// Gives balls in a wedge of two walls no rebound speed. A rebound for the rest of the fall would part the ball
    /// from both walls, and a narrow wedge would drive it out many times as fast. A hinge or slider that yields is no
    /// such wall: the ball must part from its hollow arc, or its straight path leads into the arc. In a nook a ball
    /// can't part from all walls. So each such hit counts, and the ball is stopped soon.
    fn hold_wedged(&mut self, ctx: &EventContext<'_>) {
        for &i in &self.deflected {
            let mut walls = self.hits.iter().filter(|hit| hit.ball == i);
            if walls.any(|hit| self.hits.iter().any(|other| wedge(hit, other))) {
                self.flights.count(i, WEDGE_COST);
                for hit in self.hits.iter_mut().filter(|hit| hit.involves(i)) {
                    (hit.rebound, hit.share) = (resolve::clearing_rebound(hit, &ctx.balls.rows), 1.0);
                }
            }
        }
    }

    /// Adds a contact without a bounce, or takes the bounce from its hit: balls between others must not throw them.
    fn add_resting(&mut self, i: u32, other: Other, time: f64, ctx: &mut EventContext<'_>) {
        if let Some(hit) = self.hits.iter_mut().find(|hit| hit.ball == i && hit.other == other) {
            if hit.restitution > 0.0 {
                hit.restitution = 0.0;
                resolve::prepare(hit, &ctx.hit_bodies(), 0.0);
            }
            return;
        }
        self.wake_both(i, other, time, ctx);
        self.fly_ball_to(i, time, ctx);
        if other.as_collider().is_none() {
            self.fly_ball_to(other.0, time, ctx);
            if self.flights[i].is_frozen && self.flights[other.0].is_frozen {
                return;
            }
        } else if self.flights[i].is_frozen {
            return;
        }
        let at = ctx.balls.rows[i as usize].x;
        if let Some(mut hit) = self.hit(i, other, time, at, ctx) {
            hit.restitution = 0.0;
            hit.balls().for_each(|i| self.guide(i, ctx));
            self.apply_true_velocities(&hit, time, ctx);
            resolve::prepare(&mut hit, &ctx.hit_bodies(), 0.0);
            self.hits.push(hit);
        }
    }

    /// The contact of a ball at `at` with another side; `None` if the surface does not answer there.
    pub(crate) fn hit(
        &self,
        i: u32,
        other: Other,
        time: f64,
        at: DVec2,
        ctx: &EventContext<'_>,
    ) -> Option<Hit> {
        let (rows, info) = (&ctx.balls.rows, &ctx.balls.info);
        let free = |row: u32| if self.flights[row].is_frozen { 0.0 } else { 1.0 };
        let row = &rows[i as usize];
        let mut moves = [free(i), 0.0];
        let mut mass = row.im * moves[0];
        let mut spin = row.ii * row.r * row.r * moves[0];
        let (normal, meeting);
        let mut surface = DVec2::ZERO;
        let (mut joint, mut arm) = (None, DVec2::ZERO);
        let mut give = 0.0;
        if let Some(k) = other.as_collider() {
            let collider = &ctx.bodies.colliders[k];
            let body = ctx.bodies.body_of(collider);
            let near = collider.nearest_at(body, at, time)?;
            normal = near.normal;
            meeting = ctx.materials.combine(info[i as usize].material, collider.material);
            let belt = f64::from(ctx.materials.get(collider.material).surface_speed);
            let point = at - normal * near.reach(row.r);
            surface = body.velocity_at(point, time) + normal.perp() * belt;
            if let Some(g) = body.joint.filter(|_| !body.stalled) {
                let own = &ctx.bodies.joints[g as usize];
                arm = own.arm(point);
                surface += arm * own.regained(time, body);
                if !own.is_backed(-arm.dot(normal), time, body) {
                    (joint, give) = (Some(g), own.inverse_inertia);
                }
            }
        } else {
            let a = &rows[other.0 as usize];
            let from = self.position_at(other.0, time, ctx);
            normal = ctx.step.torus.nearest(at - from).normalize_or(DVec2::Y);
            meeting = ctx.materials.combine(info[i as usize].material, info[other.0 as usize].material);
            moves[1] = free(other.0);
            mass += a.im * moves[1];
            spin += a.ii * a.r * a.r * moves[1];
        }
        if mass == 0.0 {
            // Both sides are immovable: frozen or held.
            return None;
        }
        let rolls = |row: u32| info[row as usize].rolls;
        let is_on_floor = ctx.floor.is_laid() && rolls(i) && other.as_ball().is_none_or(rolls);
        let [friction, static_friction, spin_friction] = frictions(&meeting, is_on_floor);
        let tilt = if is_on_floor && other.as_collider().is_some() { ctx.floor.tilt(row.r) } else { 0.0 };
        let across = |direction: DVec2| give * arm.dot(direction) * arm.dot(direction);
        let mut hit = Hit {
            moves,
            joint,
            arm,
            friction,
            static_friction,
            spin_friction,
            tilt,
            normal_mass: 1.0 / (mass + across(normal)),
            tangent_mass: 1.0 / (mass + spin + across(normal.perp())),
            ..Hit::new(i, other, time, normal, surface)
        };
        let restitution = ctx.materials.restitution(&meeting, || ctx.approach_speed(&hit));
        hit.restitution = if tilt == 0.0 { restitution } else { resolve::level(restitution, tilt) };
        Some(hit)
    }
}

/// Whether two hits are of one ball with walls that oppose each other. A hinge or slider that yields is no wall.
pub(crate) fn wedge(one: &Hit, other: &Hit) -> bool {
    let is_wall = |hit: &Hit| hit.other.as_collider().is_some() && hit.joint.is_none();
    one.ball == other.ball
        && is_wall(one)
        && is_wall(other)
        && one.normal.dot(other.normal) < f64::from(WEDGE_COSINE)
}

/// Friction, static friction, and the friction that acts on the spin about all axes: on a floor there is only the last.
fn frictions(meeting: &CombinedMaterial, is_on_floor: bool) -> [f64; 3] {
    if is_on_floor { [0.0, 0.0, meeting.friction] } else { [meeting.friction, meeting.static_friction, 0.0] }
}

/// Whether a ball has flown hardly any way to an impact, as a caught ball has, and whether none at all.
fn caught_or_still(moved: f64, radius: f64) -> [bool; 2] {
    [moved < CAUGHT_DISTANCE * radius, moved <= NO_DISTANCE * radius]
}

/// The speed that a collider's kick adds where it is hit, length units per second; 0 if the ball is too slow.
fn kick_speed(hit: &Hit, k: u32, ctx: &EventContext<'_>) -> f64 {
    let (row, collider, body) = ctx.sides(hit.ball, k);
    let material = ctx.materials.get(collider.material);
    if !kicks(material, ctx.approach_speed(hit)) {
        return 0.0;
    }
    let place = body.frame_at(hit.time).to_local(row.x);
    f64::from(material.kick) * material.kick_profile.at(collider.curve.along(place))
}
