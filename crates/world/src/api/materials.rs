//! Which materials are in use: a game that makes up new ones for ever must not fill the memory.

use alloc::vec;

use crate::model::Material;
use crate::state::State;
use crate::world::World;

impl World {
    /// The number of a material, new if it was not seen before. Now and then unused materials are dropped first, at
    /// times that follow from state alone.
    pub(crate) fn intern(&mut self, material: Material) -> u32 {
        if let Some(known) = self.state.materials.find(&material) {
            return known;
        }
        if self.state.materials.is_full() {
            self.sweep_materials();
        }
        self.state.materials.intern(material)
    }

    fn sweep_materials(&mut self) {
        let State { balls, body_set, materials, .. } = &mut self.state;
        let mut used = vec![false; materials.list().len()];
        balls.info.iter().for_each(|info| used[info.material as usize] = true);
        body_set.colliders.iter().for_each(|(_, collider)| used[collider.material as usize] = true);
        let numbers = materials.sweep(used);
        let renumber = |material: &mut u32| *material = numbers[*material as usize];
        balls.info.iter_mut().for_each(|info| renumber(&mut info.material));
        body_set.colliders.iter_mut().for_each(|collider| renumber(&mut collider.material));
    }
}
