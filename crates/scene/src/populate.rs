//! A world from the flat list of a scene.

use std::collections::BTreeMap;

use carom::{BodyId, FieldId, Joint, ShapeId, World};

use crate::engine_errors::{join, refuse, within};
use crate::expand::{Flat, Placed};
use crate::fault::Fault;
use crate::fields;
use crate::frame::Frame;
use crate::limits;
use crate::links::Named;
use crate::model::{self, Body, Grid, JointDrive, Motion, Point, Spawner};
use crate::motion;
use crate::overlap_cost;
use crate::random::{Purpose, chance, either_way};
use crate::resolver::Resolver;

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

impl Resolver<'_> {
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

    /// A world with everything in it that is there at the start.
    pub(crate) fn populate(&self, flat: &Flat<'_>) -> Result<(World, Ids), Fault> {
        overlap_cost::walls(&flat.bodies, self.angle())?;
        let mut world = self.world()?;
        if let Some(floor) = &self.scene.floor {
            lay(&mut world, floor)?;
        }
        self.introduce(&mut world)?;
        let mut ids = Ids { fields: fields::add(&mut world, self.scene, self)?, ..Ids::default() };
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
        overlap_cost::balls(world.balls().map(|(_, ball)| (ball.position, ball.radius)))?;
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
