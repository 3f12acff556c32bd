//! The code of every page, as documentation tests: `cargo test -p carom-book --doc` compiles and runs it.
//!
//! It uses all crates that the pages use, and promises nothing. `tests` checks the pages themselves: figures,
//! names, links.

/// A page whose code is compiled and run.
macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!($path)]
            mod $name {}
        )*
    };
}

pages! {
    readme: "../../../README.md",
    carom: "../../../crates/carom/README.md",
    draw: "../../../crates/draw/README.md",
    narrowphase: "../../../crates/narrowphase/README.md",
    parts: "../../../crates/pinball/README.md",
    scene: "../../../crates/scene/README.md",
    cookbook: "../../../docs/cookbook.md",
    coming_from: "../../../docs/coming-from.md",
    faq: "../../../docs/faq.md",
    pinball: "../../../docs/pinball.md",
    tables: "../../../docs/tables.md",
    tutorial: "../../../docs/tutorial.md",
}
