//! Stadiums that others made, in play: discs kicked at random for minutes, and their outcomes here and by the
//! game's own law. Where both lose a disc, the map has a gap.

mod law;

use std::path::Path;
use std::time::{Duration, Instant};

use carom::glam::{DVec2, Vec2};
use carom::{BodyId, Config, World};
use carom_hbs::{Pitch, Stadium, Team, Warnings};

use crate::dice::Dice;

/// Players: with the ball they are the discs that are kicked.
const PLAYERS: usize = 7;
/// Frames between two kicks.
const PAUSE: u64 = 15;
/// Strongest kick in each direction, pixels a second.
const KICK: f32 = 900.0;

/// The outcomes of the discs.
#[derive(Clone, Debug, Default)]
pub struct Fate {
    /// Frames times kicked discs outside the visible part.
    pub outside: u64,
    /// Frames times kicked discs with the centre behind a plane that stops them.
    pub behind: u64,
    /// Frames in which a kicked disc went further than its speed before or after it allows.
    pub jumps: u64,
    /// Fastest kicked disc after a kick, and after a frame, pixels a second.
    pub speeds: [f64; 2],
    /// Fastest of all discs.
    pub fastest: f64,
    /// When which of the kicked discs was fastest (the ball is the last), and where.
    pub fastest_at: (u64, usize, [f64; 2]),
    /// Goals.
    pub goals: u64,
}

/// The outcome of a stadium.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Parts that were read or built differently from the file, by kind.
    pub warnings: [Warnings; 2],
    /// Here.
    pub here: Fate,
    /// By the law of the game.
    pub game: Fate,
    /// Balls that were stopped for the rest of a substep, bodies that were stalled, and balls whose numbers went wrong.
    pub dropped: [u64; 3],
    /// In how many frames any was.
    pub dropped_frames: u64,
    /// The first frame in which any was, with the moving discs that went less far than they are fast.
    pub first_dropped: Option<(u64, Vec<HeldUp>)>,
    /// Impacts in all, and most in a frame.
    pub impacts: [u64; 2],
    /// Time of all frames, and of the longest.
    pub time: [Duration; 2],
    /// Frames that were played; fewer than requested if the time ran out.
    pub frames: u64,
}

/// Where discs may be.
struct Field<'a> {
    stadium: &'a Stadium,
    /// Kicked discs, the ball last: group and mask by the file.
    kicked: Vec<law::Disc>,
}

impl Fate {
    /// Takes in where a kicked disc came to in a frame, pixels, y down, and its speed, pixels a frame.
    fn see(
        &mut self,
        field: &Field<'_>,
        (frame, n): (u64, usize),
        before: (DVec2, DVec2),
        now: (DVec2, DVec2),
    ) {
        let (stadium, disc, at) = (field.stadium, &field.kicked[n], now.0);
        let (width, height) = (stadium.width + disc.radius, stadium.height + disc.radius);
        self.outside += u64::from(at.x.abs() > width || at.y.abs() > height || !at.is_finite());
        self.behind += u64::from(stadium.planes.iter().any(|plane| {
            let stops = disc.group.meets(plane.mask) && disc.mask.meets(plane.group);
            stops && DVec2::from(plane.normal).normalize_or_zero().dot(at) < plane.distance
        }));
        let fast = before.1.length().max(now.1.length());
        self.jumps += u64::from(at.distance(before.0) > 2.0 * fast + 2.0 * disc.radius);
        if 60.0 * now.1.length() > self.speeds[1] {
            self.speeds[1] = 60.0 * now.1.length();
            self.fastest_at = (frame, n, at.into());
        }
    }
}

/// Plays a stadium for this many frames, no longer than `most`.
///
/// # Errors
/// Why it can't be read or built.
pub fn play(path: &Path, frames: u64, seed: u64, most: Duration) -> Result<Report, carom_hbs::Error> {
    let stadium = Stadium::read(path)?;
    let mut world = World::new(Config::weightless())?;
    let mut pitch = Pitch::new(&mut world, stadium.clone())?;
    for n in 0..PLAYERS {
        pitch.add_player(&mut world, team(n))?;
    }
    let mut discs: Vec<BodyId> = (0..PLAYERS).filter_map(|n| pitch.player(n)).collect();
    discs.push(pitch.ball());
    let mut report =
        Report { warnings: [stadium.warnings.clone(), pitch.warnings().clone()], ..Report::default() };
    let field = Field { stadium: &stadium, kicked: described(&stadium).split_off(stadium.discs.len()) };
    let state = |world: &World, disc: BodyId| {
        let [at, v] = [world.position(disc), world.velocity(disc)].map(|v| v.unwrap_or(Vec2::NAN).as_dvec2());
        (DVec2::new(at.x, -at.y), DVec2::new(v.x, -v.y) / 60.0)
    };
    pitch.kick_off(&mut world, Team::Red);
    let mut dice = Dice(seed);
    let begin = Instant::now();
    for frame in 0..frames {
        if begin.elapsed() > most {
            break;
        }
        if frame % PAUSE == 0 {
            let disc = discs[dice.roll() as usize % discs.len()];
            let old = world.velocity(disc).unwrap_or_default();
            // Refused by a ball that is a fixed disc, which nothing moves.
            let _ = world.set_velocity(disc, old + dice.point(KICK));
            report.here.speeds[0] = report.here.speeds[0].max(60.0 * state(&world, disc).1.length());
        }
        let before: Vec<_> = discs.iter().map(|disc| state(&world, *disc)).collect();
        let all: Vec<_> = world.balls().map(|(id, ball)| (id, ball.position)).collect();
        let start = Instant::now();
        pitch.step(&mut world);
        let took = start.elapsed();
        report.time = [report.time[0] + took, report.time[1].max(took)];
        report.frames += 1;
        let events = world.events();
        let impacts = events.impacts().len() as u64;
        report.impacts = [report.impacts[0] + impacts, report.impacts[1].max(impacts)];
        let dropped = events.dropped();
        let now = [dropped.frozen_balls, dropped.stalled_bodies, dropped.quarantined_balls].map(u64::from);
        report.dropped_frames += u64::from(now != [0; 3]);
        if now != [0; 3] && report.first_dropped.is_none() {
            report.first_dropped = Some((frame, held_up(&world, &all)));
        }
        for (sum, now) in report.dropped.iter_mut().zip(now) {
            *sum += now;
        }
        for (n, disc) in discs.iter().enumerate() {
            report.here.see(&field, (frame, n), before[n], state(&world, *disc));
        }
        let fastest = world.balls().map(|(_, ball)| f64::from(ball.velocity.length()));
        report.here.fastest = fastest.fold(report.here.fastest, f64::max);
        if let Some(score) = pitch.scores().first() {
            report.here.goals += 1;
            let next = score.team.other();
            pitch.kick_off(&mut world, next);
        }
    }
    by_the_game(&field, report.frames, seed, &mut report.game);
    Ok(report)
}

/// A moving disc that went less far than it is fast.
#[derive(Clone, Debug)]
pub struct HeldUp {
    /// Players come behind the discs of the file.
    pub disc: usize,
    /// Place, pixels, y down.
    pub at: [f32; 2],
    /// Pixels per second, y down.
    pub velocity: [f32; 2],
}

/// Balls that went less than half as far in the last frame as they are fast, the first five.
fn held_up(world: &World, before: &[(BodyId, Vec2)]) -> Vec<HeldUp> {
    let slow = before.iter().filter_map(|(id, from)| {
        let ball = world.ball(*id)?;
        let [at, v] = [ball.position, ball.velocity].map(|v| [v.x, -v.y]);
        let held = ball.position.distance(*from) < ball.velocity.length() / 120.0;
        held.then_some(HeldUp { disc: ball.user_data as usize, at, velocity: v })
    });
    slow.take(5).collect()
}

/// The same kicks by the law of the game.
fn by_the_game(field: &Field<'_>, frames: u64, seed: u64, fate: &mut Fate) {
    let stadium = field.stadium;
    let start = described(stadium);
    let mut discs = start.clone();
    let first = stadium.discs.len();
    let kicked: Vec<usize> = (first..first + PLAYERS).chain([0]).collect();
    let mut dice = Dice(seed);
    for frame in 0..frames {
        if frame % PAUSE == 0 {
            let n = kicked[dice.roll() as usize % kicked.len()];
            let way = dice.point(KICK).as_dvec2() / 60.0;
            discs[n].velocity += DVec2::new(way.x, -way.y);
            fate.speeds[0] = fate.speeds[0].max(60.0 * discs[n].velocity.length());
        }
        let before: Vec<_> = discs.iter().map(|disc| (disc.position, disc.velocity)).collect();
        law::frame(stadium, &mut discs);
        for (n, &k) in kicked.iter().enumerate() {
            fate.see(field, (frame, n), before[k], (discs[k].position, discs[k].velocity));
        }
        let moved = discs.iter().map(|disc| 60.0 * disc.velocity.length());
        fate.fastest = moved.filter(|speed| speed.is_finite()).fold(fate.fastest, f64::max);
        let crosses = |goal: &carom_hbs::Goal| {
            let [a, b] = goal.ends.map(DVec2::from);
            let (from, to) = (before[0].0, discs[0].position);
            let side = |p: DVec2, q: DVec2, x: DVec2| (q - p).perp_dot(x - p);
            side(a, b, from) * side(a, b, to) < 0.0 && side(from, to, a) * side(from, to, b) <= 0.0
        };
        if stadium.goals.iter().any(crosses) {
            fate.goals += 1;
            for (n, disc) in discs.iter_mut().enumerate() {
                if n == 0 || n >= first || stadium.full_reset {
                    *disc = start[n];
                }
            }
        }
    }
}

fn team(n: usize) -> Team {
    if n.is_multiple_of(2) { Team::Red } else { Team::Blue }
}

/// All discs as the file describes them, then the players, then the ball once more.
fn described(stadium: &Stadium) -> Vec<law::Disc> {
    let mut discs: Vec<_> = stadium.discs.iter().map(law::Disc::of).collect();
    for n in 0..PLAYERS {
        let player = stadium.player.disc;
        let flag = if team(n) == Team::Red { carom_hbs::Flags::RED } else { carom_hbs::Flags::BLUE };
        let position = stadium.spawn(team(n), n / 2);
        discs.push(law::Disc::of(&carom_hbs::Disc { position, group: player.group | flag, ..player }));
    }
    discs.push(discs[0]);
    discs
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "{ name: 'Small', width: 220, height: 120, spawnDistance: 100, traits: [],
        vertexes: [{ x: -200, y: -100 }, { x: 200, y: -100 }, { x: 200, y: 100 }, { x: -200, y: 100 }],
        segments: [{ v0: 0, v1: 1 }, { v0: 1, v1: 2, curve: 60 }, { v0: 2, v1: 3 }, { v0: 3, v1: 0, curve: 60 }],
        discs: [{ pos: [0, 60], radius: 8, invMass: 0 }, { pos: [30, -60] }],
        planes: [{ normal: [0, 1], dist: -110 }, { normal: [0, -1], dist: -110 },
            { normal: [1, 0], dist: -260 }, { normal: [-1, 0], dist: -260 }] }";

    #[test]
    fn a_minute_of_kicks_loses_nothing() {
        let path = std::env::temp_dir().join(format!("carom-stadiums-{}.hbs", std::process::id()));
        std::fs::write(&path, SMALL).unwrap();
        let report = play(&path, 3600, 1, Duration::from_secs(60)).unwrap();
        std::fs::remove_file(&path).unwrap();
        let Report { here, game, dropped, frames, warnings, .. } = &report;
        assert_eq!((*frames, here.behind, here.jumps, *dropped), (3600, 0, 0, [0; 3]), "{report:?}");
        assert!(here.speeds[1] < 1.5 * here.speeds[0], "{here:?}");
        // Both laws play the same game: kicks are as fast within the noise of who is hit when.
        assert!((here.speeds[0] / game.speeds[0] - 1.0).abs() < 0.5, "{here:?} {game:?}");
        assert_eq!(
            warnings[0].to_string(),
            "traits: is a list of 0, which is no object: it has no fields, as in the game\n"
        );
    }
}
