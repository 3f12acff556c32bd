//! Names that scene files had before version 0.1: an error names the new one.

/// Old names of fields and variants, each with the new ones. One old name may have several new ones: the expected
/// type decides.
const RENAMED: &[(&str, &[&str])] = &[
    ("Half", &["HalfAt"]),
    ("None", &["Constant"]),
    ("Speed", &["Velocity"]),
    ("area", &["region"]),
    ("center", &["center_of_mass"]),
    ("cloth", &["surface"]),
    ("contact_damping", &["contact_damping_ratio"]),
    ("contact_rate", &["contact_frequency"]),
    ("core", &["softening"]),
    ("cushion", &["cushion_height"]),
    ("falloff", &["restitution_curve"]),
    ("guard_depth", &["max_penetration"]),
    ("length", &["rest_length"]),
    ("magnet", &["attractor"]),
    ("max", &["max_length"]),
    ("meetings", &["material_pairs"]),
    ("meets", &["collides_with"]),
    ("min", &["min_length"]),
    ("most", &["max_force"]),
    ("plastic_impacts", &["max_inelastic_impacts"]),
    ("push_speed", &["max_push_speed"]),
    ("rest_depth", &["slop"]),
    ("roll", &["rolling_velocity"]),
    ("rolling", &["rolling_friction"]),
    ("rolls", &["is_sphere"]),
    ("scatter", &["scatter_angle"]),
    ("slack_at", &["spring_rest"]),
    ("sliding", &["sliding_friction"]),
    ("spin", &["angular_velocity"]),
    ("spinning", &["spinning_friction"]),
    ("stuck_distance", &["stuck_radius"]),
    ("stuck_seconds", &["stuck_after"]),
    ("substeps", &["max_substeps"]),
    ("surface", &["material"]),
    ("uses", &["instances"]),
    ("way", &["displacement"]),
];

/// The new name for an old one, if there is one.
pub(crate) fn renamed(found: &str, known: &[&str]) -> Option<String> {
    let (_, new) = RENAMED.iter().find(|(old, _)| *old == found)?;
    let name = new.iter().find(|name| known.contains(name))?;
    Some(format!("`{found}` is called `{name}` now"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_name_leads_to_its_new_one_where_that_is_known() {
        let help = renamed("spin", &["position", "angular_velocity"]);
        assert_eq!(help.as_deref(), Some("`spin` is called `angular_velocity` now"));
        assert_eq!(renamed("spin", &["position"]), None, "nothing of that name is known here");
        assert_eq!(renamed("colour", &["position"]), None, "no old name");
    }

    #[test]
    fn no_old_name_stands_twice() {
        for (n, (old, new)) in RENAMED.iter().enumerate() {
            assert!(RENAMED[..n].iter().all(|(other, _)| other != old), "{old} stands twice");
            assert!(!new.contains(old), "{old} leads to itself");
        }
    }
}
