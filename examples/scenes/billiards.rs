//! Billiards: four tables seen from above, one shot on each.
//!
//! Figures of balls, cloth and cushions: D. G. Alciatore, billiards.colostate.edu, "Physical properties of pool
//! balls and tables".

use carom::Floor;
use carom::prelude::*;
use rand_pcg::Pcg64;
use serde_json::json;

use crate::scene::number;
use crate::{Fact, Options, Region, Scene, Script, spread};

/// Radius of a pool ball, 2 1/4 inches across, metres.
const RADIUS: f32 = 0.028_575;
/// Mass of a pool ball, kilograms.
const MASS: f32 = 0.17;
/// Playing area of a nine-foot table, metres.
const SIZE: Vec2 = vec2(2.54, 1.27);
/// From one table to the next, metres.
const PITCH: Vec2 = vec2(3.0, 1.75);
/// From the corners of a table to its rails, and half the mouth of a middle pocket, metres.
const MOUTHS: (f32, f32) = (0.085, 0.065);
/// Room behind the mouths, metres.
const POCKET: f32 = 0.12;

/// Four shots at once; `balls` is the number of balls in the rack of the break (default 10). The seed decides how
/// far beside the middle the break comes in, up to 2 mm, and how the rack was set up, up to a tenth of that.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 15 balls in the rack, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let rack = options.balls_or(10, 1..=15, "1 to 15 in the rack")?;
    let mut chance = options.chance(4);
    let mut world = World::new(options.config(Config::weightless()))?;
    world.set_floor(Some(Floor { cushion_height: 1.27 * RADIUS, ..Floor::default() }))?;
    let tables = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| PITCH * vec2(x, y));
    for (table, pockets) in tables.into_iter().zip([true, true, true, false]) {
        lay(&mut world, table, pockets)?;
    }
    break_off(&mut world, tables[0], rack, &mut chance)?;
    let pot = pot(&mut world, tables[1])?;
    let draw = draw(&mut world, tables[2])?;
    let carom = carom(&mut world, tables[3], &SHOT)?;
    let turned = world.position(draw).unwrap_or_default().x;
    let shots =
        Shots { tables, rack, pot, draw, turned, drawn: 0.0, rails: Rails::new(carom), potted: [0; 2] };
    let region = Region::rectangle(Vec2::splat(-POCKET), PITCH + SIZE + POCKET);
    Ok(Scene::new("billiards", world, region).script(shots))
}

/// The rails of a table, and what is behind its pockets.
fn lay(world: &mut World, table: Vec2, pockets: bool) -> Result<(), Error> {
    // With the balls' own surface this makes a restitution of 0.85 and a friction of 0.2.
    let rubber = Material::new(0.77, 0.8);
    if !pockets {
        return spread::add_box(world, table, table + SIZE, rubber);
    }
    let rails = world.add_body(Body::fixed())?;
    let (corner, middle) = MOUTHS;
    let half = 0.5 * SIZE.x;
    for y in [0.0, SIZE.y] {
        for (from, to) in [(corner, half - middle), (half + middle, SIZE.x - corner)] {
            let rail = Shape::segment(table + vec2(from, y), table + vec2(to, y))?;
            world.add_shape(rails, rail.material(rubber))?;
        }
    }
    for x in [0.0, SIZE.x] {
        let rail = Shape::segment(table + vec2(x, corner), table + vec2(x, SIZE.y - corner))?;
        world.add_shape(rails, rail.material(rubber))?;
    }
    spread::add_box(world, table - POCKET, table + SIZE + POCKET, Material::new(0.0, 0.5))
}

/// A ball of phenolic resin.
fn ball(at: Vec2) -> Ball {
    Ball::new(at, RADIUS).mass(MASS).sphere().material(Material::new(0.94, 0.05))
}

/// A loose rack, as racks are: what touches is struck all at once, and most of it stays where it is.
fn break_off(world: &mut World, table: Vec2, rack: usize, chance: &mut Pcg64) -> Result<(), Error> {
    let middle = 0.5 * SIZE.y;
    let cue = table + vec2(0.25 * SIZE.x, middle + spread::either_way(chance, 0.002));
    world.add_ball(ball(cue).velocity(vec2(9.0, 0.0)))?;
    let pitch = 2.01 * RADIUS;
    for (row, place) in (0..).flat_map(|row| (0..=row).map(move |place| (row, place))).take(rack) {
        let x = pitch * 0.75_f32.sqrt() * row as f32;
        let y = pitch * (place as f32 - 0.5 * row as f32);
        let off = vec2(spread::either_way(chance, 1e-4), spread::either_way(chance, 1e-4));
        world.add_ball(ball(table + vec2(0.72 * SIZE.x + x, middle + y) + off))?;
    }
    Ok(())
}

/// A cut into a corner pocket, with the cue ball meant to stop; returns the ball to be potted.
fn pot(world: &mut World, table: Vec2) -> Result<BodyId, Error> {
    let at = vec2(2.0, 0.8);
    let line = (SIZE - at).normalize();
    let ghost = at - line * 2.0 * RADIUS;
    let way = vec2(0.95, 0.312).rotate(line).normalize();
    world.add_ball(ball(table + ghost - way * 0.7).velocity(way * 3.0).rolling_velocity(-way * 1.5))?;
    world.add_ball(ball(table + at))
}

/// A straight shot with backspin; returns the cue ball.
fn draw(world: &mut World, table: Vec2) -> Result<BodyId, Error> {
    let middle = 0.5 * SIZE.y;
    world.add_ball(ball(table + vec2(1.4, middle)))?;
    world.add_ball(ball(table + vec2(1.0, middle)).velocity(vec2(3.0, 0.0)).rolling_velocity(vec2(-1.8, 0.0)))
}

/// How the cue ball of the carom is struck: velocity, roll as a share of it, spin.
#[derive(Clone, Copy, Debug)]
struct Stroke {
    velocity: Vec2,
    roll: f32,
    spin: f32,
}

/// A rolling stroke with side: found by trying some thousands, it makes three cushions between the first ball and
/// the second, and still does when it is aimed a tenth of a degree beside.
const SHOT: Stroke = Stroke { velocity: vec2(2.762, 1.170), roll: 1.0, spin: 80.0 };

/// Three balls on a table without pockets; returns the cue ball.
fn carom(world: &mut World, table: Vec2, shot: &Stroke) -> Result<BodyId, Error> {
    for at in [vec2(1.9, 0.85), vec2(0.55, 0.95)] {
        world.add_ball(ball(table + at))?;
    }
    let cue =
        ball(table + vec2(0.6, 0.35)).velocity(shot.velocity).rolling_velocity(shot.velocity * shot.roll);
    world.add_ball(cue.angular_velocity(shot.spin))
}

/// What the cue ball of the carom has met.
#[derive(Debug)]
struct Rails {
    cue: BodyId,
    cushions: u32,
    first: Option<BodyId>,
    /// Cushions before the second ball.
    made: Option<u32>,
}

impl Rails {
    const fn new(cue: BodyId) -> Self {
        Self { cue, cushions: 0, first: None, made: None }
    }

    fn watch(&mut self, impacts: &[Impact]) {
        for hit in impacts.iter().filter(|hit| hit.body_a == self.cue || hit.body_b == self.cue) {
            if self.made.is_some() {
                return;
            }
            let other = if hit.body_b == self.cue { hit.body_a } else { hit.body_b };
            match self.first {
                _ if hit.shape_a.is_some() => self.cushions += 1,
                None => self.first = Some(other),
                Some(first) if first != other => self.made = Some(self.cushions),
                Some(_) => {}
            }
        }
    }
}

/// What comes of the shots.
#[derive(Debug)]
struct Shots {
    tables: [Vec2; 4],
    rack: usize,
    pot: BodyId,
    draw: BodyId,
    /// How far to the right the drawn cue ball came.
    turned: f32,
    /// How far it was drawn back from there.
    drawn: f32,
    rails: Rails,
    /// By the break, and on the table of the pot.
    potted: [usize; 2],
}

impl Script for Shots {
    fn after(&mut self, world: &mut World, _dt: f32) -> Result<(), Error> {
        self.rails.watch(world.events().impacts());
        if let Some(at) = world.position(self.draw) {
            self.turned = self.turned.max(at.x);
            self.drawn = self.drawn.max(self.turned - at.x);
        }
        // No ball leaves the playing area but by a mouth.
        let lost = |at: Vec2| {
            let within =
                |table: &Vec2| (at - *table).cmpge(Vec2::ZERO).all() && (at - *table).cmple(SIZE).all();
            !self.tables.iter().any(within)
        };
        let fallen: Vec<_> = world
            .balls()
            .filter(|(_, ball)| lost(ball.position))
            .map(|(id, ball)| (id, ball.position))
            .collect();
        for (id, at) in fallen {
            if at.y < 0.5 * (SIZE.y + PITCH.y) {
                self.potted[usize::from(at.x > 0.5 * (SIZE.x + PITCH.x))] += 1;
            }
            world.remove_body(id)?;
        }
        Ok(())
    }

    fn facts(&self, world: &World) -> Vec<Fact> {
        let moving = world.balls().filter(|(_, ball)| ball.velocity != Vec2::ZERO).count();
        vec![
            ("rack", json!(self.rack)),
            ("potted_by_the_break", json!(self.potted[0])),
            ("pot_made", json!(world.ball(self.pot).is_none())),
            ("drawn_back_m", number(f64::from(self.drawn))),
            ("cushions_before_carom", json!(self.rails.made.unwrap_or(0))),
            ("balls_moving", json!(moving)),
        ]
    }
}
