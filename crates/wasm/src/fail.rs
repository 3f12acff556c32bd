//! What JavaScript catches: an `Error` with the engine's message, in the field names of JavaScript.

use wasm_bindgen::JsError;

/// The result of a call from JavaScript.
pub(crate) type Answer<T> = Result<T, JsError>;

/// The engine's error as a JavaScript `Error`.
pub(crate) fn refuse(error: carom::Error) -> JsError {
    JsError::new(&camel(&error.to_string()))
}

/// `ball.inertia_factor` as `ball.inertiaFactor`: messages name the field that was written.
pub(crate) fn camel(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let inside = out.ends_with(|c: char| c.is_ascii_alphanumeric());
        match letters.peek() {
            Some(next) if letter == '_' && inside && next.is_ascii_lowercase() => {
                out.push(next.to_ascii_uppercase());
                letters.next();
            }
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::camel;

    #[test]
    fn fields_are_named_as_they_were_written() {
        assert_eq!(camel("ball.inertia_factor is -1"), "ball.inertiaFactor is -1");
        assert_eq!(camel("a _b c_"), "a _b c_");
    }
}
