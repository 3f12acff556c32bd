//! Pictures of a scene.

use std::fs;
use std::path::Path;

use carom::{Outline, World};
use carom_draw::{Canvas, Color, Impacts, Item, Picture, Theme, Trails, View};

use crate::Scene;

/// Places of a ball that its trail is made of.
const TRAIL: usize = 240;
/// With more balls than this, trails and impacts hide more than they show.
const CROWD: usize = 20;
/// Impacts that are marked.
const IMPACTS: usize = 60;
/// Largest width and height, pixels.
const SIZE: u32 = 1200;

/// Watches a run and makes a picture of its end.
#[derive(Debug)]
pub(super) struct Camera {
    trails: Trails,
    impacts: Impacts,
}

impl Camera {
    pub(super) fn new() -> Self {
        Self { trails: Trails::new(TRAIL), impacts: Impacts::new(IMPACTS) }
    }

    /// Takes in the last step.
    pub(super) fn record(&mut self, world: &World) {
        if world.ball_count() <= CROWD {
            self.trails.record(world);
            self.impacts.record(world);
        }
    }

    /// Writes the picture as PNG and as SVG, where a path is given, and makes the folders that are missing.
    pub(super) fn save(
        &self,
        scene: &Scene,
        seconds: f64,
        png: Option<&Path>,
        svg: Option<&Path>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let mut picture = Picture::new()
            .within(SIZE, SIZE)
            .theme(Theme::dark())
            .title(scene.name())
            .time(seconds)
            .contacts(false);
        if scene.world.ball_count() <= CROWD {
            picture = picture.trails(&self.trails).impacts(&self.impacts);
        }
        let mut canvas = picture.draw(&scene.world);
        light(scene, &picture.view(&scene.world), &mut canvas);
        if let Some(path) = png {
            write(path, &canvas.to_png()?)?;
        }
        if let Some(path) = svg {
            write(path, canvas.to_svg().as_bytes())?;
        }
        Ok(())
    }
}

/// Puts lamps into whatever gives points.
fn light(scene: &Scene, view: &View, canvas: &mut Canvas) {
    for (_, _, outline) in scene.world.outlines().filter(|(_, shape, _)| scene.is_prize(*shape)) {
        match outline {
            Outline::Circle { center, radius } => {
                let (center, radius) = (view.point(center), view.length(radius));
                canvas.push(Item::Disc { center, radius: 0.75 * radius, fill: Color::YELLOW });
                canvas.push(Item::Disc { center, radius: 0.45 * radius, fill: Color::VERMILLION });
            }
            Outline::Segment { a, b, radius, .. } => {
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
