//! The pages agree with their sources: figures, links, names of paths, commands, types and constants. Types have examples.

mod english;
mod examples;
mod figures;
mod files;
mod links;
mod names;
mod walks;
