//! A scene while it is made of a drawing, with the warnings and names that there are.

use carom_scene::model::{GoalAction, Point};
use carom_scene::{Names, Scene};
use roxmltree::Node;

/// The kind of balls.
pub(crate) const KIND: &str = "ball";

/// A scene while it is made.
pub(crate) struct Maker {
    pub(crate) scene: Scene,
    pub(crate) warnings: Vec<String>,
    names: Names,
    /// How many lines and arcs there are.
    pub(crate) pieces: usize,
}

/// The beginning of what a drawing says, for a message.
pub(crate) fn brief(text: &str) -> String {
    text.chars().take(60).collect()
}

impl Maker {
    pub(crate) fn new(scene: Scene) -> Self {
        Self { scene, warnings: Vec::new(), names: Names::default(), pieces: 0 }
    }

    pub(crate) fn warn(&mut self, node: Node<'_, '_>, text: &str) {
        let line = node.document().text_pos_at(node.range().start).row;
        let id = node.attribute("id").map(|id| format!(" {}", brief(id))).unwrap_or_default();
        self.warnings.push(format!("line {line}: {}{id}: {text}", node.tag_name().name()));
    }

    pub(crate) fn name(&mut self, node: Node<'_, '_>) -> String {
        let id = node.attribute("id").filter(|id| !id.is_empty());
        self.names.unique(id.unwrap_or_else(|| node.tag_name().name()))
    }

    /// Lets drains put balls where the first one started.
    pub(crate) fn close(&mut self) {
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
