//! Guests: one browser at one seat of one table, and nothing else.

use axum::http::StatusCode;
use serde_json::json;

use super::client::{Client, Seated, Stranger, stranger};

fn persons(client: &Client) -> Seated<'_> {
    client.open(&json!({"rules": "scopa", "seats": ["person", "person"], "seed": 1}))
}

fn link(table: &Seated<'_>, seat: usize) -> String {
    let path = format!("/api/tables/{}/guests", table.id);
    let answer = table.client.post(&path, table.key_of(seat), &json!({"seat": seat})).ok();
    answer["path"].as_str().expect("a path").to_owned()
}

#[test]
fn a_link_seats_one_browser_at_one_seat() {
    let client = Client::new();
    let table = persons(&client);
    let link = link(&table, 1);
    let mut guest = stranger(&client);
    assert_eq!(guest.get(&format!("/play/{}?seat=1", table.id), "").status, StatusCode::UNAUTHORIZED);
    let key = guest.follow(&link);
    assert_eq!(key, table.key_of(1));
    let path = format!("/api/tables/{}", table.id);
    let snapshot = guest.get(&format!("{path}?seat=1"), &key).ok();
    assert_eq!((&snapshot["seat"], &snapshot["is_guest"]), (&json!(1), &json!(true)));
    assert_eq!(table.snapshot(1)["is_guest"], false);
    assert_eq!(guest.get(&format!("{path}?seat=0"), &key).status, StatusCode::FORBIDDEN);
    // The same browser may open it again, another one may not.
    assert_eq!(guest.follow(&link), key);
    let refused = stranger(&client).get(&link, "");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (StatusCode::UNAUTHORIZED, &json!("guest_link")));
    assert_eq!(guest.get(&format!("{path}?seat=1"), &key).status, StatusCode::OK);
}

#[test]
fn a_guest_plays_and_reaches_nothing_else() {
    let client = Client::new();
    let (table, other) = (persons(&client), persons(&client));
    let mut guest = stranger(&client);
    let key = guest.follow(&link(&table, 0));
    let (own, foreign) = (format!("/api/tables/{}", table.id), format!("/api/tables/{}", other.id));
    let hash = client.server.assets.hash();
    for path in [
        &format!("/play/{}", table.id),
        &format!("/assets/{hash}/app.js"),
        "/api/about",
        "/api/rules",
        "/rules/scopa",
        &format!("{own}/record"),
    ] {
        assert_eq!(guest.get(path, &key).status, StatusCode::OK, "{path}");
    }
    let snapshot = guest.get(&format!("{own}?seat=0"), &key).ok();
    let body = json!({"seat": 0, "version": snapshot["version"], "action": snapshot["legal"][0]});
    if snapshot["to_act"] == 0 {
        guest.send("POST", &format!("{own}/actions"), &key, &body).ok();
    }
    for path in [
        "/",
        "/review",
        "/api/agents",
        "/api/tables",
        "/api/reviews",
        &format!("/play/{}", other.id),
        &format!("{foreign}?seat=0"),
    ] {
        let refused = guest.get(path, other.key_of(0));
        assert_eq!(
            (refused.status, &refused.json()["error"]["code"]),
            (StatusCode::FORBIDDEN, &json!("guest")),
            "{path}"
        );
    }
    for what in ["fork", "closed", "guests", "leave"] {
        assert_eq!(
            guest.send("POST", &format!("{own}/{what}"), &key, &json!({})).status,
            StatusCode::FORBIDDEN,
            "{what}"
        );
    }
    for path in ["/api/tables", "/api/reviews"] {
        assert_eq!(guest.send("POST", path, &key, &json!({})).status, StatusCode::FORBIDDEN, "{path}");
    }
    for cookie in [
        format!("spariglio-guest-{}=", table.id),
        format!("spariglio-guest-{}=x", table.id),
        "spariglio-guest-=".to_owned(),
    ] {
        let wrong = Stranger { client: &client, cookie };
        assert_eq!(wrong.get(&format!("{own}?seat=0"), &key).status, StatusCode::UNAUTHORIZED);
    }
    table.post("leave", &json!({})).ok();
    assert_eq!(guest.get(&format!("/play/{}", table.id), "").status, StatusCode::UNAUTHORIZED);
}

#[test]
fn a_link_is_made_by_the_seat_itself_and_the_last_one_counts() {
    let client = Client::new();
    let table = persons(&client);
    let path = format!("/api/tables/{}/guests", table.id);
    assert_eq!(client.post(&path, table.key_of(0), &json!({"seat": 1})).status, StatusCode::FORBIDDEN);
    let [first, second] = [link(&table, 1), link(&table, 1)];
    assert_eq!(stranger(&client).get(&first, "").status, StatusCode::UNAUTHORIZED);
    let (mut one, mut two) = (stranger(&client), stranger(&client));
    let key = one.follow(&second);
    two.follow(&link(&table, 1));
    let path = format!("/api/tables/{}?seat=1", table.id);
    assert_eq!(one.get(&path, &key).status, StatusCode::UNAUTHORIZED);
    assert_eq!(two.get(&path, &key).status, StatusCode::OK);
}

#[test]
fn a_guest_stays_when_the_server_starts_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cookie, key, link, id) = {
        let client = Client::with_state(folder.path().to_owned());
        let table = persons(&client);
        let mut guest = stranger(&client);
        let key = guest.follow(&link(&table, 1));
        (guest.cookie, key, link(&table, 0), table.id.clone())
    };
    let client = Client::with_state(folder.path().to_owned());
    let guest = Stranger { client: &client, cookie };
    assert_eq!(guest.get(&format!("/api/tables/{id}?seat=1"), &key).status, StatusCode::OK);
    stranger(&client).follow(&link);
}
