//! The target of a search.

use carom::glam::DVec2;
use carom::{BodyId, Impact, ShapeGeometry};
use carom_scene::{Fault, Stage};

/// The target of a search.
#[derive(Debug)]
pub(crate) struct Target {
    /// Goals by name, or the one body.
    names: Vec<String>,
    body: Option<BodyId>,
    center: Option<DVec2>,
}

impl Target {
    /// A goal, a body or a ball by its name, or `any` for each goal of the scene.
    pub(crate) fn new(stage: &Stage, name: &str) -> Result<Self, Fault> {
        let goals: Vec<String> = stage.goals().map(|(goal, _)| goal.to_owned()).collect();
        if goals.iter().any(|goal| goal == name) {
            let outline = stage.goal_outlines().find(|(goal, _)| *goal == name).map(|(_, outline)| outline);
            let center = outline.filter(|outline| !outline.is_empty()).map(|outline| {
                let sum: DVec2 = outline.iter().map(|point| point.as_dvec2()).sum();
                sum / outline.len() as f64
            });
            return Ok(Self { names: vec![name.to_owned()], body: None, center });
        }
        if name == "any" && !goals.is_empty() {
            return Ok(Self { names: goals, body: None, center: None });
        }
        let Some(body) = stage.find(name) else {
            let bodies = stage.names().map(|(known, _)| known.to_owned());
            let known: Vec<String> = goals.into_iter().chain(bodies).collect();
            return Err(Fault::unknown("goal", "goal, body or ball", name, known.iter().map(String::as_str)));
        };
        Ok(Self { names: vec![name.to_owned()], body: Some(body), center: center(stage, body) })
    }

    pub(crate) fn name(&self, goal: usize) -> &str {
        &self.names[goal]
    }

    pub(crate) const fn center(&self) -> Option<DVec2> {
        self.center
    }

    /// The goal that was entered in the last step, and when in it, seconds.
    pub(crate) fn entered(&self, stage: &Stage) -> Option<(usize, f64)> {
        if self.body.is_some() {
            return None;
        }
        let number = |name: &str| self.names.iter().position(|goal| goal == name);
        let mut entries = stage.entered().zip(stage.entry_times());
        entries.find_map(|((name, _), time)| Some((number(name)?, f64::from(time))))
    }

    /// Whether an impact is on the target. Without an aimed ball any ball may hit it.
    pub(crate) fn hit(&self, impact: &Impact, aimed: Option<BodyId>) -> Option<usize> {
        let body = self.body?;
        let is_it = impact.body_a == body || impact.body_b == body;
        let by = aimed.is_none_or(|aimed| impact.body_a == aimed || impact.body_b == aimed);
        (is_it && by).then_some(0)
    }
}

/// The middle of a body's shapes.
fn center(stage: &Stage, body: BodyId) -> Option<DVec2> {
    if stage.world.ball(body).is_some() {
        return stage.world.position(body).map(|at| at.as_dvec2());
    }
    let own = stage.world.shape_geometries().filter(|(of, ..)| *of == body);
    let points: Vec<DVec2> = own.map(|(.., geometry)| middle(geometry)).collect();
    let sum: DVec2 = points.iter().sum();
    (!points.is_empty()).then(|| sum / points.len() as f64)
}

fn middle(geometry: ShapeGeometry) -> DVec2 {
    match geometry {
        ShapeGeometry::Segment { a, b, .. } => 0.5 * (a.as_dvec2() + b.as_dvec2()),
        ShapeGeometry::Circle { center, .. } | ShapeGeometry::Arc { center, .. } => center.as_dvec2(),
        ShapeGeometry::HalfPlane { normal, offset } => normal.as_dvec2() * f64::from(offset),
    }
}
