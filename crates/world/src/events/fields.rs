//! Events as lists of named values: journals, JavaScript and Python hand them on so.

use alloc::vec::Vec;
use glam::Vec2;

use crate::id::{BodyId, LinkId, ShapeId};
use crate::model::Limit;

/// A value of a field of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventValue {
    /// A body, or none.
    Body(Option<BodyId>),
    /// A shape, or none.
    Shape(Option<ShapeId>),
    /// A link, or none.
    Link(Option<LinkId>),
    /// A place, a direction or a velocity.
    Vector(Vec2),
    /// A number.
    Number(f32),
    /// Yes or no.
    Flag(bool),
    /// A limit of a joint.
    Limit(Limit),
}

/// An event as a list of named values.
pub trait EventFields {
    /// Names of its fields, each with the kind of its value: an example of it.
    fn layout() -> Vec<(&'static str, EventValue)>;

    /// Values of the fields, in the order of the layout.
    fn values(&self) -> impl Iterator<Item = EventValue>;
}

/// The type of a field.
pub(super) trait FieldType: Copy + Into<EventValue> {
    /// Any value of it.
    const EXAMPLE: EventValue;
}

macro_rules! field_types {
    ($($type:ty: $value:ident => $kind:expr, $example:expr;)*) => {$(
        impl From<$type> for EventValue {
            fn from($value: $type) -> Self {
                $kind
            }
        }

        impl FieldType for $type {
            const EXAMPLE: EventValue = $example;
        }
    )*};
}

field_types! {
    BodyId: id => Self::Body(Some(id)), EventValue::Body(None);
    Option<BodyId>: id => Self::Body(id), EventValue::Body(None);
    Option<ShapeId>: id => Self::Shape(id), EventValue::Shape(None);
    ShapeId: id => Self::Shape(Some(id)), EventValue::Shape(None);
    LinkId: id => Self::Link(Some(id)), EventValue::Link(None);
    Vec2: vector => Self::Vector(vector), EventValue::Vector(Vec2::ZERO);
    f32: number => Self::Number(number), EventValue::Number(0.0);
    bool: flag => Self::Flag(flag), EventValue::Flag(false);
    Limit: limit => Self::Limit(limit), EventValue::Limit(Limit::Lower);
}

/// An example of the type of a field of an event.
pub(super) fn example<E, F: FieldType>(_: fn(&E) -> F) -> EventValue {
    F::EXAMPLE
}

/// States the fields of an event in the order in which they are handed on.
macro_rules! event_fields {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::events::fields::EventFields for $name {
            fn layout() -> alloc::vec::Vec<(&'static str, $crate::events::fields::EventValue)> {
                alloc::vec![$(
                    (stringify!($field), $crate::events::fields::example(|event: &Self| event.$field))
                ),*]
            }

            fn values(&self) -> impl Iterator<Item = $crate::events::fields::EventValue> {
                [$(self.$field.into()),*].into_iter()
            }
        }
    };
}
pub(super) use event_fields;
