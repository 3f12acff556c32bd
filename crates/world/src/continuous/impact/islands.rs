//! Clusters of the hits of one instant: hits that share no movable side are resolved separately.

use alloc::vec::Vec;

use crate::base::{Sort, room, union_find};
use crate::contacts::Hit;

/// Marks a movable side as a hinge or slider; all others are balls.
const JOINT: u32 = 1 << 31;

/// Room for sorting hits into clusters, kept from one instant to the next.
#[derive(Clone, Debug)]
pub(crate) struct Islands {
    /// Movable sides, and the hits that move them.
    sides: Vec<(u32, u32)>,
    /// For each hit one of its cluster with a lower place; the first of a cluster names itself.
    leaders: Vec<u32>,
    /// Cluster and place of each hit.
    order: Vec<(u32, u32)>,
    sorted: Vec<Hit>,
}

impl Default for Islands {
    fn default() -> Self {
        Self { sides: room::list(), leaders: room::list(), order: room::list(), sorted: room::list() }
    }
}

impl Islands {
    /// Sorts hits so that each cluster lies in one piece and keeps its order; clusters follow one another by
    /// their first hits.
    pub(crate) fn sort(&mut self, hits: &mut [Hit]) {
        let Self { sides, leaders, order, sorted } = self;
        sides.clear();
        for (n, hit) in (0..).zip(&*hits) {
            let ball = Some(hit.ball).filter(|_| hit.moves[0] > 0.0);
            let other = hit.other.as_ball().filter(|_| hit.moves[1] > 0.0);
            let joint = hit.joint.map(|g| g | JOINT);
            sides.extend([ball, other, joint].into_iter().flatten().map(|side| (side, n)));
        }
        sides.order();
        leaders.clear();
        leaders.extend(0..hits.len() as u32);
        for pair in sides.windows(2) {
            let &[(side, m), (other, n)] = pair else { continue };
            if side == other {
                union_find::join(leaders, m, n);
            }
        }
        order.clear();
        order.extend((0..hits.len() as u32).map(|n| (union_find::leader(leaders, n), n)));
        if order.is_sorted() {
            return;
        }
        order.order();
        sorted.clear();
        sorted.extend(order.iter().map(|&(_, n)| hits[n as usize]));
        hits.copy_from_slice(sorted);
    }

    /// The end of the cluster that begins at a place after [`sort`](Self::sort).
    pub(crate) fn end(&self, first: usize) -> usize {
        let cluster = self.order[first].0;
        first + self.order[first..].iter().take_while(|next| next.0 == cluster).count()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use glam::DVec2;

    use super::*;
    use crate::common::Dice;
    use crate::contacts::pair_key::Other;

    fn hit(ball: u32, other: Other) -> Hit {
        Hit::new(ball, other, 0.0, DVec2::X, DVec2::ZERO)
    }

    fn sorted(mut hits: Vec<Hit>) -> Vec<Vec<(u32, u32)>> {
        let mut clusters = Islands::default();
        clusters.sort(&mut hits);
        let (mut all, mut first) = (vec![], 0);
        while first < hits.len() {
            let end = clusters.end(first);
            all.push(hits[first..end].iter().map(|hit| (hit.ball, hit.other.0)).collect());
            first = end;
        }
        all
    }

    #[test]
    fn hits_that_share_a_ball_are_one_cluster() {
        let pair = |i, j| hit(i, Other::ball(j));
        let hits = vec![pair(1, 0), pair(3, 2), pair(5, 4), pair(6, 1), pair(6, 2), pair(7, 8)];
        assert_eq!(sorted(hits), [vec![(1, 0), (3, 2), (6, 1), (6, 2)], vec![(5, 4)], vec![(7, 8)]]);
    }

    #[test]
    fn what_does_not_give_way_joins_nothing() {
        let wall = Other::collider(7);
        let held = |i| Hit { moves: [1.0, 0.0], ..hit(i, Other::ball(9)) };
        assert_eq!(sorted(vec![hit(1, wall), hit(2, wall), held(3), held(4)]).len(), 4);
        let hinged = |i| Hit { joint: Some(9), ..hit(i, wall) };
        assert_eq!(sorted(vec![hinged(1), hit(9, wall), hinged(2)]).len(), 2, "a hinge is no ball");
    }

    #[test]
    fn clusters_agree_with_a_flood() {
        // Random graphs: two hits are of one cluster if and only if a flood from one reaches the other.
        let mut dice = Dice(1);
        let mut draw = |below: u64| (dice.roll() % below) as u32;
        for round in 1..200 {
            let hits: Vec<_> = (0..1 + draw(30))
                .map(|_| {
                    let i = 1 + draw(round);
                    hit(i, Other::ball(draw(u64::from(i))))
                })
                .collect();
            let mut flood: Vec<usize> = (0..hits.len()).collect();
            let shares =
                |a: &Hit, b: &Hit| [a.ball, a.other.0].iter().any(|side| [b.ball, b.other.0].contains(side));
            for _ in 0..hits.len() {
                for m in 0..hits.len() {
                    for n in 0..hits.len() {
                        if shares(&hits[m], &hits[n]) {
                            flood[n] = flood[n].min(flood[m]);
                        }
                    }
                }
            }
            let mut expected: Vec<Vec<(u32, u32)>> = vec![];
            for first in 0..hits.len() {
                let members = (0..hits.len()).filter(|&n| flood[n] == first);
                let members: Vec<_> = members.map(|n| (hits[n].ball, hits[n].other.0)).collect();
                expected.extend((!members.is_empty()).then_some(members));
            }
            assert_eq!(sorted(hits), expected, "round {round}");
        }
    }
}
