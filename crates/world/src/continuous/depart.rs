//! Departures: flights begin with the velocities that the contact solver has found.

use glam::DVec2;

use crate::base::{Cut, RowList, SHORTER, parallel, with_cpu_features};
use crate::bodies::trajectory::Trajectory;
use crate::bodies::{BallRow, Trajectories, faster};
use crate::continuous::EventContext;
use crate::pairs::{ActivePairs, PairCache, active_pairs, is_by_mover};
use crate::solver::{Departure, Solver, SupportKind, VelocityChange};

impl Solver {
    /// Begins the flights: gives the balls the speeds from their contacts, and gives balls that rest or roll their
    /// flight acceleration. Balls without contacts and links fly to the end of the step, unless a moving body is
    /// near.
    pub(crate) fn depart(&mut self, ctx: &mut EventContext<'_>, flights: &mut Trajectories) {
        let EventContext { balls, bodies, pairs, contacts, links, step, sub, .. } = ctx;
        let (dt, far) = (step.dt, step.trajectories_span_step);
        if !contacts.is_idle() {
            self.find_supports(contacts);
        }
        let visited = !pairs.visited.is_empty();
        let PairCache { active, lists, movers, .. } = &mut **pairs;
        let (bodies, contacts, links) = (&**bodies, &**contacts, &**links);
        let Trajectories { short, list, pace, .. } = flights;
        let cut = Cut::by(short.len(), balls.rows.len());
        self.departures.resize_with(cut.parts, Departure::default);
        let (support_kinds, ready, slow) = (self.support_kinds.as_slice(), &*short, *pace);
        let rows = (balls.rows.as_mut_slice(), &mut active.proxies[..list.len()], list.as_mut_slice());
        parallel::in_parts(rows, cut, &mut self.departures, |first, (rows, proxies, list), departure| {
            with_cpu_features!([dt, visited], || {
                let Departure { overrun, longest, pace, launches } = departure;
                let (h, mut furthest, mut fastest, mut launched) = (step.h, 0.0, slow, 0);
                let may_launch = far && sub.until < dt;
                let most_square = step.max_speed * step.max_speed;
                // A ball whose way is no longer than this, in radii, is not faster than the fastest so far.
                let way_of = |pace: f64| (pace * h) as f32 * SHORTER;
                let mut slow_way = way_of(slow);
                for run in ready.runs(first, rows.len()) {
                    let all = first + run.start..first + run.end;
                    let of_run = proxies[run.clone()].iter_mut().zip(&mut list[run.clone()]);
                    let of_run = rows[run].iter_mut().zip(of_run);
                    let of_run = of_run.zip(contacts.batches.solved(all.clone()));
                    let of_run = of_run.zip(&contacts.is_in_contact[all.clone()]);
                    for (n, (((row, (proxy, flight)), (solved, batched)), in_contact)) in of_run.enumerate() {
                        let i = all.start + n;
                        if batched {
                            let change = VelocityChange::between(row, solved);
                            change.apply(row);
                            flight.borne = change.velocity;
                            if !change.is_none() {
                                row.a = DVec2::ZERO;
                            }
                        } else if *in_contact {
                            let change = VelocityChange::between(row, solved);
                            set_flight(support_kinds[i], row, change, h);
                            change.apply(row);
                            flight.borne = change.velocity;
                        } else if may_launch
                            && !links.is_linked(i as u32)
                            && row.velocity_at(dt).length_squared() <= most_square
                            && !(visited && is_by_mover(&lists[i], movers, row, bodies))
                        {
                            flight.launch(row, dt);
                            launched += 1;
                        }
                        let way = active_pairs::record_flight(i, proxy, row, overrun);
                        // The way is at hand, and shows that most balls are far slower.
                        if way > slow_way * proxy.radius {
                            fastest = faster(fastest, row.top_velocity(), row.r);
                            slow_way = way_of(fastest);
                        }
                        if batched && way > furthest {
                            furthest = way;
                        }
                    }
                }
                (*longest, *pace, *launches) = (furthest, fastest, launched);
            });
        });
        let launches = self.gather_departures(active, pace);
        remove_launched(short, list, launches);
    }

    /// Adds up the results of all parts of the balls. Returns how many balls fly to the end of the step.
    fn gather_departures(&mut self, active: &mut ActivePairs, pace: &mut f64) -> usize {
        active.longest = 0.0;
        let mut launches = 0;
        for departure in &mut self.departures {
            active.overrun.append(&mut departure.overrun);
            active.longest = active.longest.max(departure.longest);
            *pace = pace.max(departure.pace);
            launches += departure.launches;
        }
        launches
    }
}

/// Removes balls that fly to the end of the step from the list of short flights; `launches` is their number.
fn remove_launched(short: &mut RowList, list: &[Trajectory], launches: usize) {
    if launches == short.len() {
        short.clear();
    } else if launches > 0 {
        short.retain(|i| !list[i as usize].spans_step);
    }
}

/// Sets the flight of a ball by its supports outside batches: a chord, if they bear it, and its acceleration. On one
/// surface the ball accelerates along it, so that the path of a rolling ball is exact. On several surfaces or on a ball
/// it has no acceleration: the impulses of two balls have no moment about their positions, and bent paths would change
/// those. On a hinge or slider that swings the ball keeps its acceleration.
#[inline]
fn set_flight(support: SupportKind, row: &mut BallRow, change: VelocityChange, h: f64) {
    // Contacts that bear nothing leave a ball on its parabola.
    if !change.is_none() {
        row.guide();
    }
    match support {
        SupportKind::None | SupportKind::Swinging => {}
        SupportKind::Many => row.a = DVec2::ZERO,
        SupportKind::One(normal) => {
            let tangent = normal.perp().as_dvec2();
            let gained = row.a * h + change.velocity.as_dvec2();
            row.a = tangent * (tangent.dot(gained) / h);
        }
    }
}
