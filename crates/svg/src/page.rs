//! Pages: how the units of a drawing, or of one inside it, become those outside.

use glam::{DAffine2, DMat2, DVec2, dvec2};
use roxmltree::Node;
use svgtypes::{Align, AspectRatio};

use crate::error::{Error, brief};
use crate::numbers::{MOST, length};

/// A user unit, metres: 1/96 inch.
const UNIT: f64 = 0.025_4 / 96.0;
/// The form of a `viewBox`.
pub(crate) const VIEW_BOX: &str = "four numbers, the last two more than 0";
/// The form of `preserveAspectRatio`.
pub(crate) const ASPECT: &str = "none, or xMinYMin to xMaxYMax with meet or slice";

/// The part of a drawing that a page shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    corner: DVec2,
    /// Its size, units inside.
    pub(crate) size: DVec2,
}

impl View {
    /// The `viewBox` of an element, if it has one.
    ///
    /// # Errors
    /// It cannot be read: it must be [`VIEW_BOX`].
    pub(crate) fn of(node: Node<'_, '_>) -> Result<Option<Self>, ()> {
        let Some(text) = node.attribute("viewBox") else { return Ok(None) };
        let parts = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
        // No more are kept than tell that there are too many.
        let numbers = parts.take(5).map(|part| part.parse().ok().filter(|x: &f64| x.abs() < MOST));
        match numbers.collect::<Option<Vec<f64>>>().as_deref() {
            Some(&[x, y, w, h]) if w > 0.0 && h > 0.0 => {
                Ok(Some(Self { corner: dvec2(x, y), size: dvec2(w, h) }))
            }
            _ => Err(()),
        }
    }

    /// From the units of this part to those of a page of this size.
    pub(crate) fn fit(&self, page: DVec2, aspect: AspectRatio) -> DAffine2 {
        let each = page / self.size;
        let scale = match aspect.align {
            Align::None => each,
            _ if aspect.slice => DVec2::splat(each.max_element()),
            _ => DVec2::splat(each.min_element()),
        };
        let rest = (page - scale * self.size) * share(aspect.align);
        DAffine2::from_mat2_translation(DMat2::from_diagonal(scale), rest - scale * self.corner)
    }
}

/// How much of the room that is left lies to the left and above.
fn share(align: Align) -> DVec2 {
    match align {
        Align::None | Align::XMinYMin => DVec2::ZERO,
        Align::XMidYMin => dvec2(0.5, 0.0),
        Align::XMaxYMin => dvec2(1.0, 0.0),
        Align::XMinYMid => dvec2(0.0, 0.5),
        Align::XMidYMid => dvec2(0.5, 0.5),
        Align::XMaxYMid => dvec2(1.0, 0.5),
        Align::XMinYMax => dvec2(0.0, 1.0),
        Align::XMidYMax => dvec2(0.5, 1.0),
        Align::XMaxYMax => DVec2::ONE,
    }
}

/// The `preserveAspectRatio` of an element: all of it in the middle, if it has none.
///
/// # Errors
/// It cannot be read: it must be [`ASPECT`].
pub(crate) fn aspect(node: Node<'_, '_>) -> Result<AspectRatio, ()> {
    node.attribute("preserveAspectRatio")
        .map_or(Ok(AspectRatio::default()), |text| text.parse().map_err(drop))
}

/// The page of a whole drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Page {
    /// From user units to metres, y up, the origin at the lower left corner.
    pub(crate) to_scene: DAffine2,
    /// The length of 100 %, user units.
    pub(crate) size: DVec2,
}

impl Page {
    /// That of the root of a drawing.
    ///
    /// # Errors
    /// A side or a `viewBox` that cannot be read.
    pub(crate) fn of(root: Node<'_, '_>, aspect: AspectRatio) -> Result<Self, Error> {
        let [width, height] = [side(root, "width")?, side(root, "height")?];
        let view = View::of(root).map_err(|()| refuse(root, "viewBox", VIEW_BOX))?;
        let inner = view.map_or(DVec2::splat(1000.0), |view| view.size);
        // A side that is not given is as long as the other one makes it.
        let size = match (width, height) {
            (Some(width), Some(height)) => dvec2(width, height),
            (Some(width), None) if view.is_some() => inner * (width / inner.x),
            (None, Some(height)) if view.is_some() => inner * (height / inner.y),
            _ => dvec2(width.unwrap_or(inner.x), height.unwrap_or(inner.y)),
        };
        let flip = DAffine2::from_mat2_translation(
            DMat2::from_diagonal(dvec2(UNIT, -UNIT)),
            dvec2(0.0, UNIT * size.y),
        );
        Ok(match view {
            None => Self { to_scene: flip, size },
            Some(view) => Self { to_scene: flip * view.fit(size, aspect), size: view.size },
        })
    }
}

/// A side of the page, user units; none if it is not given, or a share of a window that is not known.
fn side(root: Node<'_, '_>, name: &str) -> Result<Option<f64>, Error> {
    match root.attribute(name).map(str::trim) {
        None | Some("auto") => Ok(None),
        Some(text) if text.ends_with('%') => Ok(None),
        Some(text) => match length(text) {
            Some(length) if (1e-3..MOST).contains(&length) => Ok(Some(length)),
            _ => Err(refuse(root, name, "a length between 1e-3 and 1e9 user units")),
        },
    }
}

fn refuse(root: Node<'_, '_>, name: &str, allowed: &'static str) -> Error {
    let found = brief(root.attribute(name).unwrap_or_default());
    Error::Value { place: format!("svg {name}"), found, allowed }
}
