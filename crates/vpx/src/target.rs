//! Hit targets: plates that stand, or that drop when they are hit.

use carom_scene::model::Shape;
use glam::dvec2;

use crate::error::Error;
use crate::fields::Fields;
use crate::report::Outcome;
use crate::scene_builder::SceneBuilder;
use crate::units::BALL;

/// Kinds of targets in the order of their numbers.
const KINDS: [&str; 10] = [
    "",
    "droptargetbeveled",
    "droptargetsimple",
    "hittargetround",
    "hittargetrectangle",
    "hitfattargetrectangle",
    "hitfattargetsquare",
    "droptargetflatsimple",
    "hitfattargetslim",
    "hittargetslim",
];
/// Half the width of a plate, and how far it reaches to its front and its back, as shares of its size: those of the
/// program's meshes, `src/meshes/dropTargetT2Mesh.h` and `hitTargetRoundMesh.h`.
const DROP: [f64; 3] = [0.525, 0.15, 0.2];
const STAND: [f64; 3] = [0.6, 0.2, 0.16];

pub(crate) fn put(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    falls: bool,
) -> Result<Outcome, Error> {
    if !fields.is_collidable()? {
        return Ok(Outcome::STOPS_NO_BALL);
    }
    if fields.flag(&["is_dropped", "dropped"], false)? {
        return Ok(Outcome::LeftOut("is down at the start, and only the table's script raises it"));
    }
    let drops = fields.choice(&["target_type", "type"], &KINDS)?.starts_with("drop");
    let at = fields.point(&["position", "center"])?;
    let [width, depth, height] =
        [fields.part("size", "x", 32.0)?, fields.part("size", "y", 32.0)?, fields.part("size", "z", 32.0)?];
    let z = fields.part("position", "z", 0.0)?;
    // Plates are drawn to 1.7 of their size above their foot.
    if z > 1.5 * BALL || z + 1.7 * height < 0.5 * BALL {
        return Ok(Outcome::LeftOut("lies below or above a ball on the playfield"));
    }
    let [half, front, back] = if drops { DROP } else { STAND };
    let angle = fields.number(&["rot_z"], 0.0)?.to_radians();
    let turn = dvec2(libm::cos(angle), libm::sin(angle));
    let corners = [(-half, front), (half, front), (half, -back), (-half, -back)]
        .map(|(x, y)| at + turn.rotate(dvec2(x * width, y * depth)));
    let (material, _) = builder.surface(fields, if drops { "drop target" } else { "target" })?;
    let Some(plate) = builder.corners(&corners, true) else {
        return Ok(Outcome::LeftOut("has no size"));
    };
    builder.stand(name, vec![Shape::Path(plate)], material, 50);
    if drops && falls {
        builder.falls(fields);
    } else if drops {
        fields.note("stays up when it is hit");
    }
    Ok(Outcome::Carried(if drops { "drop target" } else { "target" }))
}
