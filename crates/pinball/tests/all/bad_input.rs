//! Settings that every part refuses, and that a refusal names the field and leaves nothing behind.

use carom::prelude::*;
use carom_pinball::{
    Bumper, BumperSettings, DropTarget, DropTargetSettings, Flipper, FlipperSettings, Gate, GateSettings,
    Kicker, KickerSettings, Plunger, PlungerSettings, Ramp, RampSettings, Rollover, RolloverSettings, Seesaw,
    SeesawSettings, Slingshot, SlingshotSettings, Spinner, SpinnerSettings, StandupTarget,
    StandupTargetSettings,
};

/// Adds a part at a place to a body.
type Add = fn(&mut World, BodyId, Vec2) -> Result<(), Error>;

/// Parts that stand by themselves.
const FREE: [(&str, Add); 5] = [
    ("flipper", |world, _, at| Flipper::add(world, FlipperSettings::left(at)).map(drop)),
    ("plunger", |world, _, at| Plunger::add(world, PlungerSettings::new(at, Vec2::Y)).map(drop)),
    ("gate", |world, _, at| Gate::add(world, GateSettings::new(at, at + vec2(0.04, 0.0))).map(drop)),
    ("spinner", |world, _, at| Spinner::add(world, SpinnerSettings::new(at)).map(drop)),
    ("seesaw", |world, _, at| Seesaw::add(world, SeesawSettings::new(at)).map(drop)),
];

/// Parts that a body carries.
const CARRIED: [(&str, Add); 7] = [
    ("bumper", |world, table, at| Bumper::add(world, table, BumperSettings::new(at)).map(drop)),
    ("slingshot", |world, table, at| {
        Slingshot::add(world, table, SlingshotSettings::new(at, at + Vec2::X)).map(drop)
    }),
    ("standup_target", |world, table, at| {
        StandupTarget::add(world, table, StandupTargetSettings::new(at, at + Vec2::X)).map(drop)
    }),
    ("drop_target", |world, table, at| {
        DropTarget::add(world, table, DropTargetSettings::new(at, at + Vec2::X)).map(drop)
    }),
    ("kicker", |world, table, at| Kicker::add(world, table, KickerSettings::new(at, Vec2::Y)).map(drop)),
    ("rollover", |world, table, at| {
        Rollover::add(world, table, RolloverSettings::new(at, at + Vec2::X)).map(drop)
    }),
    ("ramp", |world, table, at| {
        let (on, off) = (Filter::default(), Filter::default());
        Ramp::add(world, table, RampSettings { mouths: vec![[at, at + Vec2::X]], on, off }).map(drop)
    }),
];

#[test]
fn no_part_is_put_outside_the_world_or_nowhere() {
    for (name, add) in FREE.into_iter().chain(CARRIED) {
        let mut world = World::new(Config::default()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let before = world.state_hash();
        for at in [Vec2::NAN, Vec2::INFINITY, vec2(0.0, f32::NEG_INFINITY), vec2(2e8, 0.0), Vec2::MAX] {
            match add(&mut world, table, at) {
                Err(Error::OutOfRange { field, value, allowed }) => {
                    assert!(!field.is_empty() && !allowed.is_empty(), "{name} at {at}: {field} {value}");
                }
                other => panic!("{name} at {at}: {other:?}"),
            }
        }
        assert_eq!((world.state_hash(), world.bodies().count()), (before, 1), "{name} left something behind");
        assert_eq!(add(&mut world, table, vec2(0.2, 0.3)), Ok(()), "{name}");
    }
}

#[test]
fn no_part_is_put_on_a_body_that_is_gone_or_that_carries_nothing() {
    for (name, add) in CARRIED {
        let mut world = World::new(Config::default()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.0135)).unwrap();
        world.remove_body(table).unwrap();
        let before = world.state_hash();
        assert_eq!(add(&mut world, table, Vec2::ZERO), Err(Error::UnknownBody(table)), "{name}");
        let refused = add(&mut world, ball, Vec2::ZERO);
        assert!(matches!(refused, Err(Error::WrongKind { .. })), "{name}: {refused:?}");
        assert_eq!(world.state_hash(), before, "{name} left something behind");
    }
}

/// The figures that a hinge or slider of any game may get wrong.
#[test]
fn guides_refuse_limits_that_are_crossed_and_curves_that_are_not_sorted() {
    let hinge = || Joint::hinge(Vec2::ZERO, 1e-4);
    let slider = |limits| Joint::slider(Vec2::ZERO, Vec2::X, 0.1, limits);
    let bad = [
        ("joint.limits[1]", hinge().limits(0.5, -0.5)),
        ("joint.limits[1]", hinge().limits(0.0, f32::NAN)),
        ("joint.limits[1]", slider([0.1, 0.0])),
        ("joint.limits[0]", slider([f32::NEG_INFINITY, 0.0])),
        ("joint.joint_position", hinge().limits(0.5, 1.0)),
        ("joint.inertia", Joint::hinge(Vec2::ZERO, 0.0)),
        ("joint.inertia", Joint::hinge(Vec2::ZERO, -1.0)),
        ("joint.inertia", Joint::slider(Vec2::ZERO, Vec2::X, 0.0, [0.0, 1.0])),
        ("joint.axis", Joint::slider(Vec2::ZERO, Vec2::ZERO, 1.0, [0.0, 1.0])),
        ("joint.torque_curve", hinge().torque_curve([vec2(1.0, 1.0), vec2(0.0, 2.0)])),
        ("joint.speed_curve", hinge().speed_curve([vec2(0.0, 1.0), vec2(f32::NAN, 2.0)])),
        ("joint.stiffness", hinge().spring(-1.0, 0.0)),
        ("joint.damping", hinge().damping(f32::NAN)),
        ("joint.friction", hinge().friction(-1.0)),
        ("joint.limit_restitution", hinge().limit_restitution(1.5)),
        ("joint.mass", hinge().mass(-1.0, Vec2::ZERO)),
        ("joint.position", Joint::hinge(vec2(0.0, 2e8), 1e-4)),
    ];
    let mut world = World::new(Config::default()).unwrap();
    for (wanted, guide) in bad {
        match world.add_joint(guide.clone()) {
            Err(Error::OutOfRange { field, .. } | Error::PointOutOfRange { field, .. }) => {
                assert!(field.starts_with(wanted), "{field}, not {wanted}");
            }
            // Both limits are named.
            Err(Error::Swapped { fields, .. }) => {
                assert!(fields.contains(&wanted), "{fields:?}, not {wanted}");
            }
            other => panic!("{guide:?}: {other:?}"),
        }
    }
    assert_eq!(world.bodies().count(), 0, "nothing was added");
}
