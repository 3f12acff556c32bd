//! The section of a mesh at one height: its outline there, as polygons.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3, dvec2};

use crate::mesh::Mesh;
use crate::points::TOLERANCE;

/// Vertices nearer than this are one, VP units.
const SAME: f64 = 1e-3;
/// Steepest surface that a ball climbs instead of bouncing off: the square of the cosine of 45 degrees.
const CLIMBS: f64 = 0.5;
/// Most points that one line of an outline takes the place of.
const REPLACES: usize = 64;
/// Fewest corners of a polygon that is taken for a circle, and how far they may be off, as a share of its radius.
const ROUND: (usize, f64) = (8, 0.01);

/// A line that a mesh is at one height.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outline {
    pub(crate) points: Vec<DVec2>,
    pub(crate) closed: bool,
}

impl Outline {
    /// The circle that a closed outline stands for, by centre and radius; none if it is not round.
    pub(crate) fn circle(&self) -> Option<(DVec2, f64)> {
        let (fewest, share) = ROUND;
        if !self.closed || self.points.len() < fewest {
            return None;
        }
        let (low, high) = self
            .points
            .iter()
            .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), p| (low.min(*p), high.max(*p)));
        let center = low.midpoint(high);
        let distances = || self.points.iter().map(|point| point.distance(center));
        let radius = distances().sum::<f64>() / self.points.len() as f64;
        let off = distances().map(|distance| libm::fabs(distance - radius)).fold(0.0, f64::max);
        (off <= TOLERANCE.max(share * radius)).then_some((center, radius))
    }

    /// Takes out points that are within the tolerance of the line past them.
    fn simplify(&mut self) {
        let mut kept: Vec<DVec2> = Vec::new();
        let mut from = 0;
        while from < self.points.len() {
            kept.push(self.points[from]);
            let last = (from + REPLACES).min(self.points.len() - 1);
            let near = |to: usize| {
                let (a, b) = (self.points[from], self.points[to]);
                let way = (b - a).normalize_or_zero();
                self.points[from + 1..to].iter().all(|p| {
                    let along = (*p - a).dot(way);
                    libm::fabs((*p - a).perp_dot(way)) <= TOLERANCE && along >= 0.0 && along <= a.distance(b)
                })
            };
            let mut to = from + 1;
            while to < last && near(to + 1) {
                to += 1;
            }
            from = to;
        }
        // The points next to the start of a closed outline may lie on a line as well.
        let flat = |a: DVec2, b: DVec2, c: DVec2| {
            libm::fabs((b - a).perp_dot((c - a).normalize_or_zero())) <= TOLERANCE
        };
        if let (true, [first, .., before, last]) = (self.closed, &kept[..])
            && flat(*before, *last, *first)
        {
            kept.pop();
        }
        if let (true, [first, second, .., last]) = (self.closed, &kept[..])
            && flat(*last, *first, *second)
        {
            kept.remove(0);
        }
        self.points = kept;
    }
}

/// The outlines of a mesh, moved to its place, at a height. Surfaces flatter than 45 degrees have none.
pub(crate) fn outlines(mesh: &Mesh, place: impl Fn(DVec3) -> DVec3, height: f64) -> Vec<Outline> {
    let (vertices, numbers) = weld(mesh, place, height);
    let mut places: Vec<DVec2> = Vec::new();
    // Edges that cross the height, each with the number of its place.
    let mut crossings: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut neighbors: Vec<Vec<usize>> = Vec::new();
    for triangle in &mesh.triangles {
        let corners = triangle.map(|n| numbers[n]);
        let [a, b, c] = corners.map(|n| vertices[n]);
        let normal = (b - a).cross(c - a);
        if normal.z * normal.z >= CLIMBS * normal.length_squared() {
            continue;
        }
        let mut ends = [None; 2];
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let key = (corners[from].min(corners[to]), corners[from].max(corners[to]));
            let (low, high) = (vertices[key.0], vertices[key.1]);
            if (low.z > height) == (high.z > height) {
                continue;
            }
            let crossing = *crossings.entry(key).or_insert_with(|| {
                let at = low.lerp(high, (height - low.z) / (high.z - low.z));
                places.push(dvec2(at.x, at.y));
                neighbors.push(Vec::new());
                places.len() - 1
            });
            ends = [Some(crossing), ends[0]];
        }
        if let [Some(a), Some(b)] = ends
            && !neighbors[a].contains(&b)
        {
            neighbors[a].push(b);
            neighbors[b].push(a);
        }
    }
    let mut outlines = walk(&places, &mut neighbors);
    outlines.iter_mut().for_each(Outline::simplify);
    outlines.retain(|outline| outline.points.len() > 1);
    outlines
}

/// The vertices in their places, coinciding ones only once, and for each of the mesh's vertices the number of its
/// own.
fn weld(mesh: &Mesh, place: impl Fn(DVec3) -> DVec3, height: f64) -> (Vec<DVec3>, Vec<usize>) {
    let mut known: BTreeMap<[i64; 3], usize> = BTreeMap::new();
    let mut vertices = Vec::new();
    let numbers = mesh
        .vertices
        .iter()
        .map(|vertex| {
            let mut at = place(*vertex);
            // None lies at the height itself: an edge is above, below or crosses it.
            if libm::fabs(at.z - height) < SAME {
                at.z = height + SAME;
            }
            let key = at.to_array().map(|x| libm::round(x / SAME) as i64);
            *known.entry(key).or_insert_with(|| {
                vertices.push(at);
                vertices.len() - 1
            })
        })
        .collect();
    (vertices, numbers)
}

/// Follows places from neighbor to neighbor: first lines with ends, then closed ones.
fn walk(places: &[DVec2], neighbors: &mut [Vec<usize>]) -> Vec<Outline> {
    let mut outlines = Vec::new();
    let ends: Vec<usize> = (0..places.len()).filter(|n| neighbors[*n].len() % 2 == 1).collect();
    for start in ends.into_iter().chain(0..places.len()) {
        while let Some(mut next) = neighbors[start].pop() {
            let mut at = start;
            let mut points = vec![places[start]];
            loop {
                if let Some(back) = neighbors[next].iter().position(|n| *n == at) {
                    neighbors[next].swap_remove(back);
                }
                if next == start {
                    break;
                }
                points.push(places[next]);
                at = next;
                match neighbors[at].pop() {
                    Some(n) => next = n,
                    None => break,
                }
            }
            let closed = next == start && points.len() > 2;
            outlines.push(Outline { points, closed });
        }
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn a_prism_is_its_polygon_and_a_fine_one_a_circle() {
        let at = |v: DVec3| v * 40.0 + dvec3(100.0, 200.0, 25.0);
        let square = outlines(&Mesh::prism(4.0), at, 25.0);
        assert_eq!(square.len(), 1, "{square:?}");
        assert!(square[0].closed && square[0].circle().is_none(), "{square:?}");
        for corner in [(80.0, 180.0), (120.0, 180.0), (120.0, 220.0), (80.0, 220.0)] {
            let nearest =
                square[0].points.iter().map(|p| p.distance(corner.into())).fold(f64::INFINITY, f64::min);
            assert!(nearest < 0.2, "{corner:?}: {square:?}");
        }
        let round = outlines(&Mesh::prism(32.0), at, 25.0);
        let (center, radius) = round[0].circle().expect("a circle");
        assert!(center.distance(dvec2(100.0, 200.0)) < 0.1 && libm::fabs(radius - 20.0) < 0.15, "{round:?}");
        assert!(outlines(&Mesh::prism(32.0), at, 50.0).is_empty(), "above its top");
    }

    /// A cone is the circle at the height if it is steep, and nothing if a ball climbs it.
    #[test]
    fn a_ball_climbs_what_is_flat() {
        let cone = |width: f64| {
            let mut mesh = Mesh { vertices: vec![dvec3(0.0, 0.0, 50.0)], triangles: Vec::new() };
            for n in 0..24 {
                let angle = f64::from(n) * core::f64::consts::TAU / 24.0;
                mesh.vertices.push(dvec3(width * libm::cos(angle), width * libm::sin(angle), 0.0));
                mesh.triangles.push([0, n as usize + 1, (n as usize + 1) % 24 + 1]);
            }
            outlines(&mesh, |v| v, 25.0)
        };
        let (center, radius) = cone(20.0)[0].circle().expect("a circle");
        assert!(center.length() < 0.2 && libm::fabs(radius - 10.0) < 0.2, "{center} {radius}");
        assert!(cone(200.0).is_empty(), "a gentle hill");
    }

    /// Two walls that cross, one of them open: each comes out whole.
    #[test]
    fn open_lines_keep_their_ends() {
        let wall =
            |x: f64| [dvec3(x, 0.0, 0.0), dvec3(x, 9.0, 0.0), dvec3(x, 9.0, 50.0), dvec3(x, 0.0, 50.0)];
        let vertices = wall(1.0).into_iter().chain(wall(5.0)).collect();
        let triangles = vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
        let lines = outlines(&Mesh { vertices, triangles }, |v| v, 25.0);
        assert_eq!(lines.len(), 2, "{lines:?}");
        for line in lines {
            assert!(!line.closed && line.points.len() == 2, "{line:?}");
            assert!(libm::fabs(line.points[0].distance(line.points[1]) - 9.0) < 1e-9, "{line:?}");
        }
    }
}
