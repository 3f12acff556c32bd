//! Balls, surfaces, shapes and motors of a scene as the engine takes them, with their names resolved.

use carom::{Chain, Shape};

use crate::engine_errors::{corners, join, refuse, refuse_point};
use crate::fault::{Fault, entries};
use crate::frame::Frame;
use crate::layers::Layers;
use crate::limits;
use crate::model::{
    self, Angle, Ball, Body, Inertia, Leg, Material, MaterialRef, Motion, Motor, Point, Scene, Side,
};

/// Resolves the names of a scene.
#[derive(Debug)]
pub(crate) struct Resolver<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) layers: Layers<'a>,
    /// Materials that meetings name, in the order of their names.
    met: Vec<&'a str>,
}

impl<'a> Resolver<'a> {
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
    pub(crate) fn pair_id(&self, name: &str) -> u32 {
        self.met.binary_search(&name).map_or(0, |place| place as u32 + 1)
    }

    pub(crate) fn angle(&self) -> Angle {
        self.scene.units.angle
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
    pub(crate) fn resolve(&self, path: &str, ball: &Ball) -> Result<Ball, Fault> {
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
                return Err(Fault::at(at, format!("kinds name each other in a ring: {ring}")));
            }
            if seen.len() >= limits::NESTING {
                let most = limits::NESTING;
                return Err(Fault::at(at, format!("more than {most} kinds name each other in a row")));
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
        // Balls of a stream or a merge come during the run, where a refusal would be lost.
        ball.check().map_err(|error| refuse(path, error))?;
        Ok(ball)
    }

    pub(crate) fn material(
        &self,
        path: &str,
        material: &MaterialRef,
        mirror: bool,
    ) -> Result<carom::Material, Fault> {
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
    pub(crate) fn shape(
        &self,
        path: &str,
        shape: &model::Shape,
        body: &Body,
        mirror: bool,
    ) -> Result<Shape, Fault> {
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
                    let count = entries(chain.points.len());
                    let message = format!("has {count}, but must have at least 2");
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

/// The path of an entry of a table.
pub(crate) fn entry(table: &str, name: &str) -> String {
    if crate::path::plain(name) {
        format!("{table}.{name}")
    } else {
        format!("{table}[{}]", crate::fault::quoted(name))
    }
}
