//! Trajectories begin: from the velocities that the contact solver leaves to straight flights.

use glam::DVec2;

use crate::base::parallel::{self, Cut};
use crate::bodies::ball::BallRow;
use crate::bodies::trajectory::{Trajectories, faster};
use crate::continuous::context::EventContext;
use crate::pairs::active_pairs;
use crate::pairs::cache::{PairCache, is_by_mover};
use crate::solver::contact_solver::{Departure, Load, Solver, VelocityChange};

impl Solver {
    /// Begins the flights: gives the balls what the contacts changed, and those that rest or roll their
    /// flight acceleration. Those that touch nothing and hang on nothing fly to the end of the step, unless a mover is
    /// by, or the straight way would lie further from the parabola than a ball may sink: it would come to what the ball
    /// flies past.
    pub(crate) fn depart(&mut self, ctx: &mut EventContext<'_>, flights: &mut Trajectories) {
        let EventContext { balls, bodies, pairs, contacts, links, step, sub, .. } = ctx;
        let (dt, far) = (step.dt, step.trajectories_span_step);
        if !contacts.packs.is_empty() || !contacts.rows.is_empty() {
            self.find_loads(&contacts.rows);
        }
        let visited = !pairs.visited().is_empty();
        let PairCache { active, lists, movers, .. } = &mut **pairs;
        let (bodies, contacts, links) = (&**bodies, &**contacts, &**links);
        let Trajectories { short, list, pace, .. } = flights;
        let cut = Cut::by(short.len(), balls.rows.len());
        self.departures.resize_with(cut.parts, Departure::default);
        let (loads, ready, slow) = (self.loads.as_slice(), short.as_slice(), *pace);
        let rows = (balls.rows.as_mut_slice(), &mut active.proxies[..list.len()], list.as_mut_slice());
        parallel::in_parts(rows, cut, &mut self.departures, |first, (rows, proxies, list), departure| {
            let Departure { overrun, longest, pace, launches } = departure;
            (*longest, *pace, *launches) = (0.0, slow, false);
            for &ball in parallel::of(ready, first, rows.len()) {
                let (i, n) = (ball as usize, ball as usize - first);
                let row = &mut rows[n];
                let packed = contacts.packs.has_contact(i);
                if packed || contacts.is_in_contact[i] {
                    let change = VelocityChange::between(row, &contacts.packs.rows[i]);
                    set_flight(loads[i], row, change, step.h, packed);
                    change.apply(row);
                } else if far
                    && sub.until < dt
                    && !links.is_linked(ball)
                    && row.velocity_at(dt).length_squared() <= step.max_speed * step.max_speed
                    && row.bend(dt - sub.start) <= step.max_penetration * row.r
                    && !(visited && is_by_mover(&lists[i], movers, row, bodies))
                {
                    list[n].launch(row, dt);
                    *launches = true;
                }
                let (drift, way) = active_pairs::fly(i, &mut proxies[n], row, overrun);
                *pace = faster(*pace, drift, row.r);
                if packed && way > *longest {
                    *longest = way;
                }
            }
        });
        active.longest = 0.0;
        let mut launches = false;
        for departure in &mut self.departures {
            active.overrun.append(&mut departure.overrun);
            active.longest = active.longest.max(departure.longest);
            *pace = pace.max(departure.pace);
            launches |= departure.launches;
        }
        if launches {
            short.retain(|&i| !list[i as usize].flies_whole_step());
        }
    }
}

/// Flight acceleration of a loaded ball: along the surface for a ball on one contact, so that the path of a rolling
/// ball is exact. None for a ball on several, nor for one that is held by another ball: the impulses of the two have no
/// moment where the two are, and bent paths would take the two elsewhere.
#[inline]
fn set_flight(load: Load, row: &mut BallRow, change: VelocityChange, h: f64, packed: bool) {
    if packed {
        if !change.is_none() {
            row.a = DVec2::ZERO;
        }
        return;
    }
    match load {
        Load::None | Load::Swinging => {}
        Load::Many => row.a = DVec2::ZERO,
        Load::One(normal) => {
            let tangent = normal.perp().as_dvec2();
            let gained = row.a * h + change.velocity.as_dvec2();
            row.a = tangent * (tangent.dot(gained) / h);
        }
    }
}
