//! Contacts with walls that wedge a ball, solved two by two.

use glam::DVec2;
use smallvec::SmallVec;

use crate::base::{F4, with_cpu_features};
use crate::contacts::Contact;
use crate::solver::constants::{
    PARALLEL_WALLS_COMPLIANCE, PARALLEL_WALLS_SINE, WEDGE_COMPLIANCE, WEDGE_COSINE,
};

/// Contacts of one ball with immovable surfaces. Two that oppose each other are solved together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wedge {
    /// Whether any contact of the list is wedged.
    is_any: bool,
    /// Place in the list, bias and least impulse.
    sides: SmallVec<[(usize, f32, f32); 4]>,
}

impl Wedge {
    /// Finds the contacts that wedge their ball.
    pub(crate) fn find(&mut self, list: &mut [Contact]) {
        let mut first = 0;
        self.is_any = false;
        for n in 0..list.len() {
            list[n].is_wedged = false;
            if list[n].b != list[first].b {
                first = n;
            }
            if first == n || !list[n].is_rigid() {
                continue;
            }
            for m in first..n {
                if list[m].is_rigid() && list[m].normal.dot(list[n].normal) < WEDGE_COSINE {
                    (list[m].is_wedged, list[n].is_wedged) = (true, true);
                    self.is_any = true;
                }
            }
        }
    }

    /// One pass over all contacts; if it `is_repeated`, only over contacts that take part in all passes. `solve`
    /// solves one, and returns its bias and its least impulse.
    pub(crate) fn pass(
        &mut self,
        list: &mut [Contact],
        rows: &mut [F4],
        push_speed: f32,
        is_repeated: bool,
        solve: impl FnMut(&mut Contact, &mut [F4]) -> Option<(f32, f32)>,
    ) {
        if list.is_empty() {
            return;
        }
        with_cpu_features!([list, rows, solve], || {
            let (is_any, mut solve, mut ball) = (self.is_any, solve, u32::MAX);
            for n in 0..list.len() {
                if is_any && list[n].b != ball {
                    self.solve_opposing(list, rows, push_speed);
                    ball = list[n].b;
                }
                let c = &mut list[n];
                if is_repeated && !c.repeats {
                    continue;
                }
                if let Some((bias, least)) = solve(c, rows)
                    && c.is_wedged
                {
                    self.sides.push((n, bias, least));
                }
            }
            self.solve_opposing(list, rows, push_speed);
        });
    }

    /// Solves the contacts of one ball that oppose each other, two by two.
    fn solve_opposing(&mut self, list: &mut [Contact], rows: &mut [F4], push_speed: f32) {
        if self.sides.is_empty() {
            return;
        }
        for (n, &one) in self.sides.iter().enumerate() {
            for &two in &self.sides[n + 1..] {
                if list[one.0].normal.dot(list[two.0].normal) < WEDGE_COSINE {
                    wedge(list, rows, [one, two], push_speed);
                }
            }
        }
        self.sides.clear();
    }
}

/// Finds the normal impulses of two contacts of one ball with immovable surfaces together. One after the other they
/// would converge by the square of the cosine between them, which is close to zero in a narrow groove. The ball
/// would sink, and the speed that pushes it out would not be taken back.
///
/// Out of a wedge a ball goes faster than away from either wall; `push_speed` bounds that.
fn wedge(list: &mut [Contact], rows: &mut [F4], sides: [(usize, f32, f32); 2], push_speed: f32) {
    let b = list[sides[0].0].b as usize;
    let [x, y, _, im] = rows[b].0;
    if !(im > 0.0) {
        return;
    }
    let [one, two] = sides.map(|(n, ..)| &list[n]);
    let normals = [one, two].map(|c| c.normal.as_dvec2());
    let so_far = [one, two].map(|c| f64::from(c.normal_impulse));
    let least = sides.map(|(.., least)| f64::from(least));
    let im = f64::from(im);
    // The velocity without the impulses of the two.
    let v = DVec2::new(f64::from(x), f64::from(y)) - (normals[0] * so_far[0] + normals[1] * so_far[1]) * im;
    let (along, across) = (normals[0].dot(normals[1]), normals[0].perp_dot(normals[1]));
    let bias = sides.map(|(_, bias, _)| f64::from(bias));
    let pushed = bias.map(|bias| bias.min(0.0));
    let way_out = pushed[0] * pushed[0] + pushed[1] * pushed[1] - 2.0 * along * pushed[0] * pushed[1];
    let most = f64::from(push_speed * one.scale) * across;
    let share = if way_out > most * most { most.abs() / libm::sqrt(way_out) } else { 1.0 };
    let needs = [0, 1].map(|n| {
        let surface = [one, two][n].surface.as_dvec2();
        -((v - surface).dot(normals[n]) + share * pushed[n] + bias[n].max(0.0)) / im
    });
    let gives = if across.abs() < PARALLEL_WALLS_SINE { PARALLEL_WALLS_COMPLIANCE } else { WEDGE_COMPLIANCE };
    let whole = across * across + gives * (2.0 + gives);
    let both = [0, 1].map(|n| (needs[n] * (1.0 + gives) - along * needs[1 - n]) / whole);
    let total = if both[0] >= least[0] && both[1] >= least[1] {
        both
    } else {
        let alone = |n: usize| {
            let other = least[1 - n];
            let mut total = [0.0; 2];
            total[1 - n] = other;
            total[n] = ((needs[n] - along * other) / (1.0 + gives)).max(least[n]);
            let left = needs[1 - n] - along * total[n] - (1.0 + gives) * other;
            (total, left)
        };
        let ([a, b], [left_a, left_b]) = ([alone(0).0, alone(1).0], [alone(0).1, alone(1).1]);
        if left_a <= left_b { a } else { b }
    };
    let given = [0, 1].map(|n| total[n] as f32);
    for n in [0, 1] {
        list[sides[n].0].normal_impulse = given[n];
    }
    let v = v + (normals[0] * f64::from(given[0]) + normals[1] * f64::from(given[1])) * im;
    (rows[b].0[0], rows[b].0[1]) = (v.x as f32, v.y as f32);
}
