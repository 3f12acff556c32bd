//! Parts put into their places: a flat list of the contents of a scene, in a fixed order.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::fault::{Fault, quoted};
use crate::frame::Frame;
use crate::limits;
use crate::model::{Body, Goal, Instance, Link, PlacedBall, Prefab, Scene, Shape};
use crate::path::plain;

/// Something in its place.
#[derive(Debug)]
pub(crate) struct Placed<'a, T> {
    pub(crate) item: &'a T,
    pub(crate) frame: Frame,
    /// Its name behind those of the parts that it is in; empty if it has none.
    pub(crate) name: String,
    /// The name of the part that it is in; empty if it is in none, or that has none.
    pub(crate) part: Rc<str>,
    /// Where it stands in the file.
    pub(crate) path: String,
    /// The uses of parts that it is in, from the outermost inwards.
    pub(crate) uses: Rc<[Use<'a>]>,
    /// The outer names of the inputs that it names.
    pub(crate) inputs: Rc<BTreeMap<&'a str, &'a str>>,
}

/// A use of a part.
#[derive(Clone, Debug)]
pub(crate) struct Use<'a> {
    /// Its name; empty if it has none.
    pub(crate) name: &'a str,
    /// Where it stands in the file.
    pub(crate) path: Rc<str>,
}

/// The contents of a scene.
#[derive(Debug, Default)]
pub(crate) struct Flat<'a> {
    pub(crate) bodies: Vec<Placed<'a, Body>>,
    pub(crate) balls: Vec<Placed<'a, PlacedBall>>,
    pub(crate) links: Vec<Placed<'a, Link>>,
    pub(crate) goals: Vec<Placed<'a, Goal>>,
    items: usize,
}

/// Puts all parts into their places.
///
/// # Errors
/// A part that is not known, that is made of itself, or of too many others.
pub(crate) fn expand(scene: &Scene) -> Result<Flat<'_>, Fault> {
    let mut flat = Flat::default();
    let whole =
        Inside { frame: Frame::IDENTITY, name: "".into(), inputs: Rc::default(), uses: Rc::default() };
    flat.place(&whole, &scene.bodies, &scene.balls, &scene.links, &scene.goals, "")?;
    let mut open = Vec::new();
    flat.place_uses(scene, &whole, &scene.instances, "", &mut open)?;
    Ok(flat)
}

/// The place of a part, and the meaning of its names.
#[derive(Clone)]
struct Inside<'a> {
    frame: Frame,
    /// Shared by everything inside.
    name: Rc<str>,
    inputs: Rc<BTreeMap<&'a str, &'a str>>,
    uses: Rc<[Use<'a>]>,
}

impl Inside<'_> {
    fn named(&self, name: &str) -> String {
        match (&*self.name, name) {
            (_, "") => String::new(),
            ("", name) => name.to_owned(),
            (part, name) => format!("{part}.{name}"),
        }
    }
}

impl<'a> Flat<'a> {
    fn place(
        &mut self,
        inside: &Inside<'a>,
        bodies: &'a [Body],
        balls: &'a [PlacedBall],
        links: &'a [Link],
        goals: &'a [Goal],
        path: &str,
    ) -> Result<(), Fault> {
        fn all<'a, T>(
            items: &'a [T],
            kind: &str,
            path: &str,
            inside: &Inside<'a>,
            name: impl Fn(&T) -> &str,
        ) -> Vec<Placed<'a, T>> {
            let place = |(n, item): (usize, &'a T)| Placed {
                item,
                frame: inside.frame,
                name: inside.named(name(item)),
                part: inside.name.clone(),
                path: format!("{path}{kind}[{n}]"),
                uses: inside.uses.clone(),
                inputs: inside.inputs.clone(),
            };
            items.iter().enumerate().map(place).collect()
        }
        let shapes: usize = bodies.iter().map(|body| body.shapes.iter().map(weight).sum::<usize>()).sum();
        self.items += bodies.len() + shapes + balls.len() + links.len() + goals.len();
        if self.items > limits::ITEMS {
            return Err(Fault::at(
                path.trim_end_matches('.'),
                format!("the scene has more than {} items, the most that it may have", limits::ITEMS),
            ));
        }
        self.bodies.extend(all(bodies, "bodies", path, inside, |body| &body.name));
        self.balls.extend(all(balls, "balls", path, inside, |ball| &ball.name));
        self.links.extend(all(links, "links", path, inside, |_| ""));
        self.goals.extend(all(goals, "goals", path, inside, |goal| &goal.name));
        Ok(())
    }

    fn place_uses(
        &mut self,
        scene: &'a Scene,
        inside: &Inside<'a>,
        uses: &'a [Instance],
        path: &str,
        open: &mut Vec<&'a str>,
    ) -> Result<(), Fault> {
        for (n, part) in uses.iter().enumerate() {
            let here = format!("{path}instances[{n}]");
            let known = scene.prefabs.keys().map(String::as_str);
            let prefab: &Prefab = scene
                .prefabs
                .get(&part.prefab)
                .ok_or_else(|| Fault::unknown(format!("{here}.prefab"), "part", &part.prefab, known))?;
            if open.contains(&part.prefab.as_str()) {
                let way = [open.as_slice(), &[part.prefab.as_str()]].concat().join(" -> ");
                return Err(Fault::at(format!("{here}.prefab"), format!("a part is made of itself: {way}")));
            }
            if open.len() >= limits::NESTING {
                let most = limits::NESTING;
                return Err(Fault::at(here, format!("parts are nested more than {most} deep")));
            }
            // Even a part with nothing in it is an item, or empty parts of empty parts would take for ever.
            self.items += 1;
            let angle = scene.units.angle.radians(part.angle);
            let rename = |name: &'a str| inside.inputs.get(name).copied().unwrap_or(name);
            let own = Use { name: &part.name, path: here.as_str().into() };
            let inner = Inside {
                uses: inside.uses.iter().cloned().chain([own]).collect(),
                frame: inside.frame.within(part, angle),
                name: if part.name.is_empty() {
                    inside.name.clone()
                } else {
                    inside.named(&part.name).into()
                },
                inputs: Rc::new(part.inputs.iter().map(|(from, to)| (from.as_str(), rename(to))).collect()),
            };
            // It stands before the name of everything in it.
            if inner.name.len() > limits::NAME {
                let (length, most) = (inner.name.len(), limits::NAME);
                let message = format!(
                    "with the parts that it is in, it has {length} bytes, but must have at most {most}"
                );
                return Err(Fault::at(format!("{here}.name"), message));
            }
            let below = if plain(&part.prefab) {
                format!("prefabs.{}.", part.prefab)
            } else {
                format!("prefabs[{}].", quoted(&part.prefab))
            };
            self.place(&inner, &prefab.bodies, &prefab.balls, &prefab.links, &prefab.goals, &below)?;
            open.push(&part.prefab);
            self.place_uses(scene, &inner, &prefab.instances, &below, open)?;
            open.pop();
        }
        Ok(())
    }
}

/// How much a shape counts among the items.
fn weight(shape: &Shape) -> usize {
    match shape {
        Shape::Chain(chain) => chain.points.len(),
        Shape::Path(path) => path.legs.len(),
        _ => 1,
    }
}
