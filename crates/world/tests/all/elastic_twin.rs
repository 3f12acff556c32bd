//! A gas of hard discs against a plain twin: the next meeting of all pairs by a bisection of their paths, and its
//! result by the textbook.
//!
//! The twin begins each step with the engine's own state, so that the growth of errors in a gas does not part the
//! two. All parts of the core take part: lists of pairs, roots, the order of events, the law of impact. Times and
//! speeds must agree to rounding.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Body, BodyId, Config, Filter, Material, Shape, World};
use carom_world as carom;

use crate::common::{DT, Dice, cases};

/// A disc as the twin knows it.
#[derive(Clone, Copy, Debug)]
struct Disc {
    x: DVec2,
    v: DVec2,
    r: f64,
    mass: f64,
}

/// The other side of a disc's meeting.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meets {
    Disc(usize),
    /// A wall with this normal, at this distance from the origin.
    Wall(DVec2),
}

const HALF: f64 = 1.0;
const WALLS: [DVec2; 4] = [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y];

struct Twin {
    discs: Vec<Disc>,
    pull: DVec2,
    restitution: f64,
    now: f64,
}

impl Twin {
    fn gap(&self, i: usize, other: Meets, t: f64) -> f64 {
        let at = |disc: &Disc| disc.x + disc.v * t + self.pull * (0.5 * t * t);
        let own = &self.discs[i];
        match other {
            Meets::Disc(j) => (at(own) - at(&self.discs[j])).length() - own.r - self.discs[j].r,
            Meets::Wall(normal) => normal.dot(at(own)) + HALF - own.r,
        }
    }

    fn approach(&self, i: usize, other: Meets, t: f64) -> f64 {
        let own = &self.discs[i];
        match other {
            // A pull on both alike changes nothing between them.
            Meets::Disc(j) => {
                let (other, way) = (&self.discs[j], own.v - self.discs[j].v);
                -way.dot((own.x - other.x + way * t).normalize())
            }
            Meets::Wall(normal) => -normal.dot(own.v + self.pull * t),
        }
    }

    /// When a pair meets within a time, as small steps and halving find it.
    fn meeting(&self, i: usize, other: Meets, within: f64) -> Option<f64> {
        let speed = match other {
            Meets::Disc(j) => (self.discs[i].v - self.discs[j].v).length(),
            Meets::Wall(normal) => normal.dot(self.discs[i].v).abs() + normal.dot(self.pull).abs() * within,
        };
        let meets = |t: f64| self.gap(i, other, t) <= 0.0 && self.approach(i, other, t) > 0.0;
        if meets(0.0) {
            return Some(0.0);
        }
        let mut t = 0.0;
        while t < within {
            let next = (t + (self.gap(i, other, t) / speed).max(1e-3 * within)).min(within);
            if meets(next) {
                let (mut before, mut after) = (t, next);
                for _ in 0..80 {
                    let middle = 0.5 * (before + after);
                    *(if meets(middle) { &mut after } else { &mut before }) = middle;
                }
                return Some(after);
            }
            t = next;
        }
        None
    }

    /// The first meeting of all within a time.
    fn first(&self, within: f64) -> Option<(f64, usize, Meets)> {
        let all = (0..self.discs.len()).flat_map(|i| {
            let walls = WALLS.into_iter().map(Meets::Wall);
            (0..i).map(Meets::Disc).chain(walls).map(move |other| (i, other))
        });
        let meetings = all.filter_map(|(i, other)| Some((self.meeting(i, other, within)?, i, other)));
        meetings.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn fly(&mut self, t: f64) {
        for disc in &mut self.discs {
            disc.x += disc.v * t + self.pull * (0.5 * t * t);
            disc.v += self.pull * t;
        }
        self.now += t;
    }

    /// The law of impact without friction. Returns the impulse.
    fn bounce(&mut self, i: usize, other: Meets) -> f64 {
        let speed = (1.0 + self.restitution) * self.approach(i, other, 0.0);
        let own = self.discs[i];
        match other {
            Meets::Disc(j) => {
                let normal = (own.x - self.discs[j].x).normalize();
                let others = self.discs[j].mass;
                let impulse = speed / (1.0 / own.mass + 1.0 / others);
                self.discs[i].v += normal * (impulse / own.mass);
                self.discs[j].v -= normal * (impulse / others);
                impulse
            }
            Meets::Wall(normal) => {
                self.discs[i].v += normal * speed;
                speed * own.mass
            }
        }
    }
}

fn gas(seed: u64, gravity: f32, restitution: f32) -> (World, Vec<BodyId>) {
    let mut dice = Dice(seed);
    let config = Config { gravity: vec2(0.0, -gravity), sleep_speed: 0.0, ..Config::weightless() };
    let mut world = World::new(config).unwrap();
    let smooth = Material::new(restitution, 0.0);
    let walls = world.add_body(Body::fixed()).unwrap();
    for normal in WALLS {
        let wall = Shape::half_plane(-(normal * HALF).as_vec2(), normal.as_vec2()).unwrap();
        world.add_shape(walls, wall.material(smooth)).unwrap();
    }
    let mut ids = Vec::new();
    while ids.len() < 14 {
        let radius = dice.within(0.05, 0.18);
        let at = dice.point(0.95 - radius);
        if world.overlap_ball(at, 1.05 * radius, Filter::default()).unwrap().is_empty() {
            let ball = Ball::new(at, radius).mass(dice.within(0.2, 3.0)).velocity(dice.point(6.0));
            ids.push(world.add_ball(ball.material(smooth)).unwrap());
        }
    }
    (world, ids)
}

/// Steps both and compares all impacts of the step, and where it leads. Returns how many there were.
fn compare(world: &mut World, ids: &[BodyId], twin: &mut Twin, case: &str) -> usize {
    for (disc, &id) in twin.discs.iter_mut().zip(ids) {
        let exact = world.precise(id).unwrap();
        (disc.x, disc.v) = (exact.position, exact.velocity);
    }
    twin.now = 0.0;
    let dt = f64::from(DT);
    world.step(DT);
    let impacts = world.events().impacts();
    let row = |id: BodyId| ids.iter().position(|&own| own == id);
    for (n, impact) in impacts.iter().enumerate() {
        let due = twin.first(dt - twin.now);
        let (wait, i, other) = due.unwrap_or_else(|| panic!("{case}, {n}: nothing is due, but {impact:?}"));
        twin.fly(wait);
        let exact = impact.precise();
        let now = twin.now;
        let about = || format!("{case}, {n}: due at {now} are {i} and {other:?}, not {impact:?}");
        // Rounding of a place, over the speed at which the pair closes.
        let rounding = 1e-13 / exact.approach_speed.min(1.0);
        assert!((exact.time - now).abs() < 1e-12 + rounding, "{}", about());
        match other {
            Meets::Disc(j) => {
                let (one, two) = (row(impact.body_a).unwrap(), row(impact.body_b).unwrap());
                assert_eq!([one.min(two), one.max(two)], [j, i], "{}", about());
            }
            Meets::Wall(normal) => {
                assert_eq!((row(impact.body_a), row(impact.body_b)), (None, Some(i)), "{}", about());
                assert!((exact.normal - normal).length() < 1e-7, "{}", about());
            }
        }
        let impulse = twin.bounce(i, other);
        assert!((exact.normal_impulse / impulse - 1.0).abs() < 1e-6, "impulse {impulse}, {}", about());
    }
    let missed = twin.first(dt - twin.now).filter(|(wait, ..)| *wait < dt - twin.now - 1e-9);
    assert_eq!(missed, None, "{case}: not reported");
    twin.fly(dt - twin.now);
    for (i, (disc, &id)) in twin.discs.iter().zip(ids).enumerate() {
        let exact = world.precise(id).unwrap();
        let off = (exact.position - disc.x).length() + DT as f64 * (exact.velocity - disc.v).length();
        assert!(off < 1e-7, "{case}, ball {i}: {off:e} off after {} impacts", impacts.len());
    }
    impacts.len()
}

#[test]
fn a_gas_goes_as_its_plain_twin() {
    let mut met = 0;
    for seed in 0..cases(12) {
        // Elastic or not, free or pulled: slow hits on a floor are no impacts, so pulled discs stay elastic.
        let (gravity, restitution) = [(0.0, 1.0), (0.0, 0.9), (4.0, 1.0)][seed as usize % 3];
        let (mut world, ids) = gas(seed + 1, gravity, restitution);
        let discs = ids.iter().map(|&id| {
            let ball = world.ball(id).unwrap();
            let (r, mass) = (f64::from(ball.radius), f64::from(ball.mass));
            Disc { x: DVec2::ZERO, v: DVec2::ZERO, r, mass }
        });
        let pull = DVec2::new(0.0, -f64::from(gravity));
        let mut twin = Twin { discs: discs.collect(), pull, restitution: f64::from(restitution), now: 0.0 };
        for step in 0..25 {
            let case = format!("seed {seed}, step {step}");
            met += compare(&mut world, &ids, &mut twin, &case);
        }
    }
    assert!(met > 600, "{met} impacts");
}

#[test]
fn momentum_of_a_free_gas_is_kept_to_rounding() {
    let mut world = World::new(Config::weightless()).unwrap();
    let mut dice = Dice(3);
    let smooth = Material::new(1.0, 0.3);
    let ids: Vec<_> = (0..40)
        .map(|n| {
            let at = vec2((n % 8) as f32 * 0.3, (n / 8) as f32 * 0.3);
            let ball = Ball::new(at, 0.1).mass(dice.within(0.2, 3.0)).velocity(dice.point(2.0) - 0.5 * at);
            world.add_ball(ball.material(smooth)).unwrap()
        })
        .collect();
    let sum = |world: &World| {
        ids.iter().fold((DVec2::ZERO, 0.0), |(momentum, turn), &id| {
            let (ball, exact) = (world.ball(id).unwrap(), world.precise(id).unwrap());
            let (mass, r) = (f64::from(ball.mass), f64::from(ball.radius));
            let p = exact.velocity * mass;
            let spin = exact.angular_velocity * f64::from(ball.inertia_factor) * mass * r * r;
            (momentum + p, turn + exact.position.perp_dot(p) + spin)
        })
    };
    let (momentum, turn) = sum(&world);
    let mut impacts = 0;
    for _ in 0..120 {
        impacts += world.step(DT).impacts().len();
    }
    let (after, turned) = sum(&world);
    assert!(impacts > 20, "{impacts} impacts");
    assert!(
        (after - momentum).length() < 1e-11 && (turned - turn).abs() < 1e-10,
        "{after} {turned}, were {momentum} {turn}"
    );
    assert_ne!(Vec2::ZERO, after.as_vec2(), "it moves");
}
