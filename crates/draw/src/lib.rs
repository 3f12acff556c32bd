//! Pictures of a Carom world, animations, and charts, as SVG, PNG, animated PNG and GIF.
//!
//! A [`Picture`] turns a world into a [`Canvas`], a list of discs, lines, arcs, polygons and texts; the
//! canvas becomes SVG or PNG, and both show the same. An [`Animation`] is made of canvases. [`Chart`] makes a canvas of numbers. Colours are those
//! of Okabe and Ito, and of viridis: readable for colour-blind people, on white and on dark ground.
//!
//! In a picture y points up, as in the world. Solid shapes are filled. Balls have a mark that turns with them; bristles stand on the
//! solid side of one-sided curves; half-planes are hatched; contacts have a dot and a dash along the normal.
//!
//! ```
//! use carom::prelude::*;
//! use carom_draw::{Impacts, Picture, Trails};
//!
//! let mut world = World::new(Config::default())?;
//! let table = world.add_body(Body::fixed())?;
//! world.add_shape(table, Shape::arc(Vec2::ZERO, 1.0, 3.2, 2.9)?)?;
//! world.add_ball(Ball::new(vec2(-0.8, 0.5), 0.05))?;
//!
//! let (mut trails, mut impacts) = (Trails::new(120), Impacts::new(1000));
//! for _ in 0..120 {
//!     world.step(1.0 / 60.0);
//!     trails.record(&world);
//!     impacts.record(&world);
//! }
//! let picture = Picture::new().title("Halfpipe").time(2.0).trails(&trails).impacts(&impacts);
//! let canvas = picture.draw(&world);
//! assert!(canvas.to_png()?.len() > 1000);
//! // or: canvas.save("halfpipe.svg")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
mod axis;
mod ball;
mod canvas;
mod chart;
mod color;
mod error;
mod fill;
mod font;
mod frame;
mod heat;
mod impacts;
mod legend;
mod link;
mod marker;
mod marks;
mod outline;
#[cfg(test)]
mod palette;
mod phases;
mod picture;
mod png;
mod save;
mod scale_bar;
mod series;
mod svg;
mod theme;
mod ticks;
mod trails;
mod view;

pub use animation::{Animation, Film};
pub use ball::BallColors;
pub use canvas::{Anchor, Canvas, Item, text_width};
pub use chart::Chart;
pub use color::Color;
pub use error::Error;
pub use heat::Heat;
pub use impacts::Impacts;
pub use marker::Marker;
pub use phases::Phases;
pub use picture::Picture;
pub use series::Series;
pub use theme::Theme;
pub use trails::Trails;
pub use view::{Bounds, View};
