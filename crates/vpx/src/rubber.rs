//! Rubbers: closed bands of a thickness.

use carom_scene::model::Shape;

use crate::error::Error;
use crate::fields::Fields;
use crate::points;
use crate::report::Outcome;
use crate::scene_builder::{SceneBuilder, thickness_at_ball_height};
use crate::units::LENGTH;

pub(crate) fn put(fields: &Fields<'_>, name: &str, builder: &mut SceneBuilder) -> Result<Outcome, Error> {
    let points = points::read(fields, &mut builder.points)?;
    if !fields.is_collidable()? {
        return Ok(Outcome::STOPS_NO_BALL);
    }
    let height = fields.number(&["height", "height_top"], 25.0)?;
    let height = fields.number(&["hit_height"], height)?;
    // Less than 0 stands for the height at which it is drawn.
    let height = if height < 0.0 { fields.number(&["height", "height_top"], 25.0)? } else { height };
    let thickness = fields.within(&["thickness"], 8.0, [0.0, 1e4])?;
    let Some(half) = thickness_at_ball_height(0.5 * thickness, height) else {
        return Ok(Outcome::LeftOut("lies below or above a ball on the playfield"));
    };
    let spans = points::spans(&points, true);
    if spans.len() < 2 {
        return Ok(Outcome::LeftOut("has no outline"));
    }
    let (material, _) = builder.surface(fields, "rubber")?;
    let links = builder.follow(&spans)?;
    let path = builder.path(&links, true, half * LENGTH);
    builder.stand(name, path.map(Shape::Path).into_iter().collect(), material, 0);
    Ok(Outcome::Carried("rubber"))
}
