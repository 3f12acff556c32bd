//! Likely slips in scenes that are allowed: balls inside each other, goals that no ball can reach, gaps, unused names.
//! Also bodies and balls that nothing can touch, and friction that no material has.

use std::collections::{BTreeSet, VecDeque};

use carom::broadphase::{BallGrid, Disc};
use carom::glam::Vec2;
use carom::prelude::vec2;
use carom::{BodyId, BodyKind, Filter, LinkEnd, ShapeGeometry, ShapeId, Side, World};

use crate::area::Field;
use crate::engine_errors::{join, number};
use crate::expand::{Flat, expand};
use crate::fault::{Fault, quoted};
use crate::model::{Ball, Floor, Material, MaterialRef, Motion, Region, Scene, Spawner};
use crate::resolver::{Resolver, entry};
use crate::stage::Stage;

/// Cells of the grid on which ways are sought, along the longer side.
const CELLS: usize = 400;
/// Largest number of findings of one kind that are reported.
const MOST: usize = 20;
/// Friction that no material has: that of dry rubber is about 1, that of racing tyres about 1.7. More is likely a
/// percentage.
const STRONG_FRICTION: f32 = 10.0;

impl Scene {
    /// Likely slips: parts that are allowed, and keep no scene from running.
    ///
    /// # Errors
    /// As [`stage`](Self::stage).
    pub fn lint(&self) -> Result<Vec<Fault>, Fault> {
        let fresh = Self { state: None, ..self.clone() };
        let stage = fresh.clone().stage()?;
        let flat = expand(&fresh)?;
        let mut found = Vec::new();
        unused(&fresh, &flat, &stage, &mut found);
        found.extend(weak_gravity(&fresh));
        strong_friction(&fresh, &flat, &mut found);
        untouchable(&fresh, &flat, &stage, &mut found);
        outside(&fresh, &flat, &stage, &mut found)?;
        let walls = without_balls(&stage.world);
        overlaps(&fresh, &flat, &stage, &walls, &mut found)?;
        if let Some((radius, filters)) = smallest(&fresh, &stage)? {
            gaps(&flat, &stage, radius, &filters, &mut found);
            unreachable(&fresh, &flat, &stage, &walls, radius, &mut found)?;
        }
        Ok(found)
    }
}

/// Names without a use, and buttons without a press or an effect.
fn unused(scene: &Scene, flat: &Flat<'_>, stage: &Stage, found: &mut Vec<Fault>) {
    let prefabs = || scene.prefabs.values();
    let placed = || scene.bodies.iter().chain(prefabs().flat_map(|part| &part.bodies));
    let places = || scene.balls.iter().chain(prefabs().flat_map(|part| &part.balls));
    let spawned: Vec<&Ball> = scene
        .spawners
        .iter()
        .flat_map(|spawner| match spawner {
            Spawner::Grid(grid) => std::slice::from_ref(&grid.ball),
            Spawner::Stream(stream) => &stream.balls,
        })
        .collect();
    let own = |material: Option<&MaterialRef>| match material {
        Some(MaterialRef::Named(name)) => Some(name.clone()),
        _ => None,
    };
    let mut materials: BTreeSet<String> = placed()
        .flat_map(|body| body.shapes.iter().map(|shape| shape.material()).chain([body.material.as_ref()]))
        .filter_map(own)
        .collect();
    materials.extend(places().filter_map(|ball| own(ball.material.as_ref())));
    materials
        .extend(scene.kinds.values().chain(spawned.iter().copied()).filter_map(|b| own(b.material.as_ref())));
    materials.extend(scene.material_pairs.iter().filter_map(|meeting| own(Some(&meeting.material))));
    let mut kinds: BTreeSet<&str> = places().filter_map(|ball| ball.like.as_deref()).collect();
    kinds.extend(scene.kinds.values().chain(spawned.iter().copied()).filter_map(|ball| ball.like.as_deref()));
    kinds.extend(
        scene.merges.iter().flat_map(|merge| [Some(merge.kind.as_str()), merge.into.as_deref()]).flatten(),
    );
    let uses = scene.instances.iter().chain(prefabs().flat_map(|part| &part.instances));
    let parts: BTreeSet<&str> = uses.map(|part| part.prefab.as_str()).collect();
    let mut idle = |table: &str, name: &str, used: bool| {
        if !used {
            found.push(Fault::at(entry(table, name), "nothing uses it"));
        }
    };
    scene.materials.keys().for_each(|name| idle("materials", name, materials.contains(name)));
    scene.kinds.keys().for_each(|name| idle("kinds", name, kinds.contains(name.as_str())));
    scene.prefabs.keys().for_each(|name| idle("prefabs", name, parts.contains(name.as_str())));

    let mut heeded: BTreeSet<&str> = flat
        .bodies
        .iter()
        .filter_map(|body| {
            let input = match &body.item.motion {
                Some(Motion::Drive { input, .. }) => input,
                Some(Motion::Hinge { drive, .. } | Motion::Slider { drive, .. }) => drive.input.as_ref()?,
                _ => return None,
            };
            Some(body.inputs.get(input.as_str()).copied().unwrap_or(input))
        })
        .collect();
    heeded.extend(scene.nudges.iter().map(|nudge| nudge.input.as_str()));
    heeded.extend(scene.fields.iter().filter_map(|field| field.input.as_deref()));
    let pressed =
        scene.inputs.iter().map(|press| &press.input).zip(0..).map(|(input, n)| (input, "inputs", n));
    let watched =
        scene.players.iter().map(|player| &player.input).zip(0..).map(|(input, n)| (input, "players", n));
    for (input, list, n) in pressed.chain(watched) {
        if !heeded.contains(input.as_str()) {
            let fault =
                Fault::at(format!("{list}[{n}].input"), format!("nothing uses the button {}", quoted(input)));
            found.push(fault.help(crate::fault::nearest(input, &heeded.iter().copied().collect::<Vec<_>>())));
        }
    }
    if stage.world.ball_count() == 0 && scene.spawners.is_empty() {
        found.push(Fault::at("balls", "the scene has no ball and no spawner"));
    }
}

/// Gravity in metres where lengths are in millimetres.
fn weak_gravity(scene: &Scene) -> Option<Fault> {
    let path = match &scene.floor {
        None if scene.world.gravity.is_none() => "world.gravity",
        Some(floor) if floor.gravity == Floor::default().gravity => "floor.gravity",
        _ => return None,
    };
    let message = "units.length is \"mm\", but gravity is the default, 9.81: on earth it is 9810";
    (scene.units.length == "mm").then(|| Fault::at(path, message))
}

/// Surfaces with friction as no material has it.
fn strong_friction(scene: &Scene, flat: &Flat<'_>, found: &mut Vec<Fault>) {
    let mut look = |path: String, surface: &Material| {
        for (field, value) in [("friction", surface.friction), ("static_friction", surface.static_friction)] {
            if value > STRONG_FRICTION {
                let message = format!("is {}: that of dry rubber is about 1", number(value.into()));
                found.push(Fault::at(join(&path, field), message));
            }
        }
    };
    for (name, surface) in &scene.materials {
        look(entry("materials", name), surface);
    }
    let mut inline = |path: &str, material: Option<&MaterialRef>| {
        if let Some(MaterialRef::Inline(surface)) = material {
            look(join(path, "material"), surface);
        }
    };
    for body in &flat.bodies {
        inline(&body.path, body.item.material.as_ref());
        for (n, shape) in body.item.shapes.iter().enumerate() {
            inline(&format!("{}.shapes[{n}]", body.path), shape.material());
        }
    }
    for ball in &flat.balls {
        inline(&ball.path, ball.item.material.as_ref());
    }
    for (name, ball) in &scene.kinds {
        inline(&entry("kinds", name), ball.material.as_ref());
    }
    for (n, pair) in scene.material_pairs.iter().enumerate() {
        inline(&format!("material_pairs[{n}]"), Some(&pair.material));
    }
}

/// Bodies without shapes that no link can name, and balls whose layers let them pass through everything.
fn untouchable(scene: &Scene, flat: &Flat<'_>, stage: &Stage, found: &mut Vec<Fault>) {
    let bare = flat.bodies.iter().filter(|body| body.item.shapes.is_empty() && body.item.name.is_empty());
    for body in bare.take(MOST) {
        found.push(Fault::at(body.path.clone(), "it has no shapes and no name: it has no effect"));
    }
    // Later balls may meet it.
    if !scene.spawners.is_empty() {
        return;
    }
    let world = &stage.world;
    let shapes = world.shape_geometries().filter_map(|(_, shape, _)| world.shape_filter(shape));
    let shapes = distinct(shapes.collect());
    let balls: Vec<Filter> = world.balls().map(|(_, ball)| ball.filter).collect();
    let kinds = distinct(balls.clone());
    if shapes.is_empty() && balls.len() < 2 {
        return;
    }
    // Kinds of ball that meet nothing; of its own kind there must be another ball.
    let lonely: Vec<Filter> = kinds
        .iter()
        .filter(|own| {
            let single = balls.iter().filter(|ball| ball == own).take(2).count() == 1;
            let others = kinds.iter().filter(|other| !single || other != own);
            !shapes.iter().chain(others).any(|other| own.collides_with(*other))
        })
        .copied()
        .collect();
    // A link leads the ball that hangs on it: a spot on a ball, a weight that is only seen.
    let ends = world.links().flat_map(|(_, link)| [link.a, link.b]);
    let ball = |end| if let LinkEnd::Ball(id) = end { Some(id) } else { None };
    let tied: BTreeSet<BodyId> = ends.filter_map(ball).collect();
    let ids = world.balls().map(|(id, _)| id);
    let free =
        balls.iter().zip(ids).enumerate().filter(|(_, (own, id))| lonely.contains(own) && !tied.contains(id));
    for (n, _) in free.take(MOST) {
        let path = flat.balls.get(n).map_or_else(|| "balls".to_owned(), |ball| ball.path.clone());
        found.push(Fault::at(path, "its layers and `collides_with` let it pass through everything"));
    }
}

/// Balls that start outside of the room that they must not leave.
fn outside(scene: &Scene, flat: &Flat<'_>, stage: &Stage, found: &mut Vec<Fault>) -> Result<(), Fault> {
    let Some(bounds) = &scene.report.bounds else { return Ok(()) };
    let room = Field::of(bounds, "report.bounds")?;
    let what = match bounds {
        Region::Box { min, max } => format!(", {} to {}", place((*min).into()), place((*max).into())),
        _ => String::new(),
    };
    let balls = stage.world.balls().enumerate().filter(|(_, (_, ball))| !room.holds(ball.position));
    let mut reported = 0;
    for (n, (_, ball)) in balls {
        reported += 1;
        if reported > MOST {
            found.push(Fault::at("balls", "other balls start outside report.bounds as well"));
            break;
        }
        let path =
            flat.balls.get(n).map_or_else(|| "spawners".to_owned(), |ball| join(&ball.path, "position"));
        let message = format!(
            "{} is outside report.bounds{what}: are the lengths in {}?",
            place(ball.position),
            unit(&scene.units.length)
        );
        found.push(Fault::at(path, message));
    }
    Ok(())
}

/// A unit of length in words.
fn unit(length: &str) -> String {
    match length {
        "m" => "metres".to_owned(),
        "mm" => "millimetres".to_owned(),
        "cm" => "centimetres".to_owned(),
        "px" => "pixels".to_owned(),
        other => quoted(other),
    }
}

/// The world without its balls: the obstacles of a ball beside other balls. A world that has not been stepped yet
/// tests every ball in each query.
fn without_balls(world: &World) -> World {
    let mut walls = world.clone();
    let balls: Vec<BodyId> = world.balls().map(|(id, _)| id).collect();
    for id in balls.into_iter().rev() {
        // It was found a moment ago.
        _ = walls.remove_body(id);
    }
    walls
}

/// Balls that start inside each other or inside shapes, and streams whose mouth is blocked for ever.
fn overlaps(
    scene: &Scene,
    flat: &Flat<'_>,
    stage: &Stage,
    walls: &World,
    found: &mut Vec<Fault>,
) -> Result<(), Fault> {
    let world = &stage.world;
    let balls: Vec<(BodyId, carom::Ball)> = world.balls().collect();
    let discs: Vec<Disc> = balls.iter().map(|(_, ball)| Disc::new(ball.position, ball.radius)).collect();
    let mut grid = BallGrid::new();
    grid.rebuild(&discs);
    let mut reported = 0;
    for (n, (id, ball)) in balls.iter().enumerate() {
        let path = flat.balls.get(n).map_or_else(|| "spawners".to_owned(), |ball| ball.path.clone());
        let reach = 0.999 * ball.radius;
        let shapes = walls.overlap_ball(ball.position, reach, ball.filter).unwrap_or_default();
        let mut other = shapes.iter().map(|hit| hit.body).min();
        // Of two balls the later one is named.
        grid.overlapping(Disc::new(ball.position, reach), |j| {
            let earlier = balls.get(..n).and_then(|balls| balls.get(j as usize));
            if let Some((id, _)) = earlier.filter(|(_, earlier)| earlier.filter.collides_with(ball.filter)) {
                other = Some(other.map_or(*id, |other| other.min(*id)));
            }
        });
        let Some(other) = other else { continue };
        reported += 1;
        if reported > MOST {
            // Not counted: of thousands in one place each would be held against all others.
            found.push(Fault::at("balls", "other balls start inside something as well"));
            break;
        }
        let what = match (world.kind(other), stage.name_of(other)) {
            (Some(BodyKind::Ball), Some(name)) => format!("the ball {}", quoted(name)),
            (Some(BodyKind::Ball), None) => "another ball".to_owned(),
            (_, Some(name)) => format!("the body {}", quoted(name)),
            (_, None) => "a body".to_owned(),
        };
        let own = stage.name_of(*id).map(|name| format!(" {}", quoted(name))).unwrap_or_default();
        let at = place(ball.position);
        found.push(Fault::at(path, format!("the ball{own} at {at} starts inside {what}")));
    }
    let resolver = Resolver::new(scene)?;
    for (n, spawner) in scene.spawners.iter().enumerate() {
        let Spawner::Stream(stream) = spawner else { continue };
        // Where the widest has room, all others have.
        let mut widest: f32 = 0.0;
        for (k, ball) in stream.balls.iter().enumerate() {
            widest = widest.max(resolver.ball(&format!("spawners[{n}].balls[{k}]"), ball)?.radius);
        }
        let hits = walls.overlap_ball(stream.position.into(), widest, Filter::default()).unwrap_or_default();
        if hits.iter().any(|hit| walls.kind(hit.body) == Some(BodyKind::Fixed)) {
            let message = "balls would start inside a fixed body, so none comes";
            found.push(Fault::at(format!("spawners[{n}].position"), message));
        }
    }
    Ok(())
}

/// The radius of the smallest ball, now or later, and the filters of the balls.
fn smallest(scene: &Scene, stage: &Stage) -> Result<Option<(f32, Vec<Filter>)>, Fault> {
    let mut balls: Vec<(f32, Filter)> =
        stage.world.balls().map(|(_, ball)| (ball.radius, ball.filter)).collect();
    let resolver = Resolver::new(scene)?;
    for (n, spawner) in scene.spawners.iter().enumerate() {
        if let Spawner::Stream(stream) = spawner {
            for (k, ball) in stream.balls.iter().enumerate() {
                let ball = resolver.ball(&format!("spawners[{n}].balls[{k}]"), ball)?;
                balls.push((ball.radius, ball.filter));
            }
        }
    }
    let radius = balls.iter().map(|(radius, _)| *radius).reduce(f32::min);
    let filters = distinct(balls.into_iter().map(|(_, filter)| filter).collect());
    Ok(radius.map(|radius| (radius, filters)))
}

fn distinct(mut filters: Vec<Filter>) -> Vec<Filter> {
    filters.sort_unstable_by_key(|filter| (filter.category, filter.mask, filter.group));
    filters.dedup();
    filters
}

/// Open ends of walls that are so near to something that they seem to close a way, and a ball slips through.
fn gaps(flat: &Flat<'_>, stage: &Stage, radius: f32, balls: &[Filter], found: &mut Vec<Fault>) {
    let world = &stage.world;
    let turned = |center: Vec2, radius: f32, angle: f32| {
        let (sin, cos) = libm::sincosf(angle);
        center + radius * vec2(cos, sin)
    };
    // Each is compared with all others.
    if world.shape_geometries().count() > 5000 {
        return;
    }
    let mut reported = 0;
    let filter = |shape: ShapeId| world.shape_filter(shape).unwrap_or_default();
    for (body, shape, outline) in
        world.shape_geometries().filter(|(body, ..)| world.kind(*body) == Some(BodyKind::Fixed))
    {
        if world.is_sensor(shape) {
            continue;
        }
        let own = filter(shape);
        let stops = |other: ShapeId| {
            let both = |ball: &Filter| ball.collides_with(own) && ball.collides_with(filter(other));
            !world.is_sensor(other) && balls.iter().any(both)
        };
        let (ends, thickness) = match outline {
            ShapeGeometry::Segment { a, b, radius, .. } => ([a, b], radius),
            ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, .. }
                if sweep < 0.999 * std::f32::consts::TAU =>
            {
                ([turned(center, arc_radius, start), turned(center, arc_radius, start + sweep)], radius)
            }
            _ => continue,
        };
        for end in ends {
            // The nearest other wall: walls of the same outline are skipped.
            let near = world
                .shape_geometries()
                .filter(|(other, _, shape)| world.kind(*other) == Some(BodyKind::Fixed) && *shape != outline)
                .map(|(_, id, shape)| (distance(&shape, end) - thickness, id))
                .filter(|(near, id)| *near < 2.6 * radius && stops(*id))
                .map(|(near, _)| near)
                .fold(f32::INFINITY, f32::min);
            if !(near > 2.0 * radius && near < 2.6 * radius) {
                continue;
            }
            reported += 1;
            if reported <= MOST {
                let wall =
                    stage.name_of(body).map(|name| format!(" of {}", quoted(name))).unwrap_or_default();
                let message = format!(
                    "the gap of {} at the wall's end {}{wall} lets a ball of radius {} through",
                    rounded(near),
                    place(end),
                    rounded(radius)
                );
                let n = world.bodies().position(|(id, _)| id == body);
                let path = n.and_then(|n| flat.bodies.get(n)).map_or("bodies", |body| body.path.as_str());
                found.push(Fault::at(path, message));
            }
        }
        if reported > MOST {
            break;
        }
    }
}

/// A number as people read it: to five digits, as computed values have more digits than a person types.
fn rounded(value: f32) -> String {
    let rounded = format!("{value:.4e}").parse().unwrap_or(value);
    number(f64::from(rounded))
}

fn place(at: Vec2) -> String {
    format!("({}, {})", rounded(at.x), rounded(at.y))
}

/// From a point to the surface of a curve.
fn distance(outline: &ShapeGeometry, p: Vec2) -> f32 {
    match *outline {
        ShapeGeometry::Circle { center, radius } => p.distance(center) - radius,
        ShapeGeometry::Segment { a, b, radius, .. } => {
            let share = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            p.distance(a.lerp(b, share)) - radius
        }
        ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, .. } => {
            let d = p - center;
            let angle = (libm::atan2f(d.y, d.x) - start).rem_euclid(std::f32::consts::TAU);
            let end = |angle: f32| {
                let (sin, cos) = libm::sincosf(angle);
                p.distance(center + arc_radius * vec2(cos, sin))
            };
            let core = if angle <= sweep {
                (d.length() - arc_radius).abs()
            } else {
                end(start).min(end(start + sweep))
            };
            core - radius
        }
        ShapeGeometry::HalfPlane { normal, offset } => normal.dot(p) - offset,
    }
}

/// The place that a ball must reach.
enum Target {
    Area(Field),
    /// The lines of a sensor.
    Sensor(Vec<ShapeGeometry>),
}

impl Target {
    /// Points that its extent lies between; those of a sensor are among the walls.
    fn corners(&self) -> Vec<Vec2> {
        match self {
            Self::Area(field) => field.corners(),
            Self::Sensor(_) => Vec::new(),
        }
    }

    /// Whether a ball here is in it, or touches it from within `reach`.
    fn touches(&self, p: Vec2, reach: f32) -> bool {
        match self {
            Self::Area(field) => field.holds(p),
            Self::Sensor(lines) => lines.iter().any(|line| distance(line, p) < reach),
        }
    }
}

/// Goals to which no way leads from any ball, on a grid, past everything that stands still.
fn unreachable(
    scene: &Scene,
    flat: &Flat<'_>,
    stage: &Stage,
    walls: &World,
    radius: f32,
    found: &mut Vec<Fault>,
) -> Result<(), Fault> {
    let world = &stage.world;
    // Each goal is sought in every cell, and sensors among all outlines.
    if flat.goals.len() > 1000 || flat.goals.len() * world.shape_geometries().count() > 50_000_000 {
        return Ok(());
    }
    let mut starts: Vec<Vec2> = world.balls().map(|(_, ball)| ball.position).collect();
    starts.extend(scene.spawners.iter().filter_map(|spawner| match spawner {
        Spawner::Stream(stream) => Some(Vec2::from(stream.position)),
        Spawner::Grid(_) => None,
    }));
    starts.extend(scene.goals.iter().filter_map(|goal| match goal.then {
        crate::model::GoalAction::Return { position, .. } => Some(Vec2::from(position)),
        _ => None,
    }));
    let mut goals = Vec::new();
    let mut fields = Vec::new();
    for goal in &flat.goals {
        if let Some(area) = &goal.item.region {
            goals.push(goal);
            fields.push(Target::Area(Field::within(area, &goal.frame, &format!("{}.region", goal.path))?));
        } else if let Some(sensor) = &goal.item.sensor {
            let part = if goal.part.is_empty() { String::new() } else { format!("{}.", goal.part) };
            let shape = stage.find_shape(&format!("{part}{sensor}"));
            let lines = world.shape_geometries().filter(|(_, id, _)| Some(*id) == shape);
            goals.push(goal);
            fields.push(Target::Sensor(lines.map(|(_, _, outline)| outline).collect()));
        }
    }
    if goals.is_empty() {
        return Ok(());
    }
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    let outlines = world.shape_geometries().flat_map(|(_, _, outline)| match outline {
        ShapeGeometry::Circle { center, radius } => [center - radius, center + radius],
        ShapeGeometry::Segment { a, b, .. } => [a, b],
        ShapeGeometry::Arc { center, arc_radius, .. } => [center - arc_radius, center + arc_radius],
        _ => [Vec2::NAN; 2],
    });
    let corners = fields.iter().flat_map(Target::corners).chain(starts.iter().copied()).chain(outlines);
    for corner in corners.filter(|corner| corner.is_finite()) {
        (low, high) = (low.min(corner), high.max(corner));
    }
    let margin = 2.0 * radius + 0.05 * (high - low).max_element();
    let (low, size) = (low - margin, high - low + 2.0 * margin);
    let cell = (size.max_element() / CELLS as f32).max(0.5 * radius);
    let (columns, rows) = ((size.x / cell) as usize + 1, (size.y / cell) as usize + 1);
    // Where cells are wider than a ball, a way could lead through a thin wall.
    if !(cell < 1.2 * radius && columns * rows <= 4 * CELLS * CELLS) {
        return Ok(());
    }
    let one_sided: BTreeSet<ShapeId> = world
        .shape_geometries()
        .filter(|(_, _, outline)| match outline {
            ShapeGeometry::Segment { side, .. } | ShapeGeometry::Arc { side, .. } => *side != Side::Both,
            _ => false,
        })
        .map(|(_, shape, _)| shape)
        .collect();
    let place = |k: usize| low + cell * vec2((k % columns) as f32 + 0.5, (k / columns) as f32 + 0.5);
    let mut seen = vec![false; columns * rows];
    let mut open = VecDeque::new();
    for start in starts.iter().filter(|start| start.is_finite()) {
        let at = ((*start - low) / cell).max(Vec2::ZERO);
        let k = (at.y as usize).min(rows - 1) * columns + (at.x as usize).min(columns - 1);
        if !std::mem::replace(&mut seen[k], true) {
            open.push_back(k);
        }
    }
    let mut reached = vec![false; fields.len()];
    while let Some(k) = open.pop_front() {
        let here = place(k);
        for (reached, field) in reached.iter_mut().zip(&fields) {
            *reached = *reached || field.touches(here, radius + cell);
        }
        if reached.iter().all(|reached| *reached) {
            return Ok(());
        }
        let (column, row) = (k % columns, k / columns);
        let steps = [
            (column > 0).then(|| k - 1),
            (column + 1 < columns).then_some(k + 1),
            (row > 0).then(|| k - columns),
            (row + 1 < rows).then_some(k + columns),
        ];
        for next in steps.into_iter().flatten() {
            if !seen[next] {
                seen[next] = true;
                // A little smaller, so that a way that is just wide enough is not lost between two cells.
                let hits =
                    walls.overlap_ball(place(next), 0.8 * radius, Filter::default()).unwrap_or_default();
                let blocked = hits.iter().any(|hit| {
                    let passes = hit.shape.is_some_and(|shape| one_sided.contains(&shape));
                    !passes && walls.kind(hit.body) == Some(BodyKind::Fixed)
                });
                if !blocked {
                    open.push_back(next);
                }
            }
        }
    }
    for (goal, _) in goals.iter().zip(&reached).filter(|(_, reached)| !**reached) {
        found.push(Fault::at(&goal.path, format!("no ball can reach the goal {}", quoted(&goal.name))));
    }
    Ok(())
}
