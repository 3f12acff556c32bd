//! The parts of a pinball table: flipper, plunger, bumper and the rest, one class each.

use carom_pinball as pinball;
use wasm_bindgen::prelude::*;

use crate::camel::camel_name;
use crate::errors::{Answer, refuse, refuse_at};
use crate::id::Number;
use crate::objects::{object, part_hit_of};
use crate::options;
use crate::read::id;
use crate::read::{self, Fields, wrong};
use crate::surfaces;
use crate::world::World;

/// The field of an object that must be a point.
fn place(o: &Fields, name: &'static str) -> Answer<carom::glam::Vec2> {
    o.need(name, o.point(name)?)
}

/// Reads the settings of a part: `made` makes them of its `own` fields, and then come a material and plain numbers.
macro_rules! settings {
    ($path:literal, $options:expr, [$($own:literal),+], $made:expr, $($field:ident)+) => {{
        let o = Fields::new($path, $options)?;
        o.only(&[$($own,)+ $(camel_name!($field),)+ "material"])?;
        let made: fn(&Fields) -> Answer<_> = $made;
        let mut s = made(&o)?;
        $(o.set_number(camel_name!($field), &mut s.$field)?;)+
        s.material = surfaces::material_in(&o, s.material)?;
        o.done()?;
        s
    }};
}

/// A class of JavaScript around a part.
macro_rules! part {
    ($doc:literal $name:ident) => {
        #[doc = $doc]
        #[wasm_bindgen]
        #[derive(Debug)]
        pub struct $name(pinball::$name);

        #[wasm_bindgen]
        impl $name {
            /// A copy of the part with its state, for the same world: a game keeps it beside a snapshot.
            #[wasm_bindgen(js_name = clone)]
            pub fn copy(&self) -> $name {
                Self(self.0.clone())
            }

            /// Its state as bytes, to be kept with a snapshot of the world.
            pub fn snapshot(&self) -> Vec<u8> {
                self.0.snapshot()
            }

            /// Puts a state back, also into a part that was built again. The world must be restored as well.
            pub fn restore(
                &mut self,
                #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: JsValue,
            ) -> Answer<()> {
                self.0.restore(&read::bytes("bytes", &bytes)?).map_err(refuse)
            }
        }
    };
}

/// More calls of a part with a lamp.
macro_rules! lamp {
    ($name:ident) => {
        #[wasm_bindgen]
        impl $name {
            /// Lights its lamp, or puts it out.
            pub fn light(
                &mut self,
                #[wasm_bindgen(unchecked_param_type = "boolean")] lit: JsValue,
            ) -> Answer<()> {
                self.0.light(read::flag("lit", &lit)?);
                Ok(())
            }
        }
    };
}

part! {
    "A flipper: a bat on a hinge, a coil with two windings and a spring."
    Flipper
}

#[wasm_bindgen]
impl Flipper {
    /// Adds a flipper. `side` says which one it is: `"left"` turns counter-clockwise, `"right"` clockwise.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "FlipperOptions")] options: JsValue,
    ) -> Answer<Flipper> {
        let s = settings!(
            "flipper", &options, ["pivot", "side", "spring"],
            |o| {
                let pivot = place(o, "pivot")?;
                let mut s = match o.text("side")?.as_deref() {
                    Some("left") => pinball::FlipperSettings::left(pivot),
                    Some("right") => pinball::FlipperSettings::right(pivot),
                    other => {
                        let found = other.map_or(JsValue::UNDEFINED, JsValue::from_str);
                        return Err(wrong("flipper.side", &found, "\"left\" or \"right\""));
                    }
                };
                if let Some(spring) = o.pair("spring")? {
                    s.spring = spring;
                }
                Ok(s)
            },
            rest raised length base_radius tip_radius inertia torque start hold hold_speed switch
            stop_restitution delay
        );
        pinball::Flipper::add(&mut world.shared.world_mut(), s).map(Self).map_err(refuse_at("flipper", &[]))
    }

    /// Before each step: whether the button is pressed.
    pub fn update(
        &mut self,
        world: &World,
        pressed: bool,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Answer<()> {
        let dt = options::step(&dt)?;
        self.0.update(&mut world.shared.world_mut(), pressed, dt).map_err(refuse)
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "FlipperState")]
    pub fn read(&self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([
            ("angle", s.angle.into()),
            ("rate", s.rate.into()),
            ("pressed", s.pressed.into()),
            ("powered", s.powered.into()),
            ("raised", s.raised.into()),
            ("hit", part_hit_of(s.hit)),
        ])
    }

    /// Its body.
    #[wasm_bindgen(getter, unchecked_return_type = "BodyId")]
    pub fn body(&self) -> f64 {
        self.0.body().number()
    }
}

part! {
    "A plunger: a rod on a spring, drawn back and released."
    Plunger
}

#[wasm_bindgen]
impl Plunger {
    /// Adds a plunger whose tip is at `tip` at rest, and which shoots along `direction`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "PlungerOptions")] options: JsValue,
    ) -> Answer<Plunger> {
        let s = settings!(
            "plunger", &options, ["tip", "direction"],
            |o| Ok(pinball::PlungerSettings::new(place(o, "tip")?, place(o, "direction")?)),
            travel mass stiffness preload friction stop_restitution draw_speed half_width
        );
        pinball::Plunger::add(&mut world.shared.world_mut(), s).map(Self).map_err(refuse_at("plunger", &[]))
    }

    /// Before each step: to which share of its travel it is drawn back and held, 0 to 1; `undefined` lets it go.
    pub fn update(
        &mut self,
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "number | null | undefined")] pull: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Answer<()> {
        let dt = options::step(&dt)?;
        let free = pull.is_undefined() || pull.is_null();
        let pull = if free { pinball::Pull::Free } else { pinball::Pull::Hold(read::single("pull", &pull)?) };
        self.0.update(&mut world.shared.world_mut(), pull, dt).map_err(refuse)
    }

    /// Before each step: draws back to this share of its travel and releases there, once for as long as it is
    /// called.
    pub fn fire(
        &mut self,
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "number")] share: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Answer<()> {
        let dt = options::step(&dt)?;
        let pull = pinball::Pull::Fire(read::single("share", &share)?);
        let names = &[("pull", "share")];
        self.0.update(&mut world.shared.world_mut(), pull, dt).map_err(refuse_at("", names))
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "PlungerState")]
    pub fn read(&self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([
            ("pulled", s.pulled.into()),
            ("speed", s.speed.into()),
            ("released", s.released.into()),
            ("hit", part_hit_of(s.hit)),
        ])
    }

    /// Its body.
    #[wasm_bindgen(getter, unchecked_return_type = "BodyId")]
    pub fn body(&self) -> f64 {
        self.0.body().number()
    }
}

part! {
    "A bumper: round, and it kicks."
    Bumper
}

#[wasm_bindgen]
impl Bumper {
    /// Adds a bumper to a body.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BumperOptions")] options: JsValue,
    ) -> Answer<Bumper> {
        let body = id("body", &body)?;
        let s = settings!(
            "bumper", &options, ["center"],
            |o| Ok(pinball::BumperSettings::new(place(o, "center")?)),
            radius kick threshold flash
        );
        pinball::Bumper::add(&mut world.shared.world_mut(), body, s)
            .map(Self)
            .map_err(refuse_at("bumper", &[]))
    }

    /// After a step of `dt` seconds.
    #[wasm_bindgen(unchecked_return_type = "LightState")]
    pub fn read(
        &mut self,
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Answer<JsValue> {
        let dt = options::step(&dt)?;
        let s = self.0.read(&world.shared.world(), dt);
        Ok(object([("hits", s.hits.into()), ("lit", s.lit.into()), ("hit", part_hit_of(s.hit))]))
    }
}

part! {
    "A slingshot: a band that kicks, hardest in the middle."
    Slingshot
}

#[wasm_bindgen]
impl Slingshot {
    /// Adds a slingshot from `a` to `b` to a body.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BandOptions")] options: JsValue,
    ) -> Answer<Slingshot> {
        let body = id("body", &body)?;
        let s = settings!(
            "slingshot", &options, ["a", "b"],
            |o| Ok(pinball::SlingshotSettings::new(place(o, "a")?, place(o, "b")?)),
            radius kick threshold flash
        );
        pinball::Slingshot::add(&mut world.shared.world_mut(), body, s)
            .map(Self)
            .map_err(refuse_at("slingshot", &[]))
    }

    /// After a step of `dt` seconds.
    #[wasm_bindgen(unchecked_return_type = "LightState")]
    pub fn read(
        &mut self,
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Answer<JsValue> {
        let dt = options::step(&dt)?;
        let s = self.0.read(&world.shared.world(), dt);
        Ok(object([("hits", s.hits.into()), ("lit", s.lit.into()), ("hit", part_hit_of(s.hit))]))
    }
}

part! {
    "A gate: a flap that opens one way."
    Gate
}

#[wasm_bindgen]
impl Gate {
    /// Adds a gate that hangs at `pivot` and is closed with its end at `end`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "GateOptions")] options: JsValue,
    ) -> Answer<Gate> {
        let s = settings!(
            "gate", &options, ["pivot", "end", "clockwise"],
            |o| {
                let mut s = pinball::GateSettings::new(place(o, "pivot")?, place(o, "end")?);
                if o.flag("clockwise")?.unwrap_or(false) {
                    s = s.clockwise();
                }
                Ok(s)
            },
            opening radius inertia preload stiffness damping stop_restitution
        );
        pinball::Gate::add(&mut world.shared.world_mut(), s).map(Self).map_err(refuse_at("gate", &[]))
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "GateState")]
    pub fn read(&mut self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([("open", s.open.into()), ("opened", s.opened.into()), ("hit", part_hit_of(s.hit))])
    }
}

part! {
    "A spinner: a vane that turns when a ball runs through."
    Spinner
}

#[wasm_bindgen]
impl Spinner {
    /// Adds a spinner.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "SpinnerOptions")] options: JsValue,
    ) -> Answer<Spinner> {
        let s = settings!(
            "spinner", &options, ["pivot"],
            |o| Ok(pinball::SpinnerSettings::new(place(o, "pivot")?)),
            angle half_length radius inertia friction damping
        );
        pinball::Spinner::add(&mut world.shared.world_mut(), s).map(Self).map_err(refuse_at("spinner", &[]))
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "SpinnerState")]
    pub fn read(&mut self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([
            ("angle", s.angle.into()),
            ("rate", s.rate.into()),
            ("clicks", s.clicks.into()),
            ("total", (s.total as f64).into()),
            ("hit", part_hit_of(s.hit)),
        ])
    }
}

part! {
    "A drop target: it falls when it is hit."
    DropTarget
}

#[wasm_bindgen]
impl DropTarget {
    /// Adds a drop target from `a` to `b` to a body.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "TargetOptions")] options: JsValue,
    ) -> Answer<DropTarget> {
        let body = id("body", &body)?;
        let s = settings!(
            "dropTarget", &options, ["a", "b"],
            |o| Ok(pinball::DropTargetSettings::new(place(o, "a")?, place(o, "b")?)),
            radius threshold
        );
        pinball::DropTarget::add(&mut world.shared.world_mut(), body, s)
            .map(Self)
            .map_err(refuse_at("dropTarget", &[]))
    }

    /// Before each step: whether it is raised again.
    pub fn update(&mut self, world: &World, reset: bool) -> Answer<()> {
        self.0.update(&mut world.shared.world_mut(), reset).map_err(refuse)
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "DropTargetState")]
    pub fn read(&mut self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([("down", s.down.into()), ("fell", s.fell.into()), ("hit", part_hit_of(s.hit))])
    }
}

part! {
    "A standup target: it lights when it is hit."
    StandupTarget
}
lamp!(StandupTarget);

#[wasm_bindgen]
impl StandupTarget {
    /// Adds a standup target from `a` to `b` to a body.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "TargetOptions")] options: JsValue,
    ) -> Answer<StandupTarget> {
        let body = id("body", &body)?;
        let s = settings!(
            "standupTarget", &options, ["a", "b"],
            |o| Ok(pinball::StandupTargetSettings::new(place(o, "a")?, place(o, "b")?)),
            radius threshold
        );
        pinball::StandupTarget::add(&mut world.shared.world_mut(), body, s)
            .map(Self)
            .map_err(refuse_at("standupTarget", &[]))
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "LightState")]
    pub fn read(&mut self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([("hits", s.hits.into()), ("lit", s.lit.into()), ("hit", part_hit_of(s.hit))])
    }
}

part! {
    "A rollover: a wire in a lane that notices balls and does not stop them."
    Rollover
}
lamp!(Rollover);

#[wasm_bindgen]
impl Rollover {
    /// Adds a rollover from `a` to `b` to a body.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "{ a: PointLike; b: PointLike }")] options: JsValue,
    ) -> Answer<Rollover> {
        let body = id("body", &body)?;
        let o = Fields::new("rollover", &options)?;
        o.only(&["a", "b"])?;
        let s = pinball::RolloverSettings::new(place(&o, "a")?, place(&o, "b")?);
        o.done()?;
        pinball::Rollover::add(&mut world.shared.world_mut(), body, s)
            .map(Self)
            .map_err(refuse_at("rollover", &[]))
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "RolloverState")]
    pub fn read(&mut self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([("hits", s.hits.into()), ("pressed", s.pressed.into()), ("lit", s.lit.into())])
    }
}

part! {
    "A kicker: a hole that catches a ball and throws it out again."
    Kicker
}

#[wasm_bindgen]
impl Kicker {
    /// Adds a kicker to a body. `eject` is the velocity of a ball that it throws out.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "KickerOptions")] options: JsValue,
    ) -> Answer<Kicker> {
        let body = id("body", &body)?;
        let o = Fields::new("kicker", &options)?;
        o.only(&["center", "eject", "radius", "catchSpeed"])?;
        let mut s = pinball::KickerSettings::new(place(&o, "center")?, place(&o, "eject")?);
        o.set_number("radius", &mut s.radius)?;
        o.set_number("catchSpeed", &mut s.catch_speed)?;
        o.done()?;
        pinball::Kicker::add(&mut world.shared.world_mut(), body, s)
            .map(Self)
            .map_err(refuse_at("kicker", &[]))
    }

    /// Before each step: whether the ball that it holds is thrown out.
    pub fn update(
        &mut self,
        world: &World,
        eject: bool,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Answer<()> {
        let dt = options::step(&dt)?;
        self.0.update(&mut world.shared.world_mut(), eject, dt).map_err(refuse)
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "KickerState")]
    pub fn read(&mut self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        let ball = s.ball.map_or(JsValue::UNDEFINED, |ball| ball.number().into());
        object([("ball", ball), ("caught", s.caught.into()), ("ejected", s.ejected.into())])
    }
}

part! {
    "A seesaw: a plank on a pivot."
    Seesaw
}

#[wasm_bindgen]
impl Seesaw {
    /// Adds a seesaw.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "SeesawOptions")] options: JsValue,
    ) -> Answer<Seesaw> {
        let s = settings!(
            "seesaw", &options, ["pivot"],
            |o| Ok(pinball::SeesawSettings::new(place(o, "pivot")?)),
            half_length radius tilt inertia mass center friction damping stop_restitution
        );
        pinball::Seesaw::add(&mut world.shared.world_mut(), s).map(Self).map_err(refuse_at("seesaw", &[]))
    }

    /// After a step.
    #[wasm_bindgen(unchecked_return_type = "SeesawState")]
    pub fn read(&self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([("angle", s.angle.into()), ("rate", s.rate.into()), ("hit", part_hit_of(s.hit))])
    }
}

part! {
    "A ramp: a ball that comes in at a mouth is on it, and meets only other things on it, until it leaves by one."
    Ramp
}

#[wasm_bindgen]
impl Ramp {
    /// Adds a ramp to a body.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "BodyId")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "RampOptions")] options: JsValue,
    ) -> Answer<Ramp> {
        let body = id("body", &body)?;
        let o = Fields::new("ramp", &options)?;
        o.only(&["mouths", "on", "off"])?;
        let list = o.list("mouths")?;
        let mut mouths = Vec::new();
        for (n, mouth) in o.need("mouths", list)?.iter().enumerate() {
            let m = Fields::new(format!("ramp.mouths[{n}]"), mouth)?;
            m.only(&["a", "b"])?;
            mouths.push([place(&m, "a")?, place(&m, "b")?]);
            m.done()?;
        }
        let (on, off) = (o.get("on")?, o.get("off")?);
        let s = pinball::RampSettings {
            mouths,
            on: surfaces::filter("ramp.on", &o.need("on", on)?)?,
            off: surfaces::filter("ramp.off", &o.need("off", off)?)?,
        };
        o.done()?;
        pinball::Ramp::add(&mut world.shared.world_mut(), body, s).map(Self).map_err(refuse_at("ramp", &[]))
    }

    /// Before each step: puts balls on the ramp or takes them off.
    pub fn update(&mut self, world: &World) -> Answer<()> {
        self.0.update(&mut world.shared.world_mut()).map_err(refuse)
    }

    /// After a step: how many balls came on and off.
    #[wasm_bindgen(unchecked_return_type = "{ entered: number; left: number }")]
    pub fn read(&mut self, world: &World) -> JsValue {
        let s = self.0.read(&world.shared.world());
        object([("entered", s.entered.into()), ("left", s.left.into())])
    }
}
