//! Layers by name, as the engine's filters.

use std::collections::BTreeMap;

use carom::Filter;

use crate::engine_errors::join;
use crate::fault::Fault;
use crate::limits;
use crate::model::Scene;

/// The layers of a scene: bit 0 is the one without a name, the named ones follow in their order.
#[derive(Debug, Default)]
pub(crate) struct Layers<'a>(BTreeMap<&'a str, u32>);

impl<'a> Layers<'a> {
    /// # Errors
    /// Too many, without a name, or one that comes twice.
    pub(crate) fn of(scene: &'a Scene) -> Result<Self, Fault> {
        if scene.layers.len() > limits::LAYERS {
            let (count, most) = (scene.layers.len(), limits::LAYERS);
            return Err(Fault::at("layers", format!("has {count} entries, but must have at most {most}")));
        }
        let mut bits = BTreeMap::new();
        for (n, name) in scene.layers.iter().enumerate() {
            if name.is_empty() || bits.insert(name.as_str(), 2_u32 << n).is_some() {
                let message = format!("{name:?} is empty or comes twice; layers must have different names");
                return Err(Fault::at(format!("layers[{n}]"), message));
            }
        }
        Ok(Self(bits))
    }

    /// The filter of an object at a path that may name its layers, and the layers that it meets.
    pub(crate) fn filter(
        &self,
        path: &str,
        layers: Option<&[String]>,
        meets: Option<&[String]>,
    ) -> Result<Filter, Fault> {
        let plain = Filter::default();
        let category = layers.map_or(Ok(plain.category), |names| self.bits(path, "layers", names))?;
        let mask = meets.map_or(Ok(plain.mask), |names| self.bits(path, "collides_with", names))?;
        Ok(Filter::new(category, mask))
    }

    fn bits(&self, path: &str, field: &str, names: &[String]) -> Result<u32, Fault> {
        // Read again for every shape of a body.
        if names.len() > limits::LAYERS + 1 {
            let (count, most) = (names.len(), limits::LAYERS + 1);
            return Err(Fault::at(
                join(path, field),
                format!("has {count} entries, but must have at most {most}"),
            ));
        }
        let mut bits = 0;
        for (n, name) in names.iter().enumerate() {
            let bit = self.0.get(name.as_str()).copied().or(name.is_empty().then_some(1));
            bits |= bit.ok_or_else(|| {
                let known = self.0.keys().copied();
                Fault::unknown(join(path, &format!("{field}[{n}]")), "layer", name, known)
            })?;
        }
        Ok(bits)
    }
}
