//! Hard discs in a rectangular box, followed from collision to collision (Alder & Wainwright, *Studies in
//! molecular dynamics I*, J. Chem. Phys. 31 (1959) 459), with cells so that each collision costs the same for
//! any number of discs.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use carom::glam::DVec2;

/// A disc at its own time.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// Centre.
    pub x: DVec2,
    /// Velocity.
    pub v: DVec2,
    /// Radius.
    pub r: f64,
    /// Mass.
    pub m: f64,
}

/// A collision, as the measurement receives it.
#[derive(Clone, Copy, Debug)]
pub struct Collision {
    /// Time since the beginning.
    pub time: f64,
    /// Rows of the two discs; `None` for a wall.
    pub pair: (usize, Option<usize>),
    /// Where the surfaces touch.
    pub point: DVec2,
    /// Impulse.
    pub impulse: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Disc(u32, u32),
    Wall(DirectionOf),
    Cell(i32, i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DirectionOf {
    X,
    Y,
}

#[derive(Clone, Copy, Debug)]
struct Event {
    time: f64,
    disc: u32,
    stamp: u32,
    kind: Kind,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Event {}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> Ordering {
        self.time.total_cmp(&other.time).then(self.disc.cmp(&other.disc))
    }
}

/// Discs between the walls `0..size`.
#[derive(Clone, Debug)]
pub struct Discs {
    discs: Vec<Disc>,
    times: Vec<f64>,
    stamps: Vec<u32>,
    size: DVec2,
    restitution: f64,
    cells: Vec<Vec<u32>>,
    grid: (i32, i32),
    cell: DVec2,
    at: Vec<(i32, i32)>,
    queue: BinaryHeap<Reverse<Event>>,
    now: f64,
    /// Collisions so far.
    pub collisions: u64,
}

impl Discs {
    /// Begins at time 0.
    #[must_use]
    pub fn new(discs: Vec<Disc>, size: DVec2, restitution: f64) -> Self {
        let widest = discs.iter().fold(0.0, |most: f64, disc| most.max(disc.r));
        let along = |length: f64| ((length / (2.000_001 * widest)) as i32).clamp(1, 512);
        let grid = (along(size.x), along(size.y));
        let cell = DVec2::new(size.x / f64::from(grid.0), size.y / f64::from(grid.1));
        let count = discs.len();
        let mut new = Self {
            times: vec![0.0; count],
            stamps: vec![0; count],
            size,
            restitution,
            cells: vec![Vec::new(); (grid.0 * grid.1) as usize],
            grid,
            cell,
            at: vec![(0, 0); count],
            queue: BinaryHeap::new(),
            now: 0.0,
            collisions: 0,
            discs,
        };
        for i in 0..count {
            let p = new.discs[i].x / cell;
            new.at[i] = ((p.x as i32).clamp(0, grid.0 - 1), (p.y as i32).clamp(0, grid.1 - 1));
            let index = new.index(new.at[i]);
            new.cells[index].push(i as u32);
        }
        for i in 0..count {
            new.foresee(i, true);
        }
        new
    }

    fn index(&self, (cx, cy): (i32, i32)) -> usize {
        (cx * self.grid.1 + cy) as usize
    }

    /// Discs as they are now.
    #[must_use]
    pub fn state(&self) -> Vec<Disc> {
        let moved = |(disc, time): (&Disc, &f64)| Disc { x: disc.x + disc.v * (self.now - time), ..*disc };
        self.discs.iter().zip(&self.times).map(moved).collect()
    }

    fn bring(&mut self, i: usize, time: f64) {
        let disc = &mut self.discs[i];
        disc.x += disc.v * (time - self.times[i]);
        self.times[i] = time;
    }

    fn push(&mut self, time: f64, i: usize, kind: Kind) {
        self.queue.push(Reverse(Event { time, disc: i as u32, stamp: self.stamps[i], kind }));
    }

    /// Predicts the next event of a disc; with `first`, only with discs of higher rows.
    fn foresee(&mut self, i: usize, first: bool) {
        let (disc, time) = (self.discs[i], self.times[i]);
        let (cx, cy) = self.at[i];
        let wall = |x: f64, v: f64, size: f64| {
            if v > 0.0 {
                Some((size - disc.r - x) / v)
            } else if v < 0.0 {
                Some((disc.r - x) / v)
            } else {
                None
            }
        };
        if let Some(t) = wall(disc.x.x, disc.v.x, self.size.x) {
            self.push(time + t.max(0.0), i, Kind::Wall(DirectionOf::X));
        }
        if let Some(t) = wall(disc.x.y, disc.v.y, self.size.y) {
            self.push(time + t.max(0.0), i, Kind::Wall(DirectionOf::Y));
        }
        let border = |x: f64, v: f64, c: i32, width: f64| {
            if v > 0.0 {
                Some((f64::from(c + 1) * width - x) / v)
            } else if v < 0.0 {
                Some((f64::from(c) * width - x) / v)
            } else {
                None
            }
        };
        if let Some(t) = border(disc.x.x, disc.v.x, cx, self.cell.x) {
            self.push(time + t.max(0.0), i, Kind::Cell(disc.v.x.signum() as i32, 0));
        }
        if let Some(t) = border(disc.x.y, disc.v.y, cy, self.cell.y) {
            self.push(time + t.max(0.0), i, Kind::Cell(0, disc.v.y.signum() as i32));
        }
        for nx in (cx - 1).max(0)..=(cx + 1).min(self.grid.0 - 1) {
            for ny in (cy - 1).max(0)..=(cy + 1).min(self.grid.1 - 1) {
                let index = self.index((nx, ny));
                for n in 0..self.cells[index].len() {
                    let j = self.cells[index][n] as usize;
                    if j != i && !(first && j < i) {
                        self.foresee_pair(i, j);
                    }
                }
            }
        }
    }

    fn foresee_pair(&mut self, i: usize, j: usize) {
        let (a, b) = (self.discs[i], self.discs[j]);
        let time = self.times[i];
        let d = a.x - (b.x + b.v * (time - self.times[j]));
        let u = a.v - b.v;
        let towards = d.dot(u);
        if towards >= 0.0 {
            return;
        }
        let sum = a.r + b.r;
        let excess = d.length_squared() - sum * sum;
        let disc = towards * towards - u.length_squared() * excess;
        if disc > 0.0 {
            let t = (excess / (-towards + disc.sqrt())).max(0.0);
            self.push(time + t, i, Kind::Disc(j as u32, self.stamps[j]));
        }
    }

    /// Runs until `until`, telling every collision; stops early after `most` of them.
    pub fn run(&mut self, until: f64, most: u64, mut tell: impl FnMut(&Collision)) {
        let last = self.collisions + most;
        while self.collisions < last {
            let Some(&Reverse(event)) = self.queue.peek() else {
                break;
            };
            if event.time > until {
                break;
            }
            self.queue.pop();
            let i = event.disc as usize;
            if event.stamp != self.stamps[i] {
                continue;
            }
            if let Kind::Disc(j, stamp) = event.kind
                && stamp != self.stamps[j as usize]
            {
                continue;
            }
            self.now = event.time;
            self.bring(i, event.time);
            match event.kind {
                Kind::Cell(dx, dy) => self.cross(i, (dx, dy)),
                Kind::Wall(side) => self.hit_wall(i, side, &mut tell),
                Kind::Disc(j, _) => self.hit_disc(i, j as usize, &mut tell),
            }
        }
        if self.collisions < last {
            self.now = until;
        }
    }

    fn cross(&mut self, i: usize, (dx, dy): (i32, i32)) {
        let (cx, cy) = self.at[i];
        let next = ((cx + dx).clamp(0, self.grid.0 - 1), (cy + dy).clamp(0, self.grid.1 - 1));
        let old = self.index((cx, cy));
        self.cells[old].retain(|&other| other as usize != i);
        self.at[i] = next;
        let new = self.index(next);
        self.cells[new].push(i as u32);
        self.stamps[i] = self.stamps[i].wrapping_add(1);
        self.foresee(i, false);
    }

    fn hit_wall(&mut self, i: usize, side: DirectionOf, tell: &mut impl FnMut(&Collision)) {
        let disc = &mut self.discs[i];
        let speed = match side {
            DirectionOf::X => &mut disc.v.x,
            DirectionOf::Y => &mut disc.v.y,
        };
        let normal = if *speed > 0.0 { 1.0 } else { -1.0 };
        let impulse = disc.m * (1.0 + self.restitution) * speed.abs();
        *speed *= -self.restitution;
        let axis = if side == DirectionOf::X { DVec2::X } else { DVec2::Y };
        let point = disc.x + axis * (normal * disc.r);
        self.collisions += 1;
        tell(&Collision { time: self.now, pair: (i, None), point, impulse });
        self.stamps[i] = self.stamps[i].wrapping_add(1);
        self.foresee(i, false);
    }

    fn hit_disc(&mut self, i: usize, j: usize, tell: &mut impl FnMut(&Collision)) {
        self.bring(j, self.now);
        let (a, b) = (self.discs[i], self.discs[j]);
        let normal = (a.x - b.x).normalize();
        let approach = (b.v - a.v).dot(normal);
        let impulse = (1.0 + self.restitution) * approach / (1.0 / a.m + 1.0 / b.m);
        self.discs[i].v += normal * (impulse / a.m);
        self.discs[j].v -= normal * (impulse / b.m);
        self.collisions += 1;
        tell(&Collision { time: self.now, pair: (i, Some(j)), point: b.x + normal * b.r, impulse });
        for k in [i, j] {
            self.stamps[k] = self.stamps[k].wrapping_add(1);
        }
        self.foresee(i, false);
        self.foresee(j, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn energy_is_kept_and_nothing_overlaps() {
        let mut dice = Dice::new("discs", 0);
        let discs: Vec<Disc> = (0..100)
            .map(|i| Disc {
                x: DVec2::new(f64::from(i % 10), f64::from(i / 10)) * 1.2 + 0.6,
                v: dice.direction(),
                r: if i % 3 == 0 { 0.3 } else { 0.5 },
                m: if i % 2 == 0 { 1.0 } else { 3.0 },
            })
            .collect();
        let energy = |discs: &[Disc]| discs.iter().map(|d| 0.5 * d.m * d.v.length_squared()).sum::<f64>();
        let before = energy(&discs);
        let mut box_of = Discs::new(discs, DVec2::splat(12.0), 1.0);
        box_of.run(20.0, u64::MAX >> 1, |_| {});
        let after = box_of.state();
        assert!((energy(&after) / before - 1.0).abs() < 1e-12, "{}", energy(&after));
        assert!(box_of.collisions > 1000, "{}", box_of.collisions);
        for (i, a) in after.iter().enumerate() {
            assert!(a.x.min_element() > a.r - 1e-9 && a.x.max_element() < 12.0 - a.r + 1e-9, "{a:?}");
            for b in &after[..i] {
                assert!(a.x.distance(b.x) > a.r + b.r - 1e-9, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn two_discs_and_a_wall_count_pi() {
        // Galperin, Playing pool with pi, Regular and Chaotic Dynamics 8 (2003) 375.
        let small = Disc { x: DVec2::new(1.0, 0.5), v: DVec2::ZERO, r: 0.4, m: 1.0 };
        let large = Disc { x: DVec2::new(3.0, 0.5), v: DVec2::new(-1.0, 0.0), r: 0.4, m: 1e4 };
        let mut pair = Discs::new(vec![small, large], DVec2::new(1e9, 1.0), 1.0);
        pair.run(1e6, 1_000_000, |_| {});
        assert_eq!(pair.collisions, 314);
    }
}
