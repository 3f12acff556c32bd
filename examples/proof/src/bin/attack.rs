//! `attack NAME SECONDS [FIRST SEED]` throws dice at one of the bodies of `proof::attack` for so long and says how
//! many cases held. A panic names its seed, and so does a case that takes for ever.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proof::attack::{ATTACKS, run};

/// No case takes longer on any machine.
const FOR_EVER: Duration = Duration::from_secs(60);

/// The case under way.
static SEED: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let seconds = words.next().and_then(|word| word.parse().ok());
    let first: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let attack = ATTACKS.iter().find(|(known, _)| *known == name);
    let (Some((name, body)), Some(seconds)) = (attack, seconds) else {
        let names: Vec<_> = ATTACKS.iter().map(|(known, _)| *known).collect();
        _ = writeln!(stderr(), "attack NAME SECONDS [FIRST SEED], where NAME is one of {}", names.join(", "));
        return ExitCode::from(2);
    };
    std::thread::spawn(move || watch(name));
    let (begin, mut seed) = (Instant::now(), first);
    let mut longest = (Duration::ZERO, 0);
    while begin.elapsed() < Duration::from_secs(seconds) {
        let at = Instant::now();
        SEED.store(seed, Ordering::Relaxed);
        run(name, *body, seed..seed + 1);
        longest = longest.max((at.elapsed(), seed));
        seed += 1;
    }
    let (took, slow) = longest;
    let told =
        writeln!(stdout(), "{name}: {} cases held, the longest took {took:?} (seed {slow})", seed - first);
    if told.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Ends the program when a case does not end.
fn watch(name: &str) {
    loop {
        let before = SEED.load(Ordering::Relaxed);
        std::thread::sleep(FOR_EVER);
        if SEED.load(Ordering::Relaxed) == before {
            _ = writeln!(stdout(), "{name}, seed {before}: it takes for ever");
            std::process::exit(1);
        }
    }
}
