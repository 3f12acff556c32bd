//! Balls in a snapshot: at most 64 bytes for one of an ordinary kind, and 16 more if it rolls on a floor.
//!
//! Position and velocity are written in full, 32 bytes. Zeros of other values are left out, and a bit marks values
//! like those of the ball before. Each distinct set of properties (inertia, pull, surface, filter) is written once.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use glam::DVec2;

use crate::base::{Arena, Fault, Saved, Source, put_short, saved};
use crate::bodies::{BallInfo, BallRow, Balls, DisabledBall};
use crate::id::BodyId;
use crate::model::{BodyKind, Filter};
use crate::state::Place;

const SAME_PROPERTIES: u8 = 1;
const SAME_SIZE: u8 = 2;
const NEXT_ID: u8 = 4;
const SPINS: u8 = 8;
const TURNED: u8 = 16;
const USER_DATA: u8 = 32;
const HELD: u8 = 64;
const ROLLS: u8 = 128;

/// Properties that many balls share. Each distinct set is written once, and balls name it by number.
#[derive(Clone, Copy, Debug, Default)]
struct Properties {
    inertia_factor: f32,
    gravity_scale: f32,
    drag: f32,
    max_speed: f32,
    rolls: bool,
    material: u32,
    filter: Filter,
    off: Option<DisabledBall>,
}

saved!(Properties { inertia_factor, gravity_scale, drag, max_speed, rolls, material, filter, off });

impl Properties {
    fn bits(&self) -> [u32; 13] {
        let Self { inertia_factor, gravity_scale, drag, max_speed, rolls, material, filter, off } = self;
        let kept = off.map_or(Filter::OFF, |off| off.filter);
        [
            inertia_factor.to_bits(),
            gravity_scale.to_bits(),
            drag.to_bits(),
            max_speed.to_bits(),
            *rolls as u32,
            *material,
            filter.category,
            filter.mask,
            filter.group.cast_unsigned(),
            kept.category,
            kept.mask,
            kept.group.cast_unsigned(),
            u32::from(off.is_some()) << 1 | u32::from(off.is_some_and(|off| off.held)),
        ]
    }
}

/// Names the fields of a ball; derived ones and those of a substep are left out.
const fn parts(row: &BallRow, info: &BallInfo) -> (Properties, [f32; 2]) {
    let BallRow { x: _, v: _, w: _, angle: _, a: _, r, im: _, ii: _, gravity_scale: _, .. } = row;
    let BallInfo {
        id: _,
        material,
        filter,
        mass,
        inertia_factor,
        gravity_scale,
        drag,
        max_speed,
        held: _,
        off,
        rolls,
        user_data: _,
    } = info;
    let properties = Properties {
        inertia_factor: *inertia_factor,
        gravity_scale: *gravity_scale,
        drag: *drag,
        max_speed: *max_speed,
        rolls: *rolls,
        material: *material,
        filter: *filter,
        off: *off,
    };
    (properties, [*r as f32, *mass])
}

impl Balls {
    pub(crate) fn save(&self, out: &mut Vec<u8>) {
        // The world writes collision exceptions and forces.
        let Self { rows, info, rolls: _, exceptions: _, forces: _, braked: _ } = self;
        let mut all = Vec::new();
        let mut numbers = BTreeMap::new();
        let mut before = None;
        for (row, info) in rows.iter().zip(info) {
            let (properties, _) = parts(row, info);
            let bits = properties.bits();
            if before != Some(bits) {
                before = Some(bits);
                numbers.entry(bits).or_insert_with(|| {
                    all.push(properties);
                    all.len() as u64 - 1
                });
            }
        }
        all.save(out);
        put_short(out, rows.len() as u64);
        let mut last = (u32::MAX, [0; 13], [0; 2]);
        for (i, (row, info)) in rows.iter().zip(info).enumerate() {
            let roll = self.roll(i);
            let (properties, size) = parts(row, info);
            let now = (Arena::<BodyId, Place>::place_of(info.id), properties.bits(), size.map(f32::to_bits));
            let flag = |set: bool, flag: u8| if set { flag } else { 0 };
            let flags = flag(now.1 == last.1, SAME_PROPERTIES)
                | flag(now.2 == last.2, SAME_SIZE)
                | flag(now.0 == last.0.wrapping_add(1), NEXT_ID)
                | flag(row.w.to_bits() != 0, SPINS)
                | flag(row.angle.to_bits() != 0, TURNED)
                | flag(info.user_data != 0, USER_DATA)
                | flag(info.held, HELD)
                | flag([roll.x, roll.y].map(f64::to_bits) != [0; 2], ROLLS);
            out.push(flags);
            if flags & NEXT_ID == 0 {
                put_short(out, u64::from(now.0));
            }
            if flags & SAME_PROPERTIES == 0 {
                put_short(out, numbers.get(&now.1).copied().unwrap_or(0));
            }
            if flags & SAME_SIZE == 0 {
                size.save(out);
            }
            row.x.save(out);
            row.v.save(out);
            if flags & SPINS != 0 {
                row.w.save(out);
            }
            if flags & TURNED != 0 {
                row.angle.save(out);
            }
            if flags & USER_DATA != 0 {
                put_short(out, info.user_data);
            }
            if flags & ROLLS != 0 {
                roll.save(out);
            }
            last = now;
        }
    }

    /// Reads the balls, and puts each back into its place among the bodies.
    pub(crate) fn load(
        &mut self,
        from: &mut Source<'_>,
        bodies: &mut Arena<BodyId, Place>,
    ) -> Result<(), Fault> {
        let Self { rows, info, rolls, exceptions: _, forces: _, braked } = self;
        let all = Vec::<Properties>::load(from)?;
        // Flags, place and velocity at the least.
        let count = from.count(33)?;
        rows.clear();
        info.clear();
        rolls.clear();
        rows.reserve(count);
        info.reserve(count);
        let (mut place, mut properties, mut size) = (u32::MAX, Properties::default(), [0.0; 2]);
        for row in 0..count {
            let flags = u8::load(from)?;
            let given = |flag: u8| flags & flag != 0;
            place = if given(NEXT_ID) { place.wrapping_add(1) } else { from.short_u32()? };
            if !given(SAME_PROPERTIES) {
                properties = *all.get(from.short()? as usize).ok_or("a ball has no known properties")?;
            }
            if !given(SAME_SIZE) {
                size = Saved::load(from)?;
            }
            let [r, mass] = size;
            let (x, v) = (DVec2::load(from)?, DVec2::load(from)?);
            let w = if given(SPINS) { f64::load(from)? } else { 0.0 };
            let angle = if given(TURNED) { f64::load(from)? } else { 0.0 };
            let user_data = if given(USER_DATA) { from.short()? } else { 0 };
            if given(ROLLS) {
                rolls.resize(row, DVec2::ZERO);
                rolls.push(DVec2::load(from)?);
            }
            let Properties {
                inertia_factor,
                gravity_scale,
                drag,
                max_speed,
                rolls: can_roll,
                material,
                filter,
                off,
            } = properties;
            let id = bodies.claim(place, Place { kind: BodyKind::Ball, row: row as u32 })?;
            let mut ball = BallRow { x, v, w, angle, r: f64::from(r), ..BallRow::default() };
            let about = BallInfo {
                id,
                material,
                filter,
                mass,
                inertia_factor,
                gravity_scale,
                drag,
                max_speed,
                held: given(HELD),
                off,
                rolls: can_roll,
                user_data,
            };
            ball.weigh(&about);
            rows.push(ball);
            info.push(about);
        }
        *braked = info.iter().filter(|info| info.is_braked()).count();
        Ok(())
    }
}
