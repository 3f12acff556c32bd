//! A whole drawing: its text in, a scene out.

use std::io::Read;

use carom_scene::Scene;
use carom_scene::model::{Ball, Inertia, MaterialRef, Point, Run, Settings};
use roxmltree::{Document, ParsingOptions};

use crate::clones::Originals;
use crate::context::Context;
use crate::entities;
use crate::error::Error;
use crate::groups::Walk;
use crate::limits::{MAX_BYTES, MAX_DEPTH, MAX_NODES};
use crate::page::Page;
use crate::part::Role;
use crate::scene_builder::{KIND, SceneBuilder};
use crate::style::Style;

/// A table that slopes by 6.5 degrees, m/s^2.
const GRAVITY: Point = Point(0.0, -1.1105);

/// A drawing that became a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The scene, in metres, y up, its origin at the lower left corner of the page.
    pub scene: Scene,
    /// Parts that are not carried over, in the order of the file.
    pub warnings: Vec<String>,
}

impl Drawing {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Error`] with the place, the found text and the allowed range.
    pub fn read(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| Error::Unreadable { message: error.to_string() };
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Error::Unreadable { message: "it is not UTF-8 text".to_owned() })?;
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
        let mut walk = Walk::new(SceneBuilder::new(empty(), text), Originals::of(&document));
        let aspect = walk.aspect(root);
        let Page { to_scene, size } = Page::of(root, aspect)?;
        let context = Context {
            to_scene,
            size,
            style: Style::default().of(root),
            role: Role::PLAIN.of(root.attribute("class").unwrap_or_default()),
            depth: 0,
        };
        walk.check_classes(root);
        walk.check_style(root);
        walk.children(root, &context)?;
        let (scene, warnings) = walk.builder.close();
        Ok(Self { scene, warnings })
    }
}

/// Refuses elements nested so deep that reading them would need a stack for each level.
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
