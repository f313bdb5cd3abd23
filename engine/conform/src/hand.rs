//! A hand of the suite: its question and its answer, each one line of JSON.
//!
//! Invariant: a question has no field that the rules determine, and its note names the hand; an answer is a record of
//! `docs/reference/records.md`.

use serde::Serialize;
use serde_json::Value;
use spariglio_engine::record::HandRecord;

use crate::group::group;

/// A hand of the suite.
#[derive(Clone, Debug)]
pub struct SuiteHand {
    /// The name of its file.
    pub file: &'static str,
    /// The number of its line, from 1.
    pub line: usize,
    /// The preset whose rules it has; `PRESET+options` if some differ, `random` if there is none.
    pub group: String,
    /// The purpose of the hand, if its record states it.
    pub note: Option<String>,
    /// The question.
    pub question: String,
    /// The right answer.
    pub answer: String,
}

/// The fields of a question.
#[derive(Serialize)]
struct Question<'a> {
    rules: Value,
    dealer: &'a Value,
    hands: &'a Value,
    table: &'a Value,
    stock: &'a Value,
    turns: Vec<Asked<'a>>,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    place: Option<&'a Value>,
    note: &'a Value,
}

/// A turn of a question.
#[derive(Serialize)]
struct Asked<'a> {
    action: &'a Value,
}

impl SuiteHand {
    /// The hand of a line of a suite file, and of the record that a replay has filled.
    ///
    /// # Panics
    /// Never: a record has a form in JSON.
    pub(crate) fn new(file: &'static str, line: usize, text: &str, mut record: HandRecord) -> SuiteHand {
        let note = record.note.take();
        record.note = Some(place(file, line, note.as_deref()));
        record.why = None;
        for turn in &mut record.turns {
            (turn.note, turn.why) = (None, None);
        }
        let written: Value = serde_json::from_str(text).expect("a record");
        let answer = record.to_line();
        SuiteHand {
            file,
            line,
            group: group(&written["rules"]),
            note,
            question: question(&record, &answer),
            answer,
        }
    }
}

/// The place of a hand and its purpose: the note of its question and its answer.
fn place(file: &str, line: usize, purpose: Option<&str>) -> String {
    let purpose = purpose.map_or(String::new(), |purpose| format!(": {purpose}"));
    format!("{file} line {line}{purpose}")
}

/// The question of a record with all fields.
fn question(record: &HandRecord, answer: &str) -> String {
    let fields: Value = serde_json::from_str(answer).expect("a record");
    let turns = fields["turns"].as_array().map_or(&[][..], Vec::as_slice);
    let question = Question {
        rules: record.game().rules().to_json(),
        dealer: &fields["dealer"],
        hands: &fields["hands"],
        table: &fields["table"],
        stock: &fields["stock"],
        turns: turns.iter().map(|turn| Asked { action: &turn["action"] }).collect(),
        place: fields.get("match"),
        note: &fields["note"],
    };
    serde_json::to_string(&question).expect("a question has a form in JSON")
}
