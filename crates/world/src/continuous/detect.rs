//! When balls will arrive: in closed form, and for turning bodies by a search that can't step over a
//! touch.
//!
//! A pair has two surfaces. Fast approaches bounce at gap zero. Slow ones belong to the contact solver
//! and are stopped only at the guard depth, without a bounce.

use carom_narrowphase::double::roots::{enter_circle, leave_circle};
use glam::DVec2;

use crate::base::parallel::{self, Cut};
use crate::base::simd::{LANES, dispatch, sqrt};
use crate::bodies::ball::BallRow;
use crate::bodies::body::Solid;
use crate::contacts::hit;
use crate::contacts::pair_key::Other;
use crate::continuous::context::Table;
use crate::continuous::event_loop::{Advance, ROUNDING};
use crate::continuous::event_queue::{Arrival, Meeting};
use crate::geometry::circle_path::Along;
use crate::pairs::active_pairs::OpenCore;
use crate::pairs::prefilter::Way;
use crate::pairs::proxy::Spot;
use crate::solver::collect::{GRAZING, Round, kicks};
use crate::solver::contact_store::Riding;
use crate::solver::flush_ends::Neighbourhood;
use crate::solver::kernels::Sinking;

/// Share of a radius by which a pair at the guard may creep on in a substep: what rounding leaves of a
/// cluster that has come to rest. A hair in a thousand hours.
const CREEP: f64 = 1e-12;

/// A way that ends so far within a circle, as a share of its radius, surely does not leave it.
const INSIDE: f64 = 1e-9;

/// From when until when it is known how a ball and a body will move: a body that was struck after the ball was last
/// deflected is known from then on, and to the end of the substep.
pub(crate) fn known(row: &BallRow, solid: &Solid, table: &Table<'_>) -> (f64, f64) {
    if solid.may_move() { (row.t.max(solid.t), row.end.min(table.until)) } else { (row.t, row.end) }
}

/// Whether the flight of a ball begins with the substep.
fn starts(i: u32, table: &Table<'_>) -> bool {
    table.balls.rows[i as usize].begin == table.start
}

impl Advance {
    /// Begins a substep: foresees the arrivals of all balls that begin a flight, and what the others may meet that
    /// does not fly to the end of the step.
    pub(crate) fn foresee_all(&mut self, table: &mut Table<'_>) {
        self.find_sinking(table);
        self.foresee_open(table);
        let Table { near, cores, solids, .. } = table;
        // Two that are aloft have been looked at for the whole step.
        let flights = &self.flights;
        if table.start > 0.0 && table.doze.standing() == 0 {
            return;
        }
        near.open.pairs.retain(|&[i, j]| !(flights.is_aloft(i) && flights.is_aloft(j)));
        near.open.cores.retain(|pair| {
            !flights.is_aloft(pair.ball) || solids[cores[pair.core].solid as usize].may_move()
        });
    }

    fn foresee_open(&mut self, table: &Table<'_>) {
        let open = &table.near.open;
        let (whole, part) = ((table.dt - table.start) as f32, (table.until - table.start) as f32);
        for n in 0..self.sinking.len() {
            let (i, j) = self.sinking[n];
            self.foresee_ball(i, j, table);
        }
        let (mut met, mut met_of) = (core::mem::take(&mut self.met), core::mem::take(&mut self.met_of));
        met.clear();
        let (pairs, flights) = (open.pairs.as_slice(), &self.flights);
        parallel::gather(pairs, Cut::rows(pairs.len()), (&mut met, &mut met_of), |_, pairs, met| {
            for &[i, j] in pairs {
                let (a, b) = (&open.spots[i as usize], &open.spots[j as usize]);
                let aloft = [flights.is_aloft(i), flights.is_aloft(j)];
                let begins = [(i, aloft[0]), (j, aloft[1])]
                    .map(|(ball, aloft)| !aloft || starts(ball, table) || flights.is_standing(ball));
                if begins == [false; 2] {
                    continue;
                }
                let left = if aloft == [true; 2] { whole } else { part };
                // Where one is that was aloft before is not written down.
                if (begins != [true; 2] || a.may_meet(b, left, 0.0))
                    && !table.contacts.packs.has(i, j)
                    && self.way(i, table).may_meet(&self.way(j, table))
                {
                    met.push([i, j]);
                }
            }
        });
        for &[i, j] in &met {
            self.foresee_pair((i, &self.way(i, table)), (j, &self.way(j, table)), table);
        }
        (self.met, self.met_of) = (met, met_of);
        // How much farther than to a touch it is to the guard, in radii; less what rounding may take.
        let guard = (table.step.guard_depth + table.step.rest_depth - 1e-4) as f32;
        for pair in &open.cores {
            let Spot { left, radius, .. } = open.spots[pair.ball as usize];
            if left <= pair.floor && !(left > pair.floor - guard * radius && self.is_borne(pair, table)) {
                self.foresee_core(pair.ball, pair.core, table);
            }
        }
        for &i in &open.wild {
            if starts(i, table) {
                self.foresee_listed(i, &[], table);
            } else {
                self.foresee_passing(i, table);
            }
        }
        for &i in &table.contacts.touched {
            self.foresee_ride_end(i, table);
        }
        for g in 0..table.guided.len() as u32 {
            self.foresee_limit(g, table);
        }
        for (ball, end) in table.links.swings() {
            self.enqueue(end, ball, Meeting::Swing, table);
        }
    }

    /// Whether a core holds a ball in this substep, so that only the guard could stop the ball.
    fn is_borne(&self, pair: &OpenCore, table: &Table<'_>) -> bool {
        table.contacts.is_held(pair.ball, Other::core(pair.core))
            && !self.flights.is_aloft(pair.ball)
            && !self.flights.was_struck(pair.ball)
            && !table.cores[pair.core].is_one_sided()
    }

    /// When a hinge or slider comes to a limit.
    pub(crate) fn foresee_limit(&mut self, g: u32, table: &Table<'_>) {
        let guided = &table.guided[g as usize];
        let solid = &table.solids[guided.solid as usize];
        if let Some(wait) = guided.arrival(solid, table.until) {
            self.enqueue(solid.t + wait, u32::MAX, Meeting::Limit(g), table);
        }
    }

    /// Finds the packed contacts that might sink to the guard in this substep.
    fn find_sinking(&mut self, table: &Table<'_>) {
        let (packs, spots) = (&table.contacts.packs, &table.near.open.spots);
        let h = table.step.h as f32;
        self.sinking.clear();
        if packs.is_empty() {
            return;
        }
        let way = |spot: &Spot| sqrt(spot.u[0] * spot.u[0] + spot.u[1] * spot.u[1]) * h;
        let longest = table.near.open.longest;
        let guard = table.step.guard_depth as f32;
        let (found, found_of) = (&mut self.found, &mut self.found_of);
        found.clear();
        for (color, list) in (0..).zip(&packs.colors) {
            let cut = Cut::by(LANES * list.awake().len(), list.awake().len());
            parallel::gather(list.awake(), cut, (&mut *found, &mut *found_of), |first, packs, found| {
                if !packs.is_empty() {
                    let (first, way) = (first as u32, 2.000_01 * longest);
                    dispatch(Sinking { color, first, packs, guard, way, found });
                }
            });
        }
        for &(color, n, bits) in found.iter() {
            let pack = &packs.colors[usize::from(color)].packs[n as usize];
            for lane in (0..LANES).filter(|lane| bits >> lane & 1 != 0) {
                let (i, j) = (pack.b[lane], pack.a[lane]);
                let room = pack.separation.0[lane] + guard * pack.scale.0[lane];
                if i == j {
                    continue;
                }
                let ways = way(&spots[i as usize]) + way(&spots[j as usize]);
                if room <= 1.000_01 * ways + 1e-5 * pack.scale.0[lane] {
                    self.sinking.push((i, j));
                }
            }
        }
    }

    /// Foresees what a ball that was aloft before may meet of what begins a flight or moves.
    fn foresee_passing(&mut self, i: u32, table: &Table<'_>) {
        let list = &table.near.lists[i as usize];
        for &j in &list.balls {
            if !self.flights.is_aloft(j) || starts(j, table) {
                self.foresee_ball(i, j, table);
            }
        }
        for &k in &list.movers {
            self.foresee_core(i, k, table);
        }
    }

    /// Foresees the arrivals of one ball that has been deflected or listed anew.
    pub(crate) fn foresee(&mut self, i: u32, table: &mut Table<'_>) {
        self.foresee_after(i, &[], table);
    }

    /// Foresees the arrivals of a ball, except those with balls for which that has been done before.
    pub(crate) fn foresee_after(&mut self, i: u32, before: &[u32], table: &mut Table<'_>) {
        self.flights.hurry(&table.balls.rows[i as usize]);
        self.stop_runaways(table);
        self.foresee_listed(i, before, table);
    }

    /// Foresees what is on a ball's list, except what has been before.
    fn foresee_listed(&mut self, i: u32, before: &[u32], table: &Table<'_>) {
        let list = &table.near.lists[i as usize];
        let own = self.way(i, table);
        for &j in &list.balls {
            let other = self.way(j, table);
            if own.may_meet(&other) && before.binary_search(&j).is_err() {
                self.foresee_pair((i, &own), (j, &other), table);
            }
        }
        for k in table.near.cores_within(i, own.x, own.u.length() * (own.end - own.t)) {
            self.foresee_core(i, k, table);
        }
        for &k in &list.movers {
            self.foresee_core(i, k, table);
        }
        self.foresee_exit(i, table);
        self.foresee_ride_end(i, table);
        if let Some(end) = table.links.swing_of(i) {
            self.enqueue(end, i, Meeting::Swing, table);
        }
    }

    pub(crate) fn enqueue(&mut self, time: f64, ball: u32, meeting: Meeting, table: &Table<'_>) {
        let stamps = self.stamps(ball, meeting, table);
        self.count.foreseen += 1;
        self.queue.push(Arrival { time, ball, meeting, stamps });
    }

    #[inline]
    fn way(&self, i: u32, table: &Table<'_>) -> Way {
        let rows = &table.balls.rows;
        Way::new(&rows[i as usize], self.flights.drift(i, rows))
    }

    /// The meeting of two balls.
    fn foresee_ball(&mut self, i: u32, j: u32, table: &Table<'_>) {
        let (a, b) = (self.way(i, table), self.way(j, table));
        if a.may_meet(&b) {
            self.foresee_pair((i, &a), (j, &b), table);
        }
    }

    /// The meeting of two balls on their ways. The higher row is named first, so that it reads the same from both.
    fn foresee_pair(&mut self, first: (u32, &Way), second: (u32, &Way), table: &Table<'_>) {
        let ((i, a), (j, b)) = if first.0 < second.0 { (first, second) } else { (second, first) };
        let (step, rows) = (table.step, &table.balls.rows);
        let now = a.t.max(b.t);
        let until = a.end.min(b.end);
        let left = until - now;
        let (d, u) = (b.at(now) - a.at(now), b.u - a.u);
        let sum = a.r + b.r;
        let Some(t) = enter_circle(d, u, sum).filter(|&t| t <= left) else {
            return;
        };
        let scale = a.r.min(b.r);
        let noise = ROUNDING * (a.u.length() + b.u.length());
        let time = (now + t).min(until);
        let held = !self.flights.flies(i)
            && !self.flights.flies(j)
            && !self.flights.was_struck(i)
            && !self.flights.was_struck(j)
            && table.contacts.is_held(i, Other::ball(j));
        // A ball that stands takes no part in new contacts until it is roused.
        let aloft = !held && (self.flights.is_aloft(i) || self.flights.is_aloft(j));
        if !held && !self.flights.is_demoted(i, step) && !self.flights.is_demoted(j, step) {
            let normal = (d + u * t).normalize_or(DVec2::Y);
            let velocity = |i: u32| rows[i as usize].velocity_at(time);
            let approach = -normal.dot(velocity(j) - velocity(i));
            let info = &table.balls.info;
            let meeting = table.materials.meet(info[i as usize].material, info[j as usize].material);
            let restitution = table.materials.restitution(&meeting, approach);
            if approach > noise && approach >= step.slow(restitution, scale) {
                self.enqueue(time, j, Meeting::Impact(Other::ball(i)), table);
                return;
            }
        }
        if aloft {
            self.enqueue(time, j, Meeting::Touch(Other::ball(i)), table);
            return;
        }
        let guard = sum - step.guard_depth * scale;
        if let Some(t) = enter_circle(d, u, guard).filter(|&t| t <= left)
            && -(d + u * t).normalize_or(DVec2::Y).dot(u) > noise + CREEP * scale / step.h
        {
            self.enqueue((now + t).min(until), j, Meeting::Guard(Other::ball(i)), table);
        }
    }

    pub(crate) fn foresee_core(&mut self, i: u32, k: u32, table: &Table<'_>) {
        let core = &table.cores[k];
        let solid = &table.solids[core.solid as usize];
        let (step, rows) = (table.step, &table.balls.rows);
        let row = &rows[i as usize];
        if core.is_one_sided() && self.foresee_passage(i, k, table) {
            return;
        }
        let Some(time) = self.arrival_at(i, k, row.r, table) else {
            return;
        };
        let aloft = self.flights.is_aloft(i);
        let u = self.flights.drift(i, rows);
        let noise = ROUNDING * (u.length() + solid.velocity.length() + solid.spin.abs() * row.r);
        let at = row.x + u * (time - row.t);
        let other = Other::core(k);
        let place = |at: DVec2| if solid.is_mover() { solid.pose_at(time).to_local(at) } else { at };
        let held = !self.flights.was_struck(i) && solid.stamp == 0 && table.contacts.is_held(i, other);
        let riding = table.contacts.riding[i as usize].is_some_and(|riding| riding.core == k);
        if !held && !riding {
            // Off a bulging surface a ball that grazes it flies on; on all others it would come again at once.
            let ride = if self.flights.may_land(i) { self.ride(i, k, time, at, table) } else { None };
            let follows =
                ride.is_some_and(|riding| riding.round.is_none() || core.curve.is_hollow_at(place(at)));
            let mut lands = follows;
            if !self.flights.is_demoted(i, step)
                && let Some(hit) = self.hit(i, other, time, at, table)
            {
                let speed = -hit::relative(&hit, rows, table.guided).0;
                let grazes = follows && speed <= GRAZING * u.length();
                let gain = solid.gain_along(at - hit.normal * row.r, hit.normal);
                let fast = !grazes && speed >= step.slow_against(gain, hit.restitution, row.r);
                if speed > noise && (fast || kicks(table.materials.get(core.material), speed)) {
                    self.enqueue(time, i, Meeting::Impact(other), table);
                    return;
                }
                // Nobody bears the ball there within this substep: it comes to slide along the core. A chord may lead
                // into a surface that the ball leaves; that is no landing.
                let closes = -(u - hit.surface).dot(hit.normal) > noise;
                lands |= !aloft && closes && (speed > noise || ride.is_some());
            }
            if lands {
                self.enqueue(time, i, Meeting::Landing(other), table);
                return;
            }
        }
        if aloft {
            self.enqueue(time, i, Meeting::Touch(other), table);
            return;
        }
        let reach = row.r * (1.0 - step.guard_depth);
        if let Some(time) = self.arrival_at(i, k, reach, table) {
            let at = row.x + u * (time - row.t);
            if let Some(hit) = self.hit(i, other, time, at, table)
                && (u - hit.surface).dot(hit.normal) < -noise - CREEP * row.r / step.h
            {
                self.enqueue(time, i, Meeting::Guard(other), table);
            }
        }
    }

    /// Whether a ball comes to an end of a core that is flush, at that time, with another surface which the ball touches.
    fn is_covered(&self, i: u32, k: u32, time: f64, table: &Table<'_>) -> bool {
        if time < self.now {
            // It was found to be so before the ball was listed anew, where the other surface may no longer be listed.
            return true;
        }
        let row = &table.balls.rows[i as usize];
        let at = row.x + self.flights.drift(i, &table.balls.rows) * (time - row.t);
        let neighbourhood = Neighbourhood {
            ball: i,
            radius: row.r,
            slop: table.step.rest_depth,
            list: &table.near.lists[i as usize],
            cores: table.cores,
            solids: table.solids,
            contacts: table.contacts,
        };
        neighbourhood.is_end_flush(k, at, time)
    }

    /// When a ball comes within `reach` of a core, as long as it is known how both will move.
    fn arrival_at(&self, i: u32, k: u32, reach: f64, table: &Table<'_>) -> Option<f64> {
        let core = &table.cores[k];
        let solid = &table.solids[core.solid as usize];
        let row = &table.balls.rows[i as usize];
        let u = self.flights.drift(i, &table.balls.rows);
        if !solid.is_mover() {
            let covered = |wait: f64| self.is_covered(i, k, row.t + wait, table);
            let wait = core.arrival(row.x, u, reach, row.end - row.t, covered)?;
            return Some((row.t + wait).min(row.end));
        }
        let (start, until) = known(row, solid, table);
        let (at, left) = (row.x + u * (start - row.t), until - start);
        let pose = solid.pose_at(start);
        let covered = |wait: f64| self.is_covered(i, k, start + wait, table);
        let arrival = if !solid.is_moving() || solid.stalled {
            core.arrival(pose.to_local(at), pose.direction_to_local(u), reach, left, covered)
        } else if !solid.is_turning() && !solid.is_accelerating() {
            let direction = pose.direction_to_local(u - solid.velocity);
            core.arrival(pose.to_local(at), direction, reach, left, covered)
        } else {
            let since = start - solid.t;
            let (spin, twist, push) = (solid.spin + solid.twist * since, solid.twist, solid.push);
            let relative = u - solid.velocity - push * since;
            let offset = at - pose.origin;
            let slide = relative.length() + push.length() * left;
            let (far, fast) = (offset.length() + slide * left, spin.abs() + twist.abs() * left);
            let speed = slide + fast * far;
            let acceleration = fast * fast * far + 2.0 * fast * slide + twist.abs() * far + push.length();
            let path = |t: f64| {
                let (sin, cos) = libm::sincos((spin + 0.5 * twist * t) * t);
                let back = DVec2::new(cos, -sin).rotate(DVec2::new(pose.turn.x, -pose.turn.y));
                let at = offset + (relative - push * (0.5 * t)) * t;
                let velocity = relative - push * t - (spin + twist * t) * at.perp();
                (back.rotate(at), back.rotate(velocity))
            };
            core.turning_arrival(path, (speed, acceleration, ROUNDING * speed), reach, left, covered)
        };
        arrival.map(|wait| (start + wait).min(until))
    }

    /// How a ball that comes to a core at `at` follows it, if the core is one to follow: a round surface that presses on
    /// the ball, or one that turns into it.
    pub(crate) fn ride(&self, i: u32, k: u32, time: f64, at: DVec2, table: &Table<'_>) -> Option<Riding> {
        let core = &table.cores[k];
        let solid = &table.solids[core.solid as usize];
        let row = &table.balls.rows[i as usize];
        // A landing ends the long flight.
        let left = if self.flights.is_aloft(i) { table.step.h } else { row.end - time };
        if left <= 1e-6 * table.step.h {
            return None;
        }
        let riding =
            Riding { core: k, rise: 0.0, start: time, until: (time + left).min(row.end), round: None };
        let Some(track) = core.track(solid, at, row.r, time) else {
            let velocity = self.flights.drift(i, &table.balls.rows);
            let ride = core.follow(solid, (at, velocity), row.r, time, left)?;
            let until = (time + ride.time).min(row.end);
            return Some(Riding { rise: ride.rise, until, ..riding });
        };
        let place = if solid.is_mover() { solid.pose_at(time).to_local(at) } else { at };
        let Along { speed, rising } = track.along(row.velocity_at(time));
        if core.nearest(place).is_none_or(|near| near.is_end) || !track.presses(speed, row.a) {
            return None;
        }
        if table.links.holds(i) {
            // Its links bend the flight as well, and know nothing of tracks.
            let rise = 0.5 * track.rise(speed, left);
            return track.is_hollow().then_some(Riding { rise, ..riding });
        }
        let round =
            Round { pull: row.a, speeds: [speed; 2], rise: 0.0, rising, rolls: None, is_pending: true };
        Some(Riding { round: Some(round), ..riding })
    }

    /// When a ball leaves its safe circle. One that was just listed on its way flies into its new circle
    /// and out of it again.
    fn foresee_exit(&mut self, i: u32, table: &Table<'_>) {
        let rows = &table.balls.rows;
        let row = &rows[i as usize];
        let circle = &table.near.circles[i as usize];
        let u = self.flights.drift(i, rows);
        if circle.holds(row.x + u * (row.end - row.t), INSIDE * circle.margin) {
            return;
        }
        if let Some(wait) = leave_circle(row.x - circle.origin, u, circle.margin)
            && row.t + wait < row.end
        {
            self.enqueue(row.t + wait, i, Meeting::Exit, table);
        }
    }

    fn foresee_ride_end(&mut self, i: u32, table: &Table<'_>) {
        if let Some(riding) = table.contacts.riding[i as usize]
            && riding.until < table.until
        {
            self.enqueue(riding.until, i, Meeting::RideEnd, table);
        }
    }
}
