//! Events, as structured arrays of NumPy.

use carom::{ContactPair, ContactPoint, Events, Impact, Limit, SensorEvent};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::id::{Word, or_zero};

/// Rows for an array whose fields `carom._arrays` names. Numbers stand in the order of the machine.
#[derive(Debug, Default)]
pub(crate) struct Rows(Vec<u8>);

impl Rows {
    pub(crate) fn word(&mut self, word: u64) -> &mut Self {
        self.0.extend(word.to_ne_bytes());
        self
    }

    pub(crate) fn short(&mut self, word: u32) -> &mut Self {
        self.0.extend(word.to_ne_bytes());
        self
    }

    pub(crate) fn numbers(&mut self, numbers: &[f64]) -> &mut Self {
        self.0.extend(numbers.iter().flat_map(|number| number.to_ne_bytes()));
        self
    }

    /// The array. `kind` is the name of its fields in `carom._arrays`.
    pub(crate) fn array<'py>(self, py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
        let dtype = py.import("carom._arrays")?.getattr(kind)?;
        py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, &self.0), dtype))
    }

    /// An impact.
    pub(crate) fn impact(&mut self, impact: &Impact) {
        let exact = impact.precise();
        self.word(impact.body_a.word()).word(or_zero(impact.shape_a)).word(impact.body_b.word());
        self.numbers(&exact.point.to_array()).numbers(&exact.normal.to_array());
        self.numbers(&[exact.approach_speed, exact.normal_impulse, exact.tangent_impulse, exact.time]);
    }

    /// Two that touch.
    pub(crate) fn pair(&mut self, pair: &ContactPair) {
        self.word(pair.body_a.word()).word(or_zero(pair.shape_a)).word(pair.body_b.word());
    }

    /// A ball at a sensor.
    fn sensed(&mut self, event: &SensorEvent) {
        self.word(event.body.word()).word(event.shape.word()).word(event.ball.word());
        let (at, velocity) = (event.position.as_dvec2(), event.velocity.as_dvec2());
        self.numbers(&[f64::from(event.time), at.x, at.y, velocity.x, velocity.y]);
    }
}

/// Impacts of a step.
pub(crate) fn impacts(events: &Events) -> Rows {
    let mut rows = Rows::default();
    events.impacts().iter().for_each(|impact| rows.impact(impact));
    rows
}

/// Contacts that began or ended, or all touching pairs.
pub(crate) fn pairs(list: &[ContactPair]) -> Rows {
    let mut rows = Rows::default();
    list.iter().for_each(|pair| rows.pair(pair));
    rows
}

/// Balls that entered or left a sensor.
pub(crate) fn sensed(list: &[SensorEvent]) -> Rows {
    let mut rows = Rows::default();
    list.iter().for_each(|event| rows.sensed(event));
    rows
}

/// Contacts of balls at the end of a step.
pub(crate) fn contacts(list: impl Iterator<Item = ContactPoint>) -> Rows {
    let mut rows = Rows::default();
    for contact in list {
        rows.word(contact.body_a.word()).word(or_zero(contact.shape_a)).word(contact.body_b.word());
        let (point, normal) = (contact.point.as_dvec2(), contact.normal.as_dvec2());
        rows.numbers(&[point.x, point.y, normal.x, normal.y]);
        rows.numbers(&[f64::from(contact.separation), f64::from(contact.normal_impulse)]);
    }
    rows
}

/// Balls that something would have crushed.
pub(crate) fn crushed(events: &Events) -> Rows {
    let mut rows = Rows::default();
    for crushed in events.crushed() {
        rows.word(crushed.ball.word()).word(or_zero(crushed.mover)).word(or_zero(crushed.against));
        let point = crushed.point.as_dvec2();
        rows.word(u64::from(crushed.frozen)).numbers(&[point.x, point.y, f64::from(crushed.time)]);
    }
    rows
}

/// Hinges and sliders that came to a limit.
pub(crate) fn limits(events: &Events) -> Rows {
    let mut rows = Rows::default();
    for hit in events.joint_limits() {
        rows.word(hit.body.word()).word(u64::from(hit.limit == Limit::Upper));
        rows.numbers(&[f64::from(hit.speed), f64::from(hit.time)]);
    }
    rows
}

/// Ropes and springs that became taut.
pub(crate) fn taut(events: &Events) -> Rows {
    let mut rows = Rows::default();
    for link in events.taut_links() {
        rows.word(link.link.word()).numbers(&[f64::from(link.speed), f64::from(link.time)]);
    }
    rows
}
