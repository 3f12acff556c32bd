//! What a surface is made of.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::base::codec::{Saved, saved};
use crate::error::Error;
use crate::limits::within;
use crate::model::restitution::Falloff;

/// The surface of a ball or a shape.
///
/// Two materials meet by the geometric mean of their coefficients, for restitution (each at the speed of the
/// approach) and for both kinds of friction alike: two of a kind give their own value, and a zero gives zero.
/// Rolling resistance and scatter take the larger of the two; surface speed and kick are the shape's own.
/// [`World::set_meeting`](crate::World::set_meeting) says otherwise for two materials by their tags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Rebound speed over approach speed, `0..=2`, no unit. `1` keeps all energy; more than 1 adds some,
    /// and a [`kick`](Self::kick) is the better tool for that. A rebound that gravity would bring back before the step
    /// is over is none: shorter steps keep lower bounces.
    pub restitution: f32,
    /// How restitution changes with the speed of approach. Default: not at all.
    pub falloff: Falloff,
    /// Coulomb friction coefficient of surfaces that slide, `0..=100`, no unit.
    pub friction: f32,
    /// Friction coefficient of surfaces that do not slide yet, `0..=100`, no unit: what holds them up to there. Less
    /// than [`friction`](Self::friction) counts as equal to it, which is the default (0).
    pub static_friction: f32,
    /// Rolling resistance, `0..=10`, no unit: the torque against rolling is this times the normal force
    /// times the ball's radius (the smaller radius, for two balls). Steel on wood is about 0.005.
    pub rolling_resistance: f32,
    /// Speed of the surface along its tangent (a conveyor belt), length units per second; positive runs
    /// to the left of the surface's outward normal. At most 1e6.
    pub surface_speed: f32,
    /// Speed that an impact adds along the normal (a bumper's coil), length units per second, `0..=1e6`.
    pub kick: f32,
    /// Approach speed from which an impact kicks, length units per second, `0..=1e6`.
    pub kick_threshold: f32,
    /// How the kick is spread along the shape. Default: evenly.
    pub kick_profile: KickProfile,
    /// Largest angle by which a bounce is thrown off its way, radians, `0..=1.5`: turned left or right by any angle up
    /// to it, all as likely, but never so far that the ball leaves the surface at less than half its speed along
    /// the normal. The speed stays. The angles follow from [`Config::seed`](crate::Config) and the number of such
    /// bounces so far, so that the same game gives the same angles. Bounces off hinges and sliders, and several at
    /// the same instant, are not scattered.
    pub scatter: f32,
    /// A number by which [`World::set_meeting`](crate::World::set_meeting) knows this material; 0 is no tag.
    pub tag: u32,
}

saved!(Material {
    restitution,
    falloff,
    friction,
    static_friction,
    rolling_resistance,
    surface_speed,
    kick,
    kick_threshold,
    kick_profile,
    scatter,
    tag,
});

/// How a kick is spread along a segment or an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KickProfile {
    /// The same everywhere.
    #[default]
    Even,
    /// As of a slingshot's band: full in the middle, `1 - s^2` of it towards the ends at `s = -1` and `1`. Points and
    /// half-planes kick evenly. Visual Pinball's slingshots have this form (`LineSegSlingshot`, at half the height).
    Slingshot,
}

saved!(
    enum KickProfile {
        Even = 0,
        Slingshot = 1,
    }
);

impl KickProfile {
    /// The share of the kick at a place along the curve, from -1 to 1.
    pub(crate) fn at(self, along: f64) -> f64 {
        match self {
            Self::Even => 1.0,
            Self::Slingshot => (1.0 - along * along).max(0.0),
        }
    }
}

impl Default for Material {
    /// Hard rubber on wood: restitution 0.5, friction 0.3, nothing else.
    fn default() -> Self {
        Self::new(0.5, 0.3)
    }
}

impl Material {
    /// A material with this restitution and friction, and nothing else.
    #[must_use]
    pub const fn new(restitution: f32, friction: f32) -> Self {
        Self {
            restitution,
            falloff: Falloff::None,
            friction,
            static_friction: 0.0,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
            kick: 0.0,
            kick_threshold: 0.0,
            kick_profile: KickProfile::Even,
            scatter: 0.0,
            tag: 0,
        }
    }

    /// Perfectly elastic and frictionless.
    #[must_use]
    pub const fn elastic() -> Self {
        Self::new(1.0, 0.0)
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::Invalid`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        within("material.restitution", self.restitution, (0.0, 2.0), "between 0 and 2")?;
        self.falloff.check()?;
        within("material.friction", self.friction, (0.0, 100.0), "between 0 and 100")?;
        within("material.static_friction", self.static_friction, (0.0, 100.0), "between 0 and 100")?;
        within("material.scatter", self.scatter, (0.0, 1.5), "between 0 and 1.5")?;
        within("material.rolling_resistance", self.rolling_resistance, (0.0, 10.0), "between 0 and 10")?;
        within("material.surface_speed", self.surface_speed, (-1e6, 1e6), "between -1e6 and 1e6")?;
        within("material.kick", self.kick, (0.0, 1e6), "between 0 and 1e6")?;
        within("material.kick_threshold", self.kick_threshold, (0.0, 1e6), "between 0 and 1e6")
    }
}

/// What two materials make of a meeting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    /// Static friction; no less than the other.
    pub(crate) grip: f64,
    pub(crate) rolling_resistance: f64,
    /// The materials, or the one that speaks for both.
    pair: [u32; 2],
}

/// The materials in use, each kept once; rows refer to them by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Materials {
    list: Vec<Material>,
    /// Square roots of the highest restitution and of both frictions, so that a meeting costs three products.
    roots: Vec<[f64; 3]>,
    /// The numbers of materials by their bytes.
    numbers: BTreeMap<Vec<u8>, u32>,
    /// Whether the restitution of any material depends on speed, and whether any scatters.
    varies: bool,
    scatters: bool,
    /// Which material speaks for two tags, the lower first; ascending.
    meetings: Vec<([u32; 2], u32)>,
    /// How many were in use when those that are not were last dropped.
    kept: u32,
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

    /// Whether so many have come since those out of use were last dropped that it is time to do so again.
    pub(crate) fn is_full(&self) -> bool {
        /// Fewer are never looked through.
        const FEW: usize = 64;
        self.list.len() >= FEW.max((self.kept as usize).saturating_mul(2))
    }

    /// How many were in use when those that are not were last dropped.
    pub(crate) fn kept(&self) -> u32 {
        self.kept
    }

    pub(crate) fn set_kept(&mut self, kept: u32) {
        self.kept = kept;
    }

    /// Drops what is not in use, and returns the new number of each old one.
    pub(crate) fn sweep(&mut self, mut used: Vec<bool>) -> Vec<u32> {
        self.meetings.iter().for_each(|(_, material)| used[*material as usize] = true);
        let mut all = Self::default();
        let mut numbers = vec![0; used.len()];
        for (n, material) in self.list.iter().enumerate().filter(|(n, _)| used[*n]) {
            numbers[n] = all.list.len() as u32;
            all.push(*material);
        }
        all.kept = all.list.len() as u32;
        all.meetings = core::mem::take(&mut self.meetings);
        all.meetings.iter_mut().for_each(|(_, material)| *material = numbers[*material as usize]);
        *self = all;
        numbers
    }

    /// Takes up a material under the next number.
    pub(crate) fn push(&mut self, material: Material) {
        let root = |x: f32| libm::sqrt(f64::from(x));
        self.numbers.entry(bytes(&material)).or_insert(self.list.len() as u32);
        self.varies |= material.falloff != Falloff::None;
        self.scatters |= material.scatter > 0.0;
        self.list.push(material);
        let highest = libm::sqrt(f64::from(material.restitution) * material.falloff.peak());
        let grip = material.static_friction.max(material.friction);
        self.roots.push([highest, root(material.friction), root(grip)]);
    }

    /// Forgets all but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
        self.numbers.retain(|_, number| (*number as usize) < count);
        self.roots.truncate(count);
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
    fn speakers(&self, a: u32, b: u32) -> [u32; 2] {
        if self.meetings.is_empty() {
            return [a, b];
        }
        let tags = [self.list[a as usize].tag, self.list[b as usize].tag];
        let tags = [tags[0].min(tags[1]), tags[0].max(tags[1])];
        match self.meetings.binary_search_by_key(&tags, |known| known.0) {
            Ok(place) => [self.meetings[place].1; 2],
            Err(_) => [a, b],
        }
    }

    /// Lets a material speak for two tags, or none any more.
    pub(crate) fn set_meeting(&mut self, tags: [u32; 2], material: Option<u32>) {
        let tags = [tags[0].min(tags[1]), tags[0].max(tags[1])];
        match (self.meetings.binary_search_by_key(&tags, |known| known.0), material) {
            (Ok(place), Some(material)) => self.meetings[place].1 = material,
            (Err(place), Some(material)) => self.meetings.insert(place, (tags, material)),
            (Ok(place), None) => _ = self.meetings.remove(place),
            (Err(_), None) => {}
        }
    }

    /// Which material speaks for which tags.
    pub(crate) fn meetings(&self) -> &[([u32; 2], u32)] {
        &self.meetings
    }

    /// Restitution at a speed of approach; that of the meeting is the highest at any.
    #[inline]
    pub(crate) fn restitution(&self, meeting: &Meeting, speed: f64) -> f64 {
        if self.varies { self.faded(meeting, speed) } else { meeting.restitution }
    }

    fn faded(&self, meeting: &Meeting, speed: f64) -> f64 {
        let share = meeting.pair.map(|n| {
            let falloff = &self.list[n as usize].falloff;
            let peak = falloff.peak();
            if peak > 0.0 { falloff.at(speed) / peak } else { 0.0 }
        });
        meeting.restitution * libm::sqrt(share[0] * share[1])
    }

    /// Largest angle by which a bounce is scattered.
    #[inline]
    pub(crate) fn scatter(&self, a: u32, b: u32) -> f64 {
        if !self.scatters {
            return 0.0;
        }
        let [a, b] = self.speakers(a, b);
        f64::from(self.list[a as usize].scatter.max(self.list[b as usize].scatter))
    }

    #[inline]
    pub(crate) fn meet(&self, a: u32, b: u32) -> Meeting {
        let [a, b] = self.speakers(a, b);
        let (ra, rb) = (self.roots[a as usize], self.roots[b as usize]);
        let rolling_a = self.list[a as usize].rolling_resistance;
        let rolling_b = self.list[b as usize].rolling_resistance;
        Meeting {
            restitution: ra[0] * rb[0],
            friction: ra[1] * rb[1],
            grip: ra[2] * rb[2],
            pair: [a, b],
            rolling_resistance: f64::from(rolling_a.max(rolling_b)),
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
        let m = all.meet(a, b);
        assert!((m.restitution - 0.5).abs() < 1e-7, "restitution {}", m.restitution);
        assert!((m.friction - 0.6).abs() < 1e-7, "friction {}", m.friction);
        assert_eq!(all.intern(Material::new(0.25, 0.9)), a, "an equal material is kept once");
    }

    #[test]
    fn each_field_is_checked() {
        let good = Material::default();
        assert_eq!(good.check(), Ok(()));
        for bad in [
            Material { restitution: -0.1, ..good },
            Material { friction: f32::NAN, ..good },
            Material { rolling_resistance: f32::INFINITY, ..good },
            Material { surface_speed: f32::NEG_INFINITY, ..good },
            Material { kick: -1.0, ..good },
            Material { kick_threshold: f32::NAN, ..good },
        ] {
            assert!(matches!(bad.check(), Err(Error::Invalid { .. })), "{bad:?}");
        }
    }
}
