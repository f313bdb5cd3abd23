//! A table outlives its server.

use std::time::{Duration, SystemTime};

use serde_json::json;

use super::client::Client;

#[test]
fn a_table_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (id, keys, before) = {
        let client = Client::with_state(folder.path().to_owned());
        let body = json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 3, "match": true});
        let table = client.open(&body);
        let over = table.play(|snapshot| snapshot["legal"][0].clone());
        table.post("next", &json!({"version": over["version"]})).ok();
        let snapshot = table.wait();
        table.act(&snapshot, &snapshot["legal"][0]).ok();
        // Tables without persons are not saved.
        client.open(&json!({"rules": "scopa", "seats": ["greedy", "greedy"]}));
        (table.id.clone(), table.keys.clone(), table.wait())
    };
    // It was used two hours ago, whenever the server starts.
    let file = std::fs::File::options()
        .write(true)
        .open(folder.path().join(format!("tables/{id}.json")));
    let used = SystemTime::now() - Duration::from_secs(7200);
    file.expect("the file of the table").set_modified(used).expect("set");
    let client = Client::with_state(folder.path().to_owned());
    let listed = client.get("/api/tables", "").ok();
    assert!(listed[0]["idle_millis"].as_u64() >= Some(7_200_000), "{listed}");
    let snapshot = client.get(&format!("/api/tables/{id}?seat=0"), &keys[0].1).ok();
    for field in ["view", "log", "legal", "match", "can_undo", "pace"] {
        assert_eq!(snapshot[field], before[field], "{field}");
    }
    let path = format!("/api/tables/{id}/actions");
    let body = json!({"seat": 0, "version": snapshot["version"], "action": snapshot["legal"][0]});
    client.post(&path, &keys[0].1, &body).ok();
    assert_eq!(client.get(&format!("/api/tables/{id}/record"), "").text().lines().count(), 1);
    assert_eq!(std::fs::read_dir(folder.path().join("tables")).expect("a folder").count(), 1);
    client.post(&format!("/api/tables/{id}/leave"), &keys[0].1, &json!({})).ok();
    assert_eq!(std::fs::read_dir(folder.path().join("tables")).expect("a folder").count(), 0);
}

#[test]
fn a_damaged_file_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("tables");
    std::fs::create_dir_all(&tables).expect("made");
    let good = {
        let client = Client::with_state(folder.path().to_owned());
        client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 3}));
        let file = std::fs::read_dir(&tables)
            .expect("a folder")
            .next()
            .expect("a file")
            .expect("an entry");
        std::fs::read_to_string(file.path()).expect("text")
    };
    for (number, text) in [
        "",
        "{}",
        "[1",
        &good.replace("\"greedy\"", "\"nobody\""),
        &good.replace("\"schema\":2", "\"schema\":9"),
        &good.replace("scopa", "scoppa"),
        &good[..good.len() / 2],
    ]
    .iter()
    .enumerate()
    {
        std::fs::write(tables.join(format!("bad{number}.json")), text).expect("written");
    }
    let client = Client::with_state(folder.path().to_owned());
    assert_eq!(spariglio_files::whole::listed(&tables, "", ".json").expect("a folder").len(), 8);
    client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"]}));
}
