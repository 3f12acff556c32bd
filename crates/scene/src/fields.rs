//! Fields and nudges of a scene: put into the world, and driven by buttons.

use carom::{FieldId, World};

use crate::buttons::Buttons;
use crate::engine_errors::{corners, refuse, within};
use crate::fault::Fault;
use crate::model::{Attractor, Region, Scene};
use crate::resolver::Resolver;

/// The effects of buttons on fields and on the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pulls {
    /// Fields that a button turns on: their place in the list, the button, and the field while it is on.
    coils: Vec<(usize, usize, carom::Field)>,
    /// Shoves: the button, and the motion of the table.
    nudges: Vec<(usize, carom::glam::Vec2, f32)>,
}

/// The fields as the engine knows them.
fn made(scene: &Scene, resolver: &Resolver<'_>) -> Result<Vec<carom::Field>, Fault> {
    let mut made = Vec::new();
    for (n, field) in scene.fields.iter().enumerate() {
        let path = format!("fields[{n}]");
        let area = match &field.region {
            None => None,
            Some(Region::Circle { center, radius }) => {
                Some(carom::Region::Circle { center: (*center).into(), radius: *radius })
            }
            Some(Region::Box { min, max }) => {
                if !(min.0 < max.0 && min.1 < max.1) {
                    let message = corners(*max, *min);
                    return Err(Fault::at(format!("{path}.region.max"), message));
                }
                Some(carom::Region::between((*min).into(), (*max).into()))
            }
            Some(Region::Polygon { .. }) => {
                return Err(Fault::at(format!("{path}.region"), "must be a Circle or a Box"));
            }
        };
        let magnet = |Attractor { center, strength, softening: core }: Attractor| carom::Attractor {
            center: center.into(),
            strength,
            softening: core,
        };
        let mask = match &field.layers {
            None => u32::MAX,
            Some(_) => resolver.layers.filter(&path, field.layers.as_deref(), None)?.category,
        };
        let field = carom::Field {
            region: area,
            acceleration: field.acceleration.into(),
            drag: field.drag,
            flow: field.flow.into(),
            attractor: field.attractor.map(magnet),
            mask,
        };
        field.check().map_err(|error| refuse(&path, error))?;
        made.push(field);
    }
    Ok(made)
}

/// Puts the fields into the world; fields that wait for a button do nothing yet.
pub(crate) fn add(world: &mut World, scene: &Scene, resolver: &Resolver<'_>) -> Result<Vec<FieldId>, Fault> {
    let mut ids = Vec::new();
    for (n, (field, about)) in made(scene, resolver)?.into_iter().zip(&scene.fields).enumerate() {
        let field = if about.input.is_some() { idle(field) } else { field };
        ids.push(world.add_field(field).map_err(|error| refuse(&format!("fields[{n}]"), error))?);
    }
    Ok(ids)
}

/// The same field, acting on nothing.
fn idle(field: carom::Field) -> carom::Field {
    carom::Field { mask: 0, ..field }
}

impl Pulls {
    /// # Errors
    /// A number that is out of range.
    pub(crate) fn new(scene: &Scene, resolver: &Resolver<'_>, buttons: &mut Buttons) -> Result<Self, Fault> {
        let mut pulls = Self::default();
        for (n, (field, about)) in made(scene, resolver)?.into_iter().zip(&scene.fields).enumerate() {
            if let Some(input) = &about.input {
                pulls.coils.push((n, buttons.number(input), field));
            }
        }
        for (n, nudge) in scene.nudges.iter().enumerate() {
            let path = format!("nudges[{n}]");
            within(&path, "seconds", f64::from(nudge.seconds), 0.001, 60.0)?;
            within(&path, "displacement.x", f64::from(nudge.displacement.0), -1e4, 1e4)?;
            within(&path, "displacement.y", f64::from(nudge.displacement.1), -1e4, 1e4)?;
            pulls.nudges.push((buttons.number(&nudge.input), nudge.displacement.into(), nudge.seconds));
        }
        Ok(pulls)
    }

    /// Turns coils on and off, and shoves the table, as buttons go down and up.
    pub(crate) fn drive(&self, world: &mut World, ids: &[FieldId], buttons: &Buttons) {
        for (n, button, field) in &self.coils {
            if buttons.changed(*button)
                && let Some(id) = ids.get(*n)
            {
                let field = if buttons.pressed(*button) { *field } else { idle(*field) };
                // A field that the game has removed is gone; nothing else can be wrong with it.
                let _ = world.set_field(*id, field);
            }
        }
        for (button, way, seconds) in &self.nudges {
            if buttons.changed(*button) && buttons.pressed(*button) {
                // Its numbers are in range.
                let _ = world.nudge(*way, *seconds);
            }
        }
    }
}
