//! Objects of JavaScript that describe balls, bodies, shapes, links and the rest, read into the engine's own types.

use carom::glam::Vec2;
use carom::{
    Attractor, Ball, Body, Config, Field, Floor, FloorSurface, FloorZone, Joint, Link, LinkEnd, Motor,
    Region, Shape, TrajectoryQuery,
};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

use crate::errors::{Answer, Names, refuse_at};
use crate::read::{ANY, Fields, id, number, or_null, vector, wrong};
use crate::shapes::shape;
use crate::surfaces::{filter_in, material_in};

pub(crate) fn config(o: &Fields) -> Answer<Config> {
    let mut c = Config::default();
    o.set_point("gravity", &mut c.gravity)?;
    for (name, into) in [
        ("contactFrequency", &mut c.contact_frequency),
        ("contactDampingRatio", &mut c.contact_damping_ratio),
        ("maxPushSpeed", &mut c.max_push_speed),
        ("slop", &mut c.slop),
        ("maxPenetration", &mut c.max_penetration),
        ("maxInelasticImpacts", &mut c.max_inelastic_impacts),
        ("maxSpeed", &mut c.max_speed),
        ("stuckAfter", &mut c.stuck_after),
        ("stuckRadius", &mut c.stuck_radius),
        ("sleepSpeed", &mut c.sleep_speed),
    ] {
        o.set_number(name, into)?;
    }
    for (name, range, into) in [
        ("maxSubsteps", "from 1 to 64", &mut c.max_substeps),
        ("maxWork", "from 16 to 1e9", &mut c.max_work),
        ("maxEvents", "from 1000 to 1e9", &mut c.max_events),
    ] {
        if let Some(value) = o.whole(name, range)? {
            *into = value;
        }
    }
    if let Some(seed) = o.whole("seed", ANY)? {
        c.seed = u64::from(seed);
    }
    for (name, into) in [("bounds", &mut c.bounds), ("periodic", &mut c.periodic)] {
        if let Some(b) = o.inside(name)? {
            b.only(&["min", "max"])?;
            *into = Some([b.need("min", b.point("min")?)?, b.need("max", b.point("max")?)?]);
            b.done()?;
        }
    }
    o.done()?;
    Ok(c)
}

/// A ball, with the name of the object for errors.
pub(crate) fn ball(name: &str, value: &JsValue) -> Answer<Ball> {
    let o = Fields::new(name, value)?;
    o.only(&[
        "position",
        "radius",
        "velocity",
        "angle",
        "angularVelocity",
        "mass",
        "sphere",
        "inertiaFactor",
        "noRotation",
        "rollingVelocity",
        "gravityScale",
        "drag",
        "maxSpeed",
        "material",
        "filter",
        "userData",
    ])?;
    let radius = o.need("radius", o.number("radius")?)? as f32;
    let mut b = Ball::new(o.point("position")?.unwrap_or_default(), radius);
    if o.flag("sphere")?.unwrap_or(false) {
        b = b.sphere();
    }
    o.set_point("velocity", &mut b.velocity)?;
    o.set_point("rollingVelocity", &mut b.rolling_velocity)?;
    for (name, into) in [
        ("angle", &mut b.angle),
        ("angularVelocity", &mut b.angular_velocity),
        ("mass", &mut b.mass),
        ("inertiaFactor", &mut b.inertia_factor),
        ("gravityScale", &mut b.gravity_scale),
        ("drag", &mut b.drag),
        ("maxSpeed", &mut b.max_speed),
    ] {
        o.set_number(name, into)?;
    }
    if o.flag("noRotation")?.unwrap_or(false) {
        o.without("inertiaFactor", "nothing turns what has `noRotation`")?;
        b = b.no_rotation();
    }
    b.material = material_in(&o, b.material)?;
    b.filter = filter_in(&o)?;
    b.user_data = o.user_data()?;
    o.done()?;
    Ok(b)
}

/// Fields of every body.
const BODY: &[&str] = &["type", "position", "angle", "userData", "shapes"];
/// Fields of hinges, of sliders, and of both.
const HINGE: &[&str] = &["inertia", "mass", "centerOfMass", "limits"];
const SLIDER: &[&str] = &["axis", "mass", "limits"];
const JOINT: &[&str] = &[
    "gravityScale",
    "jointPosition",
    "jointVelocity",
    "limitRestitution",
    "motor",
    "torqueCurve",
    "speedCurve",
    "stiffness",
    "springRest",
    "damping",
    "friction",
];

/// The body that `addBody` adds.
pub(crate) enum Carrier {
    Plain(Body),
    Joint {
        joint: Joint,
        /// The engine's names of the object's fields.
        names: &'static Names,
    },
}

/// A body that carries shapes, and its shapes.
pub(crate) fn body(value: &JsValue) -> Answer<(Carrier, Vec<Shape>)> {
    let o = Fields::optional("body", value)?;
    let kind = o.text("type")?.unwrap_or_else(|| "fixed".to_owned());
    let position = o.point("position")?.unwrap_or_default();
    let angle = o.number("angle")?.unwrap_or(0.0) as f32;
    let user_data = o.user_data()?;
    let carrier = match kind.as_str() {
        "fixed" => Carrier::Plain(Body::fixed().position(position).angle(angle).user_data(user_data)),
        "kinematic" => {
            let mut b = Body::kinematic().position(position).angle(angle).user_data(user_data);
            o.set_point("velocity", &mut b.velocity)?;
            o.set_number("angularVelocity", &mut b.angular_velocity)?;
            Carrier::Plain(b)
        }
        "hinge" | "slider" => {
            o.only(&[BODY, if kind == "hinge" { HINGE } else { SLIDER }, JOINT].concat())?;
            let joint = joint(&o, kind == "hinge", position, angle)?.user_data(user_data);
            // A hinge stands at `angle` if nothing else is said.
            let by_angle = kind == "hinge" && o.get("jointPosition")?.is_none();
            let names: &Names = if by_angle { &[("joint.joint_position", "angle")] } else { &[] };
            Carrier::Joint { joint, names }
        }
        other => {
            let allowed = "\"fixed\", \"kinematic\", \"hinge\" or \"slider\"";
            return Err(wrong(&o.at("type"), &other.into(), allowed));
        }
    };
    let shapes = o.list("shapes")?.unwrap_or_default();
    let shapes: Vec<Shape> = shapes
        .iter()
        .enumerate()
        .map(|(n, value)| shape(format!("body.shapes[{n}]"), value))
        .collect::<Answer<_>>()?;
    o.done()?;
    Ok((carrier, shapes))
}

fn joint(o: &Fields, is_hinge: bool, position: Vec2, angle: f32) -> Answer<Joint> {
    let mut j = if is_hinge {
        let inertia = o.need("inertia", o.number("inertia")?)? as f32;
        let mut hinge = Joint::hinge(position, inertia);
        hinge.joint_position = angle;
        o.set_number("mass", &mut hinge.mass)?;
        o.set_point("centerOfMass", &mut hinge.center_of_mass)?;
        if let Some(limits) = o.pair("limits")? {
            hinge.limits = limits;
        }
        hinge
    } else {
        let axis = o.need("axis", o.point("axis")?)?;
        let mass = o.need("mass", o.number("mass")?)? as f32;
        let limits = o.need("limits", o.pair("limits")?)?;
        Joint::slider(position, axis, mass, limits).angle(angle)
    };
    for (name, into) in [
        ("gravityScale", &mut j.gravity_scale),
        ("jointPosition", &mut j.joint_position),
        ("jointVelocity", &mut j.joint_velocity),
        ("limitRestitution", &mut j.limit_restitution),
        ("stiffness", &mut j.stiffness),
        ("springRest", &mut j.spring_rest),
        ("damping", &mut j.damping),
        ("friction", &mut j.friction),
    ] {
        o.set_number(name, into)?;
    }
    if let Some(points) = o.points("torqueCurve")? {
        j.torque_curve = points;
    }
    if let Some(points) = o.points("speedCurve")? {
        j.speed_curve = points;
    }
    if let Some(value) = o.get("motor")? {
        j.motor = motor(&o.at("motor"), &value)?;
    }
    Ok(j)
}

pub(crate) fn motor(path: &str, value: &JsValue) -> Answer<Motor> {
    let Some(value) = or_null(path, value)? else { return Ok(Motor::Off) };
    let o = Fields::new(path, value)?;
    let (force, velocity, most) = (o.number("force")?, o.number("velocity")?, o.number("maxForce")?);
    o.done()?;
    match (force, velocity, most) {
        (Some(force), None, None) => Ok(Motor::Force(force as f32)),
        (None, Some(target), Some(most)) => {
            Ok(Motor::Velocity { target: target as f32, max_force: most as f32 })
        }
        _ => Err(wrong(path, value, "null, { force } or { velocity, maxForce }")),
    }
}

fn end(path: &str, value: &JsValue) -> Answer<LinkEnd> {
    if value.as_f64().is_some() {
        return id(path, value).map(LinkEnd::Ball);
    }
    let body = if value.is_object() { Reflect::get(value, &"body".into())? } else { JsValue::UNDEFINED };
    if body.is_undefined() {
        return vector(path, value)
            .map(LinkEnd::Point)
            .map_err(|_| wrong(path, value, "the id of a ball, a point, or { body, point }"));
    }
    let o = Fields::new(path, value)?;
    o.get("body")?;
    let point = o.point("point")?.unwrap_or_default();
    o.done()?;
    Ok(LinkEnd::Body(id(&o.at("body"), &body)?, point))
}

/// A link, and the engine's names of its object's fields.
pub(crate) struct Tie {
    pub(crate) link: Link,
    pub(crate) names: &'static Names,
}

/// A link that was read at `path`.
pub(crate) fn link(path: &str, value: &JsValue) -> Answer<Tie> {
    let o = Fields::new(path, value)?;
    let kind = o.text("type")?;
    // A rod has no stiffness, which is for the end to say: it may be the type that is wrong.
    o.only(&["type", "a", "b", "length", "damping", "limits", "stiffness"])?;
    let kind = o.need("type", kind)?;
    let (a, b) = (o.get("a")?, o.get("b")?);
    let a = end(&o.at("a"), &o.need("a", a)?)?;
    let b = end(&o.at("b"), &o.need("b", b)?)?;
    let length = o.need("length", o.number("length")?)? as f32;
    let mut link = match kind.as_str() {
        "rod" => Link::rod(a, b, length),
        "rope" => Link::rope(a, b, length),
        "spring" => Link::spring(a, b, length, o.need("stiffness", o.number("stiffness")?)? as f32),
        other => return Err(wrong(&o.at("type"), &other.into(), "\"rod\", \"rope\" or \"spring\"")),
    };
    o.set_number("damping", &mut link.damping)?;
    let limits = o.pair("limits")?;
    if let Some([min, max]) = limits {
        link = link.limits(min, max);
    }
    o.done()?;
    const POINT: (&str, &str) = ("link end", ": a point of an end");
    // Without limits it is the length that sets them.
    let names: &Names = match limits {
        Some(_) => &[POINT],
        None => &[POINT, ("link.max_length", "length"), ("link.min_length", "length")],
    };
    Ok(Tie { link, names })
}

fn region(path: String, value: &JsValue) -> Answer<Region> {
    let o = Fields::new(path, value)?;
    o.only(&["center", "radius", "half", "angle", "min", "max"])?;
    let mut names: &Names = &[];
    let region = if let Some(radius) = o.number("radius")? {
        Region::Circle { center: o.point("center")?.unwrap_or_default(), radius: radius as f32 }
    } else if let Some(half) = o.point("half")? {
        let (center, angle) = (o.point("center")?.unwrap_or_default(), o.number("angle")?.unwrap_or(0.0));
        Region::Rectangle { center, half, angle: angle as f32 }
    } else if let (Some(min), Some(max)) = (o.point("min")?, o.point("max")?) {
        names = &[
            ("region.half.x", ": half of max.x - min.x"),
            ("region.half.y", ": half of max.y - min.y"),
            ("region.center", ": the middle of min and max"),
        ];
        Region::between(min, max)
    } else {
        let allowed = "{ center, radius }, { center, half, angle } or { min, max }";
        return Err(wrong(o.path(), value, allowed));
    };
    o.done()?;
    region.check().map_err(refuse_at(o.path(), names))?;
    Ok(region)
}

/// A field that was read at `path`.
pub(crate) fn field(path: &str, value: &JsValue) -> Answer<Field> {
    let o = Fields::new(path, value)?;
    let mut f = Field::default();
    o.set_point("acceleration", &mut f.acceleration)?;
    o.set_number("drag", &mut f.drag)?;
    o.set_point("flow", &mut f.flow)?;
    f.mask = o.bits("mask")?.unwrap_or(f.mask);
    if let Some(a) = o.inside("attractor")? {
        a.only(&["center", "strength", "softening"])?;
        f.attractor = Some(Attractor {
            center: a.need("center", a.point("center")?)?,
            strength: a.need("strength", a.number("strength")?)? as f32,
            softening: a.need("softening", a.number("softening")?)? as f32,
        });
        a.done()?;
    }
    if let Some(value) = o.get("region")? {
        f.region = Some(region(o.at("region"), &value)?);
    }
    o.done()?;
    Ok(f)
}

fn surface(o: &Fields, mut s: FloorSurface) -> Answer<FloorSurface> {
    o.set_number("slidingFriction", &mut s.sliding_friction)?;
    o.set_number("rollingFriction", &mut s.rolling_friction)?;
    o.set_number("spinningFriction", &mut s.spinning_friction)?;
    Ok(s)
}

pub(crate) fn floor(value: &JsValue) -> Answer<Option<Floor>> {
    let Some(value) = or_null("floor", value)? else { return Ok(None) };
    let o = Fields::new("floor", value)?;
    let mut f = Floor::default();
    o.set_number("gravity", &mut f.gravity)?;
    o.set_number("cushionHeight", &mut f.cushion_height)?;
    f.surface = surface(&o, f.surface)?;
    o.done()?;
    Ok(Some(f))
}

pub(crate) fn floor_zone(value: &JsValue) -> Answer<FloorZone> {
    let o = Fields::new("zone", value)?;
    o.only(&["region", "slidingFriction", "rollingFriction", "spinningFriction"])?;
    let surface = surface(&o, FloorSurface::default())?;
    let region_value = o.get("region")?;
    let region = region(o.at("region"), &o.need("region", region_value)?)?;
    o.done()?;
    Ok(FloorZone { region, surface })
}

/// A flight that is foretold: of a ball that is there, or of one that is only described.
pub(crate) fn trajectory(value: &JsValue) -> Answer<TrajectoryQuery> {
    let o = Fields::new("query", value)?;
    o.only(&["ball", "velocity", "seconds", "dt", "bounces", "includeBalls"])?;
    let seen = o.get("ball")?;
    let seen = o.need("ball", seen)?;
    let mut query = if seen.as_f64().is_some() {
        TrajectoryQuery::from_ball(id("query.ball", &seen)?)
    } else {
        TrajectoryQuery::new_ball(ball("query.ball", &seen)?)
    };
    if let Some(velocity) = o.point("velocity")? {
        query = query.velocity(velocity);
    }
    if let Some(seconds) = o.number("seconds")? {
        query = query.seconds(seconds as f32);
    }
    if let Some(dt) = o.number("dt")? {
        query = query.dt(dt as f32);
    }
    if let Some(bounces) = o.whole("bounces", ANY)? {
        query = query.bounces(bounces);
    }
    if let Some(others) = o.flag("includeBalls")? {
        query = query.include_balls(others);
    }
    o.done()?;
    Ok(query)
}

/// A step's length.
pub(crate) fn step(dt: &JsValue) -> Answer<f32> {
    let seconds = number("dt", dt)? as f32;
    if (carom::MIN_DT..=carom::MAX_DT).contains(&seconds) {
        return Ok(seconds);
    }
    Err(wrong("dt", dt, &format!("between {} and {} s", carom::MIN_DT, carom::MAX_DT)))
}
