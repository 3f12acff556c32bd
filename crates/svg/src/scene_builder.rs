//! A scene while it is made of a drawing, with the warnings and names that there are.

use std::collections::BTreeSet;

use carom_scene::model::{GoalAction, Point};
use carom_scene::{Names, Scene};
use roxmltree::Node;

use crate::error::brief;

/// The kind of balls.
pub(crate) const KIND: &str = "ball";

/// The warning of a drawing without a ball.
pub const NO_BALL: &str = "the drawing has no circle of the class `ball`: the scene has no ball";

/// A scene while it is made.
pub(crate) struct SceneBuilder {
    pub(crate) scene: Scene,
    /// Each with its line, in the order in which they were found.
    warnings: Vec<(usize, String)>,
    /// Where the lines of the text end, bytes.
    line_ends: Vec<usize>,
    names: Names,
    /// The id that the next element has instead of its own.
    pub(crate) alias: Option<String>,
    /// How many lines and arcs there are.
    pub(crate) pieces: usize,
    /// How many points are painted.
    pub(crate) painted: usize,
}

impl SceneBuilder {
    /// One for a drawing of this text.
    pub(crate) fn new(scene: Scene, text: &str) -> Self {
        let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
        let (warnings, names) = (Vec::new(), Names::default());
        Self { scene, warnings, line_ends, names, alias: None, pieces: 0, painted: 0 }
    }

    pub(crate) fn warn(&mut self, node: Node<'_, '_>, text: &str) {
        let line = 1 + self.line_ends.partition_point(|end| *end < node.range().start);
        let id = node.attribute("id").map(|id| format!(" {}", brief(id))).unwrap_or_default();
        self.warnings.push((line, format!("line {line}: {}{id}: {text}", node.tag_name().name())));
    }

    pub(crate) fn name(&mut self, node: Node<'_, '_>) -> String {
        let id = self.alias.as_deref().or_else(|| node.attribute("id")).filter(|id| !id.is_empty());
        self.names.unique(id.unwrap_or_else(|| node.tag_name().name()))
    }

    /// Lets drains put balls where the first one started. Without a ball its kind is of no use.
    fn settle(&mut self) {
        let Some(start) = self.scene.balls.first().map(|ball| ball.position) else {
            self.scene.kinds.remove(KIND);
            self.warnings.push((usize::MAX, NO_BALL.to_owned()));
            return;
        };
        for goal in self.scene.goals.iter_mut().filter(|goal| goal.then == GoalAction::Remove) {
            goal.then = GoalAction::Return { position: start, velocity: Point::default() };
        }
    }

    /// The scene, and the warnings in the order of the file. A `use` has one warning for its elements.
    pub(crate) fn close(mut self) -> (Scene, Vec<String>) {
        self.settle();
        self.warnings.sort_by_key(|(line, _)| *line);
        let mut known = BTreeSet::new();
        self.warnings.retain(|warning| known.insert(warning.clone()));
        (self.scene, self.warnings.into_iter().map(|(_, warning)| warning).collect())
    }
}
