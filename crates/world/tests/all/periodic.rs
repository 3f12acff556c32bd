//! A world that repeats: balls on a torus, against the plane, against a plain twin, and against themselves moved.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom::glam::{DVec2, Vec2, vec2};
use carom::{
    Ball, Body, BodyId, Config, Error, Field, Filter, FloorSurface, FloorZone, Interpolation, Link, Material,
    Region, Shape, World,
};
use carom_world as carom;

use crate::common::{DT, Dice, cases};

/// The nearest image of a way in a box with these sides.
fn nearest(way: DVec2, size: DVec2) -> DVec2 {
    way - size * (way / size).round()
}

/// A box whose corners lie at odd places.
fn corners(size: Vec2) -> [Vec2; 2] {
    [vec2(-0.7, 0.3), vec2(-0.7, 0.3) + size]
}

/// Balls of random sizes, masses and velocities in a box of these sides, none in the way of another.
fn gas(seed: u64, size: Vec2, balls: usize, radii: [f32; 2], material: Material) -> (World, Vec<BodyId>) {
    let mut dice = Dice(seed);
    let periodic = Some(corners(size));
    let mut world = World::new(Config { periodic, ..Config::weightless() }).unwrap();
    let mut ids = Vec::new();
    while ids.len() < balls {
        let radius = dice.within(radii[0], radii[1]);
        let at = vec2(dice.within(-0.5, 0.5), dice.within(-0.5, 0.5)) * size;
        if world.overlap_ball(at, 1.01 * radius, Filter::default()).unwrap().is_empty() {
            let ball = Ball::new(at, radius).mass(dice.within(0.2, 3.0)).velocity(dice.point(2.0));
            ids.push(world.add_ball(ball.material(material)).unwrap());
        }
    }
    (world, ids)
}

/// A disc as the twin knows it.
#[derive(Clone, Copy, Debug)]
struct Disc {
    x: DVec2,
    v: DVec2,
    r: f64,
    mass: f64,
}

/// All pairs and all images near the box, by the textbook.
struct Twin {
    discs: Vec<Disc>,
    size: DVec2,
    restitution: f64,
}

impl Twin {
    /// When two discs meet through an image, within a time.
    fn meeting(&self, i: usize, j: usize, image: DVec2, within: f64) -> Option<f64> {
        let (a, b) = (&self.discs[i], &self.discs[j]);
        let (d, u, sum) = (b.x + image - a.x, b.v - a.v, a.r + b.r);
        let (approach, speed, gap) = (d.dot(u), u.length_squared(), d.length_squared() - sum * sum);
        if approach >= 0.0 {
            return None;
        }
        let root = approach * approach - speed * gap;
        let wait = if root < 0.0 { f64::INFINITY } else { (gap / (root.sqrt() - approach)).max(0.0) };
        (wait < within).then_some(wait)
    }

    /// The first meeting of all within a time: of whom, and the way from the one to the image of the other.
    fn first(&self, within: f64) -> Option<(f64, usize, usize, DVec2)> {
        let mut first: Option<(f64, usize, usize, DVec2)> = None;
        for i in 0..self.discs.len() {
            for j in 0..=i {
                for (x, y) in (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))) {
                    if i == j && x == 0 && y == 0 {
                        continue;
                    }
                    let image = self.size * DVec2::new(f64::from(x), f64::from(y));
                    let bound = first.map_or(within, |first| first.0);
                    if let Some(wait) = self.meeting(i, j, image, bound) {
                        first = Some((wait, i, j, image));
                    }
                }
            }
        }
        first
    }

    fn fly(&mut self, t: f64) {
        self.discs.iter_mut().for_each(|disc| disc.x += disc.v * t);
    }

    /// The law of impact without friction. Returns the impulse.
    fn bounce(&mut self, i: usize, j: usize, image: DVec2) -> f64 {
        let (a, b) = (self.discs[i], self.discs[j]);
        let normal = (a.x - b.x - image).normalize();
        let impulse = (1.0 + self.restitution) * -(a.v - b.v).dot(normal) / (1.0 / a.mass + 1.0 / b.mass);
        self.discs[i].v += normal * (impulse / a.mass);
        self.discs[j].v -= normal * (impulse / b.mass);
        impulse
    }
}

/// Steps both from the engine's state, and compares all impacts of the step and where it leads.
fn compare(world: &mut World, ids: &[BodyId], twin: &mut Twin, dt: f32, case: &str) -> [usize; 2] {
    for (disc, &id) in twin.discs.iter_mut().zip(ids) {
        let exact = world.precise(id).unwrap();
        (disc.x, disc.v) = (exact.position, exact.velocity);
    }
    let row = |id: BodyId| ids.iter().position(|&own| own == id).unwrap();
    let (mut now, length, mut over) = (0.0, f64::from(dt), 0);
    world.step(dt);
    let impacts = world.events().impacts();
    for (n, impact) in impacts.iter().enumerate() {
        let due = twin.first(length - now);
        let (wait, i, j, image) =
            due.unwrap_or_else(|| panic!("{case}, {n}: nothing is due, but {impact:?}"));
        twin.fly(wait);
        now += wait;
        over += usize::from(image != DVec2::ZERO);
        let (exact, about) = (impact.precise(), format!("{case}, {n}: {i} and {j} at {now}, not {impact:?}"));
        let rounding = 1e-12 + 1e-12 / exact.approach_speed.min(1.0);
        assert!((exact.time - now).abs() < rounding, "{about}");
        let met = [row(impact.body_a), row(impact.body_b)];
        assert_eq!([met[0].min(met[1]), met[0].max(met[1])], [j, i], "{about}");
        let impulse = twin.bounce(i, j, image);
        assert!((exact.normal_impulse / impulse - 1.0).abs() < 1e-6, "{impulse}, {about}");
    }
    let missed = twin.first(length - now - 1e-9);
    assert!(missed.is_none(), "{case}: {missed:?} is not reported");
    twin.fly(length - now);
    let [low, high] = world.config().periodic.unwrap().map(Vec2::as_dvec2);
    for (i, (disc, &id)) in twin.discs.iter().zip(ids).enumerate() {
        let exact = world.precise(id).unwrap();
        let off = nearest(exact.position - disc.x, twin.size).length()
            + length * (exact.velocity - disc.v).length();
        assert!(off < 1e-7, "{case}, ball {i}: {off:e} off");
        let at = exact.position;
        assert!(at.cmpge(low).all() && at.cmple(high).all(), "{case}, ball {i}: at {at} out of the box");
    }
    world.validate().unwrap();
    [impacts.len(), over]
}

/// Wide and narrow boxes, slow and fast balls, down to boxes of six radii and balls that fly twice across in a step.
#[test]
fn a_gas_on_a_torus_goes_as_its_plain_twin() {
    let mut met = [0; 2];
    for seed in 0..cases(24) {
        let (size, balls, radii, dt) = [
            (vec2(2.0, 1.5), 12, [0.05, 0.2], DT),
            (vec2(1.0, 1.0), 2, [0.14, 0.165], DT),
            (vec2(1.0, 3.0), 9, [0.03, 0.165], 4.0 * DT),
            (vec2(1.0, 1.0), 3, [0.01, 0.1], 0.9),
        ][seed as usize % 4];
        let restitution = [1.0, 0.9][seed as usize / 4 % 2];
        let (mut world, ids) = gas(seed + 1, size, balls, radii, Material::new(restitution, 0.0));
        let discs = ids.iter().map(|&id| {
            let ball = world.ball(id).unwrap();
            Disc { x: DVec2::ZERO, v: DVec2::ZERO, r: f64::from(ball.radius), mass: f64::from(ball.mass) }
        });
        let [low, high] = corners(size).map(Vec2::as_dvec2);
        let mut twin = Twin { discs: discs.collect(), size: high - low, restitution: f64::from(restitution) };
        for step in 0..40 {
            let case = format!("seed {seed}, step {step}");
            let found = compare(&mut world, &ids, &mut twin, dt, &case);
            met = [met[0] + found[0], met[1] + found[1]];
        }
    }
    assert!(met[0] > 500 && met[1] > 150, "{met:?} impacts, and over a seam");
}

/// Mechanical energy and momentum of balls that do not spin.
fn energy_and_momentum(world: &World, ids: &[BodyId]) -> (f64, DVec2) {
    ids.iter().fold((0.0, DVec2::ZERO), |(energy, momentum), &id| {
        let (mass, v) = (f64::from(world.ball(id).unwrap().mass), world.precise(id).unwrap().velocity);
        (energy + 0.5 * mass * v.length_squared(), momentum + v * mass)
    })
}

#[test]
fn an_elastic_gas_keeps_energy_and_momentum() {
    let (mut world, ids) = gas(5, vec2(3.0, 2.0), 60, [0.05, 0.12], Material::elastic());
    let before = energy_and_momentum(&world, &ids);
    let met: usize = (0..600).map(|_| world.step(DT).impacts().len()).sum();
    let after = energy_and_momentum(&world, &ids);
    assert!(met > 2000, "{met} impacts");
    assert!((after.0 / before.0 - 1.0).abs() < 1e-9, "{} {}", before.0, after.0);
    assert!((after.1 - before.1).length() < 1e-9, "{} {}", before.1, after.1);
}

/// Dull balls with friction, which collapse into heaps that reach over the seams.
#[test]
fn snapshots_and_caches_change_no_bit() {
    for (seed, material) in [(1, Material::elastic()), (2, Material::new(0.1, 0.4))] {
        let (mut world, _) = gas(seed, vec2(2.0, 2.0), 40, [0.05, 0.15], material);
        let mut twins = [world.clone(), world.clone()];
        for step in 0..300 {
            let met = world.step(DT).impacts().len();
            let [cleared, restored] = &mut twins;
            cleared.clear_caches();
            if step % 7 == 0 {
                *restored = World::from_snapshot(&restored.snapshot()).unwrap();
            }
            for twin in &mut twins {
                assert_eq!(twin.step(DT).impacts().len(), met, "{seed}, {step}");
                assert_eq!(twin.state_hash(), world.state_hash(), "{seed}, {step}");
            }
        }
        assert!(world.snapshot() == twins[0].snapshot() && world.snapshot() == twins[1].snapshot(), "{seed}");
    }
}

/// The same world with all balls moved along.
fn moved(world: &World, ids: &[BodyId], way: Vec2) -> World {
    let mut other = world.clone();
    for &id in ids {
        other.teleport(id, world.position(id).unwrap() + way).unwrap();
    }
    other
}

#[test]
fn a_gas_that_is_moved_by_half_a_box_meets_alike() {
    // Sides and places of few digits, so that the places are moved without rounding.
    let mut met = 0;
    for (seed, material) in
        [(1, Material::elastic()), (2, Material::new(0.5, 0.3)), (3, Material::new(0.0, 0.3))]
    {
        let mut dice = Dice(seed);
        let mut world =
            World::new(Config { periodic: Some([Vec2::ZERO, vec2(4.0, 2.0)]), ..Config::weightless() })
                .unwrap();
        let mut ids = Vec::new();
        while ids.len() < 60 {
            let at = (vec2(dice.unit(), dice.unit()) * vec2(4.0, 2.0) * 1024.0).floor() / 1024.0;
            if world.overlap_ball(at, 0.11, Filter::default()).unwrap().is_empty() {
                let ball = Ball::new(at, 0.1).velocity(dice.point(2.0)).material(material);
                ids.push(world.add_ball(ball).unwrap());
            }
        }
        let mut other = moved(&world, &ids, vec2(2.0, 1.0));
        for step in 0..8 {
            let (one, two) = (world.step(DT).impacts(), other.step(DT).impacts());
            assert_eq!(one.len(), two.len(), "{seed}, {step}");
            met += one.len();
            for (a, b) in one.iter().zip(two) {
                assert_eq!((a.body_a, a.body_b), (b.body_a, b.body_b), "{seed}, {step}");
                let (a, b) = (a.precise(), b.precise());
                let close = (a.time - b.time).abs() < 1e-9 && (a.normal - b.normal).length() < 1e-6;
                assert!(close && (a.normal_impulse / b.normal_impulse - 1.0).abs() < 1e-6, "{a:?} {b:?}");
            }
        }
    }
    assert!(met > 60, "{met} impacts");
}

/// A world without an end to both sides, with ground below.
fn endless(width: f32) -> World {
    let mut world =
        World::new(Config { periodic: Some([Vec2::ZERO, vec2(width, 0.0)]), ..Config::default() }).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    world.add_shape(ground, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap()).unwrap();
    world
}

/// A pyramid of 15 balls comes to rest over the seam as in the middle of the box, with contacts in batches and alone.
#[test]
fn a_pyramid_rests_over_the_seam_as_elsewhere() {
    for rolling_resistance in [0.0, 0.02] {
        pyramid(Material { rolling_resistance, ..Material::new(0.2, 0.6) });
    }
}

fn pyramid(material: Material) {
    let build = |middle: f32| {
        let mut world = endless(16.0);
        let mut ids = Vec::new();
        for row in 0..5_u8 {
            for n in 0..5 - row {
                // Few digits: nothing is rounded where it is moved.
                let x = middle + f32::from(n) - 0.5 * f32::from(4 - row);
                let at = vec2(x, 0.5 + 0.875 * f32::from(row));
                ids.push(world.add_ball(Ball::new(at, 0.5).material(material)).unwrap());
            }
        }
        (world, ids)
    };
    let ((mut one, ids), (mut two, others)) = (build(8.0), build(16.0));
    for _ in 0..600 {
        for world in [&mut one, &mut two] {
            world.step(DT);
            world.validate().unwrap();
        }
    }
    let on_ground = |world: &World| {
        let contacts = world.contacts().filter(|contact| contact.shape_a.is_some());
        contacts.map(|contact| contact.normal_impulse).sum::<f32>()
    };
    for (&a, &b) in ids.iter().zip(&others) {
        let way = two.precise(b).unwrap().position - one.precise(a).unwrap().position;
        let off = nearest(way - DVec2::new(8.0, 0.0), DVec2::new(16.0, 1e9));
        // Balls that jostle as they settle grow the last digits of their places.
        assert!(off.length() < 0.02, "{a:?}: {off} off");
        // Without rolling resistance the outermost roll on.
        let sleeps = [one.is_asleep(a), two.is_asleep(b)];
        assert!(material.rolling_resistance == 0.0 || sleeps == [true; 2], "{a:?} does not rest");
    }
    let weight: f32 = ids.iter().map(|&id| one.ball(id).unwrap().mass * 9.81 * DT).sum();
    for world in [&one, &two] {
        assert!((on_ground(world) / weight - 1.0).abs() < 0.01, "{} of {weight}", on_ground(world));
    }
    let sides: Vec<f32> = others.iter().map(|&id| two.position(id).unwrap().x).collect();
    assert!(sides.iter().any(|x| *x < 4.0) && sides.iter().any(|x| *x > 12.0), "it lies over the seam");
    assert!(two.contacts().all(|contact| contact.separation.abs() < 0.05), "no contact is a box long");
}

/// A ball that rolls round and round on level ground keeps its speed and its contact at the seam.
#[test]
fn a_ball_rolls_over_the_seam_without_a_bump() {
    let mut world = endless(6.0);
    let smooth = Material::new(0.0, 0.5);
    let ball =
        Ball::new(vec2(1.0, 0.5), 0.5).velocity(vec2(7.0, 0.0)).angular_velocity(-14.0).material(smooth);
    let ball = world.add_ball(ball).unwrap();
    let (mut began, mut ended, mut rounds) = (0, 0, 0);
    let mut last = world.position(ball).unwrap().x;
    for _ in 0..600 {
        let events = world.step(DT);
        began += events.contacts_started().len();
        ended += events.contacts_ended().len();
        let now = world.position(ball).unwrap();
        rounds += u32::from(now.x < last);
        last = now.x;
        assert!((now.y - 0.5).abs() < 2e-3, "{now}");
    }
    assert_eq!((began, ended, rounds), (1, 0, 11));
    assert!((world.velocity(ball).unwrap().x - 7.0).abs() < 1e-3);
}

/// Balls that stick together lose their energy, but no momentum, and heaps over seams lose no ball.
#[test]
fn a_dull_gas_collapses_over_the_seams() {
    let (mut world, ids) = gas(9, vec2(2.0, 1.0), 40, [0.04, 0.08], Material::new(0.0, 0.5));
    let before = energy_and_momentum(&world, &ids);
    for _ in 0..1200 {
        assert_eq!(world.step(DT).dropped().count(), 0);
    }
    let after = energy_and_momentum(&world, &ids);
    // Contacts are solved in single precision.
    assert!((after.1 - before.1).length() < 1e-6 * before.1.length(), "{} {}", before.1, after.1);
    assert!(after.0 < 0.3 * before.0, "{} {}", before.0, after.0);
    let gaps = |n: usize| {
        let (a, b) = (world.ball(ids[n]).unwrap(), &world);
        ids[..n].iter().map(move |&id| {
            let other = b.ball(id).unwrap();
            let way = nearest((other.position - a.position).as_dvec2(), DVec2::new(2.0, 1.0));
            way.length() - f64::from(a.radius + other.radius)
        })
    };
    let deepest = (0..ids.len()).flat_map(gaps).fold(0.0, f64::min);
    assert!(deepest > -0.02, "{deepest} deep");
}

/// Gravity along an axis that repeats: balls fall for ever, at the speed that steps can follow at most.
#[test]
fn balls_fall_for_ever() {
    let periodic = Some([Vec2::ZERO, vec2(2.0, 3.0)]);
    let mut world = World::new(Config { periodic, ..Config::default() }).unwrap();
    let ball = world.add_ball(Ball::new(vec2(1.0, 1.0), 0.1)).unwrap();
    let held = world.add_ball(Ball::new(vec2(0.2, 0.5), 0.1)).unwrap();
    world.hold(held).unwrap();
    for _ in 0..120 {
        world.step(DT);
        let at = world.position(ball).unwrap();
        assert!((0.0..=3.0).contains(&at.y) && (at.x - 1.0).abs() < 1e-6, "{at}");
    }
    let (exact, fallen) = (world.precise(ball).unwrap(), 0.5 * 9.81_f32 as f64 * 4.0);
    assert!((exact.velocity.y + 9.81 * 2.0).abs() < 1e-4, "{}", exact.velocity);
    let off = nearest(exact.position - DVec2::new(1.0, 1.0 - fallen), DVec2::new(2.0, 3.0));
    assert!(off.length() < 1e-4, "{off}");
    world.set_velocity(ball, vec2(0.0, -1e6)).unwrap();
    world.step(DT);
    assert!((world.velocity(ball).unwrap().length() / (16.0 * 2.0 / DT) - 1.0).abs() < 0.01);
}

#[test]
fn drawing_and_queries_see_over_the_seams() {
    let periodic = Some([Vec2::ZERO, vec2(10.0, 10.0)]);
    let mut world = World::new(Config { periodic, stuck_after: 0.5, ..Config::weightless() }).unwrap();
    // Outside the box as it is given: found inside.
    let ball = world.add_ball(Ball::new(vec2(19.95, -5.0), 0.5).velocity(vec2(6.0, 0.0))).unwrap();
    assert!((world.position(ball).unwrap() - vec2(9.95, 5.0)).length() < 1e-5);
    let mut poses = Interpolation::new();
    poses.record(&world);
    world.step(DT);
    assert!((world.position(ball).unwrap() - vec2(0.05, 5.0)).length() < 1e-5);
    let drawn = |alpha: f32| poses.pose(&world, ball, alpha).unwrap().position;
    assert!((drawn(0.25) - vec2(9.975, 5.0)).length() < 1e-5, "{}", drawn(0.25));
    assert!((drawn(0.75) - vec2(0.025, 5.0)).length() < 1e-5, "{}", drawn(0.75));
    let found = world.overlap_ball(vec2(9.7, 5.0), 0.1, Filter::default()).unwrap();
    assert_eq!(found.first().map(|found| found.body), Some(ball));
    let near = world.closest_point(vec2(9.0, 5.0), 1.0, Filter::default()).unwrap().unwrap();
    assert!((near.distance - 0.55).abs() < 1e-5 && (near.point.x - 9.55).abs() < 1e-5, "{near:?}");
    let square = Shape::rect(Vec2::ZERO, vec2(0.2, 0.2)).unwrap();
    assert_eq!(world.overlap_shape(&square, vec2(9.8, 5.0), 0.0, Filter::default()).unwrap(), [ball]);
    // A ball that creeps over a seam is still stuck.
    world.set_velocity(ball, vec2(-0.08, 0.0)).unwrap();
    world.teleport(ball, vec2(0.02, 7.0)).unwrap();
    let stuck: usize = (0..32).map(|_| world.step(DT).stuck().len()).sum();
    assert!(world.position(ball).unwrap().x > 9.0 && stuck == 1, "{stuck}");
}

/// A ray over a seam met nothing, and a rectangle whose corner was its position missed balls in its far half. Against a world
/// without a box in which each image is a ball of its own.
#[test]
fn queries_see_every_image() {
    let (low, high, side) = (vec2(-1.0, 2.0), vec2(7.0, 12.0), vec2(8.0, 10.0));
    let mut dice = Dice(9);
    let (mut met, mut marked) = (0, 0);
    for repeats in [vec2(1.0, 1.0), vec2(1.0, 0.0), vec2(0.0, 1.0)] {
        let corner = low + repeats * (high - low);
        let config = Config { periodic: Some([low, corner]), ..Config::weightless() };
        let (mut world, mut plane) = (World::new(config).unwrap(), World::new(Config::weightless()).unwrap());
        let mut images = Vec::new();
        for _ in 0..6 {
            let at = low + vec2(dice.within(0.0, 8.0), dice.within(0.0, 10.0));
            let radius = dice.within(0.1, 1.0);
            let ball = world.add_ball(Ball::new(at, radius)).unwrap();
            let turns = |repeats: f32| if repeats > 0.0 { -6_i8..=6 } else { 0..=0 };
            for (i, j) in turns(repeats.x).flat_map(|i| turns(repeats.y).map(move |j| (i, j))) {
                let image = Ball::new(at + side * vec2(f32::from(i), f32::from(j)), radius);
                images.push((plane.add_ball(image).unwrap(), ball));
            }
        }
        let named = |image: BodyId| images.iter().find(|(known, _)| *known == image).expect("an image").1;
        for _ in 0..300 {
            let from = low + vec2(dice.within(0.0, 8.0), dice.within(0.0, 10.0));
            let way = vec2(dice.within(-30.0, 30.0), dice.within(-30.0, 30.0));
            let radius = dice.within(0.0, 0.3);
            let found = world.cast_ball(from, radius, way, Filter::default()).unwrap();
            let known = plane.cast_ball(from, radius, way, Filter::default()).unwrap();
            assert_eq!(found.map(|hit| hit.body), known.map(|hit| named(hit.body)), "{from} {way}");
            let off = found.zip(known).map_or(0.0, |(found, known)| (found.fraction - known.fraction).abs());
            assert!(off < 1e-6, "{from} {way}: {off}");
            met += u32::from(found.is_some());
            let shape = Shape::rect(way * 0.2, vec2(dice.within(0.1, 12.0), dice.within(0.1, 12.0))).unwrap();
            let found = world.overlap_shape(&shape, from, radius, Filter::default()).unwrap();
            let known = plane.overlap_shape(&shape, from, radius, Filter::default()).unwrap();
            let mut known: Vec<_> = known.into_iter().map(named).collect();
            known.sort_unstable();
            known.dedup();
            assert_eq!(found, known, "{from} {way}");
            marked += found.len();
        }
    }
    assert!(met > 500 && marked > 500, "{met} rays met a ball, {marked} balls were marked");
}

#[test]
fn what_would_have_to_be_repeated_is_refused() {
    let config = Config { periodic: Some([Vec2::ZERO, vec2(6.0, 12.0)]), ..Config::default() };
    let mut world = World::new(config).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ONE, 1.0)).unwrap();
    let large = "is 1.01, but must be at most a sixth of the shorter side of config.periodic";
    for refused in [
        world.add_ball(Ball::new(Vec2::ONE, 1.01)).map(drop),
        world.set_radius(ball, 1.01),
        world.set_ball(ball, Ball::new(Vec2::ONE, 1.01)),
    ] {
        assert_eq!(refused.unwrap_err().to_string(), format!("ball.radius {large}"));
    }
    let body = world.add_body(Body::fixed()).unwrap();
    let zone = FloorZone { region: Region::circle(Vec2::ONE, 1.0), surface: FloorSurface::default() };
    let pond = Field::drag(1.0).within(Region::circle(Vec2::ONE, 1.0));
    let ground = || Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap();
    let is_periodic = |refused: Result<(), Error>, field: &str| {
        let error = refused.unwrap_err();
        assert!(matches!(error, Error::Periodic { .. }), "{error}");
        assert!(
            error.to_string().starts_with(&format!("{field} can't be in the box of config.periodic: ")),
            "{error}"
        );
    };
    is_periodic(world.add_link(Link::rope(Vec2::ZERO, ball, 1.0)).map(drop), "a link");
    is_periodic(world.add_field(pond).map(drop), "field.region");
    is_periodic(world.add_field(Field::attractor(Vec2::ONE, 1.0, 0.1)).map(drop), "field.attractor");
    is_periodic(world.add_floor_zone(zone).map(drop), "a floor zone");
    is_periodic(world.add_shape(body, ground()).map(drop), "a shape");
    // Along one axis half-planes are their own images.
    let strip = Config { periodic: Some([Vec2::ZERO, vec2(6.0, 0.0)]), ..config };
    world.set_config(strip).unwrap();
    let shape = world.add_shape(body, ground()).unwrap();
    is_periodic(world.set_shape(shape, Shape::half_plane(Vec2::ZERO, Vec2::ONE).unwrap()), "a shape");
    is_periodic(world.set_shape(shape, Shape::circle(Vec2::ONE, 0.1).unwrap()), "a shape");
    is_periodic(world.set_angle(body, 0.1), "a body that turns");
    is_periodic(world.set_config(config), "a shape");
    let slide = world.add_body(Body::kinematic()).unwrap();
    is_periodic(world.add_shape(slide, ground()).map(drop), "a shape");
    // Settings of a world in which something is already.
    world.set_config(Config { periodic: None, ..config }).unwrap();
    world.add_field(Field::attractor(Vec2::ONE, 1.0, 0.1)).unwrap();
    is_periodic(world.set_config(strip), "field.attractor");
    for corners in [[Vec2::ZERO, Vec2::ZERO], [Vec2::ONE, Vec2::ZERO], [Vec2::ZERO, vec2(f32::NAN, 1.0)]] {
        let refused = World::new(Config { periodic: Some(corners), ..config });
        assert!(matches!(refused, Err(Error::OutOfRange { .. })), "{corners:?}");
    }
    assert_eq!(world.config().periodic, None, "a call that is refused has changed nothing");
}

/// A box around a world that is there already takes its balls in, and gives them back where they are.
#[test]
fn a_box_may_come_and_go() {
    let mut world = World::new(Config::weightless()).unwrap();
    let ids: Vec<_> = (0..20_u8)
        .map(|n| world.add_ball(Ball::new(vec2(f32::from(n), 0.0), 0.3).velocity(Vec2::Y)).unwrap())
        .collect();
    world.step(DT);
    let config = Config { periodic: Some([vec2(-10.5, -1.0), vec2(9.5, 3.0)]), ..*world.config() };
    world.set_config(config).unwrap();
    world.validate().unwrap();
    assert!((world.position(ids[19]).unwrap().x + 1.0).abs() < 1e-5);
    assert_eq!(world.step(DT).dropped().count(), 0);
    world.set_config(Config { periodic: None, ..config }).unwrap();
    world.step(DT);
    assert!((world.position(ids[19]).unwrap().x + 1.0).abs() < 1e-5);
}
