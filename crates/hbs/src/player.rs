//! Physics of players, and their kicks.

use crate::disc::Disc;
use crate::error::Error;
use crate::fields::Fields;
use crate::flags::Flags;
use crate::warnings::Warnings;

/// The players, all alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerPhysics {
    /// The disc of a player, without place and team. Its mask is always the game's own.
    pub disc: Disc,
    /// Change of the speed by a key in each frame, pixels a frame. Default 0.1.
    pub acceleration: f64,
    /// The same while the player holds the kick. Default 0.07.
    pub kicking_acceleration: f64,
    /// Damping while the player holds the kick. Default 0.96.
    pub kicking_damping: f64,
    /// Momentum that a kick gives to its target, mass times pixels a frame. Default 5.
    pub kick_strength: f64,
    /// Momentum that a kick takes from the player, mass times pixels a frame. Default 0.
    pub kickback: f64,
}

impl Default for PlayerPhysics {
    fn default() -> Self {
        Self {
            disc: Disc {
                radius: 15.0,
                inverse_mass: 0.5,
                damping: 0.96,
                group: Flags::NONE,
                mask: Flags::BALL | Flags::RED | Flags::BLUE | Flags::WALL,
                ..Disc::default()
            },
            acceleration: 0.1,
            kicking_acceleration: 0.07,
            kicking_damping: 0.96,
            kick_strength: 5.0,
            kickback: 0.0,
        }
    }
}

impl PlayerPhysics {
    pub(crate) fn read(fields: &mut Fields<'_>, notes: &mut Warnings) -> Result<Self, Error> {
        let default = Self::default();
        fields.leave_out(&["pos", "speed", "cMask"], "is not for players", notes);
        let mut disc = Disc::read(fields, default.disc, notes)?;
        (disc.position, disc.speed, disc.mask) =
            (default.disc.position, default.disc.speed, default.disc.mask);
        Ok(Self {
            disc,
            acceleration: fields.length("acceleration", notes)?.unwrap_or(default.acceleration),
            kicking_acceleration: fields
                .length("kickingAcceleration", notes)?
                .unwrap_or(default.kicking_acceleration),
            kicking_damping: fields.number("kickingDamping")?.unwrap_or(default.kicking_damping),
            kick_strength: fields.length("kickStrength", notes)?.unwrap_or(default.kick_strength),
            kickback: fields.length("kickback", notes)?.unwrap_or(default.kickback),
        })
    }
}
