//! Who may touch whom: candidate lists that stay valid while a ball stays in its safe circle.
//!
//! Each ball is listed with a circle around the place where it was listed. Any path that stays in it,
//! whatever the ball bounces off, meets nothing that is not on the ball's list. A ball that leaves its
//! circle is listed anew, in the middle of a substep if need be. The lists are a cache: what they hold
//! beyond the ball's true neighbours changes no result.

use alloc::vec::Vec;
use carom_broadphase::{Aabb, BallGrid, CurveGrid, Disc};
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::curve::{Core, Curve};
use crate::row::Balls;
use crate::slots::Slots;
use crate::solid::Solid;

/// What may touch one ball.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    /// Where the ball was listed, and how far it may go from there.
    pub(crate) origin: DVec2,
    pub(crate) margin: f64,
    /// Rows of balls, ascending.
    pub(crate) balls: SmallVec<[u32; 8]>,
    /// Cores of fixed bodies, ascending.
    pub(crate) cores: SmallVec<[u32; 6]>,
    /// Cores of movers that pass within this step, ascending.
    pub(crate) movers: SmallVec<[u32; 2]>,
}

/// The candidate lists of all balls, and the grids that they come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    pub(crate) lists: Vec<List>,
    pub(crate) balls: BallGrid,
    pub(crate) fixed: CurveGrid,
    /// Cores of movers with the bounds of their motion in this step.
    movers: Vec<(u32, Aabb)>,
    /// Balls whose list names a mover.
    visited: Vec<u32>,
    /// Something was added, removed or placed anew: list everything again.
    pub(crate) stale: bool,
    discs: Vec<Disc>,
    found: Vec<u32>,
}

/// Safe circles hold this many steps of flight, within the bounds below (in radii).
const STEPS_AHEAD: f64 = 2.0;
const LEAST_MARGIN: f64 = 0.25;
const LARGEST_MARGIN: f64 = 4.0;

/// A single precision disc that surely holds the double precision one.
fn disc(center: DVec2, radius: f64) -> Disc {
    let c = center.as_vec2();
    let rounding = (c.x.abs() + c.y.abs()) * f32::EPSILON;
    Disc { center: c, radius: radius as f32 * (1.0 + f32::EPSILON) + rounding }
}

fn margin(speed: f64, radius: f64, dt: f64) -> f64 {
    (STEPS_AHEAD * speed * dt).clamp(LEAST_MARGIN * radius, LARGEST_MARGIN * radius)
}

impl Near {
    /// Brings the lists up to date for a step of `dt` seconds.
    ///
    /// Reads balls, solids and cores; writes the lists.
    pub(crate) fn update(&mut self, balls: &Balls, solids: &[Solid], cores: &Slots<Core>, dt: f64) {
        if self.stale || self.many_will_leave(balls, dt) {
            self.list_all(balls, cores, dt);
        }
        self.list_movers(balls, solids, cores, dt);
    }

    /// Whether so many balls will leave their circles that listing all at once is cheaper.
    fn many_will_leave(&self, balls: &Balls, dt: f64) -> bool {
        let leaving = balls
            .rows
            .iter()
            .zip(&self.lists)
            .filter(|(row, list)| {
                (row.x + row.v * dt - list.origin).length_squared() > list.margin * list.margin
            })
            .count();
        leaving > 8 && leaving * 4 > balls.rows.len()
    }

    fn list_all(&mut self, balls: &Balls, cores: &Slots<Core>, dt: f64) {
        self.stale = false;
        self.lists.resize_with(balls.rows.len(), List::default);
        self.discs.clear();
        for (row, list) in balls.rows.iter().zip(&mut self.lists) {
            list.origin = row.x;
            list.margin = margin(row.v.length(), row.r, dt);
            list.balls.clear();
            list.cores.clear();
            list.movers.clear();
            self.discs.push(disc(row.x, row.r + list.margin));
        }
        self.visited.clear();
        self.balls.rebuild(&self.discs);
        let lists = &mut self.lists;
        self.balls.for_each_pair(|i, j| {
            if balls.info[i as usize].filter.meets(balls.info[j as usize].filter) {
                lists[i as usize].balls.push(j);
                lists[j as usize].balls.push(i);
            }
        });
        for (i, list) in self.lists.iter_mut().enumerate() {
            list.balls.sort_unstable();
            self.found.clear();
            self.fixed.overlapping(self.discs[i], &mut self.found);
            let filter = balls.info[i].filter;
            list.cores.extend(self.found.iter().copied().filter(|&k| filter.meets(cores[k].filter)));
        }
    }

    /// Lists one ball anew about the place `at`, in the middle of a step.
    pub(crate) fn list_one(
        &mut self,
        i: u32,
        at: DVec2,
        speed: f64,
        balls: &Balls,
        cores: &Slots<Core>,
        dt: f64,
    ) {
        let (row, info) = (&balls.rows[i as usize], &balls.info[i as usize]);
        let margin = margin(speed, row.r, dt);
        let disc = disc(at, row.r + margin);
        let mut list = core::mem::take(&mut self.lists[i as usize]);
        for &j in &list.balls {
            let other = &mut self.lists[j as usize].balls;
            if let Ok(place) = other.binary_search(&i) {
                other.remove(place);
            }
        }
        list.origin = at;
        list.margin = margin;
        list.balls.clear();
        self.balls.update(i, disc);
        self.balls.overlapping(disc, |j| {
            if j != i && info.filter.meets(balls.info[j as usize].filter) {
                list.balls.push(j);
            }
        });
        list.balls.sort_unstable();
        for &j in &list.balls {
            let other = &mut self.lists[j as usize].balls;
            if let Err(place) = other.binary_search(&i) {
                other.insert(place, i);
            }
        }
        self.found.clear();
        self.fixed.overlapping(disc, &mut self.found);
        list.cores.clear();
        list.cores.extend(self.found.iter().copied().filter(|&k| info.filter.meets(cores[k].filter)));
        let was_visited = !list.movers.is_empty();
        list.movers.clear();
        let bounds = Aabb {
            min: disc.center - Vec2::splat(disc.radius),
            max: disc.center + Vec2::splat(disc.radius),
        };
        list.movers.extend(
            self.movers
                .iter()
                .filter(|(k, swept)| swept.overlaps(bounds) && info.filter.meets(cores[*k].filter))
                .map(|(k, _)| *k),
        );
        if !was_visited && !list.movers.is_empty() {
            self.visited.push(i);
        }
        self.lists[i as usize] = list;
    }

    /// Finds the balls that each mover may meet within this step.
    fn list_movers(&mut self, balls: &Balls, solids: &[Solid], cores: &Slots<Core>, dt: f64) {
        for i in self.visited.drain(..) {
            self.lists[i as usize].movers.clear();
        }
        self.movers.clear();
        for solid in solids.iter().filter(|s| s.is_mover()) {
            for &k in &solid.cores {
                self.movers.push((k, swept_bounds(&cores[k], solid, dt)));
            }
        }
        self.movers.sort_unstable_by_key(|(k, _)| *k);
        let (lists, visited) = (&mut self.lists, &mut self.visited);
        for (k, bounds) in &self.movers {
            self.balls.overlapping_box(*bounds, |i| {
                if balls.info[i as usize].filter.meets(cores[*k].filter) {
                    let movers = &mut lists[i as usize].movers;
                    if movers.is_empty() {
                        visited.push(i);
                    }
                    movers.push(*k);
                }
            });
        }
    }

    /// Rows of the balls that may meet a mover in this step.
    pub(crate) fn visited(&self) -> &[u32] {
        &self.visited
    }

    /// Balls whose circles overlap a box.
    pub(crate) fn balls_in(&self, bounds: Aabb, f: impl FnMut(u32)) {
        self.balls.overlapping_box(bounds, f);
    }
}

/// Bounds of a core over the motion of its body within a step.
fn swept_bounds(core: &Core, solid: &Solid, dt: f64) -> Aabb {
    let (low, high) = match core.curve {
        Curve::Point(c) => (c, c),
        Curve::Segment { a, b, .. } => (a.min(b), a.max(b)),
        Curve::Arc { center, radius, .. } => (center - radius, center + radius),
        Curve::HalfPlane { .. } => (DVec2::splat(-1e30), DVec2::splat(1e30)),
    };
    let reach = core.radius;
    let (from, to) = (solid.pose.origin, solid.pose.origin + solid.velocity * dt);
    let (low, high) = if solid.spin == 0.0 && solid.pose.turn == DVec2::X {
        (low + from.min(to), high + from.max(to))
    } else {
        // Turning: the circle about the body's origin that holds the core in every turn.
        let far = low.abs().max(high.abs()).length();
        (from.min(to) - far, from.max(to) + far)
    };
    let rounding = (low.abs().max(high.abs())) * f64::from(f32::EPSILON);
    Aabb { min: (low - reach - rounding).as_vec2(), max: (high + reach + rounding).as_vec2() }
}
