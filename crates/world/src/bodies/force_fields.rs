//! Accelerations of balls by force fields.

use glam::DVec2;

use crate::base::Arena;
use crate::bodies::{BallRow, Balls};
use crate::id::FieldId;
use crate::model::{Field, Filter};

/// The mean of `e^-s` over `0..z`, and the mean over `0..z` of that mean, weighted by time: the rest of a fading
/// speed, and its distance.
fn fading(z: f64) -> (f64, f64) {
    if z < 1e-3 {
        let kept = 1.0 - z * (0.5 - z * (1.0 / 6.0 - z / 24.0));
        return (kept, 0.5 - z * (1.0 / 6.0 - z * (1.0 / 24.0 - z / 120.0)));
    }
    let kept = -libm::expm1(-z) / z;
    (kept, (1.0 - kept) / z)
}

/// Lets the fields, and the balls' own drag, act on balls that are not held, over a substep of `h` seconds, after
/// gravity.
///
/// Places are taken half way, so that closed orbits stay closed (the leapfrog of Verlet, 1967, begun with
/// half a flight). A ball that other balls hold does not go where the field pulls it: its place is taken where it is,
/// where contacts act as well, so that a heap keeps its moment about an attractor. Fading speeds have their true end
/// and their true way. A field whose edge is crossed acts for its share of the way.
pub(crate) fn apply(
    fields: &Arena<FieldId, Field>,
    balls: &mut Balls,
    acted: &[u32],
    is_held: impl Fn(usize) -> bool,
    h: f64,
) {
    let Balls { rows, info, .. } = balls;
    for &i in acted {
        let (row, info) = (&mut rows[i as usize], &info[i as usize]);
        if row.im == 0.0 {
            continue;
        }
        let start = row.v - row.a * h;
        let (mut pull, mut drag) = (row.a, f64::from(info.drag));
        let at = if is_held(i as usize) { row.x } else { row.x + start * (0.5 * h) };
        for (_, field) in fields.iter().filter(|(_, field)| field.mask & info.filter.category != 0) {
            let share = field.share(row.x, start * h);
            if share > 0.0 {
                let rate = f64::from(field.drag) * share;
                pull += field.pull(at) * share + field.flow.as_dvec2() * rate;
                drag += rate;
            }
        }
        let (kept, carried) = fading(drag * h);
        let gained = pull - start * drag;
        row.v = start + gained * (h * kept);
        row.a = gained * (2.0 * (kept - carried));
    }
}

/// Acceleration of a ball by fields at its position, without drag.
pub(crate) fn pull(fields: &Arena<FieldId, Field>, row: &BallRow, filter: &Filter) -> DVec2 {
    if row.im == 0.0 {
        return DVec2::ZERO;
    }
    let acts = fields.iter().filter(|(_, field)| field.mask & filter.category != 0);
    acts.map(|(_, field)| field.pull(row.x) * field.share(row.x, DVec2::ZERO)).sum()
}

/// Bound on the acceleration of any ball by fields at its position, length units per second squared.
pub(crate) fn max_acceleration(fields: &Arena<FieldId, Field>, balls: &Balls) -> f64 {
    let of = |at: DVec2| {
        let one = |field: &Field| {
            let share = field.share(at, DVec2::ZERO);
            share * (field.pull(at).length() + f64::from(field.drag) * f64::from(field.flow.length()))
        };
        fields.iter().map(|(_, field)| one(field)).sum::<f64>()
    };
    if fields.len() == 0 { 0.0 } else { balls.rows.iter().map(|row| of(row.x)).fold(0.0, f64::max) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_fading_agree() {
        let ((a, b), (c, d)) = (fading(0.000_999_999), fading(0.001_000_001));
        assert!((a - c).abs() < 2e-9 && (b - d).abs() < 2e-9, "{a} {c} {b} {d}");
        assert_eq!(fading(0.0), (1.0, 0.5));
    }
}
