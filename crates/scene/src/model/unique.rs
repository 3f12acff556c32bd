//! Tables whose names must differ: a name that comes twice is refused, where a plain map would keep the last.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// For `#[serde(deserialize_with)]`.
pub(crate) fn table<'de, D, T>(deserializer: D) -> Result<BTreeMap<String, T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_map(Table(PhantomData))
}

struct Table<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Table<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of names, {\"name\": ...}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut table = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            if table.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the name {name:?} comes twice")));
            }
            table.insert(name, map.next_value()?);
        }
        Ok(table)
    }
}
