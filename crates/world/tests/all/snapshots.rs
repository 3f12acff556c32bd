//! A snapshot is the world: the same ids, contacts and future; and no bytes can do harm.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{self, Dice, twins};
use carom_world::{
    Ball, Body, BodyId, Chain, Config, Error, Filter, Material, RestitutionCurve, Shape, ShapeId, Side,
    SnapshotRing, World,
};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

/// A closed box with balls of many sorts, a turning cross and some removed bodies.
fn busy(seed: u64, balls: usize) -> (World, Vec<BodyId>) {
    let mut dice = Dice(seed);
    let mut world = World::new(Config::default()).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    let corners = [vec2(-4.0, -4.0), vec2(4.0, -4.0), vec2(4.0, 4.0), vec2(-4.0, 4.0)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close()).unwrap()).unwrap();
    world.add_shape(walls, Shape::arc(vec2(0.0, -2.5), 1.0, 3.3, 2.5).unwrap()).unwrap();
    let half = Shape::half_plane(vec2(0.0, -3.9), vec2(0.1, 1.0)).unwrap();
    world.add_shape(walls, half).unwrap();
    world.add_shape(walls, Shape::circle(vec2(-2.0, 1.0), 1.0).unwrap().sensor()).unwrap();
    let gate = Shape::segment(vec2(0.0, 0.5), vec2(2.0, 0.5)).unwrap().side(Side::Left);
    world.add_shape(walls, gate).unwrap();
    let cross = world
        .add_body(Body::kinematic().position(vec2(1.0, -2.0)).angular_velocity(2.0).user_data(9))
        .unwrap();
    world.add_shape(cross, Shape::capsule(vec2(-0.8, 0.0), vec2(0.8, 0.0), 0.05).unwrap()).unwrap();
    world.add_shape(cross, Shape::segment(vec2(0.0, -0.8), vec2(0.0, 0.8)).unwrap().sensor()).unwrap();
    let mut ids = Vec::new();
    for n in 0..balls {
        let material = Material::new(dice.within(0.0, 0.9), 0.25 * (n % 3) as f32);
        let material = Material {
            scatter_angle: 0.1,
            static_friction: 0.6,
            restitution_curve: RestitutionCurve::HalfAt(20.0),
            ..material
        };
        let material = if n.is_multiple_of(4) { material } else { Material::default() };
        let ball = Ball::new(dice.point(3.5), dice.within(0.05, 0.25))
            .velocity(dice.point(3.0))
            .material(material)
            .user_data(n as u64);
        ids.push(world.add_ball(ball).unwrap());
    }
    for n in (0..balls).step_by(7) {
        world.remove_body(ids[n]).unwrap();
    }
    let gone: Vec<_> = ids.iter().copied().step_by(7).collect();
    ids.retain(|id| !gone.contains(id));
    (world, ids)
}

/// Things that a game does in a step, the same for equal dice.
fn meddle(world: &mut World, dice: &mut Dice, shapes: &mut Vec<ShapeId>) -> Vec<BodyId> {
    let mut made = Vec::new();
    let balls: Vec<BodyId> = world.balls().map(|(id, _)| id).collect();
    let any = balls[dice.roll() as usize % balls.len()];
    match dice.roll() % 8 {
        0 => made.push(world.add_ball(Ball::new(dice.point(3.0), 0.1)).unwrap()),
        1 if balls.len() > 4 => world.remove_body(any).unwrap(),
        2 => {
            let body = world.add_body(Body::fixed().position(dice.point(3.0))).unwrap();
            shapes.push(world.add_shape(body, Shape::circle(Vec2::ZERO, 0.1).unwrap()).unwrap());
            made.push(body);
        }
        3 => world.set_ball_material(any, Material::new(dice.within(0.0, 1.0), 0.1)).unwrap(),
        4 => world.set_ball_filter(any, Filter::new(1, 1 | dice.roll() as u32)).unwrap(),
        5 => {
            if let Some(shape) = shapes.pop() {
                world.remove_shape(shape).unwrap();
            }
        }
        _ => {}
    }
    made
}

#[test]
fn a_restored_world_has_the_same_future_ids_and_events() {
    for seed in 0..12 {
        let (mut world, _) = busy(seed, 80);
        let mut dice = Dice(seed + 99);
        let mut shapes = Vec::new();
        for step in 0..240 {
            meddle(&mut world, &mut dice, &mut shapes);
            if step % 40 == 17 {
                let mut twin = World::from_snapshot(&world.snapshot()).unwrap();
                assert_eq!(twin.snapshot(), world.snapshot(), "seed {seed}, step {step}: written again");
                let mut other = world.clone();
                let (mut dice, mut twins) = (Dice(dice.0), Dice(dice.0));
                let (mut a, mut b) = (shapes.clone(), shapes.clone());
                for ahead in 0..60 {
                    let made = meddle(&mut other, &mut dice, &mut a);
                    assert_eq!(made, meddle(&mut twin, &mut twins, &mut b), "seed {seed}: other ids");
                    other.step(DT);
                    twin.step(DT);
                    let place = format!("seed {seed}, step {step} and {ahead} more");
                    twins::agree(&other, &twin, &place);
                }
                twin.validate().unwrap();
            }
            world.step(DT);
        }
    }
}

#[test]
fn restoring_in_place_undoes_everything() {
    for seed in 0..6 {
        let (mut world, ids) = busy(seed, 60);
        for _ in 0..120 {
            world.step(DT);
        }
        let kept = world.snapshot();
        let mut straight = world.clone();
        // One way back with the same structure, one with another.
        for changed in [false, true] {
            world.set_velocity(ids[0], vec2(50.0, 1.0)).unwrap();
            if changed {
                let body = world.add_body(Body::fixed()).unwrap();
                world.add_shape(body, Shape::circle(Vec2::ZERO, 0.5).unwrap()).unwrap();
            }
            for _ in 0..30 {
                world.step(DT);
            }
            world.restore(&kept).unwrap();
            assert_eq!(world.snapshot(), kept, "seed {seed}");
        }
        for step in 0..120 {
            world.step(DT);
            straight.step(DT);
            assert_eq!(world.state_hash(), straight.state_hash(), "seed {seed}, step {step}");
        }
    }
}

#[test]
fn a_free_ball_takes_at_most_64_bytes() {
    for n in [1_000_usize, 10_000] {
        let mut dice = Dice(5);
        let mut world = World::new(Config::weightless()).unwrap();
        let empty = world.snapshot().len();
        for k in 0..n {
            // Each of its own size, mass, spin and turn, and with user data.
            let place = vec2((k % 200) as f32, (k / 200) as f32) + dice.point(0.1);
            let ball = Ball::new(place, dice.within(0.1, 0.2))
                .velocity(dice.point(1.0))
                .angular_velocity(dice.within(1.0, 2.0))
                .mass(dice.within(0.1, 1.0))
                .user_data(k as u64 % 128 + 1);
            world.add_ball(ball).unwrap();
        }
        world.step(DT);
        let each = (world.snapshot().len() - empty) as f64 / n as f64;
        println!("{each:.2} bytes a ball");
        assert!(each <= 64.0, "{each} bytes a ball");
    }
}

#[test]
fn whatever_is_no_snapshot_is_refused_and_changes_nothing() {
    let (mut world, _) = busy(3, 40);
    for _ in 0..60 {
        world.step(DT);
    }
    let good = world.snapshot();
    let refuse = |world: &mut World, bytes: &[u8]| {
        assert!(matches!(world.restore(bytes), Err(Error::Snapshot { .. })), "{} bytes", bytes.len());
        assert_eq!(world.snapshot(), good);
    };
    for cut in 0..good.len() {
        assert!(world.restore(&good[..cut]).is_err(), "cut to {cut}");
    }
    refuse(&mut world, b"");
    refuse(&mut world, b"CARON\x02");
    // A game may tell its player that a save is of another version.
    let other = [&b"CAROM\x02"[..], &good[6..]].concat();
    for bytes in [&other[..], b"CAROM\x02"] {
        assert_eq!(world.restore(bytes), Err(Error::SnapshotVersion { found: 2, readable: 1 }));
        assert_eq!(world.snapshot(), good);
    }
    refuse(&mut world, &vec![0; 1 << 20]);
    let mut dice = Dice(1);
    for _ in 0..2000 {
        let mut bad = good.clone();
        let at = dice.roll() as usize % bad.len();
        bad[at] ^= 1 << (dice.roll() % 8);
        assert!(world.restore(&bad).is_err(), "a flipped bit in byte {at}");
    }
    assert_eq!(world.snapshot(), good);
}

/// The checksum of the layout, so that the data behind it can be attacked too.
fn seal(bytes: &mut [u8]) {
    let Some(end) = bytes.len().checked_sub(8) else { return };
    let mut sum = end as u64;
    let (words, rest) = bytes[..end].as_chunks::<8>();
    for word in words.iter().map(|w| u64::from_le_bytes(*w)).chain(rest.iter().map(|b| u64::from(*b))) {
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 32;
    }
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn forged_snapshots_are_refused_or_hold_a_sound_world() {
    let cases = common::cases(1000);
    let (mut origin, _) = busy(4, 25);
    for _ in 0..90 {
        origin.step(DT);
    }
    let good = origin.snapshot();
    let (mut refused, mut taken) = (0, 0);
    for case in 0..cases {
        let mut dice = Dice(case);
        let mut bad = good.clone();
        for _ in 0..=dice.roll() % 3 {
            let at = dice.roll() as usize % bad.len();
            match dice.roll() % 4 {
                0 => bad[at] ^= 1 << (dice.roll() % 8),
                1 => bad[at] = [0, 1, 0x7f, 0x80, 0xff][dice.roll() as usize % 5],
                2 => {
                    let end = (at + 8).min(bad.len());
                    let odd = [f64::NAN, f64::INFINITY, -1e300, 1e-310, 1e9][dice.roll() as usize % 5];
                    bad[at..end].copy_from_slice(&odd.to_le_bytes()[..end - at]);
                }
                _ => {
                    let end = (at + 1 + dice.roll() as usize % 9).min(bad.len());
                    bad.drain(at..end);
                }
            }
        }
        seal(&mut bad);
        let mut world = origin.clone();
        if world.restore(&bad).is_err() {
            assert_eq!(world.snapshot(), good, "case {case} changed a world that refused it");
            refused += 1;
            continue;
        }
        taken += 1;
        world.validate().unwrap();
        // A forged speed asks for very many bounces, which the settings allow; this test has no time.
        world.set_config(Config { max_work: 500, ..Config::default() }).unwrap();
        for _ in 0..3 {
            world.step(DT);
        }
        world.validate().unwrap_or_else(|fault| panic!("case {case}: {fault}"));
    }
    println!("{refused} refused, {taken} taken");
    assert!(refused > 0 && taken > 0, "{refused} refused, {taken} taken: the test reaches both");
}

/// A load that a contact had learned, forged to the largest number there is, was taken, and doubled where a step took
/// fewer substeps than the one before: it was no number then. So was an impulse under a substep of no length.
#[test]
fn no_number_in_a_snapshot_is_too_large_for_what_comes_after() {
    let mut origin = World::new(Config { max_work: 500, ..Config::default() }).unwrap();
    let ground = origin.add_body(Body::fixed()).unwrap();
    let trough = Chain::polyline(&[vec2(-0.5, 1.0), vec2(-0.2, 0.0), vec2(0.2, 0.0), vec2(0.5, 1.0)]);
    origin.add_shape(ground, Shape::chain(&trough).unwrap()).unwrap();
    for (n, mass) in [1.0, 1.0, 8.0, 1.0].into_iter().enumerate() {
        origin.add_ball(Ball::new(vec2(0.05 * n as f32, 0.2 + 0.25 * n as f32), 0.1).mass(mass)).unwrap();
    }
    for _ in 0..90 {
        origin.step(DT);
    }
    let good = origin.snapshot();
    let singles = [f32::MAX, -f32::MAX, 1e34, 1e30, 1e-45].map(|x| x.to_le_bytes().to_vec());
    let doubles = [f64::MAX, 1e38, 1e30, 1e-300].map(|x| x.to_le_bytes().to_vec());
    let mut taken = 0;
    for at in 0..good.len() - 16 {
        for number in singles.iter().chain(&doubles) {
            let mut bad = good.clone();
            bad[at..at + number.len()].copy_from_slice(number);
            seal(&mut bad);
            let Ok(mut world) = World::from_snapshot(&bad) else { continue };
            taken += 1;
            if world.set_config(Config { max_work: 500, ..*world.config() }).is_err() {
                continue;
            }
            for dt in [DT, DT, 1e-9, 1.0, DT] {
                world.step(dt);
                world.validate().unwrap_or_else(|fault| panic!("{number:?} at byte {at}: {fault}"));
            }
        }
    }
    assert!(taken > 100, "{taken} taken");
}

#[test]
fn a_ring_keeps_the_last_frames_and_forgets_futures_that_are_no_more() {
    let (mut world, _) = busy(8, 30);
    let mut ring = SnapshotRing::new(4);
    let mut hashes = Vec::new();
    for frame in 0..10 {
        hashes.push(world.state_hash());
        ring.record(frame, &world);
        world.step(DT);
    }
    assert_eq!(ring.frames(), Some((6, 9)));
    assert!(ring.restore(5, &mut world).is_err(), "too long ago");
    ring.restore(7, &mut world).unwrap();
    assert_eq!(world.state_hash(), hashes[7]);
    ring.record(7, &world);
    assert_eq!(ring.frames(), Some((6, 7)), "frames 8 and 9 belong to another future");
}

/// An air hockey game between two random players.
fn hockey(world: &mut World, mallets: [BodyId; 2], dice: &mut Dice) {
    for (side, mallet) in mallets.into_iter().enumerate() {
        let home = if side == 0 { -1.5 } else { 1.5 };
        // A quick way that is kept up for a while, as players do: pucks get pushed into walls and corners.
        dice.0 += 1;
        let mut way = Dice(dice.0 / 16 * 2 + side as u64);
        let to = world.position(mallet).unwrap() + way.point(0.06);
        world.move_kinematic(mallet, to.clamp(vec2(-0.8, home - 0.3), vec2(0.8, home + 0.3)), 0.0).unwrap();
    }
    world.step(DT);
}

#[test]
fn pucks_and_mallets_have_the_same_future_after_a_restore() {
    let mut world = World::new(Config::weightless()).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    let corners = [vec2(-1.0, -2.0), vec2(1.0, -2.0), vec2(1.0, 2.0), vec2(-1.0, 2.0)];
    let rail = Shape::chain(&Chain::polyline(&corners).close()).unwrap().material(Material::new(0.95, 0.05));
    world.add_shape(walls, rail).unwrap();
    let mallets = [-1.5, 1.5].map(|y| {
        let mallet = world.add_body(Body::kinematic().position(vec2(0.0, y))).unwrap();
        world.add_shape(mallet, Shape::circle(Vec2::ZERO, 0.15).unwrap()).unwrap();
        mallet
    });
    for n in 0..6_u8 {
        let place = vec2(0.3 * (f32::from(n) - 2.5), 0.0);
        let puck = Ball::new(place, 0.06 + 0.01 * f32::from(n)).velocity(vec2(0.2, 2.0));
        world.add_ball(puck.material(Material::new(0.95, 0.1))).unwrap();
    }
    let mut dice = Dice(5);
    for frame in 0..3000 {
        let (mut twin, mut bare) = (World::from_snapshot(&world.snapshot()).unwrap(), world.clone());
        bare.clear_caches();
        let (mut ahead, mut other) = (world.clone(), Dice(dice.0));
        for step in 0..14 {
            let now = other.0;
            hockey(&mut ahead, mallets, &mut other);
            hockey(&mut bare, mallets, &mut Dice(now));
            hockey(&mut twin, mallets, &mut Dice(now));
            assert_eq!(ahead.state_hash(), bare.state_hash(), "scratch, frame {frame} and {step} more");
            assert_eq!(ahead.state_hash(), twin.state_hash(), "snapshot, frame {frame} and {step} more");
        }
        hockey(&mut world, mallets, &mut dice);
    }
}
