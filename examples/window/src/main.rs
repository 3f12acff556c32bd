//! A paddle game in a window: fixed steps, interpolated drawing, a paddle that follows the mouse.
//!
//! `cargo run --release --manifest-path examples/window/Cargo.toml`. Space pauses, a click adds a ball, D shows the
//! engine's view.

mod draw;

use carom::debug_draw;
use carom::prelude::*;
use draw::Lines;
use macroquad::prelude as mq;

/// Pixels per metre.
const SCALE: f32 = 200.0;

/// From metres, y up, to pixels, y down. macroquad has a glam of its own, so numbers cross over one by one.
fn to_screen(at: Vec2) -> (f32, f32) {
    (at.x * SCALE, mq::screen_height() - at.y * SCALE)
}

fn from_screen((x, y): (f32, f32)) -> Vec2 {
    vec2(x / SCALE, (mq::screen_height() - y) / SCALE)
}

struct Game {
    world: World,
    stepper: Stepper,
    paddle: BodyId,
    /// Poses between steps, for smooth drawing.
    poses: Interpolation,
    hits: u32,
}

impl Game {
    fn new() -> Result<Self, Error> {
        let mut world = World::new(Config::default())?;
        let walls = world.add_body(Body::fixed())?;
        let outline = [vec2(0.05, 0.0), vec2(0.05, 2.95), vec2(3.95, 2.95), vec2(3.95, 0.0)];
        let bouncy = Material::new(0.9, 0.2);
        world.add_shape(walls, Shape::chain(&Chain::polyline(&outline))?.material(bouncy))?;
        for n in 0..7_u8 {
            let at = vec2(0.5 + 0.5 * f32::from(n), 1.8 + 0.3 * f32::from(n % 2));
            world.add_shape(walls, Shape::circle(at, 0.08)?.material(bouncy))?;
        }
        let paddle = world.add_body(Body::kinematic().position(vec2(2.0, 0.3)))?;
        let rubber = Material::new(1.0, 0.3);
        world.add_shape(paddle, Shape::capsule(vec2(-0.3, 0.0), vec2(0.3, 0.0), 0.05)?.material(rubber))?;
        let stepper = Stepper::new(1.0 / 240.0)?;
        let mut game = Self { world, stepper, paddle, poses: Interpolation::new(), hits: 0 };
        game.add_ball(vec2(2.2, 2.5))?;
        Ok(game)
    }

    fn add_ball(&mut self, at: Vec2) -> Result<(), Error> {
        self.world.add_ball(Ball::new(at, 0.05).material(Material::new(0.9, 0.2)))?;
        Ok(())
    }

    fn update(&mut self, seconds: f32, mouse: Vec2) -> Result<(), Error> {
        let steps = self.stepper.steps_due(seconds);
        let to = vec2(mouse.x.clamp(0.4, 3.6), mouse.y.clamp(0.1, 1.0));
        // Over all steps of the frame: covered in one step, the way would make the paddle hit far too hard.
        self.world.move_kinematic_over(self.paddle, to, 0.0, steps as f32 * self.stepper.dt())?;
        for _ in 0..steps {
            self.poses.record(&self.world);
            let paddle = self.paddle;
            let impacts = self.world.step(self.stepper.dt()).impacts();
            self.hits += impacts.iter().filter(|impact| impact.body_a == paddle).count() as u32;
            // A bounce is drawn at its wall.
            self.poses.record_path(&self.world, self.stepper.dt());
        }
        let lost: Vec<BodyId> =
            self.world.balls().filter(|(_, ball)| ball.position.y < -0.5).map(|(id, _)| id).collect();
        for ball in lost {
            self.world.remove_body(ball)?;
            self.add_ball(vec2(2.0, 2.5))?;
        }
        Ok(())
    }

    fn draw(&self, debug: bool) {
        mq::clear_background(mq::Color::from_hex(0x15_19_1e));
        let alpha = self.stepper.alpha();
        if debug {
            // Every shape of every kind, at the end of the last step.
            debug_draw::draw(&self.world, &mut Lines);
        } else {
            for (body, _, shape) in self.world.shape_geometries() {
                let now = self.world.position(body).unwrap_or_default();
                let drawn = self.poses.pose(&self.world, body, alpha).map_or(now, |pose| pose.position);
                draw::fill(shape, drawn - now);
            }
            for (id, pose) in self.poses.balls(&self.world, alpha) {
                let ((x, y), radius) =
                    (to_screen(pose.position), self.world.ball(id).map_or(0.0, |ball| ball.radius));
                mq::draw_circle(x, y, radius * SCALE, mq::SKYBLUE);
            }
        }
        mq::draw_text(&format!("{} hits", self.hits), 20.0, 30.0, 30.0, mq::WHITE);
    }
}

fn window() -> mq::Conf {
    mq::Conf { window_title: "Carom".into(), window_width: 800, window_height: 600, ..Default::default() }
}

#[macroquad::main(window)]
async fn main() -> Result<(), Error> {
    let mut game = Game::new()?;
    let (mut is_paused, mut shows_lines) = (false, false);
    loop {
        if mq::is_key_pressed(mq::KeyCode::Space) {
            is_paused = !is_paused;
        }
        if mq::is_key_pressed(mq::KeyCode::D) {
            shows_lines = !shows_lines;
        }
        let mouse = from_screen(mq::mouse_position());
        if mq::is_mouse_button_pressed(mq::MouseButton::Left) {
            game.add_ball(vec2(mouse.x.clamp(0.2, 3.8), 2.7))?;
        }
        if !is_paused {
            game.update(mq::get_frame_time(), mouse)?;
        }
        game.draw(shows_lines);
        mq::next_frame().await;
    }
}
