//! When a run ends.

use std::fmt;
use std::str::FromStr;

use carom::BodyId;
use carom_scene::{Fault, Stage};
use serde::{Deserialize, Serialize};

/// When a run ends, beside the end of its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Until {
    /// `goal NAME`: a ball enters the goal.
    Goal(String),
    /// `any goal`: a ball enters one of the goals.
    AnyGoal,
    /// `hit NAME`: a ball hits a body or a ball of this name.
    Hit(String),
    /// `no balls`: no ball is left, and none is to come.
    NoBalls,
    /// `rest`: all balls sleep.
    Rest,
}

impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match (text, text.split_once(' ')) {
            ("any goal", _) => Ok(Self::AnyGoal),
            ("no balls", _) => Ok(Self::NoBalls),
            ("rest", _) => Ok(Self::Rest),
            (_, Some(("goal", name))) => Ok(Self::Goal(name.trim().to_owned())),
            (_, Some(("hit", name))) => Ok(Self::Hit(name.trim().to_owned())),
            _ => Err(format!(
                "{text:?} is no end of a run: known are `goal NAME`, `any goal`, `hit NAME`, `no balls` and `rest`"
            )),
        }
    }
}

impl TryFrom<String> for Until {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Until> for String {
    fn from(until: Until) -> Self {
        until.to_string()
    }
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal(name) => write!(f, "goal {name}"),
            Self::AnyGoal => f.write_str("any goal"),
            Self::Hit(name) => write!(f, "hit {name}"),
            Self::NoBalls => f.write_str("no balls"),
            Self::Rest => f.write_str("rest"),
        }
    }
}

impl Until {
    /// Refuses a name that the scene does not have.
    pub(crate) fn check(&self, stage: &Stage) -> Result<(), Fault> {
        match self {
            Self::Goal(name) if !stage.goals().any(|(known, _)| known == name) => {
                Err(Fault::unknown("until", "goal", name, stage.goals().map(|(known, _)| known)))
            }
            Self::Hit(name) if stage.find(name).is_none() => {
                Err(Fault::unknown("until", "ball or body", name, stage.names().map(|(known, _)| known)))
            }
            _ => Ok(()),
        }
    }

    /// The body that it asks for.
    pub(crate) fn body(&self, stage: &Stage) -> Option<BodyId> {
        if let Self::Hit(name) = self { stage.find(name) } else { None }
    }

    /// Whether the last step has ended the run. `body` is the one that it asks for.
    pub(crate) fn is_met(&self, stage: &Stage, body: Option<BodyId>) -> bool {
        match self {
            Self::Goal(name) => stage.entered().any(|(goal, _)| goal == name),
            Self::AnyGoal => stage.entered().next().is_some(),
            Self::Hit(_) => body.is_some_and(|body| {
                stage.world.events().impacts().iter().any(|hit| hit.body_a == body || hit.body_b == body)
            }),
            Self::NoBalls => stage.world.ball_count() == 0 && stage.balls_to_come() == 0,
            Self::Rest => stage.world.balls().all(|(id, _)| stage.world.is_asleep(id)),
        }
    }
}
