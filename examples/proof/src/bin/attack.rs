//! `attack NAME SECONDS [FIRST SEED]` throws dice at one of the bodies of `proof::attack` for this time and prints
//! how many cases held. A panic names its seed, and so does a case that never ends. With `1000x` in place of the
//! seconds it throws a thousand cases; with `count` after the seed it continues after a broken promise, and counts.

use std::io::{Write, stderr, stdout};
use std::panic::catch_unwind;
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
    let most = words.next().and_then(|word| Most::from(&word));
    let first: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let count = words.next().is_some_and(|word| word == "count");
    let attack = ATTACKS.iter().find(|(known, _)| *known == name);
    let (Some((name, body)), Some(most)) = (attack, most) else {
        let names: Vec<_> = ATTACKS.iter().map(|(known, _)| *known).collect();
        let use_it = "attack NAME SECONDS|CASESx [FIRST SEED [count]], where NAME is one of";
        _ = writeln!(stderr(), "{use_it} {}", names.join(", "));
        return ExitCode::from(2);
    };
    std::thread::spawn(move || watch(name));
    let (begin, mut seed) = (Instant::now(), first);
    let mut longest = (Duration::ZERO, 0);
    let mut broken = Vec::new();
    if count {
        std::panic::set_hook(Box::new(|_| {}));
    }
    while most.left(begin, seed - first) {
        let at = Instant::now();
        SEED.store(seed, Ordering::Relaxed);
        if !count {
            run(name, *body, seed..seed + 1);
        } else if catch_unwind(|| run(name, *body, seed..seed + 1)).is_err() {
            broken.push(seed);
        }
        longest = longest.max((at.elapsed(), seed));
        seed += 1;
    }
    let (took, slow) = longest;
    let held = seed - first - broken.len() as u64;
    let mut printed =
        writeln!(stdout(), "{name}: {held} cases held, the longest took {took:?} (seed {slow})");
    if !broken.is_empty() {
        let few = &broken[..broken.len().min(20)];
        printed =
            printed.and(writeln!(stdout(), "{} broke a promise, the first of seeds {few:?}", broken.len()));
    }
    if printed.is_ok() && broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The length of the attack.
#[derive(Clone, Copy)]
enum Most {
    Time(Duration),
    Cases(u64),
}

impl Most {
    fn from(word: &str) -> Option<Self> {
        match word.strip_suffix('x') {
            Some(count) => count.parse().ok().map(Self::Cases),
            None => word.parse().ok().map(|seconds| Self::Time(Duration::from_secs(seconds))),
        }
    }

    fn left(self, begin: Instant, done: u64) -> bool {
        match self {
            Self::Time(most) => begin.elapsed() < most,
            Self::Cases(most) => done < most,
        }
    }
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
