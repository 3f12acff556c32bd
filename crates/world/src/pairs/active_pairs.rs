//! Listed pairs that may meet within a step. Other pairs are skipped.
//!
//! Every ball has a budget of distance for the step. As long as all balls keep to it, only the active pairs can
//! matter. A ball that goes further, or is struck, has overrun its budget. Then all pairs of its list are tested,
//! until it gets a new budget at the start of the next substep.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};

use crate::base::{Cut, LONGER, RowList, SHORTER, parallel, room, rounding, simd, with_cpu_features};
use crate::bodies::BallRow;
use crate::contacts::{Batches, copy_if_batched};
use crate::context::StepContext;
use crate::pairs::constants::{BUDGET_ROUNDINGS, TRAVEL_BUDGET};
use crate::pairs::{NeighborList, OVERRUN, Proxy, SafeCircle, StaticNeighbors};

/// The active pairs of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActivePairs {
    pub(crate) proxies: Vec<Proxy>,
    /// Pairs of balls, lower row first.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// Balls and colliders, some of them twice.
    pub(crate) colliders: Vec<ActiveCollider>,
    /// Balls that have left their budget, in no order.
    pub(crate) overrun: Vec<u32>,
    /// Bound on the speed that two balls may gain against each other in a substep, as balls accelerate
    /// differently.
    pub(crate) max_field_speed: f32,
    /// Longest way in this substep of any ball in a batched contact, length units.
    pub(crate) longest: f32,
    /// Ways in this substep of the balls that begin a flight, before contacts are solved, length units.
    pub(crate) ways: Vec<f32>,
    /// Results of each part of the balls: active pairs, active colliders and balls that overran their budget.
    pairs_per_part: Vec<Vec<[u32; 2]>>,
    colliders_per_part: Vec<Vec<ActiveCollider>>,
    /// Results of each part at the start of a substep: balls that overran their budget, and the square of the
    /// largest acceleration.
    begun: Vec<(Vec<u32>, f64)>,
    overrun_per_part: Vec<Vec<u32>>,
}

/// A ball and a collider that may meet within the ball's budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveCollider {
    pub(crate) ball: u32,
    pub(crate) collider: u32,
    /// Remaining budget of the ball above which the two can't touch, length units: see [`budget_floor()`].
    pub(crate) budget_floor: f32,
}

impl ActiveCollider {
    pub(crate) fn new(ball: u32, collider: u32) -> Self {
        Self { ball, collider, budget_floor: f32::INFINITY }
    }
}

/// Remaining budget below which a ball might touch a collider at distance `gap`, if it has `left` now, length units.
/// It is negative if the budget is too short for that.
#[inline]
pub(crate) fn budget_floor(left: f32, gap: f64, radius: f64, touch: f64) -> f32 {
    let slack = rounding::single(BUDGET_ROUNDINGS);
    let nearer = gap * (1.0 - f64::from(slack)) - touch * radius;
    left + slack * (left.abs() + radius as f32) - nearer as f32
}

impl ActivePairs {
    /// Number of pairs, of balls and of balls with colliders.
    pub(crate) fn count(&self) -> u32 {
        (self.pairs.len() + self.colliders.len()) as u32
    }

    /// Begins a step of `dt` seconds: gives budgets to the balls that are awake. Sleeping balls keep their old
    /// budgets. A ball that leaves its safe circle must be listed again.
    pub(crate) fn begin(
        &mut self,
        rows: &[BallRow],
        awake: &RowList,
        circles: &[SafeCircle],
        fall: f64,
        dt: f64,
    ) {
        self.pairs.clear();
        self.colliders.clear();
        room::reserve(&mut self.colliders);
        self.overrun.clear();
        self.resize(rows);
        let Some((_, proxies)) = self.proxies.split_last_mut() else {
            return;
        };
        parallel::gather(
            (proxies, rows, circles),
            Cut::by(awake.len(), rows.len()),
            &mut self.overrun,
            &mut self.overrun_per_part,
            |first, (proxies, rows, circles), overrun| {
                with_cpu_features!([fall, dt], || {
                    for run in awake.runs(first, rows.len()) {
                        let of_run = circles[run.clone()].iter().zip(&mut proxies[run.clone()]);
                        let of_run = rows[run.clone()].iter().zip(of_run);
                        for (n, (row, (circle, proxy))) in of_run.enumerate() {
                            let room = circle.margin - (row.x - circle.origin).length();
                            let most = budget(row.v.length(), row.r, fall, dt);
                            let mut left = if room < most { room } else { most } as f32;
                            if left < 0.0 {
                                left = OVERRUN;
                                overrun.push((first + run.start + n) as u32);
                            }
                            *proxy = Proxy::of(row, left);
                        }
                    }
                });
            },
        );
    }

    /// Gives each ball a proxy.
    pub(crate) fn resize(&mut self, rows: &[BallRow]) {
        if self.proxies.len() != rows.len() + 1 {
            self.proxies.clear();
            self.proxies.extend(rows.iter().map(|row| Proxy::of(row, 0.0)));
            self.proxies.push(Proxy::default());
        }
    }

    /// How far a ball may reach from its position at time `now`, length units. The rest of the way of a ball in
    /// flight comes on top of its budget.
    pub(crate) fn reach_from(&self, ball: u32, row: &BallRow, now: f64, touch: f32) -> f32 {
        let rest = if row.begin < now { row.most_way(now..row.end) as f32 } else { 0.0 };
        let proxy = &self.proxies[ball as usize];
        proxy.budget_left + touch * proxy.radius + rest
    }

    /// Marks a ball so that its whole list is tested.
    pub(crate) fn overrun_budget(&mut self, ball: u32) {
        let left = &mut self.proxies[ball as usize].budget_left;
        if *left >= 0.0 {
            *left = OVERRUN;
            self.overrun.push(ball);
        }
    }

    /// Puts a ball to sleep. Its budget counts as kept: a ball overruns it when it wakes, and then its whole list
    /// is tested.
    pub(crate) fn fall_asleep(&mut self, ball: u32, row: &BallRow) {
        self.proxies[ball as usize] = Proxy::of(row, 0.0);
    }

    /// Begins a substep: begins the flights of balls, and records their positions and their velocities from before
    /// that. It also records the velocities of balls in batched contacts for the solver.
    pub(crate) fn begin_flights(
        &mut self,
        rows: &mut [BallRow],
        balls: &RowList,
        batches: &mut Batches,
        step: &StepContext,
        begin: impl Fn(&mut BallRow) + Copy + Sync,
    ) {
        let Self { proxies, overrun, ways, begun, .. } = self;
        let (count, h) = (rows.len(), step.h);
        batches.resize(count);
        ways.resize(count, 0.0);
        let cut = Cut::by(balls.len(), count);
        begun.resize_with(cut.parts, || (room::list(), 0.0));
        let all = (rows, &mut proxies[..count], ways.as_mut_slice(), batches.velocities_and_colors());
        parallel::in_parts(all, cut, begun, |first, (rows, proxies, ways, batches), (overrun, most)| {
            with_cpu_features!([begin, h], || {
                let mut largest = 0.0;
                for run in balls.runs(first, rows.len()) {
                    let of_run = proxies[run.clone()].iter_mut().zip(&mut ways[run.clone()]);
                    let batched = batches.0[run.clone()].iter_mut().zip(&batches.1[run.clone()]);
                    let of_run = rows[run.clone()].iter_mut().zip(of_run).zip(batched);
                    for (n, ((row, (proxy, way)), (velocity, &colors))) in of_run.enumerate() {
                        begin(row);
                        let BallRow { x, v, a, .. } = *row;
                        proxy.place(x);
                        proxy.u = (v - a * h).as_vec2().into();
                        *way = length(v.as_vec2(), h as f32);
                        if proxy.overruns(*way) {
                            overrun.push((first + run.start + n) as u32);
                        }
                        let square = a.length_squared();
                        largest = if square > largest { square } else { largest };
                        copy_if_batched(velocity, colors, row);
                    }
                }
                *most = largest;
            });
        });
        let mut most: f64 = 0.0;
        for (gone, fastest) in begun {
            overrun.append(gone);
            most = most.max(*fastest);
        }
        self.max_field_speed = (2.0 * libm::sqrt(most) * step.h) as f32;
    }

    /// Records the flight of a ball that has begun again, before arrivals are predicted.
    #[inline]
    pub(crate) fn advance_proxy(&mut self, i: usize, row: &BallRow, in_contact: bool) {
        let way = record_flight(i, &mut self.proxies[i], row, &mut self.overrun);
        if in_contact && way > self.longest {
            self.longest = way;
        }
    }

    /// Records another flight of a ball that has begun one: the way of the first is given back to the budget.
    pub(crate) fn set_trajectory(&mut self, i: usize, row: &BallRow, in_contact: bool) {
        let proxy = &mut self.proxies[i];
        if proxy.budget_left >= 0.0 {
            let [x, y] = proxy.u;
            proxy.budget_left +=
                (DVec2::new(f64::from(x), f64::from(y)).length() * (row.end - row.t)) as f32 * SHORTER;
        }
        self.advance_proxy(i, row, in_contact);
    }

    /// Activates the pairs of balls with colliders that they may meet within their budgets. `passes` says whether the
    /// collider of a mover comes within a distance of a place.
    pub(crate) fn activate_colliders(
        &mut self,
        rows: &[BallRow],
        awake: &RowList,
        lists: &[NeighborList],
        static_neighbors: &[StaticNeighbors],
        touch: f32,
        passes: impl Fn(u32, DVec2, f64) -> bool + Sync,
    ) {
        let Self { proxies, colliders, colliders_per_part, .. } = self;
        parallel::gather(
            &**awake,
            Cut::rows(awake.len()),
            colliders,
            colliders_per_part,
            |_, awake, colliders| {
                with_cpu_features!(|| {
                    for &ball in awake {
                        let i = ball as usize;
                        let list = &lists[i];
                        // Most balls are near no wall: nothing but their lists is read.
                        if !(list.colliders.is_empty() && list.movers.is_empty()) {
                            let row = &rows[i];
                            let passes = |k, reach| passes(k, row.x, reach);
                            let neighbors = Neighbors { list, fixed: &static_neighbors[i] };
                            let left = proxies[i].budget_left;
                            // Unlike `extend`, a loop is inlined here.
                            for pair in neighbors.within_budget(ball, row, left, touch, passes) {
                                colliders.push(pair);
                            }
                        }
                    }
                });
            },
        );
    }

    /// Activates the pairs of balls that may meet within their budgets, at least one of them awake; batched contacts
    /// are left out. `sleeps` says whether a ball sleeps, `may_meet` whether two balls may come so near.
    pub(crate) fn activate_pairs(
        &mut self,
        lists: &[NeighborList],
        awake: &RowList,
        sleeps: impl Fn(u32) -> bool + Sync,
        batches: &Batches,
        may_meet: impl Fn(&Proxy, &Proxy) -> bool + Sync,
    ) {
        let Self { proxies, pairs, pairs_per_part: pairs_of, .. } = self;
        let proxies = proxies.as_slice();
        let (all, cut) = (awake.len() == lists.len(), Cut::by(awake.len(), lists.len()));
        parallel::gather(lists, cut, pairs, pairs_of, |first, lists, pairs| {
            with_cpu_features!(|| {
                for run in awake.runs(first, lists.len()) {
                    let from = first + run.start;
                    let own = lists[run].iter().zip(&proxies[from..]);
                    for (i, (list, own)) in (from as u32..).zip(own) {
                        // Lists ascend. Of two that are awake, the lower row activates the pair.
                        let others = list.balls.iter().rev().take_while(|&&j| j > i || !all);
                        for &j in others.filter(|&&j| j > i || sleeps(j)) {
                            if may_meet(own, &proxies[j as usize])
                                && !batches.partners(i as usize).contains(&j)
                            {
                                pairs.push([i.min(j), i.max(j)]);
                            }
                        }
                    }
                }
            });
        });
    }
}

/// The colliders around one ball: its list, and the distances of the static ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbors<'a> {
    pub(crate) list: &'a NeighborList,
    pub(crate) fixed: &'a StaticNeighbors,
}

impl<'a> Neighbors<'a> {
    /// The pairs of a ball with colliders that it may meet within the budget `left`. `passes` says whether the
    /// collider of a mover comes within a distance of the ball.
    #[inline]
    pub(crate) fn within_budget(
        self,
        ball: u32,
        row: &BallRow,
        left: f32,
        touch: f32,
        passes: impl Fn(u32, f64) -> bool + 'a,
    ) -> impl Iterator<Item = ActiveCollider> + 'a {
        let Self { list, fixed } = self;
        let radius = row.r;
        let near = fixed.within(row.x, left + touch * radius as f32);
        let near = near.map(move |(n, gap)| {
            let budget_floor = budget_floor(left, f64::from(gap), radius, f64::from(touch));
            ActiveCollider { ball, collider: list.colliders[n], budget_floor }
        });
        let reach = (1.0 + f64::from(touch)) * radius + f64::from(left);
        let passing = list.movers.iter().filter(move |&&k| passes(k, reach));
        near.chain(passing.map(move |&k| ActiveCollider::new(ball, k)))
    }
}

/// Distance that a ball may go before more than its active pairs must be tested, length units.
#[inline]
pub(crate) fn budget(speed: f64, radius: f64, fall: f64, dt: f64) -> f64 {
    (speed + fall) * dt + TRAVEL_BUDGET * radius
}

/// How far a ball flies in `h` seconds, rounded up.
#[inline]
fn length(u: Vec2, h: f32) -> f32 {
    simd::sqrt(u.length_squared()) * h * LONGER
}

/// Records the flight of a ball from its present position, takes its way off the budget, and returns the way, length
/// units, rounded up.
#[inline]
pub(crate) fn record_flight(i: usize, proxy: &mut Proxy, row: &BallRow, overrun: &mut Vec<u32>) -> f32 {
    proxy.u = row.drift().as_vec2().into();
    let way = row.way_left() as f32 * LONGER;
    if proxy.budget_left >= way {
        proxy.budget_left -= way;
    } else if proxy.overruns(way) {
        overrun.push(i as u32);
    }
    way
}
