//! The parts of `carom-pinball` as components: flippers, bumpers, plungers and the rest, in SI units.
//!
//! Add [`PinballPlugin`] beside [`CaromPlugin`](crate::CaromPlugin). A part that moves (flipper, gate, plunger, seesaw,
//! spinner) is a body of its own; one that stands (bumper, slingshot, targets, rollover, kicker, ramp) belongs to the nearest
//! [`Body`](crate::Body) on the same entity or above it. Its settings are in the frame that its entity has when the part is
//! added; a part that moves takes its entity along. To change settings, insert the part again: it counts from the same place.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_carom::pinball::{Flipper, FlipperSettings, PinballPlugin};
//! use bevy_carom::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_math::Vec2;
//! use bevy_transform::components::Transform;
//!
//! let mut app = App::new();
//! app.add_plugins((CaromPlugin::default(), PinballPlugin));
//! let flipper = Flipper::new(FlipperSettings::left(Vec2::ZERO));
//! app.world_mut().spawn((flipper, Transform::from_xyz(-0.1, 0.0, 0.0)));
//! app.add_systems(FixedUpdate, |mut flippers: Query<&mut Flipper>| {
//!     for mut flipper in &mut flippers {
//!         flipper.order = true;
//!     }
//! });
//! ```

use bevy_app::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use carom::{BodyId, BodyKind, Error, MIN_DT, ShapeId, World as Engine};
pub use carom_pinball::{
    BumperSettings, DropTargetSettings, FlipperSettings, GateSettings, KickerSettings, PlungerSettings, Pull,
    RampSettings, RolloverSettings, SeesawSettings, SlingshotSettings, SpinnerSettings,
    StandupTargetSettings,
};

use crate::components::shape::{Shape, ShapeHandle};
use crate::frame::Frame;
use crate::plugin::{CaromSystems, StepLength, step, stepped};
use crate::sync::{carrier, frame_of};
use crate::warning::{Kind, Warnings};
use crate::world::{BodyHandle, Carom, Pose};

/// A frame in the engine's world or in a body: what the settings of a part are moved by.
#[derive(Clone, Copy, Debug)]
pub struct Place(Frame);

impl Place {
    /// A point of the part's entity.
    #[must_use]
    pub fn point(self, point: Vec2) -> Vec2 {
        self.0.point(point)
    }

    /// A direction of the part's entity, of the same length.
    #[must_use]
    pub fn direction(self, direction: Vec2) -> Vec2 {
        self.0.direction(direction)
    }

    /// The turn of the part's entity, radians.
    #[must_use]
    pub const fn angle(self) -> f32 {
        self.0.angle
    }
}

/// A part of `carom-pinball`, so that one component serves all.
pub trait Part: Clone + Send + Sync + Sized + 'static {
    /// Its settings.
    type Settings: Clone + Send + Sync;
    /// Its input: a button, a pull. Nothing for parts that act on their own.
    type Order: Copy + Default + Send + Sync;
    /// How it is after a step.
    type State: Clone + Send + Sync;
    /// Whether it is a body of its own.
    const MOVES: bool;

    /// Adds it to a world: at a place of the world if it moves, at a place of `table` otherwise.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a setting that is out of range.
    fn add(world: &mut Engine, table: BodyId, settings: Self::Settings, place: Place) -> Result<Self, Error>;
    /// Its body, if it moves.
    fn body(&self) -> Option<BodyId> {
        None
    }
    /// Its shape, if it has one of its own now.
    fn shape(&self) -> Option<ShapeId> {
        None
    }
    /// Before a step.
    ///
    /// # Errors
    /// As of the part in `carom-pinball`.
    fn update(&mut self, world: &mut Engine, order: Self::Order, dt: f32) -> Result<(), Error> {
        let _ = (world, order, dt);
        Ok(())
    }
    /// After a step.
    fn read(&mut self, world: &Engine, dt: f32) -> Self::State;
}

/// A part of a pinball table as a component.
#[derive(Component, Clone, Debug)]
#[require(Transform)]
#[component(on_insert = queue_part, on_discard = forget_part)]
pub struct PinballPart<P: Part> {
    settings: P::Settings,
    /// Its input: `true` presses a flipper's button, throws a kicker's ball out or raises a drop target, a [`Pull`]
    /// moves a plunger.
    pub order: P::Order,
    state: Option<P::State>,
    made: Option<Made<P>>,
}

/// A part in the engine's world.
#[derive(Clone, Debug)]
struct Made<P> {
    part: P,
    /// The body that it belongs to.
    table: BodyId,
}

impl<P: Part> PinballPart<P> {
    /// A part with these settings, in the frame of its entity.
    #[must_use]
    pub fn new(settings: P::Settings) -> Self {
        Self { settings, order: P::Order::default(), state: None, made: None }
    }

    /// Its settings.
    pub const fn settings(&self) -> &P::Settings {
        &self.settings
    }

    /// How it is after the last step; `None` before its first.
    pub const fn state(&self) -> Option<&P::State> {
        self.state.as_ref()
    }
}

/// Entities whose part is to be added.
#[derive(Resource, Debug, Default)]
struct Waiting(Vec<Entity>);

fn queue_part(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(mut waiting) = world.get_resource_mut::<Waiting>() {
        waiting.0.push(context.entity);
    } else if let Some(mut warnings) = world.get_resource_mut::<Warnings>() {
        warnings.lacks_plugin(context.entity, "a part of a pinball table", "PinballPlugin");
    }
}

fn forget_part(mut world: DeferredWorld<'_>, context: HookContext) {
    world.commands().entity(context.entity).queue_silenced(take_out);
}

/// The body of the entity is that of its part. Settings are in the frame that the entity had before.
#[derive(Component, Clone, Copy, Debug)]
struct OwnBody {
    placed: Transform,
}

/// The part goes from the engine's world, and its entity is where it was placed, for the next part.
fn take_out(mut entity: EntityWorldMut<'_>) {
    if let Some(OwnBody { placed }) = entity.get().copied() {
        if let Some(mut transform) = entity.get_mut::<Transform>() {
            transform.translation = placed.translation.truncate().extend(transform.translation.z);
            transform.rotation = placed.rotation;
        }
        entity.remove::<(OwnBody, BodyHandle)>();
    } else {
        entity.remove::<ShapeHandle>();
    }
}

macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident, $plural:ident;)*) => {
        $($(#[$doc])* pub type $name = PinballPart<carom_pinball::$name>;)*

        /// Steps the parts of a pinball table.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct PinballPlugin;

        impl Plugin for PinballPlugin {
            fn build(&self, app: &mut App) {
                app.init_resource::<Waiting>();
                let schedule = crate::plugin::schedule(app);
                app.add_systems(schedule, (
                    (add_parts, update_parts).chain().in_set(CaromSystems::Step).before(step),
                    read_parts.run_if(stepped).in_set(CaromSystems::Step).after(step),
                ));
                #[cfg(feature = "scene")]
                app.add_observer(begin_anew);
            }
        }

        fn add_parts(world: &mut World) {
            let waiting = std::mem::take(&mut world.resource_mut::<Waiting>().0);
            for entity in waiting {
                $(add::<carom_pinball::$name>(world, entity);)*
            }
        }

        #[expect(clippy::too_many_arguments, reason = "a system has one query for each kind of part")]
        fn update_parts(
            mut carom: ResMut<'_, Carom>,
            mut waiting: ResMut<'_, Waiting>,
            mut warnings: ResMut<'_, Warnings>,
            dt: StepLength<'_>,
            $(mut $plural: Query<'_, '_, (Entity, &mut $name)>,)*
        ) {
            let dt = dt.seconds();
            // The engine does not step either.
            if dt < MIN_DT {
                return;
            }
            $(update(&mut carom, &mut waiting, &mut warnings, dt, &mut $plural);)*
        }

        /// In another world all parts are made again.
        #[cfg(feature = "scene")]
        #[expect(clippy::too_many_arguments, reason = "a system has one query for each kind of part")]
        fn begin_anew(
            _: On<'_, '_, crate::world::Replaced>,
            mut commands: Commands<'_, '_>,
            mut waiting: ResMut<'_, Waiting>,
            $(mut $plural: Query<'_, '_, (Entity, &mut $name)>,)*
        ) {
            $(for (entity, mut part) in &mut $plural {
                part.made = None;
                commands.entity(entity).queue_silenced(take_out);
                waiting.0.push(entity);
            })*
        }

        #[expect(clippy::too_many_arguments, reason = "a system has one query for each kind of part")]
        fn read_parts(
            carom: Res<'_, Carom>,
            $(mut $plural: Query<'_, '_, (Entity, &mut $name)>,)*
        ) {
            $(for (_, mut part) in &mut $plural {
                let part = part.bypass_change_detection();
                part.state = part.made.as_mut().map(|made| Part::read(&mut made.part, &carom.world, carom.dt));
            })*
        }
    };
}

parts! {
    /// A flipper; its order is its button.
    Flipper, flippers;
    /// A gate that lets balls through one way.
    Gate, gates;
    /// A plunger; its order is a [`Pull`].
    Plunger, plungers;
    /// A see-saw.
    Seesaw, seesaws;
    /// A spinner.
    Spinner, spinners;
    /// A bumper that kicks.
    Bumper, bumpers;
    /// A drop target; its order raises it.
    DropTarget, drop_targets;
    /// A hole that holds a ball; its order throws it out.
    Kicker, kickers;
    /// A ramp: balls change their filter in its mouths.
    Ramp, ramps;
    /// A wire that notices balls.
    Rollover, rollovers;
    /// A slingshot between two posts.
    Slingshot, slingshots;
    /// A target that stands.
    StandupTarget, standup_targets;
}

fn add<P: Part>(world: &mut World, entity: Entity) {
    let Some(part) = world.get::<PinballPart<P>>(entity).filter(|part| part.made.is_none()) else { return };
    let settings = part.settings.clone();
    let old = world.get::<ShapeHandle>(entity).map(ShapeHandle::id);
    let is_taken = if P::MOVES {
        world.get::<BodyHandle>(entity).is_some()
    } else {
        old.is_some_and(|id| world.resource::<Carom>().shape_body(id).is_some())
    };
    if is_taken {
        let text = || "its part of a pinball table does nothing beside another part, body or shape".into();
        return world.resource_mut::<Warnings>().give(entity, Kind::Doubled, text);
    }
    let (table, frame, on) = if P::MOVES {
        (BodyId::default(), frame_of(world, entity).0, entity)
    } else {
        let Some((on, frame)) = carrier(world, entity) else {
            let text =
                || "its part of a pinball table waits for a Body on the same entity or above it".into();
            world.resource_mut::<Warnings>().give(entity, Kind::NoBody, text);
            world.resource_mut::<Waiting>().0.push(entity);
            return;
        };
        let Some(handle) = world.get::<BodyHandle>(on) else { return };
        (handle.id, frame, on)
    };
    let mut carom = world.resource_mut::<Carom>();
    let made = match P::add(&mut carom.world, table, settings, Place(frame)) {
        Ok(made) => made,
        Err(error) => {
            let text = || format!("its part of a pinball table is refused: {error}");
            return world.resource_mut::<Warnings>().give(entity, Kind::Refused, text);
        }
    };
    let (body, shape) = (made.body(), made.shape());
    if let Some(id) = body {
        carom.bodies.insert(id, entity);
        let pose = Pose {
            position: carom.position(id).unwrap_or_default(),
            angle: carom.angle(id).unwrap_or_default(),
        };
        let kind = carom.kind(id).unwrap_or(BodyKind::Fixed);
        let parent = frame_of(world, entity).1;
        if let Some(mut transform) = world.get_mut::<Transform>(entity) {
            let own = OwnBody { placed: *transform };
            let (mut handle, detail) = BodyHandle::new(id, kind, &transform, parent, pose);
            crate::drawing::show(&mut handle, &detail, &mut transform, pose);
            world.entity_mut(entity).insert((handle, detail, own));
        }
    } else if let Some(id) = shape {
        // One that is left went with an earlier table.
        world.entity_mut(entity).remove::<ShapeHandle>();
        world.resource_mut::<Carom>().shapes.insert(id, entity);
        let handle = ShapeHandle { id, body: on, frame, made: Shape::default(), senses: None };
        world.entity_mut(entity).insert(handle);
    }
    if let Some(mut part) = world.get_mut::<PinballPart<P>>(entity) {
        part.made = Some(Made { part: made, table: body.unwrap_or(table) });
    }
}

fn update<P: Part>(
    carom: &mut Carom,
    waiting: &mut Waiting,
    warnings: &mut Warnings,
    dt: f32,
    parts: &mut Query<'_, '_, (Entity, &mut PinballPart<P>)>,
) {
    for (entity, mut part) in parts {
        let part = part.bypass_change_detection();
        let Some(Made { part: made, table }) = &mut part.made else { continue };
        // A table that was made again as another body has lost what stood on it.
        if !P::MOVES && carom.kind(*table).is_none() {
            part.made = None;
            waiting.0.push(entity);
            continue;
        }
        if let Err(error) = made.update(&mut carom.world, part.order, dt) {
            warnings.give(entity, Kind::Refused, || format!("its part of a pinball table: {error}"));
        }
        // A drop target that is raised has a new shape.
        if let Some(id) = made.shape() {
            carom.shapes.insert(id, entity);
        }
    }
}

macro_rules! settings {
    ($settings:ident, $place:ident, points: [$($point:ident),*], angles: [$($angle:ident),*]) => {{
        let mut settings = $settings;
        $(settings.$point = $place.point(settings.$point);)*
        $(settings.$angle += $place.angle();)*
        settings
    }};
}

impl Part for carom_pinball::Flipper {
    type Settings = FlipperSettings;
    type Order = bool;
    type State = carom_pinball::FlipperState;
    const MOVES: bool = true;

    fn add(world: &mut Engine, _: BodyId, settings: FlipperSettings, place: Place) -> Result<Self, Error> {
        Self::add(world, settings!(settings, place, points: [pivot], angles: [rest, raised]))
    }

    fn body(&self) -> Option<BodyId> {
        Some(self.body())
    }

    fn update(&mut self, world: &mut Engine, order: bool, dt: f32) -> Result<(), Error> {
        self.update(world, order, dt)
    }

    fn read(&mut self, world: &Engine, _: f32) -> Self::State {
        Self::read(self, world)
    }
}

impl Part for carom_pinball::Plunger {
    type Settings = PlungerSettings;
    type Order = Pull;
    type State = carom_pinball::PlungerState;
    const MOVES: bool = true;

    fn add(world: &mut Engine, _: BodyId, settings: PlungerSettings, place: Place) -> Result<Self, Error> {
        let direction = place.direction(settings.direction);
        let moved = settings!(settings, place, points: [tip], angles: []);
        Self::add(world, PlungerSettings { direction, ..moved })
    }

    fn body(&self) -> Option<BodyId> {
        Some(self.body())
    }

    fn update(&mut self, world: &mut Engine, order: Pull, dt: f32) -> Result<(), Error> {
        self.update(world, order, dt)
    }

    fn read(&mut self, world: &Engine, _: f32) -> Self::State {
        Self::read(self, world)
    }
}

macro_rules! moving_part {
    ($name:ident, $settings:ident, $state:ident, $points:tt, $angles:tt) => {
        impl Part for carom_pinball::$name {
            type Settings = $settings;
            type Order = ();
            type State = carom_pinball::$state;
            const MOVES: bool = true;

            fn add(world: &mut Engine, _: BodyId, settings: $settings, place: Place) -> Result<Self, Error> {
                Self::add(world, settings!(settings, place, points: $points, angles: $angles))
            }

            fn body(&self) -> Option<BodyId> {
                Some(self.body())
            }

            fn read(&mut self, world: &Engine, _: f32) -> Self::State {
                Self::read(self, world)
            }
        }
    };
}

moving_part!(Gate, GateSettings, GateState, [pivot, end], []);
moving_part!(Spinner, SpinnerSettings, SpinnerState, [pivot], [angle]);
moving_part!(Seesaw, SeesawSettings, SeesawState, [pivot], []);

macro_rules! standing_part {
    ($name:ident, $settings:ident, $state:ident, $points:tt, |$made:ident, $world:ident, $dt:ident| $read:expr) => {
        impl Part for carom_pinball::$name {
            type Settings = $settings;
            type Order = ();
            type State = carom_pinball::$state;
            const MOVES: bool = false;

            fn add(world: &mut Engine, table: BodyId, settings: $settings, place: Place) -> Result<Self, Error> {
                Self::add(world, table, settings!(settings, place, points: $points, angles: []))
            }

            fn shape(&self) -> Option<ShapeId> {
                Some(self.shape())
            }

            fn read(&mut self, $world: &Engine, $dt: f32) -> Self::State {
                let $made = self;
                $read
            }
        }
    };
}

standing_part!(Bumper, BumperSettings, BumperState, [center], |part, world, dt| Self::read(part, world, dt));
standing_part!(Slingshot, SlingshotSettings, SlingshotState, [a, b], |part, world, dt| Self::read(
    part, world, dt
));
standing_part!(Rollover, RolloverSettings, RolloverState, [a, b], |part, world, _dt| Self::read(part, world));
standing_part!(StandupTarget, StandupTargetSettings, StandupTargetState, [a, b], |part, world, _dt| {
    Self::read(part, world)
});

impl Part for carom_pinball::DropTarget {
    type Settings = DropTargetSettings;
    type Order = bool;
    type State = carom_pinball::DropTargetState;
    const MOVES: bool = false;

    fn add(
        world: &mut Engine,
        table: BodyId,
        settings: DropTargetSettings,
        place: Place,
    ) -> Result<Self, Error> {
        Self::add(world, table, settings!(settings, place, points: [a, b], angles: []))
    }

    fn shape(&self) -> Option<ShapeId> {
        self.shape()
    }

    fn update(&mut self, world: &mut Engine, order: bool, _: f32) -> Result<(), Error> {
        self.update(world, order)
    }

    fn read(&mut self, world: &Engine, _: f32) -> Self::State {
        Self::read(self, world)
    }
}

impl Part for carom_pinball::Kicker {
    type Settings = KickerSettings;
    type Order = bool;
    type State = carom_pinball::KickerState;
    const MOVES: bool = false;

    fn add(world: &mut Engine, table: BodyId, settings: KickerSettings, place: Place) -> Result<Self, Error> {
        let eject = place.direction(settings.eject);
        let moved = settings!(settings, place, points: [center], angles: []);
        Self::add(world, table, KickerSettings { eject, ..moved })
    }

    fn shape(&self) -> Option<ShapeId> {
        Some(self.shape())
    }

    fn update(&mut self, world: &mut Engine, order: bool, dt: f32) -> Result<(), Error> {
        self.update(world, order, dt)
    }

    fn read(&mut self, world: &Engine, _: f32) -> Self::State {
        Self::read(self, world)
    }
}

impl Part for carom_pinball::Ramp {
    type Settings = RampSettings;
    type Order = ();
    type State = carom_pinball::RampState;
    const MOVES: bool = false;

    fn add(world: &mut Engine, table: BodyId, settings: RampSettings, place: Place) -> Result<Self, Error> {
        let mouths = settings.mouths.iter().map(|ends| ends.map(|end| place.point(end))).collect();
        Self::add(world, table, RampSettings { mouths, ..settings })
    }

    fn update(&mut self, world: &mut Engine, (): (), _: f32) -> Result<(), Error> {
        self.update(world)
    }

    fn read(&mut self, world: &Engine, _: f32) -> Self::State {
        Self::read(self, world)
    }
}
