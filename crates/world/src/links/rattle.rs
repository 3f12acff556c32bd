//! Solves links: linked balls fly the chords of the arcs on which their links keep them.
//!
//! One half of a link's impulse acts where the chord begins, along the link as it is there, so that the chord ends at
//! the right length. The other half acts where the chord ends, along the link as it is then, so that the length does
//! not change (RATTLE: Andersen, J. Comput. Phys. 52, 1983). That is symmetric in time, and keeps the energy of a
//! pendulum. An impact cuts the chord: the excess of the first half is given back, the impulse passes through the
//! whole island, and a new chord begins. A link that tightens on the way cuts the chord in the same way.
//!
//! Sweeps find impulses link by link, and tell tight links from slack ones. Elimination finds them all together:
//! without it a heavy ball at the end of a chain would stretch the chain.

use carom_narrowphase::double::roots::{enter_circle, leave_circle};
use glam::DVec2;

use crate::base::Skyline;
use crate::links::constants::{
    CHORD_HALVINGS, CHORD_MISS, HASTY_LINK_ELIMINATIONS, LENGTH_TOLERANCE, LINK_ELIMINATIONS,
    MAX_CHORD_ENERGY_ERROR, MAX_LENGTH_CORRECTION, MAX_LINK_TURN, MAX_SPRING_SWING, PATIENT_CHORDS,
    PLACE_ROUNDING, SLACKENING_SHARE, SPRING_ROUNDS, SPRING_SWEEPS, SPRING_TOLERANCE, SWEEPS_ALONE,
    SWEEPS_BETWEEN_ELIMINATIONS,
};
use crate::links::{
    BOTH, LinkAnchor, LinkBodies, LinkConstraint, LinkIsland, Links, NO_IMPULSE, PULLS, PUSHES,
    kinetic_energy, work_of_pull,
};

/// Number of eliminations for an island that has flown `chords` chords, and number of sweeps before and after each.
fn effort(eliminates: bool, chords: u32) -> (usize, usize) {
    match (eliminates, chords < PATIENT_CHORDS) {
        (true, true) => (LINK_ELIMINATIONS, SWEEPS_BETWEEN_ELIMINATIONS),
        (true, false) => (HASTY_LINK_ELIMINATIONS, SWEEPS_BETWEEN_ELIMINATIONS),
        (false, true) => (0, SWEEPS_ALONE),
        (false, false) => (0, SWEEPS_BETWEEN_ELIMINATIONS),
    }
}

impl Links {
    pub(crate) fn begin_all(&mut self, islands: &[u32], time: f64, most: f64, bodies: &mut LinkBodies<'_>) {
        for &g in islands {
            self.start_chord(g as usize, time, most, bodies);
        }
    }

    /// Begins the chord of an island at a time at which its balls have their true velocities. The chord is short
    /// enough that no link turns too far, that its equations have a solution, and that it keeps energy; it lasts
    /// `most` seconds at most.
    fn start_chord(&mut self, g: usize, time: f64, most: f64, bodies: &mut LinkBodies<'_>) {
        let island = &self.islands[g];
        let halvings = if island.chords < PATIENT_CHORDS { CHORD_HALVINGS } else { 0 };
        let constraints = &mut self.constraints[island.constraints.clone()];
        let members = island.members.clone();
        self.begun.clear();
        self.begun.extend(self.members[members].iter().map(|&i| bodies.rows[i as usize].velocity_at(time)));
        let left = bodies.until - time;
        let shortest = bodies.shortest.min(left);
        let mut lasts = left.min(most).max(shortest);
        let share =
            island.springs && constraints.iter().filter(|constraint| constraint.is_spring()).count() > 1;
        for constraint in constraints.iter_mut() {
            let span = bodies.span(constraint, time);
            constraint.normal = span.normalize_or(DVec2::Y);
            let length = span.length();
            let across = (bodies.velocity(constraint.ends[1], time)
                - bodies.velocity(constraint.ends[0], time))
            .dot(constraint.normal.perp());
            let turn = if constraint.limit_at(length) == NO_IMPULSE { 0.0 } else { across.abs() / length };
            let turn = turn.max(bodies.turn(constraint));
            if turn * lasts > MAX_LINK_TURN {
                lasts = (MAX_LINK_TURN / turn).max(shortest);
            }
            let pace = if share { constraint.stiffness * bodies.weight(constraint) } else { 0.0 };
            if pace * lasts * lasts > MAX_SPRING_SWING * MAX_SPRING_SWING {
                lasts = (MAX_SPRING_SWING / libm::sqrt(pace)).max(shortest);
            }
        }
        let mut misses = 0;
        loop {
            let island = &mut self.islands[g];
            (island.from, island.until) = (time, if lasts < left { time + lasts } else { bodies.until });
            misses += u32::from(!self.try_chord(g, bodies));
            let is_tried = misses > halvings || misses == 0 && !self.turns_far(g, bodies);
            if lasts <= shortest
                || is_tried && (self.islands[g].is_in_contact || self.keeps_energy(g, bodies))
            {
                break;
            }
            lasts = (0.5 * lasts).max(shortest);
        }
    }

    /// Whether a link that acts turns further on a chord than predicted, because other links pull.
    fn turns_far(&self, g: usize, bodies: &LinkBodies<'_>) -> bool {
        let LinkIsland { from, until, .. } = self.islands[g];
        self.constraints_of(g).iter().filter(|constraint| !constraint.is_slack()).any(|constraint| {
            let across = bodies.drift(constraint, from, until).dot(constraint.normal.perp());
            across.abs() * (until - from) > 2.0 * MAX_LINK_TURN * bodies.span(constraint, from).length()
        })
    }

    /// Whether the balls of an island have as much energy at the end of their chord as at its start, beside
    /// external work. The pulls of links that come to stand in one line grow without bound, and a chord on which
    /// they change too much gains or loses energy. A rope that tightens on the way takes energy.
    fn keeps_energy(&mut self, g: usize, bodies: &mut LinkBodies<'_>) -> bool {
        let LinkIsland { from, until, ref members, .. } = self.islands[g];
        let constraints = self.constraints_of(g);
        if constraints.iter().all(LinkConstraint::is_slack) || self.is_driven(g, from, bodies) {
            return true;
        }
        let takes = constraints.iter().any(|constraint| constraint.speculative);
        let (mut before, mut work, mut fall) = (0.0, 0.0, 0.0);
        for (&i, v) in self.members[members.clone()].iter().zip(&self.begun) {
            let row = &bodies.rows[i as usize];
            before += kinetic_energy(row, *v);
            work += work_of_pull(row, from, until);
            fall += kinetic_energy(row, row.a * (until - from));
        }
        let after = self.energy_at_end(g, bodies);
        let most = MAX_CHORD_ENERGY_ERROR * (before + fall);
        let gained = after - work - before;
        // A result that is not a number fails the test.
        gained <= most && (takes || gained >= -most)
    }

    /// Energy of the balls of an island at the end of their chord. All state is restored afterwards.
    fn energy_at_end(&mut self, g: usize, bodies: &mut LinkBodies<'_>) -> f64 {
        let LinkIsland { until, ref constraints, ref members, .. } = self.islands[g];
        let (constraints, members) = (constraints.clone(), members.clone());
        self.ending.clear();
        self.ending.extend(self.members[members.clone()].iter().map(|&i| bodies.rows[i as usize].v));
        self.ending_constraints.clear();
        self.ending_constraints.extend_from_slice(&self.constraints[constraints.clone()]);
        self.keep_lengths_at(g, until, bodies);
        self.constraints[constraints].copy_from_slice(&self.ending_constraints);
        let mut energy = 0.0;
        for (&i, v) in self.members[members].iter().zip(&self.ending) {
            let row = &mut bodies.rows[i as usize];
            energy += kinetic_energy(row, row.v);
            row.v = *v;
        }
        energy
    }

    /// Tries a chord; false if its links miss their lengths.
    fn try_chord(&mut self, g: usize, bodies: &mut LinkBodies<'_>) -> bool {
        let island = &self.islands[g];
        let (time, until) = (island.from, island.until);
        let lasts = until - time;
        for (n, &i) in island.members.clone().zip(&self.members[island.members.clone()]) {
            if bodies.flights[i].is_frozen {
                continue;
            }
            let row = &mut bodies.rows[i as usize];
            (row.a, row.begin, row.end) = (self.free[n], time, until);
            row.v = self.begun[n - island.members.start] + row.a * lasts;
        }
        for constraint in &mut self.constraints[island.constraints.clone()] {
            (constraint.chord_impulse, constraint.force) = (0.0, DVec2::ZERO);
            constraint.set_bounds_on_chord(island, bodies);
        }
        if !(lasts > 0.0) {
            return true;
        }
        let mut sound = true;
        for _ in 0..SPRING_ROUNDS {
            let moved = if self.islands[g].springs { self.load_springs(g, bodies) } else { 0.0 };
            sound = self.solve_lengths(g, None, bodies);
            if moved <= SPRING_TOLERANCE {
                break;
            }
        }
        sound
    }

    /// Finds the forces of an island's springs over the chord, by the implicit midpoint rule in a form that keeps
    /// energy exactly (`LaBudde` & Greenspan, Numer. Math. 25, 1976): no stiffness is too much. Returns the largest
    /// change of a length, as a share of it.
    fn load_springs(&mut self, g: usize, bodies: &mut LinkBodies<'_>) -> f64 {
        let LinkIsland { from, until, .. } = self.islands[g];
        let constraints = &mut self.constraints[self.islands[g].constraints.clone()];
        let h = until - from;
        let mut moved = 0.0_f64;
        for sweep in 0..SPRING_SWEEPS {
            let mut change = 0.0_f64;
            for n in 0..constraints.len() {
                let n = if sweep % 2 == 0 { n } else { constraints.len() - 1 - n };
                let constraint = &mut constraints[n];
                if !constraint.is_spring() {
                    continue;
                }
                let (before, after) = (bodies.span(constraint, from), bodies.span(constraint, until));
                let (l0, l1) = (before.length(), after.length());
                let Some(along) = (before + after).try_normalize() else {
                    continue;
                };
                let pull = constraint.stiffness * (0.5 * (l0 + l1) - constraint.rest)
                    + constraint.damping * (l1 - l0) / h;
                let weight = bodies.weight(constraint);
                let answer =
                    1.0 + (0.5 * constraint.stiffness + constraint.damping / h) * 0.5 * h * h * weight;
                let more = (-along * pull - constraint.force) / answer;
                constraint.force += more;
                // A force acts over the whole chord, on the velocity at its end and on the chord's by half.
                for (end, sign) in constraint.ends.into_iter().zip([-1.0, 1.0]) {
                    let weight = bodies.inverse_mass(end) * sign;
                    if let LinkAnchor::Ball(i) = end {
                        let row = &mut bodies.rows[i as usize];
                        row.a += more * weight;
                        row.v += more * (weight * h);
                    }
                }
                change = change.max(more.length() * weight * h * h / (l0 + l1));
            }
            moved = moved.max(change);
            if change <= SPRING_TOLERANCE {
                break;
            }
        }
        moved
    }

    /// Without a time, brings the links of an island to their lengths at the end of its chord. With a time, gives its
    /// balls velocities at which no link changes its length then. Returns whether it has succeeded.
    ///
    /// Links that contradict each other leave elimination next to nothing to divide by, and its impulses would throw
    /// balls far away. Such impulses are cancelled, and sweeps alone solve the island: a sweep moves no ball further
    /// than its links are wrong.
    fn solve_lengths(&mut self, g: usize, at: Option<f64>, bodies: &mut LinkBodies<'_>) -> bool {
        let LinkIsland { from, until, is_banded, ref constraints, ref members, .. } = self.islands[g];
        let (constraints, members) = (constraints.clone(), members.clone());
        let is_slack = || self.constraints_of(g).iter().all(LinkConstraint::is_slack);
        if at.is_none() && (!(until > from) || is_slack()) {
            return true;
        }
        self.kept.clear();
        self.kept.extend(self.members[members.clone()].iter().map(|&i| bodies.rows[i as usize].v));
        self.given.clear();
        self.given.extend(
            self.constraints[constraints.clone()].iter_mut().map(|constraint| *constraint.impulse(at)),
        );
        let (sound, nearer) = self.solve(g, is_banded, at, bodies);
        if sound || nearer || !is_banded {
            return sound;
        }
        for (&i, v) in self.members[members].iter().zip(&self.kept) {
            bodies.rows[i as usize].v = *v;
        }
        for (constraint, given) in self.constraints[constraints].iter_mut().zip(&self.given) {
            *constraint.impulse(at) = *given;
        }
        self.solve(g, false, at, bodies).0
    }

    /// Solves at a time, or for the chord. Returns whether it converged, and whether lengths are nearer than before.
    fn solve(
        &mut self,
        g: usize,
        is_banded: bool,
        at: Option<f64>,
        bodies: &mut LinkBodies<'_>,
    ) -> (bool, bool) {
        match at {
            Some(time) => (self.solve_velocities(g, is_banded, time, bodies), false),
            None => self.iterate_chord(g, is_banded, bodies),
        }
    }

    /// Solves for the chord. Returns whether links have reached their lengths, and whether they are nearer to them
    /// than before.
    fn iterate_chord(&mut self, g: usize, eliminates: bool, bodies: &mut LinkBodies<'_>) -> (bool, bool) {
        let island = &self.islands[g];
        let (until, lasts) = (island.until, island.until - island.from);
        let (rounds, sweeps) = effort(eliminates, island.chords);
        let constraints = &mut self.constraints[island.constraints.clone()];
        let (mut worst, mut missed, mut first) = (0.0, 0.0, None);
        // The result of each elimination is tested, the last one too.
        for round in 0..=rounds {
            for sweep in 0..sweeps {
                (worst, missed) = sweep_chord(constraints, sweep % 2 == 1, until, lasts, bodies);
                first = first.or(Some(missed));
                if worst <= LENGTH_TOLERANCE || constraints.len() == 1 {
                    break;
                }
            }
            if worst <= LENGTH_TOLERANCE || constraints.len() == 1 {
                break;
            }
            if eliminates && round < rounds {
                self.equations.iterate_chord(constraints, until, lasts, bodies);
            }
        }
        let sound = worst <= CHORD_MISS
            || constraints.len() == 1
                && sweep_chord(constraints, false, until, lasts, bodies).0 <= CHORD_MISS;
        (sound, first.is_some_and(|first| missed < first))
    }

    /// Ends the chord of an island at a time: its balls, which must be at that time, get their true velocities.
    /// Returns the speed at which the link `taut` tightens.
    pub(crate) fn end(&mut self, g: usize, time: f64, taut: Option<u32>, bodies: &mut LinkBodies<'_>) -> f64 {
        let island = &mut self.islands[g];
        let lasts = island.until - island.from;
        let unused = if lasts > 0.0 { ((island.until - time) / lasts).clamp(0.0, 1.0) } else { 0.0 };
        island.until = island.from;
        island.next = f64::INFINITY;
        let passed = time > island.from;
        let constraints = &mut self.constraints[island.constraints.clone()];
        for constraint in constraints.iter_mut() {
            bodies.apply_impulse(constraint, -constraint.normal * (constraint.chord_impulse * unused));
            constraint.tightened &= !passed;
        }
        let mut tightens = 0.0;
        for (n, constraint) in (0..).zip(constraints.iter_mut()) {
            constraint.set_bounds_at_end(bodies.span(constraint, time));
            if taut == Some(n) {
                let apart =
                    bodies.velocity(constraint.ends[1], time) - bodies.velocity(constraint.ends[0], time);
                let speed = apart.dot(constraint.normal);
                if constraint.impulse_bounds == NO_IMPULSE {
                    constraint.impulse_bounds = if speed > 0.0 { PULLS } else { PUSHES };
                }
                tightens = speed.abs();
                (constraint.tightened, constraint.speculative) = (true, true);
            }
        }
        self.solve_lengths(g, Some(time), bodies);
        tightens
    }

    /// Gives the balls of an island velocities at which no link changes its length at a time.
    pub(crate) fn keep_lengths_at(&mut self, g: usize, time: f64, bodies: &mut LinkBodies<'_>) {
        for constraint in &mut self.constraints[self.islands[g].constraints.clone()] {
            constraint.set_bounds_at_end(bodies.span(constraint, time));
        }
        self.solve_lengths(g, Some(time), bodies);
    }

    /// Whether a body to which an island is tied moves, and may do work on it.
    pub(crate) fn is_driven(&self, g: usize, time: f64, bodies: &LinkBodies<'_>) -> bool {
        let drives = |end: LinkAnchor| {
            matches!(end, LinkAnchor::Body(..)) && bodies.velocity(end, time) != DVec2::ZERO
        };
        self.constraints_of(g).iter().any(|constraint| constraint.ends.into_iter().any(drives))
    }

    /// Whether a link of these islands was too long or too short at the start of its unfinished chord.
    pub(crate) fn are_off(&self, islands: &[u32], bodies: &LinkBodies<'_>) -> bool {
        islands.iter().map(|&g| g as usize).any(|g| {
            let from = self.islands[g].from;
            self.constraints_of(g).iter().any(|constraint| bodies.length_if_off(constraint, from).is_some())
        })
    }

    /// Brings links of these islands that are too long or too short nearer to their lengths on the chords that have
    /// begun; false if that has no solution.
    pub(crate) fn correct(&mut self, islands: &[u32], bodies: &mut LinkBodies<'_>) -> bool {
        for &g in islands {
            let LinkIsland { from, until, ref constraints, .. } = self.islands[g as usize];
            for constraint in self.constraints[constraints.clone()].iter_mut() {
                let Some(length) = bodies.length_if_off(constraint, from).filter(|_| until > from) else {
                    continue;
                };
                let most = MAX_LENGTH_CORRECTION * (until - from) / bodies.step;
                let way = |goal: f64| most * length.max(goal);
                (constraint.impulse_bounds, constraint.kept) = if length > constraint.max {
                    (PULLS, constraint.max.max(length - way(constraint.max)))
                } else {
                    (PUSHES, constraint.min.min(length + way(constraint.min)))
                };
            }
        }
        self.solve_all_lengths(islands, None, bodies)
    }

    /// Solves the lengths of each of these islands, for its chord or at a time. False if one has no solution; the
    /// others are solved all the same.
    pub(crate) fn solve_all_lengths(
        &mut self,
        islands: &[u32],
        at: Option<f64>,
        bodies: &mut LinkBodies<'_>,
    ) -> bool {
        islands.iter().fold(true, |sound, &g| sound & self.solve_lengths(g as usize, at, bodies))
    }

    /// Finds velocities at which no link changes its length. Returns whether sweeps converged, or the last one
    /// changed speeds less than the first.
    fn solve_velocities(
        &mut self,
        g: usize,
        eliminates: bool,
        time: f64,
        bodies: &mut LinkBodies<'_>,
    ) -> bool {
        let island = &self.islands[g];
        let (rounds, sweeps) = effort(eliminates, island.chords);
        let constraints = &mut self.constraints[island.constraints.clone()];
        let (mut worst, mut first) = (0.0, None);
        for round in 0..=rounds {
            for sweep in 0..sweeps {
                let fastest;
                (worst, fastest) = sweep_speeds(constraints, sweep % 2 == 1, time, bodies);
                first = first.or(Some(worst));
                if worst <= LENGTH_TOLERANCE * fastest || constraints.len() == 1 {
                    return true;
                }
            }
            if eliminates && round < rounds {
                self.equations.solve_velocities(constraints, time, bodies);
            }
        }
        first.is_some_and(|first| worst < first)
    }

    /// Finds the next event of an island: its chord ends, or a slack link tightens.
    pub(crate) fn find_next_event(&mut self, g: usize, bodies: &LinkBodies<'_>) {
        let island = &mut self.islands[g];
        let (time, until) = (island.from, island.until);
        (island.next, island.pulls_taut) =
            (if until < bodies.until && until > time { until } else { f64::INFINITY }, None);
        let mut soonest = until;
        for (n, constraint) in (0..)
            .zip(&self.constraints[island.constraints.clone()])
            .filter(|(_, constraint)| constraint.is_slack())
        {
            if bodies.weight(constraint) == 0.0 {
                continue;
            }
            let (span, drift) = (bodies.span(constraint, time), bodies.drift(constraint, time, until));
            let long =
                if constraint.max < f64::INFINITY { leave_circle(span, drift, constraint.max) } else { None };
            let short = if constraint.min > 0.0 { enter_circle(span, drift, constraint.min) } else { None };
            for wait in [long, short].into_iter().flatten() {
                if time + wait < soonest {
                    soonest = time + wait;
                    (island.next, island.pulls_taut) = (soonest, Some(n));
                }
            }
        }
    }
}

impl LinkConstraint {
    /// Decides whether a link acts where its chord ends: by its length, or as it did on the chord.
    fn set_bounds_at_end(&mut self, span: DVec2) {
        (self.normal, self.end_impulse) = (span.normalize_or(DVec2::Y), 0.0);
        self.impulse_bounds = match self.limit_at(span.length()) {
            NO_IMPULSE if self.chord_impulse < 0.0 => PULLS,
            NO_IMPULSE if self.chord_impulse > 0.0 => PUSHES,
            limit => limit,
        };
    }

    /// The impulse that makes the chord, or at a time the one that keeps the length then.
    pub(crate) fn impulse(&mut self, at: Option<f64>) -> &mut f64 {
        if at.is_some() { &mut self.end_impulse } else { &mut self.chord_impulse }
    }

    /// Decides whether a link acts on a chord, and at which length. A link that is too long or too short stays so,
    /// and [`Links::correct`] brings it to its length. A link of full length whose ends clearly approach each other
    /// is slack. It may tighten again on the far side, but not at once.
    ///
    /// Ropes that tighten without a rebound slacken each other, and tighten again at ever shorter intervals, as balls
    /// do in an inelastic collapse. Therefore a rope that tightens a second time in a substep is no event. It may
    /// pull on the whole chord, just enough to keep its length at the end. It is not too long before that, as the
    /// distance of two straight flights is a convex function of time.
    fn set_bounds_on_chord(&mut self, island: &LinkIsland, bodies: &LinkBodies<'_>) {
        let length = bodies.span(self, island.from).length();
        let drift = bodies.drift(self, island.from, island.until);
        let (along, inwards) = (drift.dot(self.normal), SLACKENING_SHARE * drift.length());
        let [least, most] = if self.is_off(length) { [length; 2] } else { [self.min, self.max] };
        (self.impulse_bounds, self.kept) = match self.limit_at(length) {
            BOTH => (BOTH, most),
            PULLS if along >= -inwards || self.tightened => (PULLS, most),
            PUSHES if along <= inwards || self.tightened => (PUSHES, least),
            _ if !self.speculative && island.chords < PATIENT_CHORDS => (NO_IMPULSE, length),
            _ if self.max < f64::INFINITY && (along >= 0.0 || self.min == 0.0) => (PULLS, most),
            _ if self.min > 0.0 => (PUSHES, least),
            _ => (NO_IMPULSE, length),
        };
        if bodies.weight(self) == 0.0 {
            self.impulse_bounds = NO_IMPULSE;
        }
    }
}

/// One sweep that brings each link of a chord to its length. Returns the largest miss before that, as a share of the
/// length and as a length.
fn sweep_chord(
    constraints: &mut [LinkConstraint],
    back: bool,
    until: f64,
    lasts: f64,
    bodies: &mut LinkBodies<'_>,
) -> (f64, f64) {
    let (mut worst, mut missed, count) = (0.0_f64, 0.0_f64, constraints.len());
    for n in 0..count {
        let constraint = &mut constraints[if back { count - 1 - n } else { n }];
        if constraint.is_slack() {
            continue;
        }
        let weight = bodies.weight(constraint);
        let span = bodies.span(constraint, until);
        let along = span.dot(constraint.normal);
        let across = span - constraint.normal * along;
        let reach = libm::sqrt((constraint.kept * constraint.kept - across.length_squared()).max(0.0));
        let [low, high] = constraint.impulse_bounds;
        let total = (constraint.chord_impulse + (reach - along) / (lasts * weight)).clamp(low, high);
        let more = total - constraint.chord_impulse;
        constraint.chord_impulse = total;
        bodies.apply_impulse(constraint, constraint.normal * more);
        let rounding =
            PLACE_ROUNDING * (bodies.place(constraint.ends[0], until).abs() + along.abs()).max_element();
        let miss = if total == 0.0 && constraint.impulse_bounds != BOTH {
            (more * lasts * weight).abs()
        } else {
            (span.length() - constraint.kept).abs()
        };
        worst = worst.max((miss - rounding).max(0.0) / span.length().max(constraint.kept));
        missed = missed.max(miss);
    }
    (worst, missed)
}

/// One sweep after which each link keeps its length where its chord has ended. Returns the largest change of a speed,
/// and the largest speed.
fn sweep_speeds(
    constraints: &mut [LinkConstraint],
    back: bool,
    time: f64,
    bodies: &mut LinkBodies<'_>,
) -> (f64, f64) {
    let (mut worst, mut fastest) = (0.0_f64, 0.0_f64);
    for n in 0..constraints.len() {
        let n = if back { constraints.len() - 1 - n } else { n };
        let constraint = &mut constraints[n];
        let weight = bodies.weight(constraint);
        if constraint.is_slack() || weight == 0.0 {
            continue;
        }
        let [a, b] = constraint.ends.map(|end| bodies.velocity(end, time));
        let [low, high] = constraint.impulse_bounds;
        let total = (constraint.end_impulse - (b - a).dot(constraint.normal) / weight).clamp(low, high);
        let more = total - constraint.end_impulse;
        constraint.end_impulse = total;
        bodies.apply_impulse(constraint, constraint.normal * more);
        worst = worst.max((more * weight).abs());
        fastest = fastest.max(a.length() + b.length());
    }
    (worst, fastest)
}

impl Skyline {
    /// One step of Newton's method towards the lengths at the end of a chord, over the links that act.
    fn iterate_chord(
        &mut self,
        constraints: &mut [LinkConstraint],
        until: f64,
        lasts: f64,
        bodies: &mut LinkBodies<'_>,
    ) {
        let end = |constraint: &LinkConstraint, bodies: &LinkBodies<'_>| {
            let span = bodies.span(constraint, until);
            (span.normalize_or(constraint.normal), span.length())
        };
        let is_active = |constraint: &LinkConstraint| {
            constraint.chord_impulse != 0.0 || constraint.impulse_bounds == BOTH
        };
        self.clear_for(constraints.iter().map(|constraint| constraint.first));
        for k in 0..constraints.len() {
            let constraint = &constraints[k];
            if !is_active(constraint) {
                self.set_diagonal(k, 1.0);
                continue;
            }
            let (own, length) = end(constraint, bodies);
            self.set_diagonal(k, bodies.weight(constraint) * own.dot(constraint.normal));
            self.x[k] = (constraint.kept - length) / lasts;
            for (j, other) in constraints.iter().enumerate().take(k).skip(constraint.first as usize) {
                let shares = constraint.shares(other, bodies);
                if shares != 0.0 && is_active(other) {
                    let (along, _) = end(other, bodies);
                    self.couple(k, j, shares * own.dot(other.normal), shares * along.dot(constraint.normal));
                }
            }
        }
        self.solve();
        for (constraint, x) in constraints.iter_mut().zip(&self.x) {
            let [low, high] = constraint.impulse_bounds;
            let total = (constraint.chord_impulse + x).clamp(low, high);
            if is_active(constraint) && total.is_finite() {
                let more = total - constraint.chord_impulse;
                constraint.chord_impulse = total;
                bodies.apply_impulse(constraint, constraint.normal * more);
            }
        }
    }

    /// Solves for the impulses after which no link that holds changes its length.
    fn solve_velocities(
        &mut self,
        constraints: &mut [LinkConstraint],
        time: f64,
        bodies: &mut LinkBodies<'_>,
    ) {
        let is_active =
            |constraint: &LinkConstraint| constraint.end_impulse != 0.0 || constraint.impulse_bounds == BOTH;
        self.clear_for(constraints.iter().map(|constraint| constraint.first));
        for k in 0..constraints.len() {
            let (constraint, weight) = (&constraints[k], bodies.weight(&constraints[k]));
            if !is_active(constraint) || weight == 0.0 {
                self.set_diagonal(k, 1.0);
                continue;
            }
            self.set_diagonal(k, weight);
            let [a, b] = constraint.ends.map(|end| bodies.velocity(end, time));
            self.x[k] = (a - b).dot(constraint.normal);
            for (j, other) in constraints.iter().enumerate().take(k).skip(constraint.first as usize) {
                let shares = constraint.shares(other, bodies) * constraint.normal.dot(other.normal);
                if shares != 0.0 && is_active(other) {
                    self.couple(k, j, shares, shares);
                }
            }
        }
        self.solve();
        for (constraint, x) in constraints.iter_mut().zip(&self.x) {
            let [low, high] = constraint.impulse_bounds;
            let total = (constraint.end_impulse + x).clamp(low, high);
            if total.is_finite() {
                bodies.apply_impulse(constraint, constraint.normal * (total - constraint.end_impulse));
                constraint.end_impulse = total;
            }
        }
    }
}
