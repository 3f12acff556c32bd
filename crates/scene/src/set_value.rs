//! Changing one value of a scene by its path, as a command line does.

use serde_json::Value;

use crate::fault::{Fault, entries, nearest, quoted};
use crate::model::{PlacedBall, Point, Scene};
use crate::notation::Format;
use crate::path::join;
use crate::read::parse;

impl Scene {
    /// Changes the value at a path, `bodies[3].shapes[0].radius` or `world.gravity`, to one that is written as in
    /// JSON; other text counts as a string. Fields that have their default can be set as well. A new material, kind
    /// or part is given as a whole, `materials.rubber` and not `materials.rubber.friction`: a part of a missing
    /// object counts as a slip.
    ///
    /// An entry of a list that has a name goes by it as well, `balls.cue.radius`, and the numbers of a point by `x` and `y`.
    /// Before its name alone, a ball has the length and the direction of its velocity: `cue.speed`, length units per second,
    /// and `cue.angle`, degrees counter-clockwise from the direction of x.
    ///
    /// ```
    /// use carom_scene::Scene;
    ///
    /// let text = r#"(carom: 1, balls: [(name: "cue", velocity: (2, 0), radius: 0.1)])"#;
    /// let mut scene = Scene::from_ron(text)?;
    /// scene.set("balls.cue.position.x", "0.5")?;
    /// scene.set("cue.speed", "3")?;
    /// scene.set("cue.angle", "90")?;
    /// assert_eq!(scene.balls[0].position.0, 0.5);
    /// assert!((scene.balls[0].velocity.1 - 3.0).abs() < 1e-6);
    /// # Ok::<(), carom_scene::Fault>(())
    /// ```
    ///
    /// # Errors
    /// A path that the scene does not have, or a value that does not fit. The scene has not changed then.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), Fault> {
        let refuse = |message: String| Fault::at(path, message);
        if let Some((ball, part)) = self.aim(path) {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            let number =
                number.ok_or_else(|| refuse(format!("is {}, but must be a number", quoted(value))))?;
            ball.velocity = part.of(ball.velocity, number);
            self.state = None;
            return Ok(());
        }
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
                at = only.ok_or_else(|| refuse("is no field of the scene".to_owned()))?;
            }
            at = match (step.parse::<usize>(), at) {
                (Ok(index), Value::Array(list)) => {
                    let length = list.len();
                    list.get_mut(index).ok_or_else(|| {
                        refuse(format!("{way} has {}, so there is no entry {index}", entries(length)))
                    })?
                }
                (Err(_), Value::Object(table)) => table.entry(step).or_insert(Value::Null),
                // A part of the scene that has its default is not written, and made when it is named.
                (Err(_), empty @ Value::Null) if axis(step).is_some() && is_place(&way) => {
                    *empty = Value::Array(vec![0.into(), 0.into()]);
                    let number = axis(step).and_then(|axis| empty.get_mut(axis));
                    number.ok_or_else(|| refuse("is no field of the scene".to_owned()))?
                }
                (Err(_), empty @ Value::Null) => {
                    *empty = Value::Object(serde_json::Map::new());
                    let table = empty.as_object_mut();
                    table
                        .ok_or_else(|| refuse("is no field of the scene".to_owned()))?
                        .entry(step)
                        .or_insert(Value::Null)
                }
                (_, Value::Object(table)) => {
                    let known: Vec<&str> = table.keys().map(String::as_str).collect();
                    let message = format!("{} is a number, but a name is needed here", quoted(step));
                    return Err(refuse(message).help(nearest(step, &known)));
                }
                (Err(_), Value::Array(list)) => match numbered(list, step) {
                    Some(index) => &mut list[index],
                    None => {
                        let help = entry_of(list, &way, step);
                        return Err(refuse(format!("{way} is a list")).help(Some(help)));
                    }
                },
                (Ok(index), Value::Null) => {
                    let message = format!("{way} is left out of the scene, so there is no entry {index}");
                    return Err(refuse(message));
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

/// The part of a ball's velocity that a path beginning with its name changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Polar {
    Speed,
    /// Degrees.
    Angle,
}

impl Polar {
    /// A velocity with this length or direction. One that is zero counts as that of a ball about to move along x.
    fn of(self, velocity: Point, number: f64) -> Point {
        let (x, y) = (f64::from(velocity.0), f64::from(velocity.1));
        let length = libm::hypot(x, y);
        match self {
            Self::Speed if length > 0.0 => Point((x / length * number) as f32, (y / length * number) as f32),
            Self::Speed => Point(number as f32, 0.0),
            Self::Angle => {
                let angle = number * (std::f64::consts::PI / 180.0);
                Point((length * libm::cos(angle)) as f32, (length * libm::sin(angle)) as f32)
            }
        }
    }
}

impl Scene {
    /// The ball whose speed or direction a path names.
    fn aim(&mut self, path: &str) -> Option<(&mut PlacedBall, Polar)> {
        let (name, part) = path.rsplit_once('.')?;
        let part = match part {
            "speed" => Polar::Speed,
            "angle" => Polar::Angle,
            _ => return None,
        };
        let ball = self.balls.iter_mut().find(|ball| !name.is_empty() && ball.name == name)?;
        Some((ball, part))
    }
}

/// A number of a ball's place, velocity or spin, found once and set for every run.
///
/// ```
/// use carom_scene::{BallNumber, Scene};
///
/// let scene = Scene::from_ron(r#"(carom: 1, balls: [(name: "cue", radius: 0.1)])"#)?;
/// let x = BallNumber::of(&scene, "balls.cue.position.x").ok_or("it is one")?;
/// let mut cue = scene.balls[x.ball()].clone();
/// x.set(&mut cue, 0.5);
/// assert_eq!(cue.position.0, 0.5);
/// assert!(BallNumber::of(&scene, "balls.cue.radius").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallNumber {
    ball: usize,
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Polar(Polar),
    Position(usize),
    Velocity(usize),
    Rolling(usize),
    Spin,
}

impl BallNumber {
    /// Where a path leads that [`Scene::set`] knows; `None` if that is no such number.
    #[must_use]
    pub fn of(scene: &Scene, path: &str) -> Option<Self> {
        let named = |name: &str| scene.balls.iter().position(|ball| !name.is_empty() && ball.name == name);
        if let Some((name, part @ ("speed" | "angle"))) = path.rsplit_once('.')
            && let Some(ball) = named(name)
        {
            let part = if part == "speed" { Polar::Speed } else { Polar::Angle };
            return Some(Self { ball, part: Part::Polar(part) });
        }
        let steps: Vec<&str> = steps(path).collect();
        let ["balls", entry, field, ref rest @ ..] = steps[..] else { return None };
        let ball = entry.parse().ok().or_else(|| named(entry)).filter(|ball| *ball < scene.balls.len())?;
        let part = match (field, rest) {
            ("angular_velocity", []) => Part::Spin,
            (_, [axis_name]) => {
                let axis = axis(axis_name).or_else(|| axis_name.parse().ok()).filter(|axis| *axis < 2)?;
                match field {
                    "position" => Part::Position(axis),
                    "velocity" => Part::Velocity(axis),
                    "rolling_velocity" => Part::Rolling(axis),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Self { ball, part })
    }

    /// Which ball of the scene it belongs to.
    #[must_use]
    pub const fn ball(self) -> usize {
        self.ball
    }

    /// Whether it is the direction of the ball's velocity, in degrees.
    #[must_use]
    pub const fn is_angle(self) -> bool {
        matches!(self.part, Part::Polar(Polar::Angle))
    }

    /// Sets it.
    pub fn set(self, ball: &mut PlacedBall, number: f64) {
        let at = |point: &mut Point, axis: usize| {
            *(if axis == 0 { &mut point.0 } else { &mut point.1 }) = number as f32;
        };
        match self.part {
            Part::Polar(part) => ball.velocity = part.of(ball.velocity, number),
            Part::Position(axis) => at(&mut ball.position, axis),
            Part::Velocity(axis) => at(&mut ball.velocity, axis),
            Part::Rolling(axis) => at(&mut ball.rolling_velocity, axis),
            Part::Spin => ball.angular_velocity = number as f32,
        }
    }
}

/// The place of a coordinate in a point.
fn axis(step: &str) -> Option<usize> {
    ["x", "y"].iter().position(|axis| *axis == step)
}

/// Whether the default of a value omitted there is the point (0, 0).
fn is_place(way: &str) -> bool {
    way.ends_with("position") || way.ends_with("velocity")
}

/// The number of an entry that goes by its name, or of a coordinate of a point.
fn numbered(list: &[Value], step: &str) -> Option<usize> {
    let named = |entry: &Value| entry.get("name").and_then(Value::as_str) == Some(step);
    let is_point = list.len() == 2 && list.iter().all(Value::is_number);
    list.iter().position(named).or_else(|| axis(step).filter(|_| is_point))
}

/// How to name an entry of a list.
fn entry_of(list: &[Value], way: &str, step: &str) -> String {
    let names: Vec<&str> =
        list.iter().filter_map(|entry| entry.get("name").and_then(Value::as_str)).collect();
    match nearest(step, &names) {
        Some(help) if help.starts_with("did") => help,
        _ if list.is_empty() => "there is no entry that could be named".to_owned(),
        _ if list.len() == 1 => format!("name its entry by its number, `{way}[0]`"),
        _ => format!("name an entry by its number, `{way}[0]` to `{way}[{}]`", list.len() - 1),
    }
}

/// The names and numbers that a path leads along.
pub(crate) fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[', ']']).map(|step| step.trim_matches('"')).filter(|step| !step.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// A sweep names its variables as a person would: the ball "cue", its x, its speed.
    #[test]
    fn an_entry_goes_by_its_name_and_a_coordinate_by_its_letter() {
        let text = "(carom: 1, balls: [(radius: 1), (name: \"pot cue\", radius: 1, velocity: (3, 4))])";
        let mut scene = Scene::from_ron(text).unwrap();
        scene.set("balls.pot cue.position.x", "0.5").unwrap();
        scene.set("balls[1].velocity.y", "-4").unwrap();
        assert_eq!((scene.balls[1].position, scene.balls[1].velocity), (Point(0.5, 0.0), Point(3.0, -4.0)));
        scene.set("pot cue.speed", "10").unwrap();
        assert_eq!(scene.balls[1].velocity, Point(6.0, -8.0));
        scene.set("pot cue.angle", "180").unwrap();
        assert_eq!(scene.balls[1].velocity.0, -10.0);
        assert!(scene.set("pot cue.angle", "left").unwrap_err().to_string().contains("must be a number"));
        assert!(scene.set("world.gravity.y", "1").is_err(), "gravity that is left out is not zero");
        assert!(scene.set("pot cu.angle", "1").is_err(), "there is no such ball");
    }

    /// The error for `balls.bal.radius` named no entry.
    #[test]
    fn an_entry_of_a_list_has_a_number_or_a_name() {
        let text = "(carom: 1, balls: [(radius: 1), (name: \"ball\", radius: 1)], bodies: [(shapes: [Circle(radius: 1)])])";
        let mut scene = Scene::from_ron(text).unwrap();
        for (path, said) in [
            ("balls.bal.radius", "balls.bal.radius: balls is a list (did you mean `ball`?)"),
            ("balls.x.radius", "balls is a list (name an entry by its number, `balls[0]` to `balls[1]`)"),
            (
                "bodies[0].shapes.radius",
                "bodies[0].shapes is a list (name its entry by its number, `bodies[0].shapes[0]`)",
            ),
            ("balls[1].radius.x", "balls[1].radius is one value, which has no \"x\""),
            ("links[0].length", "links is left out of the scene, so there is no entry 0"),
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
