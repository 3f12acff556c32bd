//! What stands and what notices: walls, balls and areas of the elements that draw something.

use carom_scene::Fault;
use carom_scene::model::{
    Arc, Body, Circle, Goal, GoalAction, MaterialRef, PlacedBall, Point, Region, Shape,
};
use glam::{DAffine2, DVec2, dvec2};
use roxmltree::Node;

use crate::error::Error;
use crate::limits::MAX_PIECES;
use crate::maker::{KIND, Maker, brief};
use crate::outline::Outline;
use crate::part::{self, Part};
use crate::style::{Style, length};

impl Maker {
    pub(crate) fn element(
        &mut self,
        node: Node<'_, '_>,
        to_scene: &DAffine2,
        style: &Style,
    ) -> Result<(), Error> {
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
