//! The threads of batches and sweeps.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{Answer, Failure};

/// A pool, and the process and number of threads that it was made for.
struct Made {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

static POOL: Mutex<Option<Made>> = Mutex::new(None);
/// How many threads were asked for; 0 for one a core.
static THREADS: Mutex<usize> = Mutex::new(0);

/// The pool of this process. The threads of a parent do not come along with a fork: its pool is left where it is.
pub(crate) fn pool() -> Answer<Arc<ThreadPool>> {
    let threads = *THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    let mut made = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = made.as_ref()
        && (made.process, made.threads) == (process, threads)
    {
        return Ok(made.pool.clone());
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| Failure::plain(format!("no threads: {error}")))?);
    let old = made.replace(Made { process, threads, pool: pool.clone() });
    if let Some(old) = old
        && old.process != process
    {
        // To drop it would wait for threads that this process does not have.
        std::mem::forget(old.pool);
    }
    Ok(pool)
}

/// Sets how many threads step batches and sweeps from now on. 0, as at first, is one for each core.
#[pyfunction]
pub(crate) fn set_threads(threads: usize) -> Answer<()> {
    if threads > 4096 {
        return Err(Failure::out_of_range("threads", threads as f64, "between 0 and 4096"));
    }
    *THREADS.lock().unwrap_or_else(PoisonError::into_inner) = threads;
    Ok(())
}

/// How many threads step batches and sweeps.
#[pyfunction]
pub(crate) fn threads(py: Python<'_>) -> Answer<usize> {
    py.detach(|| pool().map(|pool| pool.current_num_threads()))
}
