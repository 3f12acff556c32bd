//! The table: where everything stands, in metres, seen from above with the player at y = 0.

use carom::prelude::*;
use carom_pinball::{
    Bumper, BumperSettings, DropTarget, DropTargetSettings, FlipperSettings, Kicker, KickerSettings, Plunger,
    PlungerSettings, Rollover, RolloverSettings, Slingshot, SlingshotSettings, StandupTarget,
    StandupTargetSettings,
};

use super::RADIUS;
use super::flipper::{Flipper, Which};
use super::outline::Pen;

/// Width between the side walls.
pub(super) const WIDTH: f32 = 0.514;
/// Where the half circle at the top begins, and its centre's height.
const ARCH: f32 = 0.813;
/// Left edge of the plunger lane's wall, and right edge of the playfield.
pub(super) const FIELD: f32 = 0.471;
/// Middle of the playfield.
pub(super) const MIDDLE: f32 = 0.5 * FIELD;
/// Half the thickness of the plunger lane's wall.
const WALL: f32 = 0.0035;
/// Middle of the plunger lane.
pub(super) const LANE: f32 = 0.5 * (FIELD + 2.0 * WALL + WIDTH);
/// Top of the plunger lane's wall.
pub(super) const LANE_TOP: f32 = 0.83;
/// A ball below this is out.
pub(super) const DRAIN: f32 = 0.105;
/// A ball that was out and comes above this, clear of the flippers at rest, is back in play.
pub(super) const REGAINED: f32 = PIVOT.y + 2.0 * RADIUS;
/// Half the thickness of guides.
const GUIDE: f32 = 0.003;
/// Half the thickness of rubber bands.
const RUBBER: f32 = 0.006;

/// Height of the plunger's tip at rest, metres.
const HOME: f32 = 0.099;

/// Where a ball is put that is to be shot.
pub(super) fn seat() -> Vec2 {
    vec2(LANE, HOME + 1.1 * RADIUS)
}

/// A game's data of the table.
#[derive(Debug)]
pub(super) struct Table {
    /// The outline as a polygon.
    pub(super) corners: Vec<Vec2>,
    pub(super) flippers: [Flipper; 2],
    pub(super) plunger: Plunger,
    pub(super) parts: Parts,
}

/// Things that give points.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) bumpers: Vec<Bumper>,
    pub(super) slingshots: Vec<Slingshot>,
    /// The bank at the left.
    pub(super) drops: Vec<DropTarget>,
    /// The bank at the right.
    pub(super) standups: Vec<StandupTarget>,
    /// The lanes at the top.
    pub(super) lanes: Vec<Rollover>,
    pub(super) saucer: Kicker,
}

impl Parts {
    /// The shapes that a picture lights.
    pub(super) fn lamps(&self) -> Vec<ShapeId> {
        let bumpers = self.bumpers.iter().map(Bumper::shape);
        let slingshots = self.slingshots.iter().map(Slingshot::shape);
        let drops = self.drops.iter().filter_map(DropTarget::shape);
        let standups = self.standups.iter().map(StandupTarget::shape);
        bumpers.chain(slingshots).chain(drops).chain(standups).collect()
    }
}

/// A place on either side of the playfield: as it is at the left, mirrored at the right.
fn on(side: Which, p: Vec2) -> Vec2 {
    match side {
        Which::Left => p,
        Which::Right => vec2(2.0 * MIDDLE - p.x, p.y),
    }
}

/// Floor of the trough at `x`: it slopes so that balls roll to the right.
fn floor(x: f32) -> f32 {
    0.05 * (1.0 - x / WIDTH)
}

/// Where ball `k` waits at the start; the first one at the right.
pub(super) fn trough(k: usize) -> Vec2 {
    let x = FIELD - 1.05 * RADIUS - 2.08 * RADIUS * k as f32;
    vec2(x, floor(x) + 1.02 * RADIUS)
}

impl Table {
    pub(super) fn build(world: &mut World) -> Result<Self, Error> {
        let (outline, corners) = Pen::down(vec2(0.0, floor(0.0)))
            .line_to(vec2(WIDTH, floor(WIDTH)))
            .line_to(vec2(WIDTH, ARCH))
            .bulge_to(0.5 * WIDTH, vec2(0.0, ARCH))
            .line_to(vec2(0.0, 0.68))
            .bulge_to(-BULGE, vec2(0.0, 0.44))
            .close();
        let table = world.add_body(Body::fixed())?;
        let saucer = KickerSettings::new(vec2(0.1, 0.66), vec2(0.6, -0.5));
        let parts = Parts {
            bumpers: Vec::new(),
            slingshots: Vec::new(),
            drops: Vec::new(),
            standups: Vec::new(),
            lanes: Vec::new(),
            saucer: Kicker::add(world, table, saucer)?,
        };
        let mut builder = Builder { table, world, parts };
        builder.add(Shape::chain(&outline)?, Material::new(0.4, 0.2))?;
        builder.lane()?;
        builder.top()?;
        builder.bumpers()?;
        for side in [Which::Left, Which::Right] {
            builder.targets(side)?;
            builder.slingshot(side)?;
            builder.guide(side)?;
        }
        let Builder { parts, .. } = builder;
        let plunger = PlungerSettings {
            half_width: 0.011,
            draw_speed: 0.1,
            ..PlungerSettings::new(vec2(LANE, HOME), Vec2::Y)
        };
        let plunger = Plunger::add(world, plunger)?;
        let flippers = [Which::Left, Which::Right].map(|side| Flipper::build(world, side, on(side, PIVOT)));
        let [left, right] = flippers;
        Ok(Self { corners, flippers: [left?, right?], plunger, parts })
    }
}

/// How far the banks of targets stand out of the side walls.
const BULGE: f32 = 0.03;
/// Pivot of the left flipper.
const PIVOT: Vec2 = vec2(MIDDLE - 0.083, 0.16);

struct Builder<'a> {
    world: &'a mut World,
    table: BodyId,
    parts: Parts,
}

impl Builder<'_> {
    fn add(&mut self, shape: Shape, material: Material) -> Result<ShapeId, Error> {
        self.world.add_shape(self.table, shape.material(material))
    }

    /// The plunger lane, and the gate that lets balls out of it and none back in.
    fn lane(&mut self) -> Result<(), Error> {
        let x = FIELD + WALL;
        let foot = vec2(x, floor(x));
        self.add(Shape::capsule(foot, vec2(x, LANE_TOP), WALL)?, STEEL)?;
        // It ends on the arch, a little beyond so that no rounding leaves a slit.
        let (sin, cos) = libm::sincosf(0.35);
        let end = vec2(0.5 * WIDTH, ARCH) + vec2(cos, sin) * (0.5 * WIDTH + 1e-4);
        let gate = Shape::segment(vec2(x, LANE_TOP), end)?.side(Side::Left);
        self.add(gate, Material::new(0.2, 0.1))?;
        Ok(())
    }

    /// The inner arch, and the three lanes under it.
    fn top(&mut self) -> Result<(), Error> {
        let center = vec2(0.5 * WIDTH, ARCH);
        for (from, to) in [(50.0_f32, 72.0_f32), (118.0, 162.0)] {
            let arc = Shape::arc(center, 0.214, from.to_radians(), (to - from).to_radians())?;
            self.add(arc.radius(GUIDE), STEEL)?;
        }
        for k in 0..4 {
            let x = 0.247 + 0.045 * (k as f32 - 1.5);
            self.add(Shape::capsule(vec2(x, 0.86), vec2(x, 0.905), GUIDE)?, RUBBER_BAND)?;
            if k > 0 {
                let wire = RolloverSettings::new(vec2(x - 0.028, 0.88), vec2(x - 0.017, 0.88));
                self.parts.lanes.push(Rollover::add(self.world, self.table, wire)?);
            }
        }
        Ok(())
    }

    fn bumpers(&mut self) -> Result<(), Error> {
        for place in [vec2(0.165, 0.755), vec2(0.305, 0.77), vec2(0.245, 0.65)] {
            let bumper = BumperSettings { radius: 0.03, ..BumperSettings::new(place) };
            self.parts.bumpers.push(Bumper::add(self.world, self.table, bumper)?);
        }
        Ok(())
    }

    /// Three targets on a bulge of the wall. At the right the bulge stands on the plunger lane's wall.
    fn targets(&mut self, side: Which) -> Result<(), Error> {
        let (half, middle) = (0.12, 0.56);
        let radius = (half * half + BULGE * BULGE) / (2.0 * BULGE);
        let center = vec2(BULGE - radius, middle);
        if side == Which::Right {
            let ends = [vec2(0.0, middle - half), vec2(BULGE, middle), vec2(0.0, middle + half)];
            let [a, b, c] = ends.map(|p| on(side, p));
            self.add(Shape::chain(&Chain::start(a).arc_to(b, c))?, WOOD)?;
        }
        for k in [-1.0, 0.0, 1.0] {
            let (sin, cos) = libm::sincosf(0.12 * k);
            let (out, along) = (vec2(cos, sin), vec2(-sin, cos) * 0.01);
            let face = center + out * (radius + 0.002);
            let [a, b] = [face - along, face + along].map(|p| on(side, p));
            if side == Which::Left {
                let target = DropTargetSettings { radius: 0.003, ..DropTargetSettings::new(a, b) };
                self.parts.drops.push(DropTarget::add(self.world, self.table, target)?);
            } else {
                let target = StandupTargetSettings { radius: 0.003, ..StandupTargetSettings::new(a, b) };
                self.parts.standups.push(StandupTarget::add(self.world, self.table, target)?);
            }
        }
        Ok(())
    }

    /// A triangle of rubber bands whose long side kicks.
    fn slingshot(&mut self, side: Which) -> Result<(), Error> {
        let [top, outer, inner] =
            [vec2(0.094, 0.385), vec2(0.094, 0.275), vec2(0.15, 0.23)].map(|p| on(side, p));
        let band = SlingshotSettings { radius: RUBBER, kick: 0.9, ..SlingshotSettings::new(top, inner) };
        self.parts.slingshots.push(Slingshot::add(self.world, self.table, band)?);
        self.add(Shape::chain(&Chain::polyline(&[top, outer, inner]))?.radius(RUBBER), RUBBER_BAND)?;
        Ok(())
    }

    /// The guide between inlane and outlane, which leads down to the flipper and is flush with it.
    fn guide(&mut self, side: Which) -> Result<(), Error> {
        let bat = FlipperSettings::left(PIVOT);
        // The upper face of a bat that is thinner at its tip.
        let taper = libm::asinf((bat.base_radius - bat.tip_radius) / bat.length);
        let (sin, cos) = libm::sincosf(bat.rest - taper);
        let (along, up) = (vec2(cos, sin), vec2(-sin, cos));
        let end = PIVOT + up * (bat.base_radius - GUIDE) - along * 0.0135;
        let (x, bend) = (0.046, 0.02);
        // The bend is tangent to both straight parts: it ends where the slope touches its circle.
        let low = vec2(x + bend, 0.0) - up * bend;
        let low = vec2(low.x, end.y + (low.x - end.x) * sin / cos);
        let high = vec2(x, low.y + up.y * bend);
        let path = Chain::start(on(side, vec2(x, 0.325)))
            .line_to(on(side, high))
            .tangent_arc_to(on(side, low))
            .line_to(on(side, end));
        self.add(Shape::chain(&path)?.radius(GUIDE), STEEL)?;
        self.add(Shape::circle(on(side, vec2(x, 0.325)), RUBBER)?, RUBBER_BAND)?;
        Ok(())
    }
}

/// A plain wall.
const WOOD: Material = plain(0.4, 0.2);
/// Guides and rails.
const STEEL: Material = plain(0.4, 0.1);
/// Posts and bands.
const RUBBER_BAND: Material = plain(0.8, 0.4);

const fn plain(restitution: f32, friction: f32) -> Material {
    Material::new(restitution, friction)
}
