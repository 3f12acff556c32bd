//! Goes through the groups of a drawing, with what they pass on to what is in them.

use glam::{DAffine2, dvec2};
use roxmltree::Node;

use crate::error::Error;
use crate::limits::MAX_DEPTH;
use crate::maker::Maker;
use crate::style::Style;

/// What is read of a drawing and says nothing of itself.
const SILENT: [&str; 8] = ["defs", "title", "desc", "metadata", "namedview", "style", "script", "marker"];

impl Maker {
    pub(crate) fn children(
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
}

/// The transform of an element; none if it cannot be read or is not finite.
fn transform(node: Node<'_, '_>) -> Option<DAffine2> {
    let Some(text) = node.attribute("transform") else { return Some(DAffine2::IDENTITY) };
    let t: svgtypes::Transform = text.parse().ok()?;
    let affine = DAffine2::from_cols(dvec2(t.a, t.b), dvec2(t.c, t.d), dvec2(t.e, t.f));
    let sound = affine.is_finite() && affine.to_cols_array().iter().all(|x| x.abs() < 1e9);
    sound.then_some(affine)
}
