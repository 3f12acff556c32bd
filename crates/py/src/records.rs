//! Events, as structured arrays of NumPy.

use carom::event_fields::{EventFields, EventValue};
use carom::{ContactPoint, Events, Impact, Limit};
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

    /// A value of an event.
    fn value(&mut self, value: EventValue) {
        match value {
            EventValue::Body(id) => self.word(or_zero(id)),
            EventValue::Shape(id) => self.word(or_zero(id)),
            EventValue::Link(id) => self.word(or_zero(id)),
            EventValue::Vector(vector) => self.numbers(&vector.as_dvec2().to_array()),
            EventValue::Number(number) => self.numbers(&[f64::from(number)]),
            EventValue::Flag(flag) => self.word(u64::from(flag)),
            EventValue::Limit(limit) => self.word(u64::from(limit == Limit::Upper)),
        };
    }
}

/// Rows with the names and types of their fields.
pub(crate) struct Records {
    columns: Vec<(&'static str, &'static str)>,
    rows: Rows,
}

impl Records {
    /// A row for each event. Ids that are none are 0, and a limit is the number `upper`, 0 or 1.
    pub(crate) fn new<E: EventFields>(events: &[E]) -> Self {
        let column = |(name, value)| match value {
            EventValue::Vector(_) => (name, "2f8"),
            EventValue::Number(_) => (name, "f8"),
            EventValue::Limit(_) => ("upper", "u8"),
            _ => (name, "u8"),
        };
        let mut rows = Rows::default();
        events.iter().flat_map(EventFields::values).for_each(|value| rows.value(value));
        Self { columns: E::layout().into_iter().map(column).collect(), rows }
    }

    pub(crate) fn array(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let numpy = py.import("numpy")?;
        let dtype = numpy.call_method1("dtype", (self.columns,))?;
        numpy.call_method1("frombuffer", (PyBytes::new(py, &self.rows.0), dtype))
    }
}

/// Impacts of a step.
pub(crate) fn impacts(events: &Events) -> Rows {
    let mut rows = Rows::default();
    events.impacts().iter().for_each(|impact| rows.impact(impact));
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
