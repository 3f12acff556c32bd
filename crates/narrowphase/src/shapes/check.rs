//! The checks that the constructors share.

use super::error::ShapeError;
use super::real::{Real, Vec2, sqrt, to_f64};

pub(crate) fn refuse(field: &'static str, value: Real, allowed: &'static str) -> ShapeError {
    ShapeError { field, value: to_f64(value), allowed }
}

pub(crate) fn finite(field: &'static str, v: Vec2) -> Result<Vec2, ShapeError> {
    if v.is_finite() {
        Ok(v)
    } else {
        Err(refuse(field, if v.x.is_finite() { v.y } else { v.x }, "a pair of finite numbers"))
    }
}

pub(crate) fn radius(field: &'static str, r: Real) -> Result<Real, ShapeError> {
    if r.is_finite() && r >= 0.0 { Ok(r) } else { Err(refuse(field, r, "a finite number >= 0")) }
}

pub(crate) fn positive(field: &'static str, r: Real) -> Result<Real, ShapeError> {
    if r.is_finite() && r > 0.0 { Ok(r) } else { Err(refuse(field, r, "a finite number > 0")) }
}

/// The unit vector along `v`, which may have any finite length above zero.
pub(crate) fn direction(field: &'static str, v: Vec2) -> Result<Vec2, ShapeError> {
    // Scaled by the larger component first, so that squares neither overflow nor vanish.
    let v = finite(field, v)?;
    let scale = v.abs().max_element();
    if scale > 0.0 {
        let v = v / scale;
        Ok(v / sqrt(v.length_squared()))
    } else {
        Err(refuse(field, scale, "a vector that is not zero"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_of_any_size_is_unit() {
        for v in [Vec2::new(3e-30, 4e-30), Vec2::new(-3e30, 4e30), Vec2::new(0.0, -7.0)] {
            let n = direction("v", v).unwrap();
            assert!((n.length() - 1.0).abs() < 1e-6, "{v} gives {n}");
        }
        assert_eq!(direction("v", Vec2::ZERO).unwrap_err().field, "v");
        assert!(direction("v", Vec2::new(1.0, Real::NAN)).is_err(), "NaN has no direction");
    }

    #[test]
    fn messages_name_the_offender() {
        let e = finite("center", Vec2::new(1.0, Real::INFINITY)).unwrap_err();
        assert_eq!((e.field, e.value), ("center", f64::INFINITY));
        assert!(
            radius("radius", Real::NAN).is_err() && radius("radius", 0.0).is_ok(),
            "NaN refused, 0 allowed"
        );
        assert!(positive("radius", 0.0).is_err(), "0 refused where a curve is needed");
    }
}
