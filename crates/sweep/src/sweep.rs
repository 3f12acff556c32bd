//! Runs of a scene, on all cores, as tables.

use std::sync::Arc;

use carom_scene::{Fault, Scene};

use crate::again::Again;
use crate::spec::{Draws, Spec};
use crate::table::{Field, Table};
use crate::value::{Kind, Value};

/// A scene, and the specification of its sweep: both checked.
///
/// ```
/// use carom_scene::Scene;
/// use carom_sweep::{Shard, Spec, Sweep};
///
/// let scene = Scene::from_ron("(carom: 1, balls: [(name: \"cue\", radius: 0.1)])")?;
/// let vary = vec!["balls[0].velocity[0]=uniform(1,3)".parse()?];
/// let sweep = Sweep::new(scene, Spec { runs: 100, seconds: Some(0.1), vary, ..Spec::default() })?;
/// let mut runs = sweep.runner(Shard::WHOLE, 2);
/// let table = runs.next().ok_or("there is a first table")??;
/// assert_eq!(table.len(), 100);
/// assert!(table.column("top_speed").and_then(|column| column.number(99)).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sweep {
    pub(crate) scene: Scene,
    pub(crate) spec: Spec,
    pub(crate) draws: Draws,
    pub(crate) fields: Arc<[Field]>,
    /// Names of the balls whose places are recorded.
    pub(crate) balls: Vec<String>,
    /// The ends of a run, as its row tells them.
    pub(crate) ends: Vec<String>,
    fingerprint: String,
}

impl Sweep {
    /// Checks a scene and a specification.
    ///
    /// # Errors
    /// A fault of either: a path that leads nowhere, a value out of range, an end that names nothing.
    pub fn new(mut scene: Scene, spec: Spec) -> Result<Self, Fault> {
        let spec = spec.sorted()?;
        if !spec.same_luck {
            // It is drawn for each run, so that the scene's own makes no difference.
            scene.run.seed = 1;
        }
        let fingerprint = scene.fingerprint()?;
        let mut sweep = Self {
            draws: Draws::new(&spec),
            balls: scene.balls.iter().map(|ball| ball.name.clone()).filter(|name| !name.is_empty()).collect(),
            ends: spec.until.iter().map(ToString::to_string).collect(),
            fields: Arc::from([]),
            fingerprint,
            scene,
            spec,
        };
        let mut goals = Vec::new();
        let mut again = sweep.again();
        let mut values = Vec::new();
        sweep.draws.values(0, &mut values);
        let stage = again.start(sweep.draws.seed(0), &values)?;
        goals.extend(stage.goals().map(|(name, _)| name.to_owned()));
        for until in &sweep.spec.until {
            until.check(stage)?;
        }
        if let Some(seconds) = sweep.spec.seconds
            && !(0.0..=1e6).contains(&seconds)
        {
            return Err(Fault::at("seconds", format!("is {seconds}, but must be between 0 and 1e6")));
        }
        sweep.fields = sweep.columns(&goals).into();
        if let Some(until) = &sweep.spec.until_ci {
            until.check(&Table::new(sweep.fields.clone()), &sweep.ends)?;
        }
        Ok(sweep)
    }

    fn columns(&self, goals: &[String]) -> Vec<Field> {
        use crate::spec::Record;
        let field = |name: String, kind: Kind| Field { name, kind };
        let mut fields = vec![field("run".into(), Kind::Integer), field("seed".into(), Kind::Integer)];
        fields.extend(self.spec.vary.iter().map(|one| field(one.name.clone(), one.distribution.kind())));
        fields.push(field("seconds".into(), Kind::Number));
        fields.push(field("ended_by".into(), Kind::Text));
        fields.push(field("score".into(), Kind::Integer));
        fields.extend(goals.iter().map(|goal| field(format!("goal.{goal}"), Kind::Integer)));
        fields.push(field("impacts".into(), Kind::Integer));
        fields.push(field("top_speed".into(), Kind::Number));
        let axes = |ball: &String| ["x", "y"].map(|axis| field(format!("last.{ball}.{axis}"), Kind::Number));
        fields.extend(self.balls.iter().flat_map(axes));
        fields.push(field("state_hash".into(), Kind::Unsigned));
        if self.spec.record.contains(&Record::ImpactTimes) {
            fields.push(field("impact_times".into(), Kind::Numbers));
        }
        if self.spec.record.contains(&Record::Path) {
            fields.extend(self.balls.iter().map(|ball| field(format!("path.{ball}"), Kind::Numbers)));
        }
        fields
    }

    /// Its specification, in the one order that all sweeps have.
    #[must_use]
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The scene.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The columns of its tables.
    #[must_use]
    pub fn fields(&self) -> &Arc<[Field]> {
        &self.fields
    }

    /// A fingerprint of the scene.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    pub(crate) fn again(&self) -> Again {
        Again::new(self.scene.clone(), self.spec.vary.iter().map(|one| one.name.clone()).collect())
    }

    /// The scene of a run: with its values and its seed, and as long as the sweep's runs.
    ///
    /// # Errors
    /// A value of the run that is out of range.
    pub fn scene_of(&self, run: u64) -> Result<Scene, Fault> {
        let mut values = Vec::new();
        self.draws.values(run, &mut values);
        let mut scene = self.again().scene(self.draws.seed(run), &values)?;
        scene.run.seconds = self.spec.seconds.unwrap_or(scene.run.seconds);
        Ok(scene)
    }

    /// The values of a run, each with its path.
    #[must_use]
    pub fn values_of(&self, run: u64) -> Vec<(String, Value)> {
        let mut values = Vec::new();
        self.draws.values(run, &mut values);
        self.spec.vary.iter().map(|one| one.name.clone()).zip(values).collect()
    }
}
