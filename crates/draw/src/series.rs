//! Series: numbers of a chart that belong together.

use crate::color::Color;
use crate::marker::Marker;

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Line,
    Scatter,
    Bars,
}

/// Numbers of a chart that belong together. Points that are not finite leave a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub(crate) label: String,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) kind: Kind,
    pub(crate) dashed: bool,
    pub(crate) marked: bool,
    pub(crate) marker: Option<Marker>,
    pub(crate) color: Option<Color>,
}

impl Series {
    fn of(kind: Kind, label: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self {
            label: label.into(),
            points: points.into_iter().collect(),
            kind,
            dashed: false,
            marked: false,
            marker: None,
            color: None,
        }
    }

    /// Points (x, y) joined by a line. An empty label stays out of the legend.
    #[must_use]
    pub fn line(label: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self::of(Kind::Line, label, points)
    }

    /// Points (x, y) as markers.
    #[must_use]
    pub fn scatter(label: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { marked: true, ..Self::of(Kind::Scatter, label, points) }
    }

    /// Bars at x of height y. Several series of bars stand side by side.
    #[must_use]
    pub fn bars(label: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self::of(Kind::Bars, label, points)
    }

    /// Draws the line in dashes: a law beside measurements.
    #[must_use]
    pub fn dashed(mut self) -> Self {
        self.dashed = true;
        self
    }

    /// Marks the points of the line.
    #[must_use]
    pub fn marked(mut self) -> Self {
        self.marked = true;
        self
    }

    /// Marks the points with this shape instead of the chart's next one.
    #[must_use]
    pub fn marker(mut self, marker: Marker) -> Self {
        self.marked = true;
        self.marker = Some(marker);
        self
    }

    /// Takes this colour instead of the theme's next one.
    #[must_use]
    pub fn color(mut self, color: Color) -> Self {
        self.color = Some(color);
        self
    }
}
