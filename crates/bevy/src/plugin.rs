//! The plugin: what runs when.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_ecs::system::{SystemChangeTick, SystemParam};
use bevy_time::Time;
use bevy_transform::TransformSystems;
use carom::{Config, MIN_DT, World as Engine};

use crate::components::ball::Ball;
use crate::components::body::Body;
use crate::components::field::Field;
use crate::components::joint::Joint;
use crate::components::link::Link;
use crate::components::shape::Shape;
use crate::queue::Queue;
use crate::warning::{self, CaromWarning, Warnings};
use crate::world::{Carom, Writes};
use crate::{drawing, events, sync, write};

/// Puts a Carom world into an app: the resource [`Carom`], stepped once in each fixed step.
///
/// World units are `Transform` units: no pixels per metre. It needs `bevy_time`'s `TimePlugin` (part of `MinimalPlugins`)
/// unless [`dt`](Self::dt) is given, and nothing else.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_carom::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins(CaromPlugin::default().config(Config { gravity: bevy_math::vec2(0.0, -3.0), ..Config::default() }));
/// ```
#[derive(Clone, Debug)]
pub struct CaromPlugin {
    config: Config,
    schedule: InternedScheduleLabel,
    dt: Option<f32>,
    interpolation: bool,
    impact_threshold: f32,
}

impl Default for CaromPlugin {
    fn default() -> Self {
        Self {
            config: Config::default(),
            schedule: FixedPostUpdate.intern(),
            dt: None,
            interpolation: true,
            impact_threshold: 0.0,
        }
    }
}

impl CaromPlugin {
    /// Gravity and the other settings of the engine. One that is out of range panics when the app is built.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// Steps in another schedule than `FixedPostUpdate`: a rollback library's, or one that a server runs itself. Drawing is
    /// not interpolated there.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> Self {
        self.schedule = schedule.intern();
        self
    }

    /// Seconds of a step, in place of what `Time` says in that schedule.
    #[must_use]
    pub fn dt(mut self, dt: f32) -> Self {
        self.dt = Some(dt);
        self
    }

    /// Whether `Transform`s are interpolated between steps. Default yes.
    #[must_use]
    pub fn interpolation(mut self, interpolation: bool) -> Self {
        self.interpolation = interpolation;
        self
    }

    /// Approach speed below which impacts are not reported, length units per second, unless an
    /// [`ImpactThreshold`](crate::ImpactThreshold) says otherwise. Default 0.
    #[must_use]
    pub fn impact_threshold(mut self, speed: f32) -> Self {
        self.impact_threshold = speed;
        self
    }
}

/// The parts of a step of the app, in this order, before transforms are propagated. To pause, give `Step` a run
/// condition that says no, or pause `Time<Virtual>`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaromSystems {
    /// The changes of the game go to the engine.
    Sync,
    /// The engine steps.
    Step,
    /// Places and velocities come back.
    Write,
    /// Messages are written and observers run.
    Events,
}

/// Seconds of a step, if the game or a scene says so.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct FixedDt(pub(crate) Option<f32>);

/// Where the engine steps, for plugins that come after this one.
#[derive(Resource, Clone, Copy, Debug)]
struct Schedule(
    #[cfg_attr(
        not(any(feature = "gizmos", feature = "pinball", feature = "scene")),
        expect(dead_code, reason = "for those features")
    )]
    InternedScheduleLabel,
);

/// The schedule of the app's `CaromPlugin`, which is to be added first.
#[cfg(any(feature = "gizmos", feature = "pinball", feature = "scene"))]
pub(crate) fn schedule(app: &App) -> InternedScheduleLabel {
    app.world().get_resource::<Schedule>().map_or_else(|| FixedPostUpdate.intern(), |schedule| schedule.0)
}

/// Seconds of the step that comes or has just been.
#[derive(SystemParam)]
pub(crate) struct StepLength<'w> {
    fixed: Res<'w, FixedDt>,
    time: Option<Res<'w, Time>>,
}

impl StepLength<'_> {
    pub(crate) fn seconds(&self) -> f32 {
        self.fixed.0.or_else(|| self.time.as_ref().map(|time| time.delta_secs())).unwrap_or(0.0)
    }
}

impl Plugin for CaromPlugin {
    fn build(&self, app: &mut App) {
        let is_drawn = self.interpolation && self.schedule == FixedPostUpdate.intern();
        let world = Engine::new(self.config).unwrap_or_else(|error| panic!("CaromPlugin::config: {error}"));
        app.insert_resource(Carom::new(world, self.impact_threshold))
            .insert_resource(FixedDt(self.dt))
            .insert_resource(Schedule(self.schedule))
            .init_resource::<Queue>()
            .init_resource::<Warnings>()
            .insert_resource(Writes::new(is_drawn))
            .add_message::<CaromWarning>();
        events::register(app);
        queue_what_is_there(app.world_mut());
        app.configure_sets(
            self.schedule,
            (CaromSystems::Sync, CaromSystems::Step, CaromSystems::Write, CaromSystems::Events)
                .chain()
                .before(TransformSystems::Propagate),
        );
        app.add_systems(
            self.schedule,
            (
                (
                    sync::notice,
                    sync::frames,
                    sync::touched,
                    sync::motion,
                    sync::apply.run_if(sync::is_due),
                    warning::report,
                )
                    .chain()
                    .in_set(CaromSystems::Sync),
                step.in_set(CaromSystems::Step),
                (write::roots, sync::frames_after_step, write::children)
                    .chain()
                    .run_if(stepped)
                    .in_set(CaromSystems::Write),
                events::report.run_if(stepped).in_set(CaromSystems::Events),
            ),
        );
        if self.dt.is_none() || is_drawn {
            app.add_systems(PreStartup, expect_clock);
        }
        app.add_observer(sync::reparented).add_observer(sync::orphaned);
        if is_drawn {
            let knots = write::knots.run_if(stepped).in_set(CaromSystems::Write).after(write::children);
            app.add_systems(FixedFirst, drawing::restore).add_systems(self.schedule, knots).add_systems(
                RunFixedMainLoop,
                drawing::draw.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            );
        }
        #[cfg(feature = "reflect")]
        crate::reflect::register(app);
    }
}

/// Without a clock there are no steps, and drawing has nothing to go by.
fn expect_clock(time: Option<Res<'_, Time>>) {
    assert!(
        time.is_some(),
        "CaromPlugin needs TimePlugin (DefaultPlugins or MinimalPlugins have it), or CaromPlugin::dt with another schedule"
    );
}

/// All entities that a filter lets through.
pub(crate) fn all<F: bevy_ecs::query::QueryFilter>(world: &mut World) -> Vec<Entity> {
    world.query_filtered::<Entity, F>().iter(world).collect()
}

/// Hooks note what is added from here on; what is there already is noted now.
fn queue_what_is_there(world: &mut World) {
    let bodies = all::<Or<(With<Ball>, With<Body>, With<Joint>)>>(world);
    let shapes = all::<With<Shape>>(world);
    let links = all::<With<Link>>(world);
    let fields = all::<With<Field>>(world);
    let mut queue = world.resource_mut::<Queue>();
    queue.bodies.extend(bodies);
    queue.shapes.extend(shapes);
    queue.links.extend(links);
    queue.fields.extend(fields);
}

/// Whether there was a step since the calling system has run.
pub(crate) fn stepped(carom: Res<'_, Carom>, mut seen: Local<'_, u64>) -> bool {
    std::mem::replace(&mut *seen, carom.steps) != carom.steps
}

pub(crate) fn step(
    mut carom: ResMut<'_, Carom>,
    length: StepLength<'_>,
    mut writes: ResMut<'_, Writes>,
    now: SystemChangeTick,
) {
    writes.bypass_change_detection().step_began = now.this_run();
    let dt = length.seconds();
    // In a schedule that runs once a frame, time may stand.
    if dt >= MIN_DT {
        carom.world.step(dt);
        carom.steps += 1;
        carom.dt = dt;
    }
}
