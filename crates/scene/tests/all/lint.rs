//! Warnings of `carom check`, each with a scene that has the slip and one that has not.

use carom_scene::Scene;

fn found(text: &str) -> String {
    let scene = Scene::from_ron(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let found = scene.lint().unwrap_or_else(|fault| panic!("{text}: {fault}"));
    found.iter().map(|fault| format!("{fault}\n")).collect()
}

/// A box with a ball and more.
fn boxed(more: &str) -> String {
    format!(
        "(carom: 1, layers: [\"up\"], bodies: [(shapes: [Box(min: (0, 0), max: (4, 4))]), {more}], \
        balls: [(radius: 0.1, position: (1, 3))], \
        goals: [(name: \"hole\", region: Circle(center: (3, 1), radius: 0.3))])"
    )
}

#[test]
fn a_sound_scene_has_no_slips() {
    assert_eq!(found(&boxed("")), "");
}

#[test]
fn goals_that_are_walled_in_are_told_unless_a_wall_lets_through() {
    let wall = |side: &str| format!("(shapes: [Segment(a: (2, 0), b: (2, 4){side})])");
    assert!(found(&boxed(&wall(""))).contains("no ball can reach the goal \"hole\""));
    assert_eq!(found(&boxed(&wall(", side: Left"))), "", "one way is a way");
    assert_eq!(found(&boxed(&wall(", sensor: true"))), "", "a sensor stops nothing");
}

#[test]
fn sensors_behind_walls_are_told_as_well() {
    let text = |wall: &str| {
        format!(
            "(carom: 1, prefabs: {{\"lane\": (
                bodies: [(name: \"wire\", shapes: [Segment(name: \"line\", a: (3, 1), b: (3, 2), sensor: true)])],
                goals: [(name: \"lane\", sensor: \"wire.line\")])}},
            instances: [(prefab: \"lane\", name: \"right\")],
            bodies: [(shapes: [Box(min: (0, 0), max: (4, 4))]), (shapes: [Segment(a: (2, 0), b: (2, {wall}))])],
            balls: [(radius: 0.1, position: (1, 3))])"
        )
    };
    assert!(found(&text("4")).contains("no ball can reach the goal \"right.lane\""), "{}", found(&text("4")));
    assert_eq!(found(&text("3")), "");
}

#[test]
fn gaps_that_just_let_a_ball_through_are_told() {
    let wall = |gap: f32, more: &str| format!("(shapes: [Segment(a: (2, 0), b: (2, {}){more})])", 4.0 - gap);
    for (gap, reported) in [(0.15, false), (0.22, true), (0.25, true), (0.3, false), (1.0, false)] {
        let said = found(&boxed(&wall(gap, "")));
        assert_eq!(said.contains("lets a ball of radius 0.1 through"), reported, "{gap}: {said}");
    }
    let other = found(&boxed(&wall(0.22, ", layers: [\"up\"], collides_with: [\"up\"]")));
    assert_eq!(other, "", "no ball meets this wall");
}

/// `bodies[1]: the gap of 0.21999979 at the wall's end` named no body, and had digits that no person types.
#[test]
fn what_is_told_of_has_its_name_and_numbers_that_can_be_read() {
    let said = found(&boxed("(name: \"fence\", shapes: [Segment(a: (2, 0), b: (2, 3.78))])"));
    let gap = "bodies[1]: the gap of 0.22 at the wall's end (2, 3.78) of \"fence\" lets a ball of radius 0.1 through";
    assert!(said.contains(gap), "{said}");
    let part = "(carom: 1, prefabs: {\"post\": (bodies: [(name: \"rail\", shapes: [Segment(a: (2, 0), b: (2, 3.78))])])},
        instances: [(prefab: \"post\", name: \"left\")], bodies: [(shapes: [Box(min: (0, 0), max: (4, 4))])],
        balls: [(name: \"cue\", radius: 0.1, position: (1.1, 3.3333333)), (radius: 0.1, position: (1.1, 3.3333333))]";
    let said = found(&format!("{part})"));
    assert!(
        said.contains("prefabs.post.bodies[0]: the gap of 0.22") && said.contains("of \"left.rail\""),
        "{said}"
    );
    assert!(said.contains("balls[1]: the ball at (1.1, 3.3333) starts inside the ball \"cue\""), "{said}");
    let named = part
        .replace("balls: [(name: \"cue\",", "balls: [(")
        .replace("), (radius", "), (name: \"late\", radius");
    let said = found(&format!("{named})"));
    assert!(
        said.contains("balls[1]: the ball \"late\" at (1.1, 3.3333) starts inside another ball"),
        "{said}"
    );
}

#[test]
fn balls_that_start_inside_something_are_told() {
    let said = found(&boxed("(name: \"post\", shapes: [Circle(center: (1, 3.05), radius: 0.1)])"));
    assert!(said.contains("balls[0]") && said.contains("starts inside the body \"post\""), "{said}");
    let two = "(carom: 1, balls: [(name: \"a\", radius: 1), (radius: 1, position: (1.5, 0))])";
    assert!(
        found(two).contains("balls[1]: the ball at (1.5, 0) starts inside the ball \"a\""),
        "{}",
        found(two)
    );
    let touching = "(carom: 1, balls: [(radius: 1), (radius: 1, position: (2, 0))])";
    assert_eq!(found(touching), "");
    let mouth = "(carom: 1, bodies: [(shapes: [Circle(radius: 1)])],
        spawners: [Stream(balls: [(radius: 0.1)], position: (0, 0.5), count: 9, every: 1)])";
    assert!(
        found(mouth).contains("spawners[0].position: balls would start inside a fixed body"),
        "{}",
        found(mouth)
    );
}

#[test]
fn names_that_nothing_uses_are_told() {
    let text = "(carom: 1, materials: {\"felt\": ()}, kinds: {\"big\": (radius: 1)}, prefabs: {\"part\": ()},
        inputs: [(input: \"lef\", at: 0, hold: 1)], nudges: [(input: \"left\", displacement: (0.1, 0), seconds: 0.1)])";
    let said = found(text);
    for part in
        ["materials.felt: nothing uses it", "kinds.big", "prefabs.part", "did you mean `left`?", "no ball"]
    {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    let used =
        "(carom: 1, materials: {\"felt\": ()}, material_pairs: [(a: \"felt\", b: \"felt\", material: \"felt\")],
        balls: [(radius: 1)], fields: [(input: \"coil\")], inputs: [(input: \"coil\", at: 0, hold: 1)])";
    assert_eq!(found(used), "");
}

/// A scene file with tens of thousands of balls in one place kept `carom check` busy for half a minute: each was held against
/// all others, only to be counted.
#[test]
fn of_a_heap_in_one_place_some_are_told_and_that_there_are_more() {
    for (balls, reported, more) in [(2, 1, 0), (21, 20, 0), (22, 20, 1), (3000, 20, 1)] {
        let heap = vec!["(radius: 0.1, position: (1, 3))"; balls].join(", ");
        let said = found(&format!(
            "(carom: 1, bodies: [(shapes: [Box(min: (0, 0), max: (4, 4))])], balls: [{heap}])"
        ));
        let count = |what: &str| said.matches(what).count();
        assert_eq!(count("starts inside another ball"), reported, "{balls} balls: {said}");
        assert_eq!(count("other balls start inside something as well"), more, "{balls} balls: {said}");
    }
}

/// A scene file with tens of thousands of balls, none inside another, took a minute: each query of a world that has not
/// been stepped yet asks every ball, and there was one for each ball and for each place on the way to a goal.
#[test]
fn a_scene_of_many_balls_is_looked_at_ball_by_ball_and_not_pair_by_pair() {
    const SIDE: u32 = 160;
    let ball = |n: u32| format!("(radius: 0.45, position: ({}, {}))", n % SIDE + 1, n / SIDE + 1);
    let crowd: Vec<String> = (0..SIDE * SIDE).map(ball).collect();
    let scene = |more: &str| {
        format!(
            "(carom: 1, bodies: [(shapes: [Box(min: (0, 0), max: (170, 170))])], balls: [{}{more}],
            goals: [(name: \"out\", region: Box(min: (171, 171), max: (175, 175)))])",
            crowd.join(", ")
        )
    };
    let said = found(&scene(""));
    assert!(said.contains("no ball can reach the goal") && said.lines().count() == 1, "{said}");
    let said = found(&scene(", (radius: 0.45, position: (160.5, 160))"));
    assert!(
        said.contains(&format!("balls[{}]: the ball at (160.5, 160) starts inside", SIDE * SIDE)),
        "{said}"
    );
}

#[test]
fn balls_that_start_outside_of_the_bounds_are_told() {
    let text = |ball: &str| {
        format!(
            "(carom: 1, report: (bounds: Box(min: (0, 0), max: (0.5, 1))), balls: [(radius: 0.01, position: {ball})])"
        )
    };
    let said = found(&text("(200, 900)"));
    let expected = "balls[0].position: (200, 900) is outside report.bounds, (0, 0) to (0.5, 1): are the lengths in metres?\n";
    assert_eq!(said, expected);
    assert_eq!(found(&text("(0.2, 0.9)")), "");
}

#[test]
fn bodies_that_nothing_can_touch_or_name_are_told() {
    assert_eq!(
        found(&boxed("(position: (1, 1))")),
        "bodies[1]: it has no shapes and no name: it has no effect\n"
    );
    assert_eq!(found(&boxed("(name: \"peg\", position: (1, 1))")), "", "a link may name it");
}

#[test]
fn balls_that_pass_through_everything_are_told() {
    let text = |balls: &str| {
        format!(
            "(carom: 1, layers: [\"up\", \"down\"], balls: [{balls}],
            bodies: [(layers: [\"down\"], shapes: [Box(min: (0, 0), max: (4, 4))])])"
        )
    };
    let ball = |x: u8, more: &str| format!("(radius: 0.1, position: ({x}, 2), {more}),");
    let up = "layers: [\"up\"], collides_with: [\"up\"]";
    let said = "balls[1]: its layers and `collides_with` let it pass through everything\n";
    assert_eq!(found(&text(&(ball(1, "") + &ball(2, up)))), said);
    assert_eq!(found(&text(&(ball(1, up) + &ball(2, up)))), "", "they meet each other");
    assert_eq!(found(&text(&ball(1, "layers: [\"up\"]"))), "");
    assert_eq!(found("(carom: 1, balls: [(radius: 0.1)])"), "", "alone it can meet nothing");
    let spot = text(&(ball(1, "name: \"ball\"") + &ball(2, &format!("name: \"spot\", {up}"))));
    let rod = "links: [Rod(a: Ball(\"ball\"), b: Ball(\"spot\"))]";
    assert_eq!(found(&spot.replace("bodies:", &format!("{rod}, bodies:"))), "", "a spot on a ball");
}

#[test]
fn friction_that_no_material_has_is_told() {
    let said = found(&boxed("(material: (friction: 30), shapes: [Circle(radius: 0.1, center: (3, 3))])"));
    assert_eq!(said, "bodies[1].material.friction: is 30: that of dry rubber is about 1\n");
    let more =
        "materials: {\"ice\": (static_friction: 50)}, kinds: {\"puck\": (radius: 1, material: \"ice\")}";
    let said = found(&format!("(carom: 1, {more}, balls: [(like: \"puck\")])"));
    assert_eq!(said, "materials.ice.static_friction: is 50: that of dry rubber is about 1\n");
    assert_eq!(found(&boxed("(material: (friction: 2), shapes: [Circle(radius: 0.1, center: (3, 3))])")), "");
}

#[test]
fn gravity_in_metres_is_told_where_lengths_are_in_millimetres() {
    let text = |more: &str| format!("(carom: 1, balls: [(radius: 1)], {more})");
    let said = found(&text("units: (length: \"mm\")"));
    assert!(
        said.contains("units.length is \"mm\", but gravity is the default, 9.81: on earth it is 9810"),
        "{said}"
    );
    assert_eq!(found(&text("units: (length: \"mm\"), world: (gravity: (0, -9810))")), "");
    assert_eq!(found(&text("units: (length: \"m\")")), "");
    let said = found(&text("units: (length: \"mm\"), floor: ()"));
    assert!(said.starts_with("floor.gravity: "), "{said}");
    assert_eq!(found(&text("units: (length: \"mm\"), floor: (gravity: 9810)")), "");
}
