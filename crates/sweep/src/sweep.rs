//! Runs of a scene, on all cores, as tables.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use carom_scene::{Fault, Scene};

use crate::again::Again;
use crate::folder::Folder;
use crate::shard::Shard;
use crate::spec::{Draws, Spec};
use crate::stop::UntilCi;
use crate::table::{Field, Table};
use crate::value::{Kind, Value};
use crate::worker::Worker;

/// Runs that a worker takes at a time.
const BLOCK: u64 = 16;

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

    /// Runs a shard on this many threads, at least one, and returns a table for each part of it.
    #[must_use]
    pub fn runner(&self, shard: Shard, threads: usize) -> Runner<'_> {
        self.runner_of(shard.runs(self.spec.runs), threads)
    }

    /// As [`runner`](Self::runner), for any range of runs.
    #[must_use]
    pub fn runner_of(&self, runs: Range<u64>, threads: usize) -> Runner<'_> {
        let workers = (0..threads.max(1)).map(|_| Worker::new(self)).collect();
        Runner { sweep: self, runs, workers, done: None }
    }
}

impl Sweep {
    /// Runs a shard on this many threads, and keeps its rows in memory: one table for each part. `go_on` is called
    /// before each part. Returns the finished tables when it answers false.
    ///
    /// # Errors
    /// A value of a run that is out of range. A shard of a sweep that ends by its results.
    pub fn tables(
        &self,
        shard: Shard,
        threads: usize,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Vec<Table>, Fault> {
        let until = self.until_ci(shard)?;
        let (mut hits, mut all) = (0, 0);
        let mut tables = Vec::new();
        for table in self.runner(shard, threads).take_while(|_| go_on()) {
            let mut table = table?;
            let enough = until.and_then(|until| until.look(&table, &mut hits, &mut all));
            table.cut(enough.unwrap_or(table.len()));
            tables.push(table);
            if enough.is_some() {
                break;
            }
        }
        Ok(tables)
    }

    /// The condition that ends the sweep before all runs are done, if there is one.
    fn until_ci(&self, shard: Shard) -> Result<Option<&UntilCi>, Fault> {
        let until = self.spec.until_ci.as_ref();
        if until.is_some() && !shard.is_whole() {
            return Err(Fault::at("until_ci", "a shard does not know the runs before it"));
        }
        Ok(until)
    }

    /// Runs the rest of a shard, and writes it to a folder. Returns how many rows the folder has.
    ///
    /// # Errors
    /// A value of a run that is out of range, or a file that cannot be written. A shard of a sweep that ends by its
    /// results.
    pub fn write(&self, folder: &mut Folder, threads: usize, done: &AtomicU64) -> Result<u64, Fault> {
        let shard = folder.manifest().shard;
        let until = self.until_ci(shard)?;
        let (mut hits, mut all) = (0, 0);
        let mut stopped = folder.manifest().stopped_at;
        let mut runner = self.runner(shard, threads).counting(done);
        while stopped.is_none() && !runner.next_runs().is_empty() {
            let number = runner.part();
            if let Some(part) = folder.part(number) {
                hits += part.hits.unwrap_or(0);
                all += part.rows;
                let runs = runner.next_runs();
                if part.rows < runs.end - runs.start {
                    stopped = Some(all);
                }
                runner.skip_part();
                continue;
            }
            let Some(table) = runner.next() else { break };
            let mut table = table?;
            let before = hits;
            if let Some(rows) = until.and_then(|until| until.look(&table, &mut hits, &mut all)) {
                table.cut(rows);
                stopped = Some(all).filter(|all| *all < self.spec.runs);
            }
            folder.add(number, &table, until.map(|_| hits - before))?;
        }
        folder.finish(stopped)?;
        Ok(folder.manifest().parts.iter().map(|part| part.rows).sum())
    }
}

/// Runs parts of a sweep, one after the other, each on several threads.
#[derive(Debug)]
pub struct Runner<'a> {
    sweep: &'a Sweep,
    runs: Range<u64>,
    workers: Vec<Worker<'a>>,
    done: Option<&'a AtomicU64>,
}

impl<'a> Runner<'a> {
    /// Counts finished runs there, for a display of the progress.
    #[must_use]
    pub const fn counting(mut self, done: &'a AtomicU64) -> Self {
        self.done = Some(done);
        self
    }

    /// The number of the next part: runs from this times [`Spec::part_rows`] on.
    #[must_use]
    pub const fn part(&self) -> u64 {
        self.runs.start / self.sweep.spec.part_rows
    }

    /// The runs of the next part that belong to this shard; none at the end.
    #[must_use]
    pub fn next_runs(&self) -> Range<u64> {
        let end = (self.part() + 1).saturating_mul(self.sweep.spec.part_rows);
        self.runs.start..end.min(self.runs.end)
    }

    /// Leaves out the next part.
    pub fn skip_part(&mut self) {
        let next = self.next_runs();
        if let Some(done) = self.done {
            done.fetch_add(next.end - next.start, Ordering::Relaxed);
        }
        self.runs.start = next.end;
    }

    /// A table of these runs, from blocks that the workers take as they come.
    fn table(&mut self, runs: Range<u64>) -> Result<Table, Fault> {
        let (next, failed) = (AtomicU64::new(runs.start), AtomicBool::new(false));
        let done = self.done;
        let blocks = |worker: &mut Worker<'_>| -> Result<(), (u64, Fault)> {
            worker.clear();
            while !failed.load(Ordering::Relaxed) {
                let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                let block = start..runs.end.min(start.saturating_add(BLOCK));
                if block.is_empty() {
                    break;
                }
                for run in block.clone() {
                    worker.run(run).map_err(|fault| {
                        failed.store(true, Ordering::Relaxed);
                        (run, fault)
                    })?;
                }
                worker.blocks.push(block.start);
                if let Some(done) = done {
                    done.fetch_add(block.end - block.start, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        let results: Vec<Result<(), (u64, Fault)>> = match &mut self.workers[..] {
            [only] => vec![blocks(only)],
            all => std::thread::scope(|scope| {
                let threads: Vec<_> = all.iter_mut().map(|worker| scope.spawn(|| blocks(worker))).collect();
                let gone = || (runs.start, Fault::at("", "a thread has ended by a panic"));
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(gone()))).collect()
            }),
        };
        if let Some((run, mut fault)) =
            results.into_iter().filter_map(Result::err).min_by_key(|(run, _)| *run)
        {
            fault.message += &format!(" (run {run})");
            return Err(fault);
        }
        Ok(self.gather(runs))
    }

    /// The blocks of all workers, in the order of the runs.
    fn gather(&self, runs: Range<u64>) -> Table {
        let mut order: Vec<(u64, usize, usize)> = Vec::new();
        for (n, worker) in self.workers.iter().enumerate() {
            order.extend(worker.blocks.iter().enumerate().map(|(k, start)| (*start, n, k * BLOCK as usize)));
        }
        order.sort_unstable();
        let mut table = Table::new(self.sweep.fields.clone());
        for (start, n, row) in order {
            // The last block of a part may be short, and it is the last one of its worker.
            let count = (runs.end - start).min(BLOCK) as usize;
            table.extend(&self.workers[n].table, row..row + count);
        }
        table
    }
}

impl Iterator for Runner<'_> {
    type Item = Result<Table, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let runs = self.next_runs();
        if runs.is_empty() {
            return None;
        }
        self.runs.start = runs.end;
        let table = self.table(runs);
        if table.is_err() {
            self.runs.start = self.runs.end;
        }
        Some(table)
    }
}
