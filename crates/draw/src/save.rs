//! Canvases as SVG, as PNG and as files.

use std::path::Path;

use crate::canvas::Canvas;
use crate::error::Error;
use crate::{png, svg};

impl Canvas {
    /// The picture as an SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::write(self)
    }

    /// Red, green and blue of every pixel, row by row from the top, 3 bytes each: for a program that shows or films it.
    ///
    /// ```
    /// use carom::{Config, World};
    /// use carom_draw::Picture;
    ///
    /// let canvas = Picture::new().size(320, 200).draw(&World::new(Config::default())?);
    /// assert_eq!(canvas.to_rgb()?.len(), 3 * 320 * 200);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Size`] if the canvas has no pixels or too many.
    pub fn to_rgb(&self) -> Result<Vec<u8>, Error> {
        png::pixels(self)
    }

    /// The picture as the bytes of a PNG file.
    ///
    /// # Errors
    /// [`Error::Size`] if a side is 0 or more than 16384 pixels, [`Error::Encode`] if the encoder fails.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        png::encode(self)
    }

    /// Writes the picture as SVG or as PNG, as the end of the file's name says (`.svg` or `.png`).
    ///
    /// # Errors
    /// [`Error::Extension`] for another name, [`Error::Write`] if the file cannot be written, and those of
    /// [`to_png`](Self::to_png).
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let bytes = match extension.to_str() {
            Some("svg") => self.to_svg().into_bytes(),
            Some("png") => self.to_png()?,
            _ => return Err(Error::Extension(path.to_owned())),
        };
        std::fs::write(path, bytes).map_err(|source| Error::Write { path: path.to_owned(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;

    #[test]
    fn the_end_of_the_name_chooses_the_format() {
        let canvas = Canvas::new(8, 8, Color::WHITE);
        let named =
            |name: &str| std::env::temp_dir().join(format!("carom-draw-{}-{name}", std::process::id()));
        for (name, start) in [("a.svg", &b"<svg"[..]), ("a.PNG", &b"\x89PNG"[..])] {
            let path = named(name);
            canvas.save(&path).unwrap();
            assert!(std::fs::read(&path).unwrap().starts_with(start), "{name}");
            std::fs::remove_file(path).unwrap();
        }
        for name in ["a.gif", "a"] {
            let refused = canvas.save(named(name));
            assert!(matches!(refused, Err(Error::Extension(_))), "{refused:?}");
        }
        let refused = canvas.save("/no/such/folder/a.svg").unwrap_err();
        assert!(refused.to_string().contains("/no/such/folder/a.svg"), "{refused}");
    }
}
