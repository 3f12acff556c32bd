//! The whole world checked, for tests, bug reports and snapshots from elsewhere.

use alloc::vec;
use core::ops::RangeInclusive;
use glam::DVec2;

use crate::base::{Fault, check};
use crate::bodies::{Balls, JointRow};
use crate::contacts::constants::COLORS;
use crate::contacts::{InitialOverlap, PairKey, StoredImpulses, WEDGED};
use crate::context::MOST_PASSES;
use crate::geometry::{BodySet, Collider};
use crate::limits::{
    DRAG, FAR, LEAST_MAX_SPEED, MASS, MAX_ANGULAR_VELOCITY, MAX_COORDINATE, MAX_FORCE, MAX_MOVE_SECONDS,
    MAX_REACHABLE_SPEED, MAX_SPEED, MOST_SUBSTEPS, RADIUS,
};
use crate::model::BodyKind;
use crate::state::State;
use crate::step::{MAX_DT, MIN_DT};
use crate::world::World;

/// Strongest force that a contact may remember. Impulses grow with the substep: a force for a second still is a
/// number in single precision.
const STRONGEST: f64 = 1e37;

fn within(value: f64, range: RangeInclusive<f32>) -> bool {
    (f64::from(*range.start())..=f64::from(*range.end())).contains(&value)
}

/// Memory that only serves speed.
impl World {
    /// Checks every invariant that holds between calls. Costs a walk over everything: for tests.
    ///
    /// # Errors
    /// Returns the fault in words. That is a bug of this crate, never of the game.
    pub fn validate(&self) -> Result<(), &'static str> {
        self.check_all(&self.state.contacts.remembered())
    }

    /// As [`validate`](Self::validate), with the contacts that a snapshot remembers: they are laid out later.
    pub(crate) fn check_all(&self, remembered: &[StoredImpulses]) -> Result<(), Fault> {
        let State { balls, body_set, bodies, shapes, fields, last_h, last_passes, .. } = &self.state;
        self.check_balls()?;
        self.check_bodies()?;
        body_set.joints.iter().try_for_each(JointRow::check)?;
        self.check_structure()?;
        self.state.floor_zones.check()?;
        bodies.check()?;
        shapes.check()?;
        check(bodies.len() == balls.rows.len() + body_set.rows.len(), "a body has no row")?;
        let lengths = f64::from(MIN_DT) / f64::from(MOST_SUBSTEPS)..=f64::from(MAX_DT);
        check(*last_h == 0.0 || lengths.contains(last_h), "the last substep has no length")?;
        check((*last_h..=f64::from(MAX_DT)).contains(&self.state.last_dt), "the last step has no length")?;
        check(*last_passes <= MOST_PASSES, "the last substep has too many passes")?;
        fields.check()?;
        check(fields.iter().all(|(_, field)| field.check().is_ok()), "a field is out of range")?;
        self.check_links()?;
        check(self.check_periodic(&self.config).is_ok(), "something does not fit into the periodic box")?;
        let torus = self.torus();
        let outside = balls.rows.iter().any(|row| torus.place(row.x) != row.x);
        check(!outside, "a ball is outside the periodic box")?;
        check(self.state.table_motion.is_sound(), "the table's motion is not finite")?;
        check(self.state.watch.is_sound(balls.rows.len()), "more balls are watched than there are")?;
        self.check_contacts(remembered)?;
        self.state.sleep.check(&balls.rows, remembered)
    }

    fn check_balls(&self) -> Result<(), Fault> {
        let Balls { rows, info, rolls, forces, exceptions: _, braked } = &self.state.balls;
        check(rows.len() == info.len(), "ball rows and infos differ in number")?;
        check(rolls.len() <= rows.len(), "there are more rolls than balls")?;
        check(rolls.iter().all(|roll| roll.is_finite()), "a ball's roll is not finite")?;
        check(forces.len() <= rows.len(), "there are more forces than balls")?;
        let weak = |force: &DVec2| force.is_finite() && force.abs().max_element() <= f64::from(MAX_FORCE);
        check(forces.iter().all(weak), "the force on a ball is out of range")?;
        for (row, (ball, info)) in rows.iter().zip(info).enumerate() {
            check(ball.x.is_finite() && ball.angle.abs() <= FAR, "a ball's place is not finite")?;
            let slow = ball.v.is_finite()
                && ball.v.abs().max_element() <= MAX_REACHABLE_SPEED
                && ball.w.abs() <= MAX_REACHABLE_SPEED;
            check(slow, "a ball is too fast")?;
            let near = ball.x.abs().max_element() <= f64::from(MAX_COORDINATE);
            check(near, "a ball is too far away")?;
            let turns = info.inertia_factor != f32::INFINITY;
            let weighs = ball.im > 0.0 && (ball.ii > 0.0) == turns && ball.ii.is_finite();
            let still = ball.im == 0.0 && ball.ii == 0.0 && ball.v == DVec2::ZERO && ball.w == 0.0;
            let positive = if info.held { still } else { weighs };
            check(positive, "a ball's size or mass is not positive")?;
            let sized = within(ball.r, RADIUS.0..=RADIUS.1) && within(f64::from(info.mass), MASS.0..=MASS.1);
            check(sized, "a ball's size or mass is out of range")?;
            let sort = (!turns || within(f64::from(info.inertia_factor), 0.01..=1.0))
                && within(f64::from(info.gravity_scale), -1000.0..=1000.0)
                && within(f64::from(info.drag), DRAG.0..=DRAG.1)
                && info.max_speed >= LEAST_MAX_SPEED
                && (info.material as usize) < self.state.materials.list().len();
            check(sort, "a ball's inertia, pull, drag, speed or material is out of range")?;
            let place = self.state.bodies.get(info.id);
            let named = place.is_some_and(|p| p.kind == BodyKind::Ball && p.row as usize == row);
            check(named, "a ball's id does not lead to its row")?;
        }
        let slowed = info.iter().filter(|info| info.is_braked()).count();
        check(slowed == *braked, "balls that are slowed down are miscounted")?;
        Ok(())
    }

    fn check_bodies(&self) -> Result<(), Fault> {
        let BodySet { rows, joints, colliders: _ } = &self.state.body_set;
        for (row, body) in rows.iter().enumerate() {
            let near = body.pose.origin.is_finite() && body.pose.origin.abs().max_element() <= FAR;
            check(near && body.angle.abs() <= FAR, "a body's pose is not finite")?;
            check(body.pose.turn.is_finite(), "a body's turn is not finite")?;
            let slow = within(body.velocity.abs().max_element(), 0.0..=MAX_SPEED)
                && within(body.spin.abs(), 0.0..=MAX_ANGULAR_VELOCITY)
                && !body.velocity.is_nan();
            check(slow, "a body's speed is out of range")?;
            let target = body.target.is_none_or(|target| {
                target.origin.is_finite()
                    && within(target.origin.abs().max_element(), 0.0..=MAX_COORDINATE)
                    && target.angle.abs() <= FAR
                    && within(target.seconds, 0.0..=MAX_MOVE_SECONDS)
            });
            check(target, "a body's target is out of range")?;
            check(body.is_mover() || !body.is_moving(), "a fixed body moves")?;
            let own = |g: u32| joints.get(g as usize).is_some_and(|own| own.body as usize == row);
            let joint = matches!(body.kind, BodyKind::Hinge | BodyKind::Slider);
            check(body.joint.map_or(!joint, |g| joint && own(g)), "a hinge or slider has no settings")?;
            let place = self.state.bodies.get(body.id);
            let named = place.is_some_and(|p| p.kind != BodyKind::Ball && p.row as usize == row);
            check(named, "a body's id does not lead to its row")?;
        }
        Ok(())
    }

    /// Bodies, shapes and colliders name each other, once each.
    fn check_structure(&self) -> Result<(), Fault> {
        let State { bodies, shapes, body_set: BodySet { rows, colliders, .. }, materials, .. } = &self.state;
        let places = colliders.iter().map(|(k, _)| k as usize + 1).max().unwrap_or(0);
        let mut owners = vec![(false, false); places];
        let mut senses = vec![false; places];
        for (row, body) in rows.iter().enumerate() {
            for &k in body.colliders.iter().chain(body.sensors.iter()) {
                let own = colliders.get(k).is_some_and(|collider| collider.body_row as usize == row);
                check(own, "a collider names another body than its own")?;
                check(!core::mem::replace(&mut owners[k as usize].0, true), "a collider is named twice")?;
            }
            body.sensors.iter().for_each(|&k| senses[k as usize] = true);
        }
        for (id, shape) in shapes.iter() {
            check(bodies.contains_key(shape.body), "a shape's body is gone")?;
            check(shape.material.check().is_ok(), "a shape's material is out of range")?;
            for &k in &shape.colliders {
                let apart = senses.get(k as usize).is_some_and(|&senses| senses == shape.sense.is_some());
                check(apart, "a sensor is among the colliders that push, or the reverse")?;
                let own = colliders.get(k).is_some_and(|collider| collider.shape == id);
                check(own, "a collider names another shape than its own")?;
                check(!core::mem::replace(&mut owners[k as usize].1, true), "a collider is named twice")?;
            }
        }
        for (k, collider) in colliders.iter() {
            check(owners[k as usize] == (true, true), "a collider belongs to no body or no shape")?;
            let body = rows.get(collider.body_row as usize).ok_or("a collider's body is gone")?;
            let shape = shapes.get(collider.shape).ok_or("a collider's shape is gone")?;
            let same = shape.body == body.id && collider.body == body.id;
            check(same, "a collider's body is not that of its shape")?;
            check((collider.material as usize) < materials.list().len(), "a collider has no material")?;
            check(is_sound(collider), "a collider's numbers are out of range")?;
        }
        Ok(())
    }

    /// Remembered and reported contacts are in order and name existing objects.
    fn check_contacts(&self, remembered: &[StoredImpulses]) -> Result<(), Fault> {
        let State { bodies, shapes, balls, body_set, sensors, contacts, touching, last_h, last_dt, .. } =
            &self.state;
        let (apart, balls) = (&balls.exceptions, balls.rows.len());
        let collider_of = |key: PairKey| body_set.colliders.get(key.other().as_collider()?);
        let known = |key: PairKey| {
            let ball = key.ball() as usize;
            ball < balls
                && match key.other().as_ball() {
                    Some(j) => ball < j as usize && (j as usize) < balls,
                    None => collider_of(key).is_some(),
                }
        };
        for list in [touching, &contacts.reported] {
            check(list.iter().all(|&key| known(key)), "a contact that the game knows names what is gone")?;
            check(list.is_sound(), "the contacts that the game knows are out of order")?;
        }
        let pairs = apart.iter().all(|[a, b]| a < b && bodies.contains_key(*a) && bodies.contains_key(*b));
        check(pairs, "bodies that are kept apart are gone")?;
        check(apart.windows(2).all(|w| w[0] < w[1]), "the bodies that are kept apart are out of order")?;
        let passing = &contacts.passing;
        let one_sided = |key: PairKey| collider_of(key).is_some_and(Collider::is_one_sided);
        check(passing.iter().all(|&key| known(key) && one_sided(key)), "a ball passes what it can't")?;
        check(passing.is_sound(), "the balls that pass are out of order")?;
        let overlaps = &contacts.initial_overlaps.list;
        let is_of_balls = |overlap: &InitialOverlap| {
            known(overlap.key)
                && overlap.key.other().as_ball().is_some()
                && within(overlap.depth, 0.0..=2.0 * RADIUS.1)
        };
        check(overlaps.iter().all(is_of_balls), "an overlap that the game has made is out of range")?;
        let sorted = overlaps.windows(2).all(|w| w[0].key < w[1].key);
        check(sorted, "the overlaps that the game has made are out of order")?;
        let inside = &sensors.inside;
        let leads = |key: PairKey| {
            let shape = collider_of(key).and_then(|collider| shapes.get(collider.shape));
            shape.is_some_and(|s| {
                s.sense.is_some() && s.colliders.first().copied() == key.other().as_collider()
            })
        };
        check(inside.iter().all(|&key| known(key) && leads(key)), "a ball is in a sensor that is none")?;
        check(inside.is_sound(), "the balls in sensors are out of order")?;
        let sorted = remembered.windows(2).all(|w| w[0].key < w[1].key);
        check(sorted, "the memory of contacts is out of order")?;
        let mut used = vec![0_u32; balls];
        for memory in remembered {
            let numbers = [memory.normal_impulse, memory.tangent_impulse, memory.roll_impulse, memory.load];
            let earlier = [memory.earlier_normal, memory.earlier_tangent];
            let sound = numbers.iter().all(|x| f64::from(x.abs()) <= STRONGEST * last_h)
                && earlier.iter().all(|x| f64::from(x.abs()) <= STRONGEST * last_dt);
            let pushes = memory.normal_impulse >= 0.0 && memory.load >= 0.0;
            check(sound && pushes, "a remembered impulse is not finite or pulls")?;
            check(known(memory.key), "a remembered contact names what is gone")?;
            let by_wall = memory.key.other().as_collider().is_some();
            check(memory.color != WEDGED || by_wall, "a ball is wedged by a ball")?;
            if !memory.is_batched() {
                continue;
            }
            let j = memory.key.other().as_ball().ok_or("a contact with a collider is batched")?;
            check(usize::from(memory.color) < COLORS, "there is no such colour")?;
            for ball in [memory.key.ball(), j] {
                let bit = 1 << memory.color;
                check(used[ball as usize] & bit == 0, "a ball has a colour twice")?;
                used[ball as usize] |= bit;
            }
        }
        Ok(())
    }

    /// Frees the memory that only serves speed. The future stays the same, bit for bit; the next step
    /// takes longer.
    pub fn clear_caches(&mut self) {
        let mut pairs = core::mem::take(&mut self.cache).pairs;
        pairs.forget();
        self.cache.pairs = pairs;
        self.state.sensors.forget_scratch();
        let State { contacts, balls, materials, .. } = &mut self.state;
        contacts.forget_scratch(balls, materials);
    }
}

/// Whether the numbers of a collider are such as shapes have.
fn is_sound(collider: &Collider) -> bool {
    collider.curve.is_sound()
        && within(collider.radius, 0.0..=RADIUS.1)
        && collider
            .ends
            .iter()
            .flat_map(|end| &end.neighbors)
            .all(|q| q.leaves.is_finite() && q.offset.is_finite() && q.front.is_finite())
}
