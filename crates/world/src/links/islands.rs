//! Islands of linked balls. Each island flies a chord at a time.

use alloc::vec::Vec;
use core::ops::Range;
use glam::DVec2;

use crate::base::{Arena, Shared, Skyline, Sort, cloned, union_find};
use crate::bodies::Balls;
use crate::id::{BodyId, LinkId};
use crate::links::constants::MAX_ELIMINATION_WORK;
use crate::links::{LinkAnchor, LinkConstraint, NO_IMPULSE};
use crate::model::{Link, LinkEnd};

/// Balls that links join, directly or through other balls.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkIsland {
    pub(crate) constraints: Range<usize>,
    pub(crate) members: Range<usize>,
    /// Whether any of the links is a spring.
    pub(crate) springs: bool,
    /// Whether elimination costs less than sweeps: not if links join balls far apart in the list.
    pub(crate) is_banded: bool,
    /// Chord, seconds since the start of the step; empty once it has ended.
    pub(crate) from: f64,
    pub(crate) until: f64,
    /// Chords in this substep.
    pub(crate) chords: u32,
    /// Whether contacts are solved with its chord; then the energy of both is tested together.
    pub(crate) is_in_contact: bool,
    /// When the island has its next event, and the link that tightens then, if any. Infinite: no event on this chord.
    pub(crate) next: f64,
    pub(crate) pulls_taut: Option<u32>,
}

/// All links, and their islands.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// State.
    pub(crate) all: Shared<Arena<LinkId, Link>>,
    pub(crate) constraints: Vec<LinkConstraint>,
    pub(crate) islands: Vec<LinkIsland>,
    /// Balls, by islands.
    pub(crate) members: Vec<u32>,
    /// Island of each ball.
    pub(crate) island_of: Vec<u32>,
    /// Acceleration of each member, without the part of the links that bends its flight.
    pub(crate) free: Vec<DVec2>,
    /// Velocity of each ball of one island where its chord begins.
    pub(crate) begun: Vec<DVec2>,
    /// Islands whose chords have ended at this instant.
    pub(crate) ended: Vec<u32>,
    /// Balls without links that touch balls of these islands, and have been flown to this instant.
    pub(crate) touching: Vec<u32>,
    pub(crate) equations: Skyline,
    /// Impulses of the links of one island before they are tested.
    pub(crate) given: Vec<f64>,
    /// Velocity of each ball of one island before its links are tested.
    pub(crate) kept: Vec<DVec2>,
    /// Velocity of each ball of one island at the end of its chord, and the links, before the next events are
    /// predicted.
    pub(crate) ending: Vec<DVec2>,
    pub(crate) ending_constraints: Vec<LinkConstraint>,
    /// Per ball: the number of links between it and the first ball of its island.
    depths: Vec<u32>,
    /// Set in a world in which a path is predicted.
    pub(crate) lent: Option<Lent>,
}

cloned!(Links {
    all,
    constraints,
    islands,
    members,
    island_of,
    free,
    begun,
    ended,
    touching,
    equations,
    given,
    kept,
    ending,
    ending_constraints,
    depths,
    lent
});

/// A world in which the path of one ball is predicted. That ball is in its first row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lent {
    /// Row of the ball in the world from which it comes.
    pub(crate) row: u32,
    /// Whether the other balls follow in their order; otherwise they and their links are absent.
    pub(crate) others: bool,
}

impl Lent {
    /// The row that a ball of the other world has in this one.
    fn row_of(self, row: u32) -> Option<u32> {
        if row == self.row { Some(0) } else { self.others.then_some(row + u32::from(row < self.row)) }
    }
}

const NONE: u32 = u32::MAX;

impl Links {
    pub(crate) fn is_empty(&self) -> bool {
        self.all.len() == 0
    }

    /// Builds the islands at the start of a step.
    pub(crate) fn gather(&mut self, balls: &Balls, row: impl Fn(BodyId) -> u32) {
        self.constraints.clear();
        self.islands.clear();
        if self.is_empty() {
            return;
        }
        // Roots of islands; a held ball counts as a point.
        let mut roots = core::mem::take(&mut self.island_of);
        roots.clear();
        roots.extend(0..balls.rows.len() as u32);
        self.gather_constraints(&mut roots, balls, row);
        self.form_islands(balls);
        roots.fill(NONE);
        for (g, island) in self.islands.iter().enumerate() {
            for &i in &self.members[island.members.clone()] {
                roots[i as usize] = g as u32;
            }
        }
        self.island_of = roots;
    }

    /// Makes a constraint of each link that moves a ball, sorted by islands; joins the roots of linked balls.
    fn gather_constraints(&mut self, roots: &mut [u32], balls: &Balls, row: impl Fn(BodyId) -> u32) {
        let free = |i: u32| balls.rows[i as usize].im > 0.0;
        for (id, link) in self.all.iter() {
            let ball = |row: u32| self.lent.map_or(Some(row), |lent| lent.row_of(row));
            let end = |end: LinkEnd| match end {
                LinkEnd::Ball(id) => ball(row(id)).map(LinkAnchor::Ball),
                LinkEnd::Body(id, point) => Some(LinkAnchor::Body(row(id), point.as_dvec2())),
                LinkEnd::Point(point) => Some(LinkAnchor::Point(point.as_dvec2())),
            };
            let (Some(a), Some(b)) = (end(link.a), end(link.b)) else {
                continue;
            };
            let ends = [a, b];
            let linked: [Option<u32>; 2] = ends.map(|end| end.as_ball().filter(|&i| free(i)));
            if linked == [None, None] {
                continue;
            }
            if let [Some(i), Some(j)] = linked {
                union_find::join(roots, i, j);
            }
            self.constraints.push(LinkConstraint {
                id,
                ends,
                min: f64::from(link.min_length),
                max: f64::from(link.max_length),
                rest: f64::from(link.rest_length),
                stiffness: f64::from(link.stiffness),
                damping: f64::from(link.damping),
                normal: DVec2::ZERO,
                impulse_bounds: NO_IMPULSE,
                tightened: false,
                speculative: false,
                kept: 0.0,
                chord_impulse: 0.0,
                end_impulse: 0.0,
                force: DVec2::ZERO,
                island: linked[0].or(linked[1]).unwrap_or(0),
                first: 0,
            });
        }
        for constraint in &mut self.constraints {
            constraint.island = union_find::leader(roots, constraint.island);
        }
        self.constraints.order_by_key(|constraint| (constraint.island, constraint.id));
    }

    /// Makes an island of the constraints with the same root, in an order along its chain.
    fn form_islands(&mut self, balls: &Balls) {
        let free = |i: u32| balls.rows[i as usize].im > 0.0;
        self.members.clear();
        self.depths.clear();
        self.depths.resize(balls.rows.len(), NONE);
        let mut first = 0;
        while first < self.constraints.len() {
            let head = self.constraints[first].island;
            let last =
                first + self.constraints[first..].partition_point(|constraint| constraint.island == head);
            let start = self.members.len();
            let constraints = &mut self.constraints[first..last];
            let balls =
                constraints.iter().flat_map(|constraint| constraint.ends).filter_map(LinkAnchor::as_ball);
            self.members.extend(balls.filter(|&i| free(i)));
            self.members[start..].order();
            // The chain starts at a ball with few links.
            let members = &self.members[start..];
            let ties_of = |i: u32| members.partition_point(|&j| j <= i) - members.partition_point(|&j| j < i);
            let begin = members.iter().copied().min_by_key(|&i| (ties_of(i), i)).unwrap_or(head);
            let is_banded = order_along_chain(constraints, begin, &mut self.depths);
            let springs = constraints.iter().any(LinkConstraint::is_spring);
            let mut kept = start;
            for n in start..self.members.len() {
                if n == start || self.members[n] != self.members[kept - 1] {
                    self.members[kept] = self.members[n];
                    kept += 1;
                }
            }
            self.members.truncate(kept);
            let (constraints, members) = (first..last, start..kept);
            self.islands.push(LinkIsland {
                constraints,
                members,
                springs,
                is_banded,
                ..LinkIsland::default()
            });
            first = last;
        }
    }

    /// Whether a link is tied to a ball that is free to move.
    pub(crate) fn is_linked(&self, ball: u32) -> bool {
        self.island_of(ball).is_some()
    }

    /// The island of links of a ball that is free to move.
    pub(crate) fn island_of(&self, ball: u32) -> Option<u32> {
        if self.islands.is_empty() {
            return None;
        }
        self.island_of.get(ball as usize).copied().filter(|&g| g != NONE)
    }

    /// Whether the chord of any island has ended at this instant.
    #[inline]
    pub(crate) fn has_any_ended(&self) -> bool {
        !self.ended.is_empty()
    }

    /// Whether the chord of a ball has ended at this instant.
    #[inline]
    pub(crate) fn has_ended_chord(&self, ball: u32) -> bool {
        self.has_any_ended() && self.island_of(ball).is_some_and(|g| self.ended.contains(&g))
    }

    /// Balls whose chords have ended at this instant, and balls in contact with them.
    pub(crate) fn members_of_ended(&self) -> impl Iterator<Item = u32> + '_ {
        let ranges = self.ended.iter().map(|&g| self.islands[g as usize].members.clone());
        ranges.flat_map(|range| self.members[range].iter().copied()).chain(self.touching.iter().copied())
    }

    /// Forgets which chords have ended at this instant.
    pub(crate) fn clear_ended(&mut self) {
        self.ended.clear();
        self.touching.clear();
    }

    /// The next event of each island: its first ball, and the time.
    pub(crate) fn next_events(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.islands.iter().filter_map(|island| self.next_of(island))
    }

    /// Time of the next event of the island of which a ball is the first.
    pub(crate) fn next_event_of(&self, ball: u32) -> Option<f64> {
        let (first, time) = self.next_of(&self.islands[self.island_of(ball)? as usize])?;
        (first == ball).then_some(time)
    }

    /// The first ball of an island, and the time of its next event.
    fn next_of(&self, island: &LinkIsland) -> Option<(u32, f64)> {
        (island.next < f64::INFINITY).then(|| (self.members[island.members.start], island.next))
    }

    pub(crate) fn constraints_of(&self, g: usize) -> &[LinkConstraint] {
        &self.constraints[self.islands[g].constraints.clone()]
    }

    /// Whether a link of an island is tied to this body.
    pub(crate) fn is_anchored(&self, g: usize, row: u32) -> bool {
        let tied = |end: &LinkAnchor| matches!(end, LinkAnchor::Body(own, _) if *own == row);
        self.constraints_of(g).iter().any(|constraint| constraint.ends.iter().any(tied))
    }
}

/// Sorts the links of an island so that links that share balls are near each other, and measures their distance in
/// the list. Returns whether elimination is cheap enough.
fn order_along_chain(constraints: &mut [LinkConstraint], begin: u32, depths: &mut [u32]) -> bool {
    for i in constraints.iter().flat_map(|constraint| constraint.ends).filter_map(LinkAnchor::as_ball) {
        depths[i as usize] = NONE;
    }
    depths[begin as usize] = 0;
    let reach = |constraint: &LinkConstraint, depths: &mut [u32]| {
        let [Some(i), Some(j)] = constraint.ends.map(|end| end.as_ball().map(|i| i as usize)) else {
            return false;
        };
        let next = depths[i].min(depths[j]).saturating_add(1);
        let changed = depths[i].max(depths[j]) > next;
        (depths[i], depths[j]) = (depths[i].min(next), depths[j].min(next));
        changed
    };
    loop {
        let mut changed = false;
        for constraint in constraints.iter() {
            changed |= reach(constraint, depths);
        }
        for constraint in constraints.iter().rev() {
            changed |= reach(constraint, depths);
        }
        if !changed {
            break;
        }
    }
    let depth = |constraint: &LinkConstraint, depths: &[u32]| {
        constraint.ends.iter().filter_map(|end| end.as_ball()).map(|i| depths[i as usize]).min().unwrap_or(0)
    };
    constraints.order_by_key(|constraint| (depth(constraint, depths), constraint.id));
    // From here on `depths` has the first link of each ball.
    for i in constraints.iter().flat_map(|constraint| constraint.ends).filter_map(LinkAnchor::as_ball) {
        depths[i as usize] = NONE;
    }
    let mut work = 0;
    for (k, constraint) in (0..).zip(constraints.iter_mut()) {
        constraint.first = k;
        for i in constraint.ends.into_iter().filter_map(LinkAnchor::as_ball) {
            let first = &mut depths[i as usize];
            *first = (*first).min(k);
            constraint.first = constraint.first.min(*first);
        }
        work += ((k - constraint.first) as usize).pow(2);
    }
    work <= MAX_ELIMINATION_WORK * constraints.len()
}
