//! What balls have been through in a substep.

use alloc::vec::Vec;
use glam::DVec2;

use crate::row::{BallRow, Substep};

/// The record of one ball.
#[derive(Clone, Copy, Debug, Default)]
struct Flight {
    /// Raised whenever the ball is deflected: what was foreseen before no longer holds.
    stamp: u32,
    impacts: u32,
    /// Impacts weighted by the share of energy that they cost.
    plastic: f64,
    /// Core on which the ball landed last, to ride along it.
    landed: Option<u32>,
    frozen: bool,
}

/// The records of all balls, new in each substep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flights {
    list: Vec<Flight>,
    /// Balls that have been deflected, some of them several times.
    deflected: Vec<u32>,
}

impl Flights {
    pub(crate) fn begin(&mut self, balls: usize) {
        for i in self.deflected.drain(..) {
            if let Some(flight) = self.list.get_mut(i as usize) {
                *flight = Flight::default();
            }
        }
        self.list.resize(balls, Flight::default());
    }

    #[inline]
    pub(crate) fn stamp(&self, ball: u32) -> u32 {
        self.list[ball as usize].stamp
    }

    /// Notes that a ball flies another way from now on.
    #[inline]
    pub(crate) fn deflect(&mut self, ball: u32) {
        self.list[ball as usize].stamp += 1;
        self.deflected.push(ball);
    }

    /// The balls that have been deflected, some of them several times.
    pub(crate) fn deflected(&self) -> impl Iterator<Item = u32> + '_ {
        self.deflected.iter().copied()
    }

    /// Notes an impact that cost this share of the energy of approach.
    pub(crate) fn count(&mut self, ball: u32, loss: f64) {
        let flight = &mut self.list[ball as usize];
        flight.impacts += 1;
        flight.plastic += loss.max(0.0);
    }

    /// Notes a landing on a core; `caught`, if after next to no way. Two surfaces may throw a ball to and fro,
    /// while chord after chord along the same one is a ride.
    pub(crate) fn count_landing(&mut self, ball: u32, core: u32, caught: bool) {
        let flight = &mut self.list[ball as usize];
        if caught && flight.landed.is_some_and(|last| last != core) {
            flight.plastic += 1.0;
        }
        flight.landed = Some(core);
    }

    /// Whether the ball has been struck in this substep.
    #[inline]
    pub(crate) fn was_struck(&self, ball: u32) -> bool {
        self.list[ball as usize].impacts > 0
    }

    /// Whether the ball has had so many plastic impacts that it is left to the contact solver.
    #[inline]
    pub(crate) fn is_demoted(&self, ball: u32, step: &Substep) -> bool {
        self.list[ball as usize].plastic >= step.plastic_impacts
    }

    /// Whether the ball has had so many that it must stop.
    pub(crate) fn is_spent(&self, ball: u32, step: &Substep) -> bool {
        let flight = &self.list[ball as usize];
        flight.plastic >= 8.0 * step.plastic_impacts || flight.impacts >= step.max_impacts
    }

    #[inline]
    pub(crate) fn is_frozen(&self, ball: u32) -> bool {
        self.list[ball as usize].frozen
    }

    pub(crate) fn freeze(&mut self, ball: u32) {
        self.list[ball as usize].frozen = true;
    }

    /// Velocity of a ball's straight flight.
    #[inline]
    pub(crate) fn drift(&self, ball: u32, rows: &[BallRow], h: f64) -> DVec2 {
        if self.is_frozen(ball) { DVec2::ZERO } else { rows[ball as usize].drift(h) }
    }
}
