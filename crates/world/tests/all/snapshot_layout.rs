//! The layout of snapshots changes with its version only.

use carom_world::{
    Ball, Body, Chain, Config, Error, Field, Filter, Floor, FloorSurface, FloorZone, Joint, KickProfile,
    Link, LinkEnd, Material, Motor, Region, RestitutionCurve, Shape, Side, SpeedCurve, World,
};
use glam::{Vec2, vec2};

/// The snapshots of these worlds, by version of the layout: of one without motion, its bytes; of one in which balls
/// lie on each other, the number of bytes.
const LAYOUTS: [(u8, u64, usize); 1] = [(1, 0x0f17_2499_78da_e3ab, 870)];

/// FNV-1a (Fowler, Noll, Vo 1991).
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// One of everything that a world may hold. All numbers are exact, so that the bytes are the same everywhere.
fn one_of_everything() -> Result<World, Error> {
    let mut world = World::new(Config {
        bounds: Some([vec2(-8.0, -8.0), vec2(8.0, 8.0)]),
        max_speed: 64.0,
        stuck_after: 2.0,
        seed: 7,
        ..Config::default()
    })?;
    let rubber = Material {
        restitution_curve: RestitutionCurve::HalfAt(16.0),
        static_friction: 0.75,
        rolling_resistance: 0.125,
        surface_speed: -2.0,
        kick: 3.0,
        kick_threshold: 0.5,
        kick_profile: KickProfile::Slingshot,
        scatter_angle: 0.0625,
        pair_id: 5,
        ..Material::new(0.5, 0.25)
    };
    let curve = SpeedCurve::new(&[vec2(0.0, 1.0), vec2(8.0, 0.5)])?;
    let brass = Material {
        restitution_curve: RestitutionCurve::Curve(curve),
        pair_id: 6,
        ..Material::new(1.0, 0.125)
    };
    world.set_material_pair(5, 6, Some(Material::new(0.25, 1.0)))?;
    let walls = world.add_body(Body::fixed().user_data(1))?;
    world.add_shape(
        walls,
        Shape::segment(vec2(-4.0, 0.0), vec2(4.0, 0.0))?.side(Side::Left).material(rubber),
    )?;
    world.add_shape(walls, Shape::circle(vec2(2.0, 2.0), 0.5)?.sensor())?;
    world
        .add_shape(walls, Shape::half_plane(vec2(0.0, -4.0), Vec2::Y)?.filter(Filter::new(3, 5).group(-1)))?;
    let path = Chain::polyline(&[vec2(4.0, 4.0), vec2(6.0, 4.0), vec2(6.0, 6.0)]).close();
    world.add_shape(walls, Shape::chain(&path)?.radius(0.25))?;
    let lift = world.add_body(
        Body::kinematic().position(vec2(-4.0, 4.0)).velocity(vec2(0.0, 1.0)).angular_velocity(0.5),
    )?;
    world.add_shape(lift, Shape::capsule(Vec2::ZERO, vec2(1.0, 0.0), 0.125)?)?;
    let gone = world.add_body(Body::fixed())?;
    world.remove_body(gone)?;
    let flipper = Joint::hinge(vec2(0.0, -2.0), 0.5).limits(-0.5, 0.5).mass(1.0, vec2(0.5, 0.0));
    let flipper = world.add_joint(flipper.spring(8.0, 0.25).damping(0.125).motor(Motor::Force(2.0)))?;
    let plunger = Joint::slider(vec2(6.0, -6.0), Vec2::Y, 0.25, [-1.0, 1.0]).speed_curve([vec2(0.0, 1.0)]);
    world.add_joint(plunger.motor(Motor::Velocity { target: 1.0, max_force: 4.0 }))?;
    let a = world
        .add_ball(Ball::new(vec2(-1.0, 2.0), 0.25).material(brass).velocity(vec2(1.0, 0.0)).user_data(9))?;
    let b = world.add_ball(
        Ball::new(vec2(1.0, 4.0), 0.5)
            .mass(2.0)
            .sphere()
            .angular_velocity(4.0)
            .rolling_velocity(vec2(0.0, 1.0)),
    )?;
    let c = world
        .add_ball(Ball::new(vec2(-6.0, 4.0), 0.125).filter(Filter::new(1, 2)).drag(0.5).max_speed(16.0))?;
    world.hold(c)?;
    world.set_collision_exception(a, flipper, true)?;
    world.add_link(Link::rod(a, b, 2.0).damping(0.5))?;
    world.add_link(Link::spring(c, LinkEnd::Body(lift, vec2(0.5, 0.0)), 1.0, 16.0).limits(0.5, 4.0))?;
    world.add_link(Link::rope(vec2(-6.0, 6.0), b, 9.0))?;
    let magnet = Field::attractor(vec2(3.0, 3.0), 8.0, 0.5);
    world.add_field(magnet.within(Region::Circle { center: vec2(3.0, 3.0), radius: 2.0 }))?;
    let (center, half) = (vec2(-3.0, -3.0), vec2(1.0, 2.0));
    world.add_field(Field::drag(0.5).flow(vec2(1.0, 0.0)).within(Region::Rectangle {
        center,
        half,
        angle: 0.0,
    }))?;
    let surface = FloorSurface { sliding_friction: 0.25, rolling_friction: 0.0625, spinning_friction: 0.5 };
    world.set_floor(Some(Floor { gravity: 8.0, surface, cushion_height: 0.25 }))?;
    world.add_floor_zone(FloorZone { region: Region::Circle { center, radius: 1.0 }, surface })?;
    world.nudge(vec2(0.25, 0.0), 0.5)?;
    world.set_table_acceleration(vec2(0.5, 0.0))?;
    Ok(world)
}

/// Three balls at rest on each other and on the ground, awake: packed contacts and such as are solved one by one.
fn balls_at_rest() -> Result<World, Error> {
    let mut world = World::new(Config { sleep_speed: 0.0, ..Config::default() })?;
    let ground = world.add_body(Body::fixed())?;
    world.add_shape(ground, Shape::half_plane(Vec2::ZERO, Vec2::Y)?)?;
    for (x, y) in [(-0.25, 0.25), (0.25, 0.25), (0.0, 0.6875)] {
        world.add_ball(Ball::new(vec2(x, y), 0.25).material(Material::new(0.0, 1.0)))?;
    }
    for _ in 0..120 {
        world.step(1.0 / 60.0);
    }
    Ok(world)
}

/// If this fails, a field that is saved was added, removed, reordered or given another form,
/// or a number of a shape is worked out in another way. If the version was
/// released, raise it (`HEADER` in `src/snapshot/layout.rs`) and add a line; if not, change its line.
#[test]
fn the_layout_changes_with_its_version_only() {
    let bytes = one_of_everything().expect("a fair world").snapshot();
    let lying = balls_at_rest().expect("a fair world").snapshot();
    let found = (bytes[5], fnv(&bytes), lying.len());
    assert_eq!(LAYOUTS.last(), Some(&found), "the layout is another: {found:#x?}");
    assert!(LAYOUTS.windows(2).all(|pair| pair[0].0 < pair[1].0), "a version has one layout");
}

/// All public state of a world, in words.
fn public_state(world: &World) -> String {
    let mut text = format!("{:?}\n", world.config());
    let mut tell = |what: String| {
        text.push_str(&what);
        text.push('\n');
    };
    let all = world.balls().map(|(id, _)| id).chain(world.bodies().map(|(id, _)| id));
    for id in all.collect::<Vec<_>>() {
        tell(format!("{id:?} {:?} {:?} {:?}", world.kind(id), world.ball(id), world.body(id)));
        tell(format!("{:?} {:?}", world.precise(id), world.rolling_velocity(id)));
        tell(format!("{} {} {}", world.is_held(id), world.is_asleep(id), world.is_enabled(id)));
        tell(format!("{:?} {:?} {:?}", world.joint(id), world.joint_position(id), world.joint_limit(id)));
        tell(format!("{:?} {:?}", world.joint_velocity(id), world.load_on(id)));
        for shape in world.shapes_of(id) {
            tell(format!("{shape:?} {:?} {:?}", world.shape_material(shape), world.shape_filter(shape)));
            tell(format!("{:?} {}", world.shape_user_data(shape), world.is_shape_enabled(shape)));
            tell(format!("{} {}", world.is_solid(shape), world.is_sensor(shape)));
            tell(format!("{:?}", world.balls_in_sensor(shape).collect::<Vec<_>>()));
        }
    }
    tell(format!("{:?}", world.shape_geometries().collect::<Vec<_>>()));
    tell(format!("{:?}", world.contacts().collect::<Vec<_>>()));
    world.links().for_each(|(id, link)| tell(format!("{id:?} {link:?} {:?}", world.link_ends(id))));
    world.fields().for_each(|(id, field)| tell(format!("{id:?} {field:?}")));
    tell(format!("{:?} {:?}", world.floor(), world.floor_zones().collect::<Vec<_>>()));
    tell(format!("{} {} {}", world.table_acceleration(), world.table_offset(), world.table_velocity()));
    text
}

/// All public state is in the snapshot: a field that is saved in the place of another comes back as the other.
#[test]
fn all_that_can_be_read_comes_back() {
    let mut moved = one_of_everything().expect("a fair world");
    moved.set_config(Config { gravity: vec2(0.5, -3.0), ..*moved.config() }).expect("fair settings");
    for _ in 0..40 {
        moved.step(1.0 / 60.0);
    }
    let lying = balls_at_rest().expect("a fair world");
    for world in [one_of_everything().expect("a fair world"), moved, lying] {
        let back = World::from_snapshot(&world.snapshot()).expect("it was just written");
        let (text, again) = (public_state(&world), public_state(&back));
        for (one, again) in text.lines().zip(again.lines()) {
            assert_eq!(one, again);
        }
        assert_eq!(text.lines().count(), again.lines().count(), "something is missing");
        assert!(text.len() > 1000, "little was read: {text}");
    }
}

/// The bytes of a ball in a snapshot, with the lowest byte first, on machines of every kind.
#[test]
fn numbers_are_in_the_snapshot_lowest_byte_first() {
    let mut world =
        World::new(Config { gravity: vec2(0.123, -4.567), seed: 0x0123_4567_89ab_cdef, ..Config::default() })
            .expect("fair settings");
    let ball = Ball::new(vec2(12.345, -6.789), 0.3141)
        .velocity(vec2(2.1782, -1.2414))
        .angular_velocity(0.5772)
        .mass(1.6180)
        .drag(0.0713)
        .material(Material::new(0.8765, 0.4321))
        .user_data(0xfeed_0000_0000_beef);
    world.add_ball(ball).expect("a fair ball");
    let bytes = world.snapshot();
    let holds = |sought: &[u8]| bytes.windows(sought.len()).any(|window| window == sought);
    for number in
        [0.123_f32, -4.567, 12.345, -6.789, 0.3141, 2.1782, -1.2414, 0.5772, 1.6180, 0.0713, 0.8765, 0.4321]
    {
        let is_there = holds(&number.to_le_bytes()) || holds(&f64::from(number).to_le_bytes());
        assert!(is_there, "{number} is not there");
    }
    assert!(holds(&0x0123_4567_89ab_cdef_u64.to_le_bytes()), "the seed is not there");
    assert!(bytes.starts_with(b"CAROM") && bytes.len() < 1000, "{} bytes", bytes.len());
}
