//! Ids as numbers of JavaScript, which hold 53 bits without loss.

use carom::{BodyId, FieldId, LinkId, ShapeId};
use slotmap::{Key, KeyData};

/// Places in a table that a number has room for: 16 777 216 bodies, and 2^29 lives of each place.
const PLACES: u64 = 1 << 24;

/// An id of the engine that JavaScript keeps as a number.
pub(crate) trait Number: Key {
    /// The values that JavaScript may give, in words.
    const ALLOWED: &'static str;

    /// The id as a number; 0 is no id.
    fn number(self) -> f64 {
        let bits = self.data().as_ffi();
        // The version of a key that is in use is odd.
        let (version, place) = (bits >> 32, bits & 0xffff_ffff);
        if self.is_null() { 0.0 } else { ((version >> 1) * PLACES + place + 1) as f64 }
    }

    /// The id that a number stands for; one that finds nothing for any other number.
    fn from_number(number: f64) -> Self {
        let whole = number as u64;
        if whole as f64 != number || !(1.0..9_007_199_254_740_992.0).contains(&number) {
            return Self::null();
        }
        let whole = whole - 1;
        let (version, place) = (whole / PLACES * 2 + 1, whole % PLACES);
        KeyData::from_ffi(version << 32 | place).into()
    }
}

impl Number for BodyId {
    const ALLOWED: &'static str = "the id of a ball or a body";
}
impl Number for ShapeId {
    const ALLOWED: &'static str = "the id of a shape";
}
impl Number for FieldId {
    const ALLOWED: &'static str = "the id of a field";
}
impl Number for LinkId {
    const ALLOWED: &'static str = "the id of a link";
}

#[cfg(test)]
mod tests {
    use super::Number;
    use carom::prelude::*;

    #[test]
    fn an_id_comes_back() {
        let mut world = World::new(Config::default()).expect("the defaults are right");
        let mut seen = std::collections::BTreeSet::new();
        for n in 0..200 {
            let id = world.add_ball(Ball::new(vec2(n as f32, 0.0), 0.1)).expect("a right ball");
            assert_eq!(BodyId::from_number(id.number()), id);
            assert!(seen.insert(id.number() as u64), "no two ids are the same number");
            if n % 3 == 0 {
                world.remove_body(id).expect("it is there");
            }
        }
        for odd in [0.0, -1.0, 0.5, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(world.kind(BodyId::from_number(odd)), None, "{odd}");
        }
    }
}
