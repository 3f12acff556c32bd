//! The world: who owns what, and the door at which everything is checked.

use alloc::vec::Vec;
use glam::Vec2;
use smallvec::SmallVec;

use crate::base::arena::Arena;
use crate::base::rng::Chance;
use crate::base::slab::Slots;
use crate::bodies::ball::{Balls, Other, PairKey};
use crate::bodies::body::Solid;
use crate::bodies::joint::Guided;
use crate::bodies::table_motion::Frame;
use crate::config::Config;
use crate::continuous::event_loop::Advance;
use crate::error::Error;
use crate::events::{Events, Touch};
use crate::floor::zones::Ground;
use crate::geometry::collider::Core;
use crate::geometry::seams;
use crate::id::{BodyId, FieldId, ShapeId};
use crate::links::islands::Links;
use crate::model::ball::Ball;
use crate::model::body::{Body, BodyKind};
use crate::model::field::Field;
use crate::model::filter::Filter;
use crate::model::material::{Material, Materials};
use crate::model::shape::{Shape, ShapeRow};
use crate::observe::sensors::Sensors;
use crate::observe::watch::Vigil;
use crate::pairs::cache::Near;
use crate::profile::{Clock, Profile, Profiler};
use crate::sleep::fall_asleep::Doze;
use crate::solver::collect::Contacts;
use crate::solver::contact_solver::Solver;

/// Where a body's row is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) kind: BodyKind,
    pub(crate) row: u32,
}

/// Balls, the bodies that they bounce off, and their common time.
///
/// ```
/// use carom_world::{Ball, Body, Config, Shape, World};
/// use glam::vec2;
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
/// let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
///     for impact in world.events().impacts() {
///         assert!(impact.approach_speed > 0.0);
///     }
/// }
/// assert!(world.position(ball).is_some_and(|p| p.y > 0.09));
/// # Ok::<(), carom_world::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) config: Config,
    pub(crate) bodies: Arena<BodyId, Place>,
    pub(crate) shapes: Arena<ShapeId, ShapeRow>,
    pub(crate) balls: Balls,
    pub(crate) solids: Vec<Solid>,
    pub(crate) guided: Vec<Guided>,
    pub(crate) cores: Slots<Core>,
    pub(crate) sensors: Sensors,
    pub(crate) materials: Materials,
    pub(crate) contacts: Contacts,
    /// Contacts at the end of the last step, as the game knows them; ascending.
    pub(crate) touching: Vec<PairKey>,
    /// Length of the last substep, seconds: remembered impulses belong to it.
    pub(crate) last_h: f64,
    /// Length of the substep that the springs of contacts are tuned to, seconds.
    pub(crate) spring_h: f64,
    pub(crate) frame: Frame,
    pub(crate) chance: Chance,
    pub(crate) fields: Arena<FieldId, Field>,
    pub(crate) links: Links,
    pub(crate) vigil: Vigil,
    pub(crate) ground: Ground,
    pub(crate) events: Events,
    pub(crate) near: Near,
    pub(crate) doze: Doze,
    pub(crate) solver: Solver,
    pub(crate) advance: Advance,
    pub(crate) profiler: Profiler,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a setting is not finite or out of its range.
    pub fn new(config: Config) -> Result<Self, Error> {
        config.check()?;
        Ok(Self {
            config,
            bodies: Arena::default(),
            shapes: Arena::default(),
            balls: Balls::default(),
            solids: Vec::new(),
            guided: Vec::new(),
            cores: Slots::default(),
            sensors: Sensors::default(),
            materials: Materials::default(),
            contacts: Contacts::default(),
            touching: Vec::new(),
            last_h: 0.0,
            spring_h: 0.0,
            frame: Frame::default(),
            chance: Chance::default(),
            fields: Arena::default(),
            links: Links::default(),
            vigil: Vigil::default(),
            ground: Ground::default(),
            events: Events::default(),
            near: Near::default(),
            doze: Doze::default(),
            solver: Solver::default(),
            advance: Advance::default(),
            profiler: Profiler::default(),
        })
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes the settings, from the next step on.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a setting is not finite or out of its range.
    pub fn set_config(&mut self, config: Config) -> Result<(), Error> {
        config.check()?;
        self.config = config;
        self.contacts.unchanged = false;
        Ok(())
    }

    /// What the last step did, in numbers.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profiler.profile
    }

    /// Measures the phases of steps by a clock from now on; `None`, the default, measures nothing.
    ///
    /// Reading a clock costs a few dozen nanoseconds, four times in each substep and three times in each step. Nothing
    /// else depends on it.
    ///
    /// ```
    /// let mut world = carom_world::World::new(carom_world::Config::default())?;
    /// world.set_clock(Some(carom_world::nanoseconds));
    /// world.step(1.0 / 60.0);
    /// assert!(world.profile().times.total() > 0);
    /// # Ok::<(), carom_world::Error>(())
    /// ```
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.profiler.clock = clock;
    }

    /// What happened in the last step.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Adds a ball.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a field is not finite or out of its range.
    pub fn add_ball(&mut self, ball: Ball) -> Result<BodyId, Error> {
        ball.check()?;
        let material = self.intern(ball.material);
        let row = self.balls.rows.len() as u32;
        let id = self.bodies.insert(Place { kind: BodyKind::Ball, row });
        let (ball_row, info) = ball.row(id, material);
        self.balls.rows.push(ball_row);
        self.balls.info.push(info);
        self.balls.set_roll(row as usize, ball.roll.as_dvec2());
        self.near.stale = true;
        Ok(id)
    }

    /// Adds a body that carries shapes.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a field is not finite or out of its range, or the kind is `Ball`: balls are
    /// added by [`add_ball`](Self::add_ball).
    pub fn add_body(&mut self, body: Body) -> Result<BodyId, Error> {
        body.check()?;
        if !matches!(body.kind, BodyKind::Fixed | BodyKind::Kinematic) {
            return Err(Error::Invalid {
                field: "body.kind",
                value: 0.0,
                allowed: "fixed or kinematic (others are added by add_ball and add_guided)",
            });
        }
        let row = self.solids.len() as u32;
        let id = self.bodies.insert(Place { kind: body.kind, row });
        let mut solid = Solid::new(id, body.kind, body.position.as_dvec2(), f64::from(body.angle));
        if solid.is_mover() {
            (solid.velocity, solid.spin) = (body.velocity.as_dvec2(), f64::from(body.spin));
        }
        solid.user_data = body.user_data;
        self.solids.push(solid);
        self.near.stale = true;
        Ok(id)
    }

    /// Adds a shape to a body.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if the body was removed, [`Error::WrongKind`] if it is a ball,
    /// [`Error::Invalid`] if the material is out of range.
    pub fn add_shape(&mut self, body: BodyId, shape: Shape) -> Result<ShapeId, Error> {
        let solid = self.solid_row(body)?;
        shape.material.check()?;
        let material = self.intern(shape.material);
        let (sense, user_data) = (shape.sense, shape.user_data);
        let row = ShapeRow { body, cores: SmallVec::new(), material: shape.material, user_data, sense };
        let id = self.shapes.insert(row);
        let pose = self.solids[solid as usize].pose;
        let fixed = !self.solids[solid as usize].is_mover();
        let mut added = SmallVec::<[u32; 1]>::new();
        for &(curve, reversed) in &shape.pieces {
            added.push(self.cores.insert(Core {
                curve: if fixed { curve.placed(pose) } else { curve },
                radius: f64::from(shape.radius),
                side: if reversed { shape.side.mirrored() } else { shape.side },
                ends: Default::default(),
                solid,
                body,
                shape: id,
                material,
                filter: shape.filter,
            }));
        }
        self.shapes[id].cores.clone_from(&added);
        if sense.is_some() {
            self.solids[solid as usize].sensors.extend_from_slice(&added);
            self.sensors.count += 1;
            if fixed {
                self.sensors.place(&self.shapes[id], &self.cores);
            }
            return Ok(id);
        }
        self.solids[solid as usize].cores.extend_from_slice(&added);
        match added.first() {
            Some(&first) if self.cores.are_last(&added) => self.settle_new(solid, first, &added),
            _ => self.settle(solid, &added),
        }
        Ok(id)
    }

    /// As [`settle`](Self::settle) for cores that are new and come behind all others, `first` first.
    fn settle_new(&mut self, solid: u32, first: u32, cores: &[u32]) {
        self.near.stale = true;
        if self.solids[solid as usize].is_mover() {
            let members = core::mem::take(&mut self.solids[solid as usize].cores);
            cores.iter().for_each(|&k| seams::join_new(k, first, &members, &mut self.cores));
            self.solids[solid as usize].cores = members;
            return;
        }
        self.enter_grid(cores);
        let mut found = Vec::new();
        for &k in cores {
            seams::join_new_fixed(k, first, &mut self.cores, &self.near.fixed, &mut found);
        }
    }

    fn enter_grid(&mut self, cores: &[u32]) {
        for &k in cores {
            match seams::cover(&self.cores[k]) {
                Some(strokes) => self.near.fixed.insert(k, &strokes),
                None => self.near.fixed.insert_everywhere(k),
            }
        }
    }

    /// Brings grid and joints up to date after cores of a body were added or placed.
    pub(crate) fn settle(&mut self, solid: u32, cores: &[u32]) {
        self.near.stale = true;
        if self.solids[solid as usize].is_mover() {
            let members = core::mem::take(&mut self.solids[solid as usize].cores);
            seams::join_mover(&members, &mut self.cores);
            self.solids[solid as usize].cores = members;
            return;
        }
        self.enter_grid(cores);
        let mut found = Vec::new();
        for &k in cores {
            if let Some(strokes) = seams::cover(&self.cores[k]) {
                seams::join_fixed(&strokes, &mut self.cores, &self.near.fixed, &mut found);
            }
        }
    }

    /// Takes cores out of grid, joints and contacts.
    fn lift(&mut self, solid: u32, cores: &[u32]) {
        self.near.stale = true;
        let mut found = Vec::new();
        for &k in cores {
            self.contacts.forget_core(k);
            self.end_touches(|key| key.other() == Other::core(k));
            let removed = self.cores.remove(k);
            if self.solids[solid as usize].is_mover() {
                continue;
            }
            self.near.fixed.remove(k);
            if let Some(strokes) = removed.as_ref().and_then(seams::cover) {
                seams::join_fixed(&strokes, &mut self.cores, &self.near.fixed, &mut found);
            }
        }
    }

    /// Removes a shape. Balls that rested on it fall.
    ///
    /// # Errors
    /// [`Error::UnknownShape`] if it was removed before.
    pub fn remove_shape(&mut self, shape: ShapeId) -> Result<(), Error> {
        let row = self.shapes.get(shape).ok_or(Error::UnknownShape(shape))?;
        let (body, cores) = (row.body, row.cores.clone());
        let solid = self.solid_row(body)?;
        if row.sense.is_some() {
            self.lift_sensor(&cores);
            self.shapes.remove(shape);
            self.solids[solid as usize].sensors.retain(|k| !cores.contains(k));
            return Ok(());
        }
        self.lift(solid, &cores);
        self.shapes.remove(shape);
        self.solids[solid as usize].cores.retain(|k| !cores.contains(k));
        let none: [u32; 0] = [];
        self.settle(solid, &none);
        Ok(())
    }

    /// Removes a body, with its shapes and links if it has any.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] if it was removed before.
    pub fn remove_body(&mut self, body: BodyId) -> Result<(), Error> {
        let place = *self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        self.near.stale = true;
        if place.kind == BodyKind::Ball {
            let last = self.balls.rows.len() as u32 - 1;
            self.end_touches(|key| key.names(place.row));
            self.contacts.forget_ball(place.row, last);
            self.vigil.forget(place.row, self.balls.rows.len());
            for key in &mut self.touching {
                *key = key.renamed(last, place.row).0;
            }
            self.touching.sort_unstable();
            self.end_stays(|key| key.names(place.row));
            self.sensors.forget_ball(place.row, last);
            self.balls.swap_remove(place.row as usize);
            if let Some(moved) = self.balls.info.get(place.row as usize) {
                let id = moved.id;
                self.bodies[id].row = place.row;
            }
        } else {
            let cores = core::mem::take(&mut self.solids[place.row as usize].cores);
            self.lift(place.row, &cores);
            let sensing = |row: &ShapeRow| row.body == body && row.sense.is_some();
            let sensors =
                self.shapes.iter().filter(|(_, row)| sensing(row)).map(|(_, row)| row.cores.clone());
            for cores in sensors.collect::<Vec<_>>() {
                self.lift_sensor(&cores);
            }
            self.shapes.retain(|_, row| row.body != body);
            // While the rows of all bodies still hold.
            if let Some(g) = self.solids[place.row as usize].guided {
                self.forget_guided(g);
            }
            self.solids.swap_remove(place.row as usize);
            if let Some(moved) = self.solids.get(place.row as usize) {
                self.bodies[moved.id].row = place.row;
                for &k in moved.cores.iter().chain(&moved.sensors) {
                    self.cores[k].solid = place.row;
                }
                if let Some(g) = moved.guided {
                    self.guided[g as usize].solid = place.row;
                }
            }
        }
        self.balls.apart.retain(|pair| !pair.contains(&body));
        self.links.all.retain(|_, link| !link.names(body));
        self.bodies.remove(body);
        Ok(())
    }

    /// Reports the end of the contacts that match, because one side goes away.
    fn end_touches(&mut self, goes: impl Fn(PairKey) -> bool) {
        let mut kept = core::mem::take(&mut self.touching);
        kept.retain(|&key| {
            let ends = goes(key);
            if ends && let Some(touch) = self.touch(key) {
                self.events.ended.push(touch);
            }
            !ends
        });
        self.touching = kept;
    }

    /// The public face of a contact key.
    pub(crate) fn touch(&self, key: PairKey) -> Option<Touch> {
        let body_b = self.balls.info.get(key.ball() as usize)?.id;
        let other = key.other();
        Some(match other.as_core() {
            Some(k) => {
                let core = &self.cores[k];
                let body_a = self.solids.get(core.solid as usize)?.id;
                Touch { body_a, shape_a: Some(core.shape), body_b }
            }
            None => Touch { body_a: self.balls.info.get(other.0 as usize)?.id, shape_a: None, body_b },
        })
    }

    /// What kind of body this is; `None` if it was removed.
    #[must_use]
    pub fn kind(&self, body: BodyId) -> Option<BodyKind> {
        self.bodies.get(body).map(|place| place.kind)
    }

    pub(crate) fn ball_row(&self, body: BodyId) -> Result<usize, Error> {
        let place = self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        if place.kind == BodyKind::Ball {
            Ok(place.row as usize)
        } else {
            Err(Error::WrongKind { body, expected: "a ball" })
        }
    }

    pub(crate) fn solid_row(&self, body: BodyId) -> Result<u32, Error> {
        let place = self.bodies.get(body).ok_or(Error::UnknownBody(body))?;
        if place.kind == BodyKind::Ball {
            Err(Error::WrongKind { body, expected: "a body that carries shapes" })
        } else {
            Ok(place.row)
        }
    }

    /// A ball as it is now; `None` if it was removed or is no ball.
    #[must_use]
    pub fn ball(&self, ball: BodyId) -> Option<Ball> {
        self.ball_row(ball).ok().map(|row| self.describe(row))
    }

    fn describe(&self, row: usize) -> Ball {
        let roll = self.balls.roll(row).as_vec2();
        let (row, info) = (&self.balls.rows[row], &self.balls.info[row]);
        Ball {
            position: row.x.as_vec2(),
            velocity: row.v.as_vec2(),
            angle: row.angle as f32,
            spin: row.w as f32,
            roll,
            rolls: info.rolls,
            radius: row.r as f32,
            mass: info.mass,
            inertia_factor: info.inertia_factor,
            gravity_scale: info.gravity_scale,
            material: *self.materials.get(info.material),
            filter: info.filter,
            user_data: info.user_data,
        }
    }

    /// A body that carries shapes, as it is now; `None` if it was removed or is a ball.
    #[must_use]
    pub fn body(&self, body: BodyId) -> Option<Body> {
        let solid = &self.solids[self.solid_row(body).ok()? as usize];
        Some(Body {
            kind: solid.kind,
            position: solid.pose.origin.as_vec2(),
            angle: solid.angle as f32,
            velocity: solid.velocity.as_vec2(),
            spin: solid.spin as f32,
            user_data: solid.user_data,
        })
    }

    /// All balls, in the order of their rows.
    pub fn balls(&self) -> impl ExactSizeIterator<Item = (BodyId, Ball)> + '_ {
        (0..self.balls.rows.len()).map(|row| (self.balls.info[row].id, self.describe(row)))
    }

    /// All bodies that carry shapes, in the order of their rows.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, Body)> + '_ {
        self.solids.iter().filter_map(|solid| Some((solid.id, self.body(solid.id)?)))
    }

    /// Number of balls.
    #[must_use]
    pub fn ball_count(&self) -> usize {
        self.balls.rows.len()
    }

    /// Place of a ball's centre or a body's origin, length units; `None` if it was removed.
    #[must_use]
    pub fn position(&self, body: BodyId) -> Option<Vec2> {
        let place = self.bodies.get(body)?;
        Some(match place.kind {
            BodyKind::Ball => self.balls.rows[place.row as usize].x.as_vec2(),
            _ => self.solids[place.row as usize].pose.origin.as_vec2(),
        })
    }

    /// Velocity of a ball or a body's origin, length units per second; `None` if it was removed.
    #[must_use]
    pub fn velocity(&self, body: BodyId) -> Option<Vec2> {
        let place = self.bodies.get(body)?;
        Some(match place.kind {
            BodyKind::Ball => self.balls.rows[place.row as usize].v.as_vec2(),
            _ => self.solids[place.row as usize].velocity.as_vec2(),
        })
    }

    /// Spin of a ball or a body, radians per second; `None` if it was removed.
    #[must_use]
    pub fn spin(&self, body: BodyId) -> Option<f32> {
        let place = self.bodies.get(body)?;
        Some(match place.kind {
            BodyKind::Ball => self.balls.rows[place.row as usize].w as f32,
            _ => self.solids[place.row as usize].spin as f32,
        })
    }

    /// The body that carries a shape; `None` if the shape was removed.
    #[must_use]
    pub fn shape_body(&self, shape: ShapeId) -> Option<BodyId> {
        self.shapes.get(shape).map(|row| row.body)
    }

    /// What the game gave a shape to find it again; `None` if the shape was removed.
    #[must_use]
    pub fn shape_user_data(&self, shape: ShapeId) -> Option<u64> {
        self.shapes.get(shape).map(|row| row.user_data)
    }

    /// What a shape meets; `None` if it was removed.
    #[must_use]
    pub fn shape_filter(&self, shape: ShapeId) -> Option<Filter> {
        let row = self.shapes.get(shape)?;
        row.cores.first().map(|k| self.cores[*k].filter)
    }

    /// The surface of a shape; `None` if it was removed.
    #[must_use]
    pub fn shape_material(&self, shape: ShapeId) -> Option<Material> {
        self.shapes.get(shape).map(|row| row.material)
    }
}
