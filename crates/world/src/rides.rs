//! Rides in the advance: flights that follow a surface, from chord to tangent and back.

use glam::DVec2;

use crate::advance::{Advance, fly_solid};
use crate::contact::Riding;
use crate::table::Table;

impl Advance {
    /// Turns the flights of balls that ride into their chords. The contact solver has done most of it; this
    /// does it exactly. Tells whether any ball rides.
    pub(crate) fn bend_rides(table: &mut Table<'_>) -> bool {
        let (h, start) = (table.step.h, table.start);
        let mut any = false;
        for n in 0..table.contacts.touched.len() {
            let i = table.contacts.touched[n];
            if let Some(riding) = table.contacts.riding[i as usize] {
                any = true;
                let core = &table.cores[riding.core];
                let solid = &table.solids[core.solid as usize];
                let row = &table.balls.rows[i as usize];
                if let Some((normal, velocity)) = core.followed(solid, row.x, row.r, start) {
                    // How a hinge moves is known only now.
                    let anew =
                        solid.guided.and_then(|_| core.follow(solid, (row.x, row.drift()), row.r, start, h));
                    let rise = anew.map_or(riding.rise, |ride| ride.rise);
                    let missing = (rise - (row.drift() - velocity).dot(normal)).max(0.0);
                    table.contacts.riding[i as usize] = Some(Riding { rise, ..riding });
                    bend(i, riding.core, normal, missing, table);
                    let row = &mut table.balls.rows[i as usize];
                    row.v -= normal.perp() * riding.slack;
                    let packed = table.contacts.packs.holds(i as usize);
                    table.near.open.fly(i as usize, row, packed);
                }
            }
        }
        any
    }

    /// Turns the flight of a riding ball from the chord to the tangent. On its chord it had the mean speed of a
    /// hinge that is driven: where that ends early it may be too fast, and gives back up to the share `excess` of
    /// its rise.
    #[inline]
    pub(crate) fn straighten(i: u32, time: f64, excess: f64, table: &mut Table<'_>) {
        if let Some(riding) = table.contacts.riding[i as usize] {
            fly_solid(table.cores[riding.core].solid, time, table);
            let core = &table.cores[riding.core];
            let solid = &table.solids[core.solid as usize];
            let row = &mut table.balls.rows[i as usize];
            table.sensors.note(i, row, time);
            row.fly_to(time);
            if let Some((normal, velocity)) = core.followed(solid, row.x, row.r, time) {
                let own = if solid.guided.is_some() { row.velocity_at(time) } else { row.drift() };
                let missing = (velocity - own).dot(normal).max(-excess * riding.rise);
                row.v += normal.perp() * riding.slack;
                bend(i, riding.core, normal, missing, table);
            }
        }
    }

    /// Ends a ride that is cut short, where the ball is: it gets back the speed that was held back.
    pub(crate) fn let_go(i: u32, time: f64, table: &mut Table<'_>) {
        if let Some(riding) = table.contacts.riding[i as usize].take() {
            let core = &table.cores[riding.core];
            let row = &mut table.balls.rows[i as usize];
            if let Some((normal, _)) = core.followed(&table.solids[core.solid as usize], row.x, row.r, time) {
                row.v += normal.perp() * riding.slack;
            }
        }
    }
}

/// Gives a riding ball a speed along the normal of the core that it follows. A hinge or slider recoils.
fn bend(i: u32, k: u32, normal: DVec2, speed: f64, table: &mut Table<'_>) {
    let solid = &mut table.solids[table.cores[k].solid as usize];
    let row = &mut table.balls.rows[i as usize];
    let Some(g) = solid.guided.filter(|_| !solid.stalled) else {
        row.v += normal * speed;
        return;
    };
    let guided = &mut table.guided[g as usize];
    let arm = guided.arm(row.x - normal * row.r).dot(normal);
    let give = if guided.is_blocked(-arm, guided.at) { 0.0 } else { guided.give * arm };
    // What presses on it all the while its motor answers to at once, as far as it can.
    let helped = if row.im > 0.0 { guided.answer(-speed / row.im * give) } else { 0.0 };
    let impulse = (speed + helped * arm) / (row.im + give * arm);
    row.v += normal * (impulse * row.im);
    guided.rate += helped - impulse * give;
    guided.drive(solid);
}
