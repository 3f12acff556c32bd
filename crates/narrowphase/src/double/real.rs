//! The scalar and the vector of the double precision instance.

pub use glam::DVec2 as Vec2;

/// The scalar of this instance of the crate.
pub type Real = f64;

/// A full turn, rad.
pub(crate) const TAU: Real = core::f64::consts::TAU;

/// Square root, correctly rounded on every platform.
#[inline]
pub(crate) fn sqrt(x: Real) -> Real {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

/// Sine and cosine, the same bits on every platform.
#[inline]
pub(crate) fn sin_cos(angle: Real) -> (Real, Real) {
    libm::sincos(angle)
}

/// The value as error messages carry it.
#[inline]
pub(crate) fn to_f64(x: Real) -> f64 {
    x
}
