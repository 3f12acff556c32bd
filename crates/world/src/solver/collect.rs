//! Collection of resting contacts, with the impulses that they keep from one substep to the next.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::base::{Cut, LANES, Sort, Torus, parallel, with_cpu_features};
use crate::bodies::{BallRow, Balls, Materials, Trajectories};
use crate::contacts::{
    Batches, Contact, FacePlace, Other, PairKey, StoredImpulses, WEDGED, WallBatch, have_unequal_masses,
};
use crate::context::StepContext;
use crate::geometry::BodySet;
use crate::links::Links;
use crate::model::Material;
use crate::pairs::{ColliderCandidates, NeighborList, PairCache, Proxy, active_pairs};
use crate::solver::{
    Contacts, Neighborhood, Pushes, Surface, SurfaceFollowing, add_collider_contact, face_place,
};

/// The path of a ball along a round surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    /// Acceleration of the ball without its contacts, length units per second squared.
    pub(crate) pull: DVec2,
    /// Speeds to the left of the normal, where the chord begins and where it ends.
    pub(crate) speeds: [f64; 2],
    /// Speed along the normal by which the surface turns the ball aside within the chord.
    pub(crate) rise: f64,
    /// Speed along the normal at which an overlap is parted; for a predicted landing, the predicted speed.
    pub(crate) rising: f64,
    /// Acceleration by contacts along the tangent in the rest of the substep, length units per second squared:
    /// their effect on the spin is complete.
    pub(crate) drag: f64,
    /// Speed of the surface's belt, if the ball rolls.
    pub(crate) rolls: Option<f64>,
    /// Whether the ball is off its chord: it has just landed, or an event has given it its true velocity.
    pub(crate) is_pending: bool,
}

/// Data that tell a contact from a bounce.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CollectContext<'a> {
    pub(crate) balls: &'a Balls,
    pub(crate) bodies: &'a BodySet,
    pub(crate) materials: &'a Materials,
    pub(crate) step: &'a StepContext,
    pub(crate) links: &'a Links,
    /// Factor on remembered impulses, if the last substep was longer or shorter.
    pub(crate) warm_start_scale: f64,
    /// Factor on the impulses of the substeps before, in their sum over the step: zero in its first substep.
    pub(crate) earlier_scale: f32,
}

impl<'a> CollectContext<'a> {
    /// Contacts and links that push balls, before the contacts of this substep are known.
    fn pushes(&self, contacts: &'a Contacts, lists: &'a [NeighborList]) -> Pushes<'a> {
        let Self { balls, bodies, links, step, warm_start_scale, .. } = *self;
        let last_h = step.h / warm_start_scale;
        Pushes { contacts, balls, bodies, links, lists: Some(lists), step, last_h }
    }

    /// The acceleration by which a contact has borne this impulse, length units per second squared; 0 if no ball is
    /// pulled.
    pub(crate) fn borne(&self, impulse: f32, normal_mass: f64) -> f64 {
        let borne = f64::from(impulse) * self.warm_start_scale / (self.step.h * normal_mass);
        if self.step.is_pulled() { borne } else { 0.0 }
    }
}

/// Data that tell whether a contact of two balls may begin, before both are tested exactly.
#[derive(Clone, Copy, Debug)]
struct Near<'a> {
    proxies: &'a [Proxy],
    flights: &'a Trajectories,
    batches: &'a Batches,
    /// Gap at which balls touch, radii.
    touch: f32,
    /// Way by which fields may bring two together beside their velocities, length units.
    field_way: f32,
    /// Length of the substep, seconds.
    h: f32,
    torus: &'a Torus,
}

impl<'a> Near<'a> {
    /// The same on another plane.
    #[inline(always)]
    fn on(self, torus: &'a Torus) -> Self {
        Self { torus, ..self }
    }

    /// Adds the new contacts among pairs of balls.
    #[inline(always)]
    fn find(
        self,
        pairs: &[[u32; 2]],
        pushes: &Pushes<'_>,
        ctx: &CollectContext<'_>,
        fresh: &mut Vec<Contact>,
    ) {
        with_cpu_features!([pairs], || {
            for &[i, j] in pairs {
                if self.may_begin(i, j) {
                    fresh.extend(ball_contact(i, j, pushes, ctx));
                }
            }
        });
    }

    /// Whether a contact of two balls may begin in this substep. Errs on the side of yes.
    #[inline(always)]
    fn may_begin(&self, i: u32, j: u32) -> bool {
        let (a, b) = (&self.proxies[i as usize], &self.proxies[j as usize]);
        // `f32::min` would also test for NaN, which no radius is.
        let smaller = if a.radius < b.radius { a.radius } else { b.radius };
        self.flights.may_rest(i, j)
            && a.may_touch(b, self.h, self.touch * smaller + self.field_way, self.torus)
            && !self.batches.has(i, j)
    }
}

/// Sorts the active pairs of balls that begin a flight: collects pairs that rest or arrive slowly as contacts. All
/// others may become impacts. Contacts in batches have been tested by
/// [`Solver::renew_batches`](crate::solver::contact_solver::Solver::renew_batches) already.
///
/// Reads balls, bodies, colliders and active pairs; writes contacts, and the velocities of their balls for the
/// solver.
pub(crate) fn collect(
    contacts: &mut Contacts,
    ctx: &CollectContext<'_>,
    pairs: &mut PairCache,
    flights: &Trajectories,
) {
    let CollectContext { balls, bodies, step, .. } = *ctx;
    contacts.clear(balls.rows.len());
    renew_walls(contacts, flights, ctx);
    find_fresh_contacts(contacts, pairs, flights, ctx);
    take_up_fresh_contacts(contacts, flights, ctx);
    let mut candidates = core::mem::take(&mut contacts.candidates);
    candidates.gather(pairs, &contacts.walls, flights, &balls.rows, step);
    if !contacts.sunk.is_empty() {
        contacts.sunk.update(balls, bodies);
        candidates.add(contacts.sunk.keys().filter(|key| !flights[key.ball()].spans_step));
    }
    if !candidates.list.is_empty() {
        collect_collider_contacts(contacts, &candidates, pairs, ctx);
    }
    contacts.candidates = candidates;
    let parted = contacts.part_walls_from_loose();
    for n in 0..contacts.rows.len() {
        let c = &contacts.rows[n];
        contacts.add_supports(c.b, c.other());
    }
    for &i in &contacts.balls_in_contact {
        if !contacts.batches.has_contact(i as usize) {
            contacts.batches.load_ball(i as usize, &balls.rows[i as usize]);
        }
    }
    recall_and_land(contacts, &parted, ctx);
}

/// Lists contacts of balls outside batches, ascending by key: among active pairs, and among the whole lists of balls
/// that overran their budget.
fn find_fresh_contacts(
    contacts: &mut Contacts,
    pairs: &PairCache,
    flights: &Trajectories,
    ctx: &CollectContext<'_>,
) {
    let mut fresh = core::mem::take(&mut contacts.fresh);
    let mut fresh_per_part = core::mem::take(&mut contacts.fresh_per_part);
    let (contacts_so_far, batches) = (&*contacts, &contacts.batches);
    let PairCache { active, lists, .. } = pairs;
    let pushes = ctx.pushes(contacts_so_far, lists);
    let near = Near {
        proxies: &active.proxies,
        flights,
        batches,
        touch: ctx.step.slop as f32,
        field_way: active.max_field_speed * ctx.step.h as f32,
        h: ctx.step.h as f32,
        torus: &ctx.step.torus,
    };
    fresh.clear();
    let open = active.pairs.as_slice();
    if !open.is_empty() {
        let (cut, parts) = (Cut::rows(open.len()), &mut fresh_per_part);
        parallel::gather(open, cut, &mut fresh, parts, |_, pairs, fresh| match near.torus.if_laid() {
            // The plain plane as a constant: its loop is one of its own.
            None => near.on(&Torus::PLANE).find(pairs, &pushes, ctx, fresh),
            Some(_) => near.find(pairs, &pushes, ctx, fresh),
        });
    }
    for &i in active.overrun.iter().filter(|&&i| !flights[i].spans_step) {
        for &j in &lists[i as usize].balls {
            let (i, j) = (i.min(j), i.max(j));
            if near.may_begin(i, j) {
                fresh.extend(ball_contact(i, j, &pushes, ctx));
            }
        }
    }
    fresh.order_by_key(Contact::key);
    fresh.dedup_by_key(|contact| contact.key());
    (contacts.fresh, contacts.fresh_per_part) = (fresh, fresh_per_part);
}

/// Puts fresh contacts of balls into batches where possible, or among those solved alone. A contact that was solved
/// alone in the last substep stays so. Contacts of sleeping balls begin in the next substep, when these balls are
/// awake.
fn take_up_fresh_contacts(contacts: &mut Contacts, flights: &Trajectories, ctx: &CollectContext<'_>) {
    let CollectContext { balls, materials, .. } = *ctx;
    let Contacts { batches, rows, stored, fresh, to_wake, initial_overlaps, .. } = contacts;
    to_wake.clear();
    for contact in &*fresh {
        let (i, j) = (contact.b, contact.other);
        if let Some(sleeper) = [i, j].into_iter().find(|&ball| flights[ball].is_asleep) {
            to_wake.push(sleeper);
            continue;
        }
        let loose = stored.binary_search_by_key(&contact.key(), |m| m.key).is_ok();
        let new = [i, j].map(|ball| !batches.has_contact(ball as usize));
        let batched = !loose
            && initial_overlaps
                .pairing(i, j, balls, materials)
                .is_some_and(|pairing| batches.create(contact, &pairing));
        if batched {
            for (ball, _) in [i, j].into_iter().zip(new).filter(|(_, new)| *new) {
                batches.load_batched(ball as usize, &balls.rows[ball as usize]);
            }
        } else {
            rows.push(*contact);
        }
    }
}

/// Collects the contacts of balls with colliders among the candidates, and notes when each active pair needs its next
/// test.
fn collect_collider_contacts(
    contacts: &mut Contacts,
    candidates: &ColliderCandidates,
    pairs: &mut PairCache,
    ctx: &CollectContext<'_>,
) {
    let ctx = *ctx;
    with_cpu_features!([ctx], || {
        let mut last = None;
        for &(key, n) in &candidates.list {
            // A collider on the list of a ball that overran its budget may come twice.
            let known = last.filter(|(other, _)| *other == key).map(|(_, gap)| gap);
            let gap = known.unwrap_or_else(|| contacts.collect_collider_contact(key, &ctx, pairs));
            last = Some((key, gap));
            if let Some(pair) = pairs.active.colliders.get_mut(n as usize) {
                let left = pairs.active.proxies[pair.ball as usize].budget_left;
                let radius = ctx.balls.rows[pair.ball as usize].r;
                pair.budget_floor = active_pairs::budget_floor(left, gap, radius, ctx.step.slop);
            }
        }
    });
}

/// A contact with a flat wall as it is now.
struct Renewed {
    normal: DVec2,
    gap: f64,
    approach: f64,
    slow: f64,
}

/// Tests a batched contact with a flat wall again; `None` if it has ended, or has left the face.
#[inline(always)]
fn test_wall_again(
    batch: &WallBatch,
    lane: usize,
    row: &BallRow,
    flights: &Trajectories,
    ctx: &CollectContext<'_>,
) -> Option<Renewed> {
    let CollectContext { balls, bodies, materials, step, .. } = *ctx;
    let (i, k) = (batch.balls[lane], batch.colliders[lane]);
    let collider = &bodies.colliders[k];
    let place = batch.face_places[lane].or_else(|| collider.survey(row.x).0.and_then(face_place));
    let FacePlace { normal, distance } = place.filter(|_| !flights[i].spans_step)?;
    let gap = distance - row.r;
    let approach = -row.v.dot(normal);
    let fall = row.a.dot(normal) * step.h;
    let restitution = if materials.varies {
        let material = balls.info[i as usize].material;
        materials.restitution_between(material, collider.material, approach + fall)
    } else {
        batch.restitution[lane]
    };
    let borne = ctx.borne(batch.normal_impulse.0[lane], f64::from(batch.normal_mass.0[lane]));
    let press = borne.max(-row.a.dot(normal));
    let slow = step.slow(press, restitution, step.sink(row.r));
    let touching = gap <= step.touch(row.r);
    let taken = if touching {
        rebounds_too_slowly(approach + fall, restitution, slow)
    } else {
        gap <= approach * step.h && approach < slow
    };
    taken.then_some(Renewed { normal, gap, approach: approach + fall, slow })
}

/// Tests the batched contacts with flat walls again. Contacts that have ended, or left the face, are tested with
/// all other walls.
fn renew_walls(contacts: &mut Contacts, flights: &Trajectories, ctx: &CollectContext<'_>) {
    if contacts.walls.is_empty() {
        return;
    }
    let mut walls = core::mem::take(&mut contacts.walls);
    let mut gone = SmallVec::<[u32; 16]>::new();
    with_cpu_features!(|| {
        for batch in &mut walls.batches {
            for lane in 0..LANES {
                let i = batch.balls[lane];
                let Some(row) = ctx.balls.rows.get(i as usize) else {
                    break;
                };
                let Some(Renewed { normal, gap, approach, slow }) =
                    test_wall_again(batch, lane, row, flights, ctx)
                else {
                    gone.push(i);
                    continue;
                };
                batch.normal_x.0[lane] = normal.x as f32;
                batch.normal_y.0[lane] = normal.y as f32;
                batch.separation.0[lane] = gap as f32;
                batch.approach.0[lane] = approach as f32;
                batch.slow.0[lane] = slow as f32;
                let (normal, tangent) = (batch.normal_impulse.0[lane], batch.tangent_impulse.0[lane]);
                let earlier =
                    [batch.earlier_normal.0[lane] + normal, batch.earlier_tangent.0[lane] + tangent];
                [batch.earlier_normal.0[lane], batch.earlier_tangent.0[lane]] =
                    earlier.map(|sum| ctx.earlier_scale * sum);
                // Later phases of the substep set these.
                (batch.parted.0[lane], batch.repeats.0[lane]) = (0.0, 0.0);
                contacts.note_ball_in_contact(i);
            }
        }
    });
    for &ball in &gone {
        contacts.stored.extend(walls.take(ball).map(|contact| contact.memory()));
    }
    if !gone.is_empty() {
        contacts.stored.order_by_key(|m| m.key);
    }
    contacts.walls = walls;
}

impl Contacts {
    /// Moves wall contacts out of batches if their balls are now in a contact that is solved alone. Returns their
    /// keys.
    fn part_walls_from_loose(&mut self) -> SmallVec<[PairKey; 16]> {
        let mut parted = SmallVec::new();
        if self.walls.is_empty() {
            return parted;
        }
        let both = |c: &Contact| [Some(c.b), c.other().as_ball()].into_iter().flatten();
        let balls = self.rows.iter().flat_map(both).filter(|&ball| self.walls.wall_of(ball).is_some());
        let balls: SmallVec<[u32; 16]> = balls.collect();
        for ball in balls {
            parted.extend(self.walls.wall_of(ball).map(|wall| PairKey::new(ball, Other::collider(wall))));
            self.solve_alone(ball);
        }
        parted
    }

    /// Collects the contact of a ball with a collider, fixed or moving, if there is one, and notes how the ball
    /// follows it. Returns the gap, less the distance that the collider may come nearer within the step.
    #[inline(always)]
    fn collect_collider_contact(&mut self, key: PairKey, ctx: &CollectContext<'_>, pairs: &PairCache) -> f64 {
        let CollectContext { balls, bodies, step, .. } = *ctx;
        let (i, Some(k)) = (key.ball(), key.other().as_collider()) else {
            return f64::INFINITY;
        };
        let collider = &bodies.colliders[k];
        let row = &balls.rows[i as usize];
        let body = bodies.body_of(collider);
        if collider.is_one_sided() {
            if self.is_sunk(i, k, bodies) {
                self.push_out(key, ctx, pairs);
                return f64::NEG_INFINITY;
            }
            if self.is_passing(i, k) {
                return f64::NEG_INFINITY;
            }
        }
        let (nearest, distance) = collider.survey(body.frame().to_local(row.x));
        let mover = body.is_mover().then_some(body);
        let nearest = nearest.filter(|near| {
            !near.is_end || {
                let (ball, radius, slop, until) = (i, row.r, step.slop, row.t);
                let around = Neighborhood { ball, radius, slop, until, pairs, bodies, contacts: self };
                !around.is_nearest_end_flush(k, row.x, row.t)
            }
        });
        let mut rows = core::mem::take(&mut self.rows);
        let pushes = ctx.pushes(self, &pairs.lists);
        let (pushes, rows_so_far) = (&pushes, &mut rows);
        let following = nearest.and_then(|nearest| match mover {
            // Compiled twice: without a moving body, the code for its motion is left out.
            None => {
                let surface = Surface { collider, mover: None, is_sunk_into: false };
                add_collider_contact(key, nearest, surface, row, ctx, pushes, rows_so_far)
            }
            mover => {
                let surface = Surface { collider, mover, is_sunk_into: false };
                add_collider_contact(key, nearest, surface, row, ctx, pushes, rows_so_far)
            }
        });
        self.rows = rows;
        if let Some(following) = following
            && self.following[i as usize].is_none_or(|known| k < known.collider)
        {
            self.follow(i, SurfaceFollowing { collider: k, ..following });
        }
        distance - row.r - mover.map_or(0.0, |body| body.most_approach(row.x, step.dt - row.t))
    }
}

impl Contacts {
    /// Collects the contact by which a solid pushes out a ball that lies in it, if the collider is the nearest of the
    /// solid.
    #[cold]
    fn push_out(&mut self, key: PairKey, ctx: &CollectContext<'_>, pairs: &PairCache) {
        let CollectContext { balls, bodies, .. } = *ctx;
        let (i, Some(k)) = (key.ball(), key.other().as_collider()) else { return };
        let collider = &bodies.colliders[k];
        let body = bodies.body_of(collider);
        if let Some(Some(nearest)) = self.sunk.lies(i, k, bodies) {
            let surface = Surface { collider, mover: body.is_mover().then_some(body), is_sunk_into: true };
            let mut rows = core::mem::take(&mut self.rows);
            let pushes = ctx.pushes(self, &pairs.lists);
            add_collider_contact(key, nearest, surface, &balls.rows[i as usize], ctx, &pushes, &mut rows);
            self.rows = rows;
        }
    }
}

/// Gives contacts the impulses that they had in the last substep, and notes the landings of contacts that begin. A
/// contact begins if it has no stored impulses and was not `parted` from batches.
fn recall_and_land(contacts: &mut Contacts, parted: &[PairKey], ctx: &CollectContext<'_>) {
    let CollectContext { balls, bodies, .. } = *ctx;
    let mut rows = core::mem::take(&mut contacts.rows);
    let mut landings = core::mem::take(&mut contacts.landings);
    let landing = |contact: &Contact| contacts.landing(contact, balls, bodies);
    let batched = contacts.fresh.iter().filter(|contact| contacts.batches.has(contact.b, contact.other));
    landings.extend(batched.filter_map(landing));
    recall(&mut rows, &contacts.stored, ctx, |contact| {
        if !parted.contains(&contact.key()) {
            landings.extend(landing(contact));
        }
    });
    (contacts.rows, contacts.landings) = (rows, landings);
}

/// Gives contacts the impulses they had in the last substep: a merge of two sorted lists.
///
/// A wedge presses on a ball from both sides, by many times its weight where the walls are nearly parallel. If one
/// side is gone, the other forgets its impulse: it would shoot the ball away. Contacts without stored impulses
/// begin.
fn recall(
    rows: &mut [Contact],
    memory: &[StoredImpulses],
    ctx: &CollectContext<'_>,
    mut begin: impl FnMut(&Contact),
) {
    let is_gone =
        |m: &&StoredImpulses| m.color == WEDGED && rows.binary_search_by_key(&m.key, Contact::key).is_err();
    let released: SmallVec<[u32; 4]> = memory.iter().filter(is_gone).map(|m| m.key.ball()).collect();
    let mut old = memory;
    for row in &mut *rows {
        let key = row.key();
        while let [gone, rest @ ..] = old
            && gone.key < key
        {
            old = rest;
        }
        if let [m, rest @ ..] = old
            && m.key == key
        {
            old = rest;
            let press = ctx.borne(m.normal_impulse, f64::from(row.normal_mass));
            let slow = ctx.step.slow(press, row.restitution, f64::from(row.sink));
            row.slow = row.slow.max(slow as f32);
            row.normal_impulse = m.normal_impulse;
            row.load = m.load;
            row.tangent_impulse = m.tangent_impulse;
            row.earlier_normal = ctx.earlier_scale * (m.earlier_normal + m.normal_impulse);
            row.earlier_tangent = ctx.earlier_scale * (m.earlier_tangent + m.tangent_impulse);
            // Without rolling resistance the contact bears no rolling impulse.
            row.roll_impulse = if row.rolling_resistance > 0.0 { m.roll_impulse } else { 0.0 };
            row.is_wedged = m.color == WEDGED;
        } else {
            begin(row);
        }
    }
    if !released.is_empty() {
        for row in rows.iter_mut().filter(|row| row.is_wedged && released.binary_search(&row.b).is_ok()) {
            (row.normal_impulse, row.tangent_impulse, row.roll_impulse) = (0.0, 0.0, 0.0);
        }
    }
}

/// Whether a touching pair stays in contact rather than bounces. `approach` is its speed before gravity acted in this
/// substep: the contact bears the speed from gravity.
#[inline]
pub(crate) fn rebounds_too_slowly(approach: f64, restitution: f64, slow: f64) -> bool {
    approach <= 2.0 * slow || restitution * approach < slow
}

/// Values that separate a pair in contact from one that bounces.
pub(crate) struct Threshold<'a> {
    pub(crate) restitution: f64,
    /// The highest speed that may count as slow.
    pub(crate) sink: f64,
    /// Acceleration that pulls the pair together, pushes of others left aside.
    pub(crate) own: f64,
    pub(crate) step: &'a StepContext,
}

impl Threshold<'_> {
    /// Speed below which the pair does not bounce, if it is in contact. `borne` is the acceleration that it has
    /// borne, `pushed` the one that others give it: each takes a search, and is computed only if it decides.
    #[inline(always)]
    pub(crate) fn slow_if_taken(
        &self,
        borne: impl FnOnce() -> f64,
        pushed: impl FnOnce() -> f64,
        takes: impl Fn(f64) -> bool,
    ) -> Option<f64> {
        let &Self { restitution, sink, own, step } = self;
        let slow = step.slow(own, restitution, sink);
        if takes(slow) {
            return Some(slow);
        }
        if !takes(sink) {
            return None;
        }
        let borne = own.max(borne());
        let slow = step.slow(borne, restitution, sink);
        if takes(slow) {
            return Some(slow);
        }
        let slow = step.slow(borne.max(own + pushed()), restitution, sink);
        takes(slow).then_some(slow)
    }
}

/// The contact of two balls; `None` if they are apart or bounce.
fn ball_contact(i: u32, j: u32, pushes: &Pushes<'_>, ctx: &CollectContext<'_>) -> Option<Contact> {
    let CollectContext { balls, materials, step, .. } = *ctx;
    let (row, other) = (&balls.rows[i as usize], &balls.rows[j as usize]);
    let d = step.torus.nearest(row.x - other.x);
    let distance = d.length();
    let normal = if distance > 0.0 { d / distance } else { DVec2::Y };
    let initial_overlap = pushes.contacts.initial_overlaps.depth(i, j);
    let gap = distance - row.r - other.r + initial_overlap;
    let approach = -(row.v - other.v).dot(normal);
    let scale = row.r.min(other.r);
    let touching = gap <= step.touch(scale);
    if !touching && gap > approach * step.h {
        return None;
    }
    let meeting = materials.combine(balls.info[i as usize].material, balls.info[j as usize].material);
    let fall = (row.a - other.a).dot(normal) * step.h;
    let restitution = materials.restitution(&meeting, || approach + fall);
    let (inverse_mass, sink, own) = (row.im + other.im, step.sink(scale), -(row.a - other.a).dot(normal));
    let borne = || {
        let memory = pushes.memory_of(PairKey::new(i, Other::ball(j)));
        memory.map_or(0.0, |m| ctx.borne(m.normal_impulse, 1.0 / inverse_mass))
    };
    let pushed =
        || pushes.on(i, row.a, -normal, Other::ball(j)) + pushes.on(j, other.a, normal, Other::ball(i));
    let takes = |slow: f64| {
        if touching { rebounds_too_slowly(approach + fall, restitution, slow) } else { approach < slow }
    };
    let slow = Threshold { restitution, sink, own, step }.slow_if_taken(borne, pushed, takes)?;
    let inverse_spin = row.ii * row.r * row.r + other.ii * other.r * other.r;
    let lever = distance / (row.r + other.r - initial_overlap);
    Some(Contact {
        b: i,
        other: Other::ball(j).0,
        normal: normal.as_vec2(),
        separation: gap as f32,
        initial_overlap,
        surface: Vec2::ZERO,
        radius_a: other.r as f32,
        radius_b: row.r as f32,
        lever: lever as f32,
        scale: scale as f32,
        approach: (approach + fall) as f32,
        slow: slow as f32,
        sink: sink as f32,
        restitution,
        normal_mass: (1.0 / inverse_mass) as f32,
        tangent_mass: (1.0 / (inverse_mass + inverse_spin * lever * lever)) as f32,
        roll_mass: roll_mass(row.ii + other.ii),
        spin_a: (other.ii * other.r * other.r) as f32,
        spin_b: (row.ii * row.r * row.r) as f32,
        friction: meeting.friction as f32,
        static_friction: meeting.static_friction as f32,
        rolling_resistance: (meeting.rolling_resistance * scale) as f32,
        uneven: have_unequal_masses(row.im, other.im),
        ..Contact::default()
    })
}

#[inline]
pub(crate) fn kicks(material: &Material, approach: f64) -> bool {
    material.kick > 0.0 && approach > 0.0 && approach >= f64::from(material.kick_threshold)
}

/// Impulse of rolling resistance per unit of angular velocity, for the sum of the inverse inertias; zero if neither
/// side turns.
pub(crate) fn roll_mass(inverse: f64) -> f32 {
    if inverse > 0.0 { (1.0 / inverse) as f32 } else { 0.0 }
}
