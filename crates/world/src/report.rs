//! Which contacts began and ended in a step.

use crate::world::World;

/// Compares the contacts at the end of this step with those at the end of the last.
pub(crate) fn touches(world: &mut World) {
    let mut now = core::mem::take(&mut world.contacts.touching_scratch);
    now.clear();
    now.extend(
        world
            .contacts
            .rows
            .iter()
            .filter(|c| c.separation <= 2.0 * world.config.rest_depth * c.scale)
            .map(crate::contact::Contact::key),
    );
    let before = core::mem::take(&mut world.touching);
    let (mut old, mut new) = (before.iter().peekable(), now.iter().peekable());
    loop {
        match (old.peek(), new.peek()) {
            (Some(&&a), Some(&&b)) if a == b => {
                old.next();
                new.next();
            }
            (Some(&&a), b) if b.is_none_or(|&&b| a < b) => {
                old.next();
                if let Some(touch) = world.touch(a) {
                    world.events.ended.push(touch);
                }
            }
            (_, Some(&&b)) => {
                new.next();
                if let Some(touch) = world.touch(b) {
                    world.events.began.push(touch);
                }
            }
            _ => break,
        }
    }
    world.touching = now;
    world.contacts.touching_scratch = before;
}
