//! A small table with one item of each kind, as files.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Files by name.
pub(crate) type Files = BTreeMap<String, String>;

fn points(list: &[(f64, f64, bool)]) -> String {
    let entries: Vec<String> = list
        .iter()
        .map(|(x, y, smooth)| format!(r#"{{"x": {x}, "y": {y}, "z": 0.0, "smooth": {smooth}}}"#))
        .collect();
    format!("[{}]", entries.join(", "))
}

/// A ring of smooth points.
pub(crate) fn ring(x: f64, y: f64, radius: f64, count: u32) -> String {
    let angle = |n: u32| f64::from(n) * std::f64::consts::TAU / f64::from(count);
    let list: Vec<_> = (0..count)
        .map(|n| (x + radius * libm::cos(angle(n)), y + radius * libm::sin(angle(n)), true))
        .collect();
    points(&list)
}

/// The table.
pub(crate) fn table() -> Files {
    let mut files = Files::new();
    files.insert(
        "gamedata.json".into(),
        r#"{"left": 0.0, "top": 0.0, "right": 1000.0, "bottom": 2000.0, "gravity": 1.762985, "angle_tilt_min": 6.0,
            "angle_tilt_max": 6.0, "global_difficulty": 0.2}"#
            .into(),
    );
    files.insert(
        "materials.json".into(),
        r#"[{"name": "soft", "elasticity": 0.8, "elasticity_falloff": 0.4, "friction": 0.6, "scatter_angle": 5.0}]"#.into(),
    );
    let mut item = |kind: &str, name: &str, fields: &str| {
        let text = format!(r#"{{"{kind}": {{"name": "{name}", {fields}}}}}"#);
        files.insert(format!("gameitems/{kind}.{name}.json"), text);
    };
    let square =
        points(&[(400.0, 400.0, false), (600.0, 400.0, false), (600.0, 500.0, true), (400.0, 500.0, false)]);
    item(
        "Wall",
        "block",
        &format!(
            r#""height_bottom": 0, "height_top": 50, "elasticity": 0.3, "friction": 0.2, "drag_points": {square}"#
        ),
    );
    item("Wall", "glass", &format!(r#""height_bottom": 100, "height_top": 120, "drag_points": {square}"#));
    item("Wall", "ghost", &format!(r#""is_collidable": false, "drag_points": {square}"#));
    let band =
        r#"[{"x": 200, "y": 1400}, {"x": 260, "y": 1600, "is_slingshot": true}, {"x": 190, "y": 1450}]"#;
    item(
        "Wall",
        "sling",
        &format!(
            r#""slingshot_force": 40, "slingshot_threshold": 3, "elasticity": 0.9, "drag_points": {band}"#
        ),
    );
    item(
        "Rubber",
        "ring",
        &format!(
            r#""height": 25, "hit_height": 25, "thickness": 8, "physics_material": "soft",
        "overwrite_physics": false, "drag_points": {}"#,
            ring(700.0, 900.0, 40.0, 8)
        ),
    );
    item("Bumper", "pop", r#""center": {"x": 300, "y": 700}, "radius": 45, "force": 15, "threshold": 1"#);
    item(
        "Flipper",
        "LeftFlipper",
        r#""center": {"x": 300, "y": 1750}, "base_radius": 21.5, "end_radius": 13,
        "flipper_radius_max": 130, "start_angle": 121, "end_angle": 70, "mass": 1, "strength": 2200, "return_": 0.058,
        "ramp_up": 3, "torque_damping": 0.75, "torque_damping_angle": 6, "elasticity": 0.8, "friction": 0.6"#,
    );
    item("Gate", "gate", r#""center": {"x": 800, "y": 200}, "length": 100, "rotation": 0, "two_way": false"#);
    item("Spinner", "vane", r#""center": {"x": 150, "y": 900}, "length": 80, "rotation": -36"#);
    item(
        "HitTarget",
        "plate",
        r#""position": {"x": 850, "y": 1000, "z": 0}, "size": {"x": 32, "y": 32, "z": 32},
        "rot_z": -90, "target_type": "hit_target_round", "elasticity": 0.35"#,
    );
    item(
        "HitTarget",
        "drop",
        r#""position": {"x": 700, "y": 300, "z": 0}, "size": {"x": 32, "y": 32, "z": 32},
        "target_type": 2"#,
    );
    item("Kicker", "Drain", r#""center": {"x": 500, "y": 1950}, "radius": 25"#);
    item("Kicker", "hole", r#""center": {"x": 500, "y": 1000}, "radius": 25"#);
    item("Trigger", "lane", r#""center": {"x": 130, "y": 1500}, "shape": "star", "radius": 25"#);
    item(
        "Plunger",
        "Plunger",
        r#""center": {"x": 950, "y": 1950}, "width": 25, "stroke": 180, "park_position": 0.1667,
        "speed_fire": 100"#,
    );
    let way = points(&[(500.0, 900.0, false), (600.0, 700.0, true), (500.0, 300.0, false)]);
    item(
        "Ramp",
        "ramp",
        &format!(
            r#""ramp_type": "flat", "height_bottom": 0, "height_top": 80, "width_bottom": 80,
        "width_top": 70, "drag_points": {way}"#
        ),
    );
    item(
        "Ramp",
        "tunnel",
        &format!(r#""ramp_type": "flat", "height_bottom": -62, "height_top": -62, "drag_points": {way}"#),
    );
    item("Primitive", "mesh", r#""is_collidable": true, "is_toy": false"#);
    item("Light", "lamp", r#""center": {"x": 1, "y": 1}"#);
    item("Wonder", "unheard", r#""center": 7"#);
    files
}

/// Writes files into a new folder.
pub(crate) fn write(name: &str, files: &Files) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-vpx-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for tests");
        std::fs::write(path, text).expect("a file for tests");
    }
    folder
}

/// Reads a table and removes its folder.
pub(crate) fn read(
    name: &str,
    files: &Files,
    options: carom_vpx::Options,
) -> Result<carom_vpx::Table, carom_vpx::Error> {
    let folder = write(name, files);
    let table = carom_vpx::Table::read(&folder, options);
    let _ = std::fs::remove_dir_all(&folder);
    table
}
