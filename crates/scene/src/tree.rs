//! JSON as a tree, from which the model is read: one reader for every type that knows its place.
//!
//! A reader that follows the text and tracks its path costs a copy of itself for every type of the model. That is
//! more code than the rest of a web page's reader of scenes.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::fault::quoted;
use crate::path::join;

/// A value of JSON. A name that stands twice in a table stands twice here.
#[derive(Debug)]
pub(crate) enum Node {
    Null,
    Flag(bool),
    Whole(u64),
    Negative(i64),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    Table(Vec<(String, Self)>),
}

/// Why a tree is no model, and where: names and numbers from the innermost outwards.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) message: String,
    way: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    Name(String),
    Index(usize),
}

impl Misfit {
    /// Where it lies, as people write it.
    pub(crate) fn path(&self) -> String {
        self.way.iter().rev().fold(String::new(), |path, step| match step {
            Step::Name(name) => join(path, name),
            Step::Index(index) => path + &format!("[{index}]"),
        })
    }

    fn within(mut self, step: Step) -> Self {
        self.way.push(step);
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misfit {}

impl Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), way: Vec::new() }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Node;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_unit<E: Error>(self) -> Result<Node, E> {
                Ok(Node::Null)
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Node, E> {
                Ok(Node::Flag(flag))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
                Ok(Node::Whole(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Node, E> {
                Ok(Node::Negative(number))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Node, E> {
                Ok(Node::Number(number))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
                Ok(Node::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
                let mut list = Vec::new();
                while let Some(node) = seq.next_element()? {
                    list.push(node);
                }
                Ok(Node::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
                let mut table = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    table.push(entry);
                }
                Ok(Node::Table(table))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Numbers are one kind in JSON: the visitor checks a demand for one type of them.
macro_rules! as_number {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.deserialize_f64(visitor)
        }
    )*};
}

/// A visitor meets only the kinds of values that its type can take, so that it is compiled for those alone.
impl<'de> Deserializer<'de> for Node {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Flag(flag) => visitor.visit_bool(flag),
            Self::Whole(number) => visitor.visit_u64(number),
            Self::Negative(number) => visitor.visit_i64(number),
            Self::Number(number) => visitor.visit_f64(number),
            Self::Text(text) => visitor.visit_string(text),
            list @ Self::List(_) => list.deserialize_seq(visitor),
            table @ Self::Table(_) => table.deserialize_map(visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Self::List(list) = self else { return Err(self.misfit(&visitor)) };
        let count = list.len();
        let mut items = Items { list: list.into_iter(), next: 0 };
        let value = visitor.visit_seq(&mut items)?;
        items.finish(count).map(|()| value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Self::Table(table) = self else { return Err(self.misfit(&visitor)) };
        visitor.visit_map(Entries { table: table.into_iter(), entry: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Self::Flag(flag) = self else { return Err(self.misfit(&visitor)) };
        visitor.visit_bool(flag)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Whole(number) => visitor.visit_u64(number),
            Self::Negative(number) => visitor.visit_i64(number),
            Self::Number(number) => visitor.visit_f64(number),
            _ => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Self::Text(text) = self else { return Err(self.misfit(&visitor)) };
        visitor.visit_string(text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Null => visitor.visit_none(),
            node => visitor.visit_some(node),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let choice = match self {
            Self::Text(name) => Choice { name, value: None },
            Self::Table(table) => match <[_; 1]>::try_from(table) {
                Ok([(name, value)]) => Choice { name, value: Some(value) },
                Err(table) => return Err(Self::Table(table).no_choice(variants)),
            },
            other => return Err(other.no_choice(variants)),
        };
        visitor.visit_enum(choice)
    }

    as_number! { deserialize_f32 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }

    forward_to_deserialize_any! { i128 u128 char str bytes byte_buf unit unit_struct identifier ignored_any }
}

impl Node {
    /// Refuses this value where a visitor takes another kind, in the words of serde.
    #[cold]
    fn misfit(&self, expected: &dyn Expected) -> Misfit {
        let found = match self {
            Self::Null => Unexpected::Unit,
            node => node.kind(),
        };
        Misfit::invalid_type(found, expected)
    }

    /// Refuses a name that is none of the variants of a type, by their names.
    #[cold]
    fn no_choice(&self, variants: &[&str]) -> Misfit {
        let found = match self {
            Self::Table(table) if table.is_empty() => "an empty table".to_owned(),
            Self::Table(table) => {
                let names: Vec<String> = table.iter().take(3).map(|(name, _)| quoted(name)).collect();
                let more = if table.len() > names.len() { ", ..." } else { "" };
                format!("a table of {} names: {}{more}", table.len(), names.join(", "))
            }
            other => other.kind().to_string(),
        };
        let names = variants.join(", ");
        Misfit::custom(format_args!(
            "must be one of {names}: the name, or a table with that name alone; found {found}"
        ))
    }

    fn unexpected(&self, expected: &'static str) -> Misfit {
        Misfit::invalid_type(self.kind(), &expected)
    }

    fn kind(&self) -> Unexpected<'_> {
        match self {
            Self::Null => Unexpected::Other("null"),
            Self::Flag(flag) => Unexpected::Bool(*flag),
            Self::Whole(number) => Unexpected::Unsigned(*number),
            Self::Negative(number) => Unexpected::Signed(*number),
            Self::Number(number) => Unexpected::Float(*number),
            Self::Text(text) => Unexpected::Str(text),
            Self::List(_) => Unexpected::Seq,
            Self::Table(_) => Unexpected::Map,
        }
    }
}

struct Items {
    list: std::vec::IntoIter<Node>,
    next: usize,
}

impl Items {
    /// Refuses elements left over, of `count`.
    fn finish(self, count: usize) -> Result<(), Misfit> {
        match self.list.len() {
            0 => Ok(()),
            _ => Err(Misfit::invalid_length(count, &"fewer elements in array")),
        }
    }

    /// A misfit in the element that was taken last.
    #[cold]
    fn within(&self, misfit: Misfit) -> Misfit {
        misfit.within(Step::Index(self.next - 1))
    }
}

impl<'de> SeqAccess<'de> for &mut Items {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let Some(node) = self.list.next() else { return Ok(None) };
        self.next += 1;
        match seed.deserialize(node) {
            Ok(value) => Ok(Some(value)),
            Err(misfit) => Err(self.within(misfit)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len())
    }
}

struct Entries {
    table: std::vec::IntoIter<(String, Node)>,
    /// The entry whose name was read, with its value until it is taken.
    entry: Option<(String, Option<Node>)>,
}

impl Entries {
    /// Moves to the next entry.
    fn next(&mut self) -> Option<Key<'_>> {
        let (name, value) = self.table.next()?;
        let (name, _) = self.entry.insert((name, Some(value)));
        Some(Key(name))
    }

    fn value(&mut self) -> Result<Node, Misfit> {
        let value = self.entry.as_mut().and_then(|(_, value)| value.take());
        value.ok_or_else(|| Misfit::custom("a value without a name"))
    }

    /// A misfit in the current entry.
    #[cold]
    fn within(&mut self, misfit: Misfit) -> Misfit {
        match self.entry.take() {
            Some((name, _)) => misfit.within(Step::Name(name)),
            None => misfit,
        }
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some(key) = self.next() else { return Ok(None) };
        match seed.deserialize(key) {
            Ok(key) => Ok(Some(key)),
            Err(misfit) => Err(self.within(misfit)),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        seed.deserialize(self.value()?).map_err(|misfit| self.within(misfit))
    }
}

/// A name: always a text.
struct Key<'a>(&'a str);

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_str(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A variant, and its contents.
struct Choice {
    name: String,
    value: Option<Node>,
}

impl<'de> EnumAccess<'de> for Choice {
    type Error = Misfit;
    type Variant = Within;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Within), Misfit> {
        let variant = seed.deserialize(self.name.into_deserializer())?;
        Ok((variant, Within(self.value)))
    }
}

/// The contents of a variant, if it was not given by its name alone.
struct Within(Option<Node>);

impl Within {
    fn node(self) -> Result<Node, Misfit> {
        let expected = &"a table with the name of the variant and what it holds";
        self.0.ok_or_else(|| Misfit::invalid_type(Unexpected::UnitVariant, expected))
    }
}

impl<'de> VariantAccess<'de> for Within {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        match self.0 {
            None | Some(Node::Null) => Ok(()),
            Some(node) => Err(node.unexpected("no value")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        seed.deserialize(self.node()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.node()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.node()?.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use crate::Scene;

    /// `a table with one name was expected` named none.
    #[test]
    fn the_error_for_what_is_no_variant_names_all() {
        let all = "must be one of Circle, Segment, Capsule, Arc, Chain, Box, Path, HalfPlane: the name, or a table with that name \
            alone; found ";
        for (shape, found) in [
            (r#"{"type": "circle", "radius": 1}"#, r#"a table of 2 names: "type", "radius""#),
            (r#"{"a": 1, "b": 2, "c": 3, "d": 4}"#, r#"a table of 4 names: "a", "b", "c", ..."#),
            ("{}", "an empty table"),
            ("3", "integer `3`"),
            ("null", "null"),
            ("[]", "sequence"),
        ] {
            let text = format!(r#"{{"carom": 1, "bodies": [{{"shapes": [{shape}]}}]}}"#);
            let fault = Scene::from_json(&text).expect_err(shape);
            assert_eq!(fault.path, "bodies[0].shapes[0]");
            assert_eq!(fault.message, format!("{all}{found}"), "{shape}");
        }
    }
}
