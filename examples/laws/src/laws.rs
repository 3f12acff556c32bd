//! The laws, one file each.

mod avalanche;
mod board;
pub(crate) mod bounce;
mod bowl;
mod bridge;
mod cannonball;
mod closed_box;
mod cooling;
mod cradle;
mod cushion;
mod equation_of_state;
mod facets;
mod fields;
mod first_impact;
mod flipper;
mod floor;
mod flush;
mod free_path;
mod galperin;
mod gas;
mod gate;
mod ghost_bumps;
mod groove;
mod heap_bounce;
mod hill;
mod hole;
mod hopper;
mod incline;
mod links;
pub(crate) mod live_catch;
mod loops;
mod nudge;
mod odd_pile;
mod one_sided;
mod orbit;
mod order;
mod payout;
mod pile;
mod plunger;
mod prediction;
mod pyramid;
mod rack;
mod row;
mod seesaw;
mod sensors;
mod shot;
mod sinai;
mod spin;
mod spinner;
mod split;
mod squeeze;
mod stroke;
mod surfaces;
mod torture;
mod torus;
mod trap;
mod triple;
mod tunnel;
mod two_discs;
mod unlike;
mod wheel;

use crate::law::{Case, Effort, Law};

const fn law(name: &'static str, says: &'static str, run: fn(Effort) -> Vec<Case>) -> Law {
    Law { name, says, run }
}

/// Every law.
pub const ALL: &[Law] = &[
    law("torture", "nothing passes through anything, and every hit gives its impulse", torture::run),
    law("closed-box", "an elastic ball in a box loses neither time nor speed", closed_box::run),
    law("squeeze", "a wall that drives balls against walls pushes none through", squeeze::run),
    law("cannonball", "a shot into a pile throws nothing out and makes no energy", cannonball::run),
    law("bounce", "a dropped ball comes back to e^2k of its height", bounce::run),
    law("gas", "elastic balls keep their energy and momentum", gas::run),
    law("equation-of-state", "hard discs press as much as they should", equation_of_state::run),
    law("torus", "hard discs on a torus press as published", torus::run),
    law("two-discs", "two discs in a box press as their partition function says", two_discs::run),
    law("free-path", "in any room a ball meets a wall as often as Santaló says", free_path::run),
    law("sinai", "balls on Sinai's table part as fast as they should", sinai::run),
    law("cooling", "a gas of dull discs cools as Haff says", cooling::run),
    law("row", "rows of spheres meet in their order, down to inelastic collapse", row::run),
    law("hopper", "what runs out of a hopper grows with the hole as Beverloo says", hopper::run),
    law("board", "down an endless board speed grows as the cube root of time", board::run),
    law("maxwell-boltzmann", "the speeds of a gas are distributed as they should", gas::maxwell_boltzmann),
    law("cradle", "as many balls leave as came, at the same speed", cradle::run),
    law("break", "a symmetric rack breaks symmetrically and keeps its energy", rack::run),
    law("galperin", "two balls and a wall count the digits of pi", galperin::run),
    law("ghost-bumps", "joints are not felt, and facets are felt exactly", ghost_bumps::run),
    law("incline", "a disc on a slope rolls, slides or stays", incline::run),
    law("spin", "a spinning bounce gets all the friction that the blow allows", spin::run),
    law("floor", "a ball on a floor slides, rolls and rests", floor::run),
    law("cushion", "spin about three axes meets cushions and balls", cushion::run),
    law("pile", "a pile comes to rest without sinking into itself", pile::run),
    law("heap-bounce", "a heap that bears load gives back what falls on it", heap_bounce::run),
    law("odd-pile", "light balls under heavy ones are not squashed", odd_pile::run),
    law("nudge", "a shoved table is a shaken frame", nudge::run),
    law("prediction", "a predicted path is flown", prediction::run),
    law("fields", "magnets, drag and zones act as their closed forms say", fields::run),
    law("links", "pendulums, cradles, ropes and springs keep time and length", links::run),
    law("order", "order of insertion, mirrors and places change nothing", order::run),
    law("one-sided", "from behind a ball crosses whole, from in front nothing passes", one_sided::run),
    law("sensors", "a sensor is entered and left once, each at its time", sensors::run),
    law("payout", "a pachinko table pays as much at every rate", payout::run),
    law("stroke", "a flipper comes up and goes down as its coil and its spring say", stroke::run),
    law("spinner", "a spinner slows as its friction says", spinner::run),
    law("flipper", "a flipper bats a ball as its inertia and its motor say", flipper::run),
    law("surfaces", "rebounds follow their curve, friction grips and slides as Coulomb says", surfaces::run),
    law("trap", "a ball lies still on a raised flipper", trap::run),
    law("live-catch", "a flipper that is just up takes a ball's speed, a late one bats it", live_catch::run),
    law("plunger", "a plunger gives the ball the work of its spring", plunger::run),
    law("seesaw", "balls balance where their torques do, and tip it as they should", seesaw::run),
    law("gate", "a gate lets every ball pass one way and none the other", gate::run),
    law("split", "no approach is answered twice, none is missed, no loop runs away", split::run),
    law("facets", "along facets a ball keeps the cosine of each joint and its distance", facets::run),
    law("tunnel", "no ball goes through a bend that is drawn as a polyline", tunnel::run),
    law("bowl", "a ball in a round bowl is a pendulum", bowl::run),
    law("loop", "a ball leaves a loop where it no longer presses", loops::run),
    law("hill", "a ball leaves a hill where gravity no longer holds it", hill::run),
    law("orbit", "what an attractor holds keeps speed and moment", orbit::run),
    law("flush", "plates that are flush are one floor, whatever carries them", flush::run),
    law("hole", "a ball falls through no hole narrower than itself", hole::run),
    law("groove", "a ball that is laid into a groove stays", groove::run),
    law("pyramid", "pyramids between stops stay, and friction holds what statics says", pyramid::run),
    law("triple", "equal balls that meet at one instant exchange their speeds", triple::run),
    law("first-impact", "the first impact of a parabola is at its time", first_impact::run),
    law("shot", "a motor with a speed and a torque throws as its equations say", shot::run),
    law("hold", "a motor or dry friction holds what its torque can bear", shot::hold),
    law("unlike", "piles of unlike balls of the default material come to rest", unlike::run),
    law("avalanche", "balls that are a little unlike cost what equal balls do", avalanche::run),
    law("bridge", "a bridge of links gains no energy from what falls on it", bridge::run),
    law("wheel", "no ball comes past the blade of a paddle wheel", wheel::run),
];
