//! A world from the flat list of a scene.

use std::collections::BTreeMap;

use carom::{BodyId, Chain, FieldId, Joint, Shape, ShapeId, World};

use crate::chance::{Purpose, chance, either_way};
use crate::crowd;
use crate::expand::{Flat, Placed};
use crate::fault::Fault;
use crate::frame::Frame;
use crate::layers::Layers;
use crate::limits;
use crate::model::{
    self, Angle, Ball, Body, Grid, Inertia, JointDrive, Leg, Material, MaterialRef, Motion, Motor, Point,
    Scene, Side, Spawner,
};
use crate::motion;
use crate::refuse::{corners, join, refuse, refuse_point, within};
use crate::tie::Named;

/// The objects in the world, in the order of the flat list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    pub(crate) bodies: Vec<BodyId>,
    pub(crate) shapes: Vec<ShapeId>,
    /// Sensors of balls in goals that are areas, and of the bounds.
    pub(crate) places: Vec<ShapeId>,
    /// Fields of the scene, in its order.
    pub(crate) fields: Vec<FieldId>,
    /// Balls that have a name or a kind.
    pub(crate) balls: BTreeMap<BodyId, Label>,
}

/// The name of a ball, and its kind; empty where it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) name: String,
    pub(crate) kind: String,
}

/// Resolves the names of a scene.
#[derive(Debug)]
pub(crate) struct Maker<'a> {
    scene: &'a Scene,
    pub(crate) layers: Layers<'a>,
    /// Materials that meetings name, in the order of their names.
    met: Vec<&'a str>,
}

impl<'a> Maker<'a> {
    /// # Errors
    /// Layers or materials that are out of range.
    pub(crate) fn new(scene: &'a Scene) -> Result<Self, Fault> {
        for (name, surface) in &scene.materials {
            let path = entry("materials", name);
            surface.material(scene.units.angle).map_err(|error| refuse(&path, error))?;
        }
        let mut met: Vec<&str> =
            scene.material_pairs.iter().flat_map(|met| [met.a.as_str(), met.b.as_str()]).collect();
        met.sort_unstable();
        met.dedup();
        Ok(Self { scene, layers: Layers::of(scene)?, met })
    }

    /// The number by which the engine knows a material that meetings name; 0 for any other.
    fn pair_id(&self, name: &str) -> u32 {
        self.met.binary_search(&name).map_or(0, |place| place as u32 + 1)
    }

    /// Gives the world the combinations of pairs of materials.
    fn introduce(&self, world: &mut World) -> Result<(), Fault> {
        for (n, meeting) in self.scene.material_pairs.iter().enumerate() {
            let path = format!("material_pairs[{n}]");
            for (field, name) in [("a", &meeting.a), ("b", &meeting.b)] {
                if !self.scene.materials.contains_key(name) {
                    let known = self.scene.materials.keys().map(String::as_str);
                    return Err(Fault::unknown(join(&path, field), "material", name, known));
                }
            }
            let surface = self.material(&join(&path, "material"), &meeting.material, false)?;
            let (a, b) = (self.pair_id(&meeting.a), self.pair_id(&meeting.b));
            world.set_material_pair(a, b, Some(surface)).map_err(|error| refuse(&path, error))?;
        }
        Ok(())
    }

    fn angle(&self) -> Angle {
        self.scene.units.angle
    }

    /// A world with everything in it that is there at the start.
    pub(crate) fn populate(&self, flat: &Flat<'_>) -> Result<(World, Ids), Fault> {
        crowd::walls(&flat.bodies, self.angle())?;
        let mut world = self.world()?;
        if let Some(floor) = &self.scene.floor {
            lay(&mut world, floor)?;
        }
        self.introduce(&mut world)?;
        let mut ids = Ids { fields: crate::pull::add(&mut world, self.scene, self)?, ..Ids::default() };
        let mut named = Named::default();
        for body in &flat.bodies {
            let id = self.body(&mut world, body)?;
            if !body.name.is_empty() {
                named.bodies.insert(body.name.clone(), id);
            }
            ids.bodies.push(id);
            for (n, shape) in body.item.shapes.iter().enumerate() {
                let path = format!("{}.shapes[{n}]", body.path);
                let shape = self.shape(&path, shape, body.item, body.frame.mirror)?;
                ids.shapes.push(world.add_shape(id, shape).map_err(|error| refuse(&path, error))?);
            }
        }
        for ball in &flat.balls {
            let described = self.in_place(&ball.path, ball.item, &ball.frame)?;
            let id = world.add_ball(described).map_err(|error| refuse(&ball.path, error))?;
            if !ball.name.is_empty() {
                named.balls.insert(ball.name.clone(), id);
            }
            let label = Label { name: ball.name.clone(), kind: ball.item.like.clone().unwrap_or_default() };
            if label != Label::default() {
                ids.balls.insert(id, label);
            }
        }
        for link in &flat.links {
            named.tie(&mut world, link)?;
        }
        for (n, spawner) in self.scene.spawners.iter().enumerate() {
            if let Spawner::Grid(grid) = spawner {
                self.grid(&mut world, &mut ids, grid, n)?;
            }
        }
        crowd::balls(world.balls().map(|(_, ball)| (ball.position, ball.radius)))?;
        Ok((world, ids))
    }

    pub(crate) fn world(&self) -> Result<World, Fault> {
        let mut config = self.scene.world.config();
        config.seed = self.scene.world.seed.unwrap_or(self.scene.run.seed);
        World::new(config).map_err(|error| refuse("world", error))
    }

    fn body(&self, world: &mut World, placed: &Placed<'_, Body>) -> Result<BodyId, Fault> {
        let Placed { item: body, frame, path, .. } = placed;
        let refused = |error| refuse(path, error);
        let (position, angle) = (frame.point(body.position), frame.angle(self.angle().radians(body.angle)));
        match &body.motion {
            Some(motion @ (Motion::Hinge { .. } | Motion::Slider { .. })) => {
                let at = join(path, "motion");
                let guide = self.guide(motion, frame, position, angle);
                world.add_joint(guide).map_err(|error| refuse(&at, error))
            }
            Some(motion) => {
                let (start, velocity, spin) =
                    motion::start(motion, frame, self.angle(), &join(path, "motion"))?;
                let described =
                    carom::Body::kinematic().position(position + start.by).angle(angle + start.turn);
                world.add_body(described.velocity(velocity).angular_velocity(spin)).map_err(refused)
            }
            None => world.add_body(carom::Body::fixed().position(position).angle(angle)).map_err(refused),
        }
    }

    fn guide(&self, motion: &Motion, frame: &Frame, position: carom::glam::Vec2, angle: f32) -> Joint {
        let flip = |limits: Point| if frame.mirror { Point(-limits.1, -limits.0) } else { limits };
        match motion {
            Motion::Hinge { inertia, mass, center_of_mass: center, limits, drive } => {
                let center = if frame.mirror { Point(-center.0, center.1) } else { *center };
                let mut guide = Joint { mass: *mass, ..Joint::hinge(position, *inertia) };
                guide.center_of_mass = center.into();
                guide.joint_position = angle;
                if let Some(limits) = limits {
                    let limits = flip(Point(self.angle().radians(limits.0), self.angle().radians(limits.1)));
                    guide.limits = [angle + limits.0, angle + limits.1];
                }
                let slack = frame.turn(self.angle().radians(drive.spring_rest));
                let curve = |points: &[Point]| {
                    let at =
                        |p: &Point| carom::prelude::vec2(angle + frame.turn(self.angle().radians(p.0)), p.1);
                    let mut curve: Vec<_> = points.iter().map(at).collect();
                    if frame.mirror {
                        curve.reverse();
                    }
                    curve
                };
                guide = guide.torque_curve(curve(&drive.torque_curve)).speed_curve(curve(&drive.speed_curve));
                driven(guide, drive, angle + slack, self.motor(&drive.motor, motion, frame.mirror))
            }
            Motion::Slider { mass, axis, limits, drive } => {
                let guide = Joint::slider(position, frame.vector(*axis), *mass, [limits.0, limits.1]);
                let curve = |points: &[Point]| points.iter().map(|p| (*p).into()).collect::<Vec<_>>();
                let guide = guide.torque_curve(curve(&drive.torque_curve));
                let guide = guide.speed_curve(curve(&drive.speed_curve));
                driven(
                    guide.angle(angle),
                    drive,
                    drive.spring_rest,
                    self.motor(&drive.motor, motion, frame.mirror),
                )
            }
            _ => Joint::hinge(position, 1.0),
        }
    }

    /// The engine's motor of a hinge or a slider.
    pub(crate) fn motor(&self, motor: &Motor, of: &Motion, mirror: bool) -> carom::Motor {
        let hinge = matches!(of, Motion::Hinge { .. });
        let sign = if hinge && mirror { -1.0 } else { 1.0 };
        match *motor {
            Motor::Off => carom::Motor::Off,
            Motor::Force(force) => carom::Motor::Force(sign * force),
            Motor::Velocity { target, max_force: most } => {
                let target = if hinge { self.angle().radians(target) } else { target };
                carom::Motor::Velocity { target: sign * target, max_force: most }
            }
        }
    }

    fn grid(&self, world: &mut World, ids: &mut Ids, grid: &Grid, n: usize) -> Result<(), Fault> {
        let path = format!("spawners[{n}]");
        let most = f64::from(limits::SPAWNED);
        within(&path, "columns", f64::from(grid.columns), 1.0, most)?;
        within(&path, "rows", f64::from(grid.rows), 1.0, most)?;
        let all = f64::from(grid.columns) * f64::from(grid.rows);
        within(&path, "columns times rows", all, 1.0, most)?;
        within(&path, "stagger", f64::from(grid.stagger), 0.0, 1.0)?;
        within(&path, "uneven", f64::from(grid.uneven), 0.0, 0.9)?;
        within(&path, "jitter", f64::from(grid.jitter), 0.0, 1e8)?;
        within(&path, "speed", f64::from(grid.speed), 0.0, 1e8)?;
        let kind = grid.ball.like.clone().unwrap_or_default();
        let first = self.ball(&join(&path, "ball"), &grid.ball)?;
        let mass_given = self.resolve(&join(&path, "ball"), &grid.ball)?.mass.is_some();
        let mut chance = chance(self.scene.run.seed, Purpose::Grid, n, 0);
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let shift = if row % 2 == 1 { grid.stagger } else { 0.0 };
                let x = grid.position.0 + grid.spacing.0 * (column as f32 + shift);
                let y = grid.position.1 + grid.spacing.1 * row as f32;
                let mut ball = first;
                ball.position.x = x + either_way(&mut chance, grid.jitter);
                ball.position.y = y + either_way(&mut chance, grid.jitter);
                ball.velocity.x = grid.velocity.0 + either_way(&mut chance, grid.speed);
                ball.velocity.y = grid.velocity.1 + either_way(&mut chance, grid.speed);
                let share = 1.0 + either_way(&mut chance, grid.uneven);
                ball.radius *= share;
                if !mass_given {
                    ball.mass *= share * share;
                }
                let id = world.add_ball(ball).map_err(|error| refuse(&path, error))?;
                if !kind.is_empty() {
                    ids.balls.insert(id, Label { name: String::new(), kind: kind.clone() });
                }
            }
        }
        Ok(())
    }

    /// A ball in its place, in the frame of the part that it is of.
    pub(crate) fn in_place(
        &self,
        path: &str,
        item: &model::PlacedBall,
        frame: &Frame,
    ) -> Result<carom::Ball, Fault> {
        let mut ball = self.ball(path, &item.ball())?;
        ball.position = frame.point(item.position);
        ball.velocity = frame.vector(item.velocity);
        ball.rolling_velocity = frame.vector(item.rolling_velocity);
        ball.angle = frame.angle(self.angle().radians(item.angle));
        ball.angular_velocity = frame.turn(self.angle().radians(item.angular_velocity));
        Ok(ball)
    }

    /// A ball with the values from its kind, and from the kind of that.
    fn resolve(&self, path: &str, ball: &Ball) -> Result<Ball, Fault> {
        let mut ball = ball.clone();
        let mut seen = Vec::new();
        let mut at = join(path, "like");
        while let Some(name) = ball.like.take() {
            let known = self.scene.kinds.keys().map(String::as_str);
            let kind =
                self.scene.kinds.get(&name).ok_or_else(|| Fault::unknown(&at, "kind", &name, known))?;
            if let Some(first) = seen.iter().position(|earlier| *earlier == name) {
                seen.push(name);
                let ring = seen[first..].join(" -> ");
                return Err(Fault::at(at, format!("kinds are like each other in a ring: {ring}")));
            }
            if seen.len() >= limits::NESTING {
                let most = limits::NESTING;
                return Err(Fault::at(at, format!("more than {most} kinds are like each other in a row")));
            }
            at = join(&entry("kinds", &name), "like");
            seen.push(name);
            ball = ball.or(kind);
        }
        Ok(ball)
    }

    /// A ball at the origin, at rest.
    pub(crate) fn ball(&self, path: &str, ball: &Ball) -> Result<carom::Ball, Fault> {
        let own = self.resolve(path, ball)?;
        let radius = own.radius.ok_or_else(|| {
            Fault::at(path, "radius is missing")
                .help(Some("give it here or in the kind of the ball".to_owned()))
        })?;
        let mut ball = carom::Ball::new(carom::glam::Vec2::ZERO, radius);
        ball.mass = own.mass.unwrap_or(ball.mass);
        ball.inertia_factor = own.inertia.map_or(ball.inertia_factor, Inertia::factor);
        ball.gravity_scale = own.gravity_scale.unwrap_or(ball.gravity_scale);
        ball.drag = own.drag.unwrap_or(ball.drag);
        ball.max_speed = own.max_speed.unwrap_or(ball.max_speed);
        ball.is_sphere = own.is_sphere.unwrap_or(matches!(own.inertia, Some(Inertia::Sphere)));
        ball.filter = self.layers.filter(path, own.layers.as_deref(), own.collides_with.as_deref())?;
        if let Some(material) = &own.material {
            ball.material = self.material(&join(path, "material"), material, false)?;
        }
        Ok(ball)
    }

    fn material(&self, path: &str, material: &MaterialRef, mirror: bool) -> Result<carom::Material, Fault> {
        let (surface, pair_id): (&Material, u32) = match material {
            MaterialRef::Inline(surface) => (surface, 0),
            MaterialRef::Named(name) => {
                let known = self.scene.materials.keys().map(String::as_str);
                let found = self.scene.materials.get(name);
                (found.ok_or_else(|| Fault::unknown(path, "material", name, known))?, self.pair_id(name))
            }
        };
        let mut found = surface.material(self.angle()).map_err(|error| refuse(path, error))?;
        found.pair_id = pair_id;
        if mirror {
            found.surface_speed = -found.surface_speed;
        }
        Ok(found)
    }

    /// A shape as the engine knows it; in a mirrored part, as it is in the mirror.
    fn shape(&self, path: &str, shape: &model::Shape, body: &Body, mirror: bool) -> Result<Shape, Fault> {
        use model::Shape as S;
        let p = |p: Point| carom::prelude::vec2(if mirror { -p.0 } else { p.0 }, p.1);
        let face = |side: Side| carom::Side::from(if mirror { side.mirrored() } else { side });
        let (solid, closed, side) = match shape {
            S::Chain(chain) => (chain.solid, chain.closed, chain.side),
            S::Box(walls) => (walls.solid, true, walls.side),
            S::Path(way) => (way.solid, way.closed, way.side),
            _ => (false, false, Side::Both),
        };
        if solid && !closed {
            return Err(Fault::at(join(path, "solid"), "needs `closed: true`"));
        }
        if solid && side != Side::Both {
            return Err(Fault::at(join(path, "side"), "must be left out, as the shape is solid"));
        }
        let outline = |line: Chain, thickness: f32| {
            let made = Shape::chain(&if closed { line.close() } else { line })?.radius(thickness);
            if solid { made.solid() } else { Ok(made.side(face(side))) }
        };
        let made = match shape {
            S::Circle(circle) => Shape::circle(p(circle.center), circle.radius),
            S::Segment(segment) => {
                Shape::segment(p(segment.a), p(segment.b)).map(|made| made.side(face(segment.side)))
            }
            S::Capsule(capsule) => Shape::capsule(p(capsule.a), p(capsule.b), capsule.radius),
            S::Arc(arc) => {
                let (mut start, mut sweep) =
                    (self.angle().radians(arc.start), self.angle().radians(arc.sweep));
                if mirror {
                    (start, sweep) = (std::f32::consts::PI - start, -sweep);
                }
                Shape::arc(p(arc.center), arc.radius, start, sweep)
                    .map(|made| made.radius(arc.thickness).side(face(arc.side)))
            }
            S::Chain(chain) => {
                if chain.points.len() < 2 {
                    let count = chain.points.len();
                    let message = format!("has {count} entries, but must have at least 2");
                    return Err(Fault::at(join(path, "points"), message));
                }
                let points: Vec<_> = chain.points.iter().map(|point| p(*point)).collect();
                outline(Chain::polyline(&points), chain.thickness)
            }
            S::Box(walls) => {
                let (Point(left, low), Point(right, high)) = (walls.min, walls.max);
                if !(left < right && low < high) {
                    let message = corners(walls.max, walls.min);
                    return Err(Fault::at(join(path, "max"), message));
                }
                let corners = [Point(left, low), Point(right, low), Point(right, high), Point(left, high)];
                outline(Chain::polyline(&corners.map(p)), walls.thickness)
            }
            S::Path(way) => {
                let add = |line: Chain, leg: &Leg| match *leg {
                    Leg::Line(to) => line.line_to(p(to)),
                    Leg::Arc { through, to } => line.arc_to(p(through), p(to)),
                    Leg::Tangent(to) => line.tangent_arc_to(p(to)),
                };
                let line = way.legs.iter().fold(Chain::start(p(way.start)), add);
                outline(line, way.thickness)
            }
            S::HalfPlane(half) => Shape::half_plane(p(half.point), p(half.normal)),
        };
        let checked = made.and_then(|made| made.check().map(|()| made));
        let mut made = checked.map_err(|error| match point(shape, error) {
            Some(place) => refuse_point(&join(path, &place), error),
            None => refuse(path, error),
        })?;
        if let Some(material) = shape.material() {
            made = made.material(self.material(&join(path, "material"), material, mirror)?);
        } else if let Some(material) = &body.material {
            // The path of the body ends where that of its shapes begins.
            let body_path = path.rsplit_once(".shapes[").map_or(path, |(body, _)| body);
            made = made.material(self.material(&join(body_path, "material"), material, mirror)?);
        }
        let (layers, meets) = shape.layers();
        let filter = self.layers.filter(
            path,
            layers.or(body.layers.as_deref()),
            meets.or(body.collides_with.as_deref()),
        )?;
        let made = made.filter(filter);
        Ok(if shape.is_sensor() { made.sensor() } else { made })
    }
}

/// The point in the file for a shape that the engine refuses; `None` if the refused value is no point.
fn point(shape: &model::Shape, error: carom::Error) -> Option<String> {
    use model::Shape as S;
    let index = match error {
        carom::Error::PointOutOfRange { index, .. } => index,
        // Only the first leg has none before it.
        carom::Error::WrongCount { field: "chain before tangent_arc_to", .. } => 1,
        _ => return None,
    };
    Some(match shape {
        S::Chain(_) => format!("points[{index}]"),
        S::Path(_) => index.checked_sub(1).map_or_else(|| "start".to_owned(), |leg| format!("legs[{leg}]")),
        S::Box(_) if index == 0 => "min".to_owned(),
        S::Box(_) => "max".to_owned(),
        _ => return None,
    })
}

/// Lays the floor, and its zones over it.
fn lay(world: &mut World, floor: &model::Floor) -> Result<(), Fault> {
    let model::Floor { gravity, surface: cloth, cushion_height: cushion, zones } = floor;
    let laid = carom::Floor { gravity: *gravity, surface: (*cloth).into(), cushion_height: *cushion };
    world.set_floor(Some(laid)).map_err(|error| refuse("floor", error))?;
    for (n, zone) in zones.iter().enumerate() {
        let area = carom::Region::between(zone.min.into(), zone.max.into());
        let zone = carom::FloorZone { region: area, surface: zone.surface.into() };
        world.add_floor_zone(zone).map_err(|error| refuse(&format!("floor.zones[{n}]"), error))?;
    }
    Ok(())
}

fn driven(mut guide: Joint, drive: &JointDrive, spring_rest: f32, motor: carom::Motor) -> Joint {
    guide.motor = motor;
    guide.stiffness = drive.stiffness;
    guide.spring_rest = spring_rest;
    guide.damping = drive.damping;
    guide.friction = drive.friction;
    guide.limit_restitution = drive.limit_restitution;
    guide.gravity_scale = drive.gravity_scale.unwrap_or(guide.gravity_scale);
    guide
}

/// The path of an entry of a table.
pub(crate) fn entry(table: &str, name: &str) -> String {
    if crate::read::plain(name) {
        format!("{table}.{name}")
    } else {
        format!("{table}[{}]", crate::fault::quoted(name))
    }
}
