//! The hands of docs/transcripts/ were played from texts: their records give the same texts again, and the answers there
//! mean the actions of the records.

use std::fs;
use std::path::Path;

use spariglio_engine::record::Replayer;
use spariglio_engine::{Action, State, View};
use spariglio_text::{Language, Reading, Shown, Spelling, Wording};

fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/transcripts/{name}.md"));
    let page = fs::read_to_string(path).expect("a page");
    let (told, record) = page.split_once("```json\n").expect("a record");
    let record = Replayer::new(false).feed(record.trim_end().trim_end_matches("```").trim_end().as_bytes());
    let record = record.expect("a record");
    let wording = Wording::new(record.game(), Language::English, Spelling::Letters);
    let mut parts = told.split("```text\n").skip(1);
    let (mut state, mut history) = (State::new(record.game(), record.deal()), Vec::<(usize, Action)>::new());
    for turn in &record.turns {
        if turn.seat == 0 {
            let view = View::new(record.game(), record.deal(), &state, 0, false);
            let first = !history.iter().any(|(seat, _)| *seat == 0);
            let actions: Vec<_> = history.iter().map(|(_, action)| *action).collect();
            let view = view.with_history(&actions);
            let (text, answer) = parts
                .next()
                .and_then(|part| part.split_once("```\n"))
                .expect("a text and an answer");
            assert_eq!(wording.view(&view, Shown { whole_hand: first, ..Shown::default() }), text);
            let lines = answer.lines().filter_map(|line| line.strip_prefix("> "));
            let answer = lines.collect::<Vec<_>>().join("\n");
            assert_eq!(wording.read(&view, &answer), Reading::Action(turn.action), "{answer}");
        }
        history.push((turn.seat, turn.action));
        state.apply(record.game(), record.deal(), turn.action);
    }
    assert!(state.is_over() && parts.next().is_none());
}

#[test]
fn hands_played_from_texts_are_played_again() {
    check("scopa");
    check("cirulla");
}
