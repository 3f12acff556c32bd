//! The engine's view as lines: outlines, contacts, impacts, velocities and predicted paths.
//!
//! [`lines`] is for any renderer and for tests; [`CaromGizmoPlugin`] draws them with `bevy_gizmos`.

use bevy_app::prelude::*;
use bevy_color::{Color, Srgba};
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use carom::{BodyKind, PredictedTrajectory, ShapeGeometry, Side, TrajectoryQuery};

use crate::plugin::{CaromSystems, stepped};
use crate::world::{BodyHandle, Carom};

/// The choice of lines. Lengths are in world units.
#[derive(Clone, Debug, PartialEq, Reflect, GizmoConfigGroup)]
pub struct CaromGizmos {
    /// Outlines of balls and shapes, with bristles on the solid side of one-sided ones.
    pub outlines: bool,
    /// Contacts: a line along the normal.
    pub contacts: bool,
    /// For how long an impact is drawn, seconds; 0 for not at all.
    pub impacts: f32,
    /// Length of a velocity's arrow, seconds; 0 for not at all.
    pub velocities: f32,
    /// Length of the marks of contacts, impacts and bristles.
    pub mark: f32,
}

impl Default for CaromGizmos {
    fn default() -> Self {
        Self { outlines: true, contacts: true, impacts: 0.5, velocities: 0.05, mark: 0.1 }
    }
}

/// Draws the predicted path of this ball.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
pub struct ShowPath {
    /// Seconds ahead.
    pub seconds: f32,
    /// Bounces after which it ends.
    pub bounces: u32,
}

impl Default for ShowPath {
    fn default() -> Self {
        Self { seconds: 2.0, bounces: 8 }
    }
}

/// A straight line with its colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its start, world units.
    pub a: Vec2,
    /// Its end, world units.
    pub b: Vec2,
    /// Its colour.
    pub color: Color,
}

const BALL: Color = Color::Srgba(Srgba::rgb(0.95, 0.85, 0.35));
const FIXED: Color = Color::Srgba(Srgba::rgb(0.55, 0.6, 0.7));
const MOVER: Color = Color::Srgba(Srgba::rgb(0.4, 0.75, 0.95));
const SENSOR: Color = Color::Srgba(Srgba::rgb(0.45, 0.85, 0.5));
const CONTACT: Color = Color::Srgba(Srgba::rgb(0.9, 0.3, 0.9));
const IMPACT: Color = Color::Srgba(Srgba::rgb(1.0, 0.35, 0.25));
const SPEED: Color = Color::Srgba(Srgba::rgb(0.35, 0.9, 0.9));
const PATH: Color = Color::Srgba(Srgba::rgb(1.0, 1.0, 1.0));

/// Pieces of a full circle.
const PIECES: f32 = 48.0;
/// Half-planes are drawn this long to both sides, world units.
const FAR: f32 = 1e4;

/// Impacts that are still drawn.
#[derive(Resource, Clone, Debug, Default)]
pub struct RecentImpacts {
    /// Seconds that were simulated.
    clock: f64,
    all: Vec<(f64, Vec2, Vec2)>,
}

/// The lines of a world as it is now.
#[must_use]
pub fn lines(carom: &Carom, recent: &RecentImpacts, config: &CaromGizmos) -> Vec<Line> {
    let mut out = Vec::new();
    let mut line = |a: Vec2, b: Vec2, color: Color| out.push(Line { a, b, color });
    if config.outlines {
        for (_, ball) in carom.balls() {
            let spoke = Vec2::new(libm::cosf(ball.angle), libm::sinf(ball.angle)) * ball.radius;
            line(ball.position, ball.position + spoke, BALL);
            arc(&mut line, ball.position, ball.radius, [0.0, core::f32::consts::TAU], BALL);
        }
        for (body, shape, geometry) in carom.shape_geometries() {
            let color = match carom.kind(body) {
                _ if carom.is_sensor(shape) => SENSOR,
                Some(BodyKind::Fixed) => FIXED,
                _ => MOVER,
            };
            outline(&mut line, geometry, config.mark, color);
        }
    }
    if config.velocities > 0.0 {
        for (_, ball) in carom.balls() {
            line(ball.position, ball.position + ball.velocity * config.velocities, SPEED);
        }
    }
    if config.contacts {
        for contact in carom.contacts() {
            line(contact.point, contact.point + contact.normal * config.mark, CONTACT);
        }
    }
    for (_, point, normal) in &recent.all {
        let across = 0.5 * config.mark * normal.perp();
        line(*point, *point + *normal * config.mark, IMPACT);
        line(*point - across, *point + across, IMPACT);
    }
    out
}

fn arc(
    line: &mut impl FnMut(Vec2, Vec2, Color),
    center: Vec2,
    radius: f32,
    [start, sweep]: [f32; 2],
    color: Color,
) {
    let pieces = libm::ceilf(PIECES * sweep.abs() / core::f32::consts::TAU).max(1.0);
    let at = |n: f32| {
        let angle = start + sweep * n / pieces;
        center + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * radius
    };
    for n in 0..pieces as u32 {
        line(at(n as f32), at(n as f32 + 1.0), color);
    }
}

fn outline(line: &mut impl FnMut(Vec2, Vec2, Color), geometry: ShapeGeometry, mark: f32, color: Color) {
    use core::f32::consts::{PI, TAU};
    match geometry {
        ShapeGeometry::Circle { center, radius } => arc(line, center, radius, [0.0, TAU], color),
        ShapeGeometry::HalfPlane { normal, offset } => {
            let (foot, along) = (normal * offset, normal.perp() * FAR);
            line(foot - along, foot + along, color);
        }
        ShapeGeometry::Segment { a, b, radius, side } => {
            let left = (b - a).normalize_or_zero().perp();
            for shift in if radius > 0.0 { vec![radius, -radius] } else { vec![0.0] } {
                line(a + left * shift, b + left * shift, color);
            }
            if radius > 0.0 {
                let angle = libm::atan2f(left.y, left.x);
                arc(line, a, radius, [angle, PI], color);
                arc(line, b, radius, [angle, -PI], color);
            }
            bristle(line, 0.5 * (a + b), left, side, mark, color);
        }
        ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, side } => {
            for shift in if radius > 0.0 { vec![radius, -radius] } else { vec![0.0] } {
                arc(line, center, (arc_radius + shift).max(0.0), [start, sweep], color);
            }
            let middle = start + 0.5 * sweep;
            let out = Vec2::new(libm::cosf(middle), libm::sinf(middle));
            let left = if sweep > 0.0 { -out } else { out };
            bristle(line, center + out * arc_radius, left, side, mark, color);
        }
    }
}

/// A bristle on the side that stops balls.
fn bristle(
    line: &mut impl FnMut(Vec2, Vec2, Color),
    at: Vec2,
    left: Vec2,
    side: Side,
    mark: f32,
    color: Color,
) {
    match side {
        Side::Both => {}
        Side::Left => line(at, at + left * mark, color),
        Side::Right => line(at, at - left * mark, color),
    }
}

/// Draws [`lines`] and paths in each frame with `bevy_gizmos`, whose plugin a renderer brings along.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaromGizmoPlugin;

impl Plugin for CaromGizmoPlugin {
    fn build(&self, app: &mut App) {
        let schedule = crate::plugin::schedule(app);
        app.init_gizmo_group::<CaromGizmos>()
            .init_resource::<RecentImpacts>()
            .add_systems(schedule, remember.run_if(stepped).after(CaromSystems::Step))
            .add_systems(PostUpdate, draw);
    }
}

fn remember(carom: Res<'_, Carom>, store: Res<'_, GizmoConfigStore>, mut recent: ResMut<'_, RecentImpacts>) {
    let (_, config) = store.config::<CaromGizmos>();
    let start = recent.clock;
    recent.clock += f64::from(carom.dt);
    let since = recent.clock - f64::from(config.impacts);
    recent.all.retain(|(time, ..)| *time > since);
    if config.impacts > 0.0 {
        let new = carom.events().impacts().iter();
        recent.all.extend(new.map(|impact| (start + f64::from(impact.time), impact.point, impact.normal)));
    }
}

fn draw(
    mut carom: ResMut<'_, Carom>,
    recent: Res<'_, RecentImpacts>,
    paths: Query<'_, '_, (&BodyHandle, &ShowPath)>,
    mut gizmos: Gizmos<'_, '_, CaromGizmos>,
) {
    let carom = carom.bypass_change_detection();
    let config = gizmos.config_ext.clone();
    for line in lines(carom, &recent, &config) {
        gizmos.line_2d(line.a, line.b, line.color);
    }
    let mut path = PredictedTrajectory::default();
    for (handle, show) in &paths {
        let query = TrajectoryQuery::from_ball(handle.id()).seconds(show.seconds).bounces(show.bounces);
        // A ball that is gone, or a number out of range, has no path.
        if carom.world.predict(&query, &mut path).is_ok() {
            gizmos.linestrip_2d(path.points().iter().map(|point| point.position), PATH);
        }
    }
}
