//! Triggers: areas that notice balls.

use carom_scene::model::{Goal, Region};

use crate::error::Error;
use crate::fields::Fields;
use crate::points;
use crate::report::Outcome;
use crate::scene_builder::SceneBuilder;
use crate::units::{BALL, LENGTH};

/// Shapes in the order of their numbers.
const SHAPES: [&str; 8] = ["none", "wirea", "star", "wireb", "button", "wirec", "wired", "inder"];

pub(crate) fn put(fields: &Fields<'_>, name: &str, builder: &mut SceneBuilder) -> Result<Outcome, Error> {
    let points = points::read(fields, &mut builder.points)?;
    if !fields.flag(&["is_enabled", "enabled"], true)? {
        return Ok(Outcome::LeftOut("is switched off, and only the table's script switches it on"));
    }
    if builder.ground(fields)? > 0.5 * BALL {
        return Ok(Outcome::LeftOut("stands on something that is above the playfield"));
    }
    let shape = fields.choice(&["shape"], &SHAPES)?;
    let region = if matches!(shape.as_str(), "star" | "button") || points.len() < 3 {
        let radius = fields.within(&["radius"], 25.0, [0.1, 1e4])?;
        Region::Circle { center: builder.place(fields.point(&["center"])?), radius: (radius * LENGTH) as f32 }
    } else {
        let corners = points::outline(&points::spans(&points, true));
        if corners.len() < 3 {
            return Ok(Outcome::LeftOut("has no outline"));
        }
        Region::Polygon { points: corners.into_iter().map(|corner| builder.place(corner)).collect() }
    };
    let name = builder.name(name);
    builder.scene.goals.push(Goal { name, region: Some(region), points: 10, ..Goal::default() });
    Ok(Outcome::Carried("area that notices balls"))
}
