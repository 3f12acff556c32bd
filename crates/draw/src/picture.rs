//! The picture of a world: its contents, place and size.

use std::borrow::Cow;

use carom::glam::{Vec2, vec2};
use carom::{BodyId, BodyKind, ShapeGeometry, ShapeId, Side, World};

use crate::ball::{self, BallColors};
use crate::canvas::{Anchor, Canvas, Item};
use crate::color::Color;
use crate::fill;
use crate::frame::{Frame, Size};
use crate::heat::Heat;
use crate::impacts::Impacts;
use crate::legend::{Legend, Swatch};
use crate::link;
use crate::marker::Marker;
use crate::marks;
use crate::outline::{self, Brush};
use crate::phases::Phases;
use crate::scale_bar;
use crate::theme::Theme;
use crate::trails::Trails;
use crate::view::{Bounds, View};

/// How to draw a world. Cheap to clone; one may draw many worlds and many moments.
///
/// ```
/// use carom::prelude::*;
/// use carom_draw::{Picture, Theme};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
/// world.add_ball(Ball::new(vec2(0.0, 0.5), 0.1))?;
///
/// let canvas = Picture::new().title("A ball").theme(Theme::dark()).draw(&world);
/// let svg = canvas.to_svg();
/// assert!(svg.starts_with("<svg") && svg.contains("A ball"));
/// // or: canvas.save("ball.png")?;
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    size: Size,
    shown: Option<Bounds>,
    margin: f32,
    theme: Theme,
    title: Cow<'a, str>,
    time: Option<f64>,
    unit: Cow<'a, str>,
    colors: BallColors<'a>,
    spin_marks: bool,
    contacts: bool,
    scale_bar: bool,
    legend: bool,
    ball_count: bool,
    velocities: Option<f32>,
    trails: Option<&'a Trails>,
    impacts: Option<&'a Impacts>,
    heat: Option<&'a Heat>,
    phases: Option<&'a Phases>,
    goals: Vec<Vec<Vec2>>,
    areas: Vec<(Vec<Vec2>, Color)>,
    lines: Vec<Stroke>,
}

/// A line in a colour of its own, length units.
#[derive(Clone, Debug)]
struct Stroke {
    points: Vec<Vec2>,
    width: f32,
    color: Color,
}

impl Default for Picture<'_> {
    fn default() -> Self {
        Self {
            size: Size::Within(800, 800),
            shown: None,
            margin: 0.03,
            theme: Theme::light(),
            title: Cow::Borrowed(""),
            time: None,
            unit: Cow::Borrowed("m"),
            colors: BallColors::ById,
            spin_marks: true,
            contacts: true,
            scale_bar: true,
            legend: false,
            ball_count: true,
            velocities: None,
            trails: None,
            impacts: None,
            heat: None,
            phases: None,
            goals: Vec::new(),
            areas: Vec::new(),
            lines: Vec::new(),
        }
    }
}

impl<'a> Picture<'a> {
    /// All of the world on white ground, at most 800 pixels wide and high, with spin marks, contacts and a
    /// scale bar.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Exactly this many pixels wide and high. Give it with [`show`](Self::show) for pictures that are to
    /// follow each other.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = Size::Exactly(width, height);
        self
    }

    /// At most this many pixels wide and high, without empty room at the sides.
    #[must_use]
    pub fn within(mut self, width: u32, height: u32) -> Self {
        self.size = Size::Within(width, height);
        self
    }

    /// Shows this part of the world, and its surroundings if the picture has another shape. Without it, everything
    /// is shown but for half-planes, which have no end.
    #[must_use]
    pub fn show(mut self, bounds: Bounds) -> Self {
        self.shown = Some(bounds);
        self
    }

    /// Free room on every side, as a share of the larger side of the shown part. Default 0.03.
    #[must_use]
    pub fn margin(mut self, margin: f32) -> Self {
        self.margin = if margin.is_finite() { margin.clamp(0.0, 10.0) } else { 0.0 };
        self
    }

    /// The colours.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// A headline.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'a, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// The time to write beside the title, seconds.
    #[must_use]
    pub fn time(mut self, seconds: f64) -> Self {
        self.time = Some(seconds);
        self
    }

    /// Name of the length unit, for the scale bar. Default "m".
    #[must_use]
    pub fn unit(mut self, unit: impl Into<Cow<'a, str>>) -> Self {
        self.unit = unit.into();
        self
    }

    /// How balls and their trails are coloured.
    #[must_use]
    pub fn ball_colors(mut self, colors: BallColors<'a>) -> Self {
        self.colors = colors;
        self
    }

    /// Whether balls have a mark that turns with them. Default yes.
    #[must_use]
    pub fn spin_marks(mut self, shown: bool) -> Self {
        self.spin_marks = shown;
        self
    }

    /// Whether contacts that carry load are marked. Default yes.
    #[must_use]
    pub fn contacts(mut self, shown: bool) -> Self {
        self.contacts = shown;
        self
    }

    /// Whether there is a scale bar. Default yes.
    #[must_use]
    pub fn scale_bar(mut self, shown: bool) -> Self {
        self.scale_bar = shown;
        self
    }

    /// Whether the number of balls is written beside the title. Default yes.
    #[must_use]
    pub fn ball_count(mut self, shown: bool) -> Self {
        self.ball_count = shown;
        self
    }

    /// Whether there is a legend of the kinds of things in the picture. Default no.
    #[must_use]
    pub fn legend(mut self, shown: bool) -> Self {
        self.legend = shown;
        self
    }

    /// Draws velocities, as arrows to where each ball would be after this many seconds.
    #[must_use]
    pub fn velocities(mut self, seconds: f32) -> Self {
        self.velocities = Some(seconds);
        self
    }

    /// Draws where the balls have been.
    #[must_use]
    pub fn trails(mut self, trails: &'a Trails) -> Self {
        self.trails = Some(trails);
        self
    }

    /// Draws impacts, larger ones for larger impulses.
    #[must_use]
    pub fn impacts(mut self, impacts: &'a Impacts) -> Self {
        self.impacts = Some(impacts);
        self
    }

    /// Draws where impacts fell under everything else, lighter for more impulse (on a scale by square roots).
    #[must_use]
    pub fn heat(mut self, heat: &'a Heat) -> Self {
        self.heat = Some(heat);
        self
    }

    /// Draws a bar at the lower edge: the share of each phase in the time of the steps. Nothing if there are no times.
    #[must_use]
    pub fn phases(mut self, phases: &'a Phases) -> Self {
        self.phases = Some(phases);
        self
    }

    /// Fills areas under everything else, in length units, each with at least three corners: pockets, drains, bins.
    #[must_use]
    pub fn goals(mut self, outlines: impl IntoIterator<Item = Vec<Vec2>>) -> Self {
        self.goals.extend(outlines.into_iter().filter(|corners| corners.len() >= 3));
        self
    }

    /// Fills an area under everything else, in length units, in a colour of its own: the ground of a pitch. It has at least
    /// three corners.
    #[must_use]
    pub fn area(mut self, corners: &[Vec2], color: Color) -> Self {
        if corners.len() > 2 {
            self.areas.push((corners.to_vec(), color));
        }
        self
    }

    /// Draws a line through points, in length units, under the balls: an aim line, the way of a ball, a border.
    ///
    /// ```
    /// use carom::prelude::*;
    /// use carom_draw::{Color, Picture};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// let cue = world.add_ball(Ball::new(Vec2::ZERO, 0.03))?;
    /// world.add_ball(Ball::new(vec2(1.0, 0.0), 0.03))?;
    /// let shot = TrajectoryQuery::from_ball(cue).velocity(vec2(2.0, 0.0));
    /// let mut line = PredictedTrajectory::default();
    /// world.predict(&shot, &mut line)?;
    /// let points: Vec<Vec2> = line.points().iter().map(|point| point.position).collect();
    /// let canvas = Picture::new().polyline(&points, Color::RED).draw(&world);
    /// # assert!(canvas.to_svg().contains("#d55e00"));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn polyline(self, points: &[Vec2], color: Color) -> Self {
        self.stroke(points, 0.0, color)
    }

    /// The same with a width, length units; no line is thinner than two pixels.
    #[must_use]
    pub fn stroke(mut self, points: &[Vec2], width: f32, color: Color) -> Self {
        if points.len() > 1 {
            self.lines.push(Stroke { points: points.to_vec(), width, color });
        }
        self
    }

    /// Draws a world as it is now.
    #[must_use]
    pub fn draw(&self, world: &World) -> Canvas {
        let frame = self.frame(world);
        let mut canvas = Canvas::new(frame.width, frame.height, self.theme.ground);
        self.paint_world(&mut canvas, &frame, world);
        self.paint_edges(&mut canvas, &frame);
        canvas
    }

    /// The mapping from the world to the picture that [`draw`](Self::draw) uses, to paint more on its
    /// canvas.
    #[must_use]
    pub fn view(&self, world: &World) -> View {
        self.frame(world).view
    }

    fn paint_world(&self, canvas: &mut Canvas, frame: &Frame, world: &World) {
        let (view, theme, px) = (&frame.view, &self.theme, frame.px);
        let goals = self.goals.iter().map(|corners| (corners, marks::goal(theme)));
        for (corners, fill) in self.areas.iter().map(|(corners, color)| (corners, *color)).chain(goals) {
            let points = corners.iter().map(|&corner| view.point(corner)).collect();
            canvas.push(Item::Polygon { points, fill });
        }
        if let Some(heat) = self.heat {
            marks::heat(canvas, view, heat, theme);
        }
        let brush = |color| Brush { color, ground: theme.ground, px };
        let outlines = || {
            let all = world.shape_geometries();
            all.map(|(body, shape, outline)| {
                // That its inside is filled says enough.
                let outline = if world.is_solid(shape) { outline::two_sided(outline) } else { outline };
                (brush(self.color_of(world, body, shape)), outline)
            })
        };
        let endless = |outline: &ShapeGeometry| matches!(outline, ShapeGeometry::HalfPlane { .. });
        for (brush, outline) in outlines().filter(|(_, outline)| endless(outline)) {
            outline::paint(canvas, view, &outline, &brush);
        }
        let mut solid: Vec<_> =
            world.shape_geometries().filter(|(_, shape, _)| world.is_solid(*shape)).collect();
        solid.sort_by_key(|(_, shape, _)| *shape);
        for shape in solid.chunk_by(|a, b| a.1 == b.1) {
            let curves: Vec<_> = shape.iter().map(|(_, _, curve)| *curve).collect();
            let points = fill::corners(&curves).into_iter().map(|at| view.point(at)).collect();
            let color = brush(self.color_of(world, shape[0].0, shape[0].1)).inside();
            canvas.push(Item::Polygon { points, fill: color });
        }
        if let Some(trails) = self.trails {
            for (id, points) in trails.iter() {
                if let Some(ball) = world.ball(id) {
                    let width = (0.5 * view.length(ball.radius)).clamp(1.2 * px, 3.0 * px);
                    marks::trail(canvas, view, points, self.colors.of(id, &ball, theme), theme.ink, width);
                }
            }
        }
        for (brush, outline) in outlines().filter(|(_, outline)| !endless(outline)) {
            outline::paint(canvas, view, &outline, &brush);
        }
        if let Some(impacts) = self.impacts {
            marks::impacts(canvas, view, impacts, theme, px);
        }
        for (id, link) in world.links() {
            if let Some(ends) = world.link_ends(id) {
                link::paint(canvas, view, ends, &link, theme, px);
            }
        }
        for Stroke { points, width, color } in &self.lines {
            let points = points.iter().map(|&at| view.point(at)).collect();
            let width = view.length(*width).max(2.0 * px);
            canvas.push(Item::Line { points, width, color: *color, dash: 0.0 });
        }
        for (id, ball) in world.balls().filter(|(id, _)| world.is_enabled(*id)) {
            let fill = self.colors.of(id, &ball, theme);
            ball::paint(canvas, view, &ball, fill, self.spin_marks, theme, px);
        }
        if self.contacts {
            for contact in world.contacts() {
                let radius = world.ball(contact.body_b).map_or(0.0, |ball| ball.radius);
                marks::contact(canvas, view, &contact, radius, theme, px);
            }
        }
        if let Some(seconds) = self.velocities {
            for (_, ball) in world.balls() {
                marks::velocity(canvas, view, &ball, seconds, theme, px);
            }
        }
    }

    /// The colour of a shape, by its kind.
    fn color_of(&self, world: &World, body: BodyId, shape: ShapeId) -> Color {
        match world.kind(body) {
            _ if world.is_sensor(shape) => self.theme.sensor,
            _ if kicks(world, shape) => self.theme.kicks,
            Some(BodyKind::Fixed) | None => self.theme.fixed,
            Some(_) => self.theme.kinematic,
        }
    }

    /// Title above, scale bar and legend below, over the parts of the world there.
    fn paint_edges(&self, canvas: &mut Canvas, frame: &Frame) {
        let (low, high) = frame.view.corners();
        let (width, height, em) = (frame.width as f32, frame.height as f32, frame.em());
        let Theme { ground, ink, .. } = self.theme;
        let (left, right) = (0.7 * em, width - 0.7 * em);
        if low.y > 0.0 {
            canvas.rectangle(Vec2::ZERO, vec2(width, low.y), ground);
            canvas.text(vec2(left, 1.35 * em), 1.15 * em, Anchor::Start, ink, &self.title);
            canvas.text(vec2(right, low.y - 0.5 * em), em, Anchor::End, ink, &frame.info);
        }
        if high.y < height {
            canvas.rectangle(vec2(0.0, high.y), vec2(width, height), ground);
            let line = vec2(left, high.y + 1.2 * em);
            if self.scale_bar {
                scale_bar::paint(canvas, &frame.view, line, em, &self.unit, ink);
            }
            frame.legend.paint(canvas, frame.legend_at, right - frame.legend_at.x, em, ink);
            if let Some(phases) = self.phases.filter(|_| frame.bar > 0.0) {
                let (top, bottom) = (height - frame.bar, height - 0.6 * em);
                phases.paint(canvas, vec2(left, top), vec2(right, bottom), &self.theme);
            }
        }
    }

    fn frame(&self, world: &World) -> Frame {
        let shown =
            self.shown.or_else(|| Bounds::of(world)).unwrap_or(Bounds::new(-Vec2::ONE, Vec2::ONE)).proper();
        let shown = shown.grown(self.margin * shown.size().max_element()).proper();
        let mut legend = if self.legend { self.entries(world) } else { Legend::default() };
        let phases = self.phases.filter(|phases| phases.shares().next().is_some());
        if let Some(phases) = phases {
            phases.explain(&mut legend, &self.theme);
        }
        Frame::fit(self.size, shown, &self.title, self.info(world), legend, self.scale_bar, phases.is_some())
    }

    fn info(&self, world: &World) -> String {
        let mut parts = Vec::new();
        if let Some(time) = self.time.filter(|time| time.is_finite()) {
            parts.push(format!("t = {time:.2} s"));
        }
        match world.ball_count() {
            _ if !self.ball_count => {}
            1 => parts.push("1 ball".to_owned()),
            n => parts.push(format!("{n} balls")),
        }
        parts.join("   ")
    }

    /// A legend of the kinds of things that need one.
    fn entries(&self, world: &World) -> Legend {
        let (mut fixed, mut moving, mut sensors, mut one_sided) = (false, false, false, false);
        let mut kicking = false;
        for (body, shape, outline) in world.shape_geometries() {
            if world.is_sensor(shape) {
                sensors = true;
                continue;
            }
            if kicks(world, shape) {
                kicking = true;
                continue;
            }
            let moves = world.kind(body) != Some(BodyKind::Fixed);
            moving |= moves;
            fixed |= !moves;
            one_sided |= !world.is_solid(shape)
                && match outline {
                    ShapeGeometry::Segment { side, .. } | ShapeGeometry::Arc { side, .. } => {
                        side != Side::Both
                    }
                    _ => false,
                };
        }
        let theme = &self.theme;
        let line = Swatch::Line { dash: 0.0, marker: None };
        let entries = [
            (fixed, Swatch::Block, theme.fixed, "fixed"),
            (moving, Swatch::Block, theme.kinematic, "moving"),
            (kicking, Swatch::Block, theme.kicks, "kicks"),
            (sensors, Swatch::Block, theme.sensor, "sensor"),
            (!self.goals.is_empty(), Swatch::Block, marks::goal(theme), "goal"),
            (one_sided, Swatch::Ticks, theme.fixed, "solid on this side"),
            (self.contacts, Swatch::Line { dash: 0.0, marker: Some(Marker::Disc) }, theme.contact, "contact"),
            (self.impacts.is_some(), Swatch::Marker(Marker::Ring), theme.contact, "impact"),
            (self.trails.is_some(), line, theme.ball(0), "trail"),
            (self.velocities.is_some(), line, theme.ink, "velocity"),
            (self.heat.is_some(), Swatch::Block, marks::warmth(theme, 0.0), "weak impacts"),
            (self.heat.is_some(), Swatch::Block, marks::warmth(theme, 1.0), "strong impacts"),
        ];
        let mut legend = Legend::default();
        for (_, swatch, color, label) in entries.into_iter().filter(|entry| entry.0) {
            legend.add(swatch, color, label);
        }
        legend
    }
}

/// Whether a shape adds speed to balls that hit it.
fn kicks(world: &World, shape: ShapeId) -> bool {
    world.shape_material(shape).is_some_and(|surface| surface.kick > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::png::tests::{decode, pixel};
    use crate::svg;
    use carom::prelude::*;

    /// A bit of everything.
    fn table() -> World {
        let mut world = World::new(Config::default()).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        let path =
            Chain::start(vec2(-1.0, 2.0)).line_to(vec2(-1.0, 0.0)).arc_to(vec2(0.0, -1.0), vec2(1.0, 0.0));
        for shape in [
            Shape::chain(&path).unwrap(),
            Shape::circle(vec2(0.0, 1.0), 0.2).unwrap(),
            Shape::circle(vec2(0.5, 1.0), 0.0).unwrap(),
            Shape::arc(vec2(0.0, 1.0), 0.5, 0.0, 6.2).unwrap().side(Side::Right),
            Shape::segment(vec2(1.0, 0.0), vec2(1.0, 2.0)).unwrap().side(Side::Left),
            Shape::half_plane(vec2(0.0, -1.5), vec2(0.1, 1.0)).unwrap(),
        ] {
            world.add_shape(body, shape).unwrap();
        }
        let paddle =
            world.add_body(Body::kinematic().position(vec2(0.0, -0.3)).angular_velocity(1.0)).unwrap();
        world.add_shape(paddle, Shape::capsule(vec2(-0.2, 0.0), vec2(0.2, 0.0), 0.05).unwrap()).unwrap();
        for n in 0..12 {
            world.add_ball(Ball::new(vec2(-0.8 + 0.13 * n as f32, 0.3), 0.06)).unwrap();
        }
        world
    }

    #[test]
    fn svg_is_well_formed_and_png_has_its_size_with_everything_on() {
        let mut world = table();
        let (mut trails, mut impacts) = (Trails::new(30), Impacts::new(500));
        for _ in 0..60 {
            world.step(1.0 / 60.0);
            trails.record(&world);
            impacts.record(&world);
        }
        let picture = Picture::new()
            .title("<All> & \"more\"")
            .time(1.0)
            .legend(true)
            .velocities(0.1)
            .trails(&trails)
            .impacts(&impacts);
        for theme in [Theme::light(), Theme::dark()] {
            for picture in [picture.clone(), picture.clone().size(640, 360), picture.clone().within(300, 900)]
            {
                let canvas = picture.theme(theme.clone()).draw(&world);
                svg::tests::check(&canvas.to_svg());
                let pixmap = decode(&canvas.to_png().unwrap());
                assert_eq!((pixmap.width(), pixmap.height()), (canvas.width(), canvas.height()));
            }
        }
        let canvas = picture.size(640, 360).draw(&world);
        assert_eq!((canvas.width(), canvas.height()), (640, 360));
    }

    #[test]
    fn a_ball_is_painted_where_the_view_says() {
        let mut world = World::new(Config::weightless()).unwrap();
        world.add_ball(Ball::new(vec2(-3.0, 1.0), 0.2)).unwrap();
        world.add_ball(Ball::new(vec2(5.0, 4.0), 0.5)).unwrap();
        let picture = Picture::new().ball_colors(BallColors::One(Color::hex(0x12_3456))).spin_marks(false);
        let pixmap = decode(&picture.draw(&world).to_png().unwrap());
        let view = picture.view(&world);
        for (_, ball) in world.balls() {
            let p = view.point(ball.position);
            assert_eq!(pixel(&pixmap, p.x as u32, p.y as u32), Color::hex(0x12_3456), "{p}");
            let beside = view.point(ball.position - vec2(0.0, 1.1 * ball.radius));
            assert_eq!(pixel(&pixmap, beside.x as u32, beside.y as u32), Color::WHITE, "{beside}");
        }
    }

    #[test]
    fn the_automatic_view_holds_every_ball_and_shape() {
        let mut world = table();
        world.add_ball(Ball::new(vec2(7.0, 9.0), 1.5)).unwrap();
        for picture in [Picture::new(), Picture::new().size(900, 200), Picture::new().margin(0.0)] {
            let canvas = picture.draw(&world);
            let view = picture.view(&world);
            let (low, high) = view.corners();
            assert!(low.y >= 0.0 && high.y <= canvas.height() as f32 && high.x <= canvas.width() as f32);
            let bounds = Bounds::of(&world).unwrap();
            for corner in [bounds.min, bounds.max] {
                let p = view.point(corner);
                assert!(p.cmpge(low - 0.01).all() && p.cmple(high + 0.01).all(), "{corner} is at {p}");
            }
        }
    }

    #[test]
    fn heat_lies_where_the_impacts_were_and_sensors_have_their_colour() {
        let mut world = World::new(Config::weightless()).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        let wall = Shape::segment(vec2(2.0, -2.0), vec2(2.0, 2.0)).unwrap();
        world.add_shape(body, wall).unwrap();
        let line =
            world.add_shape(body, Shape::capsule(vec2(0.0, -2.0), vec2(0.0, 2.0), 0.1).unwrap().sensor());
        assert!(line.is_ok_and(|line| world.is_sensor(line)));
        world.add_ball(Ball::new(vec2(1.0, 1.0), 0.25).velocity(vec2(50.0, 0.0))).unwrap();
        let mut heat = Heat::new(0.5);
        world.step(0.02);
        heat.record(&world);
        for theme in [Theme::light(), Theme::dark()] {
            let picture = Picture::new().theme(theme.clone()).heat(&heat).legend(true);
            let view = picture.view(&world);
            let pixmap = decode(&picture.draw(&world).to_png().unwrap());
            let at = |p: Vec2| {
                let p = view.point(p);
                pixel(&pixmap, p.x as u32, p.y as u32)
            };
            // The impact at (2, 1) falls into the cell from there to (2.5, 1.5), the only one.
            assert_eq!(at(vec2(2.1, 1.25)), marks::warmth(&theme, 1.0));
            assert_eq!(at(vec2(1.8, 0.3)), theme.ground);
            assert_eq!(at(vec2(0.0, 1.5)), theme.sensor);
        }
    }

    #[test]
    fn areas_lie_under_everything_else() {
        let mut world = World::new(Config::weightless()).unwrap();
        world.add_ball(Ball::new(Vec2::ZERO, 0.3)).unwrap();
        let [low, high] = [Vec2::splat(-1.0), Vec2::splat(1.0)];
        let corners = [low, vec2(1.0, -1.0), high, vec2(-1.0, 1.0)];
        let red = BallColors::One(Color::RED);
        let picture = Picture::new().area(&corners, Color::GREEN).spin_marks(false).ball_colors(red);
        let picture = picture.show(Bounds::new(low, high));
        let (view, pixmap) = (picture.view(&world), decode(&picture.draw(&world).to_png().unwrap()));
        let at = |place: Vec2| {
            let place = view.point(place);
            pixel(&pixmap, place.x as u32, place.y as u32)
        };
        assert_eq!([at(Vec2::ZERO), at(vec2(0.8, 0.8))], [Color::RED, Color::GREEN]);
    }

    /// A rail that its author drew 40 cm wide is 40 cm wide, and a thin line can still be seen.
    #[test]
    fn strokes_are_as_wide_as_they_say_and_never_too_thin() {
        let world = World::new(Config::weightless()).unwrap();
        let ends = [vec2(-1.0, 0.0), vec2(1.0, 0.0)];
        for (width, seen) in [(0.4, true), (0.0, false)] {
            let picture = Picture::new().stroke(&ends, width, Color::RED);
            let picture = picture.show(Bounds::new(Vec2::splat(-1.0), Vec2::splat(1.0)));
            let (view, pixmap) = (picture.view(&world), decode(&picture.draw(&world).to_png().unwrap()));
            let at = |place: Vec2| {
                let place = view.point(place);
                pixel(&pixmap, place.x as u32, place.y as u32) == Color::RED
            };
            assert_eq!(
                [at(Vec2::ZERO), at(vec2(0.0, 0.15)), at(vec2(0.0, 0.3))],
                [true, seen, false],
                "{width}"
            );
        }
    }

    #[test]
    fn an_empty_world_can_be_drawn() {
        let world = World::new(Config::default()).unwrap();
        let canvas = Picture::new().draw(&world);
        svg::tests::check(&canvas.to_svg());
        assert!(canvas.to_png().is_ok());
    }

    #[test]
    fn any_size_and_view_can_be_asked_for() {
        let world = table();
        for size in [(0, 0), (1, 1), (3, 2000), (u32::MAX, 1)] {
            svg::tests::check(&Picture::new().size(size.0, size.1).legend(true).draw(&world).to_svg());
            svg::tests::check(&Picture::new().within(size.0, size.1).title("t").draw(&world).to_svg());
        }
        for (a, b) in [(0.0, 0.0), (f32::NAN, 1.0), (-1e6, 1e6), (-3e38, 3e38), (1e-30, 2e-30), (1e6, 1e6)] {
            let picture = Picture::new().show(Bounds { min: Vec2::splat(a), max: Vec2::splat(b) });
            svg::tests::check(&picture.draw(&world).to_svg());
            assert!(picture.draw(&world).to_png().is_ok(), "{a} {b}");
        }
    }

    #[test]
    fn a_ball_keeps_its_color_when_another_goes() {
        let mut world = World::new(Config::weightless()).unwrap();
        let ids: Vec<BodyId> =
            (0..3).map(|n| world.add_ball(Ball::new(vec2(n as f32, 0.0), 0.2)).unwrap()).collect();
        let color_of_last = |world: &World| {
            let view = Picture::new().view(world);
            let center = view.point(vec2(2.0, 0.0));
            Picture::new().draw(world).items().iter().find_map(|item| match *item {
                Item::Disc { center: c, fill, .. } if c.distance(center) < 1.0 => Some(fill),
                _ => None,
            })
        };
        let before = color_of_last(&world);
        assert!(before.is_some());
        world.remove_body(ids[0]).unwrap();
        assert_eq!(color_of_last(&world), before);
    }
}
