//! Materials and filters that JavaScript describes, read into the engine's own.

use carom::{Filter, KickProfile, Material, RestitutionCurve, SpeedCurve};
use wasm_bindgen::JsValue;

use crate::camel::camel_name;
use crate::errors::{Answer, refuse_at};
use crate::read::{ANY, Fields, wrong};

/// A filter; an omitted value stays as by default.
pub(crate) fn filter(path: impl Into<String>, value: &JsValue) -> Answer<Filter> {
    let o = Fields::new(path, value)?;
    let mut f = Filter::default();
    f.category = o.bits("category")?.unwrap_or(f.category);
    f.mask = o.bits("mask")?.unwrap_or(f.mask);
    if let Some(group) = o.number("group")? {
        f.group = group as i32;
        if f64::from(f.group) != group {
            return Err(wrong(&o.at("group"), &group.into(), "a whole number from -2^31 to 2^31 - 1"));
        }
    }
    o.done()?;
    Ok(f)
}

/// A material; an omitted value stays as in `base`.
pub(crate) fn material(path: impl Into<String>, value: &JsValue, base: Material) -> Answer<Material> {
    let o = Fields::new(path, value)?;
    let mut m = base;
    macro_rules! read {
        ($($(#[$doc:meta])* $unit:ident $name:ident = $default:literal, $range:expr, $allowed:literal;)*) => {
            $(o.set_number(camel_name!($name), &mut m.$name)?;)*
        };
    }
    carom::material_numbers!(read);
    match o.text("kickProfile")?.as_deref() {
        None => {}
        Some("even") => m.kick_profile = KickProfile::Even,
        Some("slingshot") => m.kick_profile = KickProfile::Slingshot,
        Some(other) => return Err(wrong(&o.at("kickProfile"), &other.into(), "\"even\" or \"slingshot\"")),
    }
    if let Some(speed) = o.number("restitutionHalfAt")? {
        m.restitution_curve = RestitutionCurve::HalfAt(speed as f32);
    }
    if let Some(points) = o.points("restitutionCurve")? {
        let curve = SpeedCurve::new(&points).map_err(refuse_at(&o.at("restitutionCurve"), &[]))?;
        m.restitution_curve = RestitutionCurve::Curve(curve);
    }
    m.pair_id = o.whole("pairId", ANY)?.unwrap_or(m.pair_id);
    o.done()?;
    m.check().map_err(refuse_at(o.path(), &[("material.restitution_curve", "restitutionHalfAt")]))?;
    Ok(m)
}

/// The field `material` of an object.
pub(crate) fn material_in(o: &Fields, base: Material) -> Answer<Material> {
    o.get("material")?.map_or(Ok(base), |value| material(o.at("material"), &value, base))
}

/// The field `filter` of an object.
pub(crate) fn filter_in(o: &Fields) -> Answer<Filter> {
    o.get("filter")?.map_or(Ok(Filter::default()), |value| filter(o.at("filter"), &value))
}
