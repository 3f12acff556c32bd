//! Recordings: the presses of each step, and the resulting states.

use std::collections::BTreeMap;

use carom::{Checkpoint, Difference};
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
    /// These fingerprints, those of balls first, in the order of the world's lists; sixteen digits each.
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
    /// The first ball or body that differs, at the next step in which single ones are recorded. `None` if only contacts
    /// differ.
    pub body: Option<String>,
    /// The field that differs first in it: `position.x`, `position.y`, `velocity.x`, `velocity.y`, `angular_velocity` or `angle`;
    /// `count` if there are more or fewer balls and bodies, `contacts` if no single one differs.
    pub field: &'static str,
    /// The step in which that was seen.
    pub seen: u64,
}

impl std::fmt::Display for Divergence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the replay diverges in step {}", self.step)?;
        match &self.body {
            Some(body) => write!(f, ", first in {} of {body} (seen after step {})", self.field, self.seen),
            None => f.write_str("; no single ball or body differs where they were recorded"),
        }
    }
}

/// Fingerprints of single bodies in a recording, about: 16 bytes each.
const MOST_WORDS: u64 = 500_000;
/// Digits of a fingerprint.
const DIGITS: usize = 16;

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
            let words = stage.world.checkpoint().bodies.into_iter().map(|word| format!("{word:016x}"));
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
            let number =
                name.ok_or_else(|| Fault::at(format!("presses[{n}]"), "names no button of the scene"))?;
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
                let (body, field) =
                    differs(&stage, then).map_or((None, "contacts"), |(body, field)| (Some(body), field));
                return Ok(Some(Divergence { step: begun, body, field, seen: step + 1 }));
            }
        }
        let seen = self.hashes.len() as u64;
        Ok(first.map(|step| Divergence { step, body: None, field: "contacts", seen }))
    }
}

/// The first thing whose fingerprint is not the recorded one, and in what it differs.
fn differs(stage: &Stage, recorded: &str) -> Option<(String, &'static str)> {
    let now = Checkpoint { hash: 0, ..stage.world.checkpoint() };
    let words = recorded.as_bytes().chunks(DIGITS);
    // A word that is no number is no fingerprint either.
    let word = |word: &[u8]| u64::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok();
    let then = Checkpoint { hash: 0, bodies: words.map(|digits| word(digits).unwrap_or(u64::MAX)).collect() };
    let Difference { index, field, .. } = then.difference(&now)?;
    let (balls, world) = (stage.world.ball_count(), &stage.world);
    let (name, id) = match index {
        Some(n) if n < balls => (format!("ball {n}"), world.balls().nth(n).map(|(id, _)| id)),
        Some(n) => (format!("body {}", n - balls), world.bodies().nth(n - balls).map(|(id, _)| id)),
        None => (format!("their number, {} in place of {}", now.bodies.len(), then.bodies.len()), None),
    };
    let own = id.and_then(|id| stage.name_of(id)).map(|own| format!("{name} {own:?}"));
    Some((own.unwrap_or(name), field))
}
