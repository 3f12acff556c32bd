//! A stadium as a scene of `carom-scene`: a file that any tool of Carom takes.

use carom::glam::Vec2;
use carom_scene::Scene;
use carom_scene::model::{
    Body, End, Field, Goal, GoalAction, HalfPlane, Leg, Link, Material, MaterialRef, Motion, Path,
    PlacedBall, Point, Region, Segment as Line, Settings, Shape, Side, Spring, Units,
};

use crate::disc::Disc;
use crate::flags::Flags;
use crate::goal::Team;
use crate::joint::Joint;
use crate::segment::Segment;
use crate::stadium::Stadium;
use crate::value::number;
use crate::walls::{NO_DIRECTION, material, solid_segments, solid_vertexes, to_world};
use crate::warnings::Warnings;
use crate::world_disc::{FRAMES, MASS, SMALLEST, per_second};

/// How far behind its line a goal reaches, pixels.
const DEPTH: f32 = 40.0;
/// The kind of the discs that score.
const SCORES: &str = "scores";
/// Most layers of a scene.
const LAYERS: usize = 31;
/// Strongest drag, per second: a damping of 0 stops a disc within a frame.
const DRAG: f64 = 1e4;

impl Stadium {
    /// The stadium as a scene, and its parts that a scene does not hold: joints that are springs, players and their
    /// kicks. Goals become areas behind their lines; damping and gravity of discs become fields, one for all discs
    /// that have the same.
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
            let kinds = scene.kinds.contains_key(SCORES).then(|| vec![SCORES.to_owned()]);
            let team = if goal.team == Team::Red { "red" } else { "blue" };
            scene.goals.push(Goal {
                name: format!("{team} goal {i}"),
                region: Some(Region::Polygon { points: [a, b, b + out, a + out].map(Point::from).to_vec() }),
                points: 1,
                then: GoalAction::Return {
                    position: to_world(self.placed(&self.discs[0]).position).into(),
                    velocity: Point::default(),
                },
                kinds,
                ..Goal::default()
            });
        }
        for (i, joint) in self.joints.iter().enumerate() {
            scene.links.extend(self.link(joint, format_args!("joints[{i}]"), &mut notes));
        }
        scene.paint = self.paint();
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
                collides_with: Some(vertex.mask.names()),
                ..Default::default()
            }));
        }
        for (i, plane) in self.planes.iter().enumerate() {
            let normal = to_world(plane.normal);
            let unit = normal.normalize_or_zero();
            if unit == Vec2::ZERO {
                notes.add(format_args!("planes[{i}].normal"), NO_DIRECTION);
                continue;
            }
            shapes.push(Shape::HalfPlane(HalfPlane {
                point: (unit * plane.distance as f32).into(),
                normal: unit.into(),
                material: surface(plane.bounce, || format!("planes[{i}].bCoef"), notes),
                layers: Some(plane.group.names()),
                collides_with: Some(plane.mask.names()),
                ..Default::default()
            }));
        }
        shapes
    }

    /// A rigid joint as a link.
    fn link(&self, joint: &Joint, place: std::fmt::Arguments<'_>, notes: &mut Warnings) -> Option<Link> {
        let [a, b] = joint.discs.map(|i| &self.discs[i]);
        let apart = to_world(a.position).distance(to_world(b.position));
        let moved = [a, b].map(|disc| disc.inverse_mass > 0.0);
        let (least, most) =
            match joint.range(f64::from(apart), joint.discs[0] != joint.discs[1] && moved != [false; 2]) {
                Ok(range) => range,
                Err(reason) => {
                    notes.add(place, reason);
                    return None;
                }
            };
        let end = |i: usize| {
            let name = disc_name(i);
            if self.discs[i].inverse_mass > 0.0 { End::Ball(name) } else { End::Body(name, Point::default()) }
        };
        let [a, b] = joint.discs.map(end);
        Some(Link::Spring(Spring {
            a,
            b,
            rest_length: Some(most),
            stiffness: 0.0,
            damping: 0.0,
            min_length: least,
            max_length: Some(most),
            apart: true,
        }))
    }

    fn add_disc(&self, scene: &mut Scene, i: usize, disc: &Disc, notes: &mut Warnings) {
        let place = self.disc_place(i);
        let disc = &self.place(disc, format_args!("{place}.pos"), notes);
        let material = surface(disc.bounce, || format!("{place}.bCoef"), notes);
        let (layers, meets) = if disc.radius < 0.0 {
            (Some(Vec::new()), Some(Vec::new()))
        } else {
            (Some(disc.group.names()), Some(disc.mask.names()))
        };
        let name = disc_name(i);
        let position = Point::from(to_world(disc.position));
        if disc.inverse_mass > 0.0 {
            let layers = layers.into_iter().flatten().chain(pull(scene, disc, &place, notes)).collect();
            let scores = disc.group.meets(Flags::SCORE);
            if scores {
                scene.kinds.entry(SCORES.to_owned()).or_default();
            }
            scene.balls.push(PlacedBall {
                name,
                like: scores.then(|| SCORES.to_owned()),
                position,
                velocity: per_second(disc.speed).into(),
                radius: Some(disc.radius.abs().max(SMALLEST) as f32),
                mass: Some((1.0 / disc.inverse_mass).clamp(MASS[0], MASS[1]) as f32),
                material,
                layers: Some(layers),
                collides_with: meets,
                ..PlacedBall::default()
            });
            return;
        }
        let moves = disc.speed != [0.0; 2];
        if disc.gravity != [0.0; 2] || (moves && disc.damping != 1.0) {
            notes.add(&place, "gravity and damping are left out: it keeps the speed that it has");
        }
        let motion =
            moves.then(|| Motion::Steady { velocity: per_second(disc.speed).into(), angular_velocity: 0.0 });
        let circle = carom_scene::model::Circle { radius: disc.radius.abs() as f32, ..Default::default() };
        let shapes = vec![Shape::Circle(circle)];
        scene.bodies.push(Body {
            name,
            position,
            shapes,
            material,
            layers,
            collides_with: meets,
            motion,
            ..Body::default()
        });
    }
}

/// The name of a disc in a scene.
fn disc_name(i: usize) -> String {
    if i == 0 { "ball".to_owned() } else { format!("disc {i}") }
}

/// The layer of discs with this damping and gravity, and the field that gives them both; none if there is nothing to
/// give.
fn pull(scene: &mut Scene, disc: &Disc, place: &str, notes: &mut Warnings) -> Option<String> {
    if disc.damping == 1.0 && disc.gravity == [0.0; 2] {
        return None;
    }
    if disc.damping > 1.0 {
        notes.add_found(format_args!("{place}.damping"), number(disc.damping), "becomes 1");
    }
    let damping = disc.damping.clamp(0.0, 1.0);
    // So that each frame leaves the share that the game leaves.
    let drag = (-FRAMES * libm::log(damping)).min(DRAG);
    // Chosen so that a frame changes the speed as in the game: gravity first, and then the damping of both.
    let gain = if damping < 1.0 { damping * drag / (1.0 - damping) } else { FRAMES };
    let acceleration = per_second(disc.gravity).as_dvec2() * gain;
    let field = Field { drag: drag as f32, acceleration: acceleration.as_vec2().into(), ..Field::default() };
    let layer = |field: &Field| field.layers.iter().flatten().next().cloned();
    let same = |known: &&Field| known.drag == field.drag && known.acceleration == field.acceleration;
    if let Some(known) = scene.fields.iter().find(same) {
        return layer(known);
    }
    if scene.layers.len() == LAYERS {
        notes.add(place, "damping and gravity are left out: a scene has no more layers");
        return None;
    }
    let name = format!("pulled {}", scene.fields.len() + 1);
    scene.layers.push(name.clone());
    scene.fields.push(Field { layers: Some(vec![name.clone()]), ..field });
    Some(name)
}

/// The surface of a bounce.
fn surface(bounce: f64, place: impl FnOnce() -> String, notes: &mut Warnings) -> Option<MaterialRef> {
    Some(MaterialRef::Inline(Material::from(material(bounce, place, notes))))
}

/// A straight line, or an arc through the point in the middle of its way.
fn wall(segment: &Segment, [a, b]: [Point; 2], material: Option<MaterialRef>) -> Shape {
    let side = match segment.bias {
        bias if bias > 0.0 => Side::Left,
        bias if bias < 0.0 => Side::Right,
        _ => Side::Both,
    };
    let (layers, meets) = (Some(segment.group.names()), Some(segment.mask.names()));
    if segment.turn == 0.0 {
        return Shape::Segment(Line {
            a,
            b,
            side,
            material,
            layers,
            collides_with: meets,
            ..Line::default()
        });
    }
    let (from, to) = (Vec2::from(a).as_dvec2(), Vec2::from(b).as_dvec2());
    // Sagitta over half the chord: the tangent of a quarter of the angle. Mirrored, a right turn lies to the left.
    let sagitta = (to - from).perp() * (0.5 * libm::tan(0.25 * segment.turn));
    let through = ((from + to) * 0.5 + sagitta).as_vec2().into();
    let legs = vec![Leg::Arc { through, to: b }];
    Shape::Path(Path { start: a, legs, side, material, layers, collides_with: meets, ..Path::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_has_the_same_walls_and_keeps_the_ball() {
        let stadium = Stadium::parse(include_str!("../tests/garden.hbs")).unwrap();
        let (scene, notes) = stadium.to_scene();
        let listed = notes.to_string();
        assert!(listed.contains("segments[16]: left out"), "{listed}");
        let text = scene.to_ron().unwrap();
        let mut stage = Scene::from_ron(&text).unwrap().stage().unwrap();
        let mut world = carom::World::new(carom::Config::weightless()).unwrap();
        let pitch = crate::Pitch::new(&mut world, stadium).unwrap();
        // The same walls, as a ball sees them from many places.
        let all = carom::Filter::new(u32::MAX, u32::MAX);
        for n in 0..400 {
            let place = carom::glam::vec2((n % 20) as f32 * 27.0 - 256.0, (n / 20) as f32 * 14.0 - 133.0);
            let [ours, theirs] = [&world, &stage.world].map(|world| {
                world.closest_point(place, 500.0, all).unwrap().map_or(f32::NAN, |closest| closest.distance)
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

    /// Damping and gravity of the game, frame by frame, against the fields of the scene.
    #[test]
    fn a_free_disc_does_as_in_the_game() {
        let file = "{ ballPhysics: { pos: [3, 4], speed: [5, -2], gravity: [0.05, 0.1], damping: 0.97 },
            discs: [{ pos: [9, 9], gravity: [0, 0.2], damping: 1, cMask: [] }, { damping: 0, cMask: [] }] }";
        let (scene, notes) = Stadium::parse(file).unwrap().to_scene();
        assert!(notes.is_empty(), "{notes}");
        let mut stage = scene.stage().unwrap();
        let speed = |stage: &carom_scene::Stage, name: &str| {
            stage.find(name).and_then(|id| stage.world.velocity(id)).unwrap().as_dvec2()
        };
        let (mut v, mut w) = (carom::glam::dvec2(5.0, -2.0), 0.0);
        for frame in 0..300 {
            v = (v + carom::glam::dvec2(0.05, 0.1)) * 0.97;
            w += 0.2;
            stage.step();
            let ball = speed(&stage, "ball") / FRAMES;
            assert!((ball.x - v.x).abs() < 1e-4 && (ball.y + v.y).abs() < 1e-4, "{frame}: {ball} is not {v}");
            let other = -speed(&stage, "disc 1").y / FRAMES;
            assert!((other / w - 1.0).abs() < 1e-5, "{frame}: {other} is not {w}");
        }
    }
}
