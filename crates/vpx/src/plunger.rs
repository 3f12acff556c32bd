//! Plungers: a rod on a spring that leaves the ball as fast as the table's does.

use carom_scene::model::{Body, Capsule, JointDrive, Motion, Motor, Point as Place, Shape};
use glam::dvec2;

use crate::error::Error;
use crate::fields::Fields;
use crate::report::Outcome;
use crate::scene_builder::{Rod, SceneBuilder, TABLE};
use crate::surface::Surface;
use crate::units::{LENGTH, MASS, SPEED};

/// Mass of the rod in the program, balls: `hitplunger.cpp`.
const TABLE_MASS: f64 = 30.0;
/// Share of the tip's speed that a ball gets: `hitplunger.cpp`.
const GIVES: f64 = 1.45 / (1.0 + 1.0 / TABLE_MASS);
/// Divisor of the speed in the program: `PlungerMoverObject::Fire`.
const DIVISOR: f64 = 13.0;
/// Mass of our rod, kilograms: that of `carom-pinball`.
const ROD: f64 = 0.1;
/// Half the thickness of its tip, metres.
const TIP: f32 = 0.001;
/// How fast it is drawn back, metres a second.
const PULL: f32 = 0.25;

/// Adds a plunger to a table whose setting of all plungers is `normalize`, in percent.
pub(crate) fn put(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    normalize: f64,
) -> Result<Outcome, Error> {
    let center = fields.point(&["center"])?;
    let frame = fields.within(&["stroke"], 80.0, [1.0, 1e4])?;
    let park = fields.within(&["park_position"], 0.1667, [0.0, 0.95])?;
    let speed = fields.within(&["speed_fire"], 80.0, [0.0, 1e4])?;
    let half = fields.within(&["width"], 25.0, [1.0, 1e3])? * LENGTH;
    let stroke = (1.0 - park) * frame;
    let tip = builder.place(dvec2(center.x, center.y - stroke));
    // The ball's speed at full pull, and the spring that does that work on both.
    let leaves = speed * stroke / TABLE_MASS * (normalize / 100.0 / DIVISOR) * GIVES * SPEED;
    let stroke = stroke * LENGTH;
    let stiffness = ((ROD + MASS) * leaves * leaves / (stroke * stroke)).clamp(1.0, 1e6);
    // Far enough beyond its stop to hold the rod against a ball that lies on it.
    let ahead = 0.02 * stroke;
    let material = builder.material("plunger", Surface::PLAIN.material(builder.difficulty));
    let reach = (half as f32 - TIP).max(TIP);
    let shape = Shape::Capsule(Capsule {
        a: Place(-reach, -TIP),
        b: Place(reach, -TIP),
        radius: TIP,
        ..Capsule::default()
    });
    let name = builder.name(name);
    builder.scene.bodies.push(Body {
        name,
        position: tip,
        shapes: vec![shape],
        material: Some(material),
        layers: Some(vec![TABLE.to_owned()]),
        motion: Some(Motion::Slider {
            mass: ROD as f32,
            axis: Place(0.0, 1.0),
            limits: Place(-stroke as f32, 0.0),
            drive: JointDrive {
                input: Some("plunger".to_owned()),
                pressed: Motor::Velocity {
                    target: -PULL,
                    max_force: (2.0 * stiffness * stroke + 1.0) as f32,
                },
                stiffness: stiffness as f32,
                spring_rest: ahead as f32,
                limit_restitution: 0.2,
                gravity_scale: Some(0.0),
                ..JointDrive::default()
            },
        }),
        ..Body::default()
    });
    builder.rods.push(Rod { tip: dvec2(f64::from(tip.0), f64::from(tip.1)), stroke, half });
    Ok(Outcome::Carried("plunger"))
}
