//! Visits the groups of a drawing, with the values that they pass on to their elements.

use carom_scene::Fault;
use glam::{DAffine2, dvec2};
use roxmltree::Node;
use svgtypes::AspectRatio;

use crate::clones::Originals;
use crate::context::Context;
use crate::error::{Error, brief};
use crate::limits::MAX_DEPTH;
use crate::numbers::Numbers;
use crate::page::{self, ASPECT, VIEW_BOX, View};
use crate::part::CLASSES;
use crate::scene_builder::SceneBuilder;
use crate::style::unread;

/// Elements without a meaning of their own, which need no warning.
const SILENT: [&str; 9] =
    ["defs", "title", "desc", "metadata", "namedview", "style", "symbol", "script", "marker"];

/// Elements that draw something.
const SHAPES: [&str; 7] = ["path", "line", "polyline", "polygon", "rect", "circle", "ellipse"];

/// Goes through a drawing and makes its scene.
pub(crate) struct Walk<'a> {
    pub(crate) builder: SceneBuilder,
    originals: Originals<'a>,
}

impl<'a> Walk<'a> {
    pub(crate) const fn new(builder: SceneBuilder, originals: Originals<'a>) -> Self {
        Self { builder, originals }
    }

    fn warn(&mut self, node: Node<'a, 'a>, text: &str) {
        self.builder.warn(node, text);
    }

    /// Puts the elements of a group into the scene.
    pub(crate) fn children(&mut self, node: Node<'a, 'a>, context: &Context) -> Result<(), Error> {
        for child in node.children().filter(Node::is_element) {
            if SILENT.contains(&child.tag_name().name()) {
                continue;
            }
            if let Some(context) = self.enter(child, context)? {
                self.put(child, &context)?;
            }
        }
        Ok(())
    }

    /// The context of an element in a group of this context; none if it is left out.
    fn enter(&mut self, node: Node<'a, 'a>, outer: &Context) -> Result<Option<Context>, Error> {
        self.originals.count(node)?;
        if outer.depth > MAX_DEPTH {
            return Err(Error::TooMuch { what: "the depth of groups", most: MAX_DEPTH as u64 });
        }
        self.check_classes(node);
        let style = outer.style.of(node);
        if !style.shown {
            self.warn(node, "is hidden, and left out");
            return Ok(None);
        }
        let Some(own) = transform(node) else {
            self.warn(node, "has a transform that cannot be read, and is left out");
            return Ok(None);
        };
        for name in unread(node) {
            self.warn(node, &format!("has {name}, which is not read"));
        }
        Ok(Some(Context {
            to_scene: outer.to_scene * own,
            size: outer.size,
            style,
            role: outer.role.of(node.attribute("class").unwrap_or_default()),
            depth: outer.depth + 1,
        }))
    }

    /// Puts an element into the scene.
    fn put(&mut self, node: Node<'a, 'a>, context: &Context) -> Result<(), Error> {
        match node.tag_name().name() {
            "g" | "a" | "switch" => self.children(node, context),
            "svg" => self.inner(node, context, [None; 2]),
            "use" => self.repeat(node, context),
            tag if SHAPES.contains(&tag) => self.builder.element(node, context),
            _ => {
                self.warn(node, "is no shape, and left out");
                Ok(())
            }
        }
    }

    /// Puts the elements that a `use` repeats into the scene. A shape gets the id of the `use`.
    fn repeat(&mut self, node: Node<'a, 'a>, context: &Context) -> Result<(), Error> {
        let mut numbers = Numbers::of(node, context.size);
        let (corner, size) = (numbers.corner(), numbers.sides());
        let original = match (numbers.wrong(), self.originals.find(node)) {
            (None, Ok(original)) => original,
            (Some(wrong), _) => {
                self.warn(node, &format!("{wrong}: left out"));
                return Ok(());
            }
            (_, Err(wrong)) => {
                self.warn(node, &wrong);
                return Ok(());
            }
        };
        let to_scene = context.to_scene * DAffine2::from_translation(corner);
        let Some(context) = self.enter(original, &Context { to_scene, ..context.clone() })? else {
            return Ok(());
        };
        self.originals.open(original);
        let done = match original.tag_name().name() {
            "svg" | "symbol" => self.inner(original, &context, size),
            tag if SHAPES.contains(&tag) => {
                self.builder.alias = node.attribute("id").map(str::to_owned);
                let done = self.builder.element(original, &context);
                self.builder.alias = None;
                done
            }
            _ => self.put(original, &context),
        };
        self.originals.close();
        done
    }

    /// Puts a drawing inside this one into the scene: scaled to its place there. Elements beside that place are not
    /// cut off. A `use` may have given its size.
    fn inner(&mut self, node: Node<'a, 'a>, context: &Context, given: [Option<f64>; 2]) -> Result<(), Error> {
        let mut numbers = Numbers::of(node, context.size);
        let (corner, size) = (numbers.corner(), numbers.sides());
        let [width, height] = [given[0].or(size[0]), given[1].or(size[1])];
        let size = dvec2(width.unwrap_or(context.size.x), height.unwrap_or(context.size.y));
        let view = View::of(node);
        if let Some(wrong) = numbers.wrong() {
            self.warn(node, &format!("{wrong}: left out"));
        } else if let Ok(view) = view {
            if !(size.min_element() > 0.0) {
                self.warn(node, "has no extent, and is left out");
                return Ok(());
            }
            let aspect = self.aspect(node);
            let fit = view.map_or(DAffine2::IDENTITY, |view| view.fit(size, aspect));
            let to_scene = context.to_scene * DAffine2::from_translation(corner) * fit;
            let size = view.map_or(size, |view| view.size);
            return self.children(node, &Context { to_scene, size, ..context.clone() });
        } else {
            let found = brief(node.attribute("viewBox").unwrap_or_default());
            self.warn(node, &format!("has viewBox = {found:?}, which must be {VIEW_BOX}: left out"));
        }
        Ok(())
    }

    /// How a drawing fits its page. Warns of parts that are not read.
    pub(crate) fn aspect(&mut self, node: Node<'a, 'a>) -> AspectRatio {
        let aspect = page::aspect(node).unwrap_or_else(|()| {
            let found = brief(node.attribute("preserveAspectRatio").unwrap_or_default());
            let message =
                format!("has preserveAspectRatio = {found:?}, which must be {ASPECT}: taken as xMidYMid");
            self.warn(node, &message);
            AspectRatio::default()
        });
        if aspect.slice {
            self.warn(
                node,
                "is cut by slice where it does not fit, which is not read: all of it is in the scene",
            );
        }
        aspect
    }

    /// Warns of styles of the whole drawing that are not read: rules, in any place, and a transform of the root.
    pub(crate) fn check_style(&mut self, root: Node<'a, 'a>) {
        for node in root.descendants().filter(|node| node.tag_name().name() == "style") {
            if node.text().is_some_and(|rules| !rules.trim().is_empty()) {
                self.warn(
                    node,
                    "has rules, which are not read: fill, stroke and class must stand at the elements",
                );
            }
        }
        if root.has_attribute("transform") || unread(root).any(|name| name.starts_with("transform")) {
            self.warn(root, "has a transform, which is read of groups and shapes alone");
        }
    }

    /// Warns of classes that are nearly a known one. All others belong to the author of the drawing.
    pub(crate) fn check_classes(&mut self, node: Node<'a, 'a>) {
        for class in node.attribute("class").unwrap_or_default().split_whitespace() {
            if CLASSES.contains(&class) {
                continue;
            }
            let help = Fault::unknown("", "class", class, CLASSES).help;
            if let Some(help) = help.filter(|help| help.starts_with("did you mean")) {
                self.warn(node, &format!("has the class {:?}, which is not known; {help}", brief(class)));
            }
        }
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
