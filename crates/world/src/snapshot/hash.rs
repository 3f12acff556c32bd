//! A fingerprint of the whole state.

use crate::world::World;

/// FNV-1a over 64-bit words (Fowler, Noll, Vo 1991): simple, and the same on every platform.
struct Fingerprint(u64);

impl Fingerprint {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn real(&mut self, x: f64) {
        self.add(x.to_bits());
    }
}

impl World {
    /// A fingerprint of everything that shapes the future: two worlds with the same history have the same
    /// one, on every platform, and a single different bit gives another.
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
        for row in &self.state.balls.rows {
            for x in [row.x.x, row.x.y, row.v.x, row.v.y, row.w, row.angle] {
                hash.real(x);
            }
        }
        let rolling =
            self.state.balls.rolls.iter().enumerate().filter(|(_, roll)| **roll != glam::DVec2::ZERO);
        for (row, roll) in rolling {
            hash.add(row as u64);
            hash.real(roll.x);
            hash.real(roll.y);
        }
        for force in self.state.balls.forces.iter().filter(|force| **force != glam::DVec2::ZERO) {
            hash.real(force.x);
            hash.real(force.y);
        }
        for body in &self.state.body_set.rows {
            for x in [body.pose.origin.x, body.pose.origin.y, body.angle, body.velocity.x] {
                hash.real(x);
            }
            hash.real(body.velocity.y);
            hash.real(body.spin);
        }
        for joint in &self.state.body_set.joints {
            hash.real(joint.at);
            hash.real(joint.rate);
            joint.limit_impulses.iter().for_each(|held| hash.add(u64::from(held.to_bits())));
        }
        for memory in self.state.contacts.remembered() {
            hash.add(memory.key.bits());
            hash.add(u64::from(memory.color));
            hash.add(u64::from(memory.load.to_bits()));
            hash.add(u64::from(memory.normal_impulse.to_bits()));
            hash.add(u64::from(memory.tangent_impulse.to_bits()));
            hash.add(u64::from(memory.roll_impulse.to_bits()));
        }
        for key in self.state.contacts.passing.iter().chain(self.state.sensors.inside.iter()) {
            hash.add(key.bits());
        }
        if self.state.rng.count > 0 {
            hash.add(self.state.rng.count);
        }
        hash.0
    }
}
