//! Names of the engine as JavaScript writes them.

/// `ball.inertia_factor` as `ball.inertiaFactor`: messages name the field that was written.
pub(crate) fn camel(text: &str) -> String {
    let mut out = vec![0; text.len()];
    let length = write(text.as_bytes(), &mut out);
    out.truncate(length);
    // An underscore is left out between two bytes of ASCII, so the rest is the text's own.
    String::from_utf8(out).unwrap_or_default()
}

/// Writes a name with a capital letter in place of each underscore inside it, and returns its length.
pub(crate) const fn write(text: &[u8], out: &mut [u8]) -> usize {
    let (mut at, mut length) = (0, 0);
    while at < text.len() {
        let is_inside = at > 0 && text[at - 1].is_ascii_alphanumeric();
        let joins = text[at] == b'_' && is_inside && at + 1 < text.len() && text[at + 1].is_ascii_lowercase();
        if joins {
            at += 1;
        }
        out[length] = if joins { text[at].to_ascii_uppercase() } else { text[at] };
        length += 1;
        at += 1;
    }
    length
}

/// The name of a field or a method in JavaScript, written when the crate is compiled.
macro_rules! camel_name {
    ($name:ident) => {{
        const ENGINE: &str = stringify!($name);
        const WRITTEN: ([u8; ENGINE.len()], usize) = {
            let mut out = [0; ENGINE.len()];
            let length = $crate::camel::write(ENGINE.as_bytes(), &mut out);
            (out, length)
        };
        const NAME: &str = match core::str::from_utf8(WRITTEN.0.split_at(WRITTEN.1).0) {
            Ok(name) => name,
            Err(_) => panic!("a name is ASCII"),
        };
        NAME
    }};
}
pub(crate) use camel_name;

#[cfg(test)]
mod tests {
    use super::camel;

    #[test]
    fn names_are_written_as_javascript_writes_them() {
        for (engine, own) in [
            ("ball.inertia_factor is -1", "ball.inertiaFactor is -1"),
            ("a _b c_", "a _b c_"),
            ("restitution", "restitution"),
            ("_private", "_private"),
            ("a_b_c", "aBC"),
            ("x_1", "x_1"),
            ("grüße_an", "grüßeAn"),
        ] {
            assert_eq!(camel(engine), own);
        }
        assert_eq!(camel_name!(max_push_speed), "maxPushSpeed");
    }
}
