//! A fingerprint of motion.

use glam::DVec2;

use crate::state::State;
use crate::world::World;

/// FNV-1a over 64-bit words (Fowler, Noll, Vo 1991): simple, and the same on every platform.
struct Fingerprint(u64);

impl Fingerprint {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn reals(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|x| self.add(x.to_bits()));
    }
}

/// A fingerprint of the state.
impl World {
    /// A fingerprint of motion: positions, speeds, forces and remembered contacts. Two worlds with the same history
    /// have the same one, on every platform, and a single different bit of these gives another. Settings of the
    /// game are not in it: configuration, sizes, materials, fields, links and user data. A
    /// [`snapshot`](Self::snapshot) has all of it.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let play = || {
    ///     let mut world = World::new(Config::default())?;
    ///     world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    ///     world.step(1.0 / 60.0);
    ///     Ok::<_, carom::Error>(world.state_hash())
    /// };
    /// assert_eq!(play()?, play()?); // on every machine
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    #[doc(alias("checksum"))]
    pub fn state_hash(&self) -> u64 {
        let mut hash = Fingerprint(0xcbf2_9ce4_8422_2325);
        let State { balls, body_set, contacts, sensors, rng, .. } = &self.state;
        for row in &balls.rows {
            hash.reals(&[row.x.x, row.x.y, row.v.x, row.v.y, row.w, row.angle]);
        }
        for (row, roll) in balls.rolls.iter().enumerate().filter(|(_, roll)| **roll != DVec2::ZERO) {
            hash.add(row as u64);
            hash.reals(&[roll.x, roll.y]);
        }
        for force in balls.forces.iter().filter(|force| **force != DVec2::ZERO) {
            hash.reals(&[force.x, force.y]);
        }
        for body in &body_set.rows {
            let (at, v) = (body.pose.origin, body.velocity);
            hash.reals(&[at.x, at.y, body.angle, v.x, v.y, body.spin]);
        }
        for joint in &body_set.joints {
            hash.reals(&[joint.at, joint.rate, joint.contact_acceleration]);
        }
        for memory in contacts.remembered() {
            hash.add(memory.key.bits());
            hash.add(u64::from(memory.color));
            let numbers = [memory.load, memory.normal_impulse, memory.tangent_impulse, memory.roll_impulse];
            numbers.iter().for_each(|x| hash.add(u64::from(x.to_bits())));
        }
        contacts.passing.iter().chain(sensors.inside.iter()).for_each(|key| hash.add(key.bits()));
        if rng.count > 0 {
            hash.add(rng.count);
        }
        hash.0
    }
}
