//! Hashes of the course's states, one line each: scene, steps, hash. Every target must print the same.
//!
//! `hashes [STEPS]` runs up to that many steps. `hashes save FOLDER` writes a snapshot of each scene, `hashes resume FOLDER`
//! continues from there: a world moves from one target to another. On wasm32 a host calls the exports in place of `main`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use carom::World;
use proof::course::{Runner, checkpoints, count, name};

/// Steps before a snapshot, and after it.
const SAVED_AT: u32 = 60;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => print(u32::MAX),
        ["save", folder] => save(Path::new(folder)),
        ["resume", folder] => resume(Path::new(folder)),
        [steps] => steps.parse().map_err(io::Error::other).and_then(print),
        _ => return ExitCode::from(2),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn print(steps: u32) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for number in 0..count() {
        let name = name(number).unwrap_or_default();
        let mut runner = Runner::new(number).map_err(io::Error::other)?;
        for at in checkpoints(number).iter().copied().filter(|at| *at <= steps) {
            if let Some(runner) = &mut runner {
                let hash = runner.run_to(at).map_err(io::Error::other)?;
                writeln!(out, "{name} {at} {hash:016x}")?;
            }
        }
    }
    Ok(())
}

/// The file for a scene's snapshot.
fn file(folder: &Path, number: usize) -> PathBuf {
    folder.join(name(number).unwrap_or_default().replace('/', "-") + ".snapshot")
}

fn save(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for number in 0..count() {
        let Some(mut runner) = Runner::new(number).map_err(io::Error::other)? else { continue };
        runner.run_to(SAVED_AT).map_err(io::Error::other)?;
        fs::write(file(folder, number), runner.world().snapshot())?;
    }
    Ok(())
}

fn resume(folder: &Path) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for number in 0..count() {
        let Ok(bytes) = fs::read(file(folder, number)) else { continue };
        let mut world = World::from_snapshot(&bytes).map_err(io::Error::other)?;
        for _ in 0..SAVED_AT {
            world.step(1.0 / 60.0);
        }
        writeln!(out, "{} {:016x}", name(number).unwrap_or_default(), world.state_hash())?;
    }
    Ok(())
}

/// The call of a wasm32 host: that target has neither arguments nor an output.
#[cfg(target_arch = "wasm32")]
#[expect(unsafe_code, reason = "an exported name; nothing else here could be unsound")]
mod exports {
    use std::cell::RefCell;

    use super::{Runner, checkpoints, name};

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

    /// Steps of a scene's checkpoint with this number; 0 beyond the last.
    #[unsafe(no_mangle)]
    extern "C" fn carom_checkpoint(scene: u32, number: u32) -> u32 {
        checkpoints(scene as usize).get(number as usize).copied().unwrap_or(0)
    }

    /// Byte `at` of a scene's name; 0 beyond its end.
    #[unsafe(no_mangle)]
    extern "C" fn carom_name(number: u32, at: u32) -> u32 {
        let name = name(number as usize).unwrap_or_default();
        name.as_bytes().get(at as usize).copied().map_or(0, u32::from)
    }
}
