//! Balls that the game has placed onto each other: which they are, and how they part.

use crate::bodies::BallRow;
use crate::config::Config;
use crate::contacts::{InitialOverlap, Other, PairKey};
use crate::pairs::PairCache;
use crate::solver::{Parting, PartingContext};
use crate::state::State;
use crate::step::constants::{LEAST_REACH, MAX_PARTING};

/// Notes the balls that the game has placed onto others since the last step. Returns the largest depth, length units.
///
/// A pair that has borne an impulse is a contact, whose spring parts it. So is a pair with a linked ball, whose links keep it
/// in its place, and one of held balls.
///
/// Reads balls and lists; writes the overlaps.
pub(crate) fn note(config: &Config, state: &mut State, pairs: &PairCache) -> f64 {
    let mut new = core::mem::take(&mut state.contacts.initial_overlaps.new);
    for i in state.placed.rows(&state.bodies) {
        let list = &pairs.lists[i as usize].balls;
        new.extend(list.iter().filter_map(|&j| overlap([i, j], config, state, pairs)));
    }
    let deepest = new.iter().fold(0.0, |deepest: f64, overlap| deepest.max(overlap.depth));
    state.contacts.initial_overlaps.new = new;
    state.contacts.add_initial_overlaps(&state.balls);
    deepest
}

/// The overlap of two balls, if a contact does not part it.
fn overlap([i, j]: [u32; 2], config: &Config, state: &State, pairs: &PairCache) -> Option<InitialOverlap> {
    let State { balls, contacts, links, .. } = state;
    let key = PairKey::new(i.min(j), Other::ball(i.max(j)));
    let [row, other] = [i, j].map(|ball| &balls.rows[ball as usize]);
    let depth = depth(key, &balls.rows, pairs);
    let is_new = depth > f64::from(config.slop) * row.r.min(other.r)
        && row.im + other.im > 0.0
        && ![i, j].into_iter().any(|ball| links.is_linked(ball))
        && !contacts.bears(i, j);
    is_new.then_some(InitialOverlap { key, depth, before: depth })
}

/// Moves the balls of all initial overlaps apart, each by [`Config::max_push_speed`] radii at most, and forgets the
/// overlaps that are gone. Returns whether a ball has moved.
///
/// Reads lists, contacts and colliders; writes places and the overlaps.
pub(crate) fn part(config: &Config, state: &mut State, pairs: &PairCache, parting: &mut Parting) -> bool {
    if state.contacts.initial_overlaps.is_empty() {
        return false;
    }
    let State { balls, body_set: bodies, contacts, sleep, links, .. } = &*state;
    let is_free = |ball: u32| !sleep.is_asleep(ball) && !links.is_linked(ball);
    parting.run(&PartingContext {
        balls,
        bodies,
        contacts,
        pairs,
        is_free: &is_free,
        longest: f64::from(config.max_push_speed).min(MAX_PARTING),
        slop: f64::from(config.slop),
    });
    let State { balls, contacts, .. } = &mut *state;
    for overlap in &mut contacts.initial_overlaps.list {
        overlap.before = depth(overlap.key, &balls.rows, pairs);
    }
    for (ball, way) in parting.ways() {
        balls.rows[ball as usize].x += way;
    }
    update(config, state, pairs);
    // Passes end before all balls have made room.
    let mut new = core::mem::take(&mut state.contacts.initial_overlaps.new);
    let known = &state.contacts.initial_overlaps;
    let met = parting.pairs().filter(|&[i, j]| known.depth(i, j) == 0.0);
    new.extend(met.filter_map(|pair| overlap(pair, config, state, pairs)));
    state.contacts.initial_overlaps.new = new;
    state.contacts.add_initial_overlaps(&state.balls);
    parting.ways().next().is_some()
}

/// Brings the depths of all overlaps up to date after balls were moved, in the contacts as well. An overlap that motion has
/// reduced stays as it is, though the motion may go back.
fn update(config: &Config, state: &mut State, pairs: &PairCache) {
    let State { balls, contacts, links, .. } = state;
    let (batches, rows) = (&mut contacts.batches, &balls.rows);
    contacts.initial_overlaps.list.retain_mut(|overlap| {
        let (i, j) = (overlap.key.ball(), overlap.key.other().0);
        let (row, other) = (&rows[i as usize], &rows[j as usize]);
        let (reach, depth) = (row.r + other.r, depth(overlap.key, rows, pairs));
        overlap.depth = overlap.depth.min(overlap.before) + depth - overlap.before;
        let is_linked = links.is_linked(i) || links.is_linked(j);
        let lasts = overlap.depth.min(depth) > f64::from(config.slop) * row.r.min(other.r) && !is_linked;
        batches.set_reach(i, j, if lasts { reach - overlap.depth } else { reach });
        lasts
    });
}

/// How deep two balls overlap, length units; at most to within a millionth of their radii.
fn depth(key: PairKey, rows: &[BallRow], pairs: &PairCache) -> f64 {
    let (row, other) = (&rows[key.ball() as usize], &rows[key.other().0 as usize]);
    let reach = row.r + other.r;
    (reach - pairs.torus.nearest(row.x - other.x).length()).min((1.0 - LEAST_REACH) * reach)
}
