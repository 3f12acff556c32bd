//! The normal impulses of a cluster of hits by elimination, for mass ratios at which sweeps crawl.

use alloc::vec::Vec;

use crate::guided::Guided;
use crate::hit::{Hit, apply, relative};
use crate::row::BallRow;

/// Larger clusters are left to sweeps: elimination costs the cube of their size.
const LARGEST: usize = 64;
/// Added to the diagonal, as a share of it: contacts that say the same thing twice leave it singular.
const REGULAR: f64 = 1e-9;
/// Share of the largest speed wanted by which a pair may miss its own. Pairs that gainsay each other, as those of a ball
/// between walls from which it can't part both, miss theirs by as much as is wanted, with impulses a billion times too
/// large.
const LEFT: f64 = 1e-3;

/// How often what was let go is taken up again.
const ROUNDS: usize = 8;
/// Share of the largest speed wanted by which a pair that was let go may fall short of its own.
const CLOSE: f64 = 1e-9;

/// Room for eliminations, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    wanted: Vec<f64>,
    active: Vec<usize>,
    matrix: Vec<f64>,
    impulses: Vec<f64>,
}

impl Elimination {
    /// Replaces the normal impulses of all hits by those that give each pair its rebound speed, or let it part
    /// faster, where none of them pulls; friction stays as it is. An active set: pairs that would pull are let go,
    /// pairs that would come too close are taken up again, one round after the other.
    /// Returns false, with nothing changed, if the cluster is too large or no such solution is found.
    pub(crate) fn solve(&mut self, hits: &mut [Hit], rows: &mut [BallRow], guided: &mut [Guided]) -> bool {
        let n = hits.len();
        if n > LARGEST {
            return false;
        }
        for hit in hits.iter() {
            apply(hit, rows, guided, -hit.normal_impulse, 0.0);
        }
        self.wanted.clear();
        self.wanted.extend(hits.iter().map(|hit| hit.rebound - relative(hit, rows, guided).0));
        self.active.clear();
        self.active.extend(0..n);
        let solved = self.find(hits, rows, guided);
        if solved {
            for hit in hits.iter_mut() {
                hit.normal_impulse = 0.0;
            }
            for (&n, impulse) in self.active.iter().zip(&self.impulses) {
                hits[n].normal_impulse = *impulse;
            }
        }
        for hit in hits.iter() {
            apply(hit, rows, guided, hit.normal_impulse, 0.0);
        }
        solved
    }

    fn find(&mut self, hits: &[Hit], rows: &[BallRow], guided: &[Guided]) -> bool {
        for _ in 0..ROUNDS {
            if !self.settle(hits, rows, guided) {
                return false;
            }
            if !self.take_up(hits, rows, guided) {
                break;
            }
        }
        true
    }

    /// Takes up again what was let go and would come too close; false if nothing would.
    fn take_up(&mut self, hits: &[Hit], rows: &[BallRow], guided: &[Guided]) -> bool {
        let Self { wanted, active, impulses, .. } = self;
        let largest = wanted.iter().fold(0.0, |most: f64, speed| most.max(speed.abs()));
        let settled = active.len();
        for p in 0..hits.len() {
            if !active[..settled].contains(&p) {
                let given = active[..settled].iter().zip(&*impulses);
                let speed: f64 = given.map(|(&q, x)| coupling(&hits[p], &hits[q], rows, guided) * x).sum();
                if speed < wanted[p] - CLOSE * largest {
                    active.push(p);
                }
            }
        }
        let grown = active.len() > settled;
        active.sort_unstable();
        grown
    }

    /// Lets go what would pull until nothing does; false if nothing is left or there is no solution.
    fn settle(&mut self, hits: &[Hit], rows: &[BallRow], guided: &[Guided]) -> bool {
        while !self.active.is_empty() && self.eliminate(hits, rows, guided) {
            let before = self.active.len();
            let mut impulses = self.impulses.iter();
            self.active.retain(|&n| impulses.next().is_some_and(|x| *x >= hits[n].least));
            if self.active.len() == before {
                return self.is_close(hits);
            }
        }
        false
    }

    /// Solves for the impulses of the active hits by Gaussian elimination with row pivots.
    fn eliminate(&mut self, hits: &[Hit], rows: &[BallRow], guided: &[Guided]) -> bool {
        let Self { wanted, active, matrix: m, impulses: x } = self;
        let n = active.len();
        let width = n + 1;
        m.clear();
        for &p in active.iter() {
            m.extend(active.iter().map(|&q| {
                let a = coupling(&hits[p], &hits[q], rows, guided);
                if p == q { a * (1.0 + REGULAR) } else { a }
            }));
            m.push(wanted[p]);
        }
        for k in 0..n {
            let size = |row: usize| m[row * width + k].abs();
            let Some(pivot) = (k..n).max_by(|&a, &b| size(a).total_cmp(&size(b))) else { return false };
            if !(size(pivot) > 0.0) {
                return false;
            }
            for c in 0..width {
                m.swap(k * width + c, pivot * width + c);
            }
            for r in k + 1..n {
                let factor = m[r * width + k] / m[k * width + k];
                if factor != 0.0 {
                    for c in k..width {
                        m[r * width + c] -= factor * m[k * width + c];
                    }
                }
            }
        }
        x.clear();
        x.resize(n, 0.0);
        for k in (0..n).rev() {
            let sum: f64 = (k + 1..n).map(|c| m[k * width + c] * x[c]).sum();
            x[k] = (m[k * width + n] - sum) / m[k * width + k];
        }
        x.iter().all(|x| x.is_finite())
    }

    /// Whether no pair misses its speed by much for what is added to the diagonal.
    fn is_close(&self, hits: &[Hit]) -> bool {
        let largest = self.wanted.iter().fold(0.0, |most: f64, speed| most.max(speed.abs()));
        let mut impulses = self.impulses.iter().zip(&self.active);
        impulses.all(|(x, &p)| REGULAR * x.abs() <= LEFT * largest * hits[p].normal_mass)
    }
}

/// How much an impulse at one hit changes the normal speed at another.
fn coupling(p: &Hit, q: &Hit, rows: &[BallRow], guided: &[Guided]) -> f64 {
    let sides = |hit: &Hit| [(Some(hit.ball), hit.moves[0], 1.0), (hit.other.as_ball(), hit.moves[1], -1.0)];
    let mut sum = 0.0;
    for (a, moves, sign) in sides(p) {
        for (b, _, other_sign) in sides(q) {
            if let Some(ball) = a.filter(|_| a == b) {
                sum += sign * other_sign * moves * rows[ball as usize].im;
            }
        }
    }
    sum *= p.normal.dot(q.normal);
    if let Some(g) = p.guided.filter(|_| p.guided == q.guided) {
        sum += guided[g as usize].give * p.arm.dot(p.normal) * q.arm.dot(q.normal);
    }
    sum
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use glam::DVec2;

    use super::*;
    use crate::row::Other;

    fn ball() -> BallRow {
        let (x, v, a) = (DVec2::ZERO, DVec2::ZERO, DVec2::ZERO);
        let (r, im, ii) = (0.5, 4.0, 32.0);
        BallRow { x, v, w: 0.0, a, t: 0.0, begin: 0.0, end: 0.0, r, im, ii, angle: 0.0, gravity_scale: 1.0 }
    }

    fn wall(normal: DVec2, rebound: f64) -> Hit {
        Hit { rebound, normal_mass: 0.25, ..Hit::tie(0, Other::core(0), 0.0, normal, DVec2::ZERO) }
    }

    /// A ball a million units wide lay over a box of ten and all that was in it: pairs that could not all part were
    /// given impulses a billion times those that were due, which all but cancelled, and friction as strong as they
    /// turned the balls until their numbers went wrong.
    #[test]
    fn a_ball_that_can_not_part_from_both_walls_is_left_as_it_was() {
        for other in [1.0, 0.5, -0.9] {
            let mut rows = vec![ball()];
            let mut hits = vec![wall(DVec2::X, 1.0), wall(DVec2::NEG_X, other)];
            assert!(!Elimination::default().solve(&mut hits, &mut rows, &mut []), "{other}: {hits:?}");
            assert_eq!((rows[0].v, hits[0].normal_impulse), (DVec2::ZERO, 0.0));
        }
    }

    #[test]
    fn walls_that_say_the_same_twice_are_parted_from() {
        let mut rows = vec![ball()];
        let mut hits = vec![wall(DVec2::X, 2.0), wall(DVec2::X, 2.0), wall(DVec2::Y, 1.0)];
        assert!(Elimination::default().solve(&mut hits, &mut rows, &mut []), "{hits:?}");
        assert!((rows[0].v - DVec2::new(2.0, 1.0)).length() < 1e-8, "{}", rows[0].v);
    }
}
