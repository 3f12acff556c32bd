//! Which contacts began and ended in a step.

use alloc::vec::Vec;

use crate::base::{Cut, LANES, Sort, Torus, parallel};
use crate::contacts::{Contact, Landing, Other, PairKey};
use crate::events::{Events, PreciseImpact};
use crate::solver::Contacts;
use crate::solver::constants::GRAZING_SPEED_SHARE;
use crate::state::State;

/// Compares the contacts at the end of this step with the reported ones.
///
/// Reads separations and landings; writes events, and the set of reported contacts.
pub(crate) fn find(state: &mut State, slop: f32, torus: &Torus, events: &mut Events) {
    let rest = 2.0 * slop;
    let contacts = &mut state.contacts;
    let mut changes = core::mem::take(&mut contacts.changes);
    changes.clear();
    let count = contacts.batches.count();
    let blocks = contacts.batches.in_use_mut();
    let cut = Cut::by(count, blocks.len());
    parallel::gather(blocks, cut, &mut changes, &mut contacts.changes_per_part, |_, blocks, changes| {
        for color in blocks.iter_mut().flat_map(|block| &mut block.colors) {
            for (known, batch) in color.reported.chunks_mut(LANES).zip(&color.batches) {
                for (lane, known) in known.iter_mut().enumerate() {
                    let touches = batch.separation.0[lane] <= rest * batch.scale.0[lane];
                    if touches != *known {
                        *known = touches;
                        changes.push((batch.key(lane), touches));
                    }
                }
            }
        }
    });
    let Contacts { rows, walls, touching, .. } = &mut *contacts;
    touching.clear();
    let mut alone = rows.iter().filter(|c| c.separation <= rest * c.scale).map(Contact::key).peekable();
    for (batch, lane) in walls.in_order() {
        if batch.separation.0[lane] <= rest * batch.scale.0[lane] {
            let key = batch.key(lane);
            while let Some(before) = alone.next_if(|alone| *alone < key) {
                touching.push(before);
            }
            touching.push(key);
        }
    }
    touching.extend(alone);
    contacts.add_landed_pairs(&state.balls, &state.body_set, f64::from(rest), torus);
    let Contacts { reported, batches, touching, .. } = contacts;
    let (of_batches, mut old) = (changes.len(), reported.iter().copied().peekable());
    for &key in &*touching {
        while let Some(gone) = old.next_if(|old| *old < key) {
            changes.push((gone, false));
        }
        if old.next_if_eq(&key).is_none() {
            changes.push((key, true));
        }
    }
    changes.extend(old.map(|gone| (gone, false)));
    if changes.len() > of_batches {
        reported.clear();
        reported.extend(touching.iter().copied());
    }
    // A contact that moved from a batch to the general solver has not ended.
    changes.extend(batches.separated.drain(..).filter(|key| !reported.has(*key)).map(|key| (key, false)));
    changes.order();
    report(state, &mut changes, events);
    state.contacts.changes = changes;
}

/// Reports the changes, which are sorted, to the game, and records them. If a pair is named twice, as ended and as
/// begun, the start counts: it parted and met again, or went from one list to another. Only reported changes stay in
/// `changes`.
fn report(state: &mut State, changes: &mut Vec<(PairKey, bool)>, events: &mut Events) {
    let last_of_pair =
        |changes: &[(PairKey, bool)], n: usize| changes.get(n + 1).is_none_or(|next| next.0 != changes[n].0);
    let differs = |n: usize| last_of_pair(changes, n) && state.touching.has(changes[n].0) != changes[n].1;
    if !(0..changes.len()).any(differs) {
        return;
    }
    let before = core::mem::take(&mut state.touching);
    let mut now = core::mem::take(&mut state.contacts.touching_scratch);
    now.clear();
    let mut old = before.iter().copied().peekable();
    let mut reported = 0;
    for n in 0..changes.len() {
        let (key, touches) = changes[n];
        if !last_of_pair(changes, n) {
            continue;
        }
        while let Some(kept) = old.next_if(|kept| *kept < key) {
            now.push(kept);
        }
        let known = old.next_if_eq(&key).is_some();
        if touches {
            now.push(key);
        }
        if known != touches {
            changes[reported] = (key, touches);
            reported += 1;
        }
    }
    now.extend(old);
    changes.truncate(reported);
    let mut last: Option<&Landing> = None;
    for &(key, touches) in &*changes {
        let others = if touches { &before } else { &now };
        if !state.touches_shape(others, key)
            && let Some(touch) = state.contact_pair(key)
            && events.push_contact(touches, touch)
            && touches
            && let Some(landing) = unreported_landing(state, key)
            && !last.is_some_and(|last| is_one_wall(last, landing))
        {
            last = Some(landing);
            let Landing { point, normal, approach, normal_impulse, tangent_impulse, time, .. } = *landing;
            let (approach_speed, time) = (approach, time.clamp(0.0, state.last_dt));
            let exact =
                PreciseImpact { point, normal, approach_speed, normal_impulse, tangent_impulse, time };
            events.push_impact(exact.between([touch.body_a, touch.body_b], touch.shape_a));
        }
    }
    state.touching = now;
    state.contacts.touching_scratch = before;
}

/// The first landing of a pair in this step, on any piece of the shape; `None` if one of them is reported by itself.
fn unreported_landing(state: &State, key: PairKey) -> Option<&Landing> {
    let (landings, other) = (&state.contacts.landings, key.other());
    let shape = |other: Other| other.as_collider().map(|k| state.body_set.colliders[k].shape);
    let [least, most] = match other.as_collider() {
        Some(_) => [Other::collider(0), Other::nothing()].map(|other| PairKey::new(key.ball(), other)),
        None => [key; 2],
    };
    let first = landings.partition_point(|landing| landing.key < least);
    let of_ball = landings[first..].iter().take_while(|landing| landing.key <= most);
    let own = of_ball.filter(|landing| shape(landing.key.other()) == shape(other));
    own.min_by(|a, b| b.reported.cmp(&a.reported).then(a.time.total_cmp(&b.time)))
        .filter(|first| !first.reported)
}

/// Whether two landings are of one ball on two colliders that meet it as one wall, on a seam: the side that stops the
/// ball stops it for both.
fn is_one_wall(one: &Landing, other: &Landing) -> bool {
    let is_of_wall = |landing: &Landing| landing.key.other().as_collider().is_some();
    one.key.ball() == other.key.ball()
        && is_of_wall(one)
        && is_of_wall(other)
        && (one.normal - other.normal).length() <= GRAZING_SPEED_SHARE
}
