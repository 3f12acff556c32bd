//! A whole drawing: its text in, a scene out.

use std::io::Read;

use carom_scene::Scene;
use carom_scene::model::{Ball, Inertia, MaterialRef, Point, Run, Settings};
use glam::{DAffine2, DMat2, dvec2};
use roxmltree::{Document, Node, ParsingOptions};

use crate::entities;
use crate::error::Error;
use crate::limits::{MAX_BYTES, MAX_DEPTH, MAX_NODES};
use crate::maker::{KIND, Maker};
use crate::style::{Style, length};

/// A user unit, metres: 1/96 inch.
const UNIT: f64 = 0.025_4 / 96.0;
/// A table that slopes by 6.5 degrees, m/s^2.
const GRAVITY: Point = Point(0.0, -1.1105);
/// A drawing that became a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The scene, in metres, y up, its origin at the lower left corner of the page.
    pub scene: Scene,
    /// What is not carried over, in the order of the file.
    pub warnings: Vec<String>,
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
        let mut maker = Maker::new(empty());
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
