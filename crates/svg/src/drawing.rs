//! A whole drawing: its text in, a scene out.

use std::io::Read;

use carom_scene::model::{
    Arc, Ball, Body, Capsule, Circle, Goal, GoalAction, Inertia, JointDrive, MaterialRef, Motion, Motor,
    PlacedBall, Player, Point, Region, Run, Settings, Shape,
};
use carom_scene::{Fault, Names, Scene};
use glam::{DAffine2, DMat2, DVec2, dvec2};
use roxmltree::{Document, Node, ParsingOptions};

use crate::entities;
use crate::error::Error;
use crate::outline::Outline;
use crate::part::{self, Part};
use crate::style::{Style, length};

/// Longest text that is read, bytes.
pub const MAX_BYTES: u64 = 16 << 20;
/// Deepest nesting of groups.
pub const MAX_DEPTH: usize = 64;
/// Most lines and arcs that a drawing becomes.
pub const MAX_PIECES: usize = 500_000;
/// Most elements.
const MAX_NODES: u32 = 500_000;
/// A user unit, metres: 1/96 inch.
const UNIT: f64 = 0.025_4 / 96.0;
/// A table that slopes by 6.5 degrees, m/s^2.
const GRAVITY: Point = Point(0.0, -1.1105);
/// The kind of balls.
const KIND: &str = "ball";
/// What is read of a drawing and says nothing of itself.
const SILENT: [&str; 8] = ["defs", "title", "desc", "metadata", "namedview", "style", "script", "marker"];

/// A drawing that became a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The scene, in metres, y up, its origin at the lower left corner of the page.
    pub scene: Scene,
    /// What is not carried over, in the order of the file.
    pub warnings: Vec<String>,
}

struct Maker {
    scene: Scene,
    warnings: Vec<String>,
    names: Names,
    pieces: usize,
}

impl Drawing {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Error`] with the place, what stands there and what is allowed.
    pub fn read(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| Error::Unreadable { message: error.to_string() };
        let mut text = String::new();
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
        Self::from_svg(&text)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// As [`Drawing::read`].
    pub fn from_svg(text: &str) -> Result<Self, Error> {
        if text.len() as u64 > MAX_BYTES {
            return Err(Error::TooMuch { what: "the length of the file, in bytes,", most: MAX_BYTES });
        }
        depth(text)?;
        entities::check(text)?;
        // Illustrator writes a document type with entities for its namespaces.
        let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options)
            .map_err(|error| Error::Syntax { message: format!("it is no XML that can be read: {error}") })?;
        let root = document.root_element();
        if root.tag_name().name() != "svg" {
            return Err(Error::Syntax {
                message: format!("its root is <{}> and not <svg>", root.tag_name().name()),
            });
        }
        let to_scene = page(root)?;
        let mut maker = Maker { scene: empty(), warnings: Vec::new(), names: Names::default(), pieces: 0 };
        maker.children(root, &to_scene, &Style::default().of(root), 0)?;
        maker.close();
        Ok(Self { scene: maker.scene, warnings: maker.warnings })
    }
}

/// Refuses what is nested so deep that reading it would need a stack for each level.
fn depth(text: &str) -> Result<(), Error> {
    let mut depth = 0_usize;
    for tag in text.split('<').skip(1) {
        match tag.as_bytes().first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) if tag.split('>').next().is_some_and(|inner| inner.ends_with('/')) => {}
            Some(_) => depth += 1,
        }
        if depth > 2 * MAX_DEPTH {
            return Err(Error::TooMuch { what: "the depth of groups", most: MAX_DEPTH as u64 });
        }
    }
    Ok(())
}

/// The scene before anything is in it.
fn empty() -> Scene {
    let mut scene = Scene {
        about: "A drawing, converted by carom-svg.".to_owned(),
        run: Run { seconds: 60.0, rate: 240.0, ..Run::default() },
        world: Settings { gravity: Some(GRAVITY), ..Settings::default() },
        ..Scene::default()
    };
    let material = carom_scene::model::Material { restitution: 0.8, friction: 0.2, ..Default::default() };
    scene.kinds.insert(
        KIND.to_owned(),
        Ball {
            mass: Some(0.08),
            inertia: Some(Inertia::Sphere),
            material: Some(MaterialRef::Inline(material)),
            ..Ball::default()
        },
    );
    scene
}

/// From the drawing's units to metres, y up.
fn page(root: Node<'_, '_>) -> Result<DAffine2, Error> {
    let numbers = root.attribute("viewBox").map(|text| {
        let parts = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
        parts.map(|part| part.parse::<f64>().ok().filter(|x| x.abs() < 1e9)).collect::<Option<Vec<_>>>()
    });
    let refuse = |attribute: &str, found: &str, allowed| Error::Value {
        place: format!("svg {attribute}"),
        found: found.chars().take(60).collect(),
        allowed,
    };
    let side = |name: &str| match root.attribute(name) {
        None => Ok(None),
        Some(text) if text.trim().ends_with('%') => Ok(None),
        Some(text) => match length(text) {
            Some(length) if (1e-3..1e9).contains(&length) => Ok(Some(length)),
            _ => Err(refuse(name, text, "a length, more than 0")),
        },
    };
    let (width, height) = (side("width")?, side("height")?);
    let [x, y, w, h] = match numbers {
        None => [0.0, 0.0, width.unwrap_or(1000.0), height.unwrap_or(1000.0)],
        Some(Some(list)) => match list[..] {
            [x, y, w, h] if w > 0.0 && h > 0.0 => [x, y, w, h],
            _ => {
                return Err(refuse(
                    "viewBox",
                    root.attribute("viewBox").unwrap_or_default(),
                    "four numbers, the last two more than 0",
                ));
            }
        },
        Some(None) => {
            return Err(refuse(
                "viewBox",
                root.attribute("viewBox").unwrap_or_default(),
                "four numbers, the last two more than 0",
            ));
        }
    };
    let scale = width.map(|width| width / w).or(height.map(|height| height / h)).unwrap_or(1.0) * UNIT;
    Ok(DAffine2::from_mat2_translation(
        DMat2::from_cols(dvec2(scale, 0.0), dvec2(0.0, -scale)),
        dvec2(-x * scale, (y + h) * scale),
    ))
}

/// The beginning of what a drawing says, for a message.
fn brief(text: &str) -> String {
    text.chars().take(60).collect()
}

impl Maker {
    fn warn(&mut self, node: Node<'_, '_>, text: &str) {
        let line = node.document().text_pos_at(node.range().start).row;
        let id = node.attribute("id").map(|id| format!(" {}", brief(id))).unwrap_or_default();
        self.warnings.push(format!("line {line}: {}{id}: {text}", node.tag_name().name()));
    }

    fn name(&mut self, node: Node<'_, '_>) -> String {
        let id = node.attribute("id").filter(|id| !id.is_empty());
        self.names.unique(id.unwrap_or_else(|| node.tag_name().name()))
    }

    fn children(
        &mut self,
        node: Node<'_, '_>,
        to_scene: &DAffine2,
        style: &Style,
        depth: usize,
    ) -> Result<(), Error> {
        if depth > MAX_DEPTH {
            return Err(Error::TooMuch { what: "the depth of groups", most: MAX_DEPTH as u64 });
        }
        for child in node.children().filter(Node::is_element) {
            let style = style.of(child);
            let tag = child.tag_name().name();
            if SILENT.contains(&tag) {
                continue;
            }
            if !style.shown {
                self.warn(child, "is hidden, and left out");
                continue;
            }
            let to_scene = match transform(child) {
                Some(own) => *to_scene * own,
                None => {
                    self.warn(child, "has a transform that cannot be read, and is left out");
                    continue;
                }
            };
            match tag {
                "g" | "a" | "svg" | "switch" => self.children(child, &to_scene, &style, depth + 1)?,
                "path" | "line" | "polyline" | "polygon" | "rect" | "circle" | "ellipse" => {
                    self.element(child, &to_scene, &style)?;
                }
                _ => self.warn(child, "is no shape, and left out"),
            }
        }
        Ok(())
    }

    fn element(&mut self, node: Node<'_, '_>, to_scene: &DAffine2, style: &Style) -> Result<(), Error> {
        self.check_classes(node);
        let scale = libm::sqrt(libm::fabs(to_scene.matrix2.determinant()));
        let number = |name: &str| match node.attribute(name) {
            None => Some(0.0),
            Some(text) => length(text).filter(|x| x.abs() < 1e9),
        };
        let tag = node.tag_name().name();
        let outlines = match tag {
            "circle" | "ellipse" => {
                let radii = if tag == "circle" {
                    number("r").map(|r| dvec2(r, r))
                } else {
                    number("rx").zip(number("ry")).map(|(x, y)| dvec2(x, y))
                };
                let center = number("cx").zip(number("cy"));
                match (center, radii) {
                    (Some((x, y)), Some(radii)) if radii.x > 0.0 && radii.y > 0.0 => {
                        let center = dvec2(x, y);
                        if self.round(node, to_scene, style, center, radii) {
                            return Ok(());
                        }
                        vec![Outline::ellipse(center, radii)]
                    }
                    _ => Vec::new(),
                }
            }
            "rect" => match [number("x"), number("y"), number("width"), number("height")] {
                [Some(x), Some(y), Some(w), Some(h)] if w > 0.0 && h > 0.0 => {
                    // One radius stands for both where the other is not given.
                    let radius = |name: &str| node.attribute(name).and_then(length).filter(|r| *r >= 0.0);
                    let radii = [radius("rx").or(radius("ry")), radius("ry").or(radius("rx"))];
                    match radii {
                        [Some(rx), Some(ry)] if rx > 0.0 && ry > 0.0 => {
                            vec![Outline::rounded(dvec2(x, y), dvec2(w, h), dvec2(rx, ry))]
                        }
                        _ => {
                            let corners =
                                [dvec2(x, y), dvec2(x + w, y), dvec2(x + w, y + h), dvec2(x, y + h)];
                            vec![Outline::corners(&corners, true)]
                        }
                    }
                }
                _ => Vec::new(),
            },
            "line" => match [number("x1"), number("y1"), number("x2"), number("y2")] {
                [Some(a), Some(b), Some(c), Some(d)] => {
                    vec![Outline::corners(&[dvec2(a, b), dvec2(c, d)], false)]
                }
                _ => Vec::new(),
            },
            "polyline" | "polygon" => {
                let points = svgtypes::PointsParser::from(node.attribute("points").unwrap_or_default());
                let corners: Vec<DVec2> = points.map(|(x, y)| dvec2(x, y)).collect();
                vec![Outline::corners(&corners, tag == "polygon")]
            }
            _ => {
                let (outlines, whole) = Outline::path(node.attribute("d").unwrap_or_default());
                if !whole {
                    self.warn(node, "has a mistake in its path, from which on nothing is drawn");
                }
                outlines
            }
        };
        let outlines: Vec<Outline> =
            outlines.into_iter().filter(|outline| !outline.spans.is_empty()).collect();
        if outlines.is_empty() {
            let unread = ["cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height"]
                .into_iter()
                .find(|name| number(name).is_none());
            match unread {
                Some(name) => {
                    let value = brief(node.attribute(name).unwrap_or_default());
                    self.warn(node, &format!("has {name} = {value:?}, which is no number, and is left out"));
                }
                None => self.warn(node, "draws nothing, and is left out"),
            }
            return Ok(());
        }
        let half = style.half(tag) * scale;
        match Part::of(node.attribute("class").unwrap_or_default()) {
            Part::Wall => self.wall(node, &outlines, to_scene, half)?,
            Part::Ball => self.warn(node, "is a ball, which must be a circle: left out"),
            Part::Flipper(input) => self.flipper(node, &outlines[0], to_scene, half, input),
            Part::Plunger => self.plunger(node, &outlines[0], to_scene),
            part @ (Part::Drain | Part::Sensor) => {
                for outline in &outlines {
                    self.area(node, outline.area(to_scene), part == Part::Drain);
                }
            }
        }
        Ok(())
    }

    /// A circle that stays one. Says whether it was put into the scene.
    fn round(
        &mut self,
        node: Node<'_, '_>,
        to_scene: &DAffine2,
        style: &Style,
        center: DVec2,
        radii: DVec2,
    ) -> bool {
        let [x, y] = [dvec2(radii.x, 0.0), dvec2(0.0, radii.y)].map(|v| to_scene.transform_vector2(v));
        let radius = x.length();
        let even =
            libm::fabs(radius - y.length()) < 1e-6 * radius && libm::fabs(x.dot(y)) < 1e-6 * radius * radius;
        let center = to_scene.transform_point2(center);
        if !even || !center.is_finite() || !(1e-6..1e6).contains(&radius) {
            return false;
        }
        let place = Point(center.x as f32, center.y as f32);
        let half = style.half(node.tag_name().name()) * radius / radii.x;
        let classes = node.attribute("class").unwrap_or_default();
        let hollow = style.is_line(node.tag_name().name()) && !part::is_bumper(classes);
        let radius = radius as f32;
        match Part::of(classes) {
            Part::Ball => {
                let name = self.name(node);
                self.scene.balls.push(PlacedBall {
                    name,
                    like: Some(KIND.to_owned()),
                    position: place,
                    radius: Some(radius),
                    ..PlacedBall::default()
                });
            }
            Part::Wall if hollow => self.body(node, vec![ring(place, radius, half as f32)]),
            Part::Wall => self.body(node, vec![disc(place, radius)]),
            _ => return false,
        }
        true
    }

    /// Warns of classes that are nearly one that means something. All others belong to whoever drew this.
    fn check_classes(&mut self, node: Node<'_, '_>) {
        for class in node.attribute("class").unwrap_or_default().split_whitespace() {
            if part::CLASSES.contains(&class) {
                continue;
            }
            let help = Fault::unknown("", "class", class, part::CLASSES).help;
            if let Some(help) = help.filter(|help| help.starts_with("did you mean")) {
                self.warn(node, &format!("has the class {:?}, which means nothing; {help}", brief(class)));
            }
        }
    }

    /// Adds a body that stands, with the surface that its classes name.
    fn body(&mut self, node: Node<'_, '_>, shapes: Vec<Shape>) {
        let name = self.name(node);
        let classes = node.attribute("class").unwrap_or_default().split_whitespace();
        let known = classes.filter_map(|class| Some((class, part::material(class)?))).next();
        let (material, points) = match known {
            None => (None, 0),
            Some((class, material)) => {
                self.scene.materials.insert(class.to_owned(), material);
                (Some(MaterialRef::Named(class.to_owned())), part::points(class))
            }
        };
        self.scene.bodies.push(Body { name, shapes, material, points, ..Body::default() });
    }

    fn wall(
        &mut self,
        node: Node<'_, '_>,
        outlines: &[Outline],
        to_scene: &DAffine2,
        half: f64,
    ) -> Result<(), Error> {
        let mut shapes = Vec::new();
        for outline in outlines {
            let Some(mut path) = outline.to_path(to_scene) else { continue };
            self.pieces += path.legs.len();
            if self.pieces > MAX_PIECES {
                return Err(Error::TooMuch { what: "the number of lines and arcs", most: MAX_PIECES as u64 });
            }
            path.thickness = half.clamp(0.0, 1e6) as f32;
            shapes.push(Shape::Path(path));
        }
        if shapes.is_empty() {
            self.warn(node, "is too small, and left out");
        } else {
            self.body(node, shapes);
        }
        Ok(())
    }

    /// The ends of a line, in the scene.
    fn ends(outline: &Outline, to_scene: &DAffine2) -> Option<[DVec2; 2]> {
        let ends = [outline.spans.first()?.ends()[0], outline.spans.last()?.ends()[1]];
        let ends = ends.map(|v| to_scene.transform_point2(v));
        (ends[0].distance(ends[1]) > 1e-4 && ends.iter().all(|end| end.is_finite())).then_some(ends)
    }

    /// A bat with the coil of `carom-pinball`'s flipper, 51 degrees up from where it is drawn.
    fn flipper(
        &mut self,
        node: Node<'_, '_>,
        outline: &Outline,
        to_scene: &DAffine2,
        half: f64,
        input: &str,
    ) {
        let Some([pivot, tip]) = Self::ends(outline, to_scene) else {
            self.warn(node, "is a flipper, which must be a line from its axis to its tip: left out");
            return;
        };
        let along = tip - pivot;
        let way: f32 = if along.x >= 0.0 { 1.0 } else { -1.0 };
        let stroke = 0.89 * way;
        let radius = half.max(0.003) as f32;
        let name = self.name(node);
        let material = part::material("flipper").unwrap_or_default();
        self.scene.materials.insert("flipper".to_owned(), material);
        self.scene.bodies.push(Body {
            name,
            position: Point(pivot.x as f32, pivot.y as f32),
            angle: libm::atan2(along.y, along.x) as f32,
            shapes: vec![Shape::Capsule(Capsule {
                b: Point(along.length() as f32, 0.0),
                radius,
                ..Capsule::default()
            })],
            material: Some(MaterialRef::Named("flipper".to_owned())),
            motion: Some(Motion::Hinge {
                inertia: 1.3e-4,
                mass: 0.0,
                center_of_mass: Point::default(),
                limits: Some(Point(stroke.min(0.0), stroke.max(0.0))),
                drive: JointDrive {
                    motor: Motor::Force(-0.028 * way),
                    input: Some(input.to_owned()),
                    pressed: Motor::Force(0.8 * way),
                    limit_restitution: 0.2,
                    ..JointDrive::default()
                },
            }),
            ..Body::default()
        });
        let (unit, up) = (along.normalize(), along.normalize().perp() * f64::from(way));
        let corner = |share: f64, height: f64| {
            let at = pivot + unit * (share * along.length()) + up * height;
            Point(at.x as f32, at.y as f32)
        };
        self.scene.players.push(Player {
            input: input.to_owned(),
            watches: Region::Polygon {
                points: vec![corner(0.35, 0.0), corner(1.2, 0.0), corner(1.2, 0.035), corner(0.35, 0.035)],
            },
            reaction: 0.05,
            hold: 0.15,
            rest: 0.12,
            rising: Some(0.2),
            slower_than: None,
        });
    }

    /// A rod on a spring of 600 N/m, as `carom-pinball`'s.
    fn plunger(&mut self, node: Node<'_, '_>, outline: &Outline, to_scene: &DAffine2) {
        let Some([rest, back]) = Self::ends(outline, to_scene) else {
            self.warn(
                node,
                "is a plunger, which must be a line from its tip at rest to where it is drawn: left out",
            );
            return;
        };
        let way = rest - back;
        let (stroke, axis) = (way.length() as f32, way.normalize());
        let across = axis.perp() * 0.01;
        let name = self.name(node);
        self.scene.bodies.push(Body {
            name,
            position: Point(rest.x as f32, rest.y as f32),
            shapes: vec![Shape::Capsule(Capsule {
                a: Point(-across.x as f32, -across.y as f32),
                b: Point(across.x as f32, across.y as f32),
                radius: 0.001,
                ..Capsule::default()
            })],
            motion: Some(Motion::Slider {
                mass: 0.1,
                axis: Point(axis.x as f32, axis.y as f32),
                limits: Point(-stroke, 0.0),
                drive: JointDrive {
                    input: Some("plunger".to_owned()),
                    pressed: Motor::Velocity { target: -0.25, max_force: 1200.0 * stroke + 1.0 },
                    stiffness: 600.0,
                    spring_rest: 0.01 * stroke,
                    limit_restitution: 0.2,
                    gravity_scale: Some(0.0),
                    ..JointDrive::default()
                },
            }),
            ..Body::default()
        });
        let (low, high) = (rest.min(back) - 0.015, rest.max(back) + 0.06);
        self.scene.players.push(Player {
            input: "plunger".to_owned(),
            watches: Region::Box {
                min: Point(low.x as f32, low.y as f32),
                max: Point((rest.x + 0.015) as f32, high.y as f32),
            },
            reaction: 0.3,
            hold: stroke / 0.25 + 0.1,
            rest: 0.5,
            rising: None,
            slower_than: Some(0.05),
        });
    }

    fn area(&mut self, node: Node<'_, '_>, corners: Vec<Point>, drain: bool) {
        if corners.len() < 3 {
            self.warn(node, "is an area of fewer than three corners, and left out");
            return;
        }
        let name = self.name(node);
        // Where balls go is known when all of them are.
        let then = if drain { GoalAction::Remove } else { GoalAction::Keep };
        let points = if drain { 0 } else { 10 };
        self.scene.goals.push(Goal {
            name,
            region: Some(Region::Polygon { points: corners }),
            points,
            then,
            ..Goal::default()
        });
    }

    /// Lets drains put balls where the first one started.
    fn close(&mut self) {
        let Some(start) = self.scene.balls.first().map(|ball| ball.position) else {
            self.warnings
                .push("the drawing has no circle of the class `ball`: the scene has no ball".to_owned());
            return;
        };
        for goal in self.scene.goals.iter_mut().filter(|goal| goal.then == GoalAction::Remove) {
            goal.then = GoalAction::Return { position: start, velocity: Point::default() };
        }
    }
}

fn disc(center: Point, radius: f32) -> Shape {
    Shape::Circle(Circle { center, radius, ..Circle::default() })
}

/// A circle's line of a thickness, of which half is given. A line that covers its own centre leaves no hole.
fn ring(center: Point, radius: f32, half: f32) -> Shape {
    if half >= radius {
        return disc(center, (radius + half).min(1e6));
    }
    let sweep = std::f32::consts::TAU;
    Shape::Arc(Arc { center, radius, sweep, thickness: half, ..Arc::default() })
}

/// The transform of an element; none if it cannot be read or is not finite.
fn transform(node: Node<'_, '_>) -> Option<DAffine2> {
    let Some(text) = node.attribute("transform") else { return Some(DAffine2::IDENTITY) };
    let t: svgtypes::Transform = text.parse().ok()?;
    let affine = DAffine2::from_cols(dvec2(t.a, t.b), dvec2(t.c, t.d), dvec2(t.e, t.f));
    let sound = affine.is_finite() && affine.to_cols_array().iter().all(|x| x.abs() < 1e9);
    sound.then_some(affine)
}
