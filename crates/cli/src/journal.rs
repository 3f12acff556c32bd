//! The journal of a run, written while it runs: traces as CSV, events as JSON lines.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use carom::{BodyId, LinkEnd, ShapeId};
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

    /// Takes in the last step.
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

/// The two sides of a meeting.
fn sides(stage: &Stage, a: BodyId, shape: Option<ShapeId>, b: BodyId) -> Map<String, Value> {
    let mut sides = Map::new();
    sides.insert("a".into(), body(stage, a));
    // One without a name can't be found in the scene.
    if let Some(name) = shape.and_then(|shape| stage.name_of_shape(shape)) {
        sides.insert("shape".into(), json!(name));
    }
    sides.insert("b".into(), body(stage, b));
    sides
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

    /// Takes in the events of the world in the last step.
    pub(crate) fn record(&mut self, stage: &Stage) -> Result<(), Failure> {
        let events = stage.world.events();
        // The stage's clock still stands at the beginning of the step.
        let start = stage.time();
        let end = start + f64::from(stage.dt());
        for impact in events.impacts() {
            let mut about = sides(stage, impact.body_a, impact.shape_a, impact.body_b);
            about.insert("point".into(), json!([impact.point.x, impact.point.y]));
            about.insert("normal".into(), json!([impact.normal.x, impact.normal.y]));
            about.insert("approach_speed".into(), json!(impact.approach_speed));
            about.insert("normal_impulse".into(), json!(impact.normal_impulse));
            about.insert("tangent_impulse".into(), json!(impact.tangent_impulse));
            self.line("impact", start + f64::from(impact.time), about)?;
        }
        for (kind, touches) in
            [("contact_started", events.contacts_started()), ("contact_ended", events.contacts_ended())]
        {
            for touch in touches {
                self.line(kind, end, sides(stage, touch.body_a, touch.shape_a, touch.body_b))?;
            }
        }
        for hit in events.joint_limits() {
            let mut about = Map::new();
            about.insert("body".into(), body(stage, hit.body));
            about.insert("limit".into(), json!(format!("{:?}", hit.limit).to_lowercase()));
            about.insert("speed".into(), json!(hit.speed));
            self.line("joint_limit", start + f64::from(hit.time), about)?;
        }
        for (kind, crossings) in
            [("sensor_entered", events.sensor_entered()), ("sensor_exited", events.sensor_exited())]
        {
            for crossing in crossings.iter().filter(|crossing| !stage.is_place(crossing.shape)) {
                let shape = stage.name_of_shape(crossing.shape);
                let shape = shape.map_or_else(|| json!(crossing.shape.data().as_ffi()), |name| json!(name));
                let ball = body(stage, crossing.ball);
                let about = Map::from_iter([("sensor".to_owned(), shape), ("ball".to_owned(), ball)]);
                self.line(kind, start + f64::from(crossing.time), about)?;
            }
        }
        for taut in events.taut_links() {
            let link = stage.world.link(taut.link);
            let ends = link.into_iter().flat_map(|link| [("a", link.a), ("b", link.b)]);
            let mut about: Map<String, Value> = ends
                .filter_map(|(end, at)| match at {
                    LinkEnd::Ball(id) | LinkEnd::Body(id, _) => Some((end.to_owned(), body(stage, id))),
                    LinkEnd::Point(_) => None,
                })
                .collect();
            about.insert("speed".into(), json!(taut.speed));
            self.line("link_taut", start + f64::from(taut.time), about)?;
        }
        for crushed in events.crushed() {
            let side = |id: Option<BodyId>| id.map_or(Value::Null, |id| body(stage, id));
            let mut about = Map::new();
            about.insert("ball".into(), body(stage, crushed.ball));
            about.insert("mover".into(), side(crushed.mover));
            about.insert("against".into(), side(crushed.against));
            about.insert("frozen".into(), json!(crushed.frozen));
            about.insert("point".into(), json!([crushed.point.x, crushed.point.y]));
            self.line("crushed", start + f64::from(crushed.time), about)?;
        }
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
