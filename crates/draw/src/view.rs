//! Where in the picture a point of the world is.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{ShapeGeometry, World};

/// An upright rectangle in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lower left corner, length units.
    pub min: Vec2,
    /// Upper right corner, length units.
    pub max: Vec2,
}

impl Bounds {
    /// The rectangle with these two opposite corners.
    #[must_use]
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self { min: a.min(b), max: a.max(b) }
    }

    /// The bounds of all shapes and balls of a world, except half-planes, which have no end. `None` if there is
    /// nothing else.
    #[must_use]
    pub fn of(world: &World) -> Option<Self> {
        let shapes = world.shape_geometries().filter_map(|(_, _, outline)| of_outline(&outline));
        let balls = world.balls().map(|(_, ball)| around(ball.position, ball.radius));
        shapes.chain(balls).reduce(Self::join)
    }

    /// The smallest rectangle that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The rectangle grown by a length on every side.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    /// Width and height, length units.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// The rectangle with a width and a height greater than zero, and finite numbers only.
    pub(crate) fn proper(self) -> Self {
        if !(self.min.is_finite() && self.max.is_finite() && self.size().is_finite()) {
            return Self { min: vec2(-1.0, -1.0), max: vec2(1.0, 1.0) };
        }
        let Self { min, max } = Self::new(self.min, self.max);
        // A line gets some room across; a point gets a unit around it.
        let longest = (max - min).max_element();
        let least = if longest > 0.0 { 0.01 * longest } else { 1.0 };
        let least = least.max(1e-6 * min.abs().max(max.abs()).max_element());
        let pad = 0.5 * (Vec2::splat(least) - (max - min)).max(Vec2::ZERO);
        Self { min: min - pad, max: max + pad }
    }
}

fn around(center: Vec2, radius: f32) -> Bounds {
    Bounds { min: center - radius, max: center + radius }
}

fn of_outline(outline: &ShapeGeometry) -> Option<Bounds> {
    Some(match *outline {
        ShapeGeometry::Circle { center, radius } => around(center, radius),
        ShapeGeometry::Segment { a, b, radius, .. } => Bounds::new(a, b).grown(radius),
        ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, .. } => {
            let at = |angle: f32| center + arc_radius * vec2(libm::cosf(angle), libm::sinf(angle));
            let mut bounds = Bounds::new(at(start), at(start + sweep));
            // The quarter turns on the way are its leftmost, lowest... points.
            let quarter = std::f32::consts::FRAC_PI_2;
            let mut n = (start / quarter).ceil();
            while n * quarter < start + sweep {
                let p = at(n * quarter);
                bounds = bounds.join(Bounds { min: p, max: p });
                n += 1.0;
            }
            bounds.grown(radius)
        }
        ShapeGeometry::HalfPlane { .. } => return None,
    })
}

/// Maps the world to the picture: equal scales, y up in the world and down in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Shown in the middle.
    center: DVec2,
    middle: DVec2,
    scale: f64,
    /// The visible part, pixels: upper left and lower right corner.
    low: Vec2,
    high: Vec2,
}

impl View {
    /// Shows all of `bounds` as large as possible in the part of the picture with these corners (upper left
    /// and lower right, pixels).
    #[must_use]
    pub fn new(bounds: Bounds, low: Vec2, high: Vec2) -> Self {
        let bounds = bounds.proper();
        let room = (high - low).as_dvec2().max(DVec2::ONE);
        let (min, max) = (bounds.min.as_dvec2(), bounds.max.as_dvec2());
        let scale = (room / (max - min)).min_element();
        Self { center: 0.5 * (min + max), middle: 0.5 * (low + high).as_dvec2(), scale, low, high }
    }

    /// The place in the picture of a point of the world, pixels.
    #[must_use]
    pub fn point(&self, p: Vec2) -> Vec2 {
        self.map(p).as_vec2()
    }

    /// A length in pixels.
    #[must_use]
    pub fn length(&self, length: f32) -> f32 {
        (f64::from(length) * self.scale) as f32
    }

    /// A length of the world that is this many pixels long.
    #[must_use]
    pub fn length_of(&self, pixels: f32) -> f32 {
        (f64::from(pixels) / self.scale) as f32
    }

    /// Corners of the part of the picture that shows the world, pixels.
    pub(crate) fn corners(&self) -> (Vec2, Vec2) {
        (self.low, self.high)
    }

    fn map(&self, p: Vec2) -> DVec2 {
        let d = (p.as_dvec2() - self.center) * self.scale;
        self.middle + DVec2::new(d.x, -d.y)
    }

    /// A segment in pixels, without the parts further off the picture than `reach`; `None` if nothing is left.
    pub(crate) fn segment(&self, a: Vec2, b: Vec2, reach: f32) -> Option<(Vec2, Vec2)> {
        let low = self.low.as_dvec2() - f64::from(reach);
        let high = self.high.as_dvec2() + f64::from(reach);
        clip(self.map(a), self.map(b), low, high)
    }
}

/// The part of a segment within a rectangle. Rasterisers lose their footing on ends that are millions of
/// pixels away. `None` if there is no such part or a number is not finite.
///
/// Liang and Barsky, "A new concept and method for line clipping", 1984.
pub(crate) fn clip(a: DVec2, b: DVec2, low: DVec2, high: DVec2) -> Option<(Vec2, Vec2)> {
    let d = b - a;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (slope, room) in [(-d.x, a.x - low.x), (d.x, high.x - a.x), (-d.y, a.y - low.y), (d.y, high.y - a.y)]
    {
        if slope == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if slope < 0.0 {
            enter = enter.max(room / slope);
        } else {
            leave = leave.min(room / slope);
        }
    }
    let ends = ((a + d * enter).as_vec2(), (a + d * leave).as_vec2());
    (enter <= leave && ends.0.is_finite() && ends.1.is_finite()).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::prelude::*;
    use std::f32::consts::{PI, TAU};

    #[test]
    fn points_land_where_they_should_with_y_up() {
        let view =
            View::new(Bounds::new(vec2(-1.0, 0.0), vec2(3.0, 2.0)), vec2(10.0, 20.0), vec2(410.0, 220.0));
        assert_eq!(view.point(vec2(-1.0, 0.0)), vec2(10.0, 220.0));
        assert_eq!(view.point(vec2(3.0, 2.0)), vec2(410.0, 20.0));
        assert_eq!(view.point(vec2(0.0, 2.0)), vec2(110.0, 20.0));
        assert_eq!(view.length(0.5), 50.0);
        assert_eq!(view.length_of(50.0), 0.5);
    }

    #[test]
    fn what_is_too_wide_is_centred() {
        let view = View::new(Bounds::new(vec2(0.0, 0.0), vec2(2.0, 1.0)), vec2(0.0, 0.0), vec2(100.0, 100.0));
        assert_eq!(view.point(vec2(0.0, 0.0)), vec2(0.0, 75.0));
        assert_eq!(view.point(vec2(2.0, 1.0)), vec2(100.0, 25.0));
    }

    #[test]
    fn points_and_lines_alone_can_be_shown() {
        for (a, b) in [
            (vec2(1.0, 1.0), vec2(1.0, 1.0)),
            (vec2(0.0, 5.0), vec2(9.0, 5.0)),
            (vec2(f32::NAN, 0.0), vec2(1.0, 1.0)),
            (vec2(1e6, 1e6), vec2(1e6, 1e6)),
            (vec2(0.0, 0.0), vec2(f32::INFINITY, 1.0)),
        ] {
            let view = View::new(Bounds { min: a, max: b }, Vec2::ZERO, Vec2::splat(100.0));
            let p = view.point(if a.is_finite() { a } else { Vec2::ZERO });
            assert!(p.is_finite() && view.length(1.0) > 0.0, "{a} {b} gives {p}");
        }
    }

    #[test]
    fn bounds_of_arcs_match_dense_sampling() {
        for n in 0..200_u32 {
            let start = -PI + TAU * (n * 37 % 200) as f32 / 200.0;
            let sweep = TAU * (n + 1) as f32 / 200.0;
            let (center, arc_radius, radius) = (vec2(3.0, -2.0), 1.5, 0.25);
            let side = Side::Both;
            let exact =
                of_outline(&ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, side }).unwrap();
            let sampled = (0..=2000)
                .map(|k| {
                    let angle = start + sweep * k as f32 / 2000.0;
                    around(center + arc_radius * vec2(libm::cosf(angle), libm::sinf(angle)), radius)
                })
                .reduce(Bounds::join)
                .unwrap();
            let off = (exact.min - sampled.min).abs().max((exact.max - sampled.max).abs()).max_element();
            // The sagitta of a step of the sampling is 1.5 (2 pi / 2000)^2 / 8 = 2e-6, plus rounding.
            assert!(off < 1e-5, "start {start}, sweep {sweep}: off by {off}");
        }
    }

    #[test]
    fn the_fit_holds_everything_but_half_planes() {
        let mut world = World::new(Config::default()).unwrap();
        assert_eq!(Bounds::of(&world), None);
        let body = world.add_body(Body::fixed()).unwrap();
        world.add_shape(body, Shape::half_plane(vec2(0.0, -50.0), vec2(0.0, 1.0)).unwrap()).unwrap();
        assert_eq!(Bounds::of(&world), None);
        world.add_shape(body, Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.5).unwrap()).unwrap();
        world.add_ball(Ball::new(vec2(4.0, 3.0), 0.25)).unwrap();
        assert_eq!(Bounds::of(&world), Some(Bounds::new(vec2(-1.5, -0.5), vec2(4.25, 3.25))));
    }

    #[test]
    fn long_segments_are_cut_without_a_bend() {
        let view = View::new(Bounds::new(Vec2::ZERO, Vec2::ONE), Vec2::ZERO, Vec2::splat(100.0));
        let (a, b) = view.segment(vec2(-1e6, -1e6), vec2(1e6, 1e6), 10.0).unwrap();
        assert!(
            (a - vec2(-10.0, 110.0)).length() < 1e-3 && (b - vec2(110.0, -10.0)).length() < 1e-3,
            "{a} {b}"
        );
        assert_eq!(view.segment(vec2(2.0, 0.0), vec2(2.0, 1.0), 10.0), None);
        assert_eq!(
            view.segment(vec2(0.2, 0.2), vec2(0.4, 0.2), 0.0),
            Some((vec2(20.0, 80.0), vec2(40.0, 80.0)))
        );
    }
}
