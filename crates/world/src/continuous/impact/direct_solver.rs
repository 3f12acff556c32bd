//! The impulses of a cluster of hits by elimination, friction included: sweeps crawl where a heavy ball lies on light
//! ones, or where the same balls meet twice.

use alloc::vec::Vec;

use crate::base::{room, with_cpu_features};
use crate::contacts::Hit;
use crate::continuous::impact::complementary_solver::ComplementarySolver;
use crate::continuous::impact::constants::{
    DIAGONAL_REGULARIZATION, DIRECT_SOLVER_ROUNDS, RESOLVED_APPROACH, SPEED_TOLERANCE,
};
use crate::continuous::impact::couplings::Couplings;
use crate::continuous::impact::hit_bodies::HitBodies;
use crate::continuous::impact::saved_state::SavedState;

/// The mode of a hit in a solution.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ContactMode {
    /// The pair parts faster than it must, and its impulse is the least.
    Free,
    /// The pair reaches its rebound speed and does not slip.
    Sticks,
    /// The pair reaches its rebound speed; friction is the normal impulse times this factor.
    Slides(f64),
}

/// An unknown impulse of a hit and the equation of its own.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    hit: usize,
    /// One unit of it: normal and tangent impulse.
    impulse: [f64; 2],
    /// Which speed it sets: 0 for the normal one, 1 for the slip.
    sets: usize,
}

/// The number of unknown impulses of hits.
pub(crate) fn unknowns(hits: &[Hit]) -> usize {
    hits.iter().map(|hit| 1 + usize::from(hit.static_friction > 0.0)).sum()
}

/// Memory of eliminations, kept from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct DirectSolver {
    modes: Vec<ContactMode>,
    saved: SavedState,
    couplings: Couplings,
    unknowns: Vec<Unknown>,
    /// The first unknown of each hit.
    first: Vec<usize>,
    matrix: Vec<f64>,
    /// For each equation the place behind its last unknown.
    ends: Vec<usize>,
    changes: Vec<f64>,
    pivots: ComplementarySolver,
    /// Multiplications since it was set to zero.
    pub(crate) cost: u64,
}

impl Default for DirectSolver {
    fn default() -> Self {
        Self {
            modes: room::list(),
            saved: SavedState::default(),
            couplings: Couplings::default(),
            unknowns: room::list(),
            first: room::list(),
            ends: room::list(),
            matrix: Vec::with_capacity(16 * room::ENTRIES),
            changes: room::list(),
            pivots: ComplementarySolver::default(),
            cost: 0,
        }
    }
}

impl DirectSolver {
    /// Finds the couplings of these hits, before any attempt to solve them.
    pub(crate) fn find_couplings(&mut self, hits: &[Hit], bodies: &HitBodies<'_>) {
        self.couplings.find(hits, bodies);
    }

    /// Moves the impulses of all hits to a fixed point of the sweeps. Each pair reaches its rebound speed, or parts
    /// faster and is not pulled. Each sticks within its static friction or slides with its friction. The modes are
    /// first read off the present impulses, then mended, one round after the other; `fastest` is the fastest
    /// approach. Returns false, with nothing changed, if no such solution is found.
    pub(crate) fn solve(&mut self, hits: &mut [Hit], bodies: &mut HitBodies<'_>, fastest: f64) -> bool {
        self.saved.save(hits, bodies);
        self.modes.clear();
        self.modes.extend(hits.iter().map(|hit| sweep_mode(hit, bodies)));
        for _ in 0..DIRECT_SOLVER_ROUNDS {
            self.release(hits, bodies);
            if !self.eliminate(hits, bodies) {
                break;
            }
            // An impulse that has overflowed counts as a miss.
            let missed = !hits.iter().zip(&self.modes).all(|(hit, mode)| {
                *mode == ContactMode::Free
                    || (hit.rebound - bodies.relative(hit).0).abs() <= RESOLVED_APPROACH * fastest
            });
            let mut settled = true;
            for (hit, mode) in hits.iter().zip(&mut self.modes) {
                let (speed, slip) = bodies.relative(hit);
                let next = updated_mode(*mode, hit, speed, slip, SPEED_TOLERANCE * fastest);
                settled &= next == *mode;
                *mode = next;
            }
            if missed {
                self.saved.restore(hits, bodies);
            }
            if settled {
                return !missed;
            }
        }
        self.saved.restore(hits, bodies);
        false
    }

    /// The same by Lemke's method, for hits for which [`solve`](Self::solve) finds no solution, as for light balls
    /// between heavy ones.
    pub(crate) fn solve_by_pivots(
        &mut self,
        hits: &mut [Hit],
        bodies: &mut HitBodies<'_>,
        fastest: f64,
    ) -> bool {
        self.saved.save(hits, bodies);
        let is_solved = self.pivots.solve(hits, bodies, &self.couplings);
        self.cost += self.pivots.cost;
        if !is_solved {
            return false;
        }
        let least = -RESOLVED_APPROACH * fastest;
        if hits.iter().all(|hit| bodies.relative(hit).0 - hit.rebound >= least) {
            return true;
        }
        self.saved.restore(hits, bodies);
        false
    }

    /// Gives free hits their least impulse, and sliding hits the friction of their normal impulse.
    fn release(&self, hits: &mut [Hit], bodies: &mut HitBodies<'_>) {
        for (hit, mode) in hits.iter_mut().zip(&self.modes) {
            match *mode {
                ContactMode::Free => set_impulses(hit, bodies, [hit.least, 0.0]),
                ContactMode::Slides(share) => {
                    set_impulses(hit, bodies, [hit.normal_impulse, share * hit.normal_impulse]);
                }
                ContactMode::Sticks => {}
            }
        }
    }

    /// Changes the impulses of all hits that stick or slide so that they reach their speeds, by Gaussian elimination
    /// with row pivots. False, with nothing changed, if there is no such change.
    fn eliminate(&mut self, hits: &mut [Hit], bodies: &mut HitBodies<'_>) -> bool {
        let Self { modes, couplings, unknowns, first, matrix: m, ends, changes: x, cost, .. } = self;
        unknowns.clear();
        first.clear();
        for (hit, mode) in modes.iter().enumerate() {
            first.push(unknowns.len());
            match *mode {
                ContactMode::Free => {}
                ContactMode::Sticks => {
                    unknowns.push(Unknown { hit, impulse: [1.0, 0.0], sets: 0 });
                    unknowns.push(Unknown { hit, impulse: [0.0, 1.0], sets: 1 });
                }
                ContactMode::Slides(share) => unknowns.push(Unknown { hit, impulse: [1.0, share], sets: 0 }),
            }
        }
        first.push(unknowns.len());
        let n = unknowns.len();
        let width = n + 1;
        m.clear();
        m.resize(n * width, 0.0);
        ends.clear();
        for (k, row) in unknowns.iter().enumerate() {
            let mut end = k + 1;
            for &(of, coupling) in couplings.of(row.hit) {
                let [along, across] = coupling[row.sets];
                for l in first[of]..first[of + 1] {
                    let [normal, tangent] = unknowns[l].impulse;
                    let a = along * normal + across * tangent;
                    m[k * width + l] = if k == l { a * (1.0 + DIAGONAL_REGULARIZATION) } else { a };
                    end = end.max(l + 1);
                }
            }
            ends.push(end);
            let (hit, at) = (&hits[row.hit], k * width + n);
            let (speed, slip) = bodies.relative(hit);
            m[at] = if row.sets == 0 { hit.rebound - speed } else { -slip };
        }
        let mut is_regular = false;
        with_cpu_features!(|| is_regular = triangulate(m, ends, cost));
        if !is_regular {
            return false;
        }
        x.clear();
        x.resize(n, 0.0);
        for k in (0..n).rev() {
            let sum: f64 = (k + 1..ends[k]).map(|c| m[k * width + c] * x[c]).sum();
            x[k] = (m[k * width + n] - sum) / m[k * width + k];
        }
        if !x.iter().all(|x| x.is_finite()) {
            return false;
        }
        for (unknown, x) in unknowns.iter().zip(x) {
            let hit = &mut hits[unknown.hit];
            let [normal, tangent] = unknown.impulse.map(|share| share * *x);
            set_impulses(hit, bodies, [hit.normal_impulse + normal, hit.tangent_impulse + tangent]);
        }
        true
    }
}

/// Brings equations, each followed by its right side, into triangular form. `ends` has the place behind the last
/// unknown of each. False if they are singular. Adds the multiplications to `cost`.
#[inline(always)]
fn triangulate(m: &mut [f64], ends: &mut [usize], cost: &mut u64) -> bool {
    let n = ends.len();
    let width = n + 1;
    for k in 0..n {
        let size = |row: usize| m[row * width + k].abs();
        let Some(pivot) = (k..n).max_by(|&a, &b| size(a).total_cmp(&size(b))) else { return false };
        if !(size(pivot) > 0.0) {
            return false;
        }
        if pivot != k {
            for c in k..width {
                m.swap(k * width + c, pivot * width + c);
            }
            ends.swap(k, pivot);
        }
        let end = ends[k];
        let (above, below) = m.split_at_mut((k + 1) * width);
        let above = &above[k * width..];
        for (row, own) in below.chunks_exact_mut(width).zip(&mut ends[k + 1..]) {
            let factor = row[k] / above[k];
            if factor != 0.0 {
                *cost += (end - k) as u64;
                for (x, y) in row[k..end].iter_mut().zip(&above[k..end]) {
                    *x -= factor * y;
                }
                row[n] -= factor * above[n];
                *own = end.max(*own);
            }
        }
    }
    true
}

pub(crate) fn set_impulses(hit: &mut Hit, bodies: &mut HitBodies<'_>, [normal, tangent]: [f64; 2]) {
    bodies.apply(hit, normal - hit.normal_impulse, tangent - hit.tangent_impulse);
    (hit.normal_impulse, hit.tangent_impulse) = (normal, tangent);
}

/// The mode that a sweep would give a hit.
fn sweep_mode(hit: &Hit, bodies: &HitBodies<'_>) -> ContactMode {
    let (speed, slip) = bodies.relative(hit);
    if hit.normal_impulse + hit.normal_mass * (hit.rebound - speed) <= hit.least {
        ContactMode::Free
    } else {
        friction_mode(hit, slip)
    }
}

/// The mode of a hit that is not free: it sticks if static friction can end its slip, and else slides.
fn friction_mode(hit: &Hit, slip: f64) -> ContactMode {
    if !(hit.static_friction > 0.0) {
        return ContactMode::Slides(0.0);
    }
    let stop = hit.tangent_impulse - hit.tangent_mass * slip;
    if stop.abs() <= hit.static_friction * hit.share * hit.normal_impulse {
        ContactMode::Sticks
    } else {
        ContactMode::Slides((hit.friction * hit.share).copysign(stop))
    }
}

/// The mode of a hit after an elimination. A hit keeps its mode up to `close` beyond the border, length units per
/// second.
fn updated_mode(mode: ContactMode, hit: &Hit, speed: f64, slip: f64, close: f64) -> ContactMode {
    let over = (hit.normal_impulse - hit.least) / hit.normal_mass + hit.rebound - speed;
    match mode {
        ContactMode::Free if over <= close => return mode,
        ContactMode::Sticks | ContactMode::Slides(_) if over < -close => return ContactMode::Free,
        _ => {}
    }
    let stop = hit.tangent_impulse - hit.tangent_mass * slip;
    let beyond = (stop.abs() - hit.static_friction * hit.share * hit.normal_impulse) / hit.tangent_mass;
    match mode {
        ContactMode::Sticks if beyond <= close => mode,
        ContactMode::Slides(share) if share * stop >= 0.0 && beyond >= -close => mode,
        _ => friction_mode(hit, slip),
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use glam::DVec2;

    use super::*;
    use crate::bodies::BallRow;
    use crate::common::Dice;
    use crate::contacts::pair_key::Other;
    use crate::contacts::relative;
    use crate::continuous::impact::couplings::coupling;

    fn begun(hits: &[Hit], rows: &mut [BallRow]) -> DirectSolver {
        let mut solver = DirectSolver::default();
        solver.find_couplings(hits, &HitBodies::of(rows));
        solver
    }

    fn ball() -> BallRow {
        BallRow { r: 0.5, im: 4.0, ii: 32.0, gravity_scale: 1.0, ..BallRow::default() }
    }

    fn wall(normal: DVec2, rebound: f64) -> Hit {
        Hit { rebound, normal_mass: 0.25, ..Hit::new(0, Other::collider(0), 0.0, normal, DVec2::ZERO) }
    }

    /// A ball a million units wide lay over a box of ten and its contents. Pairs that could not all part got
    /// impulses a billion times too large, which nearly cancelled. The friction of those turned the balls until
    /// their numbers overflowed.
    #[test]
    fn a_ball_that_can_not_part_from_both_walls_is_left_as_it_was() {
        for other in [1.0, 0.5, -0.9] {
            let mut rows = vec![ball()];
            let mut hits = vec![wall(DVec2::X, 1.0), wall(DVec2::NEG_X, other)];
            assert!(
                !begun(&hits, &mut rows).solve(&mut hits, &mut HitBodies::of(&mut rows), 1.0),
                "{other}: {hits:?}"
            );
            assert_eq!((rows[0].v, hits[0].normal_impulse), (DVec2::ZERO, 0.0));
        }
    }

    #[test]
    fn walls_that_say_the_same_twice_are_parted_from() {
        let mut rows = vec![ball()];
        let mut hits = vec![wall(DVec2::X, 2.0), wall(DVec2::X, 2.0), wall(DVec2::Y, 1.0)];
        assert!(begun(&hits, &mut rows).solve(&mut hits, &mut HitBodies::of(&mut rows), 1.0), "{hits:?}");
        assert!((rows[0].v - DVec2::new(2.0, 1.0)).length() < 1e-8, "{}", rows[0].v);
    }

    /// A random cluster: normals contradict each other in some, and masses differ by up to 512.
    fn cluster(dice: &mut Dice, restitution: f64) -> (Vec<Hit>, Vec<BallRow>) {
        let balls = 2 + dice.roll() as u32 % 5;
        let mut rows: Vec<_> = (0..balls)
            .map(|_| {
                let im = dice.within(0.0, 9.0).exp2();
                BallRow {
                    v: dice.point(1.0).as_dvec2(),
                    w: f64::from(dice.within(-3.0, 3.0)),
                    im: f64::from(im),
                    ii: f64::from(8.0 * im),
                    ..ball()
                }
            })
            .collect();
        let mut hits: Vec<_> = (0..2 + dice.roll() as u32 % 6)
            .map(|n| {
                let i = n % balls;
                let j = dice.roll() as u32 % balls;
                let other = if i == j { Other::collider(0) } else { Other::ball(j) };
                let normal = dice.point(1.0).as_dvec2().normalize_or(DVec2::X);
                let friction = f64::from(dice.within(-0.2, 1.0).max(0.0));
                let static_friction = if dice.unit() < 0.5 { friction } else { 1.5 * friction };
                let moves = [1.0, if i == j { 0.0 } else { 1.0 }];
                let least = 0.0;
                Hit {
                    moves,
                    friction,
                    static_friction,
                    least,
                    ..Hit::new(i, other, 0.0, normal, DVec2::ZERO)
                }
            })
            .collect();
        for hit in &mut hits {
            let [[own, _], [_, turn]] = coupling(hit, hit, &HitBodies::of(&mut rows));
            (hit.normal_mass, hit.tangent_mass) = (1.0 / own, 1.0 / turn);
            hit.rebound = restitution * (-relative(hit, &rows, &[]).0).max(0.0);
        }
        (hits, rows)
    }

    /// Compares a solution with the law itself: no pair is pulled, each reaches its rebound speed or parts faster
    /// without a push, friction stays in its cone and opposes the slip. Returns the number of hits that slip.
    fn hold_against_the_law(case: usize, hits: &[Hit], rows: &[BallRow]) -> usize {
        let mut slid = 0;
        for hit in hits {
            let (speed, slip) = relative(hit, rows, &[]);
            let (over, push) = (speed - hit.rebound, hit.normal_impulse / hit.normal_mass);
            assert!(over > -1e-9 && push > -1e-9 && over.min(push) < 1e-9, "case {case}: {hit:?}");
            let (drag, limit) = (hit.tangent_impulse, hit.static_friction * hit.normal_impulse);
            assert!(drag.abs() <= limit + 1e-9 * hit.tangent_mass, "case {case}: {hit:?}");
            if slip.abs() > 1e-9 {
                let due = -hit.friction * hit.normal_impulse * slip.signum();
                assert!((drag - due).abs() < 1e-9 * hit.tangent_mass, "case {case}, slip {slip}: {hit:?}");
                slid += usize::from(drag != 0.0);
            }
        }
        slid
    }

    #[test]
    fn solutions_keep_the_law_of_impact() {
        let mut dice = Dice(1);
        let (mut solved, mut slid) = (0, 0);
        for case in 0..3000 {
            let (mut hits, mut rows) = cluster(&mut dice, 0.5);
            let before = rows.clone();
            let mut solver = begun(&hits, &mut rows);
            if !solver.solve(&mut hits, &mut HitBodies::of(&mut rows), 1.0) {
                assert!(rows.iter().zip(&before).all(|(a, b)| a.v == b.v && a.w == b.w), "case {case}");
                continue;
            }
            // The term added to the diagonal leaves a small error, and the second pass leaves as little of that.
            solved += usize::from(solver.solve(&mut hits, &mut HitBodies::of(&mut rows), 1.0));
            slid += hold_against_the_law(case, &hits, &rows);
        }
        // Normals at random contradict each other in some.
        assert!(solved > 2200 && slid > 1000, "{solved} solved, {slid} slid");
    }

    /// Light balls that had collapsed between heavy ones were frozen: the guesses of modes did not converge, and
    /// sweeps left a part of the approach, which was an impact again at the same instant. Hits without bounce can
    /// always come to rest together, so there is a solution.
    #[test]
    fn what_does_not_bounce_is_brought_to_rest() {
        let mut dice = Dice(2);
        let (mut guessed, mut slid, mut lost) = (0, 0, 0);
        for case in 0..3000 {
            let (mut hits, mut rows) = cluster(&mut dice, 0.0);
            let mut solver = begun(&hits, &mut rows);
            guessed +=
                usize::from(solver.solve(&mut hits.clone(), &mut HitBodies::of(&mut rows.clone()), 1.0));
            if !solver.solve_by_pivots(&mut hits, &mut HitBodies::of(&mut rows), 1.0) {
                lost += 1;
                continue;
            }
            slid += hold_against_the_law(case, &hits, &rows);
        }
        assert!(lost < 3, "{lost} lost to rounding");
        assert!(guessed < 2990 && slid > 1000, "{guessed} guessed, {slid} slid");
    }
}
