//! The pages agree with their sources: figures, links, and the names of paths, commands, types and constants.

mod figures;
mod files;
mod links;
mod names;
