//! Errors of the engine, reported as errors of the file.

use crate::fault::Fault;
use crate::model::Point;

/// A refusal of the engine at a path of the scene.
pub(crate) fn refuse(path: &str, error: carom::Error) -> Fault {
    match error {
        carom::Error::OutOfRange { field, value, allowed } => {
            let vector = field.strip_prefix("length of ").filter(|vector| vector.contains('.'));
            let (is, inner) = match vector {
                Some(vector) => ("has the length", vector),
                None => ("is", field),
            };
            let last = inner.rsplit('.').next().unwrap_or(inner);
            let value = number(value);
            match name(inner, last) {
                Some(last) => Fault::at(join(path, last), format!("{is} {value}, but {}", must(allowed))),
                None => Fault::at(path, format!("{field} is {value}, but {}", must(allowed))),
            }
        }
        carom::Error::PointOutOfRange { index, .. } => {
            let of_list = refuse(path, without_index(error));
            Fault { path: format!("{}[{index}]", of_list.path), ..of_list }
        }
        other => Fault::at(path, other.to_string()),
    }
}

/// A refusal of the engine that is about the point of a list, at the path of that point.
pub(crate) fn refuse_point(path: &str, error: carom::Error) -> Fault {
    Fault { path: path.to_owned(), ..refuse(path, without_index(error)) }
}

/// A refusal of a point as that of a single number.
fn without_index(error: carom::Error) -> carom::Error {
    match error {
        carom::Error::PointOutOfRange { field, value, allowed, .. } => {
            carom::Error::OutOfRange { field, value, allowed }
        }
        other => other,
    }
}

/// The demand, in words: `must not be zero` where `not zero` is allowed.
fn must(allowed: &str) -> String {
    match allowed.strip_prefix("not ") {
        Some(forbidden) => format!("must not be {forbidden}"),
        None => format!("must be {allowed}"),
    }
}

/// As it was written: single precision shown in double has more digits than anyone typed, and 1e30 has no 31 of them.
pub(crate) fn number(value: f64) -> String {
    let single = value as f32;
    let is_plain = value == 0.0 || !value.is_finite() || (1e-4..1e7).contains(&value.abs());
    match (f64::from(single) == value || value.is_nan(), is_plain) {
        (true, true) => single.to_string(),
        (true, false) => format!("{single:e}"),
        (false, true) => value.to_string(),
        (false, false) => format!("{value:e}"),
    }
}

/// The fault of the upper corner of a box.
pub(crate) fn corners(max: Point, min: Point) -> String {
    let [x, y, left, low] = [max.0, max.1, min.0, min.1].map(|x| number(f64::from(x)));
    format!("is ({x}, {y}), but must lie to the right of min, ({left}, {low}), and above it")
}

pub(crate) fn join(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}

/// The file's name of an engine's field; `None` if it has no name there.
fn name<'a>(field: &str, last: &'a str) -> Option<&'a str> {
    Some(match last {
        "inertia_factor" => "inertia",
        "sliding_friction" | "rolling_friction" | "spinning_friction" if field.starts_with("surface") => {
            return None;
        }
        "line_to" | "arc_to" | "tangent_arc_to" | "arc_by_angle_to" => "legs",
        "axis" | "joint_position" | "joint_velocity" => return None,
        "center" | "strength" | "softening" if field.starts_with("attractor") => {
            return Some(match last {
                "center" => "attractor.center",
                "strength" => "attractor.strength",
                _ => "attractor.softening",
            });
        }
        "half" => return None,
        "torque_curve" => "drive.torque_curve",
        "speed_curve" => "drive.speed_curve",
        _ if field.starts_with("curve.points ") => "restitution_curve",
        _ if field.contains(' ') => return None,
        "radius" if field == "shape.radius" => "thickness",
        last => last,
    })
}

/// Refuses a value that is not finite or not between `low` and `high`.
pub(crate) fn within(path: &str, field: &str, value: f64, low: f64, high: f64) -> Result<(), Fault> {
    if value >= low && value <= high {
        return Ok(());
    }
    let (low, high) = (number(low), number(high));
    Err(Fault::at(join(path, field), format!("is {}, but must be between {low} and {high}", number(value))))
}
