//! Shapes that JavaScript describes, read into the engine's own.

use carom::glam::Vec2;
use carom::{Chain, Error, Material, Shape, Side};
use wasm_bindgen::JsValue;

use crate::errors::{Answer, Names, error, refuse_at};
use crate::read::{Fields, wrong};
use crate::surfaces::{filter_in, material_in};

/// Fields of every shape. Fields that not every shape can have are refused with their reason.
const COMMON: &[&str] =
    &["type", "thickness", "side", "solid", "sensor", "centers", "material", "filter", "userData"];

/// Fields of shapes of a kind; without a kind those of any.
fn own_fields(kind: Option<&str>) -> &'static [&'static str] {
    match kind {
        Some("circle") => &["center", "radius"],
        Some("segment") => &["a", "b"],
        Some("capsule") => &["a", "b", "radius"],
        Some("arc") => &["center", "radius", "start", "sweep"],
        Some("polyline") => &["points", "closed"],
        Some("path") => &["start", "legs", "closed"],
        Some("box") => &["min", "max"],
        Some("halfPlane") => &["point", "normal"],
        _ => &[
            "center", "radius", "a", "b", "start", "sweep", "points", "closed", "legs", "min", "max",
            "point", "normal",
        ],
    }
}

/// A shape that was read at `path`.
pub(crate) fn shape(path: String, value: &JsValue) -> Answer<Shape> {
    let o = Fields::new(path, value)?;
    let kind = o.text("type")?;
    o.only(&[COMMON, own_fields(kind.as_deref())].concat())?;
    let kind = o.need("type", kind)?;
    let point = |name| o.need(name, o.point(name)?);
    let length = |name| o.need(name, o.number(name)?).map(|number| number as f32);
    let center = || Ok::<_, JsValue>(o.point("center")?.unwrap_or_default());
    let made = match kind.as_str() {
        "circle" => Shape::circle(center()?, length("radius")?),
        "segment" => Shape::segment(point("a")?, point("b")?),
        "capsule" => Shape::capsule(point("a")?, point("b")?, length("radius")?),
        "arc" => Shape::arc(center()?, length("radius")?, length("start")?, length("sweep")?),
        "polyline" => Ok(polyline(&o)?),
        "path" => Ok(path_of(&o)?),
        "box" => Ok(walls(&o)?),
        "halfPlane" => Shape::half_plane(o.point("point")?.unwrap_or_default(), point("normal")?),
        other => {
            let allowed = "\"circle\", \"segment\", \"capsule\", \"arc\", \"polyline\", \"path\", \"box\" or \"halfPlane\"";
            return Err(wrong(&o.at("type"), &other.into(), allowed));
        }
    };
    let mut shape = made.map_err(refuse_at(o.path(), &[]))?;
    if matches!(kind.as_str(), "circle" | "capsule") {
        o.without("thickness", &format!("a {kind} has its radius"))?;
    } else if let Some(thickness) = o.number("thickness")? {
        shape = shape.radius(thickness as f32);
        shape.check().map_err(refuse_at(o.path(), &[]))?;
    }
    let solid = match kind.as_str() {
        "circle" | "capsule" | "halfPlane" => {
            o.without("solid", &format!("a {kind} is solid as it is"))?;
            false
        }
        "segment" => {
            o.without("solid", "a segment encloses nothing")?;
            false
        }
        _ => o.flag("solid")?.unwrap_or(false),
    };
    if matches!(kind.as_str(), "circle" | "halfPlane") {
        o.without("side", &format!("a {kind} has no sides"))?;
    } else if solid {
        o.without("side", "what is solid stops balls from outside")?;
        shape = shape.solid().map_err(|_| {
            let allowed = "false: only an outline that is closed (`closed: true`) or a full circle, and encloses an area, can be solid";
            wrong(&o.at("solid"), &true.into(), allowed)
        })?;
    } else if let Some(side) = side(&o)? {
        shape = shape.side(side);
    }
    let centers = o.flag("centers")?.unwrap_or(false);
    if o.flag("sensor")?.unwrap_or(false) {
        shape = if centers { shape.sensor_of_centers() } else { shape.sensor() };
    } else if centers {
        o.without("centers", "only a sensor (`sensor: true`) looks for the centres of balls")?;
    }
    shape = shape
        .material(material_in(&o, Material::default())?)
        .filter(filter_in(&o)?)
        .user_data(o.user_data()?);
    o.done()?;
    Ok(shape)
}

fn side(o: &Fields) -> Answer<Option<Side>> {
    match o.text("side")?.as_deref() {
        None => Ok(None),
        Some("both") => Ok(Some(Side::Both)),
        Some("left") => Ok(Some(Side::Left)),
        Some("right") => Ok(Some(Side::Right)),
        Some(other) => Err(wrong(&o.at("side"), &other.into(), "\"both\", \"left\" or \"right\"")),
    }
}

/// A piece of a path.
#[derive(Clone, Copy)]
enum Leg {
    Line(Vec2),
    Through(Vec2, Vec2),
    Bend(Vec2, f32),
    Tangent(Vec2),
}

impl Leg {
    fn add_to(self, chain: Chain) -> Chain {
        match self {
            Self::Line(end) => chain.line_to(end),
            Self::Through(middle, end) => chain.arc_to(middle, end),
            Self::Bend(end, angle) => chain.arc_by_angle_to(end, angle),
            Self::Tangent(end) => chain.tangent_arc_to(end),
        }
    }
}

/// Where the pieces of a path stand in its object.
struct Places {
    start: String,
    /// The place of a leg by its number.
    leg: fn(&Fields, usize) -> String,
    /// The names of the fields of a leg's object.
    names: &'static Names,
}

/// A path as a shape. An error names the leg that cannot be.
fn chain(o: &Fields, start: Vec2, legs: &[Leg], places: &Places) -> Answer<Shape> {
    let path = legs.iter().fold(Chain::start(start), |chain, leg| leg.add_to(chain));
    let path = if o.flag("closed")?.unwrap_or(false) { path.close() } else { path };
    Shape::chain(&path).map_err(|refused| {
        let index = match refused {
            Error::PointOutOfRange { index, .. } => index,
            // Only the first leg can lack one before it.
            _ => 1,
        };
        match index.checked_sub(1) {
            Some(leg) => refuse_at(&(places.leg)(o, leg), places.names)(of_point(refused)),
            None => refuse_at(&places.start, &[("chain.start", "")])(of_point(refused)),
        }
    })
}

/// A refusal of a point in a list as that of a point with a name of its own.
fn of_point(refused: Error) -> Error {
    match refused {
        Error::PointOutOfRange { field, value, allowed, .. } => Error::OutOfRange { field, value, allowed },
        other => other,
    }
}

fn polyline(o: &Fields) -> Answer<Shape> {
    let points = o.need("points", o.points("points")?)?;
    let at = o.at("points");
    let [start, rest @ ..] = points.as_slice() else {
        return Err(error(&format!("{at} has 0 entries, but must have at least two")));
    };
    if rest.is_empty() {
        return Err(error(&format!("{at} has 1 entry, but must have at least two")));
    }
    let legs: Vec<Leg> = rest.iter().copied().map(Leg::Line).collect();
    let leg = |o: &Fields, n: usize| format!("{}[{}]", o.at("points"), n + 1);
    chain(o, *start, &legs, &Places { start: format!("{at}[0]"), leg, names: &[("chain.line_to", "")] })
}

/// A path of lines and arcs: `{ start, legs: [{ line: p }, { arc: p, through: q }, { tangent: p }], closed }`.
fn path_of(o: &Fields) -> Answer<Shape> {
    let start = o.need("start", o.point("start")?)?;
    let list = o.list("legs")?;
    let list = o.need("legs", list)?;
    let leg = |o: &Fields, n: usize| format!("{}[{n}]", o.at("legs"));
    let mut legs = Vec::with_capacity(list.len());
    for (n, value) in list.iter().enumerate() {
        legs.push(leg_of(leg(o, n), value)?);
    }
    if legs.is_empty() {
        return Err(error(&format!("{} has 0 entries, but must have at least one", o.at("legs"))));
    }
    let names = &[
        ("chain.line_to", "line"),
        ("chain.arc_to", "arc and through"),
        ("chain.tangent_arc_to", "tangent"),
        ("chain.arc_by_angle_to", "arc"),
        ("chain.arc_by_angle_to angle", "angle"),
        ("chain before tangent_arc_to", ": the path before a tangent"),
    ];
    chain(o, start, &legs, &Places { start: o.at("start"), leg, names })
}

fn leg_of(path: String, value: &JsValue) -> Answer<Leg> {
    let l = Fields::new(path, value)?;
    l.only(&["line", "tangent", "arc", "through", "angle"])?;
    let leg = if let Some(end) = l.point("line")? {
        Leg::Line(end)
    } else if let Some(end) = l.point("tangent")? {
        Leg::Tangent(end)
    } else if let Some(end) = l.point("arc")? {
        match l.number("angle")? {
            Some(angle) => Leg::Bend(end, angle as f32),
            None => Leg::Through(l.need("through", l.point("through")?)?, end),
        }
    } else {
        return Err(wrong(l.path(), value, "{ line }, { arc, through }, { arc, angle } or { tangent }"));
    };
    l.done()?;
    Ok(leg)
}

/// The four walls of a box: a room, until it is made solid.
fn walls(o: &Fields) -> Answer<Shape> {
    let (min, max) = (o.need("min", o.point("min")?)?, o.need("max", o.point("max")?)?);
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    // The first corner is all of `min`; a fault of another one is due to `max`.
    let names = &[("chain.start", "min"), ("chain.line_to", "max"), ("length of segment", "max - min")];
    let walls = Shape::chain(&Chain::polyline(&corners).close());
    walls.map_err(|refused| refuse_at(o.path(), names)(of_point(refused)))
}
