//! Streams: balls that come in one by one.

use carom::{Ball, BodyId, Error, Filter, World};
use rand::RngExt;

use crate::engine_errors::within;
use crate::fault::Fault;
use crate::limits;
use crate::model::{self, Point};
use crate::populate::Label;
use crate::random::{Purpose, chance, either_way};
use crate::resolver::Resolver;

/// A stream and how far it has come.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// Its place among the spawners.
    n: usize,
    about: model::Stream,
    balls: Vec<(Ball, String)>,
    /// How many have come.
    pub(crate) done: u64,
    /// When the next one may, seconds.
    pub(crate) next: f64,
}

/// The first time after `now` that is a number of intervals after `last`: however long the steps are, as many balls come.
fn next_tick(last: f64, interval: f64, now: f64) -> f64 {
    let ticks = libm::floor((now - last) / interval) + 1.0;
    // Without an interval every time is one.
    if interval > 0.0 { last + ticks * interval } else { now }
}

impl Stream {
    /// # Errors
    /// A number that is out of range, or no ball to choose from.
    pub(crate) fn new(n: usize, about: &model::Stream, resolver: &Resolver<'_>) -> Result<Self, Fault> {
        let path = format!("spawners[{n}]");
        within(&path, "count", f64::from(about.count), 1.0, f64::from(limits::SPAWNED))?;
        within(&path, "every", f64::from(about.every), 0.0, 1e6)?;
        within(&path, "from", f64::from(about.from), 0.0, 1e6)?;
        within(&path, "speed", f64::from(about.speed), 0.0, 1e8)?;
        let points = [("position", about.position), ("spread", about.spread), ("velocity", about.velocity)];
        for (field, Point(x, y)) in points {
            within(&path, field, f64::from(x), -1e8, 1e8)?;
            within(&path, field, f64::from(y), -1e8, 1e8)?;
        }
        if about.balls.is_empty() {
            return Err(Fault::at(format!("{path}.balls"), "has 0 entries, but must have at least 1"));
        }
        let mut balls = Vec::with_capacity(about.balls.len());
        for (k, ball) in about.balls.iter().enumerate() {
            let made = resolver.ball(&format!("{path}.balls[{k}]"), ball)?;
            balls.push((made, ball.like.clone().unwrap_or_default()));
        }
        let next = f64::from(about.from);
        Ok(Self { n, about: about.clone(), balls, done: 0, next })
    }

    /// How many are still to come.
    pub(crate) fn left(&self) -> u64 {
        u64::from(self.about.count).saturating_sub(self.done)
    }

    /// Lets a ball in, if it is time and its place is free: at most one a step.
    pub(crate) fn run(
        &mut self,
        world: &mut World,
        time: f64,
        seed: u64,
    ) -> Result<Option<(BodyId, Label)>, Error> {
        if self.left() == 0 || time < self.next {
            return Ok(None);
        }
        let mut chance = chance(seed, Purpose::Stream, self.n, self.done);
        let which = if self.balls.len() > 1 { chance.random_range(0..self.balls.len()) } else { 0 };
        let (mut ball, kind) = self.balls[which].clone();
        ball.position.x = self.about.position.0 + either_way(&mut chance, self.about.spread.0);
        ball.position.y = self.about.position.1 + either_way(&mut chance, self.about.spread.1);
        ball.velocity.x = self.about.velocity.0 + either_way(&mut chance, self.about.speed);
        ball.velocity.y = self.about.velocity.1 + either_way(&mut chance, self.about.speed);
        if !world.overlap_ball(ball.position, ball.radius, Filter::default())?.is_empty() {
            return Ok(None);
        }
        let id = world.add_ball(ball)?;
        self.done += 1;
        self.next = next_tick(self.next, f64::from(self.about.every), time);
        Ok(Some((id, Label { name: String::new(), kind })))
    }
}
