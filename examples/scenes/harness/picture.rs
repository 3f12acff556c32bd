//! Pictures of a scene.

use std::fs;
use std::path::Path;

use carom::{ShapeGeometry, World};
use carom_draw::{Bounds, Canvas, Color, Heat, Impacts, Item, Picture, Theme, Trails, View};

use super::report::Report;
use crate::Scene;

/// Places of a ball that its trail is made of.
const TRAIL: usize = 240;
/// With more balls than this, trails and impacts hide more than they show.
const CROWD: usize = 20;
/// Impacts that are marked.
const IMPACTS: usize = 60;
/// Largest width and height, pixels.
const SIZE: u32 = 1200;
/// Cells of heat along the longer side.
const CELLS: f32 = 100.0;

/// Watches a run and makes pictures of it.
#[derive(Debug)]
pub(super) struct Camera {
    trails: Trails,
    impacts: Impacts,
    heat: Option<Heat>,
}

impl Camera {
    /// A camera for a scene, which may show where impacts fell.
    pub(super) fn new(scene: &Scene, heat: bool) -> Self {
        let wide = Bounds::of(&scene.world).map_or(1.0, |bounds| bounds.size().max_element());
        let heat = heat.then(|| Heat::new(wide / CELLS));
        Self { trails: Trails::new(TRAIL), impacts: Impacts::new(IMPACTS), heat }
    }

    /// Takes in the last step.
    pub(super) fn record(&mut self, world: &World) {
        if world.ball_count() <= CROWD {
            self.trails.record(world);
            self.impacts.record(world);
        }
        if let Some(heat) = &mut self.heat {
            heat.record(world);
        }
    }

    /// How the scene is drawn now.
    pub(super) fn picture<'a>(&'a self, scene: &Scene, seconds: f64) -> Picture<'a> {
        let picture = Picture::new().theme(Theme::dark()).title(scene.name()).time(seconds).contacts(false);
        let picture = match &self.heat {
            Some(heat) => return picture.heat(heat).legend(true),
            None => picture,
        };
        if scene.world.ball_count() <= CROWD {
            picture.trails(&self.trails).impacts(&self.impacts)
        } else {
            picture
        }
    }

    /// Draws the scene, with its lamps.
    pub(super) fn draw(&self, scene: &Scene, picture: &Picture<'_>) -> Canvas {
        let mut canvas = picture.draw(&scene.world);
        light(scene, &picture.view(&scene.world), &mut canvas);
        canvas
    }

    /// Writes the picture as PNG and as SVG, where a path is given, and makes the folders that are missing.
    pub(super) fn save(
        &self,
        scene: &Scene,
        report: &Report,
        png: Option<&Path>,
        svg: Option<&Path>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let picture = self.picture(scene, report.simulated_seconds).phases(&report.phases);
        let canvas = self.draw(scene, &picture.within(SIZE, SIZE));
        if let Some(path) = png {
            write(path, &canvas.to_png()?)?;
        }
        if let Some(path) = svg {
            write(path, canvas.to_svg().as_bytes())?;
        }
        Ok(())
    }
}

/// Puts lamps into shapes that give points.
fn light(scene: &Scene, view: &View, canvas: &mut Canvas) {
    for (_, _, outline) in scene.world.shape_geometries().filter(|(_, shape, _)| scene.is_prize(*shape)) {
        match outline {
            ShapeGeometry::Circle { center, radius } => {
                let (center, radius) = (view.point(center), view.length(radius));
                canvas.push(Item::Disc { center, radius: 0.75 * radius, fill: Color::YELLOW });
                canvas.push(Item::Disc { center, radius: 0.45 * radius, fill: Color::VERMILLION });
            }
            ShapeGeometry::Segment { a, b, radius, .. } => {
                let points = vec![view.point(a), view.point(b)];
                canvas.push(Item::Line {
                    points,
                    width: view.length(radius),
                    color: Color::YELLOW,
                    dash: 0.0,
                });
            }
            _ => {}
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("{} could not be written: {error}", path.display()))
}
