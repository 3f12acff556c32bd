//! Pictures and films of a run.

use std::io::Write;
use std::path::PathBuf;

use carom::{Ball, BodyId};
use carom_draw::{BallColors, Bounds, Canvas, Color, Heat, Impacts, Phases, Picture, Theme, Trails};
use carom_scene::Stage;

use crate::args::Run;
use crate::failure::Failure;
use crate::film::Film;
use crate::journal::file;

/// Places of a ball that its trail is made of, in a picture and in a film.
const TRAILS: (usize, usize) = (240, 30);
/// Impacts that are marked.
const IMPACTS: usize = 60;
/// With more balls than this, trails and impacts hide more than they show.
const CROWD: usize = 20;
/// Largest width and height of a picture and of a film, pixels.
const SIZES: (u32, u32) = (1200, 480);

/// Cells of a map of impacts along its longer side.
const CELLS: f32 = 60.0;

/// Side of the cells of a map of impacts, length units.
fn cell(stage: &Stage) -> f32 {
    let side = Bounds::of(&stage.world).map_or(1.0, |shown| (shown.max - shown.min).max_element());
    if side > 0.0 && side.is_finite() { side / CELLS } else { 1.0 }
}

/// Watches a run.
#[derive(Debug)]
pub(crate) struct Camera {
    title: String,
    png: Option<PathBuf>,
    svg: Option<PathBuf>,
    size: (u32, u32),
    theme: Theme,
    contacts: bool,
    velocities: Option<f32>,
    legend: bool,
    heat: Option<Heat>,
    trails: Trails,
    wakes: Trails,
    impacts: Impacts,
    films: Vec<Film>,
    fps: u32,
    frames: u64,
    /// Steps of the stage when the run began.
    start: u64,
    /// The frame of all pictures, if it was given.
    framed: Option<Bounds>,
    /// The frame of a film; the same in all of its pictures.
    shown: Option<Bounds>,
}

impl Camera {
    pub(crate) fn new(
        args: &Run,
        stage: &Stage,
        title: &str,
        framed: Option<Bounds>,
        steps: u64,
    ) -> Result<Self, Failure> {
        let mut films = Vec::new();
        let seconds = steps as f64 * f64::from(stage.dt());
        let frames = (seconds * f64::from(args.fps)) as u32 + 1;
        for (path, kind) in [(&args.gif, carom_draw::Film::Gif), (&args.apng, carom_draw::Film::Png)] {
            films.extend(path.as_deref().map(|path| Film::new(path, kind, args.fps, frames)));
        }
        let size = args.size.map_or(SIZES, |size| (size, size));
        let theme = if args.light { Theme::light() } else { Theme::dark() };
        let mut camera = Self {
            title: title.to_owned(),
            png: args.png.clone(),
            svg: args.svg.clone(),
            size,
            theme,
            contacts: args.contacts,
            velocities: args.velocities,
            legend: args.legend,
            heat: args.heat.then(|| Heat::new(cell(stage))),
            trails: Trails::new(TRAILS.0),
            wakes: Trails::new(TRAILS.1),
            impacts: Impacts::new(IMPACTS),
            films,
            fps: args.fps,
            frames: 0,
            start: stage.steps(),
            framed,
            shown: Bounds::of(&stage.world),
        };
        camera.shoot(stage)?;
        Ok(camera)
    }

    /// Takes in the last step.
    pub(crate) fn record(&mut self, stage: &Stage) -> Result<(), Failure> {
        if self.png.is_none() && self.svg.is_none() && self.films.is_empty() {
            return Ok(());
        }
        if let Some(heat) = &mut self.heat {
            heat.record(&stage.world);
        }
        if stage.world.ball_count() <= CROWD {
            self.trails.record(&stage.world);
            self.wakes.record(&stage.world);
            self.impacts.record(&stage.world);
        }
        self.shoot(stage)
    }

    /// Takes the frames of the films that are due.
    fn shoot(&mut self, stage: &Stage) -> Result<(), Failure> {
        if self.films.is_empty() {
            return Ok(());
        }
        let passed = (stage.steps() - self.start) as f64 * f64::from(stage.dt());
        let due = (passed * f64::from(self.fps)) as u64 + 1;
        if self.frames < due {
            let canvas = self.draw(stage, self.size.1, None);
            // With more frames a second than steps, some are shown twice.
            for _ in self.frames..due {
                self.films.iter_mut().try_for_each(|film| film.add(&canvas))?;
            }
            self.frames = due;
        }
        Ok(())
    }

    /// A picture with the times of the phases, or without them a frame of a film.
    fn draw(&self, stage: &Stage, size: u32, phases: Option<&Phases>) -> Canvas {
        let film = phases.is_none();
        let kinds: Vec<&String> = stage.scene().kinds.keys().collect();
        // Equal colours for equal kinds: in some games they are the rule.
        let color_of_kind = |id: BodyId, _: &Ball| {
            let kind = stage.kind_of(id);
            let number = kinds.iter().position(|name| Some(name.as_str()) == kind);
            self.theme.ball(number.unwrap_or(kinds.len()))
        };
        let mut picture = Picture::new()
            .within(size, size)
            .theme(self.theme.clone())
            .title(self.title.as_str())
            .unit(stage.scene().units.length.as_str())
            .time(stage.time())
            .contacts(self.contacts)
            .legend(self.legend)
            .goals(stage.goal_outlines().map(|(_, outline)| outline))
            // Marks that never turn are noise: a gas without friction has 500 of them.
            .spin_marks(stage.world.balls().any(|(_, ball)| ball.angle != 0.0));
        for paint in &stage.scene().paint {
            let points: Vec<_> = paint.points.iter().map(|&point| point.into()).collect();
            let Some(color) = paint.rgb().map(Color::hex) else { continue };
            picture = if paint.fill {
                picture.area(&points, color)
            } else {
                picture.stroke(&points, paint.width, color)
            };
        }
        if let Some(seconds) = self.velocities {
            picture = picture.velocities(seconds);
        }
        if let Some(shown) = self.framed.or(self.shown.filter(|_| film)) {
            picture = picture.show(shown);
        }
        if let Some(heat) = &self.heat {
            picture = picture.heat(heat);
        } else if stage.world.ball_count() <= CROWD {
            picture = picture.trails(if film { &self.wakes } else { &self.trails });
            if !film {
                picture = picture.impacts(&self.impacts);
            }
        }
        if kinds.len() > 1 {
            picture = picture.ball_colors(BallColors::By(&color_of_kind));
        }
        if let Some(phases) = phases {
            picture = picture.phases(phases);
        }
        picture.draw(&stage.world)
    }

    /// Writes the pictures and films that the command line names.
    pub(crate) fn finish(self, stage: &Stage, phases: &Phases) -> Result<(), Failure> {
        let canvas = self.draw(stage, self.size.0, Some(phases));
        if let Some(path) = &self.png {
            let bytes = canvas.to_png().map_err(|error| Failure::write(path, &error))?;
            write(path, &bytes)?;
        }
        if let Some(path) = &self.svg {
            write(path, canvas.to_svg().as_bytes())?;
        }
        self.films.into_iter().try_for_each(Film::finish)
    }
}

fn write(path: &std::path::Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut out = file(path)?;
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::write(path, &error))
}
