//! Hashes of the course's states, one line each: scene, steps, hash. Every target must print the same.
//!
//! `hashes [STEPS]` runs up to that many steps. On wasm32 a host calls the exports in place of `main`.

use std::io::{self, Write};
use std::process::ExitCode;

use proof::course::{CHECKPOINTS, Runner, count, name};

fn main() -> ExitCode {
    let steps = std::env::args().nth(1).map_or(Ok(u32::MAX), |word| word.parse());
    match steps {
        Ok(steps) => print(steps).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Err(_) => ExitCode::from(2),
    }
}

fn print(steps: u32) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for number in 0..count() {
        let name = name(number).unwrap_or_default();
        let mut runner = Runner::new(number).map_err(io::Error::other)?;
        for at in CHECKPOINTS.into_iter().filter(|at| *at <= steps) {
            if let Some(runner) = &mut runner {
                let hash = runner.run_to(at).map_err(io::Error::other)?;
                writeln!(out, "{name} {at} {hash:016x}")?;
            }
        }
    }
    Ok(())
}

/// The call of a wasm32 host: that target has neither arguments nor an output.
#[cfg(target_arch = "wasm32")]
#[expect(unsafe_code, reason = "an exported name; nothing else here could be unsound")]
mod exports {
    use std::cell::RefCell;

    use super::{CHECKPOINTS, Runner, name};

    thread_local! {
        static RUNNER: RefCell<Option<Runner>> = const { RefCell::new(None) };
    }

    /// Builds the scene with this number; 0 beyond the last.
    #[unsafe(no_mangle)]
    extern "C" fn carom_start(number: u32) -> u32 {
        let runner = Runner::new(number as usize).ok().flatten();
        RUNNER.with_borrow_mut(|slot| {
            *slot = runner;
            u32::from(slot.is_some())
        })
    }

    /// Runs the scene to this step and returns the hash; 0 if it was refused.
    #[unsafe(no_mangle)]
    extern "C" fn carom_run_to(steps: u32) -> u64 {
        RUNNER.with_borrow_mut(|slot| slot.as_mut().and_then(|r| r.run_to(steps).ok()).unwrap_or(0))
    }

    /// Steps of the checkpoint with this number; 0 beyond the last.
    #[unsafe(no_mangle)]
    extern "C" fn carom_checkpoint(number: u32) -> u32 {
        CHECKPOINTS.get(number as usize).copied().unwrap_or(0)
    }

    /// Byte `at` of a scene's name; 0 beyond its end.
    #[unsafe(no_mangle)]
    extern "C" fn carom_name(number: u32, at: u32) -> u32 {
        let name = name(number as usize).unwrap_or_default();
        name.as_bytes().get(at as usize).copied().map_or(0, u32::from)
    }
}
