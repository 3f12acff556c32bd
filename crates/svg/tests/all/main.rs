//! All integration tests in one program: it is linked once.

mod clones;
mod drawing;
mod pages;
mod strokes;
mod warnings;
