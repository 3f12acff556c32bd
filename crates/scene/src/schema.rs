//! The schema for editors, derived from the types that read the file.

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

use crate::model::Scene;

/// The JSON schema (draft 2020-12) of a scene in JSON. Editors check and complete scene files with it.
#[must_use]
pub fn schema() -> Value {
    let generator = SchemaGenerator::new(SchemaSettings::draft2020_12());
    generator.into_root_schema_for::<Scene>().to_value()
}
