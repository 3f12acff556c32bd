//! After a step: where everything is now goes to the components.

use std::hint::select_unpredictable;

use bevy_ecs::change_detection::{ContiguousMut, Tick};
use bevy_ecs::prelude::*;
use bevy_ecs::query::ArchetypeFilter;
use bevy_ecs::system::SystemChangeTick;
use bevy_math::Vec2;
use carom::{BodyKind, JointKind, Limit};

use crate::drawing;
use crate::warning::{Kind, Warnings};
use crate::world::{BodyDetail, BodyHandle, Carom, Knot, Moved, Pose, Writer, Writes};

pub(crate) fn roots(
    carom: Res<'_, Carom>,
    bodies: Query<'_, '_, Moved<'_>, Without<ChildOf>>,
    warnings: ResMut<'_, Warnings>,
    mut writes: ResMut<'_, Writes>,
    now: SystemChangeTick,
) {
    let writes = writes.bypass_change_detection();
    writes.own[Writer::Step as usize] = now.this_run();
    write(&carom, bodies, warnings, writes, now.this_run());
}

/// Writes the bodies of entities below another entity, which may have moved just now.
pub(crate) fn children(
    carom: Res<'_, Carom>,
    bodies: Query<'_, '_, Moved<'_>, With<ChildOf>>,
    warnings: ResMut<'_, Warnings>,
    mut writes: ResMut<'_, Writes>,
    now: SystemChangeTick,
) {
    write(&carom, bodies, warnings, writes.bypass_change_detection(), now.this_run());
}

/// Table by table and not entity by entity, and with few branches: what is at rest and what moves hardly comes in any
/// order, and a branch that the processor guesses wrong costs as much as all the rest.
fn write<F: ArchetypeFilter>(
    carom: &Carom,
    mut bodies: Query<'_, '_, Moved<'_>, F>,
    mut warnings: ResMut<'_, Warnings>,
    Writes { touched, step_began, is_drawn, .. }: &mut Writes,
    now: Tick,
) {
    let (world, dt, step_began) = (&carom.world, carom.dt, *step_began);
    // A value that the game has written since the step began stays, and the next step finds it.
    let is_foreign = |tick: Tick| tick.is_newer_than(step_began, now);
    let tables = bodies.contiguous_iter_mut().expect("none of these components is kept in a sparse set");
    for (entities, handles, details, transforms, velocities, spins) in tables {
        let (handles, _) = ContiguousMut::bypass_change_detection_split(handles);
        let (details, _) = ContiguousMut::bypass_change_detection_split(details);
        let (transforms, mut ticks) = ContiguousMut::bypass_change_detection_split(transforms);
        let mut velocities = velocities.map(ContiguousMut::bypass_change_detection_split);
        let mut spins = spins.map(ContiguousMut::bypass_change_detection_split);
        let rows = entities.iter().zip(handles).zip(details).zip(transforms).zip(ticks.changed_mut());
        for (row, ((((&entity, handle), detail), transform), changed)) in rows.enumerate() {
            if handle.kind == BodyKind::Fixed {
                continue;
            }
            let Some(motion) = world.motion(handle.id) else {
                warnings.give(entity, Kind::Stale, || {
                    "its body is gone from the world: despawn the entity to remove a body, or restore both together"
                        .into()
                });
                continue;
            };
            let turns = (motion.angle - handle.current.angle).abs() > SMALL_TURN;
            let bits = |place: Vec2| [place.x.to_bits(), place.y.to_bits()];
            let moves = (bits(motion.position) != bits(handle.current.position)) | turns;
            if *is_drawn {
                handle.begin(detail);
            }
            handle.current.position = motion.position;
            if turns {
                handle.turn_to(motion.angle);
            }
            handle.is_still = !moves;
            if std::mem::take(&mut handle.driven) {
                handle.stand(detail);
            }
            if is_foreign(*changed) {
                touched.push(entity);
            } else if moves | handle.has_parent {
                drawing::show_current(handle, detail, transform);
                *changed = now;
            }
            if let Some((velocities, ticks)) = &mut velocities {
                let (velocity, changed) = (&mut velocities[row].0, &mut ticks.changed_mut()[row]);
                let shows = shows(handle.velocity.x, motion.velocity.x, motion.position.x, dt)
                    | shows(handle.velocity.y, motion.velocity.y, motion.position.y, dt);
                if is_foreign(*changed) {
                    touched.push(entity);
                } else {
                    handle.velocity = select_unpredictable(shows, motion.velocity, handle.velocity);
                    *velocity = handle.velocity;
                    *changed = select_unpredictable(shows, now, *changed);
                }
            }
            if let Some((spins, ticks)) = &mut spins {
                let (spin, changed) = (&mut spins[row].0, &mut ticks.changed_mut()[row]);
                let shows = shows(handle.angular_velocity, motion.angular_velocity, motion.angle, dt);
                if is_foreign(*changed) {
                    touched.push(entity);
                } else {
                    handle.angular_velocity =
                        select_unpredictable(shows, motion.angular_velocity, handle.angular_velocity);
                    *spin = handle.angular_velocity;
                    *changed = select_unpredictable(shows, now, *changed);
                }
            }
        }
    }
}

/// Radians. A ball at rest turns by less than that in a step, in the last bits of its angle: too little to be seen.
const SMALL_TURN: f32 = 1e-6;

/// Whether a speed differs from the one that was written last, by so much that it could move a coordinate in a step. A
/// ball at rest has another speed in each step, in its last bits: those are not reported as changes.
#[inline]
fn shows(written: f32, now: f32, coordinate: f32, dt: f32) -> bool {
    coordinate + (now - written) * dt != coordinate
}

/// Where the step turned bodies round: drawing goes through these places.
pub(crate) fn knots(carom: Res<'_, Carom>, mut bodies: Query<'_, '_, (&mut BodyHandle, &mut BodyDetail)>) {
    let mut note = |id, time: f32, pose: &dyn Fn(&BodyHandle, &BodyDetail) -> Pose| {
        if let Some(entity) = carom.entity(id)
            && let Ok((mut handle, mut detail)) = bodies.get_mut(entity)
        {
            let (handle, detail) = (handle.bypass_change_detection(), detail.bypass_change_detection());
            let pose = pose(handle, detail);
            detail.knots.push(Knot { time, pose });
            handle.is_still = false;
        }
    };
    for impact in carom.events().impacts() {
        for (id, side) in [(impact.body_b, 1.0), (impact.body_a, -1.0)] {
            if impact.shape_a.is_some() && side < 0.0 {
                continue;
            }
            let Some(radius) = carom.ball(id).map(|ball| ball.radius) else { continue };
            note(id, impact.time, &|handle, detail| Pose {
                position: impact.point + impact.normal * (side * radius),
                angle: drawing::angle_at(handle, detail, impact.time / carom.dt),
            });
        }
    }
    for hit in carom.events().joint_limits() {
        let Some(joint) = carom.joint(hit.body) else { continue };
        let coordinate = match hit.limit {
            Limit::Lower => joint.limits[0],
            Limit::Upper => joint.limits[1],
        };
        note(hit.body, hit.time, &|handle, _| match joint.kind {
            JointKind::Slider { axis } => {
                Pose { position: joint.position + axis * coordinate, angle: handle.current.angle }
            }
            _ => Pose { position: handle.current.position, angle: coordinate },
        });
    }
}
