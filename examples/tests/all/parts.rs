//! Each part's small scene shows its subject.

use scenes::parts::ALL;
use serde_json::{Map, Value, json};

fn run(wanted: &str, dt: f32) -> Map<String, Value> {
    let (_, seconds, build) = ALL.iter().find(|part| part.0 == wanted).expect("a part of this name");
    let mut scene = build().expect("the defaults are in range");
    for _ in 0..(seconds / dt) as usize {
        scene.step(dt).expect("nothing was removed");
    }
    assert_eq!(scene.escaped(), 0, "{wanted}");
    scene.facts().into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

#[test]
fn every_part_does_its_work_in_steps_of_any_length() {
    for dt in [1.0 / 60.0, 1.0 / 240.0, 1e-3] {
        let near = |facts: &Map<String, Value>, name: &str, value: f64, by: f64| {
            let found = facts[name].as_f64().expect("a number");
            assert!((found - value).abs() <= by, "{name} is {found}, not {value}, at dt {dt}");
        };
        let flipper = run("flipper", dt);
        assert_eq!(flipper["raised"], true);
        assert!(flipper["ball_m_per_s"].as_f64().is_some_and(|v| v > 1.5), "{flipper:?}");
        // The work of the spring, less the part of the slope (see the law `plunger`).
        let plunger = run("plunger", dt);
        for (name, drawn) in
            [("launch_0_2_m_per_s", 0.01), ("launch_0_4_m_per_s", 0.02), ("launch_0_6_m_per_s", 0.03)]
        {
            let exact: f64 = (600.0 * drawn * drawn + 0.4 * drawn) / 0.18 - 2.0 * 1.1105 * drawn;
            near(&plunger, name, exact.sqrt(), 0.03);
        }
        assert!(run("bumper", dt)["hits"].as_u64() >= Some(3));
        let slingshot = run("slingshot", dt);
        assert_eq!(slingshot["hits"], 7);
        assert_eq!(
            run("gate", dt),
            *json!({ "opened": 1, "up_passed": true, "down_passed": false }).as_object().unwrap()
        );
        assert!(run("spinner", dt)["half_turns"].as_u64() >= Some(1));
        assert_eq!(run("standup_target", dt)["lit"], 1);
        assert_eq!(run("drop_target", dt), *json!({ "fell": 2, "passed": 1 }).as_object().unwrap());
        assert_eq!(run("kicker", dt), *json!({ "caught": 1, "ejected": 1 }).as_object().unwrap());
        assert_eq!(run("rollover", dt)["lit"], json!([true, false, true]));
        near(&run("seesaw", dt), "angle_rad", -0.3, 0.01);
        assert_eq!(run("ramp", dt), *json!({ "entered": 1, "left": 1, "behind": 1 }).as_object().unwrap());
    }
}
