//! Neighbor lists and active pairs against all pairs.

use alloc::vec::Vec;
use glam::{DVec2, Vec2, vec2};

use super::plain_distance::distance;
use crate::common::Dice;
use crate::pairs::Reach;
use crate::{Ball, Body, Config, Filter, Shape, World};

const DT: f32 = 1.0 / 60.0;

/// A crowd of all sizes and speeds, in which some meet only some, between walls, with a bat that turns among them.
fn crowd(seed: u64, gravity: f32) -> World {
    let mut dice = Dice(seed);
    let config = Config { gravity: vec2(0.0, -gravity), sleep_speed: 0.0, ..Config::default() };
    let mut world = World::new(config).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    for (at, normal) in [(Vec2::NEG_X, Vec2::X), (Vec2::X, Vec2::NEG_X), (Vec2::NEG_Y, Vec2::Y)] {
        world.add_shape(walls, Shape::half_plane(at * 5.0, normal).unwrap()).unwrap();
    }
    for _ in 0..12 {
        let at = dice.point(4.0);
        let shape = Shape::segment(at, at + dice.point(1.5)).unwrap();
        world.add_shape(walls, shape.radius(0.05)).unwrap();
        world
            .add_shape(walls, Shape::arc(dice.point(4.0), 0.6, dice.within(-3.0, 3.0), 2.0).unwrap())
            .unwrap();
    }
    let bat = world.add_body(Body::kinematic().angular_velocity(5.0).velocity(vec2(0.5, 0.0))).unwrap();
    world.add_shape(bat, Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.2), 0.1).unwrap()).unwrap();
    let (mut balls, mut placed) = (Vec::new(), Vec::new());
    for n in 0..90 {
        let radius = 0.3 * libm::expf(dice.within(-2.0, 0.0));
        let mut at = dice.point(4.5);
        let meets = |at: Vec2, world: &World, placed: &[(Vec2, f32)]| {
            placed.iter().any(|(other, r)| (at - *other).length() < 1.01 * (radius + r))
                || !world.overlap_ball(at, 1.01 * radius, Filter::default()).unwrap().is_empty()
        };
        while meets(at, &world, &placed) {
            at = dice.point(4.5);
        }
        placed.push((at, radius));
        let ball = Ball::new(at, radius).velocity(dice.point(8.0) * dice.unit());
        let filter =
            if n % 7 == 0 { Filter::new(2, 3) } else { Filter::new(1, if n % 5 == 0 { 2 } else { 3 }) };
        balls.push(world.add_ball(ball.filter(filter)).unwrap());
    }
    world.set_collision_exception(balls[3], balls[4], true).unwrap();
    world.set_collision_exception(balls[5], bat, true).unwrap();
    world
}

/// Brings the lists of a world up to date as a step does, and opens the pairs of that step.
fn list(world: &mut World) -> Reach {
    let World { config, state, cache, .. } = world;
    let dt = f64::from(DT);
    let reach = Reach { fall: f64::from(config.gravity.length()) * dt, touch: config.slop, dt };
    cache.pairs.find_bodies(&state.body_set.rows);
    state.sleep.resize(state.balls.rows.len());
    state.wake_all();
    cache.pairs.update(&state.balls, &state.body_set, state.sleep.awake(), dt);
    let sleep = &state.sleep;
    let asleep = |ball| sleep.is_asleep(ball);
    cache.pairs.activate(&state.balls, &state.contacts.batches, sleep.awake(), asleep, &reach);
    reach
}

/// How many pairs of balls, and of balls with walls and with the bat, must be listed.
#[derive(Debug, Default)]
struct Count {
    balls: usize,
    walls: usize,
    movers: usize,
    active: usize,
    active_walls: usize,
}

/// Every collider that can come within the circle of a ball is on its list, and none that it may not meet.
fn check_lists(world: &World, count: &mut Count) {
    let (state, pairs) = (&world.state, &world.cache.pairs);
    let (balls, bodies) = (&state.balls, &state.body_set);
    for (i, row) in balls.rows.iter().enumerate() {
        let (circle, list) = (&pairs.circles[i], &pairs.lists[i]);
        let end = row.x + row.v * f64::from(DT);
        for at in [row.x, end] {
            assert!(
                (at - circle.origin).length() <= circle.margin * (1.0 + 1e-12),
                "ball {i} leaves its circle"
            );
        }
        assert!(list.balls.is_sorted() && list.colliders.is_sorted() && list.movers.is_sorted(), "ball {i}");
        for (j, other) in balls.rows.iter().enumerate() {
            let around = &pairs.circles[j];
            let apart = (around.origin - circle.origin).length() - row.r - other.r;
            let meets = i != j && balls.may_collide(i as u32, j as u32);
            let is_listed = list.balls.iter().filter(|&&k| k as usize == j).count();
            let is_due = meets && apart <= circle.margin + around.margin;
            assert!(is_listed <= usize::from(meets), "{i} and {j} may not meet, or are listed twice");
            assert!(is_listed == 1 || !is_due, "{i} and {j} are not listed");
            count.balls += usize::from(is_due);
        }
        for (k, collider) in bodies.colliders.iter() {
            let body = bodies.body_of(collider);
            let meets = balls.may_collide_with(i as u32, collider);
            // Where the body is at any time of the step.
            let near = (0..=16).any(|n| {
                let t = f64::from(DT) * f64::from(n) / 16.0;
                let local = body.frame_at(t).to_local(circle.origin);
                distance(&collider.curve, local) - collider.radius <= row.r + circle.margin
            });
            let (named, due) = if body.is_mover() {
                (list.movers.contains(&k), &mut count.movers)
            } else {
                (list.colliders.contains(&k), &mut count.walls)
            };
            assert!(named || !(meets && near), "ball {i} and collider {k} are not listed");
            assert!(meets || !named, "ball {i} and collider {k} may not meet");
            *due += usize::from(meets && near);
        }
    }
}

/// Each pair of balls that can touch on their remaining paths is active.
fn check_active(world: &World, reach: &Reach, count: &mut Count) {
    let (state, pairs) = (&world.state, &world.cache.pairs);
    let (balls, bodies, active) = (&state.balls, &state.body_set, &pairs.active);
    let left = |i: usize| {
        let row = &balls.rows[i];
        let left = f64::from(active.proxies[i].budget_left);
        let is_overrun = active.overrun.contains(&(i as u32));
        let circle = &pairs.circles[i];
        let room = circle.margin - (row.x - circle.origin).length();
        assert!(
            left <= room * (1.0 + 1e-6) && (left >= 0.0 || is_overrun),
            "ball {i} has {left} left of {room}"
        );
        (left.max(0.0), is_overrun)
    };
    for i in 0..balls.rows.len() {
        let (row, (own, is_overrun)) = (&balls.rows[i], left(i));
        for j in i + 1..balls.rows.len() {
            let (other, (others, other_overran)) = (&balls.rows[j], left(j));
            let touch = f64::from(reach.touch) * row.r.min(other.r);
            let gap = (row.x - other.x).length() - row.r - other.r;
            let is_due = gap <= own + others + touch && balls.may_collide(i as u32, j as u32);
            let is_active = active.pairs.iter().filter(|pair| **pair == [i as u32, j as u32]).count();
            let is_batched = state.contacts.batches.has(i as u32, j as u32);
            assert!(is_active + usize::from(is_batched) <= 1, "{i} and {j} are active twice");
            let is_seen = is_active == 1 || is_batched || is_overrun || other_overran;
            assert!(is_seen || !is_due, "{i} and {j} are not active");
            count.active += usize::from(is_due);
        }
        for (k, collider) in bodies.colliders.iter() {
            let body = bodies.body_of(collider);
            let local = body.frame_at(0.0).to_local(row.x);
            let gap = distance(&collider.curve, local) - collider.radius - row.r;
            let is_due = gap <= own + f64::from(reach.touch) * row.r;
            let is_due = is_due && balls.may_collide_with(i as u32, collider);
            let is_active = active.colliders.iter().any(|pair| pair.ball as usize == i && pair.collider == k);
            assert!(is_active || is_overrun || !is_due, "ball {i} and collider {k} are not active");
            count.active_walls += usize::from(is_due);
        }
    }
}

/// Over a step, nothing comes to overlap that was not listed, and nothing is missed: a pair that no list names falls
/// through.
fn check_depths(world: &World) {
    let balls = &world.state.balls;
    let deepest = f64::from(world.config.max_penetration);
    for (i, row) in balls.rows.iter().enumerate() {
        for (j, other) in balls.rows.iter().enumerate().skip(i + 1) {
            let depth = row.r + other.r - (row.x - other.x).length();
            let is_met = balls.may_collide(i as u32, j as u32);
            let is_fine = depth <= 1.001 * deepest * row.r.min(other.r);
            assert!(!is_met || is_fine, "{i} and {j} overlap by {depth}");
        }
    }
}

#[test]
fn lists_hold_what_all_pairs_hold() {
    let mut count = Count::default();
    for seed in 1..=6 {
        let mut world = crowd(seed, if seed % 2 == 0 { 9.81 } else { 0.0 });
        for step in 0..40 {
            world.step(DT);
            check_depths(&world);
            let mut twin = world.clone();
            // Lists of this step, kept ones and renewed ones.
            let reach = list(&mut twin);
            check_lists(&twin, &mut count);
            check_active(&twin, &reach, &mut count);
            if step % 8 == 7 {
                world.clear_caches();
            }
        }
    }
    let Count { balls, walls, movers, active, active_walls } = count;
    let all = [balls, walls, movers, active, active_walls];
    assert!(all.iter().all(|&count| count > 100), "{count:?}");
}

/// A ball that is struck off in the middle of a step is listed where it is then.
#[test]
fn what_is_listed_again_within_a_step_is_listed_as_at_its_start() {
    let mut world = crowd(9, 0.0);
    for _ in 0..20 {
        world.step(DT);
    }
    let reach = list(&mut world);
    let mut count = Count::default();
    for i in 0..world.state.balls.rows.len() as u32 {
        let World { state, cache, .. } = &mut world;
        let row = &mut state.balls.rows[i as usize];
        row.x += DVec2::new(0.4, -0.3) * row.r;
        row.v = -row.v;
        let (x, v) = (row.x, row.v);
        cache.pairs.list_one(i, x, v, &state.balls, &state.body_set.colliders, f64::from(DT));
    }
    check_lists(&world, &mut count);
    check_active(&world, &reach, &mut count);
    assert!(count.balls > 20 && count.walls > 10, "{count:?}");
}
