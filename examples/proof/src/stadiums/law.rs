//! The game's own law, as a second opinion: whether a disc gets out of a map because the map lets it, or because of
//! a fault here. A frame moves all discs, then pushes overlapping ones apart and reflects approaching ones.

use carom::glam::DVec2;
use carom_hbs::{Flags, Segment, Stadium};

/// A disc, pixels and pixels a frame, y down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub(crate) position: DVec2,
    pub(crate) velocity: DVec2,
    pub(crate) radius: f64,
    gravity: DVec2,
    inverse_mass: f64,
    damping: f64,
    bounce: f64,
    pub(crate) group: Flags,
    pub(crate) mask: Flags,
}

impl Disc {
    pub(crate) fn of(disc: &carom_hbs::Disc) -> Self {
        Self {
            position: disc.position.into(),
            velocity: disc.speed.into(),
            gravity: disc.gravity.into(),
            radius: disc.radius,
            inverse_mass: disc.inverse_mass,
            damping: disc.damping,
            bounce: disc.bounce,
            group: disc.group,
            mask: disc.mask,
        }
    }

    fn meets(&self, group: Flags, mask: Flags) -> bool {
        self.group.meets(mask) && self.mask.meets(group)
    }

    /// A wall whose surface is `gap` away along its normal.
    fn stop(&mut self, normal: DVec2, gap: f64, bounce: f64) {
        if gap < 0.0 {
            self.position -= normal * gap;
            let speed = self.velocity.dot(normal);
            if speed < 0.0 {
                self.velocity -= normal * (speed * (1.0 + self.bounce * bounce));
            }
        }
    }
}

/// Normal of a wall at a point and the distance along it, if the point lies beside the wall and not beyond its ends.
fn beside(stadium: &Stadium, segment: &Segment, x: DVec2) -> Option<(DVec2, f64)> {
    let [a, b] = segment.ends.map(|end| DVec2::from(stadium.vertexes[end].position));
    // A negative turn is the same wall the other way round.
    let (a, b) = if segment.turn < 0.0 { (b, a) } else { (a, b) };
    let turn = segment.turn.abs();
    if turn == 0.0 {
        let way = b - a;
        let inside = way.dot(x - a) > 0.0 && way.dot(x - b) < 0.0;
        let normal = DVec2::new(way.y, -way.x).normalize_or_zero();
        return inside.then(|| (normal, normal.dot(x - a)));
    }
    let half = 0.5 * (b - a);
    let center = a + half + DVec2::new(-half.y, half.x) / libm::tan(0.5 * turn);
    let (from_a, to_b) = (a - center, b - center);
    let (after_a, before_b) = (from_a.perp_dot(x - center) > 0.0, to_b.perp_dot(x - center) < 0.0);
    let inside = if turn < std::f64::consts::PI { after_a && before_b } else { after_a || before_b };
    let apart = x - center;
    (inside && apart != DVec2::ZERO).then(|| (apart.normalize(), apart.length() - from_a.length()))
}

/// One frame.
pub(crate) fn frame(stadium: &Stadium, discs: &mut [Disc]) {
    for disc in discs.iter_mut() {
        disc.position += disc.velocity;
        disc.velocity = (disc.velocity + disc.gravity) * disc.damping;
    }
    for i in 0..discs.len() {
        let (head, tail) = discs.split_at_mut(i + 1);
        let Some(one) = head.last_mut() else { continue };
        for other in tail {
            collide(one, other);
        }
        if one.inverse_mass != 0.0 {
            walls(stadium, one);
        }
    }
    for _ in 0..2 {
        joints(stadium, discs);
    }
}

fn collide(one: &mut Disc, other: &mut Disc) {
    let apart = one.position - other.position;
    let (length, reach) = (apart.length(), one.radius + other.radius);
    let give = one.inverse_mass + other.inverse_mass;
    if give == 0.0 || length == 0.0 || length > reach || !one.meets(other.group, other.mask) {
        return;
    }
    let (normal, share) = (apart / length, one.inverse_mass / give);
    one.position += normal * ((reach - length) * share);
    other.position -= normal * ((reach - length) * (1.0 - share));
    let speed = normal.dot(one.velocity - other.velocity);
    if speed < 0.0 {
        let change = speed * (1.0 + one.bounce * other.bounce);
        one.velocity -= normal * (change * share);
        other.velocity += normal * (change * (1.0 - share));
    }
}

fn walls(stadium: &Stadium, disc: &mut Disc) {
    let who = *disc;
    for plane in stadium.planes.iter().filter(|plane| who.meets(plane.group, plane.mask)) {
        let normal = DVec2::from(plane.normal).normalize_or_zero();
        let gap = normal.dot(disc.position) - plane.distance - disc.radius;
        if normal != DVec2::ZERO {
            disc.stop(normal, gap, plane.bounce);
        }
    }
    for segment in stadium.segments.iter().filter(|segment| who.meets(segment.group, segment.mask)) {
        let Some((mut normal, mut distance)) = beside(stadium, segment, disc.position) else { continue };
        let bias = if segment.turn < 0.0 { -segment.bias } else { segment.bias };
        if bias < 0.0 || (bias == 0.0 && distance < 0.0) {
            (normal, distance) = (-normal, -distance);
        }
        if bias == 0.0 || distance >= -bias.abs() {
            disc.stop(normal, distance - disc.radius, segment.bounce);
        }
    }
    for vertex in stadium.vertexes.iter().filter(|vertex| who.meets(vertex.group, vertex.mask)) {
        let apart = disc.position - DVec2::from(vertex.position);
        let length = apart.length();
        if length > 0.0 {
            disc.stop(apart / length, length - disc.radius, vertex.bounce);
        }
    }
}

fn joints(stadium: &Stadium, discs: &mut [Disc]) {
    for joint in &stadium.joints {
        let [i, k] = joint.discs;
        let (mut a, mut b) = (discs[i], discs[k]);
        let apart = a.position - b.position;
        let length = apart.length();
        if i == k || length == 0.0 {
            continue;
        }
        let normal = apart / length;
        let start = || {
            let [a, b] = [i, k].map(|n| DVec2::from(stadium.discs[n].position));
            a.distance(b)
        };
        let [least, most] = joint.length.unwrap_or_else(|| [start(); 2]);
        let (wanted, one_way) = if least >= most {
            (least, 0.0)
        } else if length <= least {
            (least, 1.0)
        } else if length >= most {
            (most, -1.0)
        } else {
            continue;
        };
        let give = a.inverse_mass + b.inverse_mass;
        let share = if give == 0.0 { 0.5 } else { a.inverse_mass / give };
        let off = wanted - length;
        if let Some(strength) = joint.strength {
            let pull = normal * (0.5 * strength * off);
            a.velocity += pull * a.inverse_mass;
            b.velocity -= pull * b.inverse_mass;
        } else {
            a.position += normal * (0.5 * off * share);
            b.position -= normal * (0.5 * off * (1.0 - share));
            let speed = normal.dot(a.velocity - b.velocity);
            if one_way * speed <= 0.0 {
                a.velocity -= normal * (speed * share);
                b.velocity += normal * (speed * (1.0 - share));
            }
        }
        (discs[i], discs[k]) = (a, b);
    }
}
