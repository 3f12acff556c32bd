//! The curves that elements draw, in their own units.

use glam::{DVec2, dvec2};
use roxmltree::Node;

use crate::numbers::Numbers;
use crate::outline::{self, Outline};

/// The curves that an element draws.
#[derive(Default)]
pub(crate) struct Figure {
    pub(crate) outlines: Vec<Outline>,
    /// Centre and radii, if it is a circle or an ellipse.
    pub(crate) round: Option<[DVec2; 2]>,
    /// The part of it that is not drawn, for a message.
    pub(crate) mistake: Option<String>,
}

impl From<Vec<Outline>> for Figure {
    fn from(outlines: Vec<Outline>) -> Self {
        Self { outlines, ..Self::default() }
    }
}

/// The curves of an element on a page of this size.
///
/// # Errors
/// A number that cannot be read, for a message.
pub(crate) fn figure<'a>(node: Node<'a, 'a>, page: DVec2) -> Result<Figure, String> {
    let mut numbers = Numbers::of(node, page);
    let figure = match node.tag_name().name() {
        "circle" => {
            let center = dvec2(numbers.get("cx"), numbers.get("cy"));
            ellipse(center, DVec2::splat(numbers.size("r")))
        }
        "ellipse" => {
            let center = dvec2(numbers.get("cx"), numbers.get("cy"));
            let radii = [numbers.find_size("rx"), numbers.find_size("ry")];
            ellipse(center, both(radii))
        }
        "rect" => {
            let min = numbers.corner();
            let size = dvec2(numbers.size("width"), numbers.size("height"));
            let radii = [numbers.find_size("rx"), numbers.find_size("ry")];
            rectangle(min, size, both(radii))
        }
        "line" => {
            let ends =
                [dvec2(numbers.get("x1"), numbers.get("y1")), dvec2(numbers.get("x2"), numbers.get("y2"))];
            vec![Outline::corners(&ends, false)].into()
        }
        tag @ ("polyline" | "polygon") => {
            let (corners, mistake) = outline::points(node.attribute("points").unwrap_or_default());
            let outlines = vec![Outline::corners(&corners, tag == "polygon")];
            Figure { outlines, mistake, ..Figure::default() }
        }
        _ => {
            let data = node.attribute("d").unwrap_or_default();
            // An arc becomes the more curves the larger it is, before anyone can ask how far they reach.
            if outline::reaches_too_far(data) {
                return Err("has a number in its path that is not between -1e9 and 1e9 user units".to_owned());
            }
            let (outlines, whole) = Outline::path(data);
            let mistake = "has a mistake in its path: the rest is left out";
            Figure { outlines, mistake: (!whole).then(|| mistake.to_owned()), round: None }
        }
    };
    match numbers.wrong() {
        Some(wrong) => Err(wrong),
        None => Ok(figure),
    }
}

/// One radius stands for both where the other is not given.
fn both(radii: [Option<f64>; 2]) -> DVec2 {
    let [x, y] = radii;
    dvec2(x.or(y).unwrap_or(0.0), y.or(x).unwrap_or(0.0))
}

fn ellipse(center: DVec2, radii: DVec2) -> Figure {
    if !(radii.min_element() > 0.0) {
        return Figure::default();
    }
    Figure { outlines: vec![Outline::ellipse(center, radii)], round: Some([center, radii]), mistake: None }
}

fn rectangle(min: DVec2, size: DVec2, radii: DVec2) -> Figure {
    if !(size.min_element() > 0.0) {
        return Figure::default();
    }
    if radii.min_element() > 0.0 {
        return vec![Outline::rounded(min, size, radii)].into();
    }
    let max = min + size;
    vec![Outline::corners(&[min, dvec2(max.x, min.y), max, dvec2(min.x, max.y)], true)].into()
}
