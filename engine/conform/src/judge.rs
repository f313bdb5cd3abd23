//! The judgement of one answer.

use serde_json::Value;
use spariglio_engine::format::plain::short;

use crate::difference::{Difference, differences};
use crate::hand::SuiteHand;

/// The fields that tell which hand an answer is about.
const DEAL: [&str; 4] = ["dealer", "hands", "table", "stock"];

/// Most letters of an answer that a failure quotes.
const QUOTED: usize = 80;

/// The judgement of an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Every field is right.
    Agrees,
    /// Some fields differ.
    Differs(Vec<Difference>),
    /// There is no answer that could be compared.
    Failed(Failure),
}

/// Why there is no answer that could be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// Its kind.
    pub kind: FailureKind,
    /// What happened, in words.
    pub text: String,
}

/// The kinds of failures.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum FailureKind {
    /// The program ended.
    Crash,
    /// No answer came in time.
    Late,
    /// The answer is no JSON object.
    NoJson,
    /// The answer is about another hand.
    OtherHand,
}

impl FailureKind {
    /// The name in a report.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Crash => "crash",
            FailureKind::Late => "late answer",
            FailureKind::NoJson => "no JSON",
            FailureKind::OtherHand => "another hand",
        }
    }
}

/// Compares an answer with the right one.
///
/// # Panics
/// Never: the right answer is JSON.
pub fn judge(hand: &SuiteHand, answer: &[u8]) -> Verdict {
    let failed = |kind, text| Verdict::Failed(Failure { kind, text });
    let reply: Value = match serde_json::from_slice(answer) {
        Ok(reply @ Value::Object(_)) => reply,
        Ok(_) => return failed(FailureKind::NoJson, format!("no object: {}", quoted(answer))),
        Err(error) => return failed(FailureKind::NoJson, format!("{error}: {}", quoted(answer))),
    };
    let expected: Value = serde_json::from_str(&hand.answer).expect("an answer");
    if let Some(name) = DEAL.into_iter().find(|name| reply.get(name) != expected.get(name)) {
        let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        let text =
            format!("`{name}`: expected {}, found {}", show(expected.get(name)), short(&show(reply.get(name)), QUOTED));
        return failed(FailureKind::OtherHand, text);
    }
    let differences = differences(&expected, &reply);
    if differences.is_empty() {
        Verdict::Agrees
    } else {
        Verdict::Differs(differences)
    }
}

fn quoted(answer: &[u8]) -> String {
    format!("`{}`", short(String::from_utf8_lossy(answer).trim_end(), QUOTED))
}
