//! Parts that a player moves: flippers and plungers.

use carom_scene::model::{
    Body, Capsule, JointDrive, MaterialRef, Motion, Motor, Player, Point, Region, Shape,
};
use glam::{DAffine2, DVec2};
use roxmltree::Node;

use crate::outline::Outline;
use crate::part;
use crate::scene_builder::SceneBuilder;

impl SceneBuilder {
    /// The ends of a line, in the scene.
    fn ends(outline: &Outline, to_scene: &DAffine2) -> Option<[DVec2; 2]> {
        let ends = [outline.spans.first()?.ends()[0], outline.spans.last()?.ends()[1]];
        let ends = ends.map(|v| to_scene.transform_point2(v));
        (ends[0].distance(ends[1]) > 1e-4 && ends.iter().all(|end| end.is_finite())).then_some(ends)
    }

    /// A bat with the coil of `carom-pinball`'s flipper, 51 degrees up from where it is drawn.
    pub(crate) fn flipper(
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
    pub(crate) fn plunger(&mut self, node: Node<'_, '_>, outline: &Outline, to_scene: &DAffine2) {
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
}
