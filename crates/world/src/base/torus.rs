//! A plane that repeats: places that differ by whole sides of a box are one place.

use glam::{DVec2, Vec2};

/// A box whose opposite sides are one, along one axis or both; or the plain plane, by default.
///
/// No place has to lie in the box: two places are compared by their nearest images.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Torus {
    is_laid: bool,
    /// Lowest and highest place; infinite along an axis that does not repeat.
    low: DVec2,
    high: DVec2,
    /// Lengths of the sides, and their inverse; zero along an axis that does not repeat.
    size: DVec2,
    per_size: DVec2,
}

/// Added and taken away again, it leaves the nearest whole number.
const WHOLE: f64 = (3_u64 << 51) as f64;

/// Most sides of the box that a ball may fly in a step, a number. Below: fast balls are slowed down that the engine could
/// follow. Above: a ball that crosses many boxes in a step is listed again in each of them, at no bounded cost.
const MOST_SIDES_A_STEP: f64 = 16.0;

/// Multiple of that speed at which a ball is stopped that impacts accelerate within the step, no unit. Below: the light one
/// of very unlike balls is stopped by a single impact, at no more than twice the speed of the other. Above: as before.
const STOPPED_ABOVE: f64 = 4.0;

/// Sides of the box that a query sees around its middle, a number. Below: long rays miss images. Above: a ray through many
/// boxes has no bounded cost.
const MOST_SIDES_SEEN: f64 = 16.0;

/// Shorter side of a box over the radius of its largest ball, at least. Two balls touch through one image alone if it
/// is above four; the rest is room for safe circles.
const LEAST_RADII: f64 = 6.0;

impl Torus {
    /// The plain plane.
    pub(crate) const PLANE: Self = Self {
        is_laid: false,
        low: DVec2::ZERO,
        high: DVec2::ZERO,
        size: DVec2::ZERO,
        per_size: DVec2::ZERO,
    };

    /// The box between two corners. It does not repeat along an axis on which they agree.
    pub(crate) fn new(corners: Option<[Vec2; 2]>) -> Self {
        let Some([low, high]) = corners.map(|corners| corners.map(Vec2::as_dvec2)) else {
            return Self::PLANE;
        };
        let size = high - low;
        let repeats = size.cmpgt(DVec2::ZERO);
        Self {
            is_laid: true,
            low: DVec2::select(repeats, low, DVec2::NEG_INFINITY),
            high: DVec2::select(repeats, high, DVec2::INFINITY),
            size,
            per_size: DVec2::select(repeats, 1.0 / size, DVec2::ZERO),
        }
    }

    /// Whether the plane repeats.
    #[inline]
    pub(crate) fn is_laid(&self) -> bool {
        self.is_laid
    }

    /// This, if the plane repeats.
    #[inline]
    pub(crate) fn if_laid(&self) -> Option<&Self> {
        self.is_laid.then_some(self)
    }

    /// The way to the nearest image of the place to which a way leads.
    #[inline]
    pub(crate) fn nearest(&self, way: DVec2) -> DVec2 {
        if self.is_laid { way - self.offset(way) } else { way }
    }

    /// From the nearest image of the place to which a way leads to that place: whole sides.
    #[inline]
    pub(crate) fn offset(&self, way: DVec2) -> DVec2 {
        self.size * (way * self.per_size + WHOLE - WHOLE)
    }

    /// The same place in the box.
    pub(crate) fn place(&self, at: DVec2) -> DVec2 {
        if !self.is_laid || at.cmpge(self.low).all() && at.cmple(self.high).all() {
            return at;
        }
        let inside = at.cmpge(self.low) & at.cmple(self.high);
        let sides = DVec2::select(inside, DVec2::ZERO, (at - self.low) * self.per_size).floor();
        (at - self.size * sides).max(self.low).min(self.high)
    }

    /// Length of the shorter side; infinite in the plain plane.
    pub(crate) fn shorter_side(&self) -> f64 {
        DVec2::select(self.per_size.cmpgt(DVec2::ZERO), self.size, DVec2::INFINITY).min_element()
    }

    /// The radius of the largest ball that may be in the box: with it two balls meet through one image alone.
    pub(crate) fn largest_radius(&self) -> f64 {
        self.shorter_side() / LEAST_RADII
    }

    /// The widest margin of safe circles among balls of radii up to `largest`: as long as both are in their circles, two
    /// balls meet through the same image, and no ball is on two lists of another in a row by different ones.
    pub(crate) fn widest_margin(&self, largest: f64) -> f64 {
        0.125 * self.shorter_side() - 0.6 * largest
    }

    /// Speed of a ball that flies as far in a step of `dt` seconds as it may; infinite in the plain plane.
    pub(crate) fn max_speed(&self, dt: f64) -> f64 {
        MOST_SIDES_A_STEP * self.shorter_side() / dt
    }

    /// Whether impacts have driven a ball so far above [`max_speed`](Self::max_speed) that it must be stopped within the
    /// step.
    #[inline]
    pub(crate) fn is_too_fast(&self, velocity: DVec2, dt: f64) -> bool {
        self.is_laid && velocity.length() > STOPPED_ABOVE * self.max_speed(dt)
    }

    /// The images of a place between two corners, as far as a query around `middle` sees; the place itself along axes that
    /// do not repeat.
    pub(crate) fn images_between(
        &self,
        at: DVec2,
        middle: DVec2,
        corners: [DVec2; 2],
    ) -> impl Iterator<Item = DVec2> + use<> {
        let (size, per_size) = (self.size, self.per_size);
        let seen = size * MOST_SIDES_SEEN;
        let low = (corners[0].max(middle - seen) - at) * per_size;
        let high = (corners[1].min(middle + seen) - at) * per_size;
        let turns = |low: f64, high: f64, repeats: bool| {
            if repeats { libm::ceil(low) as i32..=libm::floor(high) as i32 } else { 0..=0 }
        };
        let (across, up) = (turns(low.x, high.x, per_size.x > 0.0), turns(low.y, high.y, per_size.y > 0.0));
        across.flat_map(move |i| up.clone().map(move |j| at + size * DVec2::new(f64::from(i), f64::from(j))))
    }

    /// The ways to the images of a place in the box that come within `reach` of the box, itself left aside. A reach
    /// below half a side leads to one image at most along each axis.
    pub(crate) fn images(&self, at: DVec2, reach: f64) -> impl Iterator<Item = DVec2> + use<> {
        let over = |low: bool, high: bool, side: f64| {
            if low {
                side
            } else if high {
                -side
            } else {
                0.0
            }
        };
        let (low, high) =
            ((at - self.low).cmplt(DVec2::splat(reach)), (self.high - at).cmplt(DVec2::splat(reach)));
        let x = over(low.test(0), high.test(0), self.size.x);
        let y = over(low.test(1), high.test(1), self.size.y);
        let all = [(x, 0.0), (0.0, y), (x, y)];
        let needed = [x != 0.0, y != 0.0, x != 0.0 && y != 0.0];
        all.into_iter().zip(needed).filter(|(_, needed)| *needed).map(|(way, _)| DVec2::from(way))
    }

    /// Whether a direction leads along the axes that repeat not at all.
    pub(crate) fn is_across(&self, direction: DVec2) -> bool {
        direction.x * self.size.x == 0.0 && direction.y * self.size.y == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::Dice;

    /// Against a search through all images.
    #[test]
    fn images_are_the_nearest_and_lie_in_the_box() {
        let mut dice = Dice(4);
        let mut draw = |most: f64| dice.uniform(-most, most);
        for n in 0..20_000 {
            let low = DVec2::new(draw(9.0), draw(9.0)).as_vec2();
            let size =
                DVec2::new(0.1 + draw(3.0).abs(), if n % 3 == 0 { 0.0 } else { 0.1 + draw(3.0).abs() });
            let high = low + size.as_vec2();
            let size = high.as_dvec2() - low.as_dvec2();
            let torus = Torus::new(Some([low, high]));
            let at = DVec2::new(draw(20.0), draw(20.0));
            let place = torus.place(at);
            let sides = (at - place) / DVec2::select(size.cmpgt(DVec2::ZERO), size, DVec2::ONE);
            assert!((sides - sides.round()).length() < 1e-9, "{n}: {at} and {place} are not one place");
            assert!(place.cmpge(torus.low).all() && place.cmple(torus.high).all(), "{n}: {place} is outside");
            assert_eq!(torus.place(place), place, "{n}");
            let all = (-250..=250).map(f64::from);
            let nearest =
                |way: f64, side: f64| all.clone().map(|k| (way + k * side).abs()).fold(way.abs(), f64::min);
            let found = torus.nearest(at);
            assert!((found.x.abs() - nearest(at.x, size.x)).abs() < 1e-9, "{n}: {found}");
            assert!((found.y.abs() - nearest(at.y, size.y)).abs() < 1e-9, "{n}: {found}");
            assert_eq!(torus.nearest(-at), -found, "{n}: both sides must agree");
        }
        assert_eq!(Torus::PLANE.nearest(DVec2::splat(1e9)), DVec2::splat(1e9));
    }
}
