//! How many things lie on top of each other. Such a pile costs the square of its number, to join walls and to find
//! touching balls: a file of a megabyte could keep a machine busy for days.

use carom::glam::Vec2;
use carom::prelude::vec2;

use crate::expand::Placed;
use crate::fault::Fault;
use crate::limits;
use crate::model::{Angle, Body, Point};

/// Smallest and largest corner of a box.
type Bounds = [Vec2; 2];

/// A cell of a grid whose cells are so wide, as a power of two.
type Cell = (i32, i64, i64);

/// Refuses walls that lie on top of each other, and moving bodies of very many pieces.
///
/// # Errors
/// The place of the crowd, or the body.
pub(crate) fn walls(bodies: &[Placed<'_, Body>], angle: Angle) -> Result<(), Fault> {
    let mut cells = Vec::new();
    for body in bodies {
        let position = body.frame.point(body.item.position);
        let (sin, cos) = libm::sincosf(body.frame.angle(angle.radians(body.item.angle)));
        let mirrored = if body.frame.mirror { -1.0 } else { 1.0 };
        let place = |p: Point| position + vec2(cos, sin).rotate(vec2(mirrored * p.0, p.1));
        let mut count = 0;
        let mut put = |bounds: Bounds| {
            count += 1;
            enter(bounds, &mut cells);
        };
        body.item.shapes.iter().for_each(|shape| shape.boxes(angle, &place, &mut put));
        if body.item.motion.is_some() && count > limits::MOVING {
            let most = limits::MOVING;
            let message =
                format!("its shapes have {count} pieces, but a body that moves must have at most {most}");
            return Err(Fault::at(format!("{}.shapes", body.path), message));
        }
    }
    refuse(&mut cells, "bodies", "shapes")
}

/// Refuses balls that lie on top of each other.
///
/// # Errors
/// The place of the crowd.
pub(crate) fn balls(balls: impl Iterator<Item = (Vec2, f32)>) -> Result<(), Fault> {
    let mut cells = Vec::new();
    balls.for_each(|(center, radius)| enter([center - radius, center + radius], &mut cells));
    refuse(&mut cells, "balls", "balls")
}

/// Puts a box into the cells that it lies in, of a grid that fits its size.
fn enter([low, high]: Bounds, cells: &mut Vec<Cell>) {
    let size = f64::from((high - low).max_element());
    // Numbers that are not finite or out of range are refused elsewhere.
    if !(low.is_finite() && high.is_finite() && size >= 0.0) {
        return;
    }
    let level = if size < 1e-9 { -30 } else { libm::ilogb(size) + 1 };
    let cell = |x: f32| libm::floor(libm::ldexp(f64::from(x), -level)) as i64;
    for x in cell(low.x)..=cell(high.x) {
        for y in cell(low.y)..=cell(high.y) {
            cells.push((level, x, y));
        }
    }
}

/// Refuses cells in which too much lies.
fn refuse(cells: &mut [Cell], path: &str, what: &str) -> Result<(), Fault> {
    cells.sort_unstable();
    let (mut sum, mut worst) = (0, (0, (0, 0, 0)));
    for crowd in cells.chunk_by(|a, b| a == b) {
        let count = crowd.len() as u64;
        sum += count * count;
        worst = worst.max((count, crowd[0]));
    }
    if sum <= limits::CROWD {
        return Ok(());
    }
    let (count, (level, x, y)) = worst;
    let middle = |x: i64| libm::ldexp(x as f64 + 0.5, level) as f32;
    let message = format!(
        "too many {what} lie on top of each other: {count} of them near ({}, {}); the squares of such numbers sum to \
         {sum}, and may sum to {} at most",
        middle(x),
        middle(y),
        limits::CROWD
    );
    Err(Fault::at(path, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scene;

    fn refusal(text: &str) -> Option<String> {
        Scene::from_ron(text).unwrap().stage().err().map(|fault| fault.to_string())
    }

    /// Walls, balls and grids of balls in one place, and a moving body of too much: each is refused before it costs
    /// anything, with its place.
    #[test]
    fn what_lies_on_top_of_each_other_is_refused() {
        let many = |item: &str, count: usize| item.repeat(count);
        for (text, part) in [
            (many("(shapes: [Circle(center: (3, 4), radius: 1)]),", 20_000), "bodies: too many shapes"),
            (many("(shapes: [Segment(a: (0, 0), b: (9, 1))]),", 20_000), "20000 of them near (8, 8)"),
            (many("(shapes: [Arc(radius: 2, start: 0, sweep: 90)]),", 20_000), "too many shapes"),
        ] {
            let message = refusal(&format!("(carom: 1, units: (angle: Degrees), bodies: [{text}])")).unwrap();
            assert!(message.contains(part), "{message}");
        }
        let balls = many("(radius: 1),", 20_000);
        let message = refusal(&format!("(carom: 1, balls: [{balls}])")).unwrap();
        assert!(message.starts_with("balls: too many balls"), "{message}");
        let grid = "position: (0, 0), spacing: (0, 1e-6), columns: 20000, rows: 1, ball: (radius: 1)";
        let message = refusal(&format!("(carom: 1, spawners: [Grid({grid})])")).unwrap();
        assert!(message.contains("too many balls"), "{message}");
        let shapes: String =
            (0..limits::MOVING + 9).map(|x| format!("Circle(center: ({x}, 0), radius: 0.1),")).collect();
        let body = format!("(motion: Steady(angular_velocity: 1), shapes: [{shapes}{shapes}])");
        let message = refusal(&format!("(carom: 1, bodies: [{body}])")).unwrap();
        assert!(message.starts_with("bodies[0].shapes: its shapes"), "{message}");
    }

    /// A scene packed as densely as any, and fans of walls and rings of many arcs, are far below the limit.
    #[test]
    fn dense_scenes_are_none() {
        let mut cells = Vec::new();
        for n in 0..40_000 {
            let at = vec2((n % 200) as f32, (n / 200) as f32);
            enter([at - 0.5, at + 0.5], &mut cells);
        }
        assert_eq!(refuse(&mut cells, "balls", "balls"), Ok(()));
        let sum: usize = cells.chunk_by(|a, b| a == b).map(|crowd| crowd.len() * crowd.len()).sum();
        assert!(sum < 50 * 40_000, "{sum}: a million of these are {}", 25 * sum);
        let mut cells = Vec::new();
        for n in 0..5000 {
            enter([Vec2::ZERO, vec2(100.0, n as f32 * 0.01)], &mut cells);
        }
        assert_eq!(refuse(&mut cells, "bodies", "shapes"), Ok(()));
    }
}
