//! Candidate lists of each ball, valid while the ball stays in its safe circle.
//!
//! Each ball is listed with a circle around its position at that time. A path within that circle, through any
//! number of bounces, meets only colliders on the ball's list. A ball that leaves its circle is listed again, in
//! the middle of a substep if need be. The lists are a cache: entries beyond the ball's true neighbors change no
//! result.

use alloc::vec::Vec;
use carom_broadphase::{Aabb, BallGrid, CurveGrid, Disc};
use glam::{DVec2, Vec2};

use crate::base::{
    Cut, LONGER, RowList, Shared, Slab, Sort, Torus, parallel, room, rounding, with_cpu_features,
};
use crate::bodies::{BallRow, Balls, BodyRow, JointRow, Trajectories};
use crate::contacts::Batches;
use crate::context::Substep;
use crate::geometry::{BodySet, Collider};
use crate::pairs::constants::{
    CIRCLE_STEPS, FEW_COLLIDERS, MAX_CIRCLE_MARGIN, MIN_CIRCLE_MARGIN, RELIST_ALL_FROM,
    RELISTINGS_BEFORE_WIDER, RESERVED_COLLIDERS, STATIC_CIRCLE_MARGIN,
};
use crate::pairs::{
    ActiveCollider, ActivePairs, NeighborList, Neighbors, Proxy, SafeCircle, StaticNeighbors, budget,
};

/// How far balls may come within a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Speed that gravity, forces and fields give a ball within the step at most.
    pub(crate) fall: f64,
    /// Gap, in radii, up to which balls count as touching.
    pub(crate) touch: f32,
    /// Length of the step, seconds.
    pub(crate) dt: f64,
}

/// The candidate lists of all balls, and the grids that they come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairCache {
    pub(crate) circles: Vec<SafeCircle>,
    pub(crate) lists: Vec<NeighborList>,
    static_neighbors: Vec<StaticNeighbors>,
    pub(crate) active: ActivePairs,
    pub(crate) balls: BallGrid,
    pub(crate) fixed: Shared<CurveGrid>,
    /// Whether the grid belongs to another world, which tunes it.
    pub(crate) is_borrowed: bool,
    /// Rows of the bodies that are not fixed, ascending.
    pub(crate) bodies: Vec<u32>,
    /// Of these: bodies that move in this step, or may be set in motion.
    pub(crate) moving: Vec<u32>,
    /// Colliders of movers with the bounds of their motion in this step.
    pub(crate) movers: Vec<(u32, Aabb)>,
    /// Whether no kinematic body moves: the movers need not be found again, as bounds of hinges and sliders do not
    /// change.
    bodies_stand: bool,
    /// Balls whose list names a mover.
    pub(crate) visited: Vec<u32>,
    /// Of these, ascending: balls that a moving body may reach in this step.
    pub(crate) near_movers: Vec<u32>,
    /// Something was added, removed or placed elsewhere: list everything again.
    pub(crate) stale: bool,
    /// The lists have changed since movers were entered in them.
    changed: bool,
    /// How the plane repeats, in this step.
    pub(crate) torus: Torus,
    /// Greatest margin of a circle in a periodic box, length units; infinite elsewhere.
    widest_margin: f64,
    /// Largest radius of a disc in the grid of balls, if the plane repeats.
    largest_disc: f64,
    discs: Vec<Disc>,
    pub(crate) found: Vec<u32>,
    /// Results of each part of a listing: colliders, and pairs by the part that owns their ball.
    shares: Vec<Vec<u32>>,
    pairs: Vec<Vec<Vec<[u32; 2]>>>,
    /// How often each ball was listed again in this step.
    again: Vec<u16>,
    /// Balls that will leave their circles in this step, and the results of each part.
    leaving: Vec<u32>,
    leaving_per_part: Vec<Vec<u32>>,
    /// Balls that were listed again in this step.
    relisted: Vec<u32>,
}

/// A single precision disc that surely holds the double precision one.
pub(crate) fn disc(center: DVec2, radius: f64) -> Disc {
    let c = center.as_vec2();
    let off = (c.x.abs() + c.y.abs()) * rounding::single(2);
    Disc { center: c, radius: radius as f32 * LONGER + off }
}

fn largest_radius(rows: &[BallRow]) -> f64 {
    rows.iter().fold(0.0, |largest, row| largest.max(row.r))
}

/// A power of two near the geometric mean of the radii; zero if there is no ball.
fn usual_radius(rows: &[BallRow]) -> f32 {
    let sum: i64 = rows.iter().map(|row| i64::from(libm::ilogb(row.r))).sum();
    sum.checked_div(rows.len() as i64).map_or(0.0, |mean| libm::scalbnf(1.0, mean as i32))
}

fn margin(speed: f64, radius: f64, dt: f64) -> f64 {
    (CIRCLE_STEPS * speed * dt).clamp(MIN_CIRCLE_MARGIN * radius, MAX_CIRCLE_MARGIN * radius)
}

impl PairCache {
    /// Finds the bodies that are not fixed, if any may have come or gone.
    pub(crate) fn find_bodies(&mut self, rows: &[BodyRow]) {
        if self.stale {
            self.bodies.clear();
            let all = (0..).zip(rows);
            self.bodies.extend(all.filter(|(_, body)| body.is_mover()).map(|(row, _)| row));
        }
    }

    /// Brings the lists up to date for a step of `dt` seconds; balls that sleep stay where they are.
    ///
    /// Reads balls, bodies and colliders; writes the lists.
    pub(crate) fn update(&mut self, balls: &Balls, bodies: &BodySet, awake: &RowList, dt: f64) {
        for i in self.relisted.drain(..) {
            if let Some(again) = self.again.get_mut(i as usize) {
                *again = 0;
            }
        }
        self.again.resize(balls.rows.len(), 0);
        self.active.resize(&balls.rows);
        if self.stale || !self.list_leaving(balls, &bodies.colliders, awake, dt) {
            self.list_all(balls, &bodies.colliders, dt);
        }
        let may_move = |row: &&u32| bodies.rows[**row as usize].may_move();
        self.moving.clear();
        self.moving.extend(self.bodies.iter().filter(may_move));
        // The reach of hinges and sliders does not change.
        let stands = self.moving.iter().all(|&row| bodies.rows[row as usize].joint.is_some());
        let stood = core::mem::replace(&mut self.bodies_stand, stands);
        if self.changed || !(stood && self.bodies_stand) {
            self.list_movers(balls, bodies, dt);
        }
        self.changed = false;
    }

    /// Activates the pairs that may meet in a step, except pairs of sleeping balls; `sleeps` says whether a ball
    /// sleeps.
    pub(crate) fn activate(
        &mut self,
        balls: &Balls,
        batches: &Batches,
        awake: &RowList,
        sleeps: impl Fn(u32) -> bool + Sync,
        reach: &Reach,
    ) {
        let Reach { fall, touch, dt } = *reach;
        let Self { active, circles, lists, static_neighbors, movers, torus, .. } = self;
        let rows = balls.rows.as_slice();
        active.begin(rows, awake, &circles[..rows.len()], fall, dt);
        // The plain plane as a constant: its loop is one of its own.
        let all = &lists[..rows.len()];
        match torus.if_laid() {
            None => {
                let may_meet = |a: &Proxy, b: &Proxy| a.may_meet(b, touch, &Torus::PLANE);
                active.activate_pairs(all, awake, sleeps, batches, may_meet);
            }
            Some(torus) => {
                let may_meet = |a: &Proxy, b: &Proxy| a.may_meet(b, touch, torus);
                active.activate_pairs(all, awake, sleeps, batches, may_meet);
            }
        }
        let (lists, static_neighbors) = (&lists[..rows.len()], &static_neighbors[..rows.len()]);
        active.activate_colliders(rows, awake, lists, static_neighbors, touch, |k, at, reach| {
            comes_by(movers, k, at, reach)
        });
    }

    /// Gives balls that overran their budget a new one at the start of a substep, and activates the pairs within it.
    /// The meetings of two balls in flight are predicted already. A ball gets no budget if its flight may leave its
    /// safe circle. In the last substep it is cheaper to test the whole list of a ball in flight.
    pub(crate) fn renew_budgets(
        &mut self,
        balls: &Balls,
        batches: &Batches,
        flights: &Trajectories,
        reach: &Reach,
        sub: &Substep,
    ) {
        if self.active.overrun.is_empty() {
            return;
        }
        let Reach { fall, touch, dt } = *reach;
        let (now, is_last) = (sub.start, sub.until >= dt);
        let Self { active, circles, lists, static_neighbors, movers, torus, .. } = self;
        let mut overrun = core::mem::take(&mut active.overrun);
        overrun.retain(|&i| {
            let flying = flights.flies(i);
            if flying && is_last {
                return true;
            }
            let row = &balls.rows[i as usize];
            let at = row.position_at(now);
            let (list, circle) = (&lists[i as usize], &circles[i as usize]);
            let room = circle.margin - (at - circle.origin).length();
            let left = budget(row.v.length(), row.r, fall, dt).min(room) as f32;
            let way = if flying { row.most_way(now..row.end) as f32 * LONGER } else { 0.0 };
            if left < way {
                return true;
            }
            active.proxies[i as usize].budget_left = left - way;
            let reach = left + touch * row.r as f32;
            for &j in &list.balls {
                if flying && flights.flies(j) {
                    continue;
                }
                let other = &balls.rows[j as usize];
                let gap = torus.nearest(other.position_at(now) - at).length() - row.r - other.r;
                if (gap as f32) < LONGER * (reach + active.reach_from(j, other, now, touch))
                    && !batches.has(i, j)
                {
                    active.pairs.push([i.min(j), i.max(j)]);
                }
            }
            if flying {
                active.colliders.extend(list.movers.iter().map(|&k| ActiveCollider::new(i, k)));
            } else {
                let left = active.proxies[i as usize].budget_left;
                let neighbors = Neighbors { list, fixed: &static_neighbors[i as usize] };
                let passes = |k, reach| comes_by(movers, k, at, reach);
                active.colliders.extend(neighbors.within_budget(i, row, left, touch, passes));
            }
            false
        });
        active.overrun = overrun;
    }

    /// Finds the balls and the colliders that a ball may touch if it moves by `way` length units, each ascending. Lists name
    /// only those within its safe circle.
    pub(crate) fn find_near(
        &self,
        i: u32,
        way: f64,
        balls: &Balls,
        colliders: &Slab<Collider>,
        [others, walls]: [&mut Vec<u32>; 2],
    ) {
        let Self { fixed, movers, torus, .. } = self;
        let row = &balls.rows[i as usize];
        let reach = row.r + way;
        others.clear();
        walls.clear();
        self.meet_balls((torus.place(row.x), reach), |j| {
            if j != i && balls.may_collide(i, j) {
                others.push(j);
            }
        });
        others.order();
        others.dedup();
        fixed.overlapping(disc(row.x, reach), walls);
        walls.extend(movers.iter().map(|(k, _)| *k).filter(|&k| comes_by(movers, k, row.x, reach)));
        walls.retain(|&k| balls.may_collide_with(i, &colliders[k]));
        walls.order();
    }

    /// Visits the balls whose safe circles meet a disc in the box, some of them twice.
    #[inline]
    fn meet_balls(&self, place: (DVec2, f64), mut meet: impl FnMut(u32)) {
        let Self { balls: grid, torus, largest_disc, .. } = self;
        grid.overlapping(disc(place.0, place.1), &mut meet);
        if torus.is_laid() {
            meet_over_seams(grid, torus, place, *largest_disc, meet);
        }
    }

    /// Drops the lists; the grid of static colliders stays.
    pub(crate) fn forget(&mut self) {
        let fixed = core::mem::take(&mut self.fixed);
        *self = Self { fixed, is_borrowed: self.is_borrowed, stale: true, ..Self::default() };
    }

    /// Takes the grid of another world, and lists everything again. Lists of sleeping balls are forgotten.
    pub(crate) fn begin_again(&mut self, fixed: Shared<CurveGrid>) {
        self.fixed = fixed;
        self.stale = true;
        self.active.proxies.clear();
    }

    /// Lists the balls again that will leave their circles in a step, unless listing all at once is cheaper.
    fn list_leaving(&mut self, balls: &Balls, colliders: &Slab<Collider>, awake: &RowList, dt: f64) -> bool {
        let rows = balls.rows.as_slice();
        let Some(circles) = self.circles.get(..rows.len()) else {
            return false;
        };
        let mut leaving = core::mem::take(&mut self.leaving);
        leaving.clear();
        leaving.reserve(rows.len());
        let parts = &mut self.leaving_per_part;
        let cut = Cut::by(awake.len(), rows.len());
        parallel::gather((rows, circles), cut, &mut leaving, parts, |first, (rows, circles), leaving| {
            with_cpu_features!(|| {
                for run in awake.runs(first, rows.len()) {
                    let of_run = rows[run.clone()].iter().zip(&circles[run.clone()]);
                    for (n, (row, circle)) in of_run.enumerate() {
                        if !circle.contains(row.x + row.v * dt, 0.0) {
                            leaving.push((first + run.start + n) as u32);
                        }
                    }
                }
            });
        });
        let few = leaving.len() <= RELIST_ALL_FROM.max(rows.len() / RELIST_ALL_FROM);
        if few {
            for &i in &leaving {
                let BallRow { x, v, .. } = balls.rows[i as usize];
                self.list_one(i, x, v, balls, colliders, dt);
            }
        }
        self.leaving = leaving;
        few
    }

    /// Lists all balls: about each a new circle, and its neighbors from the grids.
    fn list_all(&mut self, balls: &Balls, colliders: &Slab<Collider>, dt: f64) {
        let count = balls.rows.len();
        // Room of removed balls is kept for new ones.
        if self.lists.len() < count {
            self.lists.resize_with(count, NeighborList::default);
            self.static_neighbors.resize_with(count, StaticNeighbors::default);
        }
        self.circles.resize(count, SafeCircle::default());
        self.discs.resize(count, Disc::new(Vec2::ZERO, 0.0));
        let (cut, stale) = (Cut::rows(count), self.stale);
        if stale {
            let radius = usual_radius(&balls.rows);
            // A grid shared with other worlds is copied by the first change.
            if !self.is_borrowed && !self.fixed.expects(radius) {
                self.fixed.expect(radius);
            }
            self.widest_margin = if self.torus.is_laid() {
                self.torus.widest_margin(largest_radius(&balls.rows))
            } else {
                f64::INFINITY
            };
        }
        let Self { circles, discs, lists, static_neighbors, balls: grid, fixed, shares, .. } = self;
        let (torus, widest) = (self.torus, self.widest_margin);
        let (lists, static_neighbors) = (&mut lists[..count], &mut static_neighbors[..count]);
        let rows = (circles.as_mut_slice(), discs.as_mut_slice(), balls.rows.as_slice());
        parallel::each(rows, cut, |_, (circles, discs, rows)| {
            for ((circle, bounds), row) in circles.iter_mut().zip(discs).zip(rows) {
                let margin = margin(row.v.length(), row.r, dt).min(widest);
                *circle = SafeCircle::ahead(row.x, row.v, margin, dt);
                *bounds = disc(torus.place(circle.origin), row.r + circle.margin);
            }
        });
        shares.resize_with(cut.parts, Vec::new);
        let surroundings = Surroundings { balls, colliders, fixed, dt };
        parallel::both(
            || grid.rebuild(discs),
            || {
                let rows = (&mut *lists, static_neighbors, circles.as_slice());
                parallel::in_parts(rows, cut, shares, |first, (lists, static_neighbors, circles), found| {
                    let lists = (first..).zip(lists).zip(static_neighbors).zip(circles);
                    for (((i, list), around), circle) in lists {
                        list.balls.clear();
                        if stale {
                            around.forget();
                        }
                        surroundings.list_colliders(i, list, around, circle, found);
                    }
                });
            },
        );
        self.list_pairs(balls);
        if self.torus.is_laid() {
            self.list_pairs_over_seams(balls);
        }
        self.stale = false;
        self.changed = true;
    }

    /// Writes the pairs of the grid into the lists of both balls.
    fn list_pairs(&mut self, balls: &Balls) {
        let Self { lists, balls: grid, pairs, .. } = self;
        let count = balls.rows.len();
        let cut = Cut::rows(count);
        let all_collide = balls.all_collide();
        let may_collide = |i: u32, j: u32| all_collide || balls.may_collide(i, j);
        let lists = &mut lists[..count];
        if !cut.is_cut() {
            grid.for_each_pair(|i, j| {
                if may_collide(i, j) {
                    lists[i as usize].balls.push(j);
                    lists[j as usize].balls.push(i);
                }
            });
            lists.iter_mut().for_each(|list| list.balls.sort_unstable());
            return;
        }
        let (parts, share) = (cut.parts, cut.share());
        pairs.resize_with(parts, Vec::new);
        parallel::in_parts((), Cut::singly(parts), pairs, |part, (), found: &mut Vec<Vec<_>>| {
            found.resize_with(parts, Vec::new);
            found.iter_mut().for_each(Vec::clear);
            grid.for_each_pair_of(part, parts, |i, j| {
                if may_collide(i, j) {
                    found[i as usize / share].push([i, j]);
                    found[j as usize / share].push([j, i]);
                }
            });
        });
        let pairs = &*pairs;
        parallel::each(lists, cut, |first, lists| {
            if lists.is_empty() {
                return;
            }
            for &[i, j] in pairs.iter().flat_map(|found| &found[first / share]) {
                lists[i as usize - first].balls.push(j);
            }
            lists.iter_mut().for_each(|list| list.balls.sort_unstable());
        });
    }

    /// Adds the pairs that meet over a seam of the periodic box to the lists.
    fn list_pairs_over_seams(&mut self, balls: &Balls) {
        let Self { lists, circles, balls: grid, torus, .. } = self;
        let discs =
            circles.iter().zip(&balls.rows).map(|(circle, row)| (circle.origin, row.r + circle.margin));
        self.largest_disc = discs.clone().fold(0.0, |largest: f64, (_, radius)| largest.max(radius));
        for (i, (at, radius)) in (0..).zip(discs) {
            let at = torus.place(at);
            meet_over_seams(grid, torus, (at, radius), self.largest_disc, |j| {
                if j > i && balls.may_collide(i, j) {
                    lists[i as usize].balls.push(j);
                    lists[j as usize].balls.push(i);
                }
            });
        }
        for list in &mut lists[..balls.rows.len()] {
            list.balls.sort_unstable();
            list.balls.dedup();
        }
    }

    /// Moves the circle of a ball that was put to another image of its place. All neighbors stay.
    pub(crate) fn move_to_image(&mut self, i: usize, way: DVec2) {
        if let Some(circle) = self.circles.get_mut(i) {
            circle.origin += way;
            self.static_neighbors[i].move_by(way);
        }
    }

    /// Lists the fixed colliders near a ball, unless the list that it has still serves.
    fn list_colliders(&mut self, i: usize, balls: &Balls, colliders: &Slab<Collider>, dt: f64) {
        let Self { lists, static_neighbors, circles, fixed, found, .. } = self;
        let surroundings = Surroundings { balls, colliders, fixed, dt };
        surroundings.list_colliders(i, &mut lists[i], &mut static_neighbors[i], &circles[i], found);
    }

    /// Lists one ball again about the place `at`, in the middle of a step.
    pub(crate) fn list_one(
        &mut self,
        i: u32,
        at: DVec2,
        velocity: DVec2,
        balls: &Balls,
        colliders: &Slab<Collider>,
        dt: f64,
    ) {
        let row = &balls.rows[i as usize];
        let again = &mut self.again[i as usize];
        if *again == 0 {
            self.relisted.push(i);
        }
        *again = again.saturating_add(1);
        let wider = libm::scalbn(1.0, i32::from(*again / RELISTINGS_BEFORE_WIDER));
        let mut list = core::mem::take(&mut self.lists[i as usize]);
        let margin = (wider * margin(velocity.length(), row.r, dt)).min(self.widest_margin);
        let circle = SafeCircle::ahead(at, velocity, margin, dt);
        let torus = self.torus;
        let (place, reach) = (torus.place(circle.origin), row.r + circle.margin);
        let disc = disc(place, reach);
        self.circles[i as usize] = circle;
        let mut before = core::mem::take(&mut self.found);
        before.clear();
        before.extend_from_slice(&list.balls);
        list.balls.clear();
        self.balls.update(i, disc);
        if torus.is_laid() {
            self.largest_disc = self.largest_disc.max(reach);
        }
        self.meet_balls((place, reach), |j| {
            if j != i && balls.may_collide(i, j) {
                list.balls.push(j);
            }
        });
        list.balls.sort_unstable();
        list.balls.dedup();
        // Most neighbors stay. Their lists are left as they are.
        for j in before.iter().filter(|j| list.balls.binary_search(j).is_err()) {
            let other = &mut self.lists[*j as usize].balls;
            if let Ok(place) = other.binary_search(&i) {
                other.remove(place);
            }
        }
        for j in list.balls.iter().filter(|j| before.binary_search(j).is_err()) {
            let other = &mut self.lists[*j as usize].balls;
            if let Err(place) = other.binary_search(&i) {
                other.insert(place, i);
            }
        }
        self.found = before;
        if !list.movers.is_empty() {
            list.movers.clear();
        } else if self.movers.iter().any(|(_, swept)| swept.overlaps(disc.bounds())) {
            self.visited.push(i);
        }
        let passing = self
            .movers
            .iter()
            .filter(|(k, swept)| swept.overlaps(disc.bounds()) && balls.may_collide_with(i, &colliders[*k]));
        list.movers.extend(passing.map(|(k, _)| *k));
        self.lists[i as usize] = list;
        self.list_colliders(i as usize, balls, colliders, dt);
        self.active.overrun_budget(i);
        self.changed = true;
    }

    /// Finds the balls that each mover may meet within this step.
    fn list_movers(&mut self, balls: &Balls, bodies: &BodySet, dt: f64) {
        for i in self.visited.drain(..) {
            if let Some(list) = self.lists.get_mut(i as usize) {
                list.movers.clear();
            }
        }
        self.movers.clear();
        if !self.bodies.is_empty() {
            // Balls that are listed again later in the step come on top.
            let count = balls.rows.len();
            self.visited.reserve(count + count / RELIST_ALL_FROM + room::ENTRIES);
        }
        for &row in &self.bodies {
            let body = &bodies.rows[row as usize];
            for &k in body.colliders.iter() {
                self.movers.push((k, swept_bounds(&bodies.colliders[k], body, bodies.joint_of(body), dt)));
            }
        }
        self.movers.order_by_key(|(k, _)| *k);
        let (lists, visited) = (&mut self.lists, &mut self.visited);
        for (k, bounds) in &self.movers {
            self.balls.overlapping_box(*bounds, |i| {
                if balls.may_collide_with(i, &bodies.colliders[*k]) {
                    let movers = &mut lists[i as usize].movers;
                    if movers.is_empty() {
                        visited.push(i);
                    }
                    movers.push(*k);
                }
            });
        }
    }

    /// The listed fixed colliders that a ball at `at` may touch on a way of this length, and gaps not wider than the
    /// true ones.
    pub(crate) fn colliders_within(
        &self,
        i: u32,
        at: DVec2,
        way: f64,
    ) -> impl Iterator<Item = (u32, f32)> + '_ {
        let colliders = &self.lists[i as usize].colliders;
        self.static_neighbors[i as usize].within(at, way as f32 * LONGER).map(|(n, gap)| (colliders[n], gap))
    }

    /// Whether all bodies that could move stand, and none has a target to go to.
    pub(crate) fn all_bodies_stand(&self, bodies: &BodySet) -> bool {
        self.bodies
            .iter()
            .map(|&row| &bodies.rows[row as usize])
            .all(|body| !body.may_move() && body.target.is_none())
    }

    /// Whether no body moves, and no ball may set a hinge or slider in motion.
    pub(crate) fn is_still(&self, bodies: &BodySet) -> bool {
        (bodies.joints.is_empty()
            || self.visited.is_empty() && !bodies.joints.iter().any(JointRow::is_moving))
            && !self.moving.iter().any(|&row| bodies.rows[row as usize].is_moving())
    }

    /// Brings bodies that do not move to the end of a substep.
    pub(crate) fn rest(&self, bodies: &mut [BodyRow], until: f64) {
        for &row in &self.moving {
            bodies[row as usize].end_substep(until);
        }
    }

    /// Finds the balls that a moving body may reach in this step, or a hinge or slider if it is struck. `touch` is
    /// the gap, in radii, up to which they touch.
    pub(crate) fn find_balls_near_movers(&mut self, rows: &[BallRow], bodies: &BodySet, touch: f32) {
        let Self { visited, near_movers, lists, movers, .. } = self;
        near_movers.clear();
        if visited.is_empty() {
            return;
        }
        near_movers.reserve(visited.capacity());
        near_movers.extend(visited.iter().copied().filter(|&i| {
            let row = &rows[i as usize];
            let reach = row.r * f64::from(1.0 + touch);
            is_near_mover(&lists[i as usize], movers, row.x, reach, bodies, BodyRow::may_move)
        }));
        near_movers.order();
        near_movers.dedup();
    }
}

/// Visits the discs of a grid that overlap a disc over a seam; `largest` is the largest radius in the grid.
fn meet_over_seams(
    grid: &BallGrid,
    torus: &Torus,
    disc: (DVec2, f64),
    largest: f64,
    mut meet: impl FnMut(u32),
) {
    let (at, radius) = disc;
    for way in torus.images(at, radius + largest) {
        grid.overlapping(self::disc(at + way, radius), &mut meet);
    }
}

/// The sources of a ball's list of fixed colliders.
#[derive(Clone, Copy, Debug)]
struct Surroundings<'a> {
    balls: &'a Balls,
    colliders: &'a Slab<Collider>,
    fixed: &'a CurveGrid,
    /// Length of the step, seconds.
    dt: f64,
}

impl Surroundings<'_> {
    /// Lists the fixed colliders near a ball, unless the list that it has still serves. `found` is scratch.
    fn list_colliders(
        &self,
        i: usize,
        list: &mut NeighborList,
        around: &mut StaticNeighbors,
        circle: &SafeCircle,
        found: &mut Vec<u32>,
    ) {
        if around.serve(circle) {
            return;
        }
        let Self { balls, colliders, fixed, dt } = *self;
        let (r, v) = (balls.rows[i].r, balls.rows[i].v);
        let wider = circle.widened(STATIC_CIRCLE_MARGIN * circle.margin + r, v, dt);
        found.clear();
        fixed.overlapping(disc(wider.origin, r + wider.margin), found);
        list.colliders.clear();
        if found.len() > FEW_COLLIDERS {
            list.colliders.reserve(RESERVED_COLLIDERS);
        }
        let meet = |&k: &u32| balls.may_collide_with(i as u32, &colliders[k]);
        list.colliders.extend(found.iter().copied().filter(meet));
        around.survey(wider, r, list.colliders.capacity(), list.colliders.iter().map(|&k| &colliders[k]));
    }
}

/// Whether a moving body may reach a ball in this step.
pub(crate) fn is_by_mover(
    list: &NeighborList,
    movers: &[(u32, Aabb)],
    row: &BallRow,
    bodies: &BodySet,
) -> bool {
    is_near_mover(list, movers, row.x, row.r, bodies, BodyRow::is_moving)
}

/// Whether one of a ball's movers that `counts` comes within `reach` of a place in this step.
#[inline]
fn is_near_mover(
    list: &NeighborList,
    movers: &[(u32, Aabb)],
    at: DVec2,
    reach: f64,
    bodies: &BodySet,
    counts: impl Fn(&BodyRow) -> bool,
) -> bool {
    let counts = |k: u32| counts(bodies.body_of(&bodies.colliders[k]));
    list.movers.iter().any(|&k| counts(k) && comes_by(movers, k, at, reach))
}

/// Whether a mover's collider comes within `reach` of a point in this step.
fn comes_by(movers: &[(u32, Aabb)], collider: u32, at: DVec2, reach: f64) -> bool {
    movers.binary_search_by_key(&collider, |mover| mover.0).is_ok_and(|n| {
        let Aabb { min, max } = movers[n].1;
        (at - at.clamp(min.as_dvec2(), max.as_dvec2())).length_squared() <= reach * reach
    })
}

/// Bounds of a collider over the motion of its body within a step.
pub(crate) fn swept_bounds(collider: &Collider, body: &BodyRow, joint: Option<&JointRow>, dt: f64) -> Aabb {
    let (low, high) = collider.curve.bounds();
    let most = DVec2::splat(1e30);
    let (low, high) = (low.max(-most), high.min(most));
    let reach = collider.radius;
    let [from, to] = match joint {
        // How far a joint moves is not known before: a ball may strike it.
        Some(joint) => joint.origins_at_limits(),
        None => [body.pose.origin, body.pose.origin + body.velocity * dt],
    };
    let turns = body.spin != 0.0 || joint.is_some_and(|joint| joint.settings.is_hinge());
    let (low, high) = if !turns && body.pose.turn == DVec2::X {
        (low + from.min(to), high + from.max(to))
    } else {
        // The collider may turn: the circle about the body's origin holds it in every turn.
        let far = low.abs().max(high.abs()).length();
        (from.min(to) - far, from.max(to) + far)
    };
    let off = (low.abs().max(high.abs()) + reach) * f64::from(rounding::single(2));
    Aabb { min: (low - reach - off).as_vec2(), max: (high + reach + off).as_vec2() }
}
