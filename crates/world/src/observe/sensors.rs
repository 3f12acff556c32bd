//! Sensors: shapes that notice balls and never push them.
//!
//! Their colliders are on no list that makes contacts. Once the flights of a step are settled, every leg that a
//! ball has flown is held against the sensors near it, on the parabola of which the leg is the chord. Where the edge
//! of no sensor is near nothing is written down.

use alloc::vec::Vec;
use carom_broadphase::{Aabb, CurveGrid, Stroke};
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::base::{Arena, Shared, Slab, Sort, cloned, room, settle};
use crate::bodies::{BallRow, Balls, BodyRow};
use crate::contacts::{Other, PairKey, PairSet};
use crate::events::{Events, SensorEvent};
use crate::geometry::constants::NO_DISTANCE;
use crate::geometry::{BodySet, Collider, MotionBounds, Separation, Touch, encloses, seams, turning_point};
use crate::id::ShapeId;
use crate::model::ShapeRow;
use crate::pairs::{SafeCircle, disc, swept_bounds};

/// A straight piece of a ball's way: the chord of `row` from its time to another.
#[derive(Clone, Copy, Debug)]
struct Leg {
    row: BallRow,
    ball: u32,
    /// Seconds since the start of the step.
    to: f64,
}

impl Leg {
    /// Where the ball is at a time. That of a guided ball as well is on the parabola, not on its chord.
    fn place(&self, t: f64) -> DVec2 {
        self.row.position_at(t) - self.row.a * self.row.lead_at(t)
    }

    fn velocity(&self, t: f64) -> DVec2 {
        self.row.velocity_at(t)
    }
}

/// A ball that comes into a sensor or goes out of it.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    time: f64,
    pair: PairKey,
    /// In which order they were found.
    n: usize,
    comes: bool,
    position: DVec2,
    velocity: DVec2,
}

/// All sensors of the world; each goes by the first collider of its shape.
#[derive(Debug, Default)]
pub(crate) struct Sensors {
    /// Sensors of fixed bodies.
    pub(crate) fixed: Shared<CurveGrid>,
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
    /// Circles in which balls meet the edge of no fixed sensor: each stays inside or outside of every one.
    quiet: Vec<SafeCircle>,
    /// Whether nothing has come or changed since they were last held against the ways of balls.
    have_looked: bool,
    movers: Vec<(u32, Aabb)>,
    found: Vec<u32>,
    crossed: Vec<Crossing>,
    /// The other buffer of `inside`.
    next: PairSet,
}

cloned!(Sensors {
    fixed,
    count,
    inside,
    legs,
    by_ball,
    ends,
    motions,
    quiet,
    have_looked,
    movers,
    found,
    crossed,
    next
});

impl Sensors {
    /// Whether anything must be written down in this step.
    #[inline]
    pub(crate) fn listen(&self) -> bool {
        self.count > 0 || !self.inside.is_empty()
    }

    /// Starts a step of `balls` balls.
    pub(crate) fn start_step(&mut self, balls: usize) {
        self.legs.clear();
        self.motions.clear();
        if self.listen() {
            self.legs.reserve(2 * balls + room::ENTRIES);
            self.by_ball.clear();
            self.by_ball.reserve(2 * balls + room::ENTRIES);
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
        if self.listen() && to > row.t && !self.is_quiet(ball, row, to) {
            self.legs.push(Leg { row: *row, ball, to });
        }
    }

    /// Whether no sensor can notice anything of a ball that is about to fly to a time.
    fn is_quiet(&self, ball: u32, row: &BallRow, to: f64) -> bool {
        let all_stand = self.count == self.fixed.len();
        all_stand && self.quiet.get(ball as usize).is_some_and(|quiet| holds(quiet, row, to))
    }

    /// Whether balls that stay where they are meet no sensor that they have not met: nothing else moves.
    pub(crate) fn have_looked(&self) -> bool {
        self.have_looked || !self.listen()
    }

    /// Adds a sensor, or moves it.
    pub(crate) fn place(&mut self, shape: &ShapeRow, colliders: &Slab<Collider>) {
        self.look_again();
        if let Some(&leader) = shape.colliders.first() {
            match cover(shape, colliders) {
                Some(strokes) => self.fixed.insert(leader, &strokes),
                None => self.fixed.insert_everywhere(leader),
            }
        }
    }

    /// Drops a sensor of a fixed body from the grid.
    pub(crate) fn lift(&mut self, leader: u32) {
        self.look_again();
        self.fixed.remove(leader);
    }

    /// Holds all balls against all sensors in the next step, wherever they are.
    pub(crate) fn look_again(&mut self) {
        self.quiet.clear();
        self.have_looked = false;
    }

    /// Forgets a ball that is removed; `last`, the row that takes its place, moves to `row`.
    pub(crate) fn forget_ball(&mut self, row: u32, last: u32) {
        self.look_again();
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

/// Strokes that cover a sensor; `None` if it is unbounded.
fn cover(shape: &ShapeRow, colliders: &Slab<Collider>) -> Option<SmallVec<[Stroke; 4]>> {
    let mut strokes = SmallVec::new();
    for &k in &shape.colliders {
        strokes.extend(seams::cover(&colliders[k])?);
    }
    if shape.sense.is_some_and(|sense| sense.area) && !strokes.is_empty() {
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

/// Greatest number of crossings of one sensor by a ball in one flight that are reported.
const MAX_CROSSINGS: usize = 1000;

/// A sensor as one ball sees it.
#[derive(Clone, Copy)]
struct View<'a> {
    shape: &'a ShapeRow,
    body: &'a BodyRow,
    colliders: &'a Slab<Collider>,
}

impl View<'_> {
    /// The part of a ball of this radius that it detects.
    fn touch(&self, radius: f64) -> Touch {
        if self.centers() { Touch::center(radius) } else { Touch::edge(radius) }
    }

    fn centers(&self) -> bool {
        self.shape.sense.is_some_and(|sense| sense.centers)
    }

    /// The gap between the sensor and a ball, in the body's frame.
    fn gap(&self, p: DVec2, u: DVec2, touch: Touch, bounds: MotionBounds, closed: bool) -> Separation {
        let reach = touch.reach;
        let mut all = Separation { width: f64::INFINITY, lasts: if closed { 0.0 } else { f64::INFINITY } };
        let mut nearest = f64::INFINITY;
        for &k in &self.shape.colliders {
            let gap = self.colliders[k].gap(p, u, touch, bounds, closed);
            nearest = nearest.min(gap.width + reach);
            all.width = all.width.min(gap.width);
            if !closed {
                all.lasts = all.lasts.min(gap.lasts);
            } else if touch.closes(gap.width) {
                all.lasts = all.lasts.max(gap.lasts);
            }
        }
        if self.shape.sense.is_some_and(|sense| sense.area) && self.encloses(p) {
            all.width = all.width.min(-nearest.max(0.0) - reach);
            let before = |&k: &u32| self.colliders[k].stays_before(p, u, touch, bounds);
            let within = || self.shape.colliders.iter().map(before).fold(f64::INFINITY, f64::min);
            all.lasts = if closed { all.lasts.max(within()) } else { 0.0 };
        }
        all
    }

    /// How far a ball at a point is from the edges of a sensor that stands, whether it is inside or outside. It
    /// exceeds the rounding of a distance.
    fn clearance(&self, p: DVec2, radius: f64) -> f64 {
        let clearance = |&k: &u32| {
            let collider = &self.colliders[k];
            (collider.distance(p).0 - collider.radius).abs() - radius - 2.0 * NO_DISTANCE * radius
        };
        self.shape.colliders.iter().map(clearance).fold(f64::INFINITY, f64::min)
    }

    /// Whether the outline goes round a point.
    fn encloses(&self, p: DVec2) -> bool {
        encloses(self.shape.colliders.iter().map(|&k| &self.colliders[k].curve), p)
    }

    /// When a ball on a leg next comes in or goes out, from the time `from` on.
    fn crossing(&self, leg: &Leg, from: f64, closed: bool) -> Option<f64> {
        let (body, row, touch) = (self.body, &leg.row, self.touch(leg.row.r));
        let acceleration = row.a.length();
        let speed = row.drift().length() + 0.5 * acceleration * (row.end - row.begin);
        let own = MotionBounds { speed, acceleration };
        let bounds = MotionBounds::against(body, leg.place(from), own, from..leg.to);
        turning_point(from..leg.to, closed, touch, |t| {
            let (at, u) = body.against(leg.place(t), leg.velocity(t), t);
            self.gap(at, u, touch, bounds, closed)
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
    not_fixed: &[u32],
    shapes: &Arena<ShapeId, ShapeRow>,
    events: &mut Events,
) {
    if !sensors.listen() {
        return;
    }
    let Sensors {
        fixed,
        inside,
        legs,
        by_ball,
        ends,
        motions,
        quiet,
        have_looked,
        movers,
        found,
        crossed,
        next,
        ..
    } = sensors;
    // No two of a body end at the same time. A stable sort of many would allocate.
    motions.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    sweep_movers(movers, bodies, not_fixed, shapes, motions);
    sort_by_ball(legs, balls.rows.len(), by_ball, ends);
    quiet.resize(balls.rows.len(), SafeCircle::default());
    crossed.clear();
    next.clear();
    // The first crossing of a long game allocates nothing.
    room::reserve(crossed);
    room::reserve(found);
    room::reserve(movers);
    next.make_room();
    events.make_room_for_crossings();
    let watch = Watch { balls, bodies, shapes, motions };
    let clearance = |leader: u32, p: DVec2, radius: f64| {
        watch.view(leader, bodies.body_of(&bodies.colliders[leader])).clearance(p, radius)
    };
    let (mut flown, mut known) = (0, inside.iter().peekable());
    for i in 0..balls.rows.len() as u32 {
        let mut now = SmallVec::<[u32; 4]>::new();
        while let Some(key) = known.next_if(|key| key.ball() == i) {
            now.extend(key.other().as_collider());
        }
        let end = ends[i as usize] as usize;
        for leg in by_ball[core::mem::replace(&mut flown, end)..end].iter().map(|&n| legs[n as usize]) {
            found.clear();
            found.extend_from_slice(&now);
            near(&leg, &mut quiet[i as usize], fixed, movers, clearance, found);
            for &leader in found.iter() {
                let closed = watch.cross(i, leader, &leg, now.contains(&leader), crossed);
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
    *have_looked = true;
    report(crossed, balls, bodies, events);
}

/// The world in which balls cross sensors.
#[derive(Clone, Copy)]
struct Watch<'a> {
    balls: &'a Balls,
    bodies: &'a BodySet,
    shapes: &'a Arena<ShapeId, ShapeRow>,
    motions: &'a [(u32, f64, BodyRow)],
}

impl<'a> Watch<'a> {
    /// A sensor on a body in one of its motions.
    fn view(&self, leader: u32, body: &'a BodyRow) -> View<'a> {
        let collider = &self.bodies.colliders[leader];
        View { shape: &self.shapes[collider.shape], body, colliders: &self.bodies.colliders }
    }

    /// Adds the crossings of one sensor by a ball on a leg of its flight; `closed` is whether the ball is inside before.
    /// Returns whether it is inside afterwards.
    fn cross(&self, i: u32, leader: u32, leg: &Leg, mut closed: bool, crossed: &mut Vec<Crossing>) -> bool {
        let collider = &self.bodies.colliders[leader];
        let body = self.bodies.body_of(collider);
        let info = &self.balls.info[i as usize];
        let is_off = info.filter.is_off() || collider.filter.is_off();
        let meets = self.view(leader, body).centers() && !is_off
            || info.filter.collides_with(collider.filter) && !self.balls.are_apart(info.id, collider.body);
        // A body that is struck or stopped on the way moves in several ways, one after the other.
        let ways = motions_of(collider.body_row, self.motions);
        let still = ways.is_empty().then_some((leg.row.t, leg.to, body));
        let ways = ways.iter().map(|(_, to, motion)| (leg.row.t.max(motion.t), leg.to.min(*to), motion));
        for (from, to, body) in still.into_iter().chain(ways).filter(|(from, to, _)| from <= to) {
            let view = self.view(leader, body);
            let part = Leg { to, ..*leg };
            let mut from = from;
            // A ball that trembles on the edge is reported so often and not for ever. How that ends is always
            // reported.
            for n in 0..=MAX_CROSSINGS {
                let time = if !meets {
                    closed.then_some(from)
                } else if n < MAX_CROSSINGS {
                    view.crossing(&part, from, closed)
                } else {
                    view.crossing(&part, to, closed)
                };
                let Some(time) = time else {
                    break;
                };
                closed = !closed;
                crossed.push(Crossing {
                    time,
                    pair: PairKey::new(i, Other::collider(leader)),
                    n: crossed.len(),
                    comes: closed,
                    position: leg.place(time),
                    velocity: leg.velocity(time),
                });
                from = time;
            }
        }
        closed
    }
}

/// Lists the sensors of bodies that may move, each with the bounds of its motions in this step.
fn sweep_movers(
    movers: &mut Vec<(u32, Aabb)>,
    bodies: &BodySet,
    not_fixed: &[u32],
    shapes: &Arena<ShapeId, ShapeRow>,
    motions: &[(u32, f64, BodyRow)],
) {
    movers.clear();
    for &row in not_fixed {
        let body = &bodies.rows[row as usize];
        if body.sensors.is_empty() {
            continue;
        }
        let own = motions_of(row, motions);
        // A body that stood all the time has no record.
        let stood = own.is_empty().then_some((body, 0.0));
        let own = own.iter().map(|(_, to, motion)| (motion, to - motion.t));
        for (motion, lasts) in own.chain(stood) {
            let first = movers.len();
            for &k in body.sensors.iter() {
                let collider = &bodies.colliders[k];
                let swept = swept_bounds(collider, motion, bodies.joint_of(body), lasts);
                let leader = shapes[collider.shape].colliders[0];
                // All of a shape together: a ball may lie in the middle of an area, far from its outline.
                match movers[first..].last_mut() {
                    Some((known, whole)) if *known == leader => *whole = whole.union(swept),
                    _ => movers.push((leader, swept)),
                }
            }
        }
    }
}

/// Reports crossings in the order of time.
fn report(crossed: &mut [Crossing], balls: &Balls, bodies: &BodySet, events: &mut Events) {
    crossed.order_by(|a, b| a.time.total_cmp(&b.time).then(a.pair.cmp(&b.pair)).then(a.n.cmp(&b.n)));
    for crossing in crossed.iter() {
        let Some(collider) = crossing.pair.other().as_collider().map(|k| &bodies.colliders[k]) else {
            continue;
        };
        let event = SensorEvent {
            body: collider.body,
            shape: collider.shape,
            ball: balls.info[crossing.pair.ball() as usize].id,
            time: crossing.time as f32,
            position: crossing.position.as_vec2(),
            velocity: crossing.velocity.as_vec2(),
        };
        events.push_crossing(crossing.comes, event);
    }
}

/// Lists the legs ball after ball, those of each in the order of time, and where those of each ball end. Legs are
/// recorded in the order of flights, so only consecutive ones are compared.
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

/// Motion of a body in this step, from a list sorted by bodies; empty if it did not move.
fn motions_of(row: u32, motions: &[(u32, f64, BodyRow)]) -> &[(u32, f64, BodyRow)] {
    let later = &motions[motions.partition_point(|motion| motion.0 < row)..];
    &later[..later.partition_point(|motion| motion.0 == row)]
}

/// Whether a ball stays in a circle until a time.
fn holds(quiet: &SafeCircle, row: &BallRow, to: f64) -> bool {
    let sag = row.bend(row.end - row.begin);
    quiet.margin > 0.0 && quiet.contains(row.x, sag) && quiet.contains(row.position_at(to), sag)
}

/// Adds the sensors that a leg may meet, ascending, each once. `clearance` gives the distance of a ball from the edges of a
/// fixed one.
fn near(
    leg: &Leg,
    quiet: &mut SafeCircle,
    fixed: &CurveGrid,
    movers: &[(u32, Aabb)],
    clearance: impl Fn(u32, DVec2, f64) -> f64,
    found: &mut Vec<u32>,
) {
    /// Width of a quiet circle beyond the ball, in radii.
    const QUIET_RADII: f64 = 4.0;
    let (row, at) = (&leg.row, leg.row.x);
    let (radius, end) = (row.r, row.position_at(leg.to));
    let sag = row.bend(row.end - row.begin);
    if !fixed.is_empty() && !holds(quiet, row, leg.to) {
        let margin = QUIET_RADII * radius + 2.0 * (end - at).length() + sag;
        let known = found.len();
        fixed.overlapping(disc(at, radius + margin), found);
        let clear = found[known..].iter().map(|&leader| clearance(leader, at, radius));
        *quiet = SafeCircle { origin: at, margin: clear.fold(margin, f64::min) };
    }
    if !movers.is_empty() {
        let reach = radius + sag;
        let bounds = disc(at, reach).bounds().union(disc(end, reach).bounds());
        found.extend(movers.iter().filter(|(_, swept)| swept.overlaps(bounds)).map(|(leader, _)| *leader));
    }
    found.order();
    found.dedup();
}
