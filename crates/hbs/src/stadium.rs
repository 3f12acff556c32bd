//! The stadium: everything that a file says, with traits resolved and defaults filled in.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use carom::glam::DVec2;

use crate::background::Background;
use crate::disc::Disc;
use crate::error::Error;
use crate::fields::{Fields, Traits, join, object, refuse};
use crate::flags::Flags;
use crate::goal::{Goal, Team};
use crate::joint::Joint;
use crate::limits::{MAX_BYTES, MAX_ITEMS};
use crate::plane::Plane;
use crate::player::PlayerPhysics;
use crate::segment::Segment;
use crate::value::Value;
use crate::vertex::Vertex;
use crate::warnings::Warnings;

/// How far from the middle the teams start where the file does not say, pixels.
const SPAWN: f64 = 200.0;

/// Fields that concern only the screen of a player.
const VIEW: [&str; 5] = ["cameraWidth", "cameraHeight", "maxViewWidth", "cameraFollow", "canBeStored"];

/// A Haxball stadium in the file's own units: pixels, frames of 1/60 s, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct Stadium {
    /// Its name.
    pub name: String,
    /// Half the width of the visible part.
    pub width: f64,
    /// Half the height of the visible part.
    pub height: f64,
    /// How far from the middle the teams start, where there are no spawn points. Default 200.
    pub spawn_distance: f64,
    /// The paint of the ground.
    pub background: Background,
    /// Points.
    pub vertexes: Vec<Vertex>,
    /// Walls between points.
    pub segments: Vec<Segment>,
    /// Walls without end.
    pub planes: Vec<Plane>,
    /// Lines that count.
    pub goals: Vec<Goal>,
    /// All discs but the players; the first is the ball.
    pub discs: Vec<Disc>,
    /// Whether the ball is the first of the file's own discs, and not one more before them.
    pub ball_is_first_disc: bool,
    /// Rods, ropes and springs.
    pub joints: Vec<Joint>,
    /// Where red players start.
    pub red_spawns: Vec<[f64; 2]>,
    /// Where blue players start.
    pub blue_spawns: Vec<[f64; 2]>,
    /// The physics of players.
    pub player: PlayerPhysics,
    /// Whether a kick-off puts back all discs, and not the ball alone.
    pub full_reset: bool,
    /// Values that were read differently from the file.
    pub warnings: Warnings,
}

/// Farthest place of a disc either way, pixels: the world takes no more.
const FARTHEST: f64 = 1e8;

impl Stadium {
    /// Reads the text of a `.hbs` file.
    ///
    /// Every file that the game loads is loaded. Unknown fields, missing traits and the like are left out, and
    /// numbers that are too large become smaller, each with a [warning](Self::warnings).
    ///
    /// ```
    /// let text = "{
    ///     name: 'Box', width: 200, height: 100,
    ///     vertexes: [{ x: -200, y: 0 }, { x: 200, y: 0 }],
    ///     segments: [{ v0: 0, v1: 1, curve: 90 }],
    /// }";
    /// let stadium = carom_hbs::Stadium::parse(text)?;
    /// assert_eq!(stadium.segments[0].turn, std::f64::consts::FRAC_PI_2);
    ///
    /// let error = carom_hbs::Stadium::parse(&text.replace("90", "'much'")).unwrap_err();
    /// assert_eq!(error.to_string(), "segments[0].curve is \"much\", but must be a finite number");
    /// # Ok::<(), carom_hbs::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLong`] and [`Error::Syntax`] for a text that is no JSON5 of a sensible size, [`Error::Value`]
    /// for a value of the wrong kind or out of range.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut notes = Warnings::default();
        let root = Value::parse(text)?;
        if !matches!(root, Value::Object(_)) {
            return refuse("the stadium".to_owned(), &root, "an object");
        }
        let mut fields = Fields::new(String::new(), &root, &mut notes);
        let traits = traits(&mut fields, &mut notes);
        fields.pass_over(&VIEW);

        let vertexes = items(&mut fields, "vertexes", &traits, &mut notes, Vertex::read)?;
        let segments = items(&mut fields, "segments", &traits, &mut notes, |fields, notes| {
            Segment::read(fields, vertexes.len(), notes)
        })?;
        let planes = items(&mut fields, "planes", &traits, &mut notes, Plane::read)?;
        let goals = items(&mut fields, "goals", &traits, &mut notes, Goal::read)?;
        let mut discs = items(&mut fields, "discs", &traits, &mut notes, |fields, notes| {
            Disc::read(fields, Disc::default(), notes)
        })?;
        let ball = ball(&mut fields, &traits, &mut notes)?;
        let ball_is_first_disc = ball.is_none();
        match ball {
            Some(ball) => discs.insert(0, ball),
            None if discs.is_empty() => {
                return fields.refuse("ballPhysics", "\"disc0\"", "the ball itself: there are no discs");
            }
            None => {}
        }
        let joints = items(&mut fields, "joints", &traits, &mut notes, |fields, notes| {
            Joint::read(fields, discs.len(), notes)
        })?;
        let stadium = Self {
            name: fields.text("name")?.unwrap_or_default().to_owned(),
            width: fields.length("width", &mut notes)?.unwrap_or(0.0),
            height: fields.length("height", &mut notes)?.unwrap_or(0.0),
            spawn_distance: fields.length("spawnDistance", &mut notes)?.unwrap_or(SPAWN),
            background: part(&mut fields, "bg", &traits, &mut notes, Background::read)?.unwrap_or_default(),
            vertexes,
            segments,
            planes,
            goals,
            discs,
            ball_is_first_disc,
            joints,
            red_spawns: fields.points("redSpawnPoints", &mut notes)?,
            blue_spawns: fields.points("blueSpawnPoints", &mut notes)?,
            player: part(&mut fields, "playerPhysics", &traits, &mut notes, PlayerPhysics::read)?
                .unwrap_or_default(),
            full_reset: match fields.value("kickOffReset") {
                Some(Value::Text(text)) if text == "full" => true,
                Some(Value::Text(text)) if text == "partial" => false,
                Some(other) => {
                    notes.add_found("kickOffReset", other, "which is as good as \"partial\", as in the game");
                    false
                }
                None => false,
            },
            warnings: Warnings::default(),
        };
        fields.close(&mut notes);
        Ok(Self { warnings: notes, ..stadium })
    }

    /// Reads a `.hbs` file. Of a file that is too long no more is read than is needed to know.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and [`Error::Unreadable`] if the file can't be read or is no text.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let unreadable = |error: &dyn std::fmt::Display| Error::Unreadable {
            message: format!("{} could not be read: {error}", path.display()),
        };
        let file = File::open(path).map_err(|error| unreadable(&error))?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        if bytes.len() > MAX_BYTES {
            let length = std::fs::metadata(path).map_or(0, |data| data.len());
            return Err(Error::TooLong { bytes: length.max(bytes.len() as u64) });
        }
        let text = String::from_utf8(bytes).map_err(|error| unreadable(&error.utf8_error()))?;
        Self::parse(&text)
    }

    /// The place of a disc in the file.
    #[must_use]
    pub fn disc_place(&self, disc: usize) -> String {
        match (disc, self.ball_is_first_disc) {
            (0, false) => "ballPhysics".to_owned(),
            (_, false) => format!("discs[{}]", disc - 1),
            (_, true) => format!("discs[{disc}]"),
        }
    }

    /// Where the `n`th player of a team starts, counted from 0, pixels, y down.
    ///
    /// Without spawn points players stand in a row, 55 pixels apart, in turn above and below the middle;
    /// players beyond the list stand at its last point.
    #[must_use]
    pub fn spawn(&self, team: Team, n: usize) -> [f64; 2] {
        let (points, side) = match team {
            Team::Red => (&self.red_spawns, -1.0),
            Team::Blue => (&self.blue_spawns, 1.0),
        };
        if let Some(point) = points.get(n).or(points.last()) {
            return *point;
        }
        let row = n.div_ceil(2) as f64;
        let way = if n % 2 == 1 { -1.0 } else { 1.0 };
        [side * self.spawn_distance, way * 55.0 * row]
    }
}

impl Stadium {
    /// Two corners of the part that the file shows, y up; none if it does not say.
    #[must_use]
    pub fn shown(&self) -> Option<[carom::glam::Vec2; 2]> {
        let Background { width, height, .. } = self.background;
        let half =
            [(self.width, self.height), (width, height)].into_iter().find(|(w, h)| *w > 0.0 && *h > 0.0)?;
        let corner = carom::glam::dvec2(half.0, half.1).as_vec2();
        Some([-corner, corner])
    }

    /// A disc where the first frame of the game puts it: out of all planes that stop it, however deep it lies in them, one
    /// after the other. Maps rely on it for their spawn points.
    pub(crate) fn placed(&self, disc: &Disc) -> Disc {
        let mut at = DVec2::from(disc.position);
        for plane in &self.planes {
            let stops = disc.group.meets(plane.mask) && disc.mask.meets(plane.group);
            let normal = DVec2::from(plane.normal).normalize_or_zero();
            let gap = normal.dot(at) - plane.distance - disc.radius;
            if stops && disc.inverse_mass != 0.0 && disc.radius >= 0.0 && normal != DVec2::ZERO && gap < 0.0 {
                at -= normal * gap;
            }
        }
        // A plane may be as far off as the farthest place.
        let at = at.clamp(DVec2::splat(-FARTHEST), DVec2::splat(FARTHEST));
        Disc { position: at.into(), ..*disc }
    }

    /// The same, with a word of it where the disc lay deep.
    pub(crate) fn place(&self, disc: &Disc, place: impl std::fmt::Display, notes: &mut Warnings) -> Disc {
        let placed = self.placed(disc);
        if DVec2::from(placed.position).distance(disc.position.into()) > 0.1 * disc.radius {
            notes.add(place, "lies in a plane that stops it, and is put outside at once, as in the game");
        }
        placed
    }

    /// Where the file says where the `n`th player of a team starts.
    pub(crate) fn spawn_place(&self, team: Team, n: usize) -> String {
        let (name, points) = match team {
            Team::Red => ("redSpawnPoints", &self.red_spawns),
            Team::Blue => ("blueSpawnPoints", &self.blue_spawns),
        };
        match points.len().checked_sub(1) {
            None => "spawnDistance".to_owned(),
            Some(last) => format!("{name}[{}]", n.min(last)),
        }
    }
}

/// The traits by name.
fn traits<'a>(fields: &mut Fields<'a>, notes: &mut Warnings) -> Traits<'a> {
    let Some(value) = fields.value("traits") else {
        return Traits::new();
    };
    let list = object("traits", value, notes);
    list.into_iter().map(|(name, value)| (name, object(&join("traits", name), value, notes))).collect()
}

/// Reads every entry of a list.
fn items<T>(
    fields: &mut Fields<'_>,
    name: &'static str,
    traits: &Traits<'_>,
    notes: &mut Warnings,
    mut read: impl FnMut(&mut Fields<'_>, &mut Warnings) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let list = fields.list(name)?;
    if list.len() > MAX_ITEMS {
        return fields.refuse(name, format!("a list of {}", list.len()), format!("at most {MAX_ITEMS} long"));
    }
    let mut items = Vec::with_capacity(list.len());
    for (i, value) in list.iter().enumerate() {
        let mut fields = Fields::with_trait(format!("{name}[{i}]"), value, traits, notes);
        items.push(read(&mut fields, notes)?);
        fields.close(notes);
    }
    Ok(items)
}

/// Reads an object that may be missing.
fn part<T>(
    fields: &mut Fields<'_>,
    name: &'static str,
    traits: &Traits<'_>,
    notes: &mut Warnings,
    read: impl FnOnce(&mut Fields<'_>, &mut Warnings) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let Some(value) = fields.value(name) else {
        return Ok(None);
    };
    let mut fields = Fields::with_trait(name.to_owned(), value, traits, notes);
    let part = read(&mut fields, notes)?;
    fields.close(notes);
    Ok(Some(part))
}

/// The ball, or none if it is the first of the discs.
fn ball(fields: &mut Fields<'_>, traits: &Traits<'_>, notes: &mut Warnings) -> Result<Option<Disc>, Error> {
    match fields.value("ballPhysics") {
        Some(Value::Text(text)) if text == "disc0" => Ok(None),
        // To the game a list of one text is that text.
        Some(Value::List(list)) if matches!(&list[..], [Value::Text(text)] if text == "disc0") => {
            notes.add("ballPhysics", "a list of \"disc0\" is as good as that, as in the game");
            Ok(None)
        }
        _ => {
            let ball = part(fields, "ballPhysics", traits, notes, |fields, notes| {
                let ball = Disc::read(fields, Disc::ball(), notes)?;
                Ok(Disc { group: ball.group | Flags::KICK | Flags::SCORE, ..ball })
            })?;
            Ok(Some(ball.unwrap_or_else(Disc::ball)))
        }
    }
}
