//! A stadium as a scene of `carom-scene`: a file that any tool of Carom takes.

use carom_scene::Scene;
use carom_scene::model::{
    Area, Body, Fate, Goal, HalfPlane, Leg, Material, Path, Place, Point, Segment as Line, Settings, Shape,
    Side, Surface, Units,
};

use crate::disc::Disc;
use crate::flags::Flags;
use crate::goal::Team;
use crate::mover::{MASS, SMALLEST, per_second};
use crate::segment::Segment;
use crate::stadium::Stadium;
use crate::walls::{material, solid_segments, solid_vertexes, to_world};
use crate::warnings::Warnings;

/// How far behind its line a goal reaches, pixels.
const DEPTH: f32 = 40.0;

impl Stadium {
    /// The stadium as a scene, and what of it a scene does not hold: damping, gravity of single discs, joints,
    /// players. Goals become areas behind their lines.
    #[must_use]
    pub fn to_scene(&self) -> (Scene, Warnings) {
        let mut notes = Warnings::default();
        let mut scene = Scene {
            name: self.name.clone(),
            units: Units { length: "px".to_owned(), ..Units::default() },
            world: Settings { gravity: Some(Point(0.0, 0.0)), ..Settings::default() },
            layers: Flags::singles().map(|(name, _)| name.to_owned()).collect(),
            ..Scene::default()
        };
        let walls = self.wall_shapes(&mut notes);
        scene.bodies.push(Body { name: "walls".to_owned(), shapes: walls, ..Body::default() });
        for (i, disc) in self.discs.iter().enumerate() {
            self.add_disc(&mut scene, i, disc, &mut notes);
        }
        for (i, goal) in self.goals.iter().enumerate() {
            let [a, b] = goal.ends.map(to_world);
            let out = (b - a).perp().normalize_or_zero() * DEPTH;
            let out = if out.dot(a + b) < 0.0 { -out } else { out };
            let team = if goal.team == Team::Red { "red" } else { "blue" };
            scene.goals.push(Goal {
                name: format!("{team} goal {i}"),
                area: Area::Polygon { points: [a, b, b + out, a + out].map(Point::from).to_vec() },
                points: 1,
                then: Fate::Return { position: to_world(self.discs[0].position).into() },
                kinds: None,
            });
        }
        for i in 0..self.joints.len() {
            notes.add(format_args!("joints[{i}]"), "left out: scenes have no links");
        }
        (scene, notes)
    }

    fn wall_shapes(&self, notes: &mut Warnings) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (i, segment) in solid_segments(self) {
            let ends = segment.ends.map(|end| to_world(self.vertexes[end].position));
            if ends[0] == ends[1] {
                notes.add(format_args!("segments[{i}]"), "left out: it has no length");
                continue;
            }
            let surface = surface(segment.bounce, || format!("segments[{i}].bCoef"), notes);
            shapes.push(wall(segment, ends.map(Point::from), surface));
        }
        for (i, vertex) in solid_vertexes(self) {
            shapes.push(Shape::Circle(carom_scene::model::Circle {
                center: to_world(vertex.position).into(),
                radius: 0.0,
                material: surface(vertex.bounce, || format!("vertexes[{i}].bCoef"), notes),
                layers: Some(vertex.group.names()),
                meets: Some(vertex.mask.names()),
                ..Default::default()
            }));
        }
        for (i, plane) in self.planes.iter().enumerate() {
            let normal = to_world(plane.normal);
            let unit = normal.normalize_or_zero();
            shapes.push(Shape::HalfPlane(HalfPlane {
                point: (unit * plane.distance as f32).into(),
                normal: unit.into(),
                material: surface(plane.bounce, || format!("planes[{i}].bCoef"), notes),
                layers: Some(plane.group.names()),
                meets: Some(plane.mask.names()),
                ..Default::default()
            }));
        }
        shapes
    }

    fn add_disc(&self, scene: &mut Scene, i: usize, disc: &Disc, notes: &mut Warnings) {
        let place = self.disc_place(i);
        let material = surface(disc.bounce, || format!("{place}.bCoef"), notes);
        let (layers, meets) = (Some(disc.group.names()), Some(disc.mask.names()));
        let name = if i == 0 { "ball".to_owned() } else { format!("disc {i}") };
        let position = Point::from(to_world(disc.position));
        if disc.gravity != [0.0; 2] {
            notes.add(format_args!("{place}.gravity"), "left out: a scene has one gravity for all");
        }
        if disc.inverse_mass > 0.0 {
            if disc.damping != 1.0 {
                notes.add(format_args!("{place}.damping"), "left out: scenes have no damping");
            }
            scene.balls.push(Place {
                name,
                position,
                velocity: per_second(disc.speed).into(),
                radius: Some(disc.radius.abs().max(SMALLEST) as f32),
                mass: Some((1.0 / disc.inverse_mass).clamp(MASS[0], MASS[1]) as f32),
                material,
                layers,
                meets,
                ..Place::default()
            });
            return;
        }
        if disc.speed != [0.0; 2] {
            notes.add(format_args!("{place}.speed"), "left out: it stands still");
        }
        let circle = carom_scene::model::Circle { radius: disc.radius.abs() as f32, ..Default::default() };
        let shapes = vec![Shape::Circle(circle)];
        scene.bodies.push(Body { name, position, shapes, material, layers, meets, ..Body::default() });
    }
}

/// The surface of a bounce.
fn surface(bounce: f64, place: impl FnOnce() -> String, notes: &mut Warnings) -> Option<Material> {
    Some(Material::Inline(Surface::from(material(bounce, place, notes))))
}

/// A straight line, or an arc through the point in the middle of its way.
fn wall(segment: &Segment, [a, b]: [Point; 2], material: Option<Material>) -> Shape {
    let side = match segment.bias {
        bias if bias > 0.0 => Side::Left,
        bias if bias < 0.0 => Side::Right,
        _ => Side::Both,
    };
    let (layers, meets) = (Some(segment.group.names()), Some(segment.mask.names()));
    if segment.turn == 0.0 {
        return Shape::Segment(Line { a, b, side, material, layers, meets, ..Line::default() });
    }
    let (from, to) = (carom::glam::Vec2::from(a).as_dvec2(), carom::glam::Vec2::from(b).as_dvec2());
    // Sagitta over half the chord: the tangent of a quarter of the angle. Mirrored, a right turn lies to the left.
    let sagitta = (to - from).perp() * (0.5 * libm::tan(0.25 * segment.turn));
    let through = ((from + to) * 0.5 + sagitta).as_vec2().into();
    let legs = vec![Leg::Arc { through, to: b }];
    Shape::Path(Path { start: a, legs, side, material, layers, meets, ..Path::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_has_the_same_walls_and_keeps_the_ball() {
        let stadium = Stadium::parse(include_str!("../tests/garden.hbs")).unwrap();
        let (scene, notes) = stadium.to_scene();
        let told = notes.to_string();
        for place in ["segments[16]", "joints[0]", "ballPhysics.damping", "discs[4].damping"] {
            assert!(told.contains(&format!("{place}: left out")), "{place} in\n{told}");
        }
        let text = scene.to_ron().unwrap();
        let mut stage = Scene::from_ron(&text).unwrap().stage().unwrap();
        let mut world = carom::World::new(carom::Config::weightless()).unwrap();
        let pitch = crate::Pitch::new(&mut world, stadium).unwrap();
        // The same walls, as a ball sees them from many places.
        let all = carom::Filter::new(u32::MAX, u32::MAX);
        for n in 0..400 {
            let place = carom::glam::vec2((n % 20) as f32 * 27.0 - 256.0, (n / 20) as f32 * 14.0 - 133.0);
            let [ours, theirs] = [&world, &stage.world].map(|world| {
                world.closest(place, 500.0, all).unwrap().map_or(f32::NAN, |closest| closest.distance)
            });
            assert!((ours - theirs).abs() < 1e-3, "{place}: {ours} on the pitch, {theirs} in the scene");
        }
        let ball = stage.find("ball").unwrap();
        stage.world.set_velocity(ball, carom::glam::vec2(900.0, 500.0)).unwrap();
        for _ in 0..600 {
            stage.step();
            let at = stage.world.position(ball).unwrap();
            assert!(at.x.abs() < 271.0 && at.y.abs() < 121.0, "{at}");
        }
        assert!(pitch.warnings().count() > 0);
    }
}
