//! Two peers play air hockey over a channel that delays and loses packets, and stay in step bit for bit.
//!
//! Each peer steps at once with its own knowledge, and guesses that the other repeats its last input. When an input
//! arrives that was guessed wrong, it goes back to that frame and steps forward again. Both compare hashes of
//! frames of which all inputs are known.
//!
//! `cargo run --release --example rollback -- [FRAMES] [TAMPER]` plays this many frames (default 10 000). In frame
//! `TAMPER`, one peer's puck is nudged: the peers then notice, and say where they differ.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write;

use carom::prelude::*;
use carom::{SnapshotRing, glam};
use glam::vec2;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

const DT: f32 = 1.0 / 60.0;
/// Frames that a peer may run ahead of the known input of the other.
const AHEAD: u64 = 12;
/// Frames between two comparisons.
const COMPARE: u64 = 60;

/// A player's control of the mallet: left, still or right; and out or back.
type Input = [i8; 2];

/// When it arrives, and the last inputs of its sender by frame.
type Packet = (u64, Vec<(u64, Input)>);

/// The table: six pucks of different sizes and two mallets that the players push about.
fn table() -> Result<(World, [BodyId; 2], BodyId), Error> {
    let mut world = World::new(Config::weightless())?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [vec2(-1.0, -2.0), vec2(1.0, -2.0), vec2(1.0, 2.0), vec2(-1.0, 2.0)];
    world.add_shape(
        walls,
        Shape::chain(&Chain::polyline(&corners).close())?.material(Material::new(0.95, 0.05)),
    )?;
    let mut mallets = [walls; 2];
    for (mallet, side) in mallets.iter_mut().zip([-1.0, 1.0]) {
        *mallet = world.add_body(Body::kinematic().position(vec2(0.0, 1.5 * side)))?;
        world.add_shape(*mallet, Shape::circle(Vec2::ZERO, 0.15)?)?;
    }
    let mut first = walls;
    for n in 0..6_u8 {
        let place = vec2(0.3 * (f32::from(n) - 2.5), 0.0);
        let puck = Ball::new(place, 0.06 + 0.01 * f32::from(n)).velocity(vec2(0.2, 2.0));
        first = world.add_ball(puck.material(Material::new(0.95, 0.1)))?;
    }
    Ok((world, mallets, first))
}

struct Peer {
    side: usize,
    world: World,
    mallets: [BodyId; 2],
    puck: BodyId,
    frame: u64,
    ring: SnapshotRing,
    /// Inputs of both, of which those of the other arrive late.
    known: [BTreeMap<u64, Input>; 2],
    /// The guesses for the other where its input was unknown.
    guessed: BTreeMap<u64, Input>,
    hashes: BTreeMap<u64, (u64, Vec<u8>)>,
    rollbacks: u64,
    again: u64,
}

impl Peer {
    fn new(side: usize) -> Result<Self, Error> {
        let (world, mallets, puck) = table()?;
        Ok(Self {
            side,
            world,
            mallets,
            puck,
            frame: 0,
            ring: SnapshotRing::new(AHEAD as usize + 2),
            known: Default::default(),
            guessed: BTreeMap::new(),
            hashes: BTreeMap::new(),
            rollbacks: 0,
            again: 0,
        })
    }

    /// First frame of which the other's input is not known.
    fn unknown(&self) -> u64 {
        self.known[1 - self.side].last_key_value().map_or(0, |(frame, _)| frame + 1)
    }

    fn step(&mut self, tamper: Option<u64>) -> Result<(), Error> {
        self.ring.record(self.frame, &self.world);
        for side in 0..2 {
            let sure = self.known[side].get(&self.frame).copied();
            let last = || self.known[side].range(..self.frame).next_back().map_or([0, 0], |(_, i)| *i);
            let [x, y] = sure.unwrap_or_else(last);
            if sure.is_none() {
                self.guessed.insert(self.frame, [x, y]);
            }
            let home = if side == 0 { -1.5 } else { 1.5 };
            let at = self.world.position(self.mallets[side]).unwrap_or_default();
            let to = at + vec2(f32::from(x), f32::from(y)) * 0.03;
            let to = to.clamp(vec2(-0.8, home - 0.3), vec2(0.8, home + 0.3));
            self.world.move_kinematic(self.mallets[side], to, 0.0)?;
        }
        if tamper == Some(self.frame) && self.side == 1 {
            let v = self.world.velocity(self.puck).unwrap_or_default();
            self.world.set_velocity(self.puck, v + vec2(1e-6, 0.0))?;
        }
        self.world.step(DT);
        self.frame += 1;
        Ok(())
    }

    /// Takes in an input of the other; goes back if another one was guessed.
    fn receive(&mut self, frame: u64, input: Input, tamper: Option<u64>) -> Result<(), Error> {
        // Packets repeat themselves; an early input is in a later one again.
        if frame != self.unknown() {
            return Ok(());
        }
        self.known[1 - self.side].insert(frame, input);
        if self.guessed.remove(&frame).is_some_and(|guess| guess != input) {
            let now = self.frame;
            self.ring.restore(frame, &mut self.world)?;
            self.frame = frame;
            self.rollbacks += 1;
            self.again += now - frame;
            while self.frame < now {
                self.step(tamper)?;
            }
        }
        Ok(())
    }

    /// Notes the hash of a frame that nothing can change any more.
    fn confirm(&mut self) {
        let sure = self.unknown().min(self.frame.saturating_sub(1)) / COMPARE * COMPARE;
        if !self.hashes.contains_key(&sure)
            && let Some(snapshot) = self.ring.get(sure)
            && let Ok(world) = World::from_snapshot(&snapshot)
        {
            self.hashes.insert(sure, (world.state_hash(), snapshot));
        }
    }
}

/// Names the first ball or mallet in which two snapshots differ.
fn difference(a: &[u8], b: &[u8]) -> Result<String, Error> {
    let (a, b) = (World::from_snapshot(a)?, World::from_snapshot(b)?);
    let balls = a.balls().zip(b.balls()).filter(|((_, a), (_, b))| a != b);
    let balls = balls.map(|((id, a), (_, b))| (id, a.position, b.position));
    let bodies = a.bodies().zip(b.bodies()).filter(|((_, a), (_, b))| a != b);
    let bodies = bodies.map(|((id, a), (_, b))| (id, a.position, b.position));
    Ok(balls.chain(bodies).next().map_or_else(
        || "in something finer than f32 or in what contacts remember".into(),
        |(id, a, b)| format!("in {id:?}: at {a} or {b}"),
    ))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let frames: u64 = words.next().map_or(Ok(10_000), |word| word.parse())?;
    let tamper: Option<u64> = words.next().map(|word| word.parse()).transpose()?;
    let mut chance = Pcg64::seed_from_u64(7);
    let mut peers = [Peer::new(0)?, Peer::new(1)?];
    // Packets on the way to each peer.
    let mut wires: [VecDeque<Packet>; 2] = Default::default();
    let (mut sent, mut lost, mut waits, mut compared) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut now = 0_u64;
    while peers.iter().any(|peer| peer.frame < frames) {
        for side in 0..2 {
            let arrived: Vec<_> = wires[side].iter().filter(|(at, _)| *at <= now).cloned().collect();
            wires[side].retain(|(at, _)| *at > now);
            for (frame, input) in arrived.into_iter().flat_map(|(_, inputs)| inputs) {
                peers[side].receive(frame, input, tamper)?;
            }
            let peer = &mut peers[side];
            if peer.frame >= frames || peer.frame >= peer.unknown() + AHEAD {
                waits += u64::from(peer.frame < frames);
            } else {
                let input = if chance.next_u32().is_multiple_of(5) {
                    [chance.random_range(-1..=1), chance.random_range(-1..=1)]
                } else {
                    peer.known[side].last_key_value().map_or([0, 0], |(_, input)| *input)
                };
                peer.known[side].insert(peer.frame, input);
                peer.step(tamper)?;
            }
            peer.confirm();
            let recent = peer.known[side].iter().rev().take(2 * AHEAD as usize).map(|(f, i)| (*f, *i));
            let mut recent: Vec<_> = recent.collect();
            recent.reverse();
            sent += 1;
            if chance.random_range(0..100) < 20 {
                lost += 1;
            } else {
                wires[1 - side].push_back((now + chance.random_range(1..=8), recent));
            }
        }
        let [a, b] = &peers;
        for (frame, (hash, snapshot)) in a.hashes.range(compared * COMPARE..) {
            let Some((other, theirs)) = b.hashes.get(frame) else { continue };
            if hash != other {
                let place = difference(snapshot, theirs)?;
                return Err(format!("the peers differ at frame {frame} {place}").into());
            }
            compared = frame / COMPARE + 1;
        }
        now += 1;
    }
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "frames               {frames}\npackets              {sent}, {lost} lost, delayed by 1 to 8 frames"
    )?;
    for peer in &peers {
        let (side, back, again) = (peer.side, peer.rollbacks, peer.again);
        writeln!(
            out,
            "peer {side}               {back} rollbacks, {again} frames again, {waits} waits of both"
        )?;
    }
    writeln!(
        out,
        "compared             {compared} hashes, all equal\nsnapshots            {} bytes in the ring",
        peers[0].ring.bytes()
    )?;
    Ok(())
}
