//! Walls: closed outlines, parts of which may kick.

use carom_scene::model::{KickProfile, Material, Shape};

use crate::error::Error;
use crate::fields::Fields;
use crate::points;
use crate::report::Outcome;
use crate::scene_builder::{Platform, SceneBuilder, at_ball_height};
use crate::units::SPEED;

/// Fastest that a slingshot throws a ball against its band, VP units.
const STRONGEST: f64 = 40.0;

/// Adds a wall. One that can drop and reports hits falls at the first if `falls` says so.
pub(crate) fn put(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    falls: bool,
) -> Result<Outcome, Error> {
    let points = points::read(fields, &mut builder.points)?;
    if !fields.is_collidable()? {
        return Ok(Outcome::STOPS_NO_BALL);
    }
    let bottom = fields.number(&["height_bottom"], 0.0)?;
    let top = fields.number(&["height_top"], 50.0)?;
    if !at_ball_height(bottom, top) {
        return Ok(Outcome::LeftOut("lies below or above a ball on the playfield"));
    }
    let spans = points::spans(&points, true);
    if spans.len() < 2 {
        return Ok(Outcome::LeftOut("has no outline"));
    }
    let drops = fields.flag(&["is_droppable", "droppable"], false)?;
    let falls = falls && drops && fields.flag(&["hit_event", "hitEvent"], false)?;
    if drops && !falls {
        fields.note("stays up: only the table's script lets it drop");
    }
    let (material, surface) = builder.surface(fields, "wall")?;
    let kicks = spans.iter().any(|span| span.slingshot);
    let mut shapes = Vec::new();
    if !kicks {
        let links = builder.follow(&spans)?;
        shapes.extend(builder.path(&links, true, 0.0).map(Shape::Path));
        builder.stand(name, shapes, material, 0);
        if falls {
            builder.falls(fields);
        }
        builder.platforms.push(Platform {
            body: builder.scene.bodies.len() - 1,
            item: name.to_owned(),
            outline: points::outline(&spans),
            top,
        });
        return Ok(Outcome::Carried("wall"));
    }
    // The program throws the ball against the band, by half the force in the middle, and then lets it bounce.
    let force = fields.within(&["slingshot_force"], 80.0, [0.0, 1e4])?;
    let threshold = fields.within(&["slingshot_threshold"], 0.0, [0.0, 1e4])?;
    let kick = surface.elasticity * (0.5 * force).min(STRONGEST) * SPEED;
    let band = Material {
        kick: kick as f32,
        kick_threshold: (threshold * SPEED) as f32,
        kick_profile: KickProfile::Slingshot,
        ..surface.material(builder.difficulty)
    };
    let band = builder.material("slingshot", band);
    let mut bands = Vec::new();
    for run in spans.chunk_by(|a, b| a.slingshot == b.slingshot) {
        let links = builder.follow(run)?;
        if run[0].slingshot {
            bands.extend(links.iter().filter_map(|link| builder.path(&[*link], false, 0.0)).map(Shape::Path));
        } else {
            shapes.extend(builder.path(&links, false, 0.0).map(Shape::Path));
        }
    }
    builder.stand(name, bands, band, 10);
    if !shapes.is_empty() {
        builder.stand(&format!("{name} back"), shapes, material, 0);
    }
    Ok(Outcome::Carried("slingshot"))
}
