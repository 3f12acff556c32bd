//! A whole table: its files in, a scene out.

use std::path::Path;

use carom_scene::Scene;
use carom_scene::model::{
    Ball, Body, Box as Walls, Inertia, Material, MaterialRef, Point as Place, Region, Report, Run, Settings,
    Shape,
};
use glam::{DVec2, dvec2};
use serde_json::Value;

use crate::bot::{self, Drain};
use crate::error::Error;
use crate::fields::Fields;
use crate::limits::MAX_ITEMS;
use crate::path::Curves;
use crate::report::{ImportReport, ItemReport, Outcome};
use crate::scene_builder::{BALL_MATERIAL, SceneBuilder, TABLE};
use crate::source::{Files, Source};
use crate::surface::Surface;
use crate::units::{ACCELERATION, BALL, LENGTH, MASS};
use crate::{bumper, flipper, gate, kicker, plunger, points, primitive, ramp, rubber, target, trigger, wall};

/// Most balls at the start of a table: the places in its plunger lane.
const MOST_BALLS: u32 = 4;
/// Share of the slope's pull that moves a ball which rolls: the rest goes into its spin.
const ROLLS: f64 = 5.0 / 7.0;
/// Room about the table that balls must not leave, metres.
const MARGIN: f32 = 0.01;
/// Kinds of items that no ball feels.
const SCENERY: [&str; 10] = [
    "Light",
    "Decal",
    "Flasher",
    "TextBox",
    "Reel",
    "Timer",
    "LightSequencer",
    "PartGroup",
    "DispReel",
    "Ball",
];

/// Kinds of items that have their place in drag points or a centre.
const PLACED: [&str; 11] = [
    "Wall",
    "Rubber",
    "Ramp",
    "Bumper",
    "Flipper",
    "Gate",
    "Spinner",
    "HitTarget",
    "Kicker",
    "Plunger",
    "Trigger",
];

/// Options of a table beside its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many balls start at the plunger, 1 to 4. Default 1.
    pub balls: u32,
    /// Whether drop targets, and walls that can drop and report hits, fall when they are hit: for good, as a scene has no
    /// rule that raises them. Default no: they stay up.
    pub targets_fall: bool,
    /// Whether meshes that balls meet are sliced at the height of a ball's centre and become walls. Default no: they are
    /// left out, and reported.
    pub meshes: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { balls: 1, targets_fall: false, meshes: false }
    }
}

/// A table that became a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The scene.
    pub scene: Scene,
    /// The report of each item.
    pub report: ImportReport,
    /// The pieces of the table's curves.
    pub curves: Curves,
}

impl Table {
    /// Reads a folder that `vpxtool extract` wrote, a VPZ archive, as a folder or as a file, or a `.vpx` file.
    ///
    /// # Errors
    /// [`Error`] with the file, the found text and the allowed range. It does not repeat `path`. A table without
    /// any item is one as well.
    pub fn read(path: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        let path = path.as_ref();
        let source = if path.is_dir() {
            Source::folder(path.to_owned())
        } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("vpx")) {
            Self::binary(path)?
        } else {
            Self::archive(path)?
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Self::of_files(source, &name, options)
    }

    #[cfg(feature = "vpx")]
    fn binary(path: &Path) -> Result<Source<'static>, Error> {
        crate::binary::unpack(path).map(Source::memory)
    }

    #[cfg(not(feature = "vpx"))]
    fn binary(_: &Path) -> Result<Source<'static>, Error> {
        let message =
            "it is a .vpx file: run `vpxtool extract` on it, or build with the feature `vpx`".to_owned();
        Err(Error::Unreadable { file: String::new(), message })
    }

    #[cfg(feature = "vpz")]
    fn archive(path: &Path) -> Result<Source<'static>, Error> {
        let file = std::fs::File::open(path)
            .map_err(|error| Error::Unreadable { file: String::new(), message: error.to_string() })?;
        Source::archive(std::io::BufReader::new(file))
    }

    #[cfg(not(feature = "vpz"))]
    fn archive(_: &Path) -> Result<Source<'static>, Error> {
        let message = "it is no folder, and VPZ archives need the feature `vpz`".to_owned();
        Err(Error::Unreadable { file: String::new(), message })
    }

    /// A VPZ archive as bytes. The scene gets the name, if the table has none.
    ///
    /// # Errors
    /// As [`Table::read`].
    #[cfg(feature = "vpz")]
    pub fn from_vpz(bytes: &[u8], name: &str, options: Options) -> Result<Self, Error> {
        Self::of_files(Source::archive(std::io::Cursor::new(bytes))?, name, options)
    }

    fn of_files(mut source: Source<'_>, name: &str, options: Options) -> Result<Self, Error> {
        if !(1..=MOST_BALLS).contains(&options.balls) {
            return Err(Error::Value {
                place: "options.balls".to_owned(),
                found: options.balls.to_string(),
                allowed: "1 to 4",
            });
        }
        let files = source.texts()?;
        let (main, data) = ["gamedata.json", "table.json"]
            .iter()
            .find_map(|main| Some((*main, files.get(*main)?)))
            .ok_or_else(|| Error::Unreadable {
                file: String::new(),
                message: "it has neither gamedata.json, as vpxtool writes it, nor table.json, as VPZ has it"
                    .to_owned(),
            })?;
        let data = parse(main, data)?;
        let settings = Fields::new(main.to_owned(), &data)?;
        version(&files)?;
        let (mut builder, size) = start(&settings, name)?;
        read_materials(&files, &mut builder)?;
        let items = read_items(&files)?;
        if items.is_empty() {
            let message =
                "it has no item: a table has at least one file in gameitems, or in parts if it is VPZ";
            return Err(Error::Unreadable { file: String::new(), message: message.to_owned() });
        }
        let report = fill(&mut builder, &items, &settings, size, options, &mut source)?;
        Ok(Self { scene: builder.scene, report, curves: builder.curves })
    }
}

/// One item as it is in its file.
struct Item {
    file: String,
    kind: String,
    name: String,
    value: Value,
}

fn parse(name: &str, data: &[u8]) -> Result<Value, Error> {
    serde_json::from_slice(data)
        .map_err(|error| Error::Syntax { file: name.to_owned(), message: error.to_string() })
}

/// A pack of a later version is not read as if it were of this one.
fn version(files: &Files) -> Result<(), Error> {
    let Some(data) = files.get("manifest.json") else { return Ok(()) };
    let manifest = parse("manifest.json", data)?;
    let version = Fields::new("manifest.json".to_owned(), &manifest)?.number(&["file_version"], 1.0)?;
    if version == 1.0 {
        return Ok(());
    }
    Err(Error::Value {
        place: "manifest.json: file_version".to_owned(),
        found: version.to_string(),
        allowed: "1, the only version that is known",
    })
}

/// The scene of an empty table, and its size in metres.
fn start(settings: &Fields<'_>, name: &str) -> Result<(SceneBuilder, DVec2), Error> {
    let [left, top] = [settings.number(&["left"], 0.0)?, settings.number(&["top"], 0.0)?];
    let [right, bottom] = [settings.number(&["right"], 952.0)?, settings.number(&["bottom"], 2162.0)?];
    let units = dvec2(right - left, bottom - top);
    if !(units.x >= 4.0 * BALL && units.y >= 4.0 * BALL) {
        return Err(Error::Value {
            place: "gamedata.json: right - left, bottom - top".to_owned(),
            found: format!("{} x {}", units.x, units.y),
            allowed: "at least 100 units wide and long",
        });
    }
    let size = units * LENGTH;
    let difficulty = settings.within(&["global_difficulty", "difficulty"], 0.2, [0.0, 1.0])?;
    let slopes = [settings.number(&["angle_tilt_min"], 6.0)?, settings.number(&["angle_tilt_max"], 6.0)?];
    let slope = (slopes[0] + (slopes[1] - slopes[0]) * difficulty).clamp(0.0, 90.0).to_radians();
    let gravity = settings.within(&["gravity"], 1.762_985, [0.0, 1e3])? * ACCELERATION;
    let pull = gravity * libm::sin(slope) * ROLLS;
    let corner = Place(size.x as f32, size.y as f32);
    let mut scene = Scene {
        name: settings
            .text(&["table_name"])
            .ok()
            .filter(|name| !name.is_empty())
            .unwrap_or(name)
            .chars()
            .take(200)
            .collect(),
        about: "A table of Visual Pinball, converted by carom-vpx.".to_owned(),
        run: Run { seconds: 60.0, rate: 240.0, ..Run::default() },
        world: Settings { gravity: Some(Place(0.0, -pull as f32)), ..Settings::default() },
        layers: vec![TABLE.to_owned()],
        report: Report {
            bounds: Some(Region::Box {
                min: Place(-MARGIN, -MARGIN),
                max: Place(corner.0 + MARGIN, corner.1 + MARGIN),
            }),
            ..Report::default()
        },
        ..Scene::default()
    };
    let ball = Material { restitution: 0.8, friction: 0.0, ..Material::default() };
    scene.materials.insert(BALL_MATERIAL.to_owned(), ball);
    scene.kinds.insert(
        bot::KIND.to_owned(),
        Ball {
            radius: Some((BALL * LENGTH) as f32),
            mass: Some(MASS as f32),
            inertia: Some(Inertia::Sphere),
            material: Some(MaterialRef::Named(BALL_MATERIAL.to_owned())),
            layers: Some(vec![TABLE.to_owned()]),
            collides_with: Some(vec![String::new(), TABLE.to_owned()]),
            ..Ball::default()
        },
    );
    let mut builder = SceneBuilder::new(scene, [dvec2(left, top), dvec2(right, bottom)], difficulty);
    // The program has a wall along each edge of the table, on every layer.
    let material = builder.material("edge", Surface::PLAIN.material(difficulty));
    let name = builder.name("edges");
    builder.scene.bodies.push(Body {
        name,
        shapes: vec![Shape::Box(Walls { min: Place::default(), max: corner, ..Walls::default() })],
        material: Some(material),
        ..Body::default()
    });
    Ok((builder, size))
}

/// The name of a file without its folder and its end.
fn stem(file: &str) -> &str {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
    name.strip_suffix(".json").unwrap_or(name)
}

/// Physics of materials: a list in one file, or a file for each.
fn read_materials(files: &Files, builder: &mut SceneBuilder) -> Result<(), Error> {
    for list in ["materials-physics-old.json", "materials.json"] {
        let Some(data) = files.get(list) else { continue };
        let value = parse(list, data)?;
        let Value::Array(entries) = &value else {
            return Err(Error::Value {
                place: list.to_owned(),
                found: "something else".to_owned(),
                allowed: "a list",
            });
        };
        for (n, entry) in entries.iter().enumerate() {
            let fields = Fields::new(format!("{list}[{n}]"), entry)?;
            let surface = Surface::numbers(&fields)?;
            builder.materials.insert(fields.text(&["name"])?.to_owned(), surface);
        }
    }
    for (file, data) in files.iter().filter(|(file, _)| file.starts_with("materials/")) {
        let value = parse(file, data)?;
        let surface = Surface::numbers(&Fields::new(file.clone(), &value)?)?;
        builder.materials.insert(stem(file).to_owned(), surface);
    }
    Ok(())
}

/// The items of a table in the order of their files.
fn read_items(files: &Files) -> Result<Vec<Item>, Error> {
    let mut items = Vec::new();
    for (file, data) in
        files.iter().filter(|(file, _)| file.starts_with("gameitems/") || file.starts_with("parts/"))
    {
        if items.len() >= MAX_ITEMS {
            return Err(Error::TooMuch { what: "the number of items".to_owned(), most: MAX_ITEMS as u64 });
        }
        let value = parse(file, data)?;
        let Value::Object(mut object) = value else {
            return Err(Error::Value {
                place: file.clone(),
                found: "something else".to_owned(),
                allowed: "an object",
            });
        };
        // VPZ has the kind in a field, and the name in that of the file.
        let (kind, value) = if object.contains_key("$type") {
            let fields = Value::Object(object);
            let kind = Fields::new(file.clone(), &fields)?.text(&["$type"])?.to_owned();
            (kind, fields)
        } else {
            let inner = object.keys().next().cloned().filter(|_| object.len() == 1);
            let inner = inner.and_then(|kind| object.remove(&kind).map(|value| (kind, value)));
            inner.ok_or_else(|| Error::Value {
                place: file.clone(),
                found: "an object of another form".to_owned(),
                allowed: "an object with the kind of the item and its fields",
            })?
        };
        let fields = Fields::new(file.clone(), &value)?;
        let named = fields.text(&["name"])?;
        let name: String = if named.is_empty() { stem(file) } else { named }.chars().take(200).collect();
        items.push(Item { file: file.clone(), kind: known_kind(&kind), name, value });
    }
    Ok(items)
}

/// A kind as `vpxtool` names it.
fn known_kind(kind: &str) -> String {
    let known = match kind.to_lowercase().as_str() {
        "surface" | "wall" => "Wall",
        "rubber" => "Rubber",
        "ramp" => "Ramp",
        "bumper" => "Bumper",
        "flipper" => "Flipper",
        "gate" => "Gate",
        "spinner" => "Spinner",
        "hittarget" | "target" => "HitTarget",
        "kicker" => "Kicker",
        "plunger" => "Plunger",
        "trigger" => "Trigger",
        "primitive" => "Primitive",
        "light" => "Light",
        "decal" => "Decal",
        "flasher" => "Flasher",
        "textbox" => "TextBox",
        "reel" | "dispreel" => "Reel",
        "timer" => "Timer",
        "lightsequencer" | "lightseq" => "LightSequencer",
        "partgroup" => "PartGroup",
        _ => return kind.chars().take(40).collect(),
    };
    known.to_owned()
}

/// Puts all items into the scene, with their players.
fn fill(
    builder: &mut SceneBuilder,
    items: &[Item],
    settings: &Fields<'_>,
    size: DVec2,
    options: Options,
    source: &mut Source<'_>,
) -> Result<ImportReport, Error> {
    for item in items.iter().filter(|item| item.kind == "Wall") {
        let top = Fields::new(item.file.clone(), &item.value)?.number(&["height_top"], 50.0)?;
        builder.tops.insert(item.name.clone(), top);
    }
    let normalize = settings.within(&["plunger_normalize"], 100.0, [1.0, 1e4])?;
    let mut ramps = Vec::new();
    let mut outcomes: Vec<Option<ItemReport>> = items.iter().map(|_| None).collect();
    // Flippers and plungers first: they say where the drain is, and so which kickers are part of it.
    let early = |item: &Item| matches!(item.kind.as_str(), "Flipper" | "Plunger");
    let mut drain = None;
    for pass in [true, false] {
        for (item, outcome) in items.iter().zip(&mut outcomes).filter(|(item, _)| early(item) == pass) {
            let fields = Fields::new(item.file.clone(), &item.value)?;
            let name = item.name.as_str();
            let became = match item.kind.as_str() {
                kind if SCENERY.contains(&kind) => Outcome::LeftOut("is nothing that a ball feels"),
                kind if PLACED.contains(&kind) && beside(&fields, builder)? => {
                    Outcome::LeftOut("lies beside the table")
                }
                "Wall" => wall::put(&fields, name, builder, options.targets_fall)?,
                "Rubber" => rubber::put(&fields, name, builder)?,
                "Ramp" => ramp::put(&fields, name, builder, &mut ramps)?,
                "Bumper" => bumper::put(&fields, name, builder)?,
                "Flipper" => flipper::put(&fields, name, builder)?,
                "Gate" => gate::gate(&fields, name, builder)?,
                "Spinner" => gate::spinner(&fields, name, builder)?,
                "HitTarget" => target::put(&fields, name, builder, options.targets_fall)?,
                "Plunger" => plunger::put(&fields, name, builder, normalize)?,
                "Trigger" => trigger::put(&fields, name, builder)?,
                "Kicker" => {
                    let drain =
                        drain.get_or_insert_with(|| Drain::new(size, &builder.bats, &builder.rods)).clone();
                    kicker::put(&fields, name, builder, |place| drain.holds(place))?
                }
                "Primitive" => {
                    let mesh = options.meshes.then_some(|| source.mesh(&item.file));
                    primitive::put(&fields, name, builder, mesh)?
                }
                _ => Outcome::LeftOut("is of a kind that is not known"),
            };
            *outcome = Some(ItemReport {
                kind: item.kind.clone(),
                name: item.name.clone(),
                outcome: became,
                notes: fields.notes(),
            });
        }
    }
    let landings = ramp::join(builder, &ramps);
    for item in outcomes.iter_mut().flatten().filter(|item| landings.contains(&item.name)) {
        item.notes.push("lets balls off, as a ramp leads onto it: it stops those from outside".to_owned());
    }
    let drain = drain.unwrap_or_else(|| Drain::new(size, &builder.bats, &builder.rods));
    bot::add(builder, &drain, options.balls);
    let mut report = ImportReport::default();
    outcomes.into_iter().flatten().for_each(|item| report.add(item));
    let notes = settings.notes();
    if !notes.is_empty() {
        report.add(ItemReport {
            kind: "Table".to_owned(),
            name: builder.scene.name.clone(),
            outcome: Outcome::Carried("scene"),
            notes,
        });
    }
    Ok(report)
}

/// Whether an item lies beside the table, where authors keep spare parts.
fn beside(fields: &Fields<'_>, builder: &SceneBuilder) -> Result<bool, Error> {
    let points = points::read(fields, &mut 0)?;
    const CENTER: [&str; 2] = ["center", "position"];
    if points.is_empty() && fields.has(&CENTER) {
        return Ok(builder.beside_table([fields.point(&CENTER)?]));
    }
    Ok(builder.beside_table(points.iter().map(|point| point.at)))
}
