//! Checks that the committed description of the API types is the current one.
//!
//! `UIPILOT_WRITE_SCHEMA=1 cargo test -p uipilot-engine --features schema --test schema` writes the
//! description.

#![cfg(feature = "schema")]

use std::path::Path;

#[test]
fn the_committed_description_is_the_current_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/api.json");
    let current = format!(
        "{}\n",
        serde_json::to_string_pretty(&uipilot_engine::api::schema::describe()).expect("writes")
    );
    if std::env::var_os("UIPILOT_WRITE_SCHEMA").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("makes the folder");
        std::fs::write(&file, current).expect("writes");
        return;
    }
    let committed = std::fs::read_to_string(&file).expect("schema/api.json is there");
    assert!(
        committed == current,
        "crates/engine/schema/api.json is out of date: run `npm run generate` and commit it"
    );
}
