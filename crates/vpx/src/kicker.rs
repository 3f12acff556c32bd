//! Kickers: holes that catch a ball. The table's script decides the rest.

use carom_scene::model::{Goal, GoalAction, Point as Place, Region};

use crate::error::Error;
use crate::fields::Fields;
use crate::report::Outcome;
use crate::scene_builder::SceneBuilder;
use crate::units::{BALL, LENGTH, SPEED};

/// Share of the radius within which the centre of a ball is caught.
const CATCHES: f64 = 0.6;
/// How long a ball is held, seconds, and how fast it is thrown down the table, VP units: ours, as only the script has them.
const HOLDS: f32 = 1.0;
const THROWS: f64 = 10.0;
/// Faster balls pass over the hole, metres a second: that of `carom-pinball`.
const CATCHES_UP_TO: f32 = 1.5;
/// Parts of names of kickers in which balls are made or kept.
const MAKES_BALLS: [&str; 5] = ["release", "trough", "create", "slot", "plunger"];

pub(crate) fn put(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    drain: impl Fn(Place) -> bool,
) -> Result<Outcome, Error> {
    let center = fields.point(&["center"])?;
    let radius = fields.within(&["radius"], 25.0, [0.1, 1e4])?;
    if drain(builder.place(center)) {
        return Ok(Outcome::Carried("part of the drain"));
    }
    if !fields.flag(&["is_enabled", "enabled"], true)? {
        return Ok(Outcome::LeftOut("is switched off, and only the table's script switches it on"));
    }
    if builder.ground(fields)? > 0.5 * BALL {
        return Ok(Outcome::LeftOut("stands on something that is above the playfield"));
    }
    let small = name.to_lowercase();
    if MAKES_BALLS.iter().any(|part| small.contains(part)) {
        return Ok(Outcome::LeftOut(
            "is where the table's script makes balls: they start at the plunger here",
        ));
    }
    fields.note("holds a ball for 1 s and throws it down the table: what it does is in the table's script");
    let name = builder.name(name);
    let position = builder.place(center);
    builder.scene.goals.push(Goal {
        name,
        region: Some(Region::Circle { center: position, radius: (radius * CATCHES * LENGTH) as f32 }),
        points: 200,
        then: GoalAction::Hold {
            position,
            seconds: HOLDS,
            velocity: Place(0.0, (-THROWS * SPEED) as f32),
            slower_than: Some(CATCHES_UP_TO),
        },
        ..Goal::default()
    });
    Ok(Outcome::Carried("hole"))
}
