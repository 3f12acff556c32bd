//! A world in a window of egui: `debug_draw` paints it, sliders change it, a click drops a ball.
//!
//! ```sh
//! cargo run --release --manifest-path examples/egui/Cargo.toml
//! ```

mod draw;

use carom::prelude::*;
use eframe::egui;

use crate::draw::Painted;

/// Length of a step, seconds.
const DT: f32 = 1.0 / 240.0;

/// The contents of the window, and the values of its sliders.
struct Table {
    world: World,
    stepper: Stepper,
    gravity: f32,
    restitution: f32,
}

impl Table {
    fn new() -> Result<Self, Error> {
        let mut world = World::new(Config::default())?;
        let table = world.add_body(Body::fixed())?;
        let bowl =
            Chain::start(vec2(-2.0, 3.0)).line_to(vec2(-2.0, 1.0)).arc_to(vec2(0.0, -1.0), vec2(2.0, 1.0));
        world.add_shape(table, Shape::chain(&bowl.line_to(vec2(2.0, 3.0)))?)?;
        let mill = world.add_body(Body::kinematic().position(vec2(0.0, 0.4)).angular_velocity(2.0))?;
        world.add_shape(mill, Shape::capsule(vec2(-0.7, 0.0), vec2(0.7, 0.0), 0.05)?)?;
        Ok(Self { world, stepper: Stepper::new(DT)?, gravity: 9.81, restitution: 0.7 })
    }

    /// The sliders. A value out of its range never comes from them.
    fn sliders(&mut self, ui: &mut egui::Ui) -> Result<(), Error> {
        ui.label("A click drops a ball.");
        if ui.add(egui::Slider::new(&mut self.gravity, 0.0..=20.0).text("gravity, m/s²")).changed() {
            self.world.set_gravity(vec2(0.0, -self.gravity))?;
        }
        ui.add(egui::Slider::new(&mut self.restitution, 0.0..=1.0).text("restitution of new balls"));
        ui.label(format!("{} balls", self.world.ball_count()));
        if ui.button("From the start").clicked() {
            *self = Self::new()?;
        }
        Ok(())
    }

    /// The world, and the effect of a click in it.
    fn show(&mut self, ui: &mut egui::Ui) -> Result<(), Error> {
        let (answer, painter) = ui.allocate_painter(ui.available_size(), egui::Sense::click());
        let painted = Painted::new(painter, vec2(0.0, 1.0), answer.rect.height() / 4.5);
        if let Some(at) = answer.interact_pointer_pos().filter(|_| answer.clicked()) {
            let surface = Material::default().restitution(self.restitution);
            let ball = Ball::new(painted.to_world(at), 0.1).material(surface);
            self.world.add_ball(ball)?;
        }
        for _ in 0..self.stepper.steps_due(ui.input(|input| input.stable_dt)) {
            self.world.step(DT);
        }
        let mut painted = painted;
        carom::debug_draw::draw(&self.world, &mut painted);
        Ok(())
    }
}

impl eframe::App for Table {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let done = self.sliders(ui).and_then(|()| self.show(ui));
        if let Err(error) = done {
            ui.label(error.to_string());
        }
        ui.ctx().request_repaint();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = Table::new()?;
    eframe::run_native("Carom", eframe::NativeOptions::default(), Box::new(|_| Ok(Box::new(table))))?;
    Ok(())
}
