//! Union-find: groups of things, by a list of leaders in which a thing that leads itself leads its group.

/// The leader of a thing's group. Halves the ways that it goes (Tarjan and van Leeuwen, J. ACM 31, 1984).
pub(crate) fn leader(leaders: &mut [u32], mut n: u32) -> u32 {
    while leaders[n as usize] != n {
        leaders[n as usize] = leaders[leaders[n as usize] as usize];
        n = leaders[n as usize];
    }
    n
}

/// Joins the groups of two things; the lower leader leads both.
pub(crate) fn join(leaders: &mut [u32], a: u32, b: u32) {
    let (a, b) = (leader(leaders, a), leader(leaders, b));
    leaders[a.max(b) as usize] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_has_one_leader() {
        let mut leaders: [u32; 8] = core::array::from_fn(|n| n as u32);
        for (a, b) in [(7, 3), (3, 5), (0, 1), (6, 7)] {
            join(&mut leaders, a, b);
        }
        let found: [u32; 8] = core::array::from_fn(|n| leader(&mut leaders, n as u32));
        assert_eq!(found, [0, 0, 2, 3, 4, 3, 3, 3]);
    }
}
