//! Flippers: a tapered bat on a hinge, with the table's figures in our coil.

use carom_scene::model::{Body, JointDrive, Leg, Motion, Motor, Path, Point as Place, Shape};
use glam::{DVec2, dvec2};

use crate::error::Error;
use crate::fields::Fields;
use crate::report::Outcome;
use crate::scene_builder::{Bat, SceneBuilder, TABLE};
use crate::units::{BALL, INERTIA, LENGTH, TIME, TORQUE};

/// Share of its speed with which a flipper comes back from a stop: `hitflipper.cpp`.
const STOP: f32 = 0.3;
/// How far beyond its rest the return spring is slack, radians: so far that its torque is the same all the way.
const SLACK: f64 = 100.0;

/// The drive of a flipper, in the units of the table, as it is written there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlipperFigures {
    /// Angle over which it turns, radians, more than 0.
    pub stroke: f64,
    /// From its axis to the middle of its tip, VP units.
    pub length: f64,
    /// Mass, balls.
    pub mass: f64,
    /// Torque of the coil, VP units.
    pub strength: f64,
    /// Torque of the way back, as a share of the coil's.
    pub back: f64,
    /// How long the coil takes to its full torque, units of 10 ms.
    pub ramp_up: f64,
    /// Share of the torque that is left at the end of the stroke.
    pub end_torque: f64,
    /// Angle before the end of the stroke from which the torque falls, radians.
    pub end_angle: f64,
}

impl FlipperFigures {
    /// Moment of inertia about the axis, kg m^2: that of a rod, as in the program.
    #[must_use]
    pub fn inertia(&self) -> f64 {
        self.mass * self.length * self.length / 3.0 * INERTIA
    }

    /// Torque of the coil, newton metres.
    #[must_use]
    pub fn torque(&self) -> f64 {
        self.strength * TORQUE
    }

    /// Torque of the way back, newton metres.
    #[must_use]
    pub fn back_torque(&self) -> f64 {
        self.torque() * self.back
    }

    /// Its drive as a joint whose coordinate is 0 at rest and grows by `way`, 1 or -1.
    ///
    /// The coil's rise with time becomes one with the angle, that of a stroke without a ball: there the angle at which it
    /// pulls in full is `torque x time^2 / (6 x inertia)`, and its share before that the cube root of the angle's.
    #[must_use]
    pub fn drive(&self, way: f64, input: &str) -> JointDrive {
        let (coil, back) = (self.torque(), self.back_torque());
        let whole = coil + back;
        let time = self.ramp_up.max(0.0) * TIME;
        let full = (coil * time * time / (6.0 * self.inertia())).min(1e3 * self.stroke);
        let end = self.end_angle.clamp(0.0, 0.99 * self.stroke);
        let share = |angle: f64| {
            let rise = if full > 0.0 { libm::cbrt(angle / full).min(1.0) } else { 1.0 };
            let left = if end > 0.0 { ((self.stroke - angle) / end).clamp(0.0, 1.0) } else { 1.0 };
            let fade = left * left * left * left;
            rise * (fade + self.end_torque * (1.0 - fade))
        };
        let mut angles = vec![0.0];
        if full > 0.0 {
            angles.extend([1.0 / 64.0, 0.125, 1.0].map(|part| part * full));
        }
        if end > 0.0 {
            angles.extend([1.0, 0.75, 0.5, 0.0].map(|part| self.stroke - part * end));
        } else {
            angles.push(self.stroke);
        }
        angles.retain(|angle| *angle <= self.stroke);
        angles.sort_by(f64::total_cmp);
        angles.dedup_by(|b, a| *b - *a < 1e-5);
        // At rest the rise would be none, and nothing would move: as much as gives the first part the work that it has.
        let first = |angle: f64| {
            if angle == 0.0 && full > 0.0 {
                0.5 * share(angles.get(1).copied().unwrap_or(full))
            } else {
                share(angle)
            }
        };
        let mut curve: Vec<Place> = angles
            .iter()
            .map(|angle| Place((way * angle) as f32, ((coil * first(*angle) + back) / whole) as f32))
            .collect();
        curve.sort_by(|a, b| a.0.total_cmp(&b.0));
        JointDrive {
            input: Some(input.to_owned()),
            pressed: Motor::Force((way * whole) as f32),
            torque_curve: curve,
            stiffness: (back / SLACK) as f32,
            spring_rest: (-way * SLACK) as f32,
            limit_restitution: STOP,
            ..JointDrive::default()
        }
    }
}

/// Two circles and their common tangents, along +x.
fn bat(length: f64, base: f64, tip: f64) -> Path {
    let sin = (base - tip) / length;
    let cos = libm::sqrt(1.0 - sin * sin);
    let place = |v: DVec2| Place(v.x as f32, v.y as f32);
    let (low, high, end) = (dvec2(sin, -cos), dvec2(sin, cos), dvec2(length, 0.0));
    Path {
        start: place(low * base),
        closed: true,
        legs: vec![
            Leg::Line(place(end + low * tip)),
            Leg::Arc { through: place(end + dvec2(tip, 0.0)), to: place(end + high * tip) },
            Leg::Line(place(high * base)),
            Leg::Arc { through: place(dvec2(-base, 0.0)), to: place(low * base) },
        ],
        ..Path::default()
    }
}

pub(crate) fn put(fields: &Fields<'_>, name: &str, builder: &mut SceneBuilder) -> Result<Outcome, Error> {
    if builder.ground(fields)? > 0.5 * BALL {
        return Ok(Outcome::LeftOut("stands on something that is above the playfield"));
    }
    if !fields.flag(&["is_enabled", "enabled"], true)? {
        return Ok(Outcome::LeftOut("is switched off, and only the table's script switches it on"));
    }
    let center = fields.point(&["center"])?;
    let [start, end] = [
        fields.number(&["start_angle"], 121.0)?.to_radians(),
        fields.number(&["end_angle"], 70.0)?.to_radians(),
    ];
    let longest = fields.within(&["flipper_radius_max", "flipper_radius"], 130.0, [1.0, 1e4])?;
    let shortest = fields.within(&["flipper_radius_min"], 0.0, [0.0, 1e4])?;
    let length = if shortest > 0.0 && longest > shortest {
        longest - (longest - shortest) * builder.difficulty
    } else {
        longest
    };
    let tip = fields.within(&["end_radius"], 13.0, [0.1, 0.95 * length])?;
    let base =
        fields.within(&["base_radius"], 21.5, [0.1_f64.max(tip - 0.95 * length), tip + 0.95 * length])?;
    let figures = FlipperFigures {
        stroke: (end - start).abs(),
        length,
        mass: fields.within(&["mass"], 1.0, [1e-3, 1e4])?,
        strength: fields.within(&["strength"], 2200.0, [1e-3, 1e6])?,
        back: fields.within(&["return_", "return"], 0.058, [1e-4, 1.0])?,
        ramp_up: fields.within(&["ramp_up"], 3.0, [0.0, 1e3])?,
        end_torque: fields.within(&["torque_damping"], 0.75, [1e-3, 1.0])?,
        end_angle: fields.within(&["torque_damping_angle"], 6.0, [0.0, 360.0])?.to_radians(),
    };
    if !(1e-3..=6.0).contains(&figures.stroke) {
        return Ok(Outcome::LeftOut("has no stroke between 0.001 and 6 radians"));
    }
    if fields.number(&["override_physics"], 0.0)? != 0.0 {
        fields.note("takes its physics from the player's settings: those of the table count here");
    }
    let (material, _) = builder.surface(fields, "flipper")?;
    // The table's angles are clockwise from straight up the table.
    let rest = core::f64::consts::FRAC_PI_2 - start;
    let way = if end < start { 1.0 } else { -1.0 };
    let input = if libm::cos(rest) >= 0.0 { "left" } else { "right" };
    let position = builder.place(center);
    let stroke = (way * figures.stroke) as f32;
    builder.bats.push(Bat {
        input,
        pivot: dvec2(f64::from(position.0), f64::from(position.1)),
        rest,
        way,
        length: length * LENGTH,
        tip: tip * LENGTH,
    });
    let name = builder.name(name);
    builder.scene.bodies.push(Body {
        name,
        position,
        angle: rest as f32,
        shapes: vec![Shape::Path(bat(length * LENGTH, base * LENGTH, tip * LENGTH))],
        material: Some(material),
        layers: Some(vec![TABLE.to_owned()]),
        motion: Some(Motion::Hinge {
            inertia: figures.inertia() as f32,
            mass: 0.0,
            center_of_mass: Place::default(),
            limits: Some(Place(stroke.min(0.0), stroke.max(0.0))),
            drive: figures.drive(way, input),
        }),
        ..Body::default()
    });
    Ok(Outcome::Carried("flipper"))
}
