//! Pictures of a world as SVG.

use carom_draw::{Picture, Theme};
use wasm_bindgen::prelude::*;

use crate::errors::Answer;
use crate::read::{Fields, wrong};
use crate::world::World;

/// Width or height of a picture.
fn pixels(o: &Fields, name: &'static str) -> Answer<u32> {
    let Some(value) = o.get(name)? else { return Ok(640) };
    let whole = value.as_f64().filter(|pixels| pixels.fract() == 0.0 && (16.0..=16_384.0).contains(pixels));
    whole
        .map(|pixels| pixels as u32)
        .ok_or_else(|| wrong(&o.at(name), &value, "a whole number of pixels from 16 to 16384"))
}

#[wasm_bindgen]
impl World {
    /// A picture of the world as SVG.
    ///
    /// # Errors
    /// A width or a height outside 16 to 16384 pixels, or an unknown option.
    pub fn svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PictureOptions")] options: JsValue,
    ) -> Answer<String> {
        let o = Fields::optional("picture", &options)?;
        let mut picture = Picture::new().within(pixels(&o, "width")?, pixels(&o, "height")?);
        if o.flag("dark")?.unwrap_or(false) {
            picture = picture.theme(Theme::dark());
        }
        if let Some(title) = o.text("title")? {
            picture = picture.title(title);
        }
        picture = picture.contacts(o.flag("contacts")?.unwrap_or(false));
        o.done()?;
        Ok(picture.draw(&self.shared.world()).to_svg())
    }
}
