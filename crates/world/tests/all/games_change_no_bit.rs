//! For any changes of a game between steps, the age of lists and contacts changes no bit.
//!
//! Contacts keep their data of balls, walls and materials for as long as they last. A world that forgets all of
//! these before every step must have the same future as one that keeps them.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{self, DT, Dice};
use carom_world::{
    Ball, Body, BodyId, Config, Field, FieldId, Filter, Floor, FloorSurface, FloorZone, Joint, Link, LinkId,
    Material, Motor, Region, RestitutionCurve, Shape, ShapeId, Side, World, ZoneId,
};
use glam::{Vec2, vec2};

/// A world, and a game's ids in it. Twins hold the same ids.
#[derive(Clone)]
struct Game {
    world: World,
    balls: Vec<BodyId>,
    bodies: Vec<BodyId>,
    joints: Vec<BodyId>,
    shapes: Vec<ShapeId>,
    fields: Vec<FieldId>,
    links: Vec<LinkId>,
    zones: Vec<ZoneId>,
}

fn material(dice: &mut Dice) -> Material {
    let mut material = Material::new(dice.within(0.0, 1.0), dice.within(0.0, 1.5));
    match dice.roll() % 12 {
        0 => material.static_friction = 1.5 * material.friction,
        1 => material.rolling_resistance = dice.within(0.0, 0.2),
        2 => material.surface_speed = dice.within(-2.0, 2.0),
        3 => material.kick = dice.within(0.0, 2.0),
        4 => material.restitution_curve = RestitutionCurve::HalfAt(dice.within(0.1, 5.0)),
        5 => material.friction = 0.0,
        _ => {}
    }
    material
}

fn filter(dice: &mut Dice) -> Filter {
    match dice.roll() % 4 {
        0 => Filter::new(1, 1),
        1 => Filter::default().group(-1),
        _ => Filter::default(),
    }
}

fn wall(dice: &mut Dice) -> Shape {
    let at = dice.point(2.0);
    let kind = dice.roll() % 5;
    let wall = match kind {
        0 => Shape::circle(at, dice.within(0.0, 0.4)),
        1 => Shape::arc(at, dice.within(0.1, 0.8), dice.within(0.0, 6.0), dice.within(0.1, 6.2)),
        _ => Shape::segment(at, at + vec2(dice.within(0.3, 1.5), dice.within(-0.5, 0.5))),
    };
    let side = if dice.roll().is_multiple_of(6) && kind > 0 { Side::Left } else { Side::Both };
    wall.unwrap().side(side).material(material(dice))
}

fn surface(dice: &mut Dice) -> FloorSurface {
    FloorSurface {
        sliding_friction: dice.within(0.0, 0.5),
        rolling_friction: dice.within(0.0, 0.05),
        ..FloorSurface::default()
    }
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        // With one substep a world that forgets has no contact that is older than the substep.
        let max_substeps = [1, 1, 8][seed as usize % 3];
        let sleep_speed = if seed.is_multiple_of(2) { 0.0 } else { Config::default().sleep_speed };
        let config = Config { max_substeps, sleep_speed, ..Config::default() };
        let (world, ground) = common::room(config, Body::fixed(), 3.0, material(&mut dice));
        let mut game = Self {
            world,
            balls: Vec::new(),
            bodies: vec![ground],
            joints: Vec::new(),
            shapes: Vec::new(),
            fields: Vec::new(),
            links: Vec::new(),
            zones: Vec::new(),
        };
        for _ in 0..4 {
            game.shapes.push(game.world.add_shape(ground, wall(&mut dice)).unwrap());
        }
        for _ in 0..8 {
            game.add_ball(&mut dice);
        }
        game
    }

    fn add_ball(&mut self, dice: &mut Dice) {
        let ball = Ball::new(dice.point(2.5), dice.within(0.05, 0.35)).velocity(dice.point(3.0));
        let ball = ball.mass(dice.within(0.1, 8.0)).material(material(dice));
        self.balls.push(self.world.add_ball(ball).unwrap());
    }

    fn add_joint(&mut self, dice: &mut Dice) {
        let joint = if dice.roll().is_multiple_of(3) {
            Joint::slider(dice.point(2.0), dice.point(1.0), dice.within(0.05, 2.0), [-1.0, 1.0])
        } else {
            Joint::hinge(dice.point(2.0), dice.within(0.02, 2.0)).limits(-0.7, 0.7)
        };
        let joint = self.world.add_joint(joint).unwrap();
        let board = Shape::segment(vec2(-1.2, 0.0), vec2(1.2, 0.0)).unwrap();
        self.world.add_shape(joint, board.material(material(dice))).unwrap();
        self.joints.push(joint);
    }

    /// Does one thing that a game may do.
    fn act(&mut self, dice: &mut Dice) {
        let deed = dice.roll() % 28;
        let (ball, shape) = (dice.pick(&self.balls).unwrap(), dice.pick(&self.shapes).unwrap());
        match deed {
            0 if self.balls.len() < 24 => self.add_ball(dice),
            1 if self.balls.len() > 4 => {
                self.world.remove_body(ball).unwrap();
                self.balls.retain(|other| *other != ball);
                self.links.retain(|link| self.world.link(*link).is_some());
            }
            2 => self.world.teleport(ball, dice.point(2.5)).unwrap(),
            // One that is held has no velocity to be set.
            3 => _ = self.world.set_velocity(ball, dice.point(6.0)),
            4 => self.world.set_radius(ball, dice.within(0.05, 0.4)).unwrap(),
            5 => self.world.set_mass(ball, dice.within(0.05, 20.0)).unwrap(),
            6 => self.world.hold(ball).unwrap(),
            7 => self.balls.iter().for_each(|&ball| self.world.release(ball).unwrap()),
            8 => self.world.set_ball_material(ball, material(dice)).unwrap(),
            9 | 10 => self.world.set_shape_material(shape, material(dice)).unwrap(),
            11 if self.shapes.len() < 10 => {
                let body = dice.pick(&self.bodies).unwrap();
                self.shapes.push(self.world.add_shape(body, wall(dice)).unwrap());
            }
            12 if self.shapes.len() > 2 => {
                self.world.remove_shape(shape).unwrap();
                self.shapes.retain(|other| *other != shape);
            }
            13 if self.joints.len() < 3 => self.add_joint(dice),
            14 => {
                if let Some(joint) = dice.pick(&self.joints) {
                    self.world.set_motor(joint, Motor::Force(dice.within(-10.0, 10.0))).unwrap();
                }
            }
            15 if self.bodies.len() < 3 => {
                let body = Body::kinematic().position(dice.point(2.0));
                let body = self.world.add_body(body.velocity(dice.point(0.5))).unwrap();
                self.bodies.push(body);
            }
            16.. => self.act_on_surroundings(deed, ball, dice),
            _ => {}
        }
    }

    /// Does one thing to the surroundings of the balls, or to all of one ball.
    fn act_on_surroundings(&mut self, deed: u64, ball: BodyId, dice: &mut Dice) {
        let (world, region) =
            (&mut self.world, Region::Circle { center: dice.point(2.0), radius: dice.within(0.2, 2.0) });
        match deed {
            16 => {
                if let Some(joint) = dice.pick(&self.joints) {
                    let [low, high] = world.joint(joint).unwrap().limits;
                    let to = (low + (high - low) * dice.within(0.0, 1.0)).clamp(low, high);
                    world.set_joint_position(joint, to, dice.within(-3.0, 3.0)).unwrap();
                }
            }
            17 => {
                if let Some(joint) = dice.pick(&self.joints) {
                    world.teleport(joint, dice.point(2.0)).unwrap();
                }
            }
            18 if self.fields.len() < 2 => {
                self.fields.push(world.add_field(Field::uniform(dice.point(5.0)).within(region)).unwrap());
            }
            19 => {
                if let Some(field) = self.fields.pop() {
                    world.remove_field(field).unwrap();
                }
            }
            20 if self.links.len() < 2 => {
                let rope = Link::rope(dice.point(2.0), ball, dice.within(0.5, 2.0));
                self.links.push(world.add_link(rope).unwrap());
            }
            21 => {
                if let Some(link) = self.links.pop() {
                    world.remove_link(link).unwrap();
                }
            }
            22 => {
                let laid =
                    Floor { gravity: dice.within(0.0, 10.0), surface: surface(dice), ..Floor::default() };
                world.set_floor(Some(laid)).unwrap();
                self.zones.push(world.add_floor_zone(FloorZone { region, surface: surface(dice) }).unwrap());
            }
            23 => {
                world.set_floor(None).unwrap();
                if let Some(zone) = self.zones.pop() {
                    world.remove_floor_zone(zone).unwrap();
                }
            }
            24 => world.set_ball_filter(ball, filter(dice)).unwrap(),
            25 => {
                let changed = Ball::new(world.position(ball).unwrap(), dice.within(0.05, 0.4));
                world.set_ball(ball, changed.mass(dice.within(0.1, 8.0)).material(material(dice))).unwrap();
            }
            26 => world.nudge(dice.point(0.05), dice.within(0.05, 0.3)).unwrap(),
            27 => {
                let body = dice.pick(&self.bodies).unwrap();
                self.shapes.push(world.add_shape(body, wall(dice).sensor()).unwrap());
            }
            _ => {}
        }
    }

    /// All events of the last step, and the contacts.
    fn reported(&self) -> String {
        let (events, contacts) = (self.world.events(), self.world.contacts().collect::<Vec<_>>());
        format!("{events:?} {contacts:?}")
    }
}

/// A belt that was switched on under a ball at rest did nothing, since the contact kept its old material data; a
/// world from a snapshot moved differently. A ball that shrank clear of a one-sided wall kept passing it until
/// another check there. A ball that rolled off a peg on a floor pulled, and its world refused its own snapshot. And
/// two balls on which a hinged board fell were answered in the order in which they had come to lie on the floor.
#[test]
fn what_a_game_does_changes_the_same_bits_in_young_and_in_old_worlds() {
    for seed in 0..common::cases(24) {
        let mut game = Game::new(seed);
        let (mut young, mut mixed) = (game.clone(), game.clone());
        for step in 0..240 {
            young.world.clear_caches();
            for (game, is_saved) in [(&mut game, false), (&mut young, false), (&mut mixed, step % 7 < 3)] {
                let mut dice = Dice(seed << 32 | step);
                let deeds = if dice.roll().is_multiple_of(6) { 1 + dice.roll() % 3 } else { 0 };
                for deed in 0..=deeds {
                    // In the midst of them as well.
                    if is_saved && deed == step % 3 {
                        game.world = World::from_snapshot(&game.world.snapshot()).unwrap();
                    }
                    if deed < deeds {
                        game.act(&mut dice);
                    }
                }
                game.world.step(DT);
            }
            for twin in [&young, &mixed] {
                assert_eq!(game.world.state_hash(), twin.world.state_hash(), "seed {seed}, step {step}");
                assert_eq!(game.world.snapshot(), twin.world.snapshot(), "seed {seed}, step {step}");
                assert_eq!(game.reported(), twin.reported(), "seed {seed}, step {step}");
            }
        }
    }
}

/// Its end came down on the ball with the lower row first in a world that remembered that the other one had landed first.
#[test]
fn a_board_on_two_balls_answers_to_them_in_the_order_of_their_rows() {
    let mut world = World::new(Config { sleep_speed: 0.0, ..Config::default() }).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let rough = Material::new(0.0, 0.5);
    let floor = Shape::segment(vec2(-3.0, 0.0), vec2(3.0, 0.0)).unwrap();
    world.add_shape(ground, floor.material(rough)).unwrap();
    world.add_ball(Ball::new(vec2(0.5, 0.6), 0.1).material(rough)).unwrap();
    world.add_ball(Ball::new(vec2(1.0, 0.2), 0.2).material(rough).mass(3.0)).unwrap();
    let board = Joint::hinge(Vec2::ZERO, 0.3).limits(-1.0, 1.6).joint_position(1.2).mass(1.0, vec2(0.7, 0.0));
    let board = world.add_joint(board).unwrap();
    let plank = Shape::segment(Vec2::ZERO, vec2(1.6, 0.0)).unwrap();
    world.add_shape(board, plank.material(rough)).unwrap();
    let mut young = world.clone();
    for step in 0..200 {
        young.clear_caches();
        world.step(DT);
        young.step(DT);
        assert_eq!(world.state_hash(), young.state_hash(), "step {step}");
    }
}
