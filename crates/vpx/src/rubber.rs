//! Rubbers: closed bands of a thickness.

use carom_scene::model::Shape;

use crate::account::Outcome;
use crate::error::Error;
use crate::fields::Fields;
use crate::maker::{Maker, thickness_at_ball_height};
use crate::points;
use crate::units::LENGTH;

pub(crate) fn put(fields: &Fields<'_>, name: &str, maker: &mut Maker) -> Result<Outcome, Error> {
    let points = points::read(fields, &mut maker.points)?;
    if !fields.flag(&["is_collidable", "collidable"], true)? {
        return Ok(Outcome::LeftOut("stops no ball in the table either"));
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
    let (material, _) = maker.surface(fields, "rubber")?;
    let links = maker.follow(&spans)?;
    let path = maker.path(&links, true, half * LENGTH);
    maker.stand(name, path.map(Shape::Path).into_iter().collect(), material, 0);
    Ok(Outcome::Carried("rubber"))
}
