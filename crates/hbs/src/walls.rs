//! Everything that stands still, as shapes of one fixed body.

use std::collections::BTreeMap;
use std::fmt;

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Body, BodyId, Chain, Material, RestitutionCurve, Shape, ShapeId, Side, SpeedCurve, World};

use crate::error::Error;
use crate::flags::Flags;
use crate::segment::Segment;
use crate::stadium::Stadium;
use crate::value::number;
use crate::vertex::Vertex;
use crate::warnings::Warnings;

/// The part of the file that a shape stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A vertex by its number.
    Vertex(usize),
    /// A segment by its number.
    Segment(usize),
    /// A plane by its number.
    Plane(usize),
    /// A goal line by its number. It is a sensor of centres: it notices crossings and stops nothing.
    Goal(usize),
    /// A disc that nothing moves, by its number in [`Stadium::discs`].
    Disc(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(i) => write!(f, "vertexes[{i}]"),
            Self::Segment(i) => write!(f, "segments[{i}]"),
            Self::Plane(i) => write!(f, "planes[{i}]"),
            Self::Goal(i) => write!(f, "goals[{i}]"),
            Self::Disc(i) => write!(f, "disc {i}"),
        }
    }
}

/// Why a plane is left out.
pub(crate) const NO_DIRECTION: &str = "has no direction, so the plane stops nothing";

/// A place of the file in the world: y up.
#[must_use]
pub fn to_world([x, y]: [f64; 2]) -> Vec2 {
    vec2(x as f32, -y as f32)
}

/// Between these speeds, pixels a second, a bounce above 1 falls to 1. In the game a disc bounces once a frame and is
/// through a wall when it goes further than the wall is thick, which ends its growth. Here it bounces as often as it
/// arrives and nothing tunnels: between two such walls its speed would grow beyond all numbers within a frame.
const LIVELY: [f32; 2] = [3000.0, 6000.0];

/// The surface whose restitution with another of its kind is the product of the two bounces: the engine
/// takes the geometric mean, hence the square. There is no friction.
pub(crate) fn material(bounce: f64, place: impl FnOnce() -> String, notes: &mut Warnings) -> Material {
    let most = std::f64::consts::SQRT_2;
    if !(0.0..=most).contains(&bounce) {
        notes.add_found(place(), number(bounce), format_args!("becomes {:.3}", bounce.clamp(0.0, most)));
    }
    let bounce = bounce.clamp(0.0, most);
    let restitution = (bounce * bounce).min(2.0);
    let mut material = Material::new(restitution as f32, 0.0);
    if bounce > 1.0 {
        let points = [vec2(0.0, 1.0), vec2(LIVELY[0], 1.0), vec2(LIVELY[1], (1.0 / restitution) as f32)];
        material.restitution_curve =
            SpeedCurve::new(&points).map_or(RestitutionCurve::Constant, RestitutionCurve::Curve);
    }
    material
}

/// Adds vertexes, segments, planes and goal lines.
pub(crate) fn add(
    world: &mut World,
    stadium: &Stadium,
    notes: &mut Warnings,
) -> Result<(BodyId, BTreeMap<ShapeId, Part>), Error> {
    let body = world.add_body(Body::fixed())?;
    let mut parts = BTreeMap::new();
    let mut put = |part: Part,
                   bounce: f64,
                   filter: [Flags; 2],
                   shape: Result<Shape, carom::Error>,
                   notes: &mut Warnings| {
        let [group, mask] = filter;
        let material = material(bounce, || format!("{part}.bCoef"), notes);
        let shape = shape.map(|shape| shape.material(material).filter(Flags::filter(group, mask)));
        match shape.and_then(|shape| world.add_shape(body, shape)) {
            Ok(id) => {
                parts.insert(id, part);
            }
            Err(error) => notes.add(part, format_args!("left out: {error}")),
        }
    };
    for (i, segment) in solid_segments(stadium) {
        put(Part::Segment(i), segment.bounce, [segment.group, segment.mask], wall(segment, stadium), notes);
    }
    for (i, vertex) in solid_vertexes(stadium) {
        let shape = Shape::circle(to_world(vertex.position), 0.0);
        put(Part::Vertex(i), vertex.bounce, [vertex.group, vertex.mask], shape, notes);
    }
    for (i, plane) in stadium.planes.iter().enumerate() {
        let unit = DVec2::from(plane.normal).normalize_or_zero();
        if unit == DVec2::ZERO {
            notes.add(format_args!("planes[{i}].normal"), NO_DIRECTION);
            continue;
        }
        let point = unit * plane.distance;
        let shape = Shape::half_plane(to_world(point.into()), to_world(unit.into()));
        put(Part::Plane(i), plane.bounce, [plane.group, plane.mask], shape, notes);
    }
    for (i, goal) in stadium.goals.iter().enumerate() {
        let [a, b] = goal.ends.map(to_world);
        let line = Shape::segment(a, b).map(Shape::sensor_of_centers);
        put(Part::Goal(i), 1.0, [Flags::NONE; 2], line, notes);
    }
    thickness(stadium, notes);
    Ok((body, parts))
}

/// Segments that can meet anything.
pub(crate) fn solid_segments(stadium: &Stadium) -> impl Iterator<Item = (usize, &Segment)> {
    stadium
        .segments
        .iter()
        .enumerate()
        .filter(|(_, segment)| segment.group != Flags::NONE && segment.mask != Flags::NONE)
}

/// Vertexes that can meet anything that does not meet the end of a segment there just so.
pub(crate) fn solid_vertexes(stadium: &Stadium) -> Vec<(usize, &Vertex)> {
    let mut covered = vec![false; stadium.vertexes.len()];
    for (_, segment) in solid_segments(stadium) {
        let [a, b] = segment.ends;
        if segment.bias != 0.0 || stadium.vertexes[a].position == stadium.vertexes[b].position {
            continue;
        }
        for end in segment.ends {
            let vertex = &stadium.vertexes[end];
            covered[end] |= vertex.bounce == segment.bounce
                && vertex.group.within(segment.group)
                && vertex.mask.within(segment.mask);
        }
    }
    let vertexes = stadium.vertexes.iter().enumerate();
    vertexes.filter(|(i, v)| !covered[*i] && v.group != Flags::NONE && v.mask != Flags::NONE).collect()
}

/// The shape of a segment. Mirrored with everything else, it turns the other way.
fn wall(segment: &Segment, stadium: &Stadium) -> Result<Shape, carom::Error> {
    let [a, b] = segment.ends.map(|end| to_world(stadium.vertexes[end].position));
    let shape = if segment.turn == 0.0 {
        Shape::segment(a, b)?
    } else {
        Shape::chain(&Chain::start(a).arc_by_angle_to(b, -segment.turn as f32))?
    };
    Ok(shape.side(match segment.bias {
        bias if bias > 0.0 => Side::Left,
        bias if bias < 0.0 => Side::Right,
        _ => Side::Both,
    }))
}

/// Reports once the changed thickness of one-sided walls.
fn thickness(stadium: &Stadium, notes: &mut Warnings) {
    let mut thick = solid_segments(stadium).filter(|(_, segment)| segment.bias != 0.0);
    if let Some((first, _)) = thick.next() {
        notes.add(
            format_args!("segments[{first}].bias"),
            format_args!(
                "{} one-sided walls have no thickness here: nothing tunnels, and what starts behind one stays there",
                1 + thick.count()
            ),
        );
    }
}
