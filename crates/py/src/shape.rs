//! The class `Shape`.

use carom::{Chain, Material, Shape as Made, Side};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{Answer, Failure};
use crate::read::{described, number, point, points, wrong};

/// A curve that balls meet: circle, segment, capsule, arc, rectangle, polygon, path or half-plane.
///
/// It is made by one of the functions below, in the frame of its body, and changed by methods that return a new one:
///
///     rail = Shape.segment((0, 0), (1, 0)).radius(0.01).material(rubber)
///
/// Lengths are in length units, angles in radians.
#[pyclass(frozen, module = "carom")]
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) made: Made,
    about: String,
}

impl Shape {
    fn new(about: String, made: Result<Made, carom::Error>) -> PyResult<Self> {
        Ok(Self { made: made.map_err(Failure::from)?, about })
    }

    fn with(&self, made: Made) -> Self {
        Self { made, about: self.about.clone() }
    }
}

/// One leg of a path: `("line", end)`, `("arc", middle, end)`, `("tangent", end)` or `("bend", end, angle)`.
fn leg(chain: Chain, field: &str, leg: &Bound<'_, PyAny>) -> PyResult<Chain> {
    let refuse = || {
        let allowed =
            "(\"line\", end), (\"arc\", through, end), (\"tangent\", end) or (\"bend\", end, angle)";
        PyErr::from(wrong(field, leg, allowed))
    };
    if leg.is_instance_of::<PyString>() {
        return Err(refuse());
    }
    let parts: Vec<Bound<'_, PyAny>> =
        leg.try_iter().map_err(|_| refuse())?.take(4).collect::<PyResult<_>>()?;
    let name = parts.first().and_then(|name| name.extract::<String>().ok()).ok_or_else(refuse)?;
    Ok(match (name.as_str(), &parts[1..]) {
        ("line", [end]) => chain.line_to(point(field, end)?),
        ("arc", [middle, end]) => chain.arc_to(point(field, middle)?, point(field, end)?),
        ("tangent", [end]) => chain.tangent_arc_to(point(field, end)?),
        ("bend", [end, angle]) => chain.arc_by_angle_to(point(field, end)?, number(field, angle)?),
        _ => return Err(refuse()),
    })
}

#[pymethods]
impl Shape {
    /// A disc, or a point if the radius is 0.
    #[staticmethod]
    fn circle(center: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (center, radius) = (point("center", center)?, number("radius", radius)?);
        Self::new(format!("circle({center}, {radius})"), Made::circle(center, radius))
    }

    /// A line from `a` to `b`.
    #[staticmethod]
    fn segment(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, b) = (point("a", a)?, point("b", b)?);
        Self::new(format!("segment({a}, {b})"), Made::segment(a, b))
    }

    /// A line from `a` to `b` that is `2 * radius` thick, with round ends.
    #[staticmethod]
    fn capsule(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, b, radius) = (point("a", a)?, point("b", b)?, number("radius", radius)?);
        Self::new(format!("capsule({a}, {b}, {radius})"), Made::capsule(a, b, radius))
    }

    /// An exact arc of a circle, from the angle `start` on by `sweep`, counter-clockwise if that is positive.
    #[staticmethod]
    fn arc(
        center: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        start: &Bound<'_, PyAny>,
        sweep: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (center, radius) = (point("center", center)?, number("radius", radius)?);
        let (start, sweep) = (number("start", start)?, number("sweep", sweep)?);
        let about = format!("arc({center}, {radius}, {start}, {sweep})");
        Self::new(about, Made::arc(center, radius, start, sweep))
    }

    /// A solid rectangle.
    #[staticmethod]
    fn rect(center: &Bound<'_, PyAny>, size: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (center, size) = (point("center", center)?, point("size", size)?);
        Self::new(format!("rect({center}, {size})"), Made::rect(center, size))
    }

    /// A solid polygon with these corners, in either order.
    #[staticmethod]
    fn polygon(corners: &Bound<'_, PyAny>) -> PyResult<Self> {
        let corners = points("corners", corners)?;
        Self::new(format!("polygon of {} corners", corners.len()), Made::polygon(&corners))
    }

    /// Lines from point to point; closed, the outline of a room.
    #[staticmethod]
    #[pyo3(signature = (points, *, closed = false))]
    fn polyline(points: &Bound<'_, PyAny>, closed: bool) -> PyResult<Self> {
        let list = self::points("points", points)?;
        if list.len() < 2 {
            return Err(Failure::out_of_range("number of points", list.len() as f64, "2 or more").into());
        }
        let chain = Chain::polyline(&list);
        let chain = if closed { chain.close() } else { chain };
        Self::new(format!("polyline of {} points", list.len()), Made::chain(&chain))
    }

    /// A path of lines and arcs from `start`. A leg is `("line", end)`, `("arc", through, end)`, `("tangent",
    /// end)`, an arc that begins in the direction of the leg before, or `("bend", end, angle)`, an arc that turns
    /// by an angle.
    #[staticmethod]
    #[pyo3(signature = (start, legs, *, closed = false))]
    fn path(start: &Bound<'_, PyAny>, legs: &Bound<'_, PyAny>, closed: bool) -> PyResult<Self> {
        let mut chain = Chain::start(point("start", start)?);
        let list = legs.try_iter().map_err(|_| wrong("legs", legs, "a list of legs"))?;
        let mut count = 0;
        for (n, entry) in list.enumerate() {
            chain = leg(chain, &format!("legs[{n}]"), &entry?)?;
            count += 1;
        }
        let chain = if closed { chain.close() } else { chain };
        Self::new(format!("path of {count} legs"), Made::chain(&chain))
    }

    /// All points behind a line through `point`, seen against `normal`.
    #[staticmethod]
    fn half_plane(point: &Bound<'_, PyAny>, normal: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (point, normal) = (self::point("point", point)?, self::point("normal", normal)?);
        Self::new(format!("half_plane({point}, {normal})"), Made::half_plane(point, normal))
    }

    /// The inside of a closed outline or of a full circle is solid.
    fn solid(&self) -> PyResult<Self> {
        Self::new(self.about.clone(), self.made.clone().solid())
    }

    /// Half of its thickness, 0 to 1e6: a rail in place of a line.
    fn radius(&self, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let made = self.made.clone().radius(number("radius", radius)?);
        made.check().map_err(Failure::from)?;
        Ok(self.with(made))
    }

    /// Its surface, a `Material`.
    fn material(&self, material: &Bound<'_, PyAny>) -> PyResult<Self> {
        let material: Material = described("material", material)?;
        material.check().map_err(Failure::from)?;
        Ok(self.with(self.made.clone().material(material)))
    }

    /// Its collision filter, a `Filter`.
    fn filter(&self, filter: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.with(self.made.clone().filter(described("filter", filter)?)))
    }

    /// On which side of its direction it stops balls: `"both"`, `"left"` or `"right"`.
    fn side(&self, side: &str) -> Answer<Self> {
        let side = match side {
            "both" => Side::Both,
            "left" => Side::Left,
            "right" => Side::Right,
            other => {
                let found = format!("{:?}", other.chars().take(40).collect::<String>());
                return Err(Failure::wrong("side", &found, "\"both\", \"left\" or \"right\""));
            }
        };
        Ok(self.with(self.made.clone().side(side)))
    }

    /// It notices balls and never pushes them.
    fn sensor(&self) -> Self {
        self.with(self.made.clone().sensor())
    }

    /// It notices where the centres of balls are, and never pushes them.
    fn sensor_of_centers(&self) -> Self {
        self.with(self.made.clone().sensor_of_centers())
    }

    /// A number to find it by, 0 to 2^64 - 1.
    fn user_data(&self, user_data: u64) -> Self {
        self.with(self.made.clone().user_data(user_data))
    }

    fn __repr__(&self) -> String {
        format!("<carom.Shape {}>", self.about)
    }
}
