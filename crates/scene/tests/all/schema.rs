//! The schema for editors is the one in `docs/scene.schema.json`.

#[test]
fn the_schema_in_the_documents_is_current() {
    let current = serde_json::to_string_pretty(&carom_scene::schema()).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scene.schema.json");
    let written = std::fs::read_to_string(path).unwrap();
    assert!(written.trim_end() == current, "write it again: carom schema > docs/scene.schema.json");
    for name in ["carom", "bodies", "radius", "HalfPlane", "conveyor"] {
        assert!(current.contains(name), "{name} is described");
    }
}
