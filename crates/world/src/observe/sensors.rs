//! Sensors: shapes that notice balls and never push them.
//!
//! Their colliders are on no list that makes contacts. Once the flights of a step are settled, every leg that a
//! ball has flown is held against the sensors near it, on the parabola of which the leg is the chord. Where
//! there are no sensors nothing is written down.

use alloc::vec::Vec;
use carom_broadphase::{Aabb, CurveGrid, Stroke};
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::base::{Arena, Slab, Sort, room, settle};
use crate::bodies::{BallRow, Balls, BodyRow};
use crate::contacts::{Other, PairKey, PairSet};
use crate::events::{Events, SensorEvent};
use crate::geometry::constants::NO_DISTANCE;
use crate::geometry::{BodySet, Collider, Pace, Separation, encloses, seams, turning_point};
use crate::id::ShapeId;
use crate::model::{Sense, ShapeRow};
use crate::pairs::{SafeCircle, disc, swept_bounds};

/// A straight piece of a ball's way: the chord of `row` from its time to another.
#[derive(Clone, Copy, Debug)]
struct Leg {
    row: BallRow,
    ball: u32,
    /// Seconds since the start of the step.
    to: f64,
}

/// All sensors of the world; each goes by the first collider of its shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sensors {
    /// Those of fixed bodies.
    pub(crate) fixed: CurveGrid,
    /// Number of sensors, on bodies of any kind.
    pub(crate) count: usize,
    /// Balls that are in sensors, ascending. State.
    pub(crate) inside: PairSet,
    /// All legs of this step, as they were flown.
    legs: Vec<Leg>,
    /// The same ball after ball, and where those of each ball end.
    by_ball: Vec<u32>,
    ends: Vec<u32>,
    /// How bodies with sensors moved until some time, before that motion changed.
    motions: Vec<(u32, f64, BodyRow)>,
    /// Circles in which balls meet no fixed sensor.
    quiet: Vec<SafeCircle>,
    movers: Vec<(u32, Aabb)>,
    found: Vec<u32>,
    /// Times, pairs, the order in which they were found, and whether the ball comes in.
    crossed: Vec<(f64, PairKey, usize, bool)>,
    /// The other buffer of `inside`.
    next: PairSet,
}

impl Sensors {
    /// Whether anything must be written down in this step.
    #[inline]
    pub(crate) fn listen(&self) -> bool {
        self.count > 0 || !self.inside.is_empty()
    }

    /// Begins a step of `balls` balls.
    pub(crate) fn begin(&mut self, balls: usize) {
        self.legs.clear();
        self.motions.clear();
        if self.listen() {
            self.legs.reserve(2 * balls + room::ENTRIES);
        }
    }

    /// Writes down how a body has moved that is about to be moved to a time.
    #[inline]
    pub(crate) fn note_body(&mut self, row: u32, body: &BodyRow, to: f64) {
        if body.is_mover() && !body.sensors.is_empty() && to > body.t {
            self.motions.push((row, to, body.clone()));
        }
    }

    /// Writes down the leg of a ball that is about to fly to a time.
    #[inline]
    pub(crate) fn note(&mut self, ball: u32, row: &BallRow, to: f64) {
        if self.listen() && to > row.t {
            self.legs.push(Leg { row: *row, ball, to });
        }
    }

    /// Takes up a sensor, or places it elsewhere.
    pub(crate) fn place(&mut self, shape: &ShapeRow, colliders: &Slab<Collider>) {
        self.quiet.clear();
        if let Some(&leader) = shape.colliders.first() {
            match cover(shape, colliders) {
                Some(strokes) => self.fixed.insert(leader, &strokes),
                None => self.fixed.insert_everywhere(leader),
            }
        }
    }

    /// Drops a sensor of a fixed body from the grid.
    pub(crate) fn lift(&mut self, leader: u32) {
        self.quiet.clear();
        self.fixed.remove(leader);
    }

    /// Looks at all balls again: one may have grown.
    pub(crate) fn forget_sizes(&mut self) {
        self.quiet.clear();
    }

    /// Forgets a ball that is removed; `last`, the row that takes its place, moves to `row`.
    pub(crate) fn forget_ball(&mut self, row: u32, last: u32) {
        self.quiet.clear();
        self.inside.forget_ball(row, last);
    }

    /// Drops everything that only serves speed.
    pub(crate) fn forget_scratch(&mut self) {
        *self = Self {
            fixed: core::mem::take(&mut self.fixed),
            count: self.count,
            inside: core::mem::take(&mut self.inside),
            ..Self::default()
        };
    }
}

/// Strokes that cover what a sensor senses; `None` if it is unbounded.
fn cover(shape: &ShapeRow, colliders: &Slab<Collider>) -> Option<SmallVec<[Stroke; 4]>> {
    let mut strokes = SmallVec::new();
    for &k in &shape.colliders {
        strokes.extend(seams::cover(&colliders[k])?);
    }
    if shape.sense == Some(Sense::Area) && !strokes.is_empty() {
        let empty = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY));
        let (low, high) = strokes.iter().fold(empty, |(low, high), stroke: &Stroke| {
            (
                low.min(stroke.a.min(stroke.b) - stroke.radius),
                high.max(stroke.a.max(stroke.b) + stroke.radius),
            )
        });
        let middle = 0.5 * (low + high);
        return Some(
            [Stroke { a: middle, b: middle, radius: 0.501 * (high - low).length() }].into_iter().collect(),
        );
    }
    Some(strokes)
}

/// How often a ball is told to come in or go out of one sensor on one flight, at most.
const MAX_CROSSINGS: usize = 1000;

/// A sensor as one ball sees it.
#[derive(Clone, Copy)]
struct View<'a> {
    shape: &'a ShapeRow,
    body: &'a BodyRow,
    colliders: &'a Slab<Collider>,
}

impl View<'_> {
    /// The gap between the sensor and a ball of radius `reach`, in the body's frame.
    fn gap(&self, p: DVec2, u: DVec2, reach: f64, pace: Pace, closed: bool) -> Separation {
        let mut all = Separation { width: f64::INFINITY, lasts: if closed { 0.0 } else { f64::INFINITY } };
        let mut nearest = f64::INFINITY;
        for &k in &self.shape.colliders {
            let gap = self.colliders[k].gap(p, u, reach, pace, closed);
            nearest = nearest.min(gap.width + reach);
            all.width = all.width.min(gap.width);
            if !closed {
                all.lasts = all.lasts.min(gap.lasts);
            } else if gap.width <= NO_DISTANCE * reach {
                all.lasts = all.lasts.max(gap.lasts);
            }
        }
        if self.shape.sense == Some(Sense::Area) && self.encloses(p) {
            all.width = all.width.min(-nearest.max(0.0) - reach);
            all.lasts = if closed { all.lasts.max((nearest.max(0.0) + reach) / pace.speed) } else { 0.0 };
        }
        all
    }

    /// Whether the outline goes round a point.
    fn encloses(&self, p: DVec2) -> bool {
        encloses(self.shape.colliders.iter().map(|&k| &self.colliders[k].curve), p)
    }

    /// When a ball of radius `reach` on a leg next comes in or goes out, from the time `from` on.
    fn crossing(&self, leg: &Leg, from: f64, reach: f64, closed: bool) -> Option<f64> {
        let (body, row) = (self.body, &leg.row);
        // On the parabola, not on its chord.
        let place = |t: f64| row.position_at(t) - row.a * row.lead_at(t);
        let velocity = |t: f64| row.drift() + row.a * row.since_middle(t);
        let acceleration = row.a.length();
        let speed = row.drift().length() + 0.5 * acceleration * (row.end - row.begin);
        let own = Pace { speed, acceleration };
        let pace = Pace::against(body, place(from), own, from..leg.to);
        turning_point(from..leg.to, closed, reach, |t| {
            let (at, u) = body.against(place(t), velocity(t), t);
            self.gap(at, u, reach, pace, closed)
        })
    }
}

/// Finds which balls have come into sensors and out of them in this step, and when.
///
/// Reads the ways of balls and bodies; writes events, and who is inside.
pub(crate) fn run(
    sensors: &mut Sensors,
    balls: &Balls,
    bodies: &BodySet,
    shapes: &Arena<ShapeId, ShapeRow>,
    events: &mut Events,
) {
    if !sensors.listen() {
        return;
    }
    let Sensors { fixed, inside, legs, by_ball, ends, motions, quiet, movers, found, crossed, next, .. } =
        sensors;
    movers.clear();
    // No two of a body end at the same time. A stable sort of many would allocate.
    motions.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    for (row, body) in (0..).zip(&bodies.rows) {
        if !body.is_mover() || body.sensors.is_empty() {
            continue;
        }
        let own = motions_of(row, motions);
        // What stood all the while was not written down.
        let stood = own.is_empty().then_some((body, 0.0));
        let own = own.iter().map(|(_, to, motion)| (motion, to - motion.t));
        for (motion, lasts) in own.chain(stood) {
            movers.extend(body.sensors.iter().map(|&k| {
                let collider = &bodies.colliders[k];
                let swept = swept_bounds(collider, motion, bodies.joint_of(body), lasts);
                (shapes[collider.shape].colliders[0], swept)
            }));
        }
    }
    sort_by_ball(legs, balls.rows.len(), by_ball, ends);
    quiet.resize(balls.rows.len(), SafeCircle::default());
    crossed.clear();
    next.clear();
    let (mut flown, mut known) = (0, inside.iter().peekable());
    for (i, row) in (0..).zip(&balls.rows) {
        let mut now = SmallVec::<[u32; 4]>::new();
        while let Some(key) = known.next_if(|key| key.ball() == i) {
            now.extend(key.other().as_collider());
        }
        let end = ends[i as usize] as usize;
        for leg in by_ball[core::mem::replace(&mut flown, end)..end].iter().map(|&n| legs[n as usize]) {
            found.clear();
            found.extend_from_slice(&now);
            near(&leg, row.r, &mut quiet[i as usize], fixed, movers, found);
            for &leader in found.iter() {
                let collider = &bodies.colliders[leader];
                let body = bodies.body_of(collider);
                let info = &balls.info[i as usize];
                let meets =
                    info.filter.collides_with(collider.filter) && !balls.are_apart(info.id, collider.body);
                let mut closed = now.contains(&leader);
                // A body that is struck or stopped on the way moves in several ways, one after the other.
                let ways = motions_of(collider.body_row, motions);
                let still = ways.is_empty().then_some((leg.row.t, leg.to, body));
                let ways =
                    ways.iter().map(|(_, to, motion)| (leg.row.t.max(motion.t), leg.to.min(*to), motion));
                for (from, to, body) in still.into_iter().chain(ways).filter(|(from, to, _)| from <= to) {
                    let view = View { shape: &shapes[collider.shape], body, colliders: &bodies.colliders };
                    let part = Leg { to, ..leg };
                    let mut from = from;
                    // A ball that trembles on the edge is reported so often and not for ever. How that ends is always
                    // reported.
                    for n in 0..=MAX_CROSSINGS {
                        let time = if !meets {
                            closed.then_some(from)
                        } else if n < MAX_CROSSINGS {
                            view.crossing(&part, from, row.r, closed)
                        } else {
                            view.crossing(&part, to, row.r, closed)
                        };
                        let Some(time) = time else {
                            break;
                        };
                        closed = !closed;
                        crossed.push((time, PairKey::new(i, Other::collider(leader)), crossed.len(), closed));
                        from = time;
                    }
                }
                now.retain(|known| *known != leader);
                if closed {
                    now.push(leader);
                }
            }
        }
        now.order();
        next.extend(now.into_iter().map(|leader| PairKey::new(i, Other::collider(leader))));
    }
    legs.clear();
    core::mem::swap(inside, next);
    crossed.order_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    for &(time, key, _, comes) in crossed.iter() {
        let Some(collider) = key.other().as_collider().map(|k| &bodies.colliders[k]) else {
            continue;
        };
        let crossing = SensorEvent {
            body: collider.body,
            shape: collider.shape,
            ball: balls.info[key.ball() as usize].id,
            time: time as f32,
        };
        events.push_crossing(comes, crossing);
    }
}

/// Lists the legs ball after ball, those of each in the order of time, and where those of each ball end. Legs are
/// written down as they are flown, so no two are compared but those that follow each other.
fn sort_by_ball(legs: &[Leg], balls: usize, by_ball: &mut Vec<u32>, ends: &mut Vec<u32>) {
    ends.clear();
    ends.resize(balls, 0);
    for leg in legs {
        ends[leg.ball as usize] += 1;
    }
    let mut flown = 0;
    for end in &mut *ends {
        flown += core::mem::replace(end, flown);
    }
    by_ball.clear();
    by_ball.resize(legs.len(), 0);
    for (n, leg) in (0..).zip(legs) {
        let place = &mut ends[leg.ball as usize];
        by_ball[*place as usize] = n;
        *place += 1;
    }
    let mut begin = 0;
    for end in ends.iter().map(|&end| end as usize) {
        let own = &mut by_ball[core::mem::replace(&mut begin, end)..end];
        settle(own, |a, b| legs[*a as usize].row.t > legs[*b as usize].row.t);
    }
}

/// How a body moved in this step, of what is sorted by bodies; nothing if it stood all the while.
fn motions_of(row: u32, motions: &[(u32, f64, BodyRow)]) -> &[(u32, f64, BodyRow)] {
    let later = &motions[motions.partition_point(|motion| motion.0 < row)..];
    &later[..later.partition_point(|motion| motion.0 == row)]
}

/// Adds the sensors that a leg may meet, ascending, each once.
fn near(
    leg: &Leg,
    radius: f64,
    quiet: &mut SafeCircle,
    fixed: &CurveGrid,
    movers: &[(u32, Aabb)],
    found: &mut Vec<u32>,
) {
    /// Width of a quiet circle beyond the ball, in radii.
    const QUIET_RADII: f64 = 4.0;
    let (row, at) = (&leg.row, leg.row.x);
    let end = row.position_at(leg.to);
    let sag = row.bend(row.end - row.begin);
    let is_quiet = quiet.margin > 0.0 && quiet.contains(at, sag) && quiet.contains(end, sag);
    if !fixed.is_empty() && !is_quiet {
        let margin = QUIET_RADII * radius + 2.0 * (end - at).length() + sag;
        let known = found.len();
        fixed.overlapping(disc(at, radius + margin), found);
        *quiet = if found.len() == known { SafeCircle { origin: at, margin } } else { SafeCircle::default() };
    }
    if !movers.is_empty() {
        let reach = radius + sag;
        let bounds = disc(at, reach).bounds().union(disc(end, reach).bounds());
        found.extend(movers.iter().filter(|(_, swept)| swept.overlaps(bounds)).map(|(leader, _)| *leader));
    }
    found.order();
    found.dedup();
}
