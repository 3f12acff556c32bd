//! Points and directions of a table's frame, in the world.

use carom::glam::Vec2;
use carom::prelude::*;

/// A direction, or a velocity.
pub(crate) fn direction(world: &World, table: BodyId, local: Vec2) -> Result<Vec2, Error> {
    let angle = world.angle(table).ok_or(Error::UnknownBody(table))?;
    Ok(Vec2::new(libm::cosf(angle), libm::sinf(angle)).rotate(local))
}

/// A point.
pub(crate) fn point(world: &World, table: BodyId, local: Vec2) -> Result<Vec2, Error> {
    let position = world.position(table).ok_or(Error::UnknownBody(table))?;
    Ok(position + direction(world, table, local)?)
}
