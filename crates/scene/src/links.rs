//! Links of a scene, put into the world.

use std::collections::BTreeMap;

use carom::prelude::Vec2;
use carom::{BodyId, LinkEnd, World};

use crate::engine_errors::{join, refuse};
use crate::expand::Placed;
use crate::fault::Fault;
use crate::model::{End, Link};

/// Balls and bodies that links may name.
#[derive(Debug, Default)]
pub(crate) struct Named {
    pub(crate) balls: BTreeMap<String, BodyId>,
    pub(crate) bodies: BTreeMap<String, BodyId>,
}

impl Named {
    /// Adds a link to the world.
    pub(crate) fn tie(&self, world: &mut World, placed: &Placed<'_, Link>) -> Result<(), Fault> {
        let path = &placed.path;
        let (a, b, length, apart) = match placed.item {
            Link::Rod(tie) | Link::Rope(tie) => (&tie.a, &tie.b, tie.length, tie.apart),
            Link::Spring(spring) => (&spring.a, &spring.b, spring.rest_length, spring.apart),
        };
        let a = self.end(&join(path, "a"), a, placed)?;
        let b = self.end(&join(path, "b"), b, placed)?;
        let refused = |error| refuse(path, error);
        // Its length may be that of the ends as they are.
        let id = world.add_link(carom::Link::rope(a, b, 1.0)).map_err(refused)?;
        let length = length.or_else(|| world.link_ends(id).map(|[a, b]| a.distance(b))).unwrap_or_default();
        let link = match placed.item {
            Link::Rod(_) => carom::Link::rod(a, b, length),
            Link::Rope(_) => carom::Link::rope(a, b, length),
            Link::Spring(spring) => carom::Link::spring(a, b, length, spring.stiffness)
                .damping(spring.damping)
                .limits(spring.min_length, spring.max_length.unwrap_or(f32::INFINITY)),
        };
        world.set_link(id, link).map_err(refused)?;
        match (apart, body(a), body(b)) {
            (true, Some(a), Some(b)) => world.set_collision_exception(a, b, true).map_err(refused),
            _ => Ok(()),
        }
    }

    fn end(&self, path: &str, end: &End, placed: &Placed<'_, Link>) -> Result<LinkEnd, Fault> {
        let full = |name: &str| {
            if placed.part.is_empty() { name.to_owned() } else { format!("{}.{name}", placed.part) }
        };
        let find = |ids: &BTreeMap<String, BodyId>, what: &str, name: &str| {
            let known = ids.keys().map(String::as_str);
            ids.get(&full(name)).copied().ok_or_else(|| Fault::unknown(path, what, &full(name), known))
        };
        Ok(match end {
            End::Ball(name) => LinkEnd::Ball(find(&self.balls, "ball", name)?),
            End::Point(point) => LinkEnd::Point(placed.frame.point(*point)),
            End::Body(name, point) => {
                let x = if placed.frame.mirror { -point.0 } else { point.0 };
                LinkEnd::Body(find(&self.bodies, "body", name)?, Vec2::new(x, point.1))
            }
        })
    }
}

fn body(end: LinkEnd) -> Option<BodyId> {
    match end {
        LinkEnd::Ball(id) | LinkEnd::Body(id, _) => Some(id),
        LinkEnd::Point(_) => None,
    }
}
