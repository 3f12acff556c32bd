//! The impulses of a cluster of hits by Lemke's method, for clusters where a guess of modes does not converge.
//!
//! The law of impact is a linear complementarity problem: of each normal impulse and the speed beyond its rebound one
//! is zero. Friction in the plane is two impulses, one each way, whose sum the normal impulse bounds (D. E. Stewart
//! and J. C. Trinkle, Int. J. Numer. Meth. Eng. 39 (1996) 2673-2691). The method pivots from one set of acting
//! impulses to the next, and never meets a set twice. Where all hits can come to rest together, it ends at a
//! solution.

use alloc::vec::Vec;
use core::mem::{swap, take};

use crate::base::{room, with_cpu_features};
use crate::contacts::Hit;
use crate::continuous::impact::constants::{LEAST_PIVOT, PIVOTS_PER_UNKNOWN, SPEED_TOLERANCE};
use crate::continuous::impact::couplings::Couplings;
use crate::continuous::impact::direct_solver::set_impulses;
use crate::continuous::impact::hit_bodies::HitBodies;

/// An unknown of the problem. It or its complement is zero, and neither is negative. Each line names the unknown,
/// then its complement.
#[derive(Clone, Copy, Debug)]
enum Unknown {
    /// Impulse along the normal, or for a rod against it too; speed beyond the rebound.
    Normal(f64),
    /// Friction one way; how much slower the hit slips that way than it slips at all.
    Friction(f64),
    /// How fast the hit slips; friction that is left.
    Slip,
}

/// Room for the method, kept from one cluster to the next.
#[derive(Clone, Debug)]
pub(crate) struct ComplementarySolver {
    /// Hit of each unknown, and which of it.
    unknowns: Vec<(usize, Unknown)>,
    /// The first unknown of each hit.
    first: Vec<usize>,
    /// One row for each variable that acts: its value, then its change per unit of each variable that is zero.
    table: Vec<f64>,
    /// The acting variables and the zero ones, in the order of rows and columns. The complements of the unknowns
    /// come first, then the unknowns, and last an artificial variable, which lifts all rows and must become zero.
    acting: Vec<usize>,
    zero: Vec<usize>,
    /// Multiplications of the last cluster.
    pub(crate) cost: u64,
}

impl Default for ComplementarySolver {
    fn default() -> Self {
        Self {
            unknowns: room::list(),
            first: room::list(),
            table: Vec::with_capacity(16 * room::ENTRIES),
            acting: room::list(),
            zero: room::list(),
            cost: 0,
        }
    }
}

impl ComplementarySolver {
    /// Changes the impulses of all hits to a solution. False, with nothing changed, if none is found.
    pub(crate) fn solve(
        &mut self,
        hits: &mut [Hit],
        bodies: &mut HitBodies<'_>,
        couplings: &Couplings,
    ) -> bool {
        self.set_up(hits, bodies, couplings);
        let mut is_solved = false;
        with_cpu_features!(|| is_solved = self.pivot());
        if !is_solved {
            return false;
        }
        let count = self.unknowns.len();
        for (n, hit) in hits.iter_mut().enumerate() {
            let mut impulse = [0.0; 2];
            for (row, variable) in self.table.chunks_exact(count + 2).zip(&self.acting) {
                let size = row[0].max(0.0) * hit.normal_mass;
                match variable.checked_sub(count).and_then(|k| self.unknowns.get(k)) {
                    Some(&(of, Unknown::Normal(sign))) if of == n => impulse[0] += sign * size,
                    Some(&(of, Unknown::Friction(sign))) if of == n => impulse[1] += sign * size,
                    _ => {}
                }
            }
            set_impulses(hit, bodies, impulse);
        }
        true
    }

    /// Sets up the problem without the impulses so far. An impulse is measured by the speed that it gives to its own
    /// hit.
    fn set_up(&mut self, hits: &[Hit], bodies: &HitBodies<'_>, couplings: &Couplings) {
        let Self { unknowns, first, table, acting, zero, cost } = self;
        *cost = 0;
        unknowns.clear();
        first.clear();
        for (n, hit) in hits.iter().enumerate() {
            first.push(unknowns.len());
            unknowns.push((n, Unknown::Normal(1.0)));
            if hit.least < 0.0 {
                unknowns.push((n, Unknown::Normal(-1.0)));
            }
            if hit.static_friction > 0.0 {
                let friction = [Unknown::Friction(1.0), Unknown::Friction(-1.0), Unknown::Slip];
                unknowns.extend(friction.map(|unknown| (n, unknown)));
            }
        }
        let count = unknowns.len();
        acting.clear();
        acting.extend(0..count);
        zero.clear();
        zero.extend(count..=2 * count);
        table.clear();
        first.push(count);
        for &(p, row) in &*unknowns {
            let own = &hits[p];
            let (mut speed, mut slip) = bodies.relative(own);
            let start = table.len();
            table.resize(start + count + 2, 0.0);
            let gives = &mut table[start + 1..];
            for &(q, [along, across]) in couplings.of(p) {
                let hit = &hits[q];
                speed -= along[0] * hit.normal_impulse + along[1] * hit.tangent_impulse;
                slip -= across[0] * hit.normal_impulse + across[1] * hit.tangent_impulse;
                for (&(_, column), gives) in
                    unknowns[first[q]..].iter().zip(&mut gives[first[q]..first[q + 1]])
                {
                    *gives = match (row, column) {
                        (Unknown::Normal(a), Unknown::Normal(b)) => a * b * (along[0] * hit.normal_mass),
                        (Unknown::Normal(a), Unknown::Friction(b)) => a * b * (along[1] * hit.normal_mass),
                        (Unknown::Friction(a), Unknown::Normal(b)) => a * b * (across[0] * hit.normal_mass),
                        (Unknown::Friction(a), Unknown::Friction(b)) => a * b * (across[1] * hit.normal_mass),
                        (Unknown::Friction(_), Unknown::Slip) if p == q => 1.0,
                        (Unknown::Slip, Unknown::Normal(sign)) if p == q => sign * own.friction,
                        (Unknown::Slip, Unknown::Friction(_)) if p == q => -1.0,
                        _ => 0.0,
                    };
                }
            }
            gives[count] = 1.0;
            table[start] = match row {
                Unknown::Normal(sign) => sign * (speed - own.rebound),
                Unknown::Friction(sign) => sign * slip,
                Unknown::Slip => 0.0,
            };
        }
    }

    /// Exchanges acting and zero variables until the artificial one is zero.
    #[inline(always)]
    fn pivot(&mut self) -> bool {
        let count = self.unknowns.len();
        let (width, artificial) = (count + 2, 2 * count);
        let value = |table: &[f64], row: usize| table[row * width];
        let lowest = (0..count).min_by(|&a, &b| value(&self.table, a).total_cmp(&value(&self.table, b)));
        let Some(mut row) = lowest else {
            return true;
        };
        let none = -SPEED_TOLERANCE * value(&self.table, row);
        if none <= 0.0 {
            return true;
        }
        let mut column = count;
        for _ in 0..PIVOTS_PER_UNKNOWN * count {
            self.exchange(row, column);
            let left = self.zero[column];
            let lifts = |row: usize| self.acting[row] == artificial && value(&self.table, row) > none;
            if left == artificial || !(0..count).any(lifts) {
                return true;
            }
            // The next variable to act is the complement of the one that has become zero.
            let next = if left < count { left + count } else { left - count };
            let Some(entering) = self.zero.iter().position(|&variable| variable == next) else {
                return false;
            };
            column = entering;
            let mut first: Option<(f64, f64, usize)> = None;
            for n in 0..count {
                let falls = -self.table[n * width + 1 + column];
                if !(falls > LEAST_PIVOT) {
                    continue;
                }
                let wait = value(&self.table, n).max(0.0) / falls;
                // If several become zero together, the artificial one ends the search; otherwise the one that falls
                // fastest loses the least to rounding.
                let falls = if self.acting[n] == artificial { f64::INFINITY } else { falls };
                if first.is_none_or(|(least, most, _)| wait < least || wait == least && falls > most) {
                    first = Some((wait, falls, n));
                }
            }
            let Some((_, _, leaving)) = first else {
                return false;
            };
            row = leaving;
        }
        false
    }

    /// Lets the variable of a column act in place of that of a row.
    #[inline(always)]
    fn exchange(&mut self, row: usize, column: usize) {
        let width = self.unknowns.len() + 2;
        let (place, start) = (column + 1, row * width);
        let (above, rest) = self.table.split_at_mut(start);
        let (own, below) = rest.split_at_mut(width);
        let by = 1.0 / own[place];
        own.iter_mut().for_each(|x| *x *= -by);
        own[place] = by;
        for other in above.chunks_exact_mut(width).chain(below.chunks_exact_mut(width)) {
            let factor = take(&mut other[place]);
            if factor != 0.0 {
                self.cost += width as u64;
                for (x, y) in other.iter_mut().zip(&*own) {
                    *x += factor * y;
                }
            }
        }
        swap(&mut self.acting[row], &mut self.zero[column]);
    }
}
