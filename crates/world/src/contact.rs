//! Resting contacts: which pairs they are, and what they remember from one substep to the next.

use alloc::vec::Vec;
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::curve::{Core, Nearest};
use crate::follow::Ride;
use crate::material::{Material, Materials};
use crate::near::Near;
use crate::row::{BallInfo, BallRow, Balls, Other, PairKey, Substep};
use crate::sight::Sights;
use crate::slots::Slots;
use crate::solid::Solid;

/// A pair in the contact solver, in single precision. Velocities are those of `b` against `a`; the
/// normal points from `a` to `b`, and `b` is always a ball.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contact {
    /// Row of ball `b`.
    pub(crate) b: u32,
    /// Ball or core `a`.
    pub(crate) other: u32,
    pub(crate) normal: Vec2,
    /// Gap, length units; negative is overlap.
    pub(crate) separation: f32,
    /// Normal speed of a pair that only slides, because the surface bends or turns; zero on the flat.
    pub(crate) rise: f32,
    /// Velocity of a core's matter at the contact.
    pub(crate) surface: Vec2,
    /// Speed of a core's surface along its tangent, over that of its matter.
    pub(crate) belt: f32,
    pub(crate) radius_a: f32,
    pub(crate) radius_b: f32,
    /// Smaller radius: the scale of tolerances, and the arm of rolling resistance.
    pub(crate) scale: f32,
    /// Approach speed from which on the pair would bounce.
    pub(crate) slow: f32,
    pub(crate) normal_mass: f32,
    pub(crate) tangent_mass: f32,
    pub(crate) roll_mass: f32,
    pub(crate) friction: f32,
    pub(crate) rolling_resistance: f32,
    pub(crate) normal_impulse: f32,
    pub(crate) tangent_impulse: f32,
    pub(crate) roll_impulse: f32,
    /// Normal impulse before the push of this substep.
    pub(crate) before: f32,
    /// Mean normal impulse of the recent past: the load that the spring need not bear.
    pub(crate) load: f32,
}

impl Contact {
    #[inline]
    pub(crate) fn other(&self) -> Other {
        Other(self.other)
    }

    #[inline]
    pub(crate) fn key(&self) -> PairKey {
        PairKey::new(self.b, self.other())
    }
}

/// What a contact carries into the next substep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Memory {
    pub(crate) key: PairKey,
    pub(crate) load: f32,
    pub(crate) normal_impulse: f32,
    pub(crate) tangent_impulse: f32,
    pub(crate) roll_impulse: f32,
}

/// A ball that follows a hollow arc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Riding {
    pub(crate) core: u32,
    /// Speed along the normal that makes the chord, length units per second.
    pub(crate) rise: f64,
    /// When the chord ends, seconds into the substep.
    pub(crate) until: f64,
}

/// The contacts of a substep and the memory of the last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    /// Ascending by key.
    pub(crate) rows: Vec<Contact>,
    /// Ascending by key. The only part that is state; all else is scratch.
    pub(crate) memory: Vec<Memory>,
    /// What each ball is held by in this substep; only balls in contact have entries.
    pub(crate) held: Vec<SmallVec<[Other; 4]>>,
    /// Hollow arc along which a ball rides in this substep.
    pub(crate) riding: Vec<Option<Riding>>,
    /// Balls with an entry in `held` or `riding`.
    pub(crate) touched: Vec<u32>,
    sights: Sights,
    /// The other buffer of the list of contacts that the game knows.
    pub(crate) touching_scratch: Vec<PairKey>,
}

impl Contacts {
    #[inline]
    pub(crate) fn is_held(&self, ball: u32, other: Other) -> bool {
        self.held[ball as usize].contains(&other)
    }

    fn hold(&mut self, ball: u32, other: Other) {
        self.touch(ball);
        self.held[ball as usize].push(other);
    }

    /// Lets go of a ball at the end of a ride: how it goes on is for the advance to find out.
    pub(crate) fn end_ride(&mut self, ball: u32) {
        if let Some(riding) = self.riding[ball as usize].take() {
            self.held[ball as usize].retain(|other| *other != Other::core(riding.core));
        }
    }

    /// Notes a ball that is about to get its first entry.
    fn touch(&mut self, ball: u32) {
        if self.held[ball as usize].is_empty() && self.riding[ball as usize].is_none() {
            self.touched.push(ball);
        }
    }

    pub(crate) fn ride(&mut self, ball: u32, riding: Riding) {
        self.touch(ball);
        self.riding[ball as usize] = Some(riding);
    }

    fn clear(&mut self, balls: usize) {
        for i in self.touched.drain(..) {
            if let Some(held) = self.held.get_mut(i as usize) {
                held.clear();
                self.riding[i as usize] = None;
            }
        }
        self.held.resize_with(balls, SmallVec::new);
        self.riding.resize(balls, None);
        self.rows.clear();
    }

    /// Drops everything but the memory.
    pub(crate) fn forget_scratch(&mut self) {
        let memory = core::mem::take(&mut self.memory);
        *self = Self { memory, ..Self::default() };
    }

    /// Remembers the impulses of this substep's contacts.
    pub(crate) fn store(&mut self) {
        self.memory.clear();
        self.memory.extend(self.rows.iter().map(|c| Memory {
            key: c.key(),
            normal_impulse: c.normal_impulse,
            load: c.load,
            tangent_impulse: c.tangent_impulse,
            roll_impulse: c.roll_impulse,
        }));
    }

    /// Forgets a ball's contacts because it is removed; `last`, the row that takes its place, moves to
    /// `row`.
    pub(crate) fn forget_ball(&mut self, row: u32, last: u32) {
        self.memory.retain(|m| !m.key.names(row));
        for m in &mut self.memory {
            let (key, swapped) = m.key.renamed(last, row);
            m.key = key;
            if swapped {
                // Seen from the other ball, normal and tangent both turn round: their impulses stay.
                m.roll_impulse = -m.roll_impulse;
            }
        }
        self.memory.sort_unstable_by_key(|m| m.key);
    }

    /// Forgets the contacts with a core because it is removed or changed.
    pub(crate) fn forget_core(&mut self, core: u32) {
        self.memory.retain(|m| m.key.other() != Other::core(core));
    }
}

/// Sorts the candidate pairs: collects those that rest or arrive slowly as contacts, with the impulses
/// they had before. All others are left to be impacts.
///
/// Reads balls, solids, cores and lists; writes contacts.
pub(crate) fn collect(
    contacts: &mut Contacts,
    balls: &Balls,
    (solids, cores): (&[Solid], &Slots<Core>),
    materials: &Materials,
    near: &Near,
    step: &Substep,
) {
    contacts.clear(balls.rows.len());
    contacts.sights.take(&balls.rows, |row| row.r * step.rest_depth + row.v.length() * step.h);
    for [i, j] in near.pairs() {
        if contacts.sights.meet(i, j, 0.0).0
            && let Some(contact) = ball_contact(i, j, balls, materials, step)
        {
            contacts.rows.push(contact);
        }
    }
    for [i, k] in near.core_pairs() {
        let core = &cores[k];
        let (row, info) = (&balls.rows[i as usize], &balls.info[i as usize]);
        let found = core_contact(row, info, core, &solids[core.solid as usize], materials, step);
        if let Some((mut contact, ride)) = found {
            (contact.b, contact.other) = (i, Other::core(k).0);
            contacts.rows.push(contact);
            if let Some(ride) = ride
                && contacts.riding[i as usize].is_none_or(|riding| k < riding.core)
            {
                contacts.ride(i, Riding { core: k, rise: ride.rise, until: ride.time });
            }
        }
    }
    // Late pairs and movers come out of order, and some pairs twice.
    if !contacts.rows.is_sorted_by(|a, b| a.key() < b.key()) {
        contacts.rows.sort_unstable_by_key(Contact::key);
        contacts.rows.dedup_by_key(|contact| contact.key());
    }
    for n in 0..contacts.rows.len() {
        let (b, other) = (contacts.rows[n].b, contacts.rows[n].other());
        contacts.hold(b, other);
        if other.as_core().is_none() {
            contacts.hold(other.0, Other::ball(b));
        }
    }
    recall(&mut contacts.rows, &contacts.memory);
}

/// Gives contacts the impulses they had in the last substep: a merge of two sorted lists.
fn recall(rows: &mut [Contact], memory: &[Memory]) {
    let mut old = memory.iter().peekable();
    for row in rows {
        let key = row.key();
        while old.next_if(|m| m.key < key).is_some() {}
        if let Some(m) = old.next_if(|m| m.key == key) {
            row.normal_impulse = m.normal_impulse;
            row.load = m.load;
            row.tangent_impulse = m.tangent_impulse;
            row.roll_impulse = m.roll_impulse;
        }
    }
}

/// Sine of the angle below which a ball does not bounce off a hollow arc but follows it. A bounce would
/// keep its energy to a few parts in ten million, and come again at once.
pub(crate) const GRAZING: f64 = 1e-3;

/// Whether a touching pair stays in contact rather than bounces, if it approached at this speed before
/// gravity acted in this substep: what gravity adds is for the contact to bear.
#[inline]
pub(crate) fn stays(approach: f64, restitution: f64, radius: f64, step: &Substep) -> bool {
    let slow = step.slow(restitution, radius);
    approach <= 2.0 * slow || restitution * approach < slow
}

fn ball_contact(i: u32, j: u32, balls: &Balls, materials: &Materials, step: &Substep) -> Option<Contact> {
    let (row, other) = (&balls.rows[i as usize], &balls.rows[j as usize]);
    let d = row.x - other.x;
    let distance = d.length();
    let normal = if distance > 0.0 { d / distance } else { DVec2::Y };
    let gap = distance - row.r - other.r;
    let approach = -(row.v - other.v).dot(normal);
    let scale = row.r.min(other.r);
    let touching = gap <= step.touch(scale);
    if !touching && gap > approach * step.h {
        return None;
    }
    let meeting = materials.meet(balls.info[i as usize].material, balls.info[j as usize].material);
    let taken = if touching {
        let fall = (row.a - other.a).dot(normal) * step.h;
        stays(approach + fall, meeting.restitution, scale, step)
    } else {
        approach < step.slow(meeting.restitution, scale)
    };
    if !taken {
        return None;
    }
    let inverse_mass = row.im + other.im;
    let inverse_spin = row.ii * row.r * row.r + other.ii * other.r * other.r;
    Some(Contact {
        b: i,
        other: Other::ball(j).0,
        normal: normal.as_vec2(),
        separation: gap as f32,
        surface: Vec2::ZERO,
        radius_a: other.r as f32,
        radius_b: row.r as f32,
        scale: scale as f32,
        slow: step.slow(meeting.restitution, scale) as f32,
        normal_mass: (1.0 / inverse_mass) as f32,
        tangent_mass: (1.0 / (inverse_mass + inverse_spin)) as f32,
        roll_mass: (1.0 / (row.ii + other.ii)) as f32,
        friction: meeting.friction as f32,
        rolling_resistance: (meeting.rolling_resistance * scale) as f32,
        ..Contact::default()
    })
}

/// The contact of a ball with a core, and whether the ball rides along a hollow arc.
fn core_contact(
    row: &BallRow,
    info: &BallInfo,
    core: &Core,
    solid: &Solid,
    materials: &Materials,
    step: &Substep,
) -> Option<(Contact, Option<Ride>)> {
    let mover = solid.is_mover();
    let place = if mover { solid.pose.to_local(row.x) } else { row.x };
    let Nearest { normal, distance } = core.nearest(place)?;
    let gap = distance - row.r;
    let touching = gap <= step.touch(row.r);
    let mut surface = DVec2::ZERO;
    let mut world_normal = normal;
    if mover {
        world_normal = solid.pose.turn.rotate(normal);
        surface = solid.velocity_at(row.x - world_normal * row.r, 0.0);
    }
    let relative = row.v - surface;
    let approach = -relative.dot(world_normal);
    let turning = mover && solid.spin != 0.0;
    if !touching && gap > approach * step.h {
        return None;
    }
    let material = materials.get(core.material);
    let meeting = materials.meet(info.material, core.material);
    let taken = if touching {
        let fall = row.a.dot(world_normal) * step.h;
        stays(approach + fall, meeting.restitution, row.r, step)
            || (turning || core.curve.is_curved())
                && approach <= GRAZING * (row.v.length() + surface.length())
    } else if core.curve.is_curved() {
        // On a curve the speed at arrival is not the speed now; the advance tells them apart.
        false
    } else {
        approach < step.slow(meeting.restitution, row.r)
    };
    if !taken || kicks(material, approach) {
        return None;
    }
    let ride = if touching { core.follow(solid, (row.x, row.v), row.r, 0.0, step.h) } else { None };
    let rise = ride.map_or(0.0, |ride| ride.rise);
    let inverse_spin = row.ii * row.r * row.r;
    let contact = Contact {
        normal: world_normal.as_vec2(),
        separation: gap as f32,
        rise: rise as f32,
        surface: surface.as_vec2(),
        belt: material.surface_speed,
        radius_b: row.r as f32,
        scale: row.r as f32,
        slow: step.slow(meeting.restitution, row.r) as f32,
        normal_mass: (1.0 / row.im) as f32,
        tangent_mass: (1.0 / (row.im + inverse_spin)) as f32,
        roll_mass: (1.0 / row.ii) as f32,
        friction: meeting.friction as f32,
        rolling_resistance: (meeting.rolling_resistance * row.r) as f32,
        ..Contact::default()
    };
    Some((contact, ride))
}

#[inline]
pub(crate) fn kicks(material: &Material, approach: f64) -> bool {
    material.kick > 0.0 && approach > 0.0 && approach >= f64::from(material.kick_threshold)
}
