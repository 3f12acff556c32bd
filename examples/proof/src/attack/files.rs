//! Scene files and stadiums from strangers: damaged ones, and such as a grammar makes.

use std::sync::OnceLock;

use carom::prelude::*;
use carom_hbs::{Control, Pitch, Stadium, Team};
use carom_scene::Scene;
use serde_json::Value;

use super::damage::damage;
use super::grammar::document;
use super::source::Source;
use crate::course::FILES;

/// Files that people wrote.
const STADIUMS: [&str; 1] = [include_str!("../../../scenes/disc_football.hbs")];

/// Larger worlds are built and not stepped.
const CROWD: usize = 300;

fn sound(world: &World) {
    if let Err(fault) = world.validate() {
        panic!("the world is not sound: {fault}");
    }
}

/// The grammar of scenes that stand alone and are of this version.
fn scene_schema() -> Value {
    let mut schema = carom_scene::schema();
    schema["properties"]["carom"] = serde_json::json!({ "const": 1 });
    for name in ["include", "state", "name", "about"] {
        schema["properties"].as_object_mut().map(|fields| fields.remove(name));
    }
    schema
}

/// Reads a scene; an accepted one can be written, read again, built, stepped, saved and resumed.
///
/// # Panics
/// Where a promise is broken.
pub fn scenes(data: &[u8]) {
    _ = try_scene(data);
}

/// Whether there was a world.
fn try_scene(data: &[u8]) -> bool {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    let mut source = Source(data);
    let read = if source.byte() < 128 {
        let text = source.pick(&FILES).map_or_else(String::new, |(_, text)| damage(text, &mut source));
        Scene::from_ron(&text)
    } else {
        let text = document(SCHEMA.get_or_init(scene_schema), &mut source).to_string();
        let damaged = source.byte() < 64;
        Scene::from_json(&if damaged { damage(&text, &mut source) } else { text })
    };
    let scene = match read {
        Ok(scene) => scene,
        Err(fault) => {
            check_message(&fault.to_string());
            return false;
        }
    };
    for again in [
        scene.to_ron().and_then(|text| Scene::from_ron(&text)),
        scene.to_json().and_then(|text| Scene::from_json(&text)),
    ] {
        // JSON has no infinite numbers.
        if let Err(fault) = again {
            check_message(&fault.to_string());
        }
    }
    _ = scene.lint();
    let mut stage = match scene.stage() {
        Ok(stage) => stage,
        Err(fault) => {
            check_message(&fault.to_string());
            return false;
        }
    };
    sound(&stage.world);
    if stage.world.ball_count() > CROWD {
        return true;
    }
    // The content is valid, and may take for ever to run.
    let patient = Config { max_work: 500, ..*stage.world.config() };
    stage.set_config(patient).expect("only fewer impacts");
    for _ in 0..3 {
        stage.step();
        sound(&stage.world);
    }
    let saved = stage.save().and_then(Scene::stage).expect("its own state");
    assert_eq!(saved.world.state_hash(), stage.world.state_hash(), "a saved scene is another one");
    true
}

/// Reads a stadium and plays on it.
///
/// # Panics
/// Where a promise is broken.
pub fn stadiums(data: &[u8]) {
    _ = try_stadium(data);
}

/// Whether there was a pitch.
fn try_stadium(data: &[u8]) -> bool {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    let mut source = Source(data);
    let text = if source.byte() < 128 {
        source.pick(&STADIUMS).map_or_else(String::new, |text| damage(text, &mut source))
    } else {
        let schema = SCHEMA.get_or_init(|| {
            serde_json::from_str(include_str!("stadium.json")).expect("the schema of this folder")
        });
        let text = document(schema, &mut source).to_string();
        if source.byte() < 64 { damage(&text, &mut source) } else { text }
    };
    match play(&text, &mut source) {
        Ok(()) => true,
        Err(error) => {
            check_message(&error.to_string());
            false
        }
    }
}

fn play(text: &str, source: &mut Source<'_>) -> Result<(), carom_hbs::Error> {
    let stadium = Stadium::parse(text)?;
    let mut world = World::new(Config { max_work: 500, ..Config::weightless() })?;
    let mut pitch = Pitch::new(&mut world, stadium)?;
    let players: Vec<_> =
        [Team::Red, Team::Blue].iter().filter_map(|team| pitch.add_player(&mut world, *team).ok()).collect();
    sound(&world);
    for _ in 0..5 {
        for player in &players {
            let direction = vec2(source.sane(-1.0, 1.0), source.sane(-1.0, 1.0));
            pitch.control(*player, Control { direction, kick: source.byte() < 64 });
        }
        pitch.step(&mut world);
        sound(&world);
    }
    Ok(())
}

/// An error has a message, and a short one.
fn check_message(message: &str) {
    assert!(!message.is_empty() && message.len() < 4000, "an error of {} bytes", message.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::case;

    /// If all input were refused when it is read, nothing behind that would be attacked.
    #[test]
    fn many_of_the_cases_are_built() {
        for (name, body) in [("scenes", try_scene as fn(&[u8]) -> bool), ("stadiums", try_stadium)] {
            let built = (0..400).filter(|&seed| body(&case(seed))).count();
            assert!((40..360).contains(&built), "{name}: {built} of 400 are built");
        }
    }
}
