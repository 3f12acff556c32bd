//! The materials of a world by number, and the combinations of two at a contact.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::base::Saved;
use crate::bodies::constants::FEW_MATERIALS;
use crate::model::{Material, RestitutionCurve};

/// Two materials in contact, combined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CombinedMaterial {
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    /// Static friction; no less than the other.
    pub(crate) static_friction: f64,
    pub(crate) rolling_resistance: f64,
    /// The materials, or the one that speaks for both.
    pair: [u32; 2],
}

/// The materials in use, each kept once; rows refer to them by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Materials {
    list: Vec<Material>,
    /// Square roots of the highest restitution and of both frictions, so that a meeting costs three products; and the
    /// rolling resistance.
    roots: Vec<[f64; 4]>,
    /// The numbers of materials by their bytes.
    numbers: BTreeMap<Vec<u8>, u32>,
    /// Whether the restitution of any material depends on speed, and whether any scatters.
    pub(crate) varies: bool,
    pub(crate) scatters: bool,
    /// Which material speaks for two `pair_id`s, the lower first; ascending.
    meetings: Vec<([u32; 2], u32)>,
    /// Materials in use when unused ones were last dropped.
    pub(crate) in_use: u32,
}

fn bytes(material: &Material) -> Vec<u8> {
    let mut bytes = Vec::new();
    material.save(&mut bytes);
    bytes
}

impl Materials {
    /// The number of this material, new if it was not seen before.
    pub(crate) fn intern(&mut self, material: Material) -> u32 {
        self.find(&material).unwrap_or_else(|| {
            self.push(material);
            self.list.len() as u32 - 1
        })
    }

    /// The number of a material that is known.
    pub(crate) fn find(&self, material: &Material) -> Option<u32> {
        self.numbers.get(&bytes(material)).copied()
    }

    /// Whether enough materials were added since unused ones were last dropped to drop them again.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= FEW_MATERIALS.max((self.in_use as usize).saturating_mul(2))
    }

    /// Drops unused materials, and returns the new number of each old one.
    pub(crate) fn sweep(&mut self, mut used: Vec<bool>) -> Vec<u32> {
        self.meetings.iter().for_each(|(_, material)| used[*material as usize] = true);
        let mut all = Self::default();
        let mut numbers = vec![0; used.len()];
        for (n, material) in self.list.iter().enumerate().filter(|(n, _)| used[*n]) {
            numbers[n] = all.list.len() as u32;
            all.push(*material);
        }
        all.in_use = all.list.len() as u32;
        all.meetings = core::mem::take(&mut self.meetings);
        all.meetings.iter_mut().for_each(|(_, material)| *material = numbers[*material as usize]);
        *self = all;
        numbers
    }

    /// Adds a material under the next number.
    pub(crate) fn push(&mut self, material: Material) {
        let root = |x: f32| libm::sqrt(f64::from(x));
        self.numbers.entry(bytes(&material)).or_insert(self.list.len() as u32);
        self.varies |= material.restitution_curve != RestitutionCurve::Constant;
        self.scatters |= material.scatter_angle > 0.0;
        self.list.push(material);
        let highest = libm::sqrt(f64::from(material.restitution) * material.restitution_curve.peak());
        let static_friction = material.static_friction.max(material.friction);
        let rolling = f64::from(material.rolling_resistance);
        self.roots.push([highest, root(material.friction), root(static_friction), rolling]);
    }

    /// All of them, in the order of their numbers.
    pub(crate) fn list(&self) -> &[Material] {
        &self.list
    }

    pub(crate) fn get(&self, index: u32) -> &Material {
        &self.list[index as usize]
    }

    /// The materials of a pair, or twice the one that speaks for both.
    #[inline]
    fn pair_materials(&self, a: u32, b: u32) -> [u32; 2] {
        if self.meetings.is_empty() {
            return [a, b];
        }
        let pair_ids = [self.list[a as usize].pair_id, self.list[b as usize].pair_id];
        let pair_ids = [pair_ids[0].min(pair_ids[1]), pair_ids[0].max(pair_ids[1])];
        match self.meetings.binary_search_by_key(&pair_ids, |known| known.0) {
            Ok(place) => [self.meetings[place].1; 2],
            Err(_) => [a, b],
        }
    }

    /// Lets a material speak for two `pair_id`s, or none any more.
    pub(crate) fn set_pair(&mut self, pair_ids: [u32; 2], material: Option<u32>) {
        let pair_ids = [pair_ids[0].min(pair_ids[1]), pair_ids[0].max(pair_ids[1])];
        match (self.meetings.binary_search_by_key(&pair_ids, |known| known.0), material) {
            (Ok(place), Some(material)) => self.meetings[place].1 = material,
            (Err(place), Some(material)) => self.meetings.insert(place, (pair_ids, material)),
            (Ok(place), None) => _ = self.meetings.remove(place),
            (Err(_), None) => {}
        }
    }

    /// Which material speaks for which `pair_id`s.
    pub(crate) fn meetings(&self) -> &[([u32; 2], u32)] {
        &self.meetings
    }

    /// Restitution at a speed of approach, which is worked out only if it matters; that of the meeting is the highest
    /// at any.
    #[inline]
    pub(crate) fn restitution(&self, meeting: &CombinedMaterial, speed: impl FnOnce() -> f64) -> f64 {
        let highest = meeting.restitution;
        if self.varies { highest * self.share_of_highest(meeting.pair, speed()) } else { highest }
    }

    /// The restitution of two materials at a speed of approach.
    #[inline]
    pub(crate) fn restitution_between(&self, a: u32, b: u32, speed: f64) -> f64 {
        let pair = self.pair_materials(a, b);
        let [a, b] = pair.map(|n| self.roots[n as usize][0]);
        if self.varies { a * b * self.share_of_highest(pair, speed) } else { a * b }
    }

    fn share_of_highest(&self, pair: [u32; 2], speed: f64) -> f64 {
        let share = pair.map(|n| {
            let falloff = &self.list[n as usize].restitution_curve;
            let peak = falloff.peak();
            if peak > 0.0 { falloff.at(speed) / peak } else { 0.0 }
        });
        libm::sqrt(share[0] * share[1])
    }

    /// Largest angle by which a bounce is scattered.
    pub(crate) fn scatter(&self, a: u32, b: u32) -> f64 {
        let [a, b] = self.pair_materials(a, b);
        f64::from(self.list[a as usize].scatter_angle.max(self.list[b as usize].scatter_angle))
    }

    #[inline]
    pub(crate) fn combine(&self, a: u32, b: u32) -> CombinedMaterial {
        let [a, b] = self.pair_materials(a, b);
        let (ra, rb) = (self.roots[a as usize], self.roots[b as usize]);
        CombinedMaterial {
            restitution: ra[0] * rb[0],
            friction: ra[1] * rb[1],
            static_friction: ra[2] * rb[2],
            pair: [a, b],
            rolling_resistance: ra[3].max(rb[3]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meeting_is_the_geometric_mean() {
        let mut all = Materials::default();
        let a = all.intern(Material::new(0.25, 0.9));
        let b = all.intern(Material::new(1.0, 0.4));
        let m = all.combine(a, b);
        assert!((m.restitution - 0.5).abs() < 1e-7, "restitution {}", m.restitution);
        assert!((m.friction - 0.6).abs() < 1e-7, "friction {}", m.friction);
        assert_eq!(all.intern(Material::new(0.25, 0.9)), a, "an equal material is kept once");
    }
}
