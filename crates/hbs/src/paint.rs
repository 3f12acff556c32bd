//! The colours of a stadium as paint of a scene: the ground, the markings, walls, posts and goals as their author drew them.

use core::f64::consts::{FRAC_PI_2, TAU};

use carom::glam::{DVec2, dvec2};
use carom_scene::model::{Paint, Point};

use crate::background::{Background, Ground};
use crate::color::Color;
use crate::goal::Team;
use crate::segment::Segment;
use crate::stadium::Stadium;
use crate::walls::to_world;

/// Largest turn of a piece of a line that stands for an arc, radians.
const PIECE: f64 = 0.1;
/// Most lines of a stadium that are painted: a line under thousands of others costs time and is not seen.
const MOST: usize = 5000;

/// Colours of the game: the ground, and the lines on it.
fn colors(ground: Ground) -> (u32, u32) {
    match ground {
        Ground::Grass => (0x71_8c5a, 0xc7_e6bd),
        Ground::Hockey => (0x55_5555, 0xe9_cc6e),
        Ground::Plain => (0x71_8c5a, 0x71_8c5a),
    }
}

fn line(points: impl IntoIterator<Item = DVec2>, color: u32) -> Paint {
    let points = points.into_iter().map(|at| Point::from(at.as_vec2())).collect();
    Paint { points, color: format!("#{color:06x}"), ..Paint::default() }
}

/// The colour of a painted thing.
fn drawn(color: Color) -> Option<u32> {
    match color {
        Color::Transparent => None,
        Color::Rgb([red, green, blue]) => Some(u32::from_be_bytes([0, red, green, blue])),
    }
}

/// Points on the way of an arc about a centre, by an angle, counter-clockwise if positive.
fn arc(center: DVec2, start: DVec2, turn: f64) -> impl Iterator<Item = DVec2> {
    let pieces = ((turn.abs() / PIECE).ceil() as usize).max(1);
    (0..=pieces).map(move |n| {
        let (sin, cos) = libm::sincos(turn * n as f64 / pieces as f64);
        center + dvec2(cos, sin).rotate(start - center)
    })
}

/// The way of a segment between two places of the world. `turn` is clockwise.
fn way(turn: f64, [a, b]: [DVec2; 2]) -> Vec<DVec2> {
    if turn == 0.0 || a == b {
        return vec![a, b];
    }
    let center = (a + b) * 0.5 - (b - a).perp() * (0.5 / libm::tan(0.5 * turn));
    arc(center, a, -turn).collect()
}

/// The outline of a rectangle about the origin, counter-clockwise, with corners of this radius.
fn rectangle(half: DVec2, radius: f64) -> Vec<DVec2> {
    let corners = [half, dvec2(-half.x, half.y), -half, dvec2(half.x, -half.y)];
    if radius == 0.0 {
        return corners.to_vec();
    }
    let starts = [DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y];
    let rounded = corners.into_iter().zip(starts).flat_map(|(corner, start)| {
        let center = corner - corner.signum() * radius;
        arc(center, center + start * radius, FRAC_PI_2)
    });
    rounded.collect()
}

impl Stadium {
    /// All paint of the file, from the ground up.
    pub(crate) fn paint(&self) -> Vec<Paint> {
        let mut paint = self.ground();
        let visible = |segment: &&Segment| segment.visible;
        paint.extend(self.segments.iter().filter(visible).filter_map(|segment| {
            let ends = segment.ends.map(|end| to_world(self.vertexes[end].position).as_dvec2());
            Some(line(way(segment.turn, ends), drawn(segment.color)?))
        }));
        paint.extend(
            self.discs.iter().filter(|disc| disc.inverse_mass <= 0.0 && disc.radius > 0.0).filter_map(
                |disc| {
                    let center = to_world(disc.position).as_dvec2();
                    let ring = arc(center, center + dvec2(disc.radius, 0.0), TAU);
                    Some(line(ring, drawn(disc.color)?))
                },
            ),
        );
        paint.extend(self.goals.iter().map(|goal| {
            let color = if goal.team == Team::Red { 0xe5_6e56 } else { 0x56_89e5 };
            line(goal.ends.map(|end| to_world(end).as_dvec2()), color)
        }));
        paint.truncate(MOST);
        paint
    }

    /// The ground, and the lines that the game draws on it.
    fn ground(&self) -> Vec<Paint> {
        let Background { ground, width, height, kick_off_radius, corner_radius, goal_line, color } =
            self.background;
        let (grass, chalk) = colors(ground);
        let Some([_, high]) = self.shown() else { return Vec::new() };
        let around = color.map_or(Some(grass), drawn).unwrap_or(grass);
        let mut paint = vec![Paint { fill: true, ..line(rectangle(high.as_dvec2(), 0.0), around) }];
        if ground == Ground::Plain || width <= 0.0 || height <= 0.0 {
            return paint;
        }
        let border = rectangle(dvec2(width, height), corner_radius.clamp(0.0, width.min(height)));
        paint.push(Paint { fill: true, ..line(border.iter().copied(), grass) });
        paint.push(line(border.iter().chain(border.first()).copied(), chalk));
        let mut across = vec![0.0];
        if ground == Ground::Hockey && goal_line > 0.0 && goal_line < width {
            across.extend([width - goal_line, goal_line - width]);
        }
        paint.extend(across.into_iter().map(|x| line([dvec2(x, -height), dvec2(x, height)], chalk)));
        if kick_off_radius > 0.0 {
            paint.push(line(arc(DVec2::ZERO, dvec2(kick_off_radius, 0.0), TAU), chalk));
        }
        paint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player knows a pitch by its colours: the ground first, then lines, markings that stop nothing among them, posts, and
    /// goals by their teams. A segment that the author hid is not drawn.
    #[test]
    fn a_pitch_is_painted_as_its_author_drew_it() {
        let file = r##"{ width: 100, height: 60, bg: { type: "hockey", width: 80, height: 40, kickOffRadius: 20, goalLine: 10, cornerRadius: 5 },
            vertexes: [{ x: 0, y: 10 }, { x: 20, y: 10 }],
            segments: [{ v0: 0, v1: 1, cMask: [], color: "FF0000" }, { v0: 0, v1: 1, vis: false },
                { v0: 0, v1: 1, curve: 180, color: [0, 0, 255] }, { v0: 0, v1: 1, color: "transparent" }],
            goals: [{ p0: [-80, 10], p1: [-80, -10], team: "red" }],
            discs: [{ invMass: 0, radius: 4, pos: [-80, 10], color: "00FF00" }] }"##;
        let (scene, _) = Stadium::parse(file).unwrap().to_scene();
        let painted: Vec<_> = scene.paint.iter().map(|paint| (paint.fill, paint.color.as_str())).collect();
        let (ice, chalk) = ("#555555", "#e9cc6e");
        let lines = ["#ff0000", "#0000ff", "#00ff00", "#e56e56"].map(|color| (false, color));
        let ground = [(true, ice), (true, ice)].into_iter().chain([(false, chalk); 5]);
        assert_eq!(painted, ground.chain(lines).collect::<Vec<_>>());
        // Clockwise on the screen from the left end: over the top.
        let bent = &scene.paint[8].points;
        let top = bent.iter().map(|point| point.1).fold(f32::MIN, f32::max);
        assert!((top - 0.0).abs() < 0.1, "{top}");
        let last = bent.last().copied().unwrap();
        assert!((last.0 - 20.0).abs() < 1e-4 && (last.1 + 10.0).abs() < 1e-4, "{last:?}");
        assert!(scene.stage().is_ok());
    }
}
