//! The ways by which balls part that a game has placed onto each other. Their velocities stay, so that nothing of the push is
//! left when they are apart. Position-based dynamics (Müller and others, J. Vis. Commun. Image Represent. 18, 2007) over
//! the balls concerned, with walls and the balls beside them as obstacles.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::{cloned, union_find};
use crate::bodies::Balls;
use crate::contacts::{Other, PairKey};
use crate::geometry::BodySet;
use crate::pairs::{PairCache, normal_and_gap};
use crate::solver::Contacts;
use crate::solver::constants::{GOLDEN_ANGLE, PARTING_PASSES, PARTING_TOLERANCE};

/// The surroundings of balls that part.
#[derive(Clone, Copy)]
pub(crate) struct PartingContext<'a> {
    pub(crate) balls: &'a Balls,
    pub(crate) bodies: &'a BodySet,
    pub(crate) contacts: &'a Contacts,
    pub(crate) pairs: &'a PairCache,
    /// Whether a ball may be moved.
    pub(crate) is_free: &'a dyn Fn(u32) -> bool,
    /// Longest way of a ball, radii.
    pub(crate) longest: f64,
    /// Depth that is left alone, radii.
    pub(crate) slop: f64,
}

impl PartingContext<'_> {
    fn radius(&self, ball: u32) -> f64 {
        self.balls.rows[ball as usize].r
    }

    /// The gap between two balls, length units.
    fn gap(&self, i: u32, j: u32) -> f64 {
        let [row, other] = [i, j].map(|ball| &self.balls.rows[ball as usize]);
        self.pairs.torus.nearest(row.x - other.x).length() - row.r - other.r
    }

    /// The way from the first ball of a pair to the second, in their places so far.
    fn way_between(&self, [a, b]: [&Member; 2]) -> DVec2 {
        let [from, to] = [a, b].map(|member| self.balls.rows[member.ball as usize].x + member.way);
        self.pairs.torus.nearest(to - from)
    }
}

/// A ball that may be moved.
#[derive(Clone, Copy, Debug)]
struct Member {
    ball: u32,
    way: DVec2,
    /// Inverse mass; 0 for a ball that may not be moved.
    weight: f64,
    /// Longest way, length units.
    limit: f64,
    /// Share of the overlaps by which the balls that move each other part in this step.
    share: f64,
    /// Whether its neighbors are known.
    is_open: bool,
}

/// Two balls, by their places among the members: they part to a touch, or come no nearer.
#[derive(Clone, Copy, Debug)]
struct Gap {
    members: [usize; 2],
    /// Gap at the start, length units; negative is overlap.
    now: f64,
    parts: bool,
    /// Smaller radius.
    scale: f64,
}

/// A ball that keeps its gap to a collider.
#[derive(Clone, Copy, Debug)]
struct Wall {
    member: usize,
    collider: u32,
    /// From the collider to the ball at the start, unit.
    normal: DVec2,
    least: f64,
}

/// A direction that the rows of two balls give, for balls whose places give none.
fn aside([a, b]: [&Member; 2]) -> DVec2 {
    let (sin, cos) = libm::sincos(GOLDEN_ANGLE * (f64::from(a.ball) + f64::from(b.ball)));
    DVec2::new(cos, sin)
}

/// Balls that part, with the balls and walls beside them: scratch.
#[derive(Debug, Default)]
pub(crate) struct Parting {
    members: Vec<Member>,
    /// The place of each ball among the members, if it is one.
    places: Vec<Option<u32>>,
    gaps: Vec<Gap>,
    walls: Vec<Wall>,
    near: [Vec<u32>; 2],
    leaders: Vec<u32>,
    shares: Vec<f64>,
}

cloned!(Parting { members, places, gaps, walls, near, leaders, shares });

impl Parting {
    /// Finds the ways by which all initial overlaps get less.
    pub(crate) fn run(&mut self, ctx: &PartingContext<'_>) {
        for Member { ball, .. } in self.members.drain(..) {
            if let Some(place) = self.places.get_mut(ball as usize) {
                *place = None;
            }
        }
        self.places.resize(ctx.balls.rows.len(), None);
        self.gaps.clear();
        self.walls.clear();
        for overlap in &ctx.contacts.initial_overlaps.list {
            self.add_gap(overlap.key.ball(), overlap.key.other().0, true, ctx);
        }
        self.solve(ctx);
        // Long ways are no straight ones: the second time, each pair parts by as much as its balls may move.
        if self.shorten() {
            self.solve(ctx);
            self.shorten();
        }
    }

    /// The balls that move, with their ways.
    pub(crate) fn ways(&self) -> impl Iterator<Item = (u32, DVec2)> {
        let moved = self.members.iter().filter(|member| member.way != DVec2::ZERO);
        moved.map(|member| (member.ball, member.way))
    }

    /// The way of a ball; zero for one that does not move.
    pub(crate) fn way_of(&self, ball: u32) -> DVec2 {
        let place = self.places.get(ball as usize).copied().flatten();
        place.map_or(DVec2::ZERO, |n| self.members[n as usize].way)
    }

    /// All pairs of balls that were near each other.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        self.gaps.iter().map(|gap| gap.members.map(|n| self.members[n].ball))
    }

    /// The place of a ball among the members.
    fn member(&mut self, ball: u32, ctx: &PartingContext<'_>) -> usize {
        let members = &mut self.members;
        let place = self.places[ball as usize].get_or_insert_with(|| {
            let weight = if (ctx.is_free)(ball) { ctx.balls.rows[ball as usize].im } else { 0.0 };
            let (way, limit, share) = (DVec2::ZERO, f64::INFINITY, 1.0);
            members.push(Member { ball, way, weight, limit, share, is_open: false });
            members.len() as u32 - 1
        });
        *place as usize
    }

    /// Adds a pair that parts, or keeps its gap. Both balls move by a share of the smaller radius at most.
    fn add_gap(&mut self, i: u32, j: u32, parts: bool, ctx: &PartingContext<'_>) {
        let members = [self.member(i, ctx), self.member(j, ctx)];
        let scale = ctx.radius(i).min(ctx.radius(j));
        for n in members {
            self.members[n].limit = self.members[n].limit.min(ctx.longest * scale);
        }
        self.gaps.push(Gap { members, now: ctx.gap(i, j), parts, scale });
    }

    /// Moves balls until none is too near another.
    fn solve(&mut self, ctx: &PartingContext<'_>) {
        self.members.iter_mut().for_each(|member| member.way = DVec2::ZERO);
        self.set_aside(ctx);
        for _ in 0..PARTING_PASSES {
            if !self.pass(ctx) {
                break;
            }
            self.open_neighbors(ctx);
        }
    }

    /// Moves the balls of deep overlaps aside. The deeper two balls overlap, the less their normal says: balls that a game
    /// drops into one place would part into a tower.
    fn set_aside(&mut self, ctx: &PartingContext<'_>) {
        for &Gap { members: [a, b], now, parts, scale } in &self.gaps {
            let sides = [&self.members[a], &self.members[b]];
            let [weight, other] = sides.map(|member| member.weight);
            if parts && weight + other > 0.0 {
                let depth = (-now / scale).min(1.0);
                let way = aside(sides) * (ctx.longest * scale * depth * depth / (weight + other));
                self.members[a].way -= way * weight;
                self.members[b].way += way * other;
            }
        }
    }

    /// Moves each pair apart that is too near, and then each ball that is too near a wall. Returns whether any was.
    fn pass(&mut self, ctx: &PartingContext<'_>) -> bool {
        let mut any = false;
        for &Gap { members: [a, b], now, parts, scale } in &self.gaps {
            let sides = [&self.members[a], &self.members[b]];
            let share = sides.iter().fold(1.0_f64, |share, member| share.min(member.share));
            let least = if parts { (1.0 - share) * now.min(0.0) } else { now.min(0.0) };
            let [weight, other] = sides.map(|member| member.weight);
            let [r, other_r] = sides.map(|member| ctx.radius(member.ball));
            let way = ctx.way_between(sides);
            let missing = least - (way.length() - r - other_r);
            if missing <= PARTING_TOLERANCE * ctx.slop * scale || weight + other == 0.0 {
                continue;
            }
            let push = way.normalize_or(aside(sides)) * (missing / (weight + other));
            self.members[a].way -= push * weight;
            self.members[b].way += push * other;
            any = true;
        }
        for n in 0..self.walls.len() {
            any |= self.keep_off(n, ctx);
        }
        any
    }

    /// Moves a ball that is too near a wall off it. Returns whether it was.
    fn keep_off(&mut self, n: usize, ctx: &PartingContext<'_>) -> bool {
        let Wall { member, collider, normal, least } = self.walls[n];
        let member = &mut self.members[member];
        let row = &ctx.balls.rows[member.ball as usize];
        let collider = &ctx.bodies.colliders[collider];
        let frame = ctx.bodies.body_of(collider).frame();
        let Some(near) = collider.nearest(frame.to_local(row.x + member.way)) else { return false };
        // Behind the wall the way back leads through it.
        let outward = frame.direction_to_world(near.normal);
        let side = if normal.dot(outward) < 0.0 { -1.0 } else { 1.0 };
        let (outward, distance) = (side * outward, side * near.distance);
        let missing = least - (distance - row.r);
        if missing <= 0.0 {
            return false;
        }
        member.way += outward * missing;
        missing > PARTING_TOLERANCE * ctx.slop * row.r
    }

    /// Adds the balls and walls beside each ball that has begun to move. The ball may come as near to them as it is, or to
    /// a touch.
    fn open_neighbors(&mut self, ctx: &PartingContext<'_>) {
        let mut near = core::mem::take(&mut self.near);
        for n in 0..self.members.len() {
            let Member { ball: i, way, is_open, .. } = self.members[n];
            if is_open || way == DVec2::ZERO {
                continue;
            }
            self.members[n].is_open = true;
            let [others, walls] = &mut near;
            let way = 2.0 * ctx.longest * ctx.radius(i);
            ctx.pairs.find_near(i, way, ctx.balls, &ctx.bodies.colliders, [others, walls]);
            for &j in &*others {
                let is_known = self.places[j as usize].is_some_and(|m| self.members[m as usize].is_open);
                let scale = ctx.radius(i).min(ctx.radius(j));
                let is_near = ctx.gap(i, j) <= 2.0 * ctx.longest * scale;
                if is_near && !is_known && ctx.contacts.initial_overlaps.depth(i, j) == 0.0 {
                    self.add_gap(i, j, false, ctx);
                }
            }
            for &k in &*walls {
                let key = PairKey::new(i, Other::collider(k));
                let found = normal_and_gap(key, &ctx.balls.rows, ctx.bodies, &ctx.pairs.torus);
                if let Some((normal, gap)) = found
                    && gap <= way
                    && !ctx.contacts.is_passing(i, k)
                    && !ctx.contacts.is_sunk(i, k, ctx.bodies)
                {
                    self.walls.push(Wall { member: n, collider: k, normal, least: gap.min(0.0) });
                }
            }
        }
        self.near = near;
    }

    /// Shortens the ways of all balls that move each other by one share, so that none goes farther than it may. Returns
    /// whether any had to be.
    fn shorten(&mut self) -> bool {
        let Self { members, gaps, leaders, shares, .. } = self;
        leaders.clear();
        leaders.extend(0..members.len() as u32);
        for &Gap { members: [a, b], .. } in &*gaps {
            if members[a].weight > 0.0 && members[b].weight > 0.0 {
                union_find::join(leaders, a as u32, b as u32);
            }
        }
        shares.clear();
        shares.resize(members.len(), 1.0);
        for (n, Member { way, limit, .. }) in (0..).zip(&*members) {
            let share = &mut shares[union_find::leader(leaders, n) as usize];
            *share = share.min(limit / way.length());
        }
        for (n, member) in (0..).zip(&mut *members) {
            let share = shares[union_find::leader(leaders, n) as usize];
            member.share *= share;
            member.way *= share;
        }
        shares.iter().any(|share| *share < 1.0)
    }
}
