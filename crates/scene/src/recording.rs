//! Recordings: the presses of each step, and the resulting states.

use std::collections::BTreeMap;

use carom::glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::model::{Scene, VERSION};
use crate::stage::Stage;

/// A run that can be played again: the scene, the presses, and fingerprints of the results.
///
/// ```
/// use carom_scene::{Recording, Scene};
///
/// let text = "(carom: 1, balls: [(position: (0, 1), radius: 0.1)])";
/// let mut stage = Scene::from_ron(text)?.stage()?;
/// let mut recording = Recording::start(&stage)?;
/// for _ in 0..60 {
///     stage.step();
///     recording.observe(&stage);
/// }
/// assert_eq!(recording.replay()?, None, "nothing diverges");
/// # Ok::<(), carom_scene::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Version of the format of scenes.
    pub carom: u32,
    /// The scene as it stood at the start.
    pub scene: Scene,
    /// Names of the buttons.
    pub inputs: Vec<String>,
    /// Changes of buttons: in which step, which one, and whether it was pressed.
    pub presses: Vec<(u64, usize, bool)>,
    /// Fingerprint of the world after each step, in hexadecimal.
    pub hashes: Vec<String>,
    /// Every how many steps there is a fingerprint of each ball and body.
    pub every: u64,
    /// These fingerprints, those of balls first, in the order of the world's lists; eight digits each.
    pub bodies: Vec<String>,
}

/// Where a replay differs from its recording.
///
/// ```
/// use carom_scene::{Recording, Scene};
///
/// let stage = Scene::from_ron("(carom: 1, balls: [(position: (0, 1), radius: 0.1)])")?.stage()?;
/// if let Some(divergence) = Recording::start(&stage)?.replay()? {
///     println!("the replay differs from step {} on", divergence.step);
/// }
/// # Ok::<(), carom_scene::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The first step after which the worlds differ, from 1.
    pub step: u64,
    /// The ball or body that differs first in the next step in which single ones are recorded; `None` if
    /// there is none, and only contacts differ.
    pub body: Option<String>,
    /// The step in which that was seen.
    pub seen: u64,
}

impl std::fmt::Display for Divergence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the replay diverges in step {}", self.step)?;
        match &self.body {
            Some(body) => write!(f, ", first in {body} (seen after step {})", self.seen),
            None => f.write_str("; no single ball or body differs where they were recorded"),
        }
    }
}

/// Fingerprints of single bodies in a recording, about: 8 bytes each.
const MOST_WORDS: u64 = 1_000_000;

impl Recording {
    /// A recording that begins where the stage stands.
    ///
    /// # Errors
    /// No known cause; errors of the serializer are passed on.
    pub fn start(stage: &Stage) -> Result<Self, Fault> {
        let things = (stage.world.ball_count() + stage.world.bodies().count()).max(1) as u64;
        let words = things.saturating_mul(stage.steps_to_run());
        Ok(Self {
            carom: VERSION,
            scene: stage.save()?,
            inputs: stage.inputs().to_vec(),
            presses: Vec::new(),
            hashes: Vec::new(),
            every: words.div_ceil(MOST_WORDS).max(1),
            bodies: Vec::new(),
        })
    }

    /// Takes in the last step.
    pub fn observe(&mut self, stage: &Stage) {
        let step = self.hashes.len() as u64;
        for n in 0..self.inputs.len() {
            if stage.buttons.changed(n) || step == 0 && stage.buttons.pressed(n) {
                self.presses.push((step, n, stage.buttons.pressed(n)));
            }
        }
        self.hashes.push(format!("{:016x}", stage.world.state_hash()));
        if (step + 1).is_multiple_of(self.every) {
            let words = fingerprints(stage).into_iter().map(|(_, word)| format!("{word:08x}"));
            self.bodies.push(words.collect());
        }
    }

    /// Plays it again with the recorded inputs, and returns the first difference; `None` if there is none.
    ///
    /// # Errors
    /// A fault of the recording.
    pub fn replay(&self) -> Result<Option<Divergence>, Fault> {
        crate::read::check_version(self.carom)?;
        if self.every == 0 {
            return Err(Fault::at("every", "is 0, but must be at least 1"));
        }
        let mut stage = self.scene.clone().stage()?;
        let mut at: BTreeMap<u64, Vec<(usize, bool)>> = BTreeMap::new();
        for (n, (step, input, pressed)) in self.presses.iter().enumerate() {
            let name = self.inputs.get(*input).and_then(|name| stage.buttons.find(name));
            let number = name.ok_or_else(|| Fault::at(format!("presses[{n}]"), "names no button"))?;
            at.entry(*step).or_default().push((number, *pressed));
        }
        let mut first: Option<u64> = None;
        for (step, hash) in (0_u64..).zip(&self.hashes) {
            stage.buttons.play(at.get(&step).map_or(&[], Vec::as_slice));
            stage.step();
            let same = u64::from_str_radix(hash, 16) == Ok(stage.world.state_hash());
            if !same && first.is_none() {
                first = Some(step + 1);
            }
            if let Some(begun) = first
                && (step + 1).is_multiple_of(self.every)
            {
                let index = ((step + 1) / self.every - 1) as usize;
                let then = self.bodies.get(index).map_or("", String::as_str);
                return Ok(Some(Divergence { step: begun, body: differs(&stage, then), seen: step + 1 }));
            }
        }
        Ok(first.map(|step| Divergence { step, body: None, seen: self.hashes.len() as u64 }))
    }
}

/// The first thing whose fingerprint is not the recorded one.
fn differs(stage: &Stage, recorded: &str) -> Option<String> {
    let recorded: Vec<Option<u32>> = recorded
        .as_bytes()
        .chunks(8)
        .map(|word| u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok())
        .collect();
    let now = fingerprints(stage);
    let count = now.len();
    let mut pairs = now.into_iter().zip(recorded.iter().copied().chain(std::iter::repeat(None)));
    let found = pairs.find(|((_, word), then)| Some(*word) != *then).map(|((name, _), _)| name);
    found.or_else(|| {
        let then = recorded.len();
        (count != then).then(|| format!("their number, {count} in place of {then}"))
    })
}

/// Every ball and body with a fingerprint of where it is and how it moves.
fn fingerprints(stage: &Stage) -> Vec<(String, u32)> {
    let world = &stage.world;
    let balls = world.balls().enumerate().map(|(n, (id, ball))| {
        (id, format!("ball {n}"), [ball.position, ball.velocity], [ball.angular_velocity, ball.angle])
    });
    let bodies = world.bodies().enumerate().map(|(n, (id, body))| {
        (id, format!("body {n}"), [body.position, body.velocity], [body.angular_velocity, body.angle])
    });
    let name = |(id, name, [place, speed], turn): (_, String, [Vec2; 2], [f32; 2])| {
        let own = stage.name_of(id).map(|own| format!("{name} {own:?}"));
        let numbers = [place.x, place.y, speed.x, speed.y, turn[0], turn[1]];
        // FNV-1a in 32 bits (Fowler, Noll, Vo 1991).
        let hash = numbers
            .iter()
            .flat_map(|number| number.to_bits().to_le_bytes())
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        (own.unwrap_or(name), hash)
    };
    balls.chain(bodies).map(name).collect()
}
