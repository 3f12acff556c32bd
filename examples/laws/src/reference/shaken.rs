//! Elastic discs in a box whose walls are shaken, followed from event to event in the room: the balls fly straight,
//! the walls move, and no accelerated frame occurs.

use core::f64::consts::PI;

use carom::glam::DVec2;

/// A shove: from `start` on, for `seconds`, the walls go out by `way` and come back, as `sin^2`.
#[derive(Clone, Copy, Debug)]
pub struct Shove {
    /// Seconds.
    pub start: f64,
    /// Seconds.
    pub seconds: f64,
    /// Length units.
    pub way: DVec2,
}

/// One ball in the room.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// Centre.
    pub place: DVec2,
    /// Velocity.
    pub velocity: DVec2,
    /// Radius.
    pub radius: f64,
    /// Mass.
    pub mass: f64,
}

/// A meeting: a ball and a ball, or a ball and a wall: 0 left, 1 right, 2 below, 3 above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Two balls, the lower first.
    Balls(usize, usize),
    /// A ball and a wall.
    Wall(usize, usize),
}

/// Walls, how they are shaken, and the balls between them.
#[derive(Clone, Debug)]
pub struct Shaken {
    /// Lower left corner of the box at rest.
    pub low: DVec2,
    /// Upper right corner.
    pub high: DVec2,
    /// How it is shaken.
    pub shoves: Vec<Shove>,
    /// The balls at `time`.
    pub discs: Vec<Disc>,
    /// Seconds.
    pub time: f64,
    /// The meetings so far, with their times.
    pub meetings: Vec<(f64, Met)>,
}

impl Shaken {
    fn under_way(&self, time: f64) -> impl Iterator<Item = (Shove, f64)> + '_ {
        self.shoves.iter().filter_map(move |&shove| {
            let share = (time - shove.start) / shove.seconds;
            (0.0..1.0).contains(&share).then_some((shove, share))
        })
    }

    /// Where the walls are, against their places at rest.
    #[must_use]
    pub fn offset(&self, time: f64) -> DVec2 {
        let at = |(shove, share): (Shove, f64)| shove.way * libm::pow(libm::sin(PI * share), 2.0);
        self.under_way(time).map(at).sum()
    }

    /// Velocity of the walls.
    #[must_use]
    pub fn velocity(&self, time: f64) -> DVec2 {
        let at = |(s, share): (Shove, f64)| s.way * (PI / s.seconds * libm::sin(2.0 * PI * share));
        self.under_way(time).map(at).sum()
    }

    /// Gap between a ball and a wall, and how fast it grows, `after` seconds from now on.
    fn gap(&self, i: usize, wall: usize, after: f64) -> (f64, f64) {
        let (disc, time) = (&self.discs[i], self.time + after);
        let place = disc.place + disc.velocity * after - self.offset(time);
        let speed = disc.velocity - self.velocity(time);
        match wall {
            0 => (place.x - self.low.x - disc.radius, speed.x),
            1 => (self.high.x - place.x - disc.radius, -speed.x),
            2 => (place.y - self.low.y - disc.radius, speed.y),
            _ => (self.high.y - place.y - disc.radius, -speed.y),
        }
    }

    /// When a ball comes to a wall. Each stride is the shortest in which it could, were the wall to gain speed
    /// towards it as fast as it ever does; so none steps over a touch.
    fn to_wall(&self, i: usize, wall: usize, most: f64) -> Option<f64> {
        const TOUCH: f64 = 1e-13;
        let gain = |s: &Shove| 2.0 * PI * PI * s.way.length() / (s.seconds * s.seconds);
        let gain = self.shoves.iter().map(gain).sum::<f64>().max(1e-9);
        let mut after = 0.0;
        while after < most {
            let (gap, speed) = self.gap(i, wall, after);
            if gap <= TOUCH && speed < 0.0 {
                return Some(after);
            }
            let root = libm::sqrt((speed * speed + 2.0 * gain * gap).max(0.0));
            let stride = if speed > 0.0 { (speed + root) / gain } else { 2.0 * gap / (root - speed) };
            after += stride.max(1e-15);
        }
        None
    }

    fn to_ball(&self, i: usize, j: usize) -> Option<f64> {
        let (a, b) = (&self.discs[i], &self.discs[j]);
        let (d, v, reach) = (b.place - a.place, b.velocity - a.velocity, a.radius + b.radius);
        let (along, square) = (d.dot(v), v.length_squared());
        let root = along * along - square * (d.length_squared() - reach * reach);
        (along < 0.0 && root > 0.0).then(|| ((-along - libm::sqrt(root)) / square).max(0.0))
    }

    fn strike(&mut self, met: Met) {
        match met {
            Met::Wall(i, wall) => {
                let walls = self.velocity(self.time);
                let disc = &mut self.discs[i];
                if wall < 2 {
                    disc.velocity.x = 2.0 * walls.x - disc.velocity.x;
                } else {
                    disc.velocity.y = 2.0 * walls.y - disc.velocity.y;
                }
            }
            Met::Balls(i, j) => {
                let (a, b) = (self.discs[i], self.discs[j]);
                let normal = (b.place - a.place).normalize();
                let push = 2.0 * (b.velocity - a.velocity).dot(normal) / (1.0 / a.mass + 1.0 / b.mass);
                self.discs[i].velocity += normal * (push / a.mass);
                self.discs[j].velocity -= normal * (push / b.mass);
            }
        }
        self.meetings.push((self.time, met));
    }

    /// Follows everything until `until`.
    pub fn follow(&mut self, until: f64) {
        while self.time < until {
            let mut next: (f64, Option<Met>) = (until - self.time, None);
            for i in 0..self.discs.len() {
                for wall in 0..4 {
                    if let Some(after) = self.to_wall(i, wall, next.0) {
                        next = (after, Some(Met::Wall(i, wall)));
                    }
                }
                for j in i + 1..self.discs.len() {
                    if let Some(after) = self.to_ball(i, j).filter(|&after| after < next.0) {
                        next = (after, Some(Met::Balls(i, j)));
                    }
                }
            }
            for disc in &mut self.discs {
                disc.place += disc.velocity * next.0;
            }
            match next {
                (after, Some(met)) => {
                    self.time += after;
                    self.strike(met);
                }
                (_, None) => self.time = until,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_that_comes_gives_twice_its_speed() {
        let disc = Disc { place: DVec2::ZERO, velocity: DVec2::new(-1.0, 0.0), radius: 0.1, mass: 1.0 };
        let shove = Shove { start: 0.0, seconds: 2.0, way: DVec2::new(0.2, 0.0) };
        let mut shaken = Shaken {
            low: DVec2::new(-1.0, -1.0),
            high: DVec2::new(9.0, 1.0),
            shoves: vec![shove],
            discs: vec![disc],
            time: 0.0,
            meetings: Vec::new(),
        };
        shaken.follow(3.0);
        let [(time, met)] = shaken.meetings[..] else {
            panic!("{:?}", shaken.meetings);
        };
        assert_eq!(met, Met::Wall(0, 0));
        let place = -1.0 + 0.1 + shaken.offset(time).x;
        assert!((place + time).abs() < 1e-12, "it flew at 1 to where the wall is: {time}");
        let expected = 1.0 + 2.0 * shaken.velocity(time).x;
        assert!((shaken.discs[0].velocity.x - expected).abs() < 1e-12 && expected > 1.0, "{expected}");
    }
}
