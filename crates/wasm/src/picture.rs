//! Pictures of a world as SVG.

use carom_draw::{Picture, Theme};
use wasm_bindgen::prelude::*;

use crate::fail::Answer;
use crate::read::Fields;
use crate::world::World;

#[wasm_bindgen]
impl World {
    /// A picture of the world as SVG.
    pub fn svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PictureOptions")] options: JsValue,
    ) -> Answer<String> {
        let o = Fields::new("picture", &options)?;
        let (width, height) = (o.whole("width")?.unwrap_or(640), o.whole("height")?.unwrap_or(640));
        let mut picture = Picture::new().within(width.clamp(16, 16_384), height.clamp(16, 16_384));
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
