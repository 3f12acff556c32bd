//! Model to text.

#[cfg(feature = "ron")]
use ron::ser::PrettyConfig;

use crate::fault::Fault;
use crate::model::Scene;
use crate::notation::Format;
#[cfg(feature = "ron")]
use crate::notation::notation;

impl Scene {
    /// The scene as RON. Comments of the file that it came from are gone.
    ///
    /// # Errors
    /// No known cause; errors of the serializer are passed on.
    #[cfg(feature = "ron")]
    pub fn to_ron(&self) -> Result<String, Fault> {
        // Beyond the fourth level things are short: shapes, keys, points.
        let layout = PrettyConfig::new().depth_limit(3).new_line("\n");
        let text = notation().to_string_pretty(self, layout);
        text.map(|text| text + "\n").map_err(|error| Fault::at("", error.to_string()))
    }

    /// The scene as JSON.
    ///
    /// # Errors
    /// [`Fault`] if a number is not finite: JSON has no such numbers.
    pub fn to_json(&self) -> Result<String, Fault> {
        let text = self.json()?;
        // A number that is not finite is written as null, which is read as another value or not at all.
        if Self::from_json(&text).is_ok_and(|read| read == *self) {
            return Ok(text);
        }
        Err(Fault::at("", "a number is not finite, and JSON has no such numbers")
            .help(Some("write RON".to_owned())))
    }

    /// The scene as JSON, with null for numbers that are not finite.
    pub(crate) fn json(&self) -> Result<String, Fault> {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n").map_err(|error| Fault::at("", error.to_string()))
    }

    /// The scene in a notation.
    ///
    /// # Errors
    /// As [`to_json`](Self::to_json).
    pub fn to_text(&self, format: Format) -> Result<String, Fault> {
        match format {
            #[cfg(feature = "ron")]
            Format::Ron => self.to_ron(),
            Format::Json => self.to_json(),
        }
    }
}
