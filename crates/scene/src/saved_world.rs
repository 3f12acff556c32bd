//! The world of a scene that was saved while it ran.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use carom::{BodyId, World};
use slotmap::KeyData;

use crate::expand::Flat;
use crate::fault::Fault;
use crate::model::State;
use crate::populate::{Ids, Label};

/// The world of a saved state, with the ids of the scene's objects.
pub(crate) fn saved_world(state: &State, flat: &Flat<'_>, places: usize) -> Result<(World, Ids), Fault> {
    let bytes = BASE64
        .decode(&state.world)
        .map_err(|error| Fault::at("state.world", format!("is no valid Base64: {error}")))?;
    let world = World::from_snapshot(&bytes).map_err(|error| Fault::at("state.world", error.to_string()))?;
    let shapes: usize = flat.bodies.iter().map(|body| body.item.shapes.len()).sum();
    for (field, found, expected) in [
        ("bodies", state.bodies.len(), flat.bodies.len()),
        ("shapes", state.shapes.len(), shapes),
        ("places", state.places.len(), places),
    ] {
        if found != expected {
            let message = format!("has {found} entries, but must have {expected}, one for each in the scene");
            return Err(Fault::at(format!("state.{field}"), message));
        }
    }
    let label = |(id, name, kind): &(u64, String, String)| {
        (body_id(*id), Label { name: name.clone(), kind: kind.clone() })
    };
    let ids = Ids {
        bodies: state.bodies.iter().map(|id| body_id(*id)).collect(),
        shapes: state.shapes.iter().map(|id| KeyData::from_ffi(*id).into()).collect(),
        places: state.places.iter().map(|id| KeyData::from_ffi(*id).into()).collect(),
        fields: state.fields.iter().map(|id| KeyData::from_ffi(*id).into()).collect(),
        balls: state.balls.iter().map(label).collect(),
    };
    Ok((world, ids))
}

pub(crate) fn body_id(word: u64) -> BodyId {
    KeyData::from_ffi(word).into()
}
