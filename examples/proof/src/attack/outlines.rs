//! Walls of every kind of outline, and a ball that runs along or into them: it never comes to their other side.

mod case;
mod geometry;
mod shrink;

use super::source::Source;
use case::Case;

/// Draws an outline and a ball in front of it as the bytes say, and follows the ball.
///
/// # Panics
/// Where the ball's centre comes to the other side of the outline, or deeper into it than `Config::max_penetration`. The
/// message holds a program that shows it.
pub fn outlines(data: &[u8]) {
    let Some(case) = Case::draw(&mut Source(data)) else { return };
    if let Err(breach) = case.run() {
        let small = shrink::shrunk(case);
        let what = small.run().err().map_or(breach.what, |breach| breach.what);
        panic!("{what}\n{}", small.program());
    }
}
