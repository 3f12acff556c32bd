//! The whole world checked, for tests and bug reports.

use crate::body::BodyKind;
use crate::world::World;

impl World {
    /// Checks every invariant that holds between calls. Costs a walk over everything: for tests.
    ///
    /// # Errors
    /// What is wrong, in words. That is a bug of this crate, never of the game.
    pub fn validate(&self) -> Result<(), &'static str> {
        let check = |holds: bool, fault: &'static str| if holds { Ok(()) } else { Err(fault) };
        check(self.balls.rows.len() == self.balls.info.len(), "ball rows and infos differ in number")?;
        for (row, ball) in self.balls.rows.iter().enumerate() {
            let finite =
                ball.x.is_finite() && ball.v.is_finite() && ball.w.is_finite() && ball.angle.is_finite();
            check(finite, "a ball's state is not finite")?;
            check(ball.r > 0.0 && ball.im > 0.0 && ball.ii > 0.0, "a ball's size or mass is not positive")?;
            let place = self.bodies.get(self.balls.info[row].id);
            let named = place.is_some_and(|p| p.kind == BodyKind::Ball && p.row as usize == row);
            check(named, "a ball's id does not lead to its row")?;
        }
        for (row, solid) in self.solids.iter().enumerate() {
            check(solid.pose.origin.is_finite() && solid.angle.is_finite(), "a body's pose is not finite")?;
            let place = self.bodies.get(solid.id);
            let named = place.is_some_and(|p| p.kind != BodyKind::Ball && p.row as usize == row);
            check(named, "a body's id does not lead to its row")?;
            for &k in &solid.cores {
                check(self.cores[k].solid as usize == row, "a core names another body than its own")?;
            }
        }
        check(self.bodies.len() == self.balls.rows.len() + self.solids.len(), "a body has no row")?;
        for (id, shape) in &self.shapes {
            check(self.bodies.contains_key(shape.body), "a shape's body is gone")?;
            let own = shape.cores.iter().all(|&k| self.cores[k].shape == id);
            check(own, "a core names another shape than its own")?;
        }
        let owned: usize = self.solids.iter().map(|s| s.cores.len()).sum();
        check(owned == self.cores.iter().count(), "a core belongs to no body")?;
        let sorted = self.contacts.memory.windows(2).all(|w| w[0].key < w[1].key);
        check(sorted, "the memory of contacts is out of order")?;
        for memory in &self.contacts.remembered() {
            let finite = memory.normal_impulse.is_finite() && memory.tangent_impulse.is_finite();
            check(finite && memory.normal_impulse >= 0.0, "a remembered impulse is not finite or pulls")?;
            let known = (memory.key.ball() as usize) < self.balls.rows.len()
                && memory.key.other().as_ball().is_none_or(|j| (j as usize) < self.balls.rows.len());
            check(known, "a remembered contact names a ball that is gone")?;
        }
        Ok(())
    }

    /// Frees the memory that only serves speed. The future stays the same, bit for bit; the next step
    /// takes longer.
    pub fn drop_scratch(&mut self) {
        self.near.forget();
        self.contacts.forget_scratch(&self.balls, &self.materials);
        self.solver = Default::default();
        self.advance = Default::default();
    }
}
