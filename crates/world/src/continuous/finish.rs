//! The ends of flights: of short ones with the substep, and of all with the step.

use crate::base::{Cut, RowList, parallel, with_cpu_features};
use crate::bodies::{BallRow, Balls, BodyRow, Trajectories};
use crate::contacts::copy_if_batched;
use crate::continuous::{EventContext, EventLoop, fly_body};
use crate::observe::Sensors;
use crate::pairs::Proxy;

impl EventLoop {
    /// Flies all balls and bodies whose flights end with the substep to its end.
    pub(crate) fn finish(&mut self, ctx: &mut EventContext<'_>) {
        let until = ctx.sub.until;
        self.end_link_chords(ctx);
        for n in 0..ctx.contacts.followers.len() {
            let i = ctx.contacts.followers[n];
            if ctx.contacts.following[i as usize].is_some() {
                Self::straighten(i, until, 0.0, ctx);
            }
        }
        let Trajectories { short, cut, list, .. } = &self.flights;
        if ctx.sensors.listen() {
            let all = short.iter().chain(cut);
            all.for_each(|&i| ctx.sensors.note(i, &ctx.balls.rows[i as usize], until));
        }
        let (rows, active) = (&mut ctx.balls.rows, &mut ctx.pairs.active);
        let count = rows.len();
        for &i in cut {
            fly_to_end(&mut rows[i as usize], &mut active.proxies[i as usize], until);
            ctx.contacts.batches.load_batched(i as usize, &rows[i as usize]);
        }
        let batches = ctx.contacts.batches.velocities_and_colors();
        let all = (rows.as_mut_slice(), &mut active.proxies[..count], batches);
        parallel::each(all, Cut::by(short.len(), count), |first, (rows, proxies, batches)| {
            with_cpu_features!([until], || {
                for run in short.runs(first, rows.len()) {
                    let flights = &list[first + run.start..first + run.end];
                    let of_run = rows[run.clone()].iter_mut().zip(&mut proxies[run.clone()]);
                    let batched = batches.0[run.clone()].iter_mut().zip(&batches.1[run]);
                    for (((row, proxy), (velocity, &colors)), flight) in of_run.zip(batched).zip(flights) {
                        fly_to_end(row, proxy, until);
                        // Batches have the velocities of all other balls. Linked balls and their partners follow
                        // below.
                        if flight.is_deflected {
                            copy_if_batched(velocity, colors, row);
                        }
                    }
                }
            });
        });
        for island in &ctx.links.islands {
            for &i in &ctx.links.members[island.members.clone()] {
                ctx.contacts.batches.load_batched_with_partners(i as usize, rows);
            }
        }
        if !self.floor_trajectories.is_empty() {
            for i in short.iter().chain(cut).map(|&i| i as usize) {
                self.floor_trajectories[i].arrive(&mut rows[i], &mut ctx.balls.rolls[i]);
                ctx.contacts.batches.load_batched(i, &rows[i]);
            }
        }
        for i in self.flights.deflected() {
            active.overrun_budget(i);
        }
        for n in 0..ctx.pairs.moving.len() {
            let row = ctx.pairs.moving[n];
            fly_body(row, until, ctx);
            let body = &mut ctx.bodies.rows[row as usize];
            body.end_substep(until);
            if let Some(g) = body.joint {
                ctx.bodies.joints[g as usize].acceleration = 0.0;
            }
        }
    }
}

#[inline]
fn fly_to_end(row: &mut BallRow, proxy: &mut Proxy, until: f64) {
    row.fly_to(until);
    proxy.place(row.x);
}

/// Ends the step of `dt` seconds: flies the balls that are awake to its end.
pub(crate) fn end_trajectories(
    balls: &mut Balls,
    bodies: &mut [BodyRow],
    awake: &RowList,
    moving: &[u32],
    sensors: &mut Sensors,
    dt: f64,
) {
    if sensors.listen() {
        (0..).zip(&balls.rows).for_each(|(i, row)| sensors.note(i, row, dt));
    }
    let cut = Cut::by(awake.len(), balls.rows.len());
    parallel::each(balls.rows.as_mut_slice(), cut, |first, rows| {
        with_cpu_features!([dt], || {
            for run in awake.runs(first, rows.len()) {
                for row in &mut rows[run] {
                    row.fly_to(dt);
                    (row.t, row.begin, row.end, row.is_guided) = (0.0, 0.0, 0.0, false);
                }
            }
        });
    });
    for &row in moving {
        let body = &mut bodies[row as usize];
        (body.t, body.was_disturbed, body.was_stalled) = (0.0, false, false);
    }
}
