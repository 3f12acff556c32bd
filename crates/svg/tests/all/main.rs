//! All integration tests in one program: it is linked once.

mod clones;
mod colors;
mod drawing;
mod pages;
mod strokes;
mod warnings;
