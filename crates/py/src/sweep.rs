//! Sweeps: many runs of a scene, as tables of Arrow or as files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use carom_scene::Fault;
use carom_sweep::{FileFormat, Folder, Parameter, Record, Shard, Spec, Sweep, Until, UntilCi};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{Answer, Failure, fault};
use crate::pool;
use crate::scene::Scene;
use crate::table::Table;

/// Arguments of sweeps in memory and in files, in Python's form.
#[derive(Debug, FromPyObject)]
pub(crate) struct Wanted {
    #[pyo3(item)]
    runs: Option<u64>,
    #[pyo3(item)]
    seed: Option<u64>,
    #[pyo3(item)]
    vary: BTreeMap<String, String>,
    #[pyo3(item)]
    until: Vec<String>,
    #[pyo3(item)]
    seconds: Option<f64>,
    #[pyo3(item)]
    dt: Option<f64>,
    #[pyo3(item)]
    record: Vec<String>,
    #[pyo3(item)]
    same_luck: bool,
    #[pyo3(item)]
    until_ci: Option<(String, f64)>,
    #[pyo3(item)]
    part_rows: u64,
    #[pyo3(item)]
    shard: Option<String>,
    #[pyo3(item)]
    threads: Option<usize>,
}

/// The value of a text, or the wrong argument.
fn parsed<T: std::str::FromStr<Err = String>>(field: &str, text: &str) -> Answer<T> {
    text.parse().map_err(|reason: String| Failure::at(field.to_owned(), &reason))
}

impl Wanted {
    fn spec(&self, scene: &carom_scene::Scene) -> PyResult<Spec> {
        let raised = |found: Fault| Python::attach(|py| fault(py, &found));
        let vary = self.vary.iter().map(|(name, law)| format!("{name}={law}").parse::<Parameter>());
        let mut spec = Spec {
            seed: self.seed.unwrap_or(scene.run.seed),
            vary: vary.collect::<Result<_, _>>().map_err(raised)?,
            until: self.until.iter().map(|text| parsed::<Until>("until", text)).collect::<Answer<_>>()?,
            seconds: self.seconds,
            record: self.record.iter().map(|text| parsed::<Record>("record", text)).collect::<Answer<_>>()?,
            same_luck: self.same_luck,
            part_rows: self.part_rows,
            ..Spec::default()
        };
        if let Some((share, width)) = &self.until_ci {
            spec.until_ci = Some(UntilCi::new(share, *width).map_err(raised)?);
        }
        spec.runs = self.runs.unwrap_or_else(|| spec.combinations());
        Ok(spec)
    }

    /// The sweep, its shard, and how many threads run it.
    fn sweep(&self, py: Python<'_>, scene: &Scene) -> PyResult<(Sweep, Shard, usize)> {
        let mut scene = scene.described();
        let spec = self.spec(&scene)?;
        if let Some(dt) = self.dt {
            if !(1e-6..=1.0).contains(&dt) {
                return Err(Failure::out_of_range("dt", dt, "between 1e-6 and 1 s").into());
            }
            scene.run.rate = 1.0 / dt;
        }
        scene.run.seconds = self.seconds.unwrap_or(scene.run.seconds);
        let shard = self.shard.as_deref().map(|text| parsed("shard", text)).transpose()?;
        let threads = match self.threads {
            None => pool::threads(py)?,
            Some(threads @ 1..=1024) => threads,
            Some(threads) => {
                return Err(Failure::out_of_range("threads", threads as f64, "between 1 and 1024").into());
            }
        };
        let sweep = py.detach(|| Sweep::new(scene, spec)).map_err(|found| fault(py, &found))?;
        Ok((sweep, shard.unwrap_or(Shard::WHOLE), threads))
    }
}

/// Runs a sweep and keeps its rows: the base of `carom.sweep`.
#[pyfunction]
pub(crate) fn sweep_table(py: Python<'_>, scene: &Scene, wanted: Wanted) -> PyResult<Table> {
    let (sweep, shard, threads) = wanted.sweep(py, scene)?;
    let mut signal = None;
    // Ctrl-C is heard between two parts.
    let go_on = || {
        signal = Python::attach(|py| py.check_signals().err());
        signal.is_none()
    };
    let tables = py.detach(|| sweep.tables(shard, threads, go_on));
    if let Some(signal) = signal {
        return Err(signal);
    }
    Table::of(sweep.fields(), tables.map_err(|found| fault(py, &found))?)
}

/// Runs a sweep and writes its rows to a folder: the base of `carom.write_sweep`. Returns how many rows there are.
#[pyfunction]
pub(crate) fn sweep_files(
    py: Python<'_>,
    scene: &Scene,
    wanted: Wanted,
    out: PathBuf,
    resume: bool,
) -> PyResult<u64> {
    let (sweep, shard, threads) = wanted.sweep(py, scene)?;
    let write = || {
        let format = FileFormat::Parquet;
        let mut folder = if resume {
            Folder::resume(&out, &sweep, shard, format)?
        } else {
            Folder::create(&out, &sweep, shard, format)?
        };
        sweep.write(&mut folder, threads, &AtomicU64::new(0))
    };
    py.detach(write).map_err(|found| fault(py, &found))
}

/// Puts the shards of a sweep into one folder: the same files that one process would have written. `folders` are those of
/// the shards, or hold them. Returns how many rows there are.
///
/// Raises `Error` if runs are missing or there twice, or if the shards are not of one sweep.
#[pyfunction]
pub(crate) fn merge_sweep(py: Python<'_>, folders: &Bound<'_, PyAny>, out: PathBuf) -> PyResult<u64> {
    let folders: Vec<PathBuf> = if folders.is_instance_of::<PyString>() || folders.hasattr("__fspath__")? {
        vec![folders.extract()?]
    } else {
        folders.extract()?
    };
    let merged = py.detach(|| carom_sweep::merge(&folders, &out, FileFormat::Parquet));
    let merged = merged.map_err(|found| fault(py, &found))?;
    Ok(merged.rows())
}
