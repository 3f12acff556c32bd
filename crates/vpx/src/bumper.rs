//! Bumpers.

use carom_scene::model::{Circle, Material, Shape};

use crate::error::Error;
use crate::fields::Fields;
use crate::report::Outcome;
use crate::scene_builder::SceneBuilder;
use crate::surface::Surface;
use crate::units::{BALL, LENGTH, SPEED};

pub(crate) fn put(fields: &Fields<'_>, name: &str, builder: &mut SceneBuilder) -> Result<Outcome, Error> {
    if !fields.is_collidable()? {
        return Ok(Outcome::STOPS_NO_BALL);
    }
    if builder.ground(fields)? > 0.5 * BALL {
        return Ok(Outcome::LeftOut("stands on something that is above the playfield"));
    }
    let center = builder.place(fields.point(&["center"])?);
    let radius = fields.within(&["radius"], 45.0, [0.0, 1e4])?;
    let force = fields.within(&["force"], 15.0, [0.0, 1e4])?;
    let threshold = fields.within(&["threshold"], 1.0, [0.0, 1e4])?;
    let material = Material {
        kick: (force * SPEED) as f32,
        kick_threshold: (threshold * SPEED) as f32,
        ..Surface::PLAIN.material(builder.difficulty)
    };
    let material = builder.material("bumper", material);
    let ring = Circle { center, radius: (radius * LENGTH) as f32, ..Circle::default() };
    builder.stand(name, vec![Shape::Circle(ring)], material, 100);
    Ok(Outcome::Carried("bumper"))
}
