//! Two worlds that must be at one.

use carom_world::World;

/// Two worlds have come to the same state in their last step, and tell of the same events.
pub(crate) fn agree(world: &World, twin: &World, place: &str) {
    assert_eq!(world.state_hash(), twin.state_hash(), "{place}");
    let (reported, other) = (world.events(), twin.events());
    assert_eq!(reported.impacts(), other.impacts(), "{place}");
    assert_eq!(reported.contacts_started(), other.contacts_started(), "{place}");
    assert_eq!(reported.contacts_ended(), other.contacts_ended(), "{place}");
    assert_eq!(reported.sensor_entered(), other.sensor_entered(), "{place}");
    assert_eq!(reported.sensor_exited(), other.sensor_exited(), "{place}");
}
