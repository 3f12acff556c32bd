//! The owner of a world: its JavaScript object alone, or a stage that drives it.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use carom::World;

/// A world, shared by the objects of JavaScript that reach it.
#[derive(Clone)]
pub(crate) struct Shared(Rc<RefCell<Owner>>);

/// The owner of a world.
pub(crate) enum Owner {
    Alone(Box<World>),
    #[cfg(feature = "scene")]
    Staged(Box<carom_scene::Stage>),
}

impl Shared {
    pub(crate) fn new(owner: Owner) -> Self {
        Self(Rc::new(RefCell::new(owner)))
    }

    /// The world, to be read.
    pub(crate) fn world(&self) -> Ref<'_, World> {
        Ref::map(self.0.borrow(), |owner| match owner {
            Owner::Alone(world) => &**world,
            #[cfg(feature = "scene")]
            Owner::Staged(stage) => &stage.world,
        })
    }

    /// The world, to be changed.
    pub(crate) fn world_mut(&self) -> RefMut<'_, World> {
        RefMut::map(self.0.borrow_mut(), |owner| match owner {
            Owner::Alone(world) => &mut **world,
            #[cfg(feature = "scene")]
            Owner::Staged(stage) => &mut stage.world,
        })
    }

    /// The owner itself, to be changed.
    #[cfg(feature = "scene")]
    pub(crate) fn owner(&self) -> RefMut<'_, Owner> {
        self.0.borrow_mut()
    }
}
