//! Steps in which nothing can happen: all balls sleep, and nothing else moves.

use crate::context::SubstepCount;
use crate::step::conditions::Conditions;

impl Conditions<'_> {
    /// The number of substeps of a step of `dt` seconds in which nothing can happen; `None` if something may.
    ///
    /// Such a step skips all of its substeps and leaves the state as it is: no ball is awake, and nothing can reach
    /// the balls that sleep. Changes by the game wake balls, make lists stale, or are checked here.
    pub(crate) fn substeps_at_rest(&self, dt: f64) -> Option<u32> {
        let Self { config, state, cache } = *self;
        let contacts = &state.contacts;
        // A new ball is not asleep.
        let all_sleep = state.sleep.count() == state.balls.rows.len() && config.sleep_speed > 0.0;
        let all_is_known = !cache.pairs.stale && !contacts.stale;
        if !all_sleep || !all_is_known || self.stirs_all() {
            return None;
        }
        // Hinges and sliders count as moving. Contacts that have just ended are still to be reported.
        let nothing_moves = cache.pairs.all_bodies_stand(&state.body_set);
        let has_reported_all = contacts.batches.separated.is_empty() && contacts.reported.is_empty();
        let nothing_to_report = contacts.is_idle() && has_reported_all && state.sensors.have_looked();
        if !nothing_moves || !nothing_to_report {
            return None;
        }
        let SubstepCount { substeps, passes } = self.substeps(self.pull().peak * dt, dt);
        // Otherwise impulses are still fitted to substeps of another length.
        let is_fitted = state.last_h == dt / f64::from(substeps) && state.last_passes == passes;
        is_fitted.then_some(substeps)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use glam::{Vec2, vec2};

    use super::*;
    use crate::common::Dice;
    use crate::{
        Ball, Body, BodyId, Config, Error, Field, FieldId, Joint, Link, LinkId, Material, Shape, ShapeId,
        World,
    };

    const DT: f32 = 1.0 / 60.0;
    const FAR_BELOW: Vec2 = vec2(0.0, -3.0);

    /// Balls in a jar, a plate below it, and objects that come and go.
    struct Game {
        world: World,
        balls: Vec<BodyId>,
        jar: BodyId,
        plate: BodyId,
        field: Option<FieldId>,
        link: Option<LinkId>,
        hinge: Option<BodyId>,
        sensor: Option<ShapeId>,
    }

    impl Game {
        fn new() -> Result<Self, Error> {
            let bounds = Some([vec2(-5.0, -5.0), vec2(5.0, 1.2)]);
            let config = Config { sleep_speed: 0.05, stuck_after: 2.0, bounds, ..Config::default() };
            let mut world = World::new(config)?;
            let jar = world.add_body(Body::fixed())?;
            let corners = [vec2(-2.0, 9.0), vec2(-2.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 9.0)];
            for side in corners.windows(2) {
                world.add_shape(jar, Shape::segment(side[0], side[1])?)?;
            }
            let plate = world.add_body(Body::kinematic().position(FAR_BELOW))?;
            world.add_shape(plate, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
            let mut balls = Vec::new();
            for n in 0..6_u8 {
                let place = vec2(-1.5 + f32::from(n % 4), 0.5 + f32::from(n / 4));
                balls.push(world.add_ball(Ball::new(place, 0.4 + 0.01 * f32::from(n)))?);
            }
            Ok(Self { world, balls, jar, plate, field: None, link: None, hinge: None, sensor: None })
        }

        /// Whether nothing can happen in the next step.
        fn rests(&self, dt: f32) -> bool {
            let World { config, state, cache, .. } = &self.world;
            Conditions { config, state, cache }.substeps_at_rest(f64::from(dt)).is_some()
        }

        /// A step that goes through all phases, whether anything can happen or not.
        fn step_in_full(&mut self, dt: f32) {
            self.world.events.start_step(self.world.config.max_events, &mut self.world.state.ends);
            self.world.profiler.start_step(f64::from(dt));
            self.world.run(f64::from(dt));
        }

        /// Removes all objects that keep balls awake.
        fn tidy(&mut self) -> Result<(), Error> {
            let Self { world, plate, field, link, hinge, sensor, .. } = self;
            field.take().map_or(Ok(()), |field| world.remove_field(field))?;
            // The link is gone if its ball is.
            let _ = link.take().map(|link| world.remove_link(link));
            hinge.take().map_or(Ok(()), |hinge| world.remove_body(hinge))?;
            sensor.take().map_or(Ok(()), |sensor| world.remove_shape(sensor))?;
            world.teleport(*plate, FAR_BELOW)?;
            world.set_velocity(*plate, Vec2::ZERO)?;
            world.set_angular_velocity(*plate, 0.0)?;
            world.set_config(Config { sleep_speed: 0.05, ..*world.config() })
        }

        /// A random change that a game may make between two steps.
        fn meddle(&mut self, dice: &mut Dice) -> Result<(), Error> {
            let Self { world, balls, jar, plate, field, link, hinge, sensor } = self;
            let (jar, plate, config) = (*jar, *plate, *world.config());
            let ball = balls[dice.roll() as usize % balls.len()];
            let (small, to) = (dice.point(0.2), vec2(dice.within(-1.5, 1.5), dice.within(2.0, 8.0)));
            match dice.roll() % 32 {
                0 => world.apply_impulse(ball, small),
                1 => world.apply_angular_impulse(ball, small.x),
                2 => world.apply_force(ball, small),
                3 => world.apply_force(ball, Vec2::ZERO),
                4 => world.set_velocity(ball, small),
                5 => world.set_angular_velocity(ball, small.x),
                6 => world.teleport(ball, to),
                7 => world.set_velocity(plate, small),
                8 => world.set_angular_velocity(plate, small.x),
                9 => {
                    world.set_velocity(plate, Vec2::ZERO)?;
                    world.set_angular_velocity(plate, 0.0)
                }
                10 => world.move_kinematic(plate, FAR_BELOW + small, 0.0),
                11 => world.move_kinematic(plate, vec2(0.0, 0.2), small.x),
                12 => world.teleport(plate, FAR_BELOW),
                13 => world.nudge(small, 0.1),
                14 => world.set_table_acceleration(small),
                15 => world.set_table_acceleration(Vec2::ZERO),
                16 => world.set_config(Config { seed: dice.roll(), ..config }),
                17 => world.set_config(Config { max_substeps: 4 + dice.roll() as u32 % 8, ..config }),
                18 => {
                    let sleep_speed = if dice.unit() < 0.3 { 0.0 } else { 0.05 };
                    world.set_config(Config { sleep_speed, ..config })
                }
                19 => {
                    balls.push(world.add_ball(Ball::new(to, 0.3))?);
                    Ok(())
                }
                20 if balls.len() > 2 => {
                    balls.retain(|other| *other != ball);
                    world.remove_body(ball)
                }
                21 => world.hold(ball),
                22 => world.release(ball),
                23 => world.set_radius(ball, 0.35 + small.x.abs()),
                24 => world.set_ball_material(ball, Material::new(0.3, small.x.abs())),
                25 if field.is_none() => {
                    *field = Some(world.add_field(Field::uniform(small))?);
                    Ok(())
                }
                26 if link.is_none() => {
                    *link = Some(world.add_link(Link::rope(vec2(0.0, 9.0), ball, 12.0))?);
                    Ok(())
                }
                27 if hinge.is_none() => {
                    *hinge = Some(world.add_joint(Joint::hinge(vec2(0.0, -4.0), 1.0).joint_velocity(1.0))?);
                    Ok(())
                }
                28 if sensor.is_none() => {
                    *sensor = Some(world.add_shape(jar, Shape::circle(vec2(0.0, 0.5), 0.3)?.sensor())?);
                    Ok(())
                }
                29 => world.wake(ball),
                30 => {
                    *world = World::from_snapshot(&world.snapshot())?;
                    Ok(())
                }
                _ => Ok(()),
            }
        }
    }

    /// A world whose step ends early where nothing can happen, against one whose step goes through all phases. The
    /// game makes the same random changes to both.
    #[test]
    fn a_step_in_which_nothing_can_happen_does_what_all_others_do() {
        let (mut rests, mut changes, mut stuck) = (0, 0, 0);
        for seed in 0..8 {
            let mut dice = Dice(seed);
            let mut dt = DT;
            let [mut game, mut twin] = [Game::new(), Game::new()].map(|game| game.expect("a sound game"));
            for step in 0..4000 {
                // In between there is time for all to fall asleep.
                if step % 200 > 190 && dice.unit() < 0.3 {
                    let chance = dice.roll();
                    let done = game.meddle(&mut Dice(chance));
                    assert_eq!(done, twin.meddle(&mut Dice(chance)), "{seed} {step}");
                    changes += 1;
                } else if step % 200 == 20 {
                    assert_eq!((game.tidy(), twin.tidy()), (Ok(()), Ok(())), "{seed} {step}");
                }
                if dice.unit() < 0.01 {
                    dt = DT * dice.pick(&[1.0, 1.0, 1.0, 0.5, 0.7, 1.3]).unwrap_or(1.0);
                }
                let at_rest = game.rests(dt);
                let reports = game.world.step(dt).stuck().len();
                if at_rest {
                    (rests, stuck) = (rests + 1, stuck + reports);
                }
                twin.step_in_full(dt);
                let (own, other) = (&game.world, &twin.world);
                assert_eq!(format!("{:?}", own.events()), format!("{:?}", other.events()), "{seed} {step}");
                assert_eq!(own.profile(), other.profile(), "{seed} {step}");
                assert_eq!(own.state_hash(), other.state_hash(), "{seed} {step}");
            }
            assert!(game.world.snapshot() == twin.world.snapshot(), "{seed}");
        }
        assert!(
            rests > 3000 && changes > 300 && stuck > 10,
            "{rests} rests, {changes} changes, {stuck} stuck"
        );
    }

    /// In a world without balls all balls sleep, but bodies keep moving.
    #[test]
    fn what_moves_in_a_world_without_balls_goes_on() -> Result<(), Error> {
        let mut world = World::new(Config::default())?;
        let rests = |world: &mut World| {
            world.step(DT);
            let World { config, state, cache, .. } = &*world;
            Conditions { config, state, cache }.substeps_at_rest(f64::from(DT)).is_some()
        };
        while !rests(&mut world) {}
        world.nudge(vec2(0.1, 0.0), 0.1)?;
        assert!(!rests(&mut world), "the table is shaken");
        while !rests(&mut world) {}
        let plate = world.add_body(Body::kinematic())?;
        world.set_velocity(plate, Vec2::X)?;
        for _ in 0..60 {
            assert!(!rests(&mut world), "a plate moves");
        }
        assert!(world.position(plate).is_some_and(|at| (at.x - 1.0).abs() < 1e-4));
        world.move_kinematic(plate, Vec2::ZERO, 0.0)?;
        assert!(rests(&mut world), "it has come to where it was sent");
        assert_eq!(world.position(plate), Some(Vec2::ZERO));
        world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).joint_velocity(1.0))?;
        assert!(!rests(&mut world), "a hinge turns");
        Ok(())
    }
}
