//! The scene while it is made.

use std::collections::BTreeMap;

use carom_biarc::Piece;
use carom_scene::model::{Body, Material, MaterialPair, MaterialRef, Path, Point as Place, Shape};
use carom_scene::{Names, Scene};
use glam::DVec2;

use crate::error::Error;
use crate::fields::Fields;
use crate::limits::MAX_PIECES;
use crate::path::{Curves, Frame, Link};
use crate::points::Span;
use crate::surface::Surface;
use crate::units::BALL;

/// The material of balls.
pub(crate) const BALL_MATERIAL: &str = "ball";
/// The layer of objects on the playfield.
pub(crate) const TABLE: &str = "table";
/// Most characters of a material's name.
const LONGEST: usize = 60;

/// A flipper, for the players. Metres and radians, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bat {
    pub(crate) input: &'static str,
    pub(crate) pivot: DVec2,
    pub(crate) rest: f64,
    /// 1 if it rises counter-clockwise, else -1.
    pub(crate) way: f64,
    pub(crate) length: f64,
    /// Half its thickness at the tip.
    pub(crate) tip: f64,
}

/// A plunger, for the players. Metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rod {
    /// The middle of its tip at rest.
    pub(crate) tip: DVec2,
    /// How far it is drawn back.
    pub(crate) stroke: f64,
    /// Half its width.
    pub(crate) half: f64,
}

/// A thin low wall, over which balls come that leave a ramp.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ridge {
    /// Its line, VP units.
    pub(crate) line: Vec<DVec2>,
    /// Height of its top, VP units.
    pub(crate) top: f64,
}

/// A wall on top of which balls may roll.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Platform {
    /// Its place in the list of bodies.
    pub(crate) body: usize,
    /// The name of its item.
    pub(crate) item: String,
    /// Its corners, VP units.
    pub(crate) outline: Vec<DVec2>,
    /// Height of its top, VP units.
    pub(crate) top: f64,
}

/// The scene while it is made, with more data of the table.
#[derive(Debug)]
pub(crate) struct SceneBuilder {
    pub(crate) scene: Scene,
    pub(crate) frame: Frame,
    /// The table's upper left and lower right corner, VP units.
    pub(crate) corners: [DVec2; 2],
    /// 0 to 1: how far bounces are scattered, how short flippers are.
    pub(crate) difficulty: f64,
    /// Physics by the name of a material.
    pub(crate) materials: BTreeMap<String, Surface>,
    /// Heights of the tops of walls, on which parts may stand.
    pub(crate) tops: BTreeMap<String, f64>,
    pub(crate) platforms: Vec<Platform>,
    pub(crate) ridges: Vec<Ridge>,
    pub(crate) curves: Curves,
    pub(crate) bats: Vec<Bat>,
    pub(crate) rods: Vec<Rod>,
    /// How many drag points were read.
    pub(crate) points: usize,
    names: Names,
}

/// Whether something between two heights stops a ball on the playfield: the program's rule, half a radius about the
/// ball's centre.
pub(crate) fn at_ball_height(bottom: f64, top: f64) -> bool {
    bottom <= 1.5 * BALL && top >= 0.5 * BALL
}

/// Half the thickness that a round bar at a height has for a ball on the playfield: where their centres are as far apart
/// as their radii together. None if the ball passes below or above it.
pub(crate) fn thickness_at_ball_height(radius: f64, height: f64) -> Option<f64> {
    let (apart, above) = (radius + BALL, height - BALL);
    (above.abs() < apart).then(|| (libm::sqrt(apart * apart - above * above) - BALL).max(0.0))
}

impl SceneBuilder {
    /// A builder of a scene for a table between these corners, upper left and lower right, in VP units.
    pub(crate) fn new(scene: Scene, corners: [DVec2; 2], difficulty: f64) -> Self {
        Self {
            scene,
            frame: Frame { left: corners[0].x, bottom: corners[1].y },
            corners,
            difficulty,
            materials: BTreeMap::new(),
            tops: BTreeMap::new(),
            platforms: Vec::new(),
            ridges: Vec::new(),
            curves: Curves::default(),
            bats: Vec::new(),
            rods: Vec::new(),
            points: 0,
            names: Names::default(),
        }
    }

    /// A place of the table in the scene.
    pub(crate) fn place(&self, at: DVec2) -> Place {
        self.frame.place(at)
    }

    /// Whether places, VP units, and all between them lie where no ball comes: beside the table.
    pub(crate) fn beside_table(&self, places: impl IntoIterator<Item = DVec2>) -> bool {
        let mut places = places.into_iter();
        let Some(first) = places.next() else { return false };
        let (low, high) = places.fold((first, first), |(low, high), at| (low.min(at), high.max(at)));
        let [corner, opposite] = self.corners;
        high.cmplt(corner - BALL).any() || low.cmpgt(opposite + BALL).any()
    }

    /// A name that nothing else has.
    pub(crate) fn name(&mut self, wanted: &str) -> String {
        self.names.unique(wanted)
    }

    /// The name of a material. The same numbers get the same name; with a ball they count as they are, without the mean
    /// with the ball's own.
    pub(crate) fn material(&mut self, wanted: &str, material: Material) -> MaterialRef {
        let mut name = wanted.to_owned();
        let mut n = 2;
        loop {
            match self.scene.materials.get(&name) {
                Some(known) if *known == material => break,
                None => {
                    self.scene.material_pairs.push(MaterialPair {
                        a: BALL_MATERIAL.to_owned(),
                        b: name.clone(),
                        material: MaterialRef::Named(name.clone()),
                    });
                    self.scene.materials.insert(name.clone(), material);
                    break;
                }
                Some(_) => {
                    name = format!("{wanted} {n}");
                    n += 1;
                }
            }
        }
        MaterialRef::Named(name)
    }

    /// The material of an item, by its own numbers or by the material that it names.
    pub(crate) fn surface(
        &mut self,
        fields: &Fields<'_>,
        kind: &str,
    ) -> Result<(MaterialRef, Surface), Error> {
        let surface = Surface::of(fields, &self.materials)?;
        let named = fields.text(&["physics_material"])?;
        let own = fields.flag(&["overwrite_physics"], true)?;
        let name = if !own && self.materials.contains_key(named) { named } else { kind };
        let name: String = name.chars().take(LONGEST).collect();
        let name = if name == BALL_MATERIAL { format!("{name} surface") } else { name };
        let material = surface.material(self.difficulty);
        Ok((self.material(&name, material), surface))
    }

    /// Height of the support of an item.
    pub(crate) fn ground(&self, fields: &Fields<'_>) -> Result<f64, Error> {
        Ok(self.tops.get(fields.text(&["surface"])?).copied().unwrap_or(0.0))
    }

    /// The arcs of spans, with the spans that join without a corner.
    pub(crate) fn follow(&mut self, spans: &[Span]) -> Result<Vec<Link>, Error> {
        let mut links = Vec::new();
        for span in spans {
            let fit = span.fit();
            self.curves.deviation = self.curves.deviation.max(fit.deviation);
            links.extend(fit.pieces.into_iter().enumerate().map(|(n, piece)| (piece, n > 0 || span.smooth)));
            self.count(links.len())?;
        }
        Ok(links)
    }

    /// # Errors
    /// Refuses more pieces than a table may have, with `more` of them to come.
    pub(crate) fn count(&self, more: usize) -> Result<(), Error> {
        if self.curves.arcs + self.curves.lines + more > MAX_PIECES {
            return Err(Error::TooMuch { what: "the number of arcs".to_owned(), most: MAX_PIECES as u64 });
        }
        Ok(())
    }

    /// A path along pieces.
    pub(crate) fn path(&mut self, links: &[Link], closed: bool, thickness: f64) -> Option<Path> {
        let path = self.curves.path(self.frame, links, closed)?;
        Some(Path { thickness: thickness as f32, ..path })
    }

    /// A path along corners.
    pub(crate) fn corners(&mut self, corners: &[DVec2], closed: bool) -> Option<Path> {
        let next = corners.iter().cycle().skip(1);
        let count = if closed { corners.len() } else { corners.len().saturating_sub(1) };
        let lines = corners.iter().zip(next).take(count);
        let links: Vec<Link> = lines.map(|(a, b)| (Piece::Line { from: *a, to: *b }, false)).collect();
        self.path(&links, closed, 0.0)
    }

    /// Lets the body that was added last fall for good at the first hit.
    pub(crate) fn falls(&mut self, fields: &Fields<'_>) {
        fields.note("falls for good: a scene has no rule that raises it");
        if let Some(body) = self.scene.bodies.last_mut() {
            body.lives = 1;
        }
    }

    /// Adds a body that stands still on the playfield.
    pub(crate) fn stand(
        &mut self,
        name: &str,
        shapes: Vec<Shape>,
        material: MaterialRef,
        points: i64,
    ) -> String {
        let name = self.name(name);
        self.scene.bodies.push(Body {
            name: name.clone(),
            shapes,
            material: Some(material),
            layers: Some(vec![TABLE.to_owned()]),
            points,
            ..Body::default()
        });
        name
    }
}
