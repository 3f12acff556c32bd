//! The journal of a run, written while it runs: traces as CSV, events as JSON lines.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use carom::event_fields::{EventFields, EventValue};
use carom::{BodyId, LinkEnd, LinkId, ShapeId};
use carom_scene::Stage;
use serde_json::{Map, Value, json};
use slotmap::Key;

use crate::failure::Failure;

/// A file to write, with the folders that are missing.
pub(crate) fn file(path: &Path) -> Result<BufWriter<File>, Failure> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| File::create(path)).map(BufWriter::new).map_err(|error| Failure::write(path, &error))
}

/// Places and speeds of chosen balls and bodies, one line a step.
#[derive(Debug)]
pub(crate) struct Traces {
    path: PathBuf,
    out: BufWriter<File>,
    names: Vec<String>,
}

impl Traces {
    pub(crate) fn create(path: &Path, names: Vec<String>) -> Result<Self, Failure> {
        let mut traces = Self { path: path.to_owned(), out: file(path)?, names };
        let mut head = "time".to_owned();
        for name in &traces.names {
            // A comma or a quote in a name would break the table (RFC 4180).
            for column in ["x", "y", "vx", "vy", "angle", "angular_velocity"] {
                let cell = format!("{name}.{column}");
                let quoted = cell.contains(['"', ',', '\n', '\r']);
                head +=
                    &if quoted { format!(",\"{}\"", cell.replace('"', "\"\"")) } else { format!(",{cell}") };
            }
        }
        traces.line(&head)?;
        Ok(traces)
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.out, "{line}").map_err(|error| Failure::write(&self.path, &error))
    }

    /// Writes one line after a step: the time, and each chosen ball or body as the rules left it. Cells of one that
    /// is gone are empty.
    pub(crate) fn record(&mut self, stage: &Stage) -> Result<(), Failure> {
        let mut line = stage.time().to_string();
        for name in &self.names {
            let id = stage.find(name);
            let ball = id.and_then(|id| stage.world.ball(id));
            let ball = ball.map(|ball| (ball.position, ball.velocity, ball.angle, ball.angular_velocity));
            let body = || id.and_then(|id| stage.world.body(id));
            let body =
                || body().map(|body| (body.position, body.velocity, body.angle, body.angular_velocity));
            match ball.or_else(body) {
                Some((x, v, angle, spin)) => {
                    line += &format!(",{},{},{},{},{angle},{spin}", x.x, x.y, v.x, v.y);
                }
                None => line += ",,,,,,",
            }
        }
        self.line(&line)
    }

    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| Failure::write(&self.path, &error))
    }
}

/// Everything that happens, one JSON object a line.
#[derive(Debug)]
pub(crate) struct Events {
    path: PathBuf,
    out: BufWriter<File>,
}

/// A body as it is named, or by its number.
fn body(stage: &Stage, id: BodyId) -> Value {
    stage.name_of(id).map_or_else(|| json!(id.data().as_ffi()), |name| json!(name))
}

/// A shape as it is named, or by its number.
fn shape(stage: &Stage, id: ShapeId) -> Value {
    stage.name_of_shape(id).map_or_else(|| json!(id.data().as_ffi()), |name| json!(name))
}

/// The balls and bodies at the ends of a link.
fn link_ends(stage: &Stage, link: LinkId) -> impl Iterator<Item = (String, Value)> {
    let link = stage.world.link(link);
    let ends = link.into_iter().flat_map(|link| [("a", link.a), ("b", link.b)]);
    ends.filter_map(|(end, at)| match at {
        LinkEnd::Ball(id) | LinkEnd::Body(id, _) => Some((end.to_owned(), body(stage, id))),
        LinkEnd::Point(_) => None,
    })
}

/// A field of an event under its name in the journal.
fn insert(stage: &Stage, about: &mut Map<String, Value>, field: &str, value: EventValue) {
    let name = match field {
        "body_a" => "a",
        "shape_a" => "shape",
        "body_b" => "b",
        "shape" => "sensor",
        own => own,
    };
    let value = match value {
        EventValue::Body(id) => id.map_or(Value::Null, |id| body(stage, id)),
        // The surface of a collision without a name can't be found in the scene.
        EventValue::Shape(id) if field == "shape_a" => {
            let Some(known) = id.and_then(|id| stage.name_of_shape(id)) else { return };
            json!(known)
        }
        EventValue::Shape(id) => id.map_or(Value::Null, |id| shape(stage, id)),
        EventValue::Link(link) => {
            about.extend(link.into_iter().flat_map(|link| link_ends(stage, link)));
            return;
        }
        EventValue::Vector(vector) => json!([vector.x, vector.y]),
        EventValue::Number(number) => json!(number),
        EventValue::Flag(flag) => json!(flag),
        EventValue::Limit(limit) => json!(format!("{limit:?}").to_lowercase()),
    };
    about.insert(name.into(), value);
}

/// Whether a field says that an event is one of a place of the scene, which has lines of its own.
fn is_place(stage: &Stage, field: &str, value: EventValue) -> bool {
    field == "shape" && matches!(value, EventValue::Shape(Some(shape)) if stage.is_place(shape))
}

impl Events {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        Ok(Self { path: path.to_owned(), out: file(path)? })
    }

    fn line(&mut self, kind: &str, time: f64, mut about: Map<String, Value>) -> Result<(), Failure> {
        let mut line = Map::new();
        line.insert("event".into(), json!(kind));
        line.insert("time".into(), json!(time));
        line.append(&mut about);
        let line = Value::Object(line);
        writeln!(self.out, "{line}").map_err(|error| Failure::write(&self.path, &error))
    }

    /// Takes in a list of events of the last step.
    fn list<E: EventFields>(&mut self, stage: &Stage, kind: &str, events: &[E]) -> Result<(), Failure> {
        // The stage's clock still stands at the beginning of the step.
        let start = stage.time();
        let layout = E::layout();
        for event in events {
            let fields = || layout.iter().map(|(name, _)| *name).zip(event.values());
            if fields().any(|(name, value)| is_place(stage, name, value)) {
                continue;
            }
            let mut after = f64::from(stage.dt());
            let mut about = Map::new();
            for (name, value) in fields() {
                match value {
                    EventValue::Number(time) if name == "time" => after = f64::from(time),
                    _ => insert(stage, &mut about, name, value),
                }
            }
            self.line(kind, start + after, about)?;
        }
        Ok(())
    }

    /// Takes in the events of the world in the last step.
    pub(crate) fn record(&mut self, stage: &Stage) -> Result<(), Failure> {
        let events = stage.world.events();
        macro_rules! record {
            ($($(#[$doc:meta])* $list:ident: $event:ty = $name:literal;)*) => {
                $(self.list(stage, $name, events.$list())?;)*
            };
        }
        carom::event_lists!(record);
        let end = stage.time() + f64::from(stage.dt());
        for (kind, balls) in [("out_of_bounds", events.out_of_bounds()), ("stuck", events.stuck())] {
            for ball in balls {
                self.line(kind, end, Map::from_iter([("ball".to_owned(), body(stage, *ball))]))?;
            }
        }
        Ok(())
    }

    /// Takes in the goals of the last step.
    pub(crate) fn goals(&mut self, stage: &Stage) -> Result<(), Failure> {
        let entered: Vec<(String, Value)> =
            stage.entered().map(|(goal, ball)| (goal.to_owned(), body(stage, ball))).collect();
        for (goal, ball) in entered {
            let about = Map::from_iter([("goal".to_owned(), json!(goal)), ("ball".to_owned(), ball)]);
            self.line("goal", stage.time(), about)?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| Failure::write(&self.path, &error))
    }
}
