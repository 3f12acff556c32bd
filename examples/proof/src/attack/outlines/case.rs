//! A case: an outline, a ball in front of it, and how long steps are.

use std::fmt::Write;

use carom::glam::{DVec2, Vec2};
use carom::prelude::*;

use super::super::source::Source;
use super::geometry::{Outline, Piece};
use crate::dice::Dice;

/// Shares of a radius that rounding and the end of an impact may take beyond the documented depth.
const ROUNDING: f64 = 2e-3;

#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) gravity: Vec2,
    pub(super) dt: f32,
    pub(super) steps: u32,
    pub(super) pieces: Vec<Piece>,
    pub(super) build: Build,
    pub(super) side: Side,
    pub(super) material: Material,
    pub(super) place: Vec2,
    pub(super) radius: f32,
    pub(super) velocity: Vec2,
    pub(super) spin: f32,
}

/// The form that the pieces are made into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Build {
    /// One path.
    Joined,
    /// Shapes of one body.
    Loose,
    /// Shapes of two bodies, in turns.
    Bodies,
}

/// A promise that was broken.
#[derive(Clone, Debug)]
pub(super) struct Breach {
    pub(super) what: String,
    /// In which step, from 0 on.
    pub(super) step: u32,
    /// The nearest piece before it.
    pub(super) piece: usize,
}

/// A number whose logarithm is even between those of two others.
fn spread(source: &mut Source<'_>, low: f32, high: f32) -> f32 {
    low * libm::powf(high / low, source.sane(0.0, 1.0))
}

impl Case {
    /// The case of the bytes; `None` where they leave no room for the ball.
    pub(super) fn draw(source: &mut Source<'_>) -> Option<Self> {
        let mut dice = Dice(u64::from(source.word()) << 32 | u64::from(source.word()));
        let size = spread(source, 0.05, 5.0);
        let degrees = spread(source, 0.05, 30.0);
        let closed = source.byte() < 150;
        let arcs = [0.0, 0.0, 0.3, 1.0][usize::from(source.byte() % 4)];
        let shape = Shaped { size, turn: degrees.to_radians(), arcs };
        let pieces = if closed { shape.ring(source, &mut dice) } else { shape.open(source, &mut dice) };
        let build =
            [Build::Joined, Build::Joined, Build::Loose, Build::Bodies][usize::from(source.byte() % 4)];
        // In front of a piece in the middle, in touch with it or near it.
        let n = pieces.len();
        let middle =
            if closed { source.short() as usize % n } else { n / 4 + source.short() as usize % (n / 2 + 1) };
        let piece = pieces[middle.min(n - 1)];
        let left = source.byte() < 128;
        let out = piece.heading().perp() * if left { 1.0 } else { -1.0 };
        let gap = if source.byte() < 160 { 1e-5 } else { spread(source, 1e-3, 4.0) };
        let mut radius = spread(source, 0.005, 0.5) * size;
        let outline = Outline::new(&pieces, 1e-3 * f64::from(size));
        let mut place = Vec2::ZERO;
        let fits = (0..12).any(|_| {
            place = (piece.point(0.5) + out * f64::from(radius * (1.0 + gap))).as_vec2();
            let fits = outline.distance(place.as_dvec2()) >= f64::from(radius) * (1.0 - 1e-4);
            radius = if fits { radius } else { 0.5 * radius };
            fits
        });
        if !fits || radius < 1e-5 {
            return None;
        }
        // One-sided only as a path, whose pieces let a ball through together, and only closed: round the end of an open
        // one lies the side from which balls pass. A ball that is put at a distance may be behind another piece.
        let in_front = || {
            let fine = Outline::new(&pieces, 0.02 * f64::from(radius));
            let before_piece = piece.point(0.5) + out * f64::from(0.05 * radius);
            !fine.parts(before_piece, place.as_dvec2())
        };
        let one_sided = source.byte() < 64 && closed && build == Build::Joined && in_front();
        let side = match (one_sided, left) {
            (false, _) => Side::Both,
            (true, true) => Side::Left,
            (true, false) => Side::Right,
        };
        let speed = if source.byte() < 16 { 1000.0 } else { spread(source, 0.1, 100.0) };
        let lean = if source.byte() < 160 { source.sane(-0.02, 0.02) } else { source.sane(-3.2, 3.2) };
        let (sin, cos) = libm::sincosf(lean);
        let along = piece.heading().as_vec2() * if source.byte() < 128 { 1.0 } else { -1.0 };
        let pull = [0.0, 1.11, 9.81, 9.81, 1000.0][usize::from(source.byte() % 5)];
        let down = if source.byte() < 128 { -out.as_vec2() } else { -Vec2::Y };
        let restitution = [0.0, 0.0, 0.5, 1.0, source.sane(0.0, 1.0)][usize::from(source.byte() % 5)];
        let friction = [0.0, 0.0, 0.3, 1.0, source.sane(0.0, 1.0)][usize::from(source.byte() % 5)];
        let dt = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 60.0, 1.0 / 240.0, 1e-3, spread(source, 1e-3, 1.0 / 30.0)];
        let rolls = source.byte() < 64;
        Some(Self {
            gravity: down * pull,
            dt: dt[usize::from(source.byte() % 6)],
            steps: 20 + u32::from(source.byte() % 60),
            pieces,
            build,
            side,
            material: Material::new(restitution, friction),
            place,
            radius,
            velocity: along.rotate(Vec2::new(cos, sin)) * speed,
            spin: if rolls { source.sane(-1.0, 1.0) * speed / radius } else { 0.0 },
        })
    }

    /// The world, and the ball in it. Elastic bounces in a narrow notch may take for ever otherwise.
    pub(super) fn world(&self) -> Result<(World, BodyId), Error> {
        let mut world = World::new(Config { gravity: self.gravity, max_work: 10_000, ..Config::default() })?;
        let bodies = [world.add_body(Body::fixed())?, world.add_body(Body::fixed())?];
        if self.build == Build::Joined {
            let path = Shape::chain(&self.path())?.side(self.side);
            world.add_shape(bodies[0], path.material(self.material))?;
        } else {
            for (n, piece) in self.pieces.iter().enumerate() {
                let shape = if piece.bend == 0.0 {
                    Shape::segment(piece.a, piece.b)?
                } else {
                    Shape::chain(&Chain::start(piece.a).arc_by_angle_to(piece.b, piece.bend))?
                };
                let body = bodies[if self.build == Build::Bodies { n % 2 } else { 0 }];
                world.add_shape(body, shape.material(self.material))?;
            }
        }
        let ball = Ball::new(self.place, self.radius).velocity(self.velocity).angular_velocity(self.spin);
        let ball = world.add_ball(ball.material(self.material))?;
        Ok((world, ball))
    }

    fn path(&self) -> Chain {
        let start = Chain::start(self.pieces[0].a);
        self.pieces.iter().fold(start, |path, piece| {
            if piece.bend == 0.0 { path.line_to(piece.b) } else { path.arc_by_angle_to(piece.b, piece.bend) }
        })
    }

    /// Follows the ball until it may go round an end of the outline.
    pub(super) fn run(&self) -> Result<(), Breach> {
        let Ok((mut world, ball)) = self.world() else { return Ok(()) };
        let radius = f64::from(self.radius);
        let outline = Outline::new(&self.pieces, 0.02 * radius);
        let mut at = self.place.as_dvec2();
        for step in 0..self.steps {
            let piece = outline.nearest(at).0;
            let speed = world.velocity(ball).map_or(0.0, |v| f64::from(v.length()));
            let (dt, pull) = (f64::from(self.dt), f64::from(self.gravity.length()));
            let reach = 1.1 * (speed + pull * dt) * dt + 2.0 * radius;
            if outline.end(at) < reach {
                break;
            }
            world.step(self.dt);
            let Some(now) = world.position(ball) else { break };
            let breach = |what| Err(Breach { what, step, piece });
            if !now.is_finite() {
                return breach(format!("step {step}: the place is none"));
            }
            let next = now.as_dvec2();
            if outline.parts(at, next) {
                return breach(format!(
                    "step {step}: the centre came to the other side, from {at} to {next}, radius {radius}"
                ));
            }
            let gap = outline.distance(next);
            let depth = 1.0 - gap / radius;
            let rounding = ROUNDING + 4.0 * f64::from(f32::EPSILON) * next.abs().max_element() / radius;
            if depth > f64::from(world.config().max_penetration) + rounding {
                return breach(format!("step {step}: at {next} the ball is {depth} radii deep"));
            }
            // Far away nothing is left to see.
            if gap > 100.0 * (radius + 5.0) {
                break;
            }
            at = next;
        }
        Ok(())
    }

    /// A program that shows the case.
    pub(super) fn program(&self) -> String {
        let point = |p: Vec2| format!("vec2({:?}, {:?})", p.x, p.y);
        let mut text = String::from("use carom::prelude::*;\n\nfn main() -> Result<(), Error> {\n");
        let mut line = |words: String| _ = writeln!(text, "    {words}");
        line(format!(
            "let mut world = World::new(Config {{ gravity: {}, max_work: 10_000, ..Config::default() }})?;",
            point(self.gravity)
        ));
        line(format!(
            "let m = Material::new({:?}, {:?});",
            self.material.restitution, self.material.friction
        ));
        line("let bodies = [world.add_body(Body::fixed())?, world.add_body(Body::fixed())?];".into());
        if self.build == Build::Joined {
            line(format!("let path = Chain::start({})", point(self.pieces[0].a)));
            for piece in &self.pieces {
                line(match piece.bend {
                    0.0 => format!("    .line_to({})", point(piece.b)),
                    bend => format!("    .arc_by_angle_to({}, {bend:?})", point(piece.b)),
                });
            }
            line("    ;".into());
            line(format!(
                "world.add_shape(bodies[0], Shape::chain(&path)?.side(Side::{:?}).material(m))?;",
                self.side
            ));
        } else {
            for (n, piece) in self.pieces.iter().enumerate() {
                let body = if self.build == Build::Bodies { n % 2 } else { 0 };
                let (a, b) = (point(piece.a), point(piece.b));
                let shape = match piece.bend {
                    0.0 => format!("Shape::segment({a}, {b})?"),
                    bend => format!("Shape::chain(&Chain::start({a}).arc_by_angle_to({b}, {bend:?}))?"),
                };
                line(format!("world.add_shape(bodies[{body}], {shape}.material(m))?;"));
            }
        }
        line(format!("let ball = Ball::new({}, {:?}).material(m);", point(self.place), self.radius));
        line(format!(
            "let ball = ball.velocity({}).angular_velocity({:?});",
            point(self.velocity),
            self.spin
        ));
        line("let ball = world.add_ball(ball)?;".into());
        line(format!("for step in 0..{} {{", self.steps));
        line(format!("    world.step({:?});", self.dt));
        line("    println!(\"{step}: {:?} {:?}\", world.position(ball), world.velocity(ball));".into());
        line("}".into());
        line("Ok(())".into());
        text.push_str("}\n");
        text
    }
}

/// How outlines look.
struct Shaped {
    size: f32,
    /// Radians a joint, about.
    turn: f32,
    /// Share of the pieces that are arcs.
    arcs: f32,
}

impl Shaped {
    /// A piece between two points, straight or an arc that bulges to either side.
    fn piece(&self, dice: &mut Dice, a: Vec2, b: Vec2) -> Piece {
        let bend = if dice.within(0.0, 1.0) < self.arcs {
            let bend = match dice.roll() % 3 {
                0 => self.turn,
                1 => dice.within(-2.0, 2.0) * self.turn,
                _ => dice.within(-0.5, 0.5),
            };
            if bend.abs() < 2e-4 { 0.0 } else { bend }
        } else {
            0.0
        };
        Piece { a, b, bend }
    }

    fn join(&self, dice: &mut Dice, points: &[Vec2]) -> Vec<Piece> {
        let apart = points.windows(2).filter(|w| w[0].distance(w[1]) > 1e-5 * self.size);
        apart.map(|w| self.piece(dice, w[0], w[1])).collect()
    }

    /// A closed outline about the origin, round or wavy, counter-clockwise.
    fn ring(&self, source: &mut Source<'_>, dice: &mut Dice) -> Vec<Piece> {
        let count = ((core::f32::consts::TAU / self.turn) as usize).clamp(5, 1440);
        let waves = f64::from(source.byte() % 6);
        let high = if waves == 0.0 { 0.0 } else { f64::from(source.sane(0.0, 0.4)) };
        let uneven = f64::from(source.sane(0.0, 0.6)) * f64::from(u8::from(source.byte() < 128));
        let phase = f64::from(dice.within(0.0, 6.0));
        let mut points: Vec<Vec2> = (0..count)
            .map(|n| {
                let share = n as f64 + uneven * f64::from(dice.within(-0.5, 0.5));
                let angle = core::f64::consts::TAU * share / count as f64 + phase;
                let far = 1.0 + high * libm::cos(waves * angle);
                let (sin, cos) = libm::sincos(angle);
                (DVec2::new(cos, sin) * (far * f64::from(self.size))).as_vec2()
            })
            .collect();
        points.push(points[0]);
        let mut pieces = self.join(dice, &points);
        // Where the last was too short to be one.
        if let Some(last) = pieces.last_mut() {
            last.b = points[0];
        }
        pieces
    }

    /// An open one: bends to either side, of a radius of about the size, and straights.
    fn open(&self, source: &mut Source<'_>, dice: &mut Dice) -> Vec<Piece> {
        let count = 20 + usize::from(source.byte()) * if self.turn < 0.02 { 4 } else { 1 };
        let mut points = vec![Vec2::ZERO];
        let (mut at, mut heading, mut turned) = (DVec2::ZERO, 0.0_f64, 0.0_f64);
        let (mut left, mut bend, mut length) = (0_u64, 0.0_f64, 0.0_f64);
        let uneven = f64::from(source.sane(0.0, 1.0)) * f64::from(u8::from(source.byte() < 128));
        for _ in 0..count {
            if left == 0 {
                left = 3 + dice.roll() % 60;
                bend = [1.0, -1.0, 1.0, 0.0][(dice.roll() % 4) as usize];
                length = f64::from(self.size * self.turn) * f64::from(dice.within(0.3, 1.5));
            }
            left -= 1;
            let turn = bend * f64::from(self.turn) * (1.0 + uneven * f64::from(dice.within(-0.9, 0.9)));
            // Not round and round through itself.
            let turn = if (turned + turn).abs() > 4.0 { 0.0 } else { turn };
            (heading, turned) = (heading + turn, turned + turn);
            let (sin, cos) = libm::sincos(heading);
            at += length * DVec2::new(cos, sin);
            points.push(at.as_vec2());
        }
        self.join(dice, &points)
    }
}
