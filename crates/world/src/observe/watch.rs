//! Balls that leave the bounds or get stuck: noticed at the end of a step.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::{Torus, cloned, saved};
use crate::bodies::Balls;
use crate::config::Config;
use crate::events::Events;

/// The record of one ball.
#[derive(Clone, Copy, Debug, Default)]
struct Watched {
    /// Where it has hardly moved from; `None` for a ball that is new or held.
    anchor: Option<DVec2>,
    /// For how long, seconds.
    still: f64,
    outside: bool,
}

saved!(Watched { anchor, still, outside });

/// Records of the balls, by rows; empty while nothing is watched. State.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    list: Vec<Watched>,
}

cloned!(Watch { list });

saved!(Watch { list });

impl Watch {
    /// Checks all balls at the end of a step of `dt` seconds.
    ///
    /// Reads balls; writes events.
    pub(crate) fn run(
        &mut self,
        balls: &Balls,
        config: &Config,
        torus: &Torus,
        events: &mut Events,
        dt: f64,
    ) {
        let seconds = f64::from(config.stuck_after);
        let detects = seconds.is_finite();
        if config.bounds.is_none() && !detects {
            self.list.clear();
            return;
        }
        self.list.resize(balls.rows.len(), Watched::default());
        for ((watched, row), info) in self.list.iter_mut().zip(&balls.rows).zip(&balls.info) {
            let inside = config.bounds.is_none_or(|[low, high]| {
                row.x.cmpge(low.as_dvec2()).all() && row.x.cmple(high.as_dvec2()).all()
            });
            if !inside && !watched.outside {
                events.out_of_bounds.push(info.id);
            }
            watched.outside = !inside;
            if !detects || info.held {
                (watched.anchor, watched.still) = (None, 0.0);
                continue;
            }
            let reach = f64::from(config.stuck_radius) * row.r;
            match watched.anchor {
                Some(anchor) if torus.nearest(row.x - anchor).length_squared() <= reach * reach => {
                    let before = watched.still;
                    watched.still += dt;
                    if before < seconds && watched.still >= seconds {
                        events.stuck.push(info.id);
                    }
                }
                _ => (watched.anchor, watched.still) = (Some(row.x), 0.0),
            }
        }
    }

    /// Resets to one ball, whose record is that of row `row` of `from`, if there is one.
    pub(crate) fn reset(&mut self, from: &Self, row: Option<usize>) {
        self.list.clear();
        self.list.extend(row.and_then(|row| from.list.get(row)));
    }

    /// Forgets a ball that is removed from among `balls`; the last takes its row.
    pub(crate) fn forget(&mut self, row: u32, balls: usize) {
        if !self.list.is_empty() {
            self.list.resize(balls, Watched::default());
            self.list.swap_remove(row as usize);
        }
    }

    pub(crate) fn is_sound(&self, balls: usize) -> bool {
        self.list.len() <= balls
            && self
                .list
                .iter()
                .all(|watched| watched.still >= 0.0 && watched.anchor.is_none_or(|at| at.is_finite()))
    }
}
