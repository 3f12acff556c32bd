//! Links at work: linked balls fly the chords of the arcs on which their links keep them.
//!
//! Half of a link's pull comes before a chord, along the link as it is there, so that the chord ends at the
//! right length; the other half after it, along the link as it is then, so that the length does not change
//! (RATTLE: Andersen, J. Comput. Phys. 52, 1983). That is symmetric in time, and keeps the energy of a
//! pendulum. An impact cuts the chord: what it had of the first half too much is given back, the impulse goes
//! through all balls that hang together, and a new chord begins. So does a link that tightens on the way.
//!
//! Pulls are found link by link, which tells tight links from slack ones, and all together by elimination, without
//! which a heavy ball at the end of a chain would stretch it.

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

/// How many eliminations a group is worth after so many chords, and sweeps before and after each.
fn effort(near: bool, chords: u32) -> (usize, usize) {
    match (near, chords < PATIENT_CHORDS) {
        (true, true) => (LINK_ELIMINATIONS, SWEEPS_BETWEEN_ELIMINATIONS),
        (true, false) => (HASTY_LINK_ELIMINATIONS, SWEEPS_BETWEEN_ELIMINATIONS),
        (false, true) => (0, SWEEPS_ALONE),
        (false, false) => (0, SWEEPS_BETWEEN_ELIMINATIONS),
    }
}

impl Links {
    /// Begins the chords of these groups.
    pub(crate) fn begin_all(&mut self, groups: &[u32], time: f64, most: f64, scene: &mut LinkBodies<'_>) {
        for &g in groups {
            self.begin(g as usize, time, most, scene);
        }
    }

    /// Begins the chord of a group at a time at which its balls have their true velocities: as long a one as its
    /// links can turn on, as its equations can be solved for, and as keeps its energy, and no longer than `most`.
    fn begin(&mut self, g: usize, time: f64, most: f64, scene: &mut LinkBodies<'_>) {
        let group = &self.islands[g];
        let halvings = if group.chords < PATIENT_CHORDS { CHORD_HALVINGS } else { 0 };
        let ties = &mut self.constraints[group.constraints.clone()];
        let members = group.members.clone();
        self.begun.clear();
        self.begun.extend(self.members[members].iter().map(|&i| scene.rows[i as usize].velocity_at(time)));
        let left = scene.until - time;
        let shortest = scene.shortest.min(left);
        let mut lasts = left.min(most).max(shortest);
        let share = group.springs && ties.iter().filter(|tie| tie.is_spring()).count() > 1;
        for tie in ties.iter_mut() {
            let span = scene.span(tie, time);
            tie.normal = span.normalize_or(DVec2::Y);
            let length = span.length();
            let across = (scene.velocity(tie.ends[1], time) - scene.velocity(tie.ends[0], time))
                .dot(tie.normal.perp());
            let turn = if tie.limit_at(length) == NO_IMPULSE { 0.0 } else { across.abs() / length };
            let turn = turn.max(scene.turn(tie));
            if turn * lasts > MAX_LINK_TURN {
                lasts = (MAX_LINK_TURN / turn).max(shortest);
            }
            let pace = if share { tie.stiffness * scene.weight(tie) } else { 0.0 };
            if pace * lasts * lasts > MAX_SPRING_SWING * MAX_SPRING_SWING {
                lasts = (MAX_SPRING_SWING / libm::sqrt(pace)).max(shortest);
            }
        }
        let mut misses = 0;
        loop {
            let group = &mut self.islands[g];
            (group.from, group.until) = (time, if lasts < left { time + lasts } else { scene.until });
            misses += u32::from(!self.try_chord(g, scene));
            let is_tried = misses > halvings || misses == 0 && !self.turns_far(g, scene);
            if lasts <= shortest || is_tried && (self.islands[g].is_pressed || self.keeps_energy(g, scene)) {
                break;
            }
            lasts = (0.5 * lasts).max(shortest);
        }
    }

    /// Whether a link that holds turns further on a chord than was foreseen, because others pull.
    fn turns_far(&self, g: usize, scene: &LinkBodies<'_>) -> bool {
        let LinkIsland { from, until, .. } = self.islands[g];
        self.constraints[self.islands[g].constraints.clone()].iter().filter(|tie| !tie.is_slack()).any(
            |tie| {
                let across = scene.drift(tie, from, until).dot(tie.normal.perp());
                across.abs() * (until - from) > 2.0 * MAX_LINK_TURN * scene.span(tie, from).length()
            },
        )
    }

    /// Whether the balls of a group have as much energy at the end of their chord as where it began, beside the work of
    /// what pulls them. The pulls of links that come to stand in one line grow without bound, and a chord on which they
    /// change too much gains or loses energy. A rope that tightens on the way takes energy.
    fn keeps_energy(&mut self, g: usize, scene: &mut LinkBodies<'_>) -> bool {
        let LinkIsland { from, until, ref constraints, ref members, .. } = self.islands[g];
        let (constraints, members) = (constraints.clone(), members.clone());
        let ties = &self.constraints[constraints.clone()];
        if ties.iter().all(LinkConstraint::is_slack) || self.is_driven(g, from, scene) {
            return true;
        }
        let takes = ties.iter().any(|tie| tie.speculative);
        let (mut before, mut work, mut fall) = (0.0, 0.0, 0.0);
        for (&i, v) in self.members[members.clone()].iter().zip(&self.begun) {
            let row = &scene.rows[i as usize];
            before += kinetic_energy(row, *v);
            work += work_of_pull(row, from, until);
            fall += kinetic_energy(row, row.a * (until - from));
        }
        let after = self.energy_at_end(g, scene);
        let most = MAX_CHORD_ENERGY_ERROR * (before + fall);
        let gained = after - work - before;
        // What is no number is not kept.
        gained <= most && (takes || gained >= -most)
    }

    /// Energy of the balls of a group at the end of their chord. Nothing of what it takes to know stays.
    fn energy_at_end(&mut self, g: usize, scene: &mut LinkBodies<'_>) -> f64 {
        let LinkIsland { until, ref constraints, ref members, .. } = self.islands[g];
        let (constraints, members) = (constraints.clone(), members.clone());
        self.ending.clear();
        self.ending.extend(self.members[members.clone()].iter().map(|&i| scene.rows[i as usize].v));
        self.ties.clear();
        self.ties.extend_from_slice(&self.constraints[constraints.clone()]);
        self.foresee(g, until, scene);
        self.constraints[constraints].copy_from_slice(&self.ties);
        let mut energy = 0.0;
        for (&i, v) in self.members[members].iter().zip(&self.ending) {
            let row = &mut scene.rows[i as usize];
            energy += kinetic_energy(row, row.v);
            row.v = *v;
        }
        energy
    }

    /// Tries a chord; false if its links do not come out at their lengths.
    fn try_chord(&mut self, g: usize, scene: &mut LinkBodies<'_>) -> bool {
        let group = &self.islands[g];
        let (time, until) = (group.from, group.until);
        let lasts = until - time;
        for (n, &i) in group.members.clone().zip(&self.members[group.members.clone()]) {
            if scene.flights[i].is_frozen {
                continue;
            }
            let row = &mut scene.rows[i as usize];
            (row.a, row.begin, row.end) = (self.free[n], time, until);
            row.v = self.begun[n - group.members.start] + row.a * lasts;
        }
        for tie in &mut self.constraints[group.constraints.clone()] {
            (tie.chord_impulse, tie.force) = (0.0, DVec2::ZERO);
            tie.grip(group, scene);
        }
        if !(lasts > 0.0) {
            return true;
        }
        let mut sound = true;
        for _ in 0..SPRING_ROUNDS {
            let moved = if self.islands[g].springs { self.load_springs(g, scene) } else { 0.0 };
            sound = self.hold(g, None, scene);
            if moved <= SPRING_TOLERANCE {
                break;
            }
        }
        sound
    }

    /// Springs of a group: their forces over the chord, by the implicit midpoint rule in a form that keeps
    /// energy exactly (`LaBudde` & Greenspan, Numer. Math. 25, 1976), so that no stiffness is too much. Returns by
    /// how much they have changed a length, as a share of it.
    fn load_springs(&mut self, g: usize, scene: &mut LinkBodies<'_>) -> f64 {
        let LinkIsland { from, until, .. } = self.islands[g];
        let ties = &mut self.constraints[self.islands[g].constraints.clone()];
        let h = until - from;
        let mut moved = 0.0_f64;
        for sweep in 0..SPRING_SWEEPS {
            let mut change = 0.0_f64;
            for n in 0..ties.len() {
                let n = if sweep % 2 == 0 { n } else { ties.len() - 1 - n };
                let tie = &mut ties[n];
                if !tie.is_spring() {
                    continue;
                }
                let (before, after) = (scene.span(tie, from), scene.span(tie, until));
                let (l0, l1) = (before.length(), after.length());
                let Some(along) = (before + after).try_normalize() else {
                    continue;
                };
                let pull = tie.stiffness * (0.5 * (l0 + l1) - tie.rest) + tie.damping * (l1 - l0) / h;
                let weight = scene.weight(tie);
                let answer = 1.0 + (0.5 * tie.stiffness + tie.damping / h) * 0.5 * h * h * weight;
                let more = (-along * pull - tie.force) / answer;
                tie.force += more;
                // A force acts over the whole chord, on the velocity at its end and on the chord's by half.
                for (end, sign) in tie.ends.into_iter().zip([-1.0, 1.0]) {
                    let weight = scene.inverse_mass(end) * sign;
                    if let LinkAnchor::Ball(i) = end {
                        let row = &mut scene.rows[i as usize];
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

    /// Brings the links of a group to their lengths at the end of its chord, or gives its balls speeds at a time at which
    /// no link changes its length; false if it can't be.
    ///
    /// Where eliminations find nothing, for links that contradict each other leave next to nothing to divide by, their
    /// pulls would throw balls as far as they like. They are taken back then: no sweep alone moves a ball further
    /// than its links are wrong.
    fn hold(&mut self, g: usize, at: Option<f64>, scene: &mut LinkBodies<'_>) -> bool {
        let LinkIsland { from, until, is_banded, ref constraints, ref members, .. } = self.islands[g];
        let (ties, members) = (constraints.clone(), members.clone());
        let slack = || self.constraints[ties.clone()].iter().all(LinkConstraint::is_slack);
        if at.is_none() && (!(until > from) || slack()) {
            return true;
        }
        self.kept.clear();
        self.kept.extend(self.members[members.clone()].iter().map(|&i| scene.rows[i as usize].v));
        self.given.clear();
        self.given.extend(self.constraints[ties.clone()].iter_mut().map(|tie| *tie.impulse(at)));
        let (sound, nearer) = self.solve(g, is_banded, at, scene);
        if sound || nearer || !is_banded {
            return sound;
        }
        for (&i, v) in self.members[members].iter().zip(&self.kept) {
            scene.rows[i as usize].v = *v;
        }
        for (tie, given) in self.constraints[ties].iter_mut().zip(&self.given) {
            *tie.impulse(at) = *given;
        }
        self.solve(g, false, at, scene).0
    }

    /// Whether that has come out, and whether lengths are nearer to it than before.
    fn solve(
        &mut self,
        g: usize,
        is_banded: bool,
        at: Option<f64>,
        scene: &mut LinkBodies<'_>,
    ) -> (bool, bool) {
        match at {
            Some(time) => (self.solve_velocities(g, is_banded, time, scene), false),
            None => self.iterate_chord(g, is_banded, scene),
        }
    }

    /// Whether the lengths have come out, and whether they are nearer to that than before.
    fn iterate_chord(&mut self, g: usize, near: bool, scene: &mut LinkBodies<'_>) -> (bool, bool) {
        let group = &self.islands[g];
        let (until, lasts) = (group.until, group.until - group.from);
        let (rounds, sweeps) = effort(near, group.chords);
        let ties = &mut self.constraints[group.constraints.clone()];
        let (mut worst, mut missed, mut first) = (0.0, 0.0, None);
        // What eliminations come to is looked at, the last as well.
        for round in 0..=rounds {
            for sweep in 0..sweeps {
                (worst, missed) = sweep_chord(ties, sweep % 2 == 1, until, lasts, scene);
                first = first.or(Some(missed));
                if worst <= LENGTH_TOLERANCE || ties.len() == 1 {
                    break;
                }
            }
            if worst <= LENGTH_TOLERANCE || ties.len() == 1 {
                break;
            }
            if near && round < rounds {
                self.equations.iterate_chord(ties, until, lasts, scene);
            }
        }
        let sound = worst <= CHORD_MISS
            || ties.len() == 1 && sweep_chord(ties, false, until, lasts, scene).0 <= CHORD_MISS;
        (sound, first.is_some_and(|first| missed < first))
    }

    /// Ends the chord of a group: its balls get the velocities that they truly have at a time, at which they must
    /// be. Returns the speed at which a link tightens that is `taut` from then on.
    pub(crate) fn end(&mut self, g: usize, time: f64, taut: Option<u32>, scene: &mut LinkBodies<'_>) -> f64 {
        let group = &mut self.islands[g];
        let lasts = group.until - group.from;
        let unused = if lasts > 0.0 { ((group.until - time) / lasts).clamp(0.0, 1.0) } else { 0.0 };
        group.until = group.from;
        group.next = f64::INFINITY;
        let passed = time > group.from;
        let ties = &mut self.constraints[group.constraints.clone()];
        for tie in ties.iter_mut() {
            scene.apply_impulse(tie, -tie.normal * (tie.chord_impulse * unused));
            tie.tightened &= !passed;
        }
        let mut tightens = 0.0;
        for (n, tie) in (0..).zip(ties.iter_mut()) {
            tie.hold_at(scene.span(tie, time));
            if taut == Some(n) {
                let apart = scene.velocity(tie.ends[1], time) - scene.velocity(tie.ends[0], time);
                let speed = apart.dot(tie.normal);
                if tie.impulse_bounds == NO_IMPULSE {
                    tie.impulse_bounds = if speed > 0.0 { PULLS } else { PUSHES };
                }
                tightens = speed.abs();
                (tie.tightened, tie.speculative) = (true, true);
            }
        }
        self.hold(g, Some(time), scene);
        tightens
    }

    /// Gives the balls of a group the velocities that they would have at the end of its chord.
    pub(crate) fn foresee(&mut self, g: usize, time: f64, scene: &mut LinkBodies<'_>) {
        for tie in &mut self.constraints[self.islands[g].constraints.clone()] {
            tie.hold_at(scene.span(tie, time));
        }
        self.hold(g, Some(time), scene);
    }

    /// Whether something moves that a group is tied to, and may do work on it.
    pub(crate) fn is_driven(&self, g: usize, time: f64, scene: &LinkBodies<'_>) -> bool {
        let drives =
            |end: LinkAnchor| matches!(end, LinkAnchor::Body(..)) && scene.velocity(end, time) != DVec2::ZERO;
        self.constraints[self.islands[g].constraints.clone()]
            .iter()
            .any(|tie| tie.ends.into_iter().any(drives))
    }

    /// Whether a link of these groups is too long or too short where the chords that go on began.
    pub(crate) fn are_off(&self, groups: &[u32], scene: &LinkBodies<'_>) -> bool {
        groups.iter().map(|&g| &self.islands[g as usize]).any(|group| {
            let mut ties = self.constraints[group.constraints.clone()].iter();
            ties.any(|tie| scene.length_if_off(tie, group.from).is_some())
        })
    }

    /// Lets the links of these groups that are too long or too short come nearer to their lengths on the chords that have begun;
    /// false if they can't.
    pub(crate) fn correct(&mut self, groups: &[u32], scene: &mut LinkBodies<'_>) -> bool {
        for &g in groups {
            let LinkIsland { from, until, ref constraints, .. } = self.islands[g as usize];
            for tie in self.constraints[constraints.clone()].iter_mut() {
                let Some(length) = scene.length_if_off(tie, from).filter(|_| until > from) else {
                    continue;
                };
                let most = MAX_LENGTH_CORRECTION * (until - from) / scene.step;
                let way = |goal: f64| most * length.max(goal);
                (tie.impulse_bounds, tie.kept) = if length > tie.max {
                    (PULLS, tie.max.max(length - way(tie.max)))
                } else {
                    (PUSHES, tie.min.min(length + way(tie.min)))
                };
            }
        }
        self.hold_all(groups, None, scene)
    }

    /// Brings the links of these groups to their lengths at the ends of their chords, or keeps these lengths at a time;
    /// all of them, also where one can't be brought to its length. False if there is such a one.
    pub(crate) fn hold_all(&mut self, groups: &[u32], at: Option<f64>, scene: &mut LinkBodies<'_>) -> bool {
        groups.iter().fold(true, |sound, &g| sound & self.hold(g as usize, at, scene))
    }

    /// Whether no speed changes any more, or less than at first.
    fn solve_velocities(&mut self, g: usize, near: bool, time: f64, scene: &mut LinkBodies<'_>) -> bool {
        let group = &self.islands[g];
        let (rounds, sweeps) = effort(near, group.chords);
        let ties = &mut self.constraints[group.constraints.clone()];
        let (mut worst, mut first) = (0.0, None);
        for round in 0..=rounds {
            for sweep in 0..sweeps {
                let fastest;
                (worst, fastest) = sweep_speeds(ties, sweep % 2 == 1, time, scene);
                first = first.or(Some(worst));
                if worst <= LENGTH_TOLERANCE * fastest || ties.len() == 1 {
                    return true;
                }
            }
            if near && round < rounds {
                self.equations.solve_velocities(ties, time, scene);
            }
        }
        first.is_some_and(|first| worst < first)
    }

    /// Works out when something is next to happen to a group: its chord ends, or a slack link tightens.
    pub(crate) fn look_ahead(&mut self, g: usize, scene: &LinkBodies<'_>) {
        let group = &mut self.islands[g];
        let (time, until) = (group.from, group.until);
        (group.next, group.pulls_taut) =
            (if until < scene.until && until > time { until } else { f64::INFINITY }, None);
        let mut soonest = until;
        for (n, tie) in
            (0..).zip(&self.constraints[group.constraints.clone()]).filter(|(_, tie)| tie.is_slack())
        {
            if scene.weight(tie) == 0.0 {
                continue;
            }
            let (span, drift) = (scene.span(tie, time), scene.drift(tie, time, until));
            let long = if tie.max < f64::INFINITY { leave_circle(span, drift, tie.max) } else { None };
            let short = if tie.min > 0.0 { enter_circle(span, drift, tie.min) } else { None };
            for wait in [long, short].into_iter().flatten() {
                if time + wait < soonest {
                    soonest = time + wait;
                    (group.next, group.pulls_taut) = (soonest, Some(n));
                }
            }
        }
    }
}

impl LinkConstraint {
    /// Where its chord ends it holds as it did on the chord.
    fn hold_at(&mut self, span: DVec2) {
        (self.normal, self.end_impulse) = (span.normalize_or(DVec2::Y), 0.0);
        self.impulse_bounds = match self.limit_at(span.length()) {
            NO_IMPULSE if self.chord_impulse < 0.0 => PULLS,
            NO_IMPULSE if self.chord_impulse > 0.0 => PUSHES,
            limit => limit,
        };
    }

    /// Its impulse that makes the chord, or the one at a time.
    pub(crate) fn impulse(&mut self, at: Option<f64>) -> &mut f64 {
        if at.is_some() { &mut self.end_impulse } else { &mut self.chord_impulse }
    }

    /// Decides whether a link holds on a chord, and at which length: one that is too long or too short stays so, and comes to its
    /// length by what [`Links::correct`] adds. One that is as long as it may be, but whose
    /// ends come well towards each other, is slack, and may tighten again on the far side; but not at once.
    ///
    /// Ropes that tighten without a rebound slacken each other, and tighten again at ever shorter intervals, as balls
    /// do in an inelastic collapse. One that tightens a second time in a substep therefore is no event: it may pull on
    /// the whole chord, by no more than what keeps it from being too long where the chord ends. It is not too long
    /// before that, as the distance of two straight flights is a convex function of time.
    fn grip(&mut self, group: &LinkIsland, scene: &LinkBodies<'_>) {
        let length = scene.span(self, group.from).length();
        let drift = scene.drift(self, group.from, group.until);
        let (along, inwards) = (drift.dot(self.normal), SLACKENING_SHARE * drift.length());
        let [least, most] = if self.is_off(length) { [length; 2] } else { [self.min, self.max] };
        (self.impulse_bounds, self.kept) = match self.limit_at(length) {
            BOTH => (BOTH, most),
            PULLS if along >= -inwards || self.tightened => (PULLS, most),
            PUSHES if along <= inwards || self.tightened => (PUSHES, least),
            _ if !self.speculative && group.chords < PATIENT_CHORDS => (NO_IMPULSE, length),
            _ if self.max < f64::INFINITY && (along >= 0.0 || self.min == 0.0) => (PULLS, most),
            _ if self.min > 0.0 => (PUSHES, least),
            _ => (NO_IMPULSE, length),
        };
        if scene.weight(self) == 0.0 {
            self.impulse_bounds = NO_IMPULSE;
        }
    }
}

/// One sweep over the links of a chord, each of which is brought to its length; returns the largest change, as a
/// share of the length, and as a length.
fn sweep_chord(
    ties: &mut [LinkConstraint],
    back: bool,
    until: f64,
    lasts: f64,
    scene: &mut LinkBodies<'_>,
) -> (f64, f64) {
    let (mut worst, mut missed, count) = (0.0_f64, 0.0_f64, ties.len());
    for n in 0..count {
        let tie = &mut ties[if back { count - 1 - n } else { n }];
        if tie.is_slack() {
            continue;
        }
        let weight = scene.weight(tie);
        let span = scene.span(tie, until);
        let along = span.dot(tie.normal);
        let across = span - tie.normal * along;
        let reach = libm::sqrt((tie.kept * tie.kept - across.length_squared()).max(0.0));
        let [low, high] = tie.impulse_bounds;
        let total = (tie.chord_impulse + (reach - along) / (lasts * weight)).clamp(low, high);
        let more = total - tie.chord_impulse;
        tie.chord_impulse = total;
        scene.apply_impulse(tie, tie.normal * more);
        let rounding = PLACE_ROUNDING * (scene.place(tie.ends[0], until).abs() + along.abs()).max_element();
        let miss = if total == 0.0 && tie.impulse_bounds != BOTH {
            (more * lasts * weight).abs()
        } else {
            (span.length() - tie.kept).abs()
        };
        worst = worst.max((miss - rounding).max(0.0) / span.length().max(tie.kept));
        missed = missed.max(miss);
    }
    (worst, missed)
}

/// One sweep over the links where a chord has ended, each of which keeps its length; returns the largest change of
/// a speed, and the largest speed.
fn sweep_speeds(
    ties: &mut [LinkConstraint],
    back: bool,
    time: f64,
    scene: &mut LinkBodies<'_>,
) -> (f64, f64) {
    let (mut worst, mut fastest) = (0.0_f64, 0.0_f64);
    for n in 0..ties.len() {
        let n = if back { ties.len() - 1 - n } else { n };
        let tie = &mut ties[n];
        let weight = scene.weight(tie);
        if tie.is_slack() || weight == 0.0 {
            continue;
        }
        let [a, b] = tie.ends.map(|end| scene.velocity(end, time));
        let [low, high] = tie.impulse_bounds;
        let total = (tie.end_impulse - (b - a).dot(tie.normal) / weight).clamp(low, high);
        let more = total - tie.end_impulse;
        tie.end_impulse = total;
        scene.apply_impulse(tie, tie.normal * more);
        worst = worst.max((more * weight).abs());
        fastest = fastest.max(a.length() + b.length());
    }
    (worst, fastest)
}

impl Skyline {
    /// One step of Newton's method towards the lengths at the end of a chord, over the links that hold.
    fn iterate_chord(
        &mut self,
        ties: &mut [LinkConstraint],
        until: f64,
        lasts: f64,
        scene: &mut LinkBodies<'_>,
    ) {
        let end = |tie: &LinkConstraint, scene: &LinkBodies<'_>| {
            let span = scene.span(tie, until);
            (span.normalize_or(tie.normal), span.length())
        };
        let holds = |tie: &LinkConstraint| tie.chord_impulse != 0.0 || tie.impulse_bounds == BOTH;
        self.begin(ties.iter().map(|tie| tie.first));
        for k in 0..ties.len() {
            let tie = &ties[k];
            if !holds(tie) {
                self.set_diagonal(k, 1.0);
                continue;
            }
            let (own, length) = end(tie, scene);
            self.set_diagonal(k, scene.weight(tie) * own.dot(tie.normal));
            self.x[k] = (tie.kept - length) / lasts;
            for (j, other) in ties.iter().enumerate().take(k).skip(tie.first as usize) {
                let shares = tie.shares(other, scene);
                if shares != 0.0 && holds(other) {
                    let (along, _) = end(other, scene);
                    self.couple(k, j, shares * own.dot(other.normal), shares * along.dot(tie.normal));
                }
            }
        }
        self.solve();
        for (tie, x) in ties.iter_mut().zip(&self.x) {
            let [low, high] = tie.impulse_bounds;
            let total = (tie.chord_impulse + x).clamp(low, high);
            if holds(tie) && total.is_finite() {
                let more = total - tie.chord_impulse;
                tie.chord_impulse = total;
                scene.apply_impulse(tie, tie.normal * more);
            }
        }
    }

    /// Solves for the impulses after which no link that holds changes its length.
    fn solve_velocities(&mut self, ties: &mut [LinkConstraint], time: f64, scene: &mut LinkBodies<'_>) {
        let holds = |tie: &LinkConstraint| tie.end_impulse != 0.0 || tie.impulse_bounds == BOTH;
        self.begin(ties.iter().map(|tie| tie.first));
        for k in 0..ties.len() {
            let (tie, weight) = (&ties[k], scene.weight(&ties[k]));
            if !holds(tie) || weight == 0.0 {
                self.set_diagonal(k, 1.0);
                continue;
            }
            self.set_diagonal(k, weight);
            let [a, b] = tie.ends.map(|end| scene.velocity(end, time));
            self.x[k] = (a - b).dot(tie.normal);
            for (j, other) in ties.iter().enumerate().take(k).skip(tie.first as usize) {
                let shares = tie.shares(other, scene) * tie.normal.dot(other.normal);
                if shares != 0.0 && holds(other) {
                    self.couple(k, j, shares, shares);
                }
            }
        }
        self.solve();
        for (tie, x) in ties.iter_mut().zip(&self.x) {
            let [low, high] = tie.impulse_bounds;
            let total = (tie.end_impulse + x).clamp(low, high);
            if total.is_finite() {
                scene.apply_impulse(tie, tie.normal * (total - tie.end_impulse));
                tie.end_impulse = total;
            }
        }
    }
}
