//! Changing one value of a scene by its path, as a command line does.

use serde_json::Value;

use crate::fault::{Fault, nearest, quoted};
use crate::model::Scene;
use crate::read::{Format, join, parse};

impl Scene {
    /// Changes the value at a path, `bodies[3].shapes[0].radius` or `world.gravity`, to one that is written as in
    /// JSON; what is no JSON is taken as a text. Fields that have their default can be set as well. A new material, kind or
    /// part is given as a whole, `materials.rubber` and not `materials.rubber.friction`: a part of something that is not
    /// there is taken for a slip.
    ///
    /// # Errors
    /// A path that leads nowhere, or a value that does not fit. The scene is as it was then.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), Fault> {
        let refuse = |message: String| Fault::at(path, message);
        let mut whole = serde_json::to_value(&*self).map_err(|error| refuse(error.to_string()))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        if let [table, name, _, ..] = steps(path).collect::<Vec<_>>()[..] {
            self.check_name(table, name).map_err(|fault| Fault { path: path.to_owned(), ..fault })?;
        }
        let mut at = &mut whole;
        let mut way = String::new();
        for step in steps(path) {
            // A variant is a table with its name, which the path leaves out.
            while let Value::Object(table) = &*at
                && table.len() == 1
                && table.keys().all(|name| name.starts_with(char::is_uppercase))
                && !table.contains_key(step)
            {
                let only = at.as_object_mut().and_then(|table| table.values_mut().next());
                at = only.ok_or_else(|| refuse("leads nowhere".to_owned()))?;
            }
            at = match (step.parse::<usize>(), at) {
                (Ok(index), Value::Array(list)) => {
                    let length = list.len();
                    list.get_mut(index).ok_or_else(|| {
                        refuse(format!("the list has {length} entries, so there is no {index}"))
                    })?
                }
                (Err(_), Value::Object(table)) => table.entry(step).or_insert(Value::Null),
                // A part of the scene that has its default is not written, and made when it is named.
                (Err(_), empty @ Value::Null) => {
                    *empty = Value::Object(serde_json::Map::new());
                    let table = empty.as_object_mut();
                    table
                        .ok_or_else(|| refuse("leads nowhere".to_owned()))?
                        .entry(step)
                        .or_insert(Value::Null)
                }
                (_, Value::Object(table)) => {
                    let known: Vec<&str> = table.keys().map(String::as_str).collect();
                    let message = format!("{} is no number of a list", quoted(step));
                    return Err(refuse(message).help(nearest(step, &known)));
                }
                (Err(_), Value::Array(list)) => {
                    return Err(refuse(format!("{way} is a list")).help(Some(entry_of(list, &way, step))));
                }
                (Ok(index), Value::Null) => {
                    return Err(refuse(format!("{way} is left out of the scene, so there is no {index}")));
                }
                _ => return Err(refuse(format!("{way} is one value, which has no {}", quoted(step)))),
            };
            way = match step.parse::<usize>() {
                Ok(index) => format!("{way}[{index}]"),
                Err(_) => join(way, step),
            };
        }
        *at = value;
        let text = serde_json::to_string(&whole).map_err(|error| refuse(error.to_string()))?;
        let mut changed: Self =
            parse(&text, Format::Json).map_err(|fault| Fault { line: 0, column: 0, ..fault })?;
        // JSON cannot tell numbers that are not finite, and the state belongs to the scene as it was.
        changed.state = None;
        *self = changed;
        Ok(())
    }
}

impl Scene {
    /// Refuses a name that is not in a table whose names the scene chooses.
    fn check_name(&self, table: &str, name: &str) -> Result<(), Fault> {
        let (what, known): (_, Vec<&str>) = match table {
            "materials" => ("material", self.materials.keys().map(String::as_str).collect()),
            "kinds" => ("kind", self.kinds.keys().map(String::as_str).collect()),
            "prefabs" => ("part", self.prefabs.keys().map(String::as_str).collect()),
            _ => return Ok(()),
        };
        if known.contains(&name) { Ok(()) } else { Err(Fault::unknown("", what, name, known)) }
    }
}

/// How to name an entry of a list: by its number, which is that of the one with the name `step`, if there is one.
fn entry_of(list: &[Value], way: &str, step: &str) -> String {
    let named = |entry: &Value| entry.get("name").and_then(Value::as_str) == Some(step);
    match list.iter().position(named) {
        Some(index) => format!("did you mean `{way}[{index}]`?"),
        None if list.is_empty() => "there is no entry that could be named".to_owned(),
        None if list.len() == 1 => format!("name its entry by its number, `{way}[0]`"),
        None => format!("name an entry by its number, `{way}[0]` to `{way}[{}]`", list.len() - 1),
    }
}

/// The names and numbers that a path leads along.
pub(crate) fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[', ']']).map(|step| step.trim_matches('"')).filter(|step| !step.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Point;

    #[test]
    fn a_value_is_set_where_the_path_leads() {
        let text = "(carom: 1, bodies: [(shapes: [Circle(radius: 1)])], materials: {\"m\": ()})";
        let mut scene = Scene::from_ron(text).unwrap();
        scene.set("bodies[0].shapes[0].radius", "2.5").unwrap();
        scene.set("world.gravity", "[0, -1]").unwrap();
        scene.set("run.seed", "7").unwrap();
        scene.set("name", "tower").unwrap();
        scene.set("materials.m.friction", "0.25").unwrap();
        let expected = "(carom: 1, name: \"tower\", run: (seed: 7), world: (gravity: (0, -1)), bodies: [(shapes: [Circle(radius: 2.5)])], materials: {\"m\": (friction: 0.25)})";
        assert_eq!(scene, Scene::from_ron(expected).unwrap());
        assert_eq!(scene.world.gravity, Some(Point(0.0, -1.0)));
    }

    /// A material `bumpr` was made, which nothing had, and the run went on without a warning.
    #[test]
    fn a_name_that_is_not_there_is_a_slip() {
        let text = "(carom: 1, materials: {\"bumper\": ()}, kinds: {\"ball\": (radius: 1)})";
        let mut scene = Scene::from_ron(text).unwrap();
        let before = scene.clone();
        for (path, meant) in [
            ("materials.bumpr.kick", "did you mean `bumper`?"),
            ("materials[\"bumpr\"].kick", "did you mean `bumper`?"),
            ("kinds.bal.radius", "did you mean `ball`?"),
            ("prefabs.flipper.bodies", "there are none"),
        ] {
            let message = scene.set(path, "3").expect_err(path).to_string();
            assert!(message.contains(meant) && message.starts_with(path), "{message}");
            assert_eq!(scene, before, "{path}");
        }
        scene.set("materials.rubber", "{\"friction\": 1}").unwrap();
        scene.set("materials.rubber.friction", "0.5").unwrap();
        scene.set("materials.bumper.kick", "3").unwrap();
        assert_eq!(scene.materials.len(), 2);
    }

    /// The error for `balls.ball.radius` said that `"ball"` leads nowhere.
    #[test]
    fn an_entry_of_a_list_has_a_number() {
        let text = "(carom: 1, balls: [(radius: 1), (name: \"ball\", radius: 1)], bodies: [(shapes: [Circle(radius: 1)])])";
        let mut scene = Scene::from_ron(text).unwrap();
        for (path, said) in [
            ("balls.ball.radius", "balls.ball.radius: balls is a list (did you mean `balls[1]`?)"),
            ("balls.bal.radius", "balls is a list (name an entry by its number, `balls[0]` to `balls[1]`)"),
            (
                "bodies[0].shapes.radius",
                "bodies[0].shapes is a list (name its entry by its number, `bodies[0].shapes[0]`)",
            ),
            ("balls[1].radius.x", "balls[1].radius is one value, which has no \"x\""),
            ("links[0].length", "links is left out of the scene, so there is no 0"),
        ] {
            let message = scene.set(path, "3").expect_err(path).to_string();
            assert!(message.contains(said), "{path}: {message}");
        }
    }

    #[test]
    fn a_path_or_value_that_does_not_fit_changes_nothing() {
        let mut scene = Scene::from_ron("(carom: 1, bodies: [(shapes: [Circle(radius: 1)])])").unwrap();
        let before = scene.clone();
        for (path, value) in [
            ("bodies[1].angle", "1"),
            ("bodies[0].shapes[0].radus", "1"),
            ("bodies[0].shapes[0].radius", "wide"),
            ("carom.x", "1"),
            ("", "1"),
            ("bodies.x", "1"),
        ] {
            assert!(scene.set(path, value).is_err(), "{path} = {value}");
            assert_eq!(scene, before, "{path} = {value}");
        }
    }
}
