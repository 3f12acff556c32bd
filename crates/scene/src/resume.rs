//! Scenes that are saved while they run, and continue.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use carom::{BodyId, ShapeId};
use slotmap::Key;

use crate::fault::Fault;
use crate::model::{Scene, State};
use crate::rules::Held;
use crate::saved_world::body_id;
use crate::stage::Stage;

fn word(id: BodyId) -> u64 {
    id.data().as_ffi()
}

/// A fingerprint of a scene without its state, and without how long it is to run, which changes no step: FNV-1a
/// (Fowler, Noll, Vo 1991) of its text in JSON, which every build can write.
pub(crate) fn fingerprint(scene: &Scene) -> Result<String, Fault> {
    let mut scene = Scene { state: None, ..scene.clone() };
    scene.run.seconds = 0.0;
    let hash = scene.json()?.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Ok(format!("{hash:016x}"))
}

impl Scene {
    /// A fingerprint of the scene, 16 hexadecimal digits. Different scenes have different ones, except in parts
    /// that change no step: a saved state, and the length of the run.
    ///
    /// # Errors
    /// No known cause; errors of the serializer are passed on.
    pub fn fingerprint(&self) -> Result<String, Fault> {
        fingerprint(self)
    }
}

impl Stage {
    /// The scene as it is now. It can continue later, elsewhere, bit for bit as it would have here. Objects that
    /// the game has added to the world continue as well, without a name.
    ///
    /// # Errors
    /// No known cause; errors of the serializer are passed on.
    pub fn save(&self) -> Result<Scene, Fault> {
        let mut scene = Scene { state: None, ..Scene::clone(&self.scene) };
        let mut state = State {
            of: fingerprint(&scene)?,
            steps: self.steps,
            world: BASE64.encode(self.world.snapshot()),
            bodies: self.ids.bodies.iter().map(|id| word(*id)).collect(),
            shapes: self.ids.shapes.iter().map(|id: &ShapeId| id.data().as_ffi()).collect(),
            places: self.ids.places.iter().map(|id: &ShapeId| id.data().as_ffi()).collect(),
            fields: self.ids.fields.iter().map(|id| id.data().as_ffi()).collect(),
            balls: self
                .ids
                .balls
                .iter()
                .map(|(id, label)| (word(*id), label.name.clone(), label.kind.clone()))
                .collect(),
            ..State::default()
        };
        let rules = &self.rules;
        let mut put = |name: &str, words: Vec<u64>| {
            if words.iter().any(|word| *word != 0) {
                state.drives.insert(name.to_owned(), words);
            }
        };
        put("buttons", self.buttons.words());
        let fingers = self.buttons.states.iter();
        put("players", fingers.flat_map(|f| [f.phase, f.until.to_bits(), f.presses]).collect());
        put("streams", self.streams.iter().flat_map(|s| [s.done, s.next.to_bits()]).collect());
        put("score", vec![rules.score as u64, rules.merged]);
        put("entered", rules.entered.clone());
        let held = rules.held.iter();
        put("held", held.flat_map(|h| [word(h.ball), h.goal as u64, h.until.to_bits()]).collect());
        let hit = rules.bricks.iter().filter(|brick| brick.hits > 0);
        put("hits", hit.flat_map(|brick| [brick.number as u64, brick.hits]).collect());
        put("escaped", rules.escaped.iter().map(|ball| word(*ball)).collect());
        put("energy", self.energy_at_start.map(f64::to_bits).to_vec());
        scene.state = Some(state);
        Ok(scene)
    }

    /// Restores the scene's saved state, if it has one.
    pub(crate) fn resume(&mut self) -> Result<(), Fault> {
        let Some(state) = Arc::make_mut(&mut self.scene).state.take() else { return Ok(()) };
        if fingerprint(&self.scene)? != state.of {
            let help = "remove `state` to start from the beginning".to_owned();
            let fault = Fault::at("state", "the scene was changed after its state was saved");
            return Err(fault.help(Some(help)));
        }
        self.steps = state.steps;
        let words = |name: &str| state.drives.get(name).map_or(&[] as &[u64], Vec::as_slice);
        self.buttons.take_words(words("buttons"));
        for (finger, words) in self.buttons.states.iter_mut().zip(words("players").as_chunks::<3>().0) {
            (finger.phase, finger.presses) = (words[0].min(3), words[2]);
            finger.until = sound(words[1]);
        }
        for (stream, words) in self.streams.iter_mut().zip(words("streams").as_chunks::<2>().0) {
            stream.done = words[0];
            stream.next = sound(words[1]);
        }
        let rules = &mut self.rules;
        if let [score, merged] = words("score") {
            (rules.score, rules.merged) = (*score as i64, *merged);
        }
        for (entered, word) in rules.entered.iter_mut().zip(words("entered")) {
            *entered = *word;
        }
        let pairs = |name: &str| words(name).as_chunks::<2>().0.to_vec();
        let held = words("held").as_chunks::<3>().0.iter();
        rules.held = held
            .map(|w| Held { ball: body_id(w[0]), goal: w[1] as usize, until: sound(w[2]) })
            .filter(|held| held.goal < rules.pockets.len())
            .collect();
        for [number, hits] in pairs("hits") {
            if let Some(brick) = rules.bricks.iter_mut().find(|brick| brick.number as u64 == number) {
                brick.hits = hits;
            }
        }
        rules.escaped = words("escaped").iter().map(|ball| body_id(*ball)).collect();
        if let [kinetic, potential] = words("energy") {
            self.energy_at_start = [sound(*kinetic), sound(*potential)];
        }
        Ok(())
    }
}

/// A number from a file that anyone may have written.
fn sound(word: u64) -> f64 {
    let number = f64::from_bits(word);
    if number.is_finite() { number } else { 0.0 }
}
