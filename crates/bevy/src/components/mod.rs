//! Components that a game spawns: plain data, translated into the engine's by [`sync`](crate::sync).
//!
//! Files here know the engine and [`queue`](crate::queue), and nothing else of this crate but [`frame`](crate::frame).

pub(crate) mod ball;
pub(crate) mod body;
pub(crate) mod field;
pub(crate) mod filter;
pub(crate) mod joint;
pub(crate) mod link;
pub(crate) mod material;
pub(crate) mod motion;
pub(crate) mod play;
#[cfg(feature = "reflect")]
pub(crate) mod remote;
pub(crate) mod shape;

/// Turns a component into the engine's type of the same fields, and back. A field that the engine gets is missed here by
/// the compiler.
macro_rules! same_fields {
    ($own:ty, $engine:path { $($field:ident),* $(,)? }) => {
        impl From<$engine> for $own {
            fn from(engine: $engine) -> Self {
                Self { $($field: engine.$field),* }
            }
        }

        impl From<$own> for $engine {
            fn from(own: $own) -> Self {
                Self { $($field: own.$field),* }
            }
        }
    };
}
pub(crate) use same_fields;
