//! Ramps: a layer of their own between two side walls. Height is not simulated.

use carom_biarc::{Cubic, Piece, fit};
use carom_scene::model::{Body, Goal, GoalAction, MaterialRef, Segment, Shape, Side};
use glam::DVec2;

use crate::error::Error;
use crate::fields::Fields;
use crate::path::Link;
use crate::points::{self, Point, Span, TOLERANCE};
use crate::report::Outcome;
use crate::scene_builder::{Platform, Ridge, SceneBuilder, TABLE, at_ball_height, thickness_at_ball_height};
use crate::units::{BALL, LENGTH};

/// Kinds in the order of their numbers.
const KINDS: [&str; 6] = ["flat", "fourwire", "twowire", "threewireleft", "threewireright", "onewire"];
/// Room for a ball between two walls, as a share of its radius.
const ROOM: f64 = 1.2;
/// Parts of a span that are tested by their height.
const PARTS: u32 = 4;
/// How far before and behind a mouth its lines lie, VP units.
const LINES: f64 = 10.0;
/// Number of spans before and behind one that are tested where walls might fold.
const NEAR: usize = 8;
/// Of two ramps that meet, the lines lie so far behind each other's mouth: no ball touches both.
const APART: f64 = 35.0;
/// Ends nearer than this, and no further apart in height, meet, VP units.
const MEETS: f64 = 40.0;
/// Most ramps with a layer of their own: a scene has 31 named layers, and the table is one.
const MOST: usize = 30;

/// One end of a ramp.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mouth {
    at: DVec2,
    /// Away from the ramp, a unit vector.
    out: DVec2,
    half: f64,
    height: f64,
}

/// A ramp on which balls run, until it is known where the others end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ramp {
    name: String,
    layer: String,
    mouths: [Mouth; 2],
}

/// Height and half the width of a ramp along its way.
struct Profile {
    /// Length of the way up to each drag point, as a share of the whole.
    shares: Vec<f64>,
    points: Vec<Point>,
    heights: [f64; 2],
    halves: [f64; 2],
}

impl Profile {
    fn new(points: &[Point], heights: [f64; 2], halves: [f64; 2]) -> Self {
        let mut sum = 0.0;
        let mut shares = vec![0.0];
        for pair in points.windows(2) {
            sum += pair[0].at.distance(pair[1].at);
            shares.push(sum);
        }
        shares.iter_mut().for_each(|share| *share /= sum.max(f64::MIN_POSITIVE));
        Self { shares, points: points.to_vec(), heights, halves }
    }

    /// Height and half the width at a time within a span.
    fn at(&self, span: &Span, t: f64) -> (f64, f64) {
        let between = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let [from, to] = span.ends;
        let share = between(self.shares[from], self.shares[to], t);
        let height = between(self.heights[0], self.heights[1], share)
            + between(self.points[from].z, self.points[to].z, t);
        (height, between(self.halves[0], self.halves[1], share))
    }
}

/// A curve beside the middle of a span, at a distance that grows steadily from one end to the other; to the left in the
/// table's coordinates if it is positive.
fn beside(curve: &Cubic, widths: [f64; 2], t: f64) -> (DVec2, DVec2) {
    let at = |t: f64| {
        let (place, direction) = curve.at(t);
        place + direction.perp() * (widths[0] + (widths[1] - widths[0]) * t)
    };
    const SMALL: f64 = 1e-5;
    let (before, after) = ((t - SMALL).max(0.0), (t + SMALL).min(1.0));
    (at(t), (at(after) - at(before)).normalize_or_zero())
}

/// The arcs along a part of a curve, from `t[0]` to `t[1]`.
fn part(
    builder: &mut SceneBuilder,
    curve: impl Fn(f64) -> (DVec2, DVec2),
    t: [f64; 2],
    smooth: bool,
    links: &mut Vec<Link>,
) -> Result<(), Error> {
    let chain = fit(&|share| curve(t[0] + (t[1] - t[0]) * share), TOLERANCE);
    builder.curves.deviation = builder.curves.deviation.max(chain.deviation);
    for (n, piece) in chain.pieces.into_iter().enumerate() {
        // The inner wall of a bend that is tighter than the ramp is wide folds back: a corner of the wall itself.
        let back = |last: &Link| last.0.directions()[1].dot(piece.directions()[0]) < 0.0;
        let goes_on = (n > 0 || smooth) && !links.last().is_some_and(back);
        links.push((piece, goes_on));
    }
    builder.count(links.len())
}

/// Removes the parts of a wall that lie nearer to the middle of the ramp than half its width. The inner wall of a
/// bend that is tighter than the ramp is wide folds back, and would leave no room for a ball.
fn unfold(links: &mut Vec<Link>, from: usize, near: &[Span], half: &impl Fn(&Span, f64) -> f64) {
    const SAMPLES: u32 = 8;
    /// A smaller difference is the arcs' own deviation.
    const NEARER: f64 = 0.97;
    let free = |point: DVec2| {
        near.iter().all(|span| {
            (0..=SAMPLES).map(|n| f64::from(n) / f64::from(SAMPLES)).all(|t| {
                let room = NEARER * half(span, t);
                span.curve.at(t).0.distance(point) >= room
            })
        })
    };
    let mut end = from.checked_sub(1).and_then(|n| links.get(n)).map(|link| link.0.end());
    for (piece, smooth) in links.split_off(from) {
        if !(free(piece.start()) && free(piece.end())) {
            continue;
        }
        match end {
            Some(end) if end.distance(piece.start()) > 1e-6 => {
                links.push((Piece::Line { from: end, to: piece.start() }, false));
                links.push((piece, false));
            }
            _ => links.push((piece, smooth)),
        }
        end = Some(piece.end());
    }
}

/// Adds paths along the rest of a wall where `low` says that a ball on the playfield meets it.
fn wall(
    builder: &mut SceneBuilder,
    spans: &[Span],
    beside: impl Fn(&Span, f64) -> (DVec2, DVec2),
    meets: impl Fn(&Span, f64) -> bool,
    half: impl Fn(&Span, f64) -> f64,
) -> Result<Vec<(bool, Vec<Link>)>, Error> {
    let mut runs: Vec<(bool, Vec<Link>)> = Vec::new();
    for (n, span) in spans.iter().enumerate() {
        for k in 0..PARTS {
            let t = [k, k + 1].map(|k| f64::from(k) / f64::from(PARTS));
            let low = meets(span, 0.5 * (t[0] + t[1]));
            let fresh = runs.last().is_none_or(|run| run.0 != low);
            if fresh {
                runs.push((low, Vec::new()));
            }
            let smooth = !fresh && (k > 0 || (n > 0 && span.smooth));
            if let Some(run) = runs.last_mut() {
                let known = run.1.len();
                part(builder, |t| beside(span, t), t, smooth, &mut run.1)?;
                let near = &spans[n.saturating_sub(NEAR)..spans.len().min(n + NEAR + 1)];
                unfold(&mut run.1, known, near, &half);
            }
        }
    }
    Ok(runs)
}

pub(crate) fn put(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    ramps: &mut Vec<Ramp>,
) -> Result<Outcome, Error> {
    let points = points::read(fields, &mut builder.points)?;
    if !fields.is_collidable()? {
        return Ok(Outcome::STOPS_NO_BALL);
    }
    let spans = points::spans(&points, false);
    if spans.is_empty() {
        return Ok(Outcome::LeftOut("has no length"));
    }
    let kind = fields.choice(&["ramp_type", "type"], &KINDS)?;
    let heights = [fields.number(&["height_bottom"], 0.0)?, fields.number(&["height_top"], 50.0)?];
    let flat = kind == "flat" || kind.is_empty();
    let widths = [
        fields.within(&["width_bottom"], 75.0, [0.0, 1e4])?,
        fields.within(&["width_top"], 60.0, [0.0, 1e4])?,
    ];
    if kind == "onewire" {
        let radius = 0.5 * fields.within(&["wire_diameter", "radius"], 8.0, [0.0, 1e3])?;
        return rail(fields, name, builder, &spans, &Profile::new(&points, heights, [0.0; 2]), radius);
    }
    if flat && widths[0].max(widths[1]) < 2.0 * BALL {
        return thin(
            fields,
            name,
            builder,
            &spans,
            &Profile::new(&points, heights, widths.map(|width| 0.5 * width)),
        );
    }
    let span = fields.within(&["wire_distance_x"], 38.0, [0.0, 1e4])?;
    let halves = if flat { widths.map(|width| 0.5 * width) } else { [0.5 * span; 2] };
    let halves = halves.map(|half| half.max(ROOM * BALL));
    let profile = Profile::new(&points, heights, halves);
    let ends = spans.iter().flat_map(|span| [0.0, 1.0].map(|t| profile.at(span, t).0));
    if ends.fold(f64::NEG_INFINITY, f64::max) < -0.5 * BALL {
        return Ok(Outcome::LeftOut(
            "lies below the playfield: balls come there by holes and the table's script",
        ));
    }
    if ramps.len() >= MOST {
        return Ok(Outcome::LeftOut("is one more ramp than a scene has layers for"));
    }
    for side in ["left_wall_height", "right_wall_height"] {
        if flat
            && fields.number(
                &[if side.starts_with('l') { "left_wall_height" } else { "right_wall_height" }],
                62.0,
            )? <= 0.0
        {
            fields.note("has a wall on each side here: nothing falls off a ramp");
        }
    }
    fields
        .note("is level: height is not simulated, so that a ball needs no speed to climb it and gains none");
    let (material, _) = builder.surface(fields, "ramp")?;
    let name = builder.name(name);
    let layer = name.clone();
    builder.scene.layers.push(layer.clone());
    for (side, sign) in [("left", 1.0), ("right", -1.0)] {
        let runs = wall(
            builder,
            &spans,
            |span, t| {
                let ends = [profile.at(span, 0.0).1, profile.at(span, 1.0).1].map(|half| half * sign);
                beside(&span.curve, ends, t)
            },
            |span, t| profile.at(span, t).0 <= 1.5 * BALL,
            |span, t| profile.at(span, t).1,
        )?;
        for (low, links) in runs {
            let Some(path) = builder.path(&links, false, 0.0) else { continue };
            let wall = builder.name(&format!("{name} {side}"));
            let low = low.then(|| TABLE.to_owned());
            let layers = core::iter::once(layer.clone()).chain(low).collect();
            add_wall(builder, wall, Shape::Path(path), &material, layers);
        }
    }
    let mouth = |span: &Span, t: f64, sign: f64| {
        let (at, direction) = span.curve.at(t);
        let (height, half) = profile.at(span, t);
        Mouth { at, out: direction * sign, half, height }
    };
    if let (Some(first), Some(last)) = (spans.first(), spans.last()) {
        ramps.push(Ramp { name, layer, mouths: [mouth(first, 0.0, -1.0), mouth(last, 1.0, 1.0)] });
    }
    Ok(Outcome::Carried("layer between two walls"))
}

fn add_wall(
    builder: &mut SceneBuilder,
    name: String,
    shape: Shape,
    material: &MaterialRef,
    layers: Vec<String>,
) {
    builder.scene.bodies.push(Body {
        name,
        shapes: vec![shape],
        material: Some(material.clone()),
        layers: Some(layers),
        ..Body::default()
    });
}

/// A single wire: a bar where a ball on the playfield meets it.
fn rail(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    spans: &[Span],
    profile: &Profile,
    radius: f64,
) -> Result<Outcome, Error> {
    let thickness = |span: &Span, t: f64| thickness_at_ball_height(radius, profile.at(span, t).0);
    let runs = wall(
        builder,
        spans,
        |span, t| span.curve.at(t),
        |span, t| thickness(span, t).is_some_and(|half| half > 0.0),
        |_, _| 0.0,
    )?;
    let (material, _) = builder.surface(fields, "wire")?;
    let mut shapes = Vec::new();
    for (_, links) in runs.iter().filter(|run| run.0) {
        // As thick as in the middle of its longest part.
        let half = spans
            .iter()
            .max_by(|a, b| length(a).total_cmp(&length(b)))
            .and_then(|span| thickness(span, 0.5))
            .unwrap_or(radius)
            .max(0.1);
        shapes.extend(builder.path(links, false, half * LENGTH).map(Shape::Path));
    }
    if shapes.is_empty() {
        return Ok(Outcome::LeftOut("lies below or above a ball on the playfield"));
    }
    builder.stand(name, shapes, material, 0);
    Ok(Outcome::Carried("wire"))
}

fn length(span: &Span) -> f64 {
    span.curve.points[0].distance(span.curve.points[3])
}

/// A flat ramp on which no ball fits: a wall.
fn thin(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    spans: &[Span],
    profile: &Profile,
) -> Result<Outcome, Error> {
    let wall_height =
        fields.number(&["left_wall_height"], 62.0)?.max(fields.number(&["right_wall_height"], 62.0)?);
    let meets = |span: &Span, t: f64| {
        let height = profile.at(span, t).0;
        at_ball_height(height, height + wall_height)
    };
    let runs = wall(builder, spans, |span, t| span.curve.at(t), meets, |_, _| 0.0)?;
    let half = profile.halves[0].max(profile.halves[1]);
    let (material, _) = builder.surface(fields, "ramp")?;
    let mut shapes = Vec::new();
    for (_, links) in runs.iter().filter(|run| run.0) {
        shapes.extend(builder.path(links, false, half * LENGTH).map(Shape::Path));
    }
    if shapes.is_empty() {
        return Ok(Outcome::LeftOut("lies below or above a ball on the playfield"));
    }
    builder.stand(name, shapes, material, 0);
    let heights = spans.iter().flat_map(|span| [0.0, 1.0].map(|t| profile.at(span, t).0));
    let top = heights.fold(f64::NEG_INFINITY, f64::max) + wall_height;
    let mut line = points::outline(spans);
    line.extend(spans.last().map(|span| span.curve.points[3]));
    builder.ridges.push(Ridge { line, top });
    Ok(Outcome::Carried("wall, as no ball fits on it"))
}

/// How far out of a mouth a wall's edge lies that a ramp leads onto, or a thin wall that its balls fly over, and how much
/// higher than the mouth their tops may be, VP units.
const REACH: u32 = 15;
const FLIGHT: f64 = 40.0;
const STEP_UP: f64 = 5.0;

/// How far out of a mouth the first thin wall lies that balls come over.
fn ridge(builder: &SceneBuilder, mouth: &Mouth) -> Option<f64> {
    let crossing = |pair: &[DVec2]| {
        let (from, way) = (pair[0] - mouth.at, pair[1] - pair[0]);
        let across = way.perp_dot(mouth.out);
        // Where the ray out of the mouth and the line meet, as a share of the line and as a way along the ray.
        let share = mouth.out.perp_dot(from) / across;
        let out = way.perp_dot(from) / across;
        ((0.0..=1.0).contains(&share) && (0.0..=FLIGHT).contains(&out)).then_some(out)
    };
    let lower = builder.ridges.iter().filter(|ridge| ridge.top <= mouth.height + STEP_UP);
    lower.flat_map(|ridge| ridge.line.windows(2).filter_map(crossing)).min_by(f64::total_cmp)
}

/// Lets balls off a wall that a ramp leads onto: its outline stops them from outside only. Gives the name of the wall, and
/// how far out of the mouth a ball's edge is when its centre is on the wall.
fn landing(builder: &mut SceneBuilder, mouth: &Mouth) -> Option<(String, f64)> {
    let reaches = |outline: &[DVec2]| {
        (0..REACH).map(f64::from).find(|out| points::contains(outline, mouth.at + mouth.out * *out))
    };
    let lower = |platform: &&Platform| platform.top <= mouth.height + STEP_UP;
    let (platform, edge) = builder
        .platforms
        .iter()
        .filter(lower)
        .find_map(|platform| Some((platform.clone(), reaches(&platform.outline)?)))?;
    for shape in &mut builder.scene.bodies[platform.body].shapes {
        if let Shape::Path(path) = shape {
            // Heights grow up the page there and down the page here.
            let next = platform.outline.iter().cycle().skip(1);
            let turn: f64 = platform.outline.iter().zip(next).map(|(a, b)| b.perp_dot(*a)).sum();
            path.side = if turn > 0.0 { Side::Right } else { Side::Left };
        }
    }
    Some((platform.item, edge + 2.0 * BALL + LINES))
}

/// Adds the mouths at which balls enter and leave ramps, now that all ends are known. Gives the names of walls that
/// ramps lead onto.
pub(crate) fn join(builder: &mut SceneBuilder, ramps: &[Ramp]) -> Vec<String> {
    let mut landings = Vec::new();
    for (n, ramp) in ramps.iter().enumerate() {
        for (end, mouth) in ramp.mouths.iter().enumerate() {
            let next = ramps.iter().enumerate().filter(|(k, _)| *k != n).find(|(_, other)| {
                other.mouths.iter().any(|other| {
                    other.at.distance(mouth.at) < MEETS && (other.height - mouth.height).abs() < MEETS
                })
            });
            let end = if end == 0 { "foot" } else { "head" };
            let low = mouth.height <= 1.5 * BALL;
            let own = vec![ramp.layer.clone()];
            let mut both = own.clone();
            if low {
                both.push(TABLE.to_owned());
            }
            match next {
                Some((_, next)) if !low => {
                    line(builder, &format!("{} {end}", ramp.name), mouth, APART, &own, &next.layer);
                }
                _ => {
                    line(builder, &format!("{} {end} in", ramp.name), mouth, -LINES, &both, &ramp.layer);
                    let (mut wide, mut out) = (*mouth, LINES);
                    // A ball that leaves at an angle has room to drift.
                    if let Some((item, far)) = landing(builder, mouth) {
                        landings.push(item);
                        (wide.half, out) = (mouth.half + BALL, far);
                    } else if let Some(ridge) = ridge(builder, mouth) {
                        (wide.half, out) = (mouth.half + BALL, ridge + 2.0 * BALL + LINES);
                    }
                    line(builder, &format!("{} {end} out", ramp.name), &wide, out, &both, TABLE);
                }
            }
        }
    }
    landings
}

/// A line across a mouth, so far out of it, that puts the balls of some layers into another one.
fn line(builder: &mut SceneBuilder, name: &str, mouth: &Mouth, out: f64, of: &[String], to: &str) {
    let name = builder.name(name);
    let middle = mouth.at + mouth.out * out;
    let across = mouth.out.perp() * mouth.half;
    let segment = Segment {
        name: "line".to_owned(),
        a: builder.place(middle - across),
        b: builder.place(middle + across),
        sensor: true,
        ..Segment::default()
    };
    builder.scene.bodies.push(Body {
        name: name.clone(),
        shapes: vec![Shape::Segment(segment)],
        collides_with: Some(of.to_vec()),
        ..Body::default()
    });
    builder.scene.goals.push(Goal {
        name: name.clone(),
        sensor: Some(format!("{name}.line")),
        then: switch(to),
        ..Goal::default()
    });
}

/// Puts a ball into a layer.
pub(crate) fn switch(layer: &str) -> GoalAction {
    GoalAction::Switch {
        layers: Some(vec![layer.to_owned()]),
        collides_with: Some(vec![String::new(), layer.to_owned()]),
    }
}
