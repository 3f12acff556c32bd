//! Surface following in the event loop: balls that slide or roll along a round surface, or are driven by one that
//! turns.

use glam::DVec2;

use crate::bodies::BallRow;
use crate::contacts::{Contact, Hit, Other, PairKey};
use crate::continuous::constants::{LANDED_PARTING, ROLLING_SLIP, SOLVED_SPEED_NOISE};
use crate::continuous::{EventContext, EventLoop, fly_body};
use crate::geometry::{Along, BodySet, Track, TrackForces};
use crate::solver::{Round, SurfaceFollowing};

impl EventLoop {
    /// Turns the flights of balls that follow a surface into their chords. Tells whether there are any.
    pub(crate) fn begin_following(ctx: &mut EventContext<'_>) -> bool {
        let mut any = false;
        for n in 0..ctx.contacts.followers.len() {
            let i = ctx.contacts.followers[n];
            let Some(following) = ctx.contacts.following[i as usize] else {
                continue;
            };
            any = true;
            match following.round {
                Some(round) => {
                    ctx.contacts.following[i as usize] = Self::begin_chord(i, following, round, ctx);
                }
                None => Self::bend_flight(i, following, ctx),
            }
            if ctx.contacts.following[i as usize].is_some() {
                ctx.balls.rows[i as usize].guide();
            }
            let batched = ctx.contacts.batches.has_contact(i as usize);
            ctx.pairs.active.advance_proxy(i as usize, &ctx.balls.rows[i as usize], batched);
        }
        any
    }

    /// Begins the chord of a ball along a round surface, once contacts are solved; `None` if the ball leaves it.
    fn begin_chord(
        i: u32,
        following: SurfaceFollowing,
        round: Round,
        ctx: &mut EventContext<'_>,
    ) -> Option<SurfaceFollowing> {
        let h = ctx.step.h;
        let track = Self::track(i, following.collider, ctx.sub.start, ctx)?;
        if ctx.links.is_linked(i) {
            // Links bend the flight as well, and are solved for straight flights.
            let rise = 0.5 * round.rise;
            ctx.balls.rows[i as usize].v -= track.normal() * (round.rise - rise);
            let following = SurfaceFollowing { rise, round: None, ..following };
            return track.is_hollow().then_some(following);
        }
        let (track, solved) = Self::support(i, following.collider, round.rise, track, ctx)?;
        let along = Along { speed: round.speeds[0], rising: solved.rising };
        if track.is_still([along.speed, solved.speed], h) {
            return None;
        }
        let (share, rolls) = Self::rolling(i, following.collider, solved.speed, ctx);
        let pulled = share * round.pull.dot(track.normal().perp()) * h;
        let gained = solved.speed - along.speed - pulled;
        // Contacts are solved in single precision: the rounding error is no force.
        let noise = SOLVED_SPEED_NOISE * (solved.speed.abs() + along.speed.abs() + round.pull.length() * h);
        let drag = if gained.abs() <= noise { 0.0 } else { gained / h };
        let forces = TrackForces { pull: round.pull, share, drag };
        let following = SurfaceFollowing { round: Some(Round { rolls, ..round }), ..following };
        Self::set_chord(i, following, &track, along, &forces, ctx)
    }

    /// Keeps a ball on the surface that it follows. The surface does not yield, so a ball that touches it sinks no
    /// deeper, even if the contact's spring does not bear the whole load. The contact solver has already taken the
    /// speed `rise` into account. Returns the track, with the speed along it after contacts and the speed at which
    /// the ball must part; `None` if it leaves the surface.
    fn support(
        i: u32,
        k: u32,
        rise: f64,
        track: Track,
        ctx: &mut EventContext<'_>,
    ) -> Option<(Track, Along)> {
        let row = &ctx.balls.rows[i as usize];
        let solved = track.along(row.v);
        let key = PairKey::new(i, Other::collider(k));
        let place = ctx.contacts.rows.binary_search_by_key(&key, Contact::key).ok()?;
        let contact = ctx.contacts.rows[place];
        if !(contact.normal_impulse > 0.0) {
            // The ball parts faster than the surface turns aside.
            return None;
        }
        let (parting, least) = (solved.rising - rise, -f64::from(contact.separation.max(0.0)) / ctx.step.h);
        // A single ball no deeper than a touch is not pushed apart: the remainder is rounding.
        let touches = contact.is_alone && f64::from(contact.separation) >= -ctx.step.slop * row.r;
        let rising = if touches { least } else { parting.max(least) };
        let recoil = pressed_joint(ctx.bodies, k, row, track.normal())
            .filter(|&(.., gives_way)| gives_way)
            .map(|(g, arm, _)| (g, arm, ctx.bodies.joints[g as usize].effective_inverse_inertia * arm));
        let impulse = (rising - parting) / (row.im + recoil.map_or(0.0, |(_, arm, give)| give * arm));
        let borne = &mut ctx.contacts.rows[place].normal_impulse;
        // A surface that turns aside faster than the ball was to part from it does not pull.
        *borne = (*borne + impulse as f32).max(0.0);
        let Some((g, _, give)) = recoil else { return Some((track, Along { rising, ..solved })) };
        let BodySet { rows, joints, .. } = &mut *ctx.bodies;
        let joint = &mut joints[g as usize];
        joint.rate -= impulse * give;
        joint.drive(&mut rows[joint.body as usize]);
        // The ball keeps its part of the impulse even if no chord follows.
        let row = &mut ctx.balls.rows[i as usize];
        row.v += track.normal() * (impulse * row.im);
        let velocity = row.v;
        let track = Self::track(i, k, ctx.sub.start, ctx)?;
        Some((track, Along { rising, ..track.along(velocity) }))
    }

    /// Begins the chord of a ball that has just landed on a round surface.
    pub(crate) fn begin_landed(i: u32, time: f64, ctx: &mut EventContext<'_>) {
        let Some(following) = ctx.contacts.following[i as usize] else {
            return;
        };
        let Some(round) = following.round.filter(|round| round.is_pending) else {
            return;
        };
        let row = &ctx.balls.rows[i as usize];
        let (pull, left, velocity) = (round.pull, row.end - time, row.velocity_at(time));
        let track = Self::track(i, following.collider, time, ctx);
        let along = track.map(|track| track.along(velocity));
        if let (Some(track), Some(along)) = (track, along) {
            // A predicted landing takes place, unless another impact of the instant has thrown the ball off.
            if along.rising <= round.rising.max(Self::landed_parting(pull, velocity, left)) {
                let (share, rolls) = Self::rolling(i, following.collider, along.speed, ctx);
                let along = Along { rising: 0.0, ..along };
                let round = Round { pull, rolls, speeds: [along.speed; 2], is_pending: false, ..round };
                let following = SurfaceFollowing { round: Some(round), start: time, ..following };
                let forces = TrackForces { pull, share, drag: 0.0 };
                ctx.contacts.following[i as usize] =
                    Self::set_chord(i, following, &track, along, &forces, ctx);
                return;
            }
        }
        ctx.contacts.end_following(i);
    }

    /// The greatest parting speed at which a ball stays on a surface, length units per second. The pull takes it all
    /// back within `left` seconds.
    pub(crate) fn landed_parting(pull: DVec2, velocity: DVec2, left: f64) -> f64 {
        pull.length() * left + LANDED_PARTING * velocity.length()
    }

    /// Sets the flight of a ball to the chord of its track; `None` if the ball leaves the track.
    fn set_chord(
        i: u32,
        following: SurfaceFollowing,
        track: &Track,
        along: Along,
        forces: &TrackForces,
        ctx: &mut EventContext<'_>,
    ) -> Option<SurfaceFollowing> {
        let row = &mut ctx.balls.rows[i as usize];
        let chord = track.chord(along, forces, row.end - following.start)?;
        (row.v, row.a) = (chord.velocity, DVec2::ZERO);
        let until =
            if following.start + chord.time >= row.end { row.end } else { following.start + chord.time };
        let round = following.round.map(|round| Round {
            speeds: [along.speed, chord.speed],
            rising: along.rising,
            drag: forces.drag,
            ..round
        });
        Some(SurfaceFollowing { until, round, ..following })
    }

    fn track(i: u32, k: u32, time: f64, ctx: &EventContext<'_>) -> Option<Track> {
        let (row, collider, body) = ctx.sides(i, k);
        collider.track(body, row.x, row.r, time)
    }

    /// The share of a pull that accelerates a ball along a collider, at a speed against it; and the speed of the
    /// collider's belt if the ball rolls.
    fn rolling(i: u32, k: u32, speed: f64, ctx: &EventContext<'_>) -> (f64, Option<f64>) {
        let (row, collider) = (&ctx.balls.rows[i as usize], &ctx.bodies.colliders[k]);
        let material = ctx.balls.info[i as usize].material;
        let belt = f64::from(ctx.materials.get(collider.material).surface_speed);
        let (middle, rim) = (speed - belt, row.r * row.w);
        let rolls = (middle - rim).abs() <= ROLLING_SLIP * (middle.abs() + rim.abs())
            && row.ii > 0.0
            && ctx.materials.combine(material, collider.material).static_friction > 0.0;
        let inertia = row.im / (row.ii * row.r * row.r);
        if rolls { (1.0 / (1.0 + inertia), Some(belt)) } else { (1.0, None) }
    }

    /// Bends the flight of a ball that follows a surface which turns. The contact solver has done most of it; this
    /// does it exactly.
    fn bend_flight(i: u32, following: SurfaceFollowing, ctx: &mut EventContext<'_>) {
        let (h, start) = (ctx.step.h, ctx.sub.start);
        let (row, collider, body) = ctx.sides(i, following.collider);
        if let Some((normal, velocity)) = collider.followed(body, row.x, row.r, start) {
            // How a hinge moves is known only now. At a limit its surface stops, and with it the chord. A rise for
            // the whole substep would throw the ball early, along a normal that has yet to turn.
            let joint = ctx.bodies.joint_of(body);
            let stops = joint.and_then(|joint| joint.arrival(body, ctx.sub.until));
            let chord = stops.filter(|&time| 0.0 < time && time < h).unwrap_or(h);
            let again = joint.and_then(|_| collider.follow(body, row.x, row.drift(), row.r, start, chord));
            let rise = again.map_or(following.rise, |chord| chord.rise);
            // The contact solver used the rise of a hinge that no ball presses on. The part of it beyond the chord
            // is taken back, or the ball would part from the surface; a spring's gain beyond it stays.
            let solved = following.rise
                + joint.map_or(0.0, |joint| {
                    let gained = 0.5 * h * (joint.acceleration - joint.free_acceleration);
                    gained * joint.arm(row.x - normal * row.r).dot(normal)
                });
            let missing = rise - (row.drift() - velocity).dot(normal).min(solved);
            ctx.contacts.following[i as usize] = Some(SurfaceFollowing { rise, ..following });
            add_normal_speed(i, following.collider, normal, missing, ctx);
        }
    }

    /// Turns the flight of a ball from its chord to the tangent. Along a driven hinge the ball had the hinge's mean
    /// speed. Where the chord ends early that may be too fast, and the ball gives back up to the share `excess` of
    /// its rise. Returns the row of a hinge or slider that recoils.
    #[inline]
    pub(crate) fn straighten(i: u32, time: f64, excess: f64, ctx: &mut EventContext<'_>) -> Option<u32> {
        let following = ctx.contacts.following[i as usize]?;
        let row = &mut ctx.balls.rows[i as usize];
        ctx.sensors.note(i, row, time);
        row.fly_to(time);
        if let Some(round) = following.round {
            Self::end_chord(i, time, following, ctx);
            // The chord has ended. Ended once more, at another speed of the surface, it would carry the ball along.
            let round = Round { is_pending: true, ..round };
            ctx.contacts.following[i as usize] = Some(SurfaceFollowing { round: Some(round), ..following });
            return None;
        }
        let collider = &ctx.bodies.colliders[following.collider];
        let body = ctx.bodies.body_of(collider);
        if let Some((normal, velocity)) = collider.followed(body, row.x, row.r, time) {
            let recoils = body.joint.is_some().then_some(collider.body_row);
            let own = if recoils.is_some() { row.velocity_at(time) } else { row.drift() };
            let missing = (velocity - own).dot(normal).max(-excess * following.rise);
            // A surface that does not recoil stays at its own time: the events of balls that are tested again would
            // shift by a rounding.
            if let Some(body) = recoils {
                fly_body(body, time, ctx);
            }
            add_normal_speed(i, following.collider, normal, missing, ctx);
            return recoils;
        }
        None
    }

    /// Ends the surface following of a ball where it is, before its chord ends.
    pub(crate) fn end_following_early(i: u32, time: f64, ctx: &mut EventContext<'_>) {
        if let Some(following) = ctx.contacts.following[i as usize] {
            ctx.contacts.following[i as usize] = None;
            Self::end_chord(i, time, following, ctx);
        }
    }

    /// Moves the support of a ball that comes from one wall to another onto the new wall. Along the first wall the
    /// pull would accelerate the ball up a valley of facets, and give it energy.
    pub(crate) fn leave_wall(hit: &Hit, ctx: &mut EventContext<'_>) {
        let (i, other, time) = (hit.ball, hit.other, hit.time);
        let Some(wall) = ctx.contacts.only_wall_of(i).filter(|&wall| wall != other) else {
            return;
        };
        let Some(normal) = ctx.contacts.normal_of(PairKey::new(i, wall)) else {
            return;
        };
        let normal = normal.as_dvec2();
        let borne = ctx.pulls.on(i as usize, ctx.balls).dot(normal).min(0.0);
        let row = &mut ctx.balls.rows[i as usize];
        let (velocity, left) = (row.velocity_at(time), row.end - time);
        let pull = row.a + normal * borne;
        let pull = pull - hit.normal * pull.dot(hit.normal).min(0.0);
        let along = velocity - hit.normal * (velocity - hit.surface).dot(hit.normal).min(0.0);
        let noise = SOLVED_SPEED_NOISE * (along.length() + pull.length() * left);
        if (along + pull * (0.5 * left)).dot(normal) < -noise {
            // In a corner both walls bear the ball.
            return;
        }
        row.set_out(time, velocity, pull);
        ctx.contacts.hand_over(i, [wall, other], normal.dot(hit.normal).max(0.0) as f32);
    }

    /// Gives a ball on the chord of a track the true velocity of its path, and begins a free flight.
    fn end_chord(i: u32, time: f64, following: SurfaceFollowing, ctx: &mut EventContext<'_>) {
        let Some(round) = following.round.filter(|round| !round.is_pending) else {
            return;
        };
        let track = Self::track(i, following.collider, time, ctx);
        let row = &mut ctx.balls.rows[i as usize];
        let share = if time < following.until {
            (time - following.start) / (following.until - following.start)
        } else {
            1.0
        };
        let on_chord = round.speeds[0] + (round.speeds[1] - round.speeds[0]) * share;
        // Friction has turned the ball for the whole substep: the rest of it slows the ball now.
        let speed = on_chord + round.drag * (row.end - time);
        if let Some(track) = track {
            row.set_out(time, track.velocity(Along { speed, rising: round.rising }), round.pull);
        }
        if let Some(belt) = round.rolls {
            row.w = (speed - belt) / row.r;
        }
    }
}

/// The hinge or slider on which a ball presses along the normal of a collider. Returns also the speed of its
/// surface along the normal per unit of its own speed, and whether the ball can move it.
fn pressed_joint(bodies: &BodySet, k: u32, row: &BallRow, normal: DVec2) -> Option<(u32, f64, bool)> {
    let body = bodies.body_of(&bodies.colliders[k]);
    let g = body.joint.filter(|_| !body.stalled)?;
    let joint = &bodies.joints[g as usize];
    let arm = joint.arm(row.x - normal * row.r).dot(normal);
    Some((g, arm, !joint.is_backed(-arm, body.t, body)))
}

/// Adds a speed along `normal` to a ball that follows collider `k`. A hinge or slider recoils.
fn add_normal_speed(i: u32, k: u32, normal: DVec2, speed: f64, ctx: &mut EventContext<'_>) {
    let row = &mut ctx.balls.rows[i as usize];
    let Some((g, arm, gives_way)) = pressed_joint(ctx.bodies, k, row, normal) else {
        row.v += normal * speed;
        return;
    };
    let BodySet { rows, joints, .. } = &mut *ctx.bodies;
    let joint = &mut joints[g as usize];
    let give = if gives_way { joint.inverse_inertia * arm } else { 0.0 };
    // The motor answers steady pressure at once, up to its full torque.
    let helped = if row.im > 0.0 { joint.answer(-speed / row.im * give) } else { 0.0 };
    let impulse = (speed + helped * arm) / (row.im + give * arm);
    row.v += normal * (impulse * row.im);
    joint.rate += helped - impulse * give;
    joint.drive(&mut rows[joint.body as usize]);
}
