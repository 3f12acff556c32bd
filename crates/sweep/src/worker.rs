//! One thread's stage, and the rows that it has made.

use carom::BodyId;
use carom_scene::{Fault, Stage};

use crate::again::Again;
use crate::spec::Record;
use crate::sweep::Sweep;
use crate::table::{RowWriter, Table};
use crate::value::Value;

/// One thread's stage, and the rows that it has made.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    sweep: &'a Sweep,
    again: Again,
    watch: Watch,
    values: Vec<Value>,
    pub(crate) table: Table,
    /// The first runs of the blocks that it did, in the order of its rows.
    pub(crate) blocks: Vec<u64>,
}

/// Observations of a run while it lasts.
#[derive(Debug, Default)]
struct Watch {
    /// Named balls, each with its last place.
    balls: Vec<(Option<BodyId>, [f64; 2])>,
    /// The bodies that the ends of the run depend on.
    targets: Vec<Option<BodyId>>,
    impacts: i64,
    top_speed: f64,
    impact_times: Vec<f64>,
    paths: Vec<Vec<f64>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(sweep: &'a Sweep) -> Self {
        Self {
            sweep,
            again: sweep.again(),
            watch: Watch::default(),
            values: Vec::new(),
            table: Table::new(sweep.fields.clone()),
            blocks: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.blocks.clear();
    }

    /// Does a run, and adds its row to the table.
    pub(crate) fn run(&mut self, run: u64) -> Result<(), Fault> {
        let Self { sweep, again, watch, values, table, .. } = self;
        let Sweep { spec, draws, .. } = sweep;
        draws.values(run, values);
        let stage = again.start(draws.seed(run), values)?;
        watch.start(stage, sweep);
        let seconds = spec.seconds.unwrap_or(stage.scene().run.seconds);
        let steps = (seconds / f64::from(stage.dt())).round() as u64;
        let mut ended = None;
        while ended.is_none() && stage.steps() < steps {
            stage.before();
            let dt = stage.dt();
            stage.world.step(dt);
            watch.step(stage, &spec.record);
            stage.after();
            let met = |(until, body): &(&crate::until::Until, &Option<BodyId>)| until.is_met(stage, **body);
            ended = spec.until.iter().zip(&watch.targets).position(|pair| met(&pair));
        }
        let mut row = RowWriter::new(table);
        row.integer(run as i64);
        row.integer(stage.scene().run.seed as i64);
        values.iter().for_each(|value| row.value(value));
        row.number(stage.time());
        row.text(ended.map_or("time", |n| sweep.ends[n].as_str()));
        row.integer(stage.score());
        stage.goals().for_each(|(_, count)| row.integer(count as i64));
        row.integer(watch.impacts);
        row.number(watch.top_speed);
        watch.balls.iter().flat_map(|(_, place)| place).for_each(|x| row.number(*x));
        row.unsigned(stage.world.state_hash());
        if spec.record.contains(&Record::ImpactTimes) {
            row.numbers(&watch.impact_times);
        }
        if spec.record.contains(&Record::Path) {
            watch.paths.iter().for_each(|path| row.numbers(path));
        }
        Ok(())
    }
}

impl Watch {
    fn start(&mut self, stage: &Stage, sweep: &Sweep) {
        self.balls.clear();
        self.balls.extend(sweep.balls.iter().map(|name| (stage.find(name), [f64::NAN; 2])));
        self.targets.clear();
        self.targets.extend(sweep.spec.until.iter().map(|until| until.body(stage)));
        (self.impacts, self.top_speed) = (0, 0.0);
        self.impact_times.clear();
        self.paths.resize(self.balls.len(), Vec::new());
        self.paths.iter_mut().for_each(Vec::clear);
        self.places(stage);
    }

    /// A ball that is gone keeps the place where it was seen last.
    fn places(&mut self, stage: &Stage) {
        for (ball, place) in &mut self.balls {
            if let Some(at) = ball.and_then(|ball| stage.world.position(ball)) {
                *place = [f64::from(at.x), f64::from(at.y)];
            }
        }
    }

    fn step(&mut self, stage: &Stage, record: &[Record]) {
        let impacts = stage.world.events().impacts();
        self.impacts += impacts.len() as i64;
        for (_, ball) in stage.world.balls() {
            self.top_speed = self.top_speed.max(f64::from(ball.velocity.length()));
        }
        self.places(stage);
        if record.contains(&Record::ImpactTimes) {
            let start = stage.time();
            self.impact_times.extend(impacts.iter().map(|impact| start + f64::from(impact.time)));
        }
        if record.contains(&Record::Path) {
            for (path, (_, place)) in self.paths.iter_mut().zip(&self.balls) {
                path.extend_from_slice(place);
            }
        }
    }
}
