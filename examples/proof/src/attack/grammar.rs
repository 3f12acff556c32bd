//! Documents that a JSON schema describes, most of them with sense and some with none.

use serde_json::{Map, Value};

use super::source::Source;

/// How deep a document may go; deeper everything is a number.
const DEPTH: u32 = 12;

/// Texts that documents are likely to share, so that names meet.
const WORDS: [&str; 10] = ["a", "b", "ball", "wall", "all", "red", "disc0", "", "0x80ff20", "\u{1f3b1}\n\"'"];

/// A document of this schema, as the bytes choose.
pub(super) fn document(schema: &Value, source: &mut Source<'_>) -> Value {
    value(schema, schema, source, 0)
}

fn value(root: &Value, schema: &Value, source: &mut Source<'_>, depth: u32) -> Value {
    if depth > DEPTH || source.is_empty() {
        return Value::from(1);
    }
    // A word that does not belong here.
    if source.byte() == 0 && source.byte() < 64 {
        return odd(source);
    }
    if let Some(name) = schema["$ref"].as_str() {
        let target = name.strip_prefix("#/$defs/").map_or(&Value::Null, |name| &root["$defs"][name]);
        return value(root, target, source, depth + 1);
    }
    for choice in ["oneOf", "anyOf", "enum"] {
        if let Some(list) = schema[choice].as_array() {
            let Some(picked) = list.get(usize::from(source.byte()) % list.len().max(1)) else { break };
            return if choice == "enum" { picked.clone() } else { value(root, picked, source, depth + 1) };
        }
    }
    if let Some(only) = schema.get("const") {
        return only.clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => {
            kinds.get(usize::from(source.byte()) % kinds.len().max(1)).and_then(Value::as_str)
        }
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => object(root, schema, source, depth),
        Some("array") => array(root, schema, source, depth),
        Some("string") => WORDS[usize::from(source.byte()) % WORDS.len()].into(),
        Some("boolean") => (source.byte() < 128).into(),
        Some("integer") => match source.byte() {
            0 => source.word().into(),
            1 => (-i64::from(source.byte())).into(),
            _ => (source.byte() % 8).into(),
        },
        Some("number") => number(source),
        Some("null") => Value::Null,
        _ => odd(source),
    }
}

fn number(source: &mut Source<'_>) -> Value {
    let scale = [1.0, 1.0, 9.0, 100.0][usize::from(source.byte() % 4)];
    f64::from(source.number(-0.3 * scale, scale)).into()
}

fn odd(source: &mut Source<'_>) -> Value {
    match source.byte() % 8 {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 => Value::from(-1),
        3 => Value::from(1e300),
        4 => Value::Array(Vec::new()),
        5 => Value::Object(Map::new()),
        6 => Value::from(u64::MAX),
        _ => Value::from("nonsense"),
    }
}

fn object(root: &Value, schema: &Value, source: &mut Source<'_>, depth: u32) -> Value {
    let mut object = Map::new();
    let required = schema["required"].as_array();
    if let Some(properties) = schema["properties"].as_object() {
        for (name, property) in properties {
            let must = required.is_some_and(|names| names.iter().any(|n| n.as_str() == Some(name)));
            let chance = if must { 255 } else { 60 };
            if source.byte() < chance {
                object.insert(name.clone(), value(root, property, source, depth + 1));
            }
        }
    }
    if schema["additionalProperties"].is_object() {
        for _ in 0..source.byte() % 4 {
            let name = WORDS[usize::from(source.byte()) % WORDS.len()];
            object.insert(name.into(), value(root, &schema["additionalProperties"], source, depth + 1));
        }
    }
    if source.byte() == 0 {
        object.insert("what".into(), odd(source));
    }
    Value::Object(object)
}

fn array(root: &Value, schema: &Value, source: &mut Source<'_>, depth: u32) -> Value {
    if let Some(list) = schema["prefixItems"].as_array() {
        return list.iter().map(|item| value(root, item, source, depth + 1)).collect();
    }
    let least = schema["minItems"].as_u64().unwrap_or(0);
    let most = schema["maxItems"].as_u64().unwrap_or(5).min(5).max(least);
    let count = least + u64::from(source.byte()) % (most - least + 1);
    (0..count).map(|_| value(root, &schema["items"], source, depth + 1)).collect()
}
