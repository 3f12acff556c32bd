//! Drawing between steps. The way that is drawn goes through the places of impacts: a bounce is drawn at its wall and not
//! cut short.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use bevy_math::Vec2;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use carom::BodyKind;

use crate::frame;
use crate::world::{BodyDetail, BodyHandle, Carom, Pose, Shown, Writer, Writes};

/// The `Transform` of this entity keeps to the last step: it is not interpolated.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component, Default, Clone, PartialEq))]
pub struct NoInterpolation;

#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;

/// Writes a pose of the engine's world into a `Transform`, and remembers that it was us.
pub(crate) fn show(handle: &mut BodyHandle, detail: &BodyDetail, transform: &mut Transform, pose: Pose) {
    let (position, angle) = detail.local(pose);
    write(handle, transform, position, frame::turn(angle));
}

/// The same with the pose that the last step has left.
#[inline]
pub(crate) fn show_current(handle: &mut BodyHandle, detail: &BodyDetail, transform: &mut Transform) {
    if handle.has_parent {
        let pose = handle.current;
        show(handle, detail, transform, pose);
    } else {
        let (position, turn) = (handle.current.position, handle.turn);
        write(handle, transform, position, turn);
    }
}

#[inline]
fn write(handle: &mut BodyHandle, transform: &mut Transform, position: Vec2, turn: Vec2) {
    (transform.translation.x, transform.translation.y) = (position.x, position.y);
    transform.rotation = frame::rotation(turn);
    handle.shown = Shown { position, turn };
}

fn between(a: Pose, b: Pose, share: f32) -> Pose {
    Pose { position: a.position.lerp(b.position, share), angle: a.angle + (b.angle - a.angle) * share }
}

/// The angle at a share of the last step, from 0 to 1.
pub(crate) fn angle_at(handle: &BodyHandle, detail: &BodyDetail, share: f32) -> f32 {
    between(detail.previous, handle.current, share).angle
}

/// The pose at a time within the last step, on the way through its knots.
fn on_the_way(handle: &BodyHandle, detail: &BodyDetail, time: f32, dt: f32) -> Pose {
    let (mut from, mut start) = (detail.previous, 0.0);
    for knot in &detail.knots {
        if knot.time >= time {
            let leg = knot.time - start;
            return if leg > 0.0 { between(from, knot.pose, (time - start) / leg) } else { knot.pose };
        }
        (from, start) = (knot.pose, knot.time);
    }
    let leg = dt - start;
    if leg > 0.0 { between(from, handle.current, (time - start) / leg) } else { handle.current }
}

/// Radians in a step.
const SMALL_TURN: f32 = 0.5;

type Drawn<'a> = (Entity, &'a mut BodyHandle, &'a BodyDetail, &'a mut Transform);

/// Before game logic of a fixed step runs: `Transform`s are where the last step has left them. A `Transform` that the
/// game has written since the last frame was drawn already. It stays as it is, and is not drawn on the way.
pub(crate) fn restore(
    mut bodies: Query<'_, '_, Drawn<'_>, Without<NoInterpolation>>,
    mut writes: ResMut<'_, Writes>,
    now: SystemChangeTick,
) {
    let Writes { own, touched, .. } = writes.bypass_change_detection();
    own[Writer::Restore as usize] = now.this_run();
    for (entity, mut handle, detail, mut transform) in &mut bodies {
        let handle = handle.bypass_change_detection();
        if handle.is_written(&transform) {
            // A body that was turned alone is not at the place of a step, but where it was drawn.
            if Shown::of(&transform).position == handle.shown.position {
                let position = detail.local(handle.current).0;
                (transform.translation.x, transform.translation.y) = (position.x, position.y);
            }
            handle.driven = true;
            touched.push(entity);
        } else if !handle.is_still {
            show_current(handle, detail, &mut transform);
        }
    }
}

/// Once a frame, after the fixed steps: `Transform`s are where they are drawn. One that somebody else has written since is
/// left as it is. A fixed step in which the engine did not step, as in a pause, leaves all where [`restore`] has put them:
/// the clock says nothing then about the way of the step before.
pub(crate) fn draw(
    carom: Res<'_, Carom>,
    time: Res<'_, Time<Fixed>>,
    mut bodies: Query<'_, '_, Drawn<'_>, Without<NoInterpolation>>,
    mut writes: ResMut<'_, Writes>,
    tick: SystemChangeTick,
) {
    let Writes { own, touched, step_began, .. } = writes.bypass_change_detection();
    own[Writer::Draw as usize] = tick.this_run();
    let stepped = step_began.is_newer_than(own[Writer::Restore as usize], tick.this_run());
    let now = time.overstep_fraction() * carom.dt;
    for (entity, mut handle, detail, mut transform) in &mut bodies {
        // Commands that ran right before have the same tick as what is drawn.
        if transform.last_changed() == tick.this_run() {
            touched.push(entity);
        }
        let handle = handle.bypass_change_detection();
        if !stepped || handle.is_still || handle.is_written(&transform) {
            continue;
        }
        let pose = on_the_way(handle, detail, now, carom.dt);
        // Over a small turn the straight line between both rotations is the arc but for a thousandth of it.
        let is_small = (handle.current.angle - detail.previous.angle).abs() < SMALL_TURN;
        if !handle.has_parent && handle.kind == BodyKind::Ball && is_small {
            let turn = detail.previous_turn.lerp(handle.turn, now / carom.dt).normalize();
            write(handle, &mut transform, pose.position, turn);
        } else {
            show(handle, detail, &mut transform, pose);
        }
    }
}
