//! The game's own law, written out a second time as it is known: frames of movement, then overlaps pushed apart. A
//! slow disc must reach the same place on Carom, up to the motion of a frame.

use carom::glam::{DVec2, Vec2, dvec2};
use carom::{Config, World};
use carom_hbs::{Control, Pitch, Stadium, Team};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A disc of the game.
struct Disc {
    x: DVec2,
    v: DVec2,
    radius: f64,
    bounce: f64,
}

impl Disc {
    /// Push-out and bounce: the wall lies at `distance` against `normal`.
    fn meet(&mut self, normal: DVec2, distance: f64, bounce: f64) {
        if distance < self.radius {
            self.x += normal * (self.radius - distance);
            let speed = self.v.dot(normal);
            if speed < 0.0 {
                self.v -= normal * speed * (1.0 + self.bounce * bounce);
            }
        }
    }
}

/// A wall of the game, with the angle that it turns in degrees: negative ones are turned round first.
struct Wall {
    a: DVec2,
    b: DVec2,
    curve: f64,
    bias: f64,
    bounce: f64,
}

impl Wall {
    /// Distance along the wall's normal, if the disc is beside the wall and not beyond its ends.
    fn distance(&self, x: DVec2) -> Option<(DVec2, f64)> {
        if self.curve == 0.0 {
            let along = self.b - self.a;
            if along.dot(x - self.a) <= 0.0 || along.dot(x - self.b) >= 0.0 {
                return None;
            }
            let normal = dvec2(along.y, -along.x).normalize();
            return Some((normal, normal.dot(x - self.b)));
        }
        let cotangent = 1.0 / libm::tan(self.curve.to_radians() / 2.0);
        let half = (self.b - self.a) / 2.0;
        let center = self.a + half + dvec2(-half.y, half.x) * cotangent;
        // Perpendicular to the arms, inwards: both are positive within an arc of less than half a turn.
        let (arm_a, arm_b) = (self.a - center, self.b - center);
        let (from_a, to_b) = (dvec2(-arm_a.y, arm_a.x), dvec2(arm_b.y, -arm_b.x));
        let d = x - center;
        let short = cotangent > 0.0;
        let within = if short {
            from_a.dot(d) > 0.0 && to_b.dot(d) > 0.0
        } else {
            from_a.dot(d) > 0.0 || to_b.dot(d) > 0.0
        };
        within.then(|| (d.normalize(), d.length() - arm_a.length()))
    }

    fn stop(&self, disc: &mut Disc) {
        let Some((mut normal, mut distance)) = self.distance(disc.x) else {
            return;
        };
        let bias = self.bias;
        if bias < 0.0 || (bias == 0.0 && distance < 0.0) {
            (normal, distance) = (-normal, -distance);
        }
        if distance >= -bias.abs() {
            disc.meet(normal, distance, self.bounce);
        }
    }

    /// With a curve that is not negative, as the game keeps it.
    fn turned(self) -> Self {
        if self.curve < 0.0 {
            Self { a: self.b, b: self.a, curve: -self.curve, bias: -self.bias, ..self }
        } else {
            self
        }
    }
}

/// One disc against one wall: where the two laws have it after some frames.
fn both(file: &str, wall: &Wall, mut disc: Disc, damping: f64, frames: usize) -> [DVec2; 2] {
    let mut world = World::new(Config::weightless()).expect("a world");
    let stadium = Stadium::parse(file).expect("a stadium");
    let mut pitch = Pitch::new(&mut world, stadium).expect("a pitch");
    for _ in 0..frames {
        disc.x += disc.v;
        disc.v *= damping;
        wall.stop(&mut disc);
        pitch.step(&mut world);
    }
    let at = world.position(pitch.ball()).expect("the ball").as_dvec2();
    [disc.x, dvec2(at.x, -at.y)]
}

#[test]
fn a_slow_disc_does_as_in_the_game() {
    let mut chance = Pcg64::seed_from_u64(6);
    let (mut stopped, mut passed) = (0, 0);
    for case in 0..400 {
        let a = dvec2(chance.random_range(-60.0..60.0), chance.random_range(-60.0..60.0));
        let b = a + 80.0 * turn(chance.random_range(0.0..std::f64::consts::TAU));
        let curve = [0.0, 30.0, 90.0, 180.0, -45.0, -90.0, -180.0, 120.0, 270.0, -230.0][case % 10];
        let bias = [0.0, 8.0, -8.0][case / 10 % 3];
        let bounce = chance.random_range(0.0..1.0);
        let wall = Wall { a, b, curve, bias, bounce }.turned();
        // Towards the middle of the wall, from either side, at right angles or aslant.
        let (middle, outwards) = middle(&wall);
        let way = if chance.random_bool(0.5) { outwards } else { -outwards };
        let start = middle + way * 30.0;
        let aslant = chance.random_range(-0.2..0.2);
        let v = turn(aslant).rotate(-way) * chance.random_range(0.6..1.2);
        let file = format!(
            "{{ vertexes: [{{ x: {}, y: {} }}, {{ x: {}, y: {} }}],
                segments: [{{ v0: 0, v1: 1, curve: {curve}, bias: {bias}, bCoef: {bounce} }}],
                ballPhysics: {{ pos: [{}, {}], speed: [{}, {}], radius: 6, bCoef: 0.9, damping: 0.999 }} }}",
            a.x, a.y, b.x, b.y, start.x, start.y, v.x, v.y
        );
        let disc = Disc { x: start, v, radius: 6.0, bounce: 0.9 };
        let [game, ours] = both(&file, &wall, disc, 0.999, 60);
        // Whom a one-sided wall lets pass the game pulls through, by up to bias and radius.
        let stays = (ours - middle).dot(way) > 0.0;
        let apart = if stays { 3.0 } else { 3.0 + 8.0 + 6.0 };
        assert!((game - ours).length() < apart, "case {case}: {game} in the game, {ours} here\n{file}");
        assert_eq!((game - middle).dot(way) > 0.0, stays, "case {case}\n{file}");
        if stays { stopped += 1 } else { passed += 1 }
    }
    assert!(stopped > 200 && passed > 50, "{stopped} stopped, {passed} passed");
}

/// The point in the middle of a wall, and the direction of its normal there.
fn middle(wall: &Wall) -> (DVec2, DVec2) {
    let chord = wall.b - wall.a;
    let normal = dvec2(chord.y, -chord.x).normalize();
    let sagitta = 0.5 * chord.length() * libm::tan(wall.curve.to_radians() / 4.0);
    ((wall.a + wall.b) / 2.0 + normal * sagitta, normal)
}

fn turn(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    dvec2(cos, sin)
}

#[test]
fn a_free_disc_does_exactly_as_in_the_game() {
    let file = "{ ballPhysics: { pos: [3, 4], speed: [5, -2], gravity: [0.05, 0.1], damping: 0.97 } }";
    let mut world = World::new(Config::weightless()).expect("a world");
    let mut pitch = Pitch::new(&mut world, Stadium::parse(file).expect("a stadium")).expect("a pitch");
    let (mut x, mut v) = (dvec2(3.0, 4.0), dvec2(5.0, -2.0));
    for frame in 0..300 {
        x += v;
        v = (v + dvec2(0.05, 0.1)) * 0.97;
        pitch.step(&mut world);
        let at = world.position(pitch.ball()).expect("the ball").as_dvec2();
        assert!((dvec2(at.x, -at.y) - x).length() < 1e-3, "frame {frame}: {at} is not {x}");
    }
}

#[test]
fn a_longer_step_is_as_many_frames() {
    let file = "{ ballPhysics: { speed: [5, -2], damping: 0.97 } }";
    let places = [1, 2, 4].map(|frames| {
        let mut world = World::new(Config::weightless()).expect("a world");
        let mut pitch = Pitch::new(&mut world, Stadium::parse(file).expect("a stadium")).expect("a pitch");
        let dt = frames as f32 / 60.0;
        for _ in 0..120 / frames {
            pitch.begin(&mut world, dt);
            world.step(dt);
            pitch.end(&mut world, dt);
        }
        let velocity = world.velocity(pitch.ball()).expect("the ball");
        velocity.x / 300.0
    });
    let expected = libm::pow(0.97, 120.0) as f32;
    for part in places {
        assert!((part / expected - 1.0).abs() < 1e-4, "{places:?} is not {expected}");
    }
}

#[test]
fn bounces_multiply() {
    let file = "{ planes: [{ normal: [-3, 0], dist: -50, bCoef: 0.8 }],
        ballPhysics: { speed: [4, 0], bCoef: 0.5, damping: 1 } }";
    let mut world = World::new(Config::weightless()).expect("a world");
    let mut pitch = Pitch::new(&mut world, Stadium::parse(file).expect("a stadium")).expect("a pitch");
    for _ in 0..30 {
        pitch.step(&mut world);
    }
    let velocity = world.velocity(pitch.ball()).expect("the ball");
    assert!((velocity.x + 240.0 * 0.4).abs() < 1e-3 && velocity.y == 0.0, "{velocity}");
}

/// A kick is a momentum, as in the game: a ball of half the mass flies off twice as fast, and a disc that nothing moves
/// stays. Players that can be kicked are.
#[test]
fn a_kick_is_a_push() {
    for inverse in [0.5, 1.0, 2.0, 0.0] {
        let file = format!(
            "{{ spawnDistance: 22, playerPhysics: {{ kickStrength: 4 }}, ballPhysics: {{ invMass: {inverse}, radius: 5, damping: 1 }} }}"
        );
        let mut world = World::new(Config::weightless()).expect("a world");
        let mut pitch = Pitch::new(&mut world, Stadium::parse(&file).expect("a stadium")).expect("a pitch");
        let player = pitch.add_player(&mut world, Team::Red).expect("a player");
        pitch.control(player, Control { direction: Vec2::ZERO, kick: true });
        pitch.step(&mut world);
        let velocity = world.velocity(pitch.ball()).expect("the ball");
        assert!((velocity.x - 240.0 * inverse as f32).abs() < 1e-3, "{velocity} for {inverse}");
    }
    let file = "{ spawnDistance: 16, playerPhysics: { cGroup: ['kick'], damping: 1 }, ballPhysics: { pos: [0, 99] } }";
    let mut world = World::new(Config::weightless()).expect("a world");
    let mut pitch = Pitch::new(&mut world, Stadium::parse(file).expect("a stadium")).expect("a pitch");
    let [red, blue] =
        [Team::Red, Team::Blue].map(|team| pitch.add_player(&mut world, team).expect("a player"));
    pitch.control(red, Control { direction: Vec2::ZERO, kick: true });
    pitch.step(&mut world);
    let velocity = pitch.player(blue).and_then(|body| world.velocity(body)).expect("the player");
    assert!((velocity.x - 150.0).abs() < 1e-3, "{velocity}: half of five pixels a frame, at twice the mass");
}

/// Maps put spawn points and discs deep into planes: the game pushes them out within a frame, before anything else. Seven
/// radii deep, a player stayed in the floor for ever.
#[test]
fn who_starts_in_a_plane_is_outside_at_once() {
    let file = "{ planes: [{ normal: [0, -1], dist: -138, bCoef: 1.6 }, { normal: [1, 0], dist: 0, cGroup: ['redKO'], cMask: ['red'] }],
        redSpawnPoints: [[-140, 20], [-490, 250]], playerPhysics: { gravity: [0, 0.2], radius: 19, bCoef: 1.2 },
        discs: [{ pos: [60, 500], bCoef: 0 }], joints: [{ d0: 0, d1: 1 }], ballPhysics: { pos: [60, 480], cMask: [] } }";
    let mut world = World::new(Config::weightless()).expect("a world");
    let mut pitch = Pitch::new(&mut world, Stadium::parse(file).expect("a stadium")).expect("a pitch");
    for _ in 0..3 {
        pitch.add_player(&mut world, Team::Red).expect("a player");
    }
    let place = |world: &World, body: Option<carom::BodyId>| {
        body.and_then(|body| world.position(body)).expect("it is there")
    };
    for kick_off in [None, Some(Team::Blue), Some(Team::Red)] {
        if let Some(team) = kick_off {
            pitch.kick_off(&mut world, team);
        }
        for n in 1..3 {
            assert!((place(&world, pitch.player(n)).y + 119.0).abs() < 1e-4, "on the floor");
        }
        let barred = kick_off == Some(Team::Red);
        assert_eq!(place(&world, pitch.player(0)).x > 0.0, barred, "out of the barrier, where that stops it");
    }
    assert!((place(&world, pitch.disc(1)).y + 128.0).abs() < 1e-4, "so are discs");
    assert_eq!(
        world.links().map(|(_, link)| link.max_length).collect::<Vec<_>>(),
        [20.0],
        "as long as in the file"
    );
    let listed = pitch.warnings().to_string();
    for part in ["redSpawnPoints[1] and 1 more: lies in a plane", "discs[0].pos: lies in a plane"] {
        assert!(listed.contains(part), "{part} in {listed}");
    }
}

/// A player between two walls that double its speed at each bounce: it becomes fast, and no faster than a map can mean.
/// Without an end to it the speed grew beyond all numbers within a frame, and the disc was stopped.
#[test]
fn walls_that_give_more_than_they_take_have_an_end() {
    let file =
        "{ planes: [{ normal: [0, 1], dist: -20, bCoef: 1.4 }, { normal: [0, -1], dist: -20, bCoef: 1.4 }],
        ballPhysics: { speed: [0, 3], radius: 15, bCoef: 1.4, damping: 1 } }";
    let mut world = World::new(Config::weightless()).expect("a world");
    let mut pitch = Pitch::new(&mut world, Stadium::parse(file).expect("a stadium")).expect("a pitch");
    let mut fastest: f32 = 0.0;
    for _ in 0..300 {
        pitch.step(&mut world);
        fastest = fastest.max(world.velocity(pitch.ball()).expect("the ball").length());
        assert_eq!(world.events().dropped().frozen_balls, 0, "{fastest}");
    }
    assert!(fastest > 3000.0 && fastest < 12_000.0, "{fastest}");
}
