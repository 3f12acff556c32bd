//! After a step: where everything is now goes to the components.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
use carom::{BodyKind, JointKind, Limit};

use crate::drawing;
use crate::warning::{Kind, Warnings};
use crate::world::{BodyHandle, Carom, Knot, Moved, Pose};

pub(crate) fn roots(
    carom: Res<'_, Carom>,
    bodies: Query<'_, '_, Moved<'_>, Without<ChildOf>>,
    warnings: ResMut<'_, Warnings>,
) {
    write(&carom, bodies, warnings);
}

/// What hangs below another entity, which may have moved just now.
pub(crate) fn children(
    carom: Res<'_, Carom>,
    bodies: Query<'_, '_, Moved<'_>, With<ChildOf>>,
    warnings: ResMut<'_, Warnings>,
) {
    write(&carom, bodies, warnings);
}

fn write<F: QueryFilter>(
    carom: &Carom,
    mut bodies: Query<'_, '_, Moved<'_>, F>,
    mut warnings: ResMut<'_, Warnings>,
) {
    for (entity, mut handle, mut transform, velocity, angular_velocity) in &mut bodies {
        let handle = handle.bypass_change_detection();
        if handle.kind == BodyKind::Fixed {
            continue;
        }
        let id = handle.id;
        let (Some(position), Some(angle)) = (carom.position(id), carom.angle(id)) else {
            warnings.give(entity, Kind::Stale, || {
                "its body is gone from the world: despawn the entity to remove a body, or restore both together".into()
            });
            continue;
        };
        let pose = Pose { position, angle };
        let has_moved = handle.current != pose;
        if std::mem::take(&mut handle.driven) {
            handle.jump(pose);
        } else {
            handle.advance(pose);
        }
        if has_moved || handle.parent.is_some() {
            drawing::show_current(handle, &mut transform);
        }
        if let Some(mut velocity) = velocity
            && let Some(now) = carom.velocity(id)
            && now != handle.velocity
        {
            handle.velocity = now;
            velocity.0 = now;
        }
        if let Some(mut angular_velocity) = angular_velocity
            && let Some(now) = carom.angular_velocity(id)
            && now != handle.angular_velocity
        {
            handle.angular_velocity = now;
            angular_velocity.0 = now;
        }
    }
}

/// Where the step turned bodies round: drawing goes through these places.
pub(crate) fn knots(carom: Res<'_, Carom>, mut bodies: Query<'_, '_, &mut BodyHandle>) {
    let mut note = |id, time: f32, pose: &dyn Fn(&BodyHandle) -> Pose| {
        if let Some(entity) = carom.entity(id)
            && let Ok(mut handle) = bodies.get_mut(entity)
        {
            let handle = handle.bypass_change_detection();
            let pose = pose(handle);
            handle.knots.push(Knot { time, pose });
        }
    };
    for impact in carom.events().impacts() {
        for (id, side) in [(impact.body_b, 1.0), (impact.body_a, -1.0)] {
            if impact.shape_a.is_some() && side < 0.0 {
                continue;
            }
            let Some(radius) = carom.ball(id).map(|ball| ball.radius) else { continue };
            note(id, impact.time, &|handle| Pose {
                position: impact.point + impact.normal * (side * radius),
                angle: drawing::at(handle, impact.time / carom.dt).angle,
            });
        }
    }
    for hit in carom.events().joint_limits() {
        let Some(joint) = carom.joint(hit.body) else { continue };
        let coordinate = match hit.limit {
            Limit::Lower => joint.limits[0],
            Limit::Upper => joint.limits[1],
        };
        note(hit.body, hit.time, &|handle| match joint.kind {
            JointKind::Slider { axis } => {
                Pose { position: joint.position + axis * coordinate, angle: handle.current.angle }
            }
            _ => Pose { position: handle.current.position, angle: coordinate },
        });
    }
}
