//! The scalar and the vector that every shape file of this crate is written in: single precision.
//!
//! The same files are compiled a second time under [`crate::double`], where these names mean `f64`
//! and `DVec2`. Nothing else differs between the two.

pub use glam::Vec2;

/// The scalar of this instance of the crate.
pub type Real = f32;

/// A full turn, rad.
pub(crate) const TAU: Real = core::f32::consts::TAU;

/// Square root, correctly rounded on every platform.
#[inline]
pub(crate) fn sqrt(x: Real) -> Real {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
}

/// Sine and cosine, the same bits on every platform.
#[inline]
pub(crate) fn sin_cos(angle: Real) -> (Real, Real) {
    libm::sincosf(angle)
}

/// The value as error messages carry it.
#[inline]
pub(crate) fn to_f64(x: Real) -> f64 {
    f64::from(x)
}
