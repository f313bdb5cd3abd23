//! Answers of a program: each is either an offence that is safe to show, or a legal action with valid numbers beside
//! it.
//!
//! The first byte selects a position of a hand. Every line after it is read as an answer to the greeting and as an
//! answer to the question for an action.

use std::sync::LazyLock;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::external::{Answer, Introduction, PROTOCOL};
use spariglio_engine::format::plain::is_plain;
use spariglio_engine::{Action, Deal, Game, State, View};

use crate::Target;

/// Target `protocol`.
pub const TARGET: Target = Target { name: "protocol", run, seeds };

/// The id of the question.
const ASKED: u64 = 1;
/// The longest text of an introduction, in letters; an escaped letter takes up to ten.
const LONGEST: usize = 60;

/// The positions of a hand of Cirulla, a game with declarations and plays.
static POSITIONS: LazyLock<(Game, Deal, Vec<State>)> = LazyLock::new(|| {
    let game = Game::preset("cirulla").expect("a preset");
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let deal = Deal::random(&game, 0, &mut rng);
    let mut state = State::new(&game, &deal);
    let mut states = Vec::new();
    while !state.is_over() {
        states.push(state);
        state.apply(&game, &deal, state.random_action(&game, &mut rng));
    }
    (game, deal, states)
});

/// Valid answers at every position.
fn seeds() -> Vec<Vec<u8>> {
    let (game, _, states) = &*POSITIONS;
    let seed = |(place, state): (usize, &State)| {
        let mut legal = Vec::new();
        state.legal_actions(game, &mut legal);
        let text = legal[0].text(game.deck());
        let action = format!(
            r#"{{"type":"action","id":{ASKED},"action":"{text}","value":0.5,"policy":{{"{text}":1}},"belief":{{"7d":[0.5,0.25,0.25]}}}}"#
        );
        let ready =
            format!(r#"{{"type":"ready","id":{ASKED},"protocol":{PROTOCOL},"name":"a","author":"b","version":"1"}}"#);
        [&[place as u8], action.as_bytes(), b"\n", ready.as_bytes()].concat()
    };
    states.iter().enumerate().map(seed).collect()
}

/// Reads the bytes as answers.
pub fn run(bytes: &[u8]) {
    let Some((place, lines)) = bytes.split_first() else {
        return;
    };
    let (game, deal, states) = &*POSITIONS;
    let state = &states[usize::from(*place) % states.len()];
    let view = View::new(game, deal, state, state.seat(), false);
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    for line in lines.split(|byte| *byte == b'\n') {
        match Introduction::read(line, ASKED) {
            Ok(read) => introduced(&read),
            Err(offence) => shown(&offence.to_string()),
        }
        match Answer::read(line, ASKED, &view, &legal, None) {
            Ok(answer) => thought(&answer, &view, &legal),
            Err(offence) => shown(&offence.to_string()),
        }
    }
}

fn shown(text: &str) {
    assert!(is_plain(text), "not safe to show: {text:?}");
}

fn introduced(read: &Introduction) {
    let text = read.to_string();
    shown(&text);
    assert!(text.chars().count() <= 3 * LONGEST + " by ".len() + 1, "{text}");
}

fn thought(answer: &Answer, view: &View<'_>, legal: &[Action]) {
    let decision = answer.decision(view, legal.to_vec());
    assert!(legal.contains(&decision.action));
    assert!(decision.value.is_none_or(f32::is_finite), "a value without bounds");
    assert_eq!(decision.policy.len(), legal.len());
    let sum: f32 = decision.policy.iter().sum();
    assert!(
        (sum - 1.0).abs() < 1e-3 && decision.policy.iter().all(|chance| *chance >= 0.0),
        "{:?}",
        decision.policy
    );
    for (card, chances) in answer.belief(view) {
        assert!(view.unseen().contains(card));
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
    }
}
