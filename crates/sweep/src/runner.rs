//! Runs of a sweep: on several threads, into memory or a folder.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use carom_scene::Fault;

use crate::folder::Folder;
use crate::shard::Shard;
use crate::stop::UntilCi;
use crate::sweep::Sweep;
use crate::table::Table;
use crate::worker::Worker;

/// Runs that a worker takes at a time.
const BLOCK: u64 = 16;

impl Sweep {
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
        Ok(folder.rows())
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

    /// The number of the next part: runs from this times [`Spec::part_rows`](crate::Spec::part_rows) on.
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
