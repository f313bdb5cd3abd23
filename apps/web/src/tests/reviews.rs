//! Reviews of records from a page.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;

/// A small game, so that a review takes no time.
const SMALL: &str = "base = \"mini_scopa\"\n";

/// The progress of a review, as soon as it is done.
fn finished(client: &Client, path: &str) -> Value {
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        let progress = client.get(path, "").ok();
        if progress["state"] == "done" {
            return progress;
        }
        assert!(progress["state"] != "failed" && Instant::now() < until, "{progress}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Records of two hands of a small game.
fn two_hands(client: &Client) -> String {
    let hands = [1, 2].map(|seed| {
        let table = client.open(&json!({"rules": SMALL, "seats": ["person", "greedy"], "seed": seed}));
        table.play(|snapshot| snapshot["legal"][0].clone());
        table.get("/record").text()
    });
    hands.concat()
}

fn begun(client: &Client, query: &str, records: &str) -> String {
    let begun = client.post_lines(&format!("/api/reviews{query}"), records).ok();
    format!("/api/reviews/{}", begun["id"].as_str().expect("a name"))
}

#[test]
fn records_are_reviewed_with_progress_rows_and_a_page() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 3}));
    table.play(|snapshot| snapshot["legal"][0].clone());
    let record = table.get("/record").text();
    let path = begun(&client, "", &record);
    let label = finished(&client, &path);
    assert_eq!((&label["done"], &label["hands"]), (&label["of"], &json!(1)));
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
        let field_of_error = answer.json()["error"]["field"].as_str().expect("a field").to_owned();
        assert!(field_of_error.starts_with(field), "{lines}: {field_of_error}");
    }
    assert_eq!(client.get("/api/reviews/0", "").status, 404);
}

#[test]
fn reviews_are_listed_kept_and_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = Client::with_state(folder.path().to_owned());
    let records = two_hands(&client);
    let first = begun(&client, "?title=Friday&seat=1", &records);
    let second = begun(&client, "", records.lines().next().expect("a record"));
    let [one, other] = [&first, &second].map(|path| finished(&client, path));
    assert_eq!(
        (&one["title"], &one["seat"], &one["agents"]),
        (&json!("Friday"), &json!(1), &json!(["person", "greedy"]))
    );
    assert_eq!((&other["title"], &other["seat"], &one["of_hands"]), (&other["rules"][0], &json!(null), &json!(2)));
    assert_eq!(one["summary"]["hands"], 2);
    let all = json!([other, one]);
    assert_eq!(client.get("/api/reviews", "").ok(), all);
    let rows = client.get(&format!("{first}/rows"), "").text();

    let later = Client::with_state(folder.path().to_owned());
    assert_eq!(later.get("/api/reviews", "").ok(), all);
    assert_eq!(later.get(&format!("{first}/rows"), "").text(), rows);
    assert_eq!(later.get(&format!("{first}/record"), "").text(), records);
    later.delete(&first).ok();
    for path in [&first, &format!("{first}/rows"), &format!("{first}/record")] {
        assert_eq!(later.get(path, "").status, 404);
    }
    assert_eq!(later.get("/api/reviews", "").ok(), json!([other]));
    assert_eq!(std::fs::read_dir(folder.path().join("reviews")).expect("a folder").count(), 2);
}

/// A review that ended with its server goes on with the hand that was cut off, and finds the same.
#[test]
fn a_review_that_was_cut_off_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (before, rows, path) = {
        let client = Client::with_state(folder.path().to_owned());
        let path = begun(&client, "", &two_hands(&client));
        (finished(&client, &path), client.get(&format!("{path}/rows"), "").text(), path)
    };
    let file = |end: &str| {
        folder
            .path()
            .join("reviews")
            .join(format!("{}.{end}", &path["/api/reviews/".len()..]))
    };
    let [label, journal] = ["json", "jsonl"].map(|end| std::fs::read_to_string(file(end)).expect("text"));
    let running = label.replace("\"state\":\"done\"", "\"state\":\"running\"");
    assert!(running.contains("running"), "{label}");
    let (whole, last) = journal.trim_end().rsplit_once('\n').expect("lines");
    for damaged in [format!("{whole}\n{}", &last[..last.len() / 2]), format!("{whole}\n"), journal.clone()] {
        std::fs::write(file("json"), &running).expect("written");
        std::fs::write(file("jsonl"), damaged).expect("written");
        let client = Client::with_state(folder.path().to_owned());
        assert_eq!(finished(&client, &path), before);
        assert_eq!(client.get(&format!("{path}/rows"), "").text(), rows);
        assert_eq!(std::fs::read_to_string(file("jsonl")).expect("text"), journal);
    }
    // A damaged journal is left alone, and the review is missing.
    std::fs::write(file("jsonl"), journal.replace("records", "recorbs")).expect("written");
    let client = Client::with_state(folder.path().to_owned());
    assert_eq!(client.get(&path, "").status, 404);
    assert!(file("jsonl").exists());
}
