//! Tasks of a table: whoever does one may be late.

use serde_json::json;
use spariglio_agents::table::FoulKind;
use spariglio_engine::{Action, Game};
use spariglio_table::{Bench, Fault, Roster, Setup, Table, TableBody, Task, Viewer};

fn table(rules: &str) -> Table {
    let body = json!({"rules": rules, "seats": ["person", "greedy"], "seed": 5, "dealer": 1});
    let body: TableBody = serde_json::from_value(body).expect("a request");
    let mut number = 0;
    let mut random = || {
        number += 1;
        number
    };
    let setup = Setup::read(&body, &Roster::new(Vec::new()).expect("levels"), &mut random).expect("a setup");
    Table::new(setup, &mut random)
}

fn play(table: &mut Table) {
    let snapshot = table.snapshot(Viewer::Seat(0), None).expect("a seat");
    let (version, action) = (snapshot["version"].as_u64().expect("a number"), snapshot["legal"][0].clone());
    table
        .change(|table| table.act(0, version, action.as_str().expect("a text")))
        .expect("legal");
}

#[test]
fn an_agent_who_is_asked_too_late_plays_nothing() {
    let mut table = table("scopa");
    let mut bench = Bench::new(table.players().expect("players"));
    assert!(table.task().is_none(), "the person is to act");
    play(&mut table);
    let Some(Task::Decide(question)) = table.task() else {
        panic!("the agent is to act")
    };
    let version = table.think(&question, None).expect("now").version;
    table.change(|table| table.undo(0, version)).expect("taken back");
    assert!(table.think(&question, None).is_none());
    let outcome = bench.answer(&question);
    assert!(table.try_change(|table| table.answered(&question, outcome)).is_none());
    play(&mut table);
    let Some(Task::Decide(question)) = table.task() else {
        panic!("the agent is to act")
    };
    let outcome = bench.answer(&question);
    assert_eq!(table.try_change(|table| table.answered(&question, outcome)).expect("due").what, "turn");
}

#[test]
fn agents_are_told_of_the_hand_that_is_over_and_once() {
    let mut table = table("scopa");
    let mut bench = Bench::new(table.players().expect("players"));
    let mut decisions = 0;
    let ended = loop {
        match table.task() {
            Some(Task::Decide(question)) => {
                decisions += 1;
                let outcome = bench.answer(&question);
                table.try_change(|table| table.answered(&question, outcome)).expect("due");
            }
            Some(Task::Declare(action)) => assert!(table.try_change(|table| table.declare(action)).is_some()),
            Some(Task::End(question)) => break question,
            Some(_) => panic!("no other task"),
            None => play(&mut table),
        }
    };
    assert!(decisions > 0 && table.task().is_none());
    bench.end(&ended);
}

/// An offence stops a hand, but another agent may play it on: nobody sees its cards.
#[test]
fn a_stopped_hand_shows_no_hidden_card() {
    let mut table = table("scopa");
    play(&mut table);
    let Some(Task::Decide(question)) = table.task() else {
        panic!("the agent is to act")
    };
    let game = Game::preset("scopa").expect("a preset");
    let outcome = Err(Fault::of(&FoulKind::IllegalAction(Action::PASS), &game));
    assert_eq!(table.try_change(|table| table.answered(&question, outcome)).expect("due").what, "offence");
    for before in [None, Some(0)] {
        let answer = table.snapshot(Viewer::Seat(0), before).expect("a seat");
        assert!(answer["hands"].is_null() && answer["thoughts"].as_array().is_some_and(Vec::is_empty), "{answer}");
    }
}

/// `docs/reference/rules.md` C.18.
#[test]
fn a_page_shows_hands_that_lie_open_and_that_the_fewest_score() {
    let snapshot = |own: &str| {
        let rules = format!("base = \"scopa\"\n{own}");
        let table = table(&rules);
        table.snapshot(Viewer::Seat(0), None).expect("a seat")
    };
    let [plain, own] = ["players = 2", "deal.open = true\nscore.majority = \"fewest\""].map(snapshot);
    assert_eq!((&plain["hands"], &plain["rules"]["fewest"]), (&json!(null), &json!(false)));
    assert_eq!((&own["hands"][0], &own["rules"]["fewest"]), (&own["view"]["hand"], &json!(true)));
    assert_eq!(own["hands"][1], own["view"]["known"][1]);
}
