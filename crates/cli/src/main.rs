//! The command `carom`: runs, checks, converts, times, records, replays and sweeps scenes without a window.
//!
//! Results go to standard output, everything else to standard error. The exit code is 0 if all is well, 1 if the
//! scene broke a rule (a ball escaped, a replay diverged, a check found something), 2 if the command line or a file
//! is wrong, 3 if something could not be written, 130 if the run was stopped.

mod aim;
mod aim_map;
mod aim_values;
mod args;
mod bench;
mod camera;
mod check;
mod convert;
mod failure;
mod film;
mod interrupt;
mod journal;
mod manual;
mod minimize;
mod outputs;
mod phases;
mod progress;
mod replay;
mod run;
mod source;
mod summary;
mod sweep;
mod sweep_plot;

use std::io::Write;
use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;
use failure::Failure;

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Run(run) => run::run(&run),
        Command::Check(check) => check::check(&check),
        Command::Convert(convert) => convert::convert(&convert),
        Command::Bench(bench) => bench::bench(&bench),
        Command::Record(record) => replay::record(&record),
        Command::Replay(replay) => replay::replay(&replay),
        Command::Minimize(minimize) => minimize::minimize(&minimize),
        Command::Sweep(args) => sweep::sweep(&args),
        Command::Aim(args) => aim::aim(&args),
        Command::Schema => convert::schema(),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::man(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it, as `head` does: that is no failure.
        Err(Failure::Gone) => ExitCode::SUCCESS,
        Err(failure) => {
            // Standard error may be closed; the exit code remains.
            let _ = writeln!(std::io::stderr(), "error: {failure}");
            ExitCode::from(failure.code())
        }
    }
}
