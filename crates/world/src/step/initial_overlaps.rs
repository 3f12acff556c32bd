//! Balls that the game has placed onto each other: which they are, and how they part.

use glam::DVec2;

use crate::bodies::BallRow;
use crate::config::Config;
use crate::contacts::{InitialOverlap, PairKey};
use crate::pairs::PairCache;
use crate::solver::{Parting, PartingContext};
use crate::state::State;
use crate::step::constants::{LEAST_REACH, MAX_PARTING};

/// Notes the balls that the game has placed onto others since the last step. Returns the largest depth, length units.
///
/// Springs of contacts part a pair that has borne an impulse, and a pair with a linked ball, whose links keep it in its
/// place. Held balls stay.
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
    let [row, other] = [i, j].map(|ball| &balls.rows[ball as usize]);
    let depth = depth([row, other], row.x - other.x, pairs);
    let is_new = depth > f64::from(config.slop) * row.r.min(other.r)
        && row.im + other.im > 0.0
        && ![i, j].into_iter().any(|ball| links.is_linked(ball))
        && !contacts.bears(i, j);
    is_new.then_some(InitialOverlap { key: PairKey::of_balls(i, j), depth })
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
    update(config, state, pairs, parting);
    for (ball, way) in parting.ways() {
        state.balls.rows[ball as usize].x += way;
    }
    // Passes end before all balls have made room.
    let mut new = core::mem::take(&mut state.contacts.initial_overlaps.new);
    let known = &state.contacts.initial_overlaps;
    let met = parting.pairs().filter(|&[i, j]| known.depth(i, j) == 0.0);
    new.extend(met.filter_map(|pair| overlap(pair, config, state, pairs)));
    state.contacts.initial_overlaps.new = new;
    state.contacts.add_initial_overlaps(&state.balls);
    parting.ways().next().is_some()
}

/// Brings the depths of all overlaps up to the places to which balls are moved, in the contacts as well. An overlap that
/// motion has reduced stays so, though the motion may go back.
fn update(config: &Config, state: &mut State, pairs: &PairCache, parting: &Parting) {
    let State { balls, contacts, links, .. } = state;
    let (batches, rows) = (&mut contacts.batches, &balls.rows);
    contacts.initial_overlaps.list.retain_mut(|overlap| {
        let (i, j) = (overlap.key.ball(), overlap.key.other().0);
        let [row, other] = [i, j].map(|ball| &rows[ball as usize]);
        let [to, other_to] = [i, j].map(|ball| rows[ball as usize].x + parting.way_of(ball));
        let reach = row.r + other.r;
        let before = depth([row, other], row.x - other.x, pairs);
        let depth = depth([row, other], to - other_to, pairs);
        overlap.depth = overlap.depth.min(before) + depth - before;
        let is_linked = links.is_linked(i) || links.is_linked(j);
        let lasts = overlap.depth.min(depth) > f64::from(config.slop) * row.r.min(other.r) && !is_linked;
        batches.set_reach(i, j, if lasts { reach - overlap.depth } else { reach });
        lasts
    });
}

/// How deep two balls overlap whose centres are that far apart, length units; at most to within a millionth of their radii.
fn depth([row, other]: [&BallRow; 2], apart: DVec2, pairs: &PairCache) -> f64 {
    let reach = row.r + other.r;
    (reach - pairs.torus.nearest(apart).length()).min((1.0 - LEAST_REACH) * reach)
}
