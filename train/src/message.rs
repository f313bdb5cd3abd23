//! The messages between a leader and its helpers.

use serde::{Deserialize, Serialize};
use spariglio_engine::{Action, Card, Deal, Game, MAX_CARDS};
use spariglio_files::RulesChoice;
use spariglio_selfplay::DataConfig;

use crate::config::GradientConfig;
use crate::labeled::LabeledHand;
use crate::loss::Loss;
use crate::setting::Part;

/// The first message of a helper.
#[derive(Serialize, Deserialize)]
pub struct Hello {
    pub version: String,
    pub token: String,
    pub threads: usize,
}

/// The run that a helper joins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Welcome {
    pub rules: RulesChoice,
    pub gradient: GradientConfig,
    pub seed: u64,
}

/// The leader's answer to a [`Hello`]; a refusal has its reason.
pub type Answer = Result<Welcome, String>;

/// A message of the leader.
#[derive(Serialize, Deserialize)]
pub enum Request {
    /// Shards of a step to compute. The weights of policy and critic follow. The answer is a list of their sums; the
    /// gradients of policy and critic follow, for each group of `per_sum` shards.
    Step {
        loss: Loss,
        per_sum: usize,
        parts: Vec<SentPart>,
    },
    /// A shard of rows to play. The files of the run's network follow.
    Rows {
        labels: DataConfig,
        round: u32,
        shard: u32,
        guide: u32,
        net: Vec<(String, u64)>,
    },
    /// The end of the run.
    Done,
}

/// A helper's answer to [`Request::Rows`].
#[derive(Serialize, Deserialize)]
pub enum Reply {
    /// The shard is being played.
    Working,
    /// The shard; its files follow.
    Made(Vec<(String, u64)>),
}

/// The part of a shard.
#[derive(Serialize, Deserialize)]
pub struct SentPart {
    pub seed: u64,
    pub decisions: u64,
    lessons: Vec<SentHand>,
}

/// A hand to follow: the dealer, the cards, and each action with its label.
#[derive(Serialize, Deserialize)]
struct SentHand(usize, Vec<u8>, Vec<(u64, Vec<f32>)>);

impl SentPart {
    pub fn of(part: &Part<'_>) -> SentPart {
        let hand = |hand: &&LabeledHand| {
            let turns = hand.turns().map(|(action, policy)| (action.to_bits(), policy.to_vec()));
            SentHand(hand.deal.dealer(), hand.deal.cards().map(Card::index).collect(), turns.collect())
        };
        SentPart {
            seed: part.seed,
            decisions: part.decisions,
            lessons: part.lessons.iter().map(hand).collect(),
        }
    }

    /// The hands to follow; `None` if one of them is no hand of the game.
    pub fn hands(&self, game: &Game) -> Option<Vec<LabeledHand>> {
        let hand = |SentHand(dealer, cards, turns): &SentHand| {
            let cards: Vec<Card> = cards
                .iter()
                .map(|&index| (usize::from(index) < MAX_CARDS).then(|| Card::new(index)))
                .collect::<Option<_>>()?;
            let deal = Deal::new(game, *dealer, &cards).ok()?;
            let actions: Vec<Action> = turns.iter().map(|(bits, _)| Action::from_bits(*bits)).collect::<Option<_>>()?;
            let labels = turns.iter().map(|(_, label)| &label[..]);
            Some(LabeledHand::new(deal, actions.into_iter().zip(labels)))
        };
        self.lessons.iter().map(hand).collect()
    }
}
