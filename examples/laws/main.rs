//! The laboratory of laws: `cargo run --release --example laws -- [names] [--full] [--json] [--markdown FILE]
//! [--figures DIR]`.

use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use laws::{ALL, Effort, figures, report};

/// Measures the laws of motion against their exact answers.
#[derive(Debug, Parser)]
struct Options {
    /// Laws whose name contains one of these; all if none is given.
    names: Vec<String>,
    /// All seeds: minutes to hours.
    #[arg(long, conflicts_with = "brief")]
    full: bool,
    /// A few seeds, as in `cargo test`.
    #[arg(long)]
    brief: bool,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
    /// Writes the document of all results, `docs/accuracy.md`, into this file as well.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Draws a picture or two of each law into this directory.
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let options = Options::parse();
    if let Some(directory) = &options.figures {
        std::fs::create_dir_all(directory)?;
    }
    let effort = match (options.full, options.brief) {
        (true, _) => Effort::Full,
        (_, true) => Effort::Test,
        _ => Effort::Quick,
    };
    let chosen =
        |name: &str| options.names.is_empty() || options.names.iter().any(|n| name.contains(n.as_str()));
    let mut out = io::stdout();
    let (mut passed, mut failed) = (0, 0);
    let mut found = Vec::new();
    for law in ALL.iter().filter(|law| chosen(law.name)) {
        let start = Instant::now();
        if !options.json {
            writeln!(out, "{}: {}", law.name, law.says)?;
        }
        let cases = law.cases(effort);
        if let Some(directory) = &options.figures {
            figures::draw(law.name, &cases, directory)?;
        }
        let bad = cases.iter().filter(|case| !case.pass).count();
        (passed, failed) = (passed + cases.len() - bad, failed + bad);
        if options.json {
            report::json(&mut out, &cases)?;
        } else {
            report::table(&mut out, &cases)?;
            writeln!(out, "  {:.1} s", start.elapsed().as_secs_f64())?;
        }
        found.extend(cases);
    }
    if let Some(file) = &options.markdown {
        let flag = match effort {
            Effort::Full => "--full",
            Effort::Test => "--brief",
            Effort::Quick => "",
        };
        report::markdown(&mut io::BufWriter::new(File::create(file)?), &found, flag)?;
    }
    if !options.json {
        writeln!(out, "{passed} within their bars, {failed} not")?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
