//! Reviews of records from a page.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;

#[test]
fn records_are_reviewed_with_progress_rows_and_a_page() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 3}));
    table.play(|shown| shown["legal"][0].clone());
    let record = table.get("/record").text();
    let begun = client.post_lines("/api/reviews", &record).ok();
    let path = format!("/api/reviews/{}", begun["id"].as_str().expect("a name"));
    let until = Instant::now() + Duration::from_secs(120);
    let done = loop {
        let progress = client.get(&path, "").ok();
        if progress["state"] == "done" {
            break progress;
        }
        assert!(progress["state"] != "failed" && Instant::now() < until, "{progress}");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!((&done["done"], &done["hands"]), (&done["of"], &json!(1)));
    let rows = client.get(&format!("{path}/rows"), "").text();
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds = |kind: &str| rows.iter().filter(|row| row["kind"] == kind).count();
    assert_eq!((kinds("decision"), kinds("hand"), kinds("summary")), (36, 1, 1));
    assert!(
        rows.iter()
            .filter(|row| row["kind"] == "decision")
            .all(|row| row["hand"].is_string())
    );
    assert_eq!(client.get(&format!("{path}/record"), "").text(), record);
    for (lang, word) in [("en", "biggest loss first"), ("it", "smazzat")] {
        let page = client.get(&format!("{path}/page?lang={lang}"), "");
        assert!(page.text().contains(word), "{lang}");
        assert!(
            page.headers["content-disposition"]
                .to_str()
                .expect("text")
                .starts_with("attachment")
        );
    }
}

#[test]
fn wrong_records_are_named() {
    let client = Client::new();
    for (lines, field) in [("", "body"), ("\n\n", "body"), ("{}", "line 1: rules"), ("nonsense", "line 1: ")] {
        let answer = client.post_lines("/api/reviews", lines);
        assert_eq!(answer.status, 422, "{lines}");
        let found = answer.json()["error"]["field"].as_str().expect("a field").to_owned();
        assert!(found.starts_with(field), "{lines}: {found}");
    }
    assert_eq!(client.get("/api/reviews/0", "").status, 404);
}
