//! Pictures of a world.

use carom::World;
use carom_draw::{Canvas, Picture, Theme};

use crate::errors::{Answer, Failure};

/// A picture of a world that fits into this number of pixels.
pub(crate) fn draw(world: &World, width: u32, height: u32, dark: bool) -> Answer<Canvas> {
    for (field, pixels) in [("width", width), ("height", height)] {
        if !(16..=16_384).contains(&pixels) {
            return Err(Failure::out_of_range(field, f64::from(pixels), "between 16 and 16384 pixels"));
        }
    }
    let theme = if dark { Theme::dark() } else { Theme::default() };
    Ok(Picture::new().within(width, height).theme(theme).draw(world))
}
