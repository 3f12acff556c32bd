//! The colours of a drawing as paint of a scene.

use carom_scene::model::{Paint, Point};

use crate::context::Context;
use crate::outline::Outline;
use crate::scene_builder::SceneBuilder;

/// Most points of a drawing that are painted: a line under thousands of others costs time and shows nothing.
const MOST: usize = 100_000;

impl SceneBuilder {
    /// Keeps the colours of fixed outlines. An area with holes stays one area, whose outline goes to each hole and back.
    pub(crate) fn paint(&mut self, tag: &str, context: &Context, outlines: &[Outline]) {
        let [fill, stroke] = context.style.colors();
        let fill = fill.filter(|_| !context.style.is_line(tag));
        if self.painted > MOST || (fill, stroke) == (None, None) {
            return;
        }
        let lines: Vec<Vec<Point>> =
            outlines.iter().map(|outline| outline.points(&context.to_scene)).collect();
        if let Some(color) = fill {
            self.put(Paint { points: area(&lines), fill: true, ..of(color) });
        }
        if let Some(color) = stroke {
            let width = context.stroke_width() as f32;
            lines.into_iter().for_each(|points| self.put(Paint { points, width, ..of(color) }));
        }
    }

    fn put(&mut self, paint: Paint) {
        let least = if paint.fill { 3 } else { 2 };
        self.painted += paint.points.len();
        if paint.points.len() >= least && self.painted <= MOST {
            self.scene.paint.push(paint);
        }
    }
}

/// All that some lines enclose, as one outline.
fn area(lines: &[Vec<Point>]) -> Vec<Point> {
    match lines {
        [one] => one.clone(),
        several => {
            let start = several.iter().flatten().next().copied();
            several.iter().flat_map(|line| line.iter().chain(line.first()).copied().chain(start)).collect()
        }
    }
}

fn of([red, green, blue]: [u8; 3]) -> Paint {
    Paint { color: format!("#{red:02x}{green:02x}{blue:02x}"), ..Paint::default() }
}
