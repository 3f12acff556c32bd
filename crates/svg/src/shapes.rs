//! Walls, balls and areas, from the elements that draw something.

use carom_scene::model::{
    Arc, Body, Circle, Goal, GoalAction, MaterialRef, PlacedBall, Point, Region, Shape,
};
use glam::{DVec2, dvec2};
use roxmltree::Node;

use crate::context::Context;
use crate::elements::figure;
use crate::error::Error;
use crate::limits::MAX_PIECES;
use crate::outline::Outline;
use crate::part::{self, Part};
use crate::scene_builder::{KIND, SceneBuilder};

/// Largest coordinate, radius and thickness, metres.
const FARTHEST: f64 = 1e6;

impl SceneBuilder {
    /// Puts the curves of an element into the scene, in the role that its classes give it.
    pub(crate) fn element<'a>(&mut self, node: Node<'a, 'a>, context: &Context) -> Result<(), Error> {
        let figure = match figure(node, context.size) {
            Ok(figure) => figure,
            Err(wrong) => {
                self.warn(node, &format!("{wrong}: left out"));
                return Ok(());
            }
        };
        if let Some(mistake) = figure.mistake {
            self.warn(node, &mistake);
        }
        if let Some([center, radii]) = figure.round
            && self.round(node, context, center, radii)
        {
            if context.role.part == Part::Wall {
                self.paint(node.tag_name().name(), context, &figure.outlines);
            }
            return Ok(());
        }
        let outlines: Vec<Outline> =
            figure.outlines.into_iter().filter(|outline| !outline.spans.is_empty()).collect();
        let to_scene = &context.to_scene;
        if outlines.is_empty() {
            self.warn(node, "draws nothing, and is left out");
            return Ok(());
        }
        if !outlines.iter().all(|outline| outline.is_within(to_scene, FARTHEST)) {
            self.warn(node, "reaches farther than 1e6 m from the page's corner, and is left out");
            return Ok(());
        }
        let half = context.half(node.tag_name().name());
        match context.role.part {
            Part::Wall => self.wall(node, context, &outlines, half)?,
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
    fn round(&mut self, node: Node<'_, '_>, context: &Context, center: DVec2, radii: DVec2) -> bool {
        let Context { to_scene, style, role, .. } = context;
        let [x, y] = [dvec2(radii.x, 0.0), dvec2(0.0, radii.y)].map(|v| to_scene.transform_vector2(v));
        let radius = x.length();
        let even =
            libm::fabs(radius - y.length()) < 1e-6 * radius && libm::fabs(x.dot(y)) < 1e-6 * radius * radius;
        let center = to_scene.transform_point2(center);
        if !(even && center.abs().max_element() <= FARTHEST && (1e-6..FARTHEST).contains(&radius)) {
            return false;
        }
        let place = Point(center.x as f32, center.y as f32);
        let half = context.half(node.tag_name().name());
        let hollow = style.is_line(node.tag_name().name()) && !role.is_bumper();
        let radius = radius as f32;
        match role.part {
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
            Part::Wall if hollow => self.body(node, context, vec![ring(place, radius, half as f32)]),
            Part::Wall => self.body(node, context, vec![disc(place, radius)]),
            _ => return false,
        }
        true
    }

    /// Adds a body that stands, with the surface that its classes name.
    fn body(&mut self, node: Node<'_, '_>, context: &Context, shapes: Vec<Shape>) {
        let name = self.name(node);
        let known = context.role.surface.and_then(|class| Some((class, part::material(class)?)));
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
        context: &Context,
        outlines: &[Outline],
        half: f64,
    ) -> Result<(), Error> {
        let mut shapes = Vec::new();
        for outline in outlines {
            let Some(mut path) = outline.to_path(&context.to_scene) else { continue };
            self.pieces += path.legs.len();
            if self.pieces > MAX_PIECES {
                return Err(Error::TooMuch { what: "the number of lines and arcs", most: MAX_PIECES as u64 });
            }
            path.thickness = half.clamp(0.0, FARTHEST) as f32;
            shapes.push(Shape::Path(path));
        }
        if shapes.is_empty() {
            self.warn(node, "is too small, and left out");
        } else {
            self.paint(node.tag_name().name(), context, outlines);
            self.body(node, context, shapes);
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
        return disc(center, (radius + half).min(FARTHEST as f32));
    }
    let sweep = std::f32::consts::TAU;
    Shape::Arc(Arc { center, radius, sweep, thickness: half, ..Arc::default() })
}
