//! The ray of a cast: a moving disc and how far it may still go.
use crate::disc::Entry;
use crate::stroke::{COORDINATE_PAD, STRETCH, nearest_fraction};
use glam::{DVec2, Vec2};

#[derive(Debug)]
pub(crate) struct Ray {
    origin: DVec2,
    delta: DVec2,
    radius: f64,
    max: f32,
}

impl Ray {
    /// `None` if the input is not finite or the radius negative.
    pub(crate) fn new(origin: Vec2, delta: Vec2, radius: f32) -> Option<Self> {
        let valid = origin.is_finite() && delta.is_finite() && radius.is_finite() && radius >= 0.0;
        let [origin, delta] = [origin.as_dvec2(), delta.as_dvec2()];
        valid.then(|| Self { origin, delta, radius: f64::from(radius) * STRETCH, max: 1.0 })
    }

    /// The largest fraction of interest; negative once the cast is over.
    pub(crate) fn max(&self) -> f64 {
        f64::from(self.max)
    }

    /// Origin, travel and radius counted in cells.
    pub(crate) fn in_cells(&self, per_unit: f64) -> (DVec2, DVec2, f64) {
        (self.origin * per_unit, self.delta * per_unit, self.radius * per_unit)
    }

    /// Shows a candidate to the caller, who may shorten the ray; nothing once the cast is over.
    pub(crate) fn show(&mut self, id: u32, f: &mut impl FnMut(u32, f32) -> f32) {
        if self.max >= 0.0 {
            let max = f(id, self.max);
            if max < self.max {
                self.max = max;
            }
        }
    }

    /// Shows a disc to the caller if the ray meets it.
    pub(crate) fn offer(&mut self, e: &Entry, f: &mut impl FnMut(u32, f32) -> f32) {
        let p = DVec2::new(f64::from(e.x), f64::from(e.y)) - self.origin;
        let apart = p - self.delta * nearest_fraction(p, self.delta, self.max());
        let pad = (self.origin.abs() + p.abs()).max_element() * COORDINATE_PAD;
        let reach = (f64::from(e.reach) + self.radius) * STRETCH + pad;
        if apart.length_squared() <= reach * reach {
            self.show(e.id, f);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disc::Disc;
    use glam::vec2;

    fn meets(ray: &mut Ray, center: Vec2, radius: f32) -> bool {
        let mut met = false;
        ray.offer(&Entry::new(Disc::new(center, radius), 0), &mut |_, max| {
            met = true;
            max
        });
        met
    }

    #[test]
    fn meets_discs_beside_the_way_up_to_its_end() {
        let mut ray = Ray::new(Vec2::ZERO, vec2(10.0, 0.0), 0.5).unwrap();
        assert!(meets(&mut ray, vec2(4.0, 1.5), 1.0), "touching beside");
        assert!(!meets(&mut ray, vec2(4.0, 1.501), 1.0), "missing beside");
        assert!(meets(&mut ray, vec2(11.5, 0.0), 1.0), "touching at the end");
        ray.show(7, &mut |_, _| 0.5);
        assert!(meets(&mut ray, vec2(6.5, 0.0), 1.0), "touching at the shorter end");
        assert!(!meets(&mut ray, vec2(6.501, 0.0), 1.0), "beyond the shorter end");
        ray.show(7, &mut |_, _| 0.9);
        assert!(!meets(&mut ray, vec2(6.501, 0.0), 1.0), "a ray never grows");
        ray.show(7, &mut |_, _| -1.0);
        assert!(!meets(&mut ray, vec2(0.0, 0.0), 1.0), "over");
    }

    #[test]
    fn refuses_what_is_no_ray() {
        assert!(Ray::new(Vec2::NAN, Vec2::ONE, 0.0).is_none(), "origin");
        assert!(Ray::new(Vec2::ZERO, Vec2::INFINITY, 0.0).is_none(), "delta");
        assert!(Ray::new(Vec2::ZERO, Vec2::ONE, -1.0).is_none(), "radius");
    }
}
