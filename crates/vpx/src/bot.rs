//! Players for a table without its script: balls at the plunger, a hand that pulls it, fingers on the flippers, and
//! a drain that puts balls on the plunger again.

use carom_scene::model::{Goal, GoalAction, InputPress, Nudge, PlacedBall, Player, Point as Place, Region};
use glam::{DVec2, dvec2};

use crate::ramp::switch;
use crate::scene_builder::{Bat, Rod, SceneBuilder, TABLE};
use crate::units::{BALL, LENGTH};

/// Name of the kind of all balls.
pub(crate) const KIND: &str = "ball";
/// Radius of a ball, metres.
const RADIUS: f64 = BALL * LENGTH;
/// From ball to ball on the plunger, radii.
const APART: f64 = 2.1;
/// How many balls the drain puts on the plunger without one being in the place of another.
const PLACES: usize = 4;

/// Displacement of a shove along each axis, metres, its duration and its period, seconds: it frees a ball that lies
/// in a nook, as a player would.
const SHOVE: [f32; 3] = [0.006, 0.1, 5.0];

/// Where balls are lost, and where they come back: metres, y up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drain {
    width: f64,
    /// Everything below this is lost, but for the lane of the plunger.
    below: f64,
    /// The lane, from its left to its right.
    lane: Option<[f64; 2]>,
    /// Where a ball lies on the plunger, or starts on a table that has none.
    start: DVec2,
}

impl Drain {
    /// The drain of a table of this size with these flippers and plungers.
    pub(crate) fn new(size: DVec2, bats: &[Bat], rods: &[Rod]) -> Self {
        let lowest = |bat: &Bat| {
            let end = bat.pivot.y + bat.length * libm::sin(bat.rest);
            end.min(bat.pivot.y) - bat.tip - 2.5 * RADIUS
        };
        // Of upper flippers the lowest counts.
        let below = bats.iter().map(lowest).fold(f64::INFINITY, f64::min);
        let below = if below.is_finite() { below.max(1.5 * RADIUS) } else { 2.0 * RADIUS };
        let lane =
            rods.first().map(|rod| [-1.0, 1.0].map(|side| rod.tip.x + side * (rod.half + 0.5 * RADIUS)));
        let start =
            rods.first().map_or(dvec2(0.5 * size.x, 0.8 * size.y), |rod| rod.tip + dvec2(0.0, 1.02 * RADIUS));
        Self { width: size.x, below, lane, start }
    }

    /// Whether a place is in it.
    pub(crate) fn holds(&self, Place(x, y): Place) -> bool {
        let in_lane = self.lane.is_some_and(|[left, right]| (left..=right).contains(&f64::from(x)));
        f64::from(y) < self.below && !in_lane
    }

    fn place(&self, n: usize) -> Place {
        let at = self.start + dvec2(0.0, APART * RADIUS * n as f64);
        Place(at.x as f32, at.y as f32)
    }

    /// The goals, each with its own place on the plunger, so that balls that are lost together do not come back into each
    /// other.
    fn goals(&self, builder: &mut SceneBuilder) {
        let parts = match self.lane {
            None => vec![[0.0, self.width]],
            Some([left, right]) => vec![[0.0, left], [right, self.width]],
        };
        let mut n = 0;
        for [from, to] in parts {
            if to - from < RADIUS {
                continue;
            }
            for k in 0..PLACES {
                let edge = |k: usize| (from + (to - from) * k as f64 / PLACES as f64) as f32;
                let name = builder.name(if n == 0 { "drain" } else { "drain part" });
                builder.scene.goals.push(Goal {
                    name,
                    region: Some(Region::Box {
                        min: Place(edge(k), -1.0),
                        max: Place(edge(k + 1), self.below as f32),
                    }),
                    then: GoalAction::Return { position: self.place(k), velocity: Place::default() },
                    ..Goal::default()
                });
                n += 1;
            }
        }
        // A ball that comes back from a ramp is on the table again.
        let radius = (0.5 * APART * RADIUS * PLACES as f64) as f32;
        let Place(x, y) = self.place(0);
        let name = builder.name("back on the table");
        builder.scene.goals.push(Goal {
            name,
            region: Some(Region::Box {
                min: Place(x - RADIUS as f32, y - RADIUS as f32),
                max: Place(x + RADIUS as f32, y + 2.0 * radius),
            }),
            then: switch(TABLE),
            ..Goal::default()
        });
    }
}

/// The area above a bat in which a ball is worth a stroke.
fn watched(bat: &Bat) -> Region {
    let along = dvec2(libm::cos(bat.rest), libm::sin(bat.rest));
    let up = along.perp() * bat.way;
    let corner = |share: f64, height: f64| {
        let at = bat.pivot + along * (share * bat.length) + up * (height * RADIUS);
        Place(at.x as f32, at.y as f32)
    };
    Region::Polygon { points: vec![corner(0.35, 0.0), corner(1.2, 0.0), corner(1.2, 2.6), corner(0.35, 2.6)] }
}

/// Adds the drain, as many balls, and players for all buttons.
pub(crate) fn add(builder: &mut SceneBuilder, drain: &Drain, balls: u32) {
    drain.goals(builder);
    for n in 0..balls as usize {
        let name = builder.name("ball");
        builder.scene.balls.push(PlacedBall {
            name,
            like: Some(KIND.to_owned()),
            position: drain.place(n),
            ..PlacedBall::default()
        });
    }
    for bat in builder.bats.clone() {
        builder.scene.players.push(Player {
            input: bat.input.to_owned(),
            watches: watched(&bat),
            reaction: 0.05,
            hold: 0.15,
            rest: 0.12,
            rising: Some(0.2),
            slower_than: None,
        });
    }
    let [displacement, seconds, every] = SHOVE;
    builder.scene.nudges.push(Nudge {
        input: "nudge".to_owned(),
        displacement: Place(displacement, displacement),
        seconds,
    });
    builder.scene.inputs.push(InputPress {
        input: "nudge".to_owned(),
        at: every,
        hold: seconds,
        every: Some(every),
        times: None,
    });
    for rod in builder.rods.clone() {
        let below = rod.tip.y - rod.stroke;
        let above = rod.tip.y + APART * RADIUS * PLACES as f64;
        builder.scene.players.push(Player {
            input: "plunger".to_owned(),
            watches: Region::Box {
                min: Place((rod.tip.x - rod.half) as f32, below as f32),
                max: Place((rod.tip.x + rod.half) as f32, above as f32),
            },
            reaction: 0.3,
            // As long as it takes to draw it back, and a moment more or less by the reaction.
            hold: (rod.stroke / 0.25 + 0.1) as f32,
            rest: 0.5,
            rising: None,
            slower_than: Some(0.05),
        });
    }
}
