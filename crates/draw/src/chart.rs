//! Charts: lines, points and bars over two axes.

use carom::glam::{DVec2, Vec2, vec2};

use crate::axis::{Axis, Scale};
use crate::canvas::{Anchor, Canvas, Item, text_width};
use crate::color::Color;
use crate::legend::{Legend, Swatch};
use crate::marker::Marker;
use crate::series::{Kind, Series};
use crate::theme::Theme;
use crate::ticks::Tick;
use crate::view::clip;

/// A line across the chart at a value.
#[derive(Clone, Debug, PartialEq)]
struct Reference {
    upright: bool,
    at: f64,
    label: String,
}

/// A chart of one or more series.
///
/// ```
/// use carom_draw::{Chart, Series};
///
/// let measured = [(0.0, 1.0), (1.0, 0.64), (2.0, 0.41), (3.0, 0.26)];
/// let law = (0..=30).map(|n| f64::from(n) / 10.0).map(|n| (n, 0.64_f64.powf(n)));
/// let canvas = Chart::new("Height of a ball, restitution 0.8")
///     .x_label("bounce")
///     .y_label("height [m]")
///     .log_y()
///     .series(Series::line("e^2n", law).dashed())
///     .series(Series::scatter("measured", measured))
///     .draw();
/// assert!(canvas.to_svg().contains("measured"));
/// // or: canvas.save("bounce.png")?;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    title: String,
    size: (u32, u32),
    theme: Theme,
    x: Scale,
    y: Scale,
    categories: Vec<String>,
    series: Vec<Series>,
    references: Vec<Reference>,
}

impl Chart {
    /// An empty chart of 800 by 500 pixels on white ground.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            size: (800, 500),
            theme: Theme::light(),
            x: Scale::default(),
            y: Scale::default(),
            categories: Vec::new(),
            series: Vec::new(),
            references: Vec::new(),
        }
    }

    /// Width and height, pixels.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = (width, height);
        self
    }

    /// The colours.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// The label of the x axis, with its unit.
    #[must_use]
    pub fn x_label(mut self, label: impl Into<String>) -> Self {
        self.x.label = label.into();
        self
    }

    /// The label of the y axis, with its unit.
    #[must_use]
    pub fn y_label(mut self, label: impl Into<String>) -> Self {
        self.y.label = label.into();
        self
    }

    /// A logarithmic x axis. Values that are not positive are left out.
    #[must_use]
    pub fn log_x(mut self) -> Self {
        self.x.log = true;
        self
    }

    /// A logarithmic y axis. Values that are not positive are left out.
    #[must_use]
    pub fn log_y(mut self) -> Self {
        self.y.log = true;
        self
    }

    /// Shows x from `low` to `high` instead of the range of the data. A range that is empty or not finite, or not
    /// positive on a logarithmic axis, has no effect.
    #[must_use]
    pub fn x_range(mut self, low: f64, high: f64) -> Self {
        self.x.range = Some((low, high));
        self
    }

    /// Shows y from `low` to `high` instead of the range of the data, as [`x_range`](Self::x_range) does for x.
    #[must_use]
    pub fn y_range(mut self, low: f64, high: f64) -> Self {
        self.y.range = Some((low, high));
        self
    }

    /// Names for x = 0, 1, 2... instead of numbers: for bars.
    #[must_use]
    pub fn categories<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.categories = names.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a series. Later ones are painted over earlier ones.
    #[must_use]
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// A dashed line across at this x, with words beside it if the label is not empty.
    #[must_use]
    pub fn reference_x(mut self, x: f64, label: impl Into<String>) -> Self {
        self.references.push(Reference { upright: true, at: x, label: label.into() });
        self
    }

    /// A dashed line across at this y, with words above it if the label is not empty.
    #[must_use]
    pub fn reference_y(mut self, y: f64, label: impl Into<String>) -> Self {
        self.references.push(Reference { upright: false, at: y, label: label.into() });
        self
    }

    /// Draws the chart.
    #[must_use]
    pub fn draw(&self) -> Canvas {
        let mut canvas = Canvas::new(self.size.0, self.size.1, self.theme.ground);
        let plot = self.plot();
        self.paint_axes(&mut canvas, &plot);
        for reference in &self.references {
            self.paint_reference(&mut canvas, &plot, reference);
        }
        let mut bars = 0;
        for (n, series) in self.series.iter().enumerate() {
            let color = self.color(n);
            match series.kind {
                Kind::Bars => {
                    self.paint_bars(&mut canvas, &plot, series, bars, color);
                    bars += 1;
                }
                Kind::Line | Kind::Scatter => self.paint_points(&mut canvas, &plot, n, color),
            }
        }
        let legend = self.legend(plot.px);
        let corner = vec2(plot.low.x, plot.low.y - plot.legend);
        legend.paint(&mut canvas, corner, plot.high.x - plot.low.x, plot.em, self.theme.ink);
        canvas
    }

    fn color(&self, n: usize) -> Color {
        self.series[n].color.unwrap_or_else(|| self.theme.series(n))
    }

    fn marker(&self, n: usize) -> Option<Marker> {
        let series = &self.series[n];
        series.marked.then(|| series.marker.unwrap_or(Marker::nth(n)))
    }

    fn legend(&self, px: f32) -> Legend {
        let mut legend = Legend::default();
        for (n, series) in self.series.iter().enumerate() {
            let dash = if series.dashed { DASH * px } else { 0.0 };
            let swatch = match (series.kind, self.marker(n)) {
                (Kind::Bars, _) => Swatch::Block,
                (Kind::Scatter, Some(marker)) => Swatch::Marker(marker),
                (_, marker) => Swatch::Line { dash, marker },
            };
            legend.add(swatch, self.color(n), &series.label);
        }
        legend
    }

    /// Least distance between bars along x.
    fn bar_spacing(&self) -> f64 {
        let bars = self.series.iter().filter(|series| series.kind == Kind::Bars);
        let mut x: Vec<f64> =
            bars.flat_map(|series| &series.points).map(|p| p.0).filter(|x| x.is_finite()).collect();
        x.sort_unstable_by(f64::total_cmp);
        let gaps = x.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
        let least = gaps.fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { 1.0 }
    }

    fn axes(&self) -> (Axis, Axis) {
        let referred = |upright| {
            self.references
                .iter()
                .filter(move |reference| reference.upright == upright)
                .map(|reference| reference.at)
        };
        let has_bars = self.series.iter().any(|series| series.kind == Kind::Bars);
        let half = if has_bars && !self.x.log { 0.5 * self.bar_spacing() } else { 0.0 };
        let x = self.series.iter().flat_map(|series| {
            let half = if series.kind == Kind::Bars { half } else { 0.0 };
            series.points.iter().flat_map(move |p| [p.0 - half, p.0 + half])
        });
        let y = self.series.iter().flat_map(|series| series.points.iter().map(|p| p.1));
        let sound = |scale: &Scale| {
            let range = scale
                .range
                .filter(|&(low, high)| low < high && (high - low).is_finite() && (!scale.log || low > 0.0));
            Scale { range, ..scale.clone() }
        };
        (
            Axis::fit(&sound(&self.x), x.chain(referred(true)), None),
            Axis::fit(&sound(&self.y), y.chain(referred(false)), has_bars.then_some(0.0)),
        )
    }

    fn plot(&self) -> Plot {
        let (width, height) = (self.size.0 as f32, self.size.1 as f32);
        let px = (width.max(height) / 800.0).max(0.4);
        let em = (14.0 * px).max(11.0);
        let (x, y) = self.axes();
        let y_ticks = y.ticks((height / (5.0 * em)).clamp(2.0, 8.0).into());
        let x_ticks = if self.categories.is_empty() {
            x.ticks((width / (6.0 * em)).clamp(2.0, 12.0).into())
        } else {
            let named = self.categories.iter().enumerate();
            named.map(|(n, name)| Tick { at: n as f64, label: name.clone() }).collect()
        };
        let widest = y_ticks.iter().map(|tick| text_width(&tick.label, em)).fold(0.0, f32::max);
        let left = widest + if self.y.label.is_empty() { 1.6 } else { 3.2 } * em;
        let right = width - 1.5 * em;
        let bottom = height - if self.x.label.is_empty() { 2.2 } else { 3.9 } * em;
        let legend = self.legend(px).height(right - left, em);
        let title = if self.title.is_empty() { 0.8 } else { 2.2 } * em;
        let low = vec2(left, title + legend + if legend > 0.0 { 0.3 * em } else { 0.0 });
        // On a canvas that is too small, the axes keep their direction.
        let high = vec2(right, bottom).max(low + 1.0);
        let (x, y) = (x.across(low.x, high.x), y.across(high.y, low.y));
        Plot { low, high, px, em, legend, x, y, x_ticks, y_ticks }
    }

    fn paint_axes(&self, canvas: &mut Canvas, plot: &Plot) {
        let Plot { low, high, px, em, .. } = *plot;
        let Theme { ink, faint, .. } = self.theme;
        canvas.text(vec2(low.x, 1.5 * em), 1.15 * em, Anchor::Start, ink, &self.title);
        for tick in plot.y_ticks.iter().filter(|tick| plot.y.contains(tick.at)) {
            let Some(y) = plot.y.at(tick.at).map(|y| y as f32) else { continue };
            let (major, length) = if tick.label.is_empty() { (false, 3.0) } else { (true, 5.0) };
            if major {
                // Positive and negative values part at a stronger line.
                let color = if tick.at == 0.0 { ink.mix(faint, 0.5) } else { faint };
                canvas.line(vec2(low.x, y), vec2(high.x, y), px, color);
            }
            canvas.line(vec2(low.x - length * px, y), vec2(low.x, y), px, ink);
            canvas.text(vec2(low.x - 0.75 * em, y + 0.36 * em), em, Anchor::End, ink, &tick.label);
        }
        let mut free = f32::NEG_INFINITY;
        for tick in plot.x_ticks.iter().filter(|tick| plot.x.contains(tick.at)) {
            let Some(x) = plot.x.at(tick.at).map(|x| x as f32) else { continue };
            let (major, length) = if tick.label.is_empty() { (false, 3.0) } else { (true, 5.0) };
            if major && self.categories.is_empty() {
                canvas.line(vec2(x, low.y), vec2(x, high.y), px, faint);
            }
            canvas.line(vec2(x, high.y), vec2(x, high.y + length * px), px, ink);
            let half = 0.5 * text_width(&tick.label, em);
            if major && x - half > free {
                canvas.text(vec2(x, high.y + 1.5 * em), em, Anchor::Middle, ink, &tick.label);
                free = x + half + 0.5 * em;
            }
        }
        canvas.line(vec2(low.x, low.y), vec2(low.x, high.y), 1.3 * px, ink);
        canvas.line(vec2(low.x, high.y), vec2(high.x, high.y), 1.3 * px, ink);
        let center = 0.5 * (low + high);
        canvas.text(vec2(center.x, self.size.1 as f32 - 0.8 * em), em, Anchor::Middle, ink, &self.x.label);
        if !self.y.label.is_empty() {
            canvas.push(Item::Text {
                at: vec2(1.3 * em, center.y),
                size: em,
                anchor: Anchor::Middle,
                upward: true,
                color: ink,
                text: self.y.label.clone(),
            });
        }
    }

    fn paint_reference(&self, canvas: &mut Canvas, plot: &Plot, reference: &Reference) {
        let (axis, em) = (if reference.upright { plot.x } else { plot.y }, plot.em);
        let Some(at) = axis.at(reference.at).map(|at| at as f32).filter(|_| axis.contains(reference.at))
        else {
            return;
        };
        let (a, b, words, anchor) = if reference.upright {
            let words = vec2(at + 0.4 * em, plot.low.y + em);
            // Words that would leave the plot go to the other side of the line.
            if words.x + text_width(&reference.label, em) > plot.high.x {
                (vec2(at, plot.low.y), vec2(at, plot.high.y), words - vec2(0.8 * em, 0.0), Anchor::End)
            } else {
                (vec2(at, plot.low.y), vec2(at, plot.high.y), words, Anchor::Start)
            }
        } else {
            let above = at - 0.4 * em;
            let y = if above - 0.8 * em < plot.low.y { at + 1.1 * em } else { above };
            (vec2(plot.low.x, at), vec2(plot.high.x, at), vec2(plot.high.x - 0.3 * em, y), Anchor::End)
        };
        let color = self.theme.ink.mix(self.theme.ground, 0.25);
        canvas.push(Item::Line { points: vec![a, b], width: 1.2 * plot.px, color, dash: 3.0 * plot.px });
        canvas.text(words, 0.95 * em, anchor, color, &reference.label);
    }

    fn paint_points(&self, canvas: &mut Canvas, plot: &Plot, n: usize, color: Color) {
        let series = &self.series[n];
        let places = || series.points.iter().map(|&(x, y)| Some(DVec2::new(plot.x.at(x)?, plot.y.at(y)?)));
        if series.kind == Kind::Line {
            let (low, high) = (plot.low.as_dvec2(), plot.high.as_dvec2());
            let dash = if series.dashed { DASH * plot.px } else { 0.0 };
            let mut paint = |points: Vec<Vec2>| {
                canvas.push(Item::Line { points, width: 2.2 * plot.px, color, dash });
            };
            let mut run: Vec<Vec2> = Vec::new();
            for (a, b) in places().zip(places().skip(1)) {
                let seen = a.zip(b).and_then(|(a, b)| clip(a, b, low, high));
                let goes_on = seen.is_some_and(|(a, _)| run.last() == Some(&a));
                if !goes_on {
                    paint(std::mem::take(&mut run));
                    run.extend(seen.map(|(a, _)| a));
                }
                run.extend(seen.map(|(_, b)| b));
            }
            paint(run);
        }
        if let Some(marker) = self.marker(n) {
            for p in places().flatten().map(|p| p.as_vec2()) {
                if p.cmpge(plot.low - 0.5).all() && p.cmple(plot.high + 0.5).all() {
                    marker.paint(canvas, p, 4.0 * plot.px, color);
                }
            }
        }
    }

    /// `turn` is the number of series of bars before this one.
    fn paint_bars(&self, canvas: &mut Canvas, plot: &Plot, series: &Series, turn: usize, color: Color) {
        let count = self.series.iter().filter(|series| series.kind == Kind::Bars).count() as f64;
        let spacing = self.bar_spacing();
        // On a logarithmic axis the floor is the lower end.
        let Some(floor) = plot.y.at(plot.y.clamp(0.0)) else { return };
        for &(x, y) in &series.points {
            let (Some(left), Some(right), Some(top)) =
                (plot.x.at(x - 0.4 * spacing), plot.x.at(x + 0.4 * spacing), plot.y.at(plot.y.clamp(y)))
            else {
                continue;
            };
            let wide = (right - left) / count;
            let from = left + wide * turn as f64;
            let a = DVec2::new(from, top.min(floor)).as_vec2().max(plot.low);
            let b = DVec2::new(from + 0.92 * wide, top.max(floor)).as_vec2().min(plot.high);
            if y.is_finite() && a.x < b.x && a.y < b.y {
                canvas.rectangle(a, b, color);
            }
        }
    }
}

/// Length of dashes, pixels.
const DASH: f32 = 7.0;

/// Where the parts of a chart are, pixels.
#[derive(Debug)]
struct Plot {
    /// Corners of the area between the axes: upper left and lower right.
    low: Vec2,
    high: Vec2,
    /// Pixels per pixel of a chart of 800 px.
    px: f32,
    /// Size of the text.
    em: f32,
    /// Height of the legend.
    legend: f32,
    x: Axis,
    y: Axis,
    x_ticks: Vec<Tick>,
    y_ticks: Vec<Tick>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg;

    const INK: Color = Color::hex(0x12_3456);

    fn lines_of(canvas: &Canvas) -> Vec<&[Vec2]> {
        let lines = canvas.items().iter().filter_map(|item| match item {
            Item::Line { points, color: INK, .. } => Some(points.as_slice()),
            _ => None,
        });
        lines.collect()
    }

    #[test]
    fn a_line_runs_from_corner_to_corner_of_its_range() {
        let chart = Chart::new("").x_range(0.0, 10.0).y_range(-1.0, 1.0);
        let chart = chart.series(Series::line("", [(0.0, -1.0), (10.0, 1.0)]).color(INK));
        let (canvas, plot) = (chart.draw(), chart.plot());
        let lines = lines_of(&canvas);
        assert_eq!(lines, [[vec2(plot.low.x, plot.high.y), vec2(plot.high.x, plot.low.y)]]);
    }

    /// Minor ticks close to a power of ten once took the room of its label.
    #[test]
    fn every_power_of_ten_has_its_label() {
        let chart = Chart::new("").log_x().series(Series::line("", [(1e3, 1.0), (1e6, 2.0)]));
        let canvas = chart.draw();
        let said = |word: &str| {
            canvas.items().iter().any(|item| matches!(item, Item::Text { text, .. } if text == word))
        };
        assert!(["1000", "10000", "1e5", "1e6"].into_iter().all(said), "{:?}", chart.plot().x_ticks);
    }

    #[test]
    fn gaps_and_what_is_out_of_range_break_a_line() {
        let chart = Chart::new("").x_range(0.0, 10.0).y_range(0.0, 1.0);
        let points =
            [(0.0, 0.5), (1.0, 0.6), (2.0, f64::NAN), (3.0, 0.5), (4.0, 3.0), (5.0, 0.5), (6.0, 0.5)];
        let canvas = chart.series(Series::line("", points).color(INK)).draw();
        let counts: Vec<usize> = lines_of(&canvas).iter().map(|line| line.len()).collect();
        assert_eq!(counts, [2, 2, 3]);
    }

    #[test]
    fn bars_stand_on_zero_side_by_side() {
        let chart = Chart::new("").categories(["a", "b"]);
        let chart = chart.series(Series::bars("one", [(0.0, 2.0), (1.0, -1.0)]).color(INK));
        let chart = chart.series(Series::bars("two", [(0.0, 1.0), (1.0, 1.0)]));
        let (canvas, plot) = (chart.draw(), chart.plot());
        let zero = plot.y.at(0.0).unwrap() as f32;
        let bars: Vec<(Vec2, Vec2)> = canvas
            .items()
            .iter()
            .filter_map(|item| match item {
                Item::Polygon { points, .. } => Some((points[0], points[2])),
                _ => None,
            })
            .collect();
        // Four bars, and two swatches above the plot.
        assert_eq!(bars.len(), 6);
        assert!((bars[0].1.y - zero).abs() < 1e-3 && (bars[1].0.y - zero).abs() < 1e-3, "{bars:?}");
        assert!(((zero - bars[0].0.y) / (bars[1].1.y - zero) - 2.0).abs() < 1e-4, "2 and -1: {bars:?}");
        assert!(bars[0].1.x < bars[2].0.x && bars[2].1.x < bars[1].0.x, "no overlap: {bars:?}");
    }

    #[test]
    fn any_chart_is_well_formed() {
        let extreme = [(f64::NAN, 1.0), (1e300, -1e300), (0.0, 0.0), (-1.0, f64::INFINITY), (1e-300, 1e300)];
        for size in [(800, 500), (1, 1), (0, 0), (60, 2000)] {
            for (log_x, log_y) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut chart = Chart::new("extreme <&>").x_label("x").y_label("y").size(size.0, size.1);
                chart.x.log = log_x;
                chart.y.log = log_y;
                svg::tests::check(&chart.draw().to_svg());
                let chart = chart.reference_x(2.0, "here").reference_y(f64::NAN, "").x_range(5.0, 5.0);
                let chart =
                    chart.series(Series::line("a", extreme).marked()).series(Series::bars("b", extreme));
                let canvas = chart.series(Series::scatter("c", extreme)).draw();
                svg::tests::check(&canvas.to_svg());
                assert_eq!(canvas.to_png().is_ok(), size.0 > 0);
            }
        }
    }
}
