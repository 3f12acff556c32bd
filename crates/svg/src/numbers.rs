//! Lengths and coordinates of elements.

use glam::{DVec2, dvec2};
use roxmltree::Node;

use crate::error::brief;

/// Largest coordinate and length that is read, user units.
pub(crate) const MOST: f64 = 1e9;

/// The numbers of an element, and the fault of the first one that cannot be read.
pub(crate) struct Numbers<'a> {
    node: Node<'a, 'a>,
    /// The length of 100 %, user units.
    whole: DVec2,
    wrong: Option<String>,
}

impl<'a> Numbers<'a> {
    /// The numbers of an element on a page of this size.
    pub(crate) const fn of(node: Node<'a, 'a>, whole: DVec2) -> Self {
        Self { node, whole, wrong: None }
    }

    /// An attribute, user units; 0 if it is not there, and no number if it cannot be read.
    pub(crate) fn get(&mut self, name: &str) -> f64 {
        self.find(name).unwrap_or(0.0)
    }

    /// An attribute that must not be less than 0.
    pub(crate) fn size(&mut self, name: &str) -> f64 {
        self.find_size(name).unwrap_or(0.0)
    }

    /// An attribute that must not be less than 0; none if it is not there.
    pub(crate) fn find_size(&mut self, name: &str) -> Option<f64> {
        let length = self.find(name)?;
        if length < 0.0 {
            self.refuse(name, "at least 0");
        }
        Some(length)
    }

    /// Where it begins: `x` and `y`.
    pub(crate) fn corner(&mut self) -> DVec2 {
        dvec2(self.get("x"), self.get("y"))
    }

    /// Its width and its height, as far as they are there.
    pub(crate) fn sides(&mut self) -> [Option<f64>; 2] {
        [self.find_size("width"), self.find_size("height")]
    }

    fn find(&mut self, name: &str) -> Option<f64> {
        let text = self.node.attribute(name).filter(|text| text.trim() != "auto")?;
        let share = text.trim().strip_suffix('%').map(|text| text.parse::<f64>().ok());
        let read = share.map_or_else(|| length(text), |share| Some(share? / 100.0 * self.whole(name)));
        match read {
            Some(length) if length.abs() < MOST => return Some(length),
            Some(_) => self.refuse(name, "between -1e9 and 1e9 user units"),
            None => self.refuse(name, "a number, alone or with %, px, mm, cm, in, pt, pc, m, em or ex"),
        }
        Some(f64::NAN)
    }

    /// The side of the page that an attribute is a part of.
    fn whole(&self, name: &str) -> f64 {
        match name {
            "x" | "width" | "cx" | "rx" | "x1" | "x2" => self.whole.x,
            "y" | "height" | "cy" | "ry" | "y1" | "y2" => self.whole.y,
            // That of a square of the same diagonal.
            _ => self.whole.length() * core::f64::consts::FRAC_1_SQRT_2,
        }
    }

    fn refuse(&mut self, name: &str, allowed: &str) {
        let value = brief(self.node.attribute(name).unwrap_or_default());
        self.wrong.get_or_insert_with(|| format!("has {name} = {value:?}, which must be {allowed}"));
    }

    /// The fault, for a message.
    pub(crate) fn wrong(self) -> Option<String> {
        self.wrong
    }
}

/// A length in user units: 1/96 of an inch each.
pub(crate) fn length(text: &str) -> Option<f64> {
    /// The size of fonts is unknown; browsers take 16 units. A unit that is the end of another one comes after it.
    const UNITS: [(&str, f64); 10] = [
        ("px", 1.0),
        ("mm", 96.0 / 25.4),
        ("cm", 96.0 / 2.54),
        ("in", 96.0),
        ("pt", 96.0 / 72.0),
        ("pc", 16.0),
        ("rem", 16.0),
        ("em", 16.0),
        ("ex", 8.0),
        ("m", 96.0 / 0.025_4),
    ];
    let text = text.trim();
    let unit = UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (number, unit) = unit.unwrap_or((text, 1.0));
    let number: f64 = number.trim().parse().ok()?;
    number.is_finite().then_some(number * unit)
}
