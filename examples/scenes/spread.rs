//! Starting places for many balls, and the box to hold them.

use carom::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64;

/// Centres in rows from the bottom left, `columns` in a row and `spacing` apart, each off its place by at
/// most `jitter` in both directions.
pub(crate) fn grid(
    count: usize,
    columns: usize,
    origin: Vec2,
    spacing: f32,
    jitter: f32,
    chance: &mut Pcg64,
) -> Vec<Vec2> {
    let mut places = Vec::with_capacity(count);
    for n in 0..count {
        let (column, row) = (n % columns, n / columns);
        let place = origin + vec2(column as f32, row as f32) * spacing;
        places.push(place + vec2(either_way(chance, jitter), either_way(chance, jitter)));
    }
    places
}

/// A number between `-most` and `most`.
pub(crate) fn either_way(chance: &mut Pcg64, most: f32) -> f32 {
    if most > 0.0 { chance.random_range(-most..most) } else { 0.0 }
}

/// Adds a fixed body whose one shape is a closed box.
pub(crate) fn add_box(world: &mut World, min: Vec2, max: Vec2, material: Material) -> Result<(), Error> {
    let corners = [min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
    let body = world.add_body(Body::fixed())?;
    world.add_shape(body, Shape::chain(&Chain::polyline(&corners).close())?.material(material))?;
    Ok(())
}
