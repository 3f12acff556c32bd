//! Constants of links: how exactly they hold and how much they may cost. Each constant states its unit, the failure
//! below and above it, and the command that shows it. Where no command is named it is `cargo run --release
//! --example laws -- links bridge` together with `cargo test -p carom-world --test all link_attacks`.
//!
//! A figure stands for a measurement. The other statements describe the code: values that are not named were not
//! measured.

/// Share of its length by which a rope may be shorter than it is and counts as tight. Below: rounding makes a tight
/// rope slack, and it tightens again at once. Above: ropes pull before they are tight.
pub(crate) const TIGHT_SHARE: f64 = 1e-9;

/// Greatest correction in a substep of a link that is too long or too short, as a share of its length or, if longer,
/// its distance. A chord takes its share of that. Below: links that were set too long stay so for seconds. Above:
/// they throw the balls they join, at hundreds of metres a second on a short chord, and those strike others.
pub(crate) const MAX_LENGTH_CORRECTION: f64 = 0.01;

/// Longest turn of a link on one chord, radians: a faster ball flies several. Below: more chords, each of which is an
/// event. Above: a pendulum swings at the wrong period.
pub(crate) const MAX_LINK_TURN: f64 = 0.1;

/// Longest part of its swing that a spring does on one chord where springs share a ball, radians. Below: more
/// chords. Above: sweeps over such springs diverge.
pub(crate) const MAX_SPRING_SWING: f64 = 1.0;

/// Share of its length to which a link is kept: sweeps end there. Below: rounding never lets them end. Above: lengths
/// drift, and with them energy.
pub(crate) const LENGTH_TOLERANCE: f64 = 1e-12;

/// Share of its length by which a link may miss it on a chord before a shorter chord is tried. Below: lengths come in
/// single precision, and their roundings contradict each other in a net with more links than it needs. At 1e-7 no
/// chord of seven balls, each joined to each, comes out, and a step takes a hundred times as long
/// (`a_ball_with_spots_joined_to_it_costs_little`). Above: lengths are off by as much.
pub(crate) const CHORD_MISS: f64 = 1e-6;

/// Rounding error of a position in double precision, as a share of its coordinates: nine roundings of half a unit
/// in the last digit. Below: links far from the origin, short against their coordinates, never reach their lengths.
/// Above: their lengths are less exact than they need be.
pub(crate) const PLACE_ROUNDING: f64 = 1e-15;

/// Eliminations for one chord. Below: chains with heavy loads miss their lengths, and their chords are halved. Above:
/// costs more where links contradict each other.
pub(crate) const LINK_ELIMINATIONS: usize = 8;

/// The same after [`PATIENT_CHORDS`] in one substep.
pub(crate) const HASTY_LINK_ELIMINATIONS: usize = 2;

/// Sweeps over the links of an island, before and between eliminations. They tell tight links from slack ones.
/// Below: eliminations include slack ropes. Above: costs more.
pub(crate) const SWEEPS_BETWEEN_ELIMINATIONS: usize = 4;

/// Sweeps where eliminations cost too much or have led astray. Below: long nets stretch. Above: costs more.
pub(crate) const SWEEPS_ALONE: usize = 100;

/// Sweeps over springs. Below: stiff springs that share a ball do not settle, and gain or lose energy. Above: costs
/// more.
pub(crate) const SPRING_SWEEPS: usize = 32;

/// Share of their lengths to which springs settle. Below: rounding never lets sweeps end. Above: energy drifts.
pub(crate) const SPRING_TOLERANCE: f64 = 1e-10;

/// Rounds between springs and limits of an island. Below: a spring ignores the pull of a rope on the same ball.
/// Above: costs more. Not measured.
pub(crate) const SPRING_ROUNDS: usize = 4;

/// How often a chord is halved whose links miss their lengths. Below: a whip is stretched. Above: where links and
/// walls contradict each other no chord has a solution, and each costs more.
pub(crate) const CHORD_HALVINGS: u32 = 3;

/// Number of chords in a substep after which no chord is tried twice and eliminations give up early. Below: whips
/// lose length. Above: links that contradict each other cost more before they are stopped.
pub(crate) const PATIENT_CHORDS: u32 = 32;

/// The ends of a tight rope that come towards each other at more than this share of their speed slacken it. Below:
/// it slackens and tightens in alternation. Above: a rope pulls on ends that come together. Not measured.
pub(crate) const SLACKENING_SHARE: f64 = 0.25;

/// Largest cost of an elimination, in operations for each link. Below: sweeps take over in nets where they crawl.
/// Above: large nets cost the square of their width. Not measured.
pub(crate) const MAX_ELIMINATION_WORK: usize = 4096;

/// Contacts of linked balls that are solved together; more are solved in turns. Below: a heavy ball on a light chain
/// needs a turn for each multiple of the chain's weight. Above: costs the square of the number in eliminations.
pub(crate) const MAX_MEASURED_CONTACTS: usize = 12;

/// Measurements of those contacts: ropes that slacken or tighten make another one. Below: chords are halved. Above:
/// costs more.
pub(crate) const CONTACT_MEASUREMENTS: usize = 4;

/// Turns between contacts and links where there are too many contacts. Below: contacts approach when the chord
/// begins, and impact at once. Above: costs more.
pub(crate) const CONTACT_TURNS: usize = 8;

/// Share of the speeds up to which an approach is left in those turns. Below: rounding takes all turns. Above: balls
/// impact at once. Not measured.
pub(crate) const CONTACT_TURN_TOLERANCE: f64 = 1e-6;

/// Sweeps over the measured contacts. Below: they do not settle where one contact moves another. Above: costs more.
/// Not measured.
pub(crate) const CONTACT_SWEEPS: usize = 200;

/// Tolerance of those sweeps, as a share of the excess approach speed of a contact. Below: rounding never lets them
/// end. Above: contacts approach again. Not measured.
pub(crate) const CONTACT_SWEEP_TOLERANCE: f64 = 1e-12;

/// Speed at which solved flights part, as a share of their speeds. Below: rounding counts as an approach, and a ball
/// hits at once a surface that it touches. Above: links push balls off their supports.
pub(crate) const PARTING_SHARE: f64 = 1e-7;

/// Share of the speeds above which two surfaces count as approaching: a hundredth of the speed at which solved
/// flights part. Below: rounding. Above: balls impact at once.
pub(crate) const PARTING_NOISE: f64 = 0.01 * PARTING_SHARE;

/// Least answer of a contact to an impulse, as a share of its isolated answer. A contact with less counts as a part
/// of the body that holds the links. Below: such a contact receives impulses without bound. Above: contacts that a
/// long chain hardly lets move are not solved.
pub(crate) const MIN_CONTACT_ANSWER: f64 = 1e-9;

/// Share by which contacts may raise the energy of chords: the error from their curvature. Below: sound chords are
/// halved for nothing. Above: contacts and links drive each other. Shown by the law `bridge`.
pub(crate) const MAX_ENERGY_GAIN: f64 = 1e-3;

/// Share of the energy of an island that a chord may gain or lose, beside external work. Below: more chords. Above:
/// errors add up where a chain with a heavy end is pulled straight. Without a bound, 6 of 100 chains of three balls,
/// the last 20 times as heavy as the others, gain up to 14 %. At 1e-3 one gains 0.3 %, at 1e-5 none more than 1e-4.
/// At 1e-6 such a chain takes a third more time (`heavy_ends_of_chains_make_no_energy`).
pub(crate) const MAX_CHORD_ENERGY_ERROR: f64 = 1e-5;

/// How often chords are halved on which contacts and links have no common solution: pushed on, links turn further
/// than they would alone. Below: contacts are solved in turns sooner. Above: costs more.
pub(crate) const PRESSED_CHORD_HALVINGS: u32 = 4;
