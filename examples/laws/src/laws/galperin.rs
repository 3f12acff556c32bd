//! Two balls and a wall count the digits of pi.
//!
//! With masses 1 and 100^k the number of impacts is floor(pi 10^k) (Galperin, *Playing pool with pi*, Regular and
//! Chaotic Dynamics 8 (2003) 375). The largest is limited by the impacts within one substep: some 10 000 of the
//! 31 415 fall into one step of 1/60 s.

use carom::glam::vec2;
use carom::{Ball, Material};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

pub(super) fn run(_: Effort) -> Vec<Case> {
    [3, 31, 314, 3141, 31_415].into_iter().enumerate().map(|(k, exact)| count(k as i32, exact)).collect()
}

fn count(k: i32, exact: u64) -> Case {
    let mut world = scene::weightless();
    let stuff = Material::elastic();
    scene::fixed(&mut world, stuff, [scene::segment(vec2(0.0, -10.0), vec2(0.0, 10.0))]);
    scene::ball(&mut world, Ball::new(vec2(2.0, 0.0), 0.5).mass(1.0).material(stuff));
    let heavy = Ball::new(vec2(4.0, 0.0), 0.5).mass(100_f32.powi(k)).velocity(vec2(-1.0, 0.0));
    scene::ball(&mut world, heavy.material(stuff));
    let (mut watch, mut impacts) = (Watch::default(), 0);
    for _ in 0..1200 {
        watch.step(&mut world);
        impacts += world.events().impacts().len() as u64;
    }
    Case::new(format!("mass ratio 100^{k}: impacts"), impacts, &watch, Figure::count(exact, impacts))
}
