//! The error that JavaScript catches: an `Error` with the engine's message, in the field names and ids of
//! JavaScript.

use carom::Error;
use wasm_bindgen::{JsError, JsValue};

use crate::camel::camel;
use crate::id::Number;

/// The result of a call from JavaScript. A failure is an `Error`, or the value that the game's own code threw
/// meanwhile.
pub(crate) type Answer<T> = Result<T, JsValue>;

/// An `Error` of JavaScript.
pub(crate) fn error(text: &str) -> JsValue {
    JsError::new(text).into()
}

/// Fields of the engine, and their names in JavaScript: below the path of the object, or behind it if the name
/// starts with a colon. Without a name it is the object itself.
pub(crate) type Names = [(&'static str, &'static str)];

/// Fields that have another name in JavaScript wherever they are set.
const NAMES: &Names = &[
    ("coordinate", "position"),
    ("curve.points", ""),
    ("curve.points speed", ": speed"),
    ("curve.points value", ": restitution"),
    ("link.max_length", "limits[1]"),
    ("link.min_length", "limits[0]"),
    ("link.rest_length", "length"),
    ("motor.target", "motor.velocity"),
    ("rate", "velocity"),
    ("shape.radius", "thickness"),
    ("spin", "angularVelocity"),
];

/// Parts of an object whose fields keep their own name in front.
const PARTS: [&str; 2] = ["attractor", "motor"];

/// The engine's error about arguments, as a JavaScript `Error`.
pub(crate) fn refuse(refused: Error) -> JsValue {
    error(&message(refused, "", &[]))
}

/// The engine's error about an object that was read at `path`.
pub(crate) fn refuse_at<'a>(path: &'a str, names: &'a Names) -> impl Fn(Error) -> JsValue + 'a {
    move |refused| error(&message(refused, path, names))
}

/// The error in the words of JavaScript.
fn message(error: Error, path: &str, names: &Names) -> String {
    let gone = |what: &str, id: f64| format!("{what} {id} is not in this world (removed?)");
    let own = |field: &str| {
        let text = error.to_string();
        let said = text.strip_prefix(field).unwrap_or(&text);
        // JavaScript has a longer name for it.
        for (short, long) in [(" is inf,", " is Infinity,"), (" is -inf,", " is -Infinity,")] {
            if let Some(rest) = said.strip_prefix(short) {
                return format!("{}{long}{rest}", place(field, path, names));
            }
        }
        format!("{}{said}", place(field, path, names))
    };
    match error {
        Error::OutOfRange { field, .. } | Error::WrongCount { field, .. } => own(field),
        Error::PointOutOfRange { field, index, value, allowed } => {
            let said = message(Error::OutOfRange { field, value, allowed }, path, names);
            let list = place(field, path, names);
            let list = list.split(':').next().unwrap_or(&list);
            format!("{list}[{index}]{}", said.strip_prefix(list).unwrap_or(&said))
        }
        Error::Swapped { fields, values: [low, high] } => {
            let [below, above] = fields.map(|field| place(field, path, names));
            format!("{below} is {low} and {above} is {high}, but {below} must not be above {above}")
        }
        Error::UnknownBody(id) => gone("body", id.number()),
        Error::UnknownShape(id) => gone("shape", id.number()),
        Error::UnknownField(id) => gone("field", id.number()),
        Error::UnknownLink(id) => gone("link", id.number()),
        Error::WrongKind { body, expected } => {
            // An end of a link on a body is an object here.
            let expected = camel(expected).replace("LinkEnd::Body(id, point)", "{ body, point }");
            format!("body {} is not {expected}", body.number())
        }
        other => other.to_string(),
    }
}

/// Where JavaScript has a field of the engine.
fn place(field: &str, path: &str, names: &Names) -> String {
    let named = names.iter().chain(NAMES).find(|(engine, _)| *engine == field).map(|(_, name)| *name);
    let name = named.unwrap_or_else(|| match field.split_once('.') {
        Some((part, _)) if PARTS.contains(&part) => field,
        // The engine puts the kind of the object in front, for which the path stands.
        Some((_, rest)) if !path.is_empty() => rest,
        _ => field,
    });
    let name = camel(name);
    if path.is_empty() {
        name
    } else if name.is_empty() || name.starts_with(':') {
        format!("{path}{name}")
    } else if name.contains(' ') && !field.contains('.') {
        format!("{path}: {name}")
    } else {
        format!("{path}.{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::message;
    use carom::Error;

    #[test]
    fn fields_stand_at_the_path_where_they_were_read() {
        let message = |field, path, names: &_| {
            message(Error::OutOfRange { field, value: -1.0, allowed: "more" }, path, names)
        };
        let endless = Error::OutOfRange { field: "dt", value: f64::NEG_INFINITY, allowed: "more" };
        assert_eq!(super::message(endless, "", &[]), "dt is -Infinity, but must be more");
        for (field, path, says) in [
            ("ball.inertia_factor", "query.ball", "query.ball.inertiaFactor"),
            ("material.kick_threshold", "body.shapes[2].material", "body.shapes[2].material.kickThreshold"),
            ("shape.radius", "shape", "shape.thickness"),
            ("length of segment", "shape", "shape: length of segment"),
            ("curve.points speed", "material.restitutionCurve", "material.restitutionCurve: speed"),
            ("spin", "", "angularVelocity"),
            ("motor.target", "body", "body.motor.velocity"),
        ] {
            assert_eq!(message(field, path, &[]), format!("{says} is -1, but must be more"));
        }
        let of_list = |field, path| {
            let error = Error::PointOutOfRange { field, index: 3, value: -1.0, allowed: "more" };
            super::message(error, path, &[])
        };
        assert_eq!(of_list("joint.torque_curve", "body"), "body.torqueCurve[3] is -1, but must be more");
        assert_eq!(
            of_list("curve.points speed", "material.restitutionCurve"),
            "material.restitutionCurve[3]: speed is -1, but must be more"
        );
        let names = &[("overlap.radius", "reach")];
        assert_eq!(message("overlap.radius", "", names), "reach is -1, but must be more");
    }
}
