//! Gates and spinners: lines that notice balls, and may let them through one way only.

use carom_scene::model::{Body, Goal, Segment, Shape, Side};
use glam::{DVec2, dvec2};

use crate::error::Error;
use crate::fields::Fields;
use crate::report::Outcome;
use crate::scene_builder::{SceneBuilder, TABLE};
use crate::units::BALL;

/// The ends of a gate or spinner: the first lies on the right of a ball that goes through it against its normal, which is up
/// the table at a rotation of 0.
fn ends(fields: &Fields<'_>) -> Result<[DVec2; 2], Error> {
    let center = fields.point(&["center"])?;
    let half = 0.5 * fields.within(&["length"], 80.0, [1.0, 1e4])?;
    let angle = fields.number(&["rotation"], 0.0)?.to_radians();
    let along = dvec2(libm::cos(angle), libm::sin(angle)) * half;
    Ok([center + along, center - along])
}

/// Adds a line that only notices balls, and a goal that counts them.
fn notice(name: &str, [a, b]: [DVec2; 2], points: i64, builder: &mut SceneBuilder) -> String {
    let name = builder.name(name);
    let line = Segment {
        name: "switch".to_owned(),
        a: builder.place(a),
        b: builder.place(b),
        sensor: true,
        ..Segment::default()
    };
    builder.scene.bodies.push(Body {
        name: name.clone(),
        shapes: vec![Shape::Segment(line)],
        layers: Some(vec![TABLE.to_owned()]),
        ..Body::default()
    });
    builder.scene.goals.push(Goal {
        name: name.clone(),
        sensor: Some(format!("{name}.switch")),
        points,
        ..Goal::default()
    });
    name
}

pub(crate) fn gate(fields: &Fields<'_>, name: &str, builder: &mut SceneBuilder) -> Result<Outcome, Error> {
    let ends = ends(fields)?;
    let two_way = fields.flag(&["two_way"], true)?;
    let collidable = fields.is_collidable()?;
    if builder.ground(fields)? > 0.5 * BALL {
        return Ok(Outcome::LeftOut("stands on something that is above the playfield"));
    }
    fields.note("takes no speed from balls that pass, as in the table");
    notice(name, ends, 0, builder);
    if two_way || !collidable {
        return Ok(Outcome::Carried("line that notices balls"));
    }
    let (material, _) = builder.surface(fields, "gate")?;
    let [a, b] = ends.map(|end| builder.place(end));
    // The table's line stops balls that move against its normal; with y up, that is on the left from its end to its
    // start.
    let flap = Segment { a: b, b: a, side: Side::Left, ..Segment::default() };
    builder.stand(&format!("{name} stop"), vec![Shape::Segment(flap)], material, 0);
    Ok(Outcome::Carried("one-way line"))
}

pub(crate) fn spinner(fields: &Fields<'_>, name: &str, builder: &mut SceneBuilder) -> Result<Outcome, Error> {
    let ends = ends(fields)?;
    if builder.ground(fields)? > 0.5 * BALL {
        return Ok(Outcome::LeftOut("stands on something that is above the playfield"));
    }
    fields.note("counts each pass once, and takes no speed from the ball, as in the table");
    notice(name, ends, 10, builder);
    Ok(Outcome::Carried("line that notices balls"))
}
