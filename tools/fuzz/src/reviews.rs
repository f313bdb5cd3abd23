//! Reviews of hand records: every accepted record can be reviewed with finite figures, as a hand if it is whole, and at
//! the position at its end if it is not.

use std::sync::{Arc, LazyLock};

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_review::{HandReview, ReviewConfig, Reviewer, Summary, decision_row, hand_row, summary_row};

use crate::Target;
use crate::hands_of_rules::recorded::played;

/// Target `reviews`.
pub const TARGET: Target = Target { name: "reviews", run, seeds };

/// Most cards of a game; larger games take too long.
const MOST_CARDS: usize = 12;

static REVIEWER: LazyLock<Reviewer> = LazyLock::new(|| {
    let config = ReviewConfig { simulations: 8, replicates: 2, threads: 1, ..ReviewConfig::default() };
    let agent = AgentSpec::parse("ismcts").expect("an agent");
    Reviewer::new(Some(agent), config).expect("a reviewer")
});

/// Hands of small games, complete or stopped in the middle.
fn seeds() -> Vec<Vec<u8>> {
    let record = |name: &str| {
        let game = Arc::new(Game::preset(name).expect("a preset"));
        let (whole, _) = played(&game, 0, &mut Pcg64Mcg::seed_from_u64(1));
        let mut half = whole.clone();
        half.turns.truncate(whole.turns.len() / 2);
        [whole, half].map(|record| record.to_line().into_bytes())
    };
    ["mini_scopone", "mini_scopa", "mini_primiera"]
        .into_iter()
        .flat_map(record)
        .collect()
}

/// Reviews the bytes as lines of records.
pub fn run(bytes: &[u8]) {
    let mut replayer = Replayer::new(false);
    let mut hands = Vec::new();
    for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if let Ok(record) = replayer.feed(line)
            && record.game().pack_len() <= MOST_CARDS
        {
            hands.extend(reviewed(&record, number));
        }
    }
    let summary = summary_row(&Summary::of(&hands)).to_string();
    assert!(!summary.is_empty());
}

fn reviewed(record: &HandRecord, line: usize) -> Option<HandReview> {
    let is_over = record.check().expect("a record that was accepted").is_over();
    let position = REVIEWER.position(record, line);
    assert_eq!(position.is_err(), is_over, "{:?}", position.err());
    if record.turns.is_empty() {
        return None;
    }
    let hand = REVIEWER.hand(record, line, || ());
    assert!(hand.is_ok() || !is_over, "a whole hand can be reviewed: {:?}", hand.err());
    let hand = hand.ok()?;
    for decision in &hand.decisions {
        finite(&decision_row(&hand, decision));
    }
    finite(&hand_row(&hand));
    Some(hand)
}

/// Fails if a figure is null, as JSON writes a number that is not finite.
fn finite(row: &serde_json::Value) {
    for field in ["loss", "value", "par"] {
        assert!(!row.get(field).is_some_and(serde_json::Value::is_null), "{field}: {row}");
    }
}
