//! Scenes of worlds that were made by hand.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use carom::glam::Vec2;
use carom::prelude::vec2;
use carom::{BodyId, BodyKind, Filter, JointKind, ShapeGeometry, ShapeId, World};
use slotmap::Key;

use crate::fault::Fault;
use crate::model::{
    Arc, Attractor, Body, Capsule, Circle, Field, Floor, FloorSurface, FloorZone, HalfPlane, Inertia,
    Material, MaterialRef, Motion, PlacedBall, Point, Region, Scene, Segment, Settings, Shape, State,
};
use crate::resume::fingerprint;

impl Scene {
    /// The scene of a world that was made by hand: its contents, for people to read, and its state, from which it
    /// continues bit for bit. Paths are written as their pieces. Parts without words there (groups, pairs kept
    /// apart, links of balls without names, balls that are held, meetings of tags) are in the state alone.
    ///
    /// `dt` is the length of its steps in seconds.
    ///
    /// # Errors
    /// No known cause; errors of the serializer are passed on.
    pub fn of_world(world: &World, dt: f32) -> Result<Self, Fault> {
        let mut scene = Self { world: Settings::from(*world.config()), ..Self::default() };
        scene.run.rate = 1.0 / f64::from(dt);
        scene.floor = world.floor().map(|floor| {
            let carom::FloorSurface {
                sliding_friction: sliding,
                rolling_friction: rolling,
                spinning_friction: spinning,
            } = floor.surface;
            let cloth = FloorSurface {
                sliding_friction: sliding,
                rolling_friction: rolling,
                spinning_friction: spinning,
            };
            Floor {
                gravity: floor.gravity,
                surface: cloth,
                cushion_height: floor.cushion_height,
                zones: zones(world),
            }
        });
        scene.fields = world.fields().map(|(_, field)| self::field(&field)).collect();
        let mut bodies: BTreeMap<BodyId, (Body, Vec<u64>)> = BTreeMap::new();
        let mut order = Vec::new();
        for (id, body) in world.bodies() {
            order.push(id);
            let motion = motion(world, id, &body);
            let described =
                Body { position: body.position.into(), angle: body.angle, motion, ..Body::default() };
            bodies.insert(id, (described, Vec::new()));
        }
        for (id, shape, outline) in world.shape_geometries() {
            let Some((body, shapes)) = bodies.get_mut(&id) else { continue };
            let (origin, angle) = (Vec2::from(body.position), body.angle);
            body.shapes.push(described(world, shape, &outline, origin, angle));
            shapes.push(shape.data().as_ffi());
        }
        let mut state = State { world: BASE64.encode(world.snapshot()), ..State::default() };
        state.fields = world.fields().map(|(id, _)| id.data().as_ffi()).collect();
        for id in order {
            if let Some((body, shapes)) = bodies.remove(&id) {
                state.bodies.push(id.data().as_ffi());
                state.shapes.extend(shapes);
                scene.bodies.push(body);
            }
        }
        scene.balls = world.balls().map(|(_, ball)| place(&ball)).collect();
        scene.layers = (1..32).map(|bit| format!("layer {bit}")).collect();
        state.of = fingerprint(&scene)?;
        scene.state = Some(state);
        Ok(scene)
    }
}

fn motion(world: &World, id: BodyId, body: &carom::Body) -> Option<Motion> {
    match world.kind(id)? {
        BodyKind::Kinematic => {
            Some(Motion::Steady { velocity: body.velocity.into(), angular_velocity: body.angular_velocity })
        }
        BodyKind::Hinge | BodyKind::Slider => {
            let guide = world.joint(id)?;
            let at = guide.joint_position;
            let limits = Point(guide.limits[0], guide.limits[1]);
            let turning = guide.kind == JointKind::Hinge;
            let curve = |points: &[Vec2]| -> Vec<Point> {
                points.iter().map(|p| Point(if turning { p.x - at } else { p.x }, p.y)).collect()
            };
            let drive = crate::model::JointDrive {
                motor: match guide.motor {
                    carom::Motor::Off => crate::model::Motor::Off,
                    carom::Motor::Force(force) => crate::model::Motor::Force(force),
                    carom::Motor::Velocity { target, max_force: most } => {
                        crate::model::Motor::Velocity { target, max_force: most }
                    }
                },
                torque_curve: curve(&guide.torque_curve),
                speed_curve: curve(&guide.speed_curve),
                stiffness: guide.stiffness,
                damping: guide.damping,
                friction: guide.friction,
                limit_restitution: guide.limit_restitution,
                gravity_scale: Some(guide.gravity_scale),
                spring_rest: if turning { guide.spring_rest - at } else { guide.spring_rest },
                ..crate::model::JointDrive::default()
            };
            Some(match guide.kind {
                JointKind::Slider { axis } => {
                    Motion::Slider { mass: guide.inertia, axis: axis.into(), limits, drive }
                }
                _ => {
                    let free = limits.0.is_infinite() && limits.1.is_infinite();
                    Motion::Hinge {
                        inertia: guide.inertia,
                        mass: guide.mass,
                        center_of_mass: guide.center_of_mass.into(),
                        limits: (!free).then_some(Point(limits.0 - at, limits.1 - at)),
                        drive,
                    }
                }
            })
        }
        _ => None,
    }
}

/// The zones of the floor that are rectangles along the axes; of others the state alone knows.
fn zones(world: &World) -> Vec<FloorZone> {
    let zone = |zone: carom::FloorZone| {
        let Some(Region::Box { min, max }) = area(&zone.region) else { return None };
        let carom::FloorSurface {
            sliding_friction: sliding,
            rolling_friction: rolling,
            spinning_friction: spinning,
        } = zone.surface;
        Some(FloorZone {
            min,
            max,
            surface: FloorSurface {
                sliding_friction: sliding,
                rolling_friction: rolling,
                spinning_friction: spinning,
            },
        })
    };
    world.floor_zones().filter_map(|(_, about)| zone(about)).collect()
}

fn field(field: &carom::Field) -> Field {
    let all = field.mask == u32::MAX;
    let magnet = |pull: carom::Attractor| Attractor {
        center: pull.center.into(),
        strength: pull.strength,
        softening: pull.softening,
    };
    Field {
        region: field.region.as_ref().and_then(area),
        acceleration: field.acceleration.into(),
        drag: field.drag,
        flow: field.flow.into(),
        attractor: field.attractor.map(magnet),
        layers: (!all).then(|| names(field.mask)),
        input: None,
    }
}

/// An area in the words of a scene; `None` for a rectangle that is turned.
fn area(area: &carom::Region) -> Option<Region> {
    match *area {
        carom::Region::Circle { center, radius } => Some(Region::Circle { center: center.into(), radius }),
        carom::Region::Rectangle { center, half, angle: 0.0 } => {
            Some(Region::Box { min: (center - half).into(), max: (center + half).into() })
        }
        carom::Region::Rectangle { .. } => None,
    }
}

/// Names of the layers of a set of bits.
fn names(bits: u32) -> Vec<String> {
    let name = |bit: u32| if bit == 0 { String::new() } else { format!("layer {bit}") };
    (0..32).filter(|bit| bits & 1 << bit != 0).map(name).collect()
}

fn place(ball: &carom::Ball) -> PlacedBall {
    let (layers, meets) = layers(ball.filter);
    PlacedBall {
        position: ball.position.into(),
        velocity: ball.velocity.into(),
        angle: ball.angle,
        angular_velocity: ball.angular_velocity,
        radius: Some(ball.radius),
        mass: Some(ball.mass),
        inertia: Some(if ball.inertia_factor.is_finite() {
            Inertia::Factor(ball.inertia_factor)
        } else {
            Inertia::NoRotation
        }),
        gravity_scale: Some(ball.gravity_scale),
        drag: Some(ball.drag).filter(|drag| *drag > 0.0),
        max_speed: Some(ball.max_speed).filter(|speed| speed.is_finite()),
        is_sphere: Some(ball.is_sphere),
        rolling_velocity: ball.rolling_velocity.into(),
        material: Some(MaterialRef::Inline(Material::from(ball.material))),
        layers,
        collides_with: meets,
        ..PlacedBall::default()
    }
}

/// Names of the layers of a filter, where it is not the default.
fn layers(filter: Filter) -> (Option<Vec<String>>, Option<Vec<String>>) {
    let plain = Filter::default();
    let category = (filter.category != plain.category).then(|| names(filter.category));
    let mask = (filter.mask != plain.mask).then(|| names(filter.mask));
    (category, mask)
}

/// A curve in the frame of its body.
fn described(world: &World, id: ShapeId, outline: &ShapeGeometry, origin: Vec2, angle: f32) -> Shape {
    let (sin, cos) = libm::sincosf(-angle);
    let local = |p: Vec2| Point::from(vec2(cos, sin).rotate(p - origin));
    let material = world.shape_material(id).map(|material| MaterialRef::Inline(Material::from(material)));
    let (layers, meets) = layers(world.shape_filter(id).unwrap_or_default());
    let sensor = world.is_sensor(id);
    match *outline {
        ShapeGeometry::Circle { center, radius } => Shape::Circle(Circle {
            center: local(center),
            radius,
            material,
            layers,
            collides_with: meets,
            sensor,
            ..Circle::default()
        }),
        ShapeGeometry::Segment { a, b, radius: 0.0, side } => Shape::Segment(Segment {
            a: local(a),
            b: local(b),
            side: side.into(),
            material,
            layers,
            collides_with: meets,
            sensor,
            ..Segment::default()
        }),
        ShapeGeometry::Segment { a, b, radius, .. } => Shape::Capsule(Capsule {
            a: local(a),
            b: local(b),
            radius,
            material,
            layers,
            collides_with: meets,
            sensor,
            ..Capsule::default()
        }),
        ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, side } => Shape::Arc(Arc {
            center: local(center),
            radius: arc_radius,
            start: start - angle,
            sweep,
            thickness: radius,
            side: side.into(),
            material,
            layers,
            collides_with: meets,
            sensor,
            ..Arc::default()
        }),
        ShapeGeometry::HalfPlane { normal, offset } => Shape::HalfPlane(HalfPlane {
            point: local(normal * offset),
            normal: Point::from(vec2(cos, sin).rotate(normal)),
            material,
            layers,
            collides_with: meets,
            sensor,
            ..HalfPlane::default()
        }),
    }
}
