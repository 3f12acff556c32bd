//! The cost of a step in instructions, a meter that a busy machine can't disturb.
//!
//! `cargo run --release -p carom-benches --bin instructions` brings scenes to a state, runs a few steps of each under
//! callgrind, a tool of [Valgrind](https://valgrind.org), and prints a table. It compares with `benches/instructions.json`
//! and fails where a scene takes over 3 % more. `--record` writes that file and the table of docs/benchmarks.md again,
//! `--json` prints one JSON object.
//!
//! Each scene is warmed up outside of callgrind and handed over as a snapshot, so that only the steps that count are slow.
//! Counts belong to one compiler and one set of vector instructions: with others the table is printed and nothing is
//! compared.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use carom::{Error, World};
use carom_benches::warm;
use clap::Parser;
use serde_json::{Value, json};

/// More than this beside the baseline fails.
const TOLERANCE: f64 = 0.03;
/// The function that callgrind counts: the only one that steps the world.
const MEASURED: &str = "instructions::measured_step";

/// The page with the table, and the marks around it.
const PAGE: &str = "../docs/benchmarks.md";
const MARKS: [&str; 2] = ["<!-- table: instructions -->\n", "<!-- end -->"];

const COLUMNS: [(&str, &str); 6] = [
    ("instructions a step", "instructions_a_step"),
    ("first-level misses a step", "first_level_misses_a_step"),
    ("a contact and substep", "a_contact_and_substep"),
    ("a ball and substep", "a_ball_and_substep"),
    ("an impact", "an_impact"),
    ("a ball and step beside impacts", "a_ball_and_step_beside_impacts"),
];

/// A stretch of steps of one scene.
struct Window {
    name: &'static str,
    steps: u32,
    build: Build,
}

/// How a scene comes to the state in which it is measured.
enum Build {
    /// A world, warmed up outside of callgrind.
    World(fn() -> Result<World, Error>),
    /// This many balls of the pinball game, whose player can't be passed on.
    Pinball(usize),
}

const WINDOWS: [Window; 14] = [
    Window { name: "pile 100, falling", steps: 40, build: Build::World(|| warm::pile_after(100, 60)) },
    Window { name: "pile 1000, falling", steps: 8, build: Build::World(|| warm::pile_after(1000, 120)) },
    Window { name: "pile 10000, falling", steps: 2, build: Build::World(|| warm::pile_after(10_000, 150)) },
    Window { name: "pile 1000, at rest", steps: 8, build: Build::World(|| warm::pile_after(1000, 900)) },
    Window {
        name: "pile 1000, at rest, awake",
        steps: 8,
        build: Build::World(|| awake(warm::pile_after(1000, 900)?)),
    },
    Window { name: "gas 1000", steps: 16, build: Build::World(|| warm::gas(1000)) },
    Window { name: "gas 10000", steps: 4, build: Build::World(|| warm::gas(10_000)) },
    Window { name: "galton 1000", steps: 32, build: Build::World(|| warm::galton(1000)) },
    Window { name: "suika 300, falling", steps: 40, build: Build::World(|| warm::suika_after(300, 90)) },
    Window { name: "suika 300, at rest", steps: 40, build: Build::World(|| warm::suika_after(300, 1500)) },
    Window {
        name: "suika 300, at rest, awake",
        steps: 40,
        build: Build::World(|| awake(warm::suika_after(300, 1500)?)),
    },
    Window { name: "large_static 1000", steps: 8, build: Build::World(|| warm::large_static(1000)) },
    Window { name: "pinball 1", steps: 300, build: Build::Pinball(1) },
    Window { name: "pinball 16", steps: 120, build: Build::Pinball(16) },
];

/// A heap at rest in which no ball may sleep.
fn awake(mut world: World) -> Result<World, Error> {
    let config = carom::Config { sleep_speed: 0.0, ..*world.config() };
    world.set_config(config)?;
    world.step(warm::DT);
    Ok(world)
}

/// Counts the instructions of a step, scene by scene, and compares them with a baseline. Needs Valgrind 3.18 or newer.
#[derive(Debug, Parser)]
struct Args {
    /// Only the scenes whose name holds one of these words
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// One JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Write the counts down as the new baseline, in place of comparing
    #[arg(long)]
    record: bool,
    /// Steps one scene and nothing else: the process under callgrind
    #[arg(long, hide = true)]
    window: Option<String>,
    /// Snapshot that the scene begins with
    #[arg(long, hide = true)]
    from: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(within) if within => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            // If this fails too, no message is possible.
            let _ = writeln!(io::stderr(), "instructions: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Steps one scene, or counts all of them; false if a scene costs more than its baseline allows.
fn run(args: &Args) -> Result<bool, Box<dyn StdError>> {
    if let Some(name) = &args.window {
        let window = WINDOWS.iter().find(|window| window.name == name).ok_or("no such window")?;
        return step(window, args.from.as_deref()).map(|()| true);
    }
    let folder = std::env::temp_dir().join(format!("carom-instructions-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let counted = count_all(args, &folder);
    std::fs::remove_dir_all(&folder)?;
    let counted = counted?;

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.json");
    let report = report(&counted)?;
    let mut out = io::stdout().lock();
    if args.record {
        std::fs::write(&path, serde_json::to_string_pretty(&report)? + "\n")?;
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
        std::fs::write(&page, with_table(&std::fs::read_to_string(&page)?, &report)?)?;
    }
    if args.json {
        writeln!(out, "{report}")?;
    } else {
        print(&counted, &mut out)?;
    }
    if args.record {
        return Ok(true);
    }
    let baseline: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
    compare(&counted, &report, &baseline)
}

/// The average cost of one step.
struct Counted {
    name: &'static str,
    /// Instructions.
    total: f64,
    /// Data reads and writes that miss the first cache, of 32 KB.
    misses: f64,
    per_contact: Option<f64>,
    per_ball: Option<f64>,
    per_impact: Option<f64>,
    beside_impacts: f64,
}

fn count_all(args: &Args, folder: &Path) -> Result<Vec<Counted>, Box<dyn StdError>> {
    let wanted =
        |window: &&Window| args.only.is_empty() || args.only.iter().any(|word| window.name.contains(word));
    WINDOWS.iter().filter(wanted).map(|window| count(window, folder)).collect()
}

/// Steps a scene under callgrind and reads the counts.
fn count(window: &Window, folder: &Path) -> Result<Counted, Box<dyn StdError>> {
    let (snapshot, costs) = (folder.join("snapshot"), folder.join("callgrind"));
    let mut command = Command::new("valgrind");
    command
        .args([
            "--tool=callgrind",
            "--cache-sim=yes",
            "--I1=32768,8,64",
            "--D1=32768,8,64",
            "--LL=2097152,16,64",
        ])
        .args(["--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--toggle-collect={MEASURED}"))
        .arg(format!("--callgrind-out-file={}", costs.display()))
        .arg(std::env::current_exe()?)
        .args(["--window", window.name]);
    if let Build::World(build) = &window.build {
        std::fs::write(&snapshot, build()?.snapshot())?;
        command.arg("--from").arg(&snapshot);
    }
    let run = command.stderr(Stdio::null()).output();
    let run = run.map_err(|error| format!("valgrind could not be started, is it installed? {error}"))?;
    if !run.status.success() {
        return Err(format!("{}: valgrind ended with {}", window.name, run.status).into());
    }
    let [contacts, impacts, ball_substeps, ball_steps]: [f64; 4] = serde_json::from_slice(&run.stdout)?;
    let costs = Costs::parse(&std::fs::read_to_string(&costs)?)?;
    let steps = f64::from(window.steps);
    let total = costs.of(MEASURED)?;
    let phase = |name: &str| costs.of_or_none(&format!("phases::{name}"));
    let on_contacts = phase("collect_contacts") + phase("warm_start_and_solve") + phase("relax");
    let on_impacts = costs.of_or_none("::resolve_instant");
    let on_flights = phase("integrate_velocities") + phase("advance") - on_impacts;
    let share = |cost: f64, count: f64| (count > 0.0 && cost > 0.0).then(|| cost / count);
    Ok(Counted {
        name: window.name,
        total: total / steps,
        misses: costs.misses / steps,
        // These phases look at balls as well: where contacts are few, their share says nothing.
        per_contact: share(on_contacts, contacts).filter(|_| 2.0 * contacts > ball_substeps),
        per_ball: share(on_flights, ball_substeps),
        per_impact: share(on_impacts, impacts),
        beside_impacts: (total - on_impacts) / ball_steps,
    })
}

/// Brings a scene to its state and steps it; prints the work of the steps.
fn step(window: &Window, from: Option<&Path>) -> Result<(), Box<dyn StdError>> {
    let mut done = Done::default();
    match (&window.build, from) {
        (Build::World(_), Some(path)) => {
            let mut world = World::from_snapshot(&std::fs::read(path)?)?;
            // The first step after a snapshot finds its lists and buffers empty.
            world.step(warm::DT);
            for _ in 0..window.steps {
                measured_step(&mut world);
                done.add(&world);
            }
        }
        (Build::Pinball(balls), _) => {
            let mut game = warm::pinball(*balls)?;
            for _ in 0..window.steps {
                game.before(warm::DT)?;
                measured_step(&mut game.world);
                done.add(&game.world);
                game.after(warm::DT)?;
            }
        }
        (Build::World(_), None) => return Err("a world needs the snapshot that it begins with".into()),
    }
    let Done { contacts, impacts, ball_substeps, ball_steps } = done;
    writeln!(io::stdout().lock(), "{}", json!([contacts, impacts, ball_substeps, ball_steps]))?;
    Ok(())
}

/// The function that callgrind counts.
#[inline(never)]
fn measured_step(world: &mut World) {
    std::hint::black_box(world.step(warm::DT));
}

/// The work of the steps of a window.
#[derive(Default)]
struct Done {
    contacts: u64,
    impacts: u64,
    ball_substeps: u64,
    ball_steps: u64,
}

impl Done {
    fn add(&mut self, world: &World) {
        let profile = world.profile();
        let balls = world.ball_count() as u64;
        self.contacts += u64::from(profile.contacts);
        self.impacts += u64::from(profile.impacts);
        self.ball_steps += balls;
        self.ball_substeps += balls * u64::from(profile.substeps - profile.quiet_substeps);
    }
}

/// The costs of functions together with all their calls.
struct Costs {
    instructions: BTreeMap<String, f64>,
    misses: f64,
}

impl Costs {
    /// Reads a file of callgrind, written without compression.
    ///
    /// Format: Valgrind's manual, "Callgrind Format Specification".
    fn parse(text: &str) -> Result<Self, Box<dyn StdError>> {
        let events = text.lines().find_map(|line| line.strip_prefix("events: "));
        let events: Vec<&str> = events.ok_or("callgrind wrote no events")?.split_whitespace().collect();
        let place = |event: &str| events.iter().position(|name| *name == event);
        let instructions = place("Ir").ok_or("callgrind counted no instructions")?;
        let missed: Vec<usize> = ["D1mr", "D1mw"].into_iter().filter_map(place).collect();
        let (mut costs, mut function, mut called) =
            (Self { instructions: BTreeMap::new(), misses: 0.0 }, "", false);
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("fn=") {
                function = name;
            } else if line.starts_with("calls=") {
                called = true;
            } else if line.starts_with(|first: char| first.is_ascii_digit()) {
                let counts: Vec<f64> =
                    line.split_whitespace().skip(1).map_while(|n| n.parse().ok()).collect();
                let count = |n: usize| counts.get(n).copied().unwrap_or(0.0);
                *costs.instructions.entry(function.to_owned()).or_default() += count(instructions);
                // A called function counts its own.
                if !std::mem::take(&mut called) {
                    costs.misses += missed.iter().map(|&n| count(n)).sum::<f64>();
                }
            }
        }
        Ok(costs)
    }

    /// Instructions of all functions whose names end so.
    fn of_or_none(&self, name: &str) -> f64 {
        self.instructions.iter().filter(|(function, _)| function.ends_with(name)).map(|(_, cost)| cost).sum()
    }

    fn of(&self, name: &str) -> Result<f64, String> {
        let cost = self.of_or_none(name);
        if cost > 0.0 {
            Ok(cost)
        } else {
            Err(format!("callgrind saw nothing of {name}: built without symbols?"))
        }
    }
}

fn print(counted: &[Counted], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:26} {:>12} {:>10} {:>12} {:>12} {:>10} {:>16}",
        "", "instructions", "misses", "a contact", "a ball", "", "a ball and step"
    )?;
    writeln!(
        out,
        "{:26} {:>12} {:>10} {:>12} {:>12} {:>10} {:>16}",
        "scene", "a step", "a step", "and substep", "and substep", "an impact", "beside impacts"
    )?;
    for row in counted {
        let shown = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), |x| format!("{x:.0}"));
        writeln!(
            out,
            "{:26} {:12.0} {:10.0} {:>12} {:>12} {:>10} {:16.0}",
            row.name,
            row.total,
            row.misses,
            shown(row.per_contact),
            shown(row.per_ball),
            shown(row.per_impact),
            row.beside_impacts
        )?;
    }
    Ok(())
}

/// The counts as JSON, with the compiler and the processor that they belong to.
fn report(counted: &[Counted]) -> Result<Value, Box<dyn StdError>> {
    let version = Command::new("rustc").arg("--version").output()?;
    let scenes: serde_json::Map<String, Value> = counted
        .iter()
        .map(|row| {
            let rounded = |x: Option<f64>| x.map(f64::round);
            let scene = json!({
                "instructions_a_step": row.total.round(),
                "first_level_misses_a_step": row.misses.round(),
                "a_contact_and_substep": rounded(row.per_contact),
                "a_ball_and_substep": rounded(row.per_ball),
                "an_impact": rounded(row.per_impact),
                "a_ball_and_step_beside_impacts": row.beside_impacts.round(),
            });
            (row.name.to_owned(), scene)
        })
        .collect();
    let compiler = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    Ok(json!({ "built_for": format!("{compiler}, {}", target()), "scenes": scenes }))
}

/// The page with the table of a report in place of the one that stands there.
fn with_table(page: &str, report: &Value) -> Result<String, String> {
    let [begin, end] = MARKS;
    let marked = page.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let (before, after) = marked.ok_or_else(|| format!("{PAGE} has no {}", begin.trim_end()))?;
    let (names, keys): (Vec<_>, Vec<_>) = COLUMNS.into_iter().unzip();
    let mut table = format!("| scene | {} |\n|{}\n", names.join(" | "), "---|".repeat(COLUMNS.len() + 1));
    for Window { name, .. } in &WINDOWS {
        let cells =
            keys.iter().map(|key| report["scenes"][name][key].as_f64().map_or_else(String::new, grouped));
        table += &format!("| {name} | {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    Ok(format!("{before}{begin}{table}{end}{after}"))
}

/// A count with a space before each group of three digits.
fn grouped(count: f64) -> String {
    let digits = format!("{count:.0}");
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(String::from_utf8_lossy);
    let all = [String::from_utf8_lossy(&digits.as_bytes()[..first])].into_iter().chain(groups);
    all.filter(|group| !group.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The kind of processor, and whether it has the widest vectors that the contact solver uses.
fn target() -> String {
    #[cfg(target_arch = "x86_64")]
    let wide = std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    let wide = false;
    format!("{} {} avx2", std::env::consts::ARCH, if wide { "with" } else { "without" })
}

/// Says which scenes cost more or less than before; false if one costs too much.
fn compare(counted: &[Counted], report: &Value, baseline: &Value) -> Result<bool, Box<dyn StdError>> {
    let mut out = io::stderr().lock();
    if report["built_for"] != baseline["built_for"] {
        writeln!(out, "NOT COMPARED: the baseline is for {}", baseline["built_for"])?;
        return Ok(true);
    }
    let mut within = true;
    for row in counted {
        let Some(before) = baseline["scenes"][row.name]["instructions_a_step"].as_f64() else {
            writeln!(out, "NOT COMPARED: {} has no baseline", row.name)?;
            continue;
        };
        let change = row.total / before - 1.0;
        if change > TOLERANCE {
            within = false;
            writeln!(out, "{}: {:+.1} %, more than {:.0} %", row.name, 100.0 * change, 100.0 * TOLERANCE)?;
        } else if change < -TOLERANCE {
            writeln!(out, "{}: {:+.1} %; --record keeps it", row.name, 100.0 * change)?;
        }
    }
    Ok(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_hold_what_they_call() {
        let text = "events: Ir D1mr D1mw\nfn=a::outer\n1 10 1 0\ncalls=2 0\n2 30 3 0\nfi=x\n3 5 0 1\n\nfn=b::inner\n9 30 3 0\n";
        let costs = Costs::parse(text).unwrap();
        assert_eq!((costs.of_or_none("outer"), costs.of_or_none("inner")), (45.0, 30.0));
        assert_eq!(costs.misses, 5.0, "what is called is counted once");
        assert!(costs.of("nothing").is_err(), "a function that never ran");
    }

    #[test]
    fn the_page_has_the_recorded_table() {
        let read = |name: &str| {
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
                .expect("the file is there")
        };
        let (page, baseline) = (read(PAGE), read("instructions.json"));
        let report = serde_json::from_str(&baseline).expect("the baseline is JSON");
        assert_eq!(
            with_table(&page, &report).as_ref(),
            Ok(&page),
            "`instructions --record` writes the table"
        );
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!([7.0, 1000.0, 123_456.0].map(grouped), ["7", "1 000", "123 456"]);
    }
}
