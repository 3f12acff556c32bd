//! Scene files and Haxball stadiums as assets, with hot reload.
//!
//! Spawn a [`CaromSceneRoot`] with the handle of a `.carom.ron`, `.carom.json` or `.hbs` file. As soon as it is loaded, the
//! scene takes the place of the engine's world, with its gravity and its length of a step: one scene at a time. Its bodies become
//! children of that entity, with `Name`, `Transform` and [`BodyHandle`]; its named shapes become children of theirs. Balls,
//! bodies, joints, links, fields and pinball parts that the game has spawned itself go on in the new world, unless they are
//! below a body of the old scene. As soon as the root is despawned, the scene's bodies are gone; gravity and the length of a
//! step stay.
//!
//! A file that is written while the app runs is loaded again if the app watches its files (`file_watcher` of `bevy_asset`). A
//! file with a fault leaves the scene as it is; the log has the fault, with line and column.

use bevy_app::prelude::*;
use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetApp, AssetEvent, AssetId, AssetLoader, Assets, Handle, LoadContext};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::TypePath;
use bevy_transform::components::Transform;
use carom::{BodyId, World as Engine};
use carom_hbs::Stadium;
use carom_scene::{Scene, Stage};
use slotmap::SecondaryMap;

use crate::components::ball::Ball;
use crate::components::body::Body;
use crate::components::joint::Joint;
use crate::components::motion::{AngularVelocity, Velocity};
use crate::components::shape::{Shape, ShapeHandle};
use crate::drawing;
use crate::frame::Frame;
use crate::plugin::{CaromSystems, FixedDt, all, step};
use crate::queue::Queue;
use crate::warning::{Kind, Warnings};
use crate::world::{BodyDetail, BodyHandle, Carom, FieldHandle, LinkHandle, Pose, Replaced};

/// A scene as its file says it.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct CaromScene(pub Scene);

/// Reads `.carom.ron`, `.carom.json` and `.hbs`.
#[derive(Clone, Copy, Debug, Default, TypePath)]
pub struct CaromSceneLoader;

/// Why a file is no scene.
#[derive(Debug)]
pub enum SceneFileError {
    /// The file can't be read.
    Io(std::io::Error),
    /// The file is not UTF-8.
    Encoding(std::str::Utf8Error),
    /// The scene has a fault, with its place in the file.
    Scene(carom_scene::Fault),
    /// The stadium has a fault.
    Stadium(carom_hbs::Error),
}

impl core::fmt::Display for SceneFileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "can't be read: {error}"),
            Self::Encoding(error) => write!(f, "is not UTF-8: {error}"),
            Self::Scene(fault) => write!(f, "{fault}"),
            Self::Stadium(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for SceneFileError {}

impl AssetLoader for CaromSceneLoader {
    type Asset = CaromScene;
    type Settings = ();
    type Error = SceneFileError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<CaromScene, SceneFileError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(SceneFileError::Io)?;
        let text = core::str::from_utf8(&bytes).map_err(SceneFileError::Encoding)?;
        let path = context.path().to_string();
        let scene = if path.ends_with(".hbs") {
            Stadium::parse(text).map_err(SceneFileError::Stadium)?.to_scene().0
        } else if path.ends_with(".json") {
            Scene::from_json(text).map_err(SceneFileError::Scene)?
        } else {
            Scene::from_ron(text).map_err(SceneFileError::Scene)?
        };
        // A scene that can't be built is reported here, with its file, and not when it is spawned.
        scene.clone().stage().map_err(SceneFileError::Scene)?;
        Ok(CaromScene(scene))
    }

    fn extensions(&self) -> &[&str] {
        &["carom.ron", "carom.json", "hbs"]
    }
}

/// Where a scene is spawned.
#[derive(Component, Clone, Debug, Default)]
#[require(Transform)]
#[component(on_add = expect_plugin)]
pub struct CaromSceneRoot(pub Handle<CaromScene>);

fn expect_plugin(mut world: DeferredWorld<'_>, context: HookContext) {
    if world.get_resource::<CaromStage>().is_none()
        && let Some(mut warnings) = world.get_resource_mut::<Warnings>()
    {
        warnings.lacks_plugin(context.entity, "a scene", "CaromScenePlugin");
    }
}

/// Marks entities that came from a scene file.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct FromScene;

/// The scene that runs: its inputs, score and facts. Its world is in [`Carom`] at all other times than its own rules run.
#[derive(Resource, Default)]
pub struct CaromStage {
    stage: Option<Stage>,
    root: Option<Entity>,
    /// The asset that it was made of.
    asset: Option<AssetId<CaromScene>>,
}

impl core::fmt::Debug for CaromStage {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CaromStage").field("root", &self.root).finish_non_exhaustive()
    }
}

impl CaromStage {
    /// The scene that runs; `None` before one is loaded. Its own `world` is empty: [`Carom`] has it.
    #[must_use]
    pub const fn stage(&self) -> Option<&Stage> {
        self.stage.as_ref()
    }

    /// Presses or releases an input by its name; `false` if the scene has no such input.
    pub fn press(&mut self, input: &str, pressed: bool) -> bool {
        self.stage.as_mut().is_some_and(|stage| stage.press(input, pressed))
    }
}

/// The inputs of a scene by keys or buttons of any kind that `bevy_input` knows.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_carom::scene::{bind, InputNames};
/// use bevy_input::keyboard::KeyCode;
///
/// let mut app = App::new();
/// app.insert_resource(InputNames(vec![(KeyCode::ArrowLeft, "left".into()), (KeyCode::ArrowRight, "right".into())]));
/// app.add_systems(PreUpdate, bind::<KeyCode>);
/// ```
#[derive(Resource, Clone, Debug)]
pub struct InputNames<K: Send + Sync + 'static>(pub Vec<(K, String)>);

/// Presses the inputs of the scene as the keys say.
pub fn bind<K: Copy + Eq + core::hash::Hash + Send + Sync + 'static>(
    keys: Res<'_, bevy_input::ButtonInput<K>>,
    names: Res<'_, InputNames<K>>,
    mut stage: ResMut<'_, CaromStage>,
) {
    for (key, name) in &names.0 {
        // A name that this scene does not have is another scene's.
        _ = stage.press(name, keys.pressed(*key));
    }
}

/// Loads and steps scenes. To be added after `CaromPlugin` and `bevy_asset`'s `AssetPlugin`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaromScenePlugin;

impl Plugin for CaromScenePlugin {
    fn build(&self, app: &mut App) {
        let schedule = crate::plugin::schedule(app);
        app.init_asset::<CaromScene>()
            .register_asset_loader(CaromSceneLoader)
            .init_resource::<CaromStage>()
            .add_systems(PreUpdate, replace)
            .add_systems(
                schedule,
                (
                    before.in_set(CaromSystems::Step).before(step),
                    (after, reconcile).chain().in_set(CaromSystems::Step).after(step),
                ),
            );
    }
}

/// Puts a scene in the world's place when its file was loaded, or loaded again.
fn replace(world: &mut World, mut seen: Local<'_, bevy_ecs::message::MessageCursor<AssetEvent<CaromScene>>>) {
    let mut roots = world.query::<(Entity, Ref<'_, CaromSceneRoot>)>();
    let all: Vec<(Entity, Handle<CaromScene>, bool)> =
        roots.iter(world).map(|(entity, root)| (entity, root.0.clone(), root.is_changed())).collect();
    let running = world.resource::<CaromStage>().asset;
    let loaded: Vec<_> = seen
        .read(world.resource::<Messages<AssetEvent<CaromScene>>>())
        .filter_map(|event| match event {
            AssetEvent::Modified { id } => Some(*id),
            // An asset that was there when its root was spawned runs already: to start it again would lose what is pressed.
            AssetEvent::Added { id } if running != Some(*id) => Some(*id),
            _ => None,
        })
        .collect();
    for (entity, handle, is_new) in all {
        if !is_new && !loaded.contains(&handle.id()) {
            continue;
        }
        let Some(scene) = world.resource::<Assets<CaromScene>>().get(&handle).map(|scene| scene.0.clone())
        else {
            continue;
        };
        match scene.stage() {
            Ok(stage) => put(world, entity, handle.id(), stage),
            Err(fault) => log::error!("entity {entity}: its scene is left out: {fault}"),
        }
    }
    // A scene whose entity is gone goes as well; its bodies went with the entity's children.
    let root = world.resource::<CaromStage>().root;
    if root.is_some_and(|root| world.get_entity(root).is_err()) {
        *world.resource_mut::<CaromStage>() = CaromStage::default();
    }
}

/// A body of the game's own, as it was in the world that goes.
enum Kept {
    Ball(carom::Ball),
    Joint(carom::Joint),
    Body(carom::Body),
}

impl Kept {
    fn of(carom: &Engine, id: BodyId) -> Option<Self> {
        let solid = || carom.joint(id).map(Self::Joint).or_else(|| carom.body(id).map(Self::Body));
        carom.ball(id).map(Self::Ball).or_else(solid)
    }

    fn added_to(self, carom: &mut Engine) -> Result<BodyId, carom::Error> {
        match self {
            Self::Ball(ball) => carom.add_ball(ball),
            Self::Joint(joint) => carom.add_joint(joint),
            Self::Body(body) => carom.add_body(body),
        }
    }
}

/// The game's own bodies: a component of this crate has made each.
type Own = (Without<FromScene>, Or<(With<Ball>, With<Joint>, With<Body>)>);

fn put(world: &mut World, root: Entity, asset: AssetId<CaromScene>, mut stage: Stage) {
    let own = world.query_filtered::<(Entity, &BodyHandle), Own>();
    let carom = world.resource::<Carom>();
    let kept: Vec<(Entity, Kept, bool)> = own
        .iter_manual(world)
        .filter_map(|(entity, handle)| {
            Some((entity, Kept::of(carom, handle.id)?, carom.is_enabled(handle.id)))
        })
        .collect();
    let mut carom = world.resource_mut::<Carom>();
    // From here on no handle has a body, so that none takes one of the new world along: ids of both worlds are the same.
    // `SecondaryMap::clear` would leave the key with index 0, which the engine uses.
    carom.bodies = SecondaryMap::new();
    carom.shapes = SecondaryMap::new();
    carom.links = SecondaryMap::new();
    carom.fields = SecondaryMap::new();
    let dt = stage.dt();
    std::mem::swap(&mut carom.world, &mut stage.world);
    if let Ok(empty) = Engine::new(carom::Config::default()) {
        stage.world = empty;
    }
    world.resource_mut::<FixedDt>().0 = Some(dt);
    if let Some(mut time) = world.get_resource_mut::<bevy_time::Time<bevy_time::Fixed>>() {
        time.set_timestep_seconds(f64::from(dt));
    }
    let mut old = world.query_filtered::<Entity, With<FromScene>>();
    for entity in old.iter(world).collect::<Vec<_>>() {
        if let Ok(entity) = world.get_entity_mut(entity) {
            entity.despawn();
        }
    }
    *world.resource_mut::<CaromStage>() =
        CaromStage { stage: Some(stage), root: Some(root), asset: Some(asset) };
    reconcile(world);
    for (entity, body, enabled) in kept {
        // An entity below a body of the old scene went with that body.
        if world.get_entity(entity).is_err() {
            continue;
        }
        let mut carom = world.resource_mut::<Carom>();
        match body.added_to(&mut carom.world) {
            Ok(id) => {
                carom.bodies.insert(id, entity);
                _ = carom.set_enabled(id, enabled);
                if let Some(mut handle) = world.get_mut::<BodyHandle>(entity) {
                    handle.id = id;
                }
            }
            Err(error) => {
                world.entity_mut(entity).remove::<BodyHandle>();
                let text = || format!("the new scene refuses its body: {error}");
                world.resource_mut::<Warnings>().give(entity, Kind::Refused, text);
            }
        }
    }
    let shapes = all::<(With<ShapeHandle>, With<Shape>)>(world);
    let links = all::<With<LinkHandle>>(world);
    let fields = all::<With<FieldHandle>>(world);
    for entity in shapes.iter().chain(&links).chain(&fields) {
        world.entity_mut(*entity).remove::<(ShapeHandle, LinkHandle, FieldHandle)>();
    }
    let mut queue = world.resource_mut::<Queue>();
    queue.shapes.extend(shapes);
    queue.links.extend(links);
    queue.fields.extend(fields);
    world.trigger(Replaced);
}

/// Runs a part of the stage with the world in its place.
fn with_world(carom: &mut Carom, stage: &mut CaromStage, run: impl FnOnce(&mut Stage)) {
    if let Some(stage) = &mut stage.stage {
        std::mem::swap(&mut carom.world, &mut stage.world);
        run(stage);
        std::mem::swap(&mut carom.world, &mut stage.world);
    }
}

fn before(mut carom: ResMut<'_, Carom>, mut stage: ResMut<'_, CaromStage>) {
    with_world(&mut carom, &mut stage, Stage::before);
}

fn after(mut carom: ResMut<'_, Carom>, mut stage: ResMut<'_, CaromStage>) {
    with_world(&mut carom, &mut stage, Stage::after);
}

/// Gives each body of the scene an entity, and takes away those whose body is gone: streams add balls, rules remove them.
fn reconcile(world: &mut World) {
    let Some(root) = world.resource::<CaromStage>().root else { return };
    if world.get_entity(root).is_err() {
        return;
    }
    let known = world.query_filtered::<(Entity, &BodyHandle), With<FromScene>>();
    let carom = world.resource::<Carom>();
    let gone: Vec<Entity> = known
        .iter_manual(world)
        .filter(|(_, handle)| carom.kind(handle.id).is_none())
        .map(|(entity, _)| entity)
        .collect();
    for entity in gone {
        world.despawn(entity);
    }
    let (carom, stage) = (world.resource::<Carom>(), world.resource::<CaromStage>());
    let name = |body| {
        stage.stage.as_ref().and_then(|stage| stage.name_of(body)).map(|name| Name::new(name.to_owned()))
    };
    let balls = carom.balls().map(|(id, ball)| (id, Pose { position: ball.position, angle: ball.angle }));
    let bodies = carom.bodies().map(|(id, body)| (id, Pose { position: body.position, angle: body.angle }));
    let new: Vec<(BodyId, Pose, Option<Name>)> = balls
        .chain(bodies)
        .filter(|(id, _)| carom.entity(*id).is_none())
        .map(|(id, pose)| (id, pose, name(id)))
        .collect();
    if new.is_empty() {
        return;
    }
    for (id, pose, name) in new {
        let carom = world.resource::<Carom>();
        let Some(kind) = carom.kind(id) else { continue };
        let motion = (
            Velocity(carom.velocity(id).unwrap_or_default()),
            AngularVelocity(carom.angular_velocity(id).unwrap_or_default()),
        );
        // The scene is in world units, wherever its root stands.
        let parent = crate::sync::frame_of(world, root).0;
        let mut transform = Transform::default();
        let (mut handle, detail) = BodyHandle::new(id, kind, &transform, Some(parent), pose);
        drawing::show(&mut handle, &detail, &mut transform, pose);
        (handle.velocity, handle.angular_velocity) = (motion.0.0, motion.1.0);
        let entity = world.spawn((transform, motion, handle, detail, FromScene, ChildOf(root))).id();
        if let Some(name) = name {
            world.entity_mut(entity).insert(name);
        }
        // The handle was inserted with its parent known; hooks of hierarchies have forgotten it.
        if let Some(mut handle) = world.get_mut::<BodyHandle>(entity) {
            handle.has_parent = true;
        }
        if let Some(mut detail) = world.get_mut::<BodyDetail>(entity) {
            (detail.parent, detail.rehung) = (Some(parent), false);
        }
        world.resource_mut::<Carom>().bodies.insert(id, entity);
    }
    let (carom, stage) = (world.resource::<Carom>(), world.resource::<CaromStage>());
    let named: Vec<_> = carom
        .shape_geometries()
        .filter(|(_, shape, _)| carom.shape_entity(*shape).is_none())
        .filter_map(|(body, shape, _)| {
            let name = stage.stage.as_ref()?.name_of_shape(shape)?.to_owned();
            Some((carom.entity(body)?, shape, name))
        })
        .collect();
    for (body, id, name) in named {
        // A path has several curves.
        if world.resource::<Carom>().shape_entity(id).is_some() {
            continue;
        }
        let handle = ShapeHandle { id, body, frame: Frame::IDENTITY, made: Shape::default(), senses: None };
        let entity =
            world.spawn((Name::new(name), Transform::default(), handle, FromScene, ChildOf(body))).id();
        world.resource_mut::<Carom>().shapes.insert(id, entity);
    }
}
