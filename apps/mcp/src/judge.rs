//! Values of actions, computed as in a review, in words and for programs.

use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::serde_json::{Value, json};
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_review::{DecisionReview, ReviewConfig, Reviewer};
use spariglio_text::Wording;

/// The values of the actions after the last turn of a record.
///
/// # Errors
/// The hand is over, or no agent can judge its rules.
pub fn position(record: &HandRecord, wording: &Wording<'_>) -> Result<CallToolResult, String> {
    let judged = reviewer()?.position(record, 1).map_err(|error| error.to_string())?;
    Ok(both(told(&judged, wording), object(&judged, wording)))
}

/// The values of the actions at a turn of a record, and the loss of the action played there.
///
/// # Errors
/// There is no such turn, or no agent can judge the rules.
pub fn turn(record: &HandRecord, turn: usize, wording: &Wording<'_>) -> Result<CallToolResult, String> {
    if !record.stand_ins().is_empty() {
        return Err("record: expected all cards, because the turn is an earlier one, found `?`".to_owned());
    }
    let turns = record.turns.len();
    if turn >= turns {
        return Err(format!("turn is {turn}: expected a turn below {turns}"));
    }
    let judged = reviewer()?.turn(record, 1, turn).map_err(|error| error.to_string())?;
    let (seat, played) = (judged.seat, wording.action(judged.actions[judged.played].action));
    let (loss, error) = (judged.loss.mean, judged.loss.standard_error);
    let head = format!("Seat {seat} played {played}, which lost {loss:.2} points (standard error {error:.2}).\n");
    let mut values = object(&judged, wording);
    values["played"] = played.into();
    values["loss"] = json!({ "mean": loss, "standard_error": error });
    Ok(both(head + &told(&judged, wording), values))
}

/// The decisions of a seat in a whole hand, each with its loss and the best action.
///
/// # Errors
/// No agent can judge the rules.
pub fn hand(record: &HandRecord, seat: usize, wording: &Wording<'_>) -> Result<CallToolResult, String> {
    let reviewer = reviewer()?;
    let own = (0..record.turns.len()).filter(|turn| record.turns[*turn].seat == seat);
    let judged: Result<Vec<DecisionReview>, _> = own.map(|turn| reviewer.turn(record, 1, turn)).collect();
    let judged = judged.map_err(|error| error.to_string())?;
    let (mut lines, mut decisions, mut lost) = (String::new(), Vec::new(), 0.0);
    for decision in judged.iter().filter(|decision| decision.actions.len() > 1) {
        let [played, best] =
            [decision.played, decision.best].map(|place| wording.action(decision.actions[place].action));
        let (turn, loss) = (decision.turn, decision.loss.mean);
        lost += loss;
        lines += &match played == best {
            true => format!("- turn {turn}: {played}, the best\n"),
            false => format!("- turn {turn}: {played} lost {loss:.2}; best {best}\n"),
        };
        decisions.push(json!({
            "turn": turn, "played": played, "best": best,
            "loss": { "mean": loss, "standard_error": decision.loss.standard_error },
        }));
    }
    let head = format!("Seat {seat} lost {lost:.2} points in {} decisions with a choice:\n", decisions.len());
    Ok(both(head + &lines, json!({ "seat": seat, "lost": lost, "decisions": decisions })))
}

/// A result as text and for programs.
pub fn both(text: String, object: Value) -> CallToolResult {
    let mut result = CallToolResult::structured(object);
    result.content = vec![ContentBlock::text(text)];
    result
}

/// The values of a decision for programs.
fn object(judged: &DecisionReview, wording: &Wording<'_>) -> Value {
    let actions = judged.actions.iter().map(|action| {
        let (text, value) = (wording.action(action.action), action.value);
        json!({ "action": text, "value": value.mean, "standard_error": value.standard_error })
    });
    json!({ "seat": judged.seat, "method": judged.method.name(), "actions": actions.collect::<Vec<_>>() })
}

/// The record of a line.
///
/// # Errors
/// It is no record; the error names the field.
pub fn read(line: &str) -> Result<HandRecord, String> {
    Replayer::new(false)
        .with_gaps()
        .feed(line.trim().as_bytes())
        .map_err(|error| format!("record: {error}"))
}

fn reviewer() -> Result<Reviewer, String> {
    Reviewer::new(None, ReviewConfig::default()).map_err(|error| error.to_string())
}

/// The actions of a decision, the best first, with their values.
fn told(judged: &DecisionReview, wording: &Wording<'_>) -> String {
    let mut actions: Vec<_> = judged.actions.iter().collect();
    actions.sort_by(|one, other| other.value.mean.total_cmp(&one.value.mean));
    let line = |action: &&spariglio_review::ActionValue| {
        let (text, value) = (wording.action(action.action), action.value);
        format!("- {text}: {:+.2} (standard error {:.2})\n", value.mean, value.standard_error)
    };
    let method = judged.method.name();
    let head = format!("Expected points of the side at the end of the hand, less the other side's ({method}):\n");
    head + &actions.iter().map(line).collect::<String>()
}
