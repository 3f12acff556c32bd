//! Bumpers.

use carom_scene::model::{Circle, Material, Shape};

use crate::account::Outcome;
use crate::error::Error;
use crate::fields::Fields;
use crate::maker::Maker;
use crate::surface::Surface;
use crate::units::{BALL, LENGTH, SPEED};

pub(crate) fn put(fields: &Fields<'_>, name: &str, maker: &mut Maker) -> Result<Outcome, Error> {
    if !fields.flag(&["is_collidable", "collidable"], true)? {
        return Ok(Outcome::LeftOut("stops no ball in the table either"));
    }
    if maker.ground(fields)? > 0.5 * BALL {
        return Ok(Outcome::LeftOut("stands on something that is above the playfield"));
    }
    let center = maker.place(fields.point(&["center"])?);
    let radius = fields.within(&["radius"], 45.0, [0.0, 1e4])?;
    let force = fields.within(&["force"], 15.0, [0.0, 1e4])?;
    let threshold = fields.within(&["threshold"], 1.0, [0.0, 1e4])?;
    let material = Material {
        kick: (force * SPEED) as f32,
        kick_threshold: (threshold * SPEED) as f32,
        ..Surface::PLAIN.material(maker.difficulty)
    };
    let material = maker.material("bumper", material);
    let ring = Circle { center, radius: (radius * LENGTH) as f32, ..Circle::default() };
    maker.stand(name, vec![Shape::Circle(ring)], material, 100);
    Ok(Outcome::Carried("bumper"))
}
