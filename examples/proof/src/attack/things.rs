//! The parts from which the attack on the world's interface builds worlds: any values, most of them fair.

use carom::glam::Vec2;
use carom::prelude::*;
use carom::{
    Field, FloorSurface, FloorZone, KickProfile, Region, RestitutionCurve, SpeedCurve, TrajectoryQuery,
};

use super::source::Source;

pub(super) fn material(source: &mut Source<'_>) -> Material {
    let mut material = Material::new(source.number(0.0, 1.0), source.number(0.0, 1.5));
    if source.byte() < 64 {
        material.rolling_resistance = source.number(0.0, 0.2);
        material.surface_speed = source.number(-3.0, 3.0);
        material.kick = source.number(0.0, 4.0);
        material.kick_threshold = source.number(0.0, 1.0);
    }
    if source.byte() < 48 {
        material.static_friction = source.number(0.0, 2.0);
        material.scatter_angle = source.number(0.0, 1.0);
        material.pair_id = u32::from(source.byte() % 4);
        material.kick_profile = if source.byte() < 128 { KickProfile::Even } else { KickProfile::Slingshot };
        material.restitution_curve = match source.byte() % 3 {
            0 => RestitutionCurve::Constant,
            1 => RestitutionCurve::HalfAt(source.number(0.1, 30.0)),
            _ => {
                let points =
                    [0.0, 4.0, 9.0].map(|x| Vec2::new(source.number(x, x + 3.0), source.number(0.0, 1.0)));
                SpeedCurve::new(&points[..usize::from(source.byte() % 4)])
                    .map_or(RestitutionCurve::Constant, RestitutionCurve::Curve)
            }
        };
    }
    material
}

pub(super) fn shape(source: &mut Source<'_>) -> Result<Shape, Error> {
    let mut shape = match source.byte() % 8 {
        0 => Shape::circle(source.point(0.5), source.number(0.0, 0.5)),
        1 => Shape::segment(source.point(0.5), source.point(0.5)),
        2 => Shape::capsule(source.point(0.5), source.point(0.5), source.number(0.0, 0.3)),
        3 => Shape::arc(
            source.point(0.5),
            source.number(0.1, 1.0),
            source.number(0.0, 6.0),
            source.number(0.1, 6.2),
        ),
        4 => Shape::chain(&Chain::polyline(&[source.point(0.8), source.point(0.8), source.point(0.8)])),
        5 => {
            let path = Chain::start(source.point(0.5)).line_to(source.point(0.5));
            Shape::chain(&path.tangent_arc_to(source.point(1.0)).arc_to(source.point(1.0), source.point(1.0)))
        }
        6 => {
            let path =
                Chain::start(source.point(0.8)).arc_by_angle_to(source.point(0.8), source.number(-3.0, 3.0));
            Shape::chain(&path.line_to(source.point(0.8)).close())
        }
        // Far off, so that it pushes no one through the box.
        _ => Shape::half_plane(Vec2::new(source.number(-9.0, 9.0), -20.0), Vec2::Y),
    }?;
    match source.byte() {
        0..32 => shape = shape.sensor(),
        32..64 => shape = shape.side(if source.byte() < 128 { Side::Left } else { Side::Right }),
        64..80 => shape = shape.radius(source.number(0.0, 0.2)),
        80..96 => shape = shape.filter(filter(source)),
        _ => {}
    }
    Ok(shape.material(material(source)))
}

pub(super) fn guide(source: &mut Source<'_>) -> Joint {
    let mut guide = if source.byte().is_multiple_of(2) {
        Joint::hinge(source.point(4.0), source.number(0.01, 2.0))
            .limits(source.number(-3.0, 0.0), source.number(0.0, 3.0))
            .mass(source.number(0.0, 2.0), source.point(0.5))
    } else {
        let limits = [source.number(-1.0, 0.0), source.number(0.0, 1.0)];
        Joint::slider(source.point(4.0), source.point(1.0), source.number(0.01, 2.0), limits)
    };
    if source.byte() < 48 {
        let mut curve =
            || [-1.0, 0.0, 1.0].map(|x| Vec2::new(source.number(x, x + 0.9), source.number(-1.0, 2.0)));
        guide = guide.torque_curve(curve()).speed_curve(curve());
        guide = guide.gravity_scale(source.number(-2.0, 2.0)).angle(source.number(-3.0, 3.0));
        guide = guide.joint_position(source.number(-0.5, 0.5)).joint_velocity(source.number(-9.0, 9.0));
    }
    guide
        .spring(source.number(0.0, 50.0), source.number(-1.0, 1.0))
        .damping(source.number(0.0, 1.0))
        .friction(source.number(0.0, 1.0))
        .limit_restitution(source.number(0.0, 1.0))
        .motor(motor(source))
}

pub(super) fn motor(source: &mut Source<'_>) -> Motor {
    match source.byte() % 3 {
        0 => Motor::Off,
        1 => Motor::Force(source.number(-20.0, 20.0)),
        _ => Motor::Velocity { target: source.number(-9.0, 9.0), max_force: source.number(0.0, 20.0) },
    }
}

pub(super) fn filter(source: &mut Source<'_>) -> Filter {
    let group = [0, 0, 1, -1, 7][usize::from(source.byte() % 5)];
    match source.byte() {
        0..64 => Filter::default().group(group),
        64..128 => Filter::NONE,
        _ => Filter::new(source.word(), source.word()).group(group),
    }
}

fn area(source: &mut Source<'_>) -> Region {
    if source.byte() < 128 {
        return Region::Circle { center: source.point(5.0), radius: source.number(0.1, 4.0) };
    }
    let half = Vec2::new(source.number(0.1, 4.0), source.number(0.1, 4.0));
    Region::Rectangle { center: source.point(5.0), half, angle: source.number(-3.0, 3.0) }
}

pub(super) fn field(source: &mut Source<'_>) -> Field {
    let mut field = match source.byte() % 3 {
        0 => Field::attractor(source.point(4.0), source.number(-20.0, 20.0), source.number(0.01, 1.0)),
        1 => Field::uniform(source.point(20.0)),
        _ => Field::drag(source.number(0.0, 9.0)).flow(source.point(3.0)),
    };
    if source.byte() < 128 {
        field = field.within(area(source));
    }
    if source.byte() < 32 {
        field.mask = source.word();
    }
    field
}

fn surface(source: &mut Source<'_>) -> FloorSurface {
    FloorSurface {
        sliding_friction: source.number(0.0, 1.0),
        rolling_friction: source.number(0.0, 0.3),
        spinning_friction: source.number(0.0, 0.5),
    }
}

pub(super) fn floor(source: &mut Source<'_>) -> Floor {
    let gravity = source.number(0.0, 20.0);
    Floor { gravity, surface: surface(source), cushion_height: source.number(0.0, 0.5) }
}

pub(super) fn zone(source: &mut Source<'_>) -> FloorZone {
    FloorZone { region: area(source), surface: surface(source) }
}

/// Mostly such as two balls in the box may have between them.
pub(super) fn link(source: &mut Source<'_>, [a, b]: [LinkEnd; 2]) -> Link {
    let link = match source.byte() % 4 {
        0 => Link::rod(a, b, source.number(0.2, 4.0)),
        1 => Link::rope(a, b, source.number(0.2, 4.0)),
        2 => {
            let (min, max) = (source.number(0.0, 1.0), source.number(1.0, 5.0));
            Link::spring(a, b, source.number(0.0, 3.0), source.number(0.0, 200.0)).limits(min, max)
        }
        _ => Link::spring(a, b, source.number(0.0, 3.0), source.number(0.0, 200.0)),
    };
    if source.byte() < 128 { link.damping(source.number(0.0, 5.0)) } else { link }
}

pub(super) fn ball(source: &mut Source<'_>) -> Ball {
    let speed = source.number(0.0, 6.0).exp2() * 5.0;
    let mut ball = Ball::new(source.point(4.5), source.number(0.05, 0.4))
        .velocity(source.point(speed))
        .angular_velocity(source.number(-50.0, 50.0))
        .mass(source.number(-6.0, 6.0).exp2())
        .material(material(source));
    match source.byte() {
        0..32 => {
            ball.gravity_scale = source.number(-2.0, 2.0);
            ball.inertia_factor = source.number(0.2, 1.0);
            ball.angle = source.number(-4.0, 4.0);
        }
        32..64 => ball = ball.sphere().rolling_velocity(source.point(9.0)),
        64..80 => ball = ball.filter(filter(source)),
        _ => {}
    }
    ball.user_data(u64::from(source.word()))
}

pub(super) fn config(source: &mut Source<'_>, before: &Config) -> Config {
    let mut config = Config {
        gravity: source.point(20.0),
        max_substeps: u32::from(source.byte() % 12),
        max_push_speed: source.number(0.1, 50.0),
        max_penetration: source.number(0.02, 0.3),
        max_work: 16 << (source.byte() % 10),
        ..*before
    };
    if source.byte() < 64 {
        config.contact_frequency = source.number(0.01, 0.5);
        config.contact_damping_ratio = source.number(0.5, 30.0);
        config.slop = source.number(1e-4, 0.05);
        config.max_inelastic_impacts = source.number(1.0, 99.0);
        config.seed = u64::from(source.word());
    }
    if source.byte() < 64 {
        config.max_speed = source.number(1.0, 500.0);
        config.bounds = (source.byte() < 128).then(|| [source.point(5.0), source.point(5.0)]);
        config.stuck_after = source.number(0.01, 1.0);
        config.stuck_radius = source.number(0.0, 2.0);
        config.sleep_speed = source.number(0.0, 0.11);
        config.max_events = 990 + u32::from(source.byte());
    }
    config
}

pub(super) fn aim(source: &mut Source<'_>, ball: Option<BodyId>) -> TrajectoryQuery {
    let aim = match ball {
        Some(id) if source.byte() < 128 => TrajectoryQuery::from_ball(id),
        _ => TrajectoryQuery::new_ball(self::ball(source)),
    };
    let aim = aim.seconds(source.sane(0.0, 0.3)).bounces(u32::from(source.byte() % 8));
    let aim =
        aim.include_balls(source.byte() < 128).dt([1.0 / 60.0, 0.005, 0.1][usize::from(source.byte() % 3)]);
    if source.byte() < 128 { aim.velocity(source.point(50.0)) } else { aim }
}
