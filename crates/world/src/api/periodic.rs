//! Refusals of a periodic box: all that would have to be seen over its seams.

use crate::base::{Curve, Torus};
use crate::bodies::BodyRow;
use crate::config::Config;
use crate::error::Error;
use crate::geometry::Collider;
use crate::limits::within;
use crate::model::{BodyKind, Field};
use crate::world::World;

/// Why shapes are refused.
const SHAPES: &str = "only half-planes of fixed bodies may stand there, along an axis that repeats while the other does \
                      not (held balls serve as other obstacles)";
/// Why links are refused.
const LINKS: &str = "the two ends of a link would have many images";
/// Why fields and zones with a place are refused.
const REGIONS: &str = "it would have to act at all images of its place";

/// Refuses a ball that could touch another through two images.
pub(crate) fn check_radius(torus: &Torus, radius: f32) -> Result<(), Error> {
    let allowed = "at most a sixth of the shorter side of config.periodic";
    within("ball.radius", radius, 0.0..=torus.largest_radius() as f32, allowed)
}

/// Refuses all links.
pub(crate) fn check_link(torus: &Torus) -> Result<(), Error> {
    refuse(torus.is_laid(), "a link", LINKS)
}

/// Refuses fields that act at one place.
pub(crate) fn check_field(torus: &Torus, field: &Field) -> Result<(), Error> {
    refuse(torus.is_laid() && field.region.is_some(), "field.region", REGIONS)?;
    refuse(torus.is_laid() && field.attractor.is_some(), "field.attractor", REGIONS)
}

/// Refuses zones of the floor.
pub(crate) fn check_zone(torus: &Torus) -> Result<(), Error> {
    refuse(torus.is_laid(), "a floor zone", REGIONS)
}

/// Refuses shapes that would have to be repeated. `curves` are their parts, as they are placed in the world.
pub(crate) fn check_shape(
    torus: &Torus,
    body: &BodyRow,
    mut curves: impl Iterator<Item = Curve>,
) -> Result<(), Error> {
    let repeats_itself =
        |curve: Curve| matches!(curve, Curve::HalfPlane(half) if torus.is_across(half.normal));
    let stands = body.kind == BodyKind::Fixed && curves.all(repeats_itself);
    refuse(torus.is_laid() && !stands, "a shape", SHAPES)
}

/// Refuses to turn a body that carries shapes.
pub(crate) fn check_turn(torus: &Torus, has_shapes: bool) -> Result<(), Error> {
    refuse(torus.is_laid() && has_shapes, "a body that turns", SHAPES)
}

fn refuse(is_refused: bool, field: &'static str, reason: &'static str) -> Result<(), Error> {
    if is_refused { Err(Error::Periodic { field, reason }) } else { Ok(()) }
}

impl World {
    /// How the plane repeats.
    pub(crate) fn torus(&self) -> Torus {
        Torus::new(self.config.periodic)
    }

    /// Refuses settings with a periodic box that does not hold all that is in the world.
    pub(crate) fn check_periodic(&self, config: &Config) -> Result<(), Error> {
        let torus = Torus::new(config.periodic);
        let state = &self.state;
        state.balls.rows.iter().try_for_each(|row| check_radius(&torus, row.r as f32))?;
        state.links.all.iter().try_for_each(|_| check_link(&torus))?;
        state.fields.iter().try_for_each(|(_, field)| check_field(&torus, field))?;
        state.floor_zones.zones.iter().try_for_each(|_| check_zone(&torus))?;
        let body_of = |collider: &Collider| &state.body_set.rows[collider.body_row as usize];
        let mut colliders = state.body_set.colliders.iter();
        colliders.try_for_each(|(_, k)| check_shape(&torus, body_of(k), core::iter::once(k.curve)))
    }

    /// Brings all balls into the box of the settings.
    pub(crate) fn bring_into_box(&mut self) {
        let torus = self.torus();
        self.state.balls.rows.iter_mut().for_each(|row| row.x = torus.place(row.x));
    }
}
