//! Tournaments of persons and agents.

use std::path::Path;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use spariglio_arena::tournaments::TournamentResult;

use super::client::{Client, Stranger, stranger};

const NAMES: [&str; 4] = ["Anna", "Bruno", "Carla", "Dino"];

fn swiss() -> Value {
    json!({
        "name": "Cup", "rules": "cirulla", "stage": [{"format": "swiss", "rounds": 3, "hands": 1}, {"format": "knock_out", "teams": 4, "hands": 1}],
        "agents": ["greedy", "formula", "greedy", "random"], "clock": {"move_seconds": 600},
    })
}

/// A tournament as its owner sees it.
struct Cup<'a> {
    client: &'a Client,
    path: String,
    link: String,
}

impl<'a> Cup<'a> {
    fn open(client: &'a Client, body: &Value) -> Cup<'a> {
        let opened = client.post("/api/tournaments", "", body).ok();
        Cup::again(client, opened["id"].as_str().expect("a name"))
    }

    fn again(client: &'a Client, id: &str) -> Cup<'a> {
        let path = format!("/api/tournaments/{id}");
        let link = client.get(&path, "").ok()["link"].as_str().expect("a link").to_owned();
        Cup { client, path, link }
    }

    fn id(&self) -> &str {
        self.path.rsplit('/').next().expect("a name")
    }

    fn board(&self) -> Value {
        self.client.get(&self.path, "").ok()
    }

    fn enter(&self, name: &str) -> Stranger<'a> {
        let mut person = stranger(self.client);
        person.follow(&self.link);
        person
            .send("POST", &format!("{}/enter", self.path), "", &json!({"name": name}))
            .ok();
        person
    }

    fn start(&self) {
        self.client.post(&format!("{}/start", self.path), "", &json!({})).ok();
    }

    /// Lets all persons play for a while, or until the tournament is over.
    fn play(&self, persons: &mut [Stranger<'a>], decisions: usize) -> bool {
        let until = Instant::now() + Duration::from_secs(120);
        let mut made = 0;
        while made < decisions {
            if self.board()["phase"] == "over" {
                return true;
            }
            made += persons.iter_mut().map(|person| usize::from(self.step(person))).sum::<usize>();
            assert!(Instant::now() < until, "{}", self.board());
            std::thread::sleep(Duration::from_millis(2));
        }
        false
    }

    /// Makes one decision of a person, if one is due.
    fn step(&self, person: &mut Stranger<'a>) -> bool {
        let seat = person.send("POST", &format!("{}/seat", self.path), "", &json!({}));
        if seat.status != StatusCode::OK {
            return false;
        }
        let link = seat.json()["path"].as_str().expect("a path").to_owned();
        let key = person.follow(&link);
        let (path, query) = link.split_once('?').expect("a query");
        let seat = query
            .split('&')
            .next()
            .and_then(|part| part.strip_prefix("seat="))
            .expect("a seat");
        let table = path.replace("/play/", "/api/tables/");
        let snapshot = person.get(&format!("{table}?seat={seat}"), &key);
        if snapshot.status != StatusCode::OK {
            return false;
        }
        let snapshot = snapshot.json();
        let next = json!({"version": snapshot["version"]});
        if snapshot["phase"] == "over" {
            person.send("POST", &format!("{table}/next"), &key, &next);
        }
        let seat: usize = seat.parse().expect("a number");
        let is_due = snapshot["to_act"] == json!(seat) && snapshot["phase"] == "play";
        let body = json!({"seat": seat, "version": snapshot["version"], "action": snapshot["legal"][0]});
        is_due && person.send("POST", &format!("{table}/actions"), &key, &body).status == StatusCode::OK
    }
}

fn result(state: &Path, id: &str) -> TournamentResult {
    // Checks every match against its records.
    TournamentResult::load(&state.join("tournaments").join(id).join("tournament.json")).expect("a result")
}

#[test]
fn persons_and_agents_play_to_the_end_over_two_restarts() {
    let folder = tempfile::tempdir().expect("a folder");
    let (id, cookies) = {
        let client = Client::with_state(folder.path().to_owned());
        let cup = Cup::open(&client, &swiss());
        let mut persons: Vec<_> = NAMES.iter().map(|name| cup.enter(name)).collect();
        cup.start();
        assert!(!cup.play(&mut persons, 25));
        (cup.id().to_owned(), persons.into_iter().map(|person| person.cookie).collect::<Vec<_>>())
    };
    let restarted = |decisions: usize| {
        let client = Client::with_state(folder.path().to_owned());
        let cup = Cup::again(&client, &id);
        let cookies = cookies.iter().cloned();
        let mut persons: Vec<_> = cookies.map(|cookie| Stranger { client: &client, cookie }).collect();
        (cup.play(&mut persons, decisions), cup.board())
    };
    assert!(!restarted(40).0);
    let (is_over, board) = restarted(usize::MAX);
    assert!(is_over);
    let result = result(folder.path(), &id);
    assert_eq!((result.teams.len(), result.stages.len()), (8, 2));
    assert_eq!(result.stages[0].matches.len(), 12, "three rounds of four matches");
    assert_eq!(board["winner"], json!(result.winner));
    let names = |rows: &Value| {
        rows.as_array()
            .expect("rows")
            .iter()
            .map(|row| row["name"].clone())
            .collect::<Vec<_>>()
    };
    let ranked: Vec<Value> = result.stages[1].standings.iter().map(|row| json!(row.name)).collect();
    assert_eq!(names(&board["stages"][1]["standings"]), ranked);
    // A server that starts later shows it as well.
    let client = Client::with_state(folder.path().to_owned());
    let cup = Cup::again(&client, &id);
    assert_eq!(cup.board()["winner"], json!(result.winner));
    assert_eq!(client.get(&format!("{}/result", cup.path), "").ok()["winner"], json!(result.winner));
}

#[test]
fn who_leaves_or_is_late_loses_and_the_others_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = Client::with_state(folder.path().to_owned());
    let body = json!({
        "name": "Late", "rules": "scopa", "stage": [{"format": "round_robin", "hands": 2}], "agents": ["greedy"],
        "clock": {"move_seconds": 1},
    });
    let cup = Cup::open(&client, &body);
    let (leaver, _late, mut player) = (cup.enter("Leaver"), cup.enter("Late"), cup.enter("Player"));
    cup.start();
    leaver.send("POST", &format!("{}/leave", cup.path), "", &json!({})).ok();
    assert!(cup.play(std::slice::from_mut(&mut player), usize::MAX));
    let result = result(folder.path(), cup.id());
    let row = |name: &str| {
        let rows = &result.stages[0].standings;
        rows.iter().find(|row| row.name == name).expect("a row").clone()
    };
    assert_eq!((row("Leaver").won, row("Leaver").forfeits), (0, 3));
    // Who has left cannot win even from one who is late.
    assert_eq!((row("Late").won, row("Late").forfeits), (1, 2));
    assert_eq!((row("Player").forfeits, row("greedy").forfeits), (0, 0));
    let offences = result.stages[0].matches.iter().filter_map(|one| one.offence.as_ref());
    let texts: Vec<&str> = offences.map(|offence| offence.what.as_str()).collect();
    assert!(texts.contains(&"left the match") && texts.contains(&"ran out of time for a decision"), "{texts:?}");
}

#[test]
fn partners_play_as_a_team_and_an_agent_fills_a_free_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = Client::with_state(folder.path().to_owned());
    let body = json!({
        "name": "Pairs", "rules": "scopone", "stage": [{"format": "knock_out", "hands": 1}], "partner": "greedy",
        "clock": {"match_seconds": 600},
    });
    let cup = Cup::open(&client, &body);
    let mut persons: Vec<_> = NAMES[..3].iter().map(|name| cup.enter(name)).collect();
    let enter = |person: usize, team: &str| {
        let body = json!({"name": NAMES[person], "team": team});
        persons[person].send("POST", &format!("{}/enter", cup.path), "", &body)
    };
    for (person, team) in ["North", "North", "East"].into_iter().enumerate() {
        enter(person, team).ok();
    }
    assert_eq!(enter(2, "North").json()["error"]["code"], "team_full");
    cup.start();
    assert!(cup.play(&mut persons, usize::MAX));
    let result = result(folder.path(), cup.id());
    let person = "custom:name=person:version=1";
    let teams: Vec<_> = result
        .teams
        .iter()
        .map(|team| (team.name.as_str(), team.agents.clone()))
        .collect();
    assert_eq!(
        teams,
        [("North", vec![person.to_owned(); 2]), ("East", [person, "greedy"].map(str::to_owned).to_vec())]
    );
    assert_eq!(result.stages[0].matches.len(), 1);
}

#[test]
fn a_stranger_reaches_the_tournament_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = Client::with_state(folder.path().to_owned());
    let (cup, other) = (Cup::open(&client, &swiss()), Cup::open(&client, &swiss()));
    let anna = cup.enter("Anna");
    let hash = client.server.assets.hash();
    for path in [&cup.path, &format!("/tournament/{}", cup.id()), &format!("/assets/{hash}/app.js"), "/api/rules"] {
        assert_eq!(anna.get(path, "").status, StatusCode::OK, "{path}");
    }
    assert_eq!(anna.get(&cup.path, "").json()["link"], Value::Null, "only the owner has the link");
    for path in ["/", "/api/tournaments", "/api/tables", "/tournament", &other.path] {
        assert_eq!(anna.get(path, "").status, StatusCode::UNAUTHORIZED, "{path}");
    }
    for what in ["start", "pause"] {
        let refused = anna.send("POST", &format!("{}/{what}", cup.path), "", &json!({"on": true}));
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{what}");
    }
    let wrong = stranger(&client).get(&format!("/tournament/{}?enter=x", cup.id()), "");
    assert_eq!(
        (wrong.status, &wrong.json()["error"]["code"]),
        (StatusCode::UNAUTHORIZED, &json!("tournament_link"))
    );
    let twice = cup
        .enter("Bruno")
        .send("POST", &format!("{}/enter", cup.path), "", &json!({"name": "Anna"}));
    assert_eq!(twice.json()["error"]["code"], "entrant_name");
    anna.send("POST", &format!("{}/leave", cup.path), "", &json!({})).ok();
    assert_eq!(cup.board()["entrants"].as_array().map(Vec::len), Some(1));
    client.delete(&cup.path).ok();
    assert_eq!(client.get(&cup.path, "").status, StatusCode::NOT_FOUND);
}

#[test]
fn nobody_gets_help_in_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = Client::with_state(folder.path().to_owned());
    let body = json!({
        "name": "Alone", "rules": "scopa", "stage": [{"format": "round_robin", "hands": 1}], "agents": ["greedy"],
        "clock": {"move_seconds": 600},
    });
    let cup = Cup::open(&client, &body);
    let mut anna = cup.enter("Anna");
    cup.start();
    let until = Instant::now() + Duration::from_secs(20);
    let link = loop {
        let seat = anna.send("POST", &format!("{}/seat", cup.path), "", &json!({}));
        if seat.status == StatusCode::OK {
            break seat.json()["path"].as_str().expect("a path").to_owned();
        }
        assert!(Instant::now() < until, "no table");
        std::thread::sleep(Duration::from_millis(5));
    };
    let key = anna.follow(&link);
    let table = link.split('?').next().expect("a path").replace("/play/", "/api/tables/");
    let seat: usize = if link.contains("seat=0") { 0 } else { 1 };
    let snapshot = anna.get(&format!("{table}?seat={seat}"), &key).ok();
    assert_eq!(snapshot["tournament"], json!(cup.id()));
    let body = json!({"seat": seat, "version": snapshot["version"]});
    let pace = json!({"millis": 0, "paused": true});
    for (what, body) in [("hints", &body), ("undo", &body), ("pace", &pace)] {
        let refused = client.post(&format!("{table}/{what}"), &key, body);
        assert_eq!(refused.status, StatusCode::CONFLICT, "{what}: {}", refused.text());
    }
    let gone = client.post(&format!("{table}/leave"), &key, &json!({}));
    assert_eq!((gone.status, &gone.json()["error"]["code"]), (StatusCode::CONFLICT, &json!("in_tournament")));
}

#[test]
fn what_cannot_be_played_is_told_when_it_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = Client::with_state(folder.path().to_owned());
    let refused = |change: Value| {
        let mut body = swiss();
        for (field, value) in change.as_object().expect("fields") {
            body[field] = value.clone();
        }
        let answer = client.post("/api/tournaments", "", &body);
        assert!(answer.status.is_client_error(), "{}", answer.text());
        let error = &answer.json()["error"];
        (
            error["code"].as_str().expect("a code").to_owned(),
            error["field"].as_str().expect("a field").to_owned(),
        )
    };
    let error = |code: &str, field: &str| (code.to_owned(), field.to_owned());
    assert_eq!(refused(json!({"rules": "cirulla_3"})), error("rules", "rules"));
    assert_eq!(refused(json!({"agents": ["nobody"]})), error("agent", "agents[0]"));
    assert_eq!(refused(json!({"clock": {}})), error("invalid", "clock"));
    assert_eq!(refused(json!({"stage": []})), error("tournament_plan", "stage"));
    assert_eq!(refused(json!({"stage": [{"format": "swiss", "hands": 1}]})), error("tournament_plan", "stage"));
    assert_eq!(
        refused(json!({"stage": [{"format": "knock_out", "hands": 1, "duplicate": true}]})),
        error("invalid", "stage.duplicate")
    );
    assert_eq!(refused(json!({"partners_open": true})), error("partners", "partners_open"));
    let nowhere = Client::new().post("/api/tournaments", "", &swiss());
    assert_eq!(nowhere.json()["error"]["field"], "state");
}
